//! The properties of each node: what the node itself contributes, and what its children contribute.
//!
//! Some conjunctions have two orders (`Bool::Ordered`): the comments of `consecutivemoves` report the longest run of
//! all evaluations, so the pass that makes comments evaluates in the order of the text, and the pass that only searches
//! keeps cheap tests first.

use super::children::{Child, Left, NodeId, Parent};
use super::info::Info;
use super::node::{
    Bool, DashIr, Ir, LoopIr, MoveIr, MoveMode, Num, OuterValue, Pos, ReachIr, RegexSearch, SequenceIr, SequenceKind,
    Set, Stored, Text, TextPart, Value,
};
use super::relations::EchoIr;
use crate::syntax::catalogue::{DependsOn, Row};
use std::hash::Hash;

/// A node of which something is known.
pub(crate) trait Node: Parent + Stored + Clone + Eq + Hash {
    /// The properties of the node itself, regardless of its children.
    fn own(&self, ir: &Ir) -> Info;

    /// True if the node itself asks for nothing but the pieces on the board and the side to move.
    fn is_of_board(&self) -> bool {
        false
    }

    /// The properties of the node with its children.
    fn info(&self, ir: &Ir) -> Info {
        let own = Info { of_board: self.is_of_board(), ..self.own(ir) };
        self.children().into_iter().fold(own, |info, child| info.join(ir.contribution(child)))
    }

    /// The number of its parts, which take memory of their own: children, tests, sixteen letters of a text.
    fn parts(&self) -> usize {
        self.children().len()
    }

    /// Adds the node, as a value of its type.
    fn value(self, ir: &mut Ir) -> Value
    where
        Self::Id: Into<Value>,
    {
        ir.add(self).into()
    }
}

impl Ir {
    /// The number of a node: an old one if an equal pure node is there already.
    pub(crate) fn add<N: Node>(&mut self, node: N) -> N::Id {
        let info = node.info(self);
        // Nodes are kept twice, and lists of parts with them.
        let bytes = 2 * size_of::<N>() + size_of::<Info>() + 4 * info.reads.len() + 32 * node.parts();
        let before = N::arena(self).len();
        let id = N::arena(self).add(node, info);
        self.bytes += bytes * (N::arena(self).len() - before);
        id
    }

    /// The contribution of a child.
    fn contribution(&self, child: Child) -> Info {
        let mut info = self.info(child.node).times(child.times);
        info.comments &= !child.silent;
        info.remains = match child.left {
            Left::Nothing => false,
            Left::ByFailure => info.remains,
            Left::Everything => info.comments,
        };
        info.edge &= !child.elsewhere;
        info.reads.retain(|var| !child.binds.contains(var));
        info
    }

    /// The properties of a node of any type.
    pub(crate) fn info(&self, node: NodeId) -> Info {
        match node {
            NodeId::Value(value) => self.value_info(value),
            NodeId::Move(id) => self.move_info(id).clone(),
            NodeId::Dash(id) => self.dash_info(id).clone(),
            NodeId::Sequence(id) => self.sequence_info(id).clone(),
            NodeId::Loop(id) => self.each_info(id).clone(),
        }
    }

    /// The children of a node of any type.
    pub(crate) fn children(&self, node: NodeId) -> Vec<Child> {
        match node {
            NodeId::Value(Value::Bool(id)) => self.bool(id).children(),
            NodeId::Value(Value::Set(id)) => self.set(id).children(),
            NodeId::Value(Value::Num(id)) => self.num(id).children(),
            NodeId::Value(Value::Pos(id)) => self.pos(id).children(),
            NodeId::Value(Value::Text(id)) => self.text(id).children(),
            NodeId::Value(Value::Piece(_) | Value::Dictionary(_)) => Vec::new(),
            NodeId::Move(id) => self.move_filter(id).children(),
            NodeId::Dash(id) => self.dash(id).children(),
            NodeId::Sequence(id) => self.sequence(id).children(),
            NodeId::Loop(id) => self.each(id).children(),
        }
    }
}

fn is_of_board(row: &Row) -> bool {
    matches!(row.depends_on, DependsOn::Arguments | DependsOn::Board)
}

