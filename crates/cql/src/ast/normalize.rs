//! Filters compared by their effect: where only the truth of a filter is used, its type does not matter.

use super::{Filter, Type};

/// A copy in which every filter of which only the truth is used has type [`Type::Logical`].
pub(crate) fn normal(filter: &Filter) -> Filter {
    let mut normal = filter.clone();
    normalize(&mut normal, true);
    normal
}

fn normalize(filter: &mut Filter, truth: bool) {
    let truth = truth || filter.ty == Type::Logical;
    let only = filter.kind.only_truth(truth);
    let mut part = 0;
    filter.for_each_part_mut(&mut |inner| {
        normalize(inner, only.contains(&part));
        part += 1;
    });
    if truth {
        filter.ty = Type::Logical;
    }
}
