//! Takes the searched games in order: writes, counts, reports, and knows when it is enough.

use super::course::{Course, unread_moves};
use super::resume::{Counted, Resumable, Stopped};
use crate::cli::outputs::claims::Use;
use crate::cli::outputs::files::DiskFiles;
use crate::cli::outputs::formats::{Encoder, Noticed, QueryCounts, RunEnd};
use crate::cli::outputs::output::{Fault, OutputWriter};
use crate::cli::outputs::render::{Rendered, RenderedGame, SinkInfo, Task};
use crate::cli::outputs::selection::{Best, Sampler};
use crate::cli::outputs::sorting::{Sorter, unsortable};
use crate::cli::outputs::split::Split;
use crate::cli::report::text::count;
use crate::cli::report::{Exit, Message, interrupt};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabiya::Halt;
use tabiya::pipeline::{self, Made, News, Run, RunSummary, Watch, held_limit};
use tabiya::syntax::Severity;
use tabiya::tallies::GameCounts;

/// The files that are not written of which each is told.
const TOLD: u64 = 3;

/// The state of a run: its outputs and numbers.
pub(crate) struct Collector {
    task: Arc<Task>,
    sinks: Vec<Sink>,
    course: Course,
    /// The output for all faults of all games, if there is one.
    pub(crate) faults: Option<OutputWriter>,
    limit: Option<u64>,
    /// What sums up the run; before its end, what sums up the earlier run that it goes on with.
    summary: RunSummary,
    /// Games and positions of each query whose results are kept.
    kept: Vec<pipeline::QueryCounts>,
    /// Matches that gave no puzzle in a format of puzzles.
    no_puzzles: u64,
    /// True if the run was ended from outside, between two games or in the middle of one, which does not count then.
    stopped: bool,
    /// True if games or results were lost.
    lost: bool,
    /// True if the reader of an output has gone, so that it does not matter what else there would be.
    gone: bool,
    /// The run, if it can be gone on with, and where its results so far are.
    pub(crate) resumable: Option<Resumable>,
    partial: Vec<Option<PathBuf>>,
    partial_faults: Option<PathBuf>,
    /// What knows which files may be written.
    pub(crate) disk: Option<Arc<DiskFiles>>,
}

/// One output, and what waits to be sorted for it.
struct Sink {
    /// `None` once its reader is gone, and of an output that is divided into files.
    output: Option<OutputWriter>,
    /// The files that the output is divided into, if it is.
    split: Option<Split>,
    sorter: Option<Sorter>,
    /// What makes bytes of rendered texts, if the format has such a step.
    encoder: Option<Box<dyn Encoder>>,
    /// The rows of the sample so far, if one is drawn.
    sampler: Sampler,
    /// The marks of the rows so far, if only distinct ones are wanted.
    marks: FxHashSet<u64>,
    /// The best rows so far, if only they are shown.
    best: Best,
    /// The number of bytes before the first game.
    head: u64,
    /// True if it takes nothing more.
    broken: bool,
}

impl Collector {
    /// The collector of a run; an error if the columns of an output cannot be encoded.
    pub(crate) fn new(
        task: Arc<Task>,
        outputs: Vec<Option<OutputWriter>>,
        mut course: Course,
        limit: Option<u64>,
    ) -> Result<Collector, Message> {
        course.matched = Some(0);
        let sink = |(output, info): (Option<OutputWriter>, &SinkInfo)| {
            Ok(Sink {
                output,
                split: info.names.is_some().then(Split::default),
                sorter: info.sorted.then(Sorter::default),
                encoder: info.format.encoder()?,
                sampler: Sampler::default(),
                marks: FxHashSet::default(),
                best: Best::default(),
                head: info.format.head().len() as u64,
                broken: false,
            })
        };
        let sinks = outputs.into_iter().zip(&task.sinks).map(sink).collect::<Result<_, Message>>()?;
        let summary = RunSummary::of(task.queries.len());
        Ok(Collector {
            task,
            sinks,
            course,
            faults: None,
            limit,
            kept: summary.queries.clone(),
            summary,
            no_puzzles: 0,
            stopped: false,
            lost: false,
            gone: false,
            resumable: None,
            partial: Vec::new(),
            partial_faults: None,
            disk: None,
        })
    }

