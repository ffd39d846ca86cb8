//! Whether an answer is that of every shard exactly once.
//!
//! Each row that comes from the cluster says which shard it is from, and after the rows of a shard comes a checksum row: the
//! number of the shard, the games seen in it, the positions that match, and the rows sent. An engine that loses a part of an
//! answer, or delivers it twice, whether by a fault of its planner or after a task was run again, is found out by them.
//!
//! Ballista retries by itself, but its own history has several faults that multiplied or dropped rows without an error,
//! and a sum shows nothing of it. The client accepts an answer only if each shard of the manifest has exactly one
//! checksum row, with the manifest's number of games, and as many rows as it says, whatever was retried.

use datafusion::arrow::array::{
    Array, ArrayRef, RecordBatch, RecordBatchOptions, UInt32Array, UInt64Array, new_null_array,
};
use datafusion::arrow::compute::filter_record_batch;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::{DataFusionError, Result};
use std::sync::Arc;
use tabiya_tables::Shards;

/// The columns in front of the rows of a shard. The last four have a value in checksum rows only.
const COLUMNS: [&str; 5] = ["#shard", "#games", "#matches", "#rows", "#damaged"];

/// What a shard's checksum row says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checksum {
    pub(crate) shard: u32,
    /// Games seen.
    pub(crate) games: u64,
    /// Positions that match.
    pub(crate) matches: u64,
    /// Rows sent.
    pub(crate) rows: u64,
    /// Games with moves that could not be read.
    pub(crate) damaged: u64,
}

/// What a complete answer has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Shards.
    pub shards: u64,
    /// Games seen in them.
    pub games: u64,
    /// Positions that match.
    pub matches: u64,
    /// Games with moves that could not be read.
    pub damaged: u64,
}

/// The schema of rows with the columns of checksums in front. Any value of a row may be missing: in a checksum row, all are.
pub(crate) fn checked_schema(rows: &Schema) -> SchemaRef {
    let types = [DataType::UInt32, DataType::UInt64, DataType::UInt64, DataType::UInt64, DataType::UInt64];
    let mut fields: Vec<Field> =
        COLUMNS.iter().zip(types).enumerate().map(|(i, (name, ty))| Field::new(*name, ty, i > 0)).collect();
    fields.extend(rows.fields().iter().map(|field| field.as_ref().clone().with_nullable(true)));
    Arc::new(Schema::new(fields))
}

/// Rows of a shard, with its number in front.
pub(crate) fn labelled(schema: &SchemaRef, shard: u32, rows: &RecordBatch) -> Result<RecordBatch> {
    let len = rows.num_rows();
    let mut columns: Vec<ArrayRef> = vec![Arc::new(UInt32Array::from(vec![shard; len]))];
    columns.extend((1..COLUMNS.len()).map(|_| new_null_array(&DataType::UInt64, len)));
    columns.extend(rows.columns().iter().cloned());
    Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
}

/// The checksum row of a shard.
pub(crate) fn checksum_row(schema: &SchemaRef, sum: &Checksum) -> Result<RecordBatch> {
    let mut columns: Vec<ArrayRef> = vec![Arc::new(UInt32Array::from(vec![sum.shard]))];
    let numbers = [sum.games, sum.matches, sum.rows, sum.damaged];
    columns.extend(numbers.map(|number| Arc::new(UInt64Array::from(vec![number])) as ArrayRef));
    columns.extend(schema.fields()[COLUMNS.len()..].iter().map(|field| new_null_array(field.data_type(), 1)));
    Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
}

/// Takes an answer apart, and tells in the end whether it is complete.
#[derive(Debug)]
pub struct Coverage {
    shards: Shards,
    /// The schema of the rows without the columns of checksums.
    schema: SchemaRef,
    /// The rows that have come of each shard, and its checksums.
    seen: Vec<(u64, Vec<Checksum>)>,
}

/// An answer that is not one.
fn refused(what: &str) -> DataFusionError {
    DataFusionError::Execution(format!("the cluster's answer is refused: {what}; please report this"))
}

impl Coverage {
    /// Nothing has come yet. `schema` is that of the rows.
    pub fn new(shards: Shards, schema: SchemaRef) -> Coverage {
        let seen = vec![(0, Vec::new()); shards.list.len()];
        Coverage { shards, schema, seen }
    }

