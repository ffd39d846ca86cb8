//! The spellings of operators and words.

use crate::ast::{Family, MoveParam};

/// The word of a transform.
pub(crate) fn family_word(family: Family) -> &'static str {
    match family {
        Family::FlipColor => "flipcolor",
        Family::ReverseColor => "reversecolor",
        Family::FlipHorizontal => "fliphorizontal",
        Family::FlipVertical => "flipvertical",
        Family::Flip => "flip",
        Family::Rotate90 => "rotate90",
        Family::Rotate45 => "rotate45",
        Family::Shift => "shift",
        Family::ShiftHorizontal => "shifthorizontal",
        Family::ShiftVertical => "shiftvertical",
    }
}

pub(super) fn param_word(param: &MoveParam) -> &'static str {
    match param {
        MoveParam::From(_) => "from",
        MoveParam::To(_) => "to",
        MoveParam::Capture(_) => "capture",
        MoveParam::Promote(_) => "promote",
        MoveParam::EnPassantSquare(_) => "enpassantsquare",
        MoveParam::Drop(_) => "drop",
        MoveParam::EnPassant => "enpassant",
        MoveParam::Castle => "castle",
        MoveParam::CastleShort => "o-o",
        MoveParam::CastleLong => "o-o-o",
        MoveParam::Null => "null",
        MoveParam::Reverse => "reverse",
        MoveParam::All => "all",
        MoveParam::Legal => "legal",
        MoveParam::Pseudolegal => "pseudolegal",
        MoveParam::Previous => "previous",
        MoveParam::Primary => "primary",
        MoveParam::Secondary => "secondary",
        MoveParam::Count => "count",
    }
}
