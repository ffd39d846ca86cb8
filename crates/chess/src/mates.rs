//! Mates and stalemates as problemists grade them: pure, model and ideal, and which pieces take part.
//!
//! In a pure mate every square around the king is denied exactly once: it is attacked by one piece, or blocked by an
//! own one. A model mate is pure and all pieces of the other side but king and pawns take part; in an ideal mate all
//! men of both sides do. The same goes for stalemates.

use crate::lines::pins;
use crate::{Bitboard, Board, Color, MoveList, Role, Square};
use shakmaty::attacks;

impl Board {
    /// True if no mate is possible with the pieces that are left: kings alone, with one knight or bishop, or with bishops on squares
    /// of one colour.
    ///
    /// ```
    /// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
    /// use tabiya::chess::fen;
    /// let is_dead = |text: &str| fen::parse(text).unwrap().board.is_dead();
    /// assert!(is_dead("4k3/8/8/8/8/8/8/4KN2 w - -") && is_dead("4k1b1/8/8/8/8/8/8/4KB2 w - -"));
    /// assert!(!is_dead("4kb2/8/8/8/8/8/8/4KB2 w - -") && !is_dead("4k3/8/8/8/8/8/8/3NKN2 w - -"));
    /// ```
    pub fn is_dead(&self) -> bool {
        let (knights, bishops) = (self.by_role(Role::Knight), self.by_role(Role::Bishop));
        let dark = bishops & Bitboard::DARK_SQUARES;
        let one_colour = knights.is_empty() && (dark.is_empty() || dark == bishops);
        let minor = knights | bishops;
        self.occupied() == minor | self.by_role(Role::King) && (minor.count() < 2 || one_colour)
    }
}

/// Mates and stalemates by how the squares around the king are denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatePattern {
    /// Every square around the king is denied exactly once.
    PureMate,
    /// Pure, and all pieces of the other side but king and pawns take part.
    ModelMate,
    /// Pure, and all men of both sides take part.
    IdealMate,
    /// The same of a stalemate.
    PureStalemate,
    /// The same of a stalemate.
    ModelStalemate,
    /// The same of a stalemate.
    IdealStalemate,
}

impl MatePattern {
    /// True if it is about stalemates.
    pub fn is_stalemate(self) -> bool {
        matches!(self, MatePattern::PureStalemate | MatePattern::ModelStalemate | MatePattern::IdealStalemate)
    }
}

/// The men that take part in a mate or stalemate of the side to move; none if it is not of the kind asked for. That
/// the board is mate, or stalemate, is known already. `moves` is memory.
pub fn participants(board: &Board, pattern: MatePattern, moves: &mut MoveList) -> Bitboard {
    let Some(field) = Field::new(board) else { return Bitboard::EMPTY };
    let found = match pattern {
        MatePattern::PureStalemate | MatePattern::ModelStalemate | MatePattern::IdealStalemate => field.stalemate(),
        _ => field.mate(moves),
    };
    let Some((attackers, defenders)) = found else { return Bitboard::EMPTY };
    let officers = field.theirs & !board.by_role(Role::King) & !board.by_role(Role::Pawn);
    let fits = match pattern {
        MatePattern::PureMate | MatePattern::PureStalemate => true,
        MatePattern::ModelMate | MatePattern::ModelStalemate => (officers & !attackers).is_empty(),
        MatePattern::IdealMate | MatePattern::IdealStalemate => attackers == field.theirs && defenders == field.own,
    };
    if fits { attackers | defenders } else { Bitboard::EMPTY }
}

/// The surroundings of the only king of the side to move.
struct Field<'b> {
    board: &'b Board,
    king: Square,
    /// The squares around the king.
    ring: Bitboard,
    them: Color,
    own: Bitboard,
    theirs: Bitboard,
    /// The pieces that pin a man to a king, and the men pinned, of both sides.
    pinners: Bitboard,
    pinned: Bitboard,
}

