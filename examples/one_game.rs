//! Searches a single game, and evaluates expressions where the query matches: `cargo run --example one_game`.

use std::error::Error;
use std::io::{self, Write};
use tabiya::{Games, Query, QueryOptions};

const GAME: &str = r#"[White "Paul Morphy"] [Black "Duke Karl and Count Isouard"] [Date "1858.??.??"]
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0"#;

fn main() -> Result<(), Box<dyn Error>> {
    checks(&mut io::stdout().lock())
}

/// Every check with the material balance, and the position of the last one.
pub(crate) fn checks(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let selects = vec![("balance".to_owned(), "power A - power a".to_owned())];
    let query = Query::with_options("check", &QueryOptions { selects, ..QueryOptions::default() })?;
    for game in Games::from_reader(GAME.as_bytes())? {
        let game = game?;
        let mut last = None;
        for check in query.matches(&game)? {
            let (played, balance) = (check.numbered_move().unwrap_or_default(), &check.values()[0]);
            writeln!(out, "{played:<10} balance {balance}, {} moves by either side", check.ply())?;
            last = Some(check);
        }
        if let Some(check) = last {
            writeln!(out, "{}", check.fen())?;
            writeln!(out, "{} pieces on the board", check.board().occupied().count())?;
        }
    }
    Ok(())
}
