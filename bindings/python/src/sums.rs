//! `tabiya.tree`, `novelty`, `repertoire`, `dedupe`, `tag`: sums over many games, as the commands of these names make them.
//!
//! Rows are dictionaries, which pandas and Polars take as they are. The work runs with the GIL released; signals are looked
//! for every 50 ms, on the thread that sums up.

use crate::arguments;
use crate::games;
use crate::query::{self, Options};
use crate::reports::{bad_files, damaged_games, raised};
use crate::running::Progress;
use crate::values;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tabiya::chess::fen;
use tabiya::chess::{Board, Color};
use tabiya::database::Tally;
use tabiya::duplicates::{Duplicate, DuplicateOptions, duplicates};
use tabiya::novelty::{Novelty, NoveltyOptions, novelties};
use tabiya::openings::{Line, Tree, TreeOptions, TreePosition, performance, score, tree as opening_tree};
use tabiya::pipeline::{Message, News, RunOptions, Watch};
use tabiya::repertoire::{Leaving, LeavingOptions, Repertoire};
use tabiya::syntax::Severity;
use tabiya::tagged::{TaggedGame, tagged};
use tabiya::{GameHeading, QuerySet, RunControl};

/// Signals are looked for this often.
const SIGNALS: Duration = Duration::from_millis(50);

/// What there is to say of the games, and what a signal has raised.
pub(crate) struct Watching {
    control: Arc<RunControl>,
    looked: Instant,
    error: Option<PyErr>,
    files: Vec<Message>,
    /// Games with moves that could not be read, and the first message about one.
    incomplete: u64,
    first: Option<Message>,
    progress: Option<Progress>,
}

impl Watch for Watching {
    fn hear(&mut self, news: &News) {
        match news {
            News::Passed(passed) => self.look(passed.games),
            News::Counted(counted) => self.look(counted.passed.games),
            News::Idle => self.look(0),
            News::Message(message) if message.severity == Severity::Warning => self.tell(message),
            News::Damaged(damage) => {
                self.incomplete += u64::from(damage.incomplete);
                let (games, files): (Vec<_>, Vec<_>) = damage.messages.iter().partition(|one| one.game.is_some());
                self.first = self.first.take().or_else(|| games.first().copied().cloned());
                files.into_iter().for_each(|message| self.tell(message));
            }
            _ => {}
        }
    }
}

impl Watching {
    /// Nothing has been heard yet; `progress` is told how far it is.
    pub(crate) fn new(control: Arc<RunControl>, progress: Option<Progress>) -> Watching {
        let (looked, files) = (Instant::now(), Vec::new());
        Watching { control, looked, error: None, files, incomplete: 0, first: None, progress }
    }

    /// Keeps what there is to say about a file, unless it has just been said.
    fn tell(&mut self, message: &Message) {
        if self.files.last() != Some(message) {
            self.files.push(message.clone());
        }
    }

    /// Counts games, and lets Python attend to signals and to the progress, now and then.
    fn look(&mut self, games: u64) {
        if let Some(progress) = &self.progress {
            progress.games.fetch_add(games, Ordering::Relaxed);
        }
        if self.looked.elapsed() >= SIGNALS {
            self.looked = Instant::now();
            let progress = self.progress.as_mut();
            let looked = Python::attach(|py| {
                py.check_signals()?;
                progress.map_or(Ok(()), |progress| progress.look(py))
            });
            self.check(looked);
        }
    }

    /// Ends the work by an error.
    pub(crate) fn check<E: Into<PyErr>>(&mut self, result: Result<(), E>) {
        if let Err(error) = result {
            self.control.stop();
            self.error.get_or_insert(error.into());
        }
    }

    /// True if something was raised.
    pub(crate) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Gives the warnings about games, with which `done` was done, unless something was raised.
    pub(crate) fn end<T>(self, py: Python<'_>, made: Result<T, Message>, done: &str) -> PyResult<T> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let made = made.map_err(|message| raised(&message))?;
        self.progress.map_or(Ok(()), |mut progress| progress.tell(py, Some(1.0)))?;
        bad_files(py, &self.files)?;
        damaged_games(py, self.incomplete, self.first.as_ref(), done)?;
        Ok(made)
    }
}

