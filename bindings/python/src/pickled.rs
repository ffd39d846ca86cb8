//! Games as they travel between processes: as PGN, with what PGN does not say.

use pyo3::prelude::*;
use tabiya::Game;
use tabiya::game::{Additions, Layout, Writer};

/// The function of `tabiya._support` that makes an object again, and what it is given.
pub(crate) type Pickled<'py, P> = (Bound<'py, PyAny>, P);

/// The text of a game, its number, its file, and whether moves of it could not be read.
pub(crate) type Parts = (String, u64, Option<String>, bool);

/// What a game travels as.
pub(crate) fn parts(game: &Game, file: Option<&str>) -> Parts {
    (pgn(game), game.number(), file.map(str::to_owned), game.is_incomplete())
}

/// The game as PGN, with variations, comments and NAGs.
pub(crate) fn pgn(game: &Game) -> String {
    let mut text = String::new();
    Writer::new(Layout::Export).write(game, &mut Additions::default(), &mut text);
    text
}
