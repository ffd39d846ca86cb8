//! Many small diagrams at once: the copies that a transform makes of a few designators.
//!
//! `shift {Kc3 ke3 wtm}` has 36 copies, `flip shift {Ka1 kc1 Q}` about 800. Each is a list of tests "one of these
//! squares holds one of these pieces" with a rest; the contents of the board are looked up once for all of them, and
//! only the copies whose first square is occupied as it should be are gone through:
//!
//! `Ka1 kc1` or `Kb1 kd1` or ... -> K on a1: {k on c1}; K on b1: {k on d1}; ...
//!
//! Copies that differ only by how far they are shifted, and have no rest, need not even be gone through: the squares of a kind,
//! shifted back by its distance from the first square, must have a first square in common.
//!
//! `K & k shifted back by two squares & {a1 b1 ...}` is not empty

use super::ids::BoolId;
use crate::casts::number_of;
use crate::chess::attacks::contents;
use crate::chess::{Bitboard, Board, Square};
use crate::syntax::ast::{Designator, Pieces};
use rustc_hash::FxHashMap;

/// The number of copies from which on a table is made.
pub(crate) const WORTHWHILE: usize = 4;

/// The copies, sorted by their first tests.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Placements {
    /// All copies as they are.
    pub(crate) copies: Vec<BoolId>,
    /// The contents that are requested.
    kinds: Vec<Pieces>,
    shifted: Vec<Shifted>,
    /// The others. Sorted by the first test of each: its kind, then its square.
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

/// Diagrams of which each is another one, shifted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shifted {
    key: ShiftKey,
    /// The squares of the first tests.
    starts: Bitboard,
}

/// What such diagrams have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ShiftKey {
    /// The tests about one square: its kind, and how far its number is from that of the first square.
    steps: Vec<(usize, i32)>,
    /// The others.
    tests: Vec<(usize, Bitboard)>,
}

impl Shifted {
    /// Takes diagrams that are shifts of others out of some.
    fn take(diagrams: &mut Vec<Diagram>) -> Vec<Shifted> {
        let mut families: Vec<(Shifted, usize)> = Vec::new();
        let mut places: FxHashMap<ShiftKey, usize> = FxHashMap::default();
        let family_of: Vec<Option<usize>> = diagrams
            .iter()
            .map(|diagram| {
                let (key, start) = diagram.shift_key()?;
                let place = *places.entry(key.clone()).or_insert_with(|| {
                    families.push((Shifted { key, starts: Bitboard::EMPTY }, 0));
                    families.len() - 1
                });
                families[place].0.starts.add(start);
                families[place].1 += 1;
                Some(place)
            })
            .collect();
        let is_alone = |family: Option<usize>| family.is_none_or(|place| families[place].1 == 1);
        let mut family = family_of.into_iter();
        diagrams.retain(|_| family.next().is_none_or(is_alone));
        families.into_iter().filter(|(_, members)| *members > 1).map(|(family, _)| family).collect()
    }

    /// True if one of them holds; `found` has the squares of each kind.
    #[inline]
    fn any(&self, found: &[Bitboard]) -> bool {
        let mut starts = self.starts;
        for &(kind, step) in &self.key.steps {
            let squares = found[kind].0;
            let shifted = if step < 0 { squares << step.unsigned_abs() } else { squares >> step };
            starts &= Bitboard(shifted);
            if starts.is_empty() {
                return false;
            }
        }
        self.key.tests.iter().all(|&(kind, squares)| (found[kind] & squares).any())
    }
}

