//! How operators and words are written.

use crate::ast::{Family, GameResult, MoveParam, Worth};

pub(super) fn family_word(family: Family) -> &'static str {
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
        _ => "count",
    }
}

pub(super) fn result_word(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "1-0",
        GameResult::BlackWins => "0-1",
        GameResult::Draw => "1/2-1/2",
    }
}

pub(super) fn worth_word(worth: Worth) -> &'static str {
    match worth {
        Worth::Win => "win",
        Worth::Loss => "loss",
        Worth::Draw => "draw",
        Worth::Cursed => "cursed",
    }
}
