//! Filters at 64 positions at once against one position at a time: the queries of the cost tables and some that end in
//! errors, on games of less and more than one block, with variations and without.

use std::path::PathBuf;
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, Limits, PlanOptions, Query, QueryOptions, Scratch, SearchOptions};

/// A filter and a query that asks it, one line each; `## Group` begins a group.
const COSTS: &str = include_str!("../../../benches/data/costs.txt");

/// What the tables do not have: numbers that get too large in the middle of a game, effects that nobody reads,
/// sequences of one colour, conditions and comparisons on part of a block.
const OTHERS: [&str; 14] = [
    "ply * 4294967295 * 100000000 > 5",
    "#A > 2 and ply + 4294967295 * 2147483648 + 2147483640 > 5",
    "#A > 40 and ply + 4294967295 * 2147483648 + 2147483640 > 5",
    "max (ply ply + 4294967295 * 2147483648 + 2147483607) > 3",
    "next (nn=1 check nn=2 check)",
    "line --> nn=0 --> check+",
    "next (nn=ply check) nn>20",
    "nn=0 line --> nn+=1 --> check --> nn>2",
    "line singlecolor --> check --> check",
    "if check then #A > 20 else #a > 28",
    "{if check then #A else #a} > 15",
    "flip {ka1 or Rb2}",
    "not {R attacks k or pin} and (wtm or #[Qq] == 2)",
    "find all check > 3",
];

fn games() -> Vec<Game> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    let mut games = Vec::new();
    for name in ["mainline.pgn", "variations.pgn", "wild.pgn"] {
        let found = Games::open(data.join(name)).expect("games").map(|game| game.expect("a game"));
        games.extend(found.take(8));
    }
    let shuffle: String = (0..150).map(|n| ["Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "][n % 4]).collect();
    let text = std::io::Cursor::new(format!("{shuffle}*"));
    games.extend(Games::from_reader(text).expect("text").map(|game| game.expect("a game")));
    games
}

#[test]
fn blocks_agree_with_single_positions() {
    let rows = COSTS.lines().filter_map(|line| line.split_once(": ")).map(|(_, query)| query);
    let queries: Vec<&str> = rows.filter(|&query| query != "reading alone").chain(OTHERS).collect();
    assert!(queries.len() > 100);
    let games = games();
    assert!(games.iter().any(|game| game.tree().len() > 128) && games.iter().any(|game| game.tree().len() < 64));
    let (mut matches, mut errors) = (0, 0);
    for text in queries {
        for variations in [false, true] {
            let planned = |blocks: bool, automata: bool, steps: u64| {
                let options = QueryOptions {
                    dialect: Dialect::Six,
                    variations: Some(variations),
                    plan: PlanOptions { blocks, automata, ..PlanOptions::default() },
                    limits: Limits { steps, ..Limits::default() },
                    ..QueryOptions::default()
                };
                Query::with_options(text, &options).unwrap_or_else(|error| panic!("{text}\n{error}"))
            };
            let usual = planned(true, true, 1_000_000);
            let others = [planned(false, true, 1_000_000), planned(false, false, 1_000_000)];
            let mut scratches = [Scratch::new(), Scratch::new(), Scratch::new()];
            for (number, game) in games.iter().enumerate() {
                for comments in [false, true] {
                    let options = SearchOptions { comments, ..SearchOptions::default() };
                    let mut search = |query: &Query, place: usize| {
                        let found = query.search_game(game, &mut scratches[place], &options);
                        let matches =
                            |found: &tabiya::GameMatches| found.matches.iter().map(|m| m.position).collect::<Vec<_>>();
                        found.map(|found| (matches(&found), found.sort_values)).map_err(|error| error.to_string())
                    };
                    let expected = search(&usual, 0);
                    matches += expected.as_ref().map_or(0, |(matches, _)| matches.len());
                    errors += usize::from(expected.is_err());
                    assert_eq!(search(&others[0], 1), expected, "{text} game {number} {variations}");
                    let naive = search(&others[1], 2);
                    if !naive.as_ref().is_err_and(|error| error.contains("steps")) {
                        assert_eq!(naive, expected, "{text} game {number} {variations}, without automata");
                    }
                }
            }
        }
    }
    assert!(matches > 10_000 && errors > 10, "{matches} matches, {errors} errors");
}
