//! The one legal move that a text means on a board.

use super::{Common, Found, Repair, San, SanError};
use crate::{Bitboard, Board, Color, File, Move, MoveKind, Rank, Role, Square, slides};
use shakmaty::attacks;

impl San {
    /// Finds the move on a board. The move found is legal.
    ///
    /// ```
    /// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
    /// use tabiya::chess::{Board, san::San};
    /// let (san, _) = San::scan(b"Nf3").unwrap();
    /// let found = san.find(&Board::initial()).unwrap();
    /// assert_eq!(found.mv.from.to_string(), "g1");
    /// ```
    ///
    /// # Errors
    ///
    /// The reason why no legal move fits, or that several fit.
    #[inline]
    pub fn find(&self, board: &Board) -> Result<Found, SanError> {
        match *self {
            San::Normal { role: Role::Pawn, from, to, promotion, capture } => {
                find_pawn(board, from, to, promotion, capture)
            }
            San::Normal { role, from, to, .. } => find_piece(board, role, from, to),
            San::Files(from, to) => find_files(board, from, to),
            San::Squares { from, to, promotion } => find_squares(board, from, to, promotion),
            San::Castle { short } => find_castle(board, short),
            San::Null => Ok(Found { mv: null_move(board), repair: None }),
            San::Drop(..) => Err(SanError::Drop),
        }
    }

    /// The move that [`San::find`] finds, where it is found at once: see [`Common::find`].
    #[inline]
    pub fn find_only(&self, board: &Board) -> Option<Move> {
        let San::Normal { role, from, to, promotion: None, capture } = *self else { return None };
        Common { role, from, to, capture }.find(board)
    }
}

impl Common {
    /// The move that is meant on a board, where it is found at once: one piece alone can be meant, and it is not promoted and
    /// does not take en passant. `None` says nothing.
    #[inline]
    pub fn find(&self, board: &Board) -> Option<Move> {
        let Common { role, from, to, capture } = *self;
        let (us, occupied) = (board.turn(), board.occupied());
        let own = board.by_color(us);
        let able = board.by_role(role) & own & from;
        let origins = if role == Role::Pawn {
            only_pawn(board, able, to, capture || from != Bitboard::FULL)
        } else {
            reaching(role, to, able, occupied)
        };
        let captured = occupied.contains(to).then_some(to);
        let from = origins.single_square().filter(|_| !own.contains(to))?;
        let mv = Move { role, from, to, promotion: None, kind: MoveKind::Normal, captured };
        board.is_safe(&mv).then_some(mv)
    }

    /// The move as a [`San`].
    pub fn san(&self) -> San {
        let Common { role, from, to, capture } = *self;
        San::Normal { role, from, to, promotion: None, capture }
    }
}

/// The pawns among `able` that go to a square straight on, or take a piece there; none where they would be promoted.
#[inline]
fn only_pawn(board: &Board, able: Bitboard, to: Square, capture: bool) -> Bitboard {
    const ENDS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
    let (us, occupied) = (board.turn(), board.occupied());
    if ENDS.contains(to) || occupied.contains(to) != capture {
        return Bitboard::EMPTY;
    }
    if capture {
        return attacks::pawn_attacks(!us, to) & able;
    }
    let back = |square: Bitboard| Bitboard(us.fold_wb(square.0 >> 8, square.0 << 8));
    let before = back(Bitboard::from(to));
    if (before & occupied).any() {
        return before & able;
    }
    back(before) & able & us.fold_wb(Bitboard::from_rank(Rank::Second), Bitboard::from_rank(Rank::Seventh))
}

/// The null move of the side to move.
pub fn null_move(board: &Board) -> Move {
    let king = board.kings(board.turn()).first().unwrap_or(Square::A1);
    Move { role: Role::King, from: king, to: king, promotion: None, kind: MoveKind::Null, captured: None }
}

/// Those of `pieces`, all of one role and no pawns, that attack a square.
#[inline]
pub(super) fn reaching(role: Role, square: Square, pieces: Bitboard, occupied: Bitboard) -> Bitboard {
    // Nothing stands between squares that are not on a line.
    slides::unblocked(square, slides::aims(square).of(role.of(Color::White)) & pieces, occupied)
}

#[inline]
pub(super) fn plain(board: &Board, role: Role, from: Square, to: Square) -> Move {
    let captured = board.occupied().contains(to).then_some(to);
    Move { role, from, to, promotion: None, kind: MoveKind::Normal, captured }
}

