//! The board of one position: which piece stands where, whose turn it is, castling rights and en passant.
//!
//! Any placement of pieces is a board. Nothing is checked: a board may lack kings or have five, and the side that
//! is not to move may stand in check.

use super::{Bitboard, Color, Move, MoveKind, Piece, Role, Square, slides};
use shakmaty::attacks;

/// A position without its history. 80 bytes, and `Copy`, which shakmaty's board of 72 bytes is not: games keep a board
/// for each position in one array.
///
/// ```
/// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
/// use tabiya::chess::{Board, Color, MoveList, Role, Square};
///
/// let (mut board, mut moves) = (Board::initial(), MoveList::new());
/// board.legal_moves(&mut moves);
/// assert_eq!(moves.len(), 20);
/// let mv = moves.iter().find(|mv| mv.uci() == "e2e4").expect("a legal move");
/// let after = board.play(mv);
/// assert_eq!((after.turn(), after.role_at(Square::E4)), (Color::Black, Some(Role::Pawn)));
/// // Any placement is a board.
/// board.remove(Square::E1);
/// assert!(board.kings(Color::White).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Squares by role, pawn first. Disjoint; their union is the union of `colors`.
    roles: [Bitboard; 6],
    /// Squares by colour, black first (shakmaty's order). Disjoint.
    colors: [Bitboard; 2],
    /// Squares of rooks that may still castle.
    castling: Bitboard,
    turn: Color,
    en_passant: Option<Square>,
}

impl AsRef<Board> for Board {
    fn as_ref(&self) -> &Board {
        self
    }
}

impl Board {
    /// No piece at all, White to move.
    pub const fn empty() -> Board {
        Board {
            roles: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            castling: Bitboard::EMPTY,
            turn: Color::White,
            en_passant: None,
        }
    }

    /// The pieces of a board of shakmaty's; White to move, without castling and en passant.
    pub(super) fn with_pieces(pieces: &shakmaty::Board) -> Board {
        let roles = Role::ALL.map(|role| pieces.by_role(role));
        let colors = [Color::Black, Color::White].map(|color| pieces.by_color(color));
        Board { roles, colors, ..Board::empty() }
    }

    /// The array of a game of chess.
    pub const fn initial() -> Board {
        Board {
            roles: [
                Bitboard(0x00ff_0000_0000_ff00),
                Bitboard(0x4200_0000_0000_0042),
                Bitboard(0x2400_0000_0000_0024),
                Bitboard(0x8100_0000_0000_0081),
                Bitboard(0x0800_0000_0000_0008),
                Bitboard(0x1000_0000_0000_0010),
            ],
            colors: [Bitboard(0xffff_0000_0000_0000), Bitboard(0xffff)],
            castling: Bitboard(0x8100_0000_0000_0081),
            turn: Color::White,
            en_passant: None,
        }
    }

