//! Which moves were played, for all positions of a block: a piece that goes or comes while it is its side's turn is the one that
//! moves, another one that goes is captured.
//!
//! A move captures one piece at most, and but for castling one piece moves. So each condition on a move is a row of positions, and
//! a move meets several if its position is in all of their rows.

use super::row::{Bits, Row};
use super::{Answer, Columns};
use crate::chess::Color;
use crate::facts::piece;
use crate::ir::{Castling, MoveId, MoveMode, SetId};
use crate::search::filters::names;
use std::sync::Arc;
use tabiya_chess::{Bitboard, Role};
use tabiya_database::{BlockError, Mark};

/// The number of lists that are read for one condition.
const MOST_LISTS: usize = 160;

/// What a piece does on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Leaves,
    Arrives,
    IsCaptured,
}

impl Columns<'_> {
    /// The positions at which a `move` filter holds.
    pub(super) fn any_move(&mut self, id: MoveId) -> Result<Answer, BlockError> {
        let plan = self.plan;
        let ir = plan.ir.move_filter(id);
        let is_played = matches!(ir.mode, MoveMode::Played | MoveMode::Previous);
        if !is_played || ir.all || ir.reverse {
            return Ok(Answer::ALL);
        }
        // Main lines have no such moves; games with null moves and drops are not told of.
        if ir.null || ir.drop.is_some() || ir.secondary == Some(true) {
            return Ok(Answer::exact(Row::None));
        }
        let mut all = Answer::exact(Row::Some(Arc::clone(&self.ends)).not(self.positions));
        if let Some(castling) = ir.castling {
            all = all.and(|| Ok(Answer::exact(self.castling(castling)?)))?;
        }
        if ir.en_passant {
            all = all.and(|| Ok(Answer::exact(self.marked(Mark::EnPassant)?)))?;
        }
        if let Some(pieces) = ir.promote {
            let roles = Role::ALL.into_iter().filter(|&role| names(pieces, role));
            let mut row = Row::None;
            for role in roles {
                row = row.or(&self.marked(Mark::Promotion(role))?);
            }
            all = all.and(|| Ok(Answer::exact(row)))?;
        }
        if let Some(set) = ir.from {
            all = all.and(|| self.moved(set, Change::Leaves))?;
        }
        if let Some(set) = ir.capture {
            all = all.and(|| self.moved(set, Change::IsCaptured))?;
        }
        if let Some(set) = ir.to {
            all = all.and(|| self.moved(set, Change::Arrives))?;
        }
        // A target is evaluated on a copy of the position, after the move.
        if ir.target.is_some() || ir.en_passant_square.is_some() {
            all = all.bound();
        }
        if ir.mode == MoveMode::Previous {
            all = Answer { row: all.row.after(&self.ends, self.positions), exact: all.exact };
        }
        Ok(all)
    }

    fn castling(&mut self, which: Castling) -> Result<Row, BlockError> {
        Ok(match which {
            Castling::Short => self.marked(Mark::CastleShort)?,
            Castling::Long => self.marked(Mark::CastleLong)?,
            Castling::Either => self.marked(Mark::CastleShort)?.or(&self.marked(Mark::CastleLong)?),
        })
    }

    /// The positions at which the move to come leaves a square of a set, leads to one, or captures there.
    fn moved(&mut self, set: SetId, change: Change) -> Result<Answer, BlockError> {
        let (contents, exact) = self.plan.contents_of(set);
        let contents = if change == Change::Arrives { contents } else { contents.occupied() };
        let lists = |squares: Bitboard| match change {
            Change::IsCaptured if squares == Bitboard::FULL => 1,
            _ => squares.count(),
        };
        let lists = contents.parts().iter().map(|&(_, squares)| lists(squares)).sum::<usize>();
        if change != Change::Arrives {
            if lists > MOST_LISTS {
                return Ok(Answer::ALL);
            }
            let row = self.changes(contents.parts(), change)?;
            return Ok(if exact { Answer::exact(row) } else { Answer::exact(row).bound() });
        }
        // A move leads to a square no matter what stands there, or captures what does.
        let (empty, parts) = (contents.empty_squares(), contents.parts());
        let whole = contents.whole_squares();
        let others: Vec<(u8, Bitboard)> = parts.iter().map(|&(kind, squares)| (kind, squares & !whole)).collect();
        let exact = exact && (empty & !whole).is_empty();
        let reached = if exact { whole } else { whole | empty };
        if reached == Bitboard::FULL || reached.count() * 12 > MOST_LISTS {
            return Ok(if reached == Bitboard::FULL && exact { Answer::exact(Row::All) } else { Answer::ALL });
        }
        let arrived = self.changes((0..12).map(|kind| (kind, reached)).collect(), Change::Arrives)?;
        let captured = self.changes(others, Change::IsCaptured)?;
        let passing = self.marked(Mark::EnPassant)?;
        let row = arrived.or(&captured.and(&passing.not(self.positions)));
        Ok(if exact { Answer::exact(row) } else { Answer::exact(row).bound() })
    }

    /// The positions before such changes of pieces on squares.
    fn changes(&mut self, parts: Vec<(u8, Bitboard)>, change: Change) -> Result<Row, BlockError> {
        let mut row = Row::None;
        let castles = self.castling(Castling::Either)?;
        let ends = Arc::clone(&self.ends);
        let is_end = |position: u32| ends[position as usize / 64] >> (position % 64) & 1 == 1;
        for color in Color::ALL {
            // Rooks that castle are not what moves.
            for rooks in [false, true] {
                let (mut bits, positions) = (Bits::new(self.positions), self.positions);
                let parts = parts.iter().filter(|(kind, squares)| {
                    let piece = piece(*kind);
                    squares.any() && piece.color == color && (piece.role == Role::Rook) == rooks
                });
                let mut any = false;
                for &(kind, squares) in parts {
                    any = true;
                    // There is one piece less of a kind where one is captured, and nowhere else on that turn.
                    if change == Change::IsCaptured && squares == Bitboard::FULL {
                        let counts = self.counts(kind)?;
                        let fewer = counts.iter().filter(|(_, change)| *change < 0);
                        let before = fewer.filter_map(|(position, _)| position.checked_sub(1));
                        before.filter(|&at| !is_end(at)).for_each(|at| bits.set(at));
                        continue;
                    }
                    for square in squares {
                        self.stretches(kind, square, |stretch| {
                            let at = match change {
                                Change::Arrives => stretch.start.checked_sub(1),
                                Change::Leaves | Change::IsCaptured => Some(stretch.end - 1),
                            };
                            if let Some(at) = at.filter(|&at| at < positions && !is_end(at)) {
                                bits.set(at);
                            }
                        })?;
                    }
                }
                if !any {
                    continue;
                }
                let mover = if change == Change::IsCaptured { !color } else { color };
                let mut found = bits.finish().and(&self.turn(mover)?);
                if rooks && change != Change::IsCaptured {
                    found = found.and(&castles.clone().not(positions));
                }
                row = row.or(&found);
            }
        }
        Ok(row)
    }
}
