//! Floor 3, facts: what is true of one board or one game, without any query: attacks, rays, columns, pieces' ways.

mod attacks;
mod columns;
pub(crate) mod hhdb;
mod lines;
mod mates;
mod pawns;
mod pieces;
mod ranks;
mod similar;
mod tables;
mod tally;

pub(crate) use attacks::{attack_pairs, attacked_by, attacked_counts, attacker_counts, attacking, contents, power};
pub(crate) use columns::Column;
pub(crate) use lines::{attack_chain, between, pins, ray_ends, steps};
pub(crate) use mates::participants;
pub(crate) use pawns::{connected_pawns, doubled_pawns, isolated_pawns, passed_pawns};
pub(crate) use pieces::{PieceWays, follow, sweep};
pub(crate) use ranks::Ranks;
pub(crate) use similar::Models;
pub use tables::{EndgameTables, Outcome};
pub(crate) use tally::Tally;
