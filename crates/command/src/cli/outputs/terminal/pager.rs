//! Long texts on a terminal go through a pager: `$PAGER`, otherwise less.

use super::markdown::terminal_size;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Shows a text in the pager. False if the text is short, if no pager is wanted, or if it could not be started.
pub(super) fn show(text: &str) -> bool {
    let (_, height) = terminal_size();
    if text.lines().count() < height {
        return false;
    }
    let wanted = std::env::var("PAGER").unwrap_or_else(|_| "less".into());
    let mut words = wanted.split_whitespace();
    let Some(program) = words.next().filter(|program| *program != "cat") else { return false };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Colours pass, a text that fits does not wait for a key, and the screen stays as it is.
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // A reader who has seen enough leaves the pager early.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok()
}
