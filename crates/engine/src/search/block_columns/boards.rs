//! Filters that ask for nothing but boards, put to the boards of a block: these are made from its columns, so that no move is played.
//!
//! The evaluator that searches games answers, 64 positions at a time. It takes the positions of some games that follow one another as
//! one game without moves.

use super::Columns;
use super::row::{Bits, Row};
use crate::chess::{Color, Rank};
use crate::facts::{KINDS, piece};
use crate::ir::BoolId;
use crate::search::block::Block;
use crate::search::context::GameContext;
use crate::search::evaluator::Evaluator;
use crate::search::scratch::BoardMemory;
use std::ops::Range;
use tabiya_database::BlockError;

/// The number of positions of games that are taken together: their boards should stay in the cache.
const POSITIONS: u32 = 2048;

/// The memory for more positions is not taken because a block says that a game has them.
const MOST: usize = 1 << 16;

/// If fewer games than one in this many are left, it takes less time to read them.
const ONE_IN: usize = 8;

impl Columns<'_> {
    /// The positions, of those in a row, at which a filter that asks for nothing but boards holds; none if that takes longer than
    /// reading the games, or if the filter could not be evaluated.
    pub(super) fn on_boards(&mut self, id: BoolId, within: &Row) -> Result<Option<Row>, BlockError> {
        let games = self.lines.each().filter(|game| within.count(game.clone()) > 0).count();
        if games * ONE_IN < self.block.len() {
            return Ok(None);
        }
        self.scratch.fit(self.plan);
        self.read_changes()?;
        let white = self.turn(Color::White)?;
        // The evaluator has all other memory meanwhile.
        let mut memory = std::mem::take(&mut self.scratch.boards);
        let row = self.all_stretches(id, (within, &white), &mut memory);
        self.scratch.boards = memory;
        Ok(row)
    }

    /// Reads where the boards of the block change, once.
    fn read_changes(&mut self) -> Result<(), BlockError> {
        if self.has_changes {
            return Ok(());
        }
        for kind in 0..KINDS {
            for rank in Rank::ALL {
                self.squares_of(kind, rank)?;
            }
        }
        let squares: Vec<_> =
            self.squares.iter().map(|(&(kind, rank), squares)| (piece(kind), rank, squares)).collect();
        self.block.read_changes(&squares, &mut self.scratch.boards.reader)?;
        self.has_changes = true;
        Ok(())
    }

    /// Evaluates the filter on the boards of all games, some of them at a time; none if it could not be evaluated.
    fn all_stretches(&mut self, id: BoolId, rows: (&Row, &Row), memory: &mut BoardMemory) -> Option<Row> {
        let (mut found, lines, mut first) = (Bits::new(self.positions), self.lines, 0);
        while first < lines.games() {
            let start = lines.of(first).start;
            let mut behind = first + 1;
            while behind < lines.games() && lines.of(behind).start - start < POSITIONS {
                behind += 1;
            }
            if (lines.of(behind - 1).end - start) as usize > MOST {
                return None;
            }
            if !self.one_stretch(id, rows, first..behind, (memory, &mut found)) {
                return None;
            }
            first = behind;
        }
        Some(found.finish())
    }

    /// The same for some games that follow one another; false if the filter could not be evaluated.
    fn one_stretch(
        &mut self,
        id: BoolId,
        (within, white): (&Row, &Row),
        games: Range<usize>,
        (memory, found): (&mut BoardMemory, &mut Bits),
    ) -> bool {
        let (plan, lines) = (self.plan, self.lines);
        let positions = lines.of(games.start).start..lines.of(games.end - 1).end;
        if within.count(positions.clone()) == 0 {
            return true;
        }
        let BoardMemory { reader, game } = memory;
        let nodes = game.lay_out(positions.end - positions.start);
        reader.read(lines, games.clone(), nodes);
        for game in games.map(|game| lines.of(game)) {
            let (from, to) = ((game.start - positions.start) as usize, (game.end - positions.start) as usize);
            let black = nodes[from..to].iter_mut().skip(usize::from(white.has(game.start))).step_by(2);
            black.for_each(|node| node.board.set_turn(Color::Black));
        }
        self.scratch.start_game(plan, nodes.len());
        self.scratch.error = None;
        let context = GameContext::bare(self.control);
        let mut evaluator = Evaluator::new(plan, game, game.tree().mainline(), self.scratch, &context);
        evaluator.scratch.comments.mute();
        for (number, from) in positions.step_by(64).enumerate() {
            let asked = evaluator.whole_block(number).asked() & within.word(from);
            found.add(from, evaluator.truths(id, Block::new(number, asked)));
        }
        evaluator.scratch.comments.unmute();
        evaluator.settle();
        evaluator.scratch.error.take().is_none()
    }
}
