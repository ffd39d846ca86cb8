//! Comparisons that can be solved: what a position is worth stands on one side, and what the variables say on the
//! other.
//!
//! `ply == x + 7` asks for the positions whose `ply` is the value of `x + 7`. The subject (`ply`) is the same no matter which
//! the variables hold, so it is ranked once a game; a value of `x` is then looked up, and not asked about position by
//! position. The other side must be the same at every position: variables, constants, and filters evaluated at positions
//! that variables hold (`x:ply`).

use crate::ir::{Bool, BoolId, DashId, Ir, Num, NumId, Pos, PosId, PromotionIr, Set, SetId, Text, TextId, Value};
use crate::syntax::ast::{Compare, TextSource};
use crate::syntax::catalogue::Row;

/// A conjunction of closed truths and of comparisons of one subject with values from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solvable {
    /// The other conditions of the conjunction.
    pub(crate) guards: Vec<Guard>,
    pub(crate) subject: Subject,
    pub(crate) tests: Vec<Test>,
}

/// A part of the conjunction that reads no variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Guard {
    Holds(BoolId),
    /// The move to the position fits a dash, regardless of its target.
    Fits(DashId),
}

/// The function of the position that is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A sum of numbers.
    Number(Vec<Term>),
    Text(TextId),
    Set(SetId),
}

/// The subject stands on the left: `subject op bound`, or the opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    pub(crate) op: Compare,
    pub(crate) bound: Bound,
    pub(crate) negated: bool,
}

/// The value that a subject is compared with: the same at every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Number(Vec<Term>),
    Text(TextId),
    Set(SetId),
}

/// A term of a sum, and whether it is subtracted.
pub(crate) type Term = (bool, NumId);

/// Conjunctions of more parts are not looked at.
const MOST_PARTS: usize = 64;

/// Solves a truth that reads variables, if that can be done.
pub(super) fn solve(ir: &Ir, id: BoolId) -> Option<Solvable> {
    let info = ir.bool_info(id);
    if info.effect || info.edge || info.comments || info.reads.is_empty() {
        return None;
    }
    let mut guards = Vec::new();
    let mut solved: Option<(Subject, Vec<Test>)> = None;
    let mut parts = vec![id];
    let mut seen = 0;
    while let Some(part) = parts.pop() {
        seen += 1;
        if seen > MOST_PARTS {
            return None;
        }
        match ir.bool(part) {
            Bool::And(inner) => parts.extend(inner),
            _ if ir.bool_info(part).is_closed() => guards.push(Guard::Holds(part)),
            // `--(ply == x + 7)`, as a move of a path.
            Bool::LastMoveFits(dash) => {
                guards.push(fits(ir, *dash)?);
                parts.extend(ir.dash(*dash).target);
            }
            _ => {
                let (subject, test) = comparison(ir, part)?;
                match &mut solved {
                    None => solved = Some((subject, vec![test])),
                    Some((known, tests)) if *known == subject => tests.push(test),
                    Some(_) => return None,
                }
            }
        }
    }
    guards.sort_unstable();
    solved.map(|(subject, tests)| Solvable { guards, subject, tests })
}

/// The move of a dash, if its sides read no variable.
fn fits(ir: &Ir, id: DashId) -> Option<Guard> {
    let dash = ir.dash(id);
    let sides = [dash.left, dash.right].into_iter().flatten().all(|side| is_closed_set(ir, side));
    let promotes = match dash.promotion {
        Some(PromotionIr::Text(text)) => is_closed_text(ir, text),
        _ => true,
    };
    (sides && promotes).then_some(Guard::Fits(id))
}

/// One comparison, perhaps negated.
fn comparison(ir: &Ir, id: BoolId) -> Option<(Subject, Test)> {
    let (subject, op, bound) = match ir.bool(id) {
        Bool::Not(inner) => {
            let (subject, test) = comparison(ir, *inner)?;
            return Some((subject, Test { negated: !test.negated, ..test }));
        }
        Bool::HasNum(number) => match ir.num(*number) {
            Num::Compare(op, a, b) => numbers(ir, *op, *a, *b)?,
            _ => return None,
        },
        Bool::HasText(text) => match ir.text(*text) {
            // Positions are alike whose texts are not equal.
            Text::Compare(_, a, b) if ir.constant_beside_fen(*a, *b).is_some() => return None,
            Text::Compare(op, a, b) if is_closed_text(ir, *a) && is_outer_text(ir, *b) => {
                (Subject::Text(*a), *op, Bound::Text(*b))
            }
            Text::Compare(op, a, b) if is_closed_text(ir, *b) && is_outer_text(ir, *a) => {
                (Subject::Text(*b), op.flipped()?, Bound::Text(*a))
            }
            _ => return None,
        },
        Bool::SetsEqual(a, b) if is_closed_set(ir, *a) && is_outer_set(ir, *b) => {
            (Subject::Set(*a), Compare::Equal, Bound::Set(*b))
        }
        Bool::SetsEqual(a, b) if is_closed_set(ir, *b) && is_outer_set(ir, *a) => {
            (Subject::Set(*b), Compare::Equal, Bound::Set(*a))
        }
        _ => return None,
    };
    op.flipped()?;
    Some((subject, Test { op, bound, negated: false }))
}