    /// Puts a piece on a square, in place of what was there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.roles[piece.role as usize - 1].add(square);
        self.colors[piece.color as usize].add(square);
    }

    /// Empties a square.
    pub fn remove(&mut self, square: Square) {
        let keep = !Bitboard::from(square);
        for set in self.roles.iter_mut().chain(self.colors.iter_mut()) {
            *set &= keep;
        }
    }

    /// Puts a piece on a square, or takes it from there if it is there.
    #[inline]
    pub fn toggle(&mut self, square: Square, piece: Piece) {
        self.roles[piece.role as usize - 1].toggle(square);
        self.colors[piece.color as usize].toggle(square);
    }

    /// Toggles all pieces of another board, so that two changes to the same board come to one.
    #[inline]
    pub fn toggle_all(&mut self, changes: &Board) {
        self.roles.iter_mut().zip(changes.roles).for_each(|(set, change)| *set ^= change);
        self.colors.iter_mut().zip(changes.colors).for_each(|(set, change)| *set ^= change);
    }

    /// Sets the side to move.
    pub fn set_turn(&mut self, turn: Color) {
        self.turn = turn;
    }

    /// Sets the squares of the rooks that may still castle.
    pub fn set_castling(&mut self, rooks: Bitboard) {
        self.castling = rooks;
    }

    /// Sets the square that a pawn has just passed over.
    pub fn set_en_passant(&mut self, square: Option<Square>) {
        self.en_passant = square;
    }

    /// The same placement and side to move, without rights to castle and to capture en passant.
    pub fn without_rights(&self) -> Board {
        Board { castling: Bitboard::EMPTY, en_passant: None, ..*self }
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Squares of the rooks that may still castle.
    pub fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The square that a pawn has just passed over, whether or not it can be taken there.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// All squares with a piece.
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one colour's pieces.
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The squares of one kind of piece, of both colours.
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    /// The squares of one kind of piece of one colour.
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        self.by_role(piece.role) & self.by_color(piece.color)
    }

    /// The kings of a colour: one, except in odd set-ups.
    pub fn kings(&self, color: Color) -> Bitboard {
        self.by_piece(Role::King.of(color))
    }

    /// The colour of the piece on a square.
    pub fn color_at(&self, square: Square) -> Option<Color> {
        if self.colors[1].contains(square) {
            Some(Color::White)
        } else if self.colors[0].contains(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The kind of piece on a square.
    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.by_role(role).contains(square))
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece { color: self.color_at(square)?, role: self.role_at(square)? })
    }

    /// The squares that the piece on a square attacks: the first piece on each line included, of either colour; pins
    /// and checks do not matter. Empty for an empty square.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        match self.piece_at(square) {
            Some(piece) => attacks::attacks(square, piece, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// The squares that a piece other than a pawn attacks, from a square.
    #[inline]
    pub(crate) fn attacks_of(&self, role: Role, square: Square) -> Bitboard {
        match role {
            Role::Knight => attacks::knight_attacks(square),
            Role::Bishop => attacks::bishop_attacks(square, self.occupied()),
            Role::Rook => attacks::rook_attacks(square, self.occupied()),
            Role::Queen => attacks::queen_attacks(square, self.occupied()),
            Role::King => attacks::king_attacks(square),
            Role::Pawn => Bitboard::EMPTY,
        }
    }

    /// The pieces of one colour that attack a square, as if `occupied` were the occupied squares.
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let lines = self.by_role(Role::Queen);
        let hits = (attacks::rook_attacks(square, occupied) & (self.by_role(Role::Rook) | lines))
            | (attacks::bishop_attacks(square, occupied) & (self.by_role(Role::Bishop) | lines))
            | (attacks::knight_attacks(square) & self.by_role(Role::Knight))
            | (attacks::king_attacks(square) & self.by_role(Role::King))
            | (attacks::pawn_attacks(!by, square) & self.by_role(Role::Pawn));
        hits & self.by_color(by)
    }

    /// Those of some pieces, of both colours, that attack a square.
    #[inline]
    pub fn attackers_among(&self, square: Square, pieces: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let aims = slides::aims(square);
        let of = |role: Role| aims.of(role.of(Color::White));
        let pawns = Color::ALL.map(|color| aims.of(Role::Pawn.of(color)) & pawns & self.by_color(color));
        let steps = (of(Role::Knight) & knights) | (of(Role::King) & kings) | pawns[0] | pawns[1];
        let lines = (of(Role::Rook) & (rooks | queens)) | (of(Role::Bishop) & (bishops | queens));
        (steps & pieces) | slides::unblocked(square, lines & pieces, self.occupied())
    }

    /// True if one of the pieces in `attackers` attacks a square, as if `occupied` were the occupied squares. `by` is
    /// the colour of the attackers: it tells where pawns take.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Color, attackers: Bitboard, occupied: Bitboard) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let aims = slides::aims(square);
        let from = |role: Role| aims.of(role.of(by));
        let steps = (from(Role::Knight) & knights) | (from(Role::King) & kings) | (from(Role::Pawn) & pawns);
        let lines = (from(Role::Rook) & (rooks | queens)) | (from(Role::Bishop) & (bishops | queens));
        (steps & attackers).any() || slides::some_unblocked(square, lines & attackers, occupied)
    }

    /// True if a king of `color` is attacked.
    pub fn king_attacked(&self, color: Color) -> bool {
        let (occupied, attackers) = (self.occupied(), self.by_color(!color));
        let mut kings = self.kings(color).0;
        while kings != 0 {
            let king = Square::new(kings.trailing_zeros() % 64);
            if self.is_attacked(king, !color, attackers, occupied) {
                return true;
            }
            kings &= kings - 1;
        }
        false
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        let (own, others) = (self.by_color(self.turn), self.by_color(!self.turn));
        let kings = (self.by_role(Role::King) & own).0;
        if !kings.is_power_of_two() {
            return self.king_attacked(self.turn);
        }
        self.is_attacked(Square::new(kings.trailing_zeros() % 64), !self.turn, others, own | others)
    }

    /// The board after a move. The move must fit the board; whether it is legal does not matter.
    #[inline]
    pub fn play(&self, m: &Move) -> Board {
        let mut next = *self;
        next.advance(m);
        next
    }

    /// Makes a move on this board, which is then the board after it.
    #[inline(always)]
    pub fn advance(&mut self, m: &Move) {
        let us = self.turn;
        if !matches!(m.kind, MoveKind::Normal | MoveKind::EnPassant) {
            (self.turn, self.en_passant) = (!us, None);
            return self.make_special(*m, us);
        }
        if let Some(square) = m.captured {
            self.take(square);
        }
        (self.turn, self.en_passant) = (!us, None);
        let (from, to) = (Bitboard::from(m.from), Bitboard::from(m.to));
        self.colors[us as usize] ^= from | to;
        self.roles[m.role as usize - 1] ^= from;
        self.roles[m.promotion.unwrap_or(m.role) as usize - 1] ^= to;
        if self.castling.any() {
            self.lose_castling(m, us);
        }
        if m.role == Role::Pawn && u32::from(m.from).abs_diff(u32::from(m.to)) == 16 {
            self.en_passant = Some(Square::new((u32::from(m.from) + u32::from(m.to)) / 2));
        }
    }

    /// Empties a square on which any piece of the other side stands.
    #[inline(always)]
    pub fn take(&mut self, square: Square) {
        let keep = !Bitboard::from(square);
        self.colors[!self.turn as usize] &= keep;
        for set in &mut self.roles {
            *set &= keep;
        }
    }

    /// Takes a piece off the square where it stands.
    #[inline(always)]
    pub fn lift(&mut self, square: Square, piece: Piece) {
        let keep = !Bitboard::from(square);
        self.colors[piece.color as usize] &= keep;
        self.roles[piece.role as usize - 1] &= keep;
    }

    /// Makes the move of a piece of the side to move to an empty square. The caller notes which square a pawn has passed over, and
    /// what it becomes. One may make moves in these parts, where more is known of them than a [`Move`] says, and save much of the
    /// time that [`Board::advance`] takes.
    #[inline(always)]
    pub fn shift(&mut self, role: Role, from: Square, to: Square) {
        let us = self.turn;
        let squares = Bitboard::from(from) | to;
        self.colors[us as usize] ^= squares;
        self.roles[role as usize - 1] ^= squares;
        if self.castling.any() {
            if role == Role::King {
                self.castling &= !Bitboard::from_rank(us.fold_wb(super::Rank::First, super::Rank::Eighth));
            }
            self.castling &= !squares;
        }
        (self.turn, self.en_passant) = (!us, None);
    }

    /// Puts a piece of this role in the place of a pawn.
    #[inline(always)]
    pub fn promote(&mut self, square: Square, role: Role) {
        self.roles[Role::Pawn as usize - 1] ^= Bitboard::from(square);
        self.roles[role as usize - 1] ^= Bitboard::from(square);
    }

    /// Takes the rights of castling that a move ends.
    #[inline]
    fn lose_castling(&mut self, m: &Move, us: Color) {
        if m.role == Role::King {
            self.castling &= !Bitboard::from_rank(us.fold_wb(super::Rank::First, super::Rank::Eighth));
        }
        self.castling &= !(Bitboard::from(m.from) | m.to);
    }

    /// Makes a move that does not take one piece from one square to another.
    #[inline(never)]
    fn make_special(&mut self, m: Move, us: Color) {
        match m.kind {
            MoveKind::Castle { rook_from, rook_to } => {
                let (from, to) = (Bitboard::from(m.from) | rook_from, Bitboard::from(m.to) | rook_to);
                self.roles[Role::King as usize - 1] = self.by_role(Role::King) & !Bitboard::from(m.from) | m.to;
                self.roles[Role::Rook as usize - 1] = self.by_role(Role::Rook) & !Bitboard::from(rook_from) | rook_to;
                self.colors[us as usize] = self.by_color(us) & !from | to;
                self.lose_castling(&m, us);
            }
            MoveKind::Drop => self.put(m.to, m.role.of(us)),
            MoveKind::Null | MoveKind::Normal | MoveKind::EnPassant => {}
        }
    }
}
