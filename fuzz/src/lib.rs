//! The promise of each fuzz target, as one function of the bytes of an input, which panics if the promise is broken.
//!
//! cargo-fuzz runs them through `fuzz_targets/`; the test `fuzz` of the root package runs them on a stable toolchain
//! over the inputs that [`seeds`] makes and over random changes of these. `README.md` says how.

#![allow(clippy::disallowed_methods)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "random bits, and small numbers"
)]

mod bases;
pub mod brute;
mod bytes;
mod command;
mod compressed;
mod cql;
mod databases;
pub mod dice;
mod engine;
mod fen_san;
mod games;
mod grammar;
mod patterns;
mod pgn;
mod queries;
mod resume;
mod roads;
mod seeds;
mod serve;
mod syntax;
mod tables;
mod unmoves;

pub use bytes::Bytes;
pub use command::use_command;
pub use compressed::compressed;
pub use cql::cql_options;
pub use databases::{database_bytes, database_games, renew_checksums};
pub use engine::engine_requests;
pub use fen_san::fen_san;
pub use patterns::{CONSTRUCTS, pattern_case, patterns};
pub use pgn::{pgn_bytes, pgn_round_trip};
pub use queries::{plain_queries, query};
pub use resume::resume_states;
pub use roads::{Case, Compared, compare, plans, random_case, roads};
pub use seeds::seeds;
pub use serve::serve_requests;
pub use syntax::{query_bytes, round_trip};
pub use tables::tables;
pub use unmoves::unmoves;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of the program, and of its seeds.
    pub name: &'static str,
    /// Runs one input; panics where the input breaks a promise.
    pub run: fn(&[u8]),
    /// The approximate number of inputs that it runs in the time of one input of the slowest target.
    pub speed: u64,
}

/// All targets.
pub const TARGETS: [Target; 15] = [
    Target { name: "query_bytes", run: query_bytes, speed: 4 },
    Target { name: "roads", run: roads, speed: 1 },
    Target { name: "patterns", run: patterns, speed: 20 },
    Target { name: "pgn_bytes", run: pgn_bytes, speed: 20 },
    Target { name: "pgn_round_trip", run: pgn_round_trip, speed: 10 },
    Target { name: "compressed", run: compressed, speed: 20 },
    Target { name: "fen_san", run: fen_san, speed: 20 },
    Target { name: "tables", run: tables, speed: 20 },
    Target { name: "unmoves", run: unmoves, speed: 1 },
    Target { name: "cql_options", run: cql_options, speed: 10 },
    Target { name: "database_bytes", run: database_bytes, speed: 5 },
    Target { name: "database_games", run: database_games, speed: 5 },
    Target { name: "serve_requests", run: serve_requests, speed: 4 },
    Target { name: "engine_requests", run: engine_requests, speed: 1 },
    Target { name: "resume_states", run: resume_states, speed: 1 },
];
