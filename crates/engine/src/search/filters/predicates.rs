//! The evaluator: the predicates of a sequence, as the engines over positions ask for them.
//!
//! An engine that combines sets of positions knows which positions of a word it needs, and asks about all of them in
//! one call (`Symbols::nodes`, `Symbols::edges`).

use crate::chess::Color;
use crate::ir::{BoolId, SequenceId, SequenceIr};
use crate::search::block::Block;
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::search::scratch::{Hits, Note};
use std::sync::Arc;
use tabiya_automata::{Bits, Cell, Effects, Nfa, Pred, Symbols};

/// Answers the questions of an automaton.
pub(in crate::search) struct PredicateSource<'m, 'a, 'n> {
    evaluator: &'m mut Evaluator<'a>,
    nfa: &'n Nfa,
    ir: &'a SequenceIr,
    color: Option<Color>,
    /// The number of questions asked.
    asked: u64,
    /// By symbol: where it holds for the present values of the variables, if that can be looked up.
    pub(super) solved: Vec<Option<Hits>>,
    /// True if predicates that are not closed count as true without being asked.
    pub(super) only_closed: bool,
}

impl<'m, 'a, 'n> PredicateSource<'m, 'a, 'n> {
    pub(in crate::search) fn new(
        evaluator: &'m mut Evaluator<'a>,
        id: SequenceId,
        nfa: &'n Nfa,
        color: Option<Color>,
    ) -> Self {
        let plan = evaluator.plan;
        let ir = plan.ir.sequence(id);
        PredicateSource { evaluator, nfa, ir, color, asked: 0, solved: Vec::new(), only_closed: false }
    }

    /// The columns of the predicates of the program, by their numbers. Cheap closed predicates are evaluated now, at all
    /// positions; expensive ones have a column only if it is full, and else are evaluated where needed.
    pub(in crate::search) fn columns(&mut self) -> Vec<Option<Arc<Bits>>> {
        let preds = self.nfa.preds();
        let mut columns = vec![None; preds.last().map_or(0, |last| last.index() + 1)];
        preds.iter().for_each(|&pred| columns[pred.index()] = self.column(pred));
        columns
    }

    /// The column of a move is indexed by the position that the move leads to.
    fn column(&mut self, pred: Pred) -> Option<Arc<Bits>> {
        let nfa = self.nfa;
        let factors = match nfa.factors(pred) {
            None => std::slice::from_ref(&pred),
            // A move belongs to another position than the tests before it.
            Some(factors) if factors.iter().any(|&factor| self.factor_is_edge(factor)) => return None,
            Some(factors) => factors,
        };
        let (first, rest) = factors.split_first()?;
        self.evaluator.spend(u64::from(self.evaluator.view.len()) / 16, 0);
        let mut whole = self.evaluator.whole_column(self.ir.symbols[first.index()])?.lend();
        for factor in rest {
            let column = self.evaluator.whole_column(self.ir.symbols[factor.index()])?.value().as_raw_slice();
            let product = Arc::make_mut(&mut whole).as_raw_mut_slice();
            product.iter_mut().zip(column).for_each(|(all, word)| *all &= word);
        }
        Some(whole)
    }

    /// True if a predicate is not evaluated, and counts as true.
    fn is_passed_over(&self, symbol: BoolId) -> bool {
        self.only_closed && !self.evaluator.plan.ir.bool_info(symbol).is_closed()
    }

    /// Counts a question; false if the evaluation must end. The engines ask each question once in a game, or once for
    /// each combination of values, and mostly look the answer up: sixteen questions are a sixteenth of a step.
    fn goes_on(&mut self, node: u32) -> bool {
        self.asked += 1;
        !self.asked.is_multiple_of(16) || self.evaluator.spend(1, node)
    }

    /// Counts one question for each position that is wanted.
    fn go_on(&mut self, asked: u64) -> bool {
        let before = self.asked / 16;
        self.asked += u64::from(asked.count_ones());
        self.evaluator.spend(self.asked / 16 - before, 0)
    }

    /// The positions of a block at which a predicate of positions holds.
    fn holding(&mut self, pred: Pred, block: Block) -> u64 {
        let symbol = self.ir.symbols[pred.index()];
        if self.is_passed_over(symbol) { block.asked() } else { self.evaluator.holds_in(symbol, block) }
    }

