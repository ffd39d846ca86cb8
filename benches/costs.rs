//! The cost of each filter: `cargo bench --bench costs -- FILE [--times N] [--only WORD]`.
//!
//! Runs one query for each filter over a file of games, as `--format count` does: one thread, reading and
//! decompression included, main lines only. The Markdown table shows the median time in multiples of the bare loop,
//! which runs over the same file in every round: pgn-reader reads, shakmaty replays, every position is tested for check.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "common/bare.rs"]
mod bare;
#[path = "common/clock.rs"]
mod clock;

use clap::Parser;
use clock::Stopwatch;
use std::error::Error;
use std::path::{Path, PathBuf};
use tabiya::game::Input;
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, Query, QueryOptions, Scratch, SearchOptions};

/// A filter and a query that asks it, one line each; `## Group` begins a group.
const COSTS: &str = include_str!("data/costs.txt");

/// Shows what each filter costs.
#[derive(Parser)]
struct Arguments {
    /// The number of rounds.
    #[arg(long, default_value_t = 3)]
    times: usize,
    /// Only the filters whose name or query has this in it.
    #[arg(long, default_value = "")]
    only: String,
    /// A file of games, compressed or not.
    file: PathBuf,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A filter, the query that asks it, and how many times the bare loop it took in each round.
struct Row {
    group: String,
    filter: String,
    text: String,
    query: Option<Query>,
    ratios: Vec<f64>,
    found: usize,
}

fn rows(only: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    let mut group = "";
    for line in COSTS.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(name) = line.strip_prefix("## ") {
            group = name;
            continue;
        }
        let (filter, text) = line.split_once(": ").ok_or_else(|| format!("no query: {line}"))?;
        if !filter.contains(only) && !text.contains(only) {
            continue;
        }
        let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
        let query = match text {
            "reading alone" => None,
            text => Some(Query::with_options(text, &options).map_err(|error| error.to_string())?),
        };
        let (group, filter, text) = (group.to_owned(), filter.to_owned(), text.to_owned());
        rows.push(Row { group, filter, text, query, ratios: Vec::new(), found: 0 });
    }
    Ok(rows)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut rows = rows(&arguments.only)?;
    let file = arguments.file.as_path();
    bare::bare(Input::open(file)?)?; // brings the file into memory
    for _ in 0..arguments.times.max(1) {
        // A bare loop before every filter: a machine that is busy for a while disturbs both alike.
        for row in &mut rows {
            let watch = Stopwatch::start();
            bare::bare(Input::open(file)?)?;
            let bare = watch.elapsed().as_secs_f64();
            let watch = Stopwatch::start();
            row.found = search(file, row.query.as_ref())?;
            row.ratios.push(watch.elapsed().as_secs_f64() / bare);
        }
    }
    println!("{}: {} rounds, {}\n", arguments.file.display(), arguments.times.max(1), Stopwatch::what());
    let mut group = String::new();
    for row in &mut rows {
        if row.group != group {
            row.group.clone_into(&mut group);
            println!("\n## {group}\n\n| filter | query | bare loops | positions |\n|---|---|--:|--:|");
        }
        let text = row.text.replace('|', "\\|");
        println!(
            "| `{}` | `{text}` | {:.2} | {} |",
            row.filter.replace('|', "\\|"),
            median(&mut row.ratios),
            row.found
        );
    }
    Ok(())
}

/// The number of matching positions of a file; without a query the games are only read.
fn search(file: &Path, query: Option<&Query>) -> Result<usize, Box<dyn Error>> {
    let (mut games, mut game, mut scratch) = (Games::open(file)?, Game::new(), Scratch::new());
    let (options, mut found) = (SearchOptions::default(), 0);
    while games.read_into(&mut game)? {
        if let Some(query) = query {
            found += query.search_game(&game, &mut scratch, &options)?.matches.len();
        }
    }
    Ok(found)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { f64::midpoint(values[middle - 1], values[middle]) }
}
