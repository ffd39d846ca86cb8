//! Game trees as graphs, by the traits of petgraph, whose searches and algorithms run on a [`TreeView`] without a copy.
//! A node is its number, and an edge is the number of the node that it leads to. Imagined positions are left out.

use crate::tree::TreeView;
use petgraph::visit::{
    GraphBase, GraphProp, GraphRef, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, NodeCompactIndexable,
    NodeCount, NodeIndexable, Visitable,
};
use petgraph::{Directed, Direction};
use std::collections::HashSet;
use std::ops::Range;

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
    type EdgeId = u32;
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
        // Those of the tree are in range, and no other is asked for.
        u32::try_from(index).unwrap_or(u32::MAX)
    }
}

impl NodeCompactIndexable for TreeView<'_> {}

impl Visitable for TreeView<'_> {
    type Map = HashSet<u32>;

    fn visit_map(&self) -> HashSet<u32> {
        HashSet::with_capacity(self.node_count())
    }

    fn reset_map(&self, map: &mut HashSet<u32>) {
        map.clear();
    }
}
