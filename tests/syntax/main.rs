//! Tests of the syntax floor: query text to a syntax tree, and diagnostics.

mod conformance;
