//! Warnings about numbers that are put into bins of which one is too wide: `(elo white - elo black)/100*100`.

use super::contradictions::bare;
use super::misreadings::constant;
use crate::ast::{Binary, Filter, Kind, Unary};
use crate::catalogue::{Exchanged, NumberOp, Op};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::errors::advice;
use crate::print::print_filter;

/// A number that may be negative, divided by a width and multiplied with it: the bin at 0 holds numbers of both signs.
pub(super) fn uneven(filter: &Filter) -> Option<Diagnostic> {
    let Kind::Binary(Binary::Multiply, quotient, factor) = &filter.kind else { return None };
    let Kind::Binary(Binary::Divide, number, divisor) = &bare(quotient).kind else { return None };
    let width = constant(factor).filter(|width| *width > 1 && constant(divisor) == Some(*width))?;
    if constant(number).is_some() || !number.any_part(&mut may_be_negative) {
        return None;
    }
    let number = format!("({})", print_filter(bare(number), Dialect::Six));
    let meant = format!("{number} - ({number} % {width} + {width}) % {width}");
    Some(advice::uneven_bins(filter.span, width, &meant))
}

/// True if a filter, without its parts, may be a negative number.
fn may_be_negative(filter: &Filter) -> bool {
    use NumberOp::{ColorType, Dtz, EngineDrop, EvalDrop, SideToMove};
    match &filter.kind {
        Kind::Binary(Binary::Subtract | Binary::PowerDifference, ..) | Kind::Unary(Unary::Negate, _) => true,
        Kind::Apply(Op::Number(ColorType | Dtz | EngineDrop | EvalDrop | SideToMove), _) => true,
        _ => filter.exchanged() == Exchanged::Negated,
    }
}
