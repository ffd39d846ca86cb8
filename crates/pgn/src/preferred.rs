//! Tables by which a game is read: names of players as they are preferred, and ratings that the game does not tell.

use std::collections::HashMap;
use std::fmt::Debug;

/// Spellings of names, each with the name that is read in its place.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::PreferredNames;
///
/// let pair = ("Tal, M".to_owned(), "Tal, Mikhail".to_owned());
/// let names: PreferredNames = [pair].into_iter().collect();
/// assert_eq!((names.of("Tal, M"), names.of("Botvinnik, M")), (Some("Tal, Mikhail"), None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreferredNames(HashMap<Box<str>, Box<str>>);

impl PreferredNames {
    /// The name that is read in place of one in normal form ([`Game::player`](crate::Game::player)).
    pub fn of(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|name| &**name)
    }

    /// The number of spellings.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts the name of the player at the end of some names in place of what stands there from a byte on.
    pub(crate) fn put(&self, names: &mut String, start: usize) {
        if let Some(name) = self.of(&names[start..]) {
            names.truncate(start);
            names.push_str(name);
        }
    }
}

/// Spellings and names, both in normal form.
impl FromIterator<(String, String)> for PreferredNames {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(pairs: I) -> PreferredNames {
        let boxed = |(spelling, name): (String, String)| (spelling.into_boxed_str(), name.into_boxed_str());
        PreferredNames(pairs.into_iter().map(boxed).collect())
    }
}

/// Ratings for games that have none ([`Game::read_ratings_by`](crate::Game::read_ratings_by)).
pub trait RatingTable: Debug + Send + Sync {
    /// The rating of a player, whose name is in normal form, at a date, `yyyy.mm.dd` with `?` for what is unknown.
    fn elo(&self, name: &str, date: &str) -> Option<u32>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, RawGame};
    use std::sync::Arc;
    use tabiya_chess::Color;

    #[test]
    fn games_are_read_by_a_table() {
        let pair = |spelling: &str, name: &str| (spelling.to_owned(), name.to_owned());
        let names: PreferredNames = [pair("Tal, M", "Tal, Mikhail"), pair("?", "Nobody")].into_iter().collect();
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(b"[White \"Tal,M.\"]\n\n1. e4 *"));
        assert_eq!(game.players(), "Tal, M\n?");
        game.read_names_by(Some(Arc::new(names)));
        assert_eq!(game.players(), "Tal, Mikhail\nNobody");
        game.parse(&RawGame::from_bytes(b"[White \"Tal\"]\n[Black \"Tal, M\"]\n\n1. e4 *"));
        assert_eq!((game.player(Color::White), game.player(Color::Black)), ("Tal", "Tal, Mikhail"));
        assert_eq!(game.tags().get("Black"), Some("Tal, M"));
        let mut next = game.successor();
        next.parse(&RawGame::from_bytes(b"[White \"Tal, M\"]\n\n*"));
        assert_eq!(next.player(Color::White), "Tal, Mikhail");
        next.read_names_by(None);
        assert_eq!(next.player(Color::White), "Tal, M");
    }

    #[test]
    fn ratings_that_a_game_has_are_not_looked_up() {
        #[derive(Debug)]
        struct Years;
        impl RatingTable for Years {
            fn elo(&self, name: &str, date: &str) -> Option<u32> {
                if name == "Tal, M" { date[..4].parse().ok() } else { None }
            }
        }
        let mut game = Game::new();
        game.read_ratings_by(Some(Arc::new(Years)));
        let text = b"[White \"Tal,M\"]\n[Black \"Tal, M\"]\n[BlackElo \"2700\"]\n[Date \"1960.05.07\"]\n\n*";
        game.parse(&RawGame::from_bytes(text));
        assert_eq!((game.elo(Color::White), game.elo(Color::Black)), (Some(1960), Some(2700)));
        assert_eq!(game.tags().get("WhiteElo"), None);
        let mut next = game.successor();
        next.parse(&RawGame::from_bytes(b"[White \"Keres\"]\n[Black \"Tal, M\"]\n[BlackElo \"0\"]\n\n*"));
        assert_eq!((next.elo(Color::White), next.elo(Color::Black)), (None, None), "no year is known");
    }
}