impl<'b> Field<'b> {
    fn new(board: &'b Board) -> Option<Field<'b>> {
        let us = board.turn();
        let king = board.kings(us).single_square()?;
        let kings = board.by_role(Role::King);
        let [pinners, pinned, _] = pins(board, [Bitboard::FULL, Bitboard::FULL, kings]);
        let (own, theirs) = (board.by_color(us), board.by_color(!us));
        Some(Field { board, king, ring: attacks::king_attacks(king), them: !us, own, theirs, pinners, pinned })
    }

    /// The men of both sides that take part in a mate, if it is pure.
    fn mate(&self, moves: &mut MoveList) -> Option<(Bitboard, Bitboard)> {
        let occupied = self.board.occupied();
        let checkers = self.board.attackers(self.king, self.them, occupied);
        moves.clear();
        self.board.pseudolegal_moves(moves);
        let pure = self.open_squares_are_guarded_once()
            && self.blocks_are_needed(checkers, moves)
            && self.every_checker_is_needed(checkers);
        if !pure {
            return None;
        }
        let kings = self.board.kings(self.them);
        let aims = kings | self.with_ways(checkers);
        let (mut attackers, mut defenders) = (checkers, Bitboard::from(self.king) | (self.own & self.ring));
        attackers |= self.attacking(self.ring) | (self.pinned & self.theirs);
        defenders |= self.shields(self.own, self.own, kings);
        if checkers.count() == 1 {
            // Men that could capture the checker, step between or take the king, if nothing held them back.
            let refuters: Bitboard = moves.iter().filter(|m| aims.contains(m.to)).map(|m| m.from).collect();
            attackers |= pins(self.board, [self.theirs, refuters, Bitboard::from(self.king)])[0];
            attackers |= self.shields(refuters, self.theirs, aims);
            defenders |= self.shields(self.own, self.own, aims);
        }
        Some((attackers, defenders))
    }

    /// Each square around the king that no own man blocks has one guard; lines go on through the king.
    fn open_squares_are_guarded_once(&self) -> bool {
        (self.ring & !self.own).into_iter().all(|square| self.guards(square).count() == 1)
    }

    fn guards(&self, square: Square) -> Bitboard {
        self.board.attackers(square, self.them, self.board.occupied() & !Bitboard::from(self.king))
    }

    /// A square that an own man blocks has no guard; but a man that is pinned and could otherwise answer a single
    /// check may have one.
    fn blocks_are_needed(&self, checkers: Bitboard, moves: &MoveList) -> bool {
        let answers = self.with_ways(checkers);
        (self.ring & self.own).into_iter().all(|square| {
            let guards = self.guards(square).count();
            let could_answer =
                || moves.iter().any(|m| m.from == square && (m.is_en_passant() || answers.contains(m.to)));
            guards == 0 || (checkers.count() < 2 && guards == 1 && self.pinned.contains(square) && could_answer())
        })
    }

    /// In a double check each checker is needed against men that could deal with the other.
    fn every_checker_is_needed(&self, checkers: Bitboard) -> bool {
        let free = self.own & !self.pinned & !Bitboard::from(self.king);
        checkers.count() < 2
            || checkers.into_iter().all(|checker| {
                let answers = self.with_ways(checkers & !Bitboard::from(checker));
                free.into_iter().any(|square| (self.board.attacks_from(square) & answers).any())
            })
    }

    /// The men of both sides that take part in a stalemate, if it is pure.
    fn stalemate(&self) -> Option<(Bitboard, Bitboard)> {
        let occupied = self.board.occupied();
        let pure = self.ring.into_iter().all(|square| {
            let count = self.board.attackers(square, self.them, occupied).count();
            let blocked = self.own.contains(square) && !self.pinned.contains(square);
            count == usize::from(!blocked)
        });
        let attackers = self.attacking(self.ring) | ((self.pinned | self.pinners) & self.theirs);
        pure.then_some((attackers, self.own))
    }

    /// The other side's men that attack some of the squares.
    fn attacking(&self, squares: Bitboard) -> Bitboard {
        crate::attacks::attacking(self.board, self.theirs, squares)
    }

    /// Checkers with the squares between them and the king.
    fn with_ways(&self, checkers: Bitboard) -> Bitboard {
        checkers.into_iter().fold(checkers, |all, checker| all | attacks::between(checker, self.king))
    }

    /// The men of `among` that stand first on a line of one of the `sliders`, which goes on behind them to one of the
    /// squares, with nothing else in between.
    fn shields(&self, sliders: Bitboard, among: Bitboard, squares: Bitboard) -> Bitboard {
        let occupied = self.board.occupied();
        let mut found = Bitboard::EMPTY;
        for slider in sliders {
            let Some(piece) = self.board.piece_at(slider) else { continue };
            if !matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen) {
                continue;
            }
            let seen = attacks::attacks(slider, piece, occupied);
            let hides = |man: &Square| {
                let behind = attacks::attacks(slider, piece, occupied & !Bitboard::from(*man)) & !seen;
                (behind & squares).any()
            };
            found |= (seen & among).into_iter().filter(hides).collect::<Bitboard>();
        }
        found
    }
}
