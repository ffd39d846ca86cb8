//! The files that a run reads and those that it writes: no file is both, and none is written twice, no matter which paths and links
//! name it, and no matter which option.
//!
//! Every output is claimed before it is opened, and compared with all inputs and with the outputs so far, by the
//! identity of the files, or, if they are not there yet, by folder and name. Files that queries write are claimed when
//! they are first written.

use super::output::{self, OutputWriter, unwritable};
use crate::cli::inputs;
use crate::cli::options::format_names::{FORMATS, FormatName};
use crate::cli::report::Message;
use same_file::Handle;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use tabiya::pipeline::FileIdentity;
use tabiya_disk as disk;
use tabiya_disk::replace::{folder, resolve};

/// The text written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// The results of queries.
    Results,
    /// Faults of games: `--report`.
    Faults,
    /// The games that are left out: `--report`.
    LeftOut,
    Database,
    /// A picture: `--svg`.
    Picture,
    /// What `writefile` writes.
    Text,
}

impl Use {
    fn name(self) -> &'static str {
        match self {
            Use::Results => "results",
            Use::Faults => "faults",
            Use::LeftOut => "a report",
            Use::Database => "a database",
            Use::Picture => "a picture",
            Use::Text => "the text of `writefile`",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Use::Results => "choose another name for the output",
            Use::Faults | Use::LeftOut => "choose another name for --report",
            Use::Database => "choose another name for the database",
            Use::Picture => "choose another name for --svg",
            Use::Text => "choose another name in the query",
        }
    }
}

/// The files of a run.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    /// `-` is standard input.
    read: Vec<PathBuf>,
    written: Vec<(Use, OutputDestination)>,
}

/// Where an output goes.
#[derive(Debug)]
enum OutputDestination {
    Stdout,
    /// The path of a file without links at its end.
    File(PathBuf),
    /// A pipe or a device, which may have several names and several uses.
    Stream,
}

/// The ends of names that say what is in a file, in addition to those of the formats of a search.
const OTHER_ENDINGS: [&str; 10] = ["json", "png", "pdf", "bin", "tabiya", "db3", "gz", "zst", "bz2", "zip"];

/// Rejects a file whose name says that it has something in it which is not written; `takes` are the ends of names of what is.
pub(crate) fn check_ending(path: &Path, takes: &[&str]) -> Result<(), Message> {
    let ending = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let is_known = FORMATS.iter().any(|facts| facts.extensions.contains(&&*ending) && facts.name != FormatName::List);
    if takes.contains(&&*ending) || !is_known && !OTHER_ENDINGS.contains(&&*ending) {
        return Ok(());
    }
    let help = match &*ending {
        "tabiya" => "name a .pgn file, and make a database of it with `tabiya index`".to_owned(),
        "gz" | "zst" | "bz2" | "zip" => "name the file without it, and compress it afterwards".to_owned(),
        _ => format!("name it {}", takes.iter().map(|end| format!(".{end}")).collect::<Vec<_>>().join(", ")),
    };
    let message = Message::error("unwritable-output", format!("this command does not write .{ending} files"));
    Err(message.file(path.display().to_string()).help(help))
}

impl Claims {
    /// The files that a run reads.
    pub(crate) fn reading<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Claims {
        Claims { read: paths.into_iter().map(Path::to_owned).collect(), written: Vec::new() }
    }

    /// Notes an output and opens it.
    ///
    /// # Errors
    /// As [`Claims::claim`], and if it cannot be opened.
    pub(crate) fn open(&mut self, what: Use, path: &Path) -> Result<OutputWriter, Message> {
        self.claim(what, path)?;
        OutputWriter::create(path)
    }

    /// Notes an output.
    ///
    /// # Errors
    /// If it is read as well, or written for something else.
    pub(crate) fn claim(&mut self, what: Use, path: &Path) -> Result<(), Message> {
        self.refuse_input(what, path)?;
        let fail = |error: io::Error| unwritable(&path.display().to_string(), &error);
        let place = OutputDestination::of(path).map_err(fail)?;
        let mut other = None;
        for (known, written) in &self.written {
            if other.is_none() && place.is(written).map_err(fail)? {
                other = Some(*known);
            }
        }
        let Some(other) = other else {
            self.written.push((what, place));
            return Ok(());
        };
        let (text, help) = match (other, what) {
            (Use::Results, Use::Results) => (
                "two queries name this output file in different ways".to_owned(),
                "use the same name in both, so that both write to it, or give each query its own file",
            ),
            (Use::Results, Use::Faults) => {
                ("both results and faults would be written to this file".to_owned(), what.help())
            }
            _ => (format!("both {} and {} would be written to this file", other.name(), what.name()), what.help()),
        };
        Err(Message::error("output-twice", text).file(path.display().to_string()).help(help))
    }

