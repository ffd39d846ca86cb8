//! Looks for a sequence of positions that is described in Rust instead of CQL: `cargo run --example own_sequence`.

use std::error::Error;
use std::io::{self, Write};
use tabiya::{Games, Sequence};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "examples/games/sample.pgn".into());
    checks_to_mate(&file, &mut io::stdout().lock())
}

/// The longest series of checks of each game that ends in mate, with any reply between two checks.
pub(crate) fn checks_to_mate(file: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let check_and_reply = Sequence::new().then(|p| p.is_check()).then(|p| !p.is_check());
    let sequence = Sequence::new().then_group(check_and_reply).plus().then(|p| p.is_mate());
    for game in Games::open(file)? {
        let game = game?;
        let longest = sequence.longest_matches(&game)?.into_iter().max_by_key(|found| found.len);
        if let Some(found) = longest.filter(|found| found.len >= 7) {
            let checks = found.len.div_ceil(2);
            writeln!(out, "game {}: {checks} checks from position {} on", game.number(), found.start)?;
        }
    }
    Ok(())
}
