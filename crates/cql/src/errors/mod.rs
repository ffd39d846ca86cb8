//! Every diagnostic about a query: one constructor for each, which holds its wording.

pub(super) mod advice;
pub(super) mod beyond;
pub(super) mod declarations;
pub(super) mod dictionaries;
pub(super) mod grammar;
pub(super) mod hhdb;
pub(super) mod io;
pub(super) mod lexical;
pub(super) mod meaning;
pub(super) mod moves;
pub(super) mod relations;
pub(super) mod sequences;
pub(super) mod typing;
