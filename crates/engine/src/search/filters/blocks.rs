//! The evaluator: closed filters at up to 64 positions of the game at once.
//!
//! The truth of a filter at the positions of a block is one word. So one walk over the typed form serves 64 positions,
//! what it does at each node is a loop over boards that lie side by side, and a conjunct is evaluated only where those
//! before it hold. Filters that are not combination of others are evaluated one position at a time, by the same functions as
//! everywhere.
//!
//! Only closed filters are answered like this, without comments: nothing that one position leaves behind can change the
//! answer at another, so the order in which positions are evaluated does not matter.
//!
//! Walking the typed form costs more than most filters do: dispatch, marks in the comment stack and calls took three
//! quarters of the time of `R attacks k`. The blocks of a query's body are its matches; the blocks of a predicate go to
//! its column as words, so what several queries ask is evaluated once. For 600 games the search of `check` went from
//! 13.8 to 7.5 million instructions, `R attacks k` from 26 to 10, `flip {ka1 or Rb2}` from 99 to 11, `max(1 2 ply) >
//! 30` from 44 to 10; reading these games takes 36.
//!
//! Only nodes that combine others (conjunction, union, comparison, sum, copies that are counted) or apply a function to
//! them (numbers of squares, comparisons of attacks) have a second form for blocks. What looks at a
//! board is a function in `tabiya_chess` that both forms call; attacks and pins have a second one there for many boards
//! (`wide`), in vector instructions. Boards are not stored by role, one array for each: a block reads 64 boards that lie
//! side by side, about 6 KB, which stay in the first-level cache; a designator of one piece takes two loads a position
//! there. Of a pass with 86 different queries, all designators together take under two per cent.
//!
//! Errors are rare, and which position fails first depends on the order. Therefore, if a filter fails in a block, the query is
//! evaluated again for that game, one position at a time, and reports what it would have reported without blocks.

use crate::chess::{Bitboard, Color};
use crate::ir::{Bool, BoolId, DashId, Set, SetId};
use crate::plan::Source;
use crate::search::block::{Block, nonempty};
use crate::search::evaluator::Evaluator;
use crate::syntax::catalogue::{DependsOn, TruthOp};

/// So few positions of a block are evaluated one by one: most of what is done for a block is done for all of it.
const FEW: u32 = 4;

/// So few copies of a diagram are evaluated one after the other for a whole block; the table of more copies serves one
/// position at a time.
const FEW_COPIES: usize = 16;

impl<'a> Evaluator<'a> {
    /// The positions of a block at which a filter matches, of those that are evaluated.
    pub(in crate::search) fn truths(&mut self, id: BoolId, block: Block) -> u64 {
        if block.asked() == 0 {
            return 0;
        }
        let Source::Column(column) = self.plan.source(id) else {
            return self.fresh_truths(id, block);
        };
        let index = column.index();
        self.scratch.answers.open(index, self.view.len());
        let (known, value) = self.scratch.answers.columns[index].word(block.number());
        let open = block.asked() & !known;
        if open == 0 {
            return value & block.asked();
        }
        let found = self.fresh_truths(id, block.only(open));
        self.scratch.answers.columns[index].set_word(block.number(), open, found);
        (value | found) & block.asked()
    }

    fn fresh_truths(&mut self, id: BoolId, block: Block) -> u64 {
        if block.asked().count_ones() <= FEW {
            return self.one_by_one(id, block);
        }
        let plan = self.plan;
        match plan.ir.bool(id) {
            Bool::Constant(value) => block.all_if(*value),
            Bool::NonEmpty(set) => self.any_squares(*set, block),
            Bool::HasNum(number) => self.numbers(*number, block, &mut [0; 64]),
            Bool::And(parts) => self.all_truths(parts, block),
            Bool::Or(parts) | Bool::AnyCopy(parts) => self.some_truths(parts, block),
            Bool::Not(inner) => block.asked() & !self.truths(*inner, block),
            Bool::Silent(inner) => self.truths(*inner, block),
            Bool::Ordered { cheapest, .. } => self.truths(*cheapest, block),
            Bool::If { test, then, otherwise } => {
                let yes = self.truths(*test, block);
                let no = block.only(block.asked() & !yes);
                let otherwise = otherwise.map_or(no.asked(), |otherwise| self.truths(otherwise, no));
                self.truths(*then, block.only(yes)) | otherwise
            }
            Bool::Subset(a, b) => self.related_sets([*a, *b], block, |a, b| (a & !b).is_empty()),
            Bool::SetsEqual(a, b) => self.related_sets([*a, *b], block, |a, b| a == b),
            Bool::HasText(_) | Bool::Substring(..) | Bool::Apply(..) | Bool::Hhdb(_) if self.is_game_test(id) => {
                let holds = self.truth(id, block.first() + block.asked().trailing_zeros());
                block.all_if(holds)
            }
            Bool::Apply(op, _) => match op {
                TruthOp::Check => self.checks(block),
                TruthOp::Mate => {
                    let checks = self.checks(block);
                    self.one_by_one(id, block.only(checks))
                }
                TruthOp::Wtm => self.turns(Color::White, block),
                TruthOp::Btm => self.turns(Color::Black, block),
                _ => self.one_by_one(id, block),
            },
            Bool::Placements(placements) if placements.are_shifted() => {
                let nodes = self.nodes(block);
                let holds = |place: usize| placements.hold_on(&nodes[place].board, |_| false);
                block.positions().fold(0, |word, (place, _)| word | u64::from(holds(place)) << place)
            }
            Bool::Placements(placements) if placements.copies.len() <= FEW_COPIES => {
                self.some_truths(&placements.copies, block)
            }
            Bool::LastMoveFits(dash) => self.came_in_block(id, *dash, block),
            Bool::Sequence(sequence) => match self.sequence_starts(*sequence, block) {
                Some(starts) => starts & block.asked(),
                None => {
                    let starts = self.possible_starts(*sequence, block);
                    self.one_by_one(id, starts)
                }
            },
            _ => self.one_by_one(id, block),
        }
    }

