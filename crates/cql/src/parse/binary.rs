//! Binary filters made of their parts.

use crate::ast::{Binary, Filter, Kind, Span, Type};

/// Runs of an associative operator up to this length become left-deep trees, longer ones balanced trees.
pub(super) const LEFT_DEEP: usize = 16;

/// One operator over several operands: left-deep, or balanced when there are many.
pub(super) fn chain(op: Binary, mut operands: Vec<Filter>, five: bool) -> Filter {
    if operands.len() > LEFT_DEEP {
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
    let ty = match op {
        Binary::Or if five && left.ty == Type::Set && right.ty == Type::Set => Type::Set,
        Binary::Or | Binary::And | Binary::In => Type::Logical,
        Binary::Concat => Type::Text,
        Binary::Union | Binary::Intersect | Binary::SameSquares | Binary::Attacks | Binary::AttackedBy => Type::Set,
        Binary::Compare(_) => left.ty,
        Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Modulo => Type::Number,
        Binary::PowerDifference => Type::Number,
    };
    Filter { kind: Kind::Binary(op, Box::new(left), Box::new(right)), span, ty }
}
