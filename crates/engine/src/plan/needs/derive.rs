//! What must be true of a game if a truth holds at some position of it.
//!
//! All positions meant here are those of the game. Filters at imagined positions, or at one that a
//! variable holds, say nothing, and neither does a filter that follows an effect or a possible error
//! of the query: it happens in every game, so no later condition may keep it from happening.

use super::contents::Contents;
use super::formula::{Atom, Formula};
use super::kinds::{Need, Needs};
use super::numbers::opposite;
use crate::chess::{Bitboard, Board, Color, Square};
use crate::facts::{Ending, KINDS, Kind, SpecialMove, piece};
use crate::game::GameResult;
use crate::ir::{Bool, BoolId, BoundIr, Ir, Num, Pos, PosId, RangeIr, ReachIr, Set, Value};
use crate::syntax::ast::Type;
use crate::syntax::catalogue::{Argument, PositionOp, Requirement, Row, TruthOp};
use std::cell::Cell;

/// The pieces of a board with their squares, and the parts of a conjunction that say something else.
pub(crate) type PlacedPieces = (Vec<(Kind, Square)>, Vec<BoolId>);

/// Derives conditions from the nodes of a typed form.
pub(super) struct Deriver<'p> {
    pub(super) ir: &'p Ir,
    /// The kinds of conditions that are wanted.
    pub(super) wanted: Needs,
    /// The number of truths that are still looked at.
    pub(super) patience: Cell<u32>,
}

