//! What sets and numbers need.
//!
//! Unions, intersections and complements of designators are kept exactly, as the squares on which each content counts;
//! of other sets (`R attacks k`, loops) an upper bound of this form is known. Counts are bounds for each kind of piece:
//! its least and greatest number in the game, and the squares that it visited. Sums and differences are bounded term by
//! term.

use super::contents::Contents;
use super::derive::{Deriver, low_end};
use super::formula::{Atom, Formula};
use super::kinds::Need;
use super::numbers::{GREATEST_CONSTANT, Quantity};
use crate::chess::Bitboard;
use crate::ir::{BoolId, BoundIr, MoveSquares, Num, NumId, Set, SetId, Value};
use crate::syntax::ast::Compare;
use crate::syntax::catalogue::{Argument, NumberOp};

/// What the pieces of a set are counted by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// Each square is one.
    Square,
    /// Each piece has the worth that `power` gives it.
    Power,
}

impl Unit {
    fn worth(self, kind: u8) -> i64 {
        match self {
            Unit::Square => 1,
            Unit::Power => [1, 3, 3, 5, 9, 0][usize::from(kind % 6)],
        }
    }
}

impl Deriver<'_> {
    /// The contents that a set consists of, if designators say it all.
    pub(super) fn exact(&self, id: SetId) -> Option<Contents> {
        Some(match self.ir.set(id) {
            Set::Designator(designator) => Contents::of(*designator),
            Set::Constant(squares) => Contents::squares(*squares),
            Set::Complement(inner) => self.exact(*inner)?.not(),
            Set::Union(parts) => {
                let none = Contents::squares(Bitboard::EMPTY);
                parts.iter().try_fold(none, |all, &part| Some(all.or(self.exact(part)?)))?
            }
            Set::Intersect(parts) => {
                parts.iter().try_fold(Contents::all(), |all, &part| Some(all.and(self.exact(part)?)))?
            }
            _ => return None,
        })
    }

    /// Contents that hold all of a set, and perhaps more.
    pub(super) fn upper(&self, id: SetId) -> Contents {
        if let Some(exact) = self.exact(id) {
            return exact;
        }
        match self.ir.set(id) {
            Set::Union(parts) => {
                parts.iter().fold(Contents::squares(Bitboard::EMPTY), |all, &part| all.or(self.upper(part)))
            }
            Set::Intersect(parts) => parts.iter().fold(Contents::all(), |all, &part| all.and(self.upper(part))),
            Set::Chain(sets) => sets.first().map_or_else(Contents::all, |&first| self.upper(first)).occupied(),
            Set::Ray { sets, .. } => sets.last().map_or_else(Contents::all, |&last| self.upper(last)),
            Set::Loop(id) => self.upper(self.ir.each(*id).domain),
            Set::Guard(_, inner) => self.upper(*inner),
            Set::If(_, then, otherwise) => self.upper(*then).or(self.upper(*otherwise)),
            Set::Tracked => Contents::all().occupied(),
            Set::Apply(op, arguments) => {
                let row = op.row();
                let contents = Contents::of(row.contents);
                match row.among.and_then(|place| Some((arguments.get(place)?, row.arguments.get(place)?))) {
                    Some((Value::Set(set), Argument::Piece)) => self.upper(*set).and(contents).occupied(),
                    Some((Value::Set(set), _)) => self.upper(*set).and(contents),
                    _ => contents,
                }
            }
            _ => Contents::all(),
        }
    }

    /// What a set needs so that it is not empty.
    pub(super) fn set(&self, id: SetId) -> Formula {
        if let Some(exact) = self.exact(id) {
            return self.visit(&exact);
        }
        let own = self.visit(&self.upper(id));
        let all = |sets: &[SetId]| Formula::all(sets.iter().map(|&set| self.set(set)));
        let parts = match self.ir.set(id) {
            Set::Union(parts) => Formula::any(parts.iter().map(|&part| self.set(part))),
            Set::Intersect(parts) => all(parts),
            Set::Chain(sets) => all(sets),
            Set::Ray { sets, .. } => all(sets),
            Set::Direction { of, .. } => self.set(*of),
            Set::Loop(id) => {
                let each = self.ir.each(*id);
                Formula::all([self.set(each.domain), self.truth(each.body)])
            }
            Set::Guard(test, inner) => Formula::all([self.truth(*test), self.set(*inner)]),
            Set::If(_, then, otherwise) => Formula::any([self.set(*then), self.set(*otherwise)]),
            Set::At(position, inner) => {
                let there = if self.is_played(*position) { self.set(*inner) } else { Formula::Always };
                Formula::all([self.position(*position), there])
            }
            Set::SameSquares(a, b) => Formula::all([self.position(*a), self.position(*b)]),
            Set::Move(id, squares) => {
                let capture = match squares {
                    MoveSquares::Captured if !self.ir.move_filter(*id).reverse => self.captured(*id),
                    _ => Formula::Always,
                };
                Formula::all([self.some_move(*id), capture])
            }
            Set::Dash { dash, target, .. } => Formula::all([self.dash(*dash), self.set(*target)]),
            Set::LastMove { .. } => self.plies(1),
            Set::Apply(op, arguments) => self.operation(op.row(), arguments),
            _ => Formula::Always,
        };
        Formula::all([own, parts])
    }

    /// A position at which contents are nowhere; `id` says so in the query.
    pub(super) fn none_of(&self, contents: &Contents, id: BoolId) -> Formula {
        if !self.wanted.has(Need::Material) {
            return Formula::Always;
        }
        let compared = (Compare::Equal, counted(contents, Unit::Square, true), Quantity::Constant(0));
        let text = match self.ir.bool(id) {
            crate::ir::Bool::NonEmpty(_) => format!("not {}", self.ir.text_of(id)),
            _ => self.ir.text_of(id),
        };
        Formula::Atom(Atom::Compare(Box::new(compared), Need::Material, text.into()))
    }

    /// What a number needs so that it has a value.
    pub(super) fn number(&self, id: NumId) -> Formula {
        let all = |numbers: &[NumId]| Formula::all(numbers.iter().map(|&number| self.number(number)));
        match self.ir.num(id) {
            Num::Compare(op, a, b) => {
                let compared = self.compared(*op, (*a, *b), || self.ir.text_of(id));
                Formula::all([self.number(*a), self.number(*b), compared])
            }
            Num::InRange(range, inner) => {
                let end = |op, bound| match bound {
                    BoundIr::Constant(value) => self.compared_with(op, *inner, value, || self.ir.text_of(id)),
                    BoundIr::Variable(_) => Formula::Always,
                };
                let ends = [end(Compare::GreaterEqual, range.low), end(Compare::LessEqual, range.high)];
                Formula::all([self.number(*inner)].into_iter().chain(ends))
            }
            Num::Negate(a) => self.number(*a),
            Num::Sum(terms) => Formula::all(terms.iter().map(|&(_, term)| self.number(term))),
            Num::Multiply(a, b) | Num::Divide(a, b) | Num::Modulo(a, b) => all(&[*a, *b]),
            Num::Extreme { items, .. } | Num::MaxCopy(items) => {
                Formula::any(items.iter().map(|&item| self.number(item)))
            }
            Num::Sequence(id) => self.sequence(*id),
            Num::Reach(reach) => self.reach(reach, false),
            Num::Copies(range, copies) if low_end(*range).is_some_and(|low| low > 0) => {
                Formula::any(copies.iter().map(|&copy| self.truth(copy)))
            }
            Num::At(position, inner) => {
                let there = if self.is_played(*position) { self.number(*inner) } else { Formula::Always };
                Formula::all([self.position(*position), there])
            }
            Num::Guard(test, inner) | Num::Call(test, inner) => Formula::all([self.truth(*test), self.number(*inner)]),
            Num::If(_, then, otherwise) => Formula::any([self.number(*then), self.number(*otherwise)]),
            Num::Dash { dash, target, .. } => Formula::all([self.dash(*dash), self.number(*target)]),
            Num::Apply(op, arguments) => self.operation(op.row(), arguments),
            _ => Formula::Always,
        }
    }

    /// What a comparison of two numbers that have values needs.
    pub(super) fn compared(&self, op: Compare, (a, b): (NumId, NumId), text: impl Fn() -> String) -> Formula {
        if let Num::Constant(value) = self.ir.num(b) {
            return self.compared_with(op, a, *value, text);
        }
        if let (Num::Constant(value), Some(op)) = (self.ir.num(a), turned(op)) {
            return self.compared_with(op, b, *value, text);
        }
        match (self.bounded(a), self.bounded(b)) {
            (Some(left), Some(right)) => self.comparison(op, left, right, text),
            _ => Formula::Always,
        }
    }

    fn compared_with(&self, op: Compare, number: NumId, value: i64, text: impl Fn() -> String) -> Formula {
        let above_zero = match op {
            Compare::Greater => value >= 0,
            Compare::GreaterEqual | Compare::Equal => value > 0,
            _ => false,
        };
        let positive = if above_zero { self.positive(number) } else { Formula::Always };
        let compared = match self.bounded(number) {
            Some(number) if value.abs() <= GREATEST_CONSTANT => {
                self.comparison(op, number, Quantity::Constant(value), text)
            }
            _ => Formula::Always,
        };
        Formula::all([positive, compared])
    }

    fn comparison(&self, op: Compare, left: Quantity, right: Quantity, text: impl Fn() -> String) -> Formula {
        let Some(need) = need_of([&left, &right].into_iter()) else { return Formula::Always };
        if !self.wanted.has(need) {
            return Formula::Always;
        }
        Formula::Atom(Atom::Compare(Box::new((op, left, right)), need, text().into()))
    }

    /// What a number above zero needs.
    fn positive(&self, id: NumId) -> Formula {
        match self.ir.num(id) {
            Num::Count(set) => self.set(*set),
            Num::AttackPairs(a, b) => Formula::all([self.set(*a), self.set(*b)]),
            Num::Apply(NumberOp::Power, arguments) => match arguments.first() {
                Some(Value::Set(set)) => self.set(*set),
                _ => Formula::Always,
            },
            Num::MoveCount(id) | Num::CountWays(id) => self.some_move(*id),
            Num::CountDash(dash) => self.dash(*dash),
            Num::Reach(reach) => self.reach(reach, true),
            Num::Compare(_, inner, _) | Num::InRange(_, inner) | Num::Guard(_, inner) | Num::Call(_, inner) => {
                self.positive(*inner)
            }
            _ => Formula::Always,
        }
    }

    /// A number as far as there are bounds on it.
    fn bounded(&self, id: NumId) -> Option<Quantity> {
        Some(match self.ir.num(id) {
            Num::Constant(value) if value.abs() <= GREATEST_CONSTANT => Quantity::Constant(*value),
            Num::Count(set) => self.count(*set, Unit::Square),
            Num::Apply(NumberOp::Power, arguments) => match arguments.first() {
                Some(Value::Set(set)) => self.count(*set, Unit::Power),
                _ => return None,
            },
            // Off the main line the numbers of positions differ from those of moves, but nothing is skipped there.
            Num::Apply(NumberOp::Ply | NumberOp::PositionId, _) => Quantity::Ply,
            Num::Apply(NumberOp::MoveNumber, _) => Quantity::MoveNumber,
            Num::Apply(NumberOp::Depth, _) => Quantity::Depth,
            Num::Apply(NumberOp::SideToMove, _) => Quantity::SideToMove,
            Num::Apply(NumberOp::Repetition, _) => Quantity::Repetition,
            Num::Compare(_, inner, _) | Num::InRange(_, inner) | Num::Guard(_, inner) | Num::Call(_, inner) => {
                self.bounded(*inner)?
            }
            Num::At(position, inner) if self.is_played(*position) => self.bounded(*inner)?,
            Num::Negate(inner) => Quantity::Sum(Box::new([(true, self.bounded(*inner)?)])),
            Num::Sum(terms) => Quantity::Sum(
                terms.iter().map(|&(sign, term)| Some((sign, self.bounded(term)?))).collect::<Option<_>>()?,
            ),
            Num::Divide(a, b) => match self.ir.num(*b) {
                Num::Constant(by) if (1..=GREATEST_CONSTANT).contains(by) => {
                    Quantity::Divide(Box::new(self.bounded(*a)?), *by)
                }
                _ => return None,
            },
            Num::MoveCount(_) | Num::CountDash(_) | Num::CountWays(_) | Num::Reach(_) | Num::AttackPairs(..) => {
                Quantity::Natural
            }
            _ => return None,
        })
    }

    fn count(&self, set: SetId, unit: Unit) -> Quantity {
        match self.exact(set) {
            Some(exact) => counted(&exact, unit, true),
            None => counted(&self.upper(set), unit, false),
        }
    }

    /// True if a number has a value at every position of a game.
    pub(super) fn always_has_value(&self, id: NumId) -> bool {
        match self.ir.num(id) {
            Num::Constant(_) | Num::Count(_) => true,
            Num::Apply(NumberOp::Ply | NumberOp::PositionId | NumberOp::MoveNumber | NumberOp::Depth, _) => true,
            Num::Apply(NumberOp::Power, _) => true,
            Num::Sum(terms) => terms.iter().all(|&(_, term)| self.always_has_value(term)),
            _ => false,
        }
    }
}

