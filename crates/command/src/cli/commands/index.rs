//! `tabiya index`: games of any source into a database file.

use crate::cli::games::course::Course;
use crate::cli::games::drive;
use crate::cli::inputs;
use crate::cli::options::args::IndexArgs;
use crate::cli::outputs::claims::{Claims, Use};
use crate::cli::outputs::faults;
use crate::cli::outputs::output::{self, Fault, OutputWriter, unwritable};
use crate::cli::report::text::{count, thousands};
use crate::cli::report::{Exit, Message, interrupt};
use std::sync::Arc;
use tabiya::database::{Database, Options};
use tabiya::game::Reading;
use tabiya::pipeline::{BaseFile, BaseFileError, GameJob, IndexWork, Indexed, Run, RunSummary, Sources};
use tabiya::syntax::Severity;
use tabiya::{Game, RunControl};

/// Puts the games of all inputs into a database.
pub(crate) fn index(args: &IndexArgs) -> Exit {
    let report = args.messages.report();
    let control = interrupt::control();
    let (inputs, file, faults, options) = match prepare(args) {
        Ok(prepared) => prepared,
        Err(message) => return report.refuse(&message),
    };
    let threads = drive::threads(args.threads, None, &report);
    let file = if options.explorer { file.with_explorer(threads, interrupt::happened) } else { file };
    let all_faults = faults.is_some();
    let course = Course::start(report, &inputs);
    let mut indexing = Indexing { course, file, faults, summary: RunSummary::default() };
    indexing.run(inputs, &control, threads, (options, all_faults));
    indexing.finish(args.append)
}

/// Everything that can go wrong before a game is read.
fn prepare(args: &IndexArgs) -> Result<(Sources, BaseFile, Option<OutputWriter>, Options), Message> {
    let inputs = inputs::named(&args.games)?;
    if output::is_stdout(&args.output) {
        let message = Message::error("unwritable-output", "a database cannot be written to standard output");
        return Err(message.help("name a file after -o"));
    }
    let mut claims = Claims::reading(inputs.paths());
    claims.claim(Use::Database, &args.output)?;
    let explorer = args.explorer || !args.no_explorer && !args.small;
    let mut options = Options { exact_positions: !args.no_positions, explorer, small: args.small };
    let fail = |error| told(&args.output.display().to_string(), error);
    let file = if args.append {
        let file = BaseFile::append(&args.output, &mut options).map_err(fail)?;
        options.explorer |= args.explorer;
        file
    } else {
        BaseFile::create(&args.output).map_err(fail)?
    };
    let faults = args.report.as_deref().map(|path| claims.open(Use::Faults, path)).transpose()?;
    Ok((inputs, file, faults, options))
}

/// The message about a database that was not written.
fn told(name: &str, error: BaseFileError) -> Message {
    match error {
        BaseFileError::Io(error) => unwritable(name, &error),
        BaseFileError::Told(message) => message,
    }
}

/// A run, seen from the thread that writes.
struct Indexing {
    course: Course,
    file: BaseFile,
    faults: Option<OutputWriter>,
    summary: RunSummary,
}

impl Indexing {
    fn run(
        &mut self,
        inputs: Sources,
        control: &Arc<RunControl>,
        threads: usize,
        (options, all_faults): (Options, bool),
    ) {
        let reading = Reading { all_faults, ..Reading::default() };
        let rows = move |game: &Game, job: &GameJob| match all_faults {
            true => faults::rows(game, &job.file, &job.raw),
            false => String::new(),
        };
        let work = |_| IndexWork::new(&options, reading, control, rows);
        let mut run = match Run::of_works(inputs, control, (0..threads).map(work)) {
            Ok(run) => run,
            Err(message) => return self.course.fail(&message),
        };
        while let Some(made) = run.next_made(&mut self.course) {
            if let Err(message) = made.output.map_or(Ok(()), |indexed| self.take(indexed)) {
                self.course.fail(&message);
                break;
            }
        }
        self.summary = run.finish();
    }

    /// Writes a block, or the faults of a damaged game, which are rows for programs.
    fn take(&mut self, indexed: Indexed<String>) -> Result<(), Message> {
        match indexed {
            Indexed::Block(block) => self.file.write(&block).map_err(|error| unwritable(&self.file.name(), &error)),
            Indexed::Faults(rows) => match self.faults.as_mut().map(|faults| faults.write(rows.as_bytes())) {
                Some(Err(Fault::Failed(message))) => Err(message),
                Some(Err(Fault::Gone)) => {
                    self.faults = None;
                    Ok(())
                }
                Some(Ok(())) | None => Ok(()),
            },
        }
    }

    /// Completes the database, or leaves everything as it was.
    fn finish(mut self, appended: bool) -> Exit {
        self.course.report.end_progress();
        if let Some(Err(Fault::Failed(message))) = self.faults.as_mut().map(OutputWriter::settle) {
            self.course.fail(&message);
        }
        self.course.sum_up(&self.summary, "with minor errors that lose no moves");
        let Indexing { course, file, .. } = self;
        let (report, interrupted) = (&course.report, course.interrupted);
        if !course.is_whole() {
            let (code, start) = match interrupted {
                true => ("interrupted", "interrupted; "),
                false => ("incomplete-output", "because of the errors, "),
            };
            report.say(&Message::new(Severity::Warning, code, format!("{start}{}", file.give_up())));
            if let Some(faults) = self.faults.filter(OutputWriter::is_file) {
                faults.give_up(0, interrupted).iter().for_each(|message| report.say(message));
            }
            return course.exit(Exit::Error);
        }
        let name = file.name();
        let finished = file.finish().map_err(|error| told(&name, error)).and_then(|database| {
            interrupt::seal_complete();
            match self.faults.map(|mut faults| faults.commit()) {
                Some(Err(Fault::Failed(message))) => Err(message),
                _ => Ok(database),
            }
        });
        match finished {
            Ok(database) => {
                let text = summary(&name, &database, course.games, course.seconds(), appended);
                report.say_summary(&Message::new(Severity::Note, "indexed", text));
                Exit::Found
            }
            Err(message) if message.code == "interrupted" => {
                let text = format!("interrupted; {name} is what it was");
                report.say(&Message::new(Severity::Warning, "interrupted", text));
                Exit::Interrupted
            }
            Err(message) => report.refuse(&message),
        }
    }
}

/// `107,156 games (8,900,000 positions) in base.tabiya, 24,100,000 bytes, 34 % of the PGN, in 1.52 s`
fn summary(name: &str, database: &Database, games: u64, seconds: f64, appended: bool) -> String {
    let info = database.info();
    let added = if appended { format!("{} added; ", count(games, "game")) } else { String::new() };
    let share = info.bytes * 100 / info.pgn_bytes.max(1);
    format!(
        "{added}{} ({}) in {name}, {} bytes, {share} % of the PGN, in {seconds:.2} s",
        count(info.games, "game"),
        count(info.positions, "position"),
        thousands(info.bytes),
    )
}
