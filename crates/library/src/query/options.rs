//! Options for reading, planning and running queries.

use super::error::Source;
use crate::access::FileAccess;
use crate::facts::{Advisers, ChessEngine, EndgameTables};
use crate::limits::Limits;
use crate::models::Readable;
use crate::opening_names::{ForQueries, OpeningNames};
use crate::plan::PlanOptions;
use crate::predicate::Predicate;
use crate::syntax::{Dialect, ReadingLimits};
use std::sync::Arc;

/// Options for reading, planning and running queries. By default a query opens no files, and its dialect is determined from its
/// text.
///
/// ```
/// use tabiya::{Game, Query, QueryOptions};
///
/// let options = QueryOptions {
///     // The value of a parameter that the query declares, in place of the value there.
///     settings: vec![("MOST".into(), "4".into())],
///     // A value at each match, under a name.
///     selects: vec![("king".into(), "k".into())],
///     ..QueryOptions::default()
/// };
/// let query = Query::with_options("parameter MOST 100 mate ply <= MOST", &options)?;
/// let game = Game::from_pgn("1. f3 e5 2. g4 Qh4# 0-1");
/// let values: Vec<String> = query.matches(&game)?.map(|found| found.values()[0].to_string()).collect();
/// assert_eq!(values, ["e8"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct QueryOptions {
    /// The dialect; by default it is determined from the text.
    pub dialect: Dialect,
    /// True if `cql (...)` must come first.
    pub require_header: bool,
    /// Limits on the size of a query and on the number of errors reported.
    pub reading: ReadingLimits,
    /// True if text that CQL 6.2 reads differently is read as CQL 6.2 does, at the expense of Tabiya's own forms.
    pub drop_in: bool,
    /// True if variations are searched; `None` (the default) if the header of the query decides.
    pub variations: Option<bool>,
    /// True if `move` inside `next` sees only the move of the line chosen (the default).
    pub linearize: bool,
    /// Columns: a name and an expression that is evaluated right after each match, in the query's scope.
    pub selects: Vec<(String, String)>,
    /// Values of parameters, by their names: `parameter MIN 2400` in a query is 2600 with the value `2600`, without quotes. A
    /// name that no query declares is an error of [`Query::with_options`](crate::Query::with_options); who reads queries one by
    /// one asks [`ParsedQuery::check_settings`](crate::ParsedQuery::check_settings).
    pub settings: Vec<(String, String)>,
    /// Texts whose functions and parameters each query may use, in their order.
    pub libraries: Vec<Source>,
    /// The optimizations that the planner may use.
    pub plan: PlanOptions,
    /// Limits on the steps, memory and output of a running query.
    pub limits: Limits,
    /// The files that `include`, `similarposition` and `position in` may open while the query is read; by default none.
    pub files: FileAccess,
    /// Tablebases for `tablebase` and `dtz`; without them, a query with these filters is an error.
    pub tables: Option<Arc<dyn EndgameTables>>,
    /// A chess engine for `engineeval`, `enginebest` and `enginedrop`; without one, a query with these filters is an error.
    pub engine: Option<Arc<dyn ChessEngine>>,
    /// Predicates in Rust by the names under which queries ask for them: `position in "quiet"`. A name stands for its predicate
    /// and not for a file.
    pub predicates: Vec<(String, Predicate)>,
    /// The names of openings that columns and `opening` have; without them, those of the program.
    pub openings: Option<Arc<OpeningNames>>,
}

impl Default for QueryOptions {
    fn default() -> QueryOptions {
        QueryOptions {
            dialect: Dialect::Auto,
            require_header: false,
            reading: ReadingLimits::default(),
            drop_in: false,
            variations: None,
            linearize: true,
            selects: Vec::new(),
            settings: Vec::new(),
            libraries: Vec::new(),
            plan: PlanOptions::default(),
            limits: Limits::default(),
            files: FileAccess::none(),
            tables: None,
            engine: None,
            predicates: Vec::new(),
            openings: None,
        }
    }
}

impl QueryOptions {
    /// Whom queries may ask.
    pub(super) fn advisers(&self) -> Advisers {
        Advisers {
            tables: self.tables.clone(),
            engine: self.engine.clone(),
            openings: Some(Arc::new(ForQueries(self.openings.clone()))),
            predicates: self.predicates.iter().map(|(name, predicate)| (name.clone(), predicate.shared())).collect(),
        }
    }

    /// What queries may read while they are parsed.
    pub(super) fn readable(&self) -> Readable<'_> {
        Readable { files: &self.files, most: self.limits.positions, predicates: &self.predicates }
    }
}
