//! Trees out of graphs of petgraph.

use crate::ids::{Pred, number_of};
use crate::tree::{ParentTree, Symbols, Tree};
use petgraph::Direction::{Incoming, Outgoing};
use petgraph::visit::{GraphRef, IntoNeighborsDirected, IntoNodeIdentifiers};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;

/// A tree of a graph of petgraph, whose edges lead from parents to children, with its nodes in pre-order.
///
/// ```
/// use petgraph::graph::DiGraph;
/// use tabiya_automata::*;
///
/// // Who was infected by whom, and which variant of the virus each of them has.
/// let mut graph = DiGraph::<_, ()>::new();
/// let [ann, bob, cy, dan] = ["alpha", "alpha", "beta", "beta"].map(|variant| graph.add_node(variant));
/// graph.extend_with_edges([(bob, cy), (ann, bob), (ann, dan)]);
/// let [tree] = &GraphTree::all(&graph)?[..] else { panic!("one tree") };
///
/// let [alpha, beta] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
/// let nfa = Nfa::compile(&Pattern::concat(vec![Pattern::plus(alpha), beta]), &Config::default())?;
/// let is_of = |pred: Pred, person| graph[person] == ["alpha", "beta"][pred.index()];
/// let mut longest = Longest::new();
/// let cells = longest.run(&nfa, tree, &[], &mut tree.ask(is_of), Direction::Forward, Choice::Longest);
/// let ann = tree.number(ann).expect("she is the root");
/// let found = cells.get(ann).expect("a chain of alpha ends in beta");
/// assert_eq!((found.len, tree.node(found.end)), (3, cy));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphTree<N> {
    tree: ParentTree,
    /// By number.
    nodes: Vec<N>,
    numbers: HashMap<N, u32>,
}

/// A graph is not a forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAForest<N> {
    /// Several edges lead to this node.
    SeveralParents(N),
    /// This node is its own ancestor, or a descendant of one that is.
    Cycle(N),
    /// There are 2^32 nodes or more.
    TooLarge,
}

impl<N: fmt::Debug> fmt::Display for NotAForest<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAForest::SeveralParents(node) => write!(f, "several edges lead to the node {node:?}"),
            NotAForest::Cycle(node) => write!(f, "the node {node:?} is on a cycle or below one"),
            NotAForest::TooLarge => f.write_str("the graph has 2^32 nodes or more"),
        }
    }
}

impl<N: fmt::Debug> std::error::Error for NotAForest<N> {}

impl<N: Copy + Eq + Hash + fmt::Debug> GraphTree<N> {
    /// The trees of a graph, in the order of their roots in it; the children of a node come in the order of its neighbors, which for
    /// [`petgraph::Graph`] is the reverse of the order in which its edges were added. Time and memory are linear in the graph.
    ///
    /// # Errors
    /// If several edges lead to a node, or nodes are on a cycle.
    pub fn all<G>(graph: G) -> Result<Vec<GraphTree<N>>, NotAForest<N>>
    where
        G: GraphRef + IntoNodeIdentifiers<NodeId = N> + IntoNeighborsDirected<NodeId = N>,
    {
        let parents = |node| graph.neighbors_directed(node, Incoming).take(2).count();
        if let Some(node) = graph.node_identifiers().find(|&node| parents(node) > 1) {
            return Err(NotAForest::SeveralParents(node));
        }
        let roots = graph.node_identifiers().filter(|&node| parents(node) == 0);
        let trees = roots.map(|root| GraphTree::from_root(graph, root)).collect::<Result<Vec<_>, _>>()?;
        // A node that no root leads to has a parent, which has one too, and so on.
        let reached: HashSet<N> = trees.iter().flat_map(|tree| &tree.nodes).copied().collect();
        match graph.node_identifiers().find(|node| !reached.contains(node)) {
            Some(node) => Err(NotAForest::Cycle(node)),
            None => Ok(trees),
        }
    }

    /// No node has two parents, so that each is met once.
    fn from_root<G>(graph: G, root: N) -> Result<GraphTree<N>, NotAForest<N>>
    where
        G: IntoNeighborsDirected<NodeId = N>,
    {
        let (mut nodes, mut parents) = (Vec::new(), Vec::new());
        let mut open = vec![(root, 0)];
        while let Some((node, parent)) = open.pop() {
            let number = u32::try_from(nodes.len()).map_err(|_| NotAForest::TooLarge)?;
            nodes.push(node);
            parents.push(parent);
            let first = open.len();
            open.extend(graph.neighbors_directed(node, Outgoing).map(|child| (child, number)));
            open[first..].reverse();
        }
        let numbers = nodes.iter().copied().zip(0..).collect();
        let tree = ParentTree::new(&parents[1..]).ok_or(NotAForest::TooLarge)?;
        Ok(GraphTree { tree, nodes, numbers })
    }

    /// The node of the graph that has a number.
    ///
    /// # Panics
    /// If the tree is not as large.
    pub fn node(&self, number: u32) -> N {
        self.nodes[number as usize]
    }

    /// The number of a node of the graph; `None` if it belongs to another tree.
    pub fn number(&self, node: N) -> Option<u32> {
        self.numbers.get(&node).copied()
    }

    /// Answers for this tree, from a function of a predicate and a node of the graph.
    pub fn ask<F: FnMut(Pred, N) -> bool>(&self, holds: F) -> AskGraph<'_, N, F> {
        AskGraph { nodes: &self.nodes, holds }
    }
}

impl<N> Tree for GraphTree<N> {
    fn len(&self) -> u32 {
        number_of(self.nodes.len())
    }

    fn parent(&self, n: u32) -> Option<u32> {
        self.tree.parent(n)
    }

    fn end(&self, n: u32) -> u32 {
        self.tree.end(n)
    }
}

/// Answers about the nodes of a graph: see [`GraphTree::ask`].
pub struct AskGraph<'t, N, F> {
    nodes: &'t [N],
    holds: F,
}

impl<N, F> fmt::Debug for AskGraph<'_, N, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AskGraph")
    }
}

impl<N: Copy, F: FnMut(Pred, N) -> bool> Symbols for AskGraph<'_, N, F> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        (self.holds)(pred, self.nodes[n as usize])
    }
}
