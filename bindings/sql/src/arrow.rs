//! Results as streams and files of Apache Arrow.

use datafusion::arrow::array::{ArrayRef, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::ipc::writer::{FileWriter, StreamWriter};
use std::fmt;
use std::io::Write;
use std::sync::Arc;

/// A result that is being written in the format of Arrow IPC.
pub(crate) enum ArrowResult<W> {
    /// Can be read while it is written.
    Stream(Box<StreamWriter<W>>),
    /// Has an index of its batches at the end. The schema is that of the file.
    File(Box<FileWriter<W>>, SchemaRef),
}

impl<W: Write> ArrowResult<W> {
    /// Begins a stream. The schema is passed on at once, so that its reader need not wait for the first row.
    pub(crate) fn stream(sink: W, schema: &SchemaRef) -> Result<ArrowResult<W>, ArrowError> {
        let mut writer = StreamWriter::try_new(sink, schema)?;
        writer.flush()?;
        Ok(ArrowResult::Stream(Box::new(writer)))
    }

    /// Begins a file.
    pub(crate) fn file(sink: W, schema: &SchemaRef) -> Result<ArrowResult<W>, ArrowError> {
        let schema = Arc::new(Schema::new_with_metadata(
            schema.fields().iter().map(without_dictionary).collect::<Vec<FieldRef>>(),
            schema.metadata().clone(),
        ));
        Ok(ArrowResult::File(Box::new(FileWriter::try_new(sink, &schema)?), schema))
    }

    /// Writes rows; those of a stream are passed on at once.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        match self {
            ArrowResult::Stream(writer) => {
                writer.write(batch)?;
                writer.flush()
            }
            ArrowResult::File(writer, schema) => {
                let columns = batch.columns().iter().zip(schema.fields());
                let columns = columns.map(|(column, field)| match column.data_type() {
                    DataType::Dictionary(..) => cast(column, field.data_type()),
                    _ => Ok(Arc::clone(column)),
                });
                let columns = columns.collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
                writer.write(&RecordBatch::try_new(Arc::clone(schema), columns)?)
            }
        }
    }

    /// Writes the end.
    pub(crate) fn into_inner(self) -> Result<W, ArrowError> {
        match self {
            ArrowResult::Stream(writer) => writer.into_inner(),
            ArrowResult::File(writer, _) => writer.into_inner(),
        }
    }
}

impl<W> fmt::Debug for ArrowResult<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ArrowResult::Stream(_) => "Stream",
            ArrowResult::File(..) => "File",
        })
    }
}

/// A column with its values in place. A file holds one dictionary for each column, and batches may come with different ones.
fn without_dictionary(field: &FieldRef) -> FieldRef {
    match field.data_type() {
        DataType::Dictionary(_, values) => {
            let plain = Field::new(field.name(), values.as_ref().clone(), field.is_nullable());
            Arc::new(plain.with_metadata(field.metadata().clone()))
        }
        _ => Arc::clone(field),
    }
}