/// Does a piece of work without the GIL, and gives its warnings.
fn done<T: Send>(
    py: Python<'_>,
    threads: Option<NonZeroUsize>,
    progress: Option<Progress>,
    work: impl FnOnce(RunOptions, &mut Watching) -> Result<T, Message> + Send,
) -> PyResult<T> {
    let control = Arc::new(RunControl::new());
    let options = RunOptions { threads, ..RunOptions::new().control(&control) };
    let mut watching = Watching::new(control, progress);
    let made = py.detach(|| work(options, &mut watching));
    watching.end(py, made, "the moves before them count")
}

/// The condition on games, which is a query.
fn condition(py: Python<'_>, text: Option<&str>) -> PyResult<Option<QuerySet>> {
    text.map(|text| query::Query::read(py, text, &Options::default()).map(|query| query.set)).transpose()
}

/// Plies, from 1: the first and the last one.
fn half_moves(plies: Option<(u32, u32)>) -> PyResult<RangeInclusive<u32>> {
    match plies {
        None => Ok(1..=u32::MAX),
        Some((first, last)) if 0 < first && first <= last => Ok(first..=last),
        Some(_) => Err(PyValueError::new_err("plies are the first and the last ply, such as (9, 40)")),
    }
}

/// The side of a name.
fn side(name: &str) -> PyResult<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        other => Err(PyValueError::new_err(format!("there is no side {other:?}: it is \"white\" or \"black\""))),
    }
}

/// A row about a game.
fn row<'py>(py: Python<'py>, game: &GameHeading) -> PyResult<Bound<'py, PyDict>> {
    values::row(py, GameHeading::COLUMNS.into_iter().zip(game.cells()))
}

/// A list of rows.
fn rows<'py, T>(
    py: Python<'py>,
    found: &[T],
    row: impl Fn(Python<'py>, &T) -> PyResult<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    found.iter().try_for_each(|one| list.append(row(py, one)?))?;
    Ok(list)
}

