//! Filters that cannot match together at one position.
//!
//! Each finding is a proof: of two filters one excludes the other in every game. The proofs rest on: a filter and
//! its negation; words that exclude each other; two contents of one square; two places of one king; comparisons of one
//! value with numbers. Filters that read or change anything but the position and the game are left out.

use crate::ast::{Binary, Bound, Compare, Designator, Filter, Kind, MoveParam, Pieces, Range, Span, Type, Unary};
use crate::catalogue::{Op, Shorthand, TruthOp};
use crate::diagnostic::Diagnostic;
use crate::errors::advice;
use std::collections::HashMap;
use tabiya_chess::{Bitboard, Square};

/// Words of which at most one matches at a position.
const EXCLUSIVE: [(Op, Op); 6] = [
    (Op::Truth(TruthOp::Wtm), Op::Truth(TruthOp::Btm)),
    (Op::Truth(TruthOp::Check), Op::Truth(TruthOp::Stalemate)),
    (Op::Truth(TruthOp::Mate), Op::Truth(TruthOp::Stalemate)),
    (Op::Truth(TruthOp::Mainline), Op::Shorthand(Shorthand::Variation)),
    (Op::Truth(TruthOp::Primary), Op::Truth(TruthOp::Secondary)),
    (Op::Truth(TruthOp::CastleShort), Op::Truth(TruthOp::CastleLong)),
];

const KINGS: [(Pieces, &str); 2] = [(Pieces(1 << 5), "White"), (Pieces(1 << 11), "Black")];

/// Finds contradictions between filters that must all match at one position, until `found` holds this many warnings. Takes time in
/// proportion to the size of the filters.
pub(super) fn find(filters: &[Filter], found: &mut Vec<Diagnostic>, most: usize) {
    let mut facts = Facts::default();
    for_each_conjunct(filters, &mut |filter| {
        if found.len() < most {
            found.extend(facts.add(filter));
        }
    });
}

/// The filters that must all match, those in braces and those joined by `and` among them.
pub(super) fn for_each_conjunct<'f>(filters: &'f [Filter], see: &mut dyn FnMut(&'f Filter)) {
    for filter in filters {
        match &filter.kind {
            Kind::Braces(parts) => for_each_conjunct(parts, see),
            Kind::Paren(part) => for_each_conjunct(std::slice::from_ref(part), see),
            Kind::Binary(Binary::And, left, right) => {
                for_each_conjunct(std::slice::from_ref(left), see);
                for_each_conjunct(std::slice::from_ref(right), see);
            }
            _ => see(filter),
        }
    }
}

/// A filter without brackets around it.
pub(super) fn bare(filter: &Filter) -> &Filter {
    match &filter.kind {
        Kind::Paren(part) => bare(part),
        Kind::Braces(parts) if parts.len() == 1 => bare(&parts[0]),
        _ => filter,
    }
}

/// What the filters seen so far demand of a position.
#[derive(Default)]
struct Facts<'f> {
    /// Filters that must match, and filters that must not.
    matching: HashMap<&'f Filter, Span>,
    failing: HashMap<&'f Filter, Span>,
    words: Vec<(Op, Span)>,
    /// For each king its possible squares, and the designator that says so.
    kings: [Option<(Bitboard, Span)>; 2],
    /// For each square its possible contents.
    squares: HashMap<Square, (Pieces, Span)>,
    /// For each value the least and the greatest number that it may be.
    values: HashMap<&'f Filter, (i64, i64, Span)>,
}

impl<'f> Facts<'f> {
    /// Adds a filter that must match; gives the contradiction to those before it, if there is one.
    fn add(&mut self, filter: &'f Filter) -> Option<Diagnostic> {
        match &filter.kind {
            // In dialect 5 `not R` is a set of squares.
            Kind::Unary(Unary::Not, part) if filter.ty == Type::Logical => {
                let part = bare(part);
                if !is_plain(part) {
                    return None;
                }
                self.failing.insert(part, filter.span);
                let first = *self.matching.get(part)?;
                Some(advice::never_together(filter.span, first, "one is the negation of the other"))
            }
            _ if !is_plain(filter) => None,
            _ => {
                self.matching.insert(filter, filter.span);
                if let Some(&first) = self.failing.get(filter) {
                    return Some(advice::never_together(filter.span, first, "one is the negation of the other"));
                }
                match &filter.kind {
                    Kind::Apply(op, parts) if parts.is_empty() => self.word(*op, filter.span),
                    Kind::Designator(designator) => self.designator(designator, filter.span),
                    Kind::Binary(Binary::Compare(compare), left, right) => {
                        self.comparison(*compare, left, right, filter.span)
                    }
                    _ => None,
                }
            }
        }
    }

