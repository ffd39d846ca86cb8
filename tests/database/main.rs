//! Tests of the database file: games come back as they went in, and damage costs no more than its block.

#![expect(clippy::print_stdout, reason = "a test that skips what is not there says so")]

mod builder;
mod chunks;
mod damage;
mod layouts;
mod positions;
mod round_trip;
mod support;
mod writing;
