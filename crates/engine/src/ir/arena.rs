//! Numbered nodes: one arena per type, equal pure nodes stored once.

use super::info::Info;
use crate::casts::number_of;
use std::collections::HashMap;
use std::hash::Hash;
use std::marker::PhantomData;

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
            self.index.insert(node.clone(), number_of(id));
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
