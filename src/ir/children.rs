//! The children of each node, and how the node uses each of them. They are listed here and nowhere else.

use super::ids::{BoolId, DashId, LoopId, MoveId, NumId, PosId, SequenceId, SetId, TextId, VarId};
use super::node::{
    Bool, DashIr, EditIr, LoopIr, MeasureIr, MoveIr, MoveMode, Num, Pos, PromotionIr, RegexSearch, SequenceIr, Set,
    SquareCount, Text,
};
use super::relations::EchoIr;
use super::value::{Item, Value};

/// A node of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NodeId {
    Value(Value),
    Move(MoveId),
    Dash(DashId),
    Sequence(SequenceId),
    Loop(LoopId),
}

macro_rules! node_ids {
    ($($id:ty => $variant:expr;)*) => {$(
        impl From<$id> for NodeId {
            fn from(id: $id) -> NodeId {
                $variant(id)
            }
        }
    )*};
}

node_ids! {
    Value => NodeId::Value;
    MoveId => NodeId::Move;
    DashId => NodeId::Dash;
    SequenceId => NodeId::Sequence;
    LoopId => NodeId::Loop;
    BoolId => |id| NodeId::Value(Value::Bool(id));
    SetId => |id| NodeId::Value(Value::Set(id));
    NumId => |id| NodeId::Value(Value::Num(id));
    PosId => |id| NodeId::Value(Value::Pos(id));
    TextId => |id| NodeId::Value(Value::Text(id));
}

/// A child of a node, and how the node uses it.
#[derive(Debug)]
pub(crate) struct Child {
    pub(crate) node: NodeId,
    /// The approximate number of times that it is evaluated in one evaluation of its parent.
    pub(crate) times: u32,
    /// True if its comments are dropped.
    pub(crate) silent: bool,
    /// True if it is evaluated at other positions, so that the move chosen at this one does not matter to it.
    pub(crate) elsewhere: bool,
    /// The variables to which its parent gives a value before.
    pub(crate) binds: Vec<VarId>,
}

impl Child {
    /// A child that is evaluated at the current position, once.
    fn of(node: impl Into<NodeId>) -> Child {
        Child { node: node.into(), times: 1, silent: false, elsewhere: false, binds: Vec::new() }
    }

    fn times(self, times: u32) -> Child {
        Child { times, ..self }
    }

    fn silent(self) -> Child {
        Child { silent: true, ..self }
    }

    fn elsewhere(self) -> Child {
        Child { elsewhere: true, ..self }
    }

    fn binding(self, binds: impl Into<Vec<VarId>>) -> Child {
        Child { binds: binds.into(), ..self }
    }
}

/// Children that are evaluated at the current position, once.
macro_rules! plain {
    ($($node:expr),*) => { vec![$(Child::of(*$node)),*] };
}

fn all<T: Copy + Into<NodeId>>(nodes: &[T]) -> Vec<Child> {
    nodes.iter().map(|&node| Child::of(node)).collect()
}

fn items(items: &[Item]) -> Vec<Child> {
    items.iter().map(|item| Child::of(item.value)).collect()
}

/// Children, of which the optional ones may be missing.
fn some<const N: usize>(nodes: [Option<NodeId>; N]) -> Vec<Child> {
    nodes.into_iter().flatten().map(Child::of).collect()
}

fn optional<T: Into<NodeId>>(node: Option<T>) -> Option<NodeId> {
    node.map(Into::into)
}

fn echo(echo: &EchoIr) -> Vec<Child> {
    vec![Child::of(echo.body).times(100).elsewhere().binding([echo.source, echo.target])]
}

fn dash(dash: DashId, target: impl Into<NodeId>) -> Vec<Child> {
    vec![Child::of(dash), Child::of(target)]
}

fn search(search: &RegexSearch) -> Child {
    Child::of(search.text)
}

/// A node that has children.
pub(crate) trait Parent {
    /// Its children, in the order in which they are evaluated.
    fn children(&self) -> Vec<Child>;
}

