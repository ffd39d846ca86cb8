//! The rules by which a game was played, as its Variant tag says.

use super::{Game, Tags};
use tabiya_chess::fen::{self, Setup};
use tabiya_chess::variant::{Situation, Variant};

/// The rules that moves are read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Moves are those of chess: also Chess960 and from a position.
    Chess,
    /// Moves are those of a variant with rules of its own.
    Own(Variant),
    /// Nobody knows the variant. What the rules of chess accept is read.
    Unknown,
}

impl Rules {
    pub(crate) fn of(variant: Option<Variant>) -> Rules {
        match variant {
            Some(variant) if variant.has_own_rules() => Rules::Own(variant),
            Some(_) => Rules::Chess,
            None => Rules::Unknown,
        }
    }
}

/// The start of a game: its board and counters, and the situation if its variant has rules of its own.
pub(super) struct Start {
    pub(super) setup: Setup,
    pub(super) situation: Option<Situation>,
    /// The reason why no move can be read from there, if there is one.
    pub(super) unfit: Option<String>,
    /// The letters of rights to castle in the FEN that no king and rook can have. The setup does not have them.
    pub(super) dropped: String,
}

impl Start {
    /// The start by a FEN tag, or the array of the variant, which exports leave out.
    pub(super) fn of(rules: Rules, variant: Option<Variant>, tag: Option<&str>) -> Start {
        let plain = |setup| Start { setup, situation: None, unfit: None, dropped: String::new() };
        let Rules::Own(variant) = rules else {
            let Some(tag) = tag else { return plain(Setup::initial()) };
            return match fen::parse(tag) {
                Ok(mut setup) if rules == Rules::Chess => {
                    let dropped = fen::drop_false_rights(tag, &mut setup, variant == Some(Variant::Chess960));
                    Start { dropped, ..plain(setup) }
                }
                Ok(setup) => plain(setup),
                Err(error) => Start::unreadable(error.to_string()),
            };
        };
        let Some(tag) = tag else {
            let situation = Situation::initial(variant);
            let setup = situation.as_ref().map_or_else(Setup::initial, Situation::start);
            return Start { situation, ..plain(setup) };
        };
        match fen::parse(tag) {
            Err(error) => Start::unreadable(error.to_string()),
            Ok(setup) => match Situation::read(variant, tag, &setup) {
                // Rights that the variant does not have are not on its board.
                Ok(situation) => {
                    let setup = Setup { board: situation.board(), ..setup };
                    Start { situation: Some(situation), ..plain(setup) }
                }
                Err(error) => Start { unfit: Some(format!("is no position of {variant}: {error}")), ..plain(setup) },
            },
        }
    }

    fn unreadable(error: String) -> Start {
        let setup = Setup { board: tabiya_chess::Board::empty(), halfmoves: 0, fullmoves: 1 };
        Start { setup, situation: None, unfit: Some(format!("cannot be read: {error}")), dropped: String::new() }
    }

    /// The message about the rights that are dropped.
    pub(super) fn rights_told(&self, fen: &str) -> String {
        format!(
            "the FEN `{fen}` has rights to castle that no king and rook can have: {}; they are dropped",
            self.dropped
        )
    }
}

/// True if a text holds the moves of two boards, as games of bughouse have them: `1A. e4 1a. f6 1B. f3`.
pub(super) fn is_bughouse(rules: Rules, tags: &Tags, moves: &[u8]) -> bool {
    let digits = moves.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let numbered = digits > 0 && matches!(moves[digits..], [b'A' | b'B' | b'a' | b'b', b'.', ..]);
    let named = |tag: &str| tag.to_ascii_lowercase().contains("bughouse");
    numbered || rules == Rules::Unknown && tags.get("Variant").is_some_and(named)
}

/// The variant of a game's tags; none if the tag names one that is not known.
pub(super) fn of_tags(tags: &Tags) -> Option<Variant> {
    tags.get("Variant").map_or(Some(Variant::Standard), Variant::from_name)
}

/// The FEN of a game's tags; none if the tag says nothing.
pub(super) fn fen_tag(tags: &Tags) -> Option<&str> {
    tags.get("FEN").map(str::trim).filter(|fen| !matches!(*fen, "" | "?" | "-"))
}

impl Game {
    /// The variant that the game was played by; none if its tag names one that is not known.
    pub fn variant(&self) -> Option<Variant> {
        self.variant
    }

    /// The usual name of the variant, or what the tag says if it is not known.
    ///
    /// ```
    /// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
    /// use tabiya::game::{Game, RawGame};
    /// let mut game = Game::new();
    /// game.parse(&RawGame::from_bytes(b"[Variant \"antichess\"] 1. e3 b5 2. Bxb5 *"));
    /// assert_eq!(game.variant_name(), "Giveaway");
    /// ```
    pub fn variant_name(&self) -> &str {
        match self.variant {
            Some(variant) => variant.name(),
            None => self.tags().get("Variant").unwrap_or_default().trim(),
        }
    }
}
