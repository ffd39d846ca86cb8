//! The evaluator: positions, moves, pieces, squares and dictionaries as text.

use super::evaluator::Evaluator;
use super::scratch::{Built, Datum};
use crate::chess::fen::Setup;
use crate::chess::{Bitboard, san};
use crate::game::{homes, rooks};
use crate::ir::{TextId, VarId};
use crate::syntax::catalogue::TextOp;

impl Evaluator<'_> {
    /// A position as text; one in a variation gets its id as a comment, so that it can be found.
    pub(super) fn named_position(&mut self, position: u32) -> String {
        if self.view.node(position).depth > 0 {
            self.scratch.comments.text(position, format!("id:{position}"));
        }
        self.position_text(position)
    }

    /// `move 3(wtm)`, with the position id for positions in variations, and with what was imagined outside the game.
    pub(super) fn position_text(&self, node: u32) -> String {
        let mut text = String::with_capacity(24);
        text.push_str("move ");
        text.push_str(itoa::Buffer::new().format(self.move_number(node)));
        text.push_str(self.board(node).turn().fold_wb("(wtm)", "(btm)"));
        match self.mutation(node) {
            Some(imagined) => text.extend(["[", &imagined, "]"]),
            None if self.view.node(node).depth > 0 => text.extend(["[", itoa::Buffer::new().format(node), "]"]),
            None => {}
        }
        text
    }

    /// A piece with its square: `Ke1`; empty for one that is gone.
    pub(super) fn piece_text(&mut self, var: VarId, node: u32) -> String {
        let Some(square) = self.piece_square(var, node) else { return String::new() };
        let piece = self.board(node).piece_at(square);
        piece.map_or_else(String::new, |piece| format!("{}{square}", piece.char()))
    }

    /// The position as FEN: a king and a rook that have never left home may castle, and the square that a pawn has
    /// just passed over is named whether or not it can be taken there. The counters are always `0 1`.
    /// In variants with rules of their own, rights are as they are, and pockets and checks are also written.
    pub(super) fn fen(&self, node: u32) -> String {
        let mut board = *self.board(node);
        if let Some(situation) = self.view.situation(node) {
            return situation.write_fen(&Setup { board, ..Setup::initial() });
        }
        // Imagined positions lie on the way up to the first one of the game.
        let (mut q, mut unmoved) = (node, u8::MAX);
        while self.is_imagined(q) {
            unmoved &= homes(self.board(q));
            let Some(above) = self.view.parent(q) else { break };
            q = above;
        }
        if !self.is_imagined(q) {
            unmoved &= self.game.unmoved_homes(q);
        }
        board.set_castling(rooks(unmoved));
        if node == 0 {
            board.set_en_passant(None);
        }
        crate::chess::fen::write(&Setup { board, ..Setup::initial() })
    }

    /// True if one of two texts is the position as FEN, and the other one, which is constant, another position. Most positions
    /// differ in the first squares, and writing a FEN takes as long as a hundred other filters.
    pub(super) fn is_other_fen(&mut self, a: TextId, b: TextId, node: u32) -> bool {
        let Some(text) = self.plan.ir.constant_beside_fen(a, b) else { return false };
        self.view.situation(node).is_none()
            && self.pay(TextOp::Fen.row(), node)
            && !crate::chess::fen::begins_with_placement(text.trim_start(), self.board(node))
    }

    /// The move that led to a position in SAN; none at the start of the game.
    pub(super) fn move_in_san(&mut self, node: u32) -> Option<String> {
        let (mv, above) = (self.view.move_to(node)?, self.view.parent(node)?);
        let mut text = String::new();
        match self.view.situation(above) {
            Some(before) => before.write_san(mv, self.view.situation(node), &mut text),
            None => san::write(self.board(above), mv, self.board(node), &mut self.scratch.engines.moves, &mut text),
        }
        Some(text)
    }

    /// A dictionary as text: one line for each entry.
    pub(super) fn dictionary_text(&mut self, of: VarId, node: u32) -> Option<Built> {
        let name = &self.plan.ir.vars[of.index()].name;
        let head = format!("Dictionary {name} with {} entries: \n", self.scratch.dictionaries.len(of));
        let mut text = self.built(head, node)?;
        let mut last = None;
        while let Some(key) = self.scratch.dictionaries.next_key(of, last.as_ref()) {
            let value =
                self.scratch.dictionaries.get(of, &key).map_or_else(String::new, |value| self.datum_text(value));
            let line = format!("{}: {value}\n", self.datum_text(&key));
            self.append(&mut text, &line, node)?;
            last = Some(key);
        }
        Some(text)
    }

    fn datum_text(&self, datum: &Datum) -> String {
        match datum {
            Datum::Num(value) => format!("<NumValue>{value}"),
            Datum::Text(text) => format!("<string>{}", &**text),
            Datum::Set(squares) => format!("<SquareMask>{}", squares_text(Bitboard(*squares))),
            Datum::Pos(position) => format!("<QPos*>{}", self.position_text(*position)),
        }
    }
}

/// Squares as CQL writes them: one alone, several in brackets.
pub(super) fn squares_text(set: Bitboard) -> String {
    match set.single_square() {
        Some(square) => square.to_string(),
        None => {
            let squares: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
            format!("[{}]", squares.join(","))
        }
    }
}
