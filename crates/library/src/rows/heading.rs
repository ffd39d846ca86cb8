//! What a row says of the game that it is about.

use super::cell::Cell;
use crate::chess::Color;
use crate::game::{Game, GameResult};
use std::sync::Arc;

/// Where a game comes from, and what it says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHeading {
    /// The file that the game comes from.
    pub file: Arc<str>,
    /// Its number in that file.
    pub number: u64,
    /// Its place among all games of the sources, from 0.
    pub place: u64,
    /// The players in normal form, White's first.
    pub players: [String; 2],
    /// The known ratings of the players.
    pub ratings: [Option<u32>; 2],
    /// The date as `yyyy.mm.dd`, with `?` for what is unknown.
    pub date: String,
    /// The event; `?` if it is not known.
    pub event: String,
    /// The result.
    pub result: GameResult,
}

impl GameHeading {
    /// The columns of rows about games, which begin with them: `file`, `game`, `white` and so on.
    pub const COLUMNS: [&str; 9] =
        ["file", "game", "white", "black", "white_elo", "black_elo", "date", "event", "result"];

    /// Their values.
    pub fn cells(&self) -> [Cell<'_>; 9] {
        let rating = |rating: Option<u32>| rating.map_or(Cell::None, |rating| Cell::Number(rating.into()));
        let ([white, black], [white_elo, black_elo]) = (&self.players, self.ratings.map(rating));
        [
            Cell::from(&*self.file),
            Cell::from(self.number),
            Cell::from(white.as_str()),
            Cell::from(black.as_str()),
            white_elo,
            black_elo,
            Cell::from(self.date.as_str()),
            Cell::from(self.event.as_str()),
            Cell::from(self.result.as_str()),
        ]
    }

    pub(crate) fn of(game: &Game, (file, place): (&Arc<str>, u64)) -> GameHeading {
        let of_both = [Color::White, Color::Black];
        GameHeading {
            file: Arc::clone(file),
            number: game.number(),
            place,
            players: of_both.map(|color| game.player(color).to_owned()),
            ratings: of_both.map(|color| game.elo(color)),
            date: game.date(),
            event: game.event().to_owned(),
            result: game.result(),
        }
    }
}
