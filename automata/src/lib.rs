//! Patterns over predicates on trees.
#![forbid(unsafe_code)]

mod ids;
mod error;
mod pattern;
mod tree;
mod compile;
mod nfa;
mod longest;
mod exists;
mod memo;
mod walk;
mod backtrack;
#[cfg(feature = "oracle")]
#[doc(hidden)]
pub mod oracle;

pub use backtrack::{Backtrack, Effects};
pub use error::{BuildError, StepLimit};
pub use exists::{Exists, Starts};
pub use ids::Pred;
pub use longest::{Cells, Choice, Longest};
pub use memo::Memo;
pub use nfa::{Config, Nfa};
pub use pattern::{Pattern, PatternKind};
pub use tree::{Cell, Chain, Children, Direction, ParentTree, Symbols, Tree};
pub use walk::{Step, Walk};
