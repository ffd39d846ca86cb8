//! Tests of the games floor: reading, the tree, faults, writing.

mod corpora;
mod differential;
mod faults;
mod input;
mod limits;
mod random;
mod shared;
mod tree;
mod writing;