    /// Writes what comes before the first game, unless it is there already.
    pub(crate) fn begin(&mut self) -> bool {
        let task = Arc::clone(&self.task);
        let is_empty = |sink: &Sink| sink.output.as_ref().is_some_and(OutputWriter::is_empty);
        let empty: Vec<usize> = (0..self.sinks.len()).filter(|&i| is_empty(&self.sinks[i])).collect();
        empty.into_iter().all(|i| self.write(i, task.sinks[i].format.head().as_bytes()))
    }

    /// Goes on with a run that was stopped: with its numbers and its results.
    pub(crate) fn go_on(&mut self, stopped: &Stopped) -> Result<(), Message> {
        let Stopped { counted, outputs, faults } = stopped;
        let games = |(i, _): &(usize, _)| !self.task.sinks[*i].format.is_sum();
        for (_, (sink, earlier)) in self.sinks.iter_mut().zip(outputs).enumerate().filter(games) {
            if let (Some(output), Some(earlier)) = (&mut sink.output, earlier) {
                output.begin_with(earlier)?;
            }
        }
        if let (Some(output), Some(earlier)) = (&mut self.faults, faults) {
            output.begin_with(earlier)?;
        }
        (self.course.games, self.course.matched) = (counted.games, Some(counted.matched));
        self.course.failed = counted.failed;
        let summary = &mut self.summary;
        (summary.games, summary.matched, summary.unread) = (counted.games, counted.matched, counted.unread);
        (summary.incomplete, summary.flawed, summary.failed) =
            (counted.incomplete, counted.flawed, counted.failed.into());
        for (kept, &[games, matched, positions]) in self.kept.iter_mut().zip(&counted.queries) {
            *kept = pipeline::QueryCounts { games, matched, positions };
        }
        summary.queries.clone_from(&self.kept);
        Ok(())
    }

    /// Notes how far a run has come that was stopped, or that it needs no going on any more.
    fn note_progress(&mut self) {
        let Some(resumable) = self.resumable.take() else { return };
        if !(self.stopped || self.course.failed) {
            return resumable.clear();
        }
        // What comes after the games of the stop is not known if something before them was lost.
        if !self.stopped || self.lost {
            return;
        }
        let RunSummary { games, matched, incomplete, flawed, unread, failed, .. } = self.summary;
        let queries = self.counts().map(|counts| [counts.games, counts.matched, counts.positions]).collect();
        let counted = Counted { games, matched, incomplete, flawed, unread, failed: failed > 0, queries };
        let (outputs, faults) = (std::mem::take(&mut self.partial), self.partial_faults.take());
        match resumable.save(&Stopped { counted, outputs, faults }) {
            Ok(()) => {
                let text = "run the same command with --resume to continue";
                self.course.report.say(&Message::new(Severity::Note, "resumable", text));
            }
            Err(message) => self.course.report.say(&message),
        }
    }

    /// True if all games have been searched, and nothing was found in them.
    pub(crate) fn has_found_nothing(&self) -> bool {
        self.matched() == 0 && !self.stopped && !self.lost && !self.gone && self.course.is_whole()
    }

    /// True if the moves of all games have been read, so that what is wrong with them has been told.
    pub(crate) fn has_read_all(&self) -> bool {
        self.summary.unread == 0
    }

    /// The outputs, of which nothing but their heads has been written, for another run in place of this one, which cannot be gone
    /// on with.
    pub(crate) fn give_way(mut self) -> Vec<Option<OutputWriter>> {
        self.course.report.end_progress();
        self.resumable.iter().for_each(Resumable::clear);
        self.sinks.into_iter().map(|sink| sink.output).collect()
    }

    /// Takes the games of a run, until it is over or there is enough.
    pub(crate) fn search(&mut self, run: Result<Run<Rendered>, Message>) {
        let mut run = match run {
            Ok(run) => run,
            Err(message) => return self.note_failure(&message),
        };
        run.count_from(std::mem::take(&mut self.summary));
        loop {
            interrupt::point();
            let Some(made) = run.next_made(self) else { break };
            self.course.matched = Some(run.summary().matched);
            if !self.take(made) {
                break;
            }
        }
        self.summary = run.finish();
        self.lost |= self.summary.lost;
    }

