//! The number of captures that the pawns of both sides need.
//!
//! Every pawn of the array has a fate: it stands on the board, it was promoted, or it was captured as a pawn. Fates
//! are dealt to the sixteen pawns file by file, with as few captures as possible, until they account for the pawns on
//! the board and the promoted men and fit what both sides have lost. Two pawns of one file that never captured and
//! were never captured still face each other: neither was promoted, and they have not passed. Captures are told apart
//! by the shade of the square, since a bishop that is missing was captured on its own.
//!
//! The deal is exact as far as it goes, but asks for less than a game does (where and when things are captured, for
//! instance). So it may let a board pass that cannot arise, and never rejects one that can.

use super::paths::{Counts, Paths, Taken};
use super::work::Work;
use super::{Disproof, material};
use crate::{Board, Color, Rank, Role, Square};
use std::collections::HashSet;

/// The number of deals tried before the question is left open.
const PATIENCE: usize = 50_000;

/// The requirements on one colour's pawns.
pub(super) struct Demand {
    pub(super) color: Color,
    /// The least number of pawns that were promoted.
    pub(super) promoted: usize,
    /// The greatest number of captures that they may have made.
    pub(super) allowed: usize,
    /// The greatest number of these on the dark squares and on the light squares, since bishops stay on theirs.
    pub(super) on_shade: [usize; 2],
}

/// The work of weighing the fates of a file's pawn, and that of trying fates for the two pawns of a file.
const WEIGHING_WORK: u64 = 40;
const TRYING_WORK: u64 = 120;

/// Checks that the pawns of both colours can have come to where they stand, and adds the work that it took.
pub(super) fn pawns(
    board: &Board,
    paths: [&Paths; 2],
    demands: [Demand; 2],
    work: &mut Work<'_>,
) -> Result<(), Disproof> {
    let [white, black] = demands;
    let mut white = Side::new(board, paths[0], white);
    let mut black = Side::new(board, paths[1], black);
    for side in [&mut white, &mut black] {
        let least = side.least(Dealt::default());
        work.add(side.weighed * WEIGHING_WORK);
        side.weighed = 0;
        if least.is_none_or(|least| least > side.demand.allowed) {
            return Err(Disproof::Captures(side.demand.color));
        }
    }
    let mut deal = Deal { white, black, failed: HashSet::new(), tried: 0 };
    let result = deal.result(work);
    work.add((deal.white.weighed + deal.black.weighed) * WEIGHING_WORK);
    result
}

/// The fate of a pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It stands on the board, at this place of the list of pawns.
    Stands(usize),
    Promoted,
    Captured,
}

/// The fates assigned to the pawns of the files from the a-file on.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Dealt {
    /// The pawns on the board that have their origin, as bits.
    standing: u8,
    promoted: u8,
    captured: u8,
    light: u8,
    dark: u8,
}

impl Dealt {
    fn file(self) -> usize {
        (self.standing.count_ones() + u32::from(self.promoted) + u32::from(self.captured)) as usize
    }

    fn with(mut self, fate: Fate, (light, dark): Taken) -> Dealt {
        match fate {
            Fate::Stands(i) => self.standing |= 1 << i,
            Fate::Promoted => self.promoted += 1,
            Fate::Captured => self.captured += 1,
        }
        self.light += light;
        self.dark += dark;
        self
    }
}

/// The pawns of one colour.
struct Side<'a> {
    demand: Demand,
    paths: &'a Paths,
    /// The pawns on the board.
    squares: Vec<Square>,
    /// The greatest number that were captured as pawns: those that neither stand on the board nor were promoted.
    captured: usize,
    /// Answers of [`least`](Side::least), by the numbers of pawns dealt so far: promoted, captured, on the board. 0 is
    /// unknown, 1 impossible, any other number the captures + 2.
    known: Vec<u8>,
    /// The number of these answers that were found.
    weighed: u64,
}

impl<'a> Side<'a> {
    fn new(board: &Board, paths: &'a Paths, demand: Demand) -> Side<'a> {
        let squares: Vec<Square> = board.by_piece(Role::Pawn.of(demand.color)).into_iter().collect();
        let captured = material::missing_pawns(board, demand.color) - demand.promoted;
        let known = vec![0; ((demand.promoted + 1) * (captured + 1)) << squares.len()];
        Side { demand, paths, squares, captured, known, weighed: 0 }
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
            list.push((Fate::Captured, Counts::ZERO));
        }
        list.retain(|&(_, counts)| !counts.is_none());
        list.sort_by_key(|&(_, counts)| counts.fewest());
        list
    }

