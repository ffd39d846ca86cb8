//! The exceptions and warnings of the package.

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::{create_exception, prelude::*};
use std::ffi::CString;

create_exception!(tabiya, QueryError, PyValueError, "A query that cannot run; its text shows the place and a fix.");
create_exception!(tabiya, PatternError, PyValueError, "A pattern or a sequence whose automaton is too large.");
create_exception!(tabiya, GamesError, PyOSError, "Games that cannot be read.");
create_exception!(tabiya, SearchError, PyRuntimeError, "A query that failed in a game, for example at a limit.");
create_exception!(tabiya, SqlError, PyRuntimeError, "A statement of SQL that cannot be run, or that failed.");
create_exception!(
    tabiya,
    QueryWarning,
    PyUserWarning,
    "A query that may not mean what its author intended, or that cannot find anything in the games."
);
create_exception!(
    tabiya,
    GamesWarning,
    PyUserWarning,
    "Games with moves that could not be read, and files that have no games."
);

/// Gives a warning, as `warnings.warn` does.
pub(crate) fn warn<W: pyo3::PyTypeInfo>(py: Python<'_>, text: &str) -> PyResult<()> {
    // A warning is a C string, which has no zero bytes.
    let text = CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<W>(), &text, 1)
}

/// Adds the exceptions to a module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("QueryError", py.get_type::<QueryError>())?;
    module.add("PatternError", py.get_type::<PatternError>())?;
    module.add("GamesError", py.get_type::<GamesError>())?;
    module.add("SearchError", py.get_type::<SearchError>())?;
    module.add("SqlError", py.get_type::<SqlError>())?;
    module.add("QueryWarning", py.get_type::<QueryWarning>())?;
    module.add("GamesWarning", py.get_type::<GamesWarning>())
}
