//! The command `tabiya`, as a library with one function.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::cast_possible_truncation, clippy::cast_possible_wrap))]
#![cfg_attr(
    target_family = "wasm",
    allow(clippy::drop_non_drop, reason = "there, no file is open that could be closed")
)]

// There the crate takes the place of the library in C.
#[cfg(target_family = "wasm")]
extern crate tabiya_zstd as zstd;

mod cli;

// For the fuzz targets that give any options and any requests; no part of the interface.
#[doc(hidden)]
pub use cli::cql_options;
#[cfg(feature = "engine")]
#[doc(hidden)]
pub use cli::engine_answers;
pub use cli::{desk, main};
