//! Games from outside: read to the end, and what is reported.

use crate::shared::{corpus, node_text, play, position};
use std::collections::BTreeMap;
use std::io::Read;
use tabiya::game::{FaultKind, Game, Games, Input};

/// What reading a file came to.
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

/// What we say cannot be read, shakmaty cannot play either.
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
    check("clocks.pgn.zst", 10024, 26);
}

#[test]
fn engine() {
    check("engine.pgn.zst", 375, 0);
}

#[test]
fn malformed() {
    let Some(path) = corpus("malformed.tar.zst") else { return };
    let mut archive = tar::Archive::new(Input::open(path).unwrap());
    let mut files = 0;
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().to_string_lossy().into_owned();
        if !entry.header().entry_type().is_file() || name.ends_with(".tsv") {
            continue;
        }
        files += 1;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        count(&name, Games::from_reader(std::io::Cursor::new(bytes)).unwrap());
    }
    assert!(files > 390);
}

/// Variants whose moves are those of chess are read to the end.
#[test]
fn variants_with_the_moves_of_chess() {
    for name in ["li_chess960", "li_fromposition", "li_kingofthehill", "li_threecheck", "koth_lichess"] {
        if let Some(census) = census(&format!("variants/{name}.pgn.zst")) {
            assert_eq!(census.incomplete, 0, "{name}");
        }
    }
}

/// Of the others nothing is said but what is true: the first fault of a line is that the variant is not supported.
#[test]
fn variants_with_moves_of_their_own() {
    let names = [
        "antichess_lichess",
        "crazyhouse",
        "horde_lichess",
        "li_atomic",
        "li_crazyhouse",
        "li_racingkings",
        "misc_small",
        "racingkings_lichess",
    ];
    for name in names {
        if let Some(census) = census(&format!("variants/{name}.pgn.zst")) {
            let illegal =
                census.faults.keys().any(|kind| matches!(kind, FaultKind::IllegalMove | FaultKind::AmbiguousMove));
            assert!(!illegal, "{name}: {census:?}");
        }
    }
}
