//! The evaluator: which constituent of a sequence matched which position, and measures of that: `first(name)`,
//! `last(name)`, `count(name)`, `differences`.
//!
//! The engines that find matches do not keep this. A match is run once more along its positions, with a program in which
//! each filter of the text has a number of its own and each repetition takes as many positions as it can.
//!
//! Equal filters share one symbol, so the program for this numbers *leaves*, the filters of the text. It is made only
//! if somebody asks (a named constituent in a measure, the column `constituents`), and the pattern over symbols is an
//! image of that over leaves, so the two cannot differ. The moves of a path form a chain, regardless of its focus passes
//! over. A sequence with effects cannot be run again: it has its path, recorded when it matched, but no
//! constituents and no measures.
//!
//! Constituents are assigned greedily (`Config::greedy`), although the run order leaves a repetition first. The run
//! order is that of CQL 6.2 and decides which of equally long matches counts, and whose comments stay. Once the
//! positions of the match are settled, it would give `quiet:=.* checks:=check*` all checks to the second constituent;
//! people expect what regular expressions do, and SQL's MATCH_RECOGNIZE: the earlier repetition takes what it can.
//!
//! Where several sequences match at once (`both`), a position belongs to a constituent of each of them, and is shown with
//! that of the first. Where a match differs from its sequence (`almost`), a position that its constituent consumed without
//! holding belongs to it all the same; one too many belongs to none.

use super::predicates::PredicateSource;
use crate::casts::{count_of, number_of};
use crate::ir::{MeasureIr, PathIr, SequenceId, SequenceIr};
use crate::search::evaluator::Evaluator;
use crate::search::scratch::Focus;
use crate::syntax::ast::Which;
use tabiya_automata::{Cell, Chain, Direction, Nfa, Pred, Step, Symbols, Traceback};

/// The constituents of a match.
#[derive(Clone, Debug, Default)]
pub(super) struct Matched {
    /// For each of its positions, the leaves that matched it, those of the first sequence first, and whether it differs.
    pub(super) positions: Vec<(Vec<u32>, bool)>,
    /// The number of differences, with those that consumed no position.
    differences: u8,
}

