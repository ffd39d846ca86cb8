//! Prefix counts: where a predicate holds in a game, counted once, so that every later question takes constant time.

use crate::game::TreeView;

/// No position.
const NONE: u32 = u32::MAX;

/// The positions at which a closed predicate holds, as running counts over the game. Building them takes one question
/// for each position; every method then takes constant time.
#[derive(Debug)]
pub(crate) struct PrefixCounts {
    /// The number of matching positions before each id; one entry more than there are positions.
    before: Vec<u32>,
    /// The number of matching positions on the way from the root to each, itself included.
    above: Vec<u32>,
    /// The nearest matching position on the way to the root, itself included.
    nearest: Vec<u32>,
}

impl PrefixCounts {
    /// Asks the predicate at every position, in order of ids.
    pub(crate) fn new(view: TreeView<'_>, mut holds: impl FnMut(u32) -> bool) -> PrefixCounts {
        let len = view.len() as usize;
        let mut counts =
            PrefixCounts { before: vec![0], above: Vec::with_capacity(len), nearest: Vec::with_capacity(len) };
        for n in 0..view.len() {
            let hit = holds(n);
            let parent = view.parent(n).map(|parent| parent as usize);
            let above = parent.map_or(0, |parent| counts.above[parent]);
            let nearest = parent.map_or(NONE, |parent| counts.nearest[parent]);
            counts.before.push(counts.before[n as usize] + u32::from(hit));
            counts.above.push(above + u32::from(hit));
            counts.nearest.push(if hit { n } else { nearest });
        }
        counts
    }

    /// The number of matching positions from `n` on, before `end`.
    pub(crate) fn between(&self, n: u32, end: u32) -> i64 {
        i64::from(self.before[end as usize] - self.before[n as usize])
    }

    /// The number of matching positions on the way to the root, `n` included.
    pub(crate) fn above(&self, n: u32) -> i64 {
        i64::from(self.above[n as usize])
    }

    /// The nearest position on the way to the root that matches, `n` included.
    pub(crate) fn nearest(&self, n: u32) -> Option<u32> {
        Some(self.nearest[n as usize]).filter(|&hit| hit != NONE)
    }
}