impl Diagram {
    /// What it has in common with others that are shifts of it, and its first square.
    fn shift_key(&self) -> Option<(ShiftKey, Square)> {
        let (_, start) = self.first()?;
        let (mut steps, mut tests) = (Vec::new(), Vec::new());
        for &(kind, squares) in &self.tests {
            match squares.single_square() {
                Some(square) => steps.push((kind, i32::from(square) - i32::from(start))),
                None => tests.push((kind, squares)),
            }
        }
        self.rest.is_none().then_some((ShiftKey { steps, tests }, start))
    }

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
        let shifted = Shifted::take(&mut diagrams);
        diagrams.sort_by_key(|diagram| match diagram.first() {
            Some((kind, square)) => (kind, usize::from(square)),
            None => (usize::MAX, 0),
        });
        let others = diagrams.iter().position(|diagram| diagram.first().is_none()).unwrap_or(diagrams.len());
        let mut ranges = Vec::new();
        for kind in 0..kinds.len() {
            let place = |bound: usize| {
                let before = |d: &Diagram| d.first().is_some_and(|(k, s)| (k, usize::from(s)) < (kind, bound));
                number_of(diagrams[..others].partition_point(before))
            };
            if place(0) < place(64) {
                ranges.push((kind, std::array::from_fn(|square| [place(square), place(square + 1)])));
            }
        }
        Placements { copies, kinds, shifted, diagrams, ranges, others }
    }

    /// The number of tests of all copies.
    pub(crate) fn tests(&self) -> usize {
        let shifted = self.shifted.iter().map(|shifted| shifted.key.steps.len() + shifted.key.tests.len() + 2);
        shifted.chain(self.diagrams.iter().map(|diagram| diagram.tests.len() + 2)).sum::<usize>()
            + 32 * self.ranges.len()
    }

    /// True if all copies are shifts of others, so that none is gone through by itself and none has a rest.
    pub(crate) fn are_shifted(&self) -> bool {
        self.diagrams.is_empty()
    }

    /// True if some copy holds on a board; `rest` asks what is left of a copy.
    #[inline]
    pub(crate) fn hold_on(&self, board: &Board, mut rest: impl FnMut(BoolId) -> bool) -> bool {
        let contents = |pieces| contents(board, Designator { pieces, squares: Bitboard::FULL });
        let mut found = [Bitboard::EMPTY; 16];
        let mut many = Vec::new();
        let found: &[Bitboard] = if self.kinds.len() <= found.len() {
            self.kinds.iter().zip(&mut found).for_each(|(kind, found)| *found = contents(*kind));
            &found
        } else {
            many.extend(self.kinds.iter().map(|kind| contents(*kind)));
            &many
        };
        if self.shifted.iter().any(|shifted| shifted.any(found)) {
            return true;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Piece, fen};

    /// The copies of some pieces on squares, shifted in all ways that leave none beyond the board.
    fn shifts(pieces: &[(char, i32)], queens: Bitboard) -> Vec<(Vec<Designator>, Option<BoolId>)> {
        let of = |name: char, squares: Bitboard| {
            let piece = Piece::from_char(name).expect("a piece");
            let place = piece.role as u16 - 1 + piece.color.fold_wb(0, 6);
            Designator { pieces: Pieces(1 << place), squares }
        };
        let mut copies = Vec::new();
        for (x, y) in (-7..8).flat_map(|x| (-7..8).map(move |y| (x, y))) {
            let shifted = pieces.iter().map(|&(name, square)| {
                let (file, rank) = (square % 8 + x, square / 8 + y);
                let there = (0..8).contains(&file) && (0..8).contains(&rank);
                there.then(|| of(name, Bitboard::from(Square::new((rank * 8 + file) as u32))))
            });
            let Some(mut copy) = shifted.collect::<Option<Vec<_>>>() else { continue };
            copy.extend(queens.any().then(|| of('Q', queens)));
            copies.push((copy, None));
        }
        copies
    }

    #[test]
    fn shifted_copies_hold_where_one_of_them_does() {
        let boards = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/3pp3/3PP3/8/8/4K3 w - - 0 1",
            "4k2p/7P/8/8/8/8/P7/p3K3 w - - 0 1",
            "r3k2r/1bppqp2/2n2n2/4p3/2B1P3/2NP4/1PPQ1P2/R3K2R w - - 0 1",
        ];
        let mut held = 0;
        for text in boards {
            let board = fen::parse(text).expect("a position").board;
            for queens in [Bitboard::EMPTY, Bitboard(0xff00)] {
                for pieces in [
                    &[('P', 27), ('P', 28), ('p', 35), ('p', 36)][..],
                    &[('P', 35), ('p', 27)],
                    &[('N', 0), ('k', 42)],
                    &[('R', 63), ('K', 59)],
                    &[('P', 9)],
                ] {
                    let copies = shifts(pieces, queens);
                    let holds = |one: &Designator| contents(&board, *one).any();
                    let expected = copies.iter().any(|(copy, _)| copy.iter().all(holds));
                    let table = Placements::new(Vec::new(), copies);
                    assert!(table.are_shifted());
                    assert_eq!(table.hold_on(&board, |_| false), expected, "{pieces:?} {queens:?} {text}");
                    held += u32::from(expected);
                }
            }
        }
        assert_eq!(held, 9);
    }

    /// A square that has no other copy that is a shift of it, or a rest, is gone through by itself.
    #[test]
    fn other_copies_stay() {
        let mut copies = shifts(&[('N', 0), ('k', 42)], Bitboard::EMPTY);
        copies.extend(shifts(&[('N', 0), ('k', 63)], Bitboard::EMPTY));
        copies[0].1 = Some(BoolId::from(0));
        let table = Placements::new(Vec::new(), copies);
        assert_eq!((table.shifted.len(), table.diagrams.len()), (1, 2));
        let board = fen::parse("7k/8/8/8/8/8/8/N3K3 w - - 0 1").expect("a position").board;
        assert!(table.hold_on(&board, |_| false));
    }
}
