//! Floor 1, form: query text to a syntax tree with spans, and back.

pub mod ast;
mod visit;
