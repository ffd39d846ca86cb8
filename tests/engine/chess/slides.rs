//! Check and legality by the pieces on a king's lines, against attack tables and the board after each move.

use fastrand::Rng;
use tabiya::chess::{Board, Color, Move, fen};
use tabiya_fuzz::dice::any_setup;
use tabiya_test_support::size;

#[test]
fn a_king_is_attacked_where_the_attack_tables_say_so() {
    let (mut rng, mut attacked, boards) = (Rng::with_seed(1), 0, size("boards", 4_000, 100_000));
    for n in 0..boards {
        let board = any_setup(&mut rng, 1 + n % 30);
        for color in Color::ALL {
            let tables = |king| board.attackers(king, !color, board.occupied()).any();
            let expected = board.kings(color).into_iter().any(tables);
            assert_eq!(board.king_attacked(color), expected, "{board:?}");
            attacked += usize::from(expected);
        }
    }
    assert!(attacked > boards / 10 && attacked < boards * 19 / 10, "{attacked}");
}

#[test]
fn a_move_is_legal_if_the_board_behind_it_is() {
    let (mut rng, mut list, mut illegal, mut stuck) = (Rng::with_seed(2), Vec::new(), 0, 0);
    for n in 0..size("boards", 4_000, 100_000) {
        let board = any_setup(&mut rng, 1 + n % 30);
        list.clear();
        board.pseudolegal_moves(&mut list);
        let legal = |mv: &Move| !board.play(mv).king_attacked(board.turn());
        for mv in &list {
            assert_eq!(board.is_legal(mv), legal(mv), "{mv:?} {board:?}");
            illegal += usize::from(!legal(mv));
        }
        let free = list.iter().any(legal);
        stuck += usize::from(!free);
        assert_eq!(board.has_legal_move(&mut Vec::new()), free, "{board:?}");
    }
    assert!(illegal > 1_000 && stuck > 3, "{illegal} {stuck}");
}

#[test]
fn the_array_is_where_its_fen_puts_it() {
    let setup = fen::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    assert_eq!(Board::initial(), setup.board);
}
