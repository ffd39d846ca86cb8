//! The order in which the states of an automaton are solved over rows of bits, and the predicates that they ask for.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use petgraph::visit::DfsPostOrder;

use crate::ids::{Pred, number_of};

/// Groups of states that lead to one another, each after those that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// The states of all groups, one after the other.
    pub(crate) states: Vec<u32>,
    /// Where a group ends among them, and whether it leads back to itself. If it does not, it is one state.
    pub(crate) groups: Vec<(u32, bool)>,
    /// The predicates, in ascending order, and no products.
    pub(crate) preds: Vec<Pred>,
    /// The places of the factors of each symbol among them, one symbol after the other; where those of each begin, and
    /// the end of the last.
    factors: Vec<u32>,
    offsets: Vec<u32>,
}

impl Order {
    /// The order for an automaton with this number of states, the first of which are symbols. Each of these holds where all its
    /// factors hold. The ways lead from states to others.
    pub(crate) fn new(states: usize, start: u32, ways: &[(u32, u32)], symbols: &[&[Pred]]) -> Order {
        let mut graph = DiGraph::<(), (), u32>::from_edges(ways);
        (graph.node_count()..states).for_each(|_| _ = graph.add_node(()));
        let mut places = vec![0; states];
        if (start as usize) < states {
            let (mut search, mut done) = (DfsPostOrder::new(&graph, start.into()), 0..);
            while let Some((state, place)) = search.next(&graph).zip(done.next()) {
                places[state.index()] = place;
            }
        }
        let (mut states, mut groups) = (Vec::with_capacity(states), Vec::new());
        for group in kosaraju_scc(&graph) {
            let loops = group.len() > 1 || graph.contains_edge(group[0], group[0]);
            let begin = states.len();
            states.extend(group.into_iter().map(|state| number_of(state.index())));
            let group = &mut states[begin..];
            group.sort_unstable_by_key(|&state| places[state as usize]);
            // A union through which the group is entered stands for what comes after the last of the others.
            if group.last().is_some_and(|&state| state as usize >= symbols.len()) {
                group.rotate_right(1);
            }
            groups.push((number_of(states.len()), loops));
        }
        let mut preds: Vec<Pred> = symbols.iter().copied().flatten().copied().collect();
        preds.sort_unstable();
        preds.dedup();
        let (mut factors, mut offsets) = (Vec::new(), vec![0]);
        for of_symbol in symbols {
            let place = |pred| number_of(preds.binary_search(pred).expect("one of them"));
            factors.extend(of_symbol.iter().map(place));
            offsets.push(number_of(factors.len()));
        }
        Order { states, groups, preds, factors, offsets }
    }

    /// The places among the predicates of those that must hold where a symbol holds.
    #[inline]
    pub(crate) fn factors(&self, symbol: u32) -> &[u32] {
        let symbol = symbol as usize;
        &self.factors[self.offsets[symbol] as usize..self.offsets[symbol + 1] as usize]
    }

    /// The bytes that it takes, roughly.
    pub(crate) fn memory_usage(&self) -> usize {
        let words = self.states.len() + self.preds.len() + self.factors.len() + self.offsets.len();
        words * 4 + self.groups.len() * 8
    }
}
