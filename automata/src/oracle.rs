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

use crate::pattern::{Pattern, PatternKind};
use crate::traceback::Step;
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
    let mut oracle = Oracle { tree, symbols, direction, choice, tries, run: Vec::new(), best: None };
    if oracle.symbols.skip(start) {
        return Ok(None);
    }
    let rest = Rest::Then(Item::Part(pattern), &Rest::End);
    if rest.can_be_empty() {
        oracle.record(start);
    }
    oracle.go(&rest, start);
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
}

impl Rest<'_> {
    /// Asked after a node was consumed, so every [`Item::Consumed`] in the list is satisfied.
    fn can_be_empty(&self) -> bool {
        match self {
            Rest::End => true,
            Rest::Then(item, rest) => {
                let item = match item {
                    Item::Part(part) => can_be_empty(part),
                    Item::Parts(parts) => parts.iter().all(can_be_empty),
                    Item::Times(part, min, _) => *min == 0 || can_be_empty(part),
                    Item::Consumed(_) => true,
                };
                item && rest.can_be_empty()
            }
        }
    }
}

fn can_be_empty(pattern: &Pattern) -> bool {
    match pattern.kind() {
        PatternKind::Empty | PatternKind::Test(_) => true,
        PatternKind::Pred(_) => false,
        PatternKind::Concat(parts) => parts.iter().all(can_be_empty),
        PatternKind::Alt(parts) => parts.iter().any(can_be_empty),
        PatternKind::Repeat { inner, min, .. } => *min == 0 || can_be_empty(inner),
    }
}

struct Oracle<'a, T, S> {
    tree: &'a T,
    symbols: &'a mut S,
    direction: Direction,
    choice: Choice,
    /// The number of tries left.
    tries: u64,
    run: Vec<Step>,
    best: Option<(Cell, Vec<Step>)>,
}

impl<T: Tree, S: Symbols> Oracle<'_, T, S> {
    fn record(&mut self, end: u32) {
        let len = self.run.len() as u32;
        if self.best.as_ref().is_none_or(|(best, _)| len > best.len) {
            self.best = Some((Cell { len, end }, self.run.clone()));
        }
    }

    fn stopped(&self) -> bool {
        self.tries == 0 || self.choice == Choice::First && self.best.is_some()
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
                if self.direction == Direction::Forward && self.symbols.is_edge(*pred) {
                    let mut child = first_next(self.tree, self.direction, n);
                    let leaf = child.is_none();
                    while (leaf || child.is_some()) && !self.stopped() {
                        if self.symbols.edge(*pred, n, child) {
                            self.run.push(Step { node: n, pred: *pred, child });
                            self.success(rest, n);
                            if let Some(child) = child {
                                self.enter(rest, child);
                            }
                            self.run.pop();
                        }
                        let Some(tried) = child else { break };
                        child = after_next(self.tree, self.direction, n, tried);
                    }
                } else if self.symbols.node(*pred, n) {
                    self.run.push(Step { node: n, pred: *pred, child: None });
                    self.success(rest, n);
                    self.follow(rest, n);
                    self.run.pop();
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
        }
    }

    fn success(&mut self, rest: &Rest<'_>, n: u32) {
        if !self.stopped() && rest.can_be_empty() {
            self.record(n);
        }
    }
}
