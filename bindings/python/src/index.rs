//! `tabiya.index`: games into a database file.

use crate::arguments;
use crate::games;
use crate::reports::raised;
use crate::running::Progress;
use crate::sums::Watching;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;
use tabiya::RunControl;
use tabiya::database::Options;
use tabiya::game::Reading;
use tabiya::pipeline::{BaseFile, BaseFileError, FileIdentity, IndexWork, Indexed, Run, Sources};

/// Puts games into a database file, which every search then takes in place of PGN and searches faster.
///
/// Args:
///     games: What is stored, as for `tabiya.search`. Games of any quality are stored, with their faults.
///     output: The path of the database. A database that has this name is replaced when the new one is complete; any
///         other file stays.
///     append: Adds the games to the database if it exists.
///     positions: Also stores what finds exact positions quickly, which takes about a third of the file.
///     explorer: Also stores what was played in the first 50 plies. A database that games are added to keeps what it has.
///     threads: The number of threads; by default that of the processors. The file does not depend on it.
///     progress: As for `tabiya.search`.
///
/// Returns:
///     The number of games that were added.
///
/// Raises:
///     GamesError: Some games cannot be read, or another process is writing the database.
///     OSError: The file cannot be written, or not be looked at.
///     ValueError: The database is itself among the games, whatever links name it, or a file of its name is none.
///
/// After an error and after Ctrl-C everything is as it was before. Games with moves that cannot be read, and files that
/// have no games or are not PGN, are reported with a `GamesWarning` when the database is complete.
#[pyfunction]
#[pyo3(signature = (games, output, *, append=false, positions=true, explorer=true, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn index(
    py: Python<'_>,
    games: &Bound<'_, PyAny>,
    output: PathBuf,
    append: bool,
    positions: bool,
    explorer: bool,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<u64> {
    let sources = games::read(games)?.sources;
    refuse_input(&output, &sources)?;
    let mut options = Options { exact_positions: positions, explorer, small: false };
    let begun = match append {
        true => BaseFile::append(&output, &mut options),
        false => BaseFile::create(&output),
    };
    let mut target = begun.map_err(refused)?;
    let threads = threads.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    if options.explorer {
        target = target.with_explorer(threads, || false);
    }
    let progress = Progress::of(arguments::teller(progress)?, &[&sources], 1);
    let control = Arc::new(RunControl::new());
    let work = |_| IndexWork::new(&options, Reading::default(), &control, |_, _| ());
    let mut run = Run::of_works(sources, &control, (0..threads).map(work)).map_err(|message| raised(&message))?;
    let mut watching = Watching::new(control, progress);
    let summary = py.detach(|| {
        while let Some(made) = run.next_made(&mut watching) {
            if run.summary().error.is_some() || watching.has_failed() {
                break;
            }
            if let Some(Indexed::Block(block)) = made.output {
                watching.check(target.write(&block));
            }
        }
        run.finish()
    });
    if summary.error.is_some() || watching.has_failed() {
        drop(target.give_up());
    } else {
        py.detach(|| target.finish()).map_err(refused)?;
    }
    watching.end(py, summary.error.map_or(Ok(summary.games), Err), "they are stored as they are")
}

/// A database may not be made of itself.
fn refuse_input(output: &Path, sources: &Sources) -> PyResult<()> {
    let Some(target) = FileIdentity::at(output)? else { return Ok(()) };
    for path in sources.paths() {
        if FileIdentity::at(path)?.as_ref() == Some(&target) {
            return Err(PyValueError::new_err(format!("{} is both an input and the output", output.display())));
        }
    }
    Ok(())
}

/// The exception for a database that was not written.
fn refused(error: BaseFileError) -> PyErr {
    match error {
        BaseFileError::Io(error) => error.into(),
        BaseFileError::Told(message) if message.code == "not-replaced" => {
            PyValueError::new_err(format!("{}: {}", message.file.unwrap_or_default(), message.message))
        }
        BaseFileError::Told(message) => raised(&message),
    }
}
