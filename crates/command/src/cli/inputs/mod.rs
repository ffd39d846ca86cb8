//! The games that a command reads: the files and folders named, standard input if it is piped, or the samples.
//!
//! In addition, the queries: `queries` reads files and texts -> a set of queries, or every diagnostic there is; `query_info` is
//! what the command knows of each; `own_recipes` are those of the user, kept in their `data_folder`.

pub(crate) mod data_folder;
pub(crate) mod own_recipes;
pub(crate) mod queries;
pub(crate) mod query_info;

use super::report::Message;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use tabiya::pipeline::Sources;
use tabiya::{address, files_of};
#[cfg(unix)]
use tabiya_disk as disk;
use tabiya_session::samples;

/// The sample games.
pub(crate) fn samples() -> Sources {
    Sources::new().bytes(samples::NAME, samples::GAMES)
}

/// The files and folders named, or standard input if it is piped, or nothing.
pub(crate) fn find(named: &[PathBuf], stdin_free: bool) -> Sources {
    if named.is_empty() && stdin_free && stdin_is_input() {
        return Sources::from("-");
    }
    Sources::from(expanded(named))
}

/// The files and folders named, or standard input if it is piped.
///
/// # Errors
/// If there are no games.
pub(crate) fn named(named: &[PathBuf]) -> Result<Sources, Message> {
    let found = find(named, true);
    if found.is_empty() { Err(none("- for standard input")) } else { Ok(found) }
}

/// The message that no games are given. `otherwise` is a way to name some, in addition to files and folders.
pub(crate) fn none(otherwise: &str) -> Message {
    Message::error("no-input", "no games were given").help(format!("name files or folders, or {otherwise}"))
}

/// The files that globs stand for, in the order of their names, as in [`files_of`]; other names as they are, addresses too, and
/// those that stand for nothing, so that they are reported. Shells do this for names that are not quoted, but not everywhere.
fn expanded(named: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in named {
        let pattern = path.to_str().filter(|text| text.contains(['*', '?', '[']) && address(path).is_none());
        // In the names that people give to files, brackets are nothing special.
        let literal = |text: &str| files_of(&text.replace('[', "[[]"));
        match pattern.map(|text| files_of(text).or_else(|_| literal(text))) {
            Some(Ok(files)) => found.extend(files),
            _ => found.push(path.clone()),
        }
    }
    found
}

/// The message about a file of which nothing is known, so that nothing is decided.
pub(crate) fn unseen(path: &Path, error: &io::Error) -> Message {
    let message = Message::error("unreadable-file", format!("cannot look at {}: {error}", path.display()));
    message.help("check the disk or the server that it is on")
}

/// True if standard input is a pipe or a file, not a terminal or nothing at all.
fn stdin_is_input() -> bool {
    if io::stdin().is_terminal() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        use std::os::unix::fs::FileTypeExt as _;
        let data = io::stdin().as_fd().try_clone_to_owned().and_then(|open| disk::metadata_of(&open.into()));
        // Reading it says what is wrong.
        let kind = data.map(|data| data.file_type());
        kind.map_or(true, |kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
    }
    #[cfg(not(unix))]
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_wildcards() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["b.pgn", "a.pgn", "c [1].pgn", "c1.pgn", "d.txt"] {
            std::fs::write(at(name), "").expect("a file");
        }
        let check = |named: &[&str], expected: &[&str]| {
            let named: Vec<PathBuf> = named.iter().map(|name| at(name)).collect();
            assert_eq!(expanded(&named), expected.iter().map(|name| at(name)).collect::<Vec<_>>());
        };
        check(&["d.txt", "*.pgn"], &["d.txt", "a.pgn", "b.pgn", "c [1].pgn", "c1.pgn"]);
        check(&["?.pgn", "none*.pgn", "b.pgn"], &["a.pgn", "b.pgn", "none*.pgn", "b.pgn"]);
        check(&["c [1].*", "c [1].pgn"], &["c [1].pgn", "c [1].pgn"]);
    }
}
