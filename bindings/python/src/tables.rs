//! Tables for Python: streams of Arrow's C interface.
//!
//! DuckDB asks for a stream to learn the columns and for another one to read it. A capsule that is not read consumes
//! nothing; work starts when a batch is requested. Libraries raise exceptions of their own for what ends a stream
//! (`waiting::told`).

use crate::kept::{Keeping, Kept};
use crate::waiting;
use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};
use std::sync::{Arc, Mutex, PoisonError};

/// Where the batches of a table come from.
pub(crate) trait Source: Send + 'static {
    /// The next batch; `None` after the last one. It is not called after that, or after an exception.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>>;
}

/// The place of a table that is kept for further readings.
#[derive(Clone, Default)]
pub(crate) struct Shelf(Arc<Mutex<Option<Kept>>>);

impl Shelf {
    /// Puts a table there.
    fn put(&self, kept: Kept) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
    }

    /// Forgets the table.
    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// The table that is there as a stream. One whose file is gone is not there.
    pub(crate) fn stream<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyCapsule>>,
    ) -> Option<PyResult<Bound<'py, PyCapsule>>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let batches = kept.batches().ok()?;
        Some(capsule(py, batches, &kept.schema, requested_schema.cloned()))
    }
}

/// The batches of a source until it ends, by itself or by an exception. They are kept as long as that works.
struct Stream<S> {
    source: Option<S>,
    keeping: Option<(Keeping, Shelf)>,
}

impl<S: Source> Iterator for Stream<S> {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Result<ArrayRef, ArrowError>> {
        let source = self.source.as_mut()?;
        let next = Python::attach(|py| {
            // A source that never waits attends to Ctrl-C with every batch.
            py.check_signals()?;
            source.next(py)
        });
        match next {
            Ok(Some(batch)) => {
                if self.keeping.as_mut().is_some_and(|(keeping, _)| keeping.add(&batch).is_err()) {
                    self.keeping = None;
                }
                Some(Ok(Arc::new(StructArray::from(batch))))
            }
            Ok(None) => {
                self.source = None;
                if let Some((keeping, shelf)) = self.keeping.take() {
                    keeping.finish().into_iter().for_each(|kept| shelf.put(kept));
                }
                None
            }
            Err(error) => {
                // Anything that is left of its work ends here.
                (self.source, self.keeping) = (None, None);
                Some(Err(waiting::told(error)))
            }
        }
    }
}

/// The batches of a source as such a stream. With a shelf, the table stands there when it has been read to its end.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    source: impl Source,
    schema: &SchemaRef,
    shelf: Option<&Shelf>,
    requested_schema: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let keeping = shelf.map(|shelf| (Keeping::new(Arc::clone(schema)), shelf.clone()));
    capsule(py, Stream { source: Some(source), keeping }, schema, requested_schema)
}

fn capsule<'py>(
    py: Python<'py>,
    batches: impl Iterator<Item = Result<ArrayRef, ArrowError>> + Send + 'static,
    schema: &Schema,
    requested_schema: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let rows = Field::new_struct("", schema.fields().clone(), false).with_metadata(schema.metadata().clone());
    column_stream(py, batches, rows, requested_schema)
}

/// Pieces of a column as such a stream.
pub(crate) fn column_stream<'py>(
    py: Python<'py>,
    pieces: impl Iterator<Item = Result<ArrayRef, ArrowError>> + Send + 'static,
    field: Field,
    requested_schema: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    Ok(to_stream_pycapsule(py, Box::new(ArrayIterator::new(pieces, Arc::new(field))), requested_schema)?)
}
