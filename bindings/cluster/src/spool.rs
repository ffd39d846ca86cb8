//! Rows that wait until an answer is known to be complete: a few in memory, more in a temporary file.
//!
//! Spooling costs no time, because Ballista's client gets its first row when the job is done.

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::ipc::reader::StreamReader;
use datafusion::arrow::ipc::writer::StreamWriter;
use datafusion::error::{DataFusionError, Result};
use std::collections::{BTreeMap, btree_map};
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek as _, SeekFrom, Write as _};

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

/// The rows of shards, which come in any order and are read in that of the shards: a few in memory, more in a temporary file.
pub(crate) struct Shelf {
    schema: SchemaRef,
    parts: BTreeMap<u32, Part>,
    /// The bytes in memory, and the most of them.
    bytes: usize,
    most: usize,
    file: Option<File>,
}

/// The rows of a shard.
enum Part {
    Here(Spooled),
    /// A stream in the file that begins at this byte.
    At(u64),
}

impl Shelf {
    pub(crate) fn new(schema: SchemaRef) -> Shelf {
        Shelf { schema, parts: BTreeMap::new(), bytes: 0, most: IN_MEMORY, file: None }
    }

    /// Takes the rows of a shard.
    pub(crate) fn put(&mut self, shard: u32, rows: Spooled) -> Result<()> {
        let bytes = match &rows {
            Spooled::Memory(batches) => batches.as_slice().iter().map(RecordBatch::get_array_memory_size).sum(),
            Spooled::File(_) => usize::MAX,
        };
        if bytes <= self.most - self.bytes {
            self.bytes += bytes;
            self.parts.insert(shard, Part::Here(rows));
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tabiya_disk::temporary().map_err(full)?),
        };
        let start = file.seek(SeekFrom::End(0)).map_err(full)?;
        let mut writer = StreamWriter::try_new(BufWriter::new(&*file), &self.schema)?;
        for batch in rows {
            writer.write(&batch?)?;
        }
        writer.finish()?;
        writer.into_inner()?.flush().map_err(full)?;
        self.parts.insert(shard, Part::At(start));
        Ok(())
    }

    /// All rows.
    pub(crate) fn into_rows(self) -> ShelvedRows {
        ShelvedRows { parts: self.parts.into_values(), file: self.file, current: None }
    }
}

/// The rows of all shards, in the order of the shards.
pub(crate) struct ShelvedRows {
    parts: btree_map::IntoValues<u32, Part>,
    file: Option<File>,
    current: Option<Spooled>,
}

impl ShelvedRows {
    /// The rows that begin at a byte of the file. One stream is read at a time, because all share the place in it.
    fn at(&self, start: u64) -> Result<Spooled> {
        let file = self.file.as_ref().ok_or_else(|| DataFusionError::Internal("rows without a file".into()))?;
        let mut file = file.try_clone().map_err(full)?;
        file.seek(SeekFrom::Start(start)).map_err(full)?;
        Ok(Spooled::File(Box::new(StreamReader::try_new(BufReader::new(file), None)?)))
    }
}

impl Iterator for ShelvedRows {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Result<RecordBatch>> {
        loop {
            if let Some(batch) = self.current.as_mut().and_then(Iterator::next) {
                return Some(batch);
            }
            match self.parts.next()? {
                Part::Here(rows) => self.current = Some(rows),
                Part::At(start) => match self.at(start) {
                    Ok(rows) => self.current = Some(rows),
                    Err(error) => return Some(Err(error)),
                },
            }
        }
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
    use datafusion::arrow::array::{AsArray as _, Int64Array};
    use datafusion::arrow::datatypes::{DataType, Field, Int64Type, Schema};
    use std::sync::Arc;

    #[test]
    fn shards_come_back_in_their_order() {
        let schema = Arc::new(Schema::new(vec![Field::new("n", DataType::Int64, false)]));
        for most in [usize::MAX, 0, 300] {
            let mut shelf = Shelf { most, ..Shelf::new(Arc::clone(&schema)) };
            for shard in [3, 0, 4, 1, 2] {
                // Those with even numbers have been in a file already, and one has no rows.
                let own = if shard % 2 == 0 { 0 } else { usize::MAX };
                let mut rows = Spool { most: own, ..Spool::new(Arc::clone(&schema)) };
                for part in 0..shard {
                    let values = Arc::new(Int64Array::from(vec![i64::from(shard * 10 + part); 2]));
                    rows.push(RecordBatch::try_new(Arc::clone(&schema), vec![values]).expect("rows")).expect("room");
                }
                shelf.put(shard, rows.finish().expect("rows")).expect("room");
            }
            let mut values = Vec::new();
            for batch in shelf.into_rows() {
                values.extend(batch.expect("rows").column(0).as_primitive::<Int64Type>().values().to_vec());
            }
            assert_eq!(
                values,
                [10, 10, 20, 20, 21, 21, 30, 30, 31, 31, 32, 32, 40, 40, 41, 41, 42, 42, 43, 43],
                "{most}"
            );
        }
    }

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
