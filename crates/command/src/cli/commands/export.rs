//! `tabiya export`: the games of databases as the PGN that they were read from.

use crate::cli::games::course::Course;
use crate::cli::inputs;
use crate::cli::options::args::ExportArgs;
use crate::cli::outputs::claims::{Claims, Use};
use crate::cli::outputs::output::OutputWriter;
use crate::cli::report::text::count;
use crate::cli::report::{Exit, Message, Report, interrupt};
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;
use tabiya::RunControl;
use tabiya::database::{Database, OpenError};
use tabiya::pipeline::{GameJob, Sources, Texts, unreadable_database};
use tabiya_disk as disk;

/// Writes all games of the databases, in their order.
pub(crate) fn export(args: &ExportArgs) -> Exit {
    let report = args.messages.report();
    let control = interrupt::control();
    match prepare(args) {
        Ok((inputs, output)) => run(report, inputs, output, &control),
        Err(message) => report.refuse(&message),
    }
}

/// Everything that can go wrong before a game is read.
fn prepare(args: &ExportArgs) -> Result<(Sources, OutputWriter), Message> {
    for path in &args.databases {
        refuse_others(path)?;
    }
    let inputs = inputs::find(&args.databases, true);
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let output = Claims::reading(inputs.paths()).open(Use::Results, path)?;
    Ok((inputs, output))
}

/// Refuses a file that is no database.
fn refuse_others(path: &Path) -> Result<(), Message> {
    if tabiya::address(path).is_some() {
        return tabiya::open_database(path).map(drop).map_err(|error| unreadable_database(path, &error));
    }
    let mut start = Vec::new();
    let read = disk::open(path).and_then(|file| file.take(8).read_to_end(&mut start));
    let error = match read {
        Ok(_) if Database::is_database(&start) => return Ok(()),
        Ok(_) => OpenError::NotADatabase,
        Err(error) => OpenError::Read(error),
    };
    Err(unreadable_database(path, &error))
}

fn run(report: Report, inputs: Sources, mut output: OutputWriter, control: &Arc<RunControl>) -> Exit {
    let mut course = Course::start(report, &inputs);
    let heed = |course: &mut Course, message: &Message| {
        course.say(message);
        true
    };
    let mut text = Spaced::default();
    let written = course.through(Texts::new(inputs, control), heed, |job| output.write(text.next(job)));
    let file = output.is_file().then(|| output.name().to_owned());
    let exit = course.deliver(output, written, Exit::Found);
    let target = file.filter(|_| course.is_whole()).map(|name| format!("; written to {name}")).unwrap_or_default();
    course.report.note_on_terminal(&format!("{} exported{target}", count(course.games, "game")));
    exit
}

/// The text of a game with the blanks around it.
#[derive(Default)]
pub(crate) struct Spaced {
    text: Vec<u8>,
    /// The file that the last game came from.
    file: Option<Arc<str>>,
}

impl Spaced {
    /// The next game as it stood in its file. A blank line tells it from the game before if that came from another file.
    pub(crate) fn next(&mut self, job: &GameJob) -> &[u8] {
        let (is_new, same_file) = (self.file.is_none(), self.file.as_deref() == Some(&*job.file));
        let missing = if is_new || same_file { 0 } else { 2 - line_ends_behind(&self.text) };
        let end = line_end(&self.text);
        self.text.clear();
        (0..missing).for_each(|_| self.text.extend_from_slice(end));
        for part in [&job.raw.before, &job.raw.bytes, &job.raw.behind] {
            self.text.extend_from_slice(part);
        }
        if !same_file {
            self.file = Some(Arc::clone(&job.file));
        }
        &self.text
    }
}

/// The number of line ends after a text, of which two make a blank line: 0 to 2.
fn line_ends_behind(text: &[u8]) -> usize {
    text.iter().rev().filter(|&&byte| byte != b'\r').take_while(|&&byte| byte == b'\n').count().min(2)
}

/// The line end that a text uses.
fn line_end(text: &[u8]) -> &'static [u8] {
    match text.iter().position(|&byte| byte == b'\n') {
        Some(at) if at > 0 && text[at - 1] == b'\r' => b"\r\n",
        _ => b"\n",
    }
}
