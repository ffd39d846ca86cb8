//! Files shown by the programs that the desktop has for them.
//!
//! `open` knows how each desktop opens a file and depends on little, whereas opener brings in the parser of addresses
//! with its tables of Unicode.

use super::report::{Message, Report};
use std::path::Path;

/// Opens a file and says so; `false` if that cannot be done, which has been said, too.
pub(crate) fn show(path: &Path, report: &Report) -> bool {
    match open::that(path) {
        Ok(()) => {
            report.note(&format!("opening {}", path.display()));
            true
        }
        Err(error) => {
            let message = format!("no program could be started to open {}: {error}", path.display());
            report.say(&Message::error("no-browser", message).help("open this file in a browser"));
            false
        }
    }
}