/// Finds the first move of each new game that leads to a position which no old game has.
///
/// Args:
///     old: The older games, as for `tabiya.search`.
///     new: The games whose novelties are looked for, as for `tabiya.search`.
///     where: A query that must find something in a new game that is looked at, such as "elo white >= 2500".
///     plies: The first and the last ply, from 1, at which a novelty is reported; by default all.
///     variations: True if the variations of the old games count as well.
///     memory: The megabytes for positions of the new games. With less, the old games are read several times.
///     threads: The number of threads; by default that of the processors.
///     progress: As for `tabiya.search`.
///
/// Returns:
///     A dictionary for each new game with a novelty, in their order: `file`, `game`, `white`, `black`, `white_elo`, `black_elo`,
///     `date`, `event`, `result`; `ply`, `move` such as "10. Bb1", `before` (the old games that reach the position before it),
///     and `fen`, the position after it.
///
/// Raises:
///     GamesError: Some games cannot be read.
///     QueryError: The condition cannot run.
///     SearchError: The condition fails in a game.
///
/// Positions are equal if their pieces stand alike and the same side is to move.
#[pyfunction]
#[pyo3(signature = (old, new, *, r#where=None, plies=None, variations=false, memory=1000, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn novelty<'py>(
    py: Python<'py>,
    old: &Bound<'py, PyAny>,
    new: &Bound<'py, PyAny>,
    r#where: Option<&str>,
    plies: Option<(u32, u32)>,
    variations: bool,
    memory: usize,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let (old, new) = (games::read(old)?.sources, games::read(new)?.sources);
    let (conditions, plies) = (condition(py, r#where)?, half_moves(plies)?);
    if memory == 0 {
        return Err(PyValueError::new_err("memory is a number of megabytes, at least 1"));
    }
    let memory = memory.saturating_mul(1_000_000);
    let progress = Progress::of(arguments::teller(progress)?, &[&old, &new], 1);
    let found = done(py, threads, progress, |run, watch| {
        let options = NoveltyOptions { plies, conditions, variations, memory, run };
        let mut found = Vec::new();
        novelties(old, new, &options, watch, |novelty| found.push(novelty)).map(|_| found)
    })?;
    rows(py, &found, |py, novelty| {
        let Novelty { game, ply, mv, before, fen } = novelty;
        let row = row(py, game)?;
        row.set_item("ply", ply)?;
        row.set_item("move", mv)?;
        row.set_item("before", before)?;
        row.set_item("fen", fen)?;
        Ok(row)
    })
}

/// Finds where games leave a repertoire, who left it, and what it has instead.
///
/// Args:
///     lines: The games of the repertoire, with their variations, as for `tabiya.search`.
///     games: The games that are compared with it, as for `tabiya.search`.
///     where: A query that must find something in a game that is looked at, such as 'player white "Blue"'.
///     by: "white" or "black": only games that this side leaves.
///     plies: The first and the last ply, from 1, at which games that leave are reported; by default all.
///     threads: The number of threads; by default that of the processors.
///     progress: As for `tabiya.search`.
///
/// Returns:
///     A dictionary for each game that leaves, in their order: `file`, `game`, `white`, `black`, `white_elo`, `black_elo`, `date`,
///     `event`, `result`; `ply`, `by` (None where a line ends), `move` such as "3. d4", `repertoire` (a list of the moves that it has
///     there, empty where a line ends), and `fen`, the last position that the repertoire has.
///
/// Raises:
///     GamesError: Some games cannot be read, or the repertoire has none.
///     QueryError: The condition cannot run.
///     SearchError: The condition fails in a game.
///     ValueError: There is no such side, or no such range of plies.
///
/// A game leaves after its last position that the repertoire has, so a transposition does not leave it.
#[pyfunction]
#[pyo3(signature = (lines, games, *, r#where=None, by=None, plies=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn repertoire<'py>(
    py: Python<'py>,
    lines: &Bound<'py, PyAny>,
    games: &Bound<'py, PyAny>,
    r#where: Option<&str>,
    by: Option<&str>,
    plies: Option<(u32, u32)>,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let (lines, games) = (games::read(lines)?.sources, games::read(games)?.sources);
    let (conditions, plies, by) = (condition(py, r#where)?, half_moves(plies)?, by.map(side).transpose()?);
    let progress = Progress::of(arguments::teller(progress)?, &[&lines, &games], 1);
    let found = done(py, threads, progress, |run, watch| {
        let repertoire = Repertoire::read(lines, &run, watch)?;
        let options = LeavingOptions { plies, by, conditions, run };
        let mut found = Vec::new();
        repertoire.leavings(games, &options, watch, |leaving| found.push(leaving)).map(|_| found)
    })?;
    rows(py, &found, |py, leaving| {
        let Leaving { game, ply, by, mv, moves, fen } = leaving;
        let row = row(py, game)?;
        row.set_item("ply", ply)?;
        // Nobody leaves a line that has ended.
        row.set_item("by", (!moves.is_empty()).then(|| by.fold_wb("white", "black")))?;
        row.set_item("move", mv)?;
        row.set_item("repertoire", moves)?;
        row.set_item("fen", fen)?;
        Ok(row)
    })
}

/// Finds games that can be left out because another one, which is kept, says the same or more.
///
/// Args:
///     games: The games, as for `tabiya.search`, but for streams: they are read twice.
///     plies: The fewest plies of a game that may be the beginning of another; shorter ones are compared more strictly.
///     days: The days by which complete dates may differ.
///     beginnings: True if games that are the beginning of others are duplicates.
///     memory: The megabytes for what is kept of the games: about 15,000 games each. More games are a `GamesError`.
///     threads: The number of threads; by default that of the processors.
///     progress: As for `tabiya.search`.
///
/// Returns:
///     A dictionary for each game that can be left out, in their order: `file`, `game`, `plies`, `reason` ("same-moves" or
///     "beginning"), and the game that is kept in its place: `kept_file`, `kept_game`, `kept_plies`.
///
/// Raises:
///     GamesError: Some games cannot be read, or cannot be read twice.
///
/// Nothing is written; the command `tabiya dedupe` writes the games that are kept.
#[pyfunction]
#[pyo3(signature = (games, *, plies=10, days=0, beginnings=true, memory=2000, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn dedupe<'py>(
    py: Python<'py>,
    games: &Bound<'py, PyAny>,
    plies: u32,
    days: u32,
    beginnings: bool,
    memory: usize,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let games = games::read(games)?.sources;
    let memory = memory.saturating_mul(1_000_000);
    let progress = Progress::of(arguments::teller(progress)?, &[&games], 2);
    let found = done(py, threads, progress, |run, watch| {
        let options = DuplicateOptions { plies, days, beginnings, memory, run, ..DuplicateOptions::default() };
        duplicates(games, &options, watch).map(|found| found.found)
    })?;
    rows(py, &found, |py, duplicate| {
        let Duplicate { game, kept, reason } = duplicate;
        let row = PyDict::new(py);
        row.set_item("file", &*game.file)?;
        row.set_item("game", game.number)?;
        row.set_item("plies", game.plies)?;
        row.set_item("reason", reason.name())?;
        row.set_item("kept_file", &*kept.file)?;
        row.set_item("kept_game", kept.number)?;
        row.set_item("kept_plies", kept.plies)?;
        Ok(row)
    })
}

/// Finds which queries match each game, in one pass over the games.
///
/// Args:
///     games: The games, as for `tabiya.search`.
///     queries: A name for each query, with its text: {"mate": "mate", "fork": "..."}.
///     threads: The number of threads; by default that of the processors.
///     progress: As for `tabiya.search`.
///
/// Returns:
///     A dictionary for each game, in their order: `file`, `game`, `white`, `black`, `white_elo`, `black_elo`, `date`, `event`,
///     `result`, and `tags`, a list of the names of the queries that match somewhere in it.
///
/// Raises:
///     GamesError: Some games cannot be read.
///     QueryError: A query cannot run.
///     SearchError: A query fails in a game.
#[pyfunction]
#[pyo3(signature = (games, queries, *, threads=None, progress=None))]
pub(crate) fn tag<'py>(
    py: Python<'py>,
    games: &Bound<'py, PyAny>,
    queries: &Bound<'py, PyMapping>,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let games = games::read(games)?.sources;
    let named: Vec<(String, String)> = queries.items()?.extract()?;
    if named.is_empty() {
        return Err(PyValueError::new_err("there are no queries"));
    }
    let set = query::planned_together(py, &named)?;
    let progress = Progress::of(arguments::teller(progress)?, &[&games], 1);
    let found = done(py, threads, progress, |run, watch| {
        let mut found = Vec::new();
        tagged(&set, games, &run, watch, |one| found.push(one)).map(|_| found)
    })?;
    rows(py, &found, |py, one| {
        let TaggedGame { game, queries } = one;
        let row = row(py, game)?;
        row.set_item("tags", queries.iter().map(|&number| named[number].0.as_str()).collect::<Vec<_>>())?;
        Ok(row)
    })
}