impl Parent for Bool {
    fn children(&self) -> Vec<Child> {
        match self {
            Bool::Apply(_, arguments) => all(arguments),
            Bool::NonEmpty(set) | Bool::AssignSet { value: set, .. } | Bool::AssignPiece(_, set) => plain![set],
            Bool::HasNum(number) | Bool::AssignNum(_, number) => plain![number],
            Bool::HasPos(position) | Bool::AssignPos(_, position) => plain![position],
            Bool::HasText(text) | Bool::AssignText(_, text) | Bool::SetTag(_, text) => plain![text],
            Bool::AssignSlice { from, to, value, .. } => some([optional(*from), optional(*to), Some((*value).into())]),
            Bool::And(parts) | Bool::Or(parts) | Bool::AnyCopy(parts) => all(parts),
            Bool::Placements(placements) => all(&placements.copies),
            Bool::Not(inner) | Bool::Silent(inner) => vec![Child::of(*inner).silent()],
            // They are the same parts in two orders.
            Bool::Ordered { cheapest, written } => vec![Child::of(*cheapest).times(0), Child::of(*written)],
            Bool::Subset(a, b) | Bool::SetsEqual(a, b) => plain![a, b],
            Bool::Substring(a, b) | Bool::WriteFile(a, b) => plain![a, b],
            Bool::All(id) => plain![id],
            Bool::At(position, inner) => plain![position, inner],
            Bool::Comment(parts) | Bool::Message { items: parts, .. } => items(parts),
            Bool::Move(id) => plain![id],
            Bool::Dash(dash) | Bool::LastMoveFits(dash) => plain![dash],
            Bool::Sequence(id) => plain![id],
            Bool::Reach(reach) => vec![Child::of(reach.body).elsewhere()],
            Bool::If { test, then, otherwise } => {
                some([Some((*test).into()), Some((*then).into()), optional(*otherwise)])
            }
            Bool::While { test, body } => plain![test, body],
            Bool::Repeat(body) | Bool::Assert(body) => plain![body],
            Bool::EachMatch { search: of, body } => vec![search(of), Child::of(*body).times(4)],
            Bool::AssignEntry { key, value, .. } => plain![key, value],
            Bool::HasEntry { key, .. } => plain![key],
            Bool::UnbindEntries { key, .. } => some([optional(*key)]),
            Bool::EachKey { var, body, .. } => vec![Child::of(*body).times(8).binding([*var])],
            Bool::Echo(of) => echo(of),
            Bool::Hhdb(_)
            | Bool::IsBound(_)
            | Bool::Unbind(_)
            | Bool::Constant(_)
            | Bool::Tablebase(_)
            | Bool::VariantEnd(_)
            | Bool::Nag(_)
            | Bool::Abort
            | Bool::Result(_) => Vec::new(),
        }
    }
}

impl Parent for Set {
    fn children(&self) -> Vec<Child> {
        match self {
            Set::Apply(_, arguments) => all(arguments),
            Set::Union(parts) | Set::Intersect(parts) | Set::Chain(parts) | Set::Ray { sets: parts, .. } => all(parts),
            Set::Complement(inner) | Set::Direction { of: inner, .. } | Set::Sort(_, inner) => plain![inner],
            Set::SameSquares(a, b) => plain![a, b],
            Set::Attacks(a, b) | Set::AttackedBy(a, b) | Set::Between(a, b) => plain![a, b],
            Set::Loop(id) => plain![id],
            Set::Move(id, _) => plain![id],
            Set::LastMove { within, .. } => some([optional(*within)]),
            Set::Dash { dash: of, target, .. } => dash(*of, *target),
            Set::At(position, inner) => plain![position, inner],
            Set::Guard(test, inner) => plain![test, inner],
            Set::If(test, then, otherwise) => plain![test, then, otherwise],
            Set::Pin { sets, .. } => all(sets),
            Set::MakeSquare(file, rank) => plain![file, rank],
            Set::NamedSquare(text) => plain![text],
            Set::Entry { key, .. } => plain![key],
            Set::Compared { left, right, .. } => [left, right].into_iter().map(square_count).collect(),
            Set::Tracked | Set::Designator(_) | Set::Constant(_) | Set::Variable(_) | Set::Piece(_) => Vec::new(),
        }
    }
}

fn square_count(count: &SquareCount) -> Child {
    match count {
        SquareCount::Number(number) => Child::of(*number),
        SquareCount::Attackers(set) | SquareCount::Attacked(set) => Child::of(*set),
    }
}

impl Parent for Num {
    fn children(&self) -> Vec<Child> {
        match self {
            Num::Apply(_, arguments) => all(arguments),
            Num::Count(set) => plain![set],
            Num::Length(text) => plain![text],
            Num::Negate(a) | Num::InRange(_, a) | Num::Sort(_, a) => plain![a],
            Num::Sum(terms) => terms.iter().map(|&(_, term)| Child::of(term)).collect(),
            Num::Multiply(a, b) | Num::Divide(a, b) | Num::Modulo(a, b) | Num::Compare(_, a, b) => plain![a, b],
            Num::Extreme { items, .. } | Num::MaxCopy(items) => all(items),
            Num::Sequence(id) => plain![id],
            Num::Reach(reach) => vec![Child::of(reach.body).elsewhere()],
            Num::Copies(_, copies) => all(copies),
            Num::AttackPairs(a, b) => plain![a, b],
            Num::MoveCount(id) | Num::CountWays(id) => plain![id],
            Num::CountDash(dash) => plain![dash],
            Num::Dash { dash: of, target, .. } => dash(*of, *target),
            Num::At(position, inner) => plain![position, inner],
            Num::Guard(test, inner) => plain![test, inner],
            Num::If(test, then, otherwise) => plain![test, then, otherwise],
            Num::Entry { key, .. } => plain![key],
            Num::Echo(of) => echo(of),
            Num::GroupStart(..)
            | Num::Entries(_)
            | Num::PieceNumber(_)
            | Num::Hhdb(_)
            | Num::CommonMoves(_)
            | Num::Similar(_)
            | Num::Constant(_)
            | Num::Variable(_)
            | Num::Measured(_)
            | Num::Elo(_) => Vec::new(),
            Num::Measure(measure) => measured(measure),
        }
    }
}

