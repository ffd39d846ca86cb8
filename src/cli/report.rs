//! Everything that goes to standard error: messages, diagnostics, progress.

use super::text::{count, thousands};
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tabiya::syntax::{Diagnostic, Omitted, Severity, SourceView};
use tabiya::{Source, printable};

/// The number of damaged games that are reported in full.
const DAMAGED_IN_FULL: u64 = 20;

/// Work that takes less shows no progress bar.
const SHOW_AFTER: Duration = Duration::from_millis(500);

/// One thing to say.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) severity: Severity,
    pub(crate) code: &'static str,
    /// The file that it is about.
    pub(crate) file: Option<Box<str>>,
    /// Line and byte in that file.
    pub(crate) place: Option<(u64, u64)>,
    /// The game's number in that file.
    pub(crate) game: Option<u64>,
    pub(crate) message: String,
    pub(crate) help: Option<Box<str>>,
}

impl Message {
    pub(crate) fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Message {
        Message { severity, code, file: None, place: None, game: None, message: message.into(), help: None }
    }

    pub(crate) fn error(code: &'static str, message: impl Into<String>) -> Message {
        Message::new(Severity::Error, code, message)
    }

    pub(crate) fn help(mut self, help: impl Into<Box<str>>) -> Message {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn file(mut self, file: impl Into<Box<str>>) -> Message {
        self.file = Some(file.into());
        self
    }

    /// `FILE:LINE (byte N): game K: message; help`, as it can be shown.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        if let Some(file) = &self.file {
            text.push_str(&printable::line(file));
            if let Some((line, byte)) = self.place {
                text.push_str(&format!(":{line} (byte {byte})"));
            }
            text.push_str(": ");
        }
        if let Some(game) = self.game {
            text.push_str(&format!("game {game}: "));
        }
        text.push_str(&printable::lines(&self.message));
        if let Some(help) = &self.help {
            text.push_str("; ");
            text.push_str(&printable::lines(help));
        }
        text
    }

    fn json(&self) -> Value {
        let mut value = json!({"severity": self.severity.name(), "code": self.code});
        let mut set = |name: &str, field: Option<Value>| {
            if let Some(field) = field {
                value[name] = field;
            }
        };
        set("file", self.file.as_deref().map(Value::from));
        set("line", self.place.map(|place| place.0.into()));
        set("byte", self.place.map(|place| place.1.into()));
        set("game", self.game.map(Value::from));
        set("message", Some(self.message.clone().into()));
        set("help", self.help.as_deref().map(Value::from));
        value
    }
}

/// Standard error, and what has been said there.
#[derive(Debug)]
pub(crate) struct Report {
    json: bool,
    quiet: bool,
    color: bool,
    terminal: bool,
    bar: Option<Progress>,
    /// Damaged games reported in full.
    shown: u64,
    /// The number of damaged games to be reported in full.
    in_full: u64,
}

/// A progress bar, which comes when the work has taken a while.
#[derive(Debug)]
struct Progress {
    bar: ProgressBar,
    started: Instant,
    visible: AtomicBool,
}

impl Report {
    /// A report for people unless `json`. `quiet` takes progress and summaries away.
    pub(crate) fn new(json: bool, quiet: bool) -> Report {
        let terminal = std::io::stderr().is_terminal();
        let color = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
        Report { json, quiet, color: color && !json, terminal, bar: None, shown: 0, in_full: DAMAGED_IN_FULL }
    }

    /// Reports every damaged game in full.
    pub(crate) fn list_all_faults(&mut self) {
        self.in_full = u64::MAX;
    }

    /// A report before any option is known.
    pub(crate) fn plain() -> Report {
        Report::new(false, true)
    }

    /// Prints a line beside the progress bar.
    fn line(&self, text: &str) {
        // Nobody reads standard error if it cannot be written.
        self.beside(|| drop(writeln!(std::io::stderr().lock(), "{text}")));
    }

