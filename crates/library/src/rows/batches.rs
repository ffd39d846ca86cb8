//! Rows as record batches of Apache Arrow.
//!
//! Arrow is version 59, although there is a newer one: record batches can be handed over only within one major version,
//! and both DataFusion and pyo3-arrow, which connects them with Python, use 59. All of them must be raised together.

use super::catalogue::ColumnType;
use super::cell::Cell;
use super::columns::Columns;
use super::row::Row;
use crate::chess::MoveList;
use arrow_array::RecordBatchOptions;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Float64Builder, Int32Builder, Int64Builder, MapBuilder, StringBuilder,
    make_builder,
};
use arrow_schema::{DataType, Field, Fields};
use std::fmt;
use std::sync::Arc;

pub use arrow_array::RecordBatch;
pub use arrow_schema::{Schema, SchemaRef};

/// The number of rows after which [`Batches::is_full`] is true.
pub const BATCH_ROWS: usize = 8192;

/// The number of bytes of texts after which it is as well: long texts must not fill the memory.
const BATCH_BYTES: usize = 8 << 20;

type TagsBuilder = MapBuilder<StringBuilder, StringBuilder>;

/// Makes record batches of rows.
///
/// Each column has the type that [`Columns::types`] says, and any value may be null. A selected filter that is only true or
/// false gives true or false; sets of squares are texts, `a1 b1`; tags are a map. Memory is that of the rows since the last batch.
///
/// ```
/// use tabiya::rows::{Batches, Cell, ColumnType};
///
/// let mut batches = Batches::of([("player", ColumnType::Text), ("games", ColumnType::Int64)].into_iter());
/// batches.push_cells([Cell::from("Tal"), Cell::from(3_u64)]);
/// batches.push_cells([Cell::None, Cell::from(1_u64)]);
/// let batch = batches.finish();
/// assert_eq!((batch.num_rows(), batch.column(0).null_count()), (2, 1));
/// assert_eq!(batches.rows(), 0, "the next batch is empty");
/// ```
pub struct Batches {
    schema: SchemaRef,
    builders: Vec<(ColumnType, Box<dyn ArrayBuilder>)>,
    rows: usize,
    bytes: usize,
}

impl fmt::Debug for Batches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("schema", &self.schema).field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl Batches {
    /// Batches with the columns of a run.
    pub fn new(columns: &Columns) -> Batches {
        Batches::of(columns.names().zip(columns.types()))
    }

    /// Batches with columns by their names and types.
    pub fn of<'n>(columns: impl Iterator<Item = (&'n str, ColumnType)>) -> Batches {
        let (mut fields, mut builders) = (Vec::new(), Vec::new());
        for (name, ty) in columns {
            fields.push(Field::new(name, ty.data_type(), true));
            builders.push((ty, builder(ty)));
        }
        Batches { schema: Arc::new(Schema::new(fields)), builders, rows: 0, bytes: 0 }
    }

    /// The schema of all batches.
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Takes a row. `columns` are those that these batches were made for.
    ///
    /// # Panics
    ///
    /// If `columns` are more or fewer than those of the batches.
    pub fn push(&mut self, columns: &Columns, row: &Row<'_>, moves: &mut MoveList) {
        self.push_cells(columns.cells(row, moves).map(|(_, cell)| cell));
    }

    /// Takes a row by its values, in the order of the columns. In a column of numbers a text is null, and in one of texts any
    /// value is its text.
    ///
    /// # Panics
    ///
    /// If there are more or fewer values than columns.
    pub fn push_cells<'c>(&mut self, cells: impl IntoIterator<Item = Cell<'c>>) {
        let mut cells = cells.into_iter();
        for (ty, builder) in &mut self.builders {
            let cell = cells.next().expect("a value for each column");
            self.bytes += push(*ty, builder.as_mut(), &cell);
        }
        assert!(cells.next().is_none(), "a column for each value");
        self.rows += 1;
    }

    /// The number of rows since the last batch.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// True if it is time for [`finish`](Self::finish): after [`BATCH_ROWS`] rows, or fewer that are long.
    pub fn is_full(&self) -> bool {
        self.rows >= BATCH_ROWS || self.bytes >= BATCH_BYTES
    }

    /// The rows since the last batch as a batch; it may be empty.
    pub fn finish(&mut self) -> RecordBatch {
        let arrays = self.builders.iter_mut().map(|(_, builder)| builder.finish()).collect();
        // Rows without columns have a number as well.
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        (self.rows, self.bytes) = (0, 0);
        // Every builder has taken one value of each row, and has the type of its field.
        RecordBatch::try_new_with_options(self.schema(), arrays, &options)
            .expect("arrays of one length and of their types")
    }
}

