//! The games that a command reads: the files and folders named, standard input if it is piped, or the samples.

use crate::samples;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use tabiya::pipeline::Sources;

/// The sample games.
pub(crate) fn samples() -> Sources {
    Sources::new().bytes(samples::NAME, samples::GAMES)
}

/// The files and folders named, or standard input if it is piped, or nothing.
pub(crate) fn find(named: &[PathBuf], stdin_free: bool) -> Sources {
    if named.is_empty() && stdin_free && stdin_is_input() {
        return Sources::from("-");
    }
    Sources::from(named)
}

/// True if standard input is a pipe or a file, not a terminal or nothing at all.
fn stdin_is_input() -> bool {
    if io::stdin().is_terminal() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = fs::metadata("/dev/stdin").map(|data| data.file_type());
        kind.is_ok_and(|kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
    }
    #[cfg(not(unix))]
    true
}
