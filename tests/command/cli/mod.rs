//! The command, run as people run it: formats, inputs, outputs, exit codes, messages.

mod columnar;
mod cql;
mod databases;
mod divided;
mod doc;
#[cfg(unix)]
mod editing;
pub(crate) mod engine;
mod faults;
mod formats;
mod html;
mod inputs;
mod json;
mod libraries;
mod limits;
mod losses;
mod lsp;
mod me;
mod meant;
mod messages;
mod names;
mod outputs;
mod place;
mod puzzles;
mod queries;
mod repair;
mod resume;
mod rewrite;
mod rows;
mod shard;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod stops;
mod sums;
mod tag;
mod tally;
mod terminals;
mod together;
#[cfg(unix)]
mod uci;
mod why;
