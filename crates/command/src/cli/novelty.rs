//! `tabiya novelty`: the first move of each game that leads to a position which older games do not have.

use super::claims::{Claims, Use};
use super::conditions;
use super::course::Course;
use super::opening_args::{NoveltyArgs, RowFormat};
use super::output::Output;
use super::plain_rows::RowKind;
use super::report::{Message, Report};
use super::text::{count, thousands};
use super::{Exit, inputs, interrupt};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use tabiya::RunControl;
use tabiya::novelty::{Novelty, NoveltyOptions, NoveltySummary, novelties};
use tabiya::pipeline::Sources;
use tabiya::printable::line;
use tabiya::syntax::Severity;

/// The columns of a table.
const COLUMNS: [&str; 13] = [
    "file", "game", "white", "black", "whiteelo", "blackelo", "date", "event", "result", "ply", "move", "before", "fen",
];

/// Finds the novelties.
pub(crate) fn novelty(args: &NoveltyArgs) -> Exit {
    let report = Report::new(args.reading.common.json_diagnostics, args.quiet);
    let (old, new) = (Sources::from(&args.old), inputs::find(&args.new, true));
    let mut claims = Claims::reading(old.paths().chain(new.paths()));
    let output = match claims.open(Use::Results, args.output.as_deref().unwrap_or(Path::new("-"))) {
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
        run: conditions::run_options(&args.reading, args.threads, claims, &control, &report),
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
    let short = if args.csv { Some(RowFormat::Csv) } else { args.json.then_some(RowFormat::Jsonl) };
    let kind = RowKind::of(args.format.or(short), args.output.as_deref()).unwrap_or(RowKind::List);
    let several = new.have_several_sources();
    let mut written = output.write(kind.head(&COLUMNS).as_bytes());
    let summary = novelties(old, new, options, &mut course, |novelty| {
        if written.is_ok() {
            written = output.write(row(kind, &novelty, several).as_bytes());
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

fn row(kind: RowKind, novelty: &Novelty, several: bool) -> String {
    let Novelty { file, number, players, ratings, date, event, result, ply, mv, before, fen } = novelty;
    if kind != RowKind::List {
        let values = [
            json!(&**file),
            json!(number),
            json!(players[0]),
            json!(players[1]),
            json!(ratings[0]),
            json!(ratings[1]),
            json!(date),
            json!(event),
            json!(result.as_str()),
            json!(ply),
            json!(mv),
            json!(before),
            json!(fen),
        ];
        return kind.row(&COLUMNS, &values);
    }
    let place = if several { format!("{}:{number}", line(file)) } else { number.to_string() };
    let year = date.split('.').next().filter(|year| !year.contains('?'));
    let year = year.map(|year| format!(", {year}")).unwrap_or_default();
    let (white, black) = (line(&players[0]), line(&players[1]));
    let before = format!("{} before", count((*before).into(), "game"));
    format!("{place:>6}  {mv:<12}  {before:>20}  {white} - {black}{year}, {result}\n")
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
