//! The argument `games`: paths, globs, bytes, file objects, games of python-chess, and lists of these.

use crate::chess;
use crate::errors::GamesError;
use pyo3::exceptions::{PyFileNotFoundError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use std::collections::HashMap;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::pipeline::Sources;

/// What to search.
pub(crate) struct Games {
    pub(crate) sources: Sources,
    /// The games of python-chess among them, by the names of their sources.
    pub(crate) originals: Arc<HashMap<String, Py<PyAny>>>,
}

/// Finds out what a caller means by games.
pub(crate) fn read(games: &Bound<'_, PyAny>) -> PyResult<Games> {
    let mut reader = Reader { sources: Sources::new(), originals: HashMap::new(), count: 0 };
    reader.add(games, true)?;
    Ok(Games { sources: reader.sources, originals: Arc::new(reader.originals) })
}

/// The same for arguments of which one must be given: games, or the text of PGN.
pub(crate) fn given(games: Option<&Bound<'_, PyAny>>, pgn: Option<&str>) -> PyResult<Games> {
    match (games, pgn) {
        (Some(games), None) => read(games),
        (None, Some(pgn)) => {
            let sources = Sources::new().bytes("<pgn>", pgn.as_bytes());
            Ok(Games { sources, originals: Arc::default() })
        }
        _ => Err(PyTypeError::new_err("give either games or pgn, the text of games")),
    }
}

struct Reader {
    sources: Sources,
    originals: HashMap<String, Py<PyAny>>,
    /// Sources without a name of their own.
    count: usize,
}

impl Reader {
    fn add(&mut self, games: &Bound<'_, PyAny>, lists: bool) -> PyResult<()> {
        if let Ok(bytes) = games.cast::<PyBytes>() {
            let name = self.name("bytes");
            self.change(|sources| sources.bytes(name, bytes.as_bytes()));
        } else if games.is_instance_of::<PyByteArray>() {
            let (name, bytes) = (self.name("bytes"), games.extract::<Vec<u8>>()?);
            self.change(|sources| sources.bytes(name, bytes));
        } else if games.is_instance_of::<PyString>() || games.hasattr("__fspath__")? {
            self.add_path(games.py(), games.extract()?)?;
        } else if let Some(pgn) = chess::pgn_of(games)? {
            let name = self.name("game");
            self.change(|sources| sources.bytes(name.clone(), pgn));
            self.originals.insert(name, games.call_method0("game")?.unbind());
        } else if games.hasattr("read")? {
            let name = self.name("stream");
            let reader = FileObject { object: games.clone().unbind(), rest: Vec::new(), at: 0 };
            self.change(|sources| sources.reader(name, reader));
        } else if let (true, Ok(list)) = (lists, games.try_iter()) {
            list.into_iter().try_for_each(|games| self.add(&games?, false))?;
        } else {
            let kind = games.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "games are paths, globs, bytes of PGN, file objects or games of python-chess, not {kind}"
            )));
        }
        Ok(())
    }

    /// A path, a glob if no file has this name, or an address.
    fn add_path(&mut self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let paths = match path.to_str() {
            None => vec![path],
            // A store may take its time.
            Some(pattern) if is_text(pattern) => {
                let text = "this is text of PGN and no path: search it by pgn=TEXT, or as bytes, TEXT.encode()";
                return Err(PyValueError::new_err(text));
            }
            Some(pattern) => py.detach(|| tabiya::files_of(pattern)).map_err(|error| match error.kind() {
                io::ErrorKind::InvalidInput => PyValueError::new_err(format!("{pattern}: {error}")),
                io::ErrorKind::NotFound => PyFileNotFoundError::new_err(format!("no file matches {pattern}")),
                _ => GamesError::new_err(format!("{pattern}: {error}")),
            })?,
        };
        paths.iter().for_each(|path| self.change(|sources| sources.path(path)));
        Ok(())
    }

    fn change(&mut self, add: impl FnOnce(Sources) -> Sources) {
        self.sources = add(std::mem::take(&mut self.sources));
    }

    /// A name for something that has none.
    fn name(&mut self, kind: &str) -> String {
        self.count += 1;
        format!("<{kind} {}>", self.count)
    }
}

/// True if a text begins as PGN does, with tags or with moves, or has several lines.
fn is_text(path: &str) -> bool {
    let start = path.trim_start();
    let moves = start.strip_prefix("1.").is_some_and(|rest| rest.trim_start().len() < rest.len());
    start.starts_with("[Event ") || moves || path.trim_end().contains('\n')
}

/// A file object of Python, binary or of text.
struct FileObject {
    object: Py<PyAny>,
    /// Bytes that have been read and nobody has requested yet.
    rest: Vec<u8>,
    at: usize,
}

impl Read for FileObject {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.rest.len() {
            self.rest = Python::attach(|py| self.read_more(py, out.len())).map_err(io::Error::other)?;
            self.at = 0;
        }
        let count = out.len().min(self.rest.len() - self.at);
        out[..count].copy_from_slice(&self.rest[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

impl FileObject {
    fn read_more(&self, py: Python<'_>, size: usize) -> PyResult<Vec<u8>> {
        let read = self.object.bind(py).call_method1("read", (size,))?;
        match read.cast::<PyString>() {
            Ok(text) => Ok(text.to_str()?.as_bytes().to_vec()),
            Err(_) => read.extract(),
        }
    }
}