impl Evaluator<'_> {
    /// `first(name)`, `last(name)`: none if no sequence with this name matches, or the constituents matched nothing.
    pub(super) fn measured_position(&mut self, measure: &MeasureIr, node: u32) -> Option<u32> {
        let positions = self.named_positions(measure, node)?;
        match measure.which {
            Which::Last => positions.last().copied(),
            Which::First | Which::Count => positions.first().copied(),
        }
    }

    /// `count(name)`: none if no sequence with this name matches.
    pub(super) fn measured_count(&mut self, measure: &MeasureIr, node: u32) -> Option<i64> {
        Some(count_of(self.named_positions(measure, node)?.len()))
    }

    /// The positions that constituents with the name matched, in the order in which the sequence goes.
    fn named_positions(&mut self, measure: &MeasureIr, node: u32) -> Option<Vec<u32>> {
        if self.is_imagined(node) {
            return None; // what was not played has no constituents
        }
        self.muted(|evaluator| {
            let (id, cell) = evaluator.measured_match(&measure.sequences, node)?;
            let ir = evaluator.plan.ir.sequence(id);
            if cell.len == 0 {
                return Some(Vec::new());
            }
            let route = evaluator.route(ir, node, cell.end);
            let matched_by = evaluator.matched_by(id, node, cell);
            let is_named = |&leaf: &u32| ir.leaves.constituents[leaf as usize].names.contains(&measure.name);
            let positions = route.into_iter().zip(matched_by.positions);
            let named = positions.filter(|(_, (leaves, _))| leaves.iter().any(is_named));
            Some(named.map(|(position, _)| position).collect())
        })
    }

    /// `differences`: 0 if none of the sequences matches.
    pub(super) fn measured_differences(&mut self, sequences: &[SequenceId], node: u32) -> i64 {
        if self.is_imagined(node) {
            return 0;
        }
        self.muted(|evaluator| {
            let found = evaluator.measured_match(sequences, node);
            found.map_or(0, |(id, cell)| i64::from(evaluator.matched_by(id, node, cell).differences))
        })
    }

    /// The first of some sequences that matches from a position, and its match.
    fn measured_match(&mut self, sequences: &[SequenceId], node: u32) -> Option<(SequenceId, Cell)> {
        sequences.iter().find_map(|&id| {
            let found = self.longest_match(id, node)?;
            let range = self.plan.ir.sequence(id).range;
            self.in_range(range, found.value, node).then_some((id, found.cell))
        })
    }

    /// The leaves that matched each position of the match of a sequence from `node`; nothing outside the game, and nothing
    /// if the search is to end.
    pub(super) fn matched_by(&mut self, id: SequenceId, node: u32, cell: Cell) -> Matched {
        if cell.len == 0 || self.is_imagined(node) {
            return Matched::default();
        }
        let class = self.program_class(self.plan.sequence(id));
        let Some(program) = self.leaf_program(id, class, node) else { return Matched::default() };
        let mut walk = self.scratch.engines.walks.pop().unwrap_or_default();
        let positions = match self.plan.ir.sequence(id).path() {
            Some(path) => self.matched_in_path((id, path), program.nfa(), &mut walk, (node, cell)),
            None => self.matched_in_line(id, program.nfa(), &mut walk, (node, cell)),
        };
        let differences = walk.differences();
        self.scratch.engines.walks.push(walk);
        self.spend(u64::from(cell.len), node);
        Matched { positions, differences }
    }

    fn matched_in_line(
        &mut self,
        id: SequenceId,
        nfa: &Nfa,
        walk: &mut Traceback,
        (node, cell): (u32, Cell),
    ) -> Vec<(Vec<u32>, bool)> {
        let plan = self.plan;
        let (ir, sequence) = (plan.ir.sequence(id), plan.sequence(id));
        let color = self.color(ir, node);
        let (view, own) = (self.view, self.program(id, node));
        let source = PredicateSource::new(self, id, own.nfa(), color);
        let mut symbols = LeafSource { source, ir, nfa };
        let steps = walk.run(nfa, &view, &mut symbols, sequence.direction, (node, cell));
        steps.unwrap_or_default().iter().map(|step| leaves_of(nfa, ir, step)).collect()
    }

    /// The moves that a path made are a chain, no matter what its focus passed over.
    fn matched_in_path(
        &mut self,
        (id, path): (SequenceId, &PathIr),
        nfa: &Nfa,
        walk: &mut Traceback,
        (node, cell): (u32, Cell),
    ) -> Vec<(Vec<u32>, bool)> {
        let ir = self.plan.ir.sequence(id);
        let focus = self.focus_again(path, node);
        let mut nodes = vec![node];
        nodes.extend(self.path_steps(path, node, cell.end));
        let route = self.route(ir, node, cell.end);
        let len = number_of(nodes.len());
        let mut symbols = MovesOfPath { evaluator: self, ir, path, focus, nfa, nodes };
        let steps = walk.run(nfa, &Chain(len), &mut symbols, Direction::Forward, (0, Cell { len, end: len - 1 }));
        let Some(steps) = steps else { return Vec::new() };
        // Each step but the last is a move to the next of the nodes.
        let leaves = steps.iter().map(|step| leaves_of(nfa, ir, step));
        let mut reached = symbols.nodes.iter().skip(1).copied().zip(leaves).peekable();
        let mut leaves = |position| reached.next_if(|(reached, _)| *reached == position);
        route.into_iter().map(|position| leaves(position).map(|(_, leaves)| leaves).unwrap_or_default()).collect()
    }
}

/// The predicates that one of a program over leaves stands for.
fn factors<'n>(nfa: &'n Nfa, pred: &'n Pred) -> &'n [Pred] {
    nfa.factors(*pred).unwrap_or(std::slice::from_ref(pred))
}

