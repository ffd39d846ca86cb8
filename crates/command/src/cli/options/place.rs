//! A position as it is named on the command line: by game and ply, by game and move, or by game and number.

use tabiya::chess::Color;
use tabiya::{Game, Why};

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedPosition {
    /// The number of the game in its file.
    pub(crate) game: u64,
    at: At,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// On the main line, after this many plies.
    Ply(u32),
    /// On the main line, after the move with this number of a colour.
    Move(u32, Color),
    /// By the number of the position, which may be in a variation.
    Position(u32),
}

impl NamedPosition {
    /// Reads `344:83`, `344:42w`, `344:42b`, `344:#90`.
    ///
    /// # Errors
    ///
    /// How to write it instead.
    pub(crate) fn read(text: &str) -> Result<NamedPosition, String> {
        let wrong =
            || "write GAME:PLY, GAME:MOVE and w or b, or GAME:#POSITION, for example 344:83 or 344:42w".to_owned();
        let (game, at) = text.split_once(':').ok_or_else(wrong)?;
        let game = game.parse().ok().filter(|&game| game > 0).ok_or_else(wrong)?;
        let number = |digits: &str| digits.parse().map_err(|_| wrong());
        let at = match (at.strip_prefix('#'), at.strip_suffix('w'), at.strip_suffix('b')) {
            (Some(position), ..) => At::Position(number(position)?),
            (_, Some(digits), _) => At::Move(number(digits)?, Color::White),
            (.., Some(digits)) => At::Move(number(digits)?, Color::Black),
            _ => At::Ply(number(at)?),
        };
        Ok(NamedPosition { game, at })
    }

    /// The number of the position in a game.
    ///
    /// # Errors
    ///
    /// What the game has instead.
    pub(crate) fn find(self, game: &Game, why: &Why) -> Result<u32, String> {
        let line = game.tree().mainline();
        let last = line.node(line.len() - 1).ply;
        match self.at {
            At::Ply(ply) => (0..line.len())
                .find(|&node| line.node(node).ply == ply)
                .ok_or_else(|| format!("the main line of this game has only {last} plies")),
            At::Move(number, color) => {
                let made = |&node: &u32| {
                    let above = line.parent(node).filter(|&above| line.board(above).turn() == color);
                    above.is_some_and(|above| game.move_number(above) == number)
                };
                let missing = || {
                    let side = color.fold_wb("White", "Black");
                    format!("the main line of this game has no move {number} of {side}")
                };
                (0..line.len()).find(made).ok_or_else(missing)
            }
            At::Position(position) if position < why.positions(game) => Ok(position),
            At::Position(_) if why.variations() => {
                Err(format!("the positions of this game have the numbers 0 to {}", why.positions(game) - 1))
            }
            At::Position(_) => Err(format!(
                "the positions of the main line have the numbers 0 to {}; --variations adds the others",
                why.positions(game) - 1
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let read = |text| NamedPosition::read(text).map(|place| (place.game, place.at));
        assert_eq!(read("344:83"), Ok((344, At::Ply(83))));
        assert_eq!(read("1:42w"), Ok((1, At::Move(42, Color::White))));
        assert_eq!(read("1:7b"), Ok((1, At::Move(7, Color::Black))));
        assert_eq!(read("1:#90"), Ok((1, At::Position(90))));
        for wrong in ["", "7", "0:1", ":3", "3:", "3:w", "3:1x", "3:#", "3:-1", "a:1"] {
            assert!(NamedPosition::read(wrong).is_err(), "{wrong}");
        }
    }
}
