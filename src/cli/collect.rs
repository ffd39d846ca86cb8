//! Takes the outcomes of games in order: writes, counts, reports, and knows when it is enough.

use super::Exit;
use super::formats::Tally;
use super::found::{Outcome, Task};
use super::output::{Fault, Output};
use super::report::{Message, Report};
use super::sorting::Sorter;
use super::text::count;
use super::workers::Collect;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;
use tabiya::Said;
use tabiya::syntax::Severity;

/// How many games that could not be searched are reported in full.
const ERRORS_IN_FULL: u64 = 20;

/// What has become of the run so far.
pub(crate) struct Collector {
    task: Arc<Task>,
    sinks: Vec<Sink>,
    pub(crate) report: Report,
    /// Where every fault of the games is told, if that is asked for.
    pub(crate) faults: Option<Output>,
    limit: Option<u64>,
    bytes_read: Arc<AtomicU64>,
    started: Instant,
    /// Games searched, and those that match some query.
    games: u64,
    matched: u64,
    tallies: Vec<Counts>,
    incomplete: u64,
    flawed: u64,
    errors: u64,
    failed: bool,
    interrupted: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    games: u64,
    matched: u64,
    positions: u64,
}

/// One output, and what waits to be sorted for it.
struct Sink {
    /// Nothing once nobody reads any more.
    output: Option<Output>,
    sorter: Option<Sorter>,
}

impl Collector {
    pub(crate) fn new(
        task: Arc<Task>,
        outputs: Vec<Output>,
        report: Report,
        limit: Option<u64>,
        bytes_read: Arc<AtomicU64>,
    ) -> Collector {
        let sorter = |sorted: bool| sorted.then(Sorter::default);
        let sinks = outputs.into_iter().zip(&task.sinks);
        let sinks = sinks.map(|(output, info)| Sink { output: Some(output), sorter: sorter(info.sorted) }).collect();
        let tallies = vec![Counts::default(); task.queries.len()];
        Collector {
            task,
            sinks,
            report,
            faults: None,
            limit,
            bytes_read,
            started: Instant::now(),
            games: 0,
            matched: 0,
            tallies,
            incomplete: 0,
            flawed: 0,
            errors: 0,
            failed: false,
            interrupted: false,
        }
    }

    /// Writes what comes before the first game.
    pub(crate) fn begin(&mut self) -> bool {
        let task = Arc::clone(&self.task);
        (0..self.sinks.len()).all(|i| self.write(i, task.sinks[i].format.head().as_bytes()))
    }

    fn report_on(&mut self, outcome: &Outcome) {
        for said in &outcome.messages {
            if let Said::Message(text) = said {
                self.report.query_message(text);
            }
        }
        let damage = &outcome.damage;
        self.incomplete += u64::from(damage.incomplete);
        self.flawed += u64::from(damage.flawed);
        if !damage.messages.is_empty() {
            self.report.damaged(&damage.messages);
            self.failed |= self.task.strict;
        }
        if let Some(error) = &outcome.error {
            self.errors += 1;
            self.failed = true;
            if self.errors <= ERRORS_IN_FULL {
                self.report.say(error);
            }
        }
    }

    /// Writes to an output; `false` if the run is over because of it.
    fn write(&mut self, sink: usize, bytes: &[u8]) -> bool {
        let Some(output) = &mut self.sinks[sink].output else { return true };
        let written = if output.is_terminal() {
            self.report.beside(|| output.write(bytes).and_then(|()| output.flush()))
        } else {
            output.write(bytes)
        };
        match written {
            Ok(()) => true,
            Err(Fault::Gone) => {
                self.sinks[sink].output = None;
                self.sinks.iter().any(|sink| sink.output.is_some())
            }
            Err(Fault::Failed(message)) => {
                self.fail(sink, message);
                false
            }
        }
    }

    /// Tells the faults of a game; `false` if that can be done no more.
    fn tell_faults(&mut self, rows: &str) -> bool {
        let written = self.faults.as_mut().map_or(Ok(()), |output| output.write(rows.as_bytes()));
        let Err(fault) = written else { return true };
        self.lose_faults(fault)
    }

    /// The report of faults is lost: without a word if its reader has gone.
    fn lose_faults(&mut self, fault: Fault) -> bool {
        if let Some(mut output) = self.faults.take() {
            output.abandon();
        }
        let Fault::Failed(message) = fault else { return true };
        self.failed = true;
        self.report.end_progress();
        self.report.say(&message);
        false
    }

    /// An output is lost.
    fn fail(&mut self, sink: usize, message: Message) {
        self.failed = true;
        self.report.end_progress();
        self.report.say(&message);
        if let Some(mut output) = self.sinks[sink].output.take() {
            output.abandon();
        }
    }

    /// Writes what has been kept for the end, closes the outputs, and tells what the run has found.
    pub(crate) fn finish(mut self, summary: Summary) -> Exit {
        self.report.end_progress();
        let mut written = Vec::new();
        for i in 0..self.sinks.len() {
            if let Err(fault) = self.close(i, &mut written)
                && let Fault::Failed(message) = fault
            {
                self.fail(i, message);
            }
        }
        if let Some(faults) = self.faults.take() {
            let (name, is_file) = (faults.name().to_owned(), faults.is_file());
            match faults.finish(!self.interrupted) {
                Ok(Some(partial)) => {
                    let text = format!("interrupted; the faults that were met until then are in {}", partial.display());
                    self.report.say(&Message::new(Severity::Warning, "interrupted", text));
                }
                Ok(None) if is_file => written.push(name),
                Ok(None) => {}
                Err(fault) => drop(self.lose_faults(fault)),
            }
        }
        self.summarize(summary, &written);
        match (self.interrupted, self.failed, self.matched) {
            (true, _, _) => Exit::Interrupted,
            (_, true, _) => Exit::Error,
            (_, _, 0) => Exit::Nothing,
            _ => Exit::Found,
        }
    }

