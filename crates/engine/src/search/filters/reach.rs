//! The evaluator: `next*`, `previous*` and `find`: what holds here or further on, in order of position ids.
//!
//! If the body of `find <--` reads variables, its answers are kept in a column for each combination of values, as for
//! `find`, and looked through from the end: `piece x in Q {not find <-- {move from x}}` went from 278 to 147 million
//! instructions.

use crate::casts::{count_of, number_of};
use crate::facts::{Column, PrefixCounts};
use crate::ir::{BoolId, FoundIr, ReachIr, SearchedIr};
use crate::plan::Source;
use crate::search::block::Block;
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::search::results::Reached;
use crate::search::scratch::{Hits, Note};
use std::ops::Range;

/// A body that is evaluated at one position after the other.
#[derive(Clone, Copy)]
struct BodyScan {
    body: BoolId,
    backward: bool,
    depth: Option<u32>,
    /// True if what the body leaves where it fails stays: `find` takes nothing back.
    find: bool,
}

impl From<&ReachIr> for BodyScan {
    fn from(&ReachIr { body, backward, depth, find, .. }: &ReachIr) -> BodyScan {
        BodyScan { body, backward, depth, find }
    }
}

impl From<&FoundIr> for BodyScan {
    fn from(&FoundIr { body, backward, .. }: &FoundIr) -> BodyScan {
        BodyScan { body, backward, depth: None, find: true }
    }
}

impl<'a> Evaluator<'a> {
    /// True if enough positions match; without a range, whether one does.
    pub(super) fn reach_holds(&mut self, reach: &ReachIr, node: u32) -> bool {
        if reach.range.is_some() {
            return self.reach_count(reach, node).is_some();
        }
        let Some(hit) = self.first_hit(reach.into(), node) else { return false };
        if self.scratch.comments.wanted() {
            self.comment_hit(reach.into(), hit);
            if self.automatic {
                let text = if reach.backward { "previous* 1 of 1" } else { "next* 1 of 1" };
                self.scratch.comments.text(hit, text);
            }
        }
        true
    }

    /// The number of positions that match, if it is within the range.
    pub(super) fn reach_count(&mut self, reach: &ReachIr, node: u32) -> Option<i64> {
        let mark = self.scratch.comments.mark();
        let automatic = self.automatic && !reach.quiet;
        let bodies = self.plan.ir.bool_info(reach.body).comments;
        let commented = self.scratch.comments.wanted() && (automatic || bodies);
        let one_by_one = commented || reach.depth.is_some() || self.plan.ir.bool_info(reach.body).effect;
        let hits = one_by_one.then(|| self.hits(reach, node));
        let count = match &hits {
            Some(hits) => count_of(hits.len()),
            None => self.count_hits(reach.into(), node),
        };
        let hits: Vec<u32> = hits.into_iter().flatten().filter(|_| commented).collect();
        if !self.in_range(reach.range, count, node) {
            // The comments of the body of a `find` stay until a filter around it fails.
            match reach.find {
                true => hits.iter().for_each(|&hit| self.comment_hit(reach.into(), hit)),
                false => self.scratch.comments.cut(mark),
            }
            return None;
        }
        hits.iter().for_each(|&hit| self.comment_hit(reach.into(), hit));
        let of = number_of(hits.len());
        for (hit, index) in hits.into_iter().zip(1..) {
            let label = match (reach.find, reach.backward) {
                (true, _) => "Found",
                (false, true) => "previous*",
                (false, false) => "next*",
            };
            if automatic {
                self.scratch.comments.note(hit, Note::Hit { label, index, of });
            }
        }
        Some(count)
    }

    /// What some searches find from a position where they match.
    pub(in crate::search) fn match_reached(&mut self, searches: &[SearchedIr], node: u32) -> Vec<Reached> {
        let mut found = Vec::new();
        for SearchedIr { reach, all } in searches {
            let positions = self.muted(|evaluator| match all {
                true => evaluator.hits(reach, node),
                false => evaluator.first_hit(reach.into(), node).into_iter().collect(),
            });
            let filter = match (reach.find, reach.backward) {
                (true, _) => "find",
                (false, true) => "previous*",
                (false, false) => "next*",
            };
            found.push(Reached { filter, positions });
        }
        found
    }

