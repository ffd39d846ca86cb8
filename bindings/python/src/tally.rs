//! `tabiya.tally`: games and matches counted by values, as `tabiya search --tally` counts them.

use crate::arguments::{self, GameRange, Texts};
use crate::engine::Engine;
use crate::games;
use crate::query::{self, Options};
use crate::reports::{raised, report};
use crate::resources::Given;
use crate::running::{Running, Start};
use crate::search::How;
use crate::values;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyMapping};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tabiya::pipeline::{RunSummary, Sources, held_limit};
use tabiya::rows::Cell;
use tabiya::tallies::{Aggregate, Counts, Searched, Tally, TallyOptions};
use tabiya::{QuerySet, RunControl, Source};

/// The number of games whose counts may wait to be added up.
const GAMES_AHEAD: usize = 8192;

/// Counts games and positions that match by the values of expressions, as `tabiya search --tally` does.
///
/// Args:
///     query: The query or queries, as for `tabiya.search`.
///     games: The games, as for `tabiya.search`.
///     by: What is counted: an expression of the language, whose value at each match counts, or the name of a column, of a value
///         of `select` or of a tag; "either player" for both players of each game. A list for each combination of several.
///     pgn: The text of games, in place of `games`.
///     avg, sum, min, max, median: An expression or a list of them, of whose values at the matches of each line this is made.
///     score: Adds the score of the side that matches, a draw for a half: of White, or of the side whose image `flipcolor` or
///         `reversecolor` has found; of the player with "either player".
///     rate: Adds the share of the games that match among all games with the same values, which must be facts of the game.
///     order: "key", "games" (the order by default), "positions", "rate", "score" or a value by its name, such as "avg ply"; "asc"
///         or "desc" may follow.
///     select, variations, settings, files, syzygy, engine, limits: As for `tabiya.search`; they belong to the query.
///     dialect: As for `tabiya.compile`.
///     threads, limit, per_game, game_range, time_limit, progress: As for `tabiya.search`. With `limit`, the first games that
///         match count, whatever order `sort` asks for.
///
/// Returns:
///     A dictionary for each line, in order: `query`, if there are several; the values, by the texts of `by`; `games` and
///     `positions` that match; `share`, of the games that match; `rate` and `score`; what is made of values, by names such as
///     "avg ply", in the order of these arguments. Shares, rates, scores, means and medians are floats that are not rounded, from 0
///     to 1 the first three; what there is none of is `None`.
///
/// Raises:
///     GamesError: Some games cannot be read.
///     QueryError: The query, or an expression, cannot run.
///     SearchError: The query fails in a game, the time is over, or the counts take more memory than `limits` allows.
///     ValueError: There is no such order, an aggregate has no numbers, or a rate is asked for what is not a fact of a game.
///
/// >>> tabiya.tally("mate", b"1. f3 e5 2. g4 Qh4# 0-1", "typename to", avg="ply")
/// [{'typename to': 'Q', 'games': 1, 'positions': 1, 'share': 1.0, 'avg ply': 4.0}]
#[pyfunction]
#[pyo3(signature = (
    query, games=None, by=None, *, pgn=None, avg=None, sum=None, min=None, max=None, median=None, score=false, rate=false,
    order=None, select=None, variations=false, dialect=None, threads=None, limit=None, per_game=None, game_range=None,
    settings=None, files=None, syzygy=None, engine=None, limits=None, time_limit=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names for callers")]
