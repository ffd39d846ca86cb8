//! Floor 2, the database file: games in a compact form, made once from PGN and searched often.

mod summary;

pub use summary::{CountRange, Summary};