    /// Takes what was made of a game; `false` if there is enough.
    fn take(&mut self, made: Made<Rendered>) -> bool {
        let Some(rendered) = made.output else { return true };
        for &(query, positions) in &rendered.found {
            self.kept[query].matched += 1;
            self.kept[query].positions += positions;
        }
        self.no_puzzles += rendered.noticed.iter().filter(|&&one| one == Noticed::NoPuzzle).count() as u64;
        let told = self.tell_faults(&rendered.faults);
        let sorted = self.sinks.iter().any(|sink| sink.sorter.is_some());
        rendered.entries.into_iter().all(|entry| self.place(entry))
            && self.count(rendered.counts)
            && told
            && (sorted || self.limit.is_none_or(|limit| self.matched() < limit))
    }

    /// The games that match some query, until now.
    fn matched(&self) -> u64 {
        self.course.matched.unwrap_or(0)
    }

    /// Puts a rendered game where it belongs; `false` if the run is over because of it.
    fn place(&mut self, entry: RenderedGame) -> bool {
        let sink = entry.sink;
        if entry.mark.is_some_and(|mark| !self.sinks[sink].marks.insert(mark)) {
            return true;
        }
        if let Some(sample) = &self.task.selection.sample {
            self.sinks[sink].sampler.offer(sample, entry.draw, entry.key, entry.text);
        } else if let Some(top) = &self.task.selection.top {
            self.sinks[sink].best.offer(top, entry.key, entry.text);
        } else if let Some(sorter) = &mut self.sinks[sink].sorter {
            if let Err(error) = sorter.push(entry.key, entry.text.into_bytes()) {
                self.fail(sink, &unsortable(&error));
                return false;
            }
        } else {
            let written = !self.is_wanted() || self.put(sink, entry.text.as_bytes());
            self.task.spare.give(entry.text);
            return written && self.has_room();
        }
        self.has_room()
    }

    /// True if the game is one of those that the limit lets count.
    fn is_wanted(&self) -> bool {
        self.limit.is_none_or(|limit| self.matched() <= limit)
    }

    /// Keeps what counts of a game; `false` if the run is over because of it.
    fn count(&mut self, counts: Vec<(usize, GameCounts)>) -> bool {
        if counts.is_empty() || !self.is_wanted() {
            return true;
        }
        counts.into_iter().for_each(|(sink, counts)| self.task.sinks[sink].format.keep(counts));
        self.has_room()
    }

    /// True if more may be kept for the end. Otherwise what is kept is written, and the run is over.
    fn has_room(&mut self) -> bool {
        let kept = |(sink, info): (&Sink, &SinkInfo)| {
            sink.marks.capacity() * size_of::<u64>()
                + sink.sampler.held()
                + sink.best.held()
                + sink.sorter.as_ref().map_or(0, Sorter::held)
                + sink.split.as_ref().map_or(0, Split::held)
                + info.format.held()
        };
        let held: usize = self.sinks.iter().zip(&self.task.sinks).map(kept).sum();
        if held <= self.task.held {
            return true;
        }
        self.course.fail(&held_limit(self.task.held));
        false
    }

    /// Writes what a format has rendered to an output; `false` if the run is over because of it.
    fn put(&mut self, sink: usize, rendered: &[u8]) -> bool {
        if let Some(split) = &mut self.sinks[sink].split {
            return match split.push(rendered) {
                Err(Fault::Failed(message)) => {
                    self.fail(sink, &message);
                    false
                }
                _ => true,
            };
        }
        if self.sinks[sink].output.is_none() {
            return true;
        }
        match encoded(self.sinks[sink].encoder.as_mut(), rendered) {
            Ok(bytes) => bytes.is_empty() || self.write(sink, &bytes),
            Err(message) => {
                self.fail(sink, &message);
                false
            }
        }
    }

    /// Writes to an output; `false` if the run is over because of it.
    fn write(&mut self, sink: usize, bytes: &[u8]) -> bool {
        let Some(output) = &mut self.sinks[sink].output else { return true };
        let written = if output.is_terminal() {
            self.course.report.beside(|| output.write(bytes).and_then(|()| output.flush()))
        } else {
            output.write(bytes)
        };
        match written {
            Ok(()) => true,
            Err(Fault::Gone) => {
                self.sinks[sink].output = None;
                self.gone = true;
                self.sinks.iter().any(|sink| sink.output.is_some())
            }
            Err(Fault::Failed(message)) => {
                self.fail(sink, &message);
                false
            }
        }
    }

