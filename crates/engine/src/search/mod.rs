//! Evaluates a plan on a game.
//!
//! `game` is the driver: it evaluates the body of each query at every position, in order of position ids, and collects
//! the matches. `evaluator` holds the `Evaluator`: a plan, a game, and the memory to evaluate the one on the other. What a
//! filter is at a position is answered in `filters`, whose files depend on each other in a circle, because filters stand in
//! filters; its table says who answers what. What needs no filter to be evaluated (limits, imagined positions, names, files,
//! the automata of sequences) is next to it and knows nothing of it. Sequences go through the automata. All that changes
//! during a search lies in a [`Scratch`].

mod alive;
mod block;
mod block_columns;
mod block_tags;
mod context;
mod control;
mod ends;
mod engine;
mod error;
mod evaluator;
mod filters;
mod followed;
mod found;
mod found_move;
mod game;
mod hhdb;
mod imagine;
mod io;
mod limits;
mod naming;
mod observe;
mod persistent;
mod pieces;
mod programs;
mod progress;
mod queries;
mod results;
mod scope;
mod scratch;
mod sort_key;
mod sorts;
mod tags;
mod variants;

pub use crate::ir::{Constituent, GameFact};
pub use block_columns::{BlockPlaces, block_places};
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
