//! Texts that queries build: shared, not copied for reading, and counted as long as they are held.
//!
//! A text adds its bytes to a counter until the last holder lets go. So variables, dictionaries, keys of memos and
//! intermediate results need no accounts of their own, reading a variable copies nothing, and `x += TEXT` grows in
//! place.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering as Memory};

/// The bytes of all texts that are held, wherever: in variables, dictionaries, keys of what is kept, and in passing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Live(Arc<AtomicUsize>);

impl Live {
    pub(crate) fn bytes(&self) -> usize {
        self.0.load(Memory::Relaxed)
    }

    pub(crate) fn add(&self, bytes: usize) {
        self.0.fetch_add(bytes, Memory::Relaxed);
    }

    pub(crate) fn remove(&self, bytes: usize) {
        self.0.fetch_sub(bytes, Memory::Relaxed);
    }

    /// Counts a text from now on.
    pub(crate) fn hold(&self, text: String) -> Built {
        self.add(text.capacity());
        Built(Arc::new(Counted { counted: text.capacity(), text, live: self.clone() }))
    }
}

#[derive(Debug)]
struct Counted {
    text: String,
    counted: usize,
    live: Live,
}

impl Clone for Counted {
    fn clone(&self) -> Counted {
        let text = self.text.clone();
        self.live.add(text.capacity());
        Counted { counted: text.capacity(), text, live: self.live.clone() }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.live.remove(self.counted);
    }
}

/// A text of a query's making. Copies share it.
#[derive(Clone, Debug)]
pub(crate) struct Built(Arc<Counted>);

impl Built {
    /// True if the text is shared, so that it must be copied before it changes.
    pub(crate) fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// The number of additional bytes held when `added` bytes are appended; capacity grows by doubling.
    pub(crate) fn growth(&self, added: usize) -> usize {
        let Counted { text, .. } = &*self.0;
        let needed = text.len() + added;
        match self.is_shared() {
            true => needed,
            false if needed <= text.capacity() => 0,
            false => needed.max(text.capacity() * 2) - text.capacity(),
        }
    }

    pub(crate) fn push_str(&mut self, added: &str) {
        let counted = Arc::make_mut(&mut self.0);
        counted.text.push_str(added);
        let capacity = counted.text.capacity();
        if capacity > counted.counted {
            counted.live.add(capacity - counted.counted);
            counted.counted = capacity;
        }
    }
}

impl Deref for Built {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.text
    }
}

impl PartialEq for Built {
    fn eq(&self, other: &Built) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for Built {}

impl Hash for Built {
    fn hash<H: Hasher>(&self, state: &mut H) {
        str::hash(self, state);
    }
}

impl PartialOrd for Built {
    fn partial_cmp(&self, other: &Built) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Built {
    fn cmp(&self, other: &Built) -> Ordering {
        str::cmp(self, other)
    }
}

/// The text of a filter.
#[derive(Clone, Debug)]
pub(crate) enum Words<'a> {
    /// It stands in the query or in the game.
    Given(&'a str),
    /// It was made for the occasion and is short, or is a text of the game put together.
    Own(String),
    /// The query has built it.
    Built(Built),
}

impl Words<'_> {
    pub(crate) fn into_owned(self) -> String {
        match self {
            Words::Own(text) => text,
            other => str::to_owned(&other),
        }
    }
}

impl Deref for Words<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Words::Given(text) => text,
            Words::Own(text) => text,
            Words::Built(text) => text,
        }
    }
}

impl PartialEq for Words<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<'a> From<Cow<'a, str>> for Words<'a> {
    fn from(text: Cow<'a, str>) -> Words<'a> {
        match text {
            Cow::Borrowed(text) => Words::Given(text),
            Cow::Owned(text) => Words::Own(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_counted_as_long_as_somebody_holds_them() {
        let live = Live::default();
        let mut text = live.hold("abc".repeat(10));
        assert_eq!(live.bytes(), 30);
        let shared = text.clone();
        assert_eq!(live.bytes(), 30);
        text.push_str("d");
        assert_eq!((&*shared, text.len()), ("abc".repeat(10).as_str(), 31));
        assert!(live.bytes() >= 61);
        drop(text);
        assert_eq!(live.bytes(), 30);
        drop(shared);
        assert_eq!(live.bytes(), 0);
    }

    #[test]
    fn a_text_that_nobody_shares_grows_in_place() {
        let live = Live::default();
        let mut text = live.hold(String::with_capacity(100));
        let before = text.as_ptr();
        assert_eq!(text.growth(100), 0);
        text.push_str(&"x".repeat(100));
        assert_eq!(text.as_ptr(), before);
        assert!(text.growth(1) >= 100);
    }
}
