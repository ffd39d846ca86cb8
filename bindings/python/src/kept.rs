//! The rows of a table that has been read to its end, for further readings: in memory as far as they are few, then in a
//! temporary file in Arrow's format of streams.

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, SchemaRef};
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::sync::Arc;
use tempfile::NamedTempFile;

/// Rows of this many bytes stay in memory.
const IN_MEMORY: usize = 32 << 20;

/// The rows of a table, batch by batch, while it is read for the first time.
pub(crate) struct Keeping {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    /// The bytes of these batches.
    bytes: usize,
    file: Option<Spool>,
}

/// A file that takes the batches that do not stay in memory.
struct Spool {
    file: NamedTempFile,
    writer: StreamWriter<BufWriter<File>>,
}

/// All rows of a table.
#[derive(Clone)]
pub(crate) struct Kept {
    pub(crate) schema: SchemaRef,
    rows: Rows,
}

#[derive(Clone)]
enum Rows {
    Memory(Arc<[RecordBatch]>),
    File(Arc<NamedTempFile>),
}

impl Keeping {
    pub(crate) fn new(schema: SchemaRef) -> Keeping {
        Keeping { schema, batches: Vec::new(), bytes: 0, file: None }
    }

    /// Keeps a batch.
    ///
    /// # Errors
    ///
    /// If the file cannot be written: then the rows are not kept.
    pub(crate) fn add(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        if let Some(spool) = &mut self.file {
            return spool.writer.write(batch);
        }
        self.bytes += batch.get_array_memory_size();
        self.batches.push(batch.clone());
        if self.bytes > IN_MEMORY {
            let file = NamedTempFile::new()?;
            let mut writer = StreamWriter::try_new_buffered(file.reopen()?, &self.schema)?;
            self.batches.drain(..).try_for_each(|batch| writer.write(&batch))?;
            self.file = Some(Spool { file, writer });
        }
        Ok(())
    }

    /// The rows, once all of them are there.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn finish(self) -> Result<Kept, ArrowError> {
        let rows = match self.file {
            None => Rows::Memory(self.batches.into()),
            Some(Spool { file, mut writer }) => {
                writer.finish()?;
                writer.flush()?;
                Rows::File(Arc::new(file))
            }
        };
        Ok(Kept { schema: self.schema, rows })
    }
}

impl Kept {
    /// The batches once more.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn batches(
        &self,
    ) -> Result<Box<dyn Iterator<Item = Result<ArrayRef, ArrowError>> + Send + 'static>, ArrowError> {
        let array = |batch: RecordBatch| Arc::new(StructArray::from(batch)) as ArrayRef;
        match &self.rows {
            Rows::Memory(batches) => {
                let batches = Arc::clone(batches);
                Ok(Box::new((0..batches.len()).map(move |i| Ok(array(batches[i].clone())))))
            }
            Rows::File(file) => {
                let reader = StreamReader::try_new(BufReader::new(file.reopen()?), None)?;
                // The file goes when nobody reads it any more.
                let file = Arc::clone(file);
                Ok(Box::new(reader.map(move |batch| {
                    let _ = &file;
                    batch.map(array)
                })))
            }
        }
    }
}
