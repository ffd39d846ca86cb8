//! Numbers of predicates, the only thing this crate knows about the world; and numbers of all that it makes itself.

use std::fmt;

/// The number of a predicate, from 0. Its meaning is known only to the caller's [`Symbols`](crate::Symbols).
///
/// ```
/// use tabiya_automata::Pred;
///
/// assert_eq!(Pred::must(3).index(), 3);
/// assert_eq!(Pred::new(Pred::LIMIT), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pred(u32);

impl Pred {
    /// Predicate numbers are below this limit.
    pub const LIMIT: usize = i32::MAX as usize;

    /// The predicate with this number, or `None` at or above [`Pred::LIMIT`].
    pub fn new(number: usize) -> Option<Pred> {
        if number < Pred::LIMIT { u32::try_from(number).ok().map(Pred) } else { None }
    }

    /// The predicate with this number.
    ///
    /// # Panics
    ///
    /// At or above [`Pred::LIMIT`].
    pub fn must(number: usize) -> Pred {
        Pred::new(number).expect("predicate number below Pred::LIMIT")
    }

    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Pred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// The number of one of the nodes, states, words or answers of a search, or how many there are. All of these are 32 bits wide:
/// a tree has no more nodes, and the limit on memory keeps everything else far below that.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "checked builds see that it fits; the engines count in their innermost loops"
)]
pub(crate) fn number_of(n: usize) -> u32 {
    debug_assert!(u32::try_from(n).is_ok(), "{n}");
    n as u32
}
