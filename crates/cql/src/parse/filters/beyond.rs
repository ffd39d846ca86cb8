//! Sequences beyond CQL: `either`, `anyorder` and `both` as constituents, `shortest` and `almost` before them.
//!
//! None of these words is reserved. `either`, `anyorder` and `both` are keywords only before a parenthesis in the
//! place of a constituent, the others only in the place of `nestban`, and a variable or function of the same name goes
//! first. CQL gives no such text a meaning, so no query of CQL 5 or 6 is read otherwise. Scripts for `tabiya cql` must be
//! what CQL 6.2 reads, so there all of them are errors.

use crate::ast::{Constituent, ConstituentKind, Kind, MOST_DIFFERENCES, MOST_IN_ANY_ORDER, Span};
use crate::catalogue::{Op, Shorthand};
use crate::errors::beyond as errors;
use crate::lex::Tok;
use crate::parse::{Failed, Parse, Parser};

/// The filter that a constituent stands in; for `line` with its arrow.
#[derive(Clone, Copy)]
pub(super) enum Within<'a> {
    /// `next`, `previous`
    Next,
    /// `line`
    Line(&'a str),
    /// `path`
    Path,
}

/// The parameters that say which match counts, with their places.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    /// `shortest`
    pub(super) shortest: Option<Span>,
    /// `almost 2`: the word and the number.
    almost: Option<(Span, u8)>,
}

impl Choice {
    /// The number of differences that a match may have.
    pub(super) fn most(&self) -> Option<u8> {
        self.almost.map(|(_, most)| most)
    }
}

impl Parser<'_> {
    /// True if `either`, `anyorder` or `both` is next as a constituent.
    pub(super) fn at_combination(&self) -> bool {
        let word = match self.peek() {
            Tok::Word(word @ ("either" | "anyorder" | "both")) => word,
            _ => return false,
        };
        self.token(1).tok == Tok::Sign("(") && self.known(word).is_none()
    }

    /// The constituent that begins with the word that is next.
    pub(super) fn combination(&mut self, within: Within<'_>) -> Parse<ConstituentKind> {
        let start = self.bump().span;
        let word = self.source(start);
        if self.drop_in {
            return self.fail(errors::not_in_cql(start, word));
        }
        self.tallest += 1;
        match word {
            "either" => Ok(ConstituentKind::Either(self.joined(start, "or", within)?)),
            "both" => Ok(ConstituentKind::Both(self.joined(start, "and", within)?)),
            _ => self.any_order(start, within),
        }
    }

    /// `anyorder (A B (C D))`, without the word.
    fn any_order(&mut self, start: Span, within: Within<'_>) -> Parse<ConstituentKind> {
        let members = self.listed(within)?;
        if members.len() > MOST_IN_ANY_ORDER {
            let span = members[MOST_IN_ANY_ORDER].span;
            return self.fail(errors::many_members(span, start, members.len(), MOST_IN_ANY_ORDER));
        }
        let is_test = |member: &&Constituent| match &member.unnamed().kind {
            ConstituentKind::Filter(filter) => !matches!(filter.kind, Kind::Dash(_)),
            _ => false,
        };
        match members.iter().find(is_test) {
            Some(test) if matches!(within, Within::Path) => self.fail(errors::test_as_member(test.span, start)),
            _ => Ok(ConstituentKind::AnyOrder(members)),
        }
    }

    /// `either (A) or (B)`, without the first word. `between`: the word before each sequence but the first.
    fn joined(&mut self, start: Span, between: &str, within: Within<'_>) -> Parse<Vec<Vec<Constituent>>> {
        let word = self.source(start);
        let mut lists = Vec::new();
        let mut failed = false;
        loop {
            match self.listed(within) {
                Ok(list) => lists.push(list),
                Err(Failed) => failed = true,
            }
            if !self.is_word(between) {
                break;
            }
            let joint = self.bump().span;
            if !self.is_sign("(") {
                return self.fail(errors::expected_sequence(self.here(), word, between, joint, &self.found()));
            }
        }
        if failed {
            return Err(Failed);
        }
        if lists.len() < 2 {
            return self.fail(errors::only_one(self.here(), word, between, start, &self.found()));
        }
        Ok(lists)
    }

    /// `( constituents )`
    fn listed(&mut self, within: Within<'_>) -> Parse<Vec<Constituent>> {
        match within {
            Within::Next => self.group("("),
            Within::Line(arrow) => self.line_group(arrow),
            Within::Path => self.path_group(),
        }
    }

    /// Reads `shortest` or `almost 2`, if one of them is next. `filter`: the word of the filter, which begins at `start`.
    pub(super) fn choice(&mut self, choice: &mut Choice, filter: &str, start: Span) -> Parse<bool> {
        let word = match self.peek() {
            Tok::Word(word @ ("shortest" | "almost")) if self.known(word).is_none() => word,
            _ => return Ok(false),
        };
        if self.drop_in {
            return self.fail(errors::not_in_cql(self.here(), word));
        }
        if (word == "shortest" && choice.shortest.is_some()) || (word == "almost" && choice.almost.is_some()) {
            return self.parameter_twice(filter, start);
        }
        let here = self.bump().span;
        if word == "shortest" {
            choice.shortest = Some(here);
            return Ok(true);
        }
        let most = match self.peek() {
            Tok::Integer(most) => u8::try_from(most).ok().filter(|most| (1..=MOST_DIFFERENCES).contains(most)),
            _ => None,
        };
        let Some(most) = most else {
            let (place, found) = (self.here(), self.found());
            return self.fail(errors::bad_number(place, here, MOST_DIFFERENCES, &found));
        };
        choice.almost = Some((here.to(self.bump().span), most));
        Ok(true)
    }

    /// Complains about `both` in a sequence with `almost`.
    pub(super) fn check_choice(&mut self, choice: &Choice, constituents: &[Constituent]) -> Parse<()> {
        let Some((almost, _)) = choice.almost else { return Ok(()) };
        match constituents.iter().find_map(Constituent::both) {
            Some(both) => self.fail(errors::both_in_almost(both.span, almost)),
            None => Ok(()),
        }
    }

    /// `differences`
    pub(super) fn differences(&mut self) -> Parse {
        let start = self.here();
        if self.drop_in {
            self.bump();
            return self.fail(errors::not_in_cql(start, "differences"));
        }
        self.bump();
        Ok(self.made(Op::Shorthand(Shorthand::Differences), Vec::new(), start))
    }

    /// The error about one of these words where it has no meaning, if one is next.
    pub(super) fn misplaced_beyond(&self) -> Option<crate::diagnostic::Diagnostic> {
        let span = self.here();
        match self.peek() {
            Tok::Word("either") => Some(errors::misplaced_constituent(span, "either", "either (A B) or (C)")),
            Tok::Word("both") => Some(errors::misplaced_constituent(span, "both", "both (A B*) and (C)")),
            Tok::Word("anyorder") => Some(errors::misplaced_constituent(span, "anyorder", "anyorder (A B C)")),
            Tok::Word("shortest") => Some(errors::misplaced_parameter(span, "shortest", "next shortest (A .* B)")),
            Tok::Word("almost") => Some(errors::misplaced_parameter(span, "almost", "next almost 1 (A B C)")),
            _ => None,
        }
    }
}
