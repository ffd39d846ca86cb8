//! `position in "FILE"`: exactly the positions that a naive program finds in the file, be it PGN or a database.

use super::{played, texts};
use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use tabiya::game::{Frames, RawGame};
use tabiya::pipeline::Message;
use tabiya::{FileAccess, Game, Limits, MatchesIn, Query, QueryError, QueryOptions, RunOptions, Sources};
use tabiya_database::{BlockBuilder, Options, Writer};

/// Writes games as a database, with so many of them in a block.
fn database(path: &Path, games: &[String], in_block: usize, exact_positions: bool) {
    let mut writer = Writer::create(Cursor::new(Vec::new())).expect("a database");
    for some in games.chunks(in_block) {
        let mut block = BlockBuilder::new(&Options { exact_positions, ..Options::default() });
        let (mut frames, mut raw, mut game) =
            (Frames::new(Cursor::new(some.concat())), RawGame::default(), Game::new());
        while frames.read_frame(&mut raw).expect("games") {
            game.parse(&raw);
            block.add("games", &raw, &game);
        }
        writer.write(&block.finish()).expect("a block");
    }
    fs::write(path, writer.finish().expect("a database").into_inner()).expect("a file");
}

fn query(text: &str, folder: &Path) -> Result<Query, QueryError> {
    let files = FileAccess::below([folder]).expect("a folder");
    Query::with_options(text, &QueryOptions { files, ..QueryOptions::default() })
}

fn run(query: &Query, text: &str) -> Result<MatchesIn, Message> {
    query.matches_in(Sources::new().bytes("games", text), &RunOptions::default())
}

/// The numbers of games with the positions of each where a query matches.
fn matches(query: &Query, text: &str) -> Vec<(u64, u32)> {
    let found = run(query, text).expect("a run");
    found.map(|one| one.expect("a match")).map(|one| (one.game().number(), one.position())).collect()
}

#[test]
fn the_positions_are_those_of_a_naive_program() {
    let place = tempfile::tempdir().expect("a folder");
    let all = texts(300, 23);
    let (known, new): (Vec<_>, Vec<_>) = all.into_iter().enumerate().partition(|(n, _)| n % 3 > 0);
    let texts = |games: Vec<(usize, String)>| games.into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    let (known, new) = (texts(known), texts(new).concat());
    let there: BTreeSet<String> = played(&known.concat()).into_iter().flat_map(|game| game.positions).collect();
    let mut expected = Vec::new();
    for game in played(&new) {
        let found = (0..).zip(&game.positions).filter(|(_, position)| there.contains(*position));
        expected.extend(found.map(|(n, _)| (game.game.number(), n)));
    }
    let all = played(&new).iter().map(|game| game.positions.len()).sum::<usize>();
    assert!(expected.len() > 500 && all - expected.len() > 500, "{} of {all}", expected.len());
    fs::write(place.path().join("known.pgn"), known.concat()).expect("a file");
    database(&place.path().join("known.tabiya"), &known, 30, true);
    database(&place.path().join("plain.tabiya"), &known, 1000, false);
    for name in ["known.pgn", "known.tabiya", "plain.tabiya"] {
        let file = place.path().join(name);
        let text = format!("position in \"{}\"", file.display());
        assert_eq!(matches(&query(&text, place.path()).expect("a query"), &new), expected, "{name}");
        let not = query(&format!("not {text}"), place.path()).expect("a query");
        assert_eq!(matches(&not, &new).len(), all - expected.len(), "{name}");
    }
    // One that reads few of the groups gives the same.
    let file = place.path().join("known.tabiya");
    let few = query(&format!("ply == 6 position in \"{}\"", file.display()), place.path()).expect("a query");
    let sixth: Vec<_> = expected.into_iter().filter(|(_, position)| *position == 6).collect();
    assert_eq!(matches(&few, &new), sixth);
}

