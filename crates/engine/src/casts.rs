//! Numbers as other types of number, into which they always fit.

/// The number of a position, a node, a value or a part of a plan, or how many there are. All of these are 32 bits wide: a game
/// has no more positions, and the limits on memory keep everything else far below that.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "checked builds see that it fits; it is asked in the innermost loops"
)]
pub(crate) fn number_of(n: usize) -> u32 {
    debug_assert!(u32::try_from(n).is_ok(), "{n}");
    n as u32
}

/// How many there are, as a value of the language.
#[inline]
pub(crate) fn count_of(n: usize) -> i64 {
    n.cast_signed() as i64
}
