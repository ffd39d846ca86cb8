//! An automaton as a graph of petgraph, to be searched and drawn, and the states that runs are in as they go along lines.

use crate::ids::number_of;
use petgraph::Incoming;
use petgraph::algo::{dijkstra, toposort};
use petgraph::dot::{Config, Dot, RankDir};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Bfs, EdgeRef};

use crate::ids::Pred;
use crate::nfa::Nfa;

/// The states of an automaton and the edges between them. In a state with symbols a run waits for the next node; a union
/// is left without consuming anything.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The state in which runs begin.
    pub start: NodeIndex,
    /// The last state, in which runs succeed. Nothing leaves it.
    pub accept: NodeIndex,
    /// The states by number. The edges of each state come together and in run order; at the end comes the one of an
    /// empty match, if there may be one.
    pub states: DiGraph<(), Way>,
}

/// What a run does on an edge of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It consumes a node at which this predicate holds.
    Symbol(Pred),
    /// It consumes a node that differs from the pattern: in the place of this predicate, or else one too many.
    Differs(Option<Pred>),
    /// It takes an alternative of a union: the number in run order, from 1.
    Alternative(u32),
    /// It has consumed nothing and succeeds.
    Empty,
}

impl Graph {
    /// For each state the smallest number of edges from the start. `None`: no run comes there.
    pub fn levels(&self) -> Vec<Option<u32>> {
        let mut levels = vec![None; self.states.node_count()];
        let mut search = Bfs::new(&self.states, self.start);
        while let Some(state) = search.next(&self.states) {
            // The states before it that have a level include the one from which it was found.
            let before = self.states.neighbors_directed(state, Incoming).filter_map(|from| levels[from.index()]).min();
            levels[state.index()] = Some(before.map_or(0, |level: u32| level + 1));
        }
        levels
    }
}

/// The states of the runs from one start at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alive {
    /// The node.
    pub node: u32,
    /// The states in which runs wait for this node, unions included, in ascending order.
    pub before: Vec<u32>,
    /// The states in which runs wait for what follows it, on any line, in ascending order; the last node of a line may be
    /// followed by nothing.
    pub after: Vec<u32>,
    /// True if some run succeeds with this node as its last.
    pub accepts: bool,
}

/// A run that waits for a node, in a state with a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The predicate that must hold there.
    pub pred: Pred,
    /// If the node is to differ from the pattern in the place of a predicate ([`Almost`](crate::Almost)): that one.
    pub missed: Option<Pred>,
    /// True if neither this node nor any after it may differ from the pattern.
    pub exact: bool,
}

/// What [`Nfa::follow`] asks about: the lines, and the predicates along them.
pub trait Lines {
    /// The nodes that come after a node on the lines, in order; none where a line ends.
    fn beyond(&mut self, n: u32) -> Vec<u32>;

    /// Does the predicate that a run waits for hold at `n` when the run goes on to `next`, or, without it, ends at `n`?
    fn holds(&mut self, run: Waiting, n: u32, next: Option<u32>) -> bool;

    /// True if `n` is passed over, as in [`Symbols::skip`](crate::Symbols::skip).
    fn skip(&self, _n: u32) -> bool {
        false
    }

    /// A line ends at `n`, and a run waits for a node after it.
    fn ends(&mut self, _run: Waiting, _n: u32) {}
}

impl Nfa {
    /// The automaton as a graph. A symbol after which the pattern may end has an edge to the accepting state.
    pub fn graph(&self) -> Graph {
        let mut graph = self.consuming_graph();
        if self.empty && graph.start != graph.accept {
            graph.states.add_edge(graph.start, graph.accept, Way::Empty);
        }
        graph
    }

    /// The same without an empty match.
    fn consuming_graph(&self) -> Graph {
        let (start, accept) = (NodeIndex::from(self.start), NodeIndex::from(self.nothing()));
        let mut states = DiGraph::new();
        (0..=self.len()).for_each(|_| _ = states.add_node(()));
        for (from, sym) in (0u32..).zip(&self.syms) {
            let targets = [(sym.accept || sym.target == self.nothing()).then_some(accept), Some(sym.target.into())];
            let targets = if targets[0] == targets[1] { &targets[..1] } else { &targets[..] };
            let way = if self.differs(from) { Way::Differs(self.missed(from)) } else { Way::Symbol(sym.pred) };
            for &to in targets.iter().flatten() {
                states.add_edge(from.into(), to, way);
            }
        }
        for (from, alts) in (number_of(self.syms.len())..).zip(self.unions()) {
            for (number, &to) in (1..).zip(alts) {
                states.add_edge(from.into(), to.into(), Way::Alternative(number));
            }
        }
        Graph { start, accept, states }
    }

