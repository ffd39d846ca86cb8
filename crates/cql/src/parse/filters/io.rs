//! `settag`, `removetag`, `readfile`, `writefile` and `cql_assertvariations`.

use crate::ast::{Filter, Kind, Span, Type};
use crate::catalogue::{Op, Shorthand, TextOp, TruthOp};
use crate::diagnostic::Diagnostic;
use crate::errors::{grammar, io};
use crate::parse::{Mode, Parse, Parser, level};

impl Parser<'_> {
    /// `settag("Motif" "windmill")`
    pub(super) fn set_tag(&mut self) -> Parse {
        let start = self.bump().span;
        self.open("settag", start)?;
        let tag = match self.tag_to_change(start, io::check_tag_to_set) {
            Ok(tag) => tag,
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
        let value = self.expect(start, "settag", values.remove(0), &[Type::Text])?;
        Ok(self.made(Op::Shorthand(Shorthand::SetTag), vec![tag, value], start))
    }

    /// `removetag "Annotator"`, `removetag("Annotator")`
    pub(super) fn remove_tag(&mut self) -> Parse {
        let start = self.bump().span;
        let open = self.is_sign("(");
        if open {
            self.bump();
        }
        let tag = self.tag_to_change(start, io::check_tag_to_remove);
        if open {
            if !self.is_sign(")") && tag.is_ok() {
                self.report(grammar::expected_close(self.here(), "removetag", start, &self.found()));
            }
            self.skip_to_close();
            self.eat_sign(")");
        }
        let tag = tag?;
        Ok(self.made(Op::Shorthand(Shorthand::RemoveTag), vec![tag], start))
    }

    fn tag_to_change(&mut self, start: Span, check: fn(Span, &str) -> Option<Diagnostic>) -> Parse {
        let name = self.literal_argument(self.source(start), start)?;
        match name.literal().and_then(|text| check(name.span, text)) {
            Some(diagnostic) => self.fail(diagnostic),
            None => Ok(name),
        }
    }

    /// `readfile "names.cqo"`
    pub(super) fn read_file(&mut self) -> Parse {
        let start = self.bump().span;
        let name = self.operand(level::SUM, "readfile", start)?;
        let name = self.expect(start, "readfile", name, &[Type::Text])?;
        self.check_file(&name, "readfile", io::READABLE)?;
        Ok(self.made(Op::Text(TextOp::ReadFile), vec![name], start))
    }

    /// `writefile("names.cqo" player white)`
    pub(super) fn write_file(&mut self) -> Parse {
        let start = self.bump().span;
        let parts = self.sums("writefile", start)?;
        let span = start.to(self.last());
        if parts.len() != 2 {
            return self.fail(grammar::wrong_count(span, "writefile", 2, parts.len()));
        }
        self.expect_all(start, "writefile", &parts, &[Type::Text])?;
        self.check_file(&parts[0], "writefile", io::WRITABLE)?;
        Ok(self.made(Op::Truth(TruthOp::WriteFile), parts, start))
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

    /// `cql_assertvariations "this query needs variations"`
    pub(super) fn assert_variations(&mut self) -> Parse {
        let start = self.bump().span;
        let text = self.literal_argument("cql_assertvariations", start)?;
        Ok(self.made(Op::Shorthand(Shorthand::AssertVariations), vec![text], start))
    }
}
