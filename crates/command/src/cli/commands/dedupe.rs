//! `tabiya dedupe`: games without those that occur several times, whole or as the beginning of others.
//!
//! The library finds the duplicates; then the games are gone through once more, and those that are kept are written as they
//! were read, byte for byte. No input is ever changed.

use crate::cli::games::course::Course;
use crate::cli::games::drive;
use crate::cli::inputs;
use crate::cli::options::opening_args::DedupeArgs;
use crate::cli::outputs::claims::{Claims, Use, check_ending};
use crate::cli::outputs::formats::RowForm;
use crate::cli::outputs::output::{self, Fault, OutputWriter};
use crate::cli::outputs::spaced::Spaced;
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message, interrupt};
use std::num::NonZeroUsize;
use tabiya::Game;
use tabiya::chess::Color;
use tabiya::duplicates::{Compared, Duplicate, DuplicateOptions, Duplicates, Reason, duplicates};
use tabiya::game::Reading;
use tabiya::pipeline::{GameJob, RunOptions, Texts};
use tabiya::rows::Cell;
use tabiya::syntax::Severity;

/// The columns of a report.
const COLUMNS: [&str; 12] = [
    "file",
    "game",
    "white",
    "black",
    "date",
    "event",
    "result",
    "plies",
    "reason",
    "kept_file",
    "kept_game",
    "kept_plies",
];

/// Writes the games that are not duplicates.
pub(crate) fn dedupe(args: &DedupeArgs) -> Exit {
    let report = args.messages.report();
    let control = interrupt::control();
    let opened = open(args);
    let (output, rows) = match opened {
        Ok(opened) => opened,
        Err(message) => return report.refuse(&message),
    };
    let compared = match (args.moves_only, args.positions) {
        (true, _) => Compared::Moves,
        (_, true) => Compared::Positions,
        _ => Compared::Games,
    };
    let options = DuplicateOptions {
        compared,
        plies: args.plies,
        days: args.days,
        beginnings: !args.keep_beginnings,
        exact_names: args.spelling.exact,
        memory: (args.memory as usize).saturating_mul(1_000_000),
        run: RunOptions {
            threads: NonZeroUsize::new(drive::threads(args.threads.threads, None, &report)),
            names: args.names.names(&report),
            ..RunOptions::new().control(&control)
        },
    };
    let inputs = inputs::find(&args.games, false);
    let mut course = Course::start(report, &inputs);
    match duplicates(inputs, &options, &mut course) {
        Ok(found) => {
            let texts = Texts::new(inputs::find(&args.games, false), &control);
            Writing { compared, course, output, rows }.all(texts, &found)
        }
        Err(message) => {
            give_up([Some(output), rows.map(|rows| rows.output)]);
            course.end_by(&message, None)
        }
    }
}

/// Everything that can go wrong before a game is read.
fn open(args: &DedupeArgs) -> Result<(OutputWriter, Option<LeftOut>), Message> {
    check_ending(&args.output, &["pgn"])?;
    if args.output.to_string_lossy().contains('{') {
        let message = Message::error("not-divided", "dedupe writes one file");
        return Err(message.help("divide it afterwards: tabiya rewrite OUT.pgn -o '{eco}.pgn'"));
    }
    let inputs = inputs::find(&args.games, false);
    let mut claims = Claims::reading(inputs.paths().chain(args.names.file()));
    let output = claims.open(Use::Results, &args.output)?;
    let rows = args.report.as_deref().map(|path| {
        let form = RowForm::of_name(path).unwrap_or(RowForm::Jsonl);
        claims.open(Use::LeftOut, path).map(|output| LeftOut { output, form })
    });
    Ok((output, rows.transpose()?))
}

/// Files that nothing was found for leave nothing behind.
fn give_up(outputs: [Option<OutputWriter>; 2]) {
    outputs.into_iter().flatten().for_each(|output| drop(output.give_up(u64::MAX, true)));
}

/// The report of the games that are left out.
struct LeftOut {
    output: OutputWriter,
    form: RowForm,
}

/// The games on their way to the output.
struct Writing {
    compared: Compared,
    course: Course,
    output: OutputWriter,
    rows: Option<LeftOut>,
}