    /// `find`: the first position that matches.
    pub(super) fn find(&mut self, found: &FoundIr, node: u32) -> Option<u32> {
        let hit = self.first_hit(found.into(), node)?;
        if self.scratch.comments.wanted() {
            self.comment_hit(found.into(), hit);
            if !found.quiet && self.automatic {
                self.scratch.comments.text(hit, "Found");
            }
        }
        Some(hit)
    }

    /// Evaluates a body once more where it is known to match, for its comments, unless it has left them already.
    fn comment_hit(&mut self, search: BodyScan, hit: u32) {
        if self.plan.ir.bool_info(search.body).comments && !self.comments_at_once(search) {
            self.truth(search.body, hit);
        }
    }

    /// True if the comments of a body are made where it is evaluated: it has effects, and cannot be evaluated once more for
    /// them, or some stay where it fails.
    fn comments_at_once(&self, search: BodyScan) -> bool {
        let info = self.plan.ir.bool_info(search.body);
        let left = search.find && info.remains && self.scratch.comments.wanted();
        info.effect || left || (info.comments && self.context.compat.keep_all_comments)
    }

    /// True if a body that is evaluated one position after the other holds.
    fn asked(&mut self, search: BodyScan, q: u32) -> bool {
        if !self.spend(1, q) {
            return false;
        }
        if !self.comments_at_once(search) {
            return self.holds(search.body, q);
        }
        let mark = self.scratch.comments.mark();
        let holds = self.scratch.error.is_none() && self.truth(search.body, q);
        if !holds && !search.find {
            self.scratch.comments.cut(mark);
        }
        holds
    }

    /// The first position that matches, this one included.
    fn first_hit(&mut self, search: BodyScan, node: u32) -> Option<u32> {
        let body = search.body;
        match (search.depth, search.backward) {
            (depth, true) if self.comments_at_once(search) => self.upward(node, depth).find(|&q| self.asked(search, q)),
            (depth, false) if self.comments_at_once(search) || depth.is_some() => {
                self.within(node, depth).find(|&q| self.asked(search, q))
            }
            (_, false) => self.next_hit(search, node, self.view.end(node)),
            (None, true) if self.is_closed(body) && !self.is_imagined(node) => {
                self.with_prefix_counts(body, |counts| counts.nearest(node))
            }
            (None, true) if self.is_parametric(body) && !self.is_imagined(node) => match self.solved(body, node) {
                Some(hits) => self.lines_above(node).find_map(|line| self.scratch.solutions.last(body, line, &hits)),
                None => self.with_keyed_column(body, |evaluator, column| evaluator.last_hit(column, body, node)),
            },
            (depth, true) => self.upward(node, depth).find(|&q| self.asked(search, q)),
        }
    }

