//! `tabiya.Query`: a query that is read once and searched often; `search`, `check` and `explain`.

use crate::arguments::{self, GameRange, Texts};
use crate::engine::Engine;
use crate::errors::{QueryError, QueryWarning, warn};
use crate::games::{self, Games};
use crate::pickled::Pickled;
use crate::resources::{Given, Resources, in_python};
use crate::search::{How, Search, columns_of, opener, start};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::syntax::{Diagnostic, Dialect, Severity, SourceView};
use tabiya::{Files, ParsedQuery, QueryOptions, QuerySet, Source};

/// How a query is read.
#[derive(Clone, Default)]
pub(crate) struct Options {
    pub(crate) select: Option<Vec<(String, String)>>,
    pub(crate) variations: Option<bool>,
    pub(crate) dialect: Dialect,
    pub(crate) resources: Resources,
}

impl Options {
    pub(crate) fn new(
        select: Option<&Bound<'_, PyMapping>>,
        variations: Option<bool>,
        dialect: Option<&str>,
        resources: Resources,
    ) -> PyResult<Options> {
        let select = select.map(|select| select.items()?.extract()).transpose()?;
        let dialect = match dialect {
            None => Dialect::Auto,
            Some(name) => Dialect::named(name).ok_or_else(|| {
                PyValueError::new_err(format!("there is no dialect {name:?}: it is \"5\", \"6\" or \"auto\""))
            })?,
        };
        Ok(Options { select, variations, dialect, resources })
    }

    pub(crate) fn of_library(&self) -> QueryOptions {
        let selects = self.select.clone().unwrap_or_default();
        QueryOptions { dialect: self.dialect, variations: self.variations, selects, ..self.resources.of_query() }
    }
}

/// A query that is read once and searched often; made by `tabiya.compile`.
///
/// Several threads may search with it at the same time.
#[pyclass(frozen, module = "tabiya")]
pub(crate) struct Query {
    pub(crate) set: QuerySet,
    pub(crate) options: Options,
    /// True if its warnings have been given.
    told: bool,
}

impl Query {
    /// Reads a query; its warnings become warnings of Python.
    pub(crate) fn read(py: Python<'_>, text: &str, options: &Options) -> PyResult<Query> {
        Query::read_all(py, arguments::single(text), options)
    }

    /// Reads queries that are searched together.
    fn read_all(py: Python<'_>, sources: Vec<Source>, options: &Options) -> PyResult<Query> {
        let query = Query::unwarned(py, sources, options)?;
        warnings(py, &query.set)?;
        Ok(Query { told: true, ..query })
    }

    /// Reads a query that is run by `with_variations`, which gives its warnings: they depend on it.
    pub(crate) fn read_for_later(py: Python<'_>, text: &str, options: &Options) -> PyResult<Query> {
        Query::unwarned(py, arguments::single(text), options)
    }

    fn unwarned(py: Python<'_>, sources: Vec<Source>, options: &Options) -> PyResult<Query> {
        let set = plan(py, sources, &options.of_library(), |_| Ok(()))?;
        Ok(Query { set, options: options.clone(), told: false })
    }

    /// A search for it.
    pub(crate) fn find(&self, py: Python<'_>, games: Games, how: How) -> PyResult<Search> {
        let how = How { files: self.options.resources.files.clone(), ..how };
        let columns = columns_of(&self.set, &how)?;
        if how.unmatched {
            let set = plan(py, self.sources(), &self.options.of_library(), |queries| {
                queries.iter_mut().for_each(|query| query.header_mut().match_count = Some((0, 0)));
                Ok(())
            })?;
            return Ok(start(&set, columns, games, how));
        }
        Ok(start(&self.set, columns, games, how))
    }

    pub(crate) fn sources(&self) -> Vec<Source> {
        self.set.queries().iter().map(|query| query.source().clone()).collect()
    }