    /// Tells the faults of a game; `false` if that can be done no more.
    fn tell_faults(&mut self, rows: &str) -> bool {
        let Some(output) = &mut self.faults else { return true };
        match output.write(rows.as_bytes()) {
            Ok(()) => true,
            Err(Fault::Gone) => {
                self.faults = None;
                true
            }
            Err(Fault::Failed(message)) => {
                self.note_failure(&message);
                false
            }
        }
    }

    fn note_failure(&mut self, message: &Message) {
        self.lost = true;
        self.course.fail(message);
    }

    /// An output takes nothing more. What it has taken is kept at the end.
    fn fail(&mut self, sink: usize, message: &Message) {
        self.sinks[sink].broken = true;
        self.note_failure(message);
    }

    /// Writes what has been kept for the end, closes the outputs, and tells what the run has found.
    pub(crate) fn finish(mut self, summary: Summary) -> Exit {
        self.course.report.end_progress();
        // All has been searched: what is still to be written does not wait for a signal.
        self.course.seal();
        self.stopped |= self.course.interrupted;
        // A file gets its name only if the whole run has ended well, so everything is written before the first one does.
        for i in 0..self.sinks.len() {
            self.complete(i);
        }
        if let Some(Err(Fault::Failed(message))) = self.faults.as_mut().map(OutputWriter::settle) {
            self.note_failure(&message);
        }
        let whole = self.course.is_whole();
        let mut written = Vec::new();
        for i in 0..self.sinks.len() {
            self.close_split(i, whole, &mut written);
            self.close(i, whole, &mut written);
        }
        if let Some(faults) = self.faults.take() {
            self.close_faults(faults, whole, &mut written);
        }
        self.note_progress();
        self.summarize(summary, &written);
        self.course.exit(if self.matched() == 0 && !self.gone { Exit::Nothing } else { Exit::Found })
    }

    /// Writes what is left to write, to the disk where it goes to one.
    fn complete(&mut self, sink: usize) {
        // If the sorter accepts nothing more, the records that it has can still be written.
        if self.sinks[sink].broken && self.sinks[sink].sorter.is_none() {
            return;
        }
        if let Some(mut split) = self.sinks[sink].split.take() {
            if let Err(Fault::Failed(message)) = self.write_split(sink, &mut split) {
                self.fail(sink, &message);
            }
            self.sinks[sink].split = Some(split);
            return;
        }
        let Some(mut output) = self.sinks[sink].output.take() else { return };
        let completed = self.write_rest(sink, &mut output).and_then(|()| output.settle());
        match completed {
            Ok(()) => self.sinks[sink].output = Some(output),
            Err(Fault::Gone) => {}
            Err(Fault::Failed(message)) => {
                if !self.sinks[sink].broken {
                    self.fail(sink, &message);
                }
                self.sinks[sink].output = Some(output);
            }
        }
    }

    /// Gives a file its name, or keeps it under another one if the run was not `whole`.
    fn close(&mut self, sink: usize, whole: bool, written: &mut Vec<String>) {
        let Some(mut output) = self.sinks[sink].output.take() else { return };
        if !output.is_file() {
            if self.course.interrupted {
                let text = "interrupted; the results are incomplete";
                self.course.report.say(&Message::new(Severity::Warning, "interrupted", text));
            }
            return;
        }
        if whole {
            match output.commit() {
                Ok(()) => return written.push(output.name().to_owned()),
                Err(Fault::Gone) => {}
                Err(Fault::Failed(message)) => self.fail(sink, &message),
            }
        }
        let found = self.counts_of(sink).any(|counts| counts.matched > 0);
        let head = if found { self.sinks[sink].head } else { u64::MAX };
        let mut encoder = self.sinks[sink].encoder.take();
        let mut rescue = |len: u64| encoder.as_mut().and_then(|encoder| encoder.rescue(len));
        let (message, kept) = output.give_up_with(head, self.course.interrupted, &mut rescue);
        message.iter().for_each(|message| self.course.report.say(message));
        self.lost |= kept.is_err();
        self.partial.push(kept.unwrap_or_default());
    }

