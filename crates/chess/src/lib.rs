//! Boards that any set-up fits on, moves, and the geometry of the 64 squares.
//!
//! Squares, roles, colours, square sets and attack tables are shakmaty's; the board is ours, because composers'
//! set-ups (missing or extra kings, pawns on the last rank, the side to move giving check, a null move played in
//! check) have no `shakmaty::Position`. Where one exists, shakmaty is the oracle of the tests.

pub mod attacks;
mod board;
mod count;
mod designator;
pub mod exchange;
pub mod fen;
pub mod formations;
mod generate;
pub mod geometry;
pub mod lines;
pub mod mates;
mod moves;
mod numbered;
pub mod pawns;
pub mod polyglot;
pub mod retro;
pub mod san;
pub mod similar;
mod slides;
mod square_counts;
pub mod variant;
pub mod wide;

pub use board::Board;
pub use designator::{Designator, Pieces};
pub use generate::MoveList;
pub use moves::{Move, MoveKind};
pub use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Square};
pub use square_counts::SquareCounts;
