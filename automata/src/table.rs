//! Answers by node and state: the table of a memo.

use crate::ids::number_of;
use crate::solve::Spread;
use std::collections::HashMap;

/// Solved pairs. For small automata a row of states for each node touched, so that neighbouring pairs lie side by side;
/// for large ones, of whose states few live at a node, a hash table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// The number of states, if rows are kept.
    width: usize,
    /// By node: one more than the number of its row; 0 if it has none.
    rows: Vec<u32>,
    /// The nodes that have rows, in the order of the rows.
    touched: Vec<u32>,
    /// Row after row; [`UNSOLVED`] where nothing is known.
    cells: Vec<u64>,
    scattered: HashMap<u64, u64, Spread>,
}

/// Automata of more states than this are remembered in a hash table.
pub(crate) const WIDEST_ROW: usize = 64;

/// No value: a packed cell of this length cannot occur.
const UNSOLVED: u64 = u64::MAX;

impl Table {
    /// Makes room for an automaton and a tree; known results stay. A sparse table is for few of the nodes.
    pub(crate) fn fit(&mut self, states: usize, nodes: u32, sparse: bool) {
        self.width = if states <= WIDEST_ROW && !sparse { states } else { 0 };
        if self.width > 0 && self.rows.len() < nodes as usize {
            self.rows.resize(nodes as usize, 0);
        }
    }

    pub(crate) fn get(&self, node: u32, state: u32) -> Option<u64> {
        if self.width == 0 {
            return self.scattered.get(&key(node, state)).copied();
        }
        let row = self.rows[node as usize].checked_sub(1)? as usize;
        Some(self.cells[row * self.width + state as usize]).filter(|&value| value != UNSOLVED)
    }

    pub(crate) fn insert(&mut self, node: u32, state: u32, value: u64) {
        if self.width == 0 {
            self.scattered.insert(key(node, state), value);
            return;
        }
        if self.rows[node as usize] == 0 {
            self.touched.push(node);
            self.rows[node as usize] = number_of(self.touched.len());
            self.cells.resize(self.cells.len() + self.width, UNSOLVED);
        }
        let row = self.rows[node as usize] as usize - 1;
        self.cells[row * self.width + state as usize] = value;
    }

    /// True if answers stand in no rows.
    pub(crate) fn is_scattered(&self) -> bool {
        self.width == 0
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.touched.len()
    }

    /// The number of answers that stand in no row.
    pub(crate) fn scattered(&self) -> usize {
        self.scattered.len()
    }

    pub(crate) fn clear(&mut self) {
        for node in self.touched.drain(..) {
            self.rows[node as usize] = 0;
        }
        self.cells.clear();
        self.scattered.clear();
    }
}

pub(crate) fn key(node: u32, state: u32) -> u64 {
    u64::from(node) << 32 | u64::from(state)
}
