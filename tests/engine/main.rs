//! Games, queries and their results through the library: chess, reading and writing, database files, evaluation, searches of
//! many games, sums over them, and the examples.

#![allow(clippy::disallowed_methods)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers of tests are small"
)]

mod chess;
mod database;
mod evaluation;
mod examples;
mod game;
mod pipeline;
mod sums;
