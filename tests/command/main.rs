//! The command `tabiya`, as people and programs run it.

#![allow(clippy::disallowed_methods)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers of tests are small"
)]

mod cli;
#[cfg(feature = "engine")]
mod desk;
#[cfg(feature = "serve")]
mod fronts;
#[cfg(feature = "serve")]
mod serve;
