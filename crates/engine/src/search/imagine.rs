//! The evaluator: positions beside the game. Moves that were not played are made on copies; pieces are put on boards
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
use crate::game::{IMAGINED, Imagined, Node};
use crate::ir::{EditIr, Pos, PosId};

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
    /// A move taken back: the position lies before the one it is imagined at.
    pub(super) back: bool,
}

impl Evaluator<'_> {
    /// True if a position lies beside the game.
    #[inline]
    pub(super) fn is_imagined(&self, node: u32) -> bool {
        node >= IMAGINED
    }

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
        let mut evaluator = Evaluator {
            plan: self.plan,
            game: self.game,
            view: self.view.imagining(imagined),
            scratch: &mut *self.scratch,
            edge: None,
            emits_events: self.emits_events,
            automatic: self.automatic,
            paths: self.paths,
            constituents: self.constituents,
            events: std::mem::take(&mut self.events),
            files: self.files.clone(),
            compat: self.compat,
            control: self.control,
            last_game_number: self.last_game_number,
        };
        let last_path = evaluator.scratch.last_path;
        evaluator.scratch.comments.mute();
        let result = work(&mut evaluator, imagined.id);
        evaluator.scratch.comments.unmute();
        evaluator.scratch.last_path = last_path;
        self.events = std::mem::take(&mut evaluator.events);
        result
    }

    /// Evaluates at the position of a filter, which may lie beside the game; none if there is no such position.
    pub(super) fn at<T>(
        &mut self,
        position: PosId,
        node: u32,
        work: impl FnOnce(&mut Evaluator<'_>, u32) -> T,
    ) -> Option<T> {
        let plan = self.plan;
        if let Pos::Imagine(edits) = plan.ir.pos(position) {
            // A copy of the position, and a game of its own to evaluate in.
            if !self.spend(2 * STEP, node) {
                return None;
            }
            let change = self.edited(edits, node)?;
            return Some(self.imagined(node, change, work));
        }
        let there = self.position(position, node)?;
        self.there(there, work)
    }

    /// Works where two positions are seen, saved ones too.
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

    /// Works at a saved position; what it was imagined at may lie beside the game, too.
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

    /// True if a position can be asked about: one of the game, one imagined now, or a saved one.
    pub(super) fn exists(&self, node: u32) -> bool {
        !self.is_imagined(node)
            || self.view.imagined(node).is_some()
            || self.scratch.imaginations.saved.contains_key(&node)
    }

    /// The position of the game at which a position was imagined.
    pub(super) fn in_game(&self, node: u32) -> u32 {
        let mut place = node;
        while self.is_imagined(place) {
            let saved = || self.scratch.imaginations.saved.get(&place).map(|saved| saved.parent);
            let Some(parent) = self.view.imagined(place).map(|imagined| imagined.parent).or_else(saved) else { break };
            place = parent;
        }
        place
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

    /// The board of this position with some edits; none where a piece has no place to go.
    fn edited(&mut self, edits: &[EditIr], node: u32) -> Option<Change> {
        let mut board = *self.board(node);
        let mut text = Vec::new();
        for edit in edits {
            match edit {
                EditIr::Add { piece, squares } => {
                    let squares = self.set(*squares, node);
                    for square in squares {
                        board.put(square, *piece);
                        text.push(format!("+{}{square}", piece.char()));
                    }
                }
                EditIr::Remove(squares) => {
                    let squares = self.set(*squares, node) & board.occupied();
                    for square in squares {
                        let letter = board.piece_at(square).map_or('_', |piece| piece.char());
                        board.remove(square);
                        text.push(format!("-{letter}{square}"));
                    }
                }
                EditIr::Turn(color) => {
                    if board.turn() != *color {
                        board.set_turn(*color);
                        board.set_en_passant(None);
                        text.push(color.fold_wb("wtm", "btm").to_owned());
                    }
                }
            }
        }
        tidy(&mut board);
        let situation = self.view.situation(node).and_then(|situation| situation.on(&board)).map(Box::new);
        Some(Change { board, situation, mv: None, text: Some(text.join(" ")), back: false })
    }

    /// `imagine` as a position of its own: it is saved.
    pub(super) fn imagine(&mut self, edits: &[EditIr], node: u32) -> Option<u32> {
        let change = self.edited(edits, node)?;
        self.imagined(node, change, |evaluator, there| evaluator.save_position(there))
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

    /// The move that was made to imagine a position, with its number. Few of the positions imagined are asked for it,
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

    /// The last move at a position and the position before it. Beside the game: of the innermost move that was made to
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
        let mut row = self.scratch.pieces.row(place);
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
        row.iter().position(|&at| u32::from(at) == u32::from(square)).map(|piece| piece as u8)
    }

    /// The position that a variable holds, if it can still be asked about.
    pub(super) fn held_position(&self, slot: &Slot) -> Option<u32> {
        match slot {
            Slot::Pos(position) => Some(*position).filter(|&position| self.exists(position)),
            _ => None,
        }
    }
}

/// Takes away rights that the pieces on the board no longer allow.
fn tidy(board: &mut Board) {
    use crate::chess::{Color, Rank, Role};
    let kept = board.castling().into_iter().filter(|&rook| {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        let home = color.fold_wb(Rank::First, Rank::Eighth);
        let king = board.kings(color).into_iter().any(|king| king.rank() == home);
        king && board.by_piece(Role::Rook.of(color)).contains(rook)
    });
    let kept = kept.collect();
    board.set_castling(kept);
    if let Some(square) = board.en_passant() {
        let (behind, color) = match square.rank() {
            Rank::Third => (Square::new(u32::from(square) + 8), Color::White),
            _ => (Square::new(u32::from(square) - 8), Color::Black),
        };
        if !board.by_piece(Role::Pawn.of(color)).contains(behind) || board.turn() == color {
            board.set_en_passant(None);
        }
    }
}
