//! Every conformance case on a database that is made of its games: the same answers as on the PGN.

use super::{cases, data};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use tabiya::database::{BlockBuilder, Database, Options, Writer};
use tabiya::game::RawGame;
use tabiya::pipeline::{GameResults, News, Run, Sources, Watch};
use tabiya::{
    Game, GameMatches, Games, ParsedQuery, PlanOptions, Query, QueryOptions, QuerySet, RunOptions, Scratch,
    SearchOptions, Source,
};
use tabiya_pgn::Games as PgnGames;
use tabiya_test_support::size;

/// The number of games of a block: few, so that the games of a file are spread over several.
const BLOCK: u32 = 7;

/// A database of some games of a PGN file, of one of the levels.
fn database(path: &Path, most: usize, small: bool) -> Database {
    Database::from_bytes(database_bytes(path, most, small, BLOCK)).expect("a database")
}

fn database_bytes(path: &Path, most: usize, small: bool, in_block: u32) -> Vec<u8> {
    let mut writer = Writer::create(std::io::Cursor::new(Vec::new())).expect("memory");
    let mut block = BlockBuilder::new(&Options { small, ..Options::default() });
    let (mut games, mut raw, mut game) = (PgnGames::open(path).expect("games"), RawGame::default(), Game::new());
    for _ in 0..most {
        if !games.read_raw(&mut raw).expect("a game") {
            break;
        }
        game.parse(&raw);
        block.add("games.pgn", &raw, &game);
        if block.len() == in_block {
            writer.write(&block.finish()).expect("memory");
        }
    }
    writer.write(&block.finish()).expect("memory");
    writer.finish().expect("memory").into_inner()
}

#[test]
fn a_database_answers_as_its_pgn() {
    [false, true].into_iter().for_each(answers_alike);
}

fn answers_alike(small: bool) {
    let most = size("games a case", 10, 100_000);
    let step = 10 / size("tenths of the cases", 2, 10);
    let mut files: HashMap<String, (Vec<Game>, Vec<Game>)> = HashMap::new();
    let (mut scratch, options) = (Scratch::new(), SearchOptions { comments: true, ..SearchOptions::default() });
    let mut matches = 0;
    for case in cases().iter().step_by(step) {
        let path = data(&format!("games/{}.pgn", case.pgn));
        let (read, stored) = files.entry(case.pgn.clone()).or_insert_with(|| {
            let all = |games: Games| games.into_iter().take(most).map(|game| game.expect("a game")).collect();
            (all(Games::open(&path).expect("games")), all(Games::from_database("base", database(&path, most, small))))
        });
        assert_eq!(read.len(), stored.len(), "{}", case.pgn);
        let query = Query::with_options(&case.query, &case.options).expect("a query");
        for (read, stored) in read.iter().zip(stored) {
            let context = format!("{}: game {} of {}", case.id, read.number(), case.pgn);
            let mut answer =
                |game: &Game| query.search_game(game, &mut scratch, &options).map_err(|error| error.to_string());
            let (expected, found) = (answer(read), answer(stored));
            matches += expected.as_ref().map_or(0, |found| found.matches.len());
            assert_eq!(format!("{expected:?}"), format!("{found:?}"), "{context}");
        }
    }
    assert!(matches > 1000, "only {matches} matches were compared");
}

/// Games and positions that were counted without a look at the games.
#[derive(Default)]
struct Counted([u64; 2]);

impl Watch for Counted {
    fn hear(&mut self, news: &News) {
        if let News::Counted(counted) = news {
            for (games, positions) in &counted.queries {
                self.0 = [self.0[0] + games, self.0[1] + positions];
            }
        }
    }
}

