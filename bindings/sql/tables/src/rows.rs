//! What the rows of a table are: games, positions, or the matches of a query.

use crate::conditions::Conditions;
use crate::cql::CqlQuery;
use crate::facts::{fact, named, place, schema};
use crate::reading;
use crate::stream::{RowStream, Scan};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use std::fmt;
use tabiya::pipeline::Sources;
use tabiya::rows::{Entry, Part};

/// What the rows of a table are.
#[derive(Clone, Debug)]
pub enum Rows {
    /// One row for each game: its tags, its result, its length.
    Games,
    /// One row for each position of each game, the first one included.
    Positions {
        /// True if positions of variations are also rows.
        variations: bool,
    },
    /// One row for each position that matches a query.
    Cql(CqlQuery),
}

impl Rows {
    /// All columns.
    pub fn schema(&self) -> SchemaRef {
        match self {
            Rows::Games => schema(named(&reading::columns(false))),
            Rows::Positions { .. } => schema(named(&reading::columns(true))),
            Rows::Cql(query) => query.schema(),
        }
    }

    /// True if a condition is decided exactly while games are read.
    pub fn decides(&self, filter: &Expr) -> bool {
        Conditions::new(std::slice::from_ref(filter), &|name| self.fact(name)).is_some()
    }

    /// The column of a name, if a condition may ask for it.
    fn fact(&self, name: &str) -> Option<&'static Entry> {
        match self {
            Rows::Cql(query) => query.fact(name),
            Rows::Games => fact(name, Part::Moves),
            Rows::Positions { .. } => fact(name, Part::Moves).or_else(|| place(name)),
        }
    }

    /// Reads the rows of some sources. Nothing is read before the first batch is requested.
    ///
    /// # Errors
    ///
    /// If [`decides`](Self::decides) does not accept one of the filters, or if there is no column of a number.
    pub fn read(&self, sources: Sources, scan: &Scan) -> Result<RowStream> {
        let conditions = || Conditions::decided(&scan.filters, &|name| self.fact(name));
        match self {
            Rows::Cql(query) => query.search(sources, scan),
            Rows::Games => reading::read(sources, scan, conditions()?, None),
            Rows::Positions { variations } => reading::read(sources, scan, conditions()?, Some(*variations)),
        }
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rows::Games => f.write_str("games"),
            Rows::Positions { variations: false } => f.write_str("positions"),
            Rows::Positions { variations: true } => f.write_str("positions with variations"),
            Rows::Cql(query) => write!(f, "cql({})", query.text().split_whitespace().collect::<Vec<&str>>().join(" ")),
        }
    }
}
