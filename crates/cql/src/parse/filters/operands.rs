//! What words and signs take: filters of some types, lists of them, quoted texts; and errors in their parameters.
//! Each file of a filter reads its operands by these functions, through which it goes back into expressions.

use crate::ast::{Filter, Kind, Span, Type};
use crate::catalogue::Op;
use crate::errors::{grammar, meaning};
use crate::lex::Tok;
use crate::parse::{Failed, Mode, Parse, Parser, level};

impl Parser<'_> {
    /// Expects a filter after a word or sign, and reads it at a level.
    pub(super) fn operand(&mut self, min: u8, after: &str, span: Span) -> Parse {
        if self.at_close() || !self.starts_filter() {
            return self.fail(grammar::missing_argument(span, after, self.here(), &self.found()));
        }
        self.expr(min)
    }

    /// The filter after a word that asks whether it matches. In dialect 5 a number alone does not count; in dialect 6 it does, and
    /// a warning says what it does.
    pub(super) fn condition(&mut self, min: u8, after: &str, span: Span) -> Parse {
        let filter = self.operand(min, after, span)?;
        if self.five() { self.no_number(filter) } else { Ok(filter) }
    }

    /// Rejects a number alone, with the numbers after it, where a filter is due.
    pub(super) fn no_number(&mut self, filter: Filter) -> Parse {
        let mut alone = &filter;
        while let Kind::Paren(inner) = &alone.kind {
            alone = inner;
        }
        if !matches!(alone.kind, Kind::Integer(_)) {
            return Ok(filter);
        }
        let mut span = filter.span;
        while matches!(self.peek(), Tok::Integer(_)) && self.last().end == span.end {
            span = span.to(self.bump().span);
        }
        self.fail(grammar::bare_number(span, self.source(span), false, None))
    }

    /// The set after a word or sign.
    pub(super) fn set_operand(&mut self, min: u8, word: Span) -> Parse {
        let name = self.source(word);
        let set = self.operand(min, name, word)?;
        self.expect(word, name, set, &[Type::Set])
    }

    /// The number after a word or sign.
    pub(super) fn number_operand(&mut self, min: u8, word: Span) -> Parse {
        let name = self.source(word);
        let number = self.operand(min, name, word)?;
        self.expect(word, name, number, &[Type::Number])
    }

    /// An operand of a filter of CQL 5: tight, but in dialect 5 the words go on with it.
    pub(super) fn old_operand(&mut self, min: u8, after: &str, span: Span) -> Parse {
        let filter = self.operand(min, after, span)?;
        if self.five() && filter.ty == Type::Set { self.words(filter) } else { Ok(filter) }
    }

    /// A set after a word of CQL 5: the words of dialect 5 go on with it.
    pub(super) fn old_set(&mut self, min: u8, word: Span) -> Parse {
        let name = self.source(word);
        let set = self.old_operand(min, name, word)?;
        self.expect(word, name, set, &[Type::Set])
    }

    /// Arguments up to the closing parenthesis, which is taken.
    pub(super) fn arguments(&mut self, mode: Mode) -> Parse<Vec<Filter>> {
        let filters = self.in_mode(mode, |parser| {
            let mut filters: Vec<Filter> = Vec::new();
            let mut failed = false;
            loop {
                parser.pass_blank_line();
                if parser.at_close() {
                    break;
                }
                if !parser.starts_filter() {
                    parser.stray(filters.last());
                    failed = true;
                    parser.recover();
                    continue;
                }
                let before = parser.at;
                parser.item_start = mode.items.then_some(before);
                match parser.expr(level::OR) {
                    Ok(filter) => filters.push(filter),
                    Err(Failed) => {
                        failed = true;
                        if parser.at == before {
                            parser.bump();
                        }
                        parser.recover();
                    }
                }
            }
            if failed { Err(Failed) } else { Ok(filters) }
        });
        self.eat_sign(")");
        filters
    }

    /// Arguments in parentheses that end before comparisons.
    pub(super) fn sums(&mut self, word: &str, start: crate::ast::Span) -> Parse<Vec<Filter>> {
        self.open(word, start)?;
        let items: Parse<Vec<Filter>> = self.in_mode(Mode::default(), |parser| {
            let mut items = Vec::new();
            loop {
                parser.pass_blank_line();
                if parser.at_close() {
                    break;
                }
                if parser.is_sign(",") {
                    return parser.fail(grammar::comma(parser.here()));
                }
                items.push(parser.operand(level::SUM, word, start)?);
            }
            Ok(items)
        });
        if items.is_err() {
            self.skip_to_close();
        }
        self.eat_sign(")");
        items
    }

    /// Sets in parentheses, at least `least` of them.
    pub(super) fn sets(&mut self, word: &str, start: Span, least: usize) -> Parse<Vec<Filter>> {
        self.open(word, start)?;
        let sets = self.arguments(Mode::default())?;
        let span = start.to(self.last());
        self.expect_all(start, word, &sets, &[Type::Set])?;
        if sets.len() < least {
            return self.fail(grammar::too_few(span, word, least, sets.len()));
        }
        Ok(sets)
    }

    /// Exactly two sets in parentheses.
    pub(super) fn two_sets(&mut self, word: &str, start: Span) -> Parse<(Box<Filter>, Box<Filter>)> {
        self.open(word, start)?;
        let open = self.last();
        let mode = Mode::default();
        let pair = self.in_mode(mode, |parser| {
            let first = parser.two_sets_part(word, start)?;
            let second = parser.two_sets_part(word, start)?;
            Ok((Box::new(first), Box::new(second)))
        });
        if pair.is_err() {
            self.skip_to_close();
        } else if !self.is_sign(")") {
            let (here, found) = (self.here(), self.found());
            self.skip_to_close();
            self.eat_sign(")");
            return self.fail(grammar::expected_close(here, word, open, &found));
        }
        self.eat_sign(")");
        pair
    }

    pub(super) fn two_sets_part(&mut self, word: &str, start: Span) -> Parse {
        let min = if self.five() { level::OR } else { level::DASH };
        if self.is_sign(",") {
            return self.fail(grammar::comma(self.here()));
        }
        if self.at_close() {
            let span = start.to(self.here());
            return self.fail(grammar::few_sets(span, word));
        }
        let set = self.operand(min, word, start)?;
        self.expect(start, word, set, &[Type::Set])
    }

    /// A quoted text after a word, which stands for itself.
    pub(super) fn literal_argument(&mut self, word: &str, start: Span) -> Parse {
        let Tok::Text(text) = self.peek() else {
            return self.fail(grammar::expected_text(self.here(), word, start, &self.found()));
        };
        let place = self.bump().span;
        Ok(self.make(Kind::Text(text.to_owned()), place, Type::Text))
    }

    /// An operation whose arguments have been read.
    pub(super) fn made(&self, op: Op, arguments: Vec<Filter>, start: Span) -> Filter {
        self.make(Kind::Apply(op, arguments), start, op.row().ty)
    }

    /// The parameter that is next was given already to the filter that begins at `start`.
    pub(super) fn parameter_twice<T>(&mut self, filter: &str, start: Span) -> Parse<T> {
        let (here, tok) = (self.here(), self.peek());
        let first = self.given(start, |one| one == tok);
        self.fail(grammar::parameter_twice(here, filter, self.source(here), first))
    }

    /// Two parameters of a `line` or `path` that begins at `start` do not go together: the later one is marked.
    pub(super) fn parameters_conflict<T>(
        &mut self,
        filter: &str,
        start: Span,
        (one, other): (&str, &str),
        rule: &'static str,
    ) -> Parse<T> {
        let place = |name: &str| self.given(start, |tok| matches!(tok, Tok::Word(one) | Tok::Sign(one) if one == name));
        let (mut late, mut early) = ((place(one), one), (place(other), other));
        if late.0.start < early.0.start {
            std::mem::swap(&mut late, &mut early);
        }
        self.fail(meaning::sequence_conflict(filter, late, early, rule))
    }
}
