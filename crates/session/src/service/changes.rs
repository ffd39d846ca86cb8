//! Moves as the page plays them: not by the rules of chess, but as changes of a board.
//!
//! A move is the squares that it changes, each with the letter of the piece that then stands there, if one does: capital
//! letters are White's. The square that it leaves and the one that it reaches come first; a piece from the hand has the latter only.
//!
//! ```text
//! e2e4P        a piece goes from one square to another
//! e7e8Q        it becomes another one there
//! e1g1Kf1Rh1   two pieces go at the same time
//! e5d6Pd5      a pawn is taken en passant
//! f3n          a piece is put on the board
//! -            nothing moves
//! ```
//!
//! A page with the rules of chess would need those of all variants too, and could disagree with the search. A test
//! compares every position that the page draws with its FEN.

use tabiya::chess::{Board, Move, MoveKind, Square};

/// Appends the changes that a move makes. Regardless of the rules of the game, they lead from the one board to the other.
pub(super) fn push_changes(before: &Board, mv: &Move, after: &Board, out: &mut String) {
    let ends = match mv.kind {
        MoveKind::Null => {
            out.push('-');
            [None, None]
        }
        MoveKind::Drop => [None, Some(mv.to)],
        _ => [Some(mv.from), Some(mv.to)],
    };
    let is_other =
        |square: &Square| !ends.contains(&Some(*square)) && before.piece_at(*square) != after.piece_at(*square);
    for square in ends.into_iter().flatten().chain(Square::ALL.into_iter().filter(is_other)) {
        out.push_str(&square.to_string());
        out.extend(after.piece_at(square).map(|piece| piece.char()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::game::RawGame;
    use tabiya::{Game, Games};

    /// Plays changes as the script of the page does.
    fn play(board: &str, changes: &str) -> String {
        let mut squares: Vec<char> = board.chars().collect();
        let mut signs = changes.trim_matches('-').chars();
        while let (Some(file), Some(rank)) = (signs.next(), signs.next()) {
            let index = (file as usize - 'a' as usize) + 8 * (rank as usize - '1' as usize);
            // The letter of a piece is followed by no number.
            let rest: String = signs.clone().take(2).collect();
            let is_piece = !rest.is_empty() && !rest.ends_with(|c: char| c.is_ascii_digit());
            squares[index] = if is_piece { signs.next().unwrap_or('.') } else { '.' };
        }
        squares.into_iter().collect()
    }

    fn letters(board: &Board) -> String {
        Square::ALL.iter().map(|&square| board.piece_at(square).map_or('.', |piece| piece.char())).collect()
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
        for game in Games::from_reader(crate::samples::GAMES).unwrap() {
            moves += changes(&game.unwrap()).len();
        }
        assert!(moves > 2000, "{moves}");
    }

    #[test]
    fn special_moves() {
        let castling = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *";
        assert_eq!(changes(&read(castling))[6..], ["e1g1Kf1Rh1", "e8g8kf8rh8"]);
        let en_passant = "1. e4 a6 2. e5 d5 3. exd6 *";
        assert_eq!(changes(&read(en_passant))[4], "e5d6Pd5");
        let promotion = "[FEN \"7k/P7/8/8/8/8/p7/7K w - - 0 1\"]\n\n1. a8=Q+ Kh7 2. -- a1=N *";
        assert_eq!(changes(&read(promotion)), ["a7a8Q", "h8h7k", "-", "a2a1n"]);
    }

    #[test]
    fn moves_of_variants() {
        // The king and the rook change places.
        let chess960 = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n1. O-O *";
        assert_eq!(changes(&read(chess960)), ["f1Rg1K"]);
        let drop = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *";
        assert_eq!(changes(&read(drop))[4], "e4P");
        // Both knights, the bishop and the queen go off; pawns stay.
        let atomic = "[Variant \"Atomic\"]\n\n1. Nf3 a6 2. Ng5 a5 3. Nxf7 *";
        assert_eq!(changes(&read(atomic))[4], "g5f7e8f8g8");
    }
}