    /// The set of the query, which is to be one.
    ///
    /// # Errors
    ///
    /// If there are several.
    pub(crate) fn alone(&self) -> PyResult<&QuerySet> {
        match self.set.queries().len() {
            1 => Ok(&self.set),
            _ => Err(PyValueError::new_err("several queries were compiled together, where one is expected")),
        }
    }

    /// What opens the files that it may read.
    pub(crate) fn files(&self) -> Option<Arc<dyn Files>> {
        opener(&self.options.resources.files)
    }

    /// True if the caller wants variations, false if the caller wants none.
    pub(crate) fn variations(&self) -> Option<bool> {
        self.options.variations
    }

    /// True if its header asks for variations.
    pub(crate) fn has_variations_header(&self) -> bool {
        self.set.queries()[0].header().variations
    }

    /// True if it has selected values.
    pub(crate) fn has_selects(&self) -> bool {
        self.options.select.as_ref().is_some_and(|select| !select.is_empty())
    }

    /// The same query, to be run with variations or without.
    pub(crate) fn with_variations(&self, py: Python<'_>, variations: bool) -> PyResult<QuerySet> {
        let set = match self.variations().unwrap_or_else(|| self.has_variations_header()) == variations {
            true => self.set.clone(),
            false => {
                let options = Options { variations: Some(variations), ..self.options.clone() };
                plan(py, self.sources(), &options.of_library(), |_| Ok(()))?
            }
        };
        if !self.told {
            warnings(py, &set)?;
        }
        Ok(set)
    }
}

/// Gives the warnings of queries.
pub(crate) fn warnings(py: Python<'_>, set: &QuerySet) -> PyResult<()> {
    for query in set.queries() {
        let view = SourceView::new(&query.source().text, &query.source().name);
        query.warnings().iter().try_for_each(|one| warn::<QueryWarning>(py, &in_python(&view.render(one, false))))?;
    }
    Ok(())
}

/// Queries that are searched together, by their names and texts. Their warnings become warnings of Python.
pub(crate) fn planned_together(py: Python<'_>, named: &[(String, String)]) -> PyResult<QuerySet> {
    let sources = named.iter().map(|(name, text)| Source { name: name.clone(), text: text.clone() });
    let set = plan(py, sources.collect(), &QueryOptions::default(), |_| Ok(()))?;
    warnings(py, &set)?;
    Ok(set)
}

/// Queries that are read, changed, and made ready to be searched.
pub(crate) fn plan(
    py: Python<'_>,
    sources: Vec<Source>,
    options: &QueryOptions,
    change: impl FnOnce(&mut [ParsedQuery]) -> Result<(), tabiya::QueryError> + Send,
) -> PyResult<QuerySet> {
    let made = py.detach(|| {
        let parsed = sources.into_iter().map(|source| ParsedQuery::parse(source, options));
        let mut parsed = parsed.collect::<Result<Vec<_>, _>>()?;
        change(&mut parsed)?;
        ParsedQuery::check_settings(&parsed, options)?;
        QuerySet::new(parsed, options)
    });
    made.map_err(|error| raised(py, &error))
}

/// The compiled query, if the caller gives one. `belongings` is true if there are arguments that belong to a query.
pub(crate) fn compiled<'a>(query: &'a Bound<'_, PyAny>, belongings: bool) -> PyResult<Option<&'a Query>> {
    let Ok(query) = query.cast::<Query>() else { return Ok(None) };
    if belongings {
        let text = "select, variations, dialect, settings, files, syzygy, engine and limits belong to the query: give them to tabiya.compile";
        return Err(PyValueError::new_err(text));
    }
    Ok(Some(query.get()))
}

