//! Whether an answer is that of every shard exactly once.
//!
//! Each row that comes from the cluster says which shard it is from, and after the rows of a shard comes a checksum row: the
//! number of the shard, the games seen in it, the positions that match, and the rows sent. An engine that loses a part of an
//! answer, or delivers it twice, whether by a fault of its planner or after a task was run again, is found out by them.
//!
//! Ballista retries by itself, but its own history has several faults that multiplied or dropped rows without an error,
//! and a sum shows nothing of it. The client takes each shard of the manifest by itself, once, and only with exactly one
//! checksum row, with the manifest's number of games, and as many rows as it says, regardless of retries.

use datafusion::arrow::array::{
    Array, ArrayRef, RecordBatch, RecordBatchOptions, UInt32Array, UInt64Array, new_null_array,
};
use datafusion::arrow::compute::filter_record_batch;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::{DataFusionError, Result};
use std::sync::Arc;
use tabiya_tables::{Shard, Shards};

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
pub(crate) struct Answer {
    /// Shards.
    pub(crate) shards: u64,
    /// Games seen in them.
    pub(crate) games: u64,
    /// Positions that match.
    pub(crate) matches: u64,
    /// Games with moves that could not be read.
    pub(crate) damaged: u64,
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

/// An answer that is not one.
fn refused(what: &str) -> DataFusionError {
    DataFusionError::Execution(format!("the cluster's answer is refused: {what}; please report this"))
}

/// Takes apart what came of one shard, and tells in the end whether it is all.
#[derive(Debug)]
pub(crate) struct ShardCheck {
    number: u32,
    shard: Shard,
    /// The schema of the rows without the columns of checksums.
    schema: SchemaRef,
    rows: u64,
    sums: Vec<Checksum>,
}

impl ShardCheck {
    /// Takes what came from the cluster and gives the rows in it.
    ///
    /// # Errors
    ///
    /// If they do not have the columns of checksums, or are of another shard.
    pub(crate) fn take(&mut self, batch: &RecordBatch) -> Result<RecordBatch> {
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
            if shard != self.number {
                return Err(refused(&format!("rows of another one are among those of the shard {}", self.shard.path)));
            }
            keep.push(games.is_null(i));
            if games.is_null(i) {
                self.rows += 1;
            } else {
                let (games, matches, rows, damaged) =
                    (games.value(i), matches.value(i), rows.value(i), damaged.value(i));
                self.sums.push(Checksum { shard, games, matches, rows, damaged });
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

    /// The checksum, if everything that it sums up has come.
    ///
    /// # Errors
    ///
    /// If the shard is missing, came more than once, has other games than its manifest says, or lost or gained rows on the way.
    pub(crate) fn finish(self) -> Result<Checksum> {
        let path = &self.shard.path;
        let sum = match self.sums.as_slice() {
            [sum] => *sum,
            [] => return Err(refused(&format!("the shard {path} is missing from it"))),
            many => return Err(refused(&format!("the shard {path} is in it {} times", many.len()))),
        };
        if let Some(games) = self.shard.games.filter(|games| *games != sum.games) {
            let text = format!("the shard {path} has {} games, and {games} in its manifest", sum.games);
            return Err(DataFusionError::Execution(format!("the cluster's answer is refused: {text}")));
        }
        if self.rows != sum.rows {
            return Err(refused(&format!("of {} rows of the shard {path}, {} arrived", sum.rows, self.rows)));
        }
        Ok(sum)
    }
}

/// The shards of an answer, and which of them have come.
#[derive(Debug)]
pub(crate) struct Coverage {
    shards: Shards,
    sums: Vec<Option<Checksum>>,
    /// How many have come.
    pub(crate) come: usize,
}

impl Coverage {
    /// Nothing has come yet.
    pub(crate) fn new(shards: Shards) -> Coverage {
        let sums = vec![None; shards.list.len()];
        Coverage { shards, sums, come: 0 }
    }

    /// True if a shard has not come.
    pub(crate) fn misses(&self, shard: u32) -> bool {
        self.sums.get(shard as usize).is_some_and(Option::is_none)
    }

    /// The number of all shards.
    pub(crate) fn all(&self) -> usize {
        self.sums.len()
    }

    /// True if all shards have come.
    pub(crate) fn is_complete(&self) -> bool {
        self.come == self.sums.len()
    }

    /// The shards that have not come, with their numbers.
    pub(crate) fn missing(&self) -> Vec<(u32, &Shard)> {
        let numbered = (0..).zip(&self.shards.list);
        numbered.filter(|(number, _)| self.misses(*number)).collect()
    }

    /// What looks at the rows of a shard that is missing. `schema` is that of the rows.
    ///
    /// # Errors
    ///
    /// If it is not missing.
    pub(crate) fn check(&self, number: u32, schema: SchemaRef) -> Result<ShardCheck> {
        let shard = self.shards.list.get(number as usize).filter(|_| self.misses(number)).cloned();
        let shard = shard.ok_or_else(|| refused("it has rows of a shard that was not to be searched"))?;
        Ok(ShardCheck { number, shard, schema, rows: 0, sums: Vec::new() })
    }

    /// Takes note that everything of a shard has come.
    ///
    /// # Errors
    ///
    /// If it has come before.
    pub(crate) fn accept(&mut self, sum: Checksum) -> Result<()> {
        if !self.misses(sum.shard) {
            return Err(refused("a shard is in it twice"));
        }
        self.sums[sum.shard as usize] = Some(sum);
        self.come += 1;
        Ok(())
    }

    /// What the answer has seen, if it is complete.
    ///
    /// # Errors
    ///
    /// If a shard has not come.
    pub(crate) fn finish(self) -> Result<Answer> {
        let mut answer = Answer::default();
        for (shard, sum) in self.shards.list.iter().zip(&self.sums) {
            let sum = sum.ok_or_else(|| refused(&format!("the shard {} is missing from it", shard.path)))?;
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

    /// What comes of each shard.
    fn whole() -> Vec<Vec<RecordBatch>> {
        vec![
            vec![rows(0, &[1, 2]), sum(0, 10, 2)],
            vec![sum(1, 11, 0)],
            vec![rows(2, &[3]), rows(2, &[4, 5]), sum(2, 7, 3)],
        ]
    }

    /// The values of a shard that is accepted.
    fn take(coverage: &mut Coverage, number: u32, batches: &[RecordBatch]) -> Result<Vec<i64>> {
        let mut check = coverage.check(number, schema())?;
        let mut values = Vec::new();
        for batch in batches {
            let rows = check.take(batch)?;
            assert_eq!(rows.schema(), schema());
            let column = rows.column(0).as_any().downcast_ref::<Int64Array>().expect("numbers").clone();
            values.extend(column.values().iter());
        }
        coverage.accept(check.finish()?).map(|()| values)
    }

    #[test]
    fn a_whole_answer() {
        let mut coverage = Coverage::new(shards());
        // The order does not matter, nor how the rows are gathered.
        let mut third = whole().remove(2);
        third.reverse();
        assert_eq!(take(&mut coverage, 2, &third).expect("rows"), [4, 5, 3]);
        let missing: Vec<(u32, &str)> = coverage.missing().iter().map(|(i, shard)| (*i, shard.path.as_str())).collect();
        assert_eq!(missing, [(0, "/s0"), (1, "/s1")]);
        let first = datafusion::arrow::compute::concat_batches(&checked_schema(&schema()), &whole()[0]).expect("rows");
        assert_eq!(take(&mut coverage, 0, &[first]).expect("rows"), [1, 2]);
        assert_eq!(take(&mut coverage, 1, &whole()[1]).expect("rows"), [0; 0]);
        assert_eq!(coverage.finish().expect("an answer"), Answer { shards: 3, games: 28, matches: 15, damaged: 3 });
    }

    #[test]
    fn what_is_refused() {
        let refused = |number: u32, batches: &[RecordBatch]| {
            take(&mut Coverage::new(shards()), number, batches).expect_err("it is refused").to_string()
        };
        let [first, second, third] = [0, 1, 2].map(|i| whole().remove(i));
        assert!(refused(0, &[first.clone(), first.clone()].concat()).contains("the shard /s0 is in it 2 times"));
        assert!(refused(0, &first[..1]).contains("the shard /s0 is missing from it"));
        for lost in [0, 1] {
            let mut batches = third.clone();
            let again = batches.remove(lost);
            assert!(refused(2, &batches).contains("arrived"));
            batches.extend([again.clone(), again]);
            assert!(refused(2, &batches).contains("arrived"));
        }
        assert!(refused(0, &[sum(0, 9, 0)]).contains("the shard /s0 has 9 games, and 10 in its manifest"));
        assert!(refused(1, &[first, second.clone()].concat()).contains("rows of another one"));
        assert!(refused(3, &[]).contains("was not to be searched"));
        let plain = RecordBatch::try_new(schema(), vec![Arc::new(Int64Array::from(vec![1]))]).expect("rows");
        assert!(refused(0, &[plain]).contains("columns"));
        // A shard that has come cannot come again, and one that has not come is missed.
        let mut coverage = Coverage::new(shards());
        let checks = [(); 2].map(|()| coverage.check(1, schema()).expect("it is missing"));
        let sums = checks.map(|mut check| {
            check.take(&second[0]).expect("a checksum");
            check.finish().expect("a sum")
        });
        assert!(coverage.accept(sums[0]).is_ok() && coverage.accept(sums[1]).is_err());
        assert!(coverage.check(1, schema()).is_err());
        let error = coverage.finish().expect_err("it is not whole").to_string();
        assert!(error.contains("the shard /s0 is missing from it"), "{error}");
    }
}