    /// The same for the report of faults.
    fn close_faults(&mut self, mut faults: OutputWriter, whole: bool, written: &mut Vec<String>) {
        if !faults.is_file() {
            return;
        }
        if whole {
            match faults.commit() {
                Ok(()) => return written.push(faults.name().to_owned()),
                Err(Fault::Gone) => {}
                Err(Fault::Failed(message)) => self.note_failure(&message),
            }
        }
        let (message, kept) = faults.give_up_with(0, self.course.interrupted, &mut |_| None);
        message.iter().for_each(|message| self.course.report.say(message));
        self.lost |= kept.is_err();
        self.partial_faults = kept.unwrap_or_default();
    }

    fn write_rest(&mut self, sink: usize, output: &mut OutputWriter) -> Result<(), Fault> {
        let mut encoder = self.sinks[sink].encoder.take();
        let written = self.write_rest_by(sink, output, &mut encoder);
        self.sinks[sink].encoder = encoder;
        written
    }

    fn write_rest_by(
        &mut self,
        sink: usize,
        output: &mut OutputWriter,
        encoder: &mut Option<Box<dyn Encoder>>,
    ) -> Result<(), Fault> {
        let mut put = |output: &mut OutputWriter, rendered: &[u8]| {
            let bytes = encoded(encoder.as_mut(), rendered).map_err(Fault::Failed)?;
            output.write(&bytes)
        };
        self.each_kept(sink, &mut |text| put(output, text))?;
        let counts: Vec<QueryCounts<'_>> = self.counts_of(sink).collect();
        let end = self.run_end();
        self.task.sinks[sink].format.tail(&counts, &end, &mut |text| put(output, text.as_bytes()))?;
        match encoder {
            Some(encoder) => output.write(&encoder.finish().map_err(Fault::Failed)?),
            None => Ok(()),
        }
    }

    /// Hands out what has been kept for the end, in its order.
    fn each_kept(&mut self, sink: usize, put: &mut dyn FnMut(&[u8]) -> Result<(), Fault>) -> Result<(), Fault> {
        let sample = std::mem::take(&mut self.sinks[sink].sampler).finish();
        for text in sample.chain(std::mem::take(&mut self.sinks[sink].best).finish()) {
            put(text.as_bytes())?;
        }
        let Some(sorter) = self.sinks[sink].sorter.take() else { return Ok(()) };
        let mut left = self.limit.unwrap_or(u64::MAX);
        sorter.finish(|text| {
            if left == 0 {
                return Ok(false);
            }
            left -= 1;
            put(text).map(|()| true)
        })
    }

    fn run_end(&self) -> RunEnd {
        RunEnd {
            games: self.course.games,
            damaged: self.summary.incomplete,
            seconds: self.course.seconds(),
            complete: self.course.is_whole(),
        }
    }

    /// Writes all files of an output that is divided.
    fn write_split(&mut self, sink: usize, split: &mut Split) -> Result<(), Fault> {
        self.each_kept(sink, &mut |text| split.push(text))?;
        let (task, disk, end) = (Arc::clone(&self.task), self.disk.clone(), self.run_end());
        let claim = |path: &Path| disk.as_ref().map_or(Ok(()), |disk| disk.claim(Use::Results, path));
        split.write((&*task.sinks[sink].format, &end), &claim)
    }

    /// Gives the files of an output that is divided their names, or keeps them under others if the run was not `whole`.
    fn close_split(&mut self, sink: usize, whole: bool, written: &mut Vec<String>) {
        let Some(split) = &mut self.sinks[sink].split else { return };
        let (mut files, mut done) = (std::mem::take(split.files()).into_iter(), 0);
        while whole && self.course.is_whole() {
            let Some(mut file) = files.next() else { break };
            match file.commit() {
                Ok(()) => done += 1,
                Err(Fault::Gone) => {}
                Err(Fault::Failed(message)) => {
                    self.fail(sink, &message);
                    files = std::iter::once(file).chain(files).collect::<Vec<OutputWriter>>().into_iter();
                }
            }
        }
        written.extend((done > 0).then(|| count(done, "file")));
        let head = self.sinks[sink].head;
        let mut told = 0;
        for file in files {
            let (message, kept) = file.give_up_with(head, self.course.interrupted, &mut |_| None);
            self.lost |= kept.is_err();
            told += 1;
            message.iter().filter(|_| told <= TOLD).for_each(|message| self.course.report.say(message));
        }
        if told > TOLD {
            let text = format!("and {} more were not written", count(told - TOLD, "file"));
            self.course.report.say(&Message::new(Severity::Warning, "incomplete-output", text));
        }
    }

