//! The errors of this crate: a pattern too large to build, and a search that reached its step limit.

use std::fmt;

use crate::pattern::Pattern;

/// A pattern could not be compiled. Everything that can be too big fails here; the searches of pure predicates
/// cannot fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    kind: ErrorKind,
    construct: Pattern,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ErrorKind {
    /// `p0{100000}`
    States { given: u64, limit: usize },
    /// The same, in bytes.
    Memory { given: usize, limit: usize },
    /// `((((...))))`
    Depth { given: usize, limit: usize },
    /// `p0 p1 ... p65536`
    Preds { given: usize, limit: usize },
}

impl BuildError {
    pub(crate) fn states(construct: &Pattern, given: u64, limit: usize) -> BuildError {
        BuildError { kind: ErrorKind::States { given, limit }, construct: construct.clone() }
    }

    pub(crate) fn memory(construct: &Pattern, given: usize, limit: usize) -> BuildError {
        BuildError { kind: ErrorKind::Memory { given, limit }, construct: construct.clone() }
    }

    pub(crate) fn depth(construct: &Pattern, given: usize, limit: usize) -> BuildError {
        BuildError { kind: ErrorKind::Depth { given, limit }, construct: construct.clone() }
    }

    pub(crate) fn preds(construct: &Pattern, given: usize, limit: usize) -> BuildError {
        BuildError { kind: ErrorKind::Preds { given, limit }, construct: construct.clone() }
    }

    /// The part of the pattern that is too big: the innermost repetition that passed the limit, or the whole.
    pub fn construct(&self) -> &Pattern {
        &self.construct
    }

    /// The size that was requested: for states an estimate, never below the number at which building stopped.
    pub fn given(&self) -> u64 {
        match self.kind {
            ErrorKind::States { given, .. } => given,
            ErrorKind::Memory { given, .. } | ErrorKind::Depth { given, .. } | ErrorKind::Preds { given, .. } => {
                given as u64
            }
        }
    }

    /// The limit that was passed.
    pub fn limit(&self) -> usize {
        match self.kind {
            ErrorKind::States { limit, .. }
            | ErrorKind::Memory { limit, .. }
            | ErrorKind::Depth { limit, .. }
            | ErrorKind::Preds { limit, .. } => limit,
        }
    }

    /// True if the number of states was the reason.
    pub fn is_state_limit(&self) -> bool {
        matches!(self.kind, ErrorKind::States { .. })
    }

    /// True if the memory that compiling takes was the reason.
    pub fn is_memory_limit(&self) -> bool {
        matches!(self.kind, ErrorKind::Memory { .. })
    }

    /// True if the nesting of the pattern was the reason.
    pub fn is_depth_limit(&self) -> bool {
        matches!(self.kind, ErrorKind::Depth { .. })
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, given, limit) = (&self.construct, self.given(), self.limit());
        match self.kind {
            ErrorKind::States { .. } => write!(f, "`{what}` needs {given} states, the limit is {limit}"),
            ErrorKind::Memory { .. } => write!(f, "`{what}` needs {given} bytes, the limit is {limit}"),
            ErrorKind::Depth { .. } => write!(f, "the pattern is nested {given} deep, the limit is {limit}"),
            ErrorKind::Preds { .. } => write!(f, "the pattern has {given} predicates, the limit is {limit}"),
        }
    }
}

impl std::error::Error for BuildError {}

/// The backtracking matcher gave up: it took more steps than it was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepLimit {
    /// The number of steps that was allowed.
    pub limit: u64,
}

impl fmt::Display for StepLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the match was not finished within {} steps", self.limit)
    }
}

impl std::error::Error for StepLimit {}
