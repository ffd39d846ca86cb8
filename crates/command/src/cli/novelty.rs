//! `tabiya novelty`: the first move of each game that leads to a position which older games do not have.

use super::claims::{Claims, Use};
use super::conditions;
use super::course::Course;
use super::opening_args::NoveltyArgs;
use super::output::Output;
use super::plain_rows::{GAME_COLUMNS, RowKind, game_texts, game_values};
use super::report::{Message, Report};
use super::text::{count, thousands};
use super::{Exit, inputs, interrupt};
use serde_json::json;
use std::sync::Arc;
use tabiya::RunControl;
use tabiya::novelty::{Novelty, NoveltyOptions, NoveltySummary, novelties};
use tabiya::pipeline::Sources;
use tabiya::syntax::Severity;

/// The columns of a table after those of the game.
const COLUMNS: [&str; 4] = ["ply", "move", "before", "fen"];

/// Finds the novelties.
pub(crate) fn novelty(args: &NoveltyArgs) -> Exit {
    let report = Report::new(args.reading.common.json_diagnostics, args.pass.quiet);
    let (old, new) = (Sources::from(&args.old), inputs::find(&args.new, true));
    let mut claims = Claims::reading(old.paths().chain(new.paths()));
    let output = match claims.open(Use::Results, args.pass.target()) {
        Ok(output) => output,
        Err(message) => {
            report.say(&message);
            return Exit::Error;
        }
    };
    let rated = args.min_elo.map(|elo| format!("elo white >= {elo} elo black >= {elo}"));
    let texts: Vec<&str> = args.conditions.iter().chain(&rated).map(String::as_str).collect();
    let Some(conditions) = conditions::plan(&texts, &args.reading, &report) else { return Exit::Error };
    let control = Arc::new(RunControl::new());
    interrupt::listen(&control);
    let options = NoveltyOptions {
        plies: args.plies.clone().unwrap_or(1..=u32::MAX),
        conditions,
        variations: args.variations,
        memory: args.memory as usize * 1_000_000,
        run: conditions::run_options(&args.reading, args.pass.threads.threads, claims, &control, &report),
    };
    let course = Course::start(report, &old);
    find(args, (old, new), &options, course, output)
}

fn find(
    args: &NoveltyArgs,
    (old, new): (Sources, Sources),
    options: &NoveltyOptions,
    mut course: Course,
    mut output: Output,
) -> Exit {
    let kind = RowKind::of(args.rows.asked(), args.pass.output.as_deref()).unwrap_or(RowKind::List);
    let columns: Vec<&str> = GAME_COLUMNS.into_iter().chain(COLUMNS).collect();
    let several = new.have_several_sources();
    let mut written = output.write(kind.head(&columns).as_bytes());
    let summary = novelties(old, new, options, &mut course, |novelty| {
        if written.is_ok() {
            written = output.write(row(kind, &columns, &novelty, several).as_bytes());
        }
    });
    course.report.end_progress();
    match summary {
        Ok(summary) => {
            course.report.say_summary(&said(&summary));
            course.deliver(output, written, if summary.novelties > 0 { Exit::Found } else { Exit::Nothing })
        }
        Err(message) => {
            output.give_up(0, true);
            course.end_by(&message)
        }
    }
}

fn row(kind: RowKind, columns: &[&str], novelty: &Novelty, several: bool) -> String {
    let Novelty { game, ply, mv, before, fen } = novelty;
    if kind != RowKind::List {
        let values: Vec<_> =
            game_values(game).into_iter().chain([json!(ply), json!(mv), json!(before), json!(fen)]).collect();
        return kind.row(columns, &values);
    }
    let (place, players) = game_texts(game, several);
    let before = format!("{} before", count((*before).into(), "game"));
    format!("{place:>6}  {mv:<12}  {before:>20}  {players}\n")
}

fn said(summary: &NoveltySummary) -> Message {
    let NoveltySummary { games, novelties, known, passes, old } = *summary;
    let mut text = format!(
        "{} compared with {} older ones: {} with a novelty, {} known to the end",
        count(games, "game"),
        thousands(old),
        thousands(novelties),
        thousands(known)
    );
    if passes > 1 {
        text.push_str(&format!("; the older games were read {passes} times, which more --memory saves"));
    }
    Message::new(Severity::Note, "compared", text)
}
