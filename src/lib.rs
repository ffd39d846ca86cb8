//! Tabiya finds patterns in chess games.
//!
//! A query in the Chess Query Language (CQL) says what to look for in a position or in a sequence of positions;
//! Tabiya finds every place in a PGN database where it holds.
//!
//! [`Query::search`] searches files on all cores, [`Query::matches`] a single game:
//!
//! ```
//! use tabiya::{Query, RunOptions};
//!
//! let query = Query::parse("mate and move previous from N")?;
//! for found in query.matches_in("examples/games/sample.pgn", &RunOptions::default())? {
//!     let mate = found?;
//!     assert!(mate.board().is_check() && mate.san().is_some());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Searching for sequences of one's own needs no query text:
//!
//! ```
//! use tabiya::{Games, Sequence};
//!
//! let checks = Sequence::new().then(|p| p.is_check()).plus().then(|p| p.is_mate());
//! for game in Games::open("examples/games/sample.pgn")? {
//!     let game = game?;
//!     for found in checks.longest_matches(&game)? {
//!         assert!(found.len >= 2);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! ```text
//! query text
//!   -> Script      syntax   tokens, typed tree with spans; everything wrong with the text is reported here
//!   -> Ir          ir       names, types and transforms resolved; equal pure filters are one node
//!   -> Plan        plan     predicates become columns, patterns become Thompson NFAs, the rest keeps its order
//!                                                          PGN bytes
//!                                                            -> RawGame   game   cut at the borders of games
//!                                                            -> Game      game   moves played into a tree of boards
//!   Plan x Game -> matches  search  the body at every position; automata run over root-to-leaf paths
//! ```
//!
//! Each floor uses only those below it: [`pipeline`] here on top, then [`Query`] and [`Sequence`], search, plan, facts,
//! ir, [`syntax`] and [`game`], and [`chess`] and the crate `tabiya-automata` at the bottom.

// The programs on the page of the book are tested as those of the documentation are.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/command/library.md")]
mod page {}

#[doc(inline)]
pub use tabiya_library::*;