/// By the columns of a database, the same positions match as without them; and where only their number is wanted, it is the same.
#[test]
fn columns_tell_what_the_games_do() {
    let step = 10 / size("tenths of the cases", 2, 10);
    let mut files: HashMap<String, Arc<Vec<u8>>> = HashMap::new();
    let (mut told, mut compared) = (0, 0);
    for case in cases().iter().step_by(step) {
        let bytes = files.entry(case.pgn.clone()).or_insert_with(|| {
            let path = data(&format!("games/{}.pgn", case.pgn));
            Arc::new(database_bytes(&path, size("games a file", 40, 100_000), false, 4096))
        });
        let plan = PlanOptions { stored_columns: false, ..case.options.plan };
        let plain = QueryOptions { plan, ..case.options.clone() };
        let mut answers = Vec::new();
        for (options, counts_only) in [(&plain, false), (&case.options, false), (&case.options, true)] {
            let query = Query::with_options(&case.query, options).expect("a query");
            let run_options =
                RunOptions { threads: std::num::NonZeroUsize::new(1), counts_only, ..RunOptions::default() };
            let sources = Sources::new().shared("base", Arc::clone(bytes));
            let step = || {
                |results: GameResults<'_>| {
                    let found = results.found.iter().flat_map(|(_, found)| &found.matches);
                    found.map(|found| (results.place, found.position)).collect::<Vec<_>>()
                }
            };
            let mut run = Run::start(query.set(), sources, &run_options, step).expect("threads");
            let (mut counted, mut matches) = (Counted::default(), Vec::new());
            while let Some(made) = run.next_made(&mut counted) {
                matches.extend(made.output.into_iter().flatten());
            }
            let summary = run.finish();
            assert_eq!(summary.positions, counted.0[1] + matches.len() as u64, "{}", case.id);
            told += counted.0[0];
            answers.push((summary.games, summary.matched, summary.positions, summary.failed, matches));
        }
        assert_eq!(answers[0], answers[1], "{}: {}", case.id, case.query);
        let numbers = |n: usize| (answers[n].0, answers[n].1, answers[n].2, answers[n].3);
        assert_eq!(numbers(0), numbers(2), "{}: {}", case.id, case.query);
        compared += answers[0].2;
    }
    assert!(told > 100 && compared > 1000, "{told} games were told, and {compared} matches compared");
}

/// Several queries together, of which columns tell everything, something or nothing, find what they find without columns.
#[test]
fn columns_tell_each_of_several_queries_apart() {
    let mut sets: HashMap<(String, String), (QueryOptions, Vec<ParsedQuery>)> = HashMap::new();
    for case in cases() {
        let source = Source { name: case.id, text: case.query };
        let parsed = ParsedQuery::parse(source, &case.options).expect("a query");
        let alike = (case.pgn, format!("{:?}", case.options));
        sets.entry(alike).or_insert_with(|| (case.options, Vec::new())).1.push(parsed);
    }
    let (mut matches, mut skipped) = (0, 0);
    for ((file, _), (options, queries)) in &sets {
        let path = data(&format!("games/{file}.pgn"));
        let bytes = Arc::new(database_bytes(&path, size("games a file", 40, 100_000), false, 4096));
        for together in queries.chunks(12) {
            let found = |stored_columns: bool| {
                let plan = PlanOptions { stored_columns, ..options.plan };
                let options = QueryOptions { plan, ..options.clone() };
                let set = QuerySet::new(together.to_vec(), &options).expect("queries");
                let run_options = RunOptions { threads: std::num::NonZeroUsize::new(1), ..RunOptions::default() };
                let step = || {
                    |results: GameResults<'_>| {
                        let positions = |found: &GameMatches| found.matches.iter().map(|one| one.position).collect();
                        let of_query =
                            |(query, found): &(usize, GameMatches)| (results.place, *query, positions(found));
                        results.found.iter().map(of_query).collect::<Vec<(u64, usize, Vec<u32>)>>()
                    }
                };
                let sources = Sources::new().shared("base", Arc::clone(&bytes));
                let mut run = Run::start(&set, sources, &run_options, step).expect("threads");
                let (mut watch, mut all) = (Counted::default(), Vec::new());
                while let Some(made) = run.next_made(&mut watch) {
                    all.extend(made.output.into_iter().flatten());
                }
                let summary = run.finish();
                ((all, summary.games, summary.matched, summary.positions, summary.failed), summary.unread)
            };
            let ((plain, _), (told, unread)) = (found(false), found(true));
            let names: Vec<&str> = together.iter().map(|query| &*query.source().name).collect();
            assert_eq!(plain, told, "{file}: {names:?}");
            (matches, skipped) = (matches + plain.0.len(), skipped + unread);
        }
    }
    assert!(matches > 1000 && skipped > 0, "{matches} matches were compared, {skipped} games skipped");
}
