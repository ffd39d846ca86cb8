//! Automata as graphs, whose searches are those of petgraph, against the patterns that they are made of.

use fastrand::Rng;
use petgraph::algo::has_path_connecting;
use petgraph::visit::{EdgeRef, IntoNodeReferences};
use tabiya_automata::{Config, Nfa, Pattern, Way};
use tabiya_test_support::agree::compile;
use tabiya_test_support::{draw, seed, size};

use crate::letters::pattern;

#[test]
fn lengths_of_matches() {
    let lengths = |text: &str| compile(&pattern(text)).lengths();
    assert_eq!(lengths("a b? c{2,5}"), Some((3, Some(7))));
    assert_eq!(lengths("a (b c)* d"), Some((2, None)));
    assert_eq!(lengths("a b c|d?"), Some((0, Some(3))));
    assert_eq!(lengths(""), Some((0, Some(0))));
    assert_eq!(compile(&Pattern::never()).lengths(), None);
}

#[test]
fn levels_count_edges() {
    // Two unions, one after the other, then a symbol each.
    let graph = compile(&pattern("a* b c?")).graph();
    let levels = graph.levels();
    assert_eq!(levels[graph.start.index()], Some(0));
    for edge in graph.states.edge_references() {
        let [from, to] = [edge.source(), edge.target()].map(|state| levels[state.index()]);
        assert!(to <= from.map(|level| level + 1), "{edge:?}");
    }
    assert_eq!(levels[graph.accept.index()], Some(2));
}

/// No state is there in vain: runs come to all of them, and from each of them some run may succeed.
#[test]
fn states_of_random_patterns() {
    let mut random = Rng::with_seed(seed());
    let mut cases = 0;
    for case in 0..size("patterns", 1_000, 20_000) {
        let pattern = draw::pattern(&mut random, 1 + case % 7);
        for edge_symbols in [false, true] {
            let config = Config { edge_symbols, ..Config::default() };
            let nfa = Nfa::compile(&pattern, &config).expect("a small pattern");
            let graph = nfa.graph();
            if nfa.is_empty() {
                continue;
            }
            cases += 1;
            let levels = graph.levels();
            for (state, ()) in graph.states.node_references() {
                assert!(levels[state.index()].is_some(), "no run comes to {}: {pattern}\n{nfa}", state.index());
                let lives = has_path_connecting(&graph.states, state, graph.accept, None);
                assert!(lives, "no run from {} succeeds: {pattern}\n{nfa}", state.index());
            }
            // The last node of moves is counted. They are one at least, so of a pattern that can be empty it is not known
            // how many they are.
            let (least, most) = nfa.lengths().expect("a run that succeeds");
            let moved = usize::from(edge_symbols);
            assert_eq!(most, pattern.max_len().map(|most| most + moved), "{pattern}\n{nfa}");
            let exact = !(edge_symbols && pattern.nullable());
            assert!(if exact { least == pattern.min_len() + moved } else { least >= 2 }, "{least}: {pattern}\n{nfa}");
            assert!(graph.states.edge_weights().filter(|way| **way == Way::Empty).count() <= 1);
        }
    }
    assert!(cases > 1_500, "{cases} cases");
}
