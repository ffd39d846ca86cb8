//! A funnel as a table, or as JSON.

use super::counting::Counted;
use super::{WhyFormat, exit};
use crate::cli::outputs::output;
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message};
use anstyle::Style;
use serde_json::{Value, json};
use std::fmt::Write as _;
use tabiya::printable::line;
use tabiya::syntax::Severity;
use tabiya::{Example, Funnel, FunnelRow};
use tabiya_session::assist::why::cut;

/// The greatest width of the column with the filters.
const WIDEST: usize = 48;

/// The greatest width of the filter of an image next to an example.
const WIDEST_IMAGE: usize = 32;

/// Shows what was counted. `several`: games come from several files.
pub(super) fn print(counted: &Counted, several: bool, format: WhyFormat) -> Exit {
    let Counted { task, funnels, course, .. } = counted;
    let report = &course.report;
    let queries = task.whys.iter().map(|why| why.query().source().name.as_str()).zip(funnels);
    let text = match format {
        WhyFormat::Json => {
            let all: Vec<Value> = queries.map(|(name, funnel)| object(name, funnel)).collect();
            format!("{:#}\n", json!({ "complete": course.is_whole(), "queries": all }))
        }
        WhyFormat::Text => {
            let tables = queries.map(|(name, funnel)| {
                let heading = if funnels.len() > 1 { format!("{}\n", line(name)) } else { String::new() };
                heading + &table(funnel, several)
            });
            tables.collect::<Vec<_>>().join("\n")
        }
    };
    let printed = super::print(&text, report);
    if course.interrupted {
        let text = "interrupted; only the games up to here were counted";
        report.say(&Message::new(Severity::Warning, "interrupted", text));
    }
    let found = funnels.iter().any(|funnel| funnel.matching_games() > 0);
    course.exit(exit(printed, found))
}

/// ```text
///                  positions  games  lost here
/// all positions          311      4
/// mate                     1      1        310
/// wtm                      1      1          0
/// ```
fn table(funnel: &Funnel, several: bool) -> String {
    let label = |row: &FunnelRow| {
        let sign = if row.alternative { "or " } else { "" };
        let room = WIDEST - (2 * row.depth).min(WIDEST / 2);
        format!("{}{sign}{}", "  ".repeat(row.depth), cut(&line(&row.text), room - sign.len()))
    };
    let labels: Vec<String> = funnel.rows().iter().map(label).collect();
    let long = |text: &String| text.chars().count();
    let width = labels.iter().map(long).max().unwrap_or(0).max("all positions".len());
    let digits = |number: u64, head: &str| thousands(number).len().max(head.len());
    let (positions, games) = (digits(funnel.positions(), "positions"), digits(funnel.games(), "games"));
    let lost = funnel.rows().iter().map(|row| row.lost_positions).max().unwrap_or(0);
    let lost = digits(lost, "lost here");
    let bold = if output::stdout_takes_colors() { Style::new().bold() } else { Style::new() };
    let mut text = String::new();
    if let Some(images) = funnel.images() {
        let _ = writeln!(
            text,
            "The query is a transform with {images} transformed filters: a position counts in a row if one of them matches.\n"
        );
    }
    let _ = writeln!(
        text,
        "{bold}{:width$}  {:>positions$}  {:>games$}  {:>lost$}{bold:#}",
        "", "positions", "games", "lost here"
    );
    let mut row = |label: &str, counts: [Option<u64>; 3], example: &str| {
        let [a, b, c] = counts.map(|count| count.map(thousands).unwrap_or_default());
        let gap = " ".repeat(width.saturating_sub(label.chars().count()));
        let shown = format!("{label}{gap}  {a:>positions$}  {b:>games$}  {c:>lost$}  {example}");
        let _ = writeln!(text, "{}", shown.trim_end());
    };
    row("all positions", [Some(funnel.positions()), Some(funnel.games()), None], "");
    for (shown, label) in funnel.rows().iter().zip(&labels) {
        let lost = (!shown.alternative).then_some(shown.lost_positions);
        // A filter that loses all positions has no example.
        let first = shown.positions + shown.lost_positions == funnel.positions();
        let example = shown.example.as_ref().filter(|_| !first && !shown.alternative);
        let example = example.map(|example| describe(example, several)).unwrap_or_default();
        row(label, [Some(shown.positions), Some(shown.games), lost], &example);
    }
    let decisive = funnel.rows().iter().skip(1).filter_map(|row| row.example.as_ref()).next_back();
    if let Some(example) = decisive.filter(|_| funnel.matches() == 0) {
        let _ = writeln!(text, "\nNo position matches. To see why one was lost, add: --at {}", key(example));
    } else {
        let _ = writeln!(
            text,
            "\n{} in {} {}.",
            count(funnel.matches(), "position"),
            count(funnel.matching_games(), "game"),
            if funnel.matches() == 1 { "matches" } else { "match" }
        );
    }
    text
}

/// `e.g. game 209, 47. Qxg5+`
fn describe(example: &Example, several: bool) -> String {
    let file = if several { format!("{} ", line(&example.file)) } else { String::new() };
    let played = if example.played.is_empty() { "start" } else { &example.played };
    let image = example.image.as_ref().map(|image| format!(", as `{}`", cut(&line(image), WIDEST_IMAGE)));
    format!("e.g. {file}game {}, {played}{}", example.game, image.unwrap_or_default())
}

/// The position of an example as `--at` takes it.
fn key(example: &Example) -> String {
    match example.variation {
        true => format!("{}:#{}", example.game, example.position),
        false => format!("{}:{}", example.game, example.ply),
    }
}

fn object(name: &str, funnel: &Funnel) -> Value {
    let rows: Vec<Value> = funnel
        .rows()
        .iter()
        .map(|row| {
            json!({
                "text": row.text,
                "span": row.span.map(|span| [span.start, span.end]),
                "depth": row.depth,
                "alternative": row.alternative,
                "positions": row.positions,
                "games": row.games,
                "lost_positions": (!row.alternative).then_some(row.lost_positions),
                "lost_games": (!row.alternative).then_some(row.lost_games),
                "example": row.example.as_ref().map(|example| json!({
                    "file": example.file,
                    "game": example.game,
                    "position": example.position,
                    "ply": example.ply,
                    "move": example.played,
                    "image": example.image,
                    "at": key(example),
                })),
            })
        })
        .collect();
    json!({
        "query": name,
        "games": funnel.games(),
        "positions": funnel.positions(),
        "matching_games": funnel.matching_games(),
        "matching_positions": funnel.matches(),
        "images": funnel.images(),
        "rows": rows,
    })
}
