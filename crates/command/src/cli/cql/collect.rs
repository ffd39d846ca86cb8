//! Takes the searched games in order: the output file, the progress display, the summary line.

use super::super::report::{Message, Report};
use super::console::Console;
use super::number::three_digits;
use super::options::Options;
use crate::cli::games::course::unread_moves;
use crate::cli::outputs::formats::Noticed;
use crate::cli::outputs::output::{Fault, OutputWriter};
use crate::cli::outputs::render::{Rendered, SpareTexts};
use crate::cli::outputs::sorting::Sorter;
use crate::cli::report::interrupt;
use crate::cli::report::text::count;
use std::sync::Arc;
use std::time::Instant;
use tabiya::pipeline::{Made, News, PassedGames, Run, RunSummary, Watch, held_limit};
use tabiya::syntax::Severity;
use tabiya::{Halt, RunEvent};

/// The outcome of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Well,
    Badly,
    Interrupted,
}

/// The items that are shown while games are searched.
#[derive(Clone, Copy, Debug)]
struct Display {
    matches: bool,
    progress: bool,
    threads: bool,
    line_increment: u64,
}

/// The collected results of the run so far.
pub(super) struct Collector {
    console: Console,
    /// For what CQL has no words: standard error.
    report: Report,
    display: Display,
    /// None where games go to standard output.
    output: Option<OutputWriter>,
    /// The bytes of sort keys that may be kept.
    held: usize,
    /// None where they are written as they come.
    sorter: Option<Sorter>,
    spare: Arc<SpareTexts>,
    started: Instant,
    /// What sums up the run, when it is over.
    summary: RunSummary,
    bytes: u64,
    kept: Vec<(String, String)>,
    /// The reason why the run cannot go on.
    failure: Option<String>,
    /// True if the query has failed in a game.
    over: bool,
    /// True if the output takes nothing more.
    broken: bool,
    /// True if a game had to be left out.
    flawed: bool,
    interrupted: bool,
}

impl Collector {
    pub(super) fn new(
        options: &Options,
        console: Console,
        output: Option<OutputWriter>,
        (sorted, spare): (bool, Arc<SpareTexts>),
    ) -> Collector {
        let display = Display {
            matches: options.show_matches && options.show_progress,
            progress: options.show_progress,
            threads: options.show_threads,
            line_increment: options.line_increment,
        };
        Collector {
            console,
            report: Report::new(false, false),
            display,
            output,
            held: options.allowance.limits.held,
            sorter: sorted.then(Sorter::default),
            spare,
            started: Instant::now(),
            summary: RunSummary::default(),
            bytes: 0,
            kept: Vec::new(),
            failure: None,
            over: false,
            broken: false,
            flawed: false,
            interrupted: false,
        }
    }

    /// Writes what is left to write and says what was found.
    pub(super) fn finish(mut self, games: u64, threads: usize, output_name: &str) -> Ended {
        // Without an output of its own, standard output takes the games.
        let handed_over = self.output.is_none();
        if let Err(message) = self.complete() {
            self.failure.get_or_insert_with(|| message.text());
        }
        let whole = self.failure.is_none() && !self.flawed && !self.interrupted;
        self.interrupted |= whole && !interrupt::seal();
        if whole
            && !self.interrupted
            && let Err(message) = self.commit()
        {
            self.failure = Some(message.text());
        }
        if let Some(failure) = &self.failure {
            self.console.fail(failure);
        }
        if let Some(output) = self.output.take().filter(OutputWriter::is_file) {
            let head = if self.summary.matched > 0 { 0 } else { u64::MAX };
            output.give_up(head, self.interrupted).iter().for_each(|message| self.report.say(message));
        } else if self.interrupted && handed_over {
            let text = "interrupted; the results are not complete";
            self.report.say(&Message::new(Severity::Warning, "interrupted", text));
        }
        if self.failure.is_none() {
            self.summarize(games, threads, output_name);
        }
        if let Some(message) = self.console.lost() {
            self.report.say(&message);
            self.flawed = true;
        }
        match (self.interrupted, self.flawed || self.failure.is_some()) {
            (true, _) => Ended::Interrupted,
            (false, true) => Ended::Badly,
            (false, false) => Ended::Well,
        }
    }

