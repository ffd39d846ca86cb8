//! Forms that only CQL 5 has: read in dialect 5, answered with the modern form in dialect 6.

use crate::ast::{Binary, Filter, Kind, Type, Unary};
use crate::catalogue::{NumberOp, Op, Shorthand};
use crate::errors::grammar;
use crate::lex::Tok;
use crate::parse::range::After;
use crate::parse::{Parse, Parser, level};

impl Parser<'_> {
    /// A filter that begins with a word of CQL 5.
    pub(super) fn old_word(&mut self, word: &str) -> Parse {
        if !self.five() {
            return self.refuse(word);
        }
        match word {
            "attack" => self.attack(),
            "countsquares" => self.counted(|set| Kind::Unary(Unary::Count, Box::new(set))),
            "power" => self.counted(|set| Kind::Apply(Op::Number(NumberOp::Power), vec![set])),
            "powerdifference" => self.power_difference(),
            "any" => self.old_set_word(Kind::All),
            "darksquares" => self.old_shade(Shorthand::Dark),
            "lightsquares" => self.old_shade(Shorthand::Light),
            "silent" => self.silent(),
            _ => self.unknown(),
        }
    }

    /// In dialect 6: says what the modern form is.
    fn refuse(&mut self, word: &str) -> Parse {
        let start = self.bump().span;
        let mut numbers = Vec::new();
        while let Tok::Integer(value) = self.peek() {
            numbers.push(value);
            self.bump();
        }
        let argument = self.here();
        let parenthesis = self.is_sign("(");
        if parenthesis {
            self.bump();
            self.skip_to_close();
            self.eat_sign(")");
        } else if let Tok::Designator(_) = self.peek() {
            self.bump();
        }
        let text = if argument.start < self.last().end { self.source(argument.to(self.last())) } else { "S" };
        self.fail(grammar::old_word(start, word, &numbers, text, parenthesis))
    }

    fn old_set_word(&mut self, kind: Kind) -> Parse {
        let start = self.bump().span;
        let set = self.make(kind, start, Type::Set);
        Ok(self.old_count(set))
    }

    fn old_shade(&mut self, op: Shorthand) -> Parse {
        let start = self.bump().span;
        let all = vec![self.make(Kind::All, start, Type::Set)];
        let set = self.make(Kind::Apply(Op::Shorthand(op), all), start, Type::Set);
        Ok(self.old_count(set))
    }

    /// `attack (A B)`, `attack 2 8 (A B)`
    fn attack(&mut self) -> Parse {
        let start = self.bump().span;
        let range = self.range(After::Argument)?;
        let (from, to) = self.two_sets("attack", start)?;
        let ty = if range.is_some() { Type::Number } else { Type::Set };
        Ok(self.make(Kind::AttackPairs { range, from, to }, start, ty))
    }

    /// `countsquares 2 5 S`, `power 0 9 S`
    fn counted(&mut self, count: fn(Filter) -> Kind) -> Parse {
        let start = self.bump().span;
        let range = self.range(After::Argument)?;
        let set = self.old_set(level::COLON, start)?;
        let number = self.make(count(set), start, Type::Number);
        Ok(match range {
            Some(range) => self.make(Kind::InRange(range, Box::new(number)), start, Type::Number),
            None => number,
        })
    }

    /// `powerdifference 1 50 (A a)`
    fn power_difference(&mut self) -> Parse {
        let start = self.bump().span;
        let range = self.range(After::Argument)?;
        let (left, right) = self.two_sets("powerdifference", start)?;
        let number = self.make(Kind::Binary(Binary::PowerDifference, left, right), start, Type::Number);
        Ok(match range {
            Some(range) => self.make(Kind::InRange(range, Box::new(number)), start, Type::Number),
            None => number,
        })
    }

    /// `silent F`
    fn silent(&mut self) -> Parse {
        let start = self.bump().span;
        let body = self.condition(level::OR, "silent", start)?;
        let ty = body.ty;
        Ok(self.make(Kind::Silent(Box::new(body)), start, ty))
    }

    /// In dialect 5 a set may be followed by a range for its size: `R 2 3`.
    pub(super) fn old_count(&mut self, set: Filter) -> Filter {
        if !self.five() || set.ty != Type::Set || !matches!(self.peek(), Tok::Integer(_)) {
            return set;
        }
        match self.trailing_range() {
            Ok(Some(range)) => {
                let start = set.span;
                self.make(Kind::InRange(range, Box::new(set)), start, Type::Number)
            }
            _ => set,
        }
    }

    /// In dialect 5 some numbers may be followed by a range: `movenumber 3 6`.
    pub(super) fn old_ranged(&mut self, number: Filter) -> Parse {
        if !self.five() {
            return Ok(number);
        }
        let start = number.span;
        Ok(match self.trailing_range()? {
            Some(range) => self.make(Kind::InRange(range, Box::new(number)), start, Type::Number),
            None => number,
        })
    }

    /// True if CQL 5 would have read a range after this filter.
    pub(super) fn is_old_range(&self, filter: &Filter) -> bool {
        match &filter.kind {
            Kind::Apply(op, _) if op.row().ranged => true,
            _ => filter.ty == Type::Set,
        }
    }
}
