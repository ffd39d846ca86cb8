//! The evaluator: how far the runs of one sequence come from one position, and where they end.
//!
//! The engines of `automata` tell where a sequence matches and not why it does not. `Nfa::follow` goes along with all runs
//! from one start; here its questions are answered, and those whose answer is not an are the attempts that failed. The one that
//! came furthest is what people want to know. The program is the one over the leaves of the sequence, so that a predicate
//! tells which constituent it belongs to. Tests: `tests/engine/evaluation/why.rs`, where the result is compared with that of
//! the engines.

use super::evaluator::Evaluator;
use super::filters::symbol_of;
use super::scratch::Focus;
use crate::chess::Color;
use crate::ir::{BoolId, SequenceId, SequenceIr};
use crate::plan::{Class, Plan};
use std::sync::Arc;
use tabiya_automata::{Lines, Nfa, Pattern, PatternKind, Pred, Program, Waiting};

/// The runs of a sequence filter from one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceProgress {
    /// The constituents as text, in their order.
    pub constituents: Vec<String>,
    /// The positions of the longest match (of `firstmatch`, the first), regardless of the range; none without a match. Of
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

impl Evaluator<'_> {
    /// The number of constituents that some run of a sequence from a position gets past.
    pub(super) fn sequence_reached(&mut self, id: SequenceId, start: u32) -> usize {
        let ir = self.plan.ir.sequence(id);
        let Some(program) = self.followed_program(id, start) else { return 0 };
        let mut runs = Runs::new(self, ir, program.nfa(), start);
        let alive = program.nfa().follow(program.nfa().begin(), start, &mut runs);
        let succeeds = program.nfa().matches_empty() || alive.iter().any(|at| at.accepts);
        if succeeds { parts_of(&ir.leaves.pattern).len() } else { runs.passed }
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
        let Some(program) = self.followed_program(id, start) else { return run };
        let mut runs = Runs::new(self, ir, program.nfa(), start);
        program.nfa().follow(program.nfa().begin_differing(), start, &mut runs);
        let (furthest, deepest) = (runs.furthest, runs.deepest);
        let parts = parts_of(&ir.leaves.pattern).len();
        // The parts of the pattern are numbered as the constituents, unless smart constructors have changed it.
        let matching = texts.len() == parts;
        let stop = |attempt: Attempt| Stop {
            constituent: if matching { attempt.part + 1 } else { 1 },
            filter: plan.ir.text_of(attempt.symbol),
            position: attempt.node,
        };
        let Some((cell, value)) = found else {
            // In a game as low as this one nothing could be attempted.
            let none =
                || Some(Attempt { part: 0, reach: 0, symbol: ir.symbols[*ir.leaves.symbols.first()?], node: None });
            run.failed = furthest.or_else(none).map(stop);
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

    /// The program in which runs are followed: one for games of any height, where runs show that come too early to the end
    /// of the game, unless that takes too many states.
    fn followed_program(&mut self, id: SequenceId, node: u32) -> Option<Arc<Program>> {
        let is_large = self.plan.ir.sequence(id).leaves.pattern.size() > self.plan.limits.states as u64;
        let class = if is_large { self.program_class(self.plan.sequence(id)) } else { 0 };
        self.leaf_program(id, class, node)
    }
}

impl Plan {
    /// True if the constituents of a sequence are the parts of its pattern, and its runs can be followed.
    pub(crate) fn follows(&self, id: SequenceId, constituents: usize) -> bool {
        let parts = parts_of(&self.ir.sequence(id).leaves.pattern).len();
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

/// The runs of a sequence from one start, with the program that is followed.
struct Runs<'e, 'a, 'n> {
    evaluator: &'e mut Evaluator<'a>,
    ir: &'a SequenceIr,
    nfa: &'n Nfa,
    start: u32,
    color: Option<Color>,
    focus: Option<Focus>,
    /// By leaf: the part of the pattern that it stands in.
    parts: Vec<usize>,
    /// The number of parts that some run gets past, as far as the next one is evaluated.
    passed: usize,
    /// The failed attempt at the last part that was reached, as deep as it came.
    furthest: Option<Attempt>,
    /// The failed attempt that came deepest into the game, regardless of its part.
    deepest: Option<Attempt>,
}

impl<'e, 'a, 'n> Runs<'e, 'a, 'n> {
    fn new(evaluator: &'e mut Evaluator<'a>, ir: &'a SequenceIr, nfa: &'n Nfa, start: u32) -> Self {
        let color = evaluator.color(ir, start);
        let focus = ir.path().and_then(|path| evaluator.focus(path, start));
        let mut parts = vec![0; ir.leaves.symbols.len()];
        for (number, part) in parts_of(&ir.leaves.pattern).iter().enumerate() {
            part.preds().into_iter().for_each(|leaf| parts[leaf.index()] = number);
        }
        Runs { evaluator, ir, nfa, start, color, focus, parts, passed: 0, furthest: None, deepest: None }
    }

    /// What a run waits for: the leaves, in the order of the pattern, and what must also hold.
    fn factors(&self, run: Waiting) -> Vec<Pred> {
        let mut factors = self.nfa.factors(run.pred).unwrap_or(std::slice::from_ref(&run.pred)).to_vec();
        factors.sort_by_key(|&factor| (self.parts.get(factor.index()), self.makes_move(factor)));
        factors
    }

    /// The leaf that is told of one of these predicates: itself, or that together with which it must hold.
    fn leaf(&self, run: Waiting, factor: Pred) -> Option<Pred> {
        let all = self.nfa.factors(run.pred).unwrap_or_default();
        let mut leaves = std::iter::once(&factor).chain(all).chain(&run.missed);
        leaves.find(|leaf| leaf.index() < self.parts.len()).copied()
    }

    /// Notes that some run waits for a leaf, and so gets past the parts before it.
    fn reach(&mut self, leaf: Option<Pred>) {
        self.passed = self.passed.max(leaf.map_or(0, |leaf| self.parts[leaf.index()]));
    }

    /// True if a predicate is a move of a path.
    fn makes_move(&self, leaf: Pred) -> bool {
        self.ir.path().is_some_and(|path| !path.tests[symbol_of(self.ir, leaf).index()])
    }

    fn is_true(&mut self, leaf: Pred, node: u32, next: Option<u32>) -> bool {
        let (ir, symbol) = (self.ir, symbol_of(self.ir, leaf));
        let id = ir.symbols[symbol.index()];
        match ir.path() {
            Some(_) if self.makes_move(leaf) => {
                next.is_some_and(|child| self.evaluator.path_accepts(ir, self.focus, symbol, child))
            }
            Some(_) => self.evaluator.path_symbol(ir, symbol, node),
            None if !self.evaluator.plan.ir.bool_info(id).edge || ir.backward() => self.evaluator.holds(id, node),
            // The line may end where no move follows; where moves follow, one of them must be taken.
            None if next.is_some() || self.evaluator.view.first_child(node).is_none() => {
                self.evaluator.holds_on_edge(id, node, next)
            }
            None => self.following(node).into_iter().any(|child| self.evaluator.holds_on_edge(id, node, Some(child))),
        }
    }

    /// The positions that may follow one, passed over or not.
    fn following(&mut self, node: u32) -> Vec<u32> {
        let view = self.evaluator.view;
        if self.ir.backward() {
            return view.parent(node).into_iter().collect();
        }
        let step = self.ir.branch().map(|branch| self.ir.symbols[branch.step]);
        let mut follows = |child: &u32| step.is_none_or(|step| self.evaluator.holds(step, *child));
        view.children(node).filter(|child| follows(child)).collect()
    }

    /// Notes an attempt that failed, unless it may differ; no position: none is left after `last`. A path makes one move at
    /// least, and none can be in its place.
    fn fail(&mut self, run: Waiting, leaf: Option<Pred>, node: Option<u32>, last: u32) {
        let immobile = self.ir.path().is_some() && last == self.start && node.is_none();
        let Some(leaf) = leaf.filter(|_| run.exact || immobile) else { return };
        let ply = |node: u32| self.evaluator.view.node(node).ply;
        let reach = match node {
            Some(node) => reach(ply(node), self.ir.backward()),
            None => reach(ply(last), self.ir.backward()) + 1,
        };
        let symbol = self.ir.symbols[symbol_of(self.ir, leaf).index()];
        let attempt = Attempt { part: self.parts[leaf.index()], reach, symbol, node };
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

impl Lines for Runs<'_, '_, '_> {
    fn beyond(&mut self, node: u32) -> Vec<u32> {
        let mut moves = Vec::new();
        match self.evaluator.spend(1, node) {
            true if self.ir.path().is_some() => {
                self.evaluator.path_moves(self.focus, node, node == self.start, &mut moves);
            }
            true => moves = self.following(node),
            false => {}
        }
        moves
    }

    fn holds(&mut self, run: Waiting, node: u32, next: Option<u32>) -> bool {
        if self.evaluator.scratch.error.is_some() || !self.evaluator.spend(1, node) {
            return false;
        }
        self.factors(run).into_iter().all(|factor| {
            let leaf = self.leaf(run, factor);
            self.reach(leaf);
            let holds = self.is_true(factor, node, next);
            if !holds {
                let place = if self.makes_move(factor) { next } else { Some(node) };
                self.fail(run, leaf, place, node);
            }
            holds
        })
    }

    fn skip(&self, node: u32) -> bool {
        self.color.is_some_and(|color| self.evaluator.board(node).turn() != color)
    }

    fn ends(&mut self, run: Waiting, node: u32) {
        let leaf = self.factors(run).first().and_then(|&factor| self.leaf(run, factor));
        self.reach(leaf);
        self.fail(run, leaf, None, node);
    }
}
