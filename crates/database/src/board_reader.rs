//! The boards of a block's main lines, made from its columns, without reading games.

use crate::boards::{Lines, Squares};
use crate::bytes::{Bytes, Malformed};
use crate::{Block, BlockError, sections};
use std::ops::Range;
use tabiya_chess::{Board, Color, File, Piece, Rank, Role, Square};
use tabiya_pgn::Node;

/// The number of positions with one list of changes: their boards are made in the first-level cache.
const STRETCH: u32 = 512;

/// The changes of all squares of a block, from which boards are made ([`Block::read_changes`]). It can be used again for other blocks,
/// and keeps its memory.
#[derive(Debug, Default)]
pub struct BoardReader {
    /// By stretch of positions: the changes there, in no order.
    changes: Vec<Vec<Change>>,
}

/// A piece that comes to a square or goes from it. Bits, from the lowest: square (6), role (3), colour (1), and the position, counted
/// from the first of its stretch.
type Change = u32;

impl BoardReader {
    fn take(&mut self, lines: &Lines, squares: &[(Piece, Rank, &Squares)]) -> Result<(), Malformed> {
        let stretches = lines.len().div_ceil(STRETCH) as usize;
        self.changes.resize_with(stretches.max(self.changes.len()), Vec::new);
        // A change takes a byte or more. Stretches have nearly equal numbers of them.
        let bytes: usize = squares.iter().map(|(_, _, squares)| squares.len()).sum();
        for changes in &mut self.changes {
            changes.clear();
            changes.reserve(bytes / stretches.max(1));
        }
        for &(piece, rank, squares) in squares {
            for file in File::ALL {
                let (square, mut at) = (Square::from_coords(file, rank), Bytes::new(squares.list(file.into())));
                let code = u32::from(square) | (piece.role as u32) << 6 | (piece.color as u32) << 9;
                let mut place = 0_u32;
                while !at.is_empty() {
                    place = place.checked_add(at.short_number()?).filter(|&at| at < lines.len()).ok_or(Malformed)?;
                    self.changes[(place / STRETCH) as usize].push(code | (place % STRETCH) << 10);
                }
            }
        }
        Ok(())
    }

    /// Makes the boards of the main lines of some games that follow one another. `lines` are those of the block, and `nodes` as many as
    /// the games have positions. On these boards it is White's turn, and there are no rights to castle or to capture en passant.
    ///
    /// The changes of all squares go to the positions at which they happen; then each board is the one before it with its changes.
    /// It takes time in proportion to the number of positions and of their changes.
    ///
    /// # Panics
    /// If there are no such games, or if they have another number of positions.
    pub fn read(&self, lines: &Lines, games: Range<usize>, nodes: &mut [Node]) {
        let (first, end) = (lines.of(games.start).start, lines.of(games.end - 1).end);
        assert_eq!(nodes.len(), (end - first) as usize, "a node for each position");
        nodes.iter_mut().for_each(|node| node.board = Board::empty());
        for stretch in first / STRETCH..=(end - 1) / STRETCH {
            for &change in &self.changes[stretch as usize] {
                // The stretch has positions of other games.
                let place = (stretch * STRETCH + (change >> 10)).wrapping_sub(first);
                if let Some(node) = nodes.get_mut(place as usize) {
                    let color = if change >> 9 & 1 == 1 { Color::White } else { Color::Black };
                    let role = Role::ALL[(change >> 6 & 7) as usize - 1];
                    node.board.toggle(Square::new(change & 63), Piece { color, role });
                }
            }
        }
        let array = Board::initial().without_rights();
        for game in games {
            let (mut board, positions) = (array, lines.of(game));
            for node in &mut nodes[(positions.start - first) as usize..(positions.end - first) as usize] {
                board.toggle_all(&node.board);
                node.board = board;
            }
        }
    }
}

impl Block {
    /// Reads the changes of all squares. `squares` are those of every piece on every rank ([`Block::squares`]).
    ///
    /// # Errors
    /// If the columns cannot be read or are damaged.
    pub fn read_changes(
        &self,
        squares: &[(Piece, Rank, &Squares)],
        reader: &mut BoardReader,
    ) -> Result<(), BlockError> {
        reader.take(self.lines()?, squares).map_err(|Malformed| self.malformed(sections::SQUARES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{BoardsWriter, squares_section};
    use crate::bytes::put_number;
    use tabiya_pgn::{Game, RawGame};

    /// The boards are those that the moves lead to, also where other games are left out.
    #[test]
    fn boards_are_those_of_the_games() {
        let texts = [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 *",
            "*",
            "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 2. Qb7+ *",
            "1. e4 a6 2. e5 d5 3. exd6 Bg4 4. dxc7 Bxd1 5. cxb8=N *",
            "[FEN \"4k3/8/8/8/8/8/p7/4K3 b - - 0 1\"]\n\n1... a1=N *",
        ];
        let (mut writer, mut games, mut plies) = (BoardsWriter::default(), Vec::new(), Vec::new());
        for text in texts {
            let mut game = Game::new();
            game.parse(&RawGame::from_bytes(text.as_bytes()));
            writer.add(&game, false);
            put_number(&mut plies, u64::from(game.tree().mainline_len()) - 1);
            games.push(game);
        }
        let sections = writer.finish();
        let section = |kind: u32| {
            let found = sections.iter().find(|(other, _)| *other == kind);
            found.map(|(_, bytes)| bytes.clone()).unwrap_or_default()
        };
        let lines = Lines::read(&plies, &section(sections::COLUMN_GAMES), games.len(), 1000).expect("sound");
        let mut squares = Vec::new();
        for color in Color::ALL {
            for (role, rank) in Role::ALL.into_iter().flat_map(|role| Rank::ALL.map(|rank| (role, rank))) {
                let read = Squares::read(section(squares_section(Piece { color, role }, rank.into()))).expect("sound");
                squares.push((Piece { color, role }, rank, read));
            }
        }
        let mut reader = BoardReader::default();
        for chosen in [vec![(0, 5)], vec![(0, 1), (1, 2), (2, 4), (4, 5)], vec![(1, 3), (4, 5)], vec![(3, 4)]] {
            let all: Vec<_> = squares.iter().map(|(piece, rank, squares)| (*piece, *rank, squares)).collect();
            reader.take(&lines, &all).expect("sound");
            for (first, behind) in chosen {
                let range = first..behind;
                let mut made = Game::new();
                let nodes = made.lay_out(lines.of(range.end - 1).end - lines.of(range.start).start);
                reader.read(&lines, range.clone(), nodes);
                let of = |game: &Game| (0..game.tree().len()).map(|n| *game.tree().board(n)).collect::<Vec<Board>>();
                let played = games[range.clone()].iter().flat_map(of).map(|board| {
                    let mut board = board.without_rights();
                    board.set_turn(Color::White);
                    board
                });
                assert_eq!(of(&made), played.collect::<Vec<Board>>(), "games {range:?}");
            }
        }
    }
}