    /// True if the answer about a predicate of the pattern depends on the child: a linearized `move` or a move of a
    /// path.
    fn factor_is_edge(&self, pred: Pred) -> bool {
        match self.ir.path() {
            Some(path) => !path.tests[pred.index()],
            None => self.evaluator.plan.ir.bool_info(self.ir.symbols[pred.index()]).edge,
        }
    }

    fn factor_holds(&mut self, pred: Pred, node: u32, child: Option<u32>) -> bool {
        let symbol = self.ir.symbols[pred.index()];
        if self.is_passed_over(symbol) {
            return true;
        }
        if !self.factor_is_edge(pred) {
            return self.evaluator.holds(symbol, node);
        }
        match self.ir.path() {
            // The move is known by the position it leads to.
            Some(_) => child.is_some_and(|child| self.evaluator.holds(symbol, child)),
            None => self.follows(child) && self.evaluator.holds_on_edge(symbol, node, child),
        }
    }

    /// True if the line may go on into a child: `primary` and `secondary` leave only some of the moves.
    fn follows(&mut self, child: Option<u32>) -> bool {
        let Some((branch, child)) = self.ir.branch().zip(child) else { return true };
        self.evaluator.holds(self.ir.symbols[branch.step], child)
    }
}

impl Symbols for PredicateSource<'_, '_, '_> {
    fn node(&mut self, pred: Pred, node: u32) -> bool {
        if !self.goes_on(node) {
            return false;
        }
        let nfa = self.nfa;
        let factors = nfa.factors(pred).unwrap_or(std::slice::from_ref(&pred));
        factors.iter().all(|factor| {
            let symbol = self.ir.symbols[factor.index()];
            self.is_passed_over(symbol) || self.evaluator.holds(symbol, node)
        })
    }

    fn is_edge(&self, pred: Pred) -> bool {
        match self.nfa.factors(pred) {
            Some(factors) => factors.iter().any(|&factor| self.factor_is_edge(factor)),
            None => self.factor_is_edge(pred),
        }
    }

    fn edge(&mut self, pred: Pred, node: u32, child: Option<u32>) -> bool {
        if !self.goes_on(node) {
            return false;
        }
        match self.nfa.factors(pred) {
            Some(factors) => factors.iter().all(|&factor| self.factor_holds(factor, node, child)),
            None => self.factor_holds(pred, node, child),
        }
    }

    fn nodes(&mut self, pred: Pred, word: u32, asked: u64) -> u64 {
        if !self.go_on(asked) {
            return 0;
        }
        let nfa = self.nfa;
        let factors = nfa.factors(pred).unwrap_or(std::slice::from_ref(&pred));
        let block = Block::new(word as usize, asked);
        factors.iter().fold(asked, |holds, factor| self.holding(*factor, block.only(holds)))
    }

    fn edges(&mut self, pred: Pred, word: u32, asked: u64, last: u32) -> u64 {
        if !self.go_on(asked) {
            return 0;
        }
        let nfa = self.nfa;
        let factors = nfa.factors(pred).unwrap_or(std::slice::from_ref(&pred));
        let (word, mut holds) = (word as usize, asked);
        for &factor in factors {
            holds = match (self.factor_is_edge(factor), self.ir.path().is_some()) {
                (false, _) => self.holding(factor, Block::new(word, holds)),
                // The move is known by the position it leads to; the last position has none.
                (true, true) => {
                    let end = last as usize;
                    let moved = if end / 64 == word { holds & !(1 << (end % 64)) } else { holds };
                    let here = self.holding(factor, Block::new(word, moved << 1)) >> 1;
                    let beyond = self.holding(factor, Block::new(word + 1, moved >> 63)) << 63;
                    here | beyond
                }
                (true, false) => Block::new(word, holds).positions().fold(0, |holds, (bit, n)| {
                    holds | u64::from(self.factor_holds(factor, n, (n < last).then_some(n + 1))) << bit
                }),
            };
        }
        holds
    }

    fn skip(&self, node: u32) -> bool {
        self.color.is_some_and(|color| self.evaluator.board(node).turn() != color)
    }

    fn skips(&self, word: u32, asked: u64) -> u64 {
        let Some(color) = self.color else { return 0 };
        let block = Block::new(word as usize, asked);
        asked & !self.evaluator.turns(color, block)
    }

    fn varies(&self, pred: Pred) -> bool {
        let factors = self.nfa.factors(pred).unwrap_or(std::slice::from_ref(&pred));
        let reads = |symbol: BoolId| !self.evaluator.plan.ir.bool_info(symbol).reads.is_empty();
        factors.iter().any(|factor| reads(self.ir.symbols[factor.index()]))
    }

    /// An answer that is kept by itself takes about as long as half a step.
    fn solves(&mut self, node: u32) -> bool {
        self.evaluator.spend(STEP / 2, node)
    }

    /// Positions beyond this one: its descendants, or, roughly, those on its way to the root, which all have lower ids.
    fn settled(&mut self, pred: Pred, node: u32) -> Option<bool> {
        let nfa = self.nfa;
        let beyond = if self.ir.backward() { 0..node + 1 } else { node..self.evaluator.view.end(node) };
        let mut settled = Some(true);
        for factor in nfa.factors(pred).unwrap_or(std::slice::from_ref(&pred)) {
            let symbol = self.ir.symbols[factor.index()];
            if self.evaluator.plan.ir.bool_info(symbol).reads.is_empty() {
                continue;
            }
            let hits = self.solved.get(factor.index()).and_then(Option::as_ref);
            let held = hits.and_then(|hits| self.evaluator.scratch.solutions.settled(symbol, beyond.clone(), hits));
            match held {
                Some(false) => return Some(false),
                held => settled = settled.and(held),
            }
        }
        settled
    }
}

