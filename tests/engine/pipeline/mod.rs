//! Searches of many games: the same results whatever the source and however many the threads, in order; errors as data; ends
//! from outside; memory that does not grow with the number of games.

mod ends;
mod sources;
mod wrong;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use tabiya::pipeline::{MAX_THREADS, RunFailed, RunSummary};
use tabiya::{Games, Query, RunOptions, Sources};

const SAMPLE: &str = "examples/games/sample.pgn";

/// Options for a number of threads.
fn on(threads: usize) -> RunOptions {
    RunOptions { threads: NonZeroUsize::new(threads), ..RunOptions::default() }
}

/// Game and position of each match.
type Places = Vec<(u64, u32)>;

/// The matches of a search, and what sums it up.
fn search(text: &str, sources: impl Into<Sources>, options: &RunOptions) -> (Places, Result<RunSummary, RunFailed>) {
    let query = Query::parse(text).expect("a query");
    let mut places = Vec::new();
    let summary = query.search(sources, options, |found| {
        places.push((found.game().number(), found.position()));
        ControlFlow::Continue(())
    });
    (places, summary)
}

/// The matches of a search that is well.
fn found(text: &str, sources: impl Into<Sources>, options: &RunOptions) -> Places {
    let (places, summary) = search(text, sources, options);
    summary.expect("everything can be searched");
    places
}

/// The matches, game by game on this thread.
fn one_by_one(text: &str) -> Places {
    let query = Query::parse(text).expect("a query");
    let mut places = Vec::new();
    for game in Games::open(SAMPLE).expect("games") {
        let game = game.expect("a game");
        let matches = query.matches(&game).expect("a search");
        places.extend(matches.map(|found| (game.number(), found.position())));
    }
    places
}

/// So many games, of which each third ends in mate.
fn many(games: usize) -> String {
    (0..games).map(|n| if n % 3 == 0 { "1. f3 e5 2. g4 Qh4# 0-1\n\n" } else { "1. e4 e5 2. Nf3 *\n\n" }).collect()
}

#[test]
fn threads_change_nothing() {
    for text in [
        "mate",
        "check",
        "next 3 100 (check*)",
        "cql(gamenumber 5 40) mate",
        "cql(result 1-0) mate",
        "cql(matchcount 2 3) check",
    ] {
        let expected = one_by_one(text);
        assert!(!expected.is_empty(), "{text}");
        for threads in [1, 2, 5] {
            assert_eq!(found(text, SAMPLE, &on(threads)), expected, "{text} on {threads} threads");
        }
    }
}

#[test]
fn a_run_has_a_thousand_threads_at_most() {
    for threads in [MAX_THREADS + 1, 1 << 31, usize::MAX] {
        let (places, summary) = search("true", Sources::new().bytes("games", many(3)), &on(threads));
        let failed = summary.expect_err("too many");
        let said = failed.to_string();
        assert!(places.is_empty() && said.contains("a run has at most 1024 threads"), "{said}");
    }
    assert_eq!(found("true", Sources::new().bytes("games", many(3)), &on(40)).len(), 13);
}

#[test]
fn many_games_come_in_their_order() {
    let games = many(5000);
    for threads in [1, 2, 5] {
        let places = found("mate", Sources::new().bytes("many", games.as_str()), &on(threads));
        assert_eq!(places.len(), 1667);
        assert!(places.iter().enumerate().all(|(i, place)| *place == (3 * i as u64 + 1, 4)), "{threads}");
    }
}

#[test]
fn the_summary_counts() {
    let (_, summary) = search("mate", Sources::new().bytes("many", many(30)), &on(2));
    let summary = summary.expect("everything can be searched");
    assert_eq!((summary.games, summary.matched, summary.positions), (30, 10, 10));
    assert_eq!((summary.incomplete, summary.flawed, summary.failed, summary.messages.len()), (0, 0, 0, 0));
    let counts = summary.queries[0];
    assert_eq!((counts.games, counts.matched, counts.positions), (30, 10, 10));
    let games = "[White \"Tal\"] 1. e4 *\n\n[White \"Karpov\"] 1. f3 e5 2. g4 Qh4# 0-1";
    let (places, summary) = search("player \"Tal\" check", Sources::new().bytes("games", games), &on(1));
    let summary = summary.expect("everything can be searched");
    assert_eq!((places.len(), summary.games, summary.unread), (0, 2, 1));
}

