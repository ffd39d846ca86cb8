//! Tests of the syntax floor: query text to a syntax tree and back, and diagnostics.

mod advice;
mod ask;
mod assist;
mod beyond;
mod catalogue;
pub(crate) mod codes;
mod complaints;
mod conformance;
mod declarations;
mod describing;
mod editors;
mod formatting;
mod limits;
mod precedence;
mod printing;
mod random;
mod rules;
mod sequences;
mod wrong;
