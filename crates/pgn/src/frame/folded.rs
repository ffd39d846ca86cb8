//! Games as the database of another program codes them, until some thread makes their text.

use super::{RawGame, RowFault, TableRow};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;
use tabiya_chess::{Board, Move};

/// The text of a game, and why it is not the whole game.
#[derive(Debug, Default)]
pub(crate) struct Coded {
    pub(crate) text: Vec<u8>,
    pub(crate) unwritten: Option<Left>,
    pub(crate) fault: Option<String>,
}

/// Makes the moves that bytes code from a place on, from the initial array; the error says why they are not all.
pub(crate) type Decode = fn(&[u8], usize, Made<'_>) -> Result<(), String>;

/// Takes a move, and the board after it.
pub(crate) type Made<'m> = &'m mut dyn FnMut(&Move, &Board);

/// Moves that are left as they are coded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left {
    pub(crate) decode: Decode,
    /// The place of the moves among the coded bytes.
    pub(crate) from: usize,
    /// The place in the text where they belong.
    pub(crate) at: usize,
}

/// The moves of a game that begins with the initial array, if nothing stands between them. They are not in its text: many a game
/// is ruled out by its tags, and to write moves, and to read what was written, would take longer than all else.
#[derive(Clone, Debug)]
pub(crate) struct Unwritten {
    coded: Vec<u8>,
    left: Left,
}

impl Unwritten {
    /// Makes the moves; the error says why they are not all.
    pub(crate) fn decode(&self, made: Made<'_>) -> Result<(), String> {
        (self.left.decode)(&self.coded, self.left.from, made)
    }

    /// The place in the text where they belong.
    pub(crate) fn at(&self) -> usize {
        self.left.at
    }
}

impl PartialEq for Unwritten {
    fn eq(&self, other: &Unwritten) -> bool {
        self.coded == other.coded && self.left.from == other.left.from && self.left.at == other.left.at
    }
}

impl Eq for Unwritten {}

/// The error of a row whose moves cannot be decoded to their end.
pub(crate) fn coded_fault(message: String) -> RowFault {
    RowFault { text: message.clone().into_bytes(), message, has_moves: true }
}

/// The way to make the text of a game of its coded moves. Decoding takes longer than reading, and is therefore not done by the reader.
#[derive(Clone)]
pub(crate) struct Folded(Arc<Unfold>);

/// Makes the text of a game of its coded moves.
type Unfold = dyn Fn(&[u8]) -> Coded + Send + Sync;

impl Folded {
    pub(crate) fn new(unfold: impl Fn(&[u8]) -> Coded + Send + Sync + 'static) -> Folded {
        Folded(Arc::new(unfold))
    }
}

impl RawGame {
    /// Makes text of the bytes of a game that [`Games::read_folded`](crate::Games::read_folded) has read, unless they are text. The
    /// moves may be left as they are coded: [`Game::parse`](crate::Game::parse) decodes them, and [`RawGame::in_text`] writes them.
    pub fn unfold(&mut self) {
        if let Some(folded) = self.row.as_mut().and_then(|row| row.folded.take()) {
            let Coded { text, unwritten, fault } = (folded.0)(&self.bytes);
            let coded = std::mem::replace(&mut self.bytes, text);
            let unwritten = unwritten.map(|left| Unwritten { coded, left });
            self.row = Some(TableRow { fault: fault.map(coded_fault), folded: None, unwritten });
        }
    }

    /// The moves that are not in the text.
    pub(crate) fn unwritten(&self) -> Option<&Unwritten> {
        self.row.as_ref()?.unwritten.as_ref()
    }
}

impl Debug for Folded {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Folded")
    }
}

impl PartialEq for Folded {
    fn eq(&self, other: &Folded) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Folded {}
