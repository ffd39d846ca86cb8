//! Games as the database of another program codes them, until some thread makes their text.

use super::{RawGame, RowFault, TableRow};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;
use tabiya_chess::Move;

/// The text of a game, and why it is not the whole game.
#[derive(Debug, Default)]
pub(crate) struct Coded {
    pub(crate) text: Vec<u8>,
    pub(crate) unwritten: Unwritten,
    pub(crate) fault: Option<String>,
}

/// The legal moves of a game that begins with the initial array, if nothing stands between them. They are not in its text: to write
/// moves, and to read what was written, would take longer than all else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unwritten {
    pub(crate) moves: Vec<Move>,
    /// The place in the text where they belong.
    pub(crate) at: usize,
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
    /// Decodes the bytes of a game that [`Games::read_folded`](crate::Games::read_folded) has read, unless they are text. The moves
    /// may still be none: see [`RawGame::in_text`].
    pub fn unfold(&mut self) {
        if let Some(folded) = self.row.as_mut().and_then(|row| row.folded.take()) {
            let Coded { text, unwritten, fault } = (folded.0)(&self.bytes);
            let fault = fault.map(|message| RowFault { text: message.clone().into_bytes(), message, has_moves: true });
            (self.bytes, self.row) = (text, Some(TableRow { fault, folded: None, unwritten }));
        }
    }

    /// The moves that are not in the text.
    pub(crate) fn unwritten(&self) -> Option<&Unwritten> {
        self.row.as_ref().map(|row| &row.unwritten).filter(|unwritten| !unwritten.moves.is_empty())
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
