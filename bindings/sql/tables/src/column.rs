//! CQL on a column of PGN: `cql_match`, `cql_count` and `cql_rows`, for games that lie in Parquet files or in other tables.
//!
//! The query is a constant, because it decides on the columns of the rows. A value of the column is the text of a game, or of
//! several; no value gives no value.

use crate::cql::{CqlOptions, CqlQuery, Resources};
use crate::stream::{Notice, Reporter, failed};
use datafusion::arrow::array::AsArray as _;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{ScalarValue, internal_err, plan_err};
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use tabiya::column::{ColumnAnswer, ColumnQuestion, ColumnSearch};

/// The functions, for a session whose queries may use these resources and whose notices go there.
pub(crate) fn functions(resources: &Resources, reporter: &Reporter) -> impl Iterator<Item = ScalarUDF> {
    let known: Arc<Mutex<HashMap<String, ColumnSearch>>> = Arc::default();
    let of = |question| OnColumn {
        question,
        resources: resources.clone(),
        reporter: reporter.clone(),
        known: Arc::clone(&known),
        signature: Signature::exact(vec![DataType::Utf8, DataType::Utf8View], Volatility::Immutable),
    };
    [ColumnQuestion::Match, ColumnQuestion::Count, ColumnQuestion::Rows].map(of).into_iter().map(ScalarUDF::from)
}

/// One of the functions.
#[derive(Debug)]
struct OnColumn {
    /// What it says of a text.
    question: ColumnQuestion,
    resources: Resources,
    reporter: Reporter,
    /// Searches for queries that have been read already, by their texts; all functions have them.
    known: Arc<Mutex<HashMap<String, ColumnSearch>>>,
    signature: Signature,
}

impl PartialEq for OnColumn {
    fn eq(&self, other: &OnColumn) -> bool {
        self.question == other.question && self.resources == other.resources
    }
}

impl Eq for OnColumn {}

impl Hash for OnColumn {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.question.hash(state);
    }
}

impl ScalarUDFImpl for OnColumn {
    fn name(&self) -> &str {
        match self.question {
            ColumnQuestion::Match => "cql_match",
            ColumnQuestion::Count => "cql_count",
            ColumnQuestion::Rows => "cql_rows",
        }
    }

    /// The name of a column without `as`: `cql_count('check', pgn)`.
    fn schema_name(&self, args: &[Expr]) -> Result<String> {
        let shown = |arg: &Expr| match arg {
            Expr::Literal(value, _) => {
                value.try_as_str().flatten().map_or_else(|| arg.to_string(), |text| format!("'{text}'"))
            }
            // A file is a table whose name nobody wants to see.
            Expr::Column(column)
                if column.relation.as_ref().is_some_and(|table| table.table().contains(['.', '/', '('])) =>
            {
                column.name.clone()
            }
            other => other.schema_name().to_string(),
        };
        let args: Vec<String> = args.iter().map(shown).collect();
        Ok(format!("{}({})", self.name(), args.join(", ")))
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        internal_err!("the type depends on the query")
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let search = self.search(args.scalar_arguments.first().copied().flatten())?;
        Ok(Arc::new(Field::new(self.name(), search.answer_type(self.question), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let [query, texts] = args.args.as_slice() else { return internal_err!("two arguments") };
        let search = match query {
            ColumnarValue::Scalar(text) => self.search(Some(text))?,
            ColumnarValue::Array(_) => self.search(None)?,
        };
        let texts = cast(&texts.to_array(args.number_rows)?, &DataType::Utf8View)?;
        let texts: Vec<Option<&str>> = texts.as_string_view().iter().collect();
        let ColumnAnswer { values, incomplete, first } = search.ask(self.question, &texts).map_err(failed)?;
        if let Some(first) = first.filter(|_| incomplete > 0) {
            self.reporter.report(Notice::Games(first));
        }
        Ok(ColumnarValue::Array(values))
    }
}

impl OnColumn {
    /// The search for the query of an argument.
    fn search(&self, argument: Option<&ScalarValue>) -> Result<ColumnSearch> {
        let Some(Some(text)) = argument.and_then(ScalarValue::try_as_str) else {
            return plan_err!("the query of {} must be a text, {0}('mate', pgn), and not a column", self.name());
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(search) = known.get(text) {
            return Ok(search.clone());
        }
        let query =
            CqlQuery::read_text(text, &CqlOptions { resources: self.resources.clone(), ..CqlOptions::default() })?;
        let search = ColumnSearch::new(query.set(), &query.run_options())
            .or_else(|why| plan_err!("{} looks at each game by itself, but {why}", self.name()))?;
        query.warnings().into_iter().for_each(|warning| self.reporter.report(Notice::Query(warning)));
        known.insert(text.to_owned(), search.clone());
        Ok(search)
    }
}