/// Answers the questions of the ordered matcher, whose predicates have effects: comments follow the search.
pub(super) struct Ordered<'m, 'a, 'n> {
    source: PredicateSource<'m, 'a, 'n>,
    /// The mark at which the comments of the current match begin.
    mark: usize,
    /// The comments of the best run so far.
    pub(super) kept: Vec<(u32, Note)>,
}

impl<'m, 'a, 'n> Ordered<'m, 'a, 'n> {
    /// The comments of the match will begin at `mark`.
    pub(in crate::search) fn new(source: PredicateSource<'m, 'a, 'n>, mark: usize) -> Self {
        Ordered { source, mark, kept: Vec::new() }
    }

    #[inline]
    fn is_pure(&self, pred: Pred) -> bool {
        let evaluator = &self.source.evaluator;
        let pure = |factor: &Pred| {
            let info = evaluator.plan.ir.bool_info(self.source.ir.symbols[factor.index()]);
            info.is_closed() && !(info.comments && evaluator.scratch.comments.wanted())
        };
        evaluator.plan.options.automata
            && self.source.nfa.factors(pred).unwrap_or(std::slice::from_ref(&pred)).iter().all(pure)
    }
}

impl Symbols for Ordered<'_, '_, '_> {
    fn node(&mut self, pred: Pred, node: u32) -> bool {
        if !self.source.evaluator.spend(STEP, node) {
            return false;
        }
        if self.is_pure(pred) {
            return self.source.evaluator.scratch.error.is_none() && self.source.node(pred, node);
        }
        let nfa = self.source.nfa;
        let factors = nfa.factors(pred).unwrap_or(std::slice::from_ref(&pred));
        factors.iter().all(|factor| {
            let id = self.source.ir.symbols[factor.index()];
            self.source.evaluator.scratch.error.is_none() && self.source.evaluator.truth(id, node)
        })
    }

    fn is_edge(&self, pred: Pred) -> bool {
        self.source.is_edge(pred)
    }

    fn edge(&mut self, pred: Pred, node: u32, child: Option<u32>) -> bool {
        if self.is_pure(pred) {
            return self.source.evaluator.scratch.error.is_none() && self.source.edge(pred, node, child);
        }
        if !self.source.follows(child) {
            return false;
        }
        let outer = self.source.evaluator.edge.replace(child);
        let holds = self.node(pred, node);
        self.source.evaluator.edge = outer;
        holds
    }

    fn skip(&self, node: u32) -> bool {
        self.source.skip(node)
    }

    fn varies(&self, pred: Pred) -> bool {
        !self.is_pure(pred)
    }

    fn solves(&mut self, node: u32) -> bool {
        self.source.solves(node)
    }
}

impl Effects for Ordered<'_, '_, '_> {
    fn mark(&mut self) -> usize {
        self.source.evaluator.scratch.comments.mark()
    }

    fn undo(&mut self, mark: usize) {
        self.source.evaluator.scratch.comments.cut(mark);
    }

    fn success(&mut self, _cell: Cell) {
        self.kept = self.source.evaluator.scratch.comments.since(self.mark).to_vec();
    }
}
