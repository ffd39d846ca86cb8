//! How many captures the pawns of both sides demand.
//!
//! Every pawn of the array has a fate: it stands on the board, it was promoted, or it was captured as a pawn. Fates
//! are dealt to the sixteen pawns file by file, with as few captures as possible, until they account for the pawns on
//! the board and the promoted men and fit what both sides have lost. Two pawns of one file that never captured and
//! were never captured still face each other: neither was promoted, and they have not passed.
//!
//! The deal is exact as far as it goes, but asks for less than a game does (where and when things are captured, for
//! instance). So it may let a board pass that cannot arise, and never refuses one that can.

use super::paths::{Counts, Paths};
use super::{Disproof, material};
use crate::chess::{Board, Color, Rank, Role, Square};
use std::collections::HashSet;

/// The number of deals tried before the question is left open.
const PATIENCE: usize = 50_000;

/// What is asked of one colour's pawns.
pub(super) struct Demand {
    pub(super) color: Color,
    /// How many of them were promoted, at least.
    pub(super) promoted: usize,
    /// How many captures they may have made.
    pub(super) allowed: usize,
}

/// Whether the pawns of both colours can have come where they stand.
pub(super) fn pawns(board: &Board, paths: [&Paths; 2], demands: [Demand; 2]) -> Result<(), Disproof> {
    let [white, black] = demands;
    let mut white = Side::new(board, paths[0], white);
    let mut black = Side::new(board, paths[1], black);
    for side in [&mut white, &mut black] {
        if side.least(Dealt::default()).is_none_or(|least| least > side.demand.allowed) {
            return Err(Disproof::Captures(side.demand.color));
        }
    }
    let mut deal = Deal { white, black, failed: HashSet::new(), tried: 0 };
    if deal.fits(0, Dealt::default(), Dealt::default()) { Ok(()) } else { Err(Disproof::Passing) }
}

/// What became of a pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It stands on the board, at this place of the list of pawns.
    Stands(usize),
    Promoted,
    Captured,
}

/// What has been dealt to the pawns of the files from the a-file on.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Dealt {
    /// The pawns on the board that have their origin, as bits.
    standing: u8,
    promoted: u8,
    captured: u8,
    captures: u8,
}

impl Dealt {
    fn file(self) -> usize {
        (self.standing.count_ones() + u32::from(self.promoted) + u32::from(self.captured)) as usize
    }

    fn with(mut self, fate: Fate, captures: u32) -> Dealt {
        match fate {
            Fate::Stands(i) => self.standing |= 1 << i,
            Fate::Promoted => self.promoted += 1,
            Fate::Captured => self.captured += 1,
        }
        self.captures += captures as u8;
        self
    }
}

/// The pawns of one colour.
struct Side<'a> {
    demand: Demand,
    paths: &'a Paths,
    /// The pawns on the board.
    squares: Vec<Square>,
    /// How many were captured as pawns, at most: what neither stands nor was promoted.
    captured: usize,
    /// Answers of [`least`](Side::least), by the promoted, the captured and the standing that have been dealt: 0 is
    /// unknown, 1 impossible, else captures + 2.
    known: Vec<u8>,
}

