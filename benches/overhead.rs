//! Searches against the bare loop, in one run: `cargo bench --bench overhead -- [--times N] [FILE]`.
//!
//! Each round runs the bare loop and then each query over the same file, so that a machine that is busy for a while
//! disturbs all of them alike. Ratios are taken within a round; the table shows medians. One thread; reading,
//! decompression included, counts for both sides.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "common/bare.rs"]
mod bare;
#[path = "common/clock.rs"]
mod clock;
#[path = "common/root.rs"]
mod root;

use clap::Parser;
use clock::Stopwatch;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tabiya::game::Input;
use tabiya::{Game, Games, Query, Scratch};

/// The queries that are always measured. The second is the one that a matcher that backtracks does not finish.
const QUERIES: [&str; 2] = ["next (check check check)", "next (.* check .* mate)"];

/// Compares searches with the bare loop.
#[derive(Parser)]
struct Arguments {
    /// The number of rounds.
    #[arg(long, default_value_t = 5)]
    times: usize,
    /// More queries to measure.
    #[arg(short, long, value_name = "TEXT")]
    query: Vec<String>,
    /// A file of games, compressed or not; else games of the repository.
    file: Option<PathBuf>,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The counts of a run over the file, and its time.
struct Run {
    seconds: f64,
    games: u64,
    positions: u64,
    found: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let file = arguments.file.unwrap_or_else(|| root::root("tests/data/games/wild.pgn"));
    let queries: Vec<&str> = QUERIES.into_iter().chain(arguments.query.iter().map(String::as_str)).collect();
    let parsed = queries.iter().map(|text| Query::parse(text)).collect::<Result<Vec<_>, _>>()?;

    // The first round brings the file into memory and is not counted.
    let mut rounds: Vec<(Run, Vec<Run>)> = Vec::new();
    for _ in 0..=arguments.times.max(1) {
        let base = bare_loop(&file)?;
        let runs = parsed.iter().map(Some).chain([None]).map(|query| search(&file, query));
        rounds.push((base, runs.collect::<Result<_, _>>()?));
    }
    let rounds = &rounds[1..];

    println!("{}: {} rounds, {}", file.display(), rounds.len(), Stopwatch::what());
    println!(
        "{:>10} {:>11} {:>9} {:>9} {:>13} {:>8} {:>8}",
        "games", "positions", "found", "seconds", "positions/s", "to bare", "to first"
    );
    let base: Vec<f64> = rounds.iter().map(|(base, _)| base.seconds).collect();
    print_row(&rounds[0].0, median(base), None, "bare loop (found: positions in check)");
    for (i, text) in queries.into_iter().chain(["reading alone"]).enumerate() {
        let seconds = median(rounds.iter().map(|(_, runs)| runs[i].seconds).collect());
        let to_bare = median(rounds.iter().map(|(base, runs)| runs[i].seconds / base.seconds).collect());
        let to_first = median(rounds.iter().map(|(_, runs)| runs[i].seconds / runs[0].seconds).collect());
        print_row(&rounds[0].1[i], seconds, Some((to_bare, to_first)), text);
    }
    Ok(())
}

/// A row: ratios are to the bare loop and to the first query.
fn print_row(run: &Run, seconds: f64, ratios: Option<(f64, f64)>, name: &str) {
    let Run { games, positions, found, .. } = run;
    let speed = *positions as f64 / seconds;
    let ratios = ratios.map_or_else(|| " ".repeat(17), |(bare, first)| format!("{bare:>8.2} {first:>8.2}"));
    println!("{games:>10} {positions:>11} {found:>9} {seconds:>9.3} {speed:>13.0} {ratios}  {name}");
}

fn bare_loop(file: &Path) -> Result<Run, Box<dyn Error>> {
    let watch = Stopwatch::start();
    let counts = bare::bare(Input::open(file)?)?;
    let seconds = watch.elapsed().as_secs_f64();
    Ok(Run { seconds, games: counts.games, positions: counts.positions, found: counts.checks })
}

/// Reads all games, and searches them if there is a query.
fn search(file: &Path, query: Option<&Query>) -> Result<Run, Box<dyn Error>> {
    let watch = Stopwatch::start();
    let mut run = Run { seconds: 0.0, games: 0, positions: 0, found: 0 };
    let (mut games, mut game, mut scratch) = (Games::open(file)?, Game::new(), Scratch::new());
    while games.read_into(&mut game)? {
        run.games += 1;
        run.positions += u64::from(game.tree().mainline_len());
        if let Some(query) = query {
            query.run(&game, &mut scratch, |_| {
                run.found += 1;
                ControlFlow::Continue(())
            })?;
        }
    }
    run.seconds = watch.elapsed().as_secs_f64();
    Ok(run)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { f64::midpoint(values[middle - 1], values[middle]) }
}