/// Shows what was played from a position: games, results, ratings.
///
/// Args:
///     games: The games, as for `tabiya.search`. Of a database with the table of openings no game is read if the table is enough.
///     position: A FEN, or moves from the first position such as "1.e4 e5 2.Nf3"; by default the first position.
///     plies: The depth of the tree in plies.
///     min_games: The fewest games of a move that is listed and followed.
///     where: A query that must find something in a game that counts.
///     whole: True if games count that reach the position after ply 50, too.
///     variations: True if variations count, too; a game counts once for each of its moves.
///     side: The side whose points are shown, "white" or "black".
///     threads: The number of threads; by default that of the processors.
///     progress: As for `tabiya.search`.
///
/// Returns:
///     A dictionary of the position: `games`, `white`, `draws`, `black`, `score` with `score_low` and `score_high` (the ends of its
///     interval of 95 %), `rating`, `opponents_rating`, `performance`, `last_year`, `ended` (games without a further move), and
///     `moves`: a list of dictionaries with the same numbers, `san`, `uci`, `share`, and `next`, the position after the move,
///     where the tree goes on.
///
/// Raises:
///     GamesError: Some games cannot be read.
///     QueryError: The condition cannot run.
///     SearchError: The condition fails in a game.
///     ValueError: This is no position, or no side.
#[pyfunction]
#[pyo3(signature = (games, position=None, *, plies=1, min_games=1, r#where=None, whole=false, variations=false, side="white", threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn tree<'py>(
    py: Python<'py>,
    games: &Bound<'py, PyAny>,
    position: Option<&str>,
    plies: u32,
    min_games: u32,
    r#where: Option<&str>,
    whole: bool,
    variations: bool,
    side: &str,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    if !(1..=100).contains(&plies) {
        return Err(PyValueError::new_err("a tree is 1 to 100 plies deep"));
    }
    let (games, root, side) = (games::read(games)?.sources, root(position)?, self::side(side)?);
    let conditions = condition(py, r#where)?;
    let progress = Progress::of(arguments::teller(progress)?, &[&games], 1);
    let tree = done(py, threads, progress, |run, watch| {
        let options = TreeOptions { plies, min_games, whole, variations, conditions, run, ..TreeOptions::default() };
        opening_tree(&root, games, &options, watch)
    })?;
    Shown { tree: &tree, side }.position(py, &tree.positions[0], 0)
}

