//! What an editor wants to know of a query while it is written: its names, and what can stand at a place.
//!
//! Nothing here needs a query without errors. Tests: `tests/syntax/assist.rs`.

mod complete;
mod examples;
mod names;

pub use complete::{Completion, CompletionKind, Completions, complete};
pub use names::{NameKind, NameUse, RenameError, names, rename};
