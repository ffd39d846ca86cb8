//! `settag`, `removetag`, `readfile`, `writefile` and the filters that stop a run.

use super::{Mode, Parse, Parser, level};
use crate::ast::{External, Filter, Kind, Span, Type};
use crate::diagnostic::Diagnostic;
use crate::errors::{grammar, io};
use crate::lex::Tok;

impl Parser<'_> {
    /// `settag("Motif" "windmill")`
    pub(super) fn set_tag(&mut self) -> Parse {
        let start = self.bump().span;
        self.open("settag", start)?;
        let name = match self.tag_to_change(start, io::check_tag_to_set) {
            Ok(name) => name,
            Err(failed) => {
                self.skip_to_close();
                self.eat_sign(")");
                return Err(failed);
            }
        };
        let mut values = self.arguments(Mode::default())?;
        let span = start.to(self.last());
        if values.len() != 1 {
            return self.fail(grammar::wrong_count(span, "settag", 2, values.len() + 1));
        }
        let value = Box::new(self.expect(start, "settag", values.remove(0), &[Type::Text])?);
        Ok(self.make(Kind::External(External::SetTag { name, value }), start, Type::Logical))
    }

    /// `removetag "Annotator"`, `removetag("Annotator")`
    pub(super) fn remove_tag(&mut self) -> Parse {
        let start = self.bump().span;
        let open = self.is_sign("(");
        if open {
            self.bump();
        }
        let name = self.tag_to_change(start, io::check_tag_to_remove);
        if open {
            if !self.is_sign(")") && name.is_ok() {
                let (here, found) = (self.here(), self.found());
                self.report(grammar::expected_close(here, "removetag", start, &found));
            }
            self.skip_to_close();
            self.eat_sign(")");
        }
        Ok(self.make(Kind::External(External::RemoveTag(name?)), start, Type::Logical))
    }

    fn tag_to_change(&mut self, start: Span, check: fn(Span, &str) -> Option<Diagnostic>) -> Parse<String> {
        let (place, word) = (self.here(), self.source(start));
        let Tok::Text(name) = self.peek() else {
            let found = self.found();
            return self.fail(grammar::expected_text(place, word, start, &found));
        };
        self.bump();
        match check(place, name) {
            Some(diagnostic) => self.fail(diagnostic),
            None => Ok(name.to_owned()),
        }
    }

    /// `readfile "names.cqo"`
    pub(super) fn read_file(&mut self) -> Parse {
        let start = self.bump().span;
        let name = self.operand(level::SUM, "readfile", start)?;
        let name = self.expect(start, "readfile", name, &[Type::Text])?;
        self.check_file(&name, "readfile", io::READABLE)?;
        Ok(self.make(Kind::External(External::ReadFile(Box::new(name))), start, Type::Text))
    }

    /// `writefile("names.cqo" player white)`
    pub(super) fn write_file(&mut self) -> Parse {
        let start = self.bump().span;
        let mut parts = self.sums("writefile", start)?;
        let span = start.to(self.last());
        if parts.len() != 2 {
            return self.fail(grammar::wrong_count(span, "writefile", 2, parts.len()));
        }
        self.expect_all(start, "writefile", &parts, &[Type::Text])?;
        self.check_file(&parts[0], "writefile", io::WRITABLE)?;
        let text = Box::new(parts.remove(1));
        let name = Box::new(parts.remove(0));
        Ok(self.make(Kind::External(External::WriteFile { name, text }), start, Type::Logical))
    }

    /// The name of a file that stands in the query is checked here, others when they are known.
    fn check_file(&mut self, name: &Filter, word: &str, ends: &[&str]) -> Parse<()> {
        let Kind::Text(text) = &name.kind else { return Ok(()) };
        match io::check_file_name(text, word, ends) {
            Some(message) => {
                let help = io::file_ends(ends);
                self.fail(io::bad_file(name.span, &message, &help))
            }
            None => Ok(()),
        }
    }

    /// `cql_abort`
    pub(super) fn abort(&mut self) -> Parse {
        let start = self.bump().span;
        Ok(self.make(Kind::External(External::Abort), start, Type::Logical))
    }

    /// `cql_assertvariations "this query needs variations"`
    pub(super) fn assert_variations(&mut self) -> Parse {
        let start = self.bump().span;
        let Tok::Text(text) = self.peek() else {
            let (here, found) = (self.here(), self.found());
            return self.fail(grammar::expected_text(here, "cql_assertvariations", start, &found));
        };
        self.bump();
        Ok(self.make(Kind::External(External::AssertVariations(text.to_owned())), start, Type::Logical))
    }
}
