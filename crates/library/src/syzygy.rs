//! The tablebases of Syzygy, read from files as they are queried.

use crate::chess::Board;
use crate::chess::fen::{self, Setup};
use crate::facts::{EndgameTables, Outcome};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, Tablebase};
use std::path::Path;

/// Syzygy tables in a folder.
pub struct SyzygyTables {
    tables: Tablebase<Chess>,
    files: usize,
}

impl SyzygyTables {
    /// The tables in a folder: files such as `KQvKP.rtbw` and `KQvKP.rtbz`. They are opened when they are needed.
    ///
    /// # Errors
    ///
    /// If the folder cannot be listed.
    pub fn open(folder: impl AsRef<Path>) -> std::io::Result<SyzygyTables> {
        let mut tables = Tablebase::new();
        let files = tables.add_directory(folder)?;
        Ok(SyzygyTables { tables, files })
    }

    /// The number of files.
    pub fn files(&self) -> usize {
        self.files
    }

    /// The most men, kings included, of a position in the tables.
    pub fn most_men(&self) -> usize {
        self.tables.max_pieces()
    }

    fn position(&self, board: &Board) -> Option<Chess> {
        if board.occupied().count() > self.most_men() || board.castling().any() {
            return None;
        }
        let text = fen::write(&Setup { board: *board, ..Setup::initial() });
        text.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
    }
}

impl EndgameTables for SyzygyTables {
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let position = self.position(board)?;
        Some(match self.tables.probe_wdl(&position).ok()? {
            AmbiguousWdl::Win | AmbiguousWdl::MaybeWin => Outcome::Win,
            AmbiguousWdl::CursedWin => Outcome::CursedWin,
            AmbiguousWdl::Draw => Outcome::Draw,
            AmbiguousWdl::BlessedLoss => Outcome::BlessedLoss,
            AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss => Outcome::Loss,
        })
    }

    fn distance(&self, board: &Board) -> Option<i64> {
        let position = self.position(board)?;
        Some(match self.tables.probe_dtz(&position).ok()? {
            MaybeRounded::Precise(dtz) | MaybeRounded::Rounded(dtz) => i64::from(dtz.0),
        })
    }
}

impl std::fmt::Debug for SyzygyTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SyzygyTables").field("files", &self.files).finish()
    }
}
