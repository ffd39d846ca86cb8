//! Expressions: infix operators by binding strength, and the words of dialect 5, which bind equally.

use super::operators::Infix;
use crate::ast::{Binary, Filter, Kind, SequenceForm, Span, Type, Unary};
use crate::errors::{grammar, lexical, typing};
use crate::lex::Tok;
use crate::limits::HIGHEST;
use crate::parse::binary::{LEFT_DEEP, chain};
use crate::parse::{Parse, Parser, level};

impl Parser<'_> {
    /// A filter with all infix operators that bind at least so tightly.
    pub(super) fn expr(&mut self, min: u8) -> Parse {
        self.expr_or_move(min, false)
    }

    /// Like [`Parser::expr`]. `moves`: no operator goes on after a move written with a dash.
    pub(super) fn expr_or_move(&mut self, min: u8, moves: bool) -> Parse {
        if self.depth >= self.complaints.limits.depth() {
            return self.abandon(lexical::too_deep(self.here(), self.complaints.limits.depth()));
        }
        if self.built.get() > self.complaints.limits.tree {
            return self.abandon(lexical::too_large(self.here(), self.complaints.limits.tree));
        }
        self.depth += 1;
        let outer = std::mem::take(&mut self.tallest);
        let filter = self.primary().and_then(|left| {
            self.tallest += 3;
            self.operators_behind(left, min, moves)
        });
        self.depth -= 1;
        self.tallest = self.tallest.max(outer);
        filter
    }

    /// Like [`Parser::expr`], after the leftmost part was read.
    pub(super) fn operators(&mut self, left: Filter, min: u8) -> Parse {
        self.operators_behind(left, min, false)
    }

    /// Goes on with an expression of which this part was read.
    pub(super) fn operators_again(&mut self, left: Filter) -> Parse {
        self.depth += 1;
        let filter = self.operators(left, level::OR);
        self.depth -= 1;
        filter
    }

    fn operators_behind(&mut self, mut left: Filter, min: u8, moves: bool) -> Parse {
        let tight = if self.five() { min.max(level::COMPARE) } else { min };
        // The text after a move with its target belongs further out.
        let mut most = if matches!(left.kind, Kind::Dash(_)) { level::DASH - 1 } else { level::COLON };
        while !(moves && matches!(left.kind, Kind::Dash(_)))
            && let Some(op) = self.infix(&left)
        {
            if op.level() < tight || op.level() > most {
                break;
            }
            most = if op.chains() { op.level() } else { op.level().saturating_sub(1) };
            let start = self.at;
            self.check_line_operator(op, &left)?;
            left = self.infix_operand(op, left)?;
            self.check_height()?;
            if self.at == start {
                break; // a `+` that belongs further out
            }
        }
        if self.five() && min <= level::IN && !(moves && matches!(left.kind, Kind::Dash(_))) {
            return self.words(left);
        }
        self.check_in(&left, min)?;
        Ok(left)
    }

    /// In dialect 6, an `in` after a filter that is not a set is an error, also where a filter around could take it.
    fn check_in(&mut self, left: &Filter, min: u8) -> Parse<()> {
        let misplaced = !self.five() && min <= level::IN && self.is_word("in");
        if misplaced && !matches!(left.ty, Type::Set | Type::Text) {
            let here = self.here();
            let diagnostic = self.traced(typing::operator_misfit(here, "in", "in", left), &[left]);
            return self.fail(diagnostic);
        }
        Ok(())
    }

    /// A `+` or `*` after a `line` was meant as a wildcard.
    fn check_line_operator(&mut self, op: Infix, left: &Filter) -> Parse<()> {
        let wildcard = matches!(op, Infix::Binary(Binary::Add | Binary::Multiply));
        // Parentheses around a line are not seen, braces are.
        let mut bare = left;
        while let Kind::Paren(inner) = &bare.kind {
            bare = inner;
        }
        let line = matches!(&bare.kind, Kind::Sequence(sequence) if sequence.form == SequenceForm::Line);
        if wildcard && line {
            let sign = self.here();
            return self.fail(grammar::operator_behind_line(sign, self.source(sign), left.span));
        }
        Ok(())
    }

    /// A filter higher than any tree may be is rejected.
    pub(super) fn check_height(&mut self) -> Parse<()> {
        self.tallest += 1;
        if self.tallest > HIGHEST {
            let here = self.last();
            return self.abandon(lexical::too_many_operators(here, HIGHEST));
        }
        Ok(())
    }

    /// The right side of an operator, which is next.
    fn infix_operand(&mut self, op: Infix, left: Filter) -> Parse {
        match op {
            Infix::Binary(op) => match op {
                Binary::Or | Binary::And | Binary::Union | Binary::Intersect | Binary::SameSquares => {
                    self.run(op, left)
                }
                Binary::Add | Binary::Subtract | Binary::Concat => self.sum(op, left),
                Binary::Compare(compare) => self.comparison(compare, left),
                Binary::In
                | Binary::Multiply
                | Binary::Divide
                | Binary::Modulo
                | Binary::Relation(_)
                | Binary::PowerDifference => self.two_sides(op, left),
            },
            Infix::Arrow(points_left) => self.arrows(points_left, left),
            Infix::Slice => self.slice_of(left),
            Infix::Regex => self.regex(left),
            Infix::Colon => self.colon(left),
            Infix::Dash => self.dash(Some(left)),
        }
    }

    /// `A or B or C`, `A | B | C`: one associative operator several times.
    fn run(&mut self, op: Binary, left: Filter) -> Parse {
        let min = op.right_level(left.ty);
        let mut operands = vec![left];
        let mut height = self.tallest;
        loop {
            let sign = self.bump().span;
            let name = self.source(sign).to_owned();
            self.tallest = 0;
            let right = self.operand(min, &name, sign)?;
            let left_side = &operands[operands.len() - 1];
            if let Some(diagnostic) = typing::check_pair(op, left_side, &right, sign, &name) {
                return self.misfit(diagnostic, &[left_side, &right]);
            }
            height = height.max(self.tallest);
            operands.push(right);
            match self.infix(&operands[operands.len() - 1]) {
                Some(Infix::Binary(next)) if next == op && op != Binary::SameSquares => {}
                _ => break,
            }
        }
        let logarithm = usize::BITS - operands.len().leading_zeros();
        let more = u32::try_from(operands.len()).ok().filter(|&n| n <= LEFT_DEEP).unwrap_or(logarithm);
        self.tallest = height + more;
        Ok(chain(op, operands, self.five()))
    }

    /// The rest of an expression of dialect 5, where `or`, `and`, `on`, `in` bind equally and to the right.
    pub(super) fn words(&mut self, left: Filter) -> Parse {
        let mut items = vec![left];
        let mut words = Vec::new();
        let mut height = self.tallest;
        while let Some(word) = self.word_operator(&items[items.len() - 1]) {
            let sign = self.bump().span;
            let name = self.source(sign).to_owned();
            self.tallest = 0;
            let right = self.operand(level::COMPARE, &name, sign)?;
            let run = words.last().is_none_or(|&(last, _)| last == word) && matches!(word, Binary::Or | Binary::And);
            height = height.max(self.tallest) + u32::from(!run);
            if height > HIGHEST {
                return self.abandon(lexical::too_many_operators(sign, HIGHEST));
            }
            items.push(right);
            words.push((word, sign));
        }
        self.tallest = height + (usize::BITS - items.len().leading_zeros()).max(LEFT_DEEP);
        self.fold_words(items, words)
    }

    /// From the right: each run of the same word is one chain, whose last member is all that follows.
    fn fold_words(&mut self, mut items: Vec<Filter>, mut words: Vec<(Binary, Span)>) -> Parse {
        while let Some((op, sign)) = words.pop() {
            let Some(last) = items.pop() else { break };
            let mut members = vec![last];
            let mut signs = vec![sign];
            if matches!(op, Binary::Or | Binary::And) {
                while words.last().is_some_and(|&(next, _)| next == op) {
                    members.extend(items.pop());
                    signs.extend(words.pop().map(|(_, sign)| sign));
                }
            }
            members.extend(items.pop());
            members.reverse();
            for pair in members.windows(2) {
                let name = self.source(sign);
                if let Some(diagnostic) = typing::check_pair(op, &pair[0], &pair[1], sign, name) {
                    return self.misfit(diagnostic, &[&pair[0], &pair[1]]);
                }
            }
            if matches!(op, Binary::Or | Binary::And) {
                members = members.into_iter().map(|one| self.no_number(one)).collect::<Parse<_>>()?;
            }
            items.push(chain(op, members, self.five()));
        }
        items.pop().ok_or(crate::parse::Failed)
    }

    /// The word of dialect 5 that is next, where it fits.
    fn word_operator(&self, left: &Filter) -> Option<Binary> {
        let Tok::Word(word) = self.peek() else {
            return None;
        };
        match word {
            "or" => Some(Binary::Or),
            "and" => Some(Binary::And),
            "on" if left.ty == Type::Set => Some(Binary::Intersect),
            "in" if matches!(left.ty, Type::Set | Type::Text) => Some(Binary::In),
            _ => None,
        }
    }

    /// `not F`
    pub(super) fn not(&mut self) -> Parse {
        let start = self.bump().span;
        let body = self.condition(level::IN, "not", start)?;
        let ty = if self.five() && body.ty == Type::Set { Type::Set } else { Type::Logical };
        Ok(self.make(Kind::Unary(Unary::Not, Box::new(body)), start, ty))
    }

    /// `{A B}`
    pub(super) fn braces(&mut self) -> Parse {
        let start = self.bump().span;
        let filters = self.in_mode(crate::parse::Mode::default(), |parser| parser.filters(true));
        self.eat_sign("}");
        let filters = filters?;
        let span = start.to(self.last());
        match filters.last() {
            Some(last) => {
                let ty = last.ty;
                Ok(self.make(Kind::Braces(filters), start, ty))
            }
            None => self.fail(grammar::empty_braces(span)),
        }
    }

    /// `(A)`
    pub(super) fn parenthesis(&mut self) -> Parse {
        let start = self.bump().span;
        let mut filters = self.arguments(crate::parse::Mode::default())?;
        let span = start.to(self.last());
        match (filters.pop(), filters.last()) {
            (Some(only), None) => {
                let ty = only.ty;
                Ok(self.make(Kind::Paren(Box::new(only)), start, ty))
            }
            (Some(_), Some(_)) => {
                let inside = self.source(span).trim_start_matches('(').trim_end_matches(')').trim().to_owned();
                self.fail(grammar::several_in_parentheses(span, &inside))
            }
            _ => self.fail(grammar::empty_parentheses(span)),
        }
    }
}
