//! Game trees as graphs, by the traits of petgraph, whose searches and algorithms run on a [`TreeView`] without a copy,
//! and a game as a drawing. A node is its number. Imagined positions are left out.

use crate::Game;
use crate::tree::{Node, TreeView};
use fixedbitset::FixedBitSet;
use petgraph::dot::{Config, Dot, RankDir};
use petgraph::visit::{
    Data, GraphBase, GraphProp, GraphRef, IntoEdgeReferences, IntoNeighbors, IntoNeighborsDirected,
    IntoNodeIdentifiers, IntoNodeReferences, NodeCompactIndexable, NodeCount, NodeIndexable, Visitable,
};
use petgraph::{Directed, Direction};
use std::iter::Zip;
use std::ops::Range;
use std::slice;
use tabiya_chess::{Color, Move};

/// The children of a node in order, or its parent.
#[derive(Clone, Debug)]
pub struct Neighbors<'t> {
    view: TreeView<'t>,
    next: Option<u32>,
    direction: Direction,
}

impl Iterator for Neighbors<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let node = self.next?;
        self.next = match self.direction {
            Direction::Outgoing => self.view.next_sibling(node),
            Direction::Incoming => None,
        };
        Some(node)
    }
}

impl GraphBase for TreeView<'_> {
    type NodeId = u32;
    type EdgeId = (u32, u32);
}

impl GraphRef for TreeView<'_> {}

impl GraphProp for TreeView<'_> {
    type EdgeType = Directed;
}

impl<'t> IntoNeighbors for TreeView<'t> {
    type Neighbors = Neighbors<'t>;

    fn neighbors(self, n: u32) -> Neighbors<'t> {
        self.neighbors_directed(n, Direction::Outgoing)
    }
}

impl<'t> IntoNeighborsDirected for TreeView<'t> {
    type NeighborsDirected = Neighbors<'t>;

    fn neighbors_directed(self, n: u32, direction: Direction) -> Neighbors<'t> {
        let next = match direction {
            Direction::Outgoing => self.first_child(n),
            Direction::Incoming => self.parent(n),
        };
        Neighbors { view: self, next, direction }
    }
}

impl Data for TreeView<'_> {
    type NodeWeight = Node;
    type EdgeWeight = Move;
}

impl<'t> IntoNodeReferences for TreeView<'t> {
    type NodeRef = (u32, &'t Node);
    type NodeReferences = Zip<Range<u32>, slice::Iter<'t, Node>>;

    fn node_references(self) -> Self::NodeReferences {
        (0..self.len()).zip(self.nodes(0, self.node_count()))
    }
}

/// The moves of a tree, each from its position to the one that it leads to.
#[derive(Clone, Debug)]
pub struct Edges<'t> {
    view: TreeView<'t>,
    nodes: Range<u32>,
}

impl<'t> Iterator for Edges<'t> {
    type Item = (u32, u32, &'t Move);

    fn next(&mut self) -> Option<Self::Item> {
        let view = self.view;
        self.nodes.find_map(|node| Some((view.parent(node)?, node, view.move_to(node)?)))
    }
}

impl<'t> IntoEdgeReferences for TreeView<'t> {
    type EdgeRef = (u32, u32, &'t Move);
    type EdgeReferences = Edges<'t>;

    fn edge_references(self) -> Edges<'t> {
        Edges { view: self, nodes: 0..self.len() }
    }
}

impl IntoNodeIdentifiers for TreeView<'_> {
    type NodeIdentifiers = Range<u32>;

    fn node_identifiers(self) -> Range<u32> {
        0..self.len()
    }
}

impl NodeCount for TreeView<'_> {
    fn node_count(&self) -> usize {
        self.len() as usize
    }
}

impl NodeIndexable for TreeView<'_> {
    fn node_bound(&self) -> usize {
        self.node_count()
    }

    fn to_index(&self, n: u32) -> usize {
        n as usize
    }

    fn from_index(&self, index: usize) -> u32 {
        // Those of the tree are in range, and no other is requested.
        u32::try_from(index).unwrap_or(u32::MAX)
    }
}

impl NodeCompactIndexable for TreeView<'_> {}

impl Visitable for TreeView<'_> {
    type Map = FixedBitSet;

    fn visit_map(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.node_count())
    }

    fn reset_map(&self, map: &mut FixedBitSet) {
        map.clear();
        map.grow(self.node_count());
    }
}

impl Game {
    /// A view of the game's tree in the DOT language: positions by number, and the moves between them. What `matches`
    /// says yes to is filled, and the position `at` is a box.
    ///
    /// ```
    /// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
    /// use tabiya::game::{Game, RawGame};
    /// let mut game = Game::new();
    /// game.parse(&RawGame::from_bytes(b"1. e4 (1. d4) e5 *"));
    /// let dot = game.to_dot(game.tree().full(), 2, |position| position == 3);
    /// assert!(dot.contains(r#"0 -> 3 [ label = "1. d4"]"#) && dot.contains(r#"1 -> 2 [ label = "1... e5"]"#));
    /// ```
    pub fn to_dot(&self, view: TreeView<'_>, at: u32, matches: impl Fn(u32) -> bool) -> String {
        let move_text = |view: TreeView<'_>, (from, to, _): (u32, u32, &Move)| {
            let dots = if view.board(from).turn() == Color::White { "." } else { "..." };
            let mut text = format!("label = \"{}{dots} ", self.move_number(from));
            view.tree().write_san(to, &mut Vec::new(), &mut text);
            text + "\""
        };
        let shape = |_, (n, _): (u32, &Node)| {
            let shape = if n == at { "box" } else { "circle" };
            format!("label = \"{n}\" shape={shape}{}", if matches(n) { " style=filled" } else { "" })
        };
        let config = [Config::NodeNoLabel, Config::EdgeNoLabel, Config::RankDir(RankDir::LR)];
        format!("{:?}", Dot::with_attr_getters(view, &config, &move_text, &shape))
    }
}
