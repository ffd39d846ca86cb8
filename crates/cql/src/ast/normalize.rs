//! Filters compared by their effect: where only the truth of a filter is used, its type does not matter.

use super::{Binary, Each, Filter, Kind, Type, Unary};
use crate::catalogue::{Op, TruthOp};
use std::ops::Range;

/// A copy in which every filter of which only the truth is used has type [`Type::Logical`].
pub(crate) fn normal(filter: &Filter) -> Filter {
    let mut normal = filter.clone();
    normalize(&mut normal, true);
    normal
}

fn normalize(filter: &mut Filter, truth: bool) {
    let truth = truth || filter.ty == Type::Logical;
    let only = only_truth(&filter.kind, truth);
    let mut part = 0;
    filter.for_each_part_mut(&mut |inner| {
        normalize(inner, only.contains(&part));
        part += 1;
    });
    if truth {
        filter.ty = Type::Logical;
    }
}

/// The parts of which only the truth is used. `truth`: only the truth of the whole is used.
fn only_truth(kind: &Kind, truth: bool) -> Range<usize> {
    const ALL: Range<usize> = 0..usize::MAX;
    const NONE: Range<usize> = 0..0;
    match kind {
        Kind::Binary(Binary::And, ..)
        | Kind::Sequence(_)
        | Kind::Reach(_)
        | Kind::Find(_)
        | Kind::While { .. }
        | Kind::Apply(Op::Truth(TruthOp::Loop | TruthOp::Assert), _)
        | Kind::Transform { range: Some(_), .. } => ALL,
        Kind::Unary(Unary::Not, _)
        | Kind::Binary(Binary::Or, ..)
        | Kind::Paren(_)
        | Kind::NoTransform(_)
        | Kind::Silent(_)
        | Kind::Echo(_)
        | Kind::Transform { range: None, .. }
            if truth =>
        {
            ALL
        }
        Kind::Braces(_) | Kind::If { .. } if truth => ALL,
        Kind::Braces(parts) => 0..parts.len() - 1,
        Kind::If { .. } => 0..1,
        Kind::At(..) if truth => 1..2,
        Kind::Call(call) if truth => call.arguments.len()..call.arguments.len() + 1,
        Kind::Each(Each { domain, .. }) => usize::from(domain.is_some())..2,
        _ => NONE,
    }
}
