//! JSON that is written at once.
//!
//! Long answers are serialized element by element (`Each`): a value for each position of a game of a million plies
//! takes ten times its text, and the allocator keeps for each thread what was once freed there.

use super::failure::Failure;
use serde::{Serialize, Serializer};
use std::cell::Cell;

/// JSON that has been written already.
#[derive(Clone, Debug)]
pub(crate) struct Written(pub(crate) Vec<u8>);

impl Written {
    /// Writes a value.
    pub(crate) fn new(value: &impl Serialize) -> Result<Written, Failure> {
        serde_json::to_vec(value).map(Written).map_err(|_| Failure::internal())
    }
}

/// A list whose elements are made one by one while it is written, which it is once.
pub(super) struct Each<I>(Cell<Option<I>>);

impl<I> Each<I> {
    pub(super) fn new(elements: I) -> Each<I> {
        Each(Cell::new(Some(elements)))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Each<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}
