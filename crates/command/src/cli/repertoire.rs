//! `tabiya repertoire`: where games leave the lines of a file, who left them, and what the file has instead.
//!
//! It is a command beside `novelty`, not an option of it: what is asked is what the file has in place of the move, and a game that
//! comes back to the lines has not left them. As a condition of a search `position in "FILE"` says the same of one position.

use super::claims::{Claims, Use};
use super::conditions;
use super::course::Course;
use super::opening_args::{LeaverArg, RepertoireArgs};
use super::output::Output;
use super::plain_rows::{GAME_COLUMNS, RowKind, game_texts, game_values};
use super::report::{Message, Report};
use super::text::{count, thousands};
use super::{Exit, inputs, interrupt};
use serde_json::json;
use std::sync::Arc;
use tabiya::RunControl;
use tabiya::chess::Color;
use tabiya::pipeline::Sources;
use tabiya::repertoire::{Leaving, LeavingOptions, LeavingSummary, Repertoire};
use tabiya::syntax::Severity;

/// The columns of a table after those of the game.
const COLUMNS: [&str; 5] = ["ply", "by", "move", "repertoire", "fen"];

/// Finds out where games leave a repertoire.
pub(crate) fn repertoire(args: &RepertoireArgs) -> Exit {
    let report = Report::new(args.reading.common.json_diagnostics, args.pass.quiet);
    let (lines, games) = (Sources::from(&args.repertoire), inputs::find(&args.games, true));
    let mut claims = Claims::reading(lines.paths().chain(games.paths()));
    let output = match claims.open(Use::Results, args.pass.target()) {
        Ok(output) => output,
        Err(message) => {
            report.say(&message);
            return Exit::Error;
        }
    };
    let texts: Vec<&str> = args.conditions.iter().map(String::as_str).collect();
    let Some(conditions) = conditions::plan(&texts, &args.reading, &report) else { return Exit::Error };
    let control = Arc::new(RunControl::new());
    interrupt::listen(&control);
    let options = LeavingOptions {
        plies: args.plies.clone().unwrap_or(1..=u32::MAX),
        by: args.by.map(|by| if by == LeaverArg::White { Color::White } else { Color::Black }),
        conditions,
        run: conditions::run_options(&args.reading, args.pass.threads.threads, claims, &control, &report),
    };
    let course = Course::start(report, &games);
    find(args, (lines, games), &options, course, output)
}

fn find(
    args: &RepertoireArgs,
    (lines, games): (Sources, Sources),
    options: &LeavingOptions,
    mut course: Course,
    mut output: Output,
) -> Exit {
    let kind = RowKind::of(args.rows.asked(), args.pass.output.as_deref()).unwrap_or(RowKind::List);
    let columns: Vec<&str> = GAME_COLUMNS.into_iter().chain(COLUMNS).collect();
    let (several, mut rows) = (games.have_several_sources(), 0_u64);
    let mut written = output.write(kind.head(&columns).as_bytes());
    let found = Repertoire::read(lines, &options.run, &mut course).and_then(|repertoire| {
        let summary = repertoire.leavings(games, options, &mut course, |leaving| {
            rows += 1;
            if written.is_ok() {
                written = output.write(row(kind, &columns, &leaving, several).as_bytes());
            }
        });
        summary.map(|summary| (repertoire, summary))
    });
    course.report.end_progress();
    match found {
        Ok((repertoire, summary)) => {
            course.report.say_summary(&said(&repertoire, &summary));
            course.deliver(output, written, if rows > 0 { Exit::Found } else { Exit::Nothing })
        }
        Err(message) => {
            output.give_up(0, true);
            course.end_by(&message)
        }
    }
}

fn row(kind: RowKind, columns: &[&str], leaving: &Leaving, several: bool) -> String {
    let Leaving { game, ply, by, mv, moves, fen } = leaving;
    let side = by.fold_wb("white", "black");
    if kind != RowKind::List {
        let moves = if kind == RowKind::Jsonl { json!(moves) } else { json!(moves.join(", ")) };
        let own = [json!(ply), json!(side), json!(mv), moves, json!(fen)];
        return kind.row(columns, &game_values(game).into_iter().chain(own).collect::<Vec<_>>());
    }
    let (place, players) = game_texts(game, several);
    let instead = match moves.as_slice() {
        [] => "the line ends here".to_owned(),
        moves => format!("{side} left: {}", moves.join(", ")),
    };
    format!("{place:>6}  {mv:<12}  {instead:<28}  {players}\n")
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
