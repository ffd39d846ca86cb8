//! Bytes that come one after the other.

pub mod read;
