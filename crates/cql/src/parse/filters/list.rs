//! Filters one after another: the body, braces, argument lists; and how reading goes on after an error.

use super::operators::Infix;
use crate::advice::misreadings::{self, Numbers};
use crate::ast::{Filter, Kind, Span, Type};
use crate::catalogue;
use crate::errors::{grammar, sequences, typing};
use crate::lex::Tok;
use crate::parse::{Failed, Parse, Parser, level};

impl Parser<'_> {
    /// The filters of the body.
    pub(in crate::parse) fn body(&mut self) -> Parse<Vec<Filter>> {
        if self.peek() == Tok::End {
            return self.fail(grammar::no_filters(self.here()));
        }
        let declarations = self.declarations();
        let ends = self.peek() == Tok::End;
        if ends && declarations.as_ref().is_ok_and(Vec::is_empty) {
            return self.fail(grammar::no_filters(self.here()));
        }
        let filters = if ends { Ok(Vec::new()) } else { self.filters(false) };
        if filters.is_ok() && self.peek() != Tok::End {
            return self.fail(grammar::unexpected(self.here(), &self.found()));
        }
        let (mut all, mut filters) = (declarations?, filters?);
        all.append(&mut filters);
        Ok(all)
    }

    /// The whole text as one value.
    pub(in crate::parse) fn value(&mut self) -> Parse {
        let start = self.here();
        if self.peek() == Tok::End {
            return self.fail(grammar::no_filters(start));
        }
        let mut filters = self.filters(true)?;
        match (filters.pop(), filters.is_empty()) {
            (Some(only), true) => Ok(only),
            (Some(last), false) => {
                let ty = last.ty;
                filters.push(last);
                Ok(self.make(Kind::Braces(filters), start, ty))
            }
            (None, _) => Err(Failed),
        }
    }

    /// Filters up to a closing bracket or the end. `value`: the last one may be a mere number.
    pub(super) fn filters(&mut self, value: bool) -> Parse<Vec<Filter>> {
        let mut filters: Vec<Filter> = Vec::new();
        let mut failed = false;
        // After an error, numbers may belong to what was faulty.
        let mut faulty = false;
        loop {
            self.pass_blank_line();
            if self.at_close() {
                break;
            }
            if !self.starts_filter() {
                let infix = is_infix(self.peek());
                if !failed || infix {
                    self.stray(filters.last());
                }
                (failed, faulty) = (true, true);
                if infix {
                    self.skip_right_side();
                }
                self.recover();
                continue;
            }
            let before = self.at;
            match self.bare_range().and_then(|()| self.expr(level::OR)) {
                Ok(filter) => {
                    failed |= !faulty && self.bare_number(&filter, filters.last(), value);
                    faulty &= matches!(filter.kind, Kind::Integer(_));
                    filters.push(filter);
                }
                Err(Failed) => {
                    (failed, faulty) = (true, true);
                    if self.at == before {
                        self.bump();
                    }
                    self.recover();
                }
            }
        }
        if failed { Err(Failed) } else { Ok(filters) }
    }

    /// After an operator that does not fit: its right side, where only what has nothing to do with types is wrong.
    fn skip_right_side(&mut self) {
        self.bump();
        if self.at_close() || !self.starts_filter() {
            return;
        }
        let errors = self.complaints.len();
        if self.expr(level::OR).is_err() {
            self.complaints.keep_since(errors, |one| !matches!(one.code, "type-mismatch" | "operator-misfit"));
        }
    }

    /// True if the next token can begin a filter.
    pub(in crate::parse) fn starts_filter(&self) -> bool {
        match self.peek() {
            Tok::Word(word) if self.known(word).is_some() => true,
            Tok::Word(_) if self.which_measure().is_some() => true,
            Tok::Word("attack") => true,
            Tok::Word("legal" | "pseudolegal") => true,
            Tok::Word(word) => !catalogue::is_inside(word) || self.assigns(1) || self.loops(1),
            Tok::Sign(sign) => matches!(sign, "(" | "{" | "-" | "~" | "#" | "." | "[]" | "[forall]" | "[" | "\\"),
            Tok::Integer(_) | Tok::Text(_) | Tok::Designator(_) | Tok::Declare | Tok::Dash(_) | Tok::Bad => true,
            Tok::Group(_)
            | Tok::GroupStart(_)
            | Tok::NamedGroup(..)
            | Tok::LineComment
            | Tok::Repeat(..)
            | Tok::Result(_) => true,
            Tok::File(..) | Tok::LineEnd | Tok::EndPath | Tok::End | Tok::Named(_) => false,
        }
    }

    /// Skips what cannot begin a filter.
    pub(super) fn recover(&mut self) {
        while !self.at_close() && !self.starts_filter() {
            self.bump();
        }
    }

    /// `3 5 (check mate)`: a range and a list without the filter that takes them.
    fn bare_range(&mut self) -> Parse<()> {
        if !self.five() {
            return Ok(());
        }
        let numbers = (0..3).take_while(|&ahead| matches!(self.token(ahead).tok, Tok::Integer(_))).count();
        if numbers == 0 || self.token(numbers).tok != Tok::Sign("(") {
            return Ok(());
        }
        let start = self.here();
        for _ in 0..=numbers {
            self.bump();
        }
        self.skip_to_close();
        self.eat_sign(")");
        let span = start.to(self.last());
        self.fail(grammar::range_without_filter(span, self.source(span)))
    }

    /// Complains about a number that stands among filters; whether that is an error.
    pub(super) fn bare_number(&mut self, filter: &Filter, before: Option<&Filter>, value: bool) -> bool {
        if !matches!(filter.kind, Kind::Integer(_)) || (value && self.at_close()) || is_infix(self.peek()) {
            return false; // a value, or the left side of what is complained about next
        }
        if !self.five() {
            self.number_alone(filter, before);
            return false;
        }
        let (span, old, meant) = self.meant_by_numbers(filter, before);
        while let Tok::Integer(_) = self.peek() {
            self.bump();
        }
        self.report(grammar::bare_number(span, self.source(span), old, meant));
        true
    }

    /// Warns of the first of some numbers that stand among the filters of dialect 6.
    fn number_alone(&mut self, filter: &Filter, before: Option<&Filter>) {
        if before.is_some_and(|before| matches!(before.kind, Kind::Integer(_))) {
            return;
        }
        let (span, old, meant) = self.meant_by_numbers(filter, before);
        self.report(grammar::number_alone(span, self.source(span), old, meant));
    }

    /// A number with those after it: their place, whether CQL 5 reads them as the range of the filter before them, and the
    /// condition that is probably meant.
    fn meant_by_numbers(&self, first: &Filter, before: Option<&Filter>) -> (Span, bool, Option<String>) {
        let (mut span, mut numbers) = (first.span, Vec::new());
        if let Kind::Integer(number) = first.kind {
            numbers.push(number);
        }
        for ahead in 0.. {
            let token = self.token(ahead);
            let Tok::Integer(number) = token.tok else { break };
            span = span.to(token.span);
            numbers.push(number);
        }
        let old = before.is_some_and(|filter| self.is_old_range(filter));
        let text = self.source(span);
        let meant = before.zip(Numbers::of(&numbers));
        let meant = meant.and_then(|(before, numbers)| misreadings::of_plain_numbers(before, numbers, text));
        (span, old, meant)
    }

    /// Complains about a token that nothing takes.
    pub(super) fn stray(&mut self, left: Option<&Filter>) {
        let (here, found) = (self.here(), self.found());
        let text = self.source(here);
        let diagnostic = match (self.peek(), left) {
            _ if let Some(diagnostic) = self.misplaced_beyond() => diagnostic,
            (Tok::Named(_) | Tok::Sign(":="), _) => sequences::misplaced_name(here, text),
            (Tok::Sign(":"), Some(_)) if let Some((time, seconds)) = self.time_of_clock() => {
                typing::time_of_clock(time, self.source(time), seconds)
            }
            (Tok::Sign(sign @ ("->" | "<-")), Some(filter)) if arrows_otherwise(filter, sign) => {
                typing::mixed_arrows(here, filter.span)
            }
            (Tok::Sign("=" | "=?" | "+=" | "-=" | "*=" | "/=" | "%=" | "|=" | "&="), Some(filter)) => {
                let entry = matches!(filter.kind, Kind::Entry { .. });
                let wider = self.source(Span { end: here.end + 1, ..here });
                let text = if matches!(wider, "=>" | "=<") { wider } else { text };
                typing::cannot_assign(here, text, filter.span, self.source(filter.span), entry)
            }
            (Tok::Sign("*" | "+"), Some(filter)) if filter.ty == Type::Logical && !self.counts_on() => {
                grammar::stray_wildcard(here, text)
            }
            (Tok::Sign("+"), Some(filter)) if matches!(filter.ty, Type::Number | Type::Text) => {
                let right = self.operand_types.get(&(self.call_number(), self.at + 1)).copied();
                self.traced(typing::mixed_sum(here, filter, right), &[filter])
            }
            (Tok::Sign("?" | "{*}" | "{+}"), _) => grammar::stray_wildcard(here, text),
            (Tok::Sign(","), _) => grammar::comma(here),
            (Tok::Word("on"), Some(filter)) if !self.five() => grammar::old_on(here, filter.span),
            (tok, Some(filter)) if is_infix(tok) && ends_with_target(filter) && is_tight(tok, filter.ty) => {
                typing::behind_target(here, text, filter.span)
            }
            (Tok::Sign(op) | Tok::Word(op), Some(filter)) if is_infix(self.peek()) => {
                self.traced(typing::operator_misfit(here, op, text, filter), &[filter])
            }
            (tok, None) if is_infix(tok) => grammar::missing_left(here, text),
            (Tok::Word(word), _) if catalogue::is_known(word) => grammar::parameter_alone(here, word),
            _ => grammar::unexpected(here, &found),
        };
        self.report(diagnostic);
    }
}

fn arrows_otherwise(filter: &Filter, sign: &str) -> bool {
    matches!(filter.kind, Kind::Arrow { left, .. } if left != (sign == "<-"))
}

fn ends_with_target(filter: &Filter) -> bool {
    matches!(&filter.kind, Kind::Dash(dash) if !dash.target.is_empty())
}

/// True if an operator takes such a left side and binds more tightly than a dash.
fn is_tight(tok: Tok<'_>, left: Type) -> bool {
    let infix = match tok {
        Tok::Sign(sign) => Infix::of_sign(sign, left),
        Tok::Word(word) => Infix::of_word(word, left),
        _ => None,
    };
    infix.is_some_and(|infix| infix.level() > level::DASH)
}

fn is_infix(tok: Tok<'_>) -> bool {
    match tok {
        Tok::Sign(sign) => !matches!(sign, "[element]" | "[forall]" | ":=" | "," | "\\" | "[" | "-->" | "<--"),
        Tok::Word(word) => catalogue::is_infix(word),
        _ => false,
    }
}
