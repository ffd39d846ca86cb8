//! The header as text.

use super::Printer;
use crate::ast::Header;
use crate::dialect::Dialect;

impl Printer {
    pub(super) fn header(&mut self, header: &Header) {
        if !header.present {
            return;
        }
        self.text.push_str("cql(");
        match header.dialect {
            Some(Dialect::Five) => self.word("dialect 5"),
            Some(Dialect::Six) => self.word("dialect 6"),
            Some(Dialect::Auto) => self.word("dialect auto"),
            None => {}
        }
        for (word, file) in [("input", &header.input), ("output", &header.output)] {
            if let Some(file) = file {
                self.word(word);
                self.literal(file);
            }
        }
        self.flag(header.variations, "variations");
        self.flag(header.silent, "silent");
        self.flag(header.quiet, "quiet");
        if let Some(text) = &header.match_string {
            self.word("matchstring");
            self.literal(text);
        }
        self.flag(header.sort_match_count, "sort");
        for (word, range) in [("matchcount", header.match_count), ("gamenumber", header.game_numbers)] {
            if let Some((low, high)) = range {
                self.word(word);
                self.word(&format!("{low} {high}"));
            }
        }
        for result in &header.results {
            self.word("result");
            self.word(result.word());
        }
        for filter in &header.filters {
            self.expr(filter, 0);
        }
        self.text.push(')');
    }
}
