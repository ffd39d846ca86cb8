//! What there is to say about a file or a game, as data: who prints it decides how.
//!
//! The library does not print: the command writes a message as text or as JSON, and a summary keeps the first thousand.
//! A search whose results are not complete ends in an error that holds the summary, so that a program that writes `?`
//! never takes a part of the results for all of them.

use crate::printable;
use crate::search::Halt;
use crate::syntax::Severity;
use std::fmt;

/// A message about a run, a file or a game.
///
/// ```
/// use tabiya::pipeline::Message;
///
/// let message = Message::error("unreadable-file", "it cannot be read").file("games.pgn").help("check the path");
/// assert_eq!(message.to_string(), "games.pgn: it cannot be read; check the path");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// An error makes the results incomplete or unreliable; a warning or a note does not.
    pub severity: Severity,
    /// The kind of message as one word for programs, such as `unreadable-file`.
    pub code: &'static str,
    /// The file that it is about.
    pub file: Option<Box<str>>,
    /// The line, from 1, and the byte, from 0, in that file.
    pub place: Option<(u64, u64)>,
    /// The number of the game in that file, from 1.
    pub game: Option<u64>,
    /// The message itself, in lower case and without a full stop.
    pub message: String,
    /// A way to correct it.
    pub help: Option<Box<str>>,
}

impl Message {
    /// A message that is about no file yet.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Message {
        Message { severity, code, file: None, place: None, game: None, message: message.into(), help: None }
    }

    /// An error that is about no file yet.
    pub fn error(code: &'static str, message: impl Into<String>) -> Message {
        Message::new(Severity::Error, code, message)
    }

    /// A line that the filter `message` prints in a game.
    pub(super) fn printed(game: u64, line: String) -> Message {
        Message { game: Some(game), ..Message::new(Severity::Note, "message", line) }
    }

    /// The error of a run that was ended from outside.
    pub(super) fn halted(halt: Halt) -> Message {
        let (code, what) = match halt {
            Halt::Stopped => ("stopped", "the run was stopped"),
            Halt::TimeLimit => ("time-limit", "the time limit of the run was reached"),
            Halt::StepLimit => ("step-limit", "the step limit of the run was reached"),
        };
        Message::error(code, format!("{what}; the results are incomplete"))
    }

    /// Adds advice on how to correct it.
    #[must_use]
    pub fn help(mut self, help: impl Into<Box<str>>) -> Message {
        self.help = Some(help.into());
        self
    }

    /// Adds the name of the file that it is about.
    #[must_use]
    pub fn file(mut self, file: impl Into<Box<str>>) -> Message {
        self.file = Some(file.into());
        self
    }

    /// True if it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// `FILE:LINE (byte N): game K: message; help`, made safe for a terminal.
    pub fn text(&self) -> String {
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
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl std::error::Error for Message {}