fn applied(row: &Row) -> Info {
    Info { effect: row.effect, ..Info::leaf(row.cost) }
}

/// The text of a position in a variation leaves its id there as a comment.
fn items(items: &[TextPart]) -> Info {
    Info { comments: items.iter().any(|item| matches!(item.value, Value::Pos(_))), ..Info::leaf(100) }
}

fn reach(reach: &ReachIr) -> Info {
    Info { comments: !reach.quiet, ..Info::leaf(100) }.reading_range(reach.range)
}

fn echo(echo: &EchoIr) -> Info {
    Info { comments: !echo.quiet, ..Info::default() }
}

/// A search that keeps its groups can be observed by what reads them.
fn search(search: &RegexSearch, ir: &Ir) -> Info {
    let cost = if ir.pattern(search.pattern).backtracks() { 1000 } else { 100 };
    Info { effect: search.history.is_some(), ..Info::leaf(cost) }
}

/// The cost of a test of texts that are the same at every position of a game: it is made once a game.
const GAME_TEST: u32 = 3;

impl Node for Bool {
    fn own(&self, ir: &Ir) -> Info {
        match self {
            Bool::Apply(op, _) => applied(op.row()),
            Bool::NonEmpty(_)
            | Bool::HasNum(_)
            | Bool::HasPos(_)
            | Bool::HasText(_)
            | Bool::Not(_)
            | Bool::Ordered { .. }
            | Bool::Silent(_)
            | Bool::All(_)
            | Bool::Move(_)
            | Bool::Dash(_)
            | Bool::LastMoveFits(_)
            | Bool::Sequence(_) => Info::default(),
            Bool::Constant(_) | Bool::And(_) | Bool::Or(_) | Bool::AnyCopy(_) | Bool::Placements(_) => Info::leaf(1),
            Bool::If { .. } => Info::leaf(1),
            Bool::Subset(..) | Bool::SetsEqual(..) | Bool::At(..) => Info::leaf(2),
            Bool::Nag(_) => Info::leaf(5),
            Bool::While { .. } => Info::leaf(10),
            Bool::Hhdb(_) => Info::leaf(40),
            Bool::Substring(..) => Info::leaf(50),
            Bool::InFile(_) => Info::leaf(100),
            // Nobody knows what it does, so that it is evaluated as seldom as can be.
            Bool::Predicate { linear, .. } => Info { edge: *linear, ..Info::leaf(1_000) },
            Bool::AssignSet { .. } | Bool::AssignNum(..) | Bool::AssignPos(..) | Bool::AssignText(..) => {
                Info::default().with_effect()
            }
            Bool::AssignSlice { var, .. } => Info::leaf(50).reading(*var).with_effect(),
            Bool::AssignPiece(..) => Info::leaf(10).with_effect(),
            Bool::Comment(parts) => items(parts).with_comments(),
            Bool::Message { quiet: true, items: parts } => items(parts).with_effect(),
            Bool::Message { quiet: false, items: parts } => items(parts).with_effect().with_comments(),
            Bool::Reach(of) => reach(of),
            Bool::IsBound(var) => Info::leaf(2).reading(*var),
            Bool::Unbind(_) => Info::leaf(2).with_effect(),
            Bool::SetTag(..) | Bool::RemoveTag(_) => Info::leaf(50).with_effect(),
            Bool::Echo(of) => echo(of),
            Bool::EachMatch { search: of, .. } => search(of, ir),
            Bool::AssignEntry { of, .. } => Info::leaf(30).reading(*of).with_effect(),
            Bool::HasEntry { of, .. } => Info::leaf(30).reading(*of),
            Bool::UnbindEntries { of, .. } => Info::leaf(20).reading(*of).with_effect(),
            Bool::EachKey { of, .. } => Info::default().reading(*of),
        }
    }

    fn is_of_board(&self) -> bool {
        match self {
            Bool::Apply(op, _) => is_of_board(op.row()),
            Bool::Constant(_)
            | Bool::NonEmpty(_)
            | Bool::HasNum(_)
            | Bool::And(_)
            | Bool::Or(_)
            | Bool::Not(_)
            | Bool::Subset(..)
            | Bool::SetsEqual(..)
            | Bool::All(_)
            | Bool::AnyCopy(_)
            | Bool::Placements(_)
            | Bool::Ordered { .. }
            | Bool::Silent(_)
            | Bool::If { .. } => true,
            _ => false,
        }
    }