/// What takes the values of a column.
fn builder(ty: ColumnType) -> Box<dyn ArrayBuilder> {
    match ty {
        ColumnType::Tags => Box::new(TagsBuilder::new(None, StringBuilder::new(), StringBuilder::new())),
        ty => make_builder(&ty.data_type(), 0),
    }
}

/// A builder as that of its type.
fn of<B: ArrayBuilder>(builder: &mut dyn ArrayBuilder) -> &mut B {
    builder.as_any_mut().downcast_mut().expect("the builder of a column has the type of the column")
}

/// Takes a value of a column; gives the bytes of texts.
fn push(ty: ColumnType, builder: &mut dyn ArrayBuilder, cell: &Cell<'_>) -> usize {
    match ty {
        ColumnType::Boolean => of::<BooleanBuilder>(builder).append_option(truth(cell)),
        ColumnType::Int32 => {
            of::<Int32Builder>(builder).append_option(number(cell).and_then(|n| i32::try_from(n).ok()));
        }
        ColumnType::Int64 => of::<Int64Builder>(builder).append_option(number(cell)),
        ColumnType::Float64 => of::<Float64Builder>(builder).append_option(match cell {
            Cell::Float(x) => Some(*x),
            _ => number(cell).map(|n| n as f64),
        }),
        ColumnType::Date => {
            of::<Date32Builder>(builder).append_option(if let Cell::Date(day) = cell { Some(*day) } else { None });
        }
        ColumnType::Text => {
            let text = (!matches!(cell, Cell::None | Cell::Unmatched)).then(|| cell.text());
            of::<StringBuilder>(builder).append_option(text.as_deref());
            return text.map_or(0, |text| text.len());
        }
        ColumnType::Tags => {
            let builder = of::<TagsBuilder>(builder);
            let tags: &[(String, String)] = if let Cell::Tags(tags) = cell { tags } else { &[] };
            for (name, value) in tags {
                builder.keys().append_value(name);
                builder.values().append_value(value);
            }
            // There is one value for each name.
            let _ = builder.append(matches!(cell, Cell::Tags(_)));
            return tags.iter().map(|(name, value)| name.len() + value.len()).sum();
        }
    }
    0
}

impl ColumnType {
    /// The type of a column of Arrow.
    pub fn data_type(self) -> DataType {
        match self {
            ColumnType::Boolean => DataType::Boolean,
            ColumnType::Int32 => DataType::Int32,
            ColumnType::Int64 => DataType::Int64,
            ColumnType::Float64 => DataType::Float64,
            ColumnType::Date => DataType::Date32,
            ColumnType::Text => DataType::Utf8,
            ColumnType::Tags => {
                let entries = [Field::new("keys", DataType::Utf8, false), Field::new("values", DataType::Utf8, true)];
                let entries = DataType::Struct(Fields::from_iter(entries));
                DataType::Map(Arc::new(Field::new("entries", entries, false)), false)
            }
        }
    }
}

/// A filter that does not match is false.
fn truth(cell: &Cell<'_>) -> Option<bool> {
    match cell {
        Cell::Boolean(truth) => Some(*truth),
        Cell::Unmatched => Some(false),
        _ => None,
    }
}

