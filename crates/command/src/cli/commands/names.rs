//! `tabiya names`: the players whom games have in several spellings, with the numbers of their games, and a file of these spellings
//! by which other commands read the games.

use crate::cli::games::course::Course;
use crate::cli::games::drive;
use crate::cli::inputs;
use crate::cli::options::names_args::SpellingsArgs;
use crate::cli::outputs::claims::{Claims, Use, check_ending};
use crate::cli::outputs::formats::RowForm;
use crate::cli::outputs::output::OutputWriter;
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message, interrupt};
use std::num::NonZeroUsize;
use std::path::Path;
use tabiya::names::{PlayerNames, write_spellings};
use tabiya::pipeline::RunOptions;
use tabiya::printable::line;
use tabiya::rows::Cell;
use tabiya::spellings::{Players, players_of};
use tabiya::syntax::Severity;

/// The columns of a table, of which `--names` reads the first two.
const COLUMNS: [&str; 3] = ["alias", "name", "games"];

/// Lists the spellings.
pub(crate) fn names(args: &SpellingsArgs) -> Exit {
    let report = args.messages.report();
    let control = interrupt::control();
    let inputs = inputs::find(&args.games, true);
    let mut claims = Claims::reading(inputs.paths().chain(args.file.file()));
    let target = args.output.as_deref().unwrap_or(Path::new("-"));
    let output = match check_ending(target, &RowForm::ENDINGS).and_then(|()| claims.open(Use::Results, target)) {
        Ok(output) => output,
        Err(message) => return report.refuse(&message),
    };
    let run = RunOptions {
        threads: NonZeroUsize::new(drive::threads(args.threads.threads, None, &report)),
        names: args.file.names(&report),
        ..RunOptions::new().control(&control)
    };
    let mut course = Course::start(report, &inputs);
    match players_of(inputs, (args.memory as usize).saturating_mul(1_000_000), &run, &mut course) {
        Ok(found) => deliver(args, &found, course, output),
        Err(message) => course.end_by(&message, Some((output, u64::MAX))),
    }
}

/// Writes what was found, and sums it up.
fn deliver(args: &SpellingsArgs, found: &Players, mut course: Course, mut output: OutputWriter) -> Exit {
    let several: Vec<&PlayerNames> = found.players.iter().filter(|player| player.spellings.len() > 1).collect();
    let form = RowForm::asked(args.rows.asked(), args.output.as_deref());
    let text = match form {
        Some(form) => rows(form, &several),
        None if args.output.is_some() && !args.rows.is_list() => write_spellings(several.iter().copied()),
        None => list(&several),
    };
    let written = output.write(text.as_bytes());
    let spellings: usize = several.iter().map(|player| player.spellings.len()).sum();
    let summary = format!(
        "{} with {}: {} in several spellings ({} in all)",
        count(found.games, "game"),
        count(found.players.len() as u64, "player"),
        thousands(several.len() as u64),
        thousands(spellings as u64),
    );
    course.report.end_progress();
    course.report.say_summary(&Message::new(Severity::Note, "names", summary));
    course.deliver(output, written, if several.is_empty() { Exit::Nothing } else { Exit::Found })
}

/// A row for each spelling.
fn rows(form: RowForm, players: &[&PlayerNames]) -> String {
    let mut text = form.head(COLUMNS.into_iter());
    for player in players {
        for spelling in &player.spellings {
            let cells = [Cell::from(&*spelling.name), Cell::from(player.preferred()), Cell::from(spelling.games)];
            form.push(COLUMNS.into_iter().zip(cells), &mut text);
        }
    }
    text
}

/// The players with their spellings below them, for people.
fn list(players: &[&PlayerNames]) -> String {
    let mut text = String::new();
    for player in players {
        text.push_str(&format!("{}: {}\n", line(player.preferred()), count(player.games(), "game")));
        for spelling in &player.spellings {
            text.push_str(&format!("{:>8}  {}\n", thousands(spelling.games), line(&spelling.name)));
        }
    }
    text
}
