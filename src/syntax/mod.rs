//! Floor 1, form: query text to a syntax tree with spans, and back.

pub mod ast;
mod complaints;
mod diagnostic;
mod dialect;
mod dictionaries;
mod hhdb;
mod lex;
mod parse;
mod parts;
mod paths;
mod print;
mod read;
mod relations;
mod render;
mod scope;
mod script;
mod sequences;
mod truth;
mod visit;
mod words;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use dialect::Dialect;
pub use print::{designator_text, print_braced, print_filter, print_script};
pub use read::{ParseOptions, Parsed, Variables, parse, parse_in_scope};
pub use render::{Place, place, render};
pub use words::all_words;
