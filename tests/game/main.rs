//! Tests of the games floor: reading, the tree, faults, writing.

mod corpora;
mod differential;
mod shared;
mod tree;
mod writing;
