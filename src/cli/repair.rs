//! `tabiya repair`: what can be read of games of any quality, as clean PGN.

use super::args::RepairArgs;
use super::found::{Job, damage};
use super::inputs::{Inputs, Next};
use super::output::{Fault, Output};
use super::report::{Message, Report};
use super::run::{is_input, output_is_input};
use super::text::count;
use super::{Exit, faults, interrupt};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tabiya::game::{FaultKind, RawGame, Repairer, TooLong};
use tabiya::syntax::Severity;

/// Repairs all games of the inputs.
pub(crate) fn repair(args: &RepairArgs) -> Exit {
    let mut report = Report::new(args.json_diagnostics, args.quiet);
    match prepare(args) {
        Ok((inputs, output, faults)) => {
            interrupt::listen();
            report.start_progress(inputs.total());
            let read = inputs.bytes_read();
            Run { report, output: Some(output), faults, read, tally: Tally::default() }.all(inputs)
        }
        Err(message) => {
            report.say(&message);
            Exit::Error
        }
    }
}

/// Everything that can go wrong before a game is read.
fn prepare(args: &RepairArgs) -> Result<(Inputs, Output, Option<Output>), Message> {
    let inputs = Inputs::find(&args.games, true);
    if inputs.are_samples() {
        let message = Message::error("no-input", "there are no games to repair");
        return Err(message.help("name files or folders, or - for standard input"));
    }
    let mut output = match &args.output {
        None => Output::stdout(),
        Some(path) if is_input(path, &inputs) => return Err(output_is_input(path)),
        Some(path) => Output::create(path)?,
    };
    match faults::open(args.report.as_deref(), std::slice::from_ref(&args.output), &inputs) {
        Ok(faults) => Ok((inputs, output, faults)),
        Err(message) => {
            output.abandon();
            Err(message)
        }
    }
}

/// What had to be done so far.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    /// Games with moves that could not be read, and games with other faults only.
    incomplete: u64,
    flawed: u64,
    kinds: BTreeMap<FaultKind, u64>,
    /// Whether something could not be read or written.
    failed: bool,
    interrupted: bool,
}

struct Run {
    report: Report,
    /// Nothing once nobody reads any more.
    output: Option<Output>,
    faults: Option<Output>,
    read: Arc<AtomicU64>,
    tally: Tally,
}

impl Run {
    fn all(mut self, inputs: Inputs) -> Exit {
        let mut reader = inputs.reader((1, u64::MAX));
        let mut job = Job { raw: RawGame::default(), file: "".into(), place: 0 };
        let (mut repairer, mut text) = (Repairer::new(), String::new());
        while self.output.is_some() {
            if interrupt::happened() {
                self.tally.interrupted = true;
                break;
            }
            match reader.next(&mut job.raw) {
                Next::End => break,
                Next::Said(message) => {
                    self.tally.failed |= message.severity == Severity::Error;
                    self.report.say(&message);
                }
                Next::Game => {
                    job.file = Arc::clone(reader.file());
                    self.one(&job, &mut repairer, &mut text);
                }
            }
        }
        self.finish()
    }

    /// Repairs one game.
    fn one(&mut self, job: &Job, repairer: &mut Repairer, text: &mut String) {
        text.clear();
        if let Err(TooLong) = repairer.repair(&job.raw, text) {
            let message = Message::error("game-too-long", "as clean PGN this game is longer than a game may be");
            let message = message.file(&*job.file).help("it is left out; divide it into several games");
            let place = Some((job.raw.line, job.raw.offset));
            self.report.say(&Message { place, game: Some(job.raw.number), ..message });
            self.tally.failed = true;
            return;
        }
        let game = repairer.game();
        let damage = damage(game, job, false);
        self.tally.games += 1;
        self.tally.incomplete += u64::from(damage.incomplete);
        self.tally.flawed += u64::from(damage.flawed);
        for fault in game.faults().list() {
            *self.tally.kinds.entry(fault.kind).or_default() += 1;
        }
        if !damage.messages.is_empty() {
            self.report.damaged(&damage.messages);
        }
        if let Some(output) = &mut self.output
            && let Err(fault) = output.write(text.as_bytes())
        {
            self.lose(fault);
        }
        if let Some(faults) = &mut self.faults
            && let Err(fault) = faults.write(faults::rows(game, job).as_bytes())
        {
            self.lose(fault);
        }
        self.report.progress(&self.read, self.tally.games, None);
    }

    /// An output is lost, which ends the run: without a word if its reader has gone.
    fn lose(&mut self, fault: Fault) {
        for mut output in self.output.take().into_iter().chain(self.faults.take()) {
            output.abandon();
        }
        if let Fault::Failed(message) = fault {
            self.tally.failed = true;
            self.report.end_progress();
            self.report.say(&message);
        }
    }

    /// Closes the outputs and says what had to be done. What is not complete does not get its name.
    fn finish(mut self) -> Exit {
        self.report.end_progress();
        let complete = !self.tally.interrupted && !self.tally.failed;
        let mut written = Vec::new();
        for mut output in self.output.take().into_iter().chain(self.faults.take()) {
            if !complete && self.tally.games == 0 {
                output.abandon();
                continue;
            }
            let (name, is_file) = (output.name().to_owned(), output.is_file());
            match output.finish(complete) {
                Ok(Some(partial)) => {
                    let text = format!("{name} is not complete; what was written is in {}", partial.display());
                    self.report.say(&Message::new(Severity::Warning, "incomplete-output", text));
                }
                Ok(None) if is_file => written.push(name),
                Ok(None) | Err(Fault::Gone) => {}
                Err(fault @ Fault::Failed(_)) => self.lose(fault),
            }
        }
        self.report.say_summary(&self.tally.message(&written));
        match self.tally {
            Tally { interrupted: true, .. } => Exit::Interrupted,
            Tally { failed: true, .. } => Exit::Error,
            _ => Exit::Found,
        }
    }
}

impl Tally {
    /// `3 games repaired; 1 has moves that ...; illegal-move 1, stray-text 2; written to out.pgn`
    fn message(&self, written: &[String]) -> Message {
        let sound = self.games - self.incomplete - self.flawed;
        let mut parts =
            vec![format!("{}: {} without a fault", count(self.games, "game"), super::text::thousands(sound))];
        if self.flawed > 0 {
            parts.push(format!("{} with faults that lose no moves", super::text::thousands(self.flawed)));
        }
        if self.incomplete > 0 {
            let text = "with moves that could not be read, which stand in comments";
            parts.push(format!("{} {text}", super::text::thousands(self.incomplete)));
        }
        let mut text = parts.join(", ");
        let kinds = self.kinds.iter().map(|(kind, n)| format!("{} {}", kind.code(), super::text::thousands(*n)));
        let kinds: Vec<String> = kinds.collect();
        if !kinds.is_empty() {
            text.push_str(&format!(" ({})", kinds.join(", ")));
        }
        if !written.is_empty() {
            text.push_str(&format!("; written to {}", written.join(" and ")));
        }
        Message::new(Severity::Note, "repaired", text)
    }
}
