//! Filters with ranges and parameters as text.

use super::Printer;
use super::designators::roles_text;
use super::parenthesize::{Blur, blurs_range, collide, left_edge, level_of};
use crate::ast::{Binary, Bound, Each, Filter, Kind, MoveFilter, MoveParam, Range, Type, Unary};
use crate::catalogue::{NumberOp, Op};
use crate::level::{self, PRIMARY};

impl Printer {
    /// An argument of a filter of CQL 5, with which the words of dialect 5 go on.
    pub(super) fn old_argument(&mut self, set: &Filter, min: u8) {
        if self.five
            && !self.braced
            && let Kind::Binary(Binary::Intersect, left, right) = &set.kind
            && level_of(set, true) < min
            && level_of(left, true) >= min
        {
            self.expr(left, min);
            self.word("on");
            return self.expr(right, level::OR);
        }
        let words = self.five && level_of(set, true) == level::OR && !self.braced;
        if !words {
            return self.argument(set, min);
        }
        let mut first = set;
        while let Kind::Binary(_, left, _) = &first.kind {
            if level_of(first, true) != level::OR {
                break;
            }
            first = left;
        }
        if level_of(first, true) >= min && first.ty == Type::Set { self.plain(set) } else { self.in_braces(set) }
    }

    pub(super) fn ranged(&mut self, range: Option<&Range>, argument: &Filter, min: u8) {
        match self.range_before(range, argument) {
            Blur::Sign => self.in_braces(argument),
            _ => self.argument(argument, min),
        }
    }

    pub(super) fn old_ranged(&mut self, range: Option<&Range>, argument: &Filter) {
        match self.range_before(range, argument) {
            Blur::Sign => self.in_braces(argument),
            _ => self.old_argument(argument, level::COLON),
        }
    }

    pub(super) fn range_before(&mut self, range: Option<&Range>, argument: &Filter) -> Blur {
        let blur = range.map_or(Blur::Clear, |range| blurs_range(range, argument, self.five));
        self.range(range, blur == Blur::Number);
        blur
    }

    pub(super) fn range(&mut self, range: Option<&Range>, both: bool) {
        match range {
            None => {}
            Some(Range::Count) => self.word("count"),
            Some(Range::Within(low, high)) => {
                self.bound(low);
                if low != high || both {
                    self.bound(high);
                }
            }
        }
    }

    pub(super) fn bound(&mut self, bound: &Bound) {
        match bound {
            Bound::Integer(value) => self.word(&value.to_string()),
            Bound::Variable(name) => self.word(&name.text),
        }
    }

    pub(super) fn in_range(&mut self, range: &Range, of: &Filter) {
        match &of.kind {
            Kind::Unary(Unary::Count, set) => {
                self.word("countsquares");
                self.old_ranged(Some(range), set);
            }
            Kind::Apply(op @ Op::Number(NumberOp::Power), arguments) => {
                self.word(op.row().spelling);
                arguments.iter().for_each(|set| self.old_ranged(Some(range), set));
            }
            Kind::Binary(Binary::PowerDifference, left, right) => {
                self.word("powerdifference");
                self.range(Some(range), false);
                self.text.push(' ');
                self.pair_list(left, right, level::OR);
            }
            _ => {
                let one = match &left_edge(of).kind {
                    Kind::Apply(_, arguments) => arguments.is_empty(),
                    Kind::Designator(_) | Kind::Variable(_) | Kind::Braces(_) | Kind::All => true,
                    _ => false,
                };
                if one && !of.is_keyword_of_range() {
                    self.expr(of, PRIMARY)
                } else {
                    self.in_braces(of)
                }
                self.range(Some(range), false);
            }
        }
    }

    pub(super) fn move_filter(&mut self, m: &MoveFilter) {
        self.word("move");
        for param in &m.params {
            self.word(param.word());
            if let Some(set) = param.set() {
                self.old_argument(set, level::COLON);
            }
            if let MoveParam::Promote(pieces) | MoveParam::Drop(pieces) = param {
                self.word(&roles_text(*pieces));
            }
        }
        if let Some(custody) = &m.custody {
            self.plain(custody);
        }
        if let Some(target) = &m.target {
            self.word(":");
            self.argument(target, level::COLON);
        }
    }

    pub(super) fn move_set(&mut self, word: &str, set: &Filter) {
        self.word(word);
        self.old_argument(set, level::COLON);
    }

    pub(super) fn each(&mut self, each: &Each) {
        self.word(if each.piece { "piece" } else { "square" });
        self.range(each.range.as_ref(), false);
        self.flag(each.all, "all");
        self.word(&each.name.text);
        if let Some(domain) = &each.domain {
            self.word("in");
            self.old_argument(domain, level::DASH);
            if collide(domain, &each.body, self.five, self.items) {
                return self.in_braces(&each.body);
            }
        }
        self.argument(&each.body, level::OR);
    }
}