    fn counts_of(&self, sink: usize) -> impl Iterator<Item = QueryCounts<'_>> {
        let queries = self.task.queries.iter().zip(self.counts()).filter(move |(query, _)| query.sink == sink);
        queries.map(|(query, counts)| {
            let pipeline::QueryCounts { games, matched, positions } = counts;
            QueryCounts { query, games, matched, positions }
        })
    }

    /// The numbers of each query: the games that it has seen, and the data kept of those in which it found something.
    fn counts(&self) -> impl Iterator<Item = pipeline::QueryCounts> {
        let both = self.summary.queries.iter().zip(&self.kept);
        both.map(|(seen, kept)| pipeline::QueryCounts { games: seen.games, ..*kept })
    }

    fn summarize(&self, summary: Summary, written: &[String]) {
        let hint = if self.task.strict || self.task.warnings { "" } else { "; list them with --warnings" };
        let has = if self.summary.flawed == 1 { "has" } else { "have" };
        self.course.sum_up(&self.summary, &format!("{has} minor PGN errors (no moves lost){hint}"));
        if self.no_puzzles > 0 {
            let text = count(self.no_puzzles, "position")
                + " gave no puzzle: the query finds no move there, or a table has none before it";
            let help = "name the move, as in `next (move from Q mate)` or `move legal : mate`";
            self.course.report.say(&Message::new(Severity::Warning, "no-puzzle", text).help(help));
        }
        let positions: u64 = self.kept.iter().map(|counts| counts.positions).sum();
        let seconds = self.course.seconds();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most a million times the games"
        )]
        let speed = (self.course.games as f64 / seconds.max(1e-6)).round() as u64;
        let mut text = format!(
            "{} of {} {}, {}, in {seconds:.2} s ({} games/s)",
            crate::cli::report::text::thousands(self.matched()),
            count(self.course.games, "game"),
            if self.matched() == 1 { "matches" } else { "match" },
            count(positions, "position"),
            crate::cli::report::text::thousands(speed),
        );
        if self.summary.unread > 0 {
            text.push_str(&format!("; {}", unread_moves(self.summary.unread)));
        }
        for name in written {
            text.push_str(&format!("; written to {name}"));
        }
        match summary {
            Summary::Always => self.course.report.note(&text),
            Summary::OnTerminal => self.course.report.note_on_terminal(&text),
        }
    }
}

/// The bytes to be written of what a format has rendered.
fn encoded<'r>(encoder: Option<&mut Box<dyn Encoder>>, rendered: &'r [u8]) -> Result<Cow<'r, [u8]>, Message> {
    encoder.map_or(Ok(Cow::Borrowed(rendered)), |encoder| encoder.take(rendered).map(Cow::Owned))
}

impl Watch for Collector {
    fn hear(&mut self, news: &News) {
        match news {
            News::Halted(Halt::Stopped | Halt::TimeLimit, _) => self.stopped = true,
            News::Counted(counted) => {
                self.course.matched = Some(self.matched() + counted.matched);
                for (kept, &(games, positions)) in self.kept.iter_mut().zip(&counted.queries) {
                    kept.matched += games;
                    kept.positions += positions;
                }
            }
            News::Idle => {
                for sink in &mut self.sinks {
                    // A reader that has gone is noticed at the next result.
                    let _ = sink.output.as_mut().filter(|output| !output.is_file()).map(OutputWriter::flush);
                }
            }
            _ => {}
        }
        self.course.hear(news);
    }
}

/// True if the summary is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Summary {
    /// They belong to the format.
    Always,
    /// Only on a terminal.
    OnTerminal,
}
