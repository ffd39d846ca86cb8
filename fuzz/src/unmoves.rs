//! Retracted moves: all that lead to a board and no others, and every legal move among those of the board it leads to.

use super::brute::{compare, is_taken_back};
use super::bytes::Bytes;
use super::dice::{Style, any_move, any_setup};
use tabiya::chess::fen::{self, Setup};
use tabiya::chess::retro::{self, Mode};
use tabiya::chess::{Board, Move};

/// A game or a set-up drawn from the bytes: at its end the retracted moves are those that brute force finds, each of
/// them played leads to the board again, and every legal move is retracted from where it leads.
pub fn unmoves(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let mut board = if bytes.percent(50) { any_setup(&mut bytes, 28) } else { Board::initial() };
    let style = Style::nth(bytes.below(88));
    let legal_start = retro::is_legal(&board);
    for _ in 0..bytes.below(40) {
        let Some(mv) = any_move(&board, &mut bytes, style) else { break };
        if legal_start {
            assert!(is_taken_back(&board, &mv), "{mv:?} from {}", text(&board));
        }
        board = board.play(&mv);
        assert!(!legal_start || retro::is_legal(&board), "{mv:?} leads to {}", text(&board));
    }
    if legal_start {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        for mv in &moves {
            assert!(is_taken_back(&board, mv), "{mv:?} from {}", text(&board));
        }
        board_before_is_reachable(&board);
    }
    // A castling right outlives a king that was taken, but does not count, and FEN does not write it.
    let board = fen::parse(&text(&board)).expect("what is written can be read").board;
    compare(&board);
    for mode in [Mode::Legal, Mode::Pseudolegal] {
        for unmove in retro::unmoves(&board, mode) {
            leads_to(&unmove.before, &unmove.mv, &board);
            assert!(!unmove.to_string().is_empty());
        }
    }
}

/// A board that arises in a game is not rejected.
fn board_before_is_reachable(board: &Board) {
    if retro::reachable(board).is_open() {
        return;
    }
    // A set-up may be rejected; then so is some board before each of its last moves, or there is no last move.
    for unmove in retro::unmoves(board, Mode::Legal) {
        assert!(retro::is_legal(&unmove.before), "{unmove} before {}", text(board));
    }
}

/// A move played from the board before leads to the board, but for castling rights that nobody can know.
fn leads_to(before: &Board, mv: &Move, after: &Board) {
    let mut reached = before.play(mv);
    let mut moves = Vec::new();
    before.pseudolegal_moves(&mut moves);
    assert!(moves.contains(mv), "{mv:?} is no move from {}", text(before));
    if after.en_passant().is_none() {
        reached.set_en_passant(None);
    }
    let mut wanted = *after;
    wanted.set_castling(reached.castling());
    assert_eq!(reached, wanted, "{mv:?} from {} leads not to {}", text(before), text(after));
}

fn text(board: &Board) -> String {
    fen::write(&Setup { board: *board, halfmoves: 0, fullmoves: 1 })
}
