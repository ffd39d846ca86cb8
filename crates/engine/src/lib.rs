//! The engine of Tabiya: from the typed form of a query to its matches in one game.
//!
//! ```text
//! Script -> Ir          ir      names, types and transforms resolved; equal pure filters are one node
//! Ir     -> Plan        plan    predicates become columns, patterns become Thompson NFAs, the rest keeps its order
//! Plan x Game -> matches search the body at every position; automata run over root-to-leaf paths
//! ```
//!
//! Programs use it through the crate `tabiya`; the public items here are the parts of that crate, and changes with it.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss
    )
)]

pub mod access;
mod casts;
pub mod facts;
mod ir;
pub mod limits;
pub mod plan;
pub mod search;

use tabiya_chess as chess;
use tabiya_cql as syntax;
use tabiya_pgn as game;
