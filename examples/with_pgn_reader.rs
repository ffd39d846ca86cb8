//! Games that pgn-reader reads: `cargo run --example with_pgn_reader -- games.pgn`.
//!
//! A program that uses that crate already hands its reader over, or builds single games with a visitor.

#![allow(clippy::disallowed_methods)]

use pgn_reader::Reader;
use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use tabiya::game::visitor::PgnVisitor;
use tabiya::{Games, Query};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "examples/games/sample.pgn".into());
    count_mates(&file, &mut io::stdout().lock())
}

/// The players of the first game, and the number of games with a mate.
pub(crate) fn count_mates(file: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    if let Some(first) = Reader::new(File::open(file)?).read_game(&mut PgnVisitor::new())? {
        let player = |name| first.tags().get(name).unwrap_or("?");
        writeln!(out, "first game: {} - {}", player("White"), player("Black"))?;
    }
    let query = Query::parse("mate")?;
    let (mut games, mut mates, mut damaged) = (0, 0, 0);
    for game in Games::from_pgn_reader(Reader::new(File::open(file)?)) {
        let game = game?;
        games += 1;
        mates += u32::from(query.matches(&game)?.next().is_some());
        damaged += u32::from(game.is_incomplete());
    }
    writeln!(out, "{mates} of {games} games have a mate")?;
    writeln!(out, "{damaged} games with moves that could not be read")?;
    Ok(())
}
