//! Filters that relate positions to each other: `echo`, `consecutivemoves`, `similarposition`.

use super::range::After;
use super::{Failed, Parse, Parser, level};
use crate::ast::{CommonMoves, Echo, Filter, Kind, Name, Similar, Span, Type, VariableKind};
use crate::catalogue;
use crate::errors::{grammar, meaning, relations};
use crate::lex::Tok;
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
            match self.scope.get(&name.text) {
                Some((Entry::Variable { kind, .. }, span)) if *kind != POSITION => {
                    let diagnostic = meaning::other_kind(name, POSITION, *kind, span);
                    return self.fail(diagnostic);
                }
                Some((Entry::Function(_), span)) => {
                    let diagnostic = meaning::function_again(name, span);
                    return self.fail(diagnostic);
                }
                _ => self.scope.define(&name.text, Entry::Variable { kind: POSITION, persistent: false }, name.span),
            }
        }
        let all = self.eat_word("in");
        if all && !self.eat_word("all") {
            let (here, found) = (self.here(), self.found());
            return self.fail(relations::expected_all(here, start, &found));
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
            let here = self.here();
            let twice = match self.peek() {
                Tok::Word("nosort") => std::mem::replace(&mut no_sort, true),
                Tok::Word("notransform") => std::mem::replace(&mut no_transform, true),
                _ => break,
            };
            if twice {
                let (name, tok) = (self.source(here), self.peek());
                let first = self.given(start, |one| one == tok);
                self.report(grammar::parameter_twice(here, "similarposition", name, first));
            }
            self.bump();
        }
        let Tok::Text(file) = self.peek() else {
            let (here, found) = (self.here(), self.found());
            return self.fail(grammar::expected_text(here, "similarposition", start, &found));
        };
        self.bump();
        let similar = Similar { no_sort, no_transform, file: file.to_owned() };
        Ok(self.make(Kind::Similar(similar), start, Type::Logical))
    }

    /// `position in "base.tabiya"`, after `in`
    pub(super) fn position_in_file(&mut self, start: Span) -> Parse {
        let Tok::Text(file) = self.peek() else {
            let (here, found) = (self.here(), self.found());
            let misses = grammar::expected_text(here, "position in", start, &found);
            return self.fail(misses.help("name a file of games: `position in \"base.tabiya\"`"));
        };
        self.bump();
        Ok(self.make(Kind::InFile(file.to_owned()), start, Type::Logical))
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
        match self.peek() {
            Tok::Word(name) if !catalogue::is_reserved(name, self.dialect) => Ok(self.name()),
            _ => {
                let (here, found) = (self.here(), self.found());
                self.skip_to_close();
                self.eat_sign(")");
                self.fail(grammar::expected_name(here, word, start, &found))
            }
        }
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
