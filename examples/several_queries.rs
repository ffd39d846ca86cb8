//! Counts what several queries find in one pass over the games: `cargo run --example several_queries -- games.pgn`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use tabiya::{ParsedQuery, QueryOptions, QuerySet, RunOptions, Source};

/// Names of what is counted, and queries for it.
const QUERIES: [(&str, &str); 3] =
    [("mate", "mate"), ("stalemate", "stalemate"), ("underpromotion", "move previous promote [RBN]")];

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "examples/games/sample.pgn".into());
    count(&file, &mut io::stdout().lock())
}

/// For each query the number of games, and the smallest number of moves after which it matches.
pub(crate) fn count(file: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let options = QueryOptions::default();
    let parse =
        |(name, text): (&str, &str)| ParsedQuery::parse(Source { name: name.into(), text: text.into() }, &options);
    let queries = QUERIES.into_iter().map(parse).collect::<Result<Vec<_>, _>>()?;
    let set = QuerySet::new(queries, &options)?;
    let mut earliest: BTreeMap<usize, u32> = BTreeMap::new();
    let summary = set.search(file, &RunOptions::default(), |found| {
        let first = earliest.entry(found.query()).or_insert(u32::MAX);
        *first = found.ply().min(*first);
        ControlFlow::Continue(())
    })?;
    for (number, ((name, _), counts)) in QUERIES.iter().zip(&summary.queries).enumerate() {
        write!(out, "{name}: {} of {} games", counts.matched, counts.games)?;
        match earliest.get(&number) {
            Some(ply) => writeln!(out, ", the first after {ply} plies")?,
            None => writeln!(out)?,
        }
    }
    // Damaged games do not stop a search.
    writeln!(out, "{} games with moves that could not be read", summary.incomplete)?;
    Ok(())
}