/// The one legal move among those that start from `candidates`.
#[inline]
fn choose(board: &Board, candidates: Bitboard, make: impl Fn(Square) -> Move) -> Result<Option<Found>, SanError> {
    let mut found = None;
    let mut legal = Bitboard::EMPTY;
    for from in candidates {
        let mv = make(from);
        if board.is_safe(&mv) {
            legal.add(from);
            found = Some(Found { mv, repair: None });
        }
    }
    match legal.count() {
        0 if candidates.any() => Err(SanError::LeavesCheck),
        0 | 1 => Ok(found),
        _ => Err(SanError::Ambiguous(legal)),
    }
}

#[inline]
fn find_piece(board: &Board, role: Role, from: Bitboard, to: Square) -> Result<Found, SanError> {
    let us = board.turn();
    let own = board.by_color(us);
    if own.contains(to) {
        return Err(if (own & board.by_role(role)).is_empty() {
            SanError::NoPiece(role)
        } else {
            SanError::OwnPiece(to)
        });
    }
    let able = reaching(role, to, board.by_role(role) & own, board.occupied());
    match choose(board, able & from, |from| plain(board, role, from, to))? {
        Some(next) => Ok(next),
        None => mend_piece(board, role, able, from, to),
    }
}

/// No piece on the squares that the text names goes there: `Nbd7` with the knight on f6, `Kg1` for castling.
#[cold]
fn mend_piece(board: &Board, role: Role, able: Bitboard, from: Bitboard, to: Square) -> Result<Found, SanError> {
    let us = board.turn();
    if let Ok(Some(next)) = choose(board, able, |from| plain(board, role, from, to)) {
        return Ok(Found { repair: Some(Repair::Origin), ..next });
    }
    if role == Role::King
        && let Some(king) = (board.kings(us) & from).single_square()
        && let Some(short) = castling_step(king, to, us)
    {
        return find_castle(board, short);
    }
    Err(match (board.by_piece(role.of(us)).is_empty(), able.is_empty()) {
        (true, _) => SanError::NoPiece(role),
        (_, true) => SanError::NoReach(role, to),
        (_, false) => {
            choose(board, able, |from| plain(board, role, from, to)).err().unwrap_or(SanError::NoReach(role, to))
        }
    })
}

/// The side of the castling that a king's step of two squares or more from e1 or e8 means; `None` if it is not
/// castling.
fn castling_step(king: Square, to: Square, us: Color) -> Option<bool> {
    let home = us.fold_wb(Square::E1, Square::E8);
    let (short, long) = (Move::castle_targets(us, true).0, Move::castle_targets(us, false).0);
    (king == home && (to == short || to == long)).then_some(to == short)
}

/// True if a king's way ends on an own rook next to it, as castling is written in Chess960.
fn is_onto_rook(board: &Board, from: Square, to: Square) -> bool {
    from.rank() == to.rank() && board.by_piece(Role::Rook.of(board.turn())).contains(to)
}

/// The side of the castling that a king's move from square to square means, as `e1g1` and `e1h1` do; `None` if it is
/// not castling.
pub(crate) fn castling_squares(board: &Board, from: Square, to: Square) -> Option<bool> {
    let us = board.turn();
    if !board.kings(us).contains(from) {
        return None;
    }
    is_onto_rook(board, from, to).then(|| to.file() > from.file()).or_else(|| castling_step(from, to, us))
}

#[inline]
fn find_pawn(
    board: &Board,
    from: Bitboard,
    to: Square,
    promotion: Option<Role>,
    capture: bool,
) -> Result<Found, SanError> {
    let us = board.turn();
    let pawns = board.by_piece(Role::Pawn.of(us));
    check_promotion(board, to, promotion)?;
    let file = Bitboard::from_file(to.file());
    if !capture && (from & file).any() {
        let step = us.fold_wb(-8, 8);
        let occupied = board.occupied();
        let mut from_square = to.offset(step);
        if from_square.is_some_and(|s| !occupied.contains(s)) && to.rank() == us.fold_wb(Rank::Fourth, Rank::Fifth) {
            from_square = from_square.and_then(|s| s.offset(step));
        }
        let able = from_square.map_or(Bitboard::EMPTY, Bitboard::from) & pawns & from;
        if !occupied.contains(to)
            && let Some(next) = choose(board, able, |from| Move { promotion, ..plain(board, Role::Pawn, from, to) })?
        {
            return Ok(next);
        }
    } else if let Some(next) = pawn_capture(board, from, to, promotion)? {
        return Ok(next);
    }
    Err(pawn_error(board, to))
}

