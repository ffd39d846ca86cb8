//! Floor 5, search: evaluates a plan on a game.
//!
//! `game` drives: it asks the body at every position in order of position ids and collects matches. `machine` is the
//! evaluator, one file per type of result; sequences go through the automata. All that changes lies in a [`Scratch`].

mod best_paths;
mod comments;
mod control;
mod dashes;
mod dictionaries;
mod game;
mod hhdb;
mod imagine;
mod kept;
mod loops;
mod machine;
mod meter;
mod moves;
mod numbers;
mod operations;
mod outside;
mod paths;
mod positions;
mod predicates;
mod reach;
mod regexes;
mod relations;
mod scratch;
mod sequences;
mod sets;
mod solutions;
mod sorts;
mod texts;
mod values;
mod variants;

pub use comments::Comment;
pub use control::{Halt, RunControl};
pub use game::{Departures, Match, Path, Said, Value};
pub(crate) use game::{GameContext, search_game};
pub(crate) use kept::kept_values;
pub use outside::Files;
pub use scratch::{RunError, RunErrorKind, Scratch};
pub use sorts::SortValue;
