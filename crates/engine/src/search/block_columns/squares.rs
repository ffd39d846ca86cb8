//! Where pieces stand, at all positions of a block.

use super::numbers::Sum;
use super::row::{Bits, Row};
use super::{Answer, Columns};
use crate::casts::count_of;
use crate::ir::{MoveSquares, Set, SetId, Value};
use crate::plan::{Atom, Contents, Formula};
use crate::syntax::ast::Type;
use tabiya_chess::{Bitboard, Square};
use tabiya_database::BlockError;

/// This few positions are faster one by one.
const FEW: u32 = 64;

/// This many empty squares at most are requested: each takes the lists of all pieces.
const MOST_EMPTY: usize = 8;

impl Columns<'_> {
    /// The positions at which a set is not empty.
    pub(super) fn any_square(&mut self, id: SetId) -> Result<Answer, BlockError> {
        let plan = self.plan;
        let (contents, exact) = plan.contents_of(id);
        if exact {
            return self.stands(&contents);
        }
        let own = self.stands(&contents)?.bound();
        if own.row.is_none() {
            return Ok(own);
        }
        let parts = match plan.ir.set(id) {
            Set::Union(parts) => self.any_of(parts, |columns, &part| columns.any_square(part))?,
            Set::Intersect(parts) | Set::Chain(parts) => self.all_squares(parts)?.bound(),
            Set::Ray { sets, .. } => self.all_squares(sets)?.bound(),
            Set::Direction { of, .. } => self.any_square(*of)?.bound(),
            Set::Move(id, _) => self.any_move(*id)?,
            Set::Guard(test, inner) => {
                let (test, inner) = (*test, *inner);
                self.truth(test)?.and(|| self.any_square(inner))?
            }
            // An operation on sets yields none where one of them is empty.
            Set::Apply(op, arguments) if op.row().ty == Type::Set => {
                let sets = arguments.iter().filter_map(|argument| match argument {
                    Value::Set(set) => Some(*set),
                    _ => None,
                });
                self.all_squares(&sets.collect::<Vec<_>>())?.bound()
            }
            _ => Answer::ALL,
        };
        // A move has squares wherever there is one.
        let exact = match plan.ir.set(id) {
            Set::Move(_, MoveSquares::From | MoveSquares::To) => parts.exact,
            Set::Move(id, MoveSquares::Captured) => parts.exact && plan.ir.move_filter(*id).capture.is_some(),
            _ => false,
        };
        own.and(|| Ok(parts)).map(|both| if exact { Answer::exact(both.row) } else { both.bound() })
    }

    /// The positions at which none of some sets is empty.
    fn all_squares(&mut self, sets: &[SetId]) -> Result<Answer, BlockError> {
        let mut all = Answer::exact(Row::All);
        for &set in sets {
            all = all.and(|| self.any_square(set))?;
        }
        Ok(all)
    }

    /// The positions at which some content stands on one of its squares.
    fn stands(&mut self, contents: &Contents) -> Result<Answer, BlockError> {
        let (empty, parts) = (contents.empty_squares(), contents.parts());
        if contents.whole_squares().any() {
            return Ok(Answer::exact(Row::All));
        }
        if empty.count() > MOST_EMPTY {
            return Ok(Answer::ALL);
        }
        let mut row = Row::None;
        for (kind, squares) in parts {
            if squares == Bitboard::FULL {
                row = row.or(&self.present(kind)?);
                continue;
            }
            for square in squares {
                row = row.or(&self.standing(kind, square)?);
            }
        }
        for square in empty {
            let mut occupied = Row::None;
            for kind in 0..12 {
                occupied = occupied.or(&self.standing(kind, square)?);
            }
            row = row.or(&occupied.not(self.positions));
        }
        Ok(Answer::exact(row))
    }

    /// The positions at which nothing stands of what is made of two sets, if designators say all of both.
    pub(super) fn none_stands(
        &mut self,
        a: SetId,
        b: SetId,
        join: impl FnOnce(Contents, Contents) -> Contents,
    ) -> Result<Answer, BlockError> {
        let ((a, true), (b, true)) = (self.plan.contents_of(a), self.plan.contents_of(b)) else {
            return Ok(Answer::ALL);
        };
        match self.stands(&join(a, b))? {
            Answer { row, exact: true } => Ok(Answer::exact(row.not(self.positions))),
            _ => Ok(Answer::ALL),
        }
    }

    /// All positions of the games in which some conditions hold, as far as they are about squares on which pieces must be.
    pub(super) fn in_games(&mut self, formula: &Formula) -> Result<Row, BlockError> {
        Ok(match formula {
            Formula::Never => Row::None,
            Formula::Atom(Atom::Visit(parts)) => {
                let mut row = Row::None;
                for &(kind, squares) in &**parts {
                    for square in squares {
                        row = row.or(&self.standing(kind, square)?);
                    }
                }
                self.whole_games(&row)
            }
            Formula::Always | Formula::Atom(_) => Row::All,
            Formula::All(parts) => {
                let mut row = Row::All;
                for part in parts {
                    row = row.and(&self.in_games(part)?);
                }
                row
            }
            Formula::Any(parts) => {
                let mut row = Row::None;
                for part in parts {
                    row = row.or(&self.in_games(part)?);
                }
                row
            }
        })
    }

    /// All positions of the games that have some position of a row.
    fn whole_games(&self, row: &Row) -> Row {
        let mut bits = Bits::new(self.positions);
        self.lines.each().filter(|game| row.count(game.clone()) > 0).for_each(|game| bits.fill(game));
        bits.finish()
    }

    /// The positions at which just these pieces stand on the board. If few are left, that is not found out to the end.
    pub(super) fn placement(&mut self, pieces: &[(u8, Square)]) -> Result<Answer, BlockError> {
        let mut by_weight = Vec::with_capacity(pieces.len());
        for &(kind, square) in pieces {
            by_weight.push((self.squares_of(kind, square.rank())?.weight(usize::from(square) % 8), kind, square));
        }
        by_weight.sort_unstable();
        let mut row = Row::All;
        for (_, kind, square) in by_weight {
            row = row.and(&self.standing(kind, square)?);
            if row.count(0..self.positions) <= FEW {
                return Ok(Answer::exact(row).bound());
            }
        }
        let mut counted = Vec::new();
        for kind in 0..12 {
            counted.push(self.counts(kind)?);
        }
        let number = count_of(pieces.len());
        Ok(match self.where_sum(&Sum::of(counted), &(number..=number), &row) {
            Some(total) => Answer::exact(row.and(&total)),
            None => Answer::exact(row).bound(),
        })
    }
}
