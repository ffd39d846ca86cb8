//! The conditions that are probably meant by numbers, texts and words that are not conditions. The table is
//! `catalogue::misreadings`.

use crate::ast::{Binary, Compare, Constituent, ConstituentKind, Filter, GameText, Kind, Type, Unary};
use crate::catalogue::misreadings::{Meant, Shape, meant};
use crate::catalogue::{Op, Shorthand};
use crate::dialect::Dialect;
use crate::print::print_filter;

/// Numbers that stand where a condition is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// One number, or a calculation with numbers.
    One(i64),
    /// Two numbers, the greater one last.
    Range(i64, i64),
}

impl Numbers {
    /// Some numbers in a row.
    pub(crate) fn of(numbers: &[i64]) -> Option<Numbers> {
        match *numbers {
            [low, high] if low < high => Some(Numbers::Range(low, high)),
            [first, ..] => Some(Numbers::One(first)),
            [] => None,
        }
    }
}

/// The number of a filter that consists of numbers only, the same at every position: `1990-2000`.
pub(crate) fn constant(filter: &Filter) -> Option<i64> {
    match &filter.kind {
        Kind::Integer(number) => Some(*number),
        Kind::Paren(inner) => constant(inner),
        Kind::Unary(Unary::Negate, inner) => constant(inner)?.checked_neg(),
        Kind::Binary(operator, left, right) => {
            let (left, right) = (constant(left)?, constant(right)?);
            match operator {
                Binary::Add => left.checked_add(right),
                Binary::Subtract => left.checked_sub(right),
                Binary::Multiply => left.checked_mul(right),
                Binary::Divide => left.checked_div(right),
                Binary::Modulo => left.checked_rem(right),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The condition that is meant by a filter that consists of numbers only. `text`: the filter as it is written.
pub(super) fn of_constant(before: Option<&Filter>, filter: &Filter, text: &str) -> Option<String> {
    let range = match &filter.kind {
        Kind::Binary(Binary::Subtract, low, high) => match (&low.kind, &high.kind) {
            (Kind::Integer(low), Kind::Integer(high)) if low < high => Some(Numbers::Range(*low, *high)),
            _ => None,
        },
        _ => None,
    };
    of_numbers(before?, range.or_else(|| constant(filter).map(Numbers::One))?, text, range.is_some())
}

/// The condition that is meant by numbers after a filter.
pub(crate) fn of_plain_numbers(before: &Filter, numbers: Numbers, text: &str) -> Option<String> {
    of_numbers(before, numbers, text, true)
}

/// `plain`: the numbers are what is written, not the result of a calculation.
fn of_numbers(before: &Filter, numbers: Numbers, text: &str, plain: bool) -> Option<String> {
    let text: String = text.split_whitespace().collect();
    let shape = match numbers {
        Numbers::Range(..) => Shape::Range,
        Numbers::One(_) => Shape::Number,
    };
    match meant(&words_of(before), shape, &text)? {
        Meant::Written(written) => Some(match numbers {
            Numbers::Range(low, high) => {
                written.replace("{low}", &low.to_string()).replace("{high}", &high.to_string())
            }
            Numbers::One(_) => written.replace("{}", &text),
        }),
        Meant::Compared if !plain || !is_comparable(before) => None,
        Meant::Compared => Some(match numbers {
            Numbers::One(number) => compared(before, Compare::Equal, number),
            Numbers::Range(low, high) => {
                let (from, to) = (Compare::GreaterEqual, Compare::LessEqual);
                format!("{} {}", compared(before, from, low), compared(before, to, high))
            }
        }),
    }
}

/// True if a filter is one value that a number can be compared with.
fn is_comparable(filter: &Filter) -> bool {
    matches!(filter.ty, Type::Number | Type::Set)
        && !matches!(
            filter.kind,
            Kind::Integer(_)
                | Kind::Assign(_)
                | Kind::Sort { .. }
                | Kind::Braces(_)
                | Kind::Binary(Binary::Compare(_), ..)
        )
}

/// `FILTER == 3`
fn compared(filter: &Filter, compare: Compare, number: i64) -> String {
    let number = Filter { kind: Kind::Integer(number), span: filter.span, ty: Type::Number };
    let kind = Kind::Binary(Binary::Compare(compare), Box::new(filter.clone()), Box::new(number));
    print_filter(&Filter { kind, span: filter.span, ty: filter.ty }, Dialect::Six)
}

/// The words of a filter without operands, as the table has them; empty for all others.
fn words_of(filter: &Filter) -> String {
    match &filter.kind {
        Kind::GameText { field, search: None } if *field != GameText::Comment => field.words(),
        Kind::Move(m) if m.params.is_empty() && m.target.is_none() => "move".into(),
        _ => String::new(),
    }
}

/// The condition that is meant by a whole query `comment "text"`. `text`: the query as it is written.
pub(super) fn of_comment(body: &[Filter], text: &str) -> Option<String> {
    let [only] = body else { return None };
    let Kind::Apply(Op::Shorthand(Shorthand::Comment), items) = &only.kind else { return None };
    let [Filter { kind: Kind::Text(_), span, .. }] = items.as_slice() else { return None };
    let word = text.get(only.span.start as usize..span.start as usize)?;
    // In parentheses it is a comment to be written.
    if word.trim() != "comment" {
        return None;
    }
    let Meant::Written(written) = meant("comment", Shape::Text, "")? else { return None };
    Some(written.replace("{}", text.get(span.start as usize..span.end as usize)?))
}

/// True if no constituent of a `path` is a move. Such a path matches nowhere, because it has at least one move.
pub(super) fn has_no_move<'c>(constituents: impl IntoIterator<Item = &'c Constituent>) -> bool {
    constituents.into_iter().all(|constituent| match &constituent.kind {
        ConstituentKind::Filter(filter) => !matches!(filter.kind, Kind::Dash(_)),
        _ => has_no_move(constituent.parts()),
    })
}

/// The path that is meant by squares in a row: `path e4 e5` is `path --e4 --e5`.
pub(super) fn of_squares(constituents: &[Constituent]) -> Option<String> {
    let dashed = constituents.iter().enumerate().map(|(at, constituent)| match &constituent.kind {
        ConstituentKind::Filter(filter) => super::phrases::dash(filter, at % 2 == 0),
        _ => None,
    });
    let moves = dashed.collect::<Option<Vec<String>>>().filter(|moves| !moves.is_empty())?.join(" ");
    let Meant::Written(written) = meant("path", Shape::Squares, "")? else { return None };
    Some(written.replace("{}", &moves))
}

/// The condition that is meant by a word that the language does not have, after some words: `eco B33`.
pub(crate) fn of_word(behind: &str, word: &str) -> Option<String> {
    let Meant::Written(written) = meant(behind, Shape::Word, "")? else { return None };
    Some(written.replace("{}", word))
}
