//! The evaluator: the states of the automaton of a sequence that are alive along one line of a game.
//!
//! `Nfa::alive` follows the automaton that is drawn, along one line, with the predicates of the engines. Runs of
//! sequences with effects cannot be repeated, and a focus passes over moves that the automaton does not know, so both
//! are said to be unknown. The tests compare the answer with the engines at every start.

use super::evaluator::Evaluator;
use super::predicates::PredicateSource;
use crate::ir::SequenceId;
use crate::plan::{AliveStates, Class};
use std::sync::Arc;
use tabiya_automata::Program;

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
        let mut source = PredicateSource::new(self, id, nfa, color);
        let found = nfa.alive(&view, &mut source, plan.sequence(id).direction, &line);
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

    /// The line from a position through another one, if that lies after it, and on by first moves; toward the root, the way
    /// there.
    fn line(&self, start: u32, through: u32, backward: bool) -> Vec<u32> {
        let view = self.view;
        if backward {
            return std::iter::successors(Some(start), |&node| view.parent(node)).collect();
        }
        let mut line = vec![start];
        if through < view.len() && view.is_ancestor(start, through) {
            let way = std::iter::successors(Some(through), |&node| view.parent(node)).take_while(|&node| node != start);
            line.extend(way.collect::<Vec<_>>().into_iter().rev());
        }
        let end = *line.last().unwrap_or(&start);
        line.extend(std::iter::successors(view.first_child(end), |&node| view.first_child(node)));
        line
    }
}
