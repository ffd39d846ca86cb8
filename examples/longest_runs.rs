//! Prints the longest runs of checks in some games: `cargo run --example longest_runs -- games.pgn`.

use std::error::Error;
use std::io::{self, Write};
use tabiya::{Query, RunOptions};

/// The number of runs that are printed.
const BEST: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "examples/games/sample.pgn".into());
    longest_runs(&file, &mut io::stdout().lock())
}

/// The length, the game and the moves of each run. A run begins at the first check, and the move that gives it comes before
/// its positions; so the moves of the line are those that answer it.
pub(crate) fn longest_runs(file: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let query = Query::parse("next 4 1000 nestban (check*)")?;
    // The closure runs on the threads that search: only what it returns is kept of a match.
    let runs = query.set().map(file, &RunOptions::default(), |found| {
        let length = found.sequence().map_or(0, |sequence| sequence.length);
        (length, found.game().number(), found.line())
    })?;
    let mut runs = runs.collect::<Result<Vec<_>, _>>()?;
    runs.sort_by_key(|(length, ..)| std::cmp::Reverse(*length));
    for (length, game, line) in runs.iter().take(BEST) {
        writeln!(out, "{length} checks in game {game}: {line}")?;
    }
    Ok(())
}
