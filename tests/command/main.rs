//! The command `tabiya`, as people and programs run it.

#![allow(clippy::disallowed_methods)]

mod cli;
#[cfg(feature = "engine")]
mod desk;
#[cfg(feature = "serve")]
mod fronts;
#[cfg(feature = "serve")]
mod serve;