fn pawn_capture(board: &Board, from: Bitboard, to: Square, promotion: Option<Role>) -> Result<Option<Found>, SanError> {
    let us = board.turn();
    let able = attacks::pawn_attacks(!us, to) & board.by_piece(Role::Pawn.of(us)) & from;
    if board.by_color(!us).contains(to) {
        choose(board, able, |from| Move { promotion, ..plain(board, Role::Pawn, from, to) })
    } else if board.en_passant() == Some(to) && !board.occupied().contains(to) {
        let able = able.into_iter().filter(|&from| board.en_passant_capture(from, to).is_some()).collect();
        choose(board, able, |from| {
            board.en_passant_capture(from, to).unwrap_or_else(|| plain(board, Role::Pawn, from, to))
        })
    } else {
        Ok(None)
    }
}

#[cold]
fn pawn_error(board: &Board, to: Square) -> SanError {
    let us = board.turn();
    if board.by_piece(Role::Pawn.of(us)).is_empty() {
        SanError::NoPiece(Role::Pawn)
    } else if board.by_color(us).contains(to) {
        SanError::OwnPiece(to)
    } else {
        SanError::NoReach(Role::Pawn, to)
    }
}

#[inline]
fn check_promotion(board: &Board, to: Square, promotion: Option<Role>) -> Result<(), SanError> {
    let last = to.rank() == board.turn().fold_wb(Rank::Eighth, Rank::First);
    match promotion {
        None if last => Err(SanError::NoPromotion),
        Some(Role::Queen | Role::Rook | Role::Bishop | Role::Knight) if last => Ok(()),
        None => Ok(()),
        Some(_) => Err(SanError::BadPromotion),
    }
}

/// `ed`: the one legal capture of a pawn from file to file.
fn find_files(board: &Board, from: File, to: File) -> Result<Found, SanError> {
    let mut found = None;
    let mut squares = Bitboard::EMPTY;
    for rank in Rank::ALL {
        let to = Square::from_coords(to, rank);
        let next = pawn_capture(board, Bitboard::from_file(from), to, None)?;
        if let Some(next) = next {
            if check_promotion(board, to, None).is_err() {
                return Err(SanError::NoPromotion);
            }
            squares.add(next.mv.from);
            found = Some(next);
        }
    }
    match (squares.count(), found) {
        (1, Some(next)) => Ok(next),
        (0, _) | (_, None) => Err(SanError::NoCapture(from, to)),
        _ => Err(SanError::Ambiguous(squares)),
    }
}

/// `e2e4`, and `e1g1` or `e1h1` for castling.
fn find_squares(board: &Board, from: Square, to: Square, promotion: Option<Role>) -> Result<Found, SanError> {
    let us = board.turn();
    let Some(role) = board.role_at(from).filter(|_| board.by_color(us).contains(from)) else {
        return Err(SanError::NoOrigin(from));
    };
    match role {
        Role::Pawn => find_pawn(board, Bitboard::from(from), to, promotion, from.file() != to.file()),
        Role::King if is_onto_rook(board, from, to) => find_castle(board, to.file() > from.file()),
        Role::King if castling_step(from, to, us).is_some() => find_castle(board, to.file() > from.file()),
        role => {
            let next = find_piece(board, role, Bitboard::from(from), to)?;
            if next.repair.is_some() { Err(SanError::NoReach(role, to)) } else { Ok(next) }
        }
    }
}

fn find_castle(board: &Board, short: bool) -> Result<Found, SanError> {
    let us = board.turn();
    let king = board.kings(us).single_square().ok_or(SanError::CastleHome)?;
    let on_side = |rook: &Square| (rook.file() > king.file()) == short;
    let right = (board.castling() & board.by_color(us)).into_iter().find(on_side);
    let rook = match right {
        Some(rook) => rook,
        // Without the right, only as in the array: king on the e-file, rook in the corner.
        None if king == us.fold_wb(Square::E1, Square::E8) => {
            let corner = Square::from_coords(if short { File::H } else { File::A }, king.rank());
            Some(corner).filter(|&s| board.by_piece(Role::Rook.of(us)).contains(s)).ok_or(SanError::CastleHome)?
        }
        None => return Err(SanError::CastleHome),
    };
    let Some(mv) = board.castling_with(rook) else {
        let blocked = board.castling_shape(rook).is_none();
        return Err(if blocked { SanError::CastleBlocked } else { SanError::CastleAttacked });
    };
    let repair = right.is_none().then_some(Repair::CastlingRight);
    Ok(Found { mv, repair })
}
