//! The evaluator: positions beside the game. Moves that were not played are made on copies; pieces are put on boards and
//! taken off. Nothing of it reaches the game: comments made there are dropped, columns and bans do not know it.

use super::machine::Machine;
use super::meter::STEP;
use super::scratch::Slot;
use crate::chess::variant::Situation;
use crate::chess::{Board, Move, Square, san};
use crate::game::{IMAGINED, Imagined, Node};
use crate::ir::{EditIr, Pos, PosId};
use std::collections::HashMap;

/// The most positions that are imagined one on top of the other: seeing one of them takes all those below.
const DEEPEST: u32 = 1_000;

/// The most positions that one game saves.
const MOST_SAVED: usize = 100_000;

/// An imagined position that is kept until the end of the game.
#[derive(Clone, Debug)]
struct Saved {
    parent: u32,
    node: Node,
    mv: Option<Move>,
    situation: Option<Box<Situation>>,
    text: Option<String>,
    /// How many saved positions it stands on.
    depth: u32,
}

/// What a game remembers of its imagined positions. No two have the same number, so that a variable that holds one
/// that is gone does not take another for it; and each number is greater than that of the position imagined at.
#[derive(Debug)]
pub(super) struct Imaginations {
    next: u32,
    saved: HashMap<u32, Saved>,
}

impl Default for Imaginations {
    fn default() -> Imaginations {
        Imaginations { next: IMAGINED, saved: HashMap::new() }
    }
}

impl Imaginations {
    pub(super) fn clear(&mut self) {
        self.next = IMAGINED;
        self.saved.clear();
    }

    fn number(&mut self) -> u32 {
        let number = self.next;
        // Three thousand million positions of one game are never reached in practice.
        self.next = number.checked_add(1).filter(|&next| next < u32::MAX).unwrap_or(IMAGINED);
        number
    }
}

/// How a position differs from the one that it is imagined at.
pub(super) struct Change {
    pub(super) board: Board,
    /// In games of variants with rules of their own, unless there can be no game from here.
    pub(super) situation: Option<Box<Situation>>,
    pub(super) mv: Option<Move>,
    /// What was done, as text; none for a move that was made.
    pub(super) text: Option<String>,
    /// A move taken back: the position lies before the one it is imagined at.
    pub(super) back: bool,
}

