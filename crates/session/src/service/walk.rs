//! The files that a path means: a file, the games in a folder, or what a pattern such as `games/*.pgn` stands for; and the
//! paths that can be meant while one is typed.
//!
//! A folder may be a whole disk, so a walk through one looks at a limited number of files, and ends with the request that
//! wanted it.

use super::failure::{Failure, short};
use glob::Pattern;
use std::io;
use std::path::{Component, Path, PathBuf};
use tabiya::RunControl;
use tabiya::game::Input;
use tabiya_disk as disk;

/// The number of files that one path may mean.
const MOST_FILES: usize = 1000;

/// The number of files and folders that a walk looks at, if it is bounded.
const MOST_ENTRIES: usize = 100_000;

/// The number of paths that are offered while one is typed.
const OFFERED: usize = 50;

/// The characters of a pattern.
const SIGNS: [char; 3] = ['*', '?', '['];

/// A walk through folders.
#[derive(Debug)]
pub struct Walk<'n> {
    named: &'n str,
    /// Ends it.
    control: Option<&'n RunControl>,
    /// The number of files and folders that it may still look at.
    left: usize,
    /// Why it has ended early.
    ended: Option<Failure>,
}

impl<'n> Walk<'n> {
    /// A walk that ends when `control` says so, and gives up where there is too much to look at.
    pub fn bounded(named: &'n str, control: &'n RunControl) -> Walk<'n> {
        Walk { named: named.trim(), control: Some(control), left: MOST_ENTRIES, ended: None }
    }

    /// A walk through all there is.
    pub fn whole(named: &'n str) -> Walk<'n> {
        Walk { named: named.trim(), control: None, left: usize::MAX, ended: None }
    }

    /// All files that the path means, at least one.
    ///
    /// # Errors
    ///
    /// If there is none, or too many, or the walk is ended.
    pub(super) fn files(mut self) -> Result<Vec<PathBuf>, Failure> {
        if self.named.is_empty() {
            return Err(Failure::bad_request("no file was named"));
        }
        let path = at_home(self.named);
        if path.to_string_lossy().contains(SIGNS) && !disk::is_there(&path).map_err(|error| self.unreadable(&error))? {
            return self.matching(&path);
        }
        let data = disk::metadata(&path).map_err(|error| self.unreadable(&error))?;
        if data.is_file() {
            return Ok(vec![path]);
        }
        if !data.is_dir() {
            return Err(self.unreadable(&"it is neither a file nor a folder"));
        }
        let found = Input::files_and_others_while(&path, |found| self.step(found));
        if let Some(failure) = self.ended.take() {
            return Err(failure);
        }
        self.some(found.map_err(|error| self.unreadable(&error))?.0, "this folder contains no .pgn file")
    }

    /// The files whose paths have the form of a pattern.
    fn matching(&mut self, pattern: &Path) -> Result<Vec<PathBuf>, Failure> {
        let has_signs = |part: &Component<'_>| part.as_os_str().to_string_lossy().contains(SIGNS);
        let plain = pattern.components().take_while(|part| !has_signs(part)).count();
        let start: PathBuf = pattern.components().take(plain).collect();
        let mut parts = Vec::new();
        for part in pattern.components().skip(plain) {
            let part = part.as_os_str().to_string_lossy().into_owned();
            parts.push(Pattern::new(&part).map_err(|error| self.unreadable(&error))?);
        }
        let (mut open, mut files) = (vec![(start, 0)], Vec::new());
        while let Some((path, depth)) = open.pop() {
            if self.step(files.len()).is_err() {
                break;
            }
            let Some(part) = parts.get(depth) else {
                if disk::is_file(&path).map_err(|error| self.unreadable(&error))? {
                    files.push(path);
                }
                continue;
            };
            let any_depth = part.as_str() == "**";
            if any_depth && depth + 1 < parts.len() {
                open.push((path.clone(), depth + 1));
            }
            // Anything that cannot be read has no files.
            let folder = if path.as_os_str().is_empty() { Path::new(".") } else { &path };
            for entry in disk::entries(folder).into_iter().flatten().filter_map(Result::ok) {
                if self.step(files.len()).is_err() {
                    break;
                }
                let (name, is_folder) = (entry.file_name(), entry.file_type().is_ok_and(|kind| kind.is_dir()));
                match any_depth {
                    // Links to folders are not followed: they can form circles.
                    true if is_folder => open.push((path.join(name), depth)),
                    true if depth + 1 == parts.len() => open.push((path.join(name), depth + 1)),
                    false if part.matches(&name.to_string_lossy()) => open.push((path.join(name), depth + 1)),
                    _ => {}
                }
            }
        }
        if let Some(failure) = self.ended.take() {
            return Err(failure);
        }
        files.sort();
        files.dedup();
        self.some(files, "no file has such a name")
    }

    /// One more file or folder is looked at, when `found` files have been found.
    fn step(&mut self, found: usize) -> io::Result<()> {
        let named = short(self.named);
        let failure = if self.control.is_some_and(|control| control.halted().is_some()) {
            Failure::bad_request("the request has been given up")
        } else if found > MOST_FILES {
            self.too_many()
        } else if self.left == 0 {
            let message = format!("`{named}` has more than {MOST_ENTRIES} files and folders in it");
            Failure::bad_request(message).help("name a folder or a file in it")
        } else {
            self.left -= 1;
            return Ok(());
        };
        let error = io::Error::other(failure.message.clone());
        self.ended.get_or_insert(failure);
        Err(error)
    }

    fn some(&self, files: Vec<PathBuf>, otherwise: &str) -> Result<Vec<PathBuf>, Failure> {
        match files.len() {
            0 => Err(self.unreadable(&otherwise)),
            1..=MOST_FILES => Ok(files),
            _ => Err(self.too_many()),
        }
    }

    fn too_many(&self) -> Failure {
        let message = format!("`{}` stands for more than {MOST_FILES} files, which is the limit", short(self.named));
        Failure::bad_request(message).help("put them into one database: tabiya index GAMES... -o BASE.tabiya")
    }

    fn unreadable(&self, reason: &dyn std::fmt::Display) -> Failure {
        let failure = Failure::bad_request(format!("cannot read {}: {reason}", short(self.named)));
        failure.help("name a file, a folder, or a pattern such as games/*.pgn")
    }
}