    fn info(&self, ir: &Ir) -> Info {
        let own = Info { of_board: self.is_of_board(), ..self.own(ir) };
        let info = self.children().into_iter().fold(own, |info, child| info.join(ir.contribution(child)));
        if ir.is_game_test(self) { Info { cost: GAME_TEST, ..info } } else { info }
    }

    fn parts(&self) -> usize {
        let tests = if let Bool::Placements(placements) = self { placements.tests() } else { 0 };
        self.children().len() + tests
    }
}

impl Node for Set {
    fn own(&self, _: &Ir) -> Info {
        match self {
            Set::Apply(op, _) => applied(op.row()),
            Set::Loop(_) | Set::Move(..) | Set::Dash { .. } | Set::If(..) => Info::default(),
            Set::Constant(_) | Set::Union(_) | Set::Intersect(_) | Set::Complement(_) | Set::Guard(..) => Info::leaf(1),
            Set::Designator(_) | Set::At(..) | Set::Tracked => Info::leaf(2),
            Set::Variable(var) | Set::Piece(var) => Info::leaf(2).reading(*var),
            Set::LastMove { .. } => Info::leaf(3),
            Set::Sort(..) => Info::leaf(5).with_effect(),
            Set::SameSquares(..) => Info::leaf(10),
            Set::Direction { range, .. } => Info::leaf(20).reading_range(Some(*range)),
            Set::Entry { of, .. } => Info::leaf(30).reading(*of),
            Set::Chain(_) | Set::Ray { .. } => Info::leaf(60),
            Set::Compared { .. } => Info::leaf(150),
        }
    }

    fn is_of_board(&self) -> bool {
        match self {
            Set::Apply(op, _) => is_of_board(op.row()),
            Set::Designator(_)
            | Set::Constant(_)
            | Set::Variable(_)
            | Set::Union(_)
            | Set::Intersect(_)
            | Set::Complement(_)
            | Set::Chain(_)
            | Set::Ray { .. }
            | Set::Direction { .. }
            | Set::Loop(_)
            | Set::Guard(..)
            | Set::If(..)
            | Set::Compared { .. } => true,
            _ => false,
        }
    }
}

impl Node for Num {
    fn own(&self, _: &Ir) -> Info {
        match self {
            Num::Apply(op, _) => applied(op.row()),
            Num::Sequence(_)
            | Num::Measure(_)
            | Num::Differences(_)
            | Num::MoveCount(_)
            | Num::Dash { .. }
            | Num::CountDash(_)
            | Num::CountWays(_)
            | Num::If(..) => Info::default(),
            Num::Constant(_) | Num::Count(_) | Num::Negate(_) | Num::Sum(_) | Num::Guard(..) | Num::Call(..) => {
                Info::leaf(1)
            }
            Num::Multiply(..) | Num::Divide(..) | Num::Modulo(..) | Num::Compare(..) => Info::leaf(1),
            Num::InRange(range, _) | Num::Copies(range, _) => Info::leaf(1).reading_range(Some(*range)),
            Num::Length(_) | Num::Extreme { .. } | Num::MaxCopy(_) | Num::At(..) => Info::leaf(2),
            Num::Variable(var) | Num::PieceNumber(var) => Info::leaf(2).reading(*var),
            Num::Entries(of) => Info::leaf(3).reading(*of),
            Num::Sort(..) => Info::leaf(5).with_effect(),
            Num::GroupStart(history, _) => Info::leaf(10).reading(*history),
            Num::Entry { of, .. } => Info::leaf(30).reading(*of),
            Num::AttackPairs(..) | Num::Hhdb(_) => Info::leaf(40),
            Num::Similar(_) => Info::leaf(100),
            Num::Reach(of) => reach(of),
            Num::Echo(of) => echo(of),
            Num::CommonMoves(common) => {
                let noted = common.record.is_some();
                let own = Info { comments: noted, remembers: noted, ..Info::leaf(1000) };
                own.reading(common.first).reading(common.second).reading_range(common.range)
            }
        }
    }

