//! Room on the stack for work that goes as deep as a query nests, on any thread that calls the library.
//!
//! Reading, printing, planning, explaining and searching a game check once, where they begin, whether the stack is
//! large enough for the nesting, and continue on a new stack if it is not. A check at each node would slow the
//! evaluator down, and the height of the tree is known when the query is planned. The command's own threads have 64 MiB
//! and never need a new stack. A program in a browser has one stack, which is as large as its builder says: there nothing is checked.

/// The stack reserved for each level of a syntax tree, in bytes. Without optimization 8 KiB were enough for all
/// constructs of `tests/engine/evaluation/deep.rs`.
#[cfg(not(target_family = "wasm"))]
const LEVEL: usize = 24 << 10;

/// The stack reserved in addition to that for the levels, in bytes.
#[cfg(not(target_family = "wasm"))]
const GROUND: usize = 256 << 10;

/// Does work that recurses over this many levels of a syntax tree, on this stack where it has room, else on one made for
/// it.
#[cfg(not(target_family = "wasm"))]
pub fn with_room<T>(levels: u32, work: impl FnOnce() -> T) -> T {
    let needed = GROUND + LEVEL * levels as usize;
    stacker::maybe_grow(needed, needed + GROUND, work)
}

/// Does work on the stack that there is.
#[cfg(target_family = "wasm")]
pub fn with_room<T>(_levels: u32, work: impl FnOnce() -> T) -> T {
    work()
}