    /// The nearest position on the way to the root where a body with a column for the present values holds.
    fn last_hit(&mut self, column: &mut Column, body: BoolId, node: u32) -> Option<u32> {
        let mut passed = 0;
        let mut hit = None;
        'lines: for line in self.lines_above(node) {
            let mut end = line.end;
            while let Some(candidate) = column.last_candidate(line.start, end) {
                passed += 1;
                if !self.spend(1, node) {
                    break 'lines;
                }
                if self.keyed_truth(column, body, candidate) {
                    hit = Some(candidate);
                    break 'lines;
                }
                end = candidate;
            }
        }
        self.note_asked(body, passed);
        hit
    }

    /// All positions that match, in the order in which they are evaluated.
    fn hits(&mut self, reach: &ReachIr, node: u32) -> Vec<u32> {
        let (body, search) = (reach.body, BodyScan::from(reach));
        let at_once = self.comments_at_once(search);
        let ahead = reach.depth.is_none() && !reach.backward && !at_once;
        if ahead && let Some(hits) = self.solved_in_game(body, node) {
            let end = self.view.end(node);
            let next = |from: u32| self.scratch.solutions.first(body, from..end, &hits);
            return std::iter::successors(next(node), |&hit| next(hit + 1)).collect();
        }
        let in_column = matches!(self.plan.source(body), Source::Column(_));
        if ahead && in_column && !self.is_imagined(node) {
            let (mut hits, mut from, end) = (Vec::new(), node, self.view.end(node));
            while from < end
                && let Some(hit) = self.next_hit(search, from, end)
            {
                hits.push(hit);
                from = hit + 1;
            }
            return hits;
        }
        match reach.backward {
            false => self.within(node, reach.depth).filter(|&q| self.asked(search, q)).collect(),
            true => self.upward(node, reach.depth).filter(|&q| self.asked(search, q)).collect(),
        }
    }

    /// The number of positions that match, without a bound on the distance.
    fn count_hits(&mut self, search: BodyScan, node: u32) -> i64 {
        let BodyScan { body, backward, .. } = search;
        let end = self.view.end(node);
        if self.is_closed(body) && !self.is_imagined(node) {
            return self.with_prefix_counts(body, |counts| {
                if backward { counts.above(node) } else { counts.between(node, end) }
            });
        }
        if let Some(hits) = self.solved_in_game(body, node) {
            let solutions = &self.scratch.solutions;
            return match backward {
                true => self.lines_above(node).map(|line| i64::from(solutions.count(body, line, &hits))).sum(),
                false => i64::from(solutions.count(body, node..end, &hits)),
            };
        }
        if backward {
            return count_of(self.upward(node, None).filter(|&q| self.asked(search, q)).count());
        }
        let (mut count, mut from) = (0, node);
        while from < end
            && let Some(hit) = self.next_hit(search, from, end)
        {
            count += 1;
            from = hit + 1;
        }
        count
    }

    /// The counts at the positions of a block, of those that match; none where they are not looked up.
    pub(super) fn counts_ahead(&mut self, reach: &ReachIr, block: Block, values: &mut [i64; 64]) -> Option<u64> {
        let range = match reach.range {
            None => None,
            Some(range) => Some(range.constant()?),
        };
        if reach.depth.is_some() || !self.is_closed(reach.body) {
            return None;
        }
        let view = self.view;
        Some(self.with_prefix_counts(reach.body, |counts| {
            let mut has = 0;
            for (place, node) in block.positions() {
                let back = reach.backward;
                let count = if back { counts.above(node) } else { counts.between(node, view.end(node)) };
                values[place] = count;
                has |= u64::from(range.is_none_or(|(low, high)| low <= count && count <= high)) << place;
            }
            has
        }))
    }

    /// The first position from `node` on, before `end`, where the body holds.
    fn next_hit(&mut self, search: BodyScan, mut node: u32, end: u32) -> Option<u32> {
        let body = search.body;
        match self.plan.source(body) {
            _ if self.is_imagined(node) => self.asked(search, node).then_some(node),
            Source::Column(column) => {
                self.holds(body, node);
                let by_blocks = self.goes_by_blocks(body);
                loop {
                    let candidate = self.scratch.answers.columns[column.index()].next_candidate(node, end)?;
                    if !self.spend(1, node) {
                        return None;
                    }
                    if by_blocks {
                        self.truths(body, self.whole_block(candidate as usize / 64));
                    }
                    if self.holds(body, candidate) {
                        return Some(candidate);
                    }
                    node = candidate + 1;
                    if node >= end {
                        return None;
                    }
                }
            }
            _ if self.is_parametric(body) => match self.solved(body, node) {
                Some(hits) => self.scratch.solutions.first(body, node..end, &hits),
                None => self.with_keyed_column(body, |evaluator, column| {
                    let from = node;
                    loop {
                        let candidate = column.next_candidate(node, end);
                        if candidate.is_some() && !evaluator.spend(1, node) {
                            return None;
                        }
                        let hit = candidate.filter(|&candidate| evaluator.keyed_truth(column, body, candidate));
                        node = candidate.map_or(end, |candidate| candidate + 1);
                        if hit.is_some() || node >= end {
                            evaluator.note_asked(body, (node - from) as usize);
                            return hit;
                        }
                    }
                }),
            },
            _ => (node..end).find(|&q| self.asked(search, q)),
        }
    }

    /// Asks the counts of a closed body, which are made for the whole game when they are first requested.
    fn with_prefix_counts<T>(&mut self, body: BoolId, ask: impl FnOnce(&PrefixCounts) -> T) -> T {
        let counts = match self.scratch.facts.prefix_counts.remove(&body.index()) {
            Some(counts) => counts,
            None => {
                if self.goes_by_blocks(body) {
                    (0..self.blocks()).for_each(|number| _ = self.truths(body, self.whole_block(number)));
                }
                PrefixCounts::new(self.view, |q| self.holds(body, q))
            }
        };
        let answer = ask(&counts);
        self.scratch.facts.prefix_counts.insert(body.index(), counts);
        answer
    }

    fn is_closed(&self, body: BoolId) -> bool {
        let info = self.plan.ir.bool_info(body);
        self.plan.options.columns && info.is_closed()
    }

    fn is_parametric(&self, body: BoolId) -> bool {
        let info = self.plan.ir.bool_info(body);
        self.plan.options.columns && !info.effect && !info.reads.is_empty()
    }

    /// Works with the column of a predicate for the present values of the variables that it reads.
    fn with_keyed_column<T>(&mut self, body: BoolId, work: impl FnOnce(&mut Self, &mut Column) -> T) -> T {
        // The values of the variables are looked up.
        self.spend(STEP, 0);
        let key = (body.index(), self.key(&self.plan.ir.bool_info(body).reads));
        let mut column = match self.scratch.memos.keyed.remove(&key) {
            Some(column) => column,
            None => {
                // A column is cleared a word at a time.
                let len = self.view.len() as usize;
                self.note_asked(body, len / 32 + 1);
                self.scratch.memos.fresh_column(len, self.scratch.meter.is_short())
            }
        };
        let result = work(self, &mut column);
        self.scratch.memos.keyed.insert(key, column);
        result
    }

    /// The solution of a body that reads variables, from a position of the game.
    fn solved_in_game(&mut self, body: BoolId, node: u32) -> Option<Hits> {
        if self.is_parametric(body) && !self.is_imagined(node) { self.solved(body, node) } else { None }
    }

    fn keyed_truth(&mut self, column: &mut Column, body: BoolId, node: u32) -> bool {
        if let Some(known) = column.get(node) {
            return known;
        }
        let value = self.holds(body, node);
        column.set(node, value);
        value
    }

    /// This position and what follows it at most `depth` moves away, in order of position ids.
    fn within(&self, node: u32, depth: Option<u32>) -> impl Iterator<Item = u32> + use<'a> {
        let view = self.view;
        let deepest = depth.map_or(u32::MAX, |depth| view.node(node).ply.saturating_add(depth));
        let end = view.end(node);
        let mut next = node;
        std::iter::from_fn(move || {
            let q = next;
            if q >= end {
                return None;
            }
            next = if view.node(q).ply < deepest { q + 1 } else { view.end(q) };
            Some(q)
        })
    }

    /// The way from a position up to the root as ranges of position ids, one for each line of play: the nearest first.
    fn lines_above(&self, node: u32) -> impl Iterator<Item = Range<u32>> + use<'a> {
        let view = self.view;
        let mut last = Some(node);
        std::iter::from_fn(move || {
            let q = last?;
            // Along a line ids grow as plies do, elsewhere they grow faster.
            let lead = |k: u32| k - view.node(k).ply;
            let (mut low, mut high) = (0, q);
            while low < high {
                let middle = low + (high - low) / 2;
                if lead(middle) < lead(q) { low = middle + 1 } else { high = middle }
            }
            last = view.parent(low);
            Some(low..q + 1)
        })
    }

    /// This position and those before it, at most `depth` moves away, up to the root.
    fn upward(&self, node: u32, depth: Option<u32>) -> impl Iterator<Item = u32> + use<'a> {
        let view = self.view;
        let moves = depth.map_or(usize::MAX, |depth| depth as usize + 1);
        std::iter::successors(Some(node), move |&q| view.parent(q)).take(moves)
    }
}
