//! The evaluator: up to 64 positions of the game, of which some are wanted, and what their boards tell at once.

use super::evaluator::Evaluator;
use crate::casts::number_of;
use crate::chess::Color;
use crate::chess::wide::Sets;
use crate::game::Node;
use crate::ir::BoolId;
use tabiya_automata::ones;

/// The positions that are wanted: bit `i` stands for position `first + i`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// A multiple of 64.
    first: u32,
    asked: u64,
}

impl Block {
    /// Some positions of the block with a number.
    pub(super) fn new(number: usize, asked: u64) -> Block {
        Block { first: number_of(number) * 64, asked }
    }

    /// One position.
    pub(super) fn one(node: u32) -> Block {
        Block::new(node as usize / 64, 1 << (node % 64))
    }

    /// The first position of the block.
    pub(super) fn first(self) -> u32 {
        self.first
    }

    pub(super) fn asked(self) -> u64 {
        self.asked
    }

    /// The number of the block: its place in the words of a column.
    pub(super) fn number(self) -> usize {
        self.first as usize / 64
    }

    /// The same block, asked only here.
    pub(super) fn only(self, asked: u64) -> Block {
        Block { asked, ..self }
    }

    /// The places in the block and the positions that are evaluated, in order.
    pub(super) fn positions(self) -> impl Iterator<Item = (usize, u32)> {
        ones(self.asked).map(move |place| (place, self.first + number_of(place)))
    }

    /// All if a truth that is the same everywhere holds, otherwise none.
    pub(super) fn all_if(self, holds: bool) -> u64 {
        if holds { self.asked } else { 0 }
    }

    /// The root of the game, if it is in the block.
    pub(super) fn root(self) -> u64 {
        u64::from(self.first == 0)
    }
}

/// A set of squares for each position of a block; of use where it was evaluated.
pub(super) type SquaresOf = Sets;

/// The places of the sets that are not empty.
pub(super) fn nonempty(sets: &SquaresOf) -> u64 {
    sets.iter().enumerate().fold(0, |word, (place, set)| word | u64::from(set.any()) << place)
}

impl<'a> Evaluator<'a> {
    /// True if a truth may be answered for many positions at once.
    pub(super) fn goes_by_blocks(&self, id: BoolId) -> bool {
        let info = self.plan.ir.bool_info(id);
        let silent = !info.comments || !self.scratch.comments.wanted();
        self.plan.options.blocks && info.is_closed() && !info.edge && silent
    }

    /// The nodes of a block from its first position on, up to the end of the game.
    #[inline]
    pub(super) fn nodes(&self, block: Block) -> &'a [Node] {
        self.view.nodes(block.first, 64)
    }

    /// The number of blocks in the game.
    pub(super) fn blocks(&self) -> usize {
        self.view.len().div_ceil(64) as usize
    }

    /// All positions of a block that the game has.
    pub(super) fn whole_block(&self, number: usize) -> Block {
        let rest = self.view.len() - number_of(number) * 64;
        Block::new(number, if rest >= 64 { !0 } else { (1 << rest) - 1 })
    }

    /// The positions in which it is a side's turn.
    pub(super) fn turns(&self, color: Color, block: Block) -> u64 {
        let nodes = self.nodes(block).iter().enumerate();
        block.asked & nodes.fold(0, |word, (place, node)| word | u64::from(node.board.turn() == color) << place)
    }

    /// The positions at which the side to move is in check.
    pub(super) fn checks(&mut self, block: Block) -> u64 {
        let (known, value) = self.scratch.facts.check.word(block.number());
        let open = block.only(block.asked & !known);
        let found = match self.view.situation(0) {
            None => {
                let nodes = self.nodes(block);
                if open.asked.count_ones() as usize == nodes.len() {
                    let checks = nodes.iter().enumerate();
                    checks.fold(0, |word, (place, node)| word | u64::from(node.board.is_check()) << place)
                } else {
                    ones(open.asked).fold(0, |word, place| word | u64::from(nodes[place].board.is_check()) << place)
                }
            }
            Some(_) => {
                open.positions().fold(0, |word, (place, node)| word | u64::from(self.view.is_check(node)) << place)
            }
        };
        self.scratch.facts.check.set_word(block.number(), open.asked, found);
        (value | found) & block.asked
    }
}
