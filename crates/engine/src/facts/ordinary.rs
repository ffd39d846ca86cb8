//! A game like most others. A condition that even such a game fails is worth asking of every game.
//!
//! The query alone decides, before the first game, whether the text of moves is gone through and whether sketches are
//! made: if skipping were counted during the run, the number of unread games would depend on the threads. Only a
//! formula that is false of this game is worth testing. (Sketches are also made if the query is expensive.)

use super::known::{Ending, Event, Kind, Known, piece};
use crate::casts::count_of;
use crate::chess::{Bitboard, Board};

/// By role, pawns first: the squares on which White has such a piece in at least a quarter of 10,000 games over the
/// board, most of them between masters.
const VISITED: [u64; 6] = [0x18_fff7_ff00, 0x10_1824_0842, 0x40_0418_1024, 0xbd, 0x1c08, 0x50];

/// By role: the number of pieces of a side that are left at the end of the game. Three games in five are like this.
const LEFT: [i64; 6] = [4, 0, 0, 1, 0, 1];

/// Half of the games are longer.
const PLIES: u32 = 75;

/// An ordinary game, of which everything is known that a sketch tells, or only what the text of the moves shows.
pub(crate) struct Ordinary {
    first: Board,
    /// True if only the text of the moves is known.
    skimmed: bool,
}

impl Ordinary {
    /// As a [`Sketch`](super::Sketch) knows it.
    pub(crate) fn sketched() -> Ordinary {
        Ordinary { first: Board::initial(), skimmed: false }
    }

    /// As its text shows it: [`Skimmed`](super::Skimmed).
    pub(crate) fn skimmed() -> Ordinary {
        Ordinary { first: Board::initial(), skimmed: true }
    }
}

impl Known for Ordinary {
    /// No result is that of most games.
    fn may(&mut self, event: Event) -> bool {
        match event {
            Event::Castle { short: true } | Event::Capture | Event::Check | Event::End(Ending::OutOfCheck) => true,
            Event::EnPassant | Event::End(Ending::InCheck | Ending::Stuck) => self.skimmed,
            Event::Variations | Event::Castle { short: false } | Event::Null | Event::Drop => false,
            Event::Promotion(_) | Event::Result(_) => false,
        }
    }

    fn plies(&mut self) -> u32 {
        PLIES
    }

    fn count(&mut self, kind: Kind) -> (i64, i64) {
        let least = if self.skimmed { 0 } else { LEFT[piece(kind).role as usize - 1] };
        (least, count_of(self.first.by_piece(piece(kind)).count()))
    }

    fn visited(&mut self, kind: Kind) -> Bitboard {
        let role = piece(kind).role as usize - 1;
        let (white, black) = (VISITED[role], VISITED[role].swap_bytes());
        // The text of a move does not say whose move it is.
        let own = piece(kind).color.fold_wb(white, black);
        Bitboard(if self.skimmed { white | black } else { own })
    }

    /// It stands there afterwards.
    fn may_arrive(&mut self, kind: Kind, squares: Bitboard) -> bool {
        self.may_visit(kind, squares)
    }

    fn may_lack_kings(&mut self) -> bool {
        false
    }
}
