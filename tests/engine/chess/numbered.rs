//! Legal moves by their numbers, held against the list of shakmaty, whose order they have.

use fastrand::Rng;
use shakmaty::{CastlingMode, Chess, Position};
use tabiya::chess::{Board, Move, fen};
use tabiya_fuzz::dice::{Style, any_game, any_setup};
use tabiya_test_support::size;

fn position(board: &Board) -> Option<Chess> {
    let text = fen::write(&fen::Setup { board: *board, halfmoves: 0, fullmoves: 1 });
    text.parse::<shakmaty::fen::Fen>().ok()?.into_position(CastlingMode::Chess960).ok()
}

/// A move of ours in UCI, where castling is the king that takes its rook, as for Chess960.
fn uci(mv: &Move) -> String {
    match mv.kind {
        tabiya::chess::MoveKind::Castle { rook_from, .. } => format!("{}{rook_from}", mv.from),
        _ => mv.uci(),
    }
}

#[test]
fn numbers_are_those_of_shakmaty() {
    let (mut dice, mut compared) = (Rng::with_seed(29), [0; 4]);
    for n in 0..size("games", 30, 300) {
        let mut boards = any_game(&mut dice, 90, Style::nth(n));
        boards.extend((0..90).map(|_| any_setup(&mut dice, 16)));
        for board in boards {
            let Some(position) = position(&board) else { continue };
            let theirs: Vec<String> =
                position.legal_moves().iter().map(|mv| mv.to_uci(CastlingMode::Chess960).to_string()).collect();
            let ours: Vec<Move> = (0..).map_while(|number| board.legal_move_at(number)).collect();
            assert_eq!(ours.iter().map(uci).collect::<Vec<_>>(), theirs, "{board:?}");
            for (number, mv) in ours.iter().enumerate().take(3) {
                let (mut after, mut moves) = (board, Vec::new());
                assert_eq!(after.play_numbered(&[number as u8, 255], &mut |mv, _| moves.push(*mv)), 1);
                assert_eq!((after, &moves[..]), (board.play(mv), &[*mv][..]));
            }
            assert!((0..4).all(|more| board.legal_move_at(theirs.len() as u32 + more).is_none()));
            let kinds = [
                board.is_check(),
                ours.iter().any(|mv| mv.promotion.is_some()),
                ours.iter().any(Move::is_castle),
                board.playable_en_passant().is_some(),
            ];
            compared.iter_mut().zip(kinds).for_each(|(count, is)| *count += u32::from(is));
        }
    }
    assert!(compared.iter().all(|&count| count >= 5), "checks, promotions, castling, en passant: {compared:?}");
}