    /// The least and the greatest number of nodes that a match consumes; the latter is `None` if there is no bound. `None`
    /// if nothing matches.
    pub fn lengths(&self) -> Option<(usize, Option<usize>)> {
        let Graph { start, accept, states } = self.graph();
        if start == accept && !self.empty {
            return None;
        }
        let consumed = |way: &Way| usize::from(matches!(way, Way::Symbol(_) | Way::Differs(_)));
        let least = *dijkstra(&states, start, Some(accept), |edge| consumed(edge.weight())).get(&accept)?;
        // Every state is on a way from the start to success, so a cycle is a run without bound.
        let Ok(order) = toposort(&states, None) else { return Some((least, None)) };
        let mut most = vec![0; states.node_count()];
        for edge in order.iter().flat_map(|&state| states.edges(state)) {
            let length = most[edge.source().index()] + consumed(edge.weight());
            let known = &mut most[edge.target().index()];
            *known = length.max(*known);
        }
        Some((least, Some(most[accept.index()])))
    }

    /// The automaton in the DOT language, with the caller's names for predicates. Alternatives are numbered in run
    /// order.
    pub fn to_dot(&self, label: impl Fn(Pred) -> String) -> String {
        let Graph { start, accept, mut states } = self.consuming_graph();
        let begin = states.add_node(());
        states.add_edge(begin, start, Way::Empty);
        if self.empty && start != accept {
            states.add_edge(begin, accept, Way::Empty);
        }
        let name = |state: NodeIndex, _: &()| match state >= accept {
            true => String::new(),
            false => state.index().to_string(),
        };
        let labelled = states.map(name, |_, way| match *way {
            Way::Symbol(pred) => label(pred),
            Way::Differs(Some(pred)) => format!("instead of {}", label(pred)),
            Way::Differs(None) => "one too many".to_owned(),
            Way::Alternative(number) => number.to_string(),
            Way::Empty => String::new(),
        });
        let shape = |_, (state, _): (NodeIndex, _)| match state {
            _ if state == begin => "shape=point".to_owned(),
            _ if state == accept => "shape=doublecircle".to_owned(),
            _ if state.index() < self.syms.len() => "shape=circle".to_owned(),
            _ => "shape=diamond".to_owned(),
        };
        let style = |_, edge: petgraph::graph::EdgeReference<'_, String>| match states[edge.id()] {
            Way::Alternative(_) => "style=dashed".to_owned(),
            Way::Differs(_) => "style=dotted".to_owned(),
            Way::Symbol(_) | Way::Empty => String::new(),
        };
        Dot::with_attr_getters(&labelled, &[Config::RankDir(RankDir::LR)], &style, &shape).to_string()
    }

    /// The state in which runs begin.
    pub fn begin(&self) -> u32 {
        self.start
    }

    /// The state in which those runs begin that differ from the pattern as often as they may ([`Almost`](crate::Almost)).
    pub fn begin_differing(&self) -> u32 {
        self.starts().last().map_or(self.start, |(state, _)| state)
    }

    /// Follows all runs that begin at a node, in a state such as [`begin`](Self::begin), along all lines from there. There
    /// is an entry for each node that some run waits for; those of a line come in its order. A match exists if an entry
    /// [accepts](Alive::accepts), or if the automaton [matches nothing at all](Nfa::matches_empty). Time is the number of
    /// entries times that of the states.
    pub fn follow<L: Lines>(&self, state: u32, node: u32, lines: &mut L) -> Vec<Alive> {
        let exact = self.exact();
        let waiting = |&state: &u32| {
            let sym = self.syms.get(state as usize)?;
            Some((sym, Waiting { pred: sym.pred, missed: self.missed(state), exact: exact[state as usize] }))
        };
        let (mut found, first) = (Vec::new(), self.closure(&[state]));
        let mut todo = if first.is_empty() { Vec::new() } else { vec![(node, first)] };
        while let Some((node, before)) = todo.pop() {
            let (skipped, beyond) = (lines.skip(node), lines.beyond(node));
            let runs = || before.iter().filter_map(waiting).filter(|_| !skipped);
            // Whether a run may end here does not depend on where the line goes on.
            let accepting = runs().filter(|(sym, _)| sym.accept);
            let accepts = accepting.fold(false, |any, (_, run)| lines.holds(run, node, None) | any);
            let mut reached_at = |next: Option<u32>| {
                let going_on = runs().filter(|(sym, _)| sym.target != self.nothing());
                let targets = going_on.filter(|&(_, run)| lines.holds(run, node, next)).map(|(sym, _)| sym.target);
                let targets: Vec<u32> = targets.collect();
                if skipped { before.clone() } else { self.closure(&targets) }
            };
            let mut after: Vec<u32> = Vec::new();
            for &next in beyond.iter().rev() {
                let reached = reached_at(Some(next));
                after.extend(&reached);
                todo.extend((!reached.is_empty()).then_some((next, reached)));
            }
            if beyond.is_empty() {
                after = reached_at(None);
                after.iter().filter_map(waiting).for_each(|(_, run)| lines.ends(run, node));
            }
            after.sort_unstable();
            after.dedup();
            found.push(Alive { node, before, after, accepts });
        }
        found
    }

    /// By state: whether nothing that a run from there consumes may differ from the pattern.
    fn exact(&self) -> Vec<bool> {
        let mut exact = vec![true; self.len() + 1];
        let mut todo: Vec<u32> = (0..number_of(self.syms.len())).filter(|&symbol| self.differs(symbol)).collect();
        while let Some(state) = todo.pop() {
            if std::mem::replace(&mut exact[state as usize], false) {
                todo.extend(self.users(state));
            }
        }
        exact
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
