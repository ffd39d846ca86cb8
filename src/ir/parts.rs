//! The parts of nodes: which nodes a query reaches.

use super::arena::{BoolId, DashId, LoopId, MoveId, NumId, SequenceId, SetId, TextId};
use super::node::{Bool, EditIr, Ir, Item, Num, Pos, PromotionIr, Set, SquareCount, Text, Value};
use crate::syntax::ast::GameText;
use crate::syntax::catalogue::DependsOn;
use std::collections::HashSet;

impl Ir {
    /// The truths and sequences that a truth is made of, itself included, in the order in which they are met.
    pub(crate) fn reachable(&self, body: BoolId) -> (Vec<BoolId>, Vec<SequenceId>) {
        let (mut bools, mut sequences) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        let mut todo = vec![Value::Bool(body)];
        while let Some(value) = todo.pop() {
            if !seen.insert(value) {
                continue;
            }
            if let Value::Bool(id) = value {
                bools.push(id);
            }
            let start = todo.len();
            self.parts(value, &mut todo, &mut sequences);
            todo[start..].reverse();
        }
        (bools, sequences)
    }

    /// The sets that a truth is made of.
    pub(crate) fn sets_in(&self, body: BoolId) -> Vec<SetId> {
        let (mut sets, mut seen) = (Vec::new(), HashSet::new());
        let (mut todo, mut sequences) = (vec![Value::Bool(body)], Vec::new());
        while let Some(value) = todo.pop() {
            if seen.insert(value) {
                if let Value::Set(id) = value {
                    sets.push(id);
                }
                self.parts(value, &mut todo, &mut sequences);
            }
        }
        sets
    }

    /// Whether a truth is what some `next*` or `find` looks for.
    pub(crate) fn is_searched(&self, id: BoolId) -> bool {
        let in_bools =
            (0..self.bools.len()).any(|i| matches!(self.bools.at(i), Bool::Reach(reach) if reach.body == id));
        let in_nums = (0..self.nums.len()).any(|i| matches!(self.nums.at(i), Num::Reach(reach) if reach.body == id));
        let found = |i| matches!(self.positions.at(i), Pos::Find(found) if found.body == id);
        in_bools || in_nums || (0..self.positions.len()).any(found)
    }

    /// The sequences among the conjuncts of a body: `next (...)`, `next 3 9 (...)`, `sort next 3 9 (...)`.
    pub(crate) fn conjunct_sequences(&self, body: BoolId) -> Vec<SequenceId> {
        let parts = match self.bool(body) {
            Bool::And(parts) => parts.clone(),
            _ => vec![body],
        };
        let sequence = |part: BoolId| match self.bool(part) {
            Bool::Sequence(id) => Some(*id),
            Bool::HasNum(number) | Bool::AssignNum(_, number) => self.sequence_of(*number),
            _ => None,
        };
        parts.into_iter().filter_map(sequence).collect()
    }

    fn sequence_of(&self, number: NumId) -> Option<SequenceId> {
        match self.num(number) {
            Num::Sequence(id) => Some(*id),
            Num::Sort(_, inner) | Num::InRange(_, inner) => self.sequence_of(*inner),
            _ => None,
        }
    }

    /// Whether a truth asks for texts that are the same at every position of a game.
    pub(crate) fn is_game_test(&self, node: &Bool) -> bool {
        match node {
            Bool::HasText(text) => self.is_game_text(*text),
            Bool::Substring(a, b) => self.is_game_text(*a) && self.is_game_text(*b),
            _ => false,
        }
    }

