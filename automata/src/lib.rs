//! Patterns over predicates on trees.
#![forbid(unsafe_code)]

mod ids;
mod error;
mod pattern;
mod tree;
mod compile;
mod nfa;
mod longest;

pub use error::{BuildError, StepLimit};
pub use ids::Pred;
pub use longest::{Cells, Choice, Longest};
pub use nfa::{Config, Nfa};
pub use pattern::{Pattern, PatternKind};
pub use tree::{Cell, Chain, Children, Direction, ParentTree, Symbols, Tree};
