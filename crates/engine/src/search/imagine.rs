//! The evaluator: positions outside the game. Moves that were not played are made on copies; pieces are put on boards
//! and taken off. Nothing of it reaches the game: comments made there are dropped, columns and bans do not know it.
//!
//! Such positions are nodes with numbers from 2^30 on. They lie on a stack and have a parent and no children. A saved
//! one is kept with its parents until the end of the game. No number is used twice in a game, so a variable that holds
//! a discarded position finds none.

use super::control::STEP;
use super::evaluator::Evaluator;
use super::scratch::{Saved, Slot};
use crate::chess::variant::Situation;
use crate::chess::{Board, Move, Square, san};
use crate::game::{Imagined, Node};

/// The most positions that are imagined one on top of the other: seeing one of them takes all those below.
const DEEPEST: u32 = 1_000;

/// The most positions that one game saves.
const MOST_SAVED: usize = 100_000;

/// The difference of an imagined position from the one that it is imagined at.
pub(super) struct Change {
    pub(super) board: Board,
    /// In games of variants with rules of their own, unless there can be no game from here.
    pub(super) situation: Option<Box<Situation>>,
    pub(super) mv: Option<Move>,
    /// The changes as text; `None` for a move that was made.
    pub(super) text: Option<String>,
    /// A retracted move: the position lies before the one it is imagined at.
    pub(super) back: bool,
}

