//! `tabiya repertoire`: where games leave the lines of a file, who left them, and what the file has instead.
//!
//! It is a command next to `novelty`, not an option of it: what is requested is what the file has in place of the move, and a game that
//! comes back to the lines has not left them. With `--conflicts`, the file is compared with itself. As a condition of a search
//! `position in "FILE"` says the same of one position.

use crate::cli::games::game_rows::{self, Begun, GameRows, GameRowsArgs};
use crate::cli::games::second_search::as_spelt;
use crate::cli::inputs;
use crate::cli::options::opening_args::{LeaverArg, RepertoireArgs};
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use tabiya::chess::Color;
use tabiya::pipeline::Sources;
use tabiya::printable;
use tabiya::repertoire::{
    Conflict, ConflictMove, Conflicts, Leaving, LeavingOptions, LeavingSummary, Repertoire, conflicts,
};
use tabiya::rows::Cell;
use tabiya::syntax::Severity;

/// The columns of a table after those of the game.
const COLUMNS: [&str; 5] = ["ply", "by", "move", "repertoire", "fen"];

/// The same for moves that are in conflict; `position` counts the positions from 1.
const CONFLICT_COLUMNS: [&str; 6] = ["position", "ply", "move", "games", "line", "fen"];

/// Finds out where games leave a repertoire, or where it is in conflict with itself.
pub(crate) fn repertoire(args: &RepertoireArgs) -> Exit {
    let lines = Sources::from(&args.repertoire);
    let games = if args.conflicts { Sources::new() } else { inputs::find(&args.games, true) };
    let begin = GameRowsArgs {
        pass: &args.pass,
        rows: args.rows,
        tally: &args.tally,
        reading: &args.reading,
        names: None,
        conditions: args.only.conditions.iter().map(String::as_str).collect(),
        wanted: &games,
    };
    let by = args.by.map(|by| if by == LeaverArg::White { Color::White } else { Color::Black });
    let plies = args.plies.clone().unwrap_or(1..=u32::MAX);
    if args.conflicts {
        let several = lines.have_several_sources();
        let begun = game_rows::begin(begin, (&lines, &games), &CONFLICT_COLUMNS, several);
        let Some(Begun { mut course, run, mut rows, .. }) = begun else { return Exit::Error };
        let found = conflicts(lines, by, &run, &mut course).map(|found| list(&found, &plies, &mut rows));
        return rows.end(course, found);
    }
    let several = games.have_several_sources();
    let begun = game_rows::begin(begin, (&games, &lines), &COLUMNS, several);
    let Some(Begun { mut course, conditions, run, mut rows }) = begun else { return Exit::Error };
    let options = LeavingOptions { plies, by, conditions: None, run };
    let found = Repertoire::read(lines, &options.run, &mut course).and_then(|repertoire| {
        let spare = games.again();
        let begun = (conditions, games, &mut course);
        let compared = |summary: &LeavingSummary| summary.games > 0;
        let summary = as_spelt(
            begun,
            (&args.only, &args.reading),
            || spare,
            compared,
            |conditions, games, course| {
                let options = LeavingOptions { conditions, ..options.clone() };
                repertoire.leavings(games, &options, course, |leaving| push(&mut rows, &leaving))
            },
        )?;
        Ok(said(&repertoire, &summary))
    });
    rows.end(course, found)
}

fn push(rows: &mut GameRows, leaving: &Leaving) {
    let Leaving { game, ply, by, mv, moves, fen } = leaving;
    let side = by.fold_wb("white", "black");
    let list = moves.join(", ");
    let had = if rows.are_objects() { Cell::List(Cow::Borrowed(moves)) } else { Cell::from(&*list) };
    // Nobody leaves a line that has ended.
    let leaver = if moves.is_empty() { Cell::None } else { Cell::from(side) };
    let own = [Cell::from(*ply), leaver, Cell::from(&**mv), had, Cell::from(&**fen)];
    rows.push(game, own, |place, players| {
        let instead = match moves.as_slice() {
            [] => "the line ends here".to_owned(),
            moves => format!("{side} left: {}", moves.join(", ")),
        };
        format!("{place:>6}  {mv:<12}  {instead:<28}  {players}\n")
    });
}

/// Writes the moves that are in conflict, and sums them up.
fn list(found: &Conflicts, plies: &RangeInclusive<u32>, rows: &mut GameRows) -> Message {
    let mut listed = 0_u64;
    for Conflict { fen, moves } in found.positions.iter().filter(|one| plies.contains(&one.moves[0].ply)) {
        listed += 1;
        for (place, ConflictMove { game, games, ply, mv, line, .. }) in moves.iter().enumerate() {
            let own = [
                Cell::from(listed),
                Cell::from(*ply),
                Cell::from(&**mv),
                Cell::from(*games),
                Cell::from(&**line),
                Cell::from(&**fen),
            ];
            rows.push(game, own, |number, players| {
                let head = if place == 0 { format!("{listed}. {fen}\n") } else { String::new() };
                let chapter = if matches!(&*game.event, "" | "?") { players } else { &game.event };
                format!("{head}{number:>6}  {mv:<12}  {:<24}  {line}\n", printable::line(chapter))
            });
        }
    }
    let text = format!(
        "{} of {}: {} in which {} has several moves",
        count(found.all as u64, "position"),
        count(found.games, "game"),
        thousands(listed),
        found.side.fold_wb("White", "Black")
    );
    Message::new(Severity::Note, "compared", text).help("--by chooses the side whose repertoire it is")
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
