//! Endgame tables of Syzygy: what a position with few men is worth with best play, read from files as they are asked.

use crate::chess::Board;
use crate::chess::fen::{self, Setup};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, Tablebase};
use std::path::Path;

/// Endgame tables in a folder.
pub struct EndgameTables {
    tables: Tablebase<Chess>,
    files: usize,
}

/// What a position is worth for the side to move, under the rule of fifty moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A win.
    Win,
    /// A win that the rule of fifty moves turns into a draw.
    CursedWin,
    /// A draw.
    Draw,
    /// A loss that the rule of fifty moves turns into a draw.
    BlessedLoss,
    /// A loss.
    Loss,
}

impl EndgameTables {
    /// The tables in a folder: files such as `KQvKP.rtbw` and `KQvKP.rtbz`. They are opened when they are asked.
    ///
    /// # Errors
    ///
    /// When the folder cannot be listed.
    pub fn open(folder: impl AsRef<Path>) -> std::io::Result<EndgameTables> {
        let mut tables = Tablebase::new();
        let files = tables.add_directory(folder)?;
        Ok(EndgameTables { tables, files })
    }

    /// How many files there are.
    pub fn files(&self) -> usize {
        self.files
    }

    /// The most men, kings included, of a position in the tables.
    pub fn most_men(&self) -> usize {
        self.tables.max_pieces()
    }

    /// What a position is worth; none if no table knows it, if it is illegal, or if somebody may castle.
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        let position = self.position(board)?;
        Some(match self.tables.probe_wdl(&position).ok()? {
            AmbiguousWdl::Win | AmbiguousWdl::MaybeWin => Outcome::Win,
            AmbiguousWdl::CursedWin => Outcome::CursedWin,
            AmbiguousWdl::Draw => Outcome::Draw,
            AmbiguousWdl::BlessedLoss => Outcome::BlessedLoss,
            AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss => Outcome::Loss,
        })
    }

    /// Half-moves to the next capture or pawn move with best play, from the side to move: positive if it wins, negative
    /// if it loses, 0 for a draw. Tables may round it up by one.
    pub fn distance(&self, board: &Board) -> Option<i64> {
        let position = self.position(board)?;
        Some(match self.tables.probe_dtz(&position).ok()? {
            MaybeRounded::Precise(dtz) | MaybeRounded::Rounded(dtz) => i64::from(dtz.0),
        })
    }

    fn position(&self, board: &Board) -> Option<Chess> {
        if board.occupied().count() > self.most_men() || board.castling().any() {
            return None;
        }
        let text = fen::write(&Setup { board: *board, ..Setup::initial() });
        text.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
    }
}

impl std::fmt::Debug for EndgameTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EndgameTables").field("files", &self.files).finish()
    }
}
