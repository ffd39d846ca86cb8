//! The requirements R1 to R83 of `docs/src/concepts/sequence-contract.md`, one test each, named by its number.
//!
//! Games: A and B, C, E are small ones made for the purpose; S is the file of sample games. A value table `0:5 3:2`
//! says that the filter matches at position 0 with the value 5 and at 3 with 2, and nowhere else.

mod beyond;
mod game_tree;
mod next;
mod next_star;
mod sequences;

use tabiya::syntax::Dialect;
use tabiya::{Game, Games, Query, QueryOptions, Scratch, SearchOptions, Value};

pub(crate) const A: &str = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Bc4+ Kf6 5. d4 exd4 *";
pub(crate) const B: &str = "1. e4 (1. d4 d5 2. c4 dxc4) (1. c4 c5) 1... e5 *";
pub(crate) const C: &str = "[FEN \"8/4P3/8/k7/8/8/8/n5K1 w - - 0 23\"]\n\n23. e8=Q (23. e8=B Nb3 24. Bd7) 23... Ka6 \
                     24. Qe7 Kb6 25. Qd7 Ka5 26. Qe7 Ka6 27. Qd7 Ka5 *";
pub(crate) const E: &str = "[FEN \"k7/8/1K6/8/8/8/8/R7 w - - 0 1\"]\n\n1. Ra7+ Kb8 2. Rb7+ Ka8 3. Ra7+ Kb8 *";

/// The games of a text.
pub(crate) fn games(pgn: &str) -> Vec<Game> {
    let games = Games::from_reader(std::io::Cursor::new(pgn.to_owned().into_bytes())).expect("a reader");
    games.into_iter().map(|game| game.expect("a game")).collect()
}

/// The sample games.
pub(crate) fn samples() -> Vec<Game> {
    games(include_str!("../../../examples/games/sample.pgn"))
}

/// The settings for running a query here.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) options: QueryOptions,
}

impl Run {
    /// In dialect 5, over the main line or with variations.
    pub(crate) fn new(variations: bool) -> Run {
        let options = QueryOptions { dialect: Dialect::Five, variations: Some(variations), ..QueryOptions::default() };
        Run { options }
    }

    pub(crate) fn six(mut self) -> Run {
        self.options.dialect = Dialect::Six;
        self
    }

    pub(crate) fn without_linearization(mut self) -> Run {
        self.options.linearize = false;
        self
    }

    /// The positions of one game that match.
    pub(crate) fn ids_in(&self, game: &Game, query: &str) -> Vec<u32> {
        let query = Query::with_options(query, &self.options).unwrap_or_else(|error| panic!("{query}\n{error}"));
        let found = query.search_game(game, &mut Scratch::new(), &SearchOptions::default()).expect("a search");
        found.matches.iter().map(|m| m.position).collect()
    }

    /// The positions of a one-game text that match.
    pub(crate) fn ids(&self, pgn: &str, query: &str) -> Vec<u32> {
        self.ids_in(&games(pgn)[0], query)
    }

    /// The value table of a numeric filter.
    pub(crate) fn table(&self, pgn: &str, filter: &str) -> String {
        let mut options = self.options.clone();
        options.selects.push(("value".into(), "VALUE".into()));
        let text = format!("VALUE={{{filter}}}");
        let query = Query::with_options(&text, &options).unwrap_or_else(|error| panic!("{filter}\n{error}"));
        let found =
            query.search_game(&games(pgn)[0], &mut Scratch::new(), &SearchOptions::default()).expect("a search");
        let cell = |m: &tabiya::Match| match &m.values[0] {
            Value::Number(n) => format!("{}:{n}", m.position),
            other => panic!("{filter} has the value {other:?}"),
        };
        found.matches.iter().map(cell).collect::<Vec<_>>().join(" ")
    }

    /// The comments that a search writes, as (position, text).
    pub(crate) fn comments(&self, pgn: &str, query: &str) -> Vec<(u32, String)> {
        let query = Query::with_options(query, &self.options).unwrap_or_else(|error| panic!("{query}\n{error}"));
        let options = SearchOptions { comments: true, ..SearchOptions::default() };
        let found = query.search_game(&games(pgn)[0], &mut Scratch::new(), &options).expect("a search");
        found.comments.into_iter().map(|comment| (comment.position, comment.text)).collect()
    }

    /// The code of the first error, if the query is refused.
    pub(crate) fn refusal(&self, query: &str) -> Option<&'static str> {
        Query::with_options(query, &self.options).err().map(|error| error.diagnostics[0].code)
    }

    /// Checks that two queries match the same positions of all sample games and of the games here, and that there are
    /// such positions.
    pub(crate) fn agree(&self, first: &str, second: &str) {
        let mut matches = 0;
        for game in samples().iter().chain(&games(&[A, B, C, E].join("\n\n"))) {
            let found = self.ids_in(game, first);
            assert_eq!(found, self.ids_in(game, second), "{first} / {second}, game {}", game.number());
            matches += found.len();
        }
        assert!(matches > 0, "{first} / {second}: neither matches anything");
    }
}

/// Main line only, dialect 5.
pub(crate) fn main_line() -> Run {
    Run::new(false)
}

/// With variations, dialect 5.
pub(crate) fn variations() -> Run {
    Run::new(true)
}

#[test]
fn every_requirement_has_its_test() {
    let page = include_str!("../../../docs/src/concepts/sequence-contract.md");
    let stated: Vec<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("* **R")?.split_once(".** "))
        .map(|(number, _)| number.to_owned())
        .collect();
    let expected: Vec<String> = (1..=83).map(|number| number.to_string()).collect();
    assert_eq!(stated, expected, "the requirements of the page, in order");
    let files = [
        include_str!("next.rs"),
        include_str!("next_star.rs"),
        include_str!("game_tree.rs"),
        include_str!("beyond.rs"),
    ];
    let tests = files.concat();
    let tested = |number: u32| tests.matches(&format!("fn r{number:02}_")).count();
    let wrong: Vec<u32> = (1..=83).filter(|number| tested(*number) != 1).collect();
    assert!(wrong.is_empty(), "requirements without a test of their own: {wrong:?}");
    assert_eq!(tests.matches("\nfn r").count(), 83, "tests of requirements that the page does not state");
}
