//! Only numbers: `12 of 250 games, 30 positions` for each query.

use super::{Format, FoundGame, Tally, Tools};
use tabiya::printable;

/// The format `count`.
#[derive(Debug)]
pub(crate) struct Count {
    /// Whether there are several queries, so that names are needed.
    pub(crate) several: bool,
}

impl Format for Count {
    fn game(&self, _game: &FoundGame<'_>, _tools: &mut Tools, _out: &mut String) {}

    fn tail(&self, tallies: &[Tally<'_>]) -> String {
        let line = |tally: &Tally<'_>| {
            let Tally { query, games, matched, positions } = tally;
            let name = if self.several { format!(": {}", printable::line(&query.name)) } else { String::new() };
            format!("{matched} of {games} games, {positions} positions{name}\n")
        };
        tallies.iter().map(line).collect()
    }
}