    fn is_of_board(&self) -> bool {
        match self {
            Num::Apply(op, _) => is_of_board(op.row()),
            Num::Constant(_)
            | Num::Variable(_)
            | Num::Count(_)
            | Num::Negate(_)
            | Num::Sum(_)
            | Num::Multiply(..)
            | Num::Divide(..)
            | Num::Modulo(..)
            | Num::Compare(..)
            | Num::Extreme { .. }
            | Num::InRange(..)
            | Num::Copies(..)
            | Num::MaxCopy(_)
            | Num::AttackPairs(..)
            | Num::Guard(..)
            | Num::If(..) => true,
            _ => false,
        }
    }
}

impl Node for Pos {
    fn own(&self, _: &Ir) -> Info {
        match self {
            Pos::Apply(op, _) => applied(op.row()),
            Pos::SequenceEnd(_) | Pos::Measure(_) | Pos::Dash { .. } | Pos::If(..) => Info::default(),
            Pos::At(..) | Pos::Guard(..) | Pos::Call(..) => Info::leaf(1),
            Pos::Compare(..) => Info::leaf(2),
            Pos::Variable(var) => Info::leaf(2).reading(*var),
            Pos::Entry { of, .. } => Info::leaf(30).reading(*of),
            Pos::Find(found) => Info { comments: !found.quiet, ..Info::leaf(100) },
            Pos::Imagine(_) => Info::leaf(200),
        }
    }
}

impl Node for Text {
    fn own(&self, ir: &Ir) -> Info {
        match self {
            Text::Apply(op, _) => applied(op.row()),
            Text::Dash { .. } | Text::If(..) => Info::default(),
            Text::Guard(..) | Text::Call(..) => Info::leaf(1),
            Text::At(..) => Info::leaf(2),
            Text::Constant(_) => Info::leaf(5),
            Text::Variable(var) => Info::leaf(10).reading(*var),
            Text::Game(_) | Text::Compare(..) | Text::Extreme { .. } => Info::leaf(20),
            Text::Group(history, _) => Info::leaf(20).reading(*history),
            Text::Sort(..) => Info::leaf(20).with_effect(),
            Text::Concat(_) | Text::Slice { .. } => Info::leaf(30),
            Text::Entry { of, .. } => Info::leaf(30).reading(*of),
            Text::Hhdb(_) | Text::AwardClass(_) => Info::leaf(40),
            Text::Str(parts) => items(parts),
            Text::Match(of) => search(of, ir),
        }
    }

    fn parts(&self) -> usize {
        let letters = if let Text::Constant(text) = self { text.len() } else { 0 };
        self.children().len() + letters / 16
    }
}

impl Node for MoveIr {
    fn own(&self, _: &Ir) -> Info {
        let looked_at = match self.mode {
            MoveMode::Played | MoveMode::Previous => 8,
            MoveMode::Legal | MoveMode::Pseudolegal => 300,
        };
        Info { edge: self.linear, ..Info::leaf(looked_at + if self.reverse { 5_000 } else { 0 }) }
    }
}

impl Node for DashIr {
    fn own(&self, _: &Ir) -> Info {
        Info::leaf(8)
    }
}

impl Node for SequenceIr {
    fn own(&self, _: &Ir) -> Info {
        let (status, written) = match &self.kind {
            SequenceKind::Next(_) | SequenceKind::Line(..) => (false, false),
            SequenceKind::Path(path) => (path.status, path.title.is_some() || path.verbose || path.piece_path),
        };
        let effect = self.ban.is_some() || status;
        Info { effect, comments: !self.quiet || written, ..Info::leaf(100) }.reading_range(self.range)
    }
}

impl Node for LoopIr {
    fn own(&self, _: &Ir) -> Info {
        match self.outer {
            OuterValue::None => Info::default(),
            OuterValue::Possible => Info::default().reading(self.var),
            // It stops the run, and only in the loop around it.
            OuterValue::Certain => Info::default().with_effect(),
        }
    }

    fn is_of_board(&self) -> bool {
        // The piece of a loop over pieces is known by the moves that it made.
        !self.piece
    }
}