/// The exception for a query that cannot run: its text is that of the command, its attributes tell what is wrong.
fn raised(py: Python<'_>, error: &tabiya::QueryError) -> PyErr {
    let raised = QueryError::new_err(in_python(&error.to_string()));
    let value = raised.value(py);
    let set = || -> PyResult<()> {
        let list = diagnostics(py, &error.source, &error.diagnostics)?;
        let first =
            error.diagnostics.iter().position(|one| one.severity == Severity::Error).and_then(|place| list.get(place));
        if let Some(first) = first.or(list.first()) {
            for name in ["code", "message", "help", "line", "column"] {
                value.setattr(name, first.get_item(name)?)?;
            }
        }
        value.setattr("diagnostics", list)
    };
    match set() {
        Ok(()) => raised,
        Err(other) => other,
    }
}

/// Diagnostics as dictionaries.
fn diagnostics<'py>(py: Python<'py>, source: &Source, list: &[Diagnostic]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let view = SourceView::new(&source.text, &source.name);
    let one = |one: &Diagnostic| {
        let dict = PyDict::new(py);
        let place = view.place(one.span());
        dict.set_item("severity", if one.severity == Severity::Error { "error" } else { "warning" })?;
        dict.set_item("code", one.code)?;
        dict.set_item("message", &one.message)?;
        dict.set_item("help", one.help.as_deref().map(in_python))?;
        dict.set_item("source", &source.name)?;
        dict.set_item("line", place.line)?;
        dict.set_item("column", place.column)?;
        dict.set_item("text", in_python(&view.render(one, false)))?;
        Ok(dict)
    };
    list.iter().map(one).collect()
}

#[pymethods]
impl Query {
    /// The text of the query; of several, all of them, one after the other.
    #[getter]
    pub(crate) fn text(&self) -> String {
        let texts: Vec<&str> = self.set.queries().iter().map(|query| &*query.source().text).collect();
        texts.join("\n")
    }