/// A path; `~` is the folder of the user.
fn at_home(named: &str) -> PathBuf {
    match (named.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(named),
    }
}

/// The folders, with a slash at the end, and the files of games whose paths begin with a text, in the order of their names.
/// A folder that cannot be read has none.
pub fn beginning_with(text: &str) -> Vec<String> {
    let text = text.trim_start();
    let (folder, begun) = text.split_at(text.rfind(std::path::is_separator).map_or(0, |at| at + 1));
    let path = if folder.is_empty() { PathBuf::from(".") } else { at_home(folder) };
    let begun = begun.to_lowercase();
    let wanted = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let is_hidden = name.starts_with('.') && !begun.starts_with('.');
        if is_hidden || !name.to_lowercase().starts_with(&begun) {
            return None;
        }
        match disk::metadata(&entry.path()).ok()? {
            data if data.is_dir() => Some(format!("{folder}{name}/")),
            data => (data.is_file() && is_offered(&name)).then(|| format!("{folder}{name}")),
        }
    };
    let entries = disk::entries(&path).into_iter().flatten().take(MOST_ENTRIES).flatten();
    let mut found: Vec<String> = entries.filter_map(wanted).take(MOST_FILES).collect();
    found.sort();
    found.truncate(OFFERED);
    found
}

/// True if a file's name is that of games or of a database.
fn is_offered(name: &str) -> bool {
    Input::holds_games(name) || name.to_lowercase().ends_with(".tabiya")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The files of a path in a folder, without that folder.
    fn files(folder: &Path, named: &str) -> Result<Vec<String>, String> {
        let path = folder.join(named);
        let found = Walk::whole(&path.to_string_lossy()).files().map_err(|failure| failure.message)?;
        let rest = |path: PathBuf| path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
        Ok(found.into_iter().map(rest).collect())
    }

    #[test]
    fn patterns() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("a/b/c")).unwrap();
        for name in ["1.pgn", "2.txt", "a/3.pgn", "a/b/4.pgn", "a/b/c/5.pgn", "a/b/c/[6].pgn"] {
            fs::write(at(name), "").unwrap();
        }
        let found = |named: &str| files(folder.path(), named).unwrap().join(" ");
        assert_eq!(found("*.pgn"), "1.pgn");
        assert_eq!(found("[12].*"), "1.pgn 2.txt");
        assert_eq!(found("*/*.pgn"), "a/3.pgn");
        assert_eq!(found("a/?/c/5.pgn"), "a/b/c/5.pgn");
        assert_eq!(found("**/*.pgn"), "1.pgn a/3.pgn a/b/4.pgn a/b/c/5.pgn a/b/c/[6].pgn");
        assert_eq!(found("**/b/**/5.pgn"), "a/b/c/5.pgn");
        assert_eq!(found("a/b/**"), "a/b/4.pgn a/b/c/5.pgn a/b/c/[6].pgn");
        assert_eq!(found("a/b/c/[6].pgn"), "a/b/c/[6].pgn", "a file with such a name is that file");
        assert!(files(folder.path(), "*.zip").unwrap_err().contains("no file has such a name"));
        assert!(files(folder.path(), "a/***/x").unwrap_err().contains("cannot read"));
    }

    #[test]
    fn paths_are_offered_as_they_are_typed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("games/old")).unwrap();
        for name in ["games/a.pgn", "games/A2.PGN.zst", "games/b.tabiya", "games/a.txt", "games/.a.pgn"] {
            fs::write(at(name), "").unwrap();
        }
        let found = |text: &str| {
            let start = format!("{}/", folder.path().to_string_lossy());
            let found = beginning_with(&(start.clone() + text));
            found.iter().map(|path| path.strip_prefix(&start).unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found("g"), "games/");
        assert_eq!(found("games/"), "games/A2.PGN.zst games/a.pgn games/b.tabiya games/old/");
        assert_eq!(found("games/a"), "games/A2.PGN.zst games/a.pgn");
        assert_eq!(found("games/.a"), "games/.a.pgn");
        assert_eq!(found("games/x") + &found("none/"), "");
    }

    #[test]
    fn a_walk_has_an_end() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..30 {
            fs::write(folder.path().join(format!("{number}.pgn")), "").unwrap();
        }
        let (path, pattern) = (folder.path().to_string_lossy().into_owned(), folder.path().join("**/*.pgn"));
        let control = RunControl::new();
        for named in [&*path, &*pattern.to_string_lossy()] {
            assert_eq!(Walk::bounded(named, &control).files().unwrap().len(), 30);
            let short = Walk { left: 10, ..Walk::bounded(named, &control) }.files().unwrap_err();
            assert!(short.message.contains("more than 100000 files and folders"), "{}", short.message);
        }
        control.stop();
        for named in [&*path, &*pattern.to_string_lossy()] {
            let ended = Walk::bounded(named, &control).files().unwrap_err();
            assert!(ended.message.contains("given up"), "{}", ended.message);
        }
        for number in 30..1005 {
            fs::write(folder.path().join(format!("{number}.pgn")), "").unwrap();
        }
        let many = Walk::whole(&path).files().unwrap_err();
        assert!(many.message.contains("more than 1000 files"), "{}", many.message);
    }
}
