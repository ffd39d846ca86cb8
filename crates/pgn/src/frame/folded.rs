//! Games as the database of another program codes them, until some thread makes their text.

use super::RowFault;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// The text of a game, and why it is not the whole game.
#[derive(Debug, Default)]
pub(crate) struct Coded {
    pub(crate) text: Vec<u8>,
    pub(crate) fault: Option<String>,
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

    /// The text of the game with these coded moves, and the fault in them, if there is one.
    pub(super) fn unfold(&self, coded: &[u8]) -> (Vec<u8>, Option<RowFault>) {
        let Coded { text, fault } = (self.0)(coded);
        let fault = fault.map(|message| RowFault { text: message.clone().into_bytes(), message, has_moves: true });
        (text, fault)
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
