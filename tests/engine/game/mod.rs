//! Tests of the games floor: reading, the tree, faults, writing.

#![expect(clippy::print_stdout, reason = "a test says how much it read")]

mod alike;
mod bases;
mod corpora;
mod differential;
mod faults;
mod growth;
mod input;
mod limits;
mod malformed;
mod numbers;
mod positions;
mod puzzles;
mod random;
mod repair;
pub(crate) mod shared;
mod tree;
mod variants;
mod words;
mod writing;
