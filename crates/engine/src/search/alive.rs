//! The evaluator: the states of the automaton of a sequence that are alive along one line of a game.
//!
//! `Nfa::follow` goes through the automaton that is drawn, along one line, with the predicates of the engines. Runs of
//! sequences with effects cannot be repeated, and a focus passes over moves that the automaton does not know, so both
//! are said to be unknown. The tests compare the answer with the engines at every start.

use super::evaluator::Evaluator;
use super::filters::PredicateSource;
use crate::game::TreeView;
use crate::ir::SequenceId;
use crate::plan::{AliveStates, Class};
use std::sync::Arc;
use tabiya_automata::{Lines, Program, Symbols as _, Waiting};

/// The automaton of a sequence in this game, and the states of its runs.
#[derive(Clone, Debug)]
pub(super) struct FollowedRuns {
    pub(super) program: Arc<Program>,
    pub(super) alive: Vec<AliveStates>,
}

impl Evaluator<'_> {
    /// Follows the runs of a sequence from a position along the line that goes through another, under the present values of
    /// variables. None if it has effects, or a focus, which passes over moves that the automaton knows nothing of.
    pub(super) fn runs_along(&mut self, id: SequenceId, start: u32, through: u32) -> Option<FollowedRuns> {
        let (plan, ir) = (self.plan, self.plan.ir.sequence(id));
        let focus = ir.path().is_some_and(|path| path.focus.is_some());
        if plan.sequence(id).class == Class::Effectful || focus {
            return None;
        }
        let line = self.line(start, through, ir.backward());
        let (view, program, color) = (self.view, self.program(id, start), self.color(ir, start));
        let nfa = program.nfa();
        let source = PredicateSource::new(self, id, nfa, color);
        let mut line = Line { source, view, backward: ir.backward(), rest: line.into_iter() };
        let found = nfa.follow(nfa.begin(), start, &mut line);
        let accept = nfa.accepting();
        let mut alive: Vec<AliveStates> = Vec::with_capacity(found.len());
        for at in found {
            let mut states = if ir.path().is_some() { at.before } else { at.after };
            states.extend(at.accepts.then_some(accept));
            alive.push(AliveStates { position: at.node, states });
        }
        // What matches nothing at all succeeds before it begins.
        if nfa.matches_empty()
            && let Some(first) = alive.first_mut()
            && first.states.last() != Some(&accept)
        {
            first.states.push(accept);
        }
        Some(FollowedRuns { program, alive })
    }

    /// The line beyond a position, through another one, if that lies after it, and on by first moves; toward the root, the
    /// way there.
    fn line(&self, start: u32, through: u32, backward: bool) -> Vec<u32> {
        let view = self.view;
        if backward {
            return std::iter::successors(view.parent(start), |&node| view.parent(node)).collect();
        }
        let mut line = Vec::new();
        if through < view.len() && view.is_ancestor(start, through) {
            let way = std::iter::successors(Some(through), |&node| view.parent(node)).take_while(|&node| node != start);
            line.extend(way.collect::<Vec<_>>().into_iter().rev());
        }
        let end = line.last().copied().unwrap_or(start);
        line.extend(std::iter::successors(view.first_child(end), |&node| view.first_child(node)));
        line
    }
}

/// The predicates of a sequence along one line.
struct Line<'m, 'a, 'n> {
    source: PredicateSource<'m, 'a, 'n>,
    view: TreeView<'a>,
    backward: bool,
    rest: std::vec::IntoIter<u32>,
}

impl Lines for Line<'_, '_, '_> {
    fn beyond(&mut self, _node: u32) -> Vec<u32> {
        self.rest.next().into_iter().collect()
    }

    fn holds(&mut self, run: Waiting, node: u32, next: Option<u32>) -> bool {
        if self.backward || !self.source.is_edge(run.pred) {
            return self.source.node(run.pred, node);
        }
        match next {
            None if self.view.first_child(node).is_some() => {
                self.view.children(node).any(|child| self.source.edge(run.pred, node, Some(child)))
            }
            next => self.source.edge(run.pred, node, next),
        }
    }

    fn skip(&self, node: u32) -> bool {
        self.source.skip(node)
    }
}