    fn is_game_text(&self, text: TextId) -> bool {
        match self.text(text) {
            Text::Constant(_) => true,
            Text::Game(field) => *field != GameText::Comment,
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

    fn parts(&self, value: Value, out: &mut Vec<Value>, sequences: &mut Vec<SequenceId>) {
        match value {
            Value::Bool(id) => self.bool_parts(self.bool(id), out, sequences),
            Value::Set(id) => self.set_parts(self.set(id), out),
            Value::Num(id) => self.num_parts(self.num(id), out, sequences),
            Value::Pos(id) => match self.pos(id) {
                Pos::Child(Some(index)) | Pos::Position(index) => out.push(Value::Num(*index)),
                Pos::Compare(_, a, b) | Pos::At(a, b) => {
                    out.extend([Value::Pos(*a), Value::Pos(*b)]);
                }
                Pos::Imagine(edits) => out.extend(edits.iter().filter_map(|edit| match edit {
                    EditIr::Add { squares, .. } | EditIr::Remove(squares) => Some(Value::Set(*squares)),
                    EditIr::Turn(_) => None,
                })),
                Pos::Find(found) => out.push(Value::Bool(found.body)),
                Pos::If(test, then, otherwise) => {
                    out.extend([Value::Bool(*test), Value::Pos(*then), Value::Pos(*otherwise)]);
                }
                Pos::SequenceEnd(id) => self.sequence_parts(*id, out, sequences),
                Pos::Dash { dash, target, .. } => {
                    self.dash_parts(*dash, out);
                    out.push(Value::Pos(*target));
                }
                Pos::Guard(test, inner) => out.extend([Value::Bool(*test), Value::Pos(*inner)]),
                Pos::Entry { key, .. } => out.push(*key),
                Pos::Apply(_, arguments) => out.extend(arguments),
                Pos::Child(None) | Pos::Variable(_) => {}
            },
            Value::Text(id) => self.text_parts(self.text(id), out),
            Value::Piece(_) | Value::Dictionary(_) => {}
        }
    }

    fn bool_parts(&self, node: &Bool, out: &mut Vec<Value>, sequences: &mut Vec<SequenceId>) {
        match node {
            Bool::NonEmpty(set) | Bool::AssignSet { value: set, .. } | Bool::AssignPiece(_, set) => {
                out.push(Value::Set(*set));
            }
            Bool::HasNum(number) | Bool::AssignNum(_, number) => out.push(Value::Num(*number)),
            Bool::HasPos(position) | Bool::AssignPos(_, position) => out.push(Value::Pos(*position)),
            Bool::HasText(text) | Bool::AssignText(_, text) => out.push(Value::Text(*text)),
            Bool::AssignSlice { from, to, value, .. } => {
                out.extend([*from, *to].into_iter().flatten().map(Value::Num));
                out.push(Value::Text(*value));
            }
            Bool::And(parts) | Bool::Or(parts) | Bool::AnyCopy(parts) => {
                out.extend(parts.iter().copied().map(Value::Bool))
            }
            Bool::Not(inner) | Bool::Silent(inner) => out.push(Value::Bool(*inner)),
            Bool::Spoken { silent, spoken } => out.extend([*silent, *spoken].map(Value::Bool)),
            Bool::Subset(a, b) | Bool::SetsEqual(a, b) => out.extend([Value::Set(*a), Value::Set(*b)]),
            Bool::Substring(a, b) => out.extend([Value::Text(*a), Value::Text(*b)]),
            Bool::Apply(_, arguments) => out.extend(arguments),
            Bool::All(id) => self.loop_parts(*id, out),
            Bool::At(position, inner) => out.extend([Value::Pos(*position), Value::Bool(*inner)]),
            Bool::Comment(items) | Bool::Message { items, .. } => item_parts(items, out),
            Bool::Move(id) => self.move_parts(*id, out),
            Bool::Dash(dash) | Bool::Came(dash) => self.dash_parts(*dash, out),
            Bool::Sequence(id) => self.sequence_parts(*id, out, sequences),
            Bool::Reach(reach) => out.push(Value::Bool(reach.body)),
            Bool::If { test, then, otherwise } => {
                out.extend([*test, *then].map(Value::Bool));
                out.extend(otherwise.map(Value::Bool));
            }
            Bool::While { test, body } => out.extend([*test, *body].map(Value::Bool)),
            Bool::Placements(placements) => out.extend(placements.copies.iter().copied().map(Value::Bool)),
            Bool::SetTag(_, value) => out.push(Value::Text(*value)),
            Bool::WriteFile(name, text) => out.extend([Value::Text(*name), Value::Text(*text)]),
            Bool::Repeat(inner) | Bool::Assert(inner) | Bool::EachKey { body: inner, .. } => {
                out.push(Value::Bool(*inner))
            }
            Bool::EachMatch { search, body } => out.extend([Value::Text(search.text), Value::Bool(*body)]),
            Bool::AssignEntry { key, value, .. } => out.extend([*key, *value]),
            Bool::HasEntry { key, .. } => out.push(*key),
            Bool::UnbindEntries { key, .. } => out.extend(*key),
            Bool::Echo(echo) => out.push(echo.body),
            Bool::Hhdb(_)
            | Bool::IsBound(_)
            | Bool::Unbind(_)
            | Bool::Constant(_)
            | Bool::Tablebase(_)
            | Bool::VariantEnd(_)
            | Bool::Nag(_)
            | Bool::Abort
            | Bool::Result(_) => {}
        }
    }

    fn set_parts(&self, node: &Set, out: &mut Vec<Value>) {
        match node {
            Set::Union(parts) | Set::Intersect(parts) | Set::Chain(parts) | Set::Ray { sets: parts, .. } => {
                out.extend(parts.iter().copied().map(Value::Set));
            }
            Set::Complement(inner) | Set::Direction { of: inner, .. } | Set::Sort(_, inner) => {
                out.push(Value::Set(*inner))
            }
            Set::SameSquares(a, b) => out.extend([Value::Pos(*a), Value::Pos(*b)]),
            Set::Attacks(a, b) | Set::AttackedBy(a, b) | Set::Between(a, b) => {
                out.extend([Value::Set(*a), Value::Set(*b)]);
            }
            Set::Loop(id) => self.loop_parts(*id, out),
            Set::Move(id, _) => self.move_parts(*id, out),
            Set::Dash { dash, target, .. } => {
                self.dash_parts(*dash, out);
                out.push(Value::Set(*target));
            }
            Set::At(position, inner) => out.extend([Value::Pos(*position), Value::Set(*inner)]),
            Set::Guard(test, inner) => out.extend([Value::Bool(*test), Value::Set(*inner)]),
            Set::If(test, then, otherwise) => {
                out.extend([Value::Bool(*test), Value::Set(*then), Value::Set(*otherwise)]);
            }
            Set::Pin { sets, .. } => out.extend(sets.map(Value::Set)),
            Set::MakeSquare(file, rank) => out.extend([Value::Num(*file), Value::Num(*rank)]),
            Set::NamedSquare(text) => out.push(Value::Text(*text)),
            Set::Entry { key, .. } => out.push(*key),
            Set::Compared { left, right, .. } => out.extend([left, right].map(|count| match count {
                SquareCount::Number(number) => Value::Num(*number),
                SquareCount::Attackers(set) | SquareCount::Attacked(set) => Value::Set(*set),
            })),
            Set::Apply(_, arguments) => out.extend(arguments),
            Set::Tracked
            | Set::Designator(_)
            | Set::Constant(_)
            | Set::Variable(_)
            | Set::Piece(_)
            | Set::LastMove { .. } => {}
        }
    }

    fn num_parts(&self, node: &Num, out: &mut Vec<Value>, sequences: &mut Vec<SequenceId>) {
        match node {
            Num::Apply(_, arguments) => out.extend(arguments),
            Num::Count(set) => out.push(Value::Set(*set)),
            Num::Length(text) => out.push(Value::Text(*text)),
            Num::Negate(a) | Num::InRange(_, a) | Num::Sort(_, a) => out.push(Value::Num(*a)),
            Num::Sum(terms) => out.extend(terms.iter().map(|&(_, term)| Value::Num(term))),
            Num::Multiply(a, b) | Num::Divide(a, b) | Num::Modulo(a, b) | Num::Compare(_, a, b) => {
                out.extend([Value::Num(*a), Value::Num(*b)]);
            }
            Num::Extreme { items, .. } | Num::MaxCopy(items) => out.extend(items.iter().copied().map(Value::Num)),
            Num::Sequence(id) => self.sequence_parts(*id, out, sequences),
            Num::Reach(reach) => out.push(Value::Bool(reach.body)),
            Num::Copies(_, copies) => out.extend(copies.iter().copied().map(Value::Bool)),
            Num::AttackPairs(a, b) => out.extend([Value::Set(*a), Value::Set(*b)]),
            Num::MoveCount(id) | Num::CountWays(id) => self.move_parts(*id, out),
            Num::CountDash(dash) => self.dash_parts(*dash, out),
            Num::Dash { dash, target, .. } => {
                self.dash_parts(*dash, out);
                out.push(Value::Num(*target));
            }
            Num::At(position, inner) => out.extend([Value::Pos(*position), Value::Num(*inner)]),
            Num::Guard(test, inner) => out.extend([Value::Bool(*test), Value::Num(*inner)]),
            Num::If(test, then, otherwise) => {
                out.extend([Value::Bool(*test), Value::Num(*then), Value::Num(*otherwise)]);
            }
            Num::Entry { key, .. } => out.push(*key),
            Num::GroupStart(..) | Num::Entries(_) => {}
            Num::Echo(echo) => out.push(echo.body),
            Num::PieceNumber(_)
            | Num::Hhdb(_)
            | Num::CommonMoves(_)
            | Num::Similar(_)
            | Num::Constant(_)
            | Num::Variable(_)
            | Num::Measured(_)
            | Num::Elo(_) => {}
        }
    }

    fn text_parts(&self, node: &Text, out: &mut Vec<Value>) {
        match node {
            Text::Concat(parts) | Text::Extreme { items: parts, .. } => {
                out.extend(parts.iter().copied().map(Value::Text))
            }
            Text::Slice { of, from, to, .. } => {
                out.push(Value::Text(*of));
                out.extend([*from, *to].into_iter().flatten().map(Value::Num));
            }
            Text::Compare(_, a, b) => out.extend([Value::Text(*a), Value::Text(*b)]),
            Text::Str(items) => item_parts(items, out),
            Text::At(position, inner) => out.extend([Value::Pos(*position), Value::Text(*inner)]),
            Text::Guard(test, inner) => out.extend([Value::Bool(*test), Value::Text(*inner)]),
            Text::Sort(_, inner) => out.push(Value::Text(*inner)),
            Text::If(test, then, otherwise) => {
                out.extend([Value::Bool(*test), Value::Text(*then), Value::Text(*otherwise)]);
            }
            Text::Dash { dash, target, .. } => {
                self.dash_parts(*dash, out);
                out.push(Value::Text(*target));
            }
            Text::Apply(_, arguments) => out.extend(arguments),
            Text::ReadFile(of) => out.push(Value::Text(*of)),
            Text::Match(search) => out.push(Value::Text(search.text)),
            Text::Entry { key, .. } => out.push(*key),
            Text::Constant(_)
            | Text::Variable(_)
            | Text::Game(_)
            | Text::Group(..)
            | Text::Hhdb(_)
            | Text::AwardClass(_) => {}
        }
    }

    fn sequence_parts(&self, id: SequenceId, out: &mut Vec<Value>, sequences: &mut Vec<SequenceId>) {
        if !sequences.contains(&id) {
            sequences.push(id);
        }
        let sequence = self.sequence(id);
        out.extend(sequence.symbols.iter().copied().map(Value::Bool));
        if let Some(path) = sequence.path() {
            out.extend(path.focus.map(|(set, _)| Value::Set(set)));
            out.extend(path.max.map(Value::Num));
        }
    }

    fn dash_parts(&self, id: DashId, out: &mut Vec<Value>) {
        let dash = self.dash(id);
        out.extend([dash.left, dash.right].into_iter().flatten().map(Value::Set));
        if let Some(PromotionIr::Text(text)) = &dash.promotion {
            out.push(Value::Text(*text));
        }
        out.extend(dash.target.map(Value::Bool));
    }

    fn move_parts(&self, id: MoveId, out: &mut Vec<Value>) {
        let m = self.move_filter(id);
        out.extend([m.from, m.to, m.capture, m.en_passant_square].into_iter().flatten().map(Value::Set));
        out.extend(m.custody.map(Value::Bool));
        out.extend(m.target.map(Value::Bool));
    }

    fn loop_parts(&self, id: LoopId, out: &mut Vec<Value>) {
        let each = self.each(id);
        out.extend([Value::Set(each.domain), Value::Bool(each.body)]);
    }
}

fn item_parts(items: &[Item], out: &mut Vec<Value>) {
    out.extend(items.iter().map(|item| item.value));
}
