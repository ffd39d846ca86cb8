//! `tabiya.sql`: the rows of a statement, answered by the program `tabiya-sql`.
//!
//! DataFusion and Ballista in the wheel would make it many times as large and its build much longer, also for those who
//! only search. The command is the client already, with its settings, messages and checks.

use crate::arguments;
use crate::program::{Process, Reply, Run};
use crate::resources::Given;
use crate::said::Said;
use crate::tables::{self, Shelf, Source};
use crate::values;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyMapping, PyString, PyTuple};
use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The program, as the system finds it.
const PROGRAM: &str = "tabiya-sql";

/// The variable of the environment that names another one.
const VARIABLE: &str = "TABIYA_SQL";

/// The text of the error if an answer is read twice.
const READ_ALREADY: &str = "this answer has been read or closed already; run the statement again";

/// The rows of a statement, which come while they are read: a table, or an iterator over rows as dictionaries.
///
/// pyarrow, pandas, Polars and DuckDB read it as a table by Arrow's C stream interface, without a copy of the rows. A table that was
/// read to its end is kept, in a temporary file if it is large, and can be read again; rows are read once. The program computes a
/// little ahead and then waits, so memory does not depend on the number of rows. `close`, the end of a `with` block and the end of the
/// object end the program.
#[pyclass(module = "tabiya")]
pub(crate) struct Rows {
    state: Arc<Mutex<State>>,
    schema: SchemaRef,
    /// The table, once it has been read to its end.
    shelf: Shelf,
    process: Process,
}

enum State {
    Ready(Run),
    /// Is read row by row.
    Rows(Box<ByRow>),
    /// Has been read row by row, to the end or to an error.
    Over,
    /// Is read as a table, or by another thread, or is closed.
    Taken,
}

/// A batch of rows that is being read.
struct ByRow {
    run: Run,
    names: Vec<Py<PyString>>,
    columns: Vec<ArrayRef>,
    row: usize,
    rows: usize,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the state out and leaves `Taken`.
fn take(state: &Mutex<State>) -> State {
    std::mem::replace(&mut *lock(state), State::Taken)
}

#[pymethods]
impl Rows {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if let State::Ready(_) = &*lock(&self.state) {
            self.distinct()?;
        }
        let mut rows = match take(&self.state) {
            State::Ready(run) => {
                let names = self.schema.fields().iter().map(|field| PyString::new(py, field.name()).unbind());
                Box::new(ByRow { run, names: names.collect(), columns: Vec::new(), row: 0, rows: 0 })
            }
            State::Rows(rows) => rows,
            State::Over => {
                *lock(&self.state) = State::Over;
                return Ok(None);
            }
            State::Taken => return Err(PyRuntimeError::new_err(READ_ALREADY)),
        };
        let next = rows.next(py);
        *lock(&self.state) = if let Ok(Some(_)) = next { State::Rows(rows) } else { State::Over };
        next
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The table as a stream of Arrow's C interface; libraries call it.
    ///
    /// What the program fails with is an error of the library that reads the stream, with the same text.
    ///
    /// Raises:
    ///     RuntimeError: The answer has been read or closed already.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        if let Some(kept) = self.shelf.stream(py, requested_schema.as_ref()) {
            return kept;
        }
        let State::Ready(_) = &*lock(&self.state) else {
            return Err(PyRuntimeError::new_err(READ_ALREADY));
        };
        let batches = Batches { state: Arc::clone(&self.state), run: None };
        tables::stream(py, batches, &self.schema, Some(&self.shelf), requested_schema)
    }

    /// Ends the program. Rows that have not been read are lost.
    fn close(&self) {
        self.process.end();
        self.shelf.clear();
        *lock(&self.state) = State::Taken;
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {
        self.close();
    }
}

