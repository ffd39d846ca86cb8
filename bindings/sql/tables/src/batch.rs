//! Rows as record batches, with the tags of a game as a map.

use datafusion::arrow::array::{ArrayRef, MapBuilder, StringBuilder};
use datafusion::arrow::datatypes::{DataType, Field, Fields, Schema, SchemaRef};
use datafusion::arrow::record_batch::{RecordBatch, RecordBatchOptions};
use datafusion::error::Result;
use std::sync::Arc;
use tabiya::Game;
use tabiya::game::plain_tag;
use tabiya::rows::{BATCH_ROWS, Batches, Cell, ColumnType};

/// The name of the column with all tags.
pub(crate) const TAGS: &str = "tags";

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Plain(ColumnType),
    /// All tags of a game.
    Tags,
}

impl Type {
    pub(crate) fn data_type(self) -> DataType {
        match self {
            Type::Plain(ColumnType::Boolean) => DataType::Boolean,
            Type::Plain(ColumnType::Int32) => DataType::Int32,
            Type::Plain(ColumnType::Int64) => DataType::Int64,
            Type::Plain(ColumnType::Float64) => DataType::Float64,
            Type::Plain(ColumnType::Text) => DataType::Utf8,
            Type::Tags => {
                let entries = [Field::new("keys", DataType::Utf8, false), Field::new("values", DataType::Utf8, true)];
                let entries = DataType::Struct(Fields::from_iter(entries));
                DataType::Map(Arc::new(Field::new("entries", entries, false)), false)
            }
        }
    }
}

/// The schema of columns. Any value may be null.
pub(crate) fn schema<'n>(columns: impl Iterator<Item = (&'n str, Type)>) -> SchemaRef {
    let fields = columns.map(|(name, ty)| Field::new(name, ty.data_type(), true));
    Arc::new(Schema::new(fields.collect::<Vec<Field>>()))
}

/// All tags of a game by their names, each with its value as it is meant; empty values are left out. Of several tags of one name
/// the last counts.
pub(crate) fn tags_of(game: &Game) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::with_capacity(game.tags().len());
    for (name, value) in game.tags().iter() {
        tags.retain(|(known, _)| known != name);
        if !value.is_empty() {
            tags.push((name.to_owned(), plain_tag(value).into_owned()));
        }
    }
    tags
}

/// Makes record batches of rows.
pub(crate) struct RowBuilder {
    schema: SchemaRef,
    /// The columns but that of the tags; `None` if there is no other.
    plain: Option<Batches>,
    /// The place of the column with the tags.
    tags_at: Option<usize>,
    tags: MapBuilder<StringBuilder, StringBuilder>,
    rows: usize,
}

impl RowBuilder {
    pub(crate) fn new(schema: &SchemaRef, types: &[Type]) -> RowBuilder {
        let plain = schema.fields().iter().zip(types).filter_map(|(field, ty)| match ty {
            Type::Plain(ty) => Some((field.name().as_str(), *ty)),
            Type::Tags => None,
        });
        let plain: Vec<(&str, ColumnType)> = plain.collect();
        RowBuilder {
            schema: Arc::clone(schema),
            plain: (!plain.is_empty()).then(|| Batches::of(plain.into_iter())),
            tags_at: types.iter().position(|ty| *ty == Type::Tags),
            tags: MapBuilder::new(None, StringBuilder::new(), StringBuilder::new()),
            rows: 0,
        }
    }

    /// True if rows come with tags.
    pub(crate) fn wants_tags(&self) -> bool {
        self.tags_at.is_some()
    }

    /// Takes a row: the values of its columns in their order, but for the tags, which come apart.
    pub(crate) fn push<'c>(
        &mut self,
        cells: impl IntoIterator<Item = Cell<'c>>,
        tags: &[(String, String)],
    ) -> Result<()> {
        if let Some(plain) = &mut self.plain {
            plain.push_cells(cells);
        }
        if self.wants_tags() {
            for (name, value) in tags {
                self.tags.keys().append_value(name);
                self.tags.values().append_value(value);
            }
            self.tags.append(true)?;
        }
        self.rows += 1;
        Ok(())
    }

    /// The number of rows since the last batch.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// True if it is time for [`finish`](Self::finish).
    pub(crate) fn is_full(&self) -> bool {
        self.rows >= BATCH_ROWS || self.plain.as_ref().is_some_and(Batches::is_full)
    }

    /// The rows since the last batch.
    pub(crate) fn finish(&mut self) -> Result<RecordBatch> {
        let mut arrays: Vec<ArrayRef> =
            self.plain.as_mut().map_or_else(Vec::new, |plain| plain.finish().columns().to_vec());
        if let Some(at) = self.tags_at {
            arrays.insert(at, Arc::new(self.tags.finish()));
        }
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        self.rows = 0;
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)?)
    }
}