    fn close(&mut self, sink: usize, written: &mut Vec<String>) -> Result<(), Fault> {
        let Some(mut output) = self.sinks[sink].output.take() else { return Ok(()) };
        let result = self.write_rest(sink, &mut output);
        if let Err(fault) = result {
            output.abandon();
            return Err(fault);
        }
        let (name, is_file) = (output.name().to_owned(), output.is_file());
        if let Some(partial) = output.finish(!self.interrupted)? {
            let text = format!("interrupted; what was found until then is in {}", partial.display());
            self.report.say(&Message::new(Severity::Warning, "interrupted", text));
        } else if is_file {
            written.push(name);
        } else if self.interrupted {
            self.report.say(&Message::new(
                Severity::Warning,
                "interrupted",
                "interrupted; the results are not complete",
            ));
        }
        Ok(())
    }

    fn write_rest(&mut self, sink: usize, output: &mut Output) -> Result<(), Fault> {
        if let Some(sorter) = self.sinks[sink].sorter.take() {
            let mut left = self.limit.unwrap_or(u64::MAX);
            sorter.finish(|text| {
                if left == 0 {
                    return Ok(false);
                }
                left -= 1;
                output.write(text).map(|()| true)
            })?;
        }
        let tallies: Vec<Tally<'_>> = self.tallies_of(sink).collect();
        output.write(self.task.sinks[sink].format.tail(&tallies).as_bytes())
    }

    fn tallies_of(&self, sink: usize) -> impl Iterator<Item = Tally<'_>> {
        let queries = self.task.queries.iter().zip(&self.tallies).filter(move |(query, _)| query.sink == sink);
        queries.map(|(query, &Counts { games, matched, positions })| Tally { query, games, matched, positions })
    }

    /// What is wrong with the games, in one line.
    fn damage(&self) -> Option<Message> {
        let mut parts = Vec::new();
        if self.incomplete > 0 {
            parts.push(format!("{} with moves that could not be read", count(self.incomplete, "damaged game")));
        }
        if self.flawed > 0 {
            let shown = if self.task.strict { "" } else { " (--strict shows them)" };
            parts.push(format!("{} with faults that lose no moves{shown}", count(self.flawed, "game")));
        }
        let severity = if self.incomplete > 0 { Severity::Warning } else { Severity::Note };
        (!parts.is_empty()).then(|| Message::new(severity, "damaged-games", parts.join("; ")))
    }

    fn summarize(&self, summary: Summary, written: &[String]) {
        if self.errors > ERRORS_IN_FULL {
            let text = format!("{} could not be searched", count(self.errors, "game"));
            self.report.say(&Message::error("query-failed", text));
        }
        if let Some(message) = self.damage() {
            self.report.say_summary(&message);
        }
        let positions: u64 = self.tallies.iter().map(|counts| counts.positions).sum();
        let seconds = self.started.elapsed().as_secs_f64();
        let speed = (self.games as f64 / seconds.max(1e-6)).round() as u64;
        let mut text = format!(
            "{} of {} match, {}, in {seconds:.2} s ({} games/s)",
            super::text::thousands(self.matched),
            count(self.games, "game"),
            count(positions, "position"),
            super::text::thousands(speed),
        );
        for name in written {
            text.push_str(&format!("; written to {name}"));
        }
        match summary {
            Summary::Always => self.report.note(&text),
            Summary::OnTerminal => self.report.note_on_terminal(&text),
        }
    }
}

impl Collect for Collector {
    fn said(&mut self, message: &Message) {
        self.failed |= message.severity == Severity::Error;
        self.report.say(message);
    }

    fn interrupt(&mut self) {
        self.interrupted = true;
    }

    fn idle(&mut self) {
        for sink in &mut self.sinks {
            // A reader that has gone is noticed at the next result.
            let _ = sink.output.as_mut().filter(|output| !output.is_file()).map(Output::flush);
        }
    }

    fn take(&mut self, number: u64, outcome: Outcome) -> bool {
        self.games += 1;
        for (query, counts) in self.task.queries.iter().zip(&mut self.tallies) {
            counts.games += u64::from(query.sees(number));
        }
        for &(query, positions) in &outcome.found {
            self.tallies[query].matched += 1;
            self.tallies[query].positions += positions;
        }
        self.matched += u64::from(!outcome.found.is_empty());
        self.report_on(&outcome);
        if !outcome.faults.is_empty() && !self.tell_faults(&outcome.faults) {
            return false;
        }
        let sorted = self.sinks.iter().any(|sink| sink.sorter.is_some());
        for entry in outcome.entries {
            let Some(sorter) = &mut self.sinks[entry.sink].sorter else {
                if self.limit.is_none_or(|limit| self.matched <= limit)
                    && !self.write(entry.sink, entry.text.as_bytes())
                {
                    return false;
                }
                continue;
            };
            if let Err(error) = sorter.push(entry.key, entry.text.into_bytes()) {
                self.fail(entry.sink, unsortable(&error));
                return false;
            }
        }
        self.report.progress(&self.bytes_read, self.games, Some(self.matched));
        sorted || self.limit.is_none_or(|limit| self.matched < limit)
    }
}

/// Whether the run's numbers are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Summary {
    /// They belong to the format.
    Always,
    /// Only to somebody who is looking.
    OnTerminal,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Failed(unsortable(&error))
    }
}

fn unsortable(error: &io::Error) -> Message {
    let folder = std::env::temp_dir();
    let message = format!("cannot keep results to be sorted in {}: {error}", folder.display());
    Message::error("unwritable-temporary-file", message).help("make room there, or name another folder in TMPDIR")
}
