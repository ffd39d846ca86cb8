//! The games of many files through queries, on one thread or many, with the results in the order of the
//! games.
//!
//! [`Query::search`](crate::Query::search) and [`QuerySet::search`](crate::QuerySet::search) hand every match to a closure;
//! [`matches_in`](crate::QuerySet::matches_in) is an iterator over the matches; [`map`](crate::QuerySet::map) makes
//! something of each game on the threads that search. [`Run`] is what they have in common, and the only one that counts. Nothing
//! here prints: what is to be said of files and games comes as [`News`], to anyone who is a [`Watch`].
//!
//! ```text
//! sources        files, folders, streams, bytes -> raw games in order, blocks of databases
//!   entry        one source: how it is opened
//!   stream       standard input and pipes, read on a thread of their own
//! pool           threads that cut batches from the sources and work on them; the order of their results
//! workers        batches -> searched games
//!   game_search  one game -> what its queries find, and what the step of the run makes of it
//!   ahead        games read before their turn, for `helpers`: other instances of the program, with a `helper` in each
//!   index        batches -> blocks of a database; `base_file` is the file that they are written to
//!   stored_search  games of blocks -> searched games, without those that `candidates` refuses
//! run            what was made of games, in order, as events; what there is to say, as `news`; the `summary` of all
//!   sorted       the best games in the order of their sort keys
//!   each         matches: handed to a closure, as an iterator
//!   text_search  texts one by one, such as the values of a column
//!   repeated the sources of several passes
//!   pass     one pass for sums: openings, novelties, duplicates
//!   second_look  why nothing was found, as far as the games show it
//!   other_names  queries for players in the spellings that the games have
//! ```

mod ahead;
mod base_file;
mod candidates;
mod each;
mod each_game;
mod entry;
mod failures;
mod game_search;
mod helper;
mod helpers;
mod identity;
mod index;
mod job;
mod message;
mod news;
mod options;
mod order;
mod other_names;
mod outcome;
mod pass;
mod pool;
mod repeated;
mod run;
mod second_look;
mod sorted;
mod sources;
mod stored;
mod stored_search;
mod stream;
mod summary;
#[cfg(feature = "arrow")]
mod text_search;
mod texts;
mod workers;

pub use base_file::{BaseFile, BaseFileError};
pub use each::MatchesIn;
pub use each_game::EachGame;
pub use failures::{Failure, held_limit};
#[cfg(feature = "arrow")]
pub(crate) use game_search::SearchTask;
pub use game_search::{GameResults, GameStep};
pub use helper::Helper;
pub use helpers::Helpers;
pub use identity::FileIdentity;
pub use index::{IndexWork, Indexed};
pub use job::{GameDamage, GameJob, cut_game, damage};
pub use message::Message;
pub use news::{News, Watch};
pub use options::{GameTest, Printer, RunOptions, SeenGames};
pub use other_names::OtherNames;
#[cfg(feature = "arrow")]
pub(crate) use outcome::Said;
pub use outcome::{CountedGames, FoundCounts, Made, Outcome, PassedGames};
pub(crate) use pass::{all_games, own_query, pass, pass_by};
pub use pool::{Batch, BatchItem, MAX_THREADS, Room, STACK, Work};
pub(crate) use repeated::Repeated;
pub use run::{Event, Run};
pub use second_look::{Looking, SecondLook};
pub use sources::Sources;
pub use stored::{StoredRange, damaged_block, older_database, unreadable_database};
pub use summary::{QueryCounts, RunFailed, RunSummary};
#[cfg(feature = "arrow")]
pub(crate) use text_search::TextSearcher;
pub use texts::{NextText, Texts};
