//! Every conformance case on a database that is made of its games: the same answers as on the PGN.

use super::{cases, data};
use std::collections::HashMap;
use std::path::Path;
use tabiya::database::{BlockBuilder, Database, Options, Writer};
use tabiya::game::{Games as PgnGames, RawGame};
use tabiya::{Game, Games, Query, Scratch, SearchOptions};
use tabiya_test_support::size;

/// The number of games of a block: few, so that the games of a file are spread over several.
const BLOCK: u32 = 7;

/// A database of some games of a PGN file, of one of the levels.
fn database(path: &Path, most: usize, small: bool) -> Database {
    let mut writer = Writer::create(std::io::Cursor::new(Vec::new())).expect("memory");
    let mut block = BlockBuilder::new(&Options { small, ..Options::default() });
    let (mut games, mut raw, mut game) = (PgnGames::open(path).expect("games"), RawGame::default(), Game::new());
    for _ in 0..most {
        if !games.read_raw(&mut raw).expect("a game") {
            break;
        }
        game.parse(&raw);
        block.add("games.pgn", &raw, &game);
        if block.len() == BLOCK {
            writer.write(&block.finish()).expect("memory");
        }
    }
    writer.write(&block.finish()).expect("memory");
    Database::from_bytes(writer.finish().expect("memory").into_inner()).expect("a database")
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
