//! The evaluator: how far the runs of one sequence come from one position, and where they end.
//!
//! The engines of `automata` tell where a sequence matches and not why it does not. Here the pattern is followed from
//! one start only, with the set of all places that each part of it can lead to: no automaton, and nothing is kept. The
//! last attempt that failed is what people want to know. Tests: `tests/engine/evaluation/why.rs`, where the result is compared
//! with that of the engines.

use super::evaluator::Evaluator;
use super::scratch::Focus;
use crate::chess::Color;
use crate::ir::{BoolId, PathIr, SequenceId, SequenceIr};
use crate::plan::{Class, Plan};
use std::collections::BTreeSet;
use tabiya_automata::{Pattern, PatternKind, Pred};

/// The runs of a sequence filter from one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceProgress {
    /// The constituents as text, in their order.
    pub constituents: Vec<String>,
    /// The positions of the longest match (of `firstmatch`, the first), whatever the range says; none without a match. Of
    /// `path` they begin with the position that the first move leaves.
    pub matched: Option<Vec<u32>>,
    /// The value of that match: its length, of `path` the number of moves or the value of `max`.
    pub value: Option<i64>,
    /// True if that value is not in the range of the filter, so that the match does not count.
    pub out_of_range: bool,
    /// True if `nestban` forbids matches from this position, because an earlier one contains it.
    pub banned: bool,
    /// Where the attempt that came furthest failed; only without a match.
    pub failed: Option<Stop>,
    /// What failed at the position after the longest match, so that no match is longer; none if the pattern is
    /// complete there.
    pub ended: Option<Stop>,
    /// True if its filters have effects, so that its runs cannot be followed a second time: the other fields are empty.
    pub unknown: bool,
}

/// The place where an attempt to match a sequence failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The number of the constituent, from 1.
    pub constituent: usize,
    /// The filter in it that failed.
    pub filter: String,
    /// The position where it failed: of a move of `path`, the one that the move leads to. None if no position was left.
    pub position: Option<u32>,
}

/// An attempt that failed.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    /// The part of the pattern, from 0.
    part: usize,
    /// The number of moves from the start of the game; toward the root negative, so that a greater number is always
    /// farther on.
    reach: i64,
    symbol: BoolId,
    node: Option<u32>,
}

/// A place of a run, with the number of differences made on the way (`almost`): the next position to be consumed, or the last one, after which nothing follows. Of a path: the
/// position that was reached, and whether it is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    node: u32,
    /// The line has ended; of a path: no move has been made.
    special: bool,
    made: u8,
}

impl Evaluator<'_> {
    /// The number of constituents that some run of a sequence from a position gets past.
    pub(super) fn sequence_reached(&mut self, id: SequenceId, start: u32) -> usize {
        let ir = self.plan.ir.sequence(id);
        Progress::new(self, ir, start).follow(start)
    }

    /// How far a sequence comes from a position, with the texts of its constituents. Asked before the filter is
    /// evaluated there, because that may ban the position.
    pub(super) fn sequence_progress(&mut self, id: SequenceId, texts: &[String], start: u32) -> SequenceProgress {
        let (plan, ir) = (self.plan, self.plan.ir.sequence(id));
        let banned = ir.ban.is_some_and(|ban| self.scratch.bans[ban as usize][start as usize]);
        let mut run = SequenceProgress {
            constituents: texts.to_vec(),
            matched: None,
            value: None,
            out_of_range: false,
            banned,
            failed: None,
            ended: None,
            unknown: plan.sequence(id).class == Class::Effectful,
        };
        if run.unknown {
            return run;
        }
        let found = match ir.path() {
            Some(path) => self.path_best(id, path, start).map(|found| (found.cell, found.value)),
            None => self.sequence_cell(id, start).map(|cell| (cell, i64::from(cell.len))),
        };
        let mut progress = Progress::new(self, ir, start);
        progress.follow(start);
        let (furthest, deepest) = (progress.furthest, progress.deepest);
        let parts = parts_of(&ir.pattern.pattern).len();
        // The parts of the pattern are numbered as the constituents, unless smart constructors have changed it.
        let matching = texts.len() == parts;
        let stop = |attempt: Attempt| Stop {
            constituent: if matching { attempt.part + 1 } else { 1 },
            filter: plan.ir.text_of(attempt.symbol),
            position: attempt.node,
        };
        let Some((cell, value)) = found else {
            run.failed = furthest.map(stop);
            return run;
        };
        run.value = Some(value);
        run.out_of_range = !self.in_range(ir.range, value, start);
        run.matched = Some(if cell.len == 0 { Vec::new() } else { self.route(ir, start, cell.end) });
        let reach = reach(self.view.node(cell.end).ply, ir.backward());
        let beyond = |attempt: &Attempt| attempt.reach > reach || cell.len == 0 && attempt.reach == reach;
        run.ended = deepest.filter(beyond).filter(|_| !ir.first_match).map(stop);
        run
    }
}

