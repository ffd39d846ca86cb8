//! CQL on a column of PGN: `cql_match`, `cql_count` and `cql_rows`, for games that lie in Parquet files or in other tables.
//!
//! The query is a constant, for it decides on the columns of the rows. A value of the column is the text of a game, or of
//! several; no value gives no value.

use crate::batch::{RowBuilder, Type, schema};
use crate::cql::{CqlOptions, CqlQuery, Resources};
use crate::function::TableOptions;
use crate::stream::{Notice, Reporter, failed};
use datafusion::arrow::array::{Array as _, ArrayRef, AsArray as _, BooleanArray, Int64Array, ListArray, StringViewArray, StructArray};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields, SchemaRef};
use datafusion::common::{ScalarValue, internal_err, plan_err};
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use tabiya::chess::MoveList;
use tabiya::pipeline::{GameResults, TextSearcher};
use tabiya::rows::{Cell, Choice, Columns, Row};

/// The functions, for a session with these options.
pub(crate) fn functions(options: &TableOptions) -> impl Iterator<Item = ScalarUDF> {
    let of = |answer| OnColumn {
        answer,
        resources: options.resources.clone(),
        reporter: options.reporter.clone(),
        known: Arc::default(),
        signature: Signature::exact(vec![DataType::Utf8, DataType::Utf8View], Volatility::Immutable),
    };
    [Answer::Match, Answer::Count, Answer::Rows].map(of).into_iter().map(ScalarUDF::from)
}

/// What a function says of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Answer {
    /// Whether the query matches somewhere.
    Match,
    /// The number of positions that match.
    Count,
    /// A row for each position that matches.
    Rows,
}

/// One of the functions.
#[derive(Debug)]
struct OnColumn {
    answer: Answer,
    resources: Resources,
    reporter: Reporter,
    /// Queries that have been read already, by their texts.
    known: Arc<Mutex<HashMap<String, CqlQuery>>>,
    signature: Signature,
}

impl PartialEq for OnColumn {
    fn eq(&self, other: &OnColumn) -> bool {
        self.answer == other.answer && self.resources == other.resources
    }
}

impl Eq for OnColumn {}

impl Hash for OnColumn {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.answer.hash(state);
    }
}

