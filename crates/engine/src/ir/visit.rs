//! The nodes that a query reaches.

use super::children::NodeId;
use super::ids::{BoolId, NumId, SequenceId, SetId, TextId};
use super::node::{Bool, FoundIr, Ir, Num, Pos, ReachIr, SearchedIr, Text, Value};
use super::value::BoundIr;
use crate::syntax::ast::{GameText, TextSource};
use crate::syntax::catalogue::{Adviser, DependsOn, TextOp};
use std::collections::HashSet;

/// The parts of a game that a value is read from that is the same at every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameFact {
    /// Its tags and its number.
    Tags,
    /// These, and its result: the one after the moves counts more than the tag.
    Result,
}

impl Ir {
    /// The truths and sequences that a truth is made of, itself included, in the order in which they are met.
    pub(crate) fn reachable(&self, body: BoolId) -> (Vec<BoolId>, Vec<SequenceId>) {
        let (mut bools, mut sequences) = (Vec::new(), Vec::new());
        for node in self.nodes_in(body) {
            match node {
                NodeId::Value(Value::Bool(id)) => bools.push(id),
                NodeId::Sequence(id) => sequences.push(id),
                NodeId::Value(_) | NodeId::Move(_) | NodeId::Dash(_) | NodeId::Loop(_) => {}
            }
        }
        (bools, sequences)
    }

    /// The sets that a truth is made of.
    pub(crate) fn sets_in(&self, body: BoolId) -> impl Iterator<Item = SetId> {
        self.nodes_in(body).into_iter().filter_map(|node| match node {
            NodeId::Value(Value::Set(id)) => Some(id),
            _ => None,
        })
    }

    /// True if a predicate of the program or a chess engine is evaluated, which may take as long as they like.
    pub(crate) fn asks_outside(&self, body: BoolId) -> bool {
        self.nodes_in(body).into_iter().any(|node| match node {
            NodeId::Value(Value::Bool(id)) => matches!(self.bool(id), Bool::Predicate { .. }),
            NodeId::Value(Value::Num(id)) => {
                matches!(self.num(id), Num::Apply(op, _) if op.row().adviser == Some(Adviser::Engine))
            }
            NodeId::Value(Value::Text(id)) => {
                matches!(self.text(id), Text::Apply(op, _) if op.row().adviser == Some(Adviser::Engine))
            }
            _ => false,
        })
    }

    /// The constant that `fen` is compared with, if this is one side and that the other.
    pub(crate) fn constant_beside_fen(&self, a: TextId, b: TextId) -> Option<&str> {
        match (self.text(a), self.text(b)) {
            (Text::Apply(TextOp::Fen, _), Text::Constant(text))
            | (Text::Constant(text), Text::Apply(TextOp::Fen, _)) => Some(text),
            _ => None,
        }
    }

    /// The nodes that a truth is made of, itself included, each once, parents before their children.
    pub(crate) fn nodes_in(&self, body: BoolId) -> Vec<NodeId> {
        self.nodes_below(NodeId::from(body))
    }

    /// The nodes that a node is made of, itself included, each once, parents before their children.
    fn nodes_below(&self, root: NodeId) -> Vec<NodeId> {
        let (mut nodes, mut seen) = (Vec::new(), HashSet::new());
        let mut todo = vec![root];
        while let Some(node) = todo.pop() {
            if seen.insert(node) {
                nodes.push(node);
                todo.extend(self.children(node).into_iter().rev().map(|child| child.node));
            }
        }
        nodes
    }

    /// The regular expressions of a truth that no automaton can search for.
    pub(crate) fn backtracking(&self, body: BoolId) -> impl Iterator<Item = &str> {
        let searches = self.nodes_in(body).into_iter().filter_map(|node| match node {
            NodeId::Value(Value::Text(id)) => match self.text(id) {
                Text::Match(search) => Some(search),
                _ => None,
            },
            NodeId::Value(Value::Bool(id)) => match self.bool(id) {
                Bool::EachMatch { search, .. } => Some(search),
                _ => None,
            },
            _ => None,
        });
        searches.map(|search| self.pattern(search.pattern)).filter(|regex| regex.backtracks()).map(|it| it.pattern())
    }

    /// True if a truth is what some `next*` or `find` looks for.
    pub(crate) fn is_searched(&self, id: BoolId) -> bool {
        let in_bools =
            (0..self.bools.len()).any(|i| matches!(self.bools.at(i), Bool::Reach(reach) if reach.body == id));
        let in_nums = (0..self.nums.len()).any(|i| matches!(self.nums.at(i), Num::Reach(reach) if reach.body == id));
        let found = |i| matches!(self.positions.at(i), Pos::Find(found) if found.body == id);
        in_bools || in_nums || (0..self.positions.len()).any(found)
    }

    /// The sequences among the conjuncts of a body: `next (...)`, `next 3 9 (...)`, `sort next 3 9 (...)`.
    pub(crate) fn conjunct_sequences(&self, body: BoolId) -> Vec<SequenceId> {
        let sequence = |part: BoolId| match self.bool(part) {
            Bool::Sequence(id) => Some(*id),
            Bool::HasNum(number) | Bool::AssignNum(_, number) => self.sequence_of(*number),
            _ => None,
        };
        self.conjuncts(body).into_iter().filter_map(sequence).collect()
    }

