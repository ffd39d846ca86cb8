//! Moves in words, as screen readers get them.

use crate::game::shared::read;
use tabiya::Game;

fn words(game: &Game) -> Vec<String> {
    (0..game.tree().len()).map(|node| game.tree().move_in_words(node, &mut Vec::new())).collect()
}

#[track_caller]
fn check(pgn: &str, expected: &[&str]) {
    let game = read(pgn);
    assert!(game.faults().is_empty(), "{pgn}: {:?}", game.faults().list());
    assert_eq!(words(&game)[1..], *expected, "{pgn}");
}

#[test]
fn moves_of_chess() {
    check(
        "1. e4 d5 2. exd5 Nf6 3. Nf3 Nxd5 4. c4 Nb4 5. Be2 N8c6 6. O-O *",
        &[
            "pawn to e4",
            "pawn to d5",
            "pawn from e4 takes d5",
            "knight to f6",
            "knight to f3",
            "knight takes d5",
            "pawn to c4",
            "knight to b4",
            "bishop to e2",
            "knight from b8 to c6",
            "castles short",
        ],
    );
    check("1. f3 e5 2. g4 Qh4# 0-1", &["pawn to f3", "pawn to e5", "pawn to g4", "queen to h4, checkmate"]);
    check(
        "[FEN \"r3k2r/1P6/8/8/4Pp2/8/8/4K2R b Kkq e3 0 1\"]\n\n1... fxe3 2. bxa8=Q+ Ke7 3. -- Rxh1+ *",
        &[
            "pawn from f4 takes e3 en passant",
            "pawn from b7 takes a8 and promotes to queen, check",
            "king to e7",
            "no move",
            "rook takes h1, check",
        ],
    );
    check(
        "[FEN \"r3k3/7P/8/8/8/8/8/R3K2R b KQq - 0 1\"]\n\n1... O-O-O 2. h8=N *",
        &["castles long", "pawn promotes to knight on h8"],
    );
    assert_eq!(words(&read("*")), [""]);
}

#[test]
fn moves_of_variants() {
    check(
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ *",
        &[
            "pawn to e4",
            "pawn to d5",
            "pawn from e4 takes d5",
            "queen takes d5",
            "pawn dropped on e4",
            "queen takes e4, check",
        ],
    );
    check(
        "[Variant \"King of the Hill\"]\n\n1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4 *",
        &[
            "pawn to e4",
            "pawn to a6",
            "king to e2",
            "pawn to a5",
            "king to e3",
            "pawn to a4",
            "king to d4, which ends the game",
        ],
    );
    check("[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/RK5R w AH - 0 1\"]\n\n1. O-O-O *", &["castles long"]);
    check(
        "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 a6 3. Ne6 a5 4. Nxd8 *",
        &[
            "knight to f3",
            "pawn to f6",
            "knight to d4",
            "pawn to a6",
            "knight to e6",
            "pawn to a5",
            "knight takes d8, which ends the game",
        ],
    );
}
