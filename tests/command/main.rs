//! The command `tabiya`, as people and programs run it.

mod cli;
#[cfg(feature = "engine")]
mod desk;
#[cfg(feature = "serve")]
mod serve;