fn number(cell: &Cell<'_>) -> Option<i64> {
    match cell {
        Cell::Number(n) => Some(*n),
        Cell::Sum(n) => i64::try_from(*n).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Value;
    use arrow_array::Array as _;
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::{Int32Type, Int64Type};

    #[test]
    fn values_take_the_types_of_their_columns() {
        use ColumnType::{Boolean, Float64, Int32, Int64, Text};
        let columns = [("b", Boolean), ("i", Int32), ("n", Int64), ("x", Float64), ("t", Text)];
        let mut batches = Batches::of(columns.into_iter());
        let (none, yes, text) = (Value::None, Value::True, Value::Text("é\0\"".into()));
        let (position, number, squares) = (Value::Position(7), Value::Number(-3), Value::Squares(vec!["a1".into()]));
        batches.push_cells([&yes, &position, &number, &number, &squares].map(Cell::from));
        batches.push_cells([&none, &none, &none, &none, &none].map(Cell::from));
        batches.push_cells([Cell::None, Cell::None, Cell::None, Cell::None, Cell::None]);
        batches.push_cells([
            Cell::None,
            Cell::Number(i64::MAX),
            Cell::Text("1".into()),
            Cell::Float(0.5),
            Cell::Number(9),
        ]);
        batches.push_cells([Cell::Boolean(false), Cell::None, Cell::None, Cell::None, Cell::from(&text)]);
        assert_eq!(batches.rows(), 5);
        let batch = batches.finish();
        assert_eq!((batch.num_rows(), batches.rows()), (5, 0));
        let truths: Vec<Option<bool>> = batch.column(0).as_boolean().iter().collect();
        assert_eq!(truths, [Some(true), Some(false), None, None, Some(false)]);
        let small: Vec<Option<i32>> = batch.column(1).as_primitive::<Int32Type>().iter().collect();
        assert_eq!(small, [Some(7), None, None, None, None]);
        let large: Vec<Option<i64>> = batch.column(2).as_primitive::<Int64Type>().iter().collect();
        assert_eq!(large, [Some(-3), None, None, None, None]);
        assert_eq!(batch.column(3).null_count(), 3);
        let texts: Vec<Option<&str>> = batch.column(4).as_string::<i32>().iter().collect();
        assert_eq!(texts, [Some("a1"), None, None, Some("9"), Some("é\0\"")]);
    }

    #[test]
    fn tags_are_maps_and_rows_without_columns_have_a_number() {
        let mut batches = Batches::of([("tags", ColumnType::Tags)].into_iter());
        let tag = |name: &str| (name.to_owned(), "x".to_owned());
        batches.push_cells([Cell::Tags(vec![tag("White"), tag("Black")])]);
        batches.push_cells([Cell::None]);
        batches.push_cells([Cell::Tags(Vec::new())]);
        let batch = batches.finish();
        let tags = batch.column(0).as_map();
        assert_eq!(tags.iter().map(|one| one.map(|one| one.len())).collect::<Vec<_>>(), [Some(2), None, Some(0)]);
        let mut batches = Batches::of(std::iter::empty());
        batches.push_cells([]);
        assert_eq!(batches.finish().num_rows(), 1);
    }

    #[test]
    fn batches_are_full_after_many_rows_or_long_texts() {
        let mut batches = Batches::of([("t", ColumnType::Text)].into_iter());
        for _ in 0..BATCH_ROWS {
            assert!(!batches.is_full());
            batches.push_cells([Cell::Text("x".into())]);
        }
        assert!(batches.is_full());
        assert_eq!(batches.finish().num_rows(), BATCH_ROWS);
        assert!(!batches.is_full());
        batches.push_cells([Cell::Text("x".repeat(BATCH_BYTES).into())]);
        assert!(batches.is_full());
        assert_eq!(batches.finish().num_rows(), 1);
        assert_eq!(batches.finish().num_rows(), 0);
    }
}