/// `ply - x > 3` is `ply > 3 + x`: the terms that depend on the position go to the left.
fn numbers(ir: &Ir, op: Compare, a: NumId, b: NumId) -> Option<(Subject, Compare, Bound)> {
    let (mut subject, mut bound) = (Vec::new(), Vec::new());
    for (side, right) in [(a, false), (b, true)] {
        let terms = match ir.num(side) {
            Num::Sum(terms) => terms.clone(),
            _ => vec![(false, side)],
        };
        for (negative, term) in terms {
            let info = ir.num_info(term);
            if info.effect || info.edge || info.comments {
                return None;
            }
            if is_outer(ir, term) {
                // Terms that are subtracted on the left are added on the right.
                bound.push((negative == right, term));
            } else if info.is_closed() {
                subject.push((negative != right, term));
            } else {
                return None;
            }
        }
    }
    subject.sort_unstable_by_key(|&(negative, term)| (term, negative));
    let turned = !subject.is_empty() && subject.iter().all(|(negative, _)| *negative);
    if turned {
        subject.iter_mut().chain(&mut bound).for_each(|(negative, _)| *negative = !*negative);
    }
    let op = if turned { op.flipped()? } else { op };
    Some((Subject::Number(subject), op, Bound::Number(bound)))
}

/// True if a number is the same wherever it is requested.
fn is_outer(ir: &Ir, id: NumId) -> bool {
    match ir.num(id) {
        Num::Constant(_) | Num::Variable(_) | Num::PieceNumber(_) => true,
        Num::Apply(op, arguments) => is_outer_operation(ir, op.row(), arguments),
        Num::Negate(a) => is_outer(ir, *a),
        Num::Sum(terms) => terms.iter().all(|&(_, term)| is_outer(ir, term)),
        Num::Multiply(a, b) | Num::Divide(a, b) | Num::Modulo(a, b) => is_outer(ir, *a) && is_outer(ir, *b),
        Num::Length(text) => is_outer_text(ir, *text),
        Num::At(position, _) => is_outer_position(ir, *position),
        _ => false,
    }
}

/// True if an operation has the same value wherever it is requested.
fn is_outer_operation(ir: &Ir, row: &Row, arguments: &[Value]) -> bool {
    let is_outer_value = |value: &Value| match *value {
        Value::Set(id) => is_outer_set(ir, id),
        Value::Num(id) => is_outer(ir, id),
        Value::Pos(id) => is_outer_position(ir, id),
        Value::Text(id) => is_outer_text(ir, id),
        Value::Bool(_) | Value::Piece(_) | Value::Dictionary(_) => false,
    };
    !row.depends_on.changes() && arguments.iter().all(is_outer_value)
}

fn is_outer_position(ir: &Ir, id: PosId) -> bool {
    match ir.pos(id) {
        Pos::Variable(_) => true,
        Pos::Apply(op, arguments) => is_outer_operation(ir, op.row(), arguments),
        Pos::At(position, _) => is_outer_position(ir, *position),
        _ => false,
    }
}

fn is_outer_text(ir: &Ir, id: TextId) -> bool {
    let info = ir.text_info(id);
    let outer = match ir.text(id) {
        Text::Constant(_) | Text::Variable(_) => true,
        Text::Game(field) => field.source() != TextSource::Position,
        Text::Concat(parts) => parts.iter().all(|&part| is_outer_text(ir, part)),
        Text::Apply(op, arguments) => is_outer_operation(ir, op.row(), arguments),
        Text::At(position, _) => is_outer_position(ir, *position),
        _ => false,
    };
    outer && !info.effect && !info.edge && !info.comments
}

fn is_outer_set(ir: &Ir, id: SetId) -> bool {
    let info = ir.set_info(id);
    let outer = match ir.set(id) {
        Set::Variable(_) => true,
        Set::At(position, _) => is_outer_position(ir, *position),
        _ => false,
    };
    outer && !info.effect && !info.edge && !info.comments
}

fn is_closed_text(ir: &Ir, id: TextId) -> bool {
    let info = ir.text_info(id);
    info.is_closed() && !info.edge && !info.comments
}

fn is_closed_set(ir: &Ir, id: SetId) -> bool {
    let info = ir.set_info(id);
    info.is_closed() && !info.edge && !info.comments
}
