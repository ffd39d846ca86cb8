//! "What was the last move?": a retrograde puzzle.
//!
//! CQLi's documentation of `move` has such a puzzle, with three moves that can have been the last one, of which a
//! proof leaves one. This position is our own and has the same answers. Black is in check by the rook on e2, which the
//! pawn or the king may have let loose from e3. With the king on e3 Black would have given check by the pawn on d4; but
//! Black has captured nothing, and d5 is taken: there was no such move. So the pawn took a knight. (If the king had
//! taken the knight there is a second proof: then no man was left for the pawn to take on its way to the f-file.)

use tabiya::chess::retro::{self, Disproof, Mode, Verdict};
use tabiya::chess::{Board, Color, fen, san};

const PUZZLE: &str = "r1b2b1r/ppp1ppp1/B1n1k2p/3q4/3p1P2/5P2/PPPPRKPP/RNBQN3 b - - 0 11";

/// A game that ends with the puzzle.
const GAME: &str = "e3 d5 Ba6 Nf6 Nh3 Nh5 Nf4 Kd7 Nd3 Ke6 f3 d4 Kf2 Qd5 Re1 Nf4 Re2 Nc6 Ne1 h6 exf4+";

#[test]
fn three_moves_and_one_that_can_have_been() {
    let board = fen::parse(PUZZLE).unwrap().board;
    let all = retro::unmoves(&board, Mode::Legal);
    let mut sorted: Vec<String> = all.iter().map(|unmove| unmove.numbered(1)).collect();
    sorted.sort();
    assert_eq!(sorted, ["1.~Ke3f2+", "1.~Ke3x(N)f2+", "1.~Pe3x(N)f4+"]);
    for unmove in &all {
        let expected = match unmove.to_string().as_str() {
            "~Pe3x(N)f4+" => Verdict::Open,
            "~Ke3f2+" => Verdict::No(Disproof::Check),
            _ => Verdict::No(Disproof::Captures(Color::White)),
        };
        assert_eq!(retro::reachable(&unmove.before), expected, "{unmove}");
    }
}

#[test]
fn the_answer_is_true() {
    let mut board = Board::initial();
    for text in GAME.split(' ') {
        let (found, _) = san::San::scan(text.as_bytes()).expect("a move");
        board = board.play(&found.find(&board).expect("a legal move").mv);
    }
    let written = fen::write(&fen::Setup { board, halfmoves: 0, fullmoves: 11 });
    assert_eq!(written, PUZZLE);
}
