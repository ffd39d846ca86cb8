//! Files shown by the programs that the desktop has for them.
//!
//! `open` knows how each desktop opens a file and depends on little, whereas opener brings in the parser of addresses
//! with its tables of Unicode.

use crate::cli::report::{Message, Report};
use std::ffi::OsStr;
use std::io;
use std::path::Path;

/// Opens a file, or a page in the browser.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn that(what: impl AsRef<OsStr>) -> io::Result<()> {
    open::that(what)
}

/// There is no desktop.
#[cfg(target_family = "wasm")]
pub(crate) fn that(_: impl AsRef<OsStr>) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Opens a file and says so; `false` if that cannot be done, which has been said as well.
pub(crate) fn show(path: &Path, report: &Report) -> bool {
    match that(path) {
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
