//! How operators and words are written.

use crate::ast::{Binary, Family, GameResult, MoveParam, Pair, Worth};

pub(super) fn binary_word(op: Binary) -> &'static str {
    match op {
        Binary::Or => "or",
        Binary::And => "and",
        Binary::In => "in",
        Binary::Compare(compare) => compare.sign(),
        Binary::Add | Binary::Concat => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Modulo => "%",
        Binary::Union => "|",
        Binary::Intersect | Binary::SameSquares => "&",
        Binary::Attacks => "attacks",
        Binary::AttackedBy => "attackedby",
        Binary::PowerDifference => "powerdifference",
    }
}

pub(super) fn pair_word(pair: Pair) -> &'static str {
    match pair {
        Pair::Ancestor => "ancestor",
        Pair::Descendant => "descendant",
        Pair::Lca => "lca",
        Pair::Distance => "distance",
        Pair::Equal => "equal",
    }
}

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
