//! The columns of a block as far as they were read, kept for all filters that ask for it.

use super::Columns;
use super::row::{Bits, Row};
use crate::chess::Color;
use crate::facts::{KINDS, piece};
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::rc::Rc;
use tabiya_chess::{Rank, Square};
use tabiya_database::{BlockError, Mark, Squares};

/// A number that begins with nought in front of the block: the positions at which it changes, in order, with how much. A position
/// may be there several times.
pub(super) type Changes = Vec<(u32, i16)>;

impl Columns<'_> {
    /// The positions that have a mark.
    pub(super) fn marked(&mut self, mark: Mark) -> Result<Row, BlockError> {
        if let Some(row) = self.marks.get(&mark) {
            return Ok(row.clone());
        }
        let mut bits = Bits::new(self.positions);
        self.block.marked(mark, |position| bits.set(position))?;
        let row = bits.finish();
        self.marks.insert(mark, row.clone());
        Ok(row)
    }

    /// The first positions of the games.
    pub(super) fn starts(&self) -> Row {
        let mut starts = Bits::new(self.positions);
        self.lines.each().for_each(|game| starts.set(game.start));
        starts.finish()
    }

    /// The positions in which it is a side's turn.
    pub(super) fn turn(&mut self, color: Color) -> Result<Row, BlockError> {
        let white = match &self.white {
            Some(row) => row.clone(),
            None => {
                let black = self.marked(Mark::BlackBegins)?;
                let mut bits = Bits::new(self.positions);
                for game in self.lines.each() {
                    bits.fill_every_other(game.start + u32::from(black.has(game.start))..game.end);
                }
                let row = bits.finish();
                self.white = Some(row.clone());
                row
            }
        };
        Ok(if color == Color::White { white } else { white.not(self.positions) })
    }

    /// The positions at which a piece stands on a square.
    pub(super) fn standing(&mut self, kind: u8, square: Square) -> Result<Row, BlockError> {
        if let Some(row) = self.standing.get(&(kind, square)) {
            return Ok(row.clone());
        }
        let mut bits = Bits::new(self.positions);
        self.stretches(kind, square, |stretch| bits.fill(stretch))?;
        let row = bits.finish();
        self.standing.insert((kind, square), row.clone());
        Ok(row)
    }

    /// Calls `each` with the stretches of positions at which a piece stands on a square.
    pub(super) fn stretches(
        &mut self,
        kind: u8,
        square: Square,
        each: impl FnMut(Range<u32>),
    ) -> Result<(), BlockError> {
        let (block, mut memory) = (self.block, std::mem::take(&mut self.memory));
        let stretches =
            block.stretches((piece(kind), square), self.squares_of(kind, square.rank())?, &mut memory, each);
        self.memory = memory;
        stretches
    }

    pub(super) fn squares_of(&mut self, kind: u8, rank: Rank) -> Result<&Squares, BlockError> {
        Ok(match self.squares.entry((kind, rank)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(self.block.squares(piece(kind), rank)?),
        })
    }

    /// How the number of a kind of piece changes.
    pub(super) fn counts(&mut self, kind: u8) -> Result<Rc<Changes>, BlockError> {
        debug_assert!(kind < KINDS, "a kind of piece");
        if let Some(known) = self.counts.get(&kind) {
            return Ok(Rc::clone(known));
        }
        let changes = Rc::new(self.block.counts(piece(kind))?);
        self.counts.insert(kind, Rc::clone(&changes));
        Ok(changes)
    }
}