    /// Does something that shows on the terminal, with the progress bar out of the way.
    pub(crate) fn beside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(progress) => progress.bar.suspend(print),
            None => print(),
        }
    }

    /// Says something.
    pub(crate) fn say(&self, message: &Message) {
        if self.json {
            return self.line(&printable::json(message.json().to_string()));
        }
        let style = match message.severity {
            _ if !self.color => Style::new(),
            Severity::Error => AnsiColor::Red.on_default().bold(),
            Severity::Warning => AnsiColor::Yellow.on_default().bold(),
            Severity::Note => AnsiColor::Cyan.on_default().bold(),
        };
        self.line(&format!("{style}{}{style:#}: {}", message.severity.name(), message.text()));
    }

    /// Says something that only sums up what the run has met.
    pub(crate) fn say_summary(&self, message: &Message) {
        if !self.quiet {
            self.say(message);
        }
    }

    /// Says that something is wrong.
    pub(crate) fn error(&self, message: impl Into<String>) {
        self.say(&Message::error("error", message));
    }

    /// Says something that is of use to people only.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet && !self.json {
            self.line(&printable::lines(text));
        }
    }

    /// The same, but only if a person is looking at it.
    pub(crate) fn note_on_terminal(&self, text: &str) {
        if self.terminal {
            self.note(text);
        }
    }

    /// A line that a query's `message` printed.
    pub(crate) fn query_message(&self, text: &str) {
        if self.json {
            self.say(&Message::new(Severity::Note, "message", text));
        } else {
            self.line(&printable::lines(text));
        }
    }

    /// Says what is wrong with a query, and how much more is.
    pub(crate) fn diagnostics(&self, source: &Source, diagnostics: &[Diagnostic], omitted: Omitted) {
        let view = SourceView::new(&source.text, &source.name);
        for diagnostic in diagnostics {
            if self.json {
                self.line(&printable::json(diagnostic_json(source, &view, diagnostic).to_string()));
            } else {
                self.line(&format!("{}\n", view.render(diagnostic, self.color).trim_end()));
            }
        }
        if let Some(more) = omitted.text() {
            let note = Message::new(Severity::Note, "more-errors", more).file(source.name.as_str());
            self.say(&note.help("--max-errors N shows more"));
        }
    }

    /// Reports a damaged game: the first ones in full.
    pub(crate) fn damaged(&mut self, messages: &[Message]) {
        if self.json || self.shown < self.in_full {
            messages.iter().for_each(|message| self.say(message));
        }
        self.shown += 1;
        if !self.json && self.shown == self.in_full.saturating_add(1) {
            self.line(if self.quiet {
                "further damaged games are not reported"
            } else {
                "further damaged games are only counted"
            });
        }
    }

    /// Begins to show progress, but not at once: `total` bytes are to be read, if that is known.
    pub(crate) fn start_progress(&mut self, total: Option<u64>) {
        if self.quiet || self.json || !self.terminal {
            return;
        }
        let template = if total.is_some() { "{bar:30} {percent:>3}%  {msg}  ETA {eta}" } else { "{spinner} {msg}" };
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        self.bar = Some(Progress { bar, started: Instant::now(), visible: AtomicBool::new(false) });
    }

    /// Shows how far things are.
    pub(crate) fn progress(&self, read: &Arc<AtomicU64>, games: u64, matched: Option<u64>) {
        let Some(Progress { bar, started, visible }) = self.bar.as_ref() else { return };
        if started.elapsed() < SHOW_AFTER || !games.is_multiple_of(64) {
            return;
        }
        bar.set_position(read.load(Ordering::Relaxed));
        let matched = matched.filter(|&matched| matched > 0);
        let matched = matched.map_or_else(String::new, |matched| format!(", {} match", thousands(matched)));
        bar.set_message(format!("{}{matched}", count(games, "game")));
        if !visible.swap(true, Ordering::Relaxed) {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            bar.enable_steady_tick(Duration::from_millis(200));
        }
    }

    /// Takes the progress bar away.
    pub(crate) fn end_progress(&mut self) {
        if let Some(progress) = self.bar.take() {
            progress.bar.finish_and_clear();
        }
    }
}

fn diagnostic_json(source: &Source, view: &SourceView<'_>, diagnostic: &Diagnostic) -> Value {
    let place = view.place(diagnostic.span());
    json!({
        "severity": diagnostic.severity.name(),
        "code": diagnostic.code,
        "file": source.name,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
        "message": diagnostic.message,
        "help": diagnostic.help,
    })
}
