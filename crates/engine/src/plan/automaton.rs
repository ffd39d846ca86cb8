//! The automaton of a sequence as data to be drawn: states, and edges labelled with the filters of the query.

use super::Plan;
use crate::casts::number_of;
use crate::ir::SequenceId;
use crate::syntax::ast::Span;
use crate::syntax::stack::with_room;
use tabiya_automata::{Nfa, Pred, Way};

/// The automaton of a sequence filter: `next`, `previous`, `line` or `path`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The sequence filter as text; in an image of a transform, that of the image.
    pub text: String,
    /// Its place in the query.
    pub span: Span,
    /// `next`, `previous`, `line` or `path`.
    pub filter: &'static str,
    /// The states by number. The last one is the accepting state, which nothing leaves.
    pub states: Vec<AutomatonState>,
    /// The edges, in the order in which a search tries them.
    pub edges: Vec<AutomatonEdge>,
    /// The states that are alive along a line of a game, if one was given; otherwise, and for sequences whose runs cannot be
    /// followed, none. Those have effects, or are paths with a focus, or depend on a variable without a value, or stand in
    /// another filter that evaluates them elsewhere.
    pub alive: Option<Vec<AliveStates>>,
}

/// A state of an [`Automaton`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomatonState {
    /// Its distance from the start in edges; `None` if no run comes there.
    pub level: Option<u32>,
    /// True if runs begin here.
    pub start: bool,
    /// True if runs succeed here.
    pub accepting: bool,
    /// True if runs leave it without matching anything: its edges are alternatives.
    pub branches: bool,
}

/// An edge of an [`Automaton`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomatonEdge {
    /// The number of the state that it leaves.
    pub from: u32,
    /// The number of the state that it leads to.
    pub to: u32,
    /// The number of the predicate of the position (of `path`, the move) that it matches: equal filters have one. `None` if
    /// it matches nothing.
    pub symbol: Option<u32>,
    /// The filter as text; empty if it matches nothing. Of `path` also the tests before a move, and `the end`. With
    /// `almost` also `instead of A`, where A does not hold, and `one too many`.
    pub label: String,
    /// The place of the filter in the query, if there is exactly one.
    pub span: Option<Span>,
}

/// The states that are alive at a position: those in which some run waits for what comes next, and the accepting state if
/// some run has succeeded here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliveStates {
    /// The position, after which runs wait: it has been matched; of `path`, the moves have led there.
    pub position: u32,
    /// The numbers of the states, in ascending order.
    pub states: Vec<u32>,
}

impl Plan {
    /// An automaton of a sequence; its program may be one for games of some height.
    pub(crate) fn automaton(&self, id: SequenceId, nfa: &Nfa) -> Automaton {
        with_room(self.height, || {
            let ir = self.ir.sequence(id);
            let graph = nfa.graph();
            let (levels, labels) = (graph.levels(), self.labels());
            let short_label = |pred| labels.take(|| self.short_label(id, nfa, pred));
            let mut states: Vec<AutomatonState> = graph
                .states
                .node_indices()
                .zip(levels)
                .map(|(state, level)| AutomatonState {
                    level,
                    start: state == graph.start,
                    accepting: state == graph.accept,
                    branches: false,
                })
                .collect();
            let edges = graph.states.raw_edges().iter().map(|edge| {
                let (from, to) = (edge.source().index(), edge.target().index());
                states[from].branches |= matches!(edge.weight, Way::Alternative(_));
                let (pred, label) = match edge.weight {
                    Way::Symbol(pred) => (Some(pred), short_label(pred)),
                    Way::Differs(Some(pred)) => (Some(pred), format!("instead of {}", short_label(pred))),
                    Way::Differs(None) => (None, "one too many".to_owned()),
                    Way::Alternative(_) | Way::Empty => (None, String::new()),
                };
                AutomatonEdge {
                    from: number_of(from),
                    to: number_of(to),
                    symbol: pred.and_then(|pred| u32::try_from(pred.index()).ok()),
                    label,
                    span: pred.and_then(|pred| self.edge_span(id, nfa, pred)),
                }
            });
            let edges = edges.collect();
            Automaton { text: self.ir.text_of(id), span: ir.span, filter: ir.word(), states, edges, alive: None }
        })
    }

    /// The filters that a predicate of an automaton stands for, as text that can be read again.
    pub(super) fn edge_label(&self, id: SequenceId, nfa: &Nfa, pred: Pred) -> String {
        self.joined(id, nfa, pred, |text| text)
    }

    /// The same for a drawing of its own, in which a move of a path is as the path has it.
    fn short_label(&self, id: SequenceId, nfa: &Nfa, pred: Pred) -> String {
        let is_path = self.ir.sequence(id).path().is_some();
        self.joined(id, nfa, pred, |text| match text.strip_prefix("currentmove ").filter(|_| is_path) {
            Some(dash) => dash.to_owned(),
            None => text,
        })
    }

    fn joined(&self, id: SequenceId, nfa: &Nfa, pred: Pred, shown: impl Fn(String) -> String) -> String {
        let symbols = &self.ir.sequence(id).symbols;
        let factors = nfa.factors(pred).unwrap_or(std::slice::from_ref(&pred));
        let texts = factors.iter().map(|factor| shown(self.ir.text_of(symbols[factor.index()])));
        let text = texts.collect::<Vec<_>>().join(" and ");
        if text.is_empty() { "the end".into() } else { text }
    }

    /// The place of the filter that a predicate stands for, of a product the place of the move or else of the first one.
    fn edge_span(&self, id: SequenceId, nfa: &Nfa, pred: Pred) -> Option<Span> {
        let ir = self.ir.sequence(id);
        let span = |factor: &Pred| {
            let mut leaves =
                ir.leaves.symbols.iter().zip(&*ir.leaves.spans).filter(|(leaf, _)| **leaf == factor.index());
            leaves.next().filter(|_| leaves.next().is_none()).map(|(_, span)| *span)
        };
        let is_test = |factor: &Pred| ir.path().is_some_and(|path| path.tests[factor.index()]);
        let factors = nfa.factors(pred).unwrap_or(std::slice::from_ref(&pred));
        let of = |tests: bool| factors.iter().filter(move |factor| is_test(factor) == tests).find_map(span);
        if factors.iter().all(is_test) { of(true) } else { of(false) }
    }
}
