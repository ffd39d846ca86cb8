//! The evaluator: squares and numbers of closed filters at up to 64 positions of the game at once.

use super::loops::Counts;
use super::operations::square_number;
use super::sets::made_square;
use crate::casts::count_of;
use crate::chess::attacks::{attacked_by, attacked_counts, attacker_counts, attacking, each_contents, power};
use crate::chess::lines::{attack_chain, between, each_step, pins, ray_ends, steps};
use crate::chess::pawns::{connected_pawns, doubled_pawns, isolated_pawns, passed_pawns};
use crate::chess::wide::{self, Sets};
use crate::chess::{Bitboard, Board};
use crate::game::Node;
use crate::ir::{BoolId, Num, NumId, Set, SetId, SquareCount, Value};
use crate::search::block::{Block, SquaresOf, nonempty};
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::syntax::ast::Compare;
use crate::syntax::catalogue::{NumberOp, SetOp};

/// From this many positions on, a block is evaluated with functions of many boards.
const MANY: u32 = 24;

/// A line through this many sets is followed for a whole block.
const FEW_SETS: usize = 4;

/// A function of a board and two sets.
type OfOne = fn(&Board, Bitboard, Bitboard) -> Bitboard;

/// The same for the boards of a block; the result takes the place of the first sets.
type OfMany = fn(&[Node], &mut Sets, &Sets);

