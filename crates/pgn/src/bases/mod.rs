//! Databases of other programs: each game becomes the text of a game, as a row of a table does, so that rules,
//! faults, tags and databases need no second way.

#[cfg(not(target_family = "wasm"))]
mod croissant;
mod movetext;
mod scid;
mod scid_moves;

use super::frame::Folded;
use super::kind::LOOKED_AT;
use super::{Frames, Input, RawGame, ReadError, TableRow};
use std::fmt::Debug;
use std::io;

/// The advice about a database that cannot be read any further.
pub(super) const HELP: &str = "it is damaged; look at it with its own program, or export its games as PGN";

/// A database whose games are read one after the other.
pub(super) trait Base: Debug + Send {
    /// The coded moves of the next game, and the way to make a text of them; nothing after the last one.
    ///
    /// # Errors
    /// If the database cannot be read any further.
    fn next_game(&mut self) -> io::Result<Option<(Vec<u8>, Folded)>>;
}

/// Opens what a stream begins with, if it is a database of another program.
///
/// # Errors
/// If it is one, and cannot be read.
pub(super) fn open(frames: &mut Frames<Input>) -> Result<Option<Box<dyn Base>>, ReadError> {
    let start = frames.first_bytes(LOOKED_AT).to_vec();
    if let Some(path) = frames.source().file()
        && let Some(version) = scid::Version::of(path, &start)
    {
        return scid::open(path, version).map(|base| Some(Box::new(base) as Box<dyn Base>));
    }
    #[cfg(not(target_family = "wasm"))]
    if start.starts_with(croissant::MAGIC) {
        return croissant::open(frames).map(|base| Some(Box::new(base) as Box<dyn Base>));
    }
    Ok(None)
}

/// Puts the next game of a database into `raw`; `false` after the last one. Its line is its number, because nothing else tells where
/// it is.
pub(super) fn read(base: &mut dyn Base, number: &mut u64, raw: &mut RawGame) -> io::Result<bool> {
    let Some((bytes, folded)) = base.next_game()? else { return Ok(false) };
    *number += 1;
    let row = Some(TableRow { folded: Some(folded), ..TableRow::default() });
    let mut behind = std::mem::take(&mut raw.behind);
    behind.clear();
    behind.extend_from_slice(b"\n\n");
    *raw = RawGame { bytes, row, line: *number, number: *number, behind, ..RawGame::default() };
    Ok(true)
}
