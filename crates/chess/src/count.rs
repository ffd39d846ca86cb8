//! The number of legal moves without a list of them: whole sets of destinations are counted at once.
//!
//! Method: a piece that is not pinned may go wherever it attacks, within the squares that end a check; a pinned one
//! stays on its line; the king avoids attacked squares. Tested against the generator on every position of the test
//! games.
//!
//! `move legal count > 30` over 10,000 over-the-board games went from 9.7 times the cost of `check` to 1.7.

use super::geometry::square_count;
use super::{Bitboard, Board, Rank, Role, Square, slides};
use shakmaty::{Color, attacks};

/// The restrictions on the moves of the side to move.
pub(crate) struct Bonds {
    pub(crate) king: Square,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
    /// The squares to which pieces other than the king may go: all, or those that end the check.
    pub(crate) goals: Bitboard,
}

impl Board {
    /// The number of legal moves, where the promotions of a pawn on one square count as this many.
    pub fn count_legal_moves(&self, promotions: u32) -> u32 {
        let Some(king) = self.kings(self.turn()).single_square() else { return self.count_listed(promotions) };
        let bonds = self.bonds(king);
        let king_moves = self.count_king_moves(&bonds);
        if bonds.checkers.count() > 1 {
            return king_moves;
        }
        let castling = if bonds.checkers.any() {
            0
        } else {
            let rooks = self.castling() & self.by_color(self.turn());
            rooks.into_iter().map(|rook| u32::from(self.castling_with(rook).is_some_and(|m| self.is_legal(&m)))).sum()
        };
        king_moves
            + castling
            + self.count_officer_moves(&bonds)
            + self.count_pawn_moves(&bonds, promotions)
            + self.count_en_passant()
    }

    /// The same by listing all moves, for boards without exactly one king.
    fn count_listed(&self, promotions: u32) -> u32 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let count = |promoting| moves.iter().map(|m| u32::from(m.promotion.is_some() == promoting)).sum::<u32>();
        count(false) + count(true) / 4 * promotions
    }

    #[inline(always)]
    pub(crate) fn bonds(&self, king: Square) -> Bonds {
        let us = self.turn();
        let (own, theirs, occupied) = (self.by_color(us), self.by_color(!us), self.occupied());
        let (aims, queens) = (slides::aims(king), self.by_role(Role::Queen));
        let from = |role: Role| aims.of(role.of(!us));
        let mut checkers = (from(Role::Knight) & self.by_role(Role::Knight)
            | from(Role::King) & self.by_role(Role::King)
            | from(Role::Pawn) & self.by_role(Role::Pawn))
            & theirs;
        let snipers = (from(Role::Rook) & (self.by_role(Role::Rook) | queens)
            | from(Role::Bishop) & (self.by_role(Role::Bishop) | queens))
            & theirs;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let between = slides::between(king, sniper) & occupied;
            if between.is_empty() {
                checkers.add(sniper);
            } else if !between.more_than_one() {
                pinned |= between & own;
            }
        }
        let goals = match checkers.single_square() {
            Some(checker) => slides::between(king, checker) | checker,
            None => Bitboard::FULL,
        };
        Bonds { king, checkers, pinned, goals }
    }

    fn count_king_moves(&self, bonds: &Bonds) -> u32 {
        let us = self.turn();
        let free = self.occupied() & !Bitboard::from(bonds.king);
        let steps = attacks::king_attacks(bonds.king) & !self.by_color(us);
        let safe = |to: Square| self.attackers(to, !us, free & !Bitboard::from(to)).is_empty();
        steps.into_iter().map(|to| u32::from(safe(to))).sum()
    }

    fn count_officer_moves(&self, bonds: &Bonds) -> u32 {
        let own = self.by_color(self.turn());
        let (occupied, goals) = (self.occupied(), bonds.goals & !own);
        let mut count = 0;
        for from in own & self.by_role(Role::Knight) & !bonds.pinned {
            count += square_count(attacks::knight_attacks(from) & goals);
        }
        let queens = self.by_role(Role::Queen);
        for from in own & (self.by_role(Role::Bishop) | queens) {
            count += square_count(attacks::bishop_attacks(from, occupied) & goals & bonds.line(from));
        }
        for from in own & (self.by_role(Role::Rook) | queens) {
            count += square_count(attacks::rook_attacks(from, occupied) & goals & bonds.line(from));
        }
        count
    }

    fn count_pawn_moves(&self, bonds: &Bonds, promotions: u32) -> u32 {
        let us = self.turn();
        let pawns = self.by_piece(Role::Pawn.of(us));
        let weigh = |to: Bitboard| {
            let last = Bitboard::from_rank(us.fold_wb(Rank::Eighth, Rank::First));
            square_count(to & !last) + square_count(to & last) * promotions
        };
        let mut count: u32 = self.pawn_goals(pawns & !bonds.pinned).map(|to| weigh(to & bonds.goals)).iter().sum();
        for from in pawns & bonds.pinned {
            let goals = bonds.goals & bonds.line(from);
            count += self.pawn_goals(Bitboard::from(from)).map(|to| weigh(to & goals)).iter().sum::<u32>();
        }
        count
    }

    /// The squares to which some pawns can go: by one step, by two steps, by captures to either side. En passant is not
    /// included.
    pub(crate) fn pawn_goals(&self, pawns: Bitboard) -> [Bitboard; 4] {
        let us = self.turn();
        let (free, theirs) = (!self.occupied(), self.by_color(!us));
        let forward = |set: Bitboard| us.fold_wb(Bitboard(set.0 << 8), Bitboard(set.0 >> 8));
        let step = forward(pawns) & free;
        let home = forward(pawns & Bitboard::from_rank(us.fold_wb(Rank::Second, Rank::Seventh))) & free;
        let left = pawns & !Bitboard::from_file(shakmaty::File::A);
        let right = pawns & !Bitboard::from_file(shakmaty::File::H);
        [step, forward(home) & free, Bitboard(forward(left).0 >> 1) & theirs, Bitboard(forward(right).0 << 1) & theirs]
    }

    fn count_en_passant(&self) -> u32 {
        let us: Color = self.turn();
        let Some(to) = self.en_passant().filter(|&to| !self.occupied().contains(to)) else { return 0 };
        let takers = attacks::pawn_attacks(!us, to) & self.by_piece(Role::Pawn.of(us));
        let taken = takers.into_iter().filter_map(|from| self.en_passant_capture(from, to));
        taken.map(|m| u32::from(self.is_legal(&m))).sum()
    }
}

impl Bonds {
    /// True if a piece other than the king may go from one square to another; not for captures en passant.
    pub(crate) fn allow(&self, from: Square, to: Square) -> bool {
        self.checkers.count() < 2 && (self.goals & self.line(from)).contains(to)
    }

    /// The squares that a piece may not leave: its line to the king if it is pinned, else none.
    pub(crate) fn line(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) { attacks::ray(self.king, from) } else { Bitboard::FULL }
    }
}
