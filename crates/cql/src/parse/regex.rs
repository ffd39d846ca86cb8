//! Regular expressions, and the groups of their last match.

use super::{Parse, Parser};
use crate::ast::{Filter, GroupKey, Kind, Type};
use crate::ecma;
use crate::errors::{grammar, meaning};
use crate::lex::Tok;

impl Parser<'_> {
    /// `text ~~ "pattern"`
    pub(super) fn regex(&mut self, left: Filter) -> Parse {
        let sign = self.bump().span;
        let Tok::Text(pattern) = self.peek() else {
            return self.fail(grammar::expected_text(self.here(), "~~", sign, &self.found()));
        };
        let place = self.bump().span;
        if let Err(fault) = ecma::check(pattern) {
            return self.fail(meaning::bad_pattern(place, &fault));
        }
        let start = left.span;
        Ok(self.make(Kind::Regex { text: Box::new(left), pattern: pattern.to_owned() }, start, Type::Text))
    }

    /// `\1`, `\-1`, `\{name}`, `\-{name}`
    pub(super) fn group_text(&mut self) -> Parse {
        let token = self.bump();
        let (group, start) = match token.tok {
            Tok::GroupStart(number) => (GroupKey::Number(number), true),
            Tok::NamedGroup(start, name) => (GroupKey::Name(name.to_owned()), start),
            Tok::Group(number) => (GroupKey::Number(number), false),
            _ => (GroupKey::Number(0), false),
        };
        let ty = if start { Type::Number } else { Type::Text };
        Ok(self.make(Kind::Group { group, start }, token.span, ty))
    }
}
