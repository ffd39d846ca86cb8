//! Everything that goes to standard error: messages, diagnostics, progress. In addition, all that every command needs to speak of its
//! work: how it ends (`exit`), signals (`interrupt`), and numbers and names in sentences (`text`).

mod exit;
pub(crate) mod interrupt;
mod progress;
pub(crate) mod text;

use anstyle::{AnsiColor, Style};
pub(crate) use exit::Exit;
use interrupt::while_writing;
use progress::Progress;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
pub(crate) use tabiya::pipeline::Message;
use tabiya::syntax::{Diagnostic, Omitted, Severity, SourceView};
use tabiya::{Source, printable};
use text::{count, thousands};

/// The number of damaged games that are reported in full.
const DAMAGED_IN_FULL: u64 = 20;

/// The number of errors that are kept where none are printed.
const ERRORS_TAKEN: usize = 20;

/// Standard error, and the messages written there.
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
    /// Takes the errors, if nothing may be printed.
    taken: Option<Arc<Mutex<Vec<Message>>>>,
}

impl Report {
    /// A report for people unless `json`. `quiet` takes progress and summaries away.
    pub(crate) fn new(json: bool, quiet: bool) -> Report {
        let terminal = std::io::stderr().is_terminal();
        let color = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
        Report {
            json,
            quiet,
            color: color && !json,
            terminal,
            bar: None,
            shown: 0,
            in_full: DAMAGED_IN_FULL,
            taken: None,
        }
    }

    /// Reports every damaged game in full.
    pub(crate) fn list_all_faults(&mut self) {
        self.in_full = u64::MAX;
    }

    /// A report before any option is known.
    pub(crate) fn plain() -> Report {
        Report::new(false, true)
    }

    /// A report that prints nothing, and the errors that it has taken.
    pub(crate) fn taking() -> (Report, Arc<Mutex<Vec<Message>>>) {
        let taken = Arc::default();
        (Report { taken: Some(Arc::clone(&taken)), ..Report::plain() }, taken)
    }

    /// Prints a line along with the progress bar.
    fn line(&self, text: &str) {
        if self.taken.is_some() {
            return;
        }
        // Nobody reads standard error if it cannot be written.
        while_writing(|| self.beside(|| drop(writeln!(std::io::stderr().lock(), "{text}"))));
    }

    /// Does something that shows on the terminal, with the progress bar out of the way.
    pub(crate) fn beside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(progress) => progress.suspend(print),
            None => print(),
        }
    }

    /// Says why a command cannot do what it is requested.
    pub(crate) fn refuse(&self, message: &Message) -> Exit {
        self.say(message);
        Exit::Error
    }

    /// Says something.
    pub(crate) fn say(&self, message: &Message) {
        if let Some(taken) = &self.taken {
            let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
            if message.is_error() && taken.len() < ERRORS_TAKEN {
                taken.push(message.clone());
            }
            return;
        }
        let message = &with_option(message);
        if self.json {
            return self.line(&printable::json(message_json(message).to_string()));
        }
        let style = match message.severity {
            _ if !self.color => Style::new(),
            Severity::Error => AnsiColor::Red.on_default().bold(),
            Severity::Warning => AnsiColor::Yellow.on_default().bold(),
            Severity::Note => AnsiColor::Cyan.on_default().bold(),
        };
        self.line(&format!("{style}{}{style:#}: {}", message.severity.name(), message.text()));
    }

    /// True if summaries are said.
    pub(crate) fn says_summaries(&self) -> bool {
        !self.quiet
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

    /// Begins to show progress, but not at once: `total` bytes will be read, if that is known.
    pub(crate) fn start_progress(&mut self, total: Option<u64>) {
        if self.quiet || self.json || !self.terminal {
            return;
        }
        self.bar = Progress::start(total);
    }

    /// Shows how far things are.
    pub(crate) fn progress(&self, read: &Arc<AtomicU64>, games: u64, matched: Option<u64>) {
        let Some(progress) = self.bar.as_ref().filter(|bar| games.is_multiple_of(64) && bar.is_due()) else { return };
        let matched = matched.filter(|&matched| matched > 0);
        let matched = matched.map_or_else(String::new, |matched| {
            format!(", {} {}", thousands(matched), if matched == 1 { "matches" } else { "match" })
        });
        progress.show(read.load(Ordering::Relaxed), format!("{}{matched}", count(games, "game")));
    }

    /// Takes the progress bar away.
    pub(crate) fn end_progress(&mut self) {
        if let Some(progress) = self.bar.take() {
            progress.clear();
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

/// The message about something that cannot wait in the folder for temporary files.
pub(crate) fn no_room(what: &str, error: &dyn Display) -> Message {
    let message = format!("cannot store {what} in {}: {error}", std::env::temp_dir().display());
    Message::error("unwritable-temporary-file", message).help("free some space there, or name another folder in TMPDIR")
}

/// A message of the library, whose help names the option that it is about; the library knows no options.
fn with_option(message: &Message) -> Cow<'_, Message> {
    let help = match message.code {
        "threads" => "choose fewer with --threads",
        "time-limit" => "raise it with --time-limit",
        "given-up" => "change the query, raise its limits, or continue nevertheless with `--limits given-up=N`",
        "no-plain-file" => "name it on the command line to read from it",
        _ => return Cow::Borrowed(message),
    };
    Cow::Owned(message.clone().help(help))
}

/// A message for programs.
fn message_json(message: &Message) -> Value {
    let mut value = json!({"severity": message.severity.name(), "code": message.code});
    let mut set = |name: &str, field: Option<Value>| {
        if let Some(field) = field {
            value[name] = field;
        }
    };
    set("file", message.file.as_deref().map(Value::from));
    set("line", message.place.map(|place| place.0.into()));
    set("byte", message.place.map(|place| place.1.into()));
    set("game", message.game.map(Value::from));
    set("message", Some(message.message.clone().into()));
    set("help", message.help.as_deref().map(Value::from));
    value
}