impl Rows {
    /// A dictionary has each name once.
    fn distinct(&self) -> PyResult<()> {
        let mut names = HashSet::new();
        match self.schema.fields().iter().find(|field| !names.insert(field.name())) {
            None => Ok(()),
            Some(field) => Err(PyValueError::new_err(format!(
                "two columns are called {:?}: give one another name with `as`, or read the answer as a table",
                field.name()
            ))),
        }
    }
}

impl ByRow {
    fn next<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        while self.row == self.rows {
            let Some(batch) = next_batch(py, &self.run)? else { return Ok(None) };
            self.columns = batch.columns().iter().map(values::plain).collect::<Result<_, _>>().map_err(of_arrow)?;
            (self.row, self.rows) = (0, batch.num_rows());
        }
        let dict = PyDict::new(py);
        for (name, column) in self.names.iter().zip(&self.columns) {
            dict.set_item(name, values::value(py, column, self.row)?)?;
        }
        self.row += 1;
        Ok(Some(dict))
    }
}

/// The rows of an answer, batch by batch. Nothing is taken before the first batch is requested: some libraries ask for a stream only
/// to see its columns, and for another one to read it.
struct Batches {
    state: Arc<Mutex<State>>,
    run: Option<Run>,
}

impl Source for Batches {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        if self.run.is_none() {
            let State::Ready(run) = take(&self.state) else { return Err(PyRuntimeError::new_err(READ_ALREADY)) };
            self.run = Some(run);
        }
        self.run.as_ref().map_or(Ok(None), |run| next_batch(py, run))
    }
}

/// The next rows; `None` if the program says that they were all.
fn next_batch(py: Python<'_>, run: &Run) -> PyResult<Option<RecordBatch>> {
    loop {
        match run.next(py)? {
            Some(Reply::Batch(batch)) if batch.num_rows() == 0 => {}
            Some(Reply::Batch(batch)) => return Ok(Some(batch)),
            Some(Reply::Complete(said)) => return said.warn(py).map(|()| None),
            Some(Reply::Failed(said)) => return Err(said.raised(py)),
            // It says how it ended unless its thread did not come so far.
            Some(Reply::Schema(_)) | None => {
                return Err(Said::read("the answer could not be read to its end").raised(py));
            }
        }
    }
}

