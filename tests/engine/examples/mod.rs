//! The programs of `examples/` print what their comments say. Their `main` is not run, because a test has no arguments of its own.

#![allow(dead_code, reason = "the `main` of each example")]

#[path = "../../../examples/find_mates.rs"]
mod find_mates;
#[path = "../../../examples/longest_runs.rs"]
mod longest_runs;
#[path = "../../../examples/one_game.rs"]
mod one_game;
#[path = "../../../examples/own_sequence.rs"]
mod own_sequence;
#[path = "../../../examples/several_queries.rs"]
mod several_queries;
#[path = "../../../examples/with_pgn_reader.rs"]
mod with_pgn_reader;

use std::error::Error;
use std::path::Path;

const GAMES: &str = "examples/games/sample.pgn";

/// The lines that a program prints.
fn printed(run: impl FnOnce(&mut Vec<u8>) -> Result<(), Box<dyn Error>>) -> Vec<String> {
    let mut out = Vec::new();
    run(&mut out).expect("the program ends well");
    String::from_utf8(out).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn mates_by_a_knight() {
    let lines = printed(|out| find_mates::find_mates(&[GAMES.to_owned()], out));
    let expected = [
        "Legal de Kermeur - Saint Brie: 7. Nd5#   rn1q1bnr/ppp1kB1p/3p2p1/3NN3/4P3/8/PPPP1PPP/R1BbK2R b KQ - 2 7",
        "Alekhine, Alexander - Amateurs in consultation: 6. Nd6#   r1bqkb1r/pp1npppp/2pN1n2/8/3P4/8/PPP1QPPP/R1B1KBNR b KQkq - 4 6",
        "Philidor's legacy - Tabiya: 4. Nf7#   6rk/5Npp/8/8/8/8/6PP/7K b - - 1 4",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn queries_in_one_pass() {
    let expected = [
        "mate: 20 of 68 games, first at ply 2",
        "stalemate: 4 of 68 games, first at ply 4",
        "underpromotion: 3 of 68 games, first at ply 1",
        "0 games with moves that could not be read",
    ];
    assert_eq!(printed(|out| several_queries::count(GAMES, out)), expected);
}

#[test]
fn games_of_another_reader() {
    let expected = [
        "first game: Anderssen, Adolf - Kieseritzky, Lionel",
        "20 of 68 games have a mate",
        "0 games with moves that could not be read",
    ];
    assert_eq!(printed(|out| with_pgn_reader::count_mates(GAMES, out)), expected);
}

#[test]
fn runs_of_checks() {
    let expected = [
        "10 checks in game 40: 1... Qd5+ 2. Qxd5+ Be5+ 3. Ng3+ Rxg3+ 4. Qf3+ Rxf3+ 5. Bd3+ Rxd3+",
        "10 checks in game 42: 1... Nb3+ 2. Qxb3+ Ke2+ 3. Nf4+ Qxf4+ 4. Qe3+ Qxe3+ 5. Rd2+ Qxd2#",
        "8 checks in game 41: 1... Qf4+ 2. Qxf4+ Nf5+ 3. Qxf5+ Kg7+ 4. Qg5+ Bxg5+",
    ];
    assert_eq!(printed(|out| longest_runs::longest_runs(GAMES, out)), expected);
}

#[test]
fn checks_of_a_game() {
    let expected = [
        "11. Bxb5+  balance -1, 21 moves by either side",
        "15. Bxd7+  balance 2, 29 moves by either side",
        "16. Qb8+   balance -1, 31 moves by either side",
        "17. Rd8#   balance -10, 33 moves by either side",
        "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17",
        "20 pieces on the board",
    ];
    assert_eq!(printed(one_game::checks), expected);
}

#[test]
fn checks_with_replies_up_to_mate() {
    let expected = [
        "game 2: 5 checks from position 39 on",
        "game 8: 7 checks from position 70 on",
        "game 10: 8 checks from position 21 on",
        "game 43: 7 checks from position 3 on",
        "game 64: 4 checks from position 1 on",
    ];
    assert_eq!(printed(|out| own_sequence::checks_to_mate(GAMES, out)), expected);
}

#[test]
fn every_example_is_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(folder).expect("the examples").map(|entry| entry.expect("an entry").file_name());
    let names = files.filter_map(|name| Some(name.to_str()?.strip_suffix(".rs")?.to_owned()));
    let unknown: Vec<String> = names.filter(|name| !include_str!("mod.rs").contains(&format!("mod {name};"))).collect();
    assert!(unknown.is_empty(), "no test runs {unknown:?}");
}
