//! What the rows of a table are: games, positions, or the matches of a query.

use crate::batch::{TAGS, Type, schema};
use crate::conditions::Conditions;
use crate::cql::CqlQuery;
use crate::facts::{FACTS, Fact, Part};
use crate::reading;
use crate::stream::{RowStream, Scan};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::internal_err;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use std::fmt;
use tabiya::pipeline::Sources;

/// What the rows of a table are.
#[derive(Clone, Debug)]
pub enum Rows {
    /// One row for each game: its tags, its result, its length.
    Games,
    /// One row for each position of each game, the first one included.
    Positions {
        /// True if positions of variations are rows, too.
        variations: bool,
    },
    /// One row for each position that matches a query.
    Cql(CqlQuery),
}

/// A column of games or positions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Column {
    Fact(Fact),
    Tags,
}

impl Column {
    pub(crate) fn ty(self) -> Type {
        match self {
            Column::Fact(fact) => Type::Plain(fact.ty()),
            Column::Tags => Type::Tags,
        }
    }
}

impl Rows {
    /// The columns of games or positions.
    pub(crate) fn columns(positions: bool) -> Vec<Column> {
        let of_games = |part: Part| part < Part::Position;
        let facts = FACTS.iter().filter(|row| positions || of_games(row.3));
        // Of a position one first wants to know where and what it is.
        let mut facts: Vec<&(Fact, _, _, Part)> = facts.collect();
        facts.sort_by_key(|row| (row.3 != Part::Place, positions && of_games(row.3)));
        facts.into_iter().map(|row| Column::Fact(row.0)).chain([Column::Tags]).collect()
    }

    /// All columns.
    pub fn schema(&self) -> SchemaRef {
        let own = |positions| {
            let columns = Rows::columns(positions).into_iter();
            schema(columns.map(|column| match column {
                Column::Fact(fact) => (fact.name(), column.ty()),
                Column::Tags => (TAGS, column.ty()),
            }))
        };
        match self {
            Rows::Games => own(false),
            Rows::Positions { .. } => own(true),
            Rows::Cql(query) => query.schema(),
        }
    }

    /// True if a condition is decided exactly while games are read.
    pub fn decides(&self, filter: &Expr) -> bool {
        Conditions::new(std::slice::from_ref(filter), &|name| self.fact(name)).is_some()
    }

    /// The fact behind a column, if a condition may ask for it.
    fn fact(&self, name: &str) -> Option<Fact> {
        match self {
            Rows::Cql(query) => query.fact(name),
            Rows::Games => Fact::named(name).filter(|fact| fact.part() < Part::Position),
            // What else there is at a position takes time, and DataFusion compares whole columns.
            Rows::Positions { .. } => {
                let cheap = |fact: &Fact| fact.part() < Part::Position || matches!(fact, Fact::Ply | Fact::Position);
                Fact::named(name).filter(cheap)
            }
        }
    }

    /// Reads the rows of some sources. Nothing is read before the first batch is asked for.
    ///
    /// # Errors
    ///
    /// If one of the filters is none that [`decides`](Self::decides) accepts, or if there is no column of a number.
    pub fn read(&self, sources: Sources, scan: &Scan) -> Result<RowStream> {
        let Some(conditions) = Conditions::new(&scan.filters, &|name| self.fact(name)) else {
            return internal_err!("a filter that the table does not decide");
        };
        match self {
            Rows::Cql(query) => query.read(sources, scan, conditions),
            Rows::Games => reading::read(sources, scan, conditions, None),
            Rows::Positions { variations } => reading::read(sources, scan, conditions, Some(*variations)),
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
