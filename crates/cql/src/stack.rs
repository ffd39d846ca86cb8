//! Room on the stack for work that goes as deep as a query nests, whatever thread the library is called on.

/// How much stack (in bytes) is kept ready for each level of a syntax tree. Without optimization 8 KiB were enough for all
/// constructs of `tests/evaluation/deep.rs`.
const LEVEL: usize = 24 << 10;

/// How much stack (in bytes) is needed beside what the nesting asks for.
const GROUND: usize = 256 << 10;

/// Does work that recurses over so many levels of a syntax tree, on this stack where it has room, else on one made for it.
pub fn with_room<T>(levels: u32, work: impl FnOnce() -> T) -> T {
    let needed = GROUND + LEVEL * levels as usize;
    stacker::maybe_grow(needed, needed + GROUND, work)
}