impl Deriver<'_> {
    /// The conditions of the body of a query. A game that does not meet them has no match, and searching it changes
    /// nothing.
    ///
    /// The second value is true if evaluating the body has no effect and cannot fail, so that it may be left out.
    pub(super) fn body(&self, id: BoolId) -> (Formula, bool) {
        match self.ir.bool(id) {
            Bool::Constant(true) => (Formula::Always, true),
            Bool::And(parts) => {
                let (mut needed, mut calm, mut seen) = (Vec::new(), true, 0);
                while calm && seen < parts.len() {
                    let (formula, is_calm) = self.body(parts[seen]);
                    needed.push(formula);
                    calm = is_calm;
                    seen += 1;
                }
                needed.extend(self.exact_position(&parts[..seen]));
                (Formula::all(needed), calm)
            }
            Bool::Or(parts) => {
                let (formulas, calm): (Vec<Formula>, Vec<bool>) = parts.iter().map(|&part| self.body(part)).unzip();
                (Formula::any(formulas), !calm.contains(&false))
            }
            Bool::Silent(inner) => self.body(*inner),
            // The same parts in two orders.
            Bool::Ordered { cheapest, written } => {
                let ((cheapest, a), (written, b)) = (self.body(*cheapest), self.body(*written));
                (Formula::any([cheapest, written]), a && b)
            }
            _ => {
                let calm = self.ir.bool_info(id).is_closed() && !self.ir.may_fail(id);
                // A test of tags that fails is noticed when it is evaluated.
                let formula = match self.ir.reads_only_tags(id) {
                    true if matches!(self.ir.bool(id), Bool::Constant(false)) => Formula::Never,
                    true => Formula::Atom(Atom::Tags(id)),
                    false if calm => self.truth(id),
                    false => Formula::Always,
                };
                (formula, calm)
            }
        }
    }

    /// A condition, if its kind is wanted.
    pub(super) fn atom(&self, atom: Atom) -> Formula {
        let wanted = atom.need().is_none_or(|need| self.wanted.has(need));
        if wanted { Formula::Atom(atom) } else { Formula::Always }
    }

    pub(super) fn visit(&self, contents: &Contents) -> Formula {
        if self.wanted.has(Need::Squares) { Formula::visit(contents) } else { Formula::Always }
    }

    pub(super) fn plies(&self, plies: usize) -> Formula {
        if self.wanted.has(Need::Length) { Formula::plies(plies) } else { Formula::Always }
    }

    pub(super) fn special(&self, special: SpecialMove) -> Formula {
        self.atom(Atom::Special(special))
    }

    fn each(&self, ids: &[BoolId]) -> Vec<Formula> {
        ids.iter().map(|&id| self.truth(id)).collect()
    }

    /// What a truth without effects needs.
    pub(super) fn truth(&self, id: BoolId) -> Formula {
        // Very large queries are looked at only in part.
        let Some(left) = self.patience.get().checked_sub(1) else { return Formula::Always };
        self.patience.set(left);
        match self.ir.bool(id) {
            Bool::Apply(op, arguments) => self.operation(op.row(), arguments),
            Bool::Constant(value) => {
                if *value {
                    Formula::Always
                } else {
                    Formula::Never
                }
            }
            Bool::NonEmpty(set) => self.set(*set),
            Bool::HasNum(_) if self.ir.reads_only_tags(id) => Formula::Atom(Atom::Tags(id)),
            Bool::HasNum(number) => self.number(*number),
            Bool::HasPos(position) => self.position(*position),
            Bool::And(parts) => {
                let mut needed = self.each(parts);
                needed.extend(self.exact_position(parts));
                Formula::all(needed)
            }
            Bool::Or(parts) | Bool::AnyCopy(parts) => Formula::any(self.each(parts)),
            Bool::Placements(placements) => Formula::any(self.each(&placements.copies)),
            Bool::Not(inner) => self.denied(*inner),
            Bool::Silent(inner) => self.truth(*inner),
            Bool::Ordered { cheapest, written } => Formula::any(self.each(&[*cheapest, *written])),
            Bool::Subset(a, b) => match (self.exact(*a), self.exact(*b)) {
                (Some(a), Some(b)) => self.none_of(&a.and(b.not()), id),
                _ => Formula::Always,
            },
            Bool::SetsEqual(a, b) => match (self.exact(*a), self.exact(*b)) {
                (Some(a), Some(b)) => self.none_of(&a.xor(b), id),
                _ => Formula::Always,
            },
            Bool::At(position, inner) => {
                let there = if self.is_played(*position) { self.truth(*inner) } else { Formula::Always };
                Formula::all([self.position(*position), there])
            }
            Bool::Move(id) => self.some_move(*id),
            Bool::Dash(dash) | Bool::LastMoveFits(dash) => self.dash(*dash),
            Bool::Sequence(id) => self.sequence(*id),
            Bool::Reach(reach) => self.reach(reach, true),
            Bool::If { test, then, otherwise } => {
                let then = Formula::all([self.truth(*test), self.truth(*then)]);
                let otherwise = otherwise.map_or(Formula::Always, |otherwise| self.truth(otherwise));
                Formula::any([then, Formula::all([self.denied(*test), otherwise])])
            }
            _ if self.ir.reads_only_tags(id) => Formula::Atom(Atom::Tags(id)),
            _ => Formula::Always,
        }
    }

    /// What an operation needs to match, or to have a value: a position among its arguments must exist, and of an operation
    /// that yields a set no set may be empty, and each number must have a value.
    pub(super) fn operation(&self, row: &Row, arguments: &[Value]) -> Formula {
        let needed = arguments.iter().zip(row.arguments).map(|(argument, wanted)| match (*argument, wanted) {
            (Value::Pos(position), Argument::Of(_)) => self.position(position),
            (Value::Set(set), Argument::Piece) if row.ty == Type::Set => {
                Formula::all([self.visit(&self.upper(set).occupied()), self.set(set)])
            }
            (Value::Set(set), _) if row.ty == Type::Set => self.set(set),
            (Value::Num(number), _) if row.ty == Type::Set => self.number(number),
            _ => Formula::Always,
        });
        Formula::all(needed.chain([self.required(row.requires)]))
    }

    fn required(&self, requirement: Requirement) -> Formula {
        let ending = |ending| self.atom(Atom::Ending(ending));
        match requirement {
            Requirement::Nothing => Formula::Always,
            Requirement::Move => self.plies(1),
            Requirement::Variation => self.atom(Atom::Variations),
            Requirement::Castling => self.special(SpecialMove::Castle),
            Requirement::CastlingShort => self.special(SpecialMove::CastleShort),
            Requirement::CastlingLong => self.special(SpecialMove::CastleLong),
            Requirement::EnPassant => self.special(SpecialMove::EnPassant),
            Requirement::NullMove => self.special(SpecialMove::Null),
            Requirement::Check => self.atom(Atom::Check),
            Requirement::Mate => Formula::all([self.atom(Atom::Check), self.ended(Ending::InCheck)]),
            Requirement::Stalemate => Formula::all([ending(Ending::OutOfCheck), ending(Ending::Stuck)]),
            Requirement::Winner(winner) => self.atom(Atom::Result(result(winner))),
            Requirement::Piece(pieces) => self.visit(&Contents::pieces(pieces)),
        }
    }

    /// A position without a legal move is the last one. Only a null move is played from it, and in a set-up without two
    /// kings nothing is certain.
    pub(super) fn ended(&self, check: Ending) -> Formula {
        let ending = |ending| self.atom(Atom::Ending(ending));
        let last = Formula::all([ending(check), ending(Ending::Stuck)]);
        let null = if self.wanted.has(Need::Ending) { Formula::special(SpecialMove::Null) } else { Formula::Always };
        Formula::any([last, null, self.atom(Atom::OddKings)])
    }

    /// What a truth without effects needs to fail at some position.
    fn denied(&self, id: BoolId) -> Formula {
        match self.ir.bool(id) {
            Bool::Constant(value) => {
                if *value {
                    Formula::Never
                } else {
                    Formula::Always
                }
            }
            Bool::Not(inner) => self.truth(*inner),
            Bool::And(parts) => Formula::any(parts.iter().map(|&part| self.denied(part))),
            Bool::Or(parts) => Formula::all(parts.iter().map(|&part| self.denied(part))),
            Bool::Silent(inner) => self.denied(*inner),
            Bool::NonEmpty(set) => self.exact(*set).map_or(Formula::Always, |set| self.none_of(&set, id)),
            Bool::Subset(a, b) => match (self.exact(*a), self.exact(*b)) {
                (Some(a), Some(b)) => self.visit(&a.and(b.not())),
                _ => Formula::Always,
            },
            Bool::SetsEqual(a, b) => match (self.exact(*a), self.exact(*b)) {
                (Some(a), Some(b)) => self.visit(&a.xor(b)),
                _ => Formula::Always,
            },
            Bool::HasNum(number) => match self.ir.num(*number) {
                Num::Compare(op, a, b) if self.always_has_value(*a) && self.always_has_value(*b) => {
                    let text = || format!("not {}", self.ir.text_of(id));
                    opposite(*op).map_or(Formula::Always, |op| self.compared(op, (*a, *b), text))
                }
                _ => Formula::Always,
            },
            Bool::Apply(TruthOp::Initial | TruthOp::Terminal, _) => self.plies(1),
            Bool::Apply(TruthOp::Mainline, _) => self.atom(Atom::Variations),
            Bool::Reach(reach) if reach.range.is_none() => self.denied(reach.body),
            Bool::Apply(op, _) if let Requirement::Winner(winner) = op.row().requires => {
                self.atom(Atom::OtherResult(result(winner)))
            }
            _ => Formula::Always,
        }
    }

    /// What `next*` and counts of `find` need: a position at which the body holds. `any`: also if there is no range.
    pub(super) fn reach(&self, reach: &ReachIr, any: bool) -> Formula {
        let counts = reach.range.map_or(any, |range| low_end(range).is_some_and(|low| low > 0));
        if counts { self.truth(reach.body) } else { Formula::Always }
    }

    /// What the existence of a position needs.
    pub(super) fn position(&self, id: PosId) -> Formula {
        match self.ir.pos(id) {
            Pos::Apply(op, arguments) => self.operation(op.row(), arguments),
            Pos::Compare(_, a, b) => Formula::all([self.position(*a), self.position(*b)]),
            Pos::Find(found) => self.truth(found.body),
            Pos::SequenceEnd(id) => self.sequence(*id),
            Pos::Dash { dash, target, .. } => Formula::all([self.dash(*dash), self.position(*target)]),
            Pos::If(_, then, otherwise) => Formula::any([self.position(*then), self.position(*otherwise)]),
            Pos::At(position, inner) => {
                let there = if self.is_played(*position) { self.position(*inner) } else { Formula::Always };
                Formula::all([self.position(*position), there])
            }
            Pos::Guard(test, inner) | Pos::Call(test, inner) => {
                Formula::all([self.truth(*test), self.position(*inner)])
            }
            Pos::Variable(_) | Pos::Imagine(_) | Pos::Entry { .. } | Pos::Measure(_) => Formula::Always,
        }
    }

    /// True if a position is certainly one of the game.
    pub(super) fn is_played(&self, id: PosId) -> bool {
        let argument = |argument: &Value| matches!(argument, Value::Pos(id) if self.is_played(*id));
        match self.ir.pos(id) {
            Pos::Apply(
                PositionOp::CurrentPosition | PositionOp::InitialPosition | PositionOp::Parent | PositionOp::Lca,
                arguments,
            ) => arguments.iter().all(argument),
            Pos::Apply(PositionOp::Child | PositionOp::Position, _) => true,
            Pos::Find(_) | Pos::SequenceEnd(_) | Pos::Measure(_) => true,
            Pos::Compare(_, a, _) | Pos::Guard(_, a) | Pos::Call(_, a) => self.is_played(*a),
            Pos::Dash { target, .. } => self.is_played(*target),
            Pos::If(_, a, b) | Pos::At(a, b) => self.is_played(*a) && self.is_played(*b),
            Pos::Apply(..) | Pos::Variable(_) | Pos::Imagine(_) | Pos::Entry { .. } => false,
        }
    }

    /// The position, if the parts of a conjunction say what stands on each square.
    fn exact_position(&self, parts: &[BoolId]) -> Option<Formula> {
        if !self.wanted.has(Need::ExactPosition) {
            return None;
        }
        let mut board = Board::empty();
        self.placement(parts)?.0.into_iter().for_each(|(kind, square)| board.put(square, piece(kind)));
        Some(Formula::Atom(Atom::Contains(Box::new(board))))
    }

    /// If the parts of a conjunction say what stands on each square: the pieces with their squares, and the other parts.
    pub(super) fn placement(&self, parts: &[BoolId]) -> Option<PlacedPieces> {
        if parts.len() < 64 {
            return None;
        }
        let (mut pieces, mut others, mut known) = (Vec::new(), Vec::new(), Bitboard::EMPTY);
        for &part in parts {
            match self.content_of_square(part) {
                Some((square, content)) if !known.contains(square) => {
                    known.add(square);
                    pieces.extend((content < KINDS).then_some((content, square)));
                }
                _ => others.push(part),
            }
        }
        (known == Bitboard::FULL).then_some((pieces, others))
    }

    /// The content that a truth asks for on one square.
    fn content_of_square(&self, id: BoolId) -> Option<(Square, u8)> {
        let Bool::NonEmpty(set) = self.ir.bool(id) else { return None };
        let Set::Designator(designator) = self.ir.set(*set) else { return None };
        let (square, bits) = (designator.squares.single_square()?, designator.pieces.0);
        bits.is_power_of_two().then(|| (square, u8::try_from(bits.trailing_zeros()).unwrap_or(KINDS)))
    }
}

/// The lower end of a range, if it is not a variable.
pub(super) fn low_end(range: RangeIr) -> Option<i64> {
    match range.low {
        BoundIr::Constant(low) => Some(low),
        BoundIr::Variable(_) => None,
    }
}

fn result(winner: Option<Color>) -> GameResult {
    match winner {
        Some(Color::White) => GameResult::White,
        Some(Color::Black) => GameResult::Black,
        None => GameResult::Draw,
    }
}
