//! Filters compared by their effect: where only the truth of a filter is used, its type does not matter.

use super::{Binary, Each, Filter, Kind, Type, Unary, leaf};
use std::convert::Infallible;

/// A copy in which every filter of which only the truth is used has type [`Type::Logical`].
pub(crate) fn normal(filter: &Filter) -> Filter {
    normal_part(filter, true)
}

fn normal_part(filter: &Filter, truth: bool) -> Filter {
    let truth = truth || filter.ty == Type::Logical;
    let mut part = 0;
    let Ok(mut normal) = filter.try_map::<Infallible>(&mut |inner| {
        part += 1;
        Ok(normal_part(inner, only_truth(&filter.kind, part - 1, truth)))
    });
    if truth {
        normal.ty = Type::Logical;
    }
    normal
}

/// True if only the truth of a part is used. `truth`: only the truth of the whole is used.
fn only_truth(kind: &Kind, part: usize, truth: bool) -> bool {
    match kind {
        Kind::Binary(Binary::And, ..)
        | Kind::Sequence(_)
        | Kind::Reach(_)
        | Kind::Find(_)
        | Kind::While { .. }
        | Kind::Loop(_)
        | Kind::Assert(_)
        | Kind::Transform { range: Some(_), .. } => true,
        Kind::Unary(Unary::Not, _)
        | Kind::Binary(Binary::Or, ..)
        | Kind::Paren(_)
        | Kind::NoTransform(_)
        | Kind::Silent(_)
        | Kind::Echo(_)
        | Kind::Transform { range: None, .. } => truth,
        Kind::Braces(parts) => truth || part + 1 < parts.len(),
        Kind::If { .. } => truth || part == 0,
        Kind::At(..) => truth && part == 1,
        Kind::Call(call) => truth && part == call.arguments.len(),
        Kind::Each(Each { domain, .. }) => part == usize::from(domain.is_some()),
        Kind::Apply(..)
        | Kind::Unary(Unary::Complement | Unary::Count | Unary::Negate, _)
        | Kind::Binary(..)
        | Kind::Arrow { .. }
        | Kind::Slice { .. }
        | Kind::Assign(_)
        | Kind::AssignSlice { .. }
        | Kind::AssignPiece { .. }
        | Kind::AssignEntry { .. }
        | Kind::UnbindEntries { .. }
        | Kind::Entry { .. }
        | Kind::EachKey(_)
        | Kind::Extreme { .. }
        | Kind::Comment(_)
        | Kind::Message { .. }
        | Kind::Str(_)
        | Kind::Position(_)
        | Kind::Child(_)
        | Kind::Move(_)
        | Kind::Dash(_)
        | Kind::Legal { .. }
        | Kind::CountMoves(_)
        | Kind::CurrentMove(_)
        | Kind::Path(_)
        | Kind::Imagine(_)
        | Kind::Sort { .. }
        | Kind::Orbit { .. }
        | Kind::Direction { .. }
        | Kind::Ray { .. }
        | Kind::Between(..)
        | Kind::AttackPairs { .. }
        | Kind::InRange(..)
        | Kind::Pin(_)
        | Kind::MakeSquare(_)
        | Kind::Regex { .. }
        | Kind::Outside(_)
        | leaf!() => false,
    }
}