    /// The searches among the conjuncts of a body: `find A`, `find 3 9 A`, `next* A`. Those with effects are left out,
    /// because they cannot be made a second time.
    pub(crate) fn conjunct_searches(&self, body: BoolId) -> Vec<SearchedIr> {
        let search = |part: BoolId| match self.bool(part) {
            Bool::Reach(reach) => Some(SearchedIr { reach: reach.clone(), all: reach.range.is_some() }),
            Bool::HasNum(number) => self.counted_search(*number),
            Bool::HasPos(position) => match self.pos(*position) {
                Pos::Find(FoundIr { backward, quiet, body }) => {
                    let (backward, quiet, body) = (*backward, *quiet, *body);
                    let reach = ReachIr { backward, range: None, depth: None, body, find: true, quiet };
                    Some(SearchedIr { reach, all: false })
                }
                _ => None,
            },
            _ => None,
        };
        let searches = self.conjuncts(body).into_iter().filter_map(search);
        searches.filter(|search| !self.bool_info(search.reach.body).effect).collect()
    }

    fn counted_search(&self, number: NumId) -> Option<SearchedIr> {
        match self.num(number) {
            Num::Reach(reach) => Some(SearchedIr { reach: reach.clone(), all: true }),
            Num::Sort(_, inner) | Num::InRange(_, inner) => self.counted_search(*inner),
            _ => None,
        }
    }

    fn conjuncts(&self, body: BoolId) -> Vec<BoolId> {
        match self.bool(body) {
            Bool::And(parts) => parts.clone(),
            _ => vec![body],
        }
    }

    fn sequence_of(&self, number: NumId) -> Option<SequenceId> {
        match self.num(number) {
            Num::Sequence(id) => Some(*id),
            Num::Sort(_, inner) | Num::InRange(_, inner) => self.sequence_of(*inner),
            _ => None,
        }
    }

    /// True if a truth asks for texts that are the same at every position of a game.
    pub(crate) fn is_game_test(&self, node: &Bool) -> bool {
        match node {
            Bool::HasText(text) => self.is_game_text(*text),
            Bool::Substring(a, b) => self.is_game_text(*a) && self.is_game_text(*b),
            _ => false,
        }
    }

    /// True if a truth reads nothing of a game but its tags and its number, and changes nothing.
    pub(crate) fn reads_only_tags(&self, id: BoolId) -> bool {
        self.game_fact(Value::Bool(id)) == Some(GameFact::Tags)
    }

    /// What a value that is the same at every position of a game is read from; none if it depends on the position or has
    /// an effect.
    pub(crate) fn game_fact(&self, value: Value) -> Option<GameFact> {
        let mut fact = GameFact::Tags;
        let known = self.nodes_below(NodeId::Value(value)).into_iter().all(|node| match node {
            NodeId::Value(Value::Text(id)) if matches!(self.text(id), Text::Game(GameText::Result)) => {
                fact = GameFact::Result;
                true
            }
            NodeId::Value(Value::Bool(id)) => matches!(
                self.bool(id),
                Bool::Constant(_)
                    | Bool::HasNum(_)
                    | Bool::HasText(_)
                    | Bool::Substring(..)
                    | Bool::And(_)
                    | Bool::Or(_)
                    | Bool::Not(_)
                    | Bool::If { .. }
                    | Bool::Silent(_)
                    | Bool::Ordered { .. }
            ),
            NodeId::Value(Value::Num(id)) => self.is_number_of_tags(id),
            NodeId::Value(Value::Text(id)) => self.is_text_of_tags(id),
            _ => false,
        });
        known.then_some(fact)
    }

    /// True if a number is computed from its parts and from tags.
    fn is_number_of_tags(&self, id: NumId) -> bool {
        match self.num(id) {
            Num::Constant(_)
            | Num::Length(_)
            | Num::Negate(_)
            | Num::Sum(_)
            | Num::Multiply(..)
            | Num::Divide(..)
            | Num::Modulo(..)
            | Num::Compare(..)
            | Num::Extreme { .. }
            | Num::If(..)
            | Num::Guard(..) => true,
            Num::InRange(range, _) => [range.low, range.high].iter().all(|end| matches!(end, BoundIr::Constant(_))),
            Num::Apply(op, _) => !op.row().depends_on.changes(),
            _ => false,
        }
    }

    /// True if a text is computed from its parts and from tags. The variant and the tag FEN are what the reading of the
    /// first position makes of them, and the name of the opening may come from the moves.
    fn is_text_of_tags(&self, id: TextId) -> bool {
        match self.text(id) {
            Text::Constant(_)
            | Text::Concat(_)
            | Text::Compare(..)
            | Text::Extreme { .. }
            | Text::If(..)
            | Text::Guard(..) => true,
            Text::Game(field) => !matches!(field.source(), TextSource::Game | TextSource::Position),
            Text::Apply(op, _) => op.row().depends_on == DependsOn::Arguments,
            Text::Match(search) => search.history.is_none(),
            _ => false,
        }
    }

    fn is_game_text(&self, text: TextId) -> bool {
        match self.text(text) {
            Text::Constant(_) => true,
            Text::Game(field) => field.source() != TextSource::Position,
            Text::Concat(parts) => parts.iter().all(|&part| self.is_game_text(part)),
            Text::Apply(op, arguments) => {
                let of_game = |value: &Value| matches!(value, Value::Text(text) if self.is_game_text(*text));
                op.row().depends_on == DependsOn::Arguments && arguments.iter().all(of_game)
            }
            Text::Compare(_, a, b) => self.is_game_text(*a) && self.is_game_text(*b),
            Text::Match(search) => search.history.is_none() && self.is_game_text(search.text),
            _ => false,
        }
    }
}