    /// Rejects an output that is one of the files that are read. Devices and pipes may be both.
    fn refuse_input(&self, what: Use, output: &Path) -> Result<(), Message> {
        let at = |path: &Path| FileIdentity::at(path).map_err(|error| inputs::unseen(path, &error));
        let identity = if output::is_stdout(output) { FileIdentity::of_stdout() } else { at(output)? };
        if identity.is_none() {
            return Ok(());
        }
        for path in &self.read {
            let input = if path == Path::new("-") { FileIdentity::of_stdin() } else { at(path)? };
            if input == identity {
                let is_stdout = output::is_stdout(output);
                let name = if is_stdout { "standard output".into() } else { output.display().to_string() };
                return Err(both(name).help(what.help()));
            }
        }
        Ok(())
    }

    /// Does not let a query read a file that is an output, while the outputs are open. What queries have written themselves
    /// they may read.
    ///
    /// # Errors
    /// If it is one, or if that is not known.
    pub(crate) fn refuse_output(&self, path: &Path) -> Result<(), Message> {
        let unseen = |error: io::Error| inputs::unseen(path, &error);
        let input = OutputDestination::File(path.to_owned());
        for (what, place) in self.written.iter().filter(|(what, _)| *what != Use::Text) {
            let is_output = match place {
                OutputDestination::Stdout => {
                    let stdout = FileIdentity::of_stdout();
                    stdout.is_some() && FileIdentity::at(path).map_err(unseen)? == stdout
                }
                other => input.is(other).map_err(unseen)?,
            };
            if is_output {
                return Err(both(path.display().to_string()).help(what.help()));
            }
        }
        Ok(())
    }
}

fn both(name: String) -> Message {
    Message::error("output-is-input", "this file is both an input and an output").file(name)
}

impl OutputDestination {
    fn of(path: &Path) -> io::Result<OutputDestination> {
        Ok(match path {
            _ if output::is_stdout(path) => OutputDestination::Stdout,
            _ if output::is_stream(Some(path)) => OutputDestination::Stream,
            path => OutputDestination::File(resolve(path)?),
        })
    }

    /// True if it is the same place as another.
    fn is(&self, other: &OutputDestination) -> io::Result<bool> {
        match (self, other) {
            (OutputDestination::Stdout, OutputDestination::Stdout) => Ok(true),
            (OutputDestination::File(one), OutputDestination::File(other)) => is_same_file(one, other),
            _ => Ok(false),
        }
    }
}

/// True if two paths, which need not exist, are those of one file.
fn is_same_file(one: &Path, other: &Path) -> io::Result<bool> {
    if let (Some(one), Some(other)) = (handle(one)?, handle(other)?) {
        return Ok(one == other);
    }
    let in_one_folder = match (handle(folder(one))?, handle(folder(other))?) {
        (Some(one), Some(other)) => one == other,
        _ => folder(one) == folder(other),
    };
    let (Some(first), Some(second)) = (one.file_name(), other.file_name()) else { return Ok(one == other) };
    let alike = || first.to_string_lossy().to_lowercase() == second.to_string_lossy().to_lowercase();
    Ok(in_one_folder && (first == second || alike() && ignores_case(folder(one))))
}

/// The file at a path, if it is there and may be opened.
fn handle(path: &Path) -> io::Result<Option<Handle>> {
    match disk::identity(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
        other => other,
    }
}

/// True if a folder takes names that differ in case for one, as far as what is in it tells.
fn ignores_case(folder: &Path) -> bool {
    let swapped = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    let entries = disk::entries(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let mut names = entries.filter_map(|name| name.into_string().ok());
    match names.find(|name| name.contains(|c: char| c.is_ascii_alphabetic())) {
        Some(name) => {
            let other = OsString::from(name.chars().map(swapped).collect::<String>());
            match (disk::identity(&folder.join(name)), disk::identity(&folder.join(other))) {
                (Ok(Some(one)), Ok(Some(other))) => one == other,
                _ => false,
            }
        }
        None => cfg!(any(windows, target_os = "macos")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn paths_of_one_file_are_one() {
        let place = tempfile::tempdir().expect("a folder");
        let at = |name: &str| place.path().join(name);
        fs::create_dir(at("deep")).expect("a folder");
        fs::write(at("a.csv"), "x").expect("a file");
        fs::hard_link(at("a.csv"), at("b.csv")).expect("a link");
        for (one, other, same) in [
            ("a.csv", "b.csv", true),
            ("a.csv", "deep/../a.csv", true),
            ("a.csv", "c.csv", false),
            // Neither is there.
            ("c.csv", "deep/../c.csv", true),
            ("c.csv", "deep/c.csv", false),
            ("c.csv", "C.csv", ignores_case(place.path())),
        ] {
            let mut claims = Claims::default();
            claims.claim(Use::Results, &at(one)).expect("the first one");
            assert_eq!(claims.claim(Use::Faults, &at(other)).is_err(), same, "{one} {other}");
            let mut claims = Claims::reading([at(one).as_path()]);
            assert_eq!(claims.claim(Use::Picture, &at(other)).is_err(), same && at(one).exists(), "{one} {other}");
        }
    }

    #[test]
    fn standard_output_is_taken_once() {
        let mut claims = Claims::default();
        claims.claim(Use::Results, Path::new("-")).expect("the first one");
        assert!(claims.claim(Use::Faults, Path::new("/dev/stdout")).is_err());
    }
}
