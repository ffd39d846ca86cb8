//! Properties of a node that are known without evaluating it: free variables, effects, cost.

use super::ids::VarId;
use super::value::{BoundIr, RangeIr};

/// Properties of a node, computed from its children when it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    /// Variables whose values it depends on, sorted. Empty and no effect: a function of the position alone.
    pub(crate) reads: Vec<VarId>,
    /// True if evaluating it changes anything that another evaluation can see: an assignment, a ban, a sort value,
    /// a printed message. Comments are not effects: they never change what matches.
    pub(crate) effect: bool,
    /// True if it leaves comments.
    pub(crate) comments: bool,
    /// True if it may leave comments although it fails: it takes nothing back itself. A set fails if it is empty.
    pub(crate) remains: bool,
    /// True if comments that it leaves tell of more than one evaluation: `consecutivemoves` shows the longest run of
    /// the game. While comments are made, it must be evaluated wherever the text asks it.
    pub(crate) remembers: bool,
    /// True if it depends on the move chosen from the position (a linearized `move`).
    pub(crate) edge: bool,
    /// True if it asks for nothing but the pieces on the board and the side to move.
    pub(crate) of_board: bool,
    /// Rough cost of one evaluation; one unit is about a nanosecond.
    pub(crate) cost: u32,
}

impl Info {
    /// A node without parts.
    pub(crate) fn leaf(cost: u32) -> Info {
        Info { cost, ..Info::default() }
    }

    /// Takes a part in.
    pub(crate) fn join(mut self, part: Info) -> Info {
        for var in part.reads {
            self = self.reading(var);
        }
        self.effect |= part.effect;
        self.comments |= part.comments;
        self.remains |= part.remains;
        self.remembers |= part.remembers;
        self.edge |= part.edge;
        self.of_board &= part.of_board;
        self.cost = self.cost.saturating_add(part.cost);
        self
    }

    /// Reads a variable.
    pub(crate) fn reading(mut self, var: VarId) -> Info {
        if let Err(place) = self.reads.binary_search(&var) {
            self.reads.insert(place, var);
        }
        self
    }

    /// Reads the variables in the ends of a range.
    pub(crate) fn reading_range(self, range: Option<RangeIr>) -> Info {
        let bounds = range.into_iter().flat_map(|range| [range.low, range.high]);
        bounds.fold(self, |info, bound| match bound {
            BoundIr::Variable(var) => info.reading(var),
            BoundIr::Constant(_) => info,
        })
    }

    /// Has an effect.
    pub(crate) fn with_effect(mut self) -> Info {
        self.effect = true;
        self
    }

    /// Leaves comments.
    pub(crate) fn with_comments(mut self) -> Info {
        self.comments = true;
        self
    }

    /// Costs this many times as much.
    pub(crate) fn times(mut self, factor: u32) -> Info {
        self.cost = self.cost.saturating_mul(factor);
        self
    }

    /// True if it is a function of the position alone (or of the edge, where `edge` is set).
    pub(crate) fn is_closed(&self) -> bool {
        !self.effect && self.reads.is_empty()
    }
}
