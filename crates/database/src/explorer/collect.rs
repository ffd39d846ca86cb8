//! Games into rows, block by block: the positions of a game's main line up to a ply, and the moves played there.

use super::numbers::position_numbers;
use super::shuffle::PartRows;
use super::tally::{END, LAST_PLY, Row, Tally, code};
use tabiya_chess::Color;
use tabiya_pgn::Game;

/// The bit that says that White is to move.
const WHITE: u32 = 1 << 31;

/// Collects what the games of a block play.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    /// Position; and turn, move (15 bits) and game (16 bits) in one number.
    moves: Vec<(u64, u32)>,
    /// What each game counts if Black is to move, and if White is.
    games: Vec<[Tally; 2]>,
    /// The positions of the present game, and those that have been met.
    numbers: Vec<u64>,
    seen: Vec<u64>,
}

impl Collector {
    /// Adds a game with those of its positions that are wanted. If it has a position more than once, the first time counts. Of
    /// a game that cannot be read to its end, the moves before that count.
    pub(crate) fn add(&mut self, game: &Game, is_wanted: impl Fn(u64) -> bool) {
        let number = u16::try_from(self.games.len()).expect("a block has no more than 65,536 games");
        self.games.push([Color::Black, Color::White].map(|turn| Tally::of(game, turn)));
        self.seen.clear();
        let tree = game.tree();
        let last = tree.mainline_len().min(LAST_PLY + 1);
        position_numbers(tree.mainline(), last, &mut self.numbers);
        for n in 0..last {
            let (board, key) = (tree.board(n), self.numbers[n as usize]);
            let mv = tree.move_to(n + 1).filter(|_| n + 1 < tree.mainline_len());
            if is_wanted(key) && !self.seen.contains(&key) {
                self.seen.push(key);
                let code = u32::from(mv.map_or(END, code));
                self.moves.push((key, board.turn().fold_wb(WHITE, 0) | code << 16 | u32::from(number)));
            }
        }
    }

    /// The rows of all games, added up, and a collector without games.
    pub(crate) fn finish(&mut self) -> PartRows {
        self.moves.sort_unstable();
        let mut parts = PartRows::default();
        for same in self.moves.chunk_by(|one, other| one.0 == other.0 && one.1 >> 16 == other.1 >> 16) {
            let mut tally = Tally::default();
            for (_, packed) in same {
                tally.add(&self.games[(packed & 0xFFFF) as usize][usize::from(packed & WHITE != 0)]);
            }
            let code = (same[0].1 >> 16 & 0x7FFF).to_le_bytes();
            parts.push(&Row { key: same[0].0, code: u16::from_le_bytes([code[0], code[1]]), tally });
        }
        parts.end();
        self.moves.clear();
        self.games.clear();
        parts
    }
}