pub(crate) fn tally<'py>(
    py: Python<'py>,
    query: &Bound<'py, PyAny>,
    games: Option<&Bound<'py, PyAny>>,
    by: Option<Texts>,
    pgn: Option<&str>,
    avg: Option<Texts>,
    sum: Option<Texts>,
    min: Option<Texts>,
    max: Option<Texts>,
    median: Option<Texts>,
    score: bool,
    rate: bool,
    order: Option<String>,
    select: Option<&Bound<'py, PyMapping>>,
    variations: bool,
    dialect: Option<&str>,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
    #[pyo3(from_py_with = arguments::limit)] limit: Option<u64>,
    per_game: Option<&Bound<'py, PyAny>>,
    game_range: Option<GameRange>,
    settings: Option<&Bound<'py, PyMapping>>,
    files: Option<&Bound<'py, PyAny>>,
    syzygy: Option<PathBuf>,
    engine: Option<&Bound<'py, Engine>>,
    limits: Option<&Bound<'py, PyMapping>>,
    time_limit: Option<f64>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let aggregates = aggregates([avg, sum, min, max, median]);
    let asked = TallyOptions { by: Texts::all(by), aggregates, score, rate, order, ..TallyOptions::default() };
    if asked.by.is_empty() {
        return Err(PyTypeError::new_err("give `by`: what is counted"));
    }
    let (each_game, game_range) = (arguments::each_game(per_game)?, arguments::game_range(game_range)?);
    let (time_limit, progress) = (arguments::seconds(time_limit)?, arguments::teller(progress)?);
    let given = Given { settings, files, syzygy, engine, limits };
    let belongings = select.is_some() || variations || dialect.is_some() || !given.is_empty();
    let (sources, options) = match query::compiled(query, belongings)? {
        Some(query) => (query.sources(), query.options.clone()),
        None => {
            let options = Options::new(select, variations.then_some(true), dialect, given.read()?)?;
            (arguments::texts(query)?, options)
        }
    };
    let files = options.resources.files.clone();
    let how = How { threads, limit, each_game, game_range, time_limit, progress, files, ..How::default() };
    let (set, tally) = planned(py, &asked, sources, &options, &how)?;
    if !query.is_instance_of::<query::Query>() {
        query::warnings(py, &set)?;
    }
    let (counts, summary) = counted(py, &set, &tally, games::given(games, pgn)?.sources, how)?;
    rows(py, &set, &tally, (&counts, &summary))
}

/// The result made of values: the expressions for the mean, the sum, the smallest and the greatest value, and the median.
fn aggregates(asked: [Option<Texts>; 5]) -> Vec<(Aggregate, String)> {
    use Aggregate::{Average, Greatest, Least, Median, Sum};
    let each = |(aggregate, texts)| Texts::all(texts).into_iter().map(move |text| (aggregate, text));
    [Average, Sum, Least, Greatest, Median].into_iter().zip(asked).flat_map(each).collect()
}

/// The queries with the values that are counted, and their counts.
fn planned(
    py: Python<'_>,
    asked: &TallyOptions,
    sources: Vec<Source>,
    options: &Options,
    how: &How,
) -> PyResult<(QuerySet, Arc<Tally>)> {
    let options = options.of_library();
    let set = query::plan(py, sources, &options, |queries| asked.select(queries, &options))?;
    let games = how.game_range.as_ref().map(|games| (*games.start(), *games.end()));
    let tally = Tally::new(asked, &Searched { games, ..Searched::new(&set, &options) });
    let tally = tally.map_err(|error| PyValueError::new_err(format!("{error}; {}", error.help(""))))?;
    Ok((set, Arc::new(tally)))
}

/// Searches the games, and adds up what counts of them.
fn counted(
    py: Python<'_>,
    set: &QuerySet,
    tally: &Arc<Tally>,
    sources: Sources,
    how: How,
) -> PyResult<(Counts, RunSummary)> {
    let mut options = how.options();
    options.search.control = Arc::new(how.time_limit.map_or_else(RunControl::new, RunControl::with_time_limit));
    let (games, progress) = (Arc::new(AtomicU64::new(0)), how.progress);
    let start = Start { set, sources, options, games: &games, progress, ahead: GAMES_AHEAD };
    let mut running = Running::start(start, |set, sources, options| tally.counts_in(set, sources, options))?;
    let mut counts = Counts::default();
    while let Some(game) = running.next(py)? {
        tally.add(game.map_err(|message| raised(&message))?, &mut counts);
        if counts.held() > set.held() {
            return Err(raised(&held_limit(set.held())));
        }
    }
    let summary = running.summary(py).ok_or_else(|| PyRuntimeError::new_err("the search has failed"))?;
    report(py, &summary)?;
    Ok((counts, summary))
}

/// The lines as dictionaries.
fn rows<'py>(
    py: Python<'py>,
    set: &QuerySet,
    tally: &Tally,
    (counts, summary): (&Counts, &RunSummary),
) -> PyResult<Bound<'py, PyList>> {
    let columns = tally.columns();
    let list = PyList::empty(py);
    for (i, (query, numbers)) in set.queries().iter().zip(&summary.queries).enumerate() {
        let name = (set.queries().len() > 1).then(|| ("query", Cell::from(&*query.source().name).into_owned()));
        for line in tally.lines(counts, (i, numbers.matched), tally.names().len()) {
            let cells = columns.iter().map(|(name, _)| name.as_str()).zip(line.cells());
            list.append(values::row(py, name.clone().into_iter().chain(cells))?)?;
        }
    }
    Ok(list)
}
