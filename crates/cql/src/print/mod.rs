//! A syntax tree as query text, which reads back as an equal tree; or with all braces drawn in.

mod arguments;
mod cql6;
mod designators;
mod filters;
mod header;
mod names;
mod operators;
mod parenthesize;
mod paths;
mod sequences;

pub(crate) use designators::pieces_text;
pub use designators::{designator_text, roles_text};
pub(crate) use names::family_word;

use super::ast::{Filter, Script};
use super::dialect::Dialect;
use super::limits::HIGHEST;
use crate::stack::with_room;

/// A query as text of a dialect.
pub fn print_script(script: &Script, dialect: Dialect) -> String {
    with_room(HIGHEST, || {
        let mut printer = Printer::new(dialect, false);
        printer.header(&script.header);
        for (at, filter) in script.body.iter().enumerate() {
            if !printer.text.is_empty() {
                printer.text.push('\n');
            }
            printer.member(filter, at.checked_sub(1).map(|before| &script.body[before]));
        }
        printer.text
    })
}

/// A filter as text of a dialect.
pub fn print_filter(filter: &Filter, dialect: Dialect) -> String {
    print(filter, dialect, false)
}

/// A filter as text of a dialect with braces around every argument that has parts.
pub fn print_braced(filter: &Filter, dialect: Dialect) -> String {
    print(filter, dialect, true)
}

fn print(filter: &Filter, dialect: Dialect, braced: bool) -> String {
    with_room(HIGHEST, || {
        let mut printer = Printer::new(dialect, braced);
        printer.expr(filter, 0);
        printer.text
    })
}

/// Text that grows.
struct Printer {
    text: String,
    five: bool,
    /// Draws braces around every argument that has parts.
    braced: bool,
    /// Among constituents, where `*` and `+` are wildcards.
    wild: bool,
    /// Among the items of `comment`, where a text is an item of its own.
    items: bool,
}

impl Printer {
    fn new(dialect: Dialect, braced: bool) -> Printer {
        Printer { text: String::new(), five: dialect == Dialect::Five, braced, wild: false, items: false }
    }

    /// A word with a blank before it, unless it begins the text or follows a bracket.
    fn word(&mut self, word: &str) {
        self.blank();
        self.text.push_str(word);
    }

    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(['(', '{', '[', ' ', '\n', ':']) {
            self.text.push(' ');
        }
    }
}
