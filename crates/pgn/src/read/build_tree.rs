//! From the order of the text to pre-order: the tree is built, and notes are put at their nodes.

use super::{NONE, Scratch};
use crate::Game;

impl Game {
    /// Puts the positions in pre-order and closes the tree.
    pub(super) fn build_tree(&mut self) {
        if self.scratch.variations.is_empty() {
            return self.tree.close_line();
        }
        let scratch = &mut self.scratch;
        std::mem::swap(&mut self.tree, &mut scratch.read);
        self.tree.clear();
        scratch.link();
        let read = &scratch.read;
        self.tree.push_root(*read.board(0));
        read.situation(0).into_iter().for_each(|root| self.tree.push_situation(root.clone()));
        let (mut node, mut index) = (0_u32, Vec::new());
        scratch.number.clear();
        scratch.number.resize(read.len() as usize, 0);
        loop {
            let old = node as usize;
            if let [.., place] = index[..] {
                let parent = scratch.number[read.parent(node) as usize];
                // A node that is pushed has a move.
                let Some(&mv) = read.move_to(node) else { break };
                scratch.number[old] = self.tree.push_child(parent, place, mv, *read.board(node));
                if let Some(situation) = read.situation(node) {
                    self.tree.push_situation(situation.clone());
                }
            }
            if scratch.first_child[old] != NONE {
                node = scratch.first_child[old];
                index.push(0);
                continue;
            }
            while node != 0 && scratch.next_sibling[node as usize] == NONE {
                node = read.parent(node);
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
            if scratch.first_child[read.parent(host) as usize] != host {
                self.notes.push_nested(host, first);
                self.tree.set_nested(scratch.number[first as usize]);
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
            list.resize(self.read.len() as usize, NONE);
        }
        for n in 1..self.read.len() {
            let parent = self.read.parent(n) as usize;
            match self.last_child[parent] {
                NONE => self.first_child[parent] = n,
                last => self.next_sibling[last as usize] = n,
            }
            self.last_child[parent] = n;
        }
    }
}
