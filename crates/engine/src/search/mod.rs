//! Evaluates a plan on a game.
//!
//! `game` is the driver: it evaluates the body of each query at every position, in order of position ids, and collects
//! the matches. `evaluator` holds the `Evaluator`; its methods stand in one file per type of
//! result and one per family of filters. Sequences go through the automata. All that changes during a search lies in a
//! [`Scratch`]. No module here depends on itself by way of others: the data stand in modules that use no evaluator.

mod alive;
mod best_paths;
mod block_tags;
mod block_values;
mod blocks;
mod columns;
mod context;
mod control;
mod dashes;
mod dictionaries;
mod engine;
mod error;
mod evaluator;
mod followed;
mod found;
mod found_move;
mod game;
mod hhdb;
mod imagine;
mod io;
mod limits;
mod loops;
mod measures;
mod moves;
mod numbers;
mod observe;
mod operations;
mod paths;
mod persistent;
mod positions;
mod predicates;
mod progress;
mod queries;
mod reach;
mod regexes;
mod relations;
mod results;
mod scope;
mod scratch;
mod sequences;
mod sets;
mod solutions;
mod sort_key;
mod sorts;
mod tags;
mod texts;
mod truth;
mod variants;

pub use crate::ir::{Constituent, GameFact};
pub use block_tags::games_by_tags;
pub use context::GameContext;
pub use context::{CompatOptions, Files};
pub use control::{Halt, RunControl};
pub use error::{RunError, RunErrorKind};
pub use followed::{automata, automata_at};
pub use found::Found;
pub use game::search_game;
pub use observe::Observation;
pub use observe::{GameFunnel, Passed, count_game, follows_runs, observe};
pub use persistent::persistent_values;
pub use progress::{SequenceProgress, Stop};
pub use results::{GameMatches, Match, MatchDetails, Path, Reached, RunEvent, Value, ValueType};
pub use scope::QueryScope;
pub use scratch::{Comment, Scratch, SortValue};
pub use sort_key::SortKey;
pub use tags::refuses_head;
