//! Room on the stack for work that goes as deep as a query nests, whatever thread the library is called on.

/// The stack reserved for each level of a syntax tree, in bytes. Without optimization 8 KiB were enough for all
/// constructs of `tests/evaluation/deep.rs`.
const LEVEL: usize = 24 << 10;

/// The stack reserved in addition to that for the levels, in bytes.
const GROUND: usize = 256 << 10;

/// Does work that recurses over so many levels of a syntax tree, on this stack where it has room, else on one made for
/// it.
pub fn with_room<T>(levels: u32, work: impl FnOnce() -> T) -> T {
    let needed = GROUND + LEVEL * levels as usize;
    stacker::maybe_grow(needed, needed + GROUND, work)
}
