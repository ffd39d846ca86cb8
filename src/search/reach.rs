//! The evaluator: `next*`, `previous*` and `find`: what holds here or further on, in order of position ids.

use super::machine::Machine;
use super::solutions::Hits;
use crate::facts::{Column, Tally};
use crate::ir::{BoolId, FoundIr, ReachIr};
use crate::plan::Source;
use std::ops::Range;

impl<'a> Machine<'a> {
    /// Whether enough positions match; without a range, whether one does.
    pub(super) fn reach_holds(&mut self, reach: &ReachIr, n: u32) -> bool {
        if reach.range.is_some() {
            return self.reach_count(reach, n).is_some();
        }
        let Some(hit) = self.first_hit(reach.body, reach.backward, reach.depth, n) else { return false };
        if self.s.comments.wanted() {
            self.comment_hit(reach.body, hit);
            if self.automatic {
                let text = if reach.backward { "previous* 1 of 1" } else { "next* 1 of 1" };
                self.s.comments.text(hit, text);
            }
        }
        true
    }

    /// How many positions match, if the range allows it.
    pub(super) fn reach_count(&mut self, reach: &ReachIr, n: u32) -> Option<i64> {
        let mark = self.s.comments.mark();
        let speaks = self.automatic && !reach.quiet;
        let bodies = self.plan.ir.bool_info(reach.body).comments;
        let commented = self.s.comments.wanted() && (speaks || bodies);
        let one_by_one = commented || reach.depth.is_some() || self.plan.ir.bool_info(reach.body).effect;
        let hits = one_by_one.then(|| self.hits(reach, n));
        let count = match &hits {
            Some(hits) => hits.len() as i64,
            None => self.count_hits(reach.body, reach.backward, n),
        };
        let hits: Vec<u32> = hits.into_iter().flatten().filter(|_| commented).collect();
        if !self.in_range(reach.range, count, n) {
            // What the body of a `find` has said stays until a filter around it fails.
            match reach.find {
                true => hits.iter().for_each(|&hit| self.comment_hit(reach.body, hit)),
                false => self.s.comments.cut(mark),
            }
            return None;
        }
        hits.iter().for_each(|&hit| self.comment_hit(reach.body, hit));
        for (i, &hit) in hits.iter().enumerate() {
            let label = match (reach.find, reach.backward) {
                (true, _) => "Found",
                (false, true) => "previous*",
                (false, false) => "next*",
            };
            if speaks {
                self.s.comments.text(hit, format!("{label} {} of {count}", i + 1));
            }
        }
        Some(count)
    }

    /// `find`: the first position that matches.
    pub(super) fn find(&mut self, found: &FoundIr, n: u32) -> Option<u32> {
        let hit = self.first_hit(found.body, found.backward, None, n)?;
        if self.s.comments.wanted() {
            self.comment_hit(found.body, hit);
            if !found.quiet && self.automatic {
                self.s.comments.text(hit, "Found");
            }
        }
        Some(hit)
    }

    /// Evaluates a body once more where it is known to match, for its comments, unless it has left them already.
    fn comment_hit(&mut self, body: BoolId, hit: u32) {
        if self.plan.ir.bool_info(body).comments && !self.speaks_at_once(body) {
            self.truth(body, hit);
        }
    }

    /// Whether the comments of a body stay where it is asked: it has effects, and cannot be evaluated once more for
    /// them, or those of filters that fail stay too.
    fn speaks_at_once(&self, body: BoolId) -> bool {
        let info = self.plan.ir.bool_info(body);
        info.effect || (info.comments && self.departures.keep_all_comments)
    }

    /// Whether a body that is asked one position after the other holds.
    fn asked(&mut self, body: BoolId, q: u32) -> bool {
        if !self.spend(1, q) {
            return false;
        }
        if !self.speaks_at_once(body) {
            return self.holds(body, q);
        }
        let mark = self.s.comments.mark();
        let holds = self.s.error.is_none() && self.truth(body, q);
        if !holds {
            self.s.comments.cut(mark);
        }
        holds
    }

    /// The first position that matches, this one included.
    fn first_hit(&mut self, body: BoolId, backward: bool, depth: Option<u32>, n: u32) -> Option<u32> {
        match (depth, backward) {
            (None, false) => self.next_hit(body, n, self.view.end(n)),
            (Some(depth), false) => self.within(n, depth).find(|&q| self.asked(body, q)),
            (None, true) if self.is_closed(body) && !self.is_imagined(n) => {
                self.with_tally(body, |tally| tally.nearest(n))
            }
            (None, true) if self.is_parametric(body) && !self.is_imagined(n) => match self.solved(body, n) {
                Some(hits) => self.lines_above(n).find_map(|line| self.s.solutions.last(body, line, &hits)),
                None => {
                    let mut passed = 0;
                    let hit = self.upward(n, None).inspect(|_| passed += 1).find(|&q| self.asked(body, q));
                    self.note_asked(body, passed);
                    hit
                }
            },
            (depth, true) => self.upward(n, depth).find(|&q| self.asked(body, q)),
        }
    }

