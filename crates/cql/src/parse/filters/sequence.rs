//! `next`, `previous` and their like: constituents, groups and wildcards; `next*`, `previous*`.

use super::beyond::{Choice, Within};
use crate::ast::{Constituent, ConstituentKind, Kind, Reach, Sequence, SequenceForm, Span, Type};
use crate::errors::{grammar, sequences};
use crate::lex::Tok;
use crate::parse::range::After;
use crate::parse::{Failed, Mode, Parse, Parser, level};

/// The mode for constituents.
const WILD: Mode = Mode { wild: true, line: false, items: false, path: false, colon: false };

impl Parser<'_> {
    /// `next 3 5 nestban (A B*)`, `next* F`
    pub(super) fn sequence(&mut self) -> Parse {
        let start = self.bump().span;
        let word = self.source(start);
        if self.is_sign("*") && matches!(word, "next" | "previous") {
            self.bump();
            return self.reach(start, word == "previous");
        }
        if word == "previous" && !self.previous_sequence(0) {
            return self.current_move(start);
        }
        let mut range = None;
        let mut nestban = false;
        let mut choice = Choice::default();
        loop {
            if self.choice(&mut choice, word, start)? {
                continue;
            }
            if self.is_word("nestban") && !nestban {
                self.bump();
                nestban = true;
            } else if range.is_none() {
                range = self.range(After::Argument)?;
                if range.is_none() {
                    break;
                }
            } else {
                break;
            }
        }
        if !self.is_sign("(") {
            return self.fail(grammar::expected_constituents(self.here(), word, start, &self.found()));
        }
        let constituents = self.group(word)?;
        self.check_choice(&choice, &constituents)?;
        let ty = if range.is_some() { Type::Number } else { Type::Logical };
        let sequence = Sequence {
            form: SequenceForm::Next,
            backward: word.starts_with("previous"),
            range,
            nestban,
            shortest: choice.shortest.is_some(),
            almost: choice.most(),
            single_color: word.ends_with('2'),
            constituents,
            ..Sequence::default()
        };
        Ok(self.make(Kind::Sequence(sequence), start, ty))
    }

    /// `( constituents )`
    pub(super) fn group(&mut self, word: &str) -> Parse<Vec<Constituent>> {
        if self.depth >= self.complaints.limits.depth() {
            return self.abandon(crate::errors::lexical::too_deep(self.here(), self.complaints.limits.depth()));
        }
        self.depth += 1;
        let open = self.bump().span;
        let constituents = self.in_mode(WILD, Self::constituents);
        self.tallest += 2;
        self.depth -= 1;
        self.eat_sign(")");
        let constituents = constituents?;
        if constituents.is_empty() {
            let span = open.to(self.last());
            return self.fail(grammar::no_constituents(span, word));
        }
        Ok(constituents)
    }

    fn constituents(&mut self) -> Parse<Vec<Constituent>> {
        let mut constituents: Vec<Constituent> = Vec::new();
        let mut failed = false;
        loop {
            self.pass_blank_line();
            if self.at_close() {
                break;
            }
            let before = self.at;
            match self.constituent() {
                Ok(constituent) => constituents.push(constituent),
                Err(Failed) => {
                    failed = true;
                    if self.at == before {
                        self.bump();
                    }
                    self.recover_constituent();
                }
            }
        }
        if failed { Err(Failed) } else { Ok(constituents) }
    }

    /// After an error: skips what belongs to the faulty constituent, including its wildcards.
    fn recover_constituent(&mut self) {
        loop {
            match self.wildcard() {
                Ok(Some(_)) => {}
                _ if self.at_close() || self.starts_filter() || self.at_combination() => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    fn constituent(&mut self) -> Parse<Constituent> {
        let start = self.here();
        let Some(name) = self.constituent_name()? else { return self.repeated_constituent() };
        let of = Box::new(self.repeated_constituent()?);
        Ok(Constituent { kind: ConstituentKind::Named { name, of }, span: start.to(self.last()) })
    }

    /// A constituent without a name, with its wildcards.
    fn repeated_constituent(&mut self) -> Parse<Constituent> {
        let start = self.here();
        let kind = match self.peek() {
            Tok::Sign("(") => ConstituentKind::Group(self.group("(")?),
            _ if self.at_combination() => self.combination(Within::Next)?,
            Tok::Integer(_) if !self.operator_follows() => {
                self.bump();
                return self.fail(grammar::number_as_constituent(start, self.source(start)));
            }
            Tok::Named(_) | Tok::Sign(":=") => {
                self.bump();
                return self.fail(sequences::misplaced_name(start, self.source(start)));
            }
            _ if !self.starts_filter() => {
                let text = self.source(start);
                let diagnostic = if self.repeats().is_some() {
                    grammar::wildcard_without_constituent(start, text)
                } else {
                    grammar::unexpected(start, &format!("`{text}`"))
                };
                return self.fail(diagnostic);
            }
            _ => {
                let filter = self.expr(level::OR)?;
                self.check_arithmetic(filter.ty, filter.span)?;
                ConstituentKind::Filter(Box::new(filter))
            }
        };
        let mut constituent = Constituent { kind, span: start.to(self.last()) };
        let mut wildcards = 0;
        while let Some((low, high)) = self.wildcard()? {
            wildcards += 1;
            self.tallest += 1;
            if wildcards > 8 {
                let here = self.last();
                return self.fail(grammar::too_many_wildcards(here));
            }
            let kind = ConstituentKind::Repeat { of: Box::new(constituent), low, high };
            constituent = Constituent { kind, span: start.to(self.last()) };
        }
        Ok(constituent)
    }

    /// `ply+1`: a wildcard that was meant as arithmetic.
    fn check_arithmetic(&mut self, ty: Type, left: Span) -> Parse<()> {
        let (sign, next) = (self.token(0), self.token(1));
        let arithmetic = matches!(sign.tok, Tok::Sign("+" | "*"))
            && matches!(ty, Type::Number | Type::Text)
            && matches!(next.tok, Tok::Integer(_) | Tok::Text(_) | Tok::Sign("#" | "-"));
        if arithmetic {
            return self.fail(grammar::wildcard_as_operator(sign.span, self.source(sign.span), left));
        }
        Ok(())
    }

    /// A wildcard, if one is next: how often at least and at most.
    fn wildcard(&mut self) -> Parse<Option<(u32, Option<u32>)>> {
        if self.is_sign("{") { self.spaced_repetition() } else { Ok(self.wildcard_taken()) }
    }

    /// Takes a wildcard without spaces in it, if one is next.
    pub(super) fn wildcard_taken(&mut self) -> Option<(u32, Option<u32>)> {
        let counts = self.repeats()?;
        self.bump();
        Some(counts)
    }

    /// `{2}`, `{2 3}`, `{2, 3}`, `{2,}` with spaces.
    fn spaced_repetition(&mut self) -> Parse<Option<(u32, Option<u32>)>> {
        let count = |tok| match tok {
            Tok::Integer(value) => u32::try_from(value).ok(),
            _ => None,
        };
        let close = Tok::Sign("}");
        let comma = Tok::Sign(",");
        let [a, b, c, d] = [1, 2, 3, 4].map(|ahead| self.token(ahead).tok);
        let (low, high, length) = if a == comma && c == close {
            (Some(0), count(b).map(Some), 4)
        } else if b == close {
            (count(a), count(a).map(Some), 3)
        } else if b == comma && c == close {
            (count(a), Some(None), 4)
        } else if b == comma && d == close {
            (count(a), count(c).map(Some), 5)
        } else if c == close {
            (count(a), count(b).map(Some), 4)
        } else {
            return self.no_repetition();
        };
        let (Some(low), Some(high)) = (low, high) else {
            return self.no_repetition();
        };
        let start = self.here();
        for _ in 0..length {
            self.bump();
        }
        let span = start.to(self.last());
        match high {
            Some(high) if low > high => self.fail(crate::errors::lexical::descending_repetition(span, low, high)),
            _ => Ok(Some((low, high))),
        }
    }

    /// Braces after a constituent are its successor, but not if they hold nothing but numbers.
    fn no_repetition<T>(&mut self) -> Parse<Option<T>> {
        let inside = |tok| matches!(tok, Tok::Integer(_) | Tok::Sign("-" | ","));
        let length = (1..).take_while(|&ahead| inside(self.token(ahead).tok)).count();
        if length == 0 || self.token(length + 1).tok != Tok::Sign("}") {
            return Ok(None);
        }
        let start = self.here();
        for _ in 0..length + 2 {
            self.bump();
        }
        let span = start.to(self.last());
        self.fail(grammar::bad_repetition(span, self.source(span)))
    }

    /// Reads the range, the depth and the filter after `next*`.
    fn reach(&mut self, start: Span, backward: bool) -> Parse {
        let range = self.range(After::Argument)?;
        let depth = if self.is_word("depth") { self.depth()? } else { None };
        let name = if backward { "previous*" } else { "next*" };
        let body = self.operand(level::OR, name, start.to(self.last()))?;
        let body = Box::new(self.no_number(body)?);
        let ty = if range.is_some() { Type::Number } else { Type::Logical };
        Ok(self.make(Kind::Reach(Reach { backward, range, depth, body }), start, ty))
    }

    /// `depth 3` before the filter of a `next*`; none if the number `depth` begins that filter: `depth == 3`.
    fn depth(&mut self) -> Parse<Option<u32>> {
        if matches!(self.token(1).tok, Tok::Sign("==" | "!=" | "<" | ">" | "<=" | ">=" | "+" | "*" | "/" | "%")) {
            return Ok(None);
        }
        let word = self.bump().span;
        let here = self.here();
        let Tok::Integer(value) = self.peek() else {
            return self.fail(grammar::expected_depth(here, word, &self.found()));
        };
        self.bump();
        if matches!(self.peek(), Tok::Integer(_)) && !self.operator_follows() {
            return self.fail(grammar::expected_depth(self.here(), word, "a second number"));
        }
        // No game is deeper than the greatest depth.
        Ok(Some(u32::try_from(value).unwrap_or(u32::MAX)))
    }
}
