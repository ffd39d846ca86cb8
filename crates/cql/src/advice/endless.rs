//! Filters that match at every position of every game: as the condition of a `while` they never end it.

use super::contradictions::bare;
use super::is_total_number;
use crate::ast::{AssignOp, Binary, Filter, Kind, Type};
use crate::catalogue::{Form, Op, PositionOp, Shorthand, TextOp, TruthOp};
use crate::ecma::Regex;

/// The bytes of a regular expression up to which it is tried.
const SMALL: usize = 256 << 10;

/// True if a filter can never fail. If that cannot be decided, it may fail.
pub(super) fn never_fails(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Integer(_) | Kind::Text(_) | Kind::All => true,
        Kind::While { .. } => true,
        _ if filter.is_declaration() => true,
        Kind::Paren(part) | Kind::Silent(part) | Kind::NoTransform(part) => never_fails(part),
        Kind::Braces(parts) => parts.iter().all(never_fails),
        Kind::Binary(Binary::And | Binary::Concat, left, right) => never_fails(left) && never_fails(right),
        Kind::Binary(Binary::Or, left, right) => never_fails(left) || never_fails(right),
        Kind::Assign(assign) => match assign.op {
            AssignOp::Set => assign.value.ty == Type::Set || never_fails(&assign.value),
            AssignOp::SetIfAny | AssignOp::Update(_) => false,
        },
        Kind::If { test, then, otherwise } => {
            never_fails(then) && (never_fails(test) || otherwise.as_deref().is_none_or(never_fails))
        }
        Kind::Regex { text, pattern } => match &bare(text).kind {
            Kind::Text(text) => {
                Regex::new(pattern, SMALL).is_ok_and(|regex| regex.find(text).is_ok_and(|found| found.is_some()))
            }
            _ => false,
        },
        Kind::Apply(op, parts) => match op {
            op if op.row().form == Form::Items => true,
            Op::Shorthand(Shorthand::True | Shorthand::White | Shorthand::Black | Shorthand::CurrentTransform) => true,
            Op::Truth(TruthOp::RemoveComment) => true,
            Op::Text(TextOp::Fen) => true,
            Op::Text(TextOp::Uppercase | TextOp::Lowercase) => parts.iter().all(never_fails),
            Op::Position(PositionOp::CurrentPosition | PositionOp::InitialPosition) => true,
            _ => is_total_number(filter),
        },
        _ => is_total_number(filter),
    }
}