impl ScalarUDFImpl for OnColumn {
    fn name(&self) -> &str {
        match self.answer {
            Answer::Match => "cql_match",
            Answer::Count => "cql_count",
            Answer::Rows => "cql_rows",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        internal_err!("the type depends on the query")
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let query = self.query(args.scalar_arguments.first().copied().flatten())?;
        let ty = match self.answer {
            Answer::Match => DataType::Boolean,
            Answer::Count => DataType::Int64,
            Answer::Rows => DataType::List(item(&RowsOf::new(&query)?.fields())),
        };
        Ok(Arc::new(Field::new(self.name(), ty, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let [query, texts] = args.args.as_slice() else { return internal_err!("two arguments") };
        let query = match query {
            ColumnarValue::Scalar(text) => self.query(Some(text))?,
            ColumnarValue::Array(_) => self.query(None)?,
        };
        let texts = cast(&texts.to_array(args.number_rows)?, &DataType::Utf8View)?;
        let texts = texts.as_string_view();
        Ok(ColumnarValue::Array(match self.answer {
            Answer::Match => Arc::new(of_each::<BooleanArray, _>(&query, texts, |games, _| games > 0)?),
            Answer::Count => Arc::new(of_each::<Int64Array, _>(&query, texts, |_, positions| positions)?),
            Answer::Rows => RowsOf::new(&query)?.lists(&query, texts)?,
        }))
    }
}

impl OnColumn {
    /// The query of an argument.
    fn query(&self, argument: Option<&ScalarValue>) -> Result<CqlQuery> {
        let Some(Some(text)) = argument.and_then(ScalarValue::try_as_str) else {
            return plan_err!("the query of {} must be a text, {0}('mate', pgn), and not a column", self.name());
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(query) = known.get(text) {
            return Ok(query.clone());
        }
        let query = CqlQuery::read_text(text, &CqlOptions { resources: self.resources.clone(), ..CqlOptions::default() })?;
        if let Some(why) = query.set().must_run_in_order() {
            return plan_err!("{} looks at each game by itself, but {why}", self.name());
        }
        query.warnings().into_iter().for_each(|warning| self.reporter.report(Notice::Query(warning)));
        known.insert(text.to_owned(), query.clone());
        Ok(query)
    }
}

/// What is made of the numbers of games and positions that match in each text.
fn of_each<A: FromIterator<Option<T>>, T>(
    query: &CqlQuery,
    texts: &StringViewArray,
    make: impl Fn(u64, i64) -> T,
) -> Result<A> {
    let mut options = query.run_options();
    options.search.paths = false;
    let mut searcher = TextSearcher::new(query.set(), &options, || |_: GameResults<'_>| ());
    let mut one = |text: &str| {
        let (mut games, mut positions, mut wrong) = (0, 0, None);
        searcher.search(text.as_bytes(), |game| {
            games += u64::from(!game.found.is_empty());
            positions += game.found.iter().map(|(_, positions)| *positions as i64).sum::<i64>();
            wrong = wrong.take().or(game.failure);
        });
        wrong.map_or(Ok(make(games, positions)), |failure| Err(failed(failure.message)))
    };
    texts.iter().map(|text| text.map(&mut one).transpose()).collect()
}

/// The field of the items of a list of rows.
fn item(fields: &Fields) -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Struct(fields.clone()), true))
}

/// The rows of a query: the columns of `tabiya search` but for the file, which there is none of.
struct RowsOf {
    columns: Arc<Columns>,
    types: Vec<Type>,
    names: Vec<String>,
}

impl RowsOf {
    fn new(query: &CqlQuery) -> Result<RowsOf> {
        let chosen = |names: Option<&[String]>| {
            let chosen = Columns::new(&Choice { names, ..Choice::of(query.set()) });
            chosen.or_else(|error| internal_err!("{error}"))
        };
        let usual = chosen(None)?;
        let names: Vec<String> = usual.names().filter(|name| *name != "file").map(str::to_owned).collect();
        let columns = chosen(Some(&names))?;
        let types = columns.types().map(Type::Plain).collect();
        Ok(RowsOf { columns: Arc::new(columns), types, names })
    }

    fn schema(&self) -> SchemaRef {
        schema(self.names.iter().map(String::as_str).zip(self.types.iter().copied()))
    }

    fn fields(&self) -> Fields {
        self.schema().fields().clone()
    }

    /// A list of rows for each text.
    fn lists(&self, query: &CqlQuery, texts: &StringViewArray) -> Result<ArrayRef> {
        let mut options = query.run_options();
        options.search.paths = self.columns.need_paths();
        options.search.constituents = self.columns.need_constituents();
        let shared = Arc::new((Arc::clone(&self.columns), query.set().sort_keys(0)));
        let mut searcher = TextSearcher::new(query.set(), &options, move || {
            let (shared, mut moves) = (Arc::clone(&shared), MoveList::default());
            move |results: GameResults<'_>| {
                let ((columns, sort_keys), GameResults { file, game, found, .. }) = (&*shared, results);
                let mut rows = Vec::new();
                for matched in found.drain(..).flat_map(|(_, found)| found.matches) {
                    let row = Row { file, query: "", sort_keys, game, matched: Some(&matched), step: None };
                    rows.extend(columns.rows(row).map(|row| columns.values(&row, &mut moves)));
                }
                rows
            }
        });
        let (mut builder, mut lengths, mut wrong) = (RowBuilder::new(&self.schema(), &self.types), Vec::new(), Ok(()));
        for text in texts {
            let before = builder.rows();
            searcher.search(text.unwrap_or_default().as_bytes(), |game| {
                let rows: Vec<Vec<Cell<'static>>> = game.output.unwrap_or_default();
                let pushed = rows.into_iter().try_for_each(|row| builder.push(row, &[]));
                let failure = game.failure.map_or(Ok(()), |failure| Err(failed(failure.message)));
                wrong = std::mem::replace(&mut wrong, Ok(())).and(pushed).and(failure);
            });
            std::mem::replace(&mut wrong, Ok(()))?;
            lengths.push(builder.rows() - before);
        }
        let rows = StructArray::from(builder.finish()?);
        let nulls = NullBuffer::from_iter(texts.iter().map(|text| text.is_some()));
        let offsets = OffsetBuffer::from_lengths(lengths);
        Ok(Arc::new(ListArray::try_new(item(rows.fields()), offsets, Arc::new(rows), Some(nulls))?))
    }
}
