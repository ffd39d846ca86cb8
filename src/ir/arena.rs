//! Numbered nodes: one arena per type, equal pure nodes stored once.

use super::info::Info;
use std::collections::HashMap;
use std::hash::Hash;
use std::marker::PhantomData;

/// Makes a number of its own kind for each arena.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) struct $name(u32);

        impl $name {
            pub(crate) fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> $name {
                $name(u32::try_from(index).expect("fewer than 2^32 nodes in a query"))
            }
        }
    )*};
}

ids! {
    /// A filter of which only the truth matters.
    BoolId
    /// A filter that yields squares.
    SetId
    /// A filter that yields a number.
    NumId
    /// A filter that yields a position.
    PosId
    /// A filter that yields a text.
    TextId
    /// A `move` filter.
    MoveId
    /// A move written with a dash.
    DashId
    /// A sequence filter.
    SequenceId
    /// A loop over squares or pieces.
    LoopId
    /// A variable.
    VarId
    /// A sort key.
    SortId
    /// A regular expression.
    PatternId
}

/// Nodes of one type with what is known about each.
#[derive(Debug)]
pub(crate) struct Arena<I, T> {
    nodes: Vec<T>,
    info: Vec<Info>,
    index: HashMap<T, u32>,
    id: PhantomData<I>,
}

impl<I, T> Default for Arena<I, T> {
    fn default() -> Self {
        Arena { nodes: Vec::new(), info: Vec::new(), index: HashMap::new(), id: PhantomData }
    }
}

impl<I: From<usize>, T: Clone + Eq + Hash> Arena<I, T> {
    /// The number of a node: an old one if an equal pure node is there already.
    pub(crate) fn add(&mut self, node: T, info: Info) -> I {
        if !info.effect
            && let Some(&old) = self.index.get(&node)
        {
            return I::from(old as usize);
        }
        let id = self.nodes.len();
        if !info.effect {
            self.index.insert(node.clone(), id as u32);
        }
        self.nodes.push(node);
        self.info.push(info);
        I::from(id)
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn at(&self, index: usize) -> &T {
        &self.nodes[index]
    }

    pub(crate) fn info_at(&self, index: usize) -> &Info {
        &self.info[index]
    }
}
