//! What all requests over HTTP share.

use super::memory::Memory;
use std::sync::Arc;
use tabiya_session::service::{Searches, Service, Settings, Shelf};
use tokio::sync::Semaphore;

/// The number of walks through folders at a time. They wait for the disk, so more would not be faster.
const WALKS: usize = 2;

/// The number of long answers at a time, of which each takes a hundred megabytes at most, until they have been sent.
const LONG: usize = 4;

/// The request to the server.
#[derive(Debug)]
pub(super) struct Wishes {
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
    pub(super) wishes: Wishes,
    /// What the page keeps; without it, the browser keeps it.
    pub(super) memory: Option<Memory>,
    pub(super) service: Service,
    /// The places of those who walk through folders at the same time.
    pub(super) walks: Arc<Semaphore>,
    /// The places of long answers.
    pub(super) long: Arc<Semaphore>,
    /// The engine thinks about one position of the page at a time; those that the page has left meanwhile are not begun.
    pub(super) evaluations: Arc<Semaphore>,
}

impl Server {
    pub(super) fn new(
        token: String,
        hosts: Vec<String>,
        wishes: Wishes,
        memory: Option<Memory>,
        (settings, shelf): (Settings, Shelf),
    ) -> Server {
        let service = Service { settings, shelf, searches: Searches::default() };
        Server {
            token,
            hosts,
            wishes,
            memory,
            service,
            walks: Arc::new(Semaphore::new(WALKS)),
            long: Arc::new(Semaphore::new(LONG)),
            evaluations: Arc::new(Semaphore::new(1)),
        }
    }
}