#[test]
fn a_match_knows_its_game() {
    let query = Query::parse("next 2 9 (not check+ mate)").expect("a query");
    let games = Sources::new().bytes("fool.pgn", "[White \"A\"] 1. f3 e5 2. g4 Qh4# 0-1");
    let found = query.matches_in(games, &on(2)).expect("threads").next().expect("a match").expect("no error");
    assert_eq!((found.game().tags().get("White"), found.file()), (Some("A"), Some("fool.pgn")));
    assert_eq!((found.query(), found.position(), found.ply()), (0, 0, 0));
    assert_eq!((found.san(), found.uci(), found.numbered_move()), (None, None, None));
    assert_eq!(found.moves(), ["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(found.uci_moves(), ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(found.line(), "1. f3 e5 2. g4 Qh4#");
    let games = Sources::new().bytes("fool.pgn", "1. f3 e5 2. g4 Qh4# 0-1");
    let mate = Query::parse("mate").expect("a query").matches_in(games, &on(1)).expect("threads").next();
    let mate = mate.expect("a match").expect("no error");
    assert_eq!((mate.san().as_deref(), mate.uci().as_deref()), (Some("Qh4#"), Some("d8h4")));
    assert_eq!(mate.numbered_move().as_deref(), Some("2... Qh4#"));
    assert_eq!(mate.fen(), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert!(mate.board().is_check() && mate.moves().is_empty() && mate.values().is_empty());
}

/// The numbers of the games in which something is found, in the order in which they come.
fn sorted(text: &str, games: &str, options: RunOptions) -> Vec<u64> {
    let (places, summary) = search(text, Sources::new().bytes("games", games), &RunOptions { sort: true, ..options });
    summary.expect("everything can be searched");
    let mut numbers: Vec<u64> = places.into_iter().map(|(game, _)| game).collect();
    numbers.dedup();
    numbers
}

#[test]
fn the_best_games_come_first_where_that_is_asked_for() {
    // Mates in 4, 6, 4 and 7 plies, and a game without one.
    let games = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 e5 2. a3 a6 3. g4 Qh4# 0-1\n\n1. f4 e6 2. g4 Qh4# 0-1\n\n\
                 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n1. d4 *";
    for threads in [1, 2, 5] {
        assert_eq!(sorted("mate sort ply", games, on(threads)), [4, 2, 1, 3]);
        assert_eq!(sorted("mate sort min \"plies\" ply", games, on(threads)), [1, 3, 2, 4]);
        // Equal games stay in their order, and what has no value comes last.
        assert_eq!(sorted("mate sort min \"plies\" ply sort \"number\" gamenumber", games, on(threads)), [3, 1, 2, 4]);
        assert_eq!(sorted("mate", games, on(threads)), [1, 2, 3, 4]);
        let limited = |limit| RunOptions { limit: Some(limit), ..on(threads) };
        assert_eq!(sorted("mate sort ply", games, limited(2)), [4, 2]);
        assert_eq!(sorted("mate", games, limited(2)), [1, 2]);
        assert_eq!(sorted("mate sort ply", games, limited(0)), [0; 0]);
        // Unless it is asked for, matches come as they are found.
        let options = limited(2);
        assert_eq!(found("mate sort ply", Sources::new().bytes("games", games), &options), [(1, 4), (2, 6)]);
    }
}

#[test]
fn sorted_games_are_complete() {
    let games = many(5000);
    let query = Query::parse("mate sort min \"number\" gamenumber").expect("a query");
    let options = RunOptions { sort: true, limit: Some(40), ..on(3) };
    let matches = query.matches_in(Sources::new().bytes("many", games), &options).expect("threads");
    let numbers: Vec<u64> = matches.map(|found| found.expect("no error").game().number()).collect();
    assert_eq!(numbers, (0..40).map(|n| 3 * n + 1).collect::<Vec<u64>>());
    let summary = search("mate sort ply", Sources::new().bytes("many", many(30)), &RunOptions { sort: true, ..on(2) });
    assert_eq!((summary.0.len(), summary.1.expect("no error").matched), (10, 10));
}

#[test]
fn values_of_expressions() {
    let selects = vec![("side".to_owned(), "sidetomove".to_owned()), ("square".to_owned(), "k".to_owned())];
    let options = tabiya::QueryOptions { selects, ..tabiya::QueryOptions::default() };
    let query = Query::with_options("mate", &options).expect("a query");
    let games = Sources::new().bytes("games", "1. f3 e5 2. g4 Qh4# 0-1");
    let matches = query.matches_in(games, &on(2)).expect("threads");
    let values: Vec<String> = matches
        .flat_map(|found| found.expect("no error").values().iter().map(ToString::to_string).collect::<Vec<_>>())
        .collect();
    assert_eq!(values, ["1", "e8"]);
}

#[test]
fn what_is_made_of_matches_comes_in_order_from_other_threads() {
    let query = Query::parse("mate").expect("a query");
    let here = std::thread::current().id();
    let games = Sources::new().bytes("many", many(3000));
    let mapped =
        query.set().map(games, &on(3), move |found| (found.game().number(), std::thread::current().id() == here));
    let mapped: Vec<(u64, bool)> = mapped.expect("threads").collect::<Result<_, _>>().expect("no error");
    assert_eq!(mapped.len(), 1000);
    assert!(mapped.iter().enumerate().all(|(i, made)| *made == (3 * i as u64 + 1, false)));
}

#[test]
fn values_that_outlast_a_game_are_seen_in_the_order_of_the_games() {
    let text = "mate persistent Count += 1 Count > 2";
    let places = found(text, Sources::new().bytes("many", many(12)), &on(4));
    assert_eq!(places, [(7, 4), (10, 4)]);
}

#[test]
fn searches_can_be_sent_to_other_threads() {
    fn is_send<T: Send>(_: &T) {}
    let query = Query::parse("mate").expect("a query");
    let matches = query.matches_in(SAMPLE, &on(2)).expect("threads");
    is_send(&matches);
    assert_eq!(std::thread::spawn(move || matches.count()).join().expect("a count"), 20);
    // One query serves several threads at a time.
    let counts: Vec<_> = (0..3)
        .map(|_| {
            let query = query.clone();
            std::thread::spawn(move || {
                let games = Games::open(SAMPLE).expect("games");
                games
                    .into_iter()
                    .map(|game| query.matches(&game.expect("a game")).expect("a search").len())
                    .sum::<usize>()
            })
        })
        .collect();
    assert!(counts.into_iter().all(|count| count.join().expect("a count") == 20));
}
