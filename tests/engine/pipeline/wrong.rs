//! What is wrong comes as data: files that cannot be read, damaged games, queries that fail.

use super::{many, on, search};
use tabiya::pipeline::RunOptions;
use tabiya::syntax::Severity;
use tabiya::{Query, Sources};

#[test]
fn text_that_is_no_pgn_is_told_of_once() {
    let notes = "Notes\n* one\n* two\n* three\n* four\n".repeat(3);
    for query in ["mate", "player \"Tal\"", "ply > 200"] {
        let sources =
            Sources::new().bytes("a.md", notes.as_str()).bytes("games", many(3)).bytes("b.md", notes.as_str());
        let (_, summary) = search(query, sources, &on(2));
        let failed = summary.expect_err("two files are no games");
        let told = failed.summary.messages.iter().map(|one| (one.code, one.severity, one.message.clone()));
        let error = |name| {
            let message = format!("cannot read {name}: it is text with neither tags nor moves, not PGN");
            ("no-pgn", Severity::Error, message)
        };
        assert_eq!(told.collect::<Vec<_>>(), [error("a.md"), error("b.md")], "{query}");
        assert_eq!(failed.summary.games, 3, "no game is made of the notes");
    }
    // It is told of after any number of damaged games.
    let sources = Sources::new().bytes("damaged", "1. e4 e5 2. Ke5 *\n\n".repeat(1500)).bytes("c.md", notes.as_str());
    let (_, summary) = search("mate", sources, &on(2));
    let failed = summary.expect_err("one file is no games");
    let summary = failed.summary;
    assert_eq!((summary.messages.len(), summary.omitted, summary.incomplete), (1001, 500, 1500));
    assert_eq!(summary.messages[1000].code, "no-pgn");
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_and_the_others_are_searched() {
    let sources = || Sources::new().bytes("a", many(3)).path("examples/none.pgn").bytes("b", many(3));
    for threads in [1, 2] {
        let (places, summary) = search("mate", sources(), &on(threads));
        assert_eq!(places, [(1, 4), (1, 4)]);
        let failed = summary.expect_err("a file is missing");
        assert_eq!((failed.message.code, failed.message.severity), ("unreadable-file", Severity::Error));
        assert!(failed.to_string().contains("none.pgn"), "{failed}");
        assert_eq!((failed.summary.games, failed.summary.matched), (6, 2));
        let matches = Query::parse("mate").expect("a query").matches_in(sources(), &on(threads)).expect("threads");
        let kinds: Vec<bool> = matches.map(|found| found.is_ok()).collect();
        assert_eq!(kinds, [true, false, true], "the error comes in its place");
    }
}

/// A stream that has some bytes and then fails.
struct Broken(&'static [u8]);

impl std::io::Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match std::mem::take(&mut self.0) {
            b"" => Err(std::io::Error::other("the line is dead")),
            bytes => std::io::Read::read(&mut &*bytes, buffer),
        }
    }
}

#[test]
fn a_stream_that_fails_is_an_error_wherever_it_fails() {
    for bytes in [&b""[..], b"1.", b"1. f3 e5 2. g4 Qh4# 0-1\n\n"] {
        let (_, summary) = search("mate", Sources::new().reader("stream", Broken(bytes)), &on(2));
        let failed = summary.expect_err("the stream fails");
        assert!(failed.to_string().contains("the line is dead"), "{failed}");
    }
}

#[test]
fn damaged_games_are_counted_and_are_errors_only_if_that_is_asked_for() {
    let games = || Sources::new().bytes("games", "1. e4 e5 2. Ke8 *\n\n1. f3 e5 2. g4 Qh4# 0-1");
    let (places, summary) = search("mate", games(), &on(2));
    let summary = summary.expect("damage ends nothing");
    assert_eq!((places, summary.incomplete, summary.messages.len()), (vec![(2, 4)], 1, 1));
    assert_eq!((summary.messages[0].severity, summary.messages[0].game), (Severity::Warning, Some(1)));
    let (places, summary) = search("mate", games(), &RunOptions { strict: true, ..on(2) });
    assert_eq!(places, [(2, 4)]);
    assert_eq!(summary.expect_err("damage is an error").message.game, Some(1));
}

#[test]
fn a_query_that_fails_fails_in_that_game() {
    for threads in [1, 2] {
        let games = Sources::new().bytes("games", many(6));
        // Without a value in games that do not end in mate.
        let (places, summary) = search("terminal {{mate x=1} or true} x==1", games, &on(threads));
        let failed = summary.expect_err("no value");
        assert_eq!(places, [(1, 4), (4, 4)]);
        assert_eq!((failed.message.code, failed.summary.failed, failed.summary.games), ("query-failed", 4, 6));
        // The first three, and how many there are more.
        assert_eq!(failed.summary.messages.len(), 4, "{:?}", failed.summary.messages);
    }
}

#[test]
fn a_search_that_is_left_early_says_how_many_games_failed() {
    let query = Query::parse("terminal {{mate x=1} or true} x==1").expect("a query");
    let mut matches = query.matches_in(Sources::new().bytes("games", many(20)), &on(1)).expect("threads");
    let third = matches.by_ref().filter_map(Result::ok).nth(2).expect("three matches");
    assert_eq!(third.game().number(), 7);
    let failed = matches.finish().expect_err("no value");
    let texts: Vec<&str> = failed.summary.messages.iter().map(|message| message.message.as_str()).collect();
    assert!(texts.len() == 4 && texts[3].ends_with("and 1 more game"), "{texts:?}");
}

#[test]
fn a_query_may_end_the_run() {
    let games = Sources::new().bytes("games", many(30));
    let (places, summary) = search("mate {gamenumber<7 or cql_abort}", games, &on(1));
    let failed = summary.expect_err("the run was ended");
    assert_eq!(places, [(1, 4), (4, 4)]);
    assert!(failed.summary.messages.iter().any(|message| message.code == "aborted"));
    assert_eq!(failed.summary.games, 7);
}

#[test]
fn lines_of_queries_are_messages() {
    let (_, summary) = search("mate message(\"mate at \" ply)", Sources::new().bytes("games", many(1)), &on(2));
    let summary = summary.expect("everything can be searched");
    assert_eq!(
        (summary.messages[0].code, summary.messages[0].message.as_str()),
        ("message", "Game: 1 move 3(wtm): mate at 4")
    );
}
