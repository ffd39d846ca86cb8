//! Tables for Python: streams of Arrow's C interface.
//!
//! DuckDB asks for a stream to learn the columns and for another one to read it. A capsule that is not read consumes
//! nothing; the search starts when a batch is asked for. Nevertheless, a search can be read only once, because file
//! objects cannot be read twice.

use arrow_array::ArrayRef;
use arrow_schema::{ArrowError, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};
use std::sync::Arc;

/// A table as such a stream. `batches` are structs with the columns of `schema`.
pub(crate) fn stream<'py>(
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
