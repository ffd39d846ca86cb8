//! The arguments of searches, as callers give them.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyMapping};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;
use tabiya::Source;
use tabiya::pipeline::EachGame;

/// A query without a name.
pub(crate) fn single(text: &str) -> Vec<Source> {
    vec![Source { name: "query".into(), text: text.to_owned() }]
}

/// The argument `query`: a text, or texts by their names, or a list of texts, whose names are numbers.
pub(crate) fn texts(query: &Bound<'_, PyAny>) -> PyResult<Vec<Source>> {
    if let Ok(text) = query.extract::<String>() {
        return Ok(single(&text));
    }
    let wrong = || {
        let text = "a query is a text, or one made by tabiya.compile; several are a dictionary from names to texts, or a list of texts";
        PyTypeError::new_err(text)
    };
    let named: Vec<(String, String)> = match query.cast::<PyMapping>() {
        Ok(named) => named.items()?.extract().map_err(|_| wrong())?,
        Err(_) => {
            let texts: Vec<String> = query.extract().map_err(|_| wrong())?;
            texts.into_iter().enumerate().map(|(i, text)| (format!("query {}", i + 1), text)).collect()
        }
    };
    if named.is_empty() {
        return Err(PyValueError::new_err("there is no query"));
    }
    Ok(named.into_iter().map(|(name, text)| Source { name, text }).collect())
}

/// An argument that is a text or a list of texts.
#[derive(FromPyObject)]
pub(crate) enum Texts {
    /// A text.
    One(String),
    /// A list of texts.
    Several(Vec<String>),
}

impl Texts {
    /// Its texts, however many.
    pub(crate) fn all(texts: Option<Texts>) -> Vec<String> {
        match texts {
            None => Vec::new(),
            Some(Texts::One(text)) => vec![text],
            Some(Texts::Several(texts)) => texts,
        }
    }
}

/// The matches that are kept of each game.
pub(crate) fn each_game(per_game: Option<&Bound<'_, PyAny>>) -> PyResult<EachGame> {
    let Some(per_game) = per_game else { return Ok(EachGame::All) };
    let kept = match per_game.extract::<String>().as_deref() {
        Ok("first") => Some(EachGame::First(1)),
        Ok("last") => Some(EachGame::Last),
        Ok("best") => Some(EachGame::Best),
        Ok(_) => None,
        Err(_) => per_game.extract::<NonZeroUsize>().ok().map(|n| EachGame::First(n.get())),
    };
    kept.ok_or_else(|| {
        let text = format!(
            "per_game={}: it is \"first\", \"last\", \"best\" or the number of the first ones, 1 or more",
            repr(per_game)
        );
        PyValueError::new_err(text)
    })
}

fn repr(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "?".into(), |text| text.to_string())
}

/// The numbers of the first and of the last game that is searched; to the last one of all if there is no such number.
pub(crate) type GameRange = (u64, Option<u64>);

/// The games that are searched.
pub(crate) fn game_range(range: Option<GameRange>) -> PyResult<Option<RangeInclusive<u64>>> {
    let range = range.map(|(first, last)| first..=last.unwrap_or(u64::MAX));
    match range {
        Some(range) if *range.start() == 0 || range.is_empty() => Err(PyValueError::new_err(
            "game_range is the first and the last game, counted from 1, such as (11, 20), or (11, None) for all from the 11th on",
        )),
        range => Ok(range),
    }
}

/// The function that is told of the progress.
pub(crate) fn teller(progress: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    let Some(progress) = progress else { return Ok(None) };
    match progress.extract::<bool>() {
        Ok(false) => Ok(None),
        Ok(true) => Ok(Some(progress.py().import("tabiya._support")?.getattr("Bar")?.call0()?.unbind())),
        Err(_) if progress.is_callable() => Ok(Some(progress.clone().unbind())),
        Err(_) => {
            Err(PyTypeError::new_err("progress is a function of the number of games and the share read, or True"))
        }
    }
}

/// A number of threads.
pub(crate) fn threads(given: &Bound<'_, PyAny>) -> PyResult<Option<NonZeroUsize>> {
    number(given, given.extract().ok(), "threads", "1 or more, or None for one for each processor")
}

/// The number of games or rows after which something ends.
pub(crate) fn limit(given: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    number(given, given.extract().ok(), "limit", "0 or more, or None")
}

/// A number that was read, or none where none is given.
fn number<T>(given: &Bound<'_, PyAny>, read: Option<T>, name: &str, what: &str) -> PyResult<Option<T>> {
    let text = || format!("{name}={}: it is a number, {what}", repr(given));
    match read {
        None if given.is_none() => Ok(None),
        None if given.is_instance_of::<PyInt>() => Err(PyValueError::new_err(text())),
        None => Err(PyTypeError::new_err(text())),
        read => Ok(read),
    }
}

/// A time from the caller.
pub(crate) fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let read = |time| {
        let text = "time_limit is a number of seconds, 0 or more";
        Duration::try_from_secs_f64(time).map_err(|_| PyValueError::new_err(text))
    };
    time.map(read).transpose()
}

/// True if rows are steps.
pub(crate) fn steps(rows: &str) -> PyResult<bool> {
    match rows {
        "matches" | "steps" => Ok(rows == "steps"),
        other => {
            let text = format!("rows={other:?}: a row is one of \"matches\" or of their \"steps\"");
            Err(PyValueError::new_err(text))
        }
    }
}