/// The number of contents. Empty squares have no power.
fn counted(contents: &Contents, unit: Unit, exact: bool) -> Quantity {
    let parts = contents.parts().into_iter().map(|(kind, squares)| (kind, squares, unit.worth(kind)));
    let empty = if unit == Unit::Square { contents.empty_squares() } else { Bitboard::EMPTY };
    Quantity::Count { parts: parts.filter(|&(_, _, worth)| worth > 0).collect(), empty, exact }
}

/// The kind of condition that a comparison of numbers belongs to; none if there are no bounds worth a comparison.
fn need_of<'n>(mut numbers: impl Iterator<Item = &'n Quantity>) -> Option<Need> {
    fn collect(number: &Quantity, found: &mut Vec<Option<Need>>) {
        match number {
            Quantity::Constant(_) | Quantity::SideToMove => {}
            Quantity::Ply | Quantity::MoveNumber | Quantity::Repetition => found.push(Some(Need::Length)),
            Quantity::Depth => found.push(Some(Need::Variations)),
            Quantity::Count { .. } => found.push(Some(Need::Material)),
            Quantity::Natural => found.push(None),
            Quantity::Sum(terms) => terms.iter().for_each(|(_, term)| collect(term, found)),
            Quantity::Divide(inner, _) => collect(inner, found),
        }
    }
    let mut found = Vec::new();
    numbers.by_ref().for_each(|number| collect(number, &mut found));
    // A sum of both kinds is a matter of pieces.
    let material = found.contains(&Some(Need::Material));
    let first = found.iter().copied().collect::<Option<Vec<Need>>>()?.first().copied()?;
    Some(if material { Need::Material } else { first })
}

/// The comparison with its sides exchanged.
fn turned(op: Compare) -> Option<Compare> {
    Some(match op {
        Compare::Less => Compare::Greater,
        Compare::LessEqual => Compare::GreaterEqual,
        Compare::Greater => Compare::Less,
        Compare::GreaterEqual => Compare::LessEqual,
        Compare::Equal | Compare::NotEqual => op,
        Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => return None,
    })
}