    /// The texts of the queries by their names; a single one is called `"query"`.
    #[getter]
    fn queries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let queries = PyDict::new(py);
        self.sources().into_iter().try_for_each(|Source { name, text }| queries.set_item(name, text))?;
        Ok(queries)
    }

    /// The dialect in which the query was read: `"5"` or `"6"`; of several, that of the first.
    #[getter]
    fn dialect(&self) -> &'static str {
        if self.set.queries()[0].dialect() == Dialect::Five { "5" } else { "6" }
    }

    /// Finds the positions that match, as `tabiya.search` does, with the same arguments, results and errors.
    #[pyo3(signature = (
        games=None, *, pgn=None, columns=None, threads=None, limit=None, per_game=None, game_range=None, stream=false,
        rows="matches", unmatched=false, keep=true, time_limit=None, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they have names for callers")]
    fn search(
        &self,
        py: Python<'_>,
        games: Option<&Bound<'_, PyAny>>,
        pgn: Option<&str>,
        columns: Option<Texts>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
        #[pyo3(from_py_with = arguments::limit)] limit: Option<u64>,
        per_game: Option<&Bound<'_, PyAny>>,
        game_range: Option<GameRange>,
        stream: bool,
        rows: &str,
        unmatched: bool,
        keep: bool,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Search> {
        let (each_game, game_range) = (arguments::each_game(per_game)?, arguments::game_range(game_range)?);
        let (time_limit, progress) = (arguments::seconds(time_limit)?, arguments::teller(progress)?);
        let how = How {
            columns: columns.map(|columns| Texts::all(Some(columns))),
            threads,
            limit,
            each_game,
            game_range,
            stream,
            unmatched,
            keep,
            time_limit,
            progress,
            ..How::default()
        };
        self.find(py, games::given(games, pgn)?, How { steps: arguments::steps(rows)?, ..how })
    }

    /// How the query is read and how it will be run, as the text that `tabiya explain` prints.
    fn explain(&self) -> String {
        let texts: Vec<String> = (0..self.set.queries().len()).map(|query| self.set.explain(query)).collect();
        texts.join("\n")
    }

    /// A query travels as its text and the arguments that it was compiled with: it is compiled where it arrives.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Bound<'py, PyAny>, Bound<'py, PyDict>)>> {
        let Options { select, variations, dialect, resources } = &self.options;
        if resources.has_engine() {
            return Err(PyTypeError::new_err("a query with a chess engine cannot be pickled: the engine stays here"));
        }
        let named = &resources.named;
        let arguments = PyDict::new(py);
        let pairs = |pairs: &[(String, String)]| pairs.iter().cloned().collect::<BTreeMap<_, _>>();
        // The order of the values counts.
        let selects = PyDict::new(py);
        select.iter().flatten().try_for_each(|(name, value)| selects.set_item(name, value))?;
        arguments.set_item("select", selects)?;
        arguments.set_item("variations", variations)?;
        arguments.set_item("dialect", dialect.name())?;
        arguments.set_item("settings", pairs(&resources.settings))?;
        arguments.set_item("files", (!named.files.is_empty()).then(|| named.files.clone()))?;
        arguments.set_item("syzygy", named.syzygy.clone())?;
        arguments.set_item("limits", named.limits.iter().cloned().collect::<BTreeMap<_, _>>())?;
        let text = match self.set.queries() {
            [only] => only.source().text.clone().into_bound_py_any(py)?,
            _ => self.queries(py)?.into_any(),
        };
        let made = py.import("tabiya._support")?.getattr("compiled")?;
        Ok((made, (text, arguments)))
    }

    fn __repr__(&self) -> String {
        match self.set.queries() {
            [only] => format!("<Query {:?}>", only.source().text),
            all => format!("<Query of {}>", all.iter().map(|one| &*one.source().name).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// Reads a query to be searched more than once.
///
/// Args:
///     query: The text of the query; or several queries, which are searched together in one pass: a dictionary from names to
///         texts, or a list of texts.
///     select: Further values: a dictionary from names to expressions of the language.
///     variations: Searches the variations, too, or not; by default the header of the query decides.
///     dialect: `"5"` or `"6"`, the version of CQL; by default the one that the query is written in is found out.
///     settings: Values of the query's parameters: a dictionary from their names to texts or numbers.
///     files: A folder, or a list of folders, below which the query may read files (`include`, `similarposition`,
///         `position in`, `readfile`); by default it may read none.
///     syzygy: The folder with the tablebases of Syzygy, for `tablebase` and `dtz`.
///     engine: A `tabiya.Engine`, for `engineeval`, `enginebest`, `enginedrop` and `evaldrop`.
///     limits: Limits on what the query may use, as `tabiya search --limits` has them: a dictionary from their names, such as
///         `"steps"`, `"states"`, `"memory"` (in bytes) and `"run_steps"`, to numbers.
///
/// Raises:
///     QueryError: The query cannot run.
///     OSError: A folder cannot be read.
///     ValueError: There is no limit of a name, or no table in the folder.
///
/// A `QueryWarning` is given for what is probably not meant as it is written.
///
/// >>> query = tabiya.compile("mate", select={"plies": "ply"})
/// >>> [match["plies"] for match in query.search(b"1. f3 e5 2. g4 Qh4# 0-1")]
/// [4]
#[pyfunction]
#[pyo3(signature = (
    query, *, select=None, variations=None, dialect=None, settings=None, files=None, syzygy=None, engine=None, limits=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names for callers")]
pub(crate) fn compile(
    py: Python<'_>,
    query: &Bound<'_, PyAny>,
    select: Option<&Bound<'_, PyMapping>>,
    variations: Option<bool>,
    dialect: Option<&str>,
    settings: Option<&Bound<'_, PyMapping>>,
    files: Option<&Bound<'_, PyAny>>,
    syzygy: Option<PathBuf>,
    engine: Option<&Bound<'_, Engine>>,
    limits: Option<&Bound<'_, PyMapping>>,
) -> PyResult<Query> {
    let resources = Given { settings, files, syzygy, engine, limits }.read()?;
    Query::read_all(py, arguments::texts(query)?, &Options::new(select, variations, dialect, resources)?)
}

/// Finds the positions that match a query.
///
/// Args:
///     query: The query, or one made by `tabiya.compile`. Several queries are searched in one pass: a dictionary from names to
///         texts, or a list of texts; `Match.query` and the column `query` tell which one matches.
///     games: A path of a file, a folder or a database file, a glob, bytes of PGN or of a database, a file object, a game of
///         python-chess, or a list of these. Files may be compressed with gzip, bzip2, zstd or zip.
///     pgn: The text of games, in place of `games`.
///     columns: The names of the columns of the table, or one name, for `__arrow_c_stream__` only; by default those of
///         `tabiya search`. The names of tags are columns, too.
///     select: Further values: a dictionary from names to expressions of the language. They are in `Match.values`, and
///         columns of the table; with `columns`, name them there, too.
///     variations: Searches the variations, too.
///     threads: The number of threads; by default that of the processors. The results and their order do not depend on it.
///     limit: The number of games with a match after which the search ends; of a query with `sort`, the number of the best games
///         that are given.
///     per_game: The matches that are kept of each game: `"first"`, `"last"`, `"best"`, which is the one by which `sort` places
///         the game, or the number of the first ones; by default all.
///     game_range: The first and the last game that is searched of each file, counted from 1; `None` as the last for all that
///         follow.
///     stream: Gives the matches of a query with `sort`, too, as they are found, in the order of the games. It makes no
///         difference to other queries.
///     rows: What a row of the table is: `"matches"`, or `"steps"` for one row for each position of the sequence of each match,
///         in order, with the columns `step`, `constituent` and `differs`.
///     unmatched: The table has the games in which the query matches nowhere: a row for each, without a position.
///     keep: Keeps a table that was read to its end for further readings, in a temporary file if it is large. With `False` the games
///         are searched again.
///     settings, files, syzygy, engine, limits: What the query may use, as for `tabiya.compile`.
///     time_limit: The seconds from the start of a reading on after which it ends with a `SearchError`.
///     progress: A function that is called every 0.1 seconds while results are read, with the number of games searched and the share
///         of the files' bytes that has been read, between 0 and 1, or `None` for streams; at the end with 1.0. An exception that it
///         raises ends the search. With `True`, a bar of tqdm, which must be installed.
///
/// Returns:
///     A `Search`: an iterator over matches in the order of the games, and a stream of Arrow record batches. It can be read more
///     than once: files and bytes are searched anew, and a table that was read to its end is kept. It starts when
///     the first match is asked for, and searches at most some thousand games ahead. If the query has `sort`, the matches of
///     the best game come first, as those of the command `tabiya search` do: all games are searched before the first match
///     comes, and games that match are kept in memory until then, at most `limit` of them. A match has the
///     values of sort keys, by their names.
///
/// Raises:
///     QueryError: The query cannot run.
///     TypeError: An argument is of another type.
///     ValueError: A column or a parameter of that name does not exist; an argument that belongs to the query was given with a
///         compiled one, or a glob is none; or matches are read one by one where `rows` or `unmatched` asks for a table.
///     FileNotFoundError: No file matches a glob.
///
/// While results are read, `GamesError` is raised where games cannot be read, and `SearchError` where the query fails in a
/// game; the next call of `next` goes on behind the error. At the end a `GamesWarning` says how many games had moves that
/// could not be read, and another one tells of each file that has no games or is not a PGN. Other threads of Python run
/// meanwhile, and Ctrl-C ends the search.
///
/// >>> [match.san for match in tabiya.search("mate", b"1. f3 e5 2. g4 Qh4# 0-1")]
/// ['Qh4#']
#[pyfunction]
#[pyo3(signature = (
    query, games=None, *, pgn=None, columns=None, select=None, variations=false, threads=None, limit=None, per_game=None,
    game_range=None, stream=false, rows="matches", unmatched=false, settings=None, files=None, syzygy=None, engine=None,
    limits=None, keep=true, time_limit=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names for callers")]
pub(crate) fn search(
    py: Python<'_>,
    query: &Bound<'_, PyAny>,
    games: Option<&Bound<'_, PyAny>>,
    pgn: Option<&str>,
    columns: Option<Texts>,
    select: Option<&Bound<'_, PyMapping>>,
    variations: bool,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
    #[pyo3(from_py_with = arguments::limit)] limit: Option<u64>,
    per_game: Option<&Bound<'_, PyAny>>,
    game_range: Option<GameRange>,
    stream: bool,
    rows: &str,
    unmatched: bool,
    settings: Option<&Bound<'_, PyMapping>>,
    files: Option<&Bound<'_, PyAny>>,
    syzygy: Option<PathBuf>,
    engine: Option<&Bound<'_, Engine>>,
    limits: Option<&Bound<'_, PyMapping>>,
    keep: bool,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Search> {
    let given = Given { settings, files, syzygy, engine, limits };
    let read;
    let query = match compiled(query, select.is_some() || variations || !given.is_empty())? {
        Some(query) => query,
        None => {
            let options = Options::new(select, variations.then_some(true), None, given.read()?)?;
            read = Query::read_all(py, arguments::texts(query)?, &options)?;
            &read
        }
    };
    query.search(
        py, games, pgn, columns, threads, limit, per_game, game_range, stream, rows, unmatched, keep, time_limit,
        progress,
    )
}

/// How a query is read and how it will be run, as the text that `tabiya explain` prints.
///
/// Raises:
///     QueryError: The query cannot run.
#[pyfunction]
pub(crate) fn explain(query: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(query) = query.cast::<Query>() {
        return Ok(query.get().explain());
    }
    let options = Options::default();
    Ok(Query::read(query.py(), &query.extract::<String>()?, &options)?.explain())
}

/// Everything that is wrong with a query, errors and warnings; an empty list if nothing is.
///
/// The arguments are those of `tabiya.compile`.
///
/// Returns:
///     One dictionary for each problem: `severity` (`"error"` or `"warning"`), `code`, `message`, `help` (or `None`), `source`,
///     `line` and `column` (in characters, both from 1), and `text`, which shows all of it with the place.
///
/// >>> [(one["code"], one["column"]) for one in tabiya.check("mat")]
/// [('unknown-name', 1)]
#[pyfunction]
#[pyo3(signature = (
    query, *, select=None, variations=None, dialect=None, settings=None, files=None, syzygy=None, engine=None, limits=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names for callers")]
pub(crate) fn check<'py>(
    py: Python<'py>,
    query: &str,
    select: Option<&Bound<'py, PyMapping>>,
    variations: Option<bool>,
    dialect: Option<&str>,
    settings: Option<&Bound<'py, PyMapping>>,
    files: Option<&Bound<'py, PyAny>>,
    syzygy: Option<PathBuf>,
    engine: Option<&Bound<'py, Engine>>,
    limits: Option<&Bound<'py, PyMapping>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let resources = Given { settings, files, syzygy, engine, limits }.read()?;
    let options = Options::new(select, variations, dialect, resources)?.of_library();
    let source = Source { name: "query".into(), text: query.to_owned() };
    let checked = py.detach(|| {
        let parsed = [ParsedQuery::parse(source, &options)?];
        ParsedQuery::check_settings(&parsed, &options)?;
        let warnings = (parsed[0].source().clone(), parsed[0].warnings().to_vec());
        QuerySet::new(parsed.into(), &options).map(|_| warnings)
    });
    match checked {
        Ok((source, warnings)) => diagnostics(py, &source, &warnings),
        Err(error) => diagnostics(py, &error.source, &error.diagnostics),
    }
}
