//! `tabiya info --position`: what was played in a position, from the table of openings of a database.

use crate::cli::options::args::{InfoArgs, InfoFormat};
use crate::cli::outputs::output;
use crate::cli::report::text::thousands;
use crate::cli::report::{Exit, Message, Report};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use tabiya::chess::{Board, Move, MoveList, fen, san};
use tabiya::database::{Database, ExplorerError, ExplorerPosition, Tally};
use tabiya::syntax::Severity;

/// Prints what was played in a position, with the most frequent move first.
pub(crate) fn show(args: &InfoArgs, fen: &str, database: &Database, report: &Report) -> Exit {
    match find(args, fen, database) {
        Ok((_, None)) => {
            let text = "fewer than two games reach this position in their first 50 plies";
            report.say(&Message::new(Severity::Note, "no-openings", text));
            Exit::Nothing
        }
        Ok((board, Some(position))) => {
            let text = match args.format {
                InfoFormat::Text => text(&board, &position),
                InfoFormat::Json => json(&board, &position),
            };
            output::print(text.as_bytes(), report)
        }
        Err(message) => report.refuse(&message),
    }
}

fn find(args: &InfoArgs, fen: &str, database: &Database) -> Result<(Board, Option<ExplorerPosition>), Message> {
    let setup = fen::parse(fen).map_err(|error| {
        let message = Message::error("bad-fen", format!("this is not a position in FEN: {error}"));
        message.help("write for example --position \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"")
    })?;
    let damage = |error| damaged(&args.database, &error);
    let Some(explorer) = database.explorer().map_err(damage)? else {
        let message = Message::error("no-explorer", "this database has no table of openings");
        let help = "make it again, or add games to it with --append --explorer";
        return Err(message.file(args.database.display().to_string()).help(help));
    };
    Ok((setup.board, explorer.find(&setup.board).map_err(damage)?))
}

/// The message about a table that cannot be read.
pub(crate) fn damaged(path: &Path, error: &ExplorerError) -> Message {
    let help = "searches do without it; it is rebuilt when games are added to the database";
    Message::error("damaged-openings", error.to_string()).file(path.display().to_string()).help(help)
}

fn san(board: &Board, mv: &Move) -> String {
    let mut text = String::new();
    san::write(board, mv, &board.play(mv), &mut MoveList::new(), &mut text);
    text
}

fn text(board: &Board, position: &ExplorerPosition) -> String {
    let mut text = format!(
        "{:<8}{:>12}{:>12}{:>12}{:>12}{:>8}{:>6}\n",
        "move", "games", "1-0", "1/2-1/2", "0-1", "rating", "last"
    );
    let mut line = |name: &str, tally: &Tally| {
        let rating = tally.players.mean().map_or("-".to_owned(), |mean| format!("{mean:.0}"));
        let year = if tally.last_year == 0 { "-".to_owned() } else { tally.last_year.to_string() };
        let [games, white, draws, black] =
            [tally.games, tally.white, tally.draws, tally.black].map(|number| thousands(number.into()));
        let _ = writeln!(text, "{name:<8}{games:>12}{white:>12}{draws:>12}{black:>12}{rating:>8}{year:>6}");
    };
    position.moves.iter().for_each(|(mv, tally)| line(&san(board, mv), tally));
    line("all", &position.total());
    text
}

fn json(board: &Board, position: &ExplorerPosition) -> String {
    let row = |tally: &Tally| {
        json!({
            "games": tally.games,
            "white": tally.white,
            "draws": tally.draws,
            "black": tally.black,
            "rating": tally.players.mean(),
            "opponents_rating": tally.opponents.mean(),
            "last_year": (tally.last_year > 0).then_some(tally.last_year),
        })
    };
    let moves = position.moves.iter().map(|(mv, tally)| {
        let mut row = row(tally);
        row["san"] = san(board, mv).into();
        row["uci"] = mv.uci().into();
        row
    });
    let mut all = row(&position.total());
    all["moves"] = moves.collect::<Vec<_>>().into();
    format!("{all}\n")
}
