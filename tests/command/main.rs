//! The command `tabiya`, as people and programs run it.

mod cli;
#[cfg(feature = "serve")]
mod serve;
