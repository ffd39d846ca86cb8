//! `tabiya repertoire`: where games leave the lines of a file, who left them, and what the file has instead.
//!
//! It is a command beside `novelty`, not an option of it: what is asked is what the file has in place of the move, and a game that
//! comes back to the lines has not left them. As a condition of a search `position in "FILE"` says the same of one position.

use crate::cli::games::game_rows::{self, Begun, GameRows, GameRowsArgs};
use crate::cli::inputs;
use crate::cli::options::opening_args::{LeaverArg, RepertoireArgs};
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message};
use std::borrow::Cow;
use tabiya::chess::Color;
use tabiya::pipeline::Sources;
use tabiya::repertoire::{Leaving, LeavingOptions, LeavingSummary, Repertoire};
use tabiya::rows::Cell;
use tabiya::syntax::Severity;

/// The columns of a table after those of the game.
const COLUMNS: [&str; 5] = ["ply", "by", "move", "repertoire", "fen"];

/// Finds out where games leave a repertoire.
pub(crate) fn repertoire(args: &RepertoireArgs) -> Exit {
    let (lines, games) = (Sources::from(&args.repertoire), inputs::find(&args.games, true));
    let begin = GameRowsArgs {
        pass: &args.pass,
        rows: args.rows,
        reading: &args.reading,
        names: None,
        conditions: args.conditions.iter().map(String::as_str).collect(),
    };
    let several = games.have_several_sources();
    let begun = game_rows::begin(begin, (&games, &lines), &COLUMNS, several);
    let Some(Begun { mut course, conditions, run, mut rows }) = begun else { return Exit::Error };
    let options = LeavingOptions {
        plies: args.plies.clone().unwrap_or(1..=u32::MAX),
        by: args.by.map(|by| if by == LeaverArg::White { Color::White } else { Color::Black }),
        conditions,
        run,
    };
    let found = Repertoire::read(lines, &options.run, &mut course).and_then(|repertoire| {
        let summary = repertoire.leavings(games, &options, &mut course, |leaving| push(&mut rows, &leaving))?;
        Ok(said(&repertoire, &summary))
    });
    rows.end(course, found)
}

fn push(rows: &mut GameRows, leaving: &Leaving) {
    let Leaving { game, ply, by, mv, moves, fen } = leaving;
    let side = by.fold_wb("white", "black");
    let list = moves.join(", ");
    let had = if rows.are_objects() { Cell::List(Cow::Borrowed(moves)) } else { Cell::from(&*list) };
    let own = [Cell::from(*ply), Cell::from(side), Cell::from(&**mv), had, Cell::from(&**fen)];
    rows.push(game, own, |place, players| {
        let instead = match moves.as_slice() {
            [] => "the line ends here".to_owned(),
            moves => format!("{side} left: {}", moves.join(", ")),
        };
        format!("{place:>6}  {mv:<12}  {instead:<28}  {players}\n")
    });
}

fn said(repertoire: &Repertoire, summary: &LeavingSummary) -> Message {
    let LeavingSummary { games, by_white, by_black, beyond, inside, outside } = *summary;
    let text = format!(
        "{} compared with {} of {}: {} left by White, {} by Black, {} beyond the end of a line, {} inside to the end, {} never \
         in it",
        count(games, "game"),
        count(repertoire.positions() as u64, "position"),
        count(repertoire.games(), "game"),
        thousands(by_white),
        thousands(by_black),
        thousands(beyond),
        thousands(inside),
        thousands(outside)
    );
    Message::new(Severity::Note, "compared", text)
}
