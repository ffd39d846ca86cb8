//! The one legal move of a variant that a text means.

use super::{Situation, Variant, translate};
use crate::san::{self, Found, Repair, San, SanError};
use crate::{Bitboard, Move, MoveKind, MoveList, Role};

impl Situation {
    /// Finds the move that a text means. The move found is legal, or a null move.
    ///
    /// # Errors
    ///
    /// The reason why no legal move fits, or that several fit.
    pub fn find(&self, san: &San) -> Result<Found, SanError> {
        let board = self.board();
        if *san == San::Null {
            let mv = san::null_move(&board);
            return match self.play(&mv) {
                (_, Some(_)) => Ok(Found { mv, repair: None }),
                _ => Err(SanError::NotAllowed),
            };
        }
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        let wanted = match *san {
            San::Castle { short } => MoveDescription { castle: Some(short), ..MoveDescription::default() },
            San::Squares { from, to, promotion } => {
                let role = board.role_at(from).filter(|_| board.by_color(board.turn()).contains(from));
                let role = role.ok_or(SanError::NoOrigin(from))?;
                match san::castling_squares(&board, from, to) {
                    Some(short) => MoveDescription { castle: Some(short), ..MoveDescription::default() },
                    None => MoveDescription {
                        role: Some(role),
                        from: from.into(),
                        to: to.into(),
                        promotion,
                        ..MoveDescription::default()
                    },
                }
            }
            San::Normal { role, from, to, promotion, capture } => {
                // `e4` is a push and `ed4`, `exd4` are captures; with other pieces the sign of capture says nothing.
                let capture = capture || (from & Bitboard::from_file(to.file())).is_empty();
                let capture = (role == Role::Pawn).then_some(capture);
                MoveDescription {
                    role: Some(role),
                    from,
                    to: to.into(),
                    promotion,
                    capture,
                    ..MoveDescription::default()
                }
            }
            San::Files(from, to) => {
                let (from, to) = (Bitboard::from_file(from), Bitboard::from_file(to));
                MoveDescription { role: Some(Role::Pawn), from, to, capture: Some(true), ..MoveDescription::default() }
            }
            San::Drop(role, to) => {
                MoveDescription { role: Some(role), to: to.into(), drop: true, ..MoveDescription::default() }
            }
            San::Null => MoveDescription::default(),
        };
        if let Some(found) = wanted.only(&moves)? {
            return Ok(found);
        }
        if let Some(found) = self.repaired(san, &wanted, &moves) {
            return Ok(found);
        }
        Err(self.refusal(san, &wanted, &moves))
    }

    /// The only move that can be meant by a text with a wrong square of origin.
    fn repaired(&self, san: &San, wanted: &MoveDescription, moves: &MoveList) -> Option<Found> {
        let San::Normal { role, to, .. } = *san else { return None };
        let board = self.board();
        if role == Role::King
            && let Some(king) = (board.kings(board.turn()) & wanted.from).single_square()
            && let Some(short) = san::castling_squares(&board, king, to)
        {
            return MoveDescription { castle: Some(short), ..MoveDescription::default() }.only(moves).ok().flatten();
        }
        if role == Role::Pawn {
            return None;
        }
        let anywhere = MoveDescription { from: Bitboard::FULL, ..wanted.clone() };
        let found = anywhere.only(moves).ok().flatten()?;
        Some(Found { repair: Some(Repair::Origin), ..found })
    }

    /// The reason why no move fits.
    fn refusal(&self, san: &San, wanted: &MoveDescription, moves: &MoveList) -> SanError {
        if self.is_over() {
            return SanError::GameOver;
        }
        let board = self.board();
        let mut possible = MoveList::new();
        board.pseudolegal_moves(&mut possible);
        let fits = |m: &Move| MoveDescription { promotion: m.promotion, ..wanted.clone() }.fits(m);
        let compulsory = matches!(self.variant(), Variant::Giveaway | Variant::Suicide | Variant::Losers)
            && moves.iter().any(Move::is_capture);
        match *san {
            San::Drop(role, _) if self.pocket(board.turn(), role) == 0 => SanError::NoPocket(role),
            San::Drop(_, to) if board.occupied().contains(to) => SanError::Occupied(to),
            San::Drop(role, to) if !translate::drop_squares(role, board.occupied()).contains(to) => {
                SanError::NotAllowed
            }
            San::Drop(..) => SanError::LeavesCheck,
            San::Castle { .. } => SanError::CastleHome,
            San::Files(from, to) if !possible.iter().any(fits) => SanError::NoCapture(from, to),
            San::Normal { role, to, .. } if !possible.iter().any(fits) => match board.color_at(to) {
                _ if board.by_piece(role.of(board.turn())).is_empty() => SanError::NoPiece(role),
                Some(color) if color == board.turn() => SanError::OwnPiece(to),
                _ => SanError::NoReach(role, to),
            },
            San::Squares { to, .. } if !possible.iter().any(fits) => {
                SanError::NoReach(wanted.role.unwrap_or(Role::Pawn), to)
            }
            _ if moves.iter().any(|m| fits(m) && m.promotion.is_some()) => match wanted.promotion {
                None => SanError::NoPromotion,
                Some(_) => SanError::BadPromotion,
            },
            _ if wanted.promotion.is_some() && moves.iter().any(fits) => SanError::BadPromotion,
            _ if compulsory => SanError::MustCapture,
            _ if self.variant() == Variant::RacingKings => SanError::NotAllowed,
            // A king that captures explodes.
            _ if self.variant() == Variant::Atomic && wanted.role == Some(Role::King) => SanError::NotAllowed,
            _ => SanError::LeavesCheck,
        }
    }
}

/// The properties of a move that its text gives.
#[derive(Clone, Debug)]
struct MoveDescription {
    role: Option<Role>,
    from: Bitboard,
    to: Bitboard,
    promotion: Option<Role>,
    capture: Option<bool>,
    castle: Option<bool>,
    drop: bool,
}

impl Default for MoveDescription {
    fn default() -> MoveDescription {
        let (from, to) = (Bitboard::FULL, Bitboard::FULL);
        MoveDescription { role: None, from, to, promotion: None, capture: None, castle: None, drop: false }
    }
}

impl MoveDescription {
    fn fits(&self, m: &Move) -> bool {
        if let Some(short) = self.castle {
            return m.is_castle() && m.is_castle_short() == short;
        }
        !m.is_castle()
            && (m.kind == MoveKind::Drop) == self.drop
            && self.role == Some(m.role)
            && m.origin().is_none_or(|from| self.from.contains(from))
            && self.to.contains(m.to)
            && self.promotion == m.promotion
            && self.capture.is_none_or(|capture| capture == m.is_capture())
    }

    /// The only move that fits; none if none does.
    fn only(&self, moves: &MoveList) -> Result<Option<Found>, SanError> {
        let mut fitting = moves.iter().filter(|m| self.fits(m));
        match (fitting.next(), fitting.next()) {
            (Some(_), Some(_)) => {
                let from = moves.iter().filter(|m| self.fits(m)).map(|m| m.from);
                Err(SanError::Ambiguous(from.collect()))
            }
            (found, _) => Ok(found.map(|&mv| Found { mv, repair: None })),
        }
    }
}
