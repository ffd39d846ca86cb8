//! Games from outside: read to the end, and what is reported.

use crate::game::repair::archive;
use crate::game::shared::{corpus, node_text, play, position};
use std::collections::BTreeMap;
use tabiya::game::{FaultKind, Game};
use tabiya_pgn::Games;

/// The counts from reading a file.
#[derive(Debug, Default, PartialEq)]
struct Census {
    games: u64,
    positions: u64,
    incomplete: u64,
    faults: BTreeMap<FaultKind, u64>,
}

fn census(name: &str) -> Option<Census> {
    Some(count(name, Games::open(corpus(name)?).unwrap()))
}

fn count(name: &str, mut games: Games) -> Census {
    let (mut game, mut census) = (Game::new(), Census::default());
    while games.read_into(&mut game).unwrap() {
        census.games += 1;
        census.positions += u64::from(game.tree().len());
        census.incomplete += u64::from(game.is_incomplete());
        check_refusals(name, &game);
        for fault in game.faults().list() {
            *census.faults.entry(fault.kind).or_default() += 1;
            if std::env::var_os("TABIYA_FAULTS").is_some() {
                println!("{name} game {}: {:?} {fault}", game.number(), fault.kind);
            }
        }
    }
    println!("{name}: {census:?}");
    census
}

/// A move that we refuse to read is one that shakmaty cannot play either.
fn check_refusals(name: &str, game: &Game) {
    let tree = game.tree().full();
    let standard = |kind| matches!(kind, FaultKind::IllegalMove | FaultKind::AmbiguousMove | FaultKind::UnreadableMove);
    if !game.faults().list().iter().any(|fault| standard(fault.kind)) {
        return;
    }
    for n in 0..tree.len() {
        for rest in game.notes().rests(n) {
            // A variation of which nothing could be read is kept whole, at the move that it replaces.
            let (node, text) = match rest.strip_prefix('(') {
                Some(text) => (tree.parent(n).unwrap_or(0), text),
                None => (n, rest),
            };
            let is_move = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic()) || word.starts_with("0-0");
            let words = text.split(|c: char| c.is_whitespace() || matches!(c, '.' | ')' | '{' | '$' | '!' | '?'));
            let Some(word) = words.clone().find(is_move) else { continue };
            let Some(board) = position(&format!("{} - 0 1", node_text(game.tree(), node))) else { continue };
            let legal = play(&board, word.as_bytes()).is_some();
            assert!(
                !legal,
                "{name} game {}: {word} is legal in {}: {:?}",
                game.number(),
                node_text(game.tree(), node),
                game.faults().list()
            );
        }
    }
}

fn check(name: &str, games: u64, incomplete: u64) {
    if let Some(census) = census(name) {
        assert_eq!((census.games, census.incomplete), (games, incomplete), "{name}");
    }
}

#[test]
fn otb() {
    check("otb.pgn.zst", 107156, 0);
}

#[test]
fn annotated() {
    check("annotated.pgn.zst", 3821, 17);
}

#[test]
fn studies() {
    check("studies.pgn.zst", 41805, 4);
}

#[test]
fn clocks() {
    check("clocks.pgn.zst", 10024, 0);
}

#[test]
fn engine() {
    check("engine.pgn.zst", 375, 0);
}

#[test]
fn malformed() {
    let mut none = Vec::new();
    for (name, bytes) in archive("malformed.tar.zst").unwrap_or_default() {
        let open = || Games::from_reader(std::io::Cursor::new(bytes.clone())).unwrap();
        match open().read_into(&mut Game::new()) {
            Ok(_) => drop(count(&name, open())),
            Err(error) => none.push((name.rsplit('/').next().unwrap().to_owned(), error.code())),
        }
    }
    none.sort();
    let texts = ["kokopu__syntactic-error-2_database.pgn", "kokopu__syntactic-error-3_database.pgn"];
    assert!(none.is_empty() || none == texts.map(|name| (name.to_owned(), "no-pgn")), "{none:?}");
}

/// Games of all variants are read to the end: games, and those of them that are incomplete.
#[test]
fn variants() {
    for (name, games, incomplete) in [
        ("antichess_lichess", 3928, 0),
        // One comment of an engine holds a move of the wrong side.
        ("crazyhouse", 1419, 1),
        ("horde_lichess", 27, 0),
        ("koth_lichess", 248, 0),
        ("li_atomic", 52, 0),
        ("li_chess960", 466, 0),
        ("li_crazyhouse", 24, 0),
        ("li_fromposition", 443, 0),
        ("li_kingofthehill", 56, 0),
        ("li_racingkings", 1, 0),
        ("li_threecheck", 15, 0),
        // Three games of Sittuyin, which nobody here can play.
        ("misc_small", 47, 3),
        ("racingkings_lichess", 2443, 0),
    ] {
        check(&format!("variants/{name}.pgn.zst"), games, incomplete);
    }
}
