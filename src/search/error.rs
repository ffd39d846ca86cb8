//! Errors that only running a query can show: what went wrong, where, and whether a limit was the reason.

use super::control::Halt;
use std::error::Error;
use std::fmt;

/// What kind of reason a search has for not going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RunErrorKind {
    /// The query is wrong in a way that shows only when it runs, for example it reads a variable that has no value.
    Query,
    /// The query has reached one of the [`Limits`](crate::Limits) in this game.
    Limit,
    /// `cql_abort` was reached: whoever runs the query is to end the run.
    Abort,
    /// The whole run is at its end.
    Halted(Halt),
}

/// Why a search cannot go on: something in the query that shows only when it runs, or a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// What went wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The position at which it happened.
    pub position: u32,
    /// What kind of reason it is.
    pub kind: RunErrorKind,
    /// Whether all there is to it is a variable without a value.
    pub(crate) unbound: bool,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for RunError {}