    /// Takes what came from the cluster and gives the rows in it.
    ///
    /// # Errors
    ///
    /// If they do not have the columns of checksums, or are of a shard that was not asked for.
    pub fn take(&mut self, batch: &RecordBatch) -> Result<RecordBatch> {
        let unlike = || refused("its columns are not those of this version");
        let labels = batch.columns().first().and_then(|column| column.as_any().downcast_ref::<UInt32Array>());
        let labels = labels.ok_or_else(unlike)?;
        let number = |column: usize| {
            let column = batch.columns().get(column)?;
            column.as_any().downcast_ref::<UInt64Array>()
        };
        let sums = [number(1), number(2), number(3), number(4)];
        let [Some(games), Some(matches), Some(rows), Some(damaged)] = sums else { return Err(unlike()) };
        let mut keep = Vec::with_capacity(batch.num_rows());
        for i in 0..batch.num_rows() {
            let shard = labels.value(i);
            let seen = self.seen.get_mut(shard as usize);
            let (count, checksums) = seen.ok_or_else(|| refused("it has rows of a shard that was not searched"))?;
            keep.push(games.is_null(i));
            if games.is_null(i) {
                *count += 1;
            } else {
                let (games, matches, rows, damaged) =
                    (games.value(i), matches.value(i), rows.value(i), damaged.value(i));
                checksums.push(Checksum { shard, games, matches, rows, damaged });
            }
        }
        let columns: Vec<usize> = (COLUMNS.len()..batch.num_columns()).collect();
        let batch = batch.project(&columns)?;
        let batch = if keep.iter().all(|keep| *keep) { batch } else { filter_record_batch(&batch, &keep.into())? };
        if batch.num_columns() != self.schema.fields().len() {
            return Err(unlike());
        }
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), batch.columns().to_vec(), &options)?)
    }

    /// What the answer has seen, if it is complete.
    ///
    /// # Errors
    ///
    /// If a shard is missing, came more than once, has other games than its manifest says, or lost or gained rows on the way.
    pub fn finish(self) -> Result<Answer> {
        let mut answer = Answer::default();
        for (shard, (count, checksums)) in self.shards.list.iter().zip(&self.seen) {
            let path = &shard.path;
            let sum = match checksums.as_slice() {
                [sum] => sum,
                [] => return Err(refused(&format!("the shard {path} is missing from it"))),
                many => return Err(refused(&format!("the shard {path} is in it {} times", many.len()))),
            };
            if shard.games.is_some_and(|games| games != sum.games) {
                let games = shard.games.unwrap_or_default();
                let text = format!("the shard {path} has {} games, and {games} in its manifest", sum.games);
                return Err(DataFusionError::Execution(format!("the cluster's answer is refused: {text}")));
            }
            if *count != sum.rows {
                return Err(refused(&format!("of {} rows of the shard {path}, {count} arrived", sum.rows)));
            }
            answer.shards += 1;
            answer.games += sum.games;
            answer.matches += sum.matches;
            answer.damaged += sum.damaged;
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::array::Int64Array;
    use tabiya_tables::Shard;

    fn shards() -> Shards {
        let shard = |i: u64| Shard { path: format!("/s{i}"), games: (i < 2).then_some(10 + i), bytes: None };
        Shards { list: (0..3).map(shard).collect() }
    }

    fn schema() -> SchemaRef {
        Arc::new(Schema::new(vec![Field::new("n", DataType::Int64, false)]))
    }

    fn rows(shard: u32, values: &[i64]) -> RecordBatch {
        let rows = RecordBatch::try_new(schema(), vec![Arc::new(Int64Array::from(values.to_vec()))]).expect("rows");
        labelled(&checked_schema(&schema()), shard, &rows).expect("rows")
    }

    fn sum(shard: u32, games: u64, rows: u64) -> RecordBatch {
        let sum = Checksum { shard, games, matches: 5, rows, damaged: 1 };
        checksum_row(&checked_schema(&schema()), &sum).expect("a row")
    }

    fn whole() -> Vec<RecordBatch> {
        vec![rows(0, &[1, 2]), sum(0, 10, 2), sum(1, 11, 0), rows(2, &[3]), rows(2, &[4, 5]), sum(2, 7, 3)]
    }

    fn check(batches: &[RecordBatch]) -> (Vec<i64>, Result<Answer>) {
        let mut coverage = Coverage::new(shards(), schema());
        let mut values = Vec::new();
        for batch in batches {
            let rows = coverage.take(batch).expect("rows");
            assert_eq!(rows.schema(), schema());
            let column = rows.column(0).as_any().downcast_ref::<Int64Array>().expect("numbers").clone();
            values.extend(column.values().iter());
        }
        (values, coverage.finish())
    }

    #[test]
    fn a_whole_answer() {
        let (values, answer) = check(&whole());
        assert_eq!(values, [1, 2, 3, 4, 5]);
        assert_eq!(answer.expect("an answer"), Answer { shards: 3, games: 28, matches: 15, damaged: 3 });
        // The order does not matter, nor how the rows are gathered.
        let mut batches = whole();
        batches.reverse();
        assert!(check(&batches).1.is_ok());
        let together = datafusion::arrow::compute::concat_batches(&checked_schema(&schema()), &whole()).expect("rows");
        assert!(check(&[together]).1.is_ok());
    }

    #[test]
    fn what_is_refused() {
        let refused = |batches: Vec<RecordBatch>| check(&batches).1.expect_err("it is refused").to_string();
        let twice: Vec<RecordBatch> = whole().into_iter().chain(whole()).collect();
        assert!(refused(twice).contains("the shard /s0 is in it 2 times"));
        for missing in [1, 2, 5] {
            let mut batches = whole();
            batches.remove(missing);
            assert!(refused(batches).contains("is missing from it"));
        }
        for lost in [0, 3, 4] {
            let mut batches = whole();
            batches.remove(lost);
            assert!(refused(batches).contains("arrived"));
            let mut batches = whole();
            batches.push(whole().remove(lost));
            assert!(refused(batches).contains("arrived"));
        }
        let mut batches = whole();
        batches[1] = sum(0, 9, 2);
        assert!(refused(batches).contains("the shard /s0 has 9 games, and 10 in its manifest"));
        let mut coverage = Coverage::new(shards(), schema());
        assert!(coverage.take(&rows(3, &[1])).is_err());
        let plain = RecordBatch::try_new(schema(), vec![Arc::new(Int64Array::from(vec![1]))]).expect("rows");
        assert!(coverage.take(&plain).is_err());
    }
}