impl Machine<'_> {
    /// Whether a position lies beside the game.
    #[inline]
    pub(super) fn is_imagined(&self, n: u32) -> bool {
        n >= IMAGINED
    }

    /// Evaluates at a position that differs from this one.
    pub(super) fn imagined<T>(&mut self, n: u32, change: Change, work: impl FnOnce(&mut Machine<'_>, u32) -> T) -> T {
        let around = self.view.innermost();
        let id = self.s.imaginations.number();
        let above = *self.view.node(n);
        let ply = if change.back { above.ply.saturating_sub(1) } else { above.ply + u32::from(change.mv.is_some()) };
        let node = Node { board: change.board, ply, child_index: 0, ..above };
        let Change { mv, situation, text, .. } = change;
        let imagined = Imagined { id, parent: n, node, mv, situation, text, around };
        self.beside(&imagined, work)
    }

    /// Evaluates at an imagined position.
    fn beside<T>(&mut self, imagined: &Imagined<'_>, work: impl FnOnce(&mut Machine<'_>, u32) -> T) -> T {
        let mut machine = Machine {
            plan: self.plan,
            game: self.game,
            view: self.view.imagining(imagined),
            s: &mut *self.s,
            edge: None,
            speaks: self.speaks,
            automatic: self.automatic,
            paths: self.paths,
            messages: std::mem::take(&mut self.messages),
            files: self.files.clone(),
            departures: self.departures,
            control: self.control,
            last_game_number: self.last_game_number,
        };
        let last_path = machine.s.last_path;
        machine.s.comments.mute();
        let result = work(&mut machine, imagined.id);
        machine.s.comments.unmute();
        machine.s.last_path = last_path;
        self.messages = std::mem::take(&mut machine.messages);
        result
    }

    /// Evaluates at the position of a filter, which may lie beside the game; none if there is no such position.
    pub(super) fn at<T>(
        &mut self,
        position: PosId,
        n: u32,
        work: impl FnOnce(&mut Machine<'_>, u32) -> T,
    ) -> Option<T> {
        let plan = self.plan;
        if let Pos::Imagine(edits) = plan.ir.pos(position) {
            let change = self.edited(edits, n)?;
            return Some(self.imagined(n, change, work));
        }
        let there = self.position(position, n)?;
        self.there(there, work)
    }

    /// Works where two positions are seen, saved ones too.
    pub(super) fn seeing<T>(&mut self, a: u32, b: u32, work: impl FnOnce(&mut Machine<'_>) -> T) -> Option<T> {
        self.there(a, |machine, _| machine.there(b, |machine, _| work(machine)))?
    }

    /// Works at a position, which may be a saved one.
    pub(super) fn there<T>(&mut self, there: u32, work: impl FnOnce(&mut Machine<'_>, u32) -> T) -> Option<T> {
        if !self.is_imagined(there) || self.view.imagined(there).is_some() {
            return Some(work(self, there));
        }
        let (mut work, mut result) = (Some(work), None);
        self.revisit(there, &mut |machine, n| result = work.take().map(|work| work(machine, n)));
        result
    }

    /// Works at a saved position; what it was imagined at may lie beside the game, too.
    fn revisit(&mut self, there: u32, work: &mut dyn FnMut(&mut Machine<'_>, u32)) {
        if !self.is_imagined(there) || self.view.imagined(there).is_some() {
            return work(self, there);
        }
        let saved = self.s.imaginations.saved.get(&there).cloned();
        let Some(Saved { parent, node, mv, situation, text, .. }) = saved else { return };
        if !self.spend(STEP, there) {
            return;
        }
        self.revisit(parent, &mut |machine, _| {
            let around = machine.view.innermost();
            let (situation, text) = (situation.clone(), text.clone());
            machine.beside(&Imagined { id: there, parent, node, mv, situation, text, around }, &mut *work);
        });
    }

    /// Whether a position can be asked about: one of the game, one imagined now, or a saved one.
    pub(super) fn exists(&self, n: u32) -> bool {
        !self.is_imagined(n) || self.view.imagined(n).is_some() || self.s.imaginations.saved.contains_key(&n)
    }

    /// The position of the game at which a position was imagined.
    pub(super) fn in_game(&self, n: u32) -> u32 {
        let mut place = n;
        while self.is_imagined(place) {
            let saved = || self.s.imaginations.saved.get(&place).map(|saved| saved.parent);
            let Some(parent) = self.view.imagined(place).map(|imagined| imagined.parent).or_else(saved) else { break };
            place = parent;
        }
        place
    }

    /// `saveposition`: an imagined position stays for the rest of the game; one of the game is there anyway.
    pub(super) fn save_position(&mut self, n: u32) -> Option<u32> {
        if !self.is_imagined(n) || self.s.imaginations.saved.contains_key(&n) {
            return Some(n);
        }
        let imagined = self.view.imagined(n)?;
        let (node, mv, parent) = (imagined.node, imagined.mv, imagined.parent);
        let (situation, text) = (imagined.situation.clone(), imagined.text.clone());
        self.save_position(parent)?;
        if self.s.imaginations.saved.len() == MOST_SAVED {
            self.fail(n, format!("a game saves at most {MOST_SAVED} positions"), Some("save fewer of them"));
            return None;
        }
        let depth = self.s.imaginations.saved.get(&parent).map_or(0, |below| below.depth + 1);
        if depth > DEEPEST {
            let message = format!("a position stands on more than {DEEPEST} others that were imagined before it");
            self.fail(n, message, Some("imagine it at a position of the game"));
            return None;
        }
        self.s.imaginations.saved.insert(n, Saved { parent, node, mv, situation, text, depth });
        Some(n)
    }

    /// The board of this position with some edits; none where a piece has no place to go.
    fn edited(&mut self, edits: &[EditIr], n: u32) -> Option<Change> {
        let mut board = *self.board(n);
        let mut text = Vec::new();
        for edit in edits {
            match edit {
                EditIr::Add { piece, squares } => {
                    let squares = self.set(*squares, n);
                    for square in squares {
                        board.put(square, *piece);
                        text.push(format!("+{}{square}", piece.char()));
                    }
                }
                EditIr::Remove(squares) => {
                    let squares = self.set(*squares, n) & board.occupied();
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
        let situation = self.view.situation(n).and_then(|situation| situation.on(&board)).map(Box::new);
        Some(Change { board, situation, mv: None, text: Some(text.join(" ")), back: false })
    }

    /// `imagine` as a position of its own: it is saved.
    pub(super) fn imagine(&mut self, edits: &[EditIr], n: u32) -> Option<u32> {
        let change = self.edited(edits, n)?;
        self.imagined(n, change, |machine, there| machine.save_position(there))
    }

    /// `currentmutation`: what was done to imagine this position, from the game on; none in the game itself.
    pub(super) fn mutation(&self, n: u32) -> Option<String> {
        let mut texts = Vec::new();
        let mut place = self.view.imagined(n);
        while let Some(imagined) = place {
            texts.push(imagined.text.clone().unwrap_or_else(|| self.made_text(imagined)));
            place = self.view.imagined(imagined.parent);
        }
        texts.reverse();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// The move that was made to imagine a position, with its number. Few of the positions imagined are asked for it, and
    /// for `#` all replies are tried.
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
    pub(super) fn last_step(&self, n: u32) -> Option<(u32, Move)> {
        let mut place = n;
        while let Some(imagined) = self.view.imagined(place) {
            if let Some(mv) = imagined.mv {
                return Some((imagined.parent, mv));
            }
            place = imagined.parent;
        }
        if self.is_imagined(n) {
            return None;
        }
        Some((self.view.parent(n)?, *self.view.move_to(n)?))
    }

    /// The squares of the pieces of the game at an imagined position, by their numbers: 64 for those that are gone.
    fn imagined_ways(&mut self, n: u32) -> Vec<u8> {
        let mut steps = Vec::new();
        let mut place = n;
        while let Some(imagined) = self.view.imagined(place) {
            steps.push((imagined.node.board, imagined.mv, imagined.situation.is_some()));
            place = imagined.parent;
        }
        let mut row = self.s.pieces.row(place);
        let mut before = *self.board(place);
        for (board, mv, own_rules) in steps.into_iter().rev() {
            match mv {
                Some(mv) if own_rules => {
                    crate::facts::follow(&mut row, &mv);
                    crate::facts::sweep(&mut row, &board);
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

    /// Where the piece with a number stands at an imagined position.
    pub(super) fn imagined_square(&mut self, n: u32, piece: u8) -> Option<Square> {
        let square = *self.imagined_ways(n).get(usize::from(piece))?;
        (square < 64).then(|| Square::new(u32::from(square)))
    }

    /// The number of the piece on a square of an imagined position.
    pub(super) fn imagined_piece(&mut self, n: u32, square: Square) -> Option<u8> {
        let row = self.imagined_ways(n);
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