impl Evaluator<'_> {
    /// Evaluates at a position that differs from this one.
    pub(super) fn imagined<T>(
        &mut self,
        node: u32,
        change: Change,
        work: impl FnOnce(&mut Evaluator<'_>, u32) -> T,
    ) -> T {
        let around = self.view.innermost();
        let id = self.scratch.imaginations.number();
        let above = *self.view.node(node);
        let ply = if change.back { above.ply.saturating_sub(1) } else { above.ply + u32::from(change.mv.is_some()) };
        let copy = Node { board: change.board, ply, child_index: 0, ..above };
        let Change { mv, situation, text, .. } = change;
        let imagined = Imagined { id, parent: node, node: copy, mv, situation, text, around };
        self.beside(&imagined, work)
    }

    /// Evaluates at an imagined position.
    fn beside<T>(&mut self, imagined: &Imagined<'_>, work: impl FnOnce(&mut Evaluator<'_>, u32) -> T) -> T {
        let view = self.view.imagining(imagined);
        let mut evaluator = Evaluator::new(self.plan, self.game, view, &mut *self.scratch, self.context);
        (evaluator.emits_events, evaluator.automatic) = (self.emits_events, self.automatic);
        evaluator.events = std::mem::take(&mut self.events);
        let last_path = evaluator.scratch.paths.last;
        evaluator.scratch.comments.mute();
        let result = work(&mut evaluator, imagined.id);
        evaluator.scratch.comments.unmute();
        evaluator.scratch.paths.last = last_path;
        self.events = std::mem::take(&mut evaluator.events);
        result
    }

    /// Works where two positions are seen, also saved ones.
    pub(super) fn seeing<T>(&mut self, a: u32, b: u32, work: impl FnOnce(&mut Evaluator<'_>) -> T) -> Option<T> {
        self.there(a, |evaluator, _| evaluator.there(b, |evaluator, _| work(evaluator)))?
    }

    /// Works at a position, which may be a saved one.
    pub(super) fn there<T>(&mut self, there: u32, work: impl FnOnce(&mut Evaluator<'_>, u32) -> T) -> Option<T> {
        if !self.is_imagined(there) || self.view.imagined(there).is_some() {
            return Some(work(self, there));
        }
        let (mut work, mut result) = (Some(work), None);
        self.revisit(there, &mut |evaluator, node| result = work.take().map(|work| work(evaluator, node)));
        result
    }

    /// Works at a saved position; the position from which it was imagined may be outside the game as well.
    fn revisit(&mut self, there: u32, work: &mut dyn FnMut(&mut Evaluator<'_>, u32)) {
        if !self.is_imagined(there) || self.view.imagined(there).is_some() {
            return work(self, there);
        }
        let saved = self.scratch.imaginations.saved.get(&there).cloned();
        let Some(Saved { parent, node, mv, situation, text, .. }) = saved else { return };
        if !self.spend(STEP, there) {
            return;
        }
        self.revisit(parent, &mut |evaluator, _| {
            let around = evaluator.view.innermost();
            let (situation, text) = (situation.clone(), text.clone());
            evaluator.beside(&Imagined { id: there, parent, node, mv, situation, text, around }, &mut *work);
        });
    }

    /// True if a position can be looked at: one of the game, one imagined now, or a saved one.
    pub(super) fn exists(&self, node: u32) -> bool {
        !self.is_imagined(node)
            || self.view.imagined(node).is_some()
            || self.scratch.imaginations.saved.contains_key(&node)
    }

    /// `saveposition`: an imagined position stays for the rest of the game; one of the game is there anyway.
    pub(super) fn save_position(&mut self, node: u32) -> Option<u32> {
        if !self.is_imagined(node) || self.scratch.imaginations.saved.contains_key(&node) {
            return Some(node);
        }
        let imagined = self.view.imagined(node)?;
        let (copy, mv, parent) = (imagined.node, imagined.mv, imagined.parent);
        let (situation, text) = (imagined.situation.clone(), imagined.text.clone());
        self.save_position(parent)?;
        if self.scratch.imaginations.saved.len() == MOST_SAVED {
            self.fail(
                node,
                format!("more than {MOST_SAVED} positions were saved in this game"),
                Some("save fewer positions"),
            );
            return None;
        }
        let depth = self.scratch.imaginations.saved.get(&parent).map_or(0, |below| below.depth + 1);
        if depth > DEEPEST {
            let message = format!("more than {DEEPEST} positions were imagined one on top of the other");
            self.fail(node, message, Some("imagine the position at a position of the game"));
            return None;
        }
        self.scratch.imaginations.saved.insert(node, Saved { parent, node: copy, mv, situation, text, depth });
        Some(node)
    }

    /// `currentmutation`: what was done to imagine this position, from the game on; none in the game itself.
    pub(super) fn mutation(&self, node: u32) -> Option<String> {
        let mut texts = Vec::new();
        let mut place = self.view.imagined(node);
        while let Some(imagined) = place {
            texts.push(imagined.text.clone().unwrap_or_else(|| self.made_text(imagined)));
            place = self.view.imagined(imagined.parent);
        }
        texts.reverse();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// The move that was made to imagine a position, with its number. Few of the positions imagined need it,
    /// and for `#` all replies are tried.
    fn made_text(&self, imagined: &Imagined<'_>) -> String {
        let Some(mv) = &imagined.mv else { return String::new() };
        let (head, before) = (imagined.parent, self.board(imagined.parent));
        let mut text = format!("{}{}", self.move_number(head), before.turn().fold_wb(".", "..."));
        match self.view.situation(head) {
            None => san::write(before, mv, &imagined.node.board, &mut Vec::new(), &mut text),
            Some(situation) => situation.write_san(mv, imagined.situation.as_deref(), &mut text),
        }
        text
    }

    /// The last move at a position and the position before it. Outside the game: of the innermost move that was made to
    /// imagine it.
    pub(super) fn last_step(&self, node: u32) -> Option<(u32, Move)> {
        let mut place = node;
        while let Some(imagined) = self.view.imagined(place) {
            if let Some(mv) = imagined.mv {
                return Some((imagined.parent, mv));
            }
            place = imagined.parent;
        }
        if self.is_imagined(node) {
            return None;
        }
        Some((self.view.parent(node)?, *self.view.move_to(node)?))
    }

    /// The squares of the pieces of the game at an imagined position, by their numbers: 64 for those that are gone.
    fn imagined_tracks(&mut self, node: u32) -> Vec<u8> {
        let mut steps = Vec::new();
        let mut place = node;
        while let Some(imagined) = self.view.imagined(place) {
            steps.push((imagined.node.board, imagined.mv, imagined.situation.is_some()));
            place = imagined.parent;
        }
        self.spend(steps.len() as u64, node);
        let mut row = self.scratch.facts.pieces.row(place);
        let mut before = *self.board(place);
        for (board, mv, own_rules) in steps.into_iter().rev() {
            match mv {
                Some(mv) if own_rules => {
                    crate::facts::follow(&mut row, &mv);
                    crate::facts::drop_missing(&mut row, &board);
                }
                Some(mv) if before.play(&mv) == board => crate::facts::follow(&mut row, &mv),
                // Pieces that are where they were; others are new or gone.
                _ => {
                    for square in &mut row {
                        let at = Square::new(u32::from(*square) & 63);
                        if *square == 64 || board.piece_at(at) != before.piece_at(at) {
                            *square = 64;
                        }
                    }
                }
            }
            before = board;
        }
        row
    }

    /// The square of the piece with a number at an imagined position; `None` if it is gone.
    pub(super) fn imagined_square(&mut self, node: u32, piece: u8) -> Option<Square> {
        let square = *self.imagined_tracks(node).get(usize::from(piece))?;
        (square < 64).then(|| Square::new(u32::from(square)))
    }

    /// The number of the piece on a square of an imagined position.
    pub(super) fn imagined_piece(&mut self, node: u32, square: Square) -> Option<u8> {
        let row = self.imagined_tracks(node);
        row.iter().position(|&at| u32::from(at) == u32::from(square)).and_then(|piece| u8::try_from(piece).ok())
    }

    /// The position that a variable holds, if it can still be looked at.
    pub(super) fn held_position(&self, slot: &Slot) -> Option<u32> {
        match slot {
            Slot::Pos(position) => Some(*position).filter(|&position| self.exists(position)),
            _ => None,
        }
    }
}
