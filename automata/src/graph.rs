//! An automaton as a graph, to be drawn, and the states that runs are in as they go along a line.

use std::collections::VecDeque;

use crate::ids::Pred;
use crate::nfa::Nfa;
use crate::traceback::holds;
use crate::tree::{Direction, Symbols, Tree};

/// The states of an automaton and the edges between them. In a state with symbols a run waits for the next node; a union
/// is left without consuming anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The state in which runs begin.
    pub start: u32,
    /// The last state, in which runs succeed. Nothing leaves it.
    pub accept: u32,
    /// The edges, those of each state together and in run order; at the end, the one of an empty match, if there may be one.
    pub edges: Vec<Edge>,
}

/// An edge of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The state that it leaves.
    pub from: u32,
    /// The state that it leads to.
    pub to: u32,
    /// The predicate of the node that is consumed; `None` if none is.
    pub pred: Option<Pred>,
}

impl Graph {
    /// For each state the smallest number of edges from the start. `None`: no run comes there.
    pub fn levels(&self) -> Vec<Option<u32>> {
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); self.accept as usize + 1];
        self.edges.iter().for_each(|edge| next[edge.from as usize].push(edge.to));
        let mut levels = vec![None; next.len()];
        levels[self.start as usize] = Some(0);
        let mut todo = VecDeque::from([self.start]);
        while let Some(state) = todo.pop_front() {
            for &to in &next[state as usize] {
                if levels[to as usize].is_none() {
                    levels[to as usize] = levels[state as usize].map(|level| level + 1);
                    todo.push_back(to);
                }
            }
        }
        levels
    }
}

/// The states of the runs from one start at a node of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alive {
    /// The node.
    pub node: u32,
    /// The states in which runs wait for this node, unions included, in ascending order.
    pub before: Vec<u32>,
    /// The states in which runs wait for what follows it on the line, in ascending order; the last node of a line may be
    /// followed by nothing.
    pub after: Vec<u32>,
    /// True if some run succeeds with this node as its last.
    pub accepts: bool,
}

impl Nfa {
    /// The automaton as a graph. A symbol after which the pattern may end has an edge to the accepting state.
    pub fn graph(&self) -> Graph {
        let accept = self.nothing();
        let mut edges = Vec::new();
        for (from, sym) in (0..).zip(&self.syms) {
            let pred = Some(sym.pred);
            if sym.accept || sym.target == accept {
                edges.push(Edge { from, to: accept, pred });
            }
            if sym.target != accept {
                edges.push(Edge { from, to: sym.target, pred });
            }
        }
        for (from, alts) in (self.syms.len() as u32..).zip(self.unions()) {
            edges.extend(alts.iter().map(|&to| Edge { from, to, pred: None }));
        }
        if self.empty && self.start != accept {
            edges.push(Edge { from: self.start, to: accept, pred: None });
        }
        Graph { start: self.start, accept, edges }
    }

    /// Follows all runs from the first node of a line, each node of which may follow the one before it. There is an entry
    /// for each node, as long as runs are left. A match from that node exists if one of the lines that begin there has an
    /// entry that [accepts](Alive::accepts), or if the automaton [matches nothing at all](Nfa::matches_empty). Time is the
    /// length of the line times the number of states.
    pub fn alive<T: Tree, S: Symbols>(
        &self,
        tree: &T,
        symbols: &mut S,
        direction: Direction,
        line: &[u32],
    ) -> Vec<Alive> {
        let mut found: Vec<Alive> = Vec::new();
        let mut before = self.closure(&[self.start]);
        for (i, &node) in line.iter().enumerate() {
            if before.is_empty() {
                break;
            }
            if symbols.skip(node) {
                found.push(Alive { node, before: before.clone(), after: before.clone(), accepts: false });
                continue;
            }
            let next = line.get(i + 1).copied();
            let (mut targets, mut accepts) = (Vec::new(), false);
            for sym in before.iter().filter_map(|&state| self.syms.get(state as usize)) {
                // Whether a run may end here does not depend on where the line goes on.
                accepts |= sym.accept && holds(tree, symbols, direction, (sym.pred, node, None));
                if sym.target != self.nothing() && holds(tree, symbols, direction, (sym.pred, node, next)) {
                    targets.push(sym.target);
                }
            }
            let after = self.closure(&targets);
            found.push(Alive { node, before, after: after.clone(), accepts });
            before = after;
        }
        found
    }

    /// The states that some states lead to without consuming anything, these included.
    fn closure(&self, states: &[u32]) -> Vec<u32> {
        let mut seen = vec![false; self.len() + 1];
        let mut todo = states.to_vec();
        while let Some(state) = todo.pop() {
            if state != self.nothing()
                && !std::mem::replace(&mut seen[state as usize], true)
                && state as usize >= self.syms.len()
            {
                todo.extend(self.alternatives(state));
            }
        }
        (0..self.nothing()).filter(|&state| seen[state as usize]).collect()
    }
}
