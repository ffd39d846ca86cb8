//! Filters that relate positions to each other: `echo`, `consecutivemoves`, `similarposition`.

use crate::ast::{CommonMoves, Echo, Filter, Kind, Name, Span, Type, VariableKind};
use crate::catalogue::{Op, Shorthand};
use crate::errors::{grammar, meaning, relations};
use crate::lex::Tok;
use crate::parse::range::After;
use crate::parse::{Failed, Parse, Parser, level};
use crate::scope::Entry;

/// The kind of the variables of `echo` and `consecutivemoves`.
const POSITION: VariableKind = VariableKind::Value(Type::Position);

impl Parser<'_> {
    /// `echo quiet (x y) in all F`
    pub(super) fn echo(&mut self) -> Parse {
        let start = self.bump().span;
        let quiet = self.eat_word("quiet");
        let (source, target) = self.two_names("echo", start)?;
        for name in [&source, &target] {
            self.define_variable(name, POSITION)?;
        }
        let all = self.eat_word("in");
        if all && !self.eat_word("all") {
            return self.fail(relations::expected_all(self.here(), start, &self.found()));
        }
        let body = Box::new(self.operand(level::OR, "echo", start)?);
        let ty = if body.ty == Type::Number { Type::Number } else { Type::Logical };
        Ok(self.make(Kind::Echo(Echo { quiet, source, target, all, body }), start, ty))
    }

    /// `consecutivemoves quiet 2 9 (x y)`
    pub(super) fn common_moves(&mut self) -> Parse {
        let start = self.bump().span;
        let mut quiet = self.eat_word("quiet");
        let range = self.range(After::Argument)?;
        quiet |= self.eat_word("quiet");
        let (first, second) = self.two_names("consecutivemoves", start)?;
        for name in [&first, &second] {
            match self.scope.get(&name.text) {
                Some((Entry::Unknown, _)) => {}
                // It makes the variables that nothing has made before it.
                None if !self.five() => {
                    self.scope.define(&name.text, Entry::Variable { kind: POSITION, persistent: false }, name.span);
                }
                Some((Entry::Variable { kind: POSITION, .. }, _)) => {}
                Some((Entry::Variable { kind, .. }, span)) => {
                    let diagnostic = meaning::other_kind(name, POSITION, *kind, span);
                    return self.fail(diagnostic);
                }
                _ => {
                    let diagnostic = self.unknown_name(name.span, &name.text, false);
                    return self.fail(diagnostic);
                }
            }
        }
        Ok(self.make(Kind::CommonMoves(CommonMoves { quiet, range, first, second }), start, Type::Number))
    }

    /// `similarposition nosort notransform "model.pgn"`
    pub(super) fn similar(&mut self) -> Parse {
        let start = self.bump().span;
        let (mut no_sort, mut no_transform) = (false, false);
        loop {
            let twice = match self.peek() {
                Tok::Word("nosort") => std::mem::replace(&mut no_sort, true),
                Tok::Word("notransform") => std::mem::replace(&mut no_transform, true),
                _ => break,
            };
            if twice {
                let _reported: Parse<()> = self.parameter_twice("similarposition", start);
            }
            self.bump();
        }
        let file = self.literal_argument("similarposition", start)?;
        let op = match (no_sort, no_transform) {
            (false, false) => Shorthand::Similar,
            (true, false) => Shorthand::SimilarNoSort,
            (false, true) => Shorthand::SimilarNoTransform,
            (true, true) => Shorthand::SimilarNeither,
        };
        Ok(self.made(Op::Shorthand(op), vec![file], start))
    }

    /// `position in "base.tabiya"`, after `in`
    pub(super) fn position_in_file(&mut self, start: Span) -> Parse {
        if !matches!(self.peek(), Tok::Text(_)) {
            let misses = grammar::expected_text(self.here(), "position in", start, &self.found());
            return self.fail(misses.help("name a file of games: `position in \"base.tabiya\"`"));
        }
        let file = self.literal_argument("position in", start)?;
        Ok(self.made(Op::Shorthand(Shorthand::InFile), vec![file], start))
    }

    /// Two different names in parentheses.
    fn two_names(&mut self, word: &str, start: Span) -> Parse<(Name, Name)> {
        if self.open(word, start).is_err() {
            self.skip_to_close(); // nobody knows which names follow
            return Err(Failed);
        }
        let first = self.one_name(word, start)?;
        let second = self.one_name(word, start)?;
        if first.text == second.text {
            self.close(word, start)?;
            return self.fail(relations::same_name(&second, word, first.span));
        }
        self.close(word, start)?;
        Ok((first, second))
    }

    fn one_name(&mut self, word: &str, start: Span) -> Parse<Name> {
        let name = self.new_name(word, start);
        if name.is_err() {
            self.skip_to_close();
            self.eat_sign(")");
        }
        name
    }
}

/// The first `echo` in a filter.
pub(super) fn echo_in(filter: &Filter) -> Option<Span> {
    if let Kind::Echo(_) = &filter.kind {
        return Some(filter.span);
    }
    let mut found = None;
    filter.for_each_part(&mut |part| found = found.or_else(|| echo_in(part)));
    found
}