    /// Writes what is left to write, to the disk where it goes to one.
    fn complete(&mut self) -> Result<(), Message> {
        let sorter = self.sorter.take();
        let completed = match &mut self.output {
            // A front end gets the error instead.
            None if self.failure.is_some() => Ok(()),
            None => self.hand_over(sorter),
            // An output that has failed is not tried again.
            Some(_) if self.broken => Ok(()),
            Some(output) => {
                let sorted = sorter.map_or(Ok(()), |sorter| sorter.finish(|text| output.write(text).map(|()| true)));
                sorted.and_then(|()| output.settle())
            }
        };
        self.heed(completed)
    }

    /// Gives the output file its name.
    fn commit(&mut self) -> Result<(), Message> {
        let Some(mut output) = self.output.take() else { return Ok(()) };
        let committed = output.commit();
        if matches!(committed, Err(Fault::Failed(_))) {
            self.output = Some(output);
        }
        self.heed(committed)
    }

    /// A reader that has gone is not an error.
    fn heed(&mut self, result: Result<(), Fault>) -> Result<(), Message> {
        match result {
            Ok(()) => Ok(()),
            Err(Fault::Gone) => {
                self.output = None;
                Ok(())
            }
            Err(Fault::Failed(message)) => Err(message),
        }
    }

    /// Hands all games to a front end that reads standard output.
    fn hand_over(&mut self, sorter: Option<Sorter>) -> Result<(), Fault> {
        let Some(sorter) = sorter else { return Ok(()) };
        let console = &mut self.console;
        console.put(&format!("\n<CqlGuiPgn numbergames={} numberbytes={}>\n", self.summary.matched, self.bytes));
        sorter.finish(|text| {
            console.raw(&String::from_utf8_lossy(text));
            Ok::<bool, Fault>(true)
        })?;
        console.line("</CqlGuiPgn>");
        Ok(())
    }

    fn summarize(&mut self, games: u64, threads: usize, output_name: &str) {
        let seconds = three_digits(self.started.elapsed().as_millis() as f64 / 1000.0);
        let RunSummary { matched, incomplete, unread, .. } = self.summary;
        let unit = if threads == 1 { "thread" } else { "threads" };
        let console = &mut self.console;
        console.put(&format!(
            "\n{matched} matches of {games} games in {seconds} seconds using {threads} {unit} to {output_name}\n"
        ));
        if console.gui {
            console.put("\n");
        }
        console.variable("numbermatches", matched);
        console.variable("numbergamesexamined", games);
        console.variable("seconds", &seconds);
        console.variable("numberthreads", threads);
        console.variable("outputfile", output_name);
        for (name, value) in std::mem::take(&mut self.kept) {
            let text = format!("{name}: {value}");
            console.said(&text);
            if console.gui {
                console.said(&format!("\n<CqlGuiMessage>{text}</CqlGuiMessage>"));
            }
        }
        if console.gui {
            console.put("\n<CqlGuiNormalExit>\n");
        }
        if incomplete > 0 {
            let mut text = format!("{} with moves that could not be read", count(incomplete, "damaged game"));
            if unread > 0 {
                text.push_str(&format!("; {}", unread_moves(unread)));
            }
            self.report.say_summary(&Message::new(Severity::Warning, "damaged-games", text));
        }
    }

    /// Shows the progress after a game.
    fn progress(&mut self, game: u64, thread: usize) {
        let Display { progress, threads, line_increment, .. } = self.display;
        if !progress {
            return;
        }
        if game.is_multiple_of(line_increment) {
            let text = if threads { format!("{{{thread}:{game}}}\n") } else { format!("[{game}]\n") };
            self.console.put(&text);
        } else if game.is_multiple_of((line_increment / 10).max(1)) {
            let text = if threads { format!("[{thread}.]") } else { ".".into() };
            self.console.put(&text);
        } else {
            return;
        }
        if self.console.gui {
            self.console.put(&format!("\n<CqlGuiVariable> currentgamenumber {game}\n"));
        }
    }