impl Evaluator<'_> {
    /// The squares of a filter at each position of a block that is evaluated; elsewhere `sets` may hold anything.
    pub(super) fn squares(&mut self, id: SetId, block: Block, sets: &mut SquaresOf) {
        let plan = self.plan;
        match plan.ir.set(id) {
            Set::Constant(squares) => sets.fill(*squares),
            Set::Designator(designator) => {
                each_contents(self.nodes(block).iter().map(|node| &node.board), *designator, sets);
            }
            Set::Union(parts) => {
                sets.fill(Bitboard::EMPTY);
                parts.iter().for_each(|&part| self.with_squares(part, block, sets, |all, part| all | part));
            }
            Set::Intersect(parts) => self.intersection(parts, block, sets),
            Set::Complement(inner) => {
                self.squares(*inner, block, sets);
                sets.iter_mut().for_each(|set| *set = !*set);
            }
            Set::Guard(test, inner) => {
                let holds = self.truths(*test, block);
                self.squares(*inner, block.only(holds), sets);
                keep(sets, holds);
            }
            Set::Tracked if self.view.situation(0).is_none() => {
                self.nodes(block).iter().zip(sets).for_each(|(node, set)| *set = node.board.occupied());
            }
            Set::Compared { op, left, right } => self.compared_in_block(*op, [*left, *right], block, sets),
            Set::Chain(parts) if parts.len() <= FEW_SETS => self.lines_in_block(parts, block, sets, attack_chain),
            Set::Ray { mask, attack, sets: parts } if parts.len() <= FEW_SETS => {
                self.lines_in_block(parts, block, sets, |board, parts| ray_ends(board, *mask, *attack, parts));
            }
            Set::Direction { mask, range, of } => match range.constant() {
                Some((low, high)) if -7 <= low && low <= high && high <= 7 => {
                    self.squares(*of, block, sets);
                    if (low, high) == (1, 1) && mask.is_power_of_two() {
                        return each_step(*mask, sets);
                    }
                    block.positions().for_each(|(place, _)| sets[place] = steps(*mask, low, high, sets[place]));
                }
                _ => self.squares_one_by_one(id, block, sets),
            },
            Set::Apply(op, arguments) => {
                let of_board: fn(&Board) -> Bitboard = match (op, arguments.as_slice()) {
                    (SetOp::ConnectedPawns, _) => connected_pawns,
                    (SetOp::IsolatedPawns, _) => isolated_pawns,
                    (SetOp::DoubledPawns, _) => doubled_pawns,
                    (SetOp::PassedPawns, _) => passed_pawns,
                    (SetOp::MakeSquare, &[Value::Num(file), Value::Num(rank)]) => {
                        return self.made_squares([file, rank], block, sets);
                    }
                    (SetOp::Attacks, &[Value::Set(a), Value::Set(b)]) => {
                        return self.joined([a, b], block, sets, (attacking, Some(wide::attacking)));
                    }
                    (SetOp::AttackedBy, &[Value::Set(a), Value::Set(b)]) => {
                        return self.joined([a, b], block, sets, (attacked_by, Some(wide::attacked_by)));
                    }
                    (SetOp::Between, &[Value::Set(a), Value::Set(b)]) => {
                        return self.joined([a, b], block, sets, (|_, a, b| between(a, b), None));
                    }
                    (
                        SetOp::PinFrom | SetOp::PinThrough | SetOp::PinTo,
                        &[Value::Set(from), Value::Set(through), Value::Set(to)],
                    ) => {
                        let wanted = op.row().among.unwrap_or_default();
                        return self.pins_in_block(&[from, through, to], wanted, block, sets);
                    }
                    _ => return self.squares_one_by_one(id, block, sets),
                };
                let nodes = self.nodes(block);
                block.positions().for_each(|(place, _)| sets[place] = of_board(&nodes[place].board));
            }
            _ => self.squares_one_by_one(id, block, sets),
        }
    }

    fn squares_one_by_one(&mut self, id: SetId, block: Block, sets: &mut SquaresOf) {
        block.positions().for_each(|(place, node)| sets[place] = self.set(id, node));
    }

    /// Joins the squares of another filter to some that are there.
    #[inline(never)]
    fn with_squares(
        &mut self,
        id: SetId,
        block: Block,
        sets: &mut SquaresOf,
        join: impl Fn(Bitboard, Bitboard) -> Bitboard,
    ) {
        let mut others = [Bitboard::EMPTY; 64];
        self.squares(id, block, &mut others);
        sets.iter_mut().zip(others).for_each(|(set, other)| *set = join(*set, other));
    }

    /// The squares common to all parts; a part is evaluated only where those before it have squares in common.
    fn intersection(&mut self, parts: &[SetId], block: Block, sets: &mut SquaresOf) {
        let mut open = block;
        for (i, &part) in parts.iter().enumerate() {
            if i == 0 {
                self.squares(part, open, sets);
                continue;
            }
            open = open.only(open.asked() & nonempty(sets));
            if open.asked() == 0 {
                break;
            }
            self.with_squares(part, open, sets, |all, part| all & part);
        }
        keep(sets, open.asked());
    }

    /// A function of the board and two sets, where neither is empty; elsewhere none. It is given for one board, and perhaps for
    /// many.
    #[inline(never)]
    fn joined(
        &mut self,
        [a, b]: [SetId; 2],
        block: Block,
        sets: &mut SquaresOf,
        (of_one, of_many): (OfOne, Option<OfMany>),
    ) {
        let mut right = [Bitboard::EMPTY; 64];
        self.squares(a, block, sets);
        let some = block.only(block.asked() & nonempty(sets));
        self.squares(b, some, &mut right);
        let both = some.only(some.asked() & nonempty(&right));
        let nodes = self.nodes(block);
        match of_many.filter(|_| both.asked().count_ones() >= MANY) {
            Some(of_many) => of_many(nodes, sets, &right),
            None => {
                for (place, _) in both.positions() {
                    sets[place] = of_one(&nodes[place].board, sets[place], right[place]);
                }
            }
        }
        keep(sets, both.asked());
    }

    /// A function of the board and a few sets that begins in the first and ends in the last of them, so that neither may
    /// be empty.
    #[inline(never)]
    fn lines_in_block(
        &mut self,
        parts: &[SetId],
        block: Block,
        sets: &mut SquaresOf,
        line: impl Fn(&Board, &[Bitboard]) -> Bitboard,
    ) {
        let mut given = [[Bitboard::EMPTY; 64]; FEW_SETS];
        let mut open = block;
        // The ends first: they are the pieces that many positions lack.
        let (last, inner) = (parts.len() - 1, 1..parts.len() - 1);
        for i in [0, last].into_iter().chain(inner) {
            self.squares(parts[i], open, &mut given[i]);
            if i == 0 || i == last {
                open = open.only(open.asked() & nonempty(&given[i]));
            }
        }
        let nodes = self.nodes(block);
        for (place, _) in open.positions() {
            let here: [Bitboard; FEW_SETS] = std::array::from_fn(|i| given[i][place]);
            sets[place] = line(&nodes[place].board, &here[..parts.len()]);
        }
        keep(sets, open.asked());
    }

    #[inline(never)]
    fn pins_in_block(&mut self, parts: &[SetId; 3], wanted: usize, block: Block, sets: &mut SquaresOf) {
        let mut given = [[Bitboard::EMPTY; 64]; 3];
        parts.iter().zip(&mut given).for_each(|(&part, sets)| self.squares(part, block, sets));
        let [from, through, to] = &given;
        let nodes = self.nodes(block);
        if block.asked().count_ones() >= MANY {
            *sets = wide::pins(nodes, [from, through, to], wanted);
            return;
        }
        for (place, _) in block.positions() {
            sets[place] = pins(&nodes[place].board, [from[place], through[place], to[place]])[wanted];
        }
    }

    /// The squares for which two counts compare.
    #[inline(never)]
    fn compared_in_block(&mut self, op: Compare, counts: [SquareCount; 2], block: Block, sets: &mut SquaresOf) {
        let (mut given, mut numbers) = ([[Bitboard::EMPTY; 64]; 2], [[0; 64]; 2]);
        // The attackers of every square are counted.
        let paid = self.spend(STEP * u64::from(block.asked().count_ones()), block.first());
        let mut open = if paid { block } else { block.only(0) };
        for (i, count) in counts.into_iter().enumerate() {
            match count {
                SquareCount::Number(number) => open = open.only(self.numbers(number, open, &mut numbers[i])),
                SquareCount::Attackers(set) | SquareCount::Attacked(set) => self.squares(set, open, &mut given[i]),
            }
        }
        let nodes = self.nodes(block);
        for (place, _) in open.positions() {
            let board = &nodes[place].board;
            let [left, right] = [0, 1].map(|i| match counts[i] {
                SquareCount::Number(_) => Counts::Number(numbers[i][place]),
                SquareCount::Attackers(_) => Counts::BySquare(attacker_counts(board, given[i][place])),
                SquareCount::Attacked(_) => Counts::BySquare(attacked_counts(board, given[i][place])),
            });
            sets[place] = left.squares(op, right);
        }
        keep(sets, open.asked());
    }

    #[inline(never)]
    fn made_squares(&mut self, [file, rank]: [NumId; 2], block: Block, sets: &mut SquaresOf) {
        let (mut files, mut ranks) = ([0; 64], [0; 64]);
        let has = self.numbers(file, block, &mut files);
        let has = self.numbers(rank, block.only(has), &mut ranks);
        sets.iter_mut()
            .zip(files.into_iter().zip(ranks))
            .for_each(|(set, (file, rank))| *set = made_square(file, rank));
        keep(sets, has);
    }

    /// The numbers of a filter at each position of a block that is evaluated, and the positions at which it has one;
    /// elsewhere `values` may hold anything.
    pub(super) fn numbers(&mut self, id: NumId, block: Block, values: &mut [i64; 64]) -> u64 {
        if block.asked() == 0 {
            return 0;
        }
        let plan = self.plan;
        match plan.ir.num(id) {
            Num::Constant(value) => {
                values.fill(*value);
                block.asked()
            }
            Num::Count(set) => self.counts(*set, block, values),
            Num::Compare(op, a, b) => {
                let (op, mut right) = (*op, [0; 64]);
                let left = self.numbers(*a, block, values);
                let both = self.numbers(*b, block.only(left), &mut right);
                both & compared(op, values, &right)
            }
            Num::Guard(test, number) => {
                let holds = self.truths(*test, block);
                self.numbers(*number, block.only(holds), values)
            }
            Num::If(test, then, otherwise) => {
                let yes = self.truths(*test, block);
                let mut others = [0; 64];
                let no = self.numbers(*otherwise, block.only(block.asked() & !yes), &mut others);
                let has = self.numbers(*then, block.only(yes), values);
                block.only(no).positions().for_each(|(place, _)| values[place] = others[place]);
                has | no
            }
            Num::Extreme { max, items } => self.extremes(*max, items, block, values),
            Num::MaxCopy(copies) => self.extremes(true, copies, block, values),
            Num::Copies(range, copies) => match range.constant() {
                Some(bounds) => self.copies(bounds, copies, block, values),
                None => self.numbers_one_by_one(id, block, values),
            },
            Num::Sum(terms) => self.sums(id, terms, block, values),
            Num::InRange(range, number) => match range.constant() {
                Some((low, high)) => self.numbers(*number, block, values) & within(values, low, high),
                None => self.numbers_one_by_one(id, block, values),
            },
            Num::Reach(reach) => match self.counts_ahead(reach, block, values) {
                Some(has) => has,
                None => self.numbers_one_by_one(id, block, values),
            },
            Num::Sequence(sequence) => {
                let starts = self.possible_starts(*sequence, block);
                self.numbers_one_by_one(id, starts, values)
            }
            Num::Apply(NumberOp::Ply, _) => {
                self.nodes(block).iter().zip(values).for_each(|(node, value)| *value = i64::from(node.ply));
                block.asked()
            }
            Num::Apply(NumberOp::SideToMove, _) => {
                let turns = self.nodes(block).iter().map(|node| node.board.turn().fold_wb(1, -1));
                turns.zip(values).for_each(|(turn, value)| *value = turn);
                block.asked()
            }
            Num::Apply(NumberOp::PositionId, _) => {
                block.positions().for_each(|(place, node)| values[place] = i64::from(node));
                block.asked()
            }
            Num::Apply(NumberOp::Abs, arguments) => match arguments.as_slice() {
                &[Value::Num(number)] => self.absolute_values(id, number, block, values),
                _ => self.numbers_one_by_one(id, block, values),
            },
            Num::Apply(op, arguments) if *op == NumberOp::Power || op.is_of_square() => match arguments.as_slice() {
                &[Value::Set(set)] => self.set_numbers(*op, set, block, values),
                _ => self.numbers_one_by_one(id, block, values),
            },
            _ => self.numbers_one_by_one(id, block, values),
        }
    }

    fn numbers_one_by_one(&mut self, id: NumId, block: Block, values: &mut [i64; 64]) -> u64 {
        let mut has = 0;
        for (place, node) in block.positions() {
            if let Some(value) = self.number(id, node) {
                values[place] = value;
                has |= 1 << place;
            }
        }
        has
    }

    #[inline(never)]
    fn counts(&mut self, set: SetId, block: Block, values: &mut [i64; 64]) -> u64 {
        let mut sets = [Bitboard::EMPTY; 64];
        self.squares(set, block, &mut sets);
        sets.iter().zip(values).for_each(|(set, value)| *value = count_of(set.count()));
        block.asked()
    }

    /// What an operation says of a set: of its power, or of its only square, where it is one square.
    #[inline(never)]
    fn set_numbers(&mut self, op: NumberOp, set: SetId, block: Block, values: &mut [i64; 64]) -> u64 {
        let mut sets = [Bitboard::EMPTY; 64];
        self.squares(set, block, &mut sets);
        let nodes = self.nodes(block);
        if op == NumberOp::Power {
            block.positions().for_each(|(place, _)| values[place] = power(&nodes[place].board, sets[place]));
            return block.asked();
        }
        let mut has = 0;
        for (place, _) in block.positions() {
            if let Some(square) = sets[place].single_square() {
                values[place] = square_number(op, &nodes[place].board, square);
                has |= 1 << place;
            }
        }
        has
    }

    /// An absolute value that 64 bits do not hold is left to the evaluation of its position.
    #[inline(never)]
    fn absolute_values(&mut self, id: NumId, number: NumId, block: Block, values: &mut [i64; 64]) -> u64 {
        let has = self.numbers(number, block, values);
        let mut overflown = 0;
        for (place, value) in values.iter_mut().enumerate() {
            let (absolute, over) = value.overflowing_abs();
            *value = absolute;
            overflown |= u64::from(over) << place;
        }
        let overflown = block.only(has & overflown);
        has & !overflown.asked() | self.numbers_one_by_one(id, overflown, values)
    }

    #[inline(never)]
    fn extremes(&mut self, max: bool, items: &[NumId], block: Block, values: &mut [i64; 64]) -> u64 {
        let mut has = 0;
        for &item in items {
            let mut others = [0; 64];
            let found = self.numbers(item, block, &mut others);
            for (place, _) in block.only(found).positions() {
                let better = if max { others[place] > values[place] } else { others[place] < values[place] };
                if has >> place & 1 == 0 || better {
                    values[place] = others[place];
                }
            }
            has |= found;
        }
        has
    }

    /// The number of copies that match, where it is within bounds.
    #[inline(never)]
    fn copies(&mut self, (low, high): (i64, i64), copies: &[BoolId], block: Block, values: &mut [i64; 64]) -> u64 {
        if !self.spend(4 * copies.len() as u64 * u64::from(block.asked().count_ones()), block.first()) {
            return 0;
        }
        values.fill(0);
        for &copy in copies {
            let holds = self.truths(copy, block);
            values.iter_mut().enumerate().for_each(|(place, value)| *value += i64::from(holds >> place & 1 == 1));
        }
        block.asked() & within(values, low, high)
    }

    /// A sum that 64 bits do not hold is left to the evaluation of its position, which ends in an error.
    #[inline(never)]
    fn sums(&mut self, id: NumId, terms: &[(bool, NumId)], block: Block, values: &mut [i64; 64]) -> u64 {
        values.fill(0);
        let (mut has, mut overflown) = (block.asked(), 0);
        for &(negative, term) in terms {
            let mut others = [0; 64];
            has &= self.numbers(term, block.only(has), &mut others);
            for (place, (sum, &term)) in values.iter_mut().zip(&others).enumerate() {
                let (next, over) = if negative { sum.overflowing_sub(term) } else { sum.overflowing_add(term) };
                *sum = next;
                overflown |= u64::from(over) << place;
            }
        }
        let overflown = block.only(has & overflown);
        has & !overflown.asked() | self.numbers_one_by_one(id, overflown, values)
    }
}

