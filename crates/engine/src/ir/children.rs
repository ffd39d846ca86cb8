//! The children of each node, and how the node uses each of them. They are listed here and nowhere else.
//!
//! As in CQL 6.2, some filters take comments back when they fail, and every other filter leaves what its parts have
//! left. The rule is here: each child says which of its comments are left where its parent fails (`Left`). From it
//! follows `Info::remains`, whether a filter may leave comments although it fails, and from that whether `find` may
//! look for the first position in a column, or must evaluate its body wherever it asks. Checked builds compare each
//! failure with what the rule says (`Evaluator::truth`).

use super::ids::{BoolId, DashId, LoopId, MoveId, NumId, PosId, SequenceId, SetId, TextId, VarId};
use super::node::{
    Bool, DashIr, EditIr, LoopIr, MoveIr, MoveMode, Num, Pos, PromotionIr, ReachIr, RegexSearch, SequenceIr, Set,
    SquareCount, Text,
};
use super::relations::EchoIr;
use super::value::{TextPart, Value};

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

/// The comments of a child that are left where its parent fails.
///
/// This is the rule for comments: a filter that fails leaves what its parts have left, unless it is one of those that
/// take back ([`Left::Nothing`]). These are conjunctions, `or`, `not`, comparisons, `max` and `min`, transforms, moves
/// written with a dash, sequences, the rounds of loops over squares and pieces, `echo`, `sort`, a text of which one
/// character is needed that it does not have, and braces with a number, a position or a text at their end. Braces with a
/// set at their end yield a set, which is not a failure even if it is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// None: the parent takes them back, or it never fails.
    Nothing,
    /// Those of the child that fails: where it matches the parent does.
    ByFailure,
    /// All of them.
    Everything,
}

/// A child of a node, and how the node uses it.
#[derive(Debug)]
pub(crate) struct Child {
    pub(crate) node: NodeId,
    /// The approximate number of times that it is evaluated in one evaluation of its parent.
    pub(crate) times: u32,
    /// True if its comments are dropped.
    pub(crate) silent: bool,
    /// Its comments that are left where its parent fails.
    pub(crate) left: Left,
    /// True if it is evaluated at other positions, so that the move chosen at this one does not matter to it.
    pub(crate) elsewhere: bool,
    /// The variables to which its parent gives a value before.
    pub(crate) binds: Vec<VarId>,
}

impl Child {
    /// A child that is evaluated at the current position, once.
    fn of(node: impl Into<NodeId>) -> Child {
        let (times, left) = (1, Left::Everything);
        Child { node: node.into(), times, silent: false, left, elsewhere: false, binds: Vec::new() }
    }

    fn times(self, times: u32) -> Child {
        Child { times, ..self }
    }

    fn silent(self) -> Child {
        Child { silent: true, ..self }
    }

