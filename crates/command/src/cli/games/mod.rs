//! What all commands do that go through games: a run from its options to its exit status.
//!
//! ```text
//! run        one search from the options to the exit status
//!   drive    the library's pipeline, whose events go to whoever collects them
//!   collect  searched games in order -> outputs, counts, reports
//!   course   how far a run is and how it ends
//!   second_search  the same once more, for players in other spellings
//!   resume   what a stopped run has found and goes on from
//! game_rows  rows of commands that are no searches; `conditions` are the queries of these
//! ```

pub(crate) mod collect;
pub(crate) mod conditions;
pub(crate) mod course;
pub(crate) mod drive;
pub(crate) mod game_rows;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod second_search;