impl Plan {
    /// True if the constituents of a sequence are the parts of its pattern, and its runs can be followed.
    pub(crate) fn follows(&self, id: SequenceId, constituents: usize) -> bool {
        let parts = parts_of(&self.ir.sequence(id).pattern.pattern).len();
        self.sequence(id).class != Class::Effectful && parts == constituents
    }
}

/// The parts that a pattern consists of, one after the other.
fn parts_of(pattern: &Pattern) -> &[Pattern] {
    match pattern.kind() {
        PatternKind::Concat(parts) => parts,
        PatternKind::Empty => &[],
        _ => std::slice::from_ref(pattern),
    }
}

/// How far on a position is.
fn reach(ply: u32, backward: bool) -> i64 {
    if backward { -i64::from(ply) } else { i64::from(ply) }
}

struct Progress<'e, 'a> {
    evaluator: &'e mut Evaluator<'a>,
    ir: &'a SequenceIr,
    start: u32,
    color: Option<Color>,
    focus: Option<Focus>,
    /// The part of the pattern that is being followed.
    part: usize,
    /// The failed attempt at the last part that was reached, as deep as it came.
    furthest: Option<Attempt>,
    /// The failed attempt that came deepest into the game, whatever its part.
    deepest: Option<Attempt>,
}

impl<'e, 'a> Progress<'e, 'a> {
    fn new(evaluator: &'e mut Evaluator<'a>, ir: &'a SequenceIr, start: u32) -> Self {
        let color = ir.single_color().then(|| evaluator.board(start).turn());
        let focus = ir.path().and_then(|path| evaluator.focus(path, start));
        Progress { evaluator, ir, start, color, focus, part: 0, furthest: None, deepest: None }
    }

    /// Follows the whole pattern; gives the number of its parts that some run gets past.
    fn follow(&mut self, start: u32) -> usize {
        let mut places = BTreeSet::from([Place { node: start, special: self.ir.path().is_some(), made: 0 }]);
        let pattern = &self.ir.pattern.pattern;
        for (i, part) in parts_of(pattern).iter().enumerate() {
            self.part = i;
            places = self.ends(part, &places);
            if places.is_empty() {
                return i;
            }
        }
        parts_of(pattern).len()
    }

    /// The places that a pattern leads to from some places.
    fn ends(&mut self, pattern: &Pattern, from: &BTreeSet<Place>) -> BTreeSet<Place> {
        if from.is_empty() || self.evaluator.scratch.error.is_some() {
            return BTreeSet::new();
        }
        match pattern.kind() {
            PatternKind::Empty => from.clone(),
            PatternKind::Pred(pred) => {
                let mut reached = BTreeSet::new();
                for &place in from {
                    self.step(*pred, place, &mut reached);
                    if let Some(less) = self.differing(place) {
                        self.differ(*pred, less, &mut reached);
                        reached.insert(less);
                    }
                }
                reached
            }
            PatternKind::Test(pred) => from.iter().filter_map(|&place| self.test(*pred, place)).collect(),
            PatternKind::Concat(parts) => parts.iter().fold(from.clone(), |places, part| self.ends(part, &places)),
            PatternKind::Alt(parts) => parts.iter().flat_map(|part| self.ends(part, from)).collect(),
            PatternKind::Repeat { inner, min, max } => self.repeat(inner, (*min, *max), from),
            PatternKind::AnyOrder(parts) => self.any_order(parts, from),
            PatternKind::Both(parts) => from.iter().flat_map(|&place| self.both(parts, place)).collect(),
        }
    }

