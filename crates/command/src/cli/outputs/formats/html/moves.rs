//! Moves as the page plays them: not by the rules of chess, but as changes of a board.
//!
//! ```text
//! e2e4        a piece goes from one square to another
//! e7e8q       it becomes another one there
//! e1g1,h1f1   two pieces go at the same time
//! e5d6,d5     a square is emptied afterwards: the pawn taken en passant, or what has exploded
//! n@f3        a piece is put on the board: capital letters are White's
//! 0000        nothing moves
//! ```
//!
//! A page with the rules of chess would need those of all variants too, and could disagree with the search. A test
//! compares every position that the page draws with its FEN.

use std::fmt::Write as _;
use tabiya::chess::{Board, Color, Move, MoveKind, Piece, Square};

/// Appends the changes that a move makes. Whatever the rules of the game, they lead from the one board to the other.
pub(super) fn push_changes(before: &Board, mv: &Move, after: &Board, out: &mut String) {
    let mut board = pieces(before);
    match mv.kind {
        MoveKind::Null => out.push_str("0000"),
        MoveKind::Drop => {
            let piece = Piece { color: before.turn(), role: mv.role };
            let _ = write!(out, "{}@{}", piece.char(), mv.to);
            board[usize::from(mv.to)] = Some(piece);
        }
        _ => out.push_str(&mv.uci()),
    }
    if !matches!(mv.kind, MoveKind::Null | MoveKind::Drop) {
        let color = board[usize::from(mv.from)].map_or(Color::White, |piece| piece.color);
        let mover = board[usize::from(mv.from)].take();
        let rook = match mv.kind {
            MoveKind::Castle { rook_from, rook_to } => {
                let _ = write!(out, ",{rook_from}{rook_to}");
                board[usize::from(rook_from)].take().map(|rook| (rook, rook_to))
            }
            _ => None,
        };
        board[usize::from(mv.to)] = mv.promotion.map(|role| Piece { color, role }).or(mover);
        if let Some((rook, square)) = rook {
            board[usize::from(square)] = Some(rook);
        }
    }
    for (square, piece) in Square::ALL.into_iter().zip(pieces(after)) {
        if board[usize::from(square)] != piece {
            let _ = match piece {
                Some(piece) => write!(out, ",{}@{square}", piece.char()),
                None => write!(out, ",{square}"),
            };
        }
    }
}

fn pieces(board: &Board) -> [Option<Piece>; 64] {
    Square::ALL.map(|square| board.piece_at(square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::game::RawGame;
    use tabiya::{Game, Games};

    /// Plays changes as the script of the page does.
    fn play(board: &str, changes: &str) -> String {
        let mut squares: Vec<char> = board.chars().collect();
        let index = |name: &str| {
            let name = name.as_bytes();
            usize::from(name[0] - b'a') + 8 * usize::from(name[1] - b'1')
        };
        let mut lifted = Vec::new();
        for part in changes.split(',').filter(|part| part.len() >= 4 && *part != "0000" && !part.contains('@')) {
            let from = index(part);
            let piece = std::mem::replace(&mut squares[from], '.');
            let promoted = part.chars().nth(4);
            let promoted = promoted.map(|p| if piece.is_uppercase() { p.to_ascii_uppercase() } else { p });
            lifted.push((index(&part[2..]), promoted.unwrap_or(piece)));
        }
        for (square, piece) in lifted {
            squares[square] = piece;
        }
        for part in changes.split(',') {
            if let Some((piece, square)) = part.split_once('@') {
                squares[index(square)] = piece.chars().next().unwrap();
            } else if part.len() == 2 {
                squares[index(part)] = '.';
            }
        }
        squares.into_iter().collect()
    }

    fn letters(board: &Board) -> String {
        pieces(board).iter().map(|piece| piece.map_or('.', Piece::char)).collect()
    }

    /// Plays a game and gives the changes of its moves.
    fn changes(game: &Game) -> Vec<String> {
        let tree = game.tree();
        let mut all = Vec::new();
        for node in 1..tree.len() {
            let parent = tree.full().parent(node).unwrap();
            let mut changes = String::new();
            push_changes(tree.board(parent), tree.move_to(node).unwrap(), tree.board(node), &mut changes);
            assert_eq!(play(&letters(tree.board(parent)), &changes), letters(tree.board(node)), "{changes}");
            all.push(changes);
        }
        all
    }

    fn read(pgn: &str) -> Game {
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(pgn.as_bytes()));
        assert!(game.faults().is_empty(), "{:?}", game.faults());
        game
    }

    #[test]
    fn the_sample_games_are_played_to_their_ends() {
        let mut moves = 0;
        for game in Games::from_reader(tabiya_session::samples::GAMES).unwrap() {
            moves += changes(&game.unwrap()).len();
        }
        assert!(moves > 2000, "{moves}");
    }

    #[test]
    fn special_moves() {
        let castling = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *";
        assert_eq!(changes(&read(castling))[6..], ["e1g1,h1f1", "e8g8,h8f8"]);
        let en_passant = "1. e4 a6 2. e5 d5 3. exd6 *";
        assert_eq!(changes(&read(en_passant))[4], "e5d6,d5");
        let promotion = "[FEN \"7k/P7/8/8/8/8/p7/7K w - - 0 1\"]\n\n1. a8=Q+ Kh7 2. -- a1=N *";
        assert_eq!(changes(&read(promotion)), ["a7a8q", "h8h7", "0000", "a2a1n"]);
    }

    #[test]
    fn moves_of_variants() {
        // The king and the rook change places.
        let chess960 = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n1. O-O *";
        assert_eq!(changes(&read(chess960)), ["f1g1,g1f1"]);
        let drop = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *";
        assert_eq!(changes(&read(drop))[4], "P@e4");
        // Both knights, the bishop and the queen go off; pawns stay.
        let atomic = "[Variant \"Atomic\"]\n\n1. Nf3 a6 2. Ng5 a5 3. Nxf7 *";
        assert_eq!(changes(&read(atomic))[4], "g5f7,f7,e8,f8,g8");
    }
}
