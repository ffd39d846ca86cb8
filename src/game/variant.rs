//! Which rules a game was played by, as its Variant tag says, and how far standard rules carry.

use super::Tags;
use crate::chess::Move;
use crate::chess::fen::{self, Setup};

/// The rules of a game, as far as reading cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Moves are those of chess: also Chess960, from a position, three checks, king of the hill.
    Standard,
    /// The same up to the first capture, which changes more than two squares.
    Atomic,
    /// Moves differ. What standard rules accept and mean alike is read.
    Other,
}

impl Rules {
    pub(crate) fn of(tags: &Tags) -> Rules {
        match plain_name(tags).as_deref() {
            None => Rules::Standard,
            Some("atomic") => Rules::Atomic,
            Some(_) => Rules::Other,
        }
    }

    /// Whether a move that standard rules accept means something else in this game.
    pub(crate) fn refuses(self, mv: &Move) -> bool {
        self == Rules::Atomic && mv.is_capture()
    }
}

/// The variant's name in small letters without blanks and signs; `None` for chess.
fn plain_name(tags: &Tags) -> Option<String> {
    let name: String =
        tags.get("Variant")?.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let same_moves = [
        "",
        "standard",
        "regular",
        "normal",
        "classical",
        "chess",
        "standardchess",
        "fromposition",
        "setup",
        "chess960",
        "960",
        "fischerandom",
        "fischerrandom",
        "fischerandomchess",
        "freestyle",
        "frc",
        "threecheck",
        "3check",
        "kingofthehill",
        "koth",
        "noking",
        "whitekingonly",
        "blackkingonly",
    ];
    (!same_moves.contains(&name.as_str())).then_some(name)
}

/// The array of a variant, for games that have no FEN tag.
pub(crate) fn initial(tags: &Tags) -> Setup {
    let array = match plain_name(tags).as_deref() {
        Some("horde") => "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        Some("racingkings") => "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
        _ => return Setup::initial(),
    };
    fen::parse(array).unwrap_or_else(|_| Setup::initial())
}