    /// The places that all members lead to, in any order.
    fn any_order(&mut self, parts: &[Pattern], from: &BTreeSet<Place>) -> BTreeSet<Place> {
        // By the set of members done, as bits: a set comes after all that it contains.
        let mut places = vec![BTreeSet::new(); 1 << parts.len()];
        places[0].clone_from(from);
        for done in 0..places.len() {
            for (i, part) in parts.iter().enumerate().filter(|(i, _)| done >> i & 1 == 0) {
                let reached = self.ends(part, &places[done].clone());
                places[done | 1 << i].extend(reached);
            }
        }
        places.pop().unwrap_or_default()
    }

    /// The places that each of the members leads to from one place: between the two lies one stretch.
    fn both(&mut self, parts: &[Pattern], from: Place) -> BTreeSet<Place> {
        let from = BTreeSet::from([from]);
        let all = parts.iter().map(|part| self.ends(part, &from));
        all.reduce(|all, part| all.intersection(&part).copied().collect()).unwrap_or_default()
    }

    fn repeat(&mut self, inner: &Pattern, (min, max): (u32, Option<u32>), from: &BTreeSet<Place>) -> BTreeSet<Place> {
        let mut places = from.clone();
        let mut all = if min == 0 { from.clone() } else { BTreeSet::new() };
        let mut turns = 0;
        while max.is_none_or(|max| turns < max) {
            let reached = self.ends(inner, &places);
            turns += 1;
            if turns < min {
                // A body that can be empty may lead nowhere new for as long as it must be repeated.
                if reached.is_empty() {
                    return reached;
                }
                if reached == places {
                    turns = min - 1;
                }
                places = reached;
                continue;
            }
            places = reached.difference(&all).copied().collect();
            if places.is_empty() {
                break;
            }
            all.extend(&places);
        }
        all
    }

    /// The same place with one more difference, if that may be.
    fn differing(&self, place: Place) -> Option<Place> {
        let most = self.ir.almost.map_or(0, |almost| almost.differences);
        (place.made < most).then_some(Place { made: place.made + 1, ..place })
    }

    /// A position or a move in the place of one for which the predicate holds, or too many before such a one.
    fn differ(&mut self, pred: Pred, place: Place, reached: &mut BTreeSet<Place>) {
        let Some(any) = self.ir.almost.map(|almost| Pred::must(almost.any)) else { return };
        let mut beyond = BTreeSet::new();
        self.step(any, place, &mut beyond);
        reached.extend(&beyond);
        let begun = if self.ir.path().is_some() { !place.special } else { place.special || place.node != self.start };
        if !begun {
            return;
        }
        for place in beyond {
            self.step(pred, place, reached);
            if let Some(less) = self.differing(place) {
                self.differ(pred, less, reached);
            }
        }
    }

    /// Consumes the next position, or makes a move.
    fn step(&mut self, pred: Pred, place: Place, reached: &mut BTreeSet<Place>) {
        match self.ir.path() {
            Some(path) => self.make_move(path, pred, place, reached),
            None => self.consume(pred, place, reached),
        }
    }

    /// Consumes the next position, if the predicate holds there, and goes on to those that may follow.
    fn consume(&mut self, pred: Pred, place: Place, reached: &mut BTreeSet<Place>) {
        let (ir, node) = (self.ir, place.node);
        let symbol = ir.symbols[pred.index()];
        if place.special {
            return self.fail(symbol, place, None);
        }
        if !self.evaluator.spend(1, node) {
            return;
        }
        let later = ir.branch().filter(|_| node != self.start).map(|branch| ir.symbols[branch.later]);
        if later.is_some_and(|later| !self.evaluator.holds(later, node)) {
            return self.fail(symbol, place, Some(node));
        }
        let edge = self.evaluator.plan.ir.bool_info(symbol).edge && !ir.backward();
        let children = self.following(node);
        if edge {
            let mut any = false;
            // The line may end where no move follows; where moves follow, but none that it takes, no move is left to hold.
            let leaf = self.evaluator.view.first_child(node).is_none().then_some(None);
            for child in children.into_iter().map(Some).chain(leaf) {
                if self.evaluator.holds_on_edge(symbol, node, child) {
                    any = true;
                    self.enter(place, child, reached);
                }
            }
            if !any {
                self.fail(symbol, place, Some(node));
            }
        } else if self.evaluator.holds(symbol, node) {
            if children.is_empty() {
                self.enter(place, None, reached);
            }
            children.into_iter().for_each(|child| self.enter(place, Some(child), reached));
        } else {
            self.fail(symbol, place, Some(node));
        }
    }

