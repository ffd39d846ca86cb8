//! Work on files that is done again whenever one of them changes.
//!
//! The files are looked at five times a second: that needs no support of the operating system, works on file systems of
//! other machines, and sees files that an editor replaces by new ones. One look costs a call per file.
//!
//! The crate notify would bring a back end for each operating system.

use crate::cli::report::{Exit, interrupt};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use tabiya_disk as disk;

/// The time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(200);

/// What a file looks like from outside: the time of its last change and its length. `None` if it is not there.
type Look = Option<(Option<SystemTime>, u64)>;

/// Does the work, and does it again after each change, until a signal ends it.
pub(crate) fn whenever_changed(files: &[PathBuf], mut work: impl FnMut()) -> Exit {
    interrupt::listen_alone();
    let mut seen = looks(files);
    work();
    while !interrupt::by_signal() {
        std::thread::sleep(PAUSE);
        let mut now = looks(files);
        if now == seen {
            continue;
        }
        // An editor may write a file in several steps, or remove it first.
        loop {
            std::thread::sleep(PAUSE / 4);
            let next = looks(files);
            if next == now || interrupt::by_signal() {
                break;
            }
            now = next;
        }
        seen = now;
        if !interrupt::by_signal() {
            work();
        }
    }
    Exit::Interrupted
}

fn looks(files: &[PathBuf]) -> Vec<Look> {
    let look = |path: &PathBuf| disk::metadata(path).ok().map(|data| (data.modified().ok(), data.len()));
    files.iter().map(look).collect()
}
