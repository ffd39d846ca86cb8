//! Texts for readers at a terminal: Markdown with colours and lines that fit, and a pager for what is longer than the screen.

mod markdown;
mod pager;

use super::output;
use crate::cli::report::{Exit, Report};

pub(crate) use markdown::{Look, render};

/// Prints a text, through a pager if it is longer than the terminal is high.
pub(crate) fn show(text: &str, report: &Report) -> Exit {
    if output::stdout_is_terminal() && pager::show(text) {
        return Exit::Found;
    }
    output::print(text.as_bytes(), report)
}