    /// The positions that may follow one, passed over or not.
    fn following(&mut self, node: u32) -> Vec<u32> {
        let view = self.evaluator.view;
        if self.ir.backward() {
            return view.parent(node).into_iter().collect();
        }
        let step = self.ir.branch().map(|branch| self.ir.symbols[branch.step]);
        let children = view.children(node).collect::<Vec<_>>();
        let mut follows = |child: &u32| step.is_none_or(|step| self.evaluator.holds(step, *child));
        children.into_iter().filter(|child| follows(child)).collect()
    }

    /// Goes on from a position that was consumed to one that follows, or to the end of the line.
    fn enter(&mut self, last: Place, next: Option<u32>, reached: &mut BTreeSet<Place>) {
        let mut open: Vec<u32> = next.into_iter().collect();
        let mut any = false;
        while let Some(node) = open.pop() {
            if self.color.is_some_and(|color| self.evaluator.board(node).turn() != color) {
                open.extend(self.following(node));
            } else {
                any = true;
                reached.insert(Place { node, special: false, ..last });
            }
        }
        if !any {
            reached.insert(Place { special: true, ..last });
        }
    }

    /// Makes each move of a path that the predicate accepts.
    fn make_move(&mut self, path: &PathIr, pred: Pred, place: Place, reached: &mut BTreeSet<Place>) {
        if path.tests[pred.index()] {
            return;
        }
        let symbol = self.ir.symbols[pred.index()];
        let mut moves = Vec::new();
        self.evaluator.path_moves(self.focus, place.node, place.special, &mut moves);
        if moves.is_empty() {
            return self.fail(symbol, place, None);
        }
        for child in moves {
            if self.evaluator.path_accepts(self.ir, self.focus, pred, child) {
                reached.insert(Place { node: child, special: false, ..place });
            } else {
                self.fail(symbol, place, Some(child));
            }
        }
    }

    /// The place beyond a test between the moves of a path, if it holds or need not.
    fn test(&mut self, pred: Pred, place: Place) -> Option<Place> {
        if self.evaluator.path_symbol(self.ir, pred, place.node) {
            return Some(place);
        }
        self.fail(self.ir.symbols[pred.index()], place, Some(place.node));
        self.differing(place)
    }

    /// Notes an attempt that failed, unless it may differ. A path makes one move at least, and none can be in its place.
    fn fail(&mut self, symbol: BoolId, place: Place, node: Option<u32>) {
        let any = self.ir.almost.map(|almost| self.ir.symbols[almost.any]);
        let immobile = self.ir.path().is_some() && place.special && node.is_none();
        if any == Some(symbol) || !immobile && self.differing(place).is_some() {
            return;
        }
        let ply = |node: u32| self.evaluator.view.node(node).ply;
        let reach = match node {
            Some(node) => reach(ply(node), self.ir.backward()),
            None => reach(ply(place.node), self.ir.backward()) + 1,
        };
        let attempt = Attempt { part: self.part, reach, symbol, node };
        let key = |attempt: &Attempt| (attempt.part, attempt.reach);
        if self.furthest.is_none_or(|before| key(&attempt) >= key(&before)) {
            self.furthest = Some(attempt);
        }
        let key = |attempt: &Attempt| (attempt.reach, attempt.part);
        if self.deepest.is_none_or(|before| key(&attempt) >= key(&before)) {
            self.deepest = Some(attempt);
        }
    }
}