fn of_arrow(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// The program, and what has named it.
fn program_of(given: Option<PathBuf>) -> (OsString, &'static str) {
    let variable = || std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    match (given, variable) {
        (Some(path), _) => (path.into_os_string(), "the argument `program`"),
        (None, variable) => match variable() {
            Some(path) => (path, "the variable TABIYA_SQL"),
            None => (PROGRAM.into(), "the search path (PATH)"),
        },
    }
}

/// The exception for a program that cannot be started.
fn not_started(program: &OsString, source: &str, error: &io::Error) -> PyErr {
    let program = program.to_string_lossy();
    if error.kind() == io::ErrorKind::NotFound {
        return PyFileNotFoundError::new_err(format!(
            "the program {program}, by {source}, does not exist; tabiya.sql needs {PROGRAM}: install it from a clone of Tabiya with \
             `cargo install --path bindings/sql --locked`, or say where it is with `program=` or {VARIABLE}"
        ));
    }
    PyOSError::new_err(format!("the program {program}, by {source}, cannot be started: {error}"))
}

/// Answers a statement in SQL over chess games, with the program `tabiya-sql`.
///
/// The program is not a part of this package: `cargo install --path bindings/sql --locked` installs it from a clone of Tabiya. It is the one
/// that `program` names, or the variable `TABIYA_SQL` of the environment, or the first one in the search path.
///
/// Args:
///     statement: SQL, with the tables `games('games.pgn')`, `positions('games.pgn')` and `cql('query', 'games.pgn')`; names of files
///         are relative to the current folder. Several statements are separated by `;`; one of them has a result.
///     parameters: The values of `$1`, `$2` and so on in the statement, as a list; or of `$name` and others, as a dictionary: `str`,
///         `int`, `float`, `bool` and `None`.
///     cluster: The scheduler of a cluster, `"HOST:PORT"`. It searches the tables `cql`, whose files are manifests of `tabiya shard`.
///     threads: The number of threads of the program; by default one for each processor.
///     program: The path of the program.
///     time_limit: The greatest time of the statement in whole seconds; a statement that takes longer fails.
///     row_limit: The greatest number of rows of the answer, and of a search on a cluster; a statement that gives more fails.
///     settings, files, syzygy, limits: What the queries of `cql` may use, as for `tabiya.compile`. On a cluster the folders have the
///         same paths on all machines.
///
/// Returns:
///     The rows. As a table: columns with the types that SQL gives them, for pandas, Polars, DuckDB and pyarrow. As an iterator: a
///     `dict` for each row, from the names of the columns to `None`, `bool`, `int`, `float`, `str`, `bytes`, `Decimal`, `date`,
///     `datetime`, `list` or `dict`; values of other types are texts.
///
/// Raises:
///     SqlError: The statement cannot be run, or it failed; its text is the program's own, and `code` is the code of the message, such
///         as `"unknown-name"`, or `None`. For a query that cannot run it has the other attributes of a `QueryError`, too. An error that is known before the first row is raised here, any other where the rows are read. An
///         answer that ends without an error is complete.
///     FileNotFoundError: There is no such program; its text says how to install it.
///     OSError: The program cannot be started.
///
/// `QueryWarning` and `GamesWarning` are given when the last row has been read. Ctrl-C ends the program.
///
/// >>> games = tabiya.sql("select white, count(*) as n from games('games.pgn') group by white")  # doctest: +SKIP
/// >>> pandas.DataFrame.from_arrow(games)  # doctest: +SKIP
#[pyfunction]
#[pyo3(signature = (
    statement, *, parameters=None, cluster=None, threads=None, program=None, time_limit=None, row_limit=None, settings=None, files=None,
    syzygy=None, limits=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names for callers")]
pub(crate) fn sql(
    py: Python<'_>,
    statement: String,
    parameters: Option<&Bound<'_, PyAny>>,
    cluster: Option<&str>,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
    program: Option<PathBuf>,
    time_limit: Option<NonZeroU64>,
    #[pyo3(from_py_with = arguments::limit)] row_limit: Option<u64>,
    settings: Option<&Bound<'_, PyMapping>>,
    files: Option<&Bound<'_, PyAny>>,
    syzygy: Option<PathBuf>,
    limits: Option<&Bound<'_, PyMapping>>,
) -> PyResult<Rows> {
    let mut arguments = vec!["--format=arrow".to_owned(), "--json-diagnostics".to_owned()];
    if let Some(parameters) = parameters {
        let json: String = py.import("json")?.call_method1("dumps", (parameters,))?.extract()?;
        arguments.push(format!("--parameters={json}"));
    }
    arguments.extend(cluster.map(|address| format!("--cluster={address}")));
    arguments.extend(threads.map(|threads| format!("--threads={threads}")));
    arguments.extend(time_limit.map(|seconds| format!("--time-limit={seconds}")));
    arguments.extend(row_limit.map(|rows| format!("--row-limit={rows}")));
    arguments.extend(Given { settings, files, syzygy, engine: None, limits }.options()?);
    let (program, source) = program_of(program);
    let run = Run::start(&program, &arguments, statement).map_err(|error| not_started(&program, source, &error))?;
    match run.next(py)? {
        Some(Reply::Schema(schema)) => {
            let process = run.process();
            Ok(Rows { state: Arc::new(Mutex::new(State::Ready(run))), schema, shelf: Shelf::default(), process })
        }
        Some(Reply::Failed(said)) => Err(said.raised(py)),
        Some(Reply::Batch(_) | Reply::Complete(_)) | None => Err(Said::read("the answer could not be read").raised(py)),
    }
}