    /// The truth asked at each position by itself.
    pub(in crate::search) fn one_by_one(&mut self, id: BoolId, block: Block) -> u64 {
        block.positions().fold(0, |word, (place, node)| word | u64::from(self.truth(id, node)) << place)
    }

    fn is_game_test(&self, id: BoolId) -> bool {
        match self.plan.ir.bool(id) {
            Bool::Apply(op, _) => op.row().depends_on == DependsOn::Game,
            Bool::Hhdb(key) => key.is_of_game(),
            _ => self.plan.per_game_tests[id.index()].is_some(),
        }
    }

    fn all_truths(&mut self, parts: &[BoolId], block: Block) -> u64 {
        self.spend_wide(parts.len(), block);
        let mut holds = block.asked();
        for &part in parts {
            if holds == 0 {
                break;
            }
            holds &= self.truths(part, block.only(holds));
        }
        holds
    }

    fn some_truths(&mut self, parts: &[BoolId], block: Block) -> u64 {
        self.spend_wide(parts.len(), block);
        let mut holds = 0;
        for &part in parts {
            let open = block.asked() & !holds;
            if open == 0 {
                break;
            }
            holds |= self.truths(part, block.only(open));
        }
        holds
    }

    /// Pays for the parts of a filter that is wide.
    fn spend_wide(&mut self, parts: usize, block: Block) {
        if parts >= 64 {
            self.spend(parts as u64 / 64 * u64::from(block.asked().count_ones()), block.first());
        }
    }

    /// The positions at which a set has squares: as with one position, what has some in one part is not evaluated further.
    fn any_squares(&mut self, id: SetId, block: Block) -> u64 {
        let plan = self.plan;
        match plan.ir.set(id) {
            Set::Union(parts) => {
                let mut holds = 0;
                for &part in parts {
                    let open = block.asked() & !holds;
                    if open == 0 {
                        break;
                    }
                    holds |= self.any_squares(part, block.only(open));
                }
                holds
            }
            Set::Guard(test, inner) => {
                let holds = self.truths(*test, block);
                if holds == 0 { 0 } else { self.any_squares(*inner, block.only(holds)) }
            }
            Set::Loop(_) => {
                block.positions().fold(0, |word, (place, node)| word | u64::from(self.any_square(id, node)) << place)
            }
            _ => self.nonempty_squares(id, block),
        }
    }

    #[inline(never)]
    fn nonempty_squares(&mut self, id: SetId, block: Block) -> u64 {
        let mut sets = [Bitboard::EMPTY; 64];
        self.squares(id, block, &mut sets);
        nonempty(&sets) & block.asked()
    }

    #[inline(never)]
    fn related_sets(&mut self, [a, b]: [SetId; 2], block: Block, holds: fn(Bitboard, Bitboard) -> bool) -> u64 {
        let (mut left, mut right) = ([Bitboard::EMPTY; 64], [Bitboard::EMPTY; 64]);
        self.squares(a, block, &mut left);
        self.squares(b, block, &mut right);
        let pairs = left.into_iter().zip(right).enumerate();
        block.asked() & pairs.fold(0, |word, (place, (a, b))| word | u64::from(holds(a, b)) << place)
    }

    /// The positions to which a move of a kind led.
    fn came_in_block(&mut self, id: BoolId, dash: DashId, block: Block) -> u64 {
        let block = block.only(block.asked() & !block.root());
        match self.plan.ir.dash(dash).fits_every_move() {
            true => match self.plan.ir.dash(dash).target {
                Some(target) => self.truths(target, block),
                None => block.asked(),
            },
            false => self.one_by_one(id, block),
        }
    }
}
