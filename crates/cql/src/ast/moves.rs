//! The syntax tree of the `move` filter and of `imagine`.
//!
//! `imagine` is a position, so that `imagine remove Q btm : check` needs no grammar of its own: it takes the colon and
//! can be assigned. The target of `move ... : F` binds as tightly as that of the colon: `{move legal count : check} >
//! 2`.

use super::{Filter, Pieces};

/// The `move` filter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveFilter {
    /// Parameters in the order written: the first decides the type.
    pub params: Vec<MoveParam>,
    /// A trailing `comment (...)` or `message (...)` in the move's custody, evaluated after each matching move.
    pub custody: Option<Box<Filter>>,
    /// `: F`: what must hold after the move, made on a copy of the position.
    pub target: Option<Box<Filter>>,
}

/// A parameter of the `move` filter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveParam {
    /// `from S`
    From(Filter),
    /// `to S`
    To(Filter),
    /// `capture S`
    Capture(Filter),
    /// `promote P`: roles only, colour bits are both set.
    Promote(Pieces),
    /// `enpassant`
    EnPassant,
    /// `enpassantsquare S`
    EnPassantSquare(Filter),
    /// `castle`
    Castle,
    /// `o-o`
    CastleShort,
    /// `o-o-o`
    CastleLong,
    /// `null`
    Null,
    /// `legal`
    Legal,
    /// `pseudolegal`
    Pseudolegal,
    /// `previous`
    Previous,
    /// `primary`
    Primary,
    /// `secondary`
    Secondary,
    /// `count`
    Count,
    /// `reverse`
    Reverse,
    /// `drop P`: roles only, colour bits are both set.
    Drop(Pieces),
    /// `all`: the target must hold after every move.
    All,
}

/// The squares of a parameter, by reference or by mutable reference.
macro_rules! set {
    ($(#[$doc:meta])* $name:ident $($mutable:tt)?) => {
        impl MoveParam {
            $(#[$doc])*
            pub fn $name(&$($mutable)? self) -> Option<&$($mutable)? Filter> {
                match self {
                    MoveParam::From(set)
                    | MoveParam::To(set)
                    | MoveParam::Capture(set)
                    | MoveParam::EnPassantSquare(set) => Some(set),
                    MoveParam::Promote(_)
                    | MoveParam::EnPassant
                    | MoveParam::Castle
                    | MoveParam::CastleShort
                    | MoveParam::CastleLong
                    | MoveParam::Null
                    | MoveParam::Legal
                    | MoveParam::Pseudolegal
                    | MoveParam::Previous
                    | MoveParam::Primary
                    | MoveParam::Secondary
                    | MoveParam::Count
                    | MoveParam::Reverse
                    | MoveParam::Drop(_)
                    | MoveParam::All => None,
                }
            }
        }
    };
}

set! {
    /// The squares that it asks for, if it asks for squares.
    set
}

set! {
    /// The squares that it asks for, to change them.
    set_mut mut
}

/// An edit of `imagine`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// `add Qd4`, `add Q at S`: the piece, and where it is put if its designator does not say
    Add {
        /// A designator of one piece.
        piece: Box<Filter>,
        /// Where.
        at: Option<Box<Filter>>,
    },
    /// `remove S`
    Remove(Box<Filter>),
    /// `wtm`, `btm`
    Turn(Box<Filter>),
}