    fn word(&mut self, op: Op, span: Span) -> Option<Diagnostic> {
        let excludes = |other: Op| EXCLUSIVE.iter().any(|&(a, b)| (a, b) == (op, other) || (b, a) == (op, other));
        let first = self.words.iter().find(|(other, _)| excludes(*other)).map(|&(_, span)| span);
        if self.words.iter().all(|(other, _)| *other != op) {
            self.words.push((op, span));
        }
        first.map(|first| advice::never_together(span, first, "each excludes the other"))
    }

    fn designator(&mut self, designator: &Designator, span: Span) -> Option<Diagnostic> {
        let Designator { pieces, squares } = *designator;
        for (king, (piece, color)) in self.kings.iter_mut().zip(KINGS) {
            if pieces != piece {
                continue;
            }
            let (left, first) = king.map_or((squares, span), |(left, first)| (left & squares, first));
            if left.is_empty() {
                return Some(advice::never_together(span, first, &format!("{color} has only one king")));
            }
            *king = Some((left, if left == squares { span } else { first }));
        }
        let square = squares.single_square()?;
        let (left, first) = self.squares.get(&square).copied().unwrap_or((Pieces::ANY, span));
        let both = Pieces(left.0 & pieces.0);
        if both.0 == 0 {
            let why = format!("{square} can hold only one thing");
            return Some(advice::never_together(span, first, &why));
        }
        self.squares.insert(square, (both, span));
        None
    }

    fn comparison(&mut self, compare: Compare, left: &'f Filter, right: &'f Filter, span: Span) -> Option<Diagnostic> {
        let (value, compare, number) = match (constant(left), constant(right)) {
            (None, Some(number)) => (left, compare, number),
            (Some(number), None) => (right, turned(compare)?, number),
            _ => return None,
        };
        // The value of `a < b` is that of `a`, wherever it stands.
        if matches!(bare(value).kind, Kind::Binary(Binary::Compare(_), ..))
            || !matches!(value.ty, Type::Number | Type::Set)
        {
            return None;
        }
        let (low, high) = match compare {
            Compare::Less => (i64::MIN, number.checked_sub(1)?),
            Compare::LessEqual => (i64::MIN, number),
            Compare::Greater => (number.checked_add(1)?, i64::MAX),
            Compare::GreaterEqual => (number, i64::MAX),
            Compare::Equal => (number, number),
            _ => return None,
        };
        let (least, most, first) = self.values.get(bare(value)).copied().unwrap_or((i64::MIN, i64::MAX, span));
        let (low, high) = (low.max(least), high.min(most));
        if low > high {
            return Some(advice::never_together(span, first, "no number is within both bounds"));
        }
        self.values.insert(bare(value), (low, high, span));
        None
    }
}

/// The number that is written there.
fn constant(filter: &Filter) -> Option<i64> {
    match &bare(filter).kind {
        Kind::Integer(number) => Some(*number),
        Kind::Unary(Unary::Negate, part) => constant(part)?.checked_neg(),
        _ => None,
    }
}

/// The comparison with its sides exchanged.
fn turned(compare: Compare) -> Option<Compare> {
    Some(match compare {
        Compare::Less => Compare::Greater,
        Compare::LessEqual => Compare::GreaterEqual,
        Compare::Greater => Compare::Less,
        Compare::GreaterEqual => Compare::LessEqual,
        Compare::Equal => Compare::Equal,
        _ => return None,
    })
}

/// True if the answer of a filter depends on the position and the game only, and asking it changes nothing.
pub(super) fn is_plain(filter: &Filter) -> bool {
    !filter.any_part(&mut |part| match &part.kind {
        Kind::Integer(_)
        | Kind::Text(_)
        | Kind::Designator(_)
        | Kind::All
        | Kind::NoSquares
        | Kind::Unary(..)
        | Kind::Binary(..)
        | Kind::Arrow { .. }
        | Kind::At(..)
        | Kind::Braces(_)
        | Kind::Paren(_)
        | Kind::InRange(Range::Within(Bound::Integer(_), Bound::Integer(_)), _)
        | Kind::GameText { .. } => false,
        Kind::Apply(op, _) | Kind::ApplyNamed(op, _) => op.row().effect,
        Kind::Move(m) => {
            // Inside a sequence some of these see the move of the line only, but all of them see the same one.
            m.custody.is_some() || m.target.is_some() || m.params.contains(&MoveParam::Reverse)
        }
        _ => true,
    })
}
