//! Binary filters made of their parts.
//!
//! Long runs of `or`, `and`, `|`, `&` and `+` become balanced trees: they mean the same, and ten thousand operands
//! overflow no stack. Runs of up to 16 operands stay as they are. Nesting is limited to 160 levels.

use crate::ast::{Binary, Filter, Kind, Side, Span, Type};

/// Runs of an associative operator up to this length become left-deep trees, longer ones balanced trees.
pub(super) const LEFT_DEEP: u32 = 16;

/// One operator over several operands: left-deep, or balanced when there are many.
pub(super) fn chain(op: Binary, mut operands: Vec<Filter>, five: bool) -> Filter {
    if operands.len() > LEFT_DEEP as usize {
        let right = operands.split_off(operands.len() / 2);
        return pair(op, chain(op, operands, five), chain(op, right, five), five);
    }
    let mut operands = operands.into_iter();
    let first = operands.next().unwrap_or(Filter { kind: Kind::All, span: Span::default(), ty: Type::Set });
    operands.fold(first, |left, right| pair(op, left, right, five))
}

/// A binary filter of two parts that fit.
pub(super) fn pair(op: Binary, left: Filter, right: Filter, five: bool) -> Filter {
    let span = left.span.to(right.span);
    let sets = left.ty == Type::Set && right.ty == Type::Set;
    let ty = match op.row().result {
        _ if op == Binary::Or && five && sets => Type::Set,
        Side::Of(ty) => ty,
        Side::Left | Side::Any => left.ty,
    };
    Filter { kind: Kind::Binary(op, Box::new(left), Box::new(right)), span, ty }
}
