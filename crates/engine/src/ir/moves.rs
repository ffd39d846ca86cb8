//! The typed form of moves: `move`, moves written with dashes, the edits of `imagine`.

use super::ids::{BoolId, SetId, TextId};
use crate::chess::{Color, Piece};
use crate::syntax::ast::{MoveParam, Pieces};

/// `move`
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct MoveIr {
    pub(crate) mode: MoveMode,
    pub(crate) from: Option<SetId>,
    pub(crate) to: Option<SetId>,
    pub(crate) capture: Option<SetId>,
    pub(crate) promote: Option<Pieces>,
    pub(crate) en_passant: bool,
    pub(crate) en_passant_square: Option<SetId>,
    pub(crate) castling: Option<Castling>,
    pub(crate) null: bool,
    /// `primary` (false), `secondary` (true)
    pub(crate) secondary: Option<bool>,
    /// Moves that may have led here, retracted.
    pub(crate) reverse: bool,
    /// The pieces that are dropped from a pocket.
    pub(crate) drop: Option<Pieces>,
    /// The truth that must hold after the move, made on a copy.
    pub(crate) target: Option<BoolId>,
    /// Every move must have a target that holds.
    pub(crate) all: bool,
    /// True if it sees only the move that the sequence around it has chosen.
    pub(crate) linear: bool,
    /// Evaluated after each matching move, for its comments.
    pub(crate) custody: Option<BoolId>,
}

/// A move written with a dash. Its sets are evaluated before the move, its target after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DashIr {
    pub(crate) capture: bool,
    pub(crate) left: Option<SetId>,
    pub(crate) right: Option<SetId>,
    pub(crate) promotion: Option<PromotionIr>,
    /// The truth that must hold after the move; none if the target is a value.
    pub(crate) target: Option<BoolId>,
}

impl DashIr {
    /// True if every move fits, the target apart.
    pub(crate) fn fits_every_move(&self) -> bool {
        !self.capture && self.left.is_none() && self.right.is_none() && self.promotion.is_none()
    }
}

/// A change to a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum EditIr {
    Add { piece: Piece, squares: SetId },
    Remove(SetId),
    Turn(Color),
}

/// The promotion that a dash asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PromotionIr {
    Any,
    Pieces(Pieces),
    Text(TextId),
}

impl MoveIr {
    /// True if every legal move counts, no matter what it is.
    pub(crate) fn counts_all_legal(&self) -> bool {
        *self == MoveIr { mode: MoveMode::Legal, ..MoveIr::default() }
    }
}

/// The moves that a `move` filter looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum MoveMode {
    #[default]
    Played,
    Previous,
    Legal,
    Pseudolegal,
}

/// `castle`, `o-o`, `o-o-o`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Castling {
    Either,
    Short,
    Long,
}

/// The squares of its moves that a `move` filter yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MoveSquares {
    From,
    To,
    Captured,
}

impl Castling {
    /// The parameter of `move` that asks for it.
    pub(super) fn param(self) -> MoveParam {
        match self {
            Castling::Either => MoveParam::Castle,
            Castling::Short => MoveParam::CastleShort,
            Castling::Long => MoveParam::CastleLong,
        }
    }
}