/// The position with which a tree begins.
fn root(position: Option<&str>) -> PyResult<Board> {
    let Some(text) = position else { return Ok(Board::initial()) };
    if text.split_whitespace().next().is_some_and(|placement| placement.matches('/').count() == 7) {
        let read = fen::parse(text).map_err(|error| format!("this is not a position in FEN: {error}"));
        return read.map(|setup| setup.board).map_err(PyValueError::new_err);
    }
    Line::read(text).map(|line| line.board).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A tree on its way to Python.
struct Shown<'t> {
    tree: &'t Tree,
    side: Color,
}

impl Shown<'_> {
    fn position<'py>(&self, py: Python<'py>, position: &TreePosition, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        let object = self.numbers(py, &position.total, position.turn)?;
        object.set_item("ended", position.ended.games)?;
        let moves = PyList::empty(py);
        for mv in &position.moves {
            let one = self.numbers(py, &mv.tally, position.turn)?;
            one.set_item("san", &mv.san)?;
            one.set_item("uci", mv.mv.map(|mv| mv.uci()))?;
            one.set_item("share", f64::from(mv.tally.games) / f64::from(position.total.games.max(1)))?;
            if let Some(next) = mv.next.filter(|_| depth + 1 < self.tree.plies) {
                one.set_item("next", self.position(py, &self.tree.positions[next], depth + 1)?)?;
            }
            moves.append(one)?;
        }
        object.set_item("moves", moves)?;
        Ok(object)
    }

    fn numbers<'py>(&self, py: Python<'py>, tally: &Tally, turn: Option<Color>) -> PyResult<Bound<'py, PyDict>> {
        let score = score(tally, self.side);
        let object = PyDict::new(py);
        object.set_item("games", tally.games)?;
        object.set_item("white", tally.white)?;
        object.set_item("draws", tally.draws)?;
        object.set_item("black", tally.black)?;
        object.set_item("score", score.map(|score| score.share))?;
        object.set_item("score_low", score.map(|score| score.low))?;
        object.set_item("score_high", score.map(|score| score.high))?;
        object.set_item("rating", tally.players.mean())?;
        object.set_item("opponents_rating", tally.opponents.mean())?;
        object.set_item("performance", turn.and_then(|turn| performance(tally, turn)))?;
        object.set_item("last_year", (tally.last_year > 0).then_some(tally.last_year))?;
        Ok(object)
    }
}
