//! What all requests share: the settings, the sources, the searches.

use super::searches::Searches;
use super::shelf::Shelf;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tabiya::QueryOptions;
use tabiya::syntax::Dialect;
use tokio::sync::Semaphore;

/// What the server was asked to do.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) options: QueryOptions,
    pub(super) dialect: Dialect,
    /// The time limit of a search.
    pub(super) seconds: f64,
    /// The number of rows after which a search ends.
    pub(super) rows: usize,
    /// The number of games given up at a limit that ends a search.
    pub(super) given_up: u64,
    pub(super) threads: Option<NonZeroUsize>,
    /// True if no other files may be named.
    pub(super) only_given: bool,
    pub(super) drop_bytes: u64,
    /// The query that the page begins with.
    pub(super) query: Option<String>,
}

/// What all requests share.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) token: String,
    /// The names of this server that requests may use.
    pub(super) hosts: Vec<String>,
    pub(super) settings: Settings,
    pub(super) shelf: Shelf,
    pub(super) searches: Searches,
    /// The places for walks through folders.
    pub(super) walks: Arc<Semaphore>,
}