    /// All positions that match, in the order in which they are asked.
    fn hits(&mut self, reach: &ReachIr, n: u32) -> Vec<u32> {
        let body = reach.body;
        if let (None, false, Some(hits)) = (reach.depth, reach.backward, self.solved_in_game(body, n)) {
            let end = self.view.end(n);
            let next = |from: u32| self.s.solutions.first(body, from..end, &hits);
            return std::iter::successors(next(n), |&hit| next(hit + 1)).collect();
        }
        match (reach.depth, reach.backward) {
            (None, false) => (n..self.view.end(n)).filter(|&q| self.asked(body, q)).collect(),
            (Some(depth), false) => self.within(n, depth).filter(|&q| self.asked(body, q)).collect(),
            (depth, true) => self.upward(n, depth).filter(|&q| self.asked(body, q)).collect(),
        }
    }

    /// How many positions match, without a bound on the distance.
    fn count_hits(&mut self, body: BoolId, backward: bool, n: u32) -> i64 {
        let end = self.view.end(n);
        if self.is_closed(body) && !self.is_imagined(n) {
            return self.with_tally(body, |tally| if backward { tally.above(n) } else { tally.between(n, end) });
        }
        if let Some(hits) = self.solved_in_game(body, n) {
            let solutions = &self.s.solutions;
            return match backward {
                true => self.lines_above(n).map(|line| i64::from(solutions.count(body, line, &hits))).sum(),
                false => i64::from(solutions.count(body, n..end, &hits)),
            };
        }
        if backward {
            return self.upward(n, None).filter(|&q| self.asked(body, q)).count() as i64;
        }
        let (mut count, mut from) = (0, n);
        while from < end
            && let Some(hit) = self.next_hit(body, from, end)
        {
            count += 1;
            from = hit + 1;
        }
        count
    }

    /// The first position from `n` on, before `end`, where the body holds.
    fn next_hit(&mut self, body: BoolId, mut n: u32, end: u32) -> Option<u32> {
        match self.plan.source(body) {
            _ if self.is_imagined(n) => self.asked(body, n).then_some(n),
            Source::Column(column) => {
                self.holds(body, n);
                loop {
                    let candidate = self.s.columns[column.index()].next_candidate(n, end)?;
                    if !self.spend(1, n) {
                        return None;
                    }
                    if self.holds(body, candidate) {
                        return Some(candidate);
                    }
                    n = candidate + 1;
                    if n >= end {
                        return None;
                    }
                }
            }
            _ if self.is_parametric(body) => match self.solved(body, n) {
                Some(hits) => self.s.solutions.first(body, n..end, &hits),
                None => self.with_keyed_column(body, |machine, column| {
                    let from = n;
                    loop {
                        let candidate = column.next_candidate(n, end);
                        if candidate.is_some() && !machine.spend(1, n) {
                            return None;
                        }
                        let hit = candidate.filter(|&candidate| machine.keyed_truth(column, body, candidate));
                        n = candidate.map_or(end, |candidate| candidate + 1);
                        if hit.is_some() || n >= end {
                            machine.note_asked(body, (n - from) as usize);
                            return hit;
                        }
                    }
                }),
            },
            _ => (n..end).find(|&q| self.asked(body, q)),
        }
    }

    /// Asks the counts of a closed body, which are made for the whole game when they are first asked for.
    fn with_tally<T>(&mut self, body: BoolId, ask: impl FnOnce(&Tally) -> T) -> T {
        let tally = match self.s.tallies.remove(&body.index()) {
            Some(tally) => tally,
            None => Tally::new(self.view, |q| self.holds(body, q)),
        };
        let answer = ask(&tally);
        self.s.tallies.insert(body.index(), tally);
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
        let key = (body.index(), self.key(&self.plan.ir.bool_info(body).reads));
        let mut column = match self.s.keyed.remove(&key) {
            Some(column) => column,
            None => {
                // A column is cleared a word at a time.
                let len = self.view.len() as usize;
                self.note_asked(body, len / 32 + 1);
                self.s.fresh_column(len)
            }
        };
        let result = work(self, &mut column);
        self.s.keyed.insert(key, column);
        result
    }

    /// The solution of a body that reads variables, from a position of the game.
    fn solved_in_game(&mut self, body: BoolId, n: u32) -> Option<Hits> {
        if self.is_parametric(body) && !self.is_imagined(n) { self.solved(body, n) } else { None }
    }

    fn keyed_truth(&mut self, column: &mut Column, body: BoolId, n: u32) -> bool {
        if let Some(known) = column.get(n) {
            return known;
        }
        let value = self.holds(body, n);
        column.set(n, value);
        value
    }

    /// This position and what follows it at most `depth` moves away, in order of position ids.
    fn within(&self, n: u32, depth: u32) -> impl Iterator<Item = u32> + use<'a> {
        let view = self.view;
        let (end, deepest) = (view.end(n), view.node(n).ply.saturating_add(depth));
        let mut next = n;
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
    fn lines_above(&self, n: u32) -> impl Iterator<Item = Range<u32>> + use<'a> {
        let view = self.view;
        let mut last = Some(n);
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
    fn upward(&self, n: u32, depth: Option<u32>) -> impl Iterator<Item = u32> + use<'a> {
        let view = self.view;
        let moves = depth.map_or(usize::MAX, |depth| depth as usize + 1);
        std::iter::successors(Some(n), move |&q| view.parent(q)).take(moves)
    }
}
