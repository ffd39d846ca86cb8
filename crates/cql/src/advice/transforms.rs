//! What transforms do not reach: filters after one without braces, and other errors of expressions outside a query.

use super::bins;
use crate::ast::{Family, Filter, GameText, Kind, Pieces, Script};
use crate::catalogue::{Exchange, Exchanged, Op, Shorthand};
use crate::diagnostic::Diagnostic;
use crate::errors::advice;
use crate::print::family_word;
use tabiya_chess::Bitboard;

/// A transform at the beginning of a list whose argument is one word, or nothing that it changes, while it would change the
/// filters that follow: `flipcolor mate btm N attacks k`.
pub(super) fn without_braces(filters: &[Filter], source: &str) -> Option<Diagnostic> {
    let (first, rest) = filters.split_first()?;
    let Kind::Transform { family, range: None, body } = &first.kind else { return None };
    let is_braced = matches!(body.kind, Kind::Braces(_) | Kind::Paren(_));
    let is_word = matches!(&body.kind, Kind::Apply(_, arguments) if arguments.is_empty());
    let helps =
        !is_braced && (is_word || !changes(*family, body)) && rest.iter().any(|filter| changes(*family, filter));
    helps.then(|| advice::transform_of_one(first.span, source))
}

/// The errors of an expression outside a query that is evaluated at its matches.
pub fn beside(script: &Script, expression: &Filter) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let anywhere = |is: &mut dyn FnMut(&Filter) -> bool| script.body.iter().any(|filter| filter.any_part(is));
    expression.any_part(&mut |part| {
        found.extend(bins::uneven(part));
        if let Kind::Variable(name) = &part.kind {
            let is = |text: &str| text == name.text;
            let is_loop = |part: &Filter| matches!(&part.kind, Kind::Each(each) if is(&each.name.text));
            let is_set = |part: &Filter| part.kind.bound_names().any(|name| is(&name.text));
            if anywhere(&mut { is_loop }) && !anywhere(&mut { is_set }) {
                found.push(advice::unbound_beside(part.span, &name.text));
            }
        }
        false
    });
    let mut word = None;
    anywhere(&mut |part| {
        if let Kind::Transform { family, .. } = &part.kind
            && changes(*family, expression)
        {
            word = Some(family_word(*family));
        }
        word.is_some()
    });
    // Who asks for a side or a colour knows which board is meant.
    let is_aware = expression.any_part(&mut |part| !matches!(part.kind, Kind::Designator(_)) && is_of_colors(part));
    if let Some(word) = word.filter(|_| !is_aware) {
        found.push(advice::untransformed_beside(expression.span, word));
    }
    found
}

/// True if the images of a filter are not all the same.
fn changes(family: Family, filter: &Filter) -> bool {
    let colors = matches!(family, Family::FlipColor | Family::ReverseColor);
    filter.any_part(&mut |part| match &part.kind {
        Kind::Designator(one) => one.squares != Bitboard::FULL || colors && is_of_colors(part),
        Kind::Direction { .. } | Kind::Ray { .. } | Kind::Apply(Op::Shorthand(Shorthand::FenPattern), _) => true,
        _ => colors && is_of_colors(part),
    })
}

/// True if a filter, without its parts, is another one where colours are exchanged.
fn is_of_colors(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Designator(one) => {
            let Pieces(bits) = one.pieces;
            (bits & Pieces::WHITE.0) << 6 != bits & Pieces::BLACK.0
        }
        Kind::Apply(op, _) if op.row().counterpart.is_some_and(|other| other.exchange == Exchange::Colors) => true,
        Kind::GameText { field: GameText::Player(Some(_)), .. } => true,
        _ => filter.exchanged() == Exchanged::Negated,
    }
}
