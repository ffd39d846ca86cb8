//! The naive matcher, straight from the definition of run order: recursion over the pattern, no automaton, no memory
//! of what failed. The engines are compared with it. For tests only: exponential, and as deep as the match is long.
//!
//! The rest of the pattern, still to be matched, is a list. Its first item decides:
//!
//! | first item | attempts, in this order |
//! |---|---|
//! | predicate | ask; if it holds: success if the rest can be empty, then each node that follows |
//! | edge predicate | for each child: ask; if it holds: success if the rest can be empty, then that child |
//! | alternatives | each in order |
//! | `X{a,b}`, a > 0 | `X X{a-1,b-1}` |
//! | `X{0,b}` | first the rest; then, if b > 0, `X`, which must have consumed something, and `X{0,b-1}` |
//! | `any(X, Y)` | `X any(Y)`, then `Y any(X)` |
//! | `both(X, Y)` | `X`, if `Y` matches the same nodes |
//!
//! If a match may differ from the pattern, runs with exactly 0, 1, 2 and so on differences are tried, until one succeeds.
//! After a predicate that holds come, if differences are left: the same node without asking, no node at all, and a node
//! too many.

use crate::ids::number_of;
use std::collections::BTreeSet;

use crate::config::Almost;
use crate::ids::Pred;
use crate::pattern::{Pattern, PatternKind};
use crate::traceback::{Step, holds};
use crate::tree::{Cell, Choice, Direction, Symbols, Tree, after_next, first_next};

/// The chosen match from `start` and its steps.
pub fn run<T: Tree, S: Symbols>(
    pattern: &Pattern,
    tree: &T,
    symbols: &mut S,
    way: (Direction, Choice),
    start: u32,
) -> Option<(Cell, Vec<Step>)> {
    run_within(u64::MAX, pattern, tree, symbols, way, start).ok().flatten()
}

/// The oracle was stopped before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenUp;

/// As [`run`], with a limit on how often an item of the pattern is tried at a node.
///
/// # Errors
///
/// [`GivenUp`] at the limit.
pub fn run_within<T: Tree, S: Symbols>(
    tries: u64,
    pattern: &Pattern,
    tree: &T,
    symbols: &mut S,
    (direction, choice): (Direction, Choice),
    start: u32,
) -> Result<Option<(Cell, Vec<Step>)>, GivenUp> {
    run_almost(tries, (pattern, None), tree, symbols, (direction, choice), start)
}

/// As [`run_within`], of a pattern from which a match may differ.
///
/// # Errors
///
/// [`GivenUp`] at the limit.
pub fn run_almost<T: Tree, S: Symbols>(
    tries: u64,
    (pattern, almost): (&Pattern, Option<Almost>),
    tree: &T,
    symbols: &mut S,
    (direction, choice): (Direction, Choice),
    start: u32,
) -> Result<Option<(Cell, Vec<Step>)>, GivenUp> {
    let (run, via) = (Vec::new(), Vec::new());
    let mut oracle = Oracle { tree, symbols, direction, choice, tries, almost, left: 0, run, via, best: None };
    if oracle.symbols.skip(start) {
        return Ok(None);
    }
    let rest = Rest::Then(Item::Part(pattern), &Rest::End);
    if almost.is_none() && oracle.can_be_empty(&rest) {
        oracle.record(start);
    }
    for differences in 0..=almost.map_or(0, |almost| almost.differences) {
        if oracle.best.is_none() || almost.is_none() {
            oracle.left = differences;
            oracle.go(&rest, start);
        }
    }
    if oracle.tries == 0 { Err(GivenUp) } else { Ok(oracle.best) }
}

/// The rest to be matched.
enum Rest<'r> {
    End,
    Then(Item<'r>, &'r Rest<'r>),
}

