//! Many small diagrams at once: the copies that a transform makes of a few designators.
//!
//! `shift {Kc3 ke3 wtm}` has 36 copies, `flip shift {Ka1 kc1 Q}` about 800. Each is a list of tests "one of these
//! squares holds one of these pieces" with a rest; the contents of the board are looked up once for all of them, and
//! only the copies whose first square is occupied as it should be are gone through:
//!
//! `Ka1 kc1` or `Kb1 kd1` or ... -> K on a1: {k on c1}; K on b1: {k on d1}; ...
//!
//! `flip shift {Ka1 kc1 Q}` went from 24 times the bare loop to 1.5.

use super::ids::BoolId;
use crate::chess::{Bitboard, Square};
use crate::syntax::ast::{Designator, Pieces};

/// The number of copies from which on a table is made.
pub(crate) const WORTHWHILE: usize = 4;

/// The copies, sorted by their first tests.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Placements {
    /// All copies as they are.
    pub(crate) copies: Vec<BoolId>,
    /// The contents that are asked for.
    kinds: Vec<Pieces>,
    /// Sorted by the first test of each: its kind, then its square.
    diagrams: Vec<Diagram>,
    /// Diagrams that begin with one square: for a kind, where those of each square begin and end.
    ranges: Vec<(usize, [[u32; 2]; 64])>,
    /// The index of the first diagram whose first test is about several squares.
    others: usize,
}

/// One copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Diagram {
    /// Each: some of these squares hold contents of a kind. Those about one square come first.
    tests: Vec<(usize, Bitboard)>,
    rest: Option<BoolId>,
}

impl Diagram {
    /// The kind and square of the first test, if it is about one square.
    fn first(&self) -> Option<(usize, Square)> {
        let (kind, squares) = self.tests.first()?;
        Some((*kind, squares.single_square()?))
    }
}

impl Placements {
    /// A table of copies, each with its designators and what is left of it.
    pub(crate) fn new(copies: Vec<BoolId>, parts: Vec<(Vec<Designator>, Option<BoolId>)>) -> Placements {
        let mut kinds: Vec<Pieces> = Vec::new();
        let mut diagrams = Vec::with_capacity(parts.len());
        for (designators, rest) in parts {
            let mut tests: Vec<(usize, Bitboard)> = Vec::with_capacity(designators.len());
            for designator in designators {
                let kind = kinds.iter().position(|kind| *kind == designator.pieces).unwrap_or_else(|| {
                    kinds.push(designator.pieces);
                    kinds.len() - 1
                });
                tests.push((kind, designator.squares));
            }
            tests.sort_by_key(|(_, squares)| squares.count());
            diagrams.push(Diagram { tests, rest });
        }
        diagrams.sort_by_key(|diagram| match diagram.first() {
            Some((kind, square)) => (kind, usize::from(square)),
            None => (usize::MAX, 0),
        });
        let others = diagrams.iter().position(|diagram| diagram.first().is_none()).unwrap_or(diagrams.len());
        let mut ranges = Vec::new();
        for kind in 0..kinds.len() {
            let place = |bound: usize| {
                let before = |d: &Diagram| d.first().is_some_and(|(k, s)| (k, usize::from(s)) < (kind, bound));
                diagrams[..others].partition_point(before) as u32
            };
            if place(0) < place(64) {
                ranges.push((kind, std::array::from_fn(|square| [place(square), place(square + 1)])));
            }
        }
        Placements { copies, kinds, diagrams, ranges, others }
    }

    /// True if some copy holds. `contents` looks a kind up, `rest` asks what is left of a copy.
    pub(crate) fn any(&self, contents: impl Fn(Pieces) -> Bitboard, mut rest: impl FnMut(BoolId) -> bool) -> bool {
        let mut found = [Bitboard::EMPTY; 16];
        let mut many = Vec::new();
        let found: &[Bitboard] = if self.kinds.len() <= found.len() {
            self.kinds.iter().zip(&mut found).for_each(|(kind, found)| *found = contents(*kind));
            &found
        } else {
            many.extend(self.kinds.iter().map(|kind| contents(*kind)));
            &many
        };
        let mut holds = |diagram: &Diagram| {
            diagram.tests.iter().all(|&(kind, squares)| (found[kind] & squares).any())
                && diagram.rest.is_none_or(&mut rest)
        };
        for (kind, ranges) in &self.ranges {
            for square in found[*kind] {
                let [start, end] = ranges[usize::from(square)];
                if self.diagrams[start as usize..end as usize].iter().any(&mut holds) {
                    return true;
                }
            }
        }
        self.diagrams[self.others..].iter().any(holds)
    }
}
