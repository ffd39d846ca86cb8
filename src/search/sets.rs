//! The evaluator: squares.

use super::dictionaries::Datum;
use super::machine::Machine;
use super::scratch::Slot;
use super::sorts::{SortNode, SortValue};
use crate::chess::attacks::{attacked_by, attacking, contents};
use crate::chess::lines::{attack_chain, between, pins, ray_ends, steps};
use crate::chess::{Bitboard, Color, Role, Square};
use crate::ir::{Set, SetId, VarId};

impl Machine<'_> {
    /// The squares of a filter at a position; none when it fails.
    pub(super) fn set(&mut self, id: SetId, n: u32) -> Bitboard {
        // The number of an imagined position is used again for others.
        if !self.plan.kept_sets[id.index()] || self.is_imagined(n) {
            return self.fresh_set(id, n);
        }
        let (node, squares) = self.s.kept_sets[id.index()];
        if node == n {
            return squares;
        }
        let squares = self.fresh_set(id, n);
        self.s.kept_sets[id.index()] = (n, squares);
        squares
    }

    /// Whether a set has squares: what leaves no traces is evaluated no further than to the first.
    pub(super) fn any_square(&mut self, id: SetId, n: u32) -> bool {
        let plan = self.plan;
        let info = plan.ir.set_info(id);
        if info.effect || info.comments || self.plan.kept_sets[id.index()] {
            return self.set(id, n).any();
        }
        match plan.ir.set(id) {
            Set::Loop(id) => self.loop_any(*id, n),
            Set::Guard(test, set) => self.truth(*test, n) && self.any_square(*set, n),
            Set::Union(parts) => parts.iter().any(|&part| self.any_square(part, n)),
            _ => self.set(id, n).any(),
        }
    }

    fn fresh_set(&mut self, id: SetId, n: u32) -> Bitboard {
        let plan = self.plan;
        match plan.ir.set(id) {
            Set::Apply(op, _) => self.set_op(*op, n),
            Set::Designator(designator) => contents(self.board(n), *designator),
            Set::Constant(squares) => *squares,
            Set::Variable(var) => match self.s.vars[var.index()] {
                Slot::Set(set) => set,
                _ => {
                    self.unbound(*var, n);
                    Bitboard::EMPTY
                }
            },
            Set::Piece(var) => self.piece_square(*var, n).map_or(Bitboard::EMPTY, Bitboard::from),
            Set::Union(parts) => parts.iter().fold(Bitboard::EMPTY, |all, &part| all | self.set(part, n)),
            Set::Intersect(parts) => {
                // Parts with effects are evaluated whatever came before.
                let pure = !plan.ir.set_info(id).effect;
                let mut all = Bitboard::FULL;
                for &part in parts {
                    all &= self.set(part, n);
                    if pure && all.is_empty() {
                        break;
                    }
                }
                all
            }
            Set::Complement(inner) => !self.set(*inner, n),
            Set::Attacks(a, b) => {
                let (a, b) = (self.set(*a, n), self.set(*b, n));
                attacking(self.board(n), a, b)
            }
            Set::AttackedBy(a, b) => {
                let (a, b) = (self.set(*a, n), self.set(*b, n));
                attacked_by(self.board(n), a, b)
            }
            Set::Between(a, b) => {
                let (a, b) = (self.set(*a, n), self.set(*b, n));
                between(a, b)
            }
            Set::At(position, inner) => {
                self.at(*position, n, |machine, there| machine.set(*inner, there)).unwrap_or(Bitboard::EMPTY)
            }
            Set::Guard(test, set) => {
                let mark = self.s.comments.mark();
                let found = if self.truth(*test, n) { self.set(*set, n) } else { Bitboard::EMPTY };
                if found.is_empty() {
                    self.s.comments.cut(mark);
                }
                found
            }
            Set::Loop(id) => self.loop_squares(*id, n),
            Set::Move(id, squares) => self.move_squares(*id, *squares, n),
            Set::SameSquares(a, b) => {
                // Without the left position the right one is not asked for.
                let Some(a) = self.position(*a, n) else { return Bitboard::EMPTY };
                let Some(b) = self.position(*b, n) else { return Bitboard::EMPTY };
                self.seeing(a, b, |machine| machine.same_squares(a, b)).unwrap_or(Bitboard::EMPTY)
            }
            Set::Chain(sets) => {
                let sets: Vec<Bitboard> = sets.iter().map(|&set| self.set(set, n)).collect();
                attack_chain(self.board(n), &sets)
            }
            Set::Ray { mask, attack, sets } => {
                let sets: Vec<Bitboard> = sets.iter().map(|&set| self.set(set, n)).collect();
                ray_ends(self.board(n), *mask, *attack, &sets)
            }
            Set::Direction { mask, range, of } => {
                let Some((low, high)) = self.range(*range, n) else { return Bitboard::EMPTY };
                if low > high || low < -7 || high > 7 {
                    let help = "steps go from -7 to 7, the smaller one first";
                    self.fail(n, format!("a direction cannot go {low} to {high} steps"), Some(help));
                    return Bitboard::EMPTY;
                }
                let from = self.set(*of, n);
                steps(*mask, low as i32, high as i32, from)
            }
            Set::Tracked => self.tracked(n),
            Set::Compared { op, left, right } => self.compared(*op, [*left, *right], n),
            Set::LastMove { to, within } => self.last_move(*to, *within, n),
            Set::Dash { dash, came, target } => self.dash_squares(*dash, *came, *target, n),
            Set::If(test, then, otherwise) => {
                let branch = if self.truth(*test, n) { then } else { otherwise };
                self.set(*branch, n)
            }
            Set::Pin { sets, wanted } => {
                let sets = sets.map(|set| self.set(set, n));
                pins(self.board(n), sets)[*wanted as usize]
            }
            Set::MakeSquare(file, rank) => {
                let index = |value: Option<i64>| value.filter(|v| (1..=8).contains(v)).map(|v| v as u32 - 1);
                let place = index(self.number(*file, n)).zip(index(self.number(*rank, n)));
                place.map_or(Bitboard::EMPTY, |(file, rank)| Bitboard::from(Square::new(rank * 8 + file)))
            }
            Set::NamedSquare(text) => {
                let square = self.text(*text, n).and_then(|text| text.parse::<Square>().ok());
                square.map_or(Bitboard::EMPTY, Bitboard::from)
            }
            Set::Entry { of, key } => match self.entry(*of, *key, n) {
                Some(Datum::Set(squares)) => Bitboard(squares),
                _ => Bitboard::EMPTY,
            },
            Set::Sort(key, inner) => {
                let mark = self.s.comments.mark();
                let set = self.set(*inner, n);
                self.sort_value(*key, SortNode::Set(*inner), SortValue::Number(set.count() as i64), mark);
                set
            }
        }
    }

    fn same_squares(&self, a: u32, b: u32) -> Bitboard {
        let (a, b) = (self.board(a), self.board(b));
        let roles = Role::ALL.into_iter().map(|role| a.by_role(role) ^ b.by_role(role));
        let colors = Color::ALL.into_iter().map(|color| a.by_color(color) ^ b.by_color(color));
        !roles.chain(colors).fold(Bitboard::EMPTY, |differing, here| differing | here)
    }

    /// Where the piece of a variable stands, if it is still there.
    pub(super) fn piece_square(&mut self, var: VarId, n: u32) -> Option<Square> {
        match self.s.vars[var.index()] {
            Slot::Piece(piece) => {
                self.ready_pieces();
                if self.is_imagined(n) { self.imagined_square(n, piece) } else { self.s.pieces.square(n, piece) }
            }
            _ => {
                self.unbound(var, n);
                None
            }
        }
    }

    /// The number of the piece on a square.
    pub(super) fn piece_on(&mut self, n: u32, square: Square) -> Option<u8> {
        self.ready_pieces();
        if self.is_imagined(n) { self.imagined_piece(n, square) } else { self.s.pieces.piece_on(n, square) }
    }

    /// The pieces that have a number. Only a piece that was dropped or imagined has none.
    fn tracked(&mut self, n: u32) -> Bitboard {
        let occupied = self.board(n).occupied();
        if self.view.situation(0).is_none() && !self.is_imagined(n) {
            return occupied;
        }
        occupied.into_iter().filter(|&square| self.piece_on(n, square).is_some()).collect()
    }

    fn ready_pieces(&mut self) {
        if self.s.pieces.is_ready() {
            return;
        }
        let view = self.view;
        let board = |n| view.board(n);
        let exploded: Option<&dyn Fn(u32) -> _> = if view.situation(0).is_some() { Some(&board) } else { None };
        self.s.pieces.compute(view.board(0), view.len(), |n| Some((view.parent(n)?, view.move_to(n)?)), exploded);
    }
}
