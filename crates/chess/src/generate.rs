//! Generation of pseudolegal and legal moves on any board.
//!
//! A pseudolegal move may leave the own king attacked; castling needs its full conditions even then. The four
//! promotions of a pawn on one square are four moves.
//!
//! The generator is our own because the board of a node must accept any set-up, kings missing included, and one
//! generator is simpler than two. The tests compare it with shakmaty's at every position of the test games.

use super::{Bitboard, Board, Move, MoveKind, Rank, Role, Square};
use shakmaty::{Color, attacks};

/// The moves of one position. Methods append to a list, so clear it before it is used again.
pub type MoveList = Vec<Move>;

pub(crate) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Board {
    /// All pseudolegal moves, appended to `list`.
    pub fn pseudolegal_moves(&self, list: &mut MoveList) {
        self.pseudolegal_moves_between(Bitboard::FULL, Bitboard::FULL, list);
    }

    /// The pseudolegal moves from some squares to some squares, in the same order. A castling move goes from the king's
    /// square to the king's square.
    pub fn pseudolegal_moves_between(&self, from: Bitboard, to: Bitboard, list: &mut MoveList) {
        let us = self.turn();
        let own = self.by_color(us);
        for from in from & own & !self.by_role(Role::Pawn) {
            let Some(role) = self.role_at(from) else { continue };
            for to in self.attacks_of(role, from) & !own & to {
                list.push(self.plain(role, from, to));
            }
        }
        for from in from & own & self.by_role(Role::Pawn) {
            self.pawn_moves(from, to, list);
        }
        self.castling_moves_between(from, to, list);
    }

    /// The legal move from one square to another that promotes to this piece or, without one, does not promote; castling aside. `list`
    /// is scratch memory.
    pub fn legal_move_between(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        list: &mut MoveList,
    ) -> Option<Move> {
        let own = self.by_color(self.turn());
        if !own.contains(from) || own.contains(to) {
            return None;
        }
        let role = self.role_at(from)?;
        let found = if role == Role::Pawn {
            list.clear();
            self.pawn_moves(from, Bitboard::from(to), list);
            *list.iter().find(|mv| mv.promotion == promotion)?
        } else {
            let goals = self.attacks_of(role, from);
            (promotion.is_none() && goals.contains(to)).then(|| self.plain(role, from, to))?
        };
        self.is_legal(&found).then_some(found)
    }

    /// The castling moves among them. They are pseudolegal.
    pub fn castling_moves_between(&self, from: Bitboard, to: Bitboard, list: &mut MoveList) {
        if (from & self.kings(self.turn())).any() {
            let moves = (self.castling() & self.by_color(self.turn())).into_iter();
            list.extend(moves.filter_map(|rook| self.castling_with(rook)).filter(|m| to.contains(m.to)));
        }
    }

    /// All legal moves, appended to `list`: the pseudolegal ones that leave no own king attacked.
    pub fn legal_moves(&self, list: &mut MoveList) {
        let start = list.len();
        self.pseudolegal_moves(list);
        self.retain_legal(start, list);
    }

    /// Drops the moves from `start` on that are not legal; all are pseudolegal.
    pub fn retain_legal(&self, start: usize, list: &mut MoveList) {
        if list.len() == start {
            return;
        }
        let bonds = self.kings(self.turn()).single_square().map(|king| self.bonds(king));
        let legal = |m: &Move| match &bonds {
            Some(bonds) if m.role != Role::King && m.kind == MoveKind::Normal => bonds.allow(m.from, m.to),
            _ => self.is_legal(m),
        };
        let mut kept = start;
        for i in start..list.len() {
            if legal(&list[i]) {
                list[kept] = list[i];
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    /// True if the side to move has a legal move.
    pub fn has_legal_move(&self, scratch: &mut MoveList) -> bool {
        let us = self.turn();
        // A king that can step away is what mates and stalemates mostly lack.
        if let Some(king) = self.kings(us).single_square() {
            let steps = attacks::king_attacks(king) & !self.by_color(us);
            if steps.into_iter().any(|to| self.is_safe(&self.plain(Role::King, king, to))) {
                return true;
            }
        }
        scratch.clear();
        self.pseudolegal_moves(scratch);
        scratch.iter().any(|m| self.is_legal(m))
    }

    /// True if a pseudolegal move leaves no own king attacked.
    pub fn is_legal(&self, m: &Move) -> bool {
        let us = self.turn();
        let kings = self.kings(us);
        if kings.is_empty() {
            return true;
        }
        if matches!(m.kind, MoveKind::Normal | MoveKind::EnPassant) && kings.single_square().is_some() {
            return self.is_safe(m);
        }
        !self.play(m).king_attacked(us)
    }

    /// True if a move other than castling leaves the own king safe. Only a single king must be safe: composers' boards
    /// with several kings of one colour have no rule for it.
    #[inline]
    pub(crate) fn is_safe(&self, m: &Move) -> bool {
        let us = self.turn();
        let Some(king) = self.kings(us).single_square() else { return true };
        let captured = m.captured.map_or(Bitboard::EMPTY, Bitboard::from);
        let occupied = (self.occupied() & !captured & !Bitboard::from(m.from)) | m.to;
        let king = if m.from == king { m.to } else { king };
        !self.is_attacked(king, !us, self.by_color(!us) & !captured, occupied)
    }

    pub(crate) fn plain(&self, role: Role, from: Square, to: Square) -> Move {
        let captured = self.occupied().contains(to).then_some(to);
        Move { role, from, to, promotion: None, kind: MoveKind::Normal, captured }
    }

    fn pawn_moves(&self, from: Square, goals: Bitboard, list: &mut MoveList) {
        let us = self.turn();
        let (step, home) = us.fold_wb((8, Rank::Second), (-8, Rank::Seventh));
        let occupied = self.occupied();
        if let Some(to) = from.offset(step).filter(|&to| !occupied.contains(to)) {
            if goals.contains(to) {
                self.push_pawn(self.plain(Role::Pawn, from, to), list);
            }
            if from.rank() == home
                && let Some(far) = to.offset(step).filter(|&far| !occupied.contains(far) && goals.contains(far))
            {
                list.push(self.plain(Role::Pawn, from, far));
            }
        }
        let hits = attacks::pawn_attacks(us, from);
        for to in hits & goals & self.by_color(!us) {
            self.push_pawn(self.plain(Role::Pawn, from, to), list);
        }
        if let Some(to) = self.en_passant().filter(|&to| (hits & goals).contains(to) && !occupied.contains(to)) {
            list.extend(self.en_passant_capture(from, to));
        }
    }

    /// The en passant capture from a square to the passed square, if the passing pawn stands behind it.
    pub fn en_passant_capture(&self, from: Square, to: Square) -> Option<Move> {
        let us = self.turn();
        let behind = to.offset(us.fold_wb(-8, 8))?;
        let pawn = self.by_piece(Role::Pawn.of(!us)).contains(behind);
        pawn.then_some(Move {
            role: Role::Pawn,
            from,
            to,
            promotion: None,
            kind: MoveKind::EnPassant,
            captured: Some(behind),
        })
    }

    /// The square on which a pawn may be captured en passant now, by a legal move.
    pub fn playable_en_passant(&self) -> Option<Square> {
        let to = self.en_passant().filter(|&to| !self.occupied().contains(to))?;
        let from = attacks::pawn_attacks(!self.turn(), to) & self.by_piece(Role::Pawn.of(self.turn()));
        let mut captures = from.into_iter().filter_map(|from| self.en_passant_capture(from, to));
        captures.any(|m| self.is_legal(&m)).then_some(to)
    }

    /// True if this is the position of another board, as the rules count repetitions: the same pieces, the same side to
    /// move, the same rights to castle, the same captures en passant.
    pub fn repeats(&self, other: &Board) -> bool {
        let placed = |board: &Board| {
            let mut board = *board;
            board.set_en_passant(None);
            board
        };
        placed(self) == placed(other) && self.playable_en_passant() == other.playable_en_passant()
    }

    fn push_pawn(&self, m: Move, list: &mut MoveList) {
        if m.to.rank() == self.turn().fold_wb(Rank::Eighth, Rank::First) {
            list.extend(PROMOTIONS.iter().map(|&role| Move { promotion: Some(role), ..m }));
        } else {
            list.push(m);
        }
    }

    /// Castling with the rook on a square, if nothing stands between and the king passes no attacked square.
    /// Castling rights are not tested.
    pub fn castling_with(&self, rook: Square) -> Option<Move> {
        let m = self.castling_shape(rook)?;
        let MoveKind::Castle { rook_to, .. } = m.kind else { return None };
        let us = self.turn();
        let free = self.occupied() & !Bitboard::from(m.from) & !Bitboard::from(rook);
        let path = attacks::between(m.from, m.to) | m.to | m.from;
        let them = self.by_color(!us);
        let safe = path.into_iter().all(|s| !self.is_attacked(s, !us, them, free));
        // In Chess960 the rook's leaving can uncover the king on its new square.
        (safe && !self.is_attacked(m.to, !us, them, free | rook_to)).then_some(m)
    }

    /// Castling with the rook on a square as far as the pieces in the way are concerned.
    pub fn castling_shape(&self, rook: Square) -> Option<Move> {
        let us: Color = self.turn();
        let king = self.kings(us).single_square()?;
        if king.rank() != rook.rank() || !self.by_piece(Role::Rook.of(us)).contains(rook) {
            return None;
        }
        let short = rook.file() > king.file();
        let (to, rook_to) = Move::castle_targets(us, short);
        if king.rank() != to.rank() {
            return None;
        }
        let others = self.occupied() & !Bitboard::from(king) & !Bitboard::from(rook);
        let ways =
            attacks::between(king, to) | to | attacks::between(rook, rook_to) | rook_to | attacks::between(king, rook);
        (others & ways).is_empty().then_some(Move {
            role: Role::King,
            from: king,
            to,
            promotion: None,
            kind: MoveKind::Castle { rook_from: rook, rook_to },
            captured: None,
        })
    }
}
