//! The evaluator: numbers. None where a filter has no value.

use super::dictionaries::Datum;
use super::machine::Machine;
use super::scratch::Slot;
use super::sorts::{SortNode, SortValue};
use crate::chess::Color;
use crate::chess::attacks::attack_pairs;
use crate::game::Place;
use crate::game::commands::{self, Eval};
use crate::ir::{Num, NumId};
use crate::syntax::ast::{Compare, Measure};

impl Machine<'_> {
    /// The number of a filter at a position, if it has one.
    pub(super) fn number(&mut self, id: NumId, n: u32) -> Option<i64> {
        let plan = self.plan;
        match plan.ir.num(id) {
            Num::Apply(op, arguments) => self.number_op(*op, arguments, n),
            Num::Constant(value) => Some(*value),
            Num::Variable(var) => match self.s.vars[var.index()] {
                Slot::Num(value) => Some(value),
                _ => {
                    self.unbound(*var, n);
                    None
                }
            },
            Num::Count(set) => Some(self.set(*set, n).count() as i64),
            Num::Compare(op, a, b) => {
                let mark = self.s.comments.mark();
                let left = self.number(*a, n);
                let right = if left.is_some() { self.number(*b, n) } else { None };
                let holds = left.zip(right).is_some_and(|(a, b)| compare(*op, a.cmp(&b)));
                if !holds {
                    self.s.comments.cut(mark);
                }
                left.filter(|_| holds)
            }
            Num::Extreme { max, items } => self.extreme(*max, items, n),
            Num::At(position, inner) => self.at(*position, n, |machine, there| machine.number(*inner, there))?,
            Num::Guard(test, number) => {
                let mark = self.s.comments.mark();
                let value = if self.truth(*test, n) { self.number(*number, n) } else { None };
                if value.is_none() {
                    self.s.comments.cut(mark);
                }
                value
            }
            Num::Dash { dash, came, target } => self.dash_number(*dash, *came, *target, n),
            Num::CountDash(dash) => Some(self.count_dash(*dash, n)),
            Num::CountWays(id) => Some(self.count_ways(*id, n)),
            Num::Measured(measure) => self.measured(*measure, n),
            Num::Sequence(id) => self.sequence_length(*id, n),
            Num::Reach(reach) => self.reach_count(reach, n),
            Num::Copies(range, copies) => {
                let mark = self.s.comments.mark();
                let matching = copies.iter().filter(|&&copy| self.truth(copy, n)).count() as i64;
                let held = self.in_range(Some(*range), matching, n);
                if !held {
                    self.s.comments.cut(mark);
                }
                held.then_some(matching)
            }
            Num::MaxCopy(copies) => self.extreme(true, copies, n),
            Num::Negate(a) => {
                let negated = self.number(*a, n)?.checked_neg();
                self.checked(negated, id, n)
            }
            Num::Sum(terms) => {
                let mut sum = Some(0i64);
                for &(negative, term) in terms {
                    let value = self.number(term, n)?;
                    sum = sum.and_then(|sum| if negative { sum.checked_sub(value) } else { sum.checked_add(value) });
                }
                self.checked(sum, id, n)
            }
            Num::Multiply(a, b) => {
                let product = self.number(*a, n)?.checked_mul(self.number(*b, n)?);
                self.checked(product, id, n)
            }
            // Division by zero has no value.
            Num::Divide(a, b) => {
                let (a, b) = (self.number(*a, n)?, self.number(*b, n)?);
                if b == 0 {
                    return None;
                }
                self.checked(a.checked_div(b), id, n)
            }
            // Of the smallest number by -1 the remainder is 0.
            Num::Modulo(a, b) => {
                let (a, b) = (self.number(*a, n)?, self.number(*b, n)?);
                (b != 0).then(|| a.wrapping_rem(b))
            }
            Num::Length(text) => self.text(*text, n).map(|text| text.len() as i64),
            Num::Elo(color) => {
                let rating = |color| self.game.elo(color).map(i64::from);
                match color {
                    Some(color) => rating(*color),
                    None => rating(Color::White).max(rating(Color::Black)),
                }
            }
            Num::InRange(range, number) => {
                let value = self.number(*number, n)?;
                self.in_range(Some(*range), value, n).then_some(value)
            }
            Num::AttackPairs(a, b) => {
                let (a, b) = (self.set(*a, n), self.set(*b, n));
                Some(attack_pairs(self.board(n), a, b))
            }
            Num::MoveCount(id) => self.count_moves(*id, n),
            Num::If(test, then, otherwise) => {
                let branch = if self.truth(*test, n) { then } else { otherwise };
                self.number(*branch, n)
            }
            Num::PieceNumber(var) => match self.s.vars[var.index()] {
                Slot::Piece(piece) => Some(i64::from(piece)),
                _ => {
                    self.unbound(*var, n);
                    None
                }
            },
            Num::Hhdb(key) => self.hhdb_number(*key),
            Num::Echo(echo) => self.echo(echo, n),
            Num::CommonMoves(common) => self.common_moves(common, n),
            Num::Similar(models) => {
                let game = self.plan.models[*models as usize].like(self.board(n))?;
                i64::try_from(game).ok()
            }
            Num::GroupStart(history, group) => {
                let (_, range) = self.group(*history, group, n)?;
                Some(range.start as i64)
            }
            Num::Entries(of) => Some(self.s.dictionaries.len(*of) as i64),
            Num::Entry { of, key } => match self.entry(*of, *key, n)? {
                Datum::Num(value) => Some(value),
                _ => None,
            },
            Num::Sort(key, inner) => {
                let mark = self.s.comments.mark();
                let Some(value) = self.number(*inner, n) else {
                    self.s.comments.cut(mark);
                    return None;
                };
                self.sort_value(*key, SortNode::Number(*inner), SortValue::Number(value), mark);
                Some(value)
            }
        }
    }

    /// A result that 64 bits do not hold is an error of the query.
    fn checked(&mut self, result: Option<i64>, id: NumId, n: u32) -> Option<i64> {
        if result.is_none() {
            self.number_too_large(&self.plan.ir.num_text(id), n);
        }
        result
    }

    pub(super) fn number_too_large(&mut self, text: &str, n: u32) {
        let help = "numbers go from -9223372036854775808 to 9223372036854775807";
        self.fail(n, format!("the number `{text}` is too large"), Some(help));
    }

    /// The greatest or smallest of the items that have a value.
    fn extreme(&mut self, max: bool, items: &[NumId], n: u32) -> Option<i64> {
        let better = |value: &i64, best: &i64| if max { value > best } else { value < best };
        self.best_of(items, better, |machine, item| machine.number(item, n))
    }

    /// The first of the best values that items have; comments stay for the best ones only.
    pub(super) fn best_of<Id: Copy, T: PartialEq>(
        &mut self,
        items: &[Id],
        better: impl Fn(&T, &T) -> bool,
        mut value: impl FnMut(&mut Self, Id) -> Option<T>,
    ) -> Option<T> {
        let start = self.s.comments.mark();
        let mut best: Option<T> = None;
        for &item in items {
            let mark = self.s.comments.mark();
            match value(self, item) {
                Some(value) if best.as_ref().is_none_or(|best| better(&value, best)) => {
                    let fresh = self.s.comments.take_since(mark);
                    self.s.comments.cut(start);
                    self.s.comments.extend(fresh);
                    best = Some(value);
                }
                Some(value) if best.as_ref() == Some(&value) => {}
                _ => self.s.comments.cut(mark),
            }
        }
        best
    }

    /// The number of the move about to be played: 1 at the start, whatever the FEN tag says.
    pub(super) fn move_number(&self, n: u32) -> i64 {
        let ply = i64::from(self.view.node(n).ply);
        let black_starts = i64::from(self.board(0).turn() == Color::Black);
        (ply + black_starts) / 2 + 1
    }
}

