//! Graphs of petgraph as trees: their matches against those that recursion over the graph finds.

use fastrand::Rng;
use petgraph::graph::{DiGraph, NodeIndex};
use tabiya_automata::{
    Cell, Choice, Config, Direction, GraphTree, Longest, Memo, Nfa, NotAForest, Pattern, Pred, Tree,
};
use tabiya_test_support::{seed, size};

/// Nodes with letters, in any order; each is a root or has a parent among those that were placed before it.
fn forest(random: &mut Rng) -> DiGraph<usize, ()> {
    let mut graph = DiGraph::new();
    let mut placed: Vec<NodeIndex> = (0..random.usize(1..40)).map(|_| graph.add_node(random.usize(..2))).collect();
    random.shuffle(&mut placed);
    for (i, &node) in placed.iter().enumerate().skip(1) {
        if random.usize(..6) > 0 {
            graph.add_edge(placed[random.usize(..i)], node, ());
        }
    }
    graph
}

/// The length of the longest run `a* b` down from a node, written without an automaton.
fn longest(graph: &DiGraph<usize, ()>, node: NodeIndex) -> Option<u32> {
    if graph[node] == 1 {
        return Some(1);
    }
    graph.neighbors(node).filter_map(|child| longest(graph, child)).max().map(|len| len + 1)
}

#[test]
fn matches_are_those_of_the_graph() {
    let mut random = Rng::with_seed(seed());
    let [a, b] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
    let nfa = Nfa::compile(&Pattern::concat(vec![Pattern::star(a), b]), &Config::default()).unwrap();
    for _ in 0..size("forests", 200, 5_000) {
        let graph = forest(&mut random);
        let trees = GraphTree::all(&graph).unwrap();
        assert_eq!(trees.iter().map(|tree| tree.len() as usize).sum::<usize>(), graph.node_count());
        for tree in &trees {
            let mut letters = tree.ask(|pred, node| graph[node] == pred.index());
            let mut engine = Longest::new();
            let cells = engine.run(&nfa, tree, &[], &mut letters, Direction::Forward, Choice::Longest);
            for n in 0..tree.len() {
                let node = tree.node(n);
                assert_eq!(tree.number(node), Some(n));
                let parent = graph.neighbors_directed(node, petgraph::Incoming).next();
                assert_eq!(tree.parent(n).map(|n| tree.node(n)), parent);
                let children: Vec<NodeIndex> = tree.children(n).map(|n| tree.node(n)).collect();
                assert_eq!(children, graph.neighbors(node).collect::<Vec<_>>());
                let found = cells.get(n);
                assert_eq!(found.map(|cell| cell.len), longest(&graph, node));
                assert!(found.is_none_or(|cell| graph[tree.node(cell.end)] == 1));
            }
        }
    }
}

#[test]
fn towards_the_root() {
    let mut graph = DiGraph::<_, ()>::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| graph.add_node(name));
    graph.extend_with_edges([(a, b), (b, c), (a, d)]);
    let [tree] = &GraphTree::all(&graph).unwrap()[..] else { panic!("one tree") };
    let any = Pattern::star(Pattern::pred(Pred::must(0)));
    let nfa = Nfa::compile(&any, &Config { empty_match: false, ..Config::default() }).unwrap();
    let how = (Direction::Backward, Choice::Longest);
    let found = Memo::new().run(&nfa, tree, &mut tree.ask(|_, _| true), how, tree.number(c).unwrap());
    assert_eq!(found, Some(Cell { len: 3, end: tree.number(a).unwrap() }));
    let not_b = Memo::new().run(&nfa, tree, &mut tree.ask(|_, node| graph[node] != "b"), how, tree.number(c).unwrap());
    assert_eq!(not_b, Some(Cell { len: 1, end: tree.number(c).unwrap() }));
    assert_eq!(tree.number(NodeIndex::new(4)), None);
}

#[test]
fn what_is_no_forest_is_refused() {
    let all = |edges: &[(u32, u32)]| GraphTree::all(&DiGraph::<(), ()>::from_edges(edges)).map(|trees| trees.len());
    let node = NodeIndex::new;
    assert_eq!(all(&[]), Ok(0));
    assert_eq!(all(&[(0, 2), (1, 3)]), Ok(2));
    assert_eq!(all(&[(0, 2), (1, 2)]), Err(NotAForest::SeveralParents(node(2))));
    assert_eq!(all(&[(0, 1), (0, 1)]), Err(NotAForest::SeveralParents(node(1))));
    assert_eq!(all(&[(0, 0)]), Err(NotAForest::Cycle(node(0))));
    assert_eq!(all(&[(3, 4), (0, 1), (1, 2), (2, 0)]), Err(NotAForest::Cycle(node(0))));
    // Diamonds in a row, of which there are 2^40 ways.
    let diamonds: Vec<(u32, u32)> = (0..40).flat_map(|n| [(n, n + 1), (n, n + 1)]).collect();
    assert!(matches!(all(&diamonds), Err(NotAForest::SeveralParents(_))));
    let said = GraphTree::all(&DiGraph::<(), ()>::from_edges([(0, 2), (1, 2)])).unwrap_err().to_string();
    assert_eq!(said, "several edges lead to the node NodeIndex(2)");
}
