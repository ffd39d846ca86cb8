//! Only numbers: `12 of 250 games, 30 positions` for each query.

use super::{Format, FoundGame, Put, QueryCounts, RunEnd, Tools};
use crate::cli::outputs::output::Fault;
use tabiya::printable;

/// A number for programs and people, without separators.
fn of(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// The format `count`.
#[derive(Debug)]
pub(crate) struct Count {
    /// True if there are several queries, so that names are needed.
    pub(crate) several: bool,
}

impl Format for Count {
    fn only_counts(&self) -> bool {
        true
    }

    fn is_sum(&self) -> bool {
        true
    }

    fn game(&self, _game: &FoundGame<'_>, _tools: &mut Tools, _out: &mut String) {}

    fn tail(&self, counts: &[QueryCounts<'_>], _end: &RunEnd, put: Put<'_>) -> Result<(), Fault> {
        let line = |counts: &QueryCounts<'_>| {
            let QueryCounts { query, games, matched, positions } = counts;
            let name = if self.several { format!(": {}", printable::line(&query.name)) } else { String::new() };
            let (games, positions) = (of(*games, "game"), of(*positions, "position"));
            format!("{matched} of {games}, {positions}{name}\n")
        };
        counts.iter().try_for_each(|counts| put(&line(counts)))
    }
}
