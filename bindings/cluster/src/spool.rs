//! Rows that wait until an answer is known to be complete: a few in memory, more in a temporary file.
//!
//! Spooling costs no time, because Ballista's client gets its first row when the job is done.

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::ipc::reader::StreamReader;
use datafusion::arrow::ipc::writer::StreamWriter;
use datafusion::error::{DataFusionError, Result};
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek as _, Write as _};

/// The bytes of rows that are kept in memory.
const IN_MEMORY: usize = 64 << 20;

/// Rows in their order.
pub(crate) struct Spool {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    bytes: usize,
    most: usize,
    file: Option<StreamWriter<BufWriter<File>>>,
}

/// The rows once more.
pub(crate) enum Spooled {
    Memory(std::vec::IntoIter<RecordBatch>),
    File(Box<StreamReader<BufReader<File>>>),
}

impl Spool {
    pub(crate) fn new(schema: SchemaRef) -> Spool {
        Spool { schema, batches: Vec::new(), bytes: 0, most: IN_MEMORY, file: None }
    }

    /// Takes rows.
    pub(crate) fn push(&mut self, batch: RecordBatch) -> Result<()> {
        if batch.num_rows() == 0 {
            return Ok(());
        }
        self.bytes += batch.get_array_memory_size();
        if self.file.is_none() && self.bytes > self.most {
            let file = BufWriter::new(tabiya_disk::temporary().map_err(full)?);
            let mut writer = StreamWriter::try_new(file, &self.schema)?;
            for batch in self.batches.drain(..) {
                writer.write(&batch)?;
            }
            self.file = Some(writer);
        }
        match &mut self.file {
            Some(writer) => writer.write(&batch)?,
            None => self.batches.push(batch),
        }
        Ok(())
    }

    /// All rows, to be read.
    pub(crate) fn finish(self) -> Result<Spooled> {
        let Some(mut writer) = self.file else { return Ok(Spooled::Memory(self.batches.into_iter())) };
        writer.finish()?;
        let mut file = writer.into_inner()?;
        file.flush().map_err(full)?;
        let mut file = file.into_inner().map_err(|error| full(error.into_error()))?;
        file.rewind().map_err(full)?;
        Ok(Spooled::File(Box::new(StreamReader::try_new(BufReader::new(file), None)?)))
    }
}

fn full(error: std::io::Error) -> DataFusionError {
    DataFusionError::Execution(format!("cannot keep the cluster's answer in a temporary file: {error}"))
}

impl Iterator for Spooled {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Result<RecordBatch>> {
        match self {
            Spooled::Memory(batches) => batches.next().map(Ok),
            Spooled::File(reader) => reader.next().map(|batch| batch.map_err(Into::into)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::array::Int64Array;
    use datafusion::arrow::datatypes::{DataType, Field, Schema};
    use std::sync::Arc;

    #[test]
    fn rows_come_back_in_order() {
        let schema = Arc::new(Schema::new(vec![Field::new("n", DataType::Int64, false)]));
        for most in [usize::MAX, 0, 500] {
            let mut spool = Spool { most, ..Spool::new(Arc::clone(&schema)) };
            for (i, n) in (0..100).zip([0, 1, 2].into_iter().cycle()) {
                let rows = Arc::new(Int64Array::from(vec![i; n]));
                spool.push(RecordBatch::try_new(Arc::clone(&schema), vec![rows]).expect("rows")).expect("room");
            }
            let mut values = Vec::new();
            for batch in spool.finish().expect("rows") {
                let batch = batch.expect("rows");
                values.extend_from_slice(
                    batch.column(0).as_any().downcast_ref::<Int64Array>().expect("numbers").values(),
                );
            }
            let expected: Vec<i64> =
                (0..100).zip([0, 1, 2].into_iter().cycle()).flat_map(|(i, n)| vec![i; n]).collect();
            assert_eq!(values, expected);
        }
    }
}
