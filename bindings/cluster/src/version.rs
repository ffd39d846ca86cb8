//! The version that all programs of a cluster have in common.

/// What the client, the scheduler and the executors must have in common: the version of the program, and the number of the form
/// of plans.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/3");
