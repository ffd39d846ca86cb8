//! A game like most others. A condition that even such a game fails is worth asking of every game.

use super::known::{Ending, Kind, Known, SpecialMove, piece};
use crate::chess::{Bitboard, Board};
use crate::game::GameResult;

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

    fn visited(&self, kind: Kind) -> Bitboard {
        let role = piece(kind).role as usize - 1;
        let (white, black) = (VISITED[role], VISITED[role].swap_bytes());
        // The text of a move does not say whose move it is.
        let own = piece(kind).color.fold_wb(white, black);
        Bitboard(if self.skimmed { white | black } else { own })
    }
}

impl Known for Ordinary {
    fn may_vary(&mut self) -> bool {
        false
    }

    fn plies(&mut self) -> u32 {
        PLIES
    }

    fn counts(&mut self, kind: Kind, squares: Bitboard) -> (i64, i64) {
        let visited = self.visited(kind);
        let most = (self.first.by_piece(piece(kind)).count() as i64).min((visited & squares).count() as i64);
        let is_counted_everywhere = (visited & !squares).is_empty();
        let least = if self.skimmed || !is_counted_everywhere { 0 } else { LEFT[piece(kind).role as usize - 1] };
        (least.min(most), most)
    }

    fn may_visit(&mut self, kind: Kind, squares: Bitboard) -> bool {
        (self.visited(kind) & squares).any()
    }

    fn may_play(&mut self, special: SpecialMove) -> bool {
        match special {
            SpecialMove::Castle | SpecialMove::CastleShort | SpecialMove::Capture => true,
            SpecialMove::EnPassant => self.skimmed,
            SpecialMove::CastleLong | SpecialMove::Null | SpecialMove::Drop | SpecialMove::Promotion(_) => false,
        }
    }

    fn may_end(&mut self, ending: Ending) -> bool {
        match ending {
            Ending::OutOfCheck => true,
            Ending::InCheck | Ending::Stuck => self.skimmed,
        }
    }

    fn may_lack_kings(&mut self) -> bool {
        false
    }

    /// No result is that of most games.
    fn may_result(&mut self, _result: GameResult) -> bool {
        false
    }
}