/// Empties the sets of the positions that are not among those.
fn keep(sets: &mut SquaresOf, positions: u64) {
    for (place, set) in sets.iter_mut().enumerate() {
        *set = Bitboard(set.0 & (positions >> place & 1).wrapping_neg());
    }
}

/// The places at which numbers compare. Each comparison has a loop of its own, which asks nothing but numbers.
fn compared(op: Compare, left: &[i64; 64], right: &[i64; 64]) -> u64 {
    fn places(left: &[i64; 64], right: &[i64; 64], holds: impl Fn(&i64, &i64) -> bool) -> u64 {
        let pairs = left.iter().zip(right).enumerate();
        pairs.fold(0, |word, (place, (a, b))| word | u64::from(holds(a, b)) << place)
    }
    match op {
        Compare::Less => places(left, right, i64::lt),
        Compare::LessEqual => places(left, right, i64::le),
        Compare::Greater => places(left, right, i64::gt),
        Compare::GreaterEqual => places(left, right, i64::ge),
        Compare::Equal => places(left, right, i64::eq),
        Compare::NotEqual => places(left, right, i64::ne),
        // These compare positions.
        Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => 0,
    }
}

/// The places of the values within bounds.
fn within(values: &[i64; 64], low: i64, high: i64) -> u64 {
    let values = values.iter().enumerate();
    values.fold(0, |word, (place, &value)| word | u64::from(low <= value && value <= high) << place)
}