impl<'a> Side<'a> {
    fn new(board: &Board, paths: &'a Paths, demand: Demand) -> Side<'a> {
        let squares: Vec<Square> = board.by_piece(Role::Pawn.of(demand.color)).into_iter().collect();
        let captured = material::missing_pawns(board, demand.color) - demand.promoted;
        let known = vec![0; ((demand.promoted + 1) * (captured + 1)) << squares.len()];
        Side { demand, paths, squares, captured, known }
    }

    /// The fates that the pawn of the next file can have, with the numbers of captures that each can have cost; the
    /// cheapest first.
    fn fates(&self, dealt: Dealt) -> Vec<(Fate, Counts)> {
        let file = dealt.file();
        let mut list = Vec::with_capacity(4);
        let free = (0..self.squares.len()).filter(|i| dealt.standing & (1 << i) == 0);
        list.extend(free.map(|i| (Fate::Stands(i), self.paths.to(file, self.squares[i]))));
        if usize::from(dealt.promoted) < self.demand.promoted {
            list.push((Fate::Promoted, self.paths.to_promotion(file)));
        }
        if usize::from(dealt.captured) < self.captured {
            list.push((Fate::Captured, 1));
        }
        list.retain(|&(_, counts)| counts != 0);
        list.sort_by_key(|&(_, counts)| counts.trailing_zeros());
        list
    }

    /// The fewest captures that the pawns of the remaining files demand, if all can be dealt a fate.
    fn least(&mut self, dealt: Dealt) -> Option<usize> {
        if dealt.file() == 8 {
            return Some(0);
        }
        let row = usize::from(dealt.promoted) * (self.captured + 1) + usize::from(dealt.captured);
        let key = (row << self.squares.len()) | usize::from(dealt.standing);
        if self.known[key] == 0 {
            let fates = self.fates(dealt);
            let costs = fates
                .into_iter()
                .filter_map(|(fate, counts)| Some(self.least(dealt.with(fate, 0))? + counts.trailing_zeros() as usize));
            self.known[key] = costs.min().map_or(1, |least| least as u8 + 2);
        }
        self.known[key].checked_sub(2).map(usize::from)
    }

    /// Whether the rest can be dealt with the captures that are left, as far as this colour alone can say.
    fn may_fit(&mut self, dealt: Dealt) -> bool {
        self.least(dealt).is_some_and(|least| least + usize::from(dealt.captures) <= self.demand.allowed)
    }
}

/// The search for fates that fit together.
struct Deal<'a> {
    white: Side<'a>,
    black: Side<'a>,
    failed: HashSet<(Dealt, Dealt)>,
    tried: usize,
}

impl Deal<'_> {
    fn fits(&mut self, file: usize, white: Dealt, black: Dealt) -> bool {
        if file == 8 || self.tried > PATIENCE {
            return true;
        }
        if !self.white.may_fit(white) || !self.black.may_fit(black) || self.failed.contains(&(white, black)) {
            return false;
        }
        self.tried += 1;
        let answers = self.black.fates(black);
        for (fate, counts) in self.white.fates(white) {
            for &(answer, answered) in &answers {
                if self.pair_fits(file, white, (fate, counts), black, (answer, answered)) {
                    return true;
                }
            }
        }
        self.failed.insert((white, black));
        false
    }

    /// Tries one pair of fates for the two pawns of a file.
    fn pair_fits(
        &mut self,
        file: usize,
        white: Dealt,
        (fate, counts): (Fate, Counts),
        black: Dealt,
        (answer, answered): (Fate, Counts),
    ) -> bool {
        let (few, fewer) = (counts.trailing_zeros(), answered.trailing_zeros());
        if few > 0 || fewer > 0 || !self.face_wrongly(fate, answer) {
            return self.fits(file + 1, white.with(fate, few), black.with(answer, fewer));
        }
        // One of them must have left the file, if only to come back.
        let (more, answered_more) = (counts & !1, answered & !1);
        (more != 0 && self.fits(file + 1, white.with(fate, more.trailing_zeros()), black.with(answer, 0)))
            || (answered_more != 0
                && self.fits(file + 1, white.with(fate, 0), black.with(answer, answered_more.trailing_zeros())))
    }

    /// Whether these fates are impossible for two pawns of a file that never captured.
    fn face_wrongly(&self, white: Fate, black: Fate) -> bool {
        let rank = |side: &Side<'_>, i: usize| -> Rank { side.squares[i].rank() };
        match (white, black) {
            (Fate::Captured, _) | (_, Fate::Captured) => false,
            (Fate::Stands(i), Fate::Stands(j)) => rank(&self.white, i) > rank(&self.black, j),
            _ => true,
        }
    }
}
