//! A run through games as every command sees it: what it says, how far it is, how it ends.

use crate::cli::outputs::output::{Fault, OutputWriter};
use crate::cli::report::text::count;
use crate::cli::report::{Exit, Message, Report, interrupt};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tabiya::pipeline::{
    CountedGames, GameJob, News, NextText, OtherNames, RunOptions, RunSummary, SecondLook, Sources, Texts, Watch,
};
use tabiya::syntax::Severity;
use tabiya::{Halt, QuerySet};
use web_time::Instant;

/// The course of a run.
pub(crate) struct Course {
    pub(crate) report: Report,
    /// The number of games so far.
    pub(crate) games: u64,
    /// The number of games that match, in the run of a search, where lines that queries print are printed as they are.
    pub(crate) matched: Option<u64>,
    /// True if something could not be read or written.
    pub(crate) failed: bool,
    /// True if the run was ended from outside.
    pub(crate) interrupted: bool,
    /// Looks for the texts of conditions, if no game meets them.
    look: Cell<Option<SecondLook>>,
    /// The number of bytes that have been read.
    read: Arc<AtomicU64>,
    started: Instant,
}

impl Course {
    /// Begins to show how far a run through all games of some sources is.
    pub(crate) fn start(mut report: Report, sources: &Sources) -> Course {
        report.start_progress(sources.total());
        interrupt::point();
        let (read, started) = (sources.bytes_read(), Instant::now());
        Course {
            report,
            games: 0,
            matched: None,
            failed: false,
            interrupted: false,
            look: Cell::default(),
            read,
            started,
        }
    }

    /// Prepares to say, if nothing is found, how the games spell what some conditions look for.
    pub(crate) fn look_for(&mut self, conditions: &[&QuerySet], (sources, options): (&Sources, &RunOptions)) {
        let options = RunOptions { test: None, ..options.clone() };
        self.look.set(SecondLook::new(conditions, sources, &options));
    }

    /// Looks, once, how the games spell what the conditions look for, after nothing was found: what is to be said of it, and the
    /// spellings of players that may be meant.
    fn spellings(&self) -> (Vec<Message>, OtherNames) {
        self.look.take().map_or_else(Default::default, SecondLook::look)
    }

    /// Says, after nothing was found, how the games spell what the conditions look for, and gives the spellings of players that are
    /// to be searched for.
    pub(crate) fn say_other_names(&self) -> OtherNames {
        let (notes, names) = self.spellings();
        names.said_with(notes).iter().for_each(|message| self.report.say_summary(message));
        names
    }

    /// Says how the games spell what the conditions look for, after nothing was found.
    pub(crate) fn say_spellings(&self) {
        if self.report.says_summaries() {
            self.spellings().0.iter().for_each(|message| self.report.say_summary(message));
        }
    }

    /// Goes through the texts of games until one is not taken. `heed` gets what is to be said of a file, and returns whether the
    /// run goes on.
    pub(crate) fn through<E>(
        &mut self,
        mut texts: Texts,
        heed: impl Fn(&mut Course, &Message) -> bool,
        mut take: impl FnMut(&mut GameJob) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut job = GameJob::default();
        loop {
            match texts.next(&mut job) {
                NextText::End => return Ok(()),
                NextText::Halted(_) => {
                    self.interrupted = true;
                    return Ok(());
                }
                NextText::Message(message) if !heed(self, &message) => return Ok(()),
                NextText::Message(_) => {}
                NextText::Game => {
                    take(&mut job)?;
                    self.pass(1);
                }
            }
        }
    }

    /// Counts games that have been read.
    pub(crate) fn pass(&mut self, games: u64) {
        self.games += games;
        self.report.progress(&self.read, self.games, self.matched);
        interrupt::point();
    }

    /// Says what is to be said of a file.
    pub(crate) fn say(&mut self, message: &Message) {
        self.failed |= message.is_error();
        self.report.say(message);
    }

    /// Says why the run cannot go on.
    pub(crate) fn fail(&mut self, message: &Message) {
        self.failed = true;
        self.report.end_progress();
        self.report.say(message);
    }

    /// True if nothing has gone wrong.
    pub(crate) fn is_whole(&self) -> bool {
        !self.failed && !self.interrupted
    }

    /// True if nothing has gone wrong until now, when all outputs have been written. They get their names then, and a signal
    /// comes too late.
    pub(crate) fn seal(&mut self) -> bool {
        self.interrupted |= self.is_whole() && !interrupt::seal();
        self.is_whole()
    }

