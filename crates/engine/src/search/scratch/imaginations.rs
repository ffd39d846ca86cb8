//! The imagined positions of a game.

use crate::chess::Move;
use crate::chess::variant::Situation;
use crate::game::{IMAGINED, Node};
use std::collections::HashMap;

/// An imagined position that is kept until the end of the game.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) parent: u32,
    pub(crate) node: Node,
    pub(crate) mv: Option<Move>,
    pub(crate) situation: Option<Box<Situation>>,
    pub(crate) text: Option<String>,
    /// The number of saved positions below it.
    pub(crate) depth: u32,
}

/// The imagined positions of the current game. No two have the same number, so that a variable that holds one
/// that is gone does not take another for it; and each number is greater than that of the position imagined at.
#[derive(Debug)]
pub(crate) struct Imaginations {
    next: u32,
    pub(crate) saved: HashMap<u32, Saved>,
}

impl Default for Imaginations {
    fn default() -> Imaginations {
        Imaginations { next: IMAGINED, saved: HashMap::new() }
    }
}

impl Imaginations {
    pub(crate) fn clear(&mut self) {
        self.next = IMAGINED;
        self.saved.clear();
    }

    pub(crate) fn number(&mut self) -> u32 {
        let number = self.next;
        // Three thousand million positions of one game are never reached in practice.
        self.next = number.checked_add(1).filter(|&next| next < u32::MAX).unwrap_or(IMAGINED);
        number
    }
}
