//! What an editor wants to know of a query while it is written: its names, completions at a place, what it means in
//! either dialect, and the question that it puts if a board can show it.
//!
//! Nothing here needs a query without errors. Tests: `tests/language/syntax/assist.rs`, `tests/language/syntax/ask.rs`.

mod ask;
mod complete;
mod examples;
mod names;
mod readings;

pub use ask::{
    Area, Ask, AskError, AskedMove, Contents, Join, Joined, PathAsk, PositionAsk, Shift, pieces_of, pieces_text,
};
pub use complete::{Completion, CompletionKind, Completions, complete};
pub use names::{NameKind, NameUse, RenameError, names, rename};
pub use readings::{Reading, readings};
