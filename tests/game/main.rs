//! Tests of the games floor: reading, the tree, faults, writing.

#![expect(clippy::print_stdout, reason = "a test that skips what is not there says so")]

mod alike;
mod corpora;
mod differential;
mod faults;
mod growth;
mod input;
mod limits;
mod malformed;
mod random;
mod repair;
mod shared;
mod tree;
mod variants;
mod words;
mod writing;