impl Machine<'_> {
    /// What the comments at a position say in numbers.
    fn measured(&self, measure: Measure, n: u32) -> Option<i64> {
        match measure {
            Measure::Clock(None) => self.noted(n, commands::clock),
            Measure::Clock(Some(color)) => {
                let moved = |q: &u32| self.board(*q).turn() != color;
                let mut way = std::iter::successors(Some(n), |&q| self.view.parent(q)).filter(moved);
                way.find_map(|q| self.noted(q, commands::clock))
            }
            Measure::Elapsed => self.noted(n, commands::elapsed),
            Measure::Eval => match self.noted(n, commands::eval)? {
                Eval::Centipawns(value) => Some(value),
                Eval::Mate(_) => None,
            },
            Measure::EvalMate => match self.noted(n, commands::eval)? {
                Eval::Centipawns(_) => None,
                Eval::Mate(moves) => Some(moves),
            },
        }
    }

    /// What the move to a position cost its side by the evaluations before and behind it, in hundredths of a pawn.
    pub(super) fn eval_drop(&self, n: u32) -> Option<i64> {
        let score = |n| {
            Some(match self.noted(n, commands::eval)? {
                Eval::Centipawns(value) => value.clamp(-MATE_SCORE, MATE_SCORE),
                // A mate that has been given has no side in its number: it is the side to move that has lost.
                Eval::Mate(0) => self.board(n).turn().fold_wb(-MATE_SCORE, MATE_SCORE),
                Eval::Mate(moves) => moves.signum() * MATE_SCORE,
            })
        };
        let before = self.view.parent(n)?;
        let drop = score(before)? - score(n)?;
        Some(self.board(before).turn().fold_wb(drop, -drop))
    }

    /// What the last comment behind the move to a position that says it says.
    fn noted<T>(&self, n: u32, read: fn(&str) -> Option<T>) -> Option<T> {
        let behind = self.game.notes().comments(n).filter(|(place, _)| *place != Place::Before);
        behind.filter_map(|(_, text)| read(text)).last()
    }
}

/// A mate in hundredths of a pawn.
const MATE_SCORE: i64 = 10_000;

/// Whether an order fits a comparison.
pub(super) fn compare(op: Compare, order: std::cmp::Ordering) -> bool {
    match op {
        Compare::Less => order.is_lt(),
        Compare::LessEqual => order.is_le(),
        Compare::Greater => order.is_gt(),
        Compare::GreaterEqual => order.is_ge(),
        Compare::Equal => order.is_eq(),
        Compare::NotEqual => order.is_ne(),
        Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => false,
    }
}