impl Writing {
    fn all(mut self, texts: Texts, found: &Duplicates) -> Exit {
        let (mut left_out, mut place, mut text) = (found.found.iter().peekable(), 0, Spaced::default());
        self.course.games = 0;
        let head = self.rows.as_ref().map_or_else(String::new, |rows| rows.form.head(COLUMNS.into_iter()));
        let begun = self.rows.as_mut().map_or(Ok(()), |rows| rows.output.write(head.as_bytes()));
        let heed = |course: &mut Course, message: &Message| {
            // Anything that is not an error has been told when the games were compared.
            if message.is_error() {
                course.say(message);
            }
            true
        };
        let (Writing { course, output, rows, .. }, mut game) = (&mut self, Game::new());
        let take = |job: &mut GameJob| {
            place += 1;
            match left_out.next_if(|duplicate| duplicate.game.place + 1 == place) {
                Some(duplicate) => leave_out(duplicate, job, &mut game, rows.as_mut()),
                None => output.write(text.next(job)),
            }
        };
        let written = begun.and_then(|()| course.through(texts, heed, take));
        if place != found.games && written.is_ok() && !self.course.interrupted {
            self.course.fail(&changed());
        }
        self.finish(written, found)
    }

    /// Gives the outputs their names if everything is well.
    fn finish(mut self, written: Result<(), Fault>, found: &Duplicates) -> Exit {
        self.course.report.end_progress();
        // Everything is on the disk before the first file gets its name.
        let settled = written.and_then(|()| self.output.settle());
        let settled = settled.and_then(|()| self.rows.as_mut().map_or(Ok(()), |rows| rows.output.settle()));
        let committed = match settled {
            Ok(()) if self.course.seal() => self.output.commit(),
            other => other,
        };
        let committed = match committed {
            Ok(()) if self.course.is_whole() => self.rows.as_mut().map_or(Ok(()), |rows| rows.output.commit()),
            other => other,
        };
        if let Err(Fault::Failed(message)) = &committed {
            self.course.fail(message);
        }
        if !self.course.is_whole() {
            let outputs = [Some(self.output), self.rows.map(|rows| rows.output)];
            outputs.into_iter().flatten().for_each(|output| self.course.give_up(output));
            return self.course.exit(Exit::Error);
        }
        let name = self.output.name();
        let target = if output::is_stdout(name.as_ref()) { String::new() } else { format!("; written to {name}") };
        self.course.report.say_summary(&said(found, self.compared, &target));
        Exit::Found
    }
}

/// Notes a game that is left out.
fn leave_out(duplicate: &Duplicate, job: &GameJob, text: &mut Game, rows: Option<&mut LeftOut>) -> Result<(), Fault> {
    let Duplicate { game, kept, reason } = duplicate;
    if job.raw.number != game.number || *job.file != *game.file {
        return Err(Fault::Failed(changed()));
    }
    let Some(LeftOut { output, form }) = rows else { return Ok(()) };
    text.parse_unless(&job.raw, &Reading::default(), |_| true);
    let date = text.date();
    let values = [
        Cell::from(&*game.file),
        Cell::from(game.number),
        Cell::from(text.player(Color::White)),
        Cell::from(text.player(Color::Black)),
        Cell::from(&*date),
        Cell::from(text.event()),
        Cell::from(text.tags().get("Result").unwrap_or("*")),
        Cell::from(game.plies),
        Cell::from(reason.name()),
        Cell::from(&*kept.file),
        Cell::from(kept.number),
        Cell::from(kept.plies),
    ];
    let mut row = String::new();
    form.push(COLUMNS.into_iter().zip(values), &mut row);
    output.write(row.as_bytes())
}

/// The message about games that are not those of the first pass.
fn changed() -> Message {
    let text = "the games have changed while they were read, so nothing is written";
    Message::error("changed-input", text).help("run the command again when no other program writes them")
}

/// `107,156 games: 100 left out (90 with the same moves, 10 beginnings), 107,056 kept; written to out.pgn`
fn said(found: &Duplicates, compared: Compared, target: &str) -> Message {
    let all = found.found.len() as u64;
    let beginnings = found.found.iter().filter(|one| one.reason == Reason::Beginning).count() as u64;
    let mut text = format!("{}: {} left out", count(found.games, "game"), thousands(all));
    if all > 0 {
        let same = thousands(all - beginnings);
        let what = if compared == Compared::Positions { "last position" } else { "moves" };
        text.push_str(&format!(" ({same} with the same {what}, {})", count(beginnings, "beginning")));
    }
    text.push_str(&format!(", {} kept{target}", thousands(found.games - all)));
    Message::new(Severity::Note, "deduped", text)
}
