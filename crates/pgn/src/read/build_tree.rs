//! From the order of the text to pre-order: the tree is built, and notes are put at their nodes.

use super::{NONE, Scratch};
use crate::Game;

impl Game {
    /// Numbers the positions in pre-order and builds the tree.
    pub(super) fn build_tree(&mut self) {
        let scratch = &mut self.scratch;
        self.tree.push_root(scratch.boards[0]);
        scratch.situations.first().into_iter().for_each(|root| self.tree.push_situation(root.clone()));
        if scratch.variations.is_empty() {
            for n in 1..scratch.boards.len() {
                self.tree.push(n as u32 - 1, 0, scratch.moves[n], scratch.boards[n]);
            }
            scratch.situations.drain(..).skip(1).for_each(|situation| self.tree.push_situation(situation));
            self.tree.close();
            return;
        }
        scratch.link();
        let (mut node, mut index) = (0_u32, Vec::new());
        scratch.number.clear();
        scratch.number.resize(scratch.boards.len(), 0);
        loop {
            let old = node as usize;
            if let [.., place] = index[..] {
                let parent = scratch.number[scratch.parents[old] as usize];
                scratch.number[old] = self.tree.push(parent, place, scratch.moves[old], scratch.boards[old]);
                if let Some(situation) = scratch.situations.get(old) {
                    self.tree.push_situation(situation.clone());
                }
            }
            if scratch.first_child[old] != NONE {
                node = scratch.first_child[old];
                index.push(0);
                continue;
            }
            while node != 0 && scratch.next_sibling[node as usize] == NONE {
                node = scratch.parents[node as usize];
                index.pop();
            }
            if node == 0 {
                break;
            }
            node = scratch.next_sibling[node as usize];
            if let Some(place) = index.last_mut() {
                *place += 1;
            }
        }
        self.tree.close();
        for &(host, first) in &scratch.variations {
            if scratch.first_child[scratch.parents[host as usize] as usize] != host {
                self.notes.push_hosted(host, first);
                self.tree.set_hosted(scratch.number[first as usize]);
            }
        }
        let number = &scratch.number;
        self.notes.renumber(|old| number[old as usize]);
    }
}

impl Scratch {
    /// Fills first child and next sibling of each position. Siblings are in the order of the text.
    fn link(&mut self) {
        for list in [&mut self.first_child, &mut self.last_child, &mut self.next_sibling] {
            list.clear();
            list.resize(self.boards.len(), NONE);
        }
        for n in 1..self.boards.len() as u32 {
            let parent = self.parents[n as usize] as usize;
            match self.last_child[parent] {
                NONE => self.first_child[parent] = n,
                last => self.next_sibling[last as usize] = n,
            }
            self.last_child[parent] = n;
        }
    }
}
