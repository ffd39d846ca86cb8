//! A cluster on this machine: a scheduler and executors as processes, and the answers of statements, which must be those of one
//! process.

#![allow(clippy::disallowed_methods)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers of tests are small"
)]

mod conformance;
mod deploy;
mod faults;
mod fleet;
mod jobs;
mod metrics;
mod otb;
mod recipes;
mod restart;
mod rows;
mod scale;
mod secrets;