impl Parent for Pos {
    fn children(&self) -> Vec<Child> {
        match self {
            Pos::Apply(_, arguments) => all(arguments),
            Pos::Child(index) => some([optional(*index)]),
            Pos::Position(index) => plain![index],
            Pos::Compare(_, a, b) | Pos::At(a, b) => plain![a, b],
            Pos::Imagine(edits) => edits.iter().filter_map(edit).collect(),
            Pos::Find(found) => vec![Child::of(found.body).elsewhere()],
            Pos::If(test, then, otherwise) => plain![test, then, otherwise],
            Pos::SequenceEnd(id) => plain![id],
            Pos::Measure(measure) => measured(measure),
            Pos::Dash { dash: of, target, .. } => dash(*of, *target),
            Pos::Guard(test, inner) => plain![test, inner],
            Pos::Entry { key, .. } => plain![key],
            Pos::Variable(_) => Vec::new(),
        }
    }
}

/// The sequences, whose comments are not made again.
fn measured(measure: &MeasureIr) -> Vec<Child> {
    measure.sequences.iter().map(|&sequence| Child::of(sequence).silent()).collect()
}

fn edit(edit: &EditIr) -> Option<Child> {
    match edit {
        EditIr::Add { squares, .. } | EditIr::Remove(squares) => Some(Child::of(*squares).elsewhere()),
        EditIr::Turn(_) => None,
    }
}

impl Parent for Text {
    fn children(&self) -> Vec<Child> {
        match self {
            Text::Apply(_, arguments) => all(arguments),
            Text::Concat(parts) | Text::Extreme { items: parts, .. } => all(parts),
            Text::Slice { of, from, to, .. } => some([Some((*of).into()), optional(*from), optional(*to)]),
            Text::Compare(_, a, b) => plain![a, b],
            Text::Str(parts) => items(parts),
            Text::At(position, inner) => plain![position, inner],
            Text::Guard(test, inner) => plain![test, inner],
            Text::Sort(_, inner) | Text::ReadFile(inner) => plain![inner],
            Text::If(test, then, otherwise) => plain![test, then, otherwise],
            Text::Dash { dash: of, target, .. } => dash(*of, *target),
            Text::Match(of) => vec![search(of)],
            Text::Entry { key, .. } => plain![key],
            Text::Constant(_)
            | Text::Variable(_)
            | Text::Game(_)
            | Text::Group(..)
            | Text::Hhdb(_)
            | Text::AwardClass(_) => Vec::new(),
        }
    }
}

impl Parent for MoveIr {
    fn children(&self) -> Vec<Child> {
        let sets = [self.from, self.to, self.capture, self.en_passant_square].map(optional);
        let [from, to, capture, en_passant_square] = sets;
        let mut children = some([from, to, capture, en_passant_square, optional(self.custody)]);
        // It is evaluated on a copy of the position, where comments are dropped.
        let times = if self.mode == MoveMode::Played { 1 } else { 20 };
        children.extend(self.target.map(|target| Child::of(target).times(times).silent().elsewhere()));
        children
    }
}

impl Parent for DashIr {
    fn children(&self) -> Vec<Child> {
        let promotion = match self.promotion {
            Some(PromotionIr::Text(text)) => Some(text),
            None | Some(PromotionIr::Any | PromotionIr::Pieces(_)) => None,
        };
        let nodes = [optional(self.left), optional(self.right), optional(promotion), optional(self.target)];
        nodes.into_iter().flatten().map(|node| Child::of(node).elsewhere()).collect()
    }
}

impl Parent for SequenceIr {
    fn children(&self) -> Vec<Child> {
        let mut children = all(&self.symbols);
        if let Some(path) = self.path() {
            children.extend(some([optional(path.focus.map(|(set, _)| set)), optional(path.max)]));
        }
        children.into_iter().map(Child::elsewhere).collect()
    }
}

impl Parent for LoopIr {
    fn children(&self) -> Vec<Child> {
        let turns = if self.piece { 4 } else { 8 };
        vec![Child::of(self.domain), Child::of(self.body).times(turns).binding([self.var])]
    }
}