enum Item<'r> {
    Part(&'r Pattern),
    Parts(&'r [Pattern]),
    Times(&'r Pattern, u32, Option<u32>),
    /// Fails unless more nodes than this have been consumed.
    Consumed(usize),
    /// Those of the members that are in the set, as bits.
    AnyOf(&'r [Pattern], u32),
    /// Fails unless all of these match the nodes consumed since this count.
    Also(&'r [Pattern], usize),
}

/// The numbers of differences that are made, as bits, if first `a` and then `b` may be made.
fn sum(a: u32, b: u32) -> u32 {
    (0..16).filter(|i| a >> i & 1 == 1).fold(0, |all, i| all | b << i & 0xFFFF)
}

/// The numbers of differences with which a pattern can be empty, as bits: what is left out counts.
fn empties(pattern: &Pattern) -> u32 {
    match pattern.kind() {
        PatternKind::Empty | PatternKind::Test(_) => 1,
        PatternKind::Pred(_) => 2,
        PatternKind::Concat(parts) | PatternKind::AnyOrder(parts) => parts.iter().map(empties).fold(1, sum),
        PatternKind::Alt(parts) => parts.iter().map(empties).fold(0, |all, part| all | part),
        PatternKind::Repeat { inner, min, .. } => (0..*min).fold(1, |all, _| sum(all, empties(inner))),
        PatternKind::Both(parts) => parts.iter().map(|part| empties(part) & 1).fold(1, |all, part| all & part),
    }
}

/// The members of a set, with what is left of it.
fn members(parts: &[Pattern], set: u32) -> impl Iterator<Item = (&Pattern, u32)> {
    parts.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1).map(move |(i, part)| (part, set & !(1 << i)))
}

struct Oracle<'a, T, S> {
    tree: &'a T,
    symbols: &'a mut S,
    direction: Direction,
    choice: Choice,
    /// The number of tries left.
    tries: u64,
    almost: Option<Almost>,
    /// The number of differences still to be made.
    left: u8,
    run: Vec<Step>,
    /// For each step, the node next to it into which the run went on.
    via: Vec<Option<u32>>,
    best: Option<(Cell, Vec<Step>)>,
}

impl<T: Tree, S: Symbols> Oracle<'_, T, S> {
    fn record(&mut self, end: u32) {
        let len = number_of(self.run.len());
        if self.best.as_ref().is_none_or(|(best, _)| self.choice.prefers(len, best.len)) {
            self.best = Some((Cell { len, end }, self.run.clone()));
        }
    }

    fn stopped(&self) -> bool {
        self.tries == 0 || self.choice == Choice::First && self.best.is_some()
    }

    /// Asked after a node was consumed, so every [`Item::Consumed`] in the list is satisfied.
    fn can_be_empty(&mut self, rest: &Rest<'_>) -> bool {
        let (mut all, mut rest) = (1, rest);
        while let Rest::Then(item, then) = rest {
            let item = match *item {
                Item::Part(part) => empties(part),
                Item::Parts(parts) => parts.iter().map(empties).fold(1, sum),
                Item::Times(part, min, _) => (0..min).fold(1, |all, _| sum(all, empties(part))),
                Item::Consumed(_) => 1,
                Item::AnyOf(parts, set) => members(parts, set).map(|(part, _)| empties(part)).fold(1, sum),
                Item::Also(parts, from) => u32::from(self.also(parts, from)),
            };
            (all, rest) = (sum(all, item), then);
        }
        all >> self.left & 1 == 1
    }

    /// Do all of the patterns match the nodes consumed since this count? If the run has not yet gone on, it may
    /// choose the child.
    fn also(&mut self, patterns: &[Pattern], from: usize) -> bool {
        let Some(last) = self.run.last().filter(|_| self.run.len() > from).copied() else {
            return patterns.iter().all(|pattern| empties(pattern) & 1 == 1);
        };
        let chosen = self.via.last().copied().flatten().or(last.child);
        let mut next = chosen.or_else(|| first_next(self.tree, self.direction, last.node));
        loop {
            let all = patterns.iter().all(|part| self.ends(part, from, next).contains(&self.run.len()));
            let sibling = next.filter(|_| chosen.is_none());
            next = sibling.and_then(|next| after_next(self.tree, self.direction, last.node, next));
            if all || next.is_none() {
                return all;
            }
        }
    }

    /// The numbers of nodes of the run at which a match ends that begins after this number; `last` comes after the run.
    fn ends(&mut self, pattern: &Pattern, from: usize, last: Option<u32>) -> BTreeSet<usize> {
        let mut then = |part: &Pattern, from: &BTreeSet<usize>| -> BTreeSet<usize> {
            from.iter().flat_map(|&from| self.ends(part, from, last)).collect()
        };
        let one = BTreeSet::from([from]);
        match pattern.kind() {
            PatternKind::Empty | PatternKind::Test(_) => one,
            PatternKind::Concat(parts) => parts.iter().fold(one, |from, part| then(part, &from)),
            PatternKind::Alt(parts) => parts.iter().flat_map(|part| then(part, &one)).collect(),
            PatternKind::AnyOrder(parts) => {
                let mut known = vec![(one, (1 << parts.len()) - 1)];
                let mut found = BTreeSet::new();
                while let Some((from, set)) = known.pop() {
                    known.extend(members(parts, set).map(|(part, others)| (then(part, &from), others)));
                    found.extend(from.into_iter().filter(|_| set == 0));
                }
                found
            }
            PatternKind::Both(parts) => {
                let each = parts.iter().map(|part| then(part, &one));
                each.reduce(|all, part| all.intersection(&part).copied().collect()).unwrap_or_default()
            }
            PatternKind::Repeat { inner, min, max } => {
                let mut from = (0..*min).fold(one, |from, _| then(inner, &from));
                let mut all = from.clone();
                // More iterations than there are nodes lead to nothing new.
                for _ in 0..max.map_or(64, |max| max - min).min(64) {
                    from = then(inner, &from);
                    all.extend(&from);
                }
                all
            }
            PatternKind::Pred(pred) => {
                let Some(step) = self.run.get(from).copied() else { return BTreeSet::new() };
                let next = if from + 1 == self.run.len() { last } else { self.via[from] };
                let held = holds(self.tree, self.symbols, self.direction, (*pred, step.node, next));
                held.then_some(from + 1).into_iter().collect()
            }
        }
    }

    fn enter(&mut self, rest: &Rest<'_>, n: u32) {
        if self.symbols.skip(n) {
            self.follow(rest, n);
        } else {
            self.go(rest, n);
        }
    }

    fn follow(&mut self, rest: &Rest<'_>, n: u32) {
        let mut next = first_next(self.tree, self.direction, n);
        while let Some(node) = next {
            self.enter(rest, node);
            next = after_next(self.tree, self.direction, n, node);
        }
    }

    /// Consumes a node, goes on into a child (or all that follow), and comes back.
    fn consume(&mut self, step: Step, only: Option<u32>, rest: &Rest<'_>) {
        self.run.push(step);
        self.via.push(None);
        self.success(rest, step.node);
        self.go_on(only, step.node, |oracle, node| oracle.enter(rest, node));
        self.run.pop();
        self.via.pop();
    }

    /// Goes on from the node consumed last.
    fn go_on(&mut self, only: Option<u32>, n: u32, mut enter: impl FnMut(&mut Self, u32)) {
        let mut next = only.or_else(|| first_next(self.tree, self.direction, n));
        while let Some(node) = next {
            if let Some(via) = self.via.last_mut() {
                *via = Some(node);
            }
            enter(self, node);
            next = if only.is_some() { None } else { after_next(self.tree, self.direction, n, node) };
        }
        if let Some(via) = self.via.last_mut() {
            *via = None;
        }
    }

    fn go(&mut self, rest: &Rest<'_>, n: u32) {
        let Rest::Then(item, rest) = rest else { return };
        if self.stopped() {
            return;
        }
        match *item {
            Item::Part(part) => self.part(part, rest, n),
            Item::Parts([]) => self.go(rest, n),
            Item::Parts([part, parts @ ..]) => self.part(part, &Rest::Then(Item::Parts(parts), rest), n),
            Item::Times(part, min, max) => {
                let fewer = max.map(|max| max.saturating_sub(1));
                if min > 0 {
                    let rest = Rest::Then(Item::Times(part, min - 1, fewer), rest);
                    return self.part(part, &rest, n);
                }
                self.go(rest, n);
                if max != Some(0) && !self.stopped() {
                    let rest = Rest::Then(Item::Times(part, 0, fewer), rest);
                    let rest = Rest::Then(Item::Consumed(self.run.len()), &rest);
                    self.part(part, &rest, n);
                }
            }
            Item::Consumed(before) if self.run.len() > before => self.go(rest, n),
            Item::Consumed(_) => {}
            Item::AnyOf(_, 0) => self.go(rest, n),
            Item::AnyOf(parts, set) => {
                for (part, others) in members(parts, set) {
                    self.part(part, &Rest::Then(Item::AnyOf(parts, others), rest), n);
                }
            }
            Item::Also(parts, from) => {
                if self.also(parts, from) {
                    self.go(rest, n);
                }
            }
        }
    }

    fn part(&mut self, part: &Pattern, rest: &Rest<'_>, n: u32) {
        self.tries = self.tries.saturating_sub(1);
        if self.tries == 0 {
            return;
        }
        match part.kind() {
            PatternKind::Empty => self.go(rest, n),
            PatternKind::Test(_) => unreachable!("the oracle consumes nodes: tests belong to moves"),
            PatternKind::Pred(pred) => {
                self.hold(*pred, rest, n);
                let Some(almost) = self.almost.filter(|_| self.left > 0) else { return };
                self.miss(almost, *pred, rest, n);
                self.left -= 1;
                self.go(rest, n);
                self.left += 1;
                if !self.run.is_empty() {
                    self.insert(almost, *pred, rest, n);
                }
            }
            PatternKind::Concat(parts) => self.go(&Rest::Then(Item::Parts(parts), rest), n),
            PatternKind::Alt(parts) => {
                for part in parts {
                    if !self.stopped() {
                        self.part(part, rest, n);
                    }
                }
            }
            PatternKind::Repeat { inner, min, max } => self.go(&Rest::Then(Item::Times(inner, *min, *max), rest), n),
            PatternKind::AnyOrder(parts) => {
                self.go(&Rest::Then(Item::AnyOf(parts, (1 << parts.len()) - 1), rest), n);
            }
            PatternKind::Both(parts) => {
                if let Some((first, others)) = parts.split_first() {
                    self.part(first, &Rest::Then(Item::Also(others, self.run.len()), rest), n);
                }
            }
        }
    }

    /// The predicate holds and consumes the node.
    fn hold(&mut self, pred: Pred, rest: &Rest<'_>, n: u32) {
        let step = Step { node: n, pred, child: None, missed: None };
        if self.direction == Direction::Backward || !self.symbols.is_edge(pred) {
            if self.symbols.node(pred, n) {
                self.consume(step, None, rest);
            }
            return;
        }
        let mut child = first_next(self.tree, self.direction, n);
        loop {
            if self.stopped() {
                return;
            }
            if self.symbols.edge(pred, n, child) {
                self.consume(Step { child, ..step }, child, rest);
            }
            let Some(tried) = child else { return };
            child = after_next(self.tree, self.direction, n, tried);
            if child.is_none() {
                return;
            }
        }
    }

    /// The predicate does not hold, and consumes the node all the same.
    fn miss(&mut self, almost: Almost, pred: Pred, rest: &Rest<'_>, n: u32) {
        if self.symbols.node(almost.any, n) {
            self.left -= 1;
            self.consume(Step { node: n, pred: almost.any, child: None, missed: Some(pred) }, None, rest);
            self.left += 1;
        }
    }

    /// The node is one too many; the predicate consumes one after it.
    fn insert(&mut self, almost: Almost, pred: Pred, rest: &Rest<'_>, n: u32) {
        if !self.symbols.node(almost.any, n) {
            return;
        }
        self.left -= 1;
        self.run.push(Step { node: n, pred: almost.any, child: None, missed: None });
        self.via.push(None);
        self.go_on(None, n, |oracle, node| oracle.after_inserted(almost, pred, rest, node));
        self.run.pop();
        self.via.pop();
        self.left += 1;
    }

    fn after_inserted(&mut self, almost: Almost, pred: Pred, rest: &Rest<'_>, n: u32) {
        if self.symbols.skip(n) {
            let mut next = first_next(self.tree, self.direction, n);
            while let Some(node) = next {
                self.after_inserted(almost, pred, rest, node);
                next = after_next(self.tree, self.direction, n, node);
            }
            return;
        }
        self.tries = self.tries.saturating_sub(1);
        if self.stopped() {
            return;
        }
        self.hold(pred, rest, n);
        if self.left > 0 {
            self.miss(almost, pred, rest, n);
            self.insert(almost, pred, rest, n);
        }
    }

    fn success(&mut self, rest: &Rest<'_>, n: u32) {
        if !self.stopped() && self.can_be_empty(rest) {
            self.record(n);
        }
    }
}
