//! The variants and the names that they go by in Variant tags.
//!
//! `variant "NAME"` understands every name that the tag may have; `variant` gives the canonical name of CQLi's table
//! (`Giveaway` for antichess), with `From Position` as a variant of its own. `#` ends a move that wins by a rule of a
//! variant, and a dropped pawn is written `P@e4`, as in Lichess's exports.

use std::fmt;

/// The rules that a game is played by, as its Variant tag says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Chess.
    #[default]
    Standard,
    /// Chess from another array, with castling of its own. Also Fischer Random.
    Chess960,
    /// Chess from a position that was set up.
    FromPosition,
    /// Captures explode.
    Atomic,
    /// Captured pieces change sides and are dropped.
    Crazyhouse,
    /// Captures are compulsory; who has no move or no piece left has won. Also Antichess.
    Giveaway,
    /// White has 36 pawns and no king.
    Horde,
    /// A king in the centre wins.
    KingOfTheHill,
    /// Captures are compulsory; who is mated or has nothing but the king left has won.
    Losers,
    /// Kings race to the last rank; nobody may give check.
    RacingKings,
    /// As giveaway, but when there is no move the side with fewer pieces wins.
    Suicide,
    /// The third check wins.
    ThreeCheck,
}

/// Each variant with its usual name and its other names, in lower case without spaces and punctuation.
const NAMES: [(Variant, &str, &[&str]); 12] = [
    (
        Variant::Standard,
        "Standard",
        &[
            "",
            "standard",
            "chess",
            "classical",
            "normal",
            "regular",
            // Set-ups of chess programs that lack a king.
            "noking",
            "whitekingonly",
            "blackkingonly",
        ],
    ),
    (Variant::Chess960, "Chess960", &["chess960", "960", "fischerandom", "fischerrandom", "frc", "freestyle"]),
    (Variant::FromPosition, "From Position", &["fromposition", "setup"]),
    (Variant::Atomic, "Atomic", &["atomic", "atom"]),
    (Variant::Crazyhouse, "Crazyhouse", &["crazyhouse", "house", "zh"]),
    (Variant::Giveaway, "Giveaway", &["giveaway", "antichess"]),
    (Variant::Horde, "Horde", &["horde"]),
    (Variant::KingOfTheHill, "King of the Hill", &["kingofthehill", "koth"]),
    (Variant::Losers, "Losers", &["losers"]),
    (Variant::RacingKings, "Racing Kings", &["racingkings", "race", "racing"]),
    (Variant::Suicide, "Suicide", &["suicide"]),
    (Variant::ThreeCheck, "Three-Check", &["threecheck", "3check"]),
];

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 12] = {
        let mut all = [Variant::Standard; 12];
        let mut i = 0;
        while i < all.len() {
            all[i] = NAMES[i].0;
            i += 1;
        }
        all
    };

    /// The variant of a name, however it is written: `Three-check`, `3check`, `king of the hill`, `KOTH`. Chess may be
    /// added: `Atomic Chess`.
    ///
    /// ```
    /// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
    /// use tabiya::chess::variant::Variant;
    /// assert_eq!(Variant::from_name("Antichess"), Some(Variant::Giveaway));
    /// assert_eq!(Variant::from_name("3-Check").map(Variant::name), Some("Three-Check"));
    /// assert_eq!(Variant::from_name("Sittuyin"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Variant> {
        let plain: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let named = |name: &str| NAMES.iter().find(|(_, _, names)| names.contains(&name)).map(|&(variant, ..)| variant);
        named(&plain).or_else(|| named(plain.strip_suffix("chess").filter(|name| !name.is_empty())?))
    }

    /// Its usual name.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|&&(variant, ..)| variant == self).map_or("", |&(_, name, _)| name)
    }

    /// True if its positions are more than their boards, so that they have a [`Situation`](super::Situation).
    pub fn has_own_rules(self) -> bool {
        !matches!(self, Variant::Standard | Variant::Chess960 | Variant::FromPosition)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for variant in Variant::ALL {
            assert_eq!(Variant::from_name(variant.name()), Some(variant));
            assert_eq!(Variant::ALL.iter().filter(|&&other| other == variant).count(), 1);
        }
    }
}
