//! Clean PGN that is no longer than a game may be.

use super::{CleanHead, Writer};
use crate::{Game, MAX_GAME_BYTES};

/// The length, in bytes, to which comments are cut if a game would otherwise be too long.
const CUT_COMMENT: usize = 1 << 10;

/// A game that is longer as clean PGN than a game may be, so that it was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl Writer {
    /// Appends a game with this head as clean PGN and an empty line, with its comments cut if it would be too long otherwise.
    ///
    /// # Errors
    ///
    /// If it is too long even so. `out` may have a part of it.
    pub(crate) fn write_within(&mut self, game: &Game, head: &CleanHead, out: &mut String) -> Result<(), TooLong> {
        let start = out.len();
        self.longest_comment = None;
        self.write_clean(game, head, out);
        if out.len() - start >= MAX_GAME_BYTES {
            out.truncate(start);
            self.longest_comment = Some(CUT_COMMENT);
            let mut head = head.clone();
            head.lost.push(format!("Comments are cut at {CUT_COMMENT} bytes, because the game is too long."));
            self.write_clean(game, &head, out);
            if out.len() - start >= MAX_GAME_BYTES {
                return Err(TooLong);
            }
        }
        out.push('\n');
        Ok(())
    }
}
