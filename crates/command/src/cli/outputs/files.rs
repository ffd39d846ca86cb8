//! The files that queries read and write themselves, while they run.

use super::claims::{Claims, Use};
use super::targets;
use crate::cli::report::Message;
use std::collections::HashMap;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tabiya::syntax::Severity;
use tabiya::{FileAccess, Files, Limits, Refused};
use tabiya_disk::replace::Replacement;
use tabiya_disk::{self as disk, Steps};

/// The number of files that were not written that are reported one by one.
const TOLD: usize = 3;

/// Files on disk, as far as queries may name them. Those that are written get their names at the end of the run.
#[derive(Debug)]
pub(crate) struct DiskFiles {
    access: FileAccess,
    limits: Limits,
    written: Mutex<Written>,
    claims: Mutex<Claims>,
}

/// The text that has been written so far.
#[derive(Debug, Default)]
struct Written {
    /// By their paths without links: the name that the query first gave them, and what they will hold.
    files: HashMap<PathBuf, (String, Replacement)>,
    bytes: u64,
}

impl DiskFiles {
    /// `claims`: the files that the run reads and writes anyway; queries write none of these.
    pub(crate) fn new(access: FileAccess, limits: Limits, claims: Claims) -> DiskFiles {
        DiskFiles { access, limits, written: Mutex::default(), claims: Mutex::new(claims) }
    }

    /// Gives all files that were written their names; if the run was not `whole`, names of their own. What there is to say,
    /// and whether all is well.
    pub(crate) fn finish(&self, whole: bool) -> (Vec<Message>, bool) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let mut files: Vec<(String, Replacement)> = written.files.drain().map(|(_, file)| file).collect();
        files.sort_by(|(one, _), (other, _)| one.cmp(other));
        let (mut messages, mut good) = (Vec::new(), true);
        for (name, mut file) in files {
            let committed = if whole { file.commit().map(|()| true) } else { Ok(false) };
            let why = match committed {
                Ok(true) => continue,
                Ok(false) => "because the run failed".to_owned(),
                Err(error) if file.is_finished() => {
                    good = false;
                    let text = format!("`writefile` has written it, but it may not be on the disk: {error}");
                    messages.push(Message::new(Severity::Warning, "unconfirmed-output", text).file(name));
                    continue;
                }
                Err(error) => error.to_string(),
            };
            good = false;
            let kept = match file.keep_partial() {
                Ok(path) => format!("its content is in {}", path.display()),
                Err(error) => format!("its content is lost: {error}"),
            };
            let text = format!("`writefile` has not written it, {why}; {kept}");
            messages.push(Message::new(Severity::Warning, "incomplete-output", text).file(name));
        }
        if messages.len() > TOLD {
            let text = format!("and {} more files were not written", messages.len() - TOLD);
            messages.truncate(TOLD);
            messages.push(Message::new(Severity::Warning, "incomplete-output", text));
        }
        (messages, good)
    }
}

impl DiskFiles {
    /// Notes a file that the run writes in addition to those that queries write.
    pub(crate) fn claim(&self, what: Use, path: &Path) -> Result<(), Message> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner).claim(what, path)
    }
}

impl Files for DiskFiles {
    fn read(&self, name: &str, most: usize) -> io::Result<String> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.access.target(name).map_err(refuse)?;
        let file = match written.files.get(&path) {
            // The text that this run has written to it so far.
            Some((_, file)) => disk::open(file.path()?)?,
            None => {
                // What an output of this run will replace is not there at the end.
                let claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
                claims.refuse_output(&path).map_err(|message| io::Error::other(message.text()))?;
                Steps(self.access.open(name).map_err(refuse)?)
            }
        };
        drop(written);
        let mut bytes = Vec::new();
        file.take(most as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > most {
            let text = format!("it has more than {most} bytes; raise the limit with `--limits text=N`");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
        }
        Ok(text(bytes))
    }

    fn write(&self, name: &str, text: &str) -> io::Result<bool> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.access.target(name).map_err(refuse)?;
        let bytes = written.bytes.saturating_add(text.len() as u64);
        if bytes > self.limits.written {
            let most = self.limits.written;
            return Err(over(format!(
                "the queries write more than {most} bytes; raise the limit with `--limits written=N`"
            )));
        }
        let is_new = !written.files.contains_key(&path);
        if is_new {
            if written.files.len() >= self.limits.files {
                let most = self.limits.files;
                return Err(over(format!(
                    "the queries write more than {most} files; raise the limit with `--limits files=N`"
                )));
            }
            let mut claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
            claims.claim(Use::Text, &path).map_err(|message| io::Error::other(message.message))?;
            let file = Replacement::create(&path)?;
            written.files.insert(path.clone(), (name.to_owned(), file));
        }
        written.bytes = bytes;
        match written.files.get_mut(&path) {
            Some((_, file)) => file.write_all(text.as_bytes()).map(|()| is_new),
            None => Ok(is_new),
        }
    }
}

fn over(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::QuotaExceeded, message)
}

/// The same files, none of which is written.
#[derive(Debug)]
pub(crate) struct ReadOnly(pub(crate) DiskFiles);

impl Files for ReadOnly {
    fn read(&self, name: &str, most: usize) -> io::Result<String> {
        self.0.read(name, most)
    }

    fn write(&self, _: &str, _: &str) -> io::Result<bool> {
        Ok(false)
    }
}

fn refuse(refused: Refused) -> io::Error {
    match refused {
        Refused::Failed(error) => error,
        refused => io::Error::new(io::ErrorKind::PermissionDenied, refused),
    }
}

/// A file that the header of a query names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Input,
    Output,
}

/// Checks that the file that the header of a query names may be opened.
pub(crate) fn check_header(access: &FileAccess, query: &str, what: Named, name: &str) -> Result<(), Message> {
    let (word, checked) = match what {
        Named::Input => ("input", access.existing(Path::new(name)).map(drop)),
        Named::Output => ("output", access.target(name).map(drop)),
    };
    let option = if what == Named::Input { "name the games on the command line" } else { "name the output with -o" };
    if let Err(refused) = checked {
        let text = format!("the {word} `{name}` named in the header was not opened: {refused}");
        let message = Message::error("file-refused", text).file(query);
        return Err(match refused.help() {
            Some(help) => message.help(format!("{help}, or {option}")),
            None => message.help(option),
        });
    }
    if what == Named::Output && !targets::has_extension(Path::new(name)) {
        let text = format!("the output `{name}` named in the header does not have the name of an output");
        let ends = targets::extensions();
        let help = format!("in a header, the name of an output must end in {ends}; with -o, any name is possible");
        return Err(Message::error("file-refused", text).file(query).help(help));
    }
    Ok(())
}

/// Bytes as text: UTF-8 if they are, else Latin-1.
pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect())
}