    /// The fewest captures that the pawns of the remaining files demand, if all can be dealt a fate.
    #[expect(clippy::cast_possible_truncation, reason = "fewer men are taken than there are")]
    fn least(&mut self, dealt: Dealt) -> Option<usize> {
        if dealt.file() == 8 {
            return Some(0);
        }
        let row = usize::from(dealt.promoted) * (self.captured + 1) + usize::from(dealt.captured);
        let key = (row << self.squares.len()) | usize::from(dealt.standing);
        if self.known[key] == 0 {
            self.weighed += 1;
            let fates = self.fates(dealt);
            let costs = fates
                .into_iter()
                .filter_map(|(fate, counts)| Some(self.least(dealt.with(fate, (0, 0)))? + counts.fewest()));
            self.known[key] = costs.min().map_or(1, |least| least as u8 + 2);
        }
        self.known[key].checked_sub(2).map(usize::from)
    }

    /// True if the rest can be dealt with the captures that are left, as far as this colour alone can say.
    fn may_fit(&mut self, dealt: Dealt) -> bool {
        let (light, dark) = (usize::from(dealt.light), usize::from(dealt.dark));
        let [darks, lights] = self.demand.on_shade;
        let least = self.least(dealt);
        light <= lights && dark <= darks && least.is_some_and(|least| least + light + dark <= self.demand.allowed)
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
    fn result(&mut self, work: &mut Work<'_>) -> Result<(), Disproof> {
        if self.fits_at_all(work) {
            return Ok(());
        }
        // The rule that is to blame: would it do if every man could be captured anywhere?
        for side in [&mut self.white, &mut self.black] {
            side.demand.on_shade = [side.demand.allowed; 2];
        }
        Err(if self.fits_at_all(work) { Disproof::Shades } else { Disproof::Passing })
    }

    fn fits_at_all(&mut self, work: &mut Work<'_>) -> bool {
        self.failed.clear();
        self.tried = 0;
        let fits = self.fits(0, Dealt::default(), Dealt::default());
        work.add(self.tried as u64 * TRYING_WORK);
        fits
    }

    fn fits(&mut self, file: usize, white: Dealt, black: Dealt) -> bool {
        if file == 8 || self.tried > PATIENCE {
            return true;
        }
        if !self.white.may_fit(white) || !self.black.may_fit(black) || self.failed.contains(&(white, black)) {
            return false;
        }
        self.tried += 1;
        let answers = self.black.fates(black);
        for fate in self.white.fates(white) {
            if answers.iter().any(|&answer| self.pair_fits(white, fate, black, answer)) {
                return true;
            }
        }
        self.failed.insert((white, black));
        false
    }

    /// Tries one pair of fates for the two pawns of a file.
    fn pair_fits(&mut self, white: Dealt, w: (Fate, Counts), black: Dealt, b: (Fate, Counts)) -> bool {
        if !(w.1.has_zero() && b.1.has_zero() && self.face_wrongly(w.0, b.0)) {
            return self.costs_fit(white, w, black, b);
        }
        // One of them must have left the file, if only to come back.
        self.costs_fit(white, (w.0, w.1.without_zero()), black, (b.0, Counts::ZERO))
            || self.costs_fit(white, (w.0, Counts::ZERO), black, (b.0, b.1.without_zero()))
    }

    /// Tries all that two fates can have cost.
    fn costs_fit(&mut self, white: Dealt, w: (Fate, Counts), black: Dealt, b: (Fate, Counts)) -> bool {
        let file = white.file() + 1;
        let answers = b.1.minimal();
        w.1.minimal().into_iter().any(|taken| {
            let next = white.with(w.0, taken);
            answers.iter().any(|&answered| self.fits(file, next, black.with(b.0, answered)))
        })
    }

    /// True if these fates are impossible for two pawns of a file that never captured.
    fn face_wrongly(&self, white: Fate, black: Fate) -> bool {
        let rank = |side: &Side<'_>, i: usize| -> Rank { side.squares[i].rank() };
        match (white, black) {
            (Fate::Captured, _) | (_, Fate::Captured) => false,
            (Fate::Stands(i), Fate::Stands(j)) => rank(&self.white, i) > rank(&self.black, j),
            _ => true,
        }
    }
}
