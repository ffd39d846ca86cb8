//! Tests over many queries and games, which take the longest: the conformance cases, every way to answer them, and the fuzz
//! targets.

#![allow(clippy::disallowed_methods)]

mod agreement;
mod conformance;
mod fuzz;