    /// Says what was only counted: failures, and games with damage. `minor` is said of games that have lost no moves.
    pub(crate) fn sum_up(&self, summary: &RunSummary, minor: &str) {
        summary.further_failures().iter().for_each(|message| self.report.say(message));
        let mut parts = Vec::new();
        if summary.incomplete > 0 {
            parts.push(format!("{} with moves that could not be read", count(summary.incomplete, "damaged game")));
        }
        if summary.flawed > 0 && !minor.is_empty() {
            parts.push(format!("{} {minor}", count(summary.flawed, "game")));
        }
        if summary.unread > 0 && !parts.is_empty() {
            parts.push(format!("{} (--check-moves replays them)", unread_moves(summary.unread)));
        }
        let severity = if summary.incomplete > 0 { Severity::Warning } else { Severity::Note };
        if !parts.is_empty() {
            self.report.say_summary(&Message::new(severity, "damaged-games", parts.join("; ")));
        }
    }

    /// The seconds since it began.
    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The exit status; `good` if nothing has gone wrong.
    pub(crate) fn exit(&self, good: Exit) -> Exit {
        if good == Exit::Nothing && self.is_whole() {
            self.say_spellings();
        }
        match (self.interrupted, self.failed) {
            (true, _) => Exit::Interrupted,
            (_, true) => Exit::Error,
            _ => good,
        }
    }

    /// Ends the run, whose results have been `written` to an output, or not. A file gets its name if everything is well.
    pub(crate) fn deliver(&mut self, mut output: OutputWriter, written: Result<(), Fault>, good: Exit) -> Exit {
        self.report.end_progress();
        let written = match written.and_then(|()| output.settle()) {
            Ok(()) if self.seal() => output.commit(),
            other => other,
        };
        if let Err(Fault::Failed(message)) = written {
            self.fail(&message);
        }
        if !self.is_whole() {
            self.give_up(output);
        }
        self.exit(good)
    }

    /// Ends an output that is not complete, and says what has become of it.
    pub(crate) fn give_up(&self, output: OutputWriter) {
        let text = "interrupted; the results are incomplete";
        let incomplete = || Message::new(Severity::Warning, "interrupted", text);
        let said = match output.is_file() {
            true => output.give_up(0, self.interrupted),
            false => self.interrupted.then(incomplete),
        };
        said.iter().for_each(|message| self.report.say(message));
    }

    /// Ends the run by an error, which has perhaps been reported already. Of an output, the part after the first
    /// `head` bytes is kept.
    pub(crate) fn end_by(mut self, error: &Message, output: Option<(OutputWriter, u64)>) -> Exit {
        self.interrupted |= interrupt::happened();
        self.report.end_progress();
        if !self.interrupted && !self.failed {
            self.fail(error);
        }
        let output = output.filter(|(output, _)| output.is_file() && !output.is_empty());
        let kept = output.and_then(|(output, head)| output.give_up(head, self.interrupted));
        let nothing = || Message::new(Severity::Warning, "interrupted", "interrupted; nothing was written");
        let said = kept.or_else(|| self.interrupted.then(nothing));
        said.iter().for_each(|message| self.report.say(message));
        self.exit(Exit::Error)
    }
}

/// The note in a summary about games whose moves were left unread, so that it does not vouch for them.
pub(crate) fn unread_moves(games: u64) -> String {
    format!("{} ruled out without replaying the moves", count(games, "game"))
}

impl Watch for Course {
    fn hear(&mut self, news: &News) {
        match news {
            News::Passed(passed) | News::Counted(CountedGames { passed, .. }) => self.pass(passed.games),
            News::Message(message) if message.code == "message" && self.matched.is_some() => {
                self.report.query_message(&message.message);
            }
            News::Message(message) | News::Ended(message) => self.say(message),
            News::Damaged(damage) if damage.messages.is_empty() => {}
            News::Damaged(damage) => {
                self.failed |= damage.messages.iter().any(Message::is_error);
                self.report.damaged(&damage.messages);
            }
            News::Halted(Halt::Stopped | Halt::TimeLimit, _) if interrupt::by_signal() => self.interrupted = true,
            News::Halted(_, message) => self.fail(message),
            News::Idle => self.pass(0),
            News::File(_) | News::End => {}
        }
    }
}