/// The leaves that consumed the position of a step, without the tests of a path and those next to the leaves, and
/// whether the position differs.
fn leaves_of(nfa: &Nfa, ir: &SequenceIr, step: &Step) -> (Vec<u32>, bool) {
    let consumes = |leaf: &&Pred| {
        let symbol = ir.leaves.symbols.get(leaf.index());
        symbol.is_some_and(|&symbol| ir.path().is_none_or(|path| !path.tests[symbol]))
    };
    let number = |leaf: &Pred| number_of(leaf.index());
    let held = factors(nfa, &step.pred);
    let differs = ir.almost.is_some() && held.iter().any(|factor| factor.index() == ir.leaves.symbols.len() + 1);
    let consumed = held.iter().chain(&step.missed).filter(consumes);
    (consumed.map(number).collect(), differs)
}

/// The symbol that a predicate of a program over leaves stands for.
pub(in crate::search) fn symbol_of(ir: &SequenceIr, leaf: Pred) -> Pred {
    let symbol = match leaf.index().checked_sub(ir.leaves.symbols.len()) {
        None => Some(ir.leaves.symbols[leaf.index()]),
        Some(0) => ir.branch().map(|branch| branch.later),
        Some(_) => ir.almost.map(|almost| almost.any),
    };
    symbol.map_or(leaf, Pred::must)
}

/// Answers about leaves of a sequence of positions.
struct LeafSource<'m, 'a, 'n> {
    source: PredicateSource<'m, 'a, 'n>,
    ir: &'a SequenceIr,
    nfa: &'n Nfa,
}

impl Symbols for LeafSource<'_, '_, '_> {
    fn node(&mut self, pred: Pred, node: u32) -> bool {
        factors(self.nfa, &pred).iter().all(|&leaf| self.source.node(symbol_of(self.ir, leaf), node))
    }

    fn is_edge(&self, pred: Pred) -> bool {
        factors(self.nfa, &pred).iter().any(|&leaf| self.source.is_edge(symbol_of(self.ir, leaf)))
    }

    fn edge(&mut self, pred: Pred, node: u32, child: Option<u32>) -> bool {
        factors(self.nfa, &pred).iter().all(|&leaf| self.source.edge(symbol_of(self.ir, leaf), node, child))
    }

    fn skip(&self, node: u32) -> bool {
        self.source.skip(node)
    }
}

/// Answers about leaves of a path along the moves that it made.
struct MovesOfPath<'m, 'a, 'p> {
    evaluator: &'m mut Evaluator<'a>,
    ir: &'p SequenceIr,
    path: &'p PathIr,
    focus: Option<Focus>,
    nfa: &'p Nfa,
    /// The start, and the position after each move.
    nodes: Vec<u32>,
}

impl MovesOfPath<'_, '_, '_> {
    fn is_test(&self, leaf: Pred) -> bool {
        self.path.tests[symbol_of(self.ir, leaf).index()]
    }
}

impl Symbols for MovesOfPath<'_, '_, '_> {
    fn node(&mut self, pred: Pred, place: u32) -> bool {
        let (ir, node) = (self.ir, self.nodes[place as usize]);
        factors(self.nfa, &pred).iter().all(|&test| {
            let symbol = symbol_of(ir, test);
            self.evaluator.muted(|evaluator| evaluator.path_symbol(ir, symbol, node))
        })
    }

    fn is_edge(&self, pred: Pred) -> bool {
        factors(self.nfa, &pred).iter().any(|&leaf| !self.is_test(leaf))
    }

    fn edge(&mut self, pred: Pred, place: u32, child: Option<u32>) -> bool {
        let (ir, focus) = (self.ir, self.focus);
        factors(self.nfa, &pred).iter().all(|&leaf| {
            if self.is_test(leaf) {
                return self.node(leaf, place);
            }
            let Some(reached) = child.map(|child| self.nodes[child as usize]) else { return false };
            let symbol = symbol_of(ir, leaf);
            self.evaluator.muted(|evaluator| evaluator.path_accepts(ir, focus, symbol, reached))
        })
    }
}
