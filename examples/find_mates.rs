//! Prints every mate by a knight in some files: `cargo run --example find_mates -- games.pgn`.

use std::error::Error;
use std::io::{self, Write};
use tabiya::chess::Color;
use tabiya::{Query, RunOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files.push("examples/games/sample.pgn".into());
    }
    find_mates(&files, &mut io::stdout().lock())
}

/// One line for each mate. The files are searched on all processors; the matches come in their order.
pub(crate) fn find_mates(files: &[String], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let query = Query::parse("mate and move previous from N")?;
    for found in query.matches_in(files, &RunOptions::default())? {
        // An error is a file or a game that cannot be searched; what follows it is searched nevertheless.
        let mate = found?;
        let game = mate.game();
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        let played = mate.numbered_move().unwrap_or_default();
        writeln!(out, "{white} - {black}: {played}   {}", mate.fen())?;
    }
    Ok(())
}
