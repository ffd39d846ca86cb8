//! Floor 1, form: query text to a syntax tree with spans, and back.

pub mod ast;
pub mod catalogue;
mod diagnostic;
mod dialect;
pub mod ecma;
mod errors;
mod excerpt;
mod level;
mod lex;
mod limits;
mod parse;
mod print;
mod query_text;
mod read;
mod render;
mod scope;
mod spelling;
pub mod stack;
mod tokens;
mod types;
mod words;

pub use catalogue::all_words;
pub use diagnostic::shorten;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use dialect::Dialect;
pub use errors::io::{READABLE, WRITABLE, check_file_name, file_ends};
pub use limits::HIGHEST;
pub use limits::{Omitted, ReadingLimits};
pub use print::{designator_text, print_braced, print_filter, print_script, roles_text};
pub use query_text::QueryText;
pub use read::parse_whole;
pub use read::{ParseOptions, Parsed, Variables, header_dialect, parse, parse_in_scope, parse_query_text};
pub use render::{Place, SourceView, place, render};
pub use spelling::{to_ascii, to_unicode};
pub use tokens::{TokenClass, tokens};
pub use words::direction_words;
