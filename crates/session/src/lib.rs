//! What the fronts of the program share: what other programs ask about queries, searches and games, and the texts that the
//! program has with it. Knows no options, no terminal and no exit codes.
//!
//! ```text
//! desk      requests by calls: a page without a server
//! table     all requests, whatever way they come
//! service   what answers them
//! assist    what an editor or a page shows of a query
//! reasons   why a position matches, from the comments of filters
//! codes     what the book says of the codes of messages
//! call      the options of a search by one call from another language
//! find      pages of the book, by words
//! lessons   the lessons, and whether an answer to an exercise is right
//! lookup    the words of the language in the book
//! book, recipes, sets, samples
//!           parts of the program: pages, queries, games
//! ```

#![cfg_attr(test, allow(clippy::disallowed_methods))]

// There the crate takes the place of the library in C.
#[cfg(target_family = "wasm")]
extern crate tabiya_zstd as zstd;

pub mod assist;
pub mod book;
mod call;
pub mod codes;
mod comment_texts;
mod desk;
pub mod find;
pub mod lessons;
pub mod lookup;
mod reasons;
pub mod recipes;
pub mod samples;
pub mod service;
pub mod sets;
pub mod table;

pub use call::CallOptions;
pub use desk::{Answer, Desk};
pub use reasons::Reasons;
pub use service::{HelperBatch, SearchHelper, embedded_game, embedded_match};
