//! The order in which the states of an automaton are solved over rows of bits, and the predicates that they ask for.

use petgraph::algo::kosaraju_scc;
use petgraph::visit::DfsPostOrder;

use crate::ids::{Pred, number_of};
use crate::nfa::Nfa;

/// Groups of states that lead to one another, each after those that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// The states of all groups, one after the other.
    pub(crate) states: Vec<u32>,
    /// Where a group ends among them, and whether it leads back to itself. If it does not, it is one state.
    pub(crate) groups: Vec<(u32, bool)>,
    /// By symbol: whether it may come directly after itself.
    pub(crate) again: Vec<bool>,
    /// The predicates, in ascending order, and no products.
    pub(crate) preds: Vec<Pred>,
    /// The places of the factors of each symbol among them, one symbol after the other; where those of each begin, and
    /// the end of the last.
    factors: Vec<u32>,
    offsets: Vec<u32>,
}

impl Order {
    pub(crate) fn new(nfa: &Nfa) -> Order {
        let graph = nfa.consuming_graph();
        let (mut search, mut done) = (DfsPostOrder::new(&graph.states, graph.start), 0);
        let mut places = vec![0; graph.states.node_count()];
        while let Some(state) = search.next(&graph.states) {
            places[state.index()] = done;
            done += 1;
        }
        let is_symbol = |state: u32| (state as usize) < nfa.syms.len();
        let (mut states, mut groups, mut again) = (Vec::new(), Vec::new(), vec![false; nfa.syms.len()]);
        for group in kosaraju_scc(&graph.states).into_iter().filter(|group| group[0] != graph.accept) {
            let loops = group.len() > 1 || graph.states.contains_edge(group[0], group[0]);
            let begin = states.len();
            states.extend(group.into_iter().map(|state| number_of(state.index())));
            let group = &mut states[begin..];
            group.sort_unstable_by_key(|&state| places[state as usize]);
            // A union through which the group is entered stands for what comes after the last of the others.
            if group.last().is_some_and(|&state| !is_symbol(state)) {
                group.rotate_right(1);
            }
            for &symbol in group.iter().filter(|&&state| loops && is_symbol(state)) {
                again[symbol as usize] = nfa.closure(&[nfa.syms[symbol as usize].target]).contains(&symbol);
            }
            groups.push((number_of(states.len()), loops));
        }
        let factors_of = |symbol: usize| {
            let pred = &nfa.syms[symbol].pred;
            nfa.factors(*pred).unwrap_or(std::slice::from_ref(pred))
        };
        let mut preds: Vec<Pred> = (0..nfa.syms.len()).flat_map(factors_of).copied().collect();
        preds.sort_unstable();
        preds.dedup();
        let (mut factors, mut offsets) = (Vec::new(), vec![0]);
        for symbol in 0..nfa.syms.len() {
            let place = |pred| number_of(preds.binary_search(pred).expect("one of them"));
            factors.extend(factors_of(symbol).iter().map(place));
            offsets.push(number_of(factors.len()));
        }
        Order { states, groups, again, preds, factors, offsets }
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
        words * 4 + self.groups.len() * 8 + self.again.len()
    }
}
