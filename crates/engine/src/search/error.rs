//! Errors that only running a query can show: what went wrong, where, and whether a limit was the reason.

use super::control::Halt;

/// The kind of a [`RunError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RunErrorKind {
    /// An error of the query that appears only at run time, for example reading a variable that has no value.
    Query,
    /// The query has reached one of the [`Limits`](crate::limits::Limits) in this game.
    Limit,
    /// The query executed `cql_abort`; the caller should end the run.
    Abort,
    /// The whole run was ended.
    Halted(Halt),
}

/// An error that ends the search of a game: a mistake in the query that appears only at run time, or a limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RunError {
    /// The message, in lower case and without a full stop.
    pub message: String,
    /// Advice on how to fix it.
    pub help: Option<String>,
    /// The id of the position of the game at which it occurred.
    pub position: u32,
    /// The kind of error.
    pub kind: RunErrorKind,
    /// True if the only cause is a variable without a value.
    pub(crate) unbound: bool,
}
