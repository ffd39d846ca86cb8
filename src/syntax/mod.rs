//! Floor 1, form: query text to a syntax tree with spans, and back.

pub mod ast;
mod complaints;
mod diagnostic;
mod dialect;
mod dictionaries;
mod hhdb;
mod lex;
mod outside;
mod parse;
mod parts;
mod paths;
mod pieces;
mod print;
mod read;
mod relations;
mod render;
mod scope;
mod script;
mod sequences;
mod spelling;
mod tokens;
mod truth;
mod visit;
mod words;

pub(crate) use complaints::outside::{READABLE, WRITABLE, check_file_name, file_ends};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use dialect::Dialect;
pub use pieces::Pieces;
pub use print::{designator_text, print_braced, print_filter, print_script};
pub use read::{ParseOptions, Parsed, Variables, header_dialect, parse, parse_in_scope, parse_pieces};
pub use render::{Place, place, render};
pub use spelling::{to_ascii, to_unicode};
pub use tokens::{TokenClass, tokens};
pub use words::all_words;