#[test]
fn variations_and_odd_positions_count_and_rights_do_not() {
    let place = tempfile::tempdir().expect("a folder");
    let known = "1. e4 (1. d4 d5 (1... Nf6)) e5 *\n\n\
                 [FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n*\n\n\
                 [FEN \"qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/8/8/K6k/1N5N w - - 0 1\"]\n\n*\n\n";
    fs::write(place.path().join("known.pgn"), known).expect("a file");
    let games: Vec<String> = known.split_inclusive("*\n\n").map(str::to_owned).collect();
    assert_eq!(games.len(), 3);
    database(&place.path().join("known.tabiya"), &games, 2, true);
    for file in ["known.pgn", "known.tabiya"] {
        let text = format!("position in \"{}\"", place.path().join(file).display());
        let query = query(&text, place.path()).expect("a query");
        let found = |pgn: &str| matches(&query, pgn).into_iter().map(|(_, position)| position).collect::<Vec<_>>();
        assert_eq!(found("1. d4 Nf6 2. c4 *"), [0, 1, 2], "{file}");
        assert_eq!(found("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 *"), [0, 1, 2, 6], "castling rights do not count: {file}");
        assert_eq!(found("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w - - 9 9\"]\n\n*"), [0], "{file}");
        assert_eq!(found("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b - - 9 9\"]\n\n*"), Vec::<u32>::new(), "{file}");
        let crowded = "[FEN \"qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/8/8/K6k/1N5N w - - 0 1\"]\n\n1. Nc3 *";
        assert_eq!(found(crowded), [0], "{file}");
        let moved = crowded.replace("1N5N", "2N4N");
        assert_eq!(found(&moved), Vec::<u32>::new(), "{file}");
    }
}

#[test]
fn what_is_kept_is_bounded() {
    let place = tempfile::tempdir().expect("a folder");
    let known = texts(40, 5);
    fs::write(place.path().join("known.pgn"), known.concat()).expect("a file");
    database(&place.path().join("known.tabiya"), &known, 4, true);
    let asked = |name: &str, positions: usize| {
        let text = format!("ply <= 1 position in \"{}\"", place.path().join(name).display());
        let limits = Limits { positions, ..Limits::default() };
        let files = FileAccess::below([place.path()]).expect("a folder");
        Query::with_options(&text, &QueryOptions { files, limits, ..QueryOptions::default() })
    };
    let error = asked("known.pgn", 10).expect_err("too many positions");
    assert_eq!(error.diagnostics[0].code, "model-file");
    assert!(error.to_string().contains("it has more than 10 positions"), "{error}");
    assert_eq!(matches(&asked("known.pgn", 100_000).expect("a query"), "1. e4 *").len(), 2);
    // Of a database only what a search needs counts: one group is enough for the first position.
    assert_eq!(matches(&asked("known.tabiya", 10).expect("a query"), "[White \"A\"]\n\n*").len(), 1);
    let wrong = run(&asked("known.tabiya", 10).expect("a query"), &known.concat()).expect("a run");
    let wrong = wrong.map(|one| one.map(drop)).find_map(Result::err).expect("too many positions");
    assert!(wrong.to_string().contains("has more than 10 positions"), "{wrong}");
    assert_eq!(matches(&asked("known.tabiya", 100_000).expect("a query"), "1. e4 *").len(), 2);
}

#[test]
fn what_cannot_be_read_is_told_of() {
    let place = tempfile::tempdir().expect("a folder");
    fs::write(place.path().join("empty.pgn"), "").expect("a file");
    let file = |name: &str| format!("check or position in \"{}\"", place.path().join(name).display());
    for (name, says) in [("none.pgn", "cannot be read"), ("empty.pgn", "contains no game")] {
        let error = query(&file(name), place.path()).expect_err("no positions");
        assert_eq!(error.diagnostics[0].code, "model-file");
        assert_eq!(error.diagnostics[0].span().start, 9);
        assert!(error.to_string().contains(says), "{error}");
    }
    let closed = Query::parse(&file("empty.pgn")).expect_err("no files");
    assert!(closed.to_string().contains("queries are not allowed to open files"), "{closed}");
    // A damaged block costs the searches that need it, and no other.
    let path = place.path().join("base.tabiya");
    database(&path, &["1. e4 e5 2. Nf3 Nc6 *\n\n".to_owned()], 1, true);
    let good = fs::read(&path).expect("a file");
    let broken = (40..good.len()).find_map(|at| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x55;
        fs::write(&path, bytes).expect("a file");
        let query = query(&file("base.tabiya"), place.path()).ok()?;
        let mut found = run(&query, "1. e4 *").expect("a run");
        found.find_map(Result::err).map(|error| error.to_string())
    });
    let broken = broken.expect("damage that is found when the games are read");
    assert!(broken.contains("cannot be read"), "{broken}");
}
