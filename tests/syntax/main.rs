//! Tests of the syntax floor: query text to a syntax tree and back, and diagnostics.

mod conformance;
mod printing;
mod random;