    fn left(self, left: Left) -> Child {
        Child { left, ..self }
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

fn items(items: &[TextPart]) -> Vec<Child> {
    taken_back(items.iter().map(|item| Child::of(item.value)).collect())
}

/// The children of a node that takes their comments back when it fails, or that never fails.
fn taken_back(children: Vec<Child>) -> Vec<Child> {
    children.into_iter().map(|child| child.left(Left::Nothing)).collect()
}

/// The child of a node that matches where it does.
fn same(node: impl Into<NodeId>) -> Vec<Child> {
    vec![Child::of(node).left(Left::ByFailure)]
}

/// Children, of which the optional ones may be missing.
fn some<const N: usize>(nodes: [Option<NodeId>; N]) -> Vec<Child> {
    nodes.into_iter().flatten().map(Child::of).collect()
}

fn optional<T: Into<NodeId>>(node: Option<T>) -> Option<NodeId> {
    node.map(Into::into)
}

fn echo(echo: &EchoIr) -> Vec<Child> {
    taken_back(vec![Child::of(echo.body).times(100).elsewhere().binding([echo.source, echo.target])])
}

fn dash(dash: DashId, target: impl Into<NodeId>) -> Vec<Child> {
    vec![Child::of(dash), Child::of(target)]
}

fn reach(reach: &ReachIr) -> Vec<Child> {
    let left = if reach.find { Left::Everything } else { Left::Nothing };
    vec![Child::of(reach.body).elsewhere().left(left)]
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
            Bool::AssignPiece(_, set) => plain![set],
            Bool::NonEmpty(set) | Bool::AssignSet { value: set, .. } => same(*set),
            Bool::HasNum(number) | Bool::AssignNum(_, number) => same(*number),
            Bool::HasPos(position) | Bool::AssignPos(_, position) => same(*position),
            Bool::HasText(text) | Bool::AssignText(_, text) | Bool::SetTag(_, text) => same(*text),
            Bool::AssignSlice { from, to, value, .. } => some([optional(*from), optional(*to), Some((*value).into())]),
            Bool::And(parts) | Bool::Or(parts) | Bool::AnyCopy(parts) => taken_back(all(parts)),
            Bool::Placements(placements) => all(&placements.copies),
            Bool::Not(inner) | Bool::Silent(inner) => vec![Child::of(*inner).silent()],
            // They are the same parts in two orders.
            Bool::Ordered { cheapest, written } => taken_back(vec![Child::of(*cheapest).times(0), Child::of(*written)]),
            Bool::SetsEqual(a, b) => taken_back(plain![a, b]),
            Bool::Subset(a, b) => plain![a, b],
            Bool::Substring(a, b) => plain![a, b],
            Bool::All(id) => taken_back(plain![id]),
            Bool::At(position, inner) => plain![position, inner],
            Bool::Comment(parts) | Bool::Message { items: parts, .. } => items(parts),
            Bool::Move(id) => plain![id],
            Bool::Dash(dash) => taken_back(plain![dash]),
            Bool::LastMoveFits(dash) => plain![dash],
            Bool::Sequence(id) => taken_back(plain![id]),
            Bool::Reach(of) => reach(of),
            Bool::If { test, then, otherwise } => {
                some([Some((*test).into()), Some((*then).into()), optional(*otherwise)])
            }
            Bool::While { test, body } => taken_back(plain![test, body]),
            Bool::EachMatch { search: of, body } => taken_back(vec![search(of), Child::of(*body).times(4)]),
            Bool::AssignEntry { key, value, .. } => plain![key, value],
            Bool::HasEntry { key, .. } => plain![key],
            Bool::UnbindEntries { key, .. } => some([optional(*key)]),
            Bool::EachKey { var, body, .. } => taken_back(vec![Child::of(*body).times(8).binding([*var])]),
            Bool::Echo(of) => echo(of),
            Bool::Hhdb(_)
            | Bool::IsBound(_)
            | Bool::Unbind(_)
            | Bool::Constant(_)
            | Bool::InFile(_)
            | Bool::Predicate { .. }
            | Bool::Nag(_)
            | Bool::RemoveTag(_) => Vec::new(),
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
            Set::Loop(id) => plain![id],
            Set::Move(id, _) => plain![id],
            Set::LastMove { within, .. } => some([optional(*within)]),
            Set::Dash { dash: of, target, .. } => dash(*of, *target),
            Set::At(position, inner) => plain![position, inner],
            Set::Guard(test, inner) => plain![test, inner],
            Set::If(test, then, otherwise) => plain![test, then, otherwise],
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
            Num::Negate(a) | Num::InRange(_, a) => plain![a],
            Num::Sort(_, a) => taken_back(plain![a]),
            Num::Sum(terms) => terms.iter().map(|&(_, term)| Child::of(term)).collect(),
            Num::Multiply(a, b) | Num::Divide(a, b) | Num::Modulo(a, b) => plain![a, b],
            Num::Compare(_, a, b) => taken_back(plain![a, b]),
            Num::Extreme { items, .. } | Num::MaxCopy(items) => taken_back(all(items)),
            Num::Sequence(id) => taken_back(plain![id]),
            Num::Reach(of) => reach(of),
            Num::Copies(_, copies) => taken_back(all(copies)),
            Num::AttackPairs(a, b) => plain![a, b],
            Num::MoveCount(id) | Num::CountWays(id) => plain![id],
            Num::CountDash(dash) => taken_back(plain![dash]),
            Num::Dash { dash: of, target, .. } => taken_back(dash(*of, *target)),
            Num::At(position, inner) => plain![position, inner],
            Num::Guard(test, inner) => taken_back(plain![test, inner]),
            Num::Call(arguments, inner) => plain![arguments, inner],
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
            | Num::Variable(_) => Vec::new(),
            Num::Measure(measure) => measured(&measure.sequences),
            Num::Differences(sequences) => measured(sequences),
        }
    }
}

impl Parent for Pos {
    fn children(&self) -> Vec<Child> {
        match self {
            Pos::Apply(_, arguments) => all(arguments),
            Pos::Compare(_, a, b) => taken_back(plain![a, b]),
            Pos::At(a, b) => plain![a, b],
            Pos::Imagine(edits) => edits.iter().filter_map(edit).collect(),
            Pos::Find(found) => vec![Child::of(found.body).elsewhere().left(Left::ByFailure)],
            Pos::If(test, then, otherwise) => plain![test, then, otherwise],
            Pos::SequenceEnd(id) => taken_back(plain![id]),
            Pos::Measure(measure) => measured(&measure.sequences),
            Pos::Dash { dash: of, target, .. } => taken_back(dash(*of, *target)),
            Pos::Guard(test, inner) => taken_back(plain![test, inner]),
            Pos::Call(arguments, inner) => plain![arguments, inner],
            Pos::Entry { key, .. } => plain![key],
            Pos::Variable(_) => Vec::new(),
        }
    }
}

/// The sequences, whose comments are not made again.
fn measured(sequences: &[SequenceId]) -> Vec<Child> {
    sequences.iter().map(|&sequence| Child::of(sequence).silent()).collect()
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
            Text::Concat(parts) => all(parts),
            Text::Extreme { items: parts, .. } => taken_back(all(parts)),
            Text::Slice { of, from, to, .. } => taken_back(some([Some((*of).into()), optional(*from), optional(*to)])),
            Text::Compare(_, a, b) => taken_back(plain![a, b]),
            Text::Str(parts) => items(parts),
            Text::At(position, inner) => plain![position, inner],
            Text::Guard(test, inner) => taken_back(plain![test, inner]),
            Text::Call(arguments, inner) => plain![arguments, inner],
            Text::Sort(_, inner) => taken_back(plain![inner]),
            Text::If(test, then, otherwise) => plain![test, then, otherwise],
            Text::Dash { dash: of, target, .. } => taken_back(dash(*of, *target)),
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
        let mut children = some([from, to, capture, en_passant_square]);
        children.extend(taken_back(some([optional(self.custody)])));
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
        let body = Child::of(self.body).times(turns).binding([self.var]).left(Left::Nothing);
        vec![Child::of(self.domain), body]
    }
}
