//! Tabiya finds patterns in chess games.
pub mod chess;
pub mod game;
pub mod syntax;
mod facts;
mod ir;
mod plan;
