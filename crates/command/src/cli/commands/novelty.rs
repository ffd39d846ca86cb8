//! `tabiya novelty`: the first move of each game that leads to a position which older games do not have.

use crate::cli::games::game_rows::{self, Begun, GameRowsArgs};
use crate::cli::games::second_search::as_spelt;
use crate::cli::inputs;
use crate::cli::options::opening_args::NoveltyArgs;
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message};
use tabiya::novelty::{Novelty, NoveltyOptions, NoveltySummary, novelties};
use tabiya::pipeline::Sources;
use tabiya::rows::Cell;
use tabiya::syntax::Severity;

/// The columns of a table after those of the game.
const COLUMNS: [&str; 4] = ["ply", "move", "before", "fen"];

/// Finds the novelties.
pub(crate) fn novelty(args: &NoveltyArgs) -> Exit {
    let (old, new) = (Sources::from(&args.old), inputs::find(&args.new, true));
    let rated = args.min_elo.map(|elo| format!("elo white >= {elo} elo black >= {elo}"));
    let begin = GameRowsArgs {
        pass: &args.pass,
        rows: args.rows,
        tally: &args.tally,
        reading: &args.reading,
        names: Some(&args.names),
        conditions: args.only.conditions.iter().chain(&rated).map(String::as_str).collect(),
        wanted: &new,
    };
    let several = new.have_several_sources();
    let begun = game_rows::begin(begin, (&old, &new), &COLUMNS, several);
    let Some(Begun { mut course, conditions, run, mut rows }) = begun else { return Exit::Error };
    let options = NoveltyOptions {
        plies: args.plies.clone().unwrap_or(1..=u32::MAX),
        conditions: None,
        variations: args.variations,
        memory: args.memory as usize * 1_000_000,
        run,
    };
    let spare = (old.again(), new.again());
    let begun = (conditions, (old, new), &mut course);
    let again = || spare.0.zip(spare.1);
    let compared = |summary: &NoveltySummary| summary.games > 0;
    let found = as_spelt(begun, (&args.only, &args.reading), again, compared, |conditions, (old, new), course| {
        let options = NoveltyOptions { conditions, ..options.clone() };
        novelties(old, new, &options, course, |Novelty { game, ply, mv, before, fen }| {
            let own = [Cell::from(ply), Cell::from(&*mv), Cell::from(before), Cell::from(&*fen)];
            rows.push(&game, own, |place, players| {
                let before = format!("{} before", count(before.into(), "game"));
                format!("{place:>6}  {mv:<12}  {before:>20}  {players}\n")
            });
        })
    });
    rows.end(course, found.map(|summary| said(&summary)))
}

fn said(summary: &NoveltySummary) -> Message {
    let NoveltySummary { games, novelties, known, passes, old, years } = *summary;
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
    let message = Message::new(Severity::Note, "compared", text);
    match years {
        [Some(before), Some(after)] if before > after => message.help(format!(
            "the older games are younger, of {before} on average against {after}: is the order `tabiya novelty OLD NEW`?"
        )),
        _ => message,
    }
}
