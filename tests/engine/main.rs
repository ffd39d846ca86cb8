//! Games, queries and their results through the library: chess, reading and writing, database files, evaluation, searches of
//! many games, sums over them, and the examples.

#![allow(clippy::disallowed_methods)]

mod chess;
mod database;
mod evaluation;
mod examples;
mod game;
mod pipeline;
mod sums;
