//! Games, queries and their results through the library: chess, reading and writing, database files, evaluation, searches of
//! many games, sums over them, and the examples.

mod chess;
mod database;
mod evaluation;
mod examples;
mod game;
mod pipeline;
mod sums;