    fn noticed(&mut self, game: u64, noticed: Noticed) {
        match noticed {
            Noticed::LongComment => self.console.put(&format!("\nIgnoring long comment in game: {game}\n")),
            Noticed::NoPuzzle => {}
            Noticed::LongText(bytes) => {
                let text = format!("the text of game {game} is cut at {bytes} bytes");
                let message = Message::new(Severity::Warning, "long-game", text);
                self.report.say(&message.help("raise the limit with -outputbuffer N, up to 100000000 bytes"));
            }
        }
    }

    fn write(&mut self, key: Vec<u8>, text: String) -> Result<(), Fault> {
        self.bytes += text.len() as u64;
        match (&mut self.sorter, &mut self.output) {
            (Some(sorter), _) => {
                sorter.push(key, text.into_bytes()).map_err(Fault::from)?;
                if sorter.held() > self.held { Err(Fault::Failed(held_limit(self.held))) } else { Ok(()) }
            }
            (None, Some(output)) => {
                let written = output.write(text.as_bytes());
                self.spare.give(text);
                written
            }
            (None, None) => Ok(()),
        }
    }
}

impl Collector {
    /// Takes the games of a run.
    pub(super) fn search(&mut self, run: Result<Run<Rendered>, Message>) {
        let mut run = match run {
            Ok(run) => run,
            Err(message) => return self.hear(&News::Message(message)),
        };
        let whole = loop {
            interrupt::point();
            let Some(made) = run.next_made(self) else { break run.summary().ended.is_none() };
            if self.over || !self.take(made) {
                break false;
            }
        };
        if whole {
            self.kept = run.persistent_values(0);
        }
        self.summary = run.finish();
    }

    /// Takes what was made of a game; `false` if no more can be written.
    fn take(&mut self, made: Made<Rendered>) -> bool {
        let PassedGames { first: number, thread, .. } = made.games;
        if made.found.is_empty() {
            return true;
        }
        if self.display.matches {
            let text = if self.display.threads { format!("+<{thread}:{number}>") } else { format!("<{number}>") };
            self.console.put(&text);
        }
        // The damage to the game's text is reported after the game's number.
        let rendered = made.output.unwrap_or_default();
        rendered.noticed.iter().for_each(|&noticed| self.noticed(number, noticed));
        for entry in rendered.entries {
            match self.write(entry.key, entry.text) {
                Ok(()) => {}
                Err(Fault::Gone) => self.output = None,
                Err(Fault::Failed(message)) => {
                    self.failure = Some(message.text());
                    self.broken = self.sorter.is_none();
                    return false;
                }
            }
        }
        true
    }
}

impl Watch for Collector {
    fn hear(&mut self, news: &News) {
        match news {
            News::Passed(PassedGames { first, games, thread, .. }) if self.display.progress && !self.over => {
                (*first..first + games).for_each(|number| self.progress(number, *thread));
            }
            News::Message(message) if message.code == "message" => self.console.message(&message.message),
            News::Message(message) if message.code == "query-failed" => {
                (self.failure, self.over) = (Some(message.text()), true);
            }
            News::Message(message) if message.is_error() && message.game.is_some() => {
                self.flawed = true;
                self.console.fail(&message.text());
            }
            News::Message(message) | News::Ended(message) if message.is_error() => {
                self.failure.get_or_insert_with(|| message.text());
            }
            News::Message(message) | News::Ended(message) => self.report.say(message),
            News::File(RunEvent::FileRead { name, bytes }) => {
                self.console.put(&format!("\nReading file: {name}\nRead file: {name} got {bytes} bytes\n"));
            }
            News::File(RunEvent::FileOpened(name)) => self.console.line(&format!("writefile: opening file: {name}")),
            News::Halted(Halt::Stopped | Halt::TimeLimit, _) if interrupt::by_signal() => self.interrupted = true,
            News::Halted(Halt::Stopped | Halt::TimeLimit, message) => {
                self.failure.get_or_insert_with(|| format!("{}; allow more with -timelimit", message.message));
            }
            News::Halted(Halt::StepLimit, message) => {
                self.failure.get_or_insert_with(|| message.text());
            }
            News::File(_) | News::Passed(_) | News::Counted(_) | News::Damaged(_) | News::Idle | News::End => {}
        }
    }
}
