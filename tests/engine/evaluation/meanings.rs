//! Words that mean what a person takes them for: positions that are equal, evaluations of mates.

use crate::evaluation::values;
use tabiya::Value;

/// The positions at which a query matches.
fn places(pgn: &str, query: &str) -> Vec<u32> {
    values(pgn, query, "1").into_iter().map(|(place, _)| place).collect()
}

#[test]
fn a_fen_is_equal_to_the_position_however_it_was_reached() {
    // Two orders of moves; after the second one a pawn has passed over c6, where nothing can take it.
    let sicilian = "rnbqkbnr/pp1p1ppp/4p3/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R";
    for pgn in ["1. e4 c5 2. Nf3 e6 *", "1. e4 e6 2. Nf3 c5 *"] {
        for fields in [" w KQkq - 0 3", " w KQkq c6 0 3", " w KQkq - 7 40", " w KQkq", " w", ""] {
            let query = format!("fen == \"{sicilian}{fields}\"");
            assert_eq!(places(pgn, &query), [4], "{query} {pgn}");
            assert_eq!(places(pgn, &format!("\"{sicilian}{fields}\" == fen")), [4], "{query} {pgn}");
            assert_eq!(places(pgn, &format!("fen != \"{sicilian}{fields}\"")), [0, 1, 2, 3], "{query} {pgn}");
        }
        for fields in [" b KQkq - 0 3", " w KQq - 0 3", " w - - 0 3"] {
            assert_eq!(places(pgn, &format!("fen == \"{sicilian}{fields}\"")), [0; 0], "{fields} {pgn}");
        }
    }
    // A white pawn on d5 can take on e6 at once only.
    let advance = "rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq";
    let at_once = "1. d4 a6 2. d5 e5 3. a3 a5 *";
    let placement = "rnbqkbnr/1ppp1ppp/p7/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq";
    assert_eq!(places(at_once, &format!("fen == \"{placement} e6 0 3\"")), [4]);
    assert_eq!(places(at_once, &format!("fen == \"{placement} - 0 3\"")), [0; 0]);
    assert_eq!(places(at_once, &format!("fen == \"{advance} - 0 3\"")), [0; 0]);
    // The bishop on a4 pins the pawn that could take.
    let pinned = "[FEN \"4k3/4p3/8/B2P4/8/8/8/4K2r b - - 0 1\"]\n\n1... Rh5 2. Kd1 e5 *";
    assert_eq!(places(pinned, "fen == \"4k3/8/8/B2Pp2r/8/8/8/3K4 w - e6 0 3\""), [3]);
}

#[test]
fn a_mate_counts_ten_thousand() {
    let pgn = "1. e4 {[%eval 0.3]} e5 {[%eval #12]} 2. f3 {[%eval #-3]} d5 {[%eval 152.65]} *";
    let evals = [Value::Number(30), Value::Number(10_000), Value::Number(-10_000), Value::Number(15_265)];
    assert_eq!(values(pgn, "ply > 0", "eval").into_iter().map(|(_, value)| value).collect::<Vec<_>>(), evals);
    // The number of moves has a word of its own.
    assert_eq!(values(pgn, "ply > 0", "eval mate")[1].1, Value::Number(12));
    assert_eq!(places(pgn, "flipcolor {eval >= 300}"), [2, 3, 4]);
    assert_eq!(places(pgn, "reversecolor {eval >= 300}"), [3]);
    assert_eq!(places(pgn, "flipcolor {wtm eval >= 300}"), [2, 3, 4]);
    assert_eq!(places(pgn, "flipcolor {btm eval >= 300}"), [0; 0]);
    // Exchanged twice it is itself.
    assert_eq!(places(pgn, "reversecolor {reversecolor {eval == 30}}"), [1]);
    // Mated: it is the side to move that has lost.
    let mated = "1. f3 e5 2. g4 Qh4# {[%eval #0]} 0-1";
    assert_eq!(values(mated, "mate", "eval"), [(4, Value::Number(-10_000))]);
}
