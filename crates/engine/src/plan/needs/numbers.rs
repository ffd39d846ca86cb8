//! Numbers of a query, as far as bounds on them are known from what is known of a game.

use crate::casts::count_of;
use crate::chess::Bitboard;
use crate::facts::{Event, Kind, Known};
use crate::syntax::ast::Compare;

/// A number without a bound: more than anything that a query counts.
const MANY: i64 = 1 << 60;

/// Constants beyond this one are not compared, so that sums stay far from the ends of 64 bits.
pub(super) const GREATEST_CONSTANT: i64 = 1 << 40;

/// A number that depends on the position, of which only bounds over the whole main line are evaluated.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Quantity {
    Constant(i64),
    /// A position's number of moves from the start.
    Ply,
    MoveNumber,
    /// The number of variations around a position.
    Depth,
    SideToMove,
    Repetition,
    /// A number that is not negative.
    Natural,
    /// The number of pieces, each multiplied by its worth, and of empty squares.
    Count {
        parts: Box<[(Kind, Bitboard, i64)]>,
        empty: Bitboard,
        /// True if these are exactly what is counted, and not only all that may be.
        exact: bool,
    },
    /// `true` for what is subtracted.
    Sum(Box<[(bool, Quantity)]>),
    /// Divided by a positive number.
    Divide(Box<Quantity>, i64),
}

impl Quantity {
    /// The least and the greatest value that it may have at a position of the main line.
    pub(super) fn bounds(&self, known: &mut impl Known) -> (i64, i64) {
        match self {
            Quantity::Constant(value) => (*value, *value),
            Quantity::Ply => (0, i64::from(known.plies())),
            Quantity::MoveNumber => (1, (i64::from(known.plies()) + 1) / 2 + 1),
            Quantity::Depth => (0, if known.may(Event::Variations) { MANY } else { 0 }),
            Quantity::SideToMove => (-1, 1),
            Quantity::Repetition => (1, i64::from(known.plies()) / 2 + 1),
            Quantity::Natural => (0, MANY),
            Quantity::Count { parts, empty, exact } => {
                let (mut least, mut most) = (0, count_of(empty.count()));
                for &(kind, squares, worth) in parts {
                    let (low, high) = known.count_on(kind, squares);
                    least += low * worth;
                    most += high * worth;
                }
                (if *exact { least } else { 0 }, most)
            }
            Quantity::Sum(terms) => terms.iter().fold((0, 0), |(low, high): (i64, i64), (negative, term)| {
                let (least, most) = term.bounds(known);
                let (least, most) = if *negative { (-most, -least) } else { (least, most) };
                (low.saturating_add(least), high.saturating_add(most))
            }),
            Quantity::Divide(number, by) => {
                let (low, high) = number.bounds(known);
                (low / by, high / by)
            }
        }
    }
}

/// True if a comparison may hold for some numbers within the bounds.
pub(super) fn may_hold(op: Compare, (low, high): (i64, i64), (least, most): (i64, i64)) -> bool {
    match op {
        Compare::Less => low < most,
        Compare::LessEqual => low <= most,
        Compare::Greater => high > least,
        Compare::GreaterEqual => high >= least,
        Compare::Equal => low <= most && least <= high,
        Compare::NotEqual => low != high || least != most || low != least,
        Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => true,
    }
}

/// The comparison that holds where another one does not.
pub(super) fn opposite(op: Compare) -> Option<Compare> {
    Some(match op {
        Compare::Less => Compare::GreaterEqual,
        Compare::LessEqual => Compare::Greater,
        Compare::Greater => Compare::LessEqual,
        Compare::GreaterEqual => Compare::Less,
        Compare::Equal => Compare::NotEqual,
        Compare::NotEqual => Compare::Equal,
        Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => return None,
    })
}
