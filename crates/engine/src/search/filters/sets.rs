//! The evaluator: squares.

use crate::casts::count_of;
use crate::chess::attacks::contents;
use crate::chess::lines::{attack_chain, ray_ends, steps};
use crate::chess::{Bitboard, Color, Role, Square};
use crate::ir::{Set, SetId};
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::search::scratch::{Datum, Slot, SortNode, SortValue};

impl Evaluator<'_> {
    /// The squares of a filter at a position; none when it fails.
    pub(in crate::search) fn set(&mut self, id: SetId, node: u32) -> Bitboard {
        // The number of an imagined position is used again for others.
        if !self.plan.loop_invariant_sets[id.index()] || self.is_imagined(node) {
            return self.fresh_set(id, node);
        }
        let (evaluated_at, squares) = self.scratch.answers.loop_invariant_sets[id.index()];
        if evaluated_at == node {
            return squares;
        }
        let squares = self.fresh_set(id, node);
        self.scratch.answers.loop_invariant_sets[id.index()] = (node, squares);
        squares
    }

    /// True if a set has squares: what leaves no traces is evaluated no further than to the first.
    pub(super) fn any_square(&mut self, id: SetId, node: u32) -> bool {
        let plan = self.plan;
        let info = plan.ir.set_info(id);
        if info.effect || info.comments || self.plan.loop_invariant_sets[id.index()] {
            return self.set(id, node).any();
        }
        match plan.ir.set(id) {
            Set::Loop(id) => self.loop_any(*id, node),
            Set::Guard(test, set) => self.truth(*test, node) && self.any_square(*set, node),
            Set::Union(parts) => parts.iter().any(|&part| self.any_square(part, node)),
            _ => self.set(id, node).any(),
        }
    }

    fn fresh_set(&mut self, id: SetId, node: u32) -> Bitboard {
        let plan = self.plan;
        match plan.ir.set(id) {
            Set::Apply(op, arguments) => self.set_op(*op, arguments, node),
            Set::Designator(designator) => contents(self.board(node), *designator),
            Set::Constant(squares) => *squares,
            Set::Variable(var) => match self.scratch.vars[var.index()] {
                Slot::Set(set) => set,
                _ => {
                    self.unbound(*var, node);
                    Bitboard::EMPTY
                }
            },
            Set::Piece(var) => self.piece_square(*var, node).map_or(Bitboard::EMPTY, Bitboard::from),
            // A transform has many copies.
            Set::Union(parts) if parts.len() > 4 && !self.spend(4 * parts.len() as u64, node) => Bitboard::EMPTY,
            Set::Union(parts) => parts.iter().fold(Bitboard::EMPTY, |all, &part| all | self.set(part, node)),
            Set::Intersect(parts) => {
                // Parts with effects or comments are evaluated no matter what came before.
                let info = plan.ir.set_info(id);
                let pure = !(info.effect || info.comments && self.scratch.comments.wanted());
                let mut all = Bitboard::FULL;
                for &part in parts {
                    all &= self.set(part, node);
                    if pure && all.is_empty() {
                        break;
                    }
                }
                all
            }
            Set::Complement(inner) => !self.set(*inner, node),
            Set::At(position, inner) => {
                self.at(*position, node, |evaluator, there| evaluator.set(*inner, there)).unwrap_or(Bitboard::EMPTY)
            }
            Set::Guard(test, set) if self.truth(*test, node) => self.set(*set, node),
            Set::Guard(..) => Bitboard::EMPTY,
            Set::Loop(id) => self.loop_squares(*id, node),
            Set::Move(id, squares) => self.move_squares(*id, *squares, node),
            Set::SameSquares(a, b) => {
                // Without the left position the right one is not requested.
                let Some(a) = self.position(*a, node) else { return Bitboard::EMPTY };
                let Some(b) = self.position(*b, node) else { return Bitboard::EMPTY };
                self.seeing(a, b, |evaluator| evaluator.same_squares(a, b)).unwrap_or(Bitboard::EMPTY)
            }
            Set::Chain(_) if !self.spend(2, node) => Bitboard::EMPTY,
            Set::Chain(sets) => self.with_sets(sets, node, |evaluator, sets| attack_chain(evaluator.board(node), sets)),
            Set::Ray { mask, attack, sets } => {
                self.with_sets(sets, node, |evaluator, sets| {
                    // From each square of the first set rays go in several directions.
                    let starts = sets.first().map_or(0, |starts| starts.count() as u64);
                    match evaluator.spend(10 * starts, node) {
                        true => ray_ends(evaluator.board(node), *mask, *attack, sets),
                        false => Bitboard::EMPTY,
                    }
                })
            }
            Set::Direction { mask, range, of } => {
                let Some((low, high)) = self.range(*range, node) else { return Bitboard::EMPTY };
                if low > high || low < -7 || high > 7 {
                    let help = "steps range from -7 to 7, with the smaller number first";
                    self.fail(node, format!("a direction cannot have {low} to {high} steps"), Some(help));
                    return Bitboard::EMPTY;
                }
                let from = self.set(*of, node);
                steps(*mask, low, high, from)
            }
            Set::Tracked => self.tracked(node),
            // The attackers of every square are counted.
            Set::Compared { .. } if !self.spend(STEP, node) => Bitboard::EMPTY,
            Set::Compared { op, left, right } => self.compared(*op, [*left, *right], node),
            Set::LastMove { to, within } => self.last_move(*to, *within, node),
            Set::Dash { dash, last, target } => self.dash_squares(*dash, *last, *target, node),
            Set::If(test, then, otherwise) => {
                let branch = if self.truth(*test, node) { then } else { otherwise };
                self.set(*branch, node)
            }
            Set::Entry { of, key } => match self.entry(*of, *key, node) {
                Some(Datum::Set(squares)) => Bitboard(squares),
                _ => Bitboard::EMPTY,
            },
            Set::Sort(key, inner) => {
                let mark = self.scratch.comments.mark();
                let set = self.set(*inner, node);
                self.sort_value(*key, SortNode::Set(*inner), SortValue::Number(count_of(set.count())), mark);
                set
            }
        }
    }

    /// A function of several sets, which are all evaluated.
    fn with_sets(
        &mut self,
        ids: &[SetId],
        node: u32,
        join: impl FnOnce(&mut Self, &[Bitboard]) -> Bitboard,
    ) -> Bitboard {
        // A line through more sets than the board has squares in a line leads nowhere.
        const MOST: usize = 8;
        let mut sets = [Bitboard::EMPTY; MOST];
        if ids.len() > MOST {
            let sets: Vec<Bitboard> = ids.iter().map(|&id| self.set(id, node)).collect();
            return join(self, &sets);
        }
        ids.iter().zip(&mut sets).for_each(|(&id, set)| *set = self.set(id, node));
        join(self, &sets[..ids.len()])
    }

    fn same_squares(&self, a: u32, b: u32) -> Bitboard {
        let (a, b) = (self.board(a), self.board(b));
        let roles = Role::ALL.into_iter().map(|role| a.by_role(role) ^ b.by_role(role));
        let colors = Color::ALL.into_iter().map(|color| a.by_color(color) ^ b.by_color(color));
        !roles.chain(colors).fold(Bitboard::EMPTY, |differing, here| differing | here)
    }
}

/// The square on a file and a rank that are counted from 1; none beyond the board.
pub(super) fn made_square(file: i64, rank: i64) -> Bitboard {
    let on_board = (1..=8).contains(&file) && (1..=8).contains(&rank);
    if on_board {
        Square::try_from(rank * 8 + file - 9).map_or(Bitboard::EMPTY, Bitboard::from)
    } else {
        Bitboard::EMPTY
    }
}
