//! `tabiya.columns`: queries on columns of texts, such as games in a Parquet file.

use crate::arguments;
use crate::columns::arrow_chunks;
use crate::query::{Options, Query};
use crate::reports::{damaged_games, print, raised};
use crate::{tables, values, waiting};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field};
use crossbeam_channel::bounded;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyIterator, PyList, PyString};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tabiya::RunControl;
use tabiya::column::{ColumnQuestion, ColumnSearch};
use tabiya::pipeline::{Printer, RunOptions};

/// The number of texts that are searched at a time: their rows are one piece of the answer.
const TEXTS: usize = 8192;

/// A value for each text of a column: an Arrow stream, and a sequence of objects of Python.
#[pyclass(frozen, sequence, module = "tabiya")]
pub(crate) struct Column {
    pieces: Vec<ArrayRef>,
    ty: DataType,
}

#[pymethods]
impl Column {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let field = Field::new("", self.ty.clone(), true);
        tables::column_stream(py, self.pieces.clone().into_iter().map(Ok), field, requested_schema)
    }

    fn __len__(&self) -> usize {
        self.pieces.iter().map(|piece| piece.len()).sum()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, place: isize) -> PyResult<Bound<'py, PyAny>> {
        let place = if place < 0 { place.checked_add_unsigned(self.__len__()) } else { Some(place) };
        let mut place = place.and_then(|place| usize::try_from(place).ok());
        for piece in &self.pieces {
            match place {
                Some(at) if at < piece.len() => return values::value(py, piece, at),
                _ => place = place.and_then(|at| at.checked_sub(piece.len())),
            }
        }
        Err(PyIndexError::new_err("there are fewer texts"))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    /// The values as an array of NumPy: of `bool` or `int64` where none is missing, otherwise of objects.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("a Column has no array that could be had without a copy"));
        }
        let is_nested = matches!(self.ty, DataType::List(_) | DataType::LargeList(_));
        py.import("tabiya._support")?.call_method1("array", (self.list(py)?, is_nested, dtype))
    }

    fn __repr__(&self) -> String {
        format!("<Column of {} values>", self.__len__())
    }
}

impl Column {
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let places = self.pieces.iter().flat_map(|piece| (0..piece.len()).map(move |at| (piece, at)));
        let values = places.map(|(piece, at)| values::value(py, piece, at)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, values)
    }
}

/// Puts a query to each text of a column.
#[pyfunction]
#[pyo3(signature = (query, texts, answer, threads=None))]
pub(crate) fn ask_texts(
    query: &Bound<'_, PyAny>,
    texts: &Bound<'_, PyAny>,
    answer: &str,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<NonZeroUsize>,
) -> PyResult<Column> {
    let py = query.py();
    let question = match answer {
        "match" => ColumnQuestion::Match,
        "count" => ColumnQuestion::Count,
        "rows" => ColumnQuestion::Rows,
        other => {
            return Err(PyValueError::new_err(format!("answer={other:?}: it is \"match\", \"count\" or \"rows\"")));
        }
    };
    let read;
    let query = match query.cast::<Query>() {
        Ok(query) => query.get(),
        Err(_) => {
            read = Query::read(py, &query.extract::<String>()?, &Options::default())?;
            &read
        }
    };
    let control = Arc::new(RunControl::new());
    let lines: Arc<Mutex<Vec<String>>> = Arc::default();
    let mut options = RunOptions { threads, ..RunOptions::new().control(&control) };
    options.search.files = query.files();
    options.printer = Some(Printer::new({
        let lines = Arc::clone(&lines);
        move |line| lines.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_owned())
    }));
    let search = ColumnSearch::new(query.alone()?, &options)
        .map_err(|why| PyValueError::new_err(format!("each text is searched by itself, but {why}")))?;
    let (mut pieces, mut incomplete, mut first) = (Vec::new(), 0, None);
    for chunk in Texts::read(texts)? {
        let all = chunk.list();
        for texts in all.chunks(TEXTS) {
            let piece = while_signals_work(py, &control, || search.ask(question, texts))?;
            let piece = piece.map_err(|message| raised(&message))?;
            let printed = std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner));
            printed.iter().try_for_each(|line| print(py, line))?;
            pieces.push(piece.values);
            incomplete += piece.incomplete;
            first = first.or(piece.first);
        }
    }
    damaged_games(py, incomplete, first.as_ref(), "the moves before them count")?;
    Ok(Column { pieces, ty: search.answer_type(question) })
}

/// Does a piece of work on another thread, with the GIL released; a signal ends it.
fn while_signals_work<T: Send>(py: Python<'_>, control: &RunControl, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (sender, done) = bounded(1);
    thread::scope(|scope| {
        scope.spawn(move || drop(sender.send(work())));
        let made = waiting::next(py, &done).inspect_err(|_| control.stop())?;
        made.ok_or_else(|| PyRuntimeError::new_err("the search has failed"))
    })
}

/// The texts of a part of a column.
enum Texts {
    Arrow(ArrayRef),
    Python(Vec<Option<String>>),
}

impl Texts {
    /// The texts of an Arrow array or stream, or of a sequence of `str` and `None`.
    fn read(texts: &Bound<'_, PyAny>) -> PyResult<Vec<Texts>> {
        let Some(chunks) = arrow_chunks(texts)? else {
            let text = "texts are an Arrow column of strings, or a sequence of str and None";
            let wrong = |_| PyTypeError::new_err(text);
            if texts.is_instance_of::<PyString>() || texts.is_instance_of::<PyBytes>() {
                return Err(PyTypeError::new_err(format!("{text}; put a single text into a list")));
            }
            let texts = texts.try_iter()?.map(|text| text?.extract::<Option<String>>().map_err(wrong));
            return Ok(vec![Texts::Python(texts.collect::<PyResult<_>>()?)]);
        };
        let text = |chunk: ArrayRef| {
            let ty = chunk.data_type();
            let is_text = |ty: &DataType| {
                matches!(ty, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null)
            };
            let plain = match ty {
                DataType::Dictionary(_, values) => is_text(values),
                ty => is_text(ty),
            };
            if !plain {
                return Err(PyTypeError::new_err(format!(
                    "the column has values of the type {ty}, where texts are expected"
                )));
            }
            let cast = arrow_cast::cast(&chunk, &DataType::Utf8View);
            Ok(Texts::Arrow(cast.map_err(|error| PyTypeError::new_err(error.to_string()))?))
        };
        chunks.into_iter().map(text).collect()
    }

    fn list(&self) -> Vec<Option<&str>> {
        match self {
            Texts::Arrow(texts) => texts.as_string_view().iter().collect(),
            Texts::Python(texts) => texts.iter().map(Option::as_deref).collect(),
        }
    }
}
