//! The time of a step, filter by filter: `cargo bench --bench rates -- [--steps N] [--only WORD]`.
//!
//! Each filter is evaluated in an endless loop until the query has taken this many steps, at a position in the middle of a
//! game. The table shows the nanoseconds of a step, and how many times the median that is: what a filter costs must be
//! charged. Words of the catalogue that no filter asked here has are named at the end.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "common/clock.rs"]
mod clock;

use clap::Parser;
use clock::Stopwatch;
use std::collections::BTreeSet;
use tabiya::game::RawGame;
use tabiya::syntax::catalogue::Op;
use tabiya::syntax::{Dialect, tokens};
use tabiya::{Game, Limits, Query, QueryOptions, RunErrorKind, Scratch, SearchOptions};

/// The filters of the cost tables, and others, one line each; `## Group` begins a group.
const COSTS: &str = include_str!("data/costs.txt");
const RATES: &str = include_str!("data/rates.txt");

/// A game whose pieces see each other, and whose pawns may have captured.
const GAME: &str = "[White \"Karpov\"]\n[Black \"Kasparov\"]\n[Date \"1990.01.01\"]\n[WhiteElo \"2700\"]\n[ECO \"C95\"]\n\n\
                    1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 \
                    11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 Kh7 *";

/// The ply at which filters are evaluated.
const PLY: u32 = 35;

/// Trees that are large in one way: the moves from one position, and the plies of a game. A filter on each of them is evaluated
/// at the position before the moves and at the last one.
const MANY: usize = 3_000;
const LONG: usize = 100_000;
const LARGE: [&str; 10] = [
    "--(check)",
    "K--g1",
    "flip --a1(check)",
    "(countmoves --)>9999",
    "move from K",
    "repetition>9",
    "(clock white)>9",
    "find <-- check",
    "path focus K (-- --)",
    "next (check+ {ply<x})",
];

/// Shows the time of a step in each filter.
#[derive(Parser)]
struct Arguments {
    /// The steps that each query takes.
    #[arg(long, default_value_t = 200_000)]
    steps: u64,
    /// Only the filters that have this in them.
    #[arg(long, default_value = "")]
    only: String,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The filters.
fn filters() -> Vec<&'static str> {
    let rows = COSTS.lines().filter_map(|line| line.split_once(": ")).map(|(_, filter)| filter);
    let others = RATES.lines().filter(|line| !line.starts_with("## "));
    rows.filter(|&filter| filter != "reading alone").chain(others).collect()
}

/// The nanoseconds of a step, or the reason why there are none.
fn rate(filter: &str, steps: u64, (place, game): (&str, &Game)) -> Result<f64, String> {
    let text = format!("{place} x=ply while (true) {{{{{filter}}} true}}");
    let limits = Limits { steps, output: usize::MAX, ..Limits::default() };
    let variations = Some(true);
    let options = QueryOptions { dialect: Dialect::Six, limits, variations, ..QueryOptions::default() };
    let query = Query::with_options(&text, &options).map_err(|error| error.to_string())?;
    let options = SearchOptions { last_game_number: Some(1), ..SearchOptions::default() };
    let watch = Stopwatch::start();
    let found = query.search_game(game, &mut Scratch::new(), &options);
    let time = watch.elapsed();
    match found {
        Err(error) if error.kind == RunErrorKind::Limit => Ok(time.as_nanos() as f64 / steps as f64),
        Err(error) => Err(error.message),
        Ok(_) => Err("it does not use its steps up".to_owned()),
    }
}

fn main() {
    let Arguments { steps, only, bench: _ } = Arguments::parse();
    let read = |text: &str| {
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(text.as_bytes()));
        game
    };
    let game = read(GAME);
    let mut rates = Vec::new();
    let mut words = BTreeSet::new();
    for filter in filters().into_iter().filter(|filter| filter.contains(&only)) {
        words.extend(tokens(filter).into_iter().map(|(_, at)| &filter[at]));
        match rate(filter, steps, (&format!("ply=={PLY}"), &game)) {
            Ok(rate) => rates.push((rate, filter)),
            Err(reason) => println!("left out: {filter}: {reason}"),
        }
    }
    rates.sort_by(|a, b| b.0.total_cmp(&a.0));
    let median = rates.get(rates.len() / 2).map_or(1.0, |middle| middle.0);
    println!("{steps} steps of each filter, {}; median {median:.0} ns\n", Stopwatch::what());
    println!("| filter | ns per step | times the median |\n|---|--:|--:|");
    for (rate, filter) in &rates {
        println!("| `{}` | {rate:.0} | {:.1} |", filter.replace('|', "\\|"), rate / median);
    }
    let many = read(&format!("1. e4 {}e5 *", "(1. d4 d5 2. c4) ".repeat(MANY)));
    let long = read(&("Nf3 Nf6 Ng1 Ng8 ".repeat(LONG / 4) + "*"));
    println!(
        "\nLarge trees: {MANY} moves from a position; {LONG} half-moves\n\n| filter | ns per step | times the median |\n|---|--:|--:|"
    );
    for filter in LARGE.into_iter().filter(|filter| filter.contains(&only)) {
        for (tree, place, game) in [("many moves", "initial", &many), ("long", "terminal", &long)] {
            match rate(filter, steps, (place, game)) {
                Ok(rate) => println!("| `{filter}`, {tree} | {rate:.0} | {:.1} |", rate / median),
                Err(reason) => println!("left out: {filter}, {tree}: {reason}"),
            }
        }
    }
    let missing: Vec<&str> = Op::all().map(|op| op.row().spelling).filter(|word| !words.contains(word)).collect();
    println!("\nwithout a row: {}", missing.join(" "));
}
