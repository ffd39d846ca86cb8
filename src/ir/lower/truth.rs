//! Lowering of filters of which only the truth matters.

use super::super::arena::BoolId;
use super::super::info::Info;
use super::super::node::{Bool, Num, RangeIr, Set, Value};
use super::super::placements::{self, Placements};
use super::{LowerError, Lowerer, Result, chain, unsupported};
use crate::syntax::ast::{Assign, AssignOp, Binary, Compare, Filter, GameText, Kind, Slice, Type, Unary, VariableKind};
use crate::syntax::catalogue::NumberOp;

impl Lowerer {
    pub(super) fn truth(&mut self, filter: &Filter) -> Result<BoolId> {
        match &filter.kind {
            Kind::Paren(inner) => self.truth(inner),
            Kind::Braces(parts) => {
                let parts = parts.iter().map(|f| self.truth(f)).collect::<Result<Vec<_>>>()?;
                Ok(self.conjunction(parts))
            }
            Kind::Binary(Binary::And, ..) => {
                let parts = chain(filter, |op| op == Binary::And);
                let parts = parts.into_iter().map(|(_, f)| self.truth(f)).collect::<Result<Vec<_>>>()?;
                Ok(self.conjunction(parts))
            }
            Kind::Binary(Binary::Or, ..) => {
                let parts = chain(filter, |op| op == Binary::Or);
                let parts = parts.into_iter().map(|(_, f)| self.truth(f)).collect::<Result<Vec<_>>>()?;
                Ok(self.disjunction(parts))
            }
            Kind::Unary(Unary::Not, inner) => {
                let inner = self.truth(inner)?;
                Ok(self.not(inner))
            }
            Kind::At(position, inner) => self.truth_at(position, inner),
            Kind::Orbit { copies, range: None } => {
                let copies = self.each_copy(copies, Self::truth)?;
                Ok(self.any_copy(copies))
            }
            Kind::NoTransform(inner) => self.truth(inner),
            Kind::Silent(inner) => {
                let inner = self.truth(inner)?;
                let info = Info { comments: false, ..self.ir.bool_info(inner).clone() };
                Ok(self.ir.bools.add(Bool::Silent(inner), info))
            }
            Kind::Move(m) if filter.ty == Type::Logical => {
                let id = self.move_filter(m)?;
                let info = self.ir.move_info(id).clone();
                Ok(self.ir.bools.add(Bool::Move(id), info))
            }
            Kind::Sequence(sequence) => {
                let id = self.sequence(sequence, filter.span)?;
                let info = self.ir.sequence_info(id).clone();
                Ok(self.ir.bools.add(Bool::Sequence(id), info))
            }
            Kind::Path(path) => {
                let id = self.path(path, filter.span)?;
                let info = self.ir.sequence_info(id).clone();
                Ok(self.ir.bools.add(Bool::Sequence(id), info))
            }
            Kind::Tablebase(worth) => {
                self.needs_tables(filter)?;
                Ok(self.ir.bools.add(Bool::Tablebase(*worth), Info::leaf(5_000)))
            }
            Kind::Dash(dash) => self.dash_truth(dash, false),
            Kind::CurrentMove(dash) => self.came_truth(dash),
            Kind::Reach(reach) => {
                let (reach, info) = self.reach(reach)?;
                Ok(self.ir.bools.add(Bool::Reach(reach), info))
            }
            Kind::If { .. }
            | Kind::While { .. }
            | Kind::Loop(_)
            | Kind::IsBound { .. }
            | Kind::Unbind(_)
            | Kind::Assert(_)
            | Kind::Function(_)
            | Kind::Call(_) => self.control(filter),
            Kind::Outside(outside) if filter.ty == Type::Logical => self.outside(outside, filter.span),
            Kind::Dictionary(_)
            | Kind::Entry { .. }
            | Kind::AssignEntry { .. }
            | Kind::UnbindEntries { .. }
            | Kind::EachKey(_) => self.dictionary_truth(filter),
            Kind::Each(each) if each.all => self.loop_all(each),
            Kind::Echo(echo) => self.echo_truth(echo),
            Kind::Similar(similar) => Ok(self.similar(similar)),
            Kind::Hhdb { key, search } => self.hhdb_truth(*key, search.as_deref(), filter.span),
            Kind::Apply(op, arguments) if filter.ty == Type::Logical => match self.applied(*op, arguments, filter)? {
                Value::Bool(id) => Ok(id),
                _ => unsupported(filter, "as a test"),
            },
            // A sort key counts a set's squares, and a count always exists.
            Kind::Sort { body, .. } if body.ty == Type::Set => {
                let number = self.number(&Filter { ty: Type::Number, ..filter.clone() })?;
                let info = self.ir.num_info(number).clone();
                Ok(self.ir.bools.add(Bool::HasNum(number), info))
            }
            _ => self.truth_of_value(filter),
        }
    }

    /// Filters whose truth follows from their value, assignments, output, and words.
    fn truth_of_value(&mut self, filter: &Filter) -> Result<BoolId> {
        match &filter.kind {
            Kind::Assign(assign) => self.assign(assign),
            Kind::AssignSlice { name, bounds, value } => {
                let var = self.variable(name)?;
                let value = self.text(value)?;
                let (from, to, single) = self.bounds(bounds)?;
                let info = Info::leaf(50).join(self.ir.text_info(value)).reading(var).with_effect();
                Ok(self.ir.bools.add(Bool::AssignSlice { var, from, to, single, value }, info))
            }
            Kind::AssignPiece { name, set } => {
                let var = self.declare_variable(&name.text, VariableKind::Piece);
                let set = self.set(set)?;
                let info = Info::leaf(10).join(self.ir.set_info(set)).with_effect();
                Ok(self.ir.bools.add(Bool::AssignPiece(var, set), info))
            }
            Kind::Comment(items) => {
                let items = self.items(items)?;
                let info = self.items_info(&items).with_comments();
                Ok(self.ir.bools.add(Bool::Comment(items), info))
            }
            Kind::Message { quiet, items } => {
                let items = self.items(items)?;
                let info = self.items_info(&items).with_effect();
                let info = if *quiet { info } else { info.with_comments() };
                Ok(self.ir.bools.add(Bool::Message { quiet: *quiet, items }, info))
            }
            Kind::Result(result) => Ok(self.ir.bools.add(Bool::Result(*result), Info::leaf(2))),
            Kind::GameText { field: GameText::Comment, search: Some(search) } if nag(search).is_some() => {
                let number = nag(search).unwrap_or_default();
                Ok(self.ir.bools.add(Bool::Nag(number), Info::leaf(5)))
            }
            Kind::GameText { field: GameText::Variant, search: Some(search) } => Ok(self.variant(search)),
            Kind::VariantEnd(end) => Ok(self.ir.bools.add(Bool::VariantEnd(*end), Info::leaf(300))),
            Kind::GameText { field, search: Some(search) } => {
                let text = self.game_text(field);
                let search = self.text_constant(search);
                let info = Info::leaf(50).join(self.ir.text_info(text));
                Ok(self.text_test(Bool::Substring(search, text), info))
            }
            Kind::Binary(Binary::In, a, b) if a.ty == Type::Set => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                let info = Info::leaf(2).join(self.ir.set_info(a)).join(self.ir.set_info(b));
                Ok(self.ir.bools.add(Bool::Subset(a, b), info))
            }
            Kind::Binary(Binary::In, a, b) => {
                let (a, b) = (self.text(a)?, self.text(b)?);
                let info = Info::leaf(50).join(self.ir.text_info(a)).join(self.ir.text_info(b));
                Ok(self.text_test(Bool::Substring(a, b), info))
            }
            Kind::Binary(Binary::Compare(op @ (Compare::Equal | Compare::NotEqual)), a, b)
                if a.ty == Type::Set && b.ty == Type::Set =>
            {
                let (a, b) = (self.set(a)?, self.set(b)?);
                let info = Info::leaf(2).join(self.ir.set_info(a)).join(self.ir.set_info(b));
                let equal = self.ir.bools.add(Bool::SetsEqual(a, b), info);
                Ok(if *op == Compare::Equal { equal } else { self.not(equal) })
            }
            Kind::Binary(Binary::Compare(Compare::NotEqual), a, b) if a.ty != Type::Position => {
                let equal = Kind::Binary(Binary::Compare(Compare::Equal), a.clone(), b.clone());
                let ty = if a.ty == Type::Text { Type::Text } else { Type::Number };
                let equal = self.truth(&Filter { kind: equal, span: filter.span, ty })?;
                Ok(self.not(equal))
            }
            Kind::Binary(Binary::Compare(_), a, _) if a.ty == Type::Position => {
                let position = self.position(filter)?;
                let info = self.ir.pos_info(position).clone();
                Ok(self.ir.bools.add(Bool::HasPos(position), info))
            }
            _ => self.has_value(filter),
        }
    }

    /// A filter with a value matches when it has one; a set when it is not empty.
    fn has_value(&mut self, filter: &Filter) -> Result<BoolId> {
        match filter.ty {
            Type::Set => {
                let set = self.set(filter)?;
                Ok(self.non_empty(set))
            }
            Type::Number => {
                let number = self.number(filter)?;
                // How many squares a set has, and what its pieces are worth, always exists: nobody asks the set.
                if matches!(self.ir.num(number), Num::Count(_) | Num::Apply(NumberOp::Power, _) | Num::Constant(_)) {
                    return Ok(self.constant(true));
                }
                let info = self.ir.num_info(number).clone();
                Ok(self.ir.bools.add(Bool::HasNum(number), info))
            }
            Type::Position => {
                let position = self.position(filter)?;
                let info = self.ir.pos_info(position).clone();
                Ok(self.ir.bools.add(Bool::HasPos(position), info))
            }
            Type::Text => {
                let text = self.text(filter)?;
                let info = self.ir.text_info(text).clone();
                Ok(self.text_test(Bool::HasText(text), info))
            }
            Type::Logical => unsupported(filter, "as a test"),
        }
    }

    pub(super) fn non_empty(&mut self, set: super::super::arena::SetId) -> BoolId {
        if let Set::Constant(squares) = self.ir.set(set) {
            let any = squares.any();
            return self.constant(any);
        }
        let info = self.ir.set_info(set).clone();
        self.ir.bools.add(Bool::NonEmpty(set), info)
    }

    pub(super) fn not(&mut self, inner: BoolId) -> BoolId {
        match self.ir.bool(inner) {
            Bool::Constant(value) => {
                let value = !value;
                self.constant(value)
            }
            // What would comment must stay under a negation, which drops comments.
            Bool::Not(twice) if !self.ir.bool_info(*twice).comments && !self.ir.bool_info(*twice).effect => *twice,
            _ => {
                let info = Info { comments: false, ..self.ir.bool_info(inner).clone() };
                self.ir.bools.add(Bool::Not(inner), info)
            }
        }
    }

    fn disjunction(&mut self, parts: Vec<BoolId>) -> BoolId {
        let info = parts.iter().fold(Info::leaf(1), |info, &part| info.join(self.ir.bool_info(part)));
        self.ir.bools.add(Bool::Or(parts), info)
    }

    pub(super) fn any_copy(&mut self, copies: Vec<BoolId>) -> BoolId {
        match copies.len() {
            0 => self.constant(false),
            1 => copies[0],
            _ => {
                let info = copies.iter().fold(Info::leaf(1), |info, &copy| info.join(self.ir.bool_info(copy)));
                let node = if info.effect || info.comments {
                    Bool::AnyCopy(copies)
                } else {
                    self.placements(&copies).map_or_else(|| Bool::Or(copies), Bool::Placements)
                };
                self.ir.bools.add(node, info)
            }
        }
    }

    /// Copies that are made of designators, as a table; none if they are few or other filters.
    fn placements(&mut self, copies: &[BoolId]) -> Option<Placements> {
        if !self.options.reorder || copies.len() < placements::WORTHWHILE {
            return None;
        }
        let mut split = Vec::with_capacity(copies.len());
        for &copy in copies {
            if !self.ir.bool_info(copy).is_closed() {
                return None;
            }
            let parts = match self.ir.bool(copy) {
                Bool::And(parts) => parts.clone(),
                _ => vec![copy],
            };
            let (mut designators, mut rest) = (Vec::new(), Vec::new());
            for part in parts {
                match self.ir.bool(part) {
                    Bool::NonEmpty(set) => match self.ir.set(*set) {
                        Set::Designator(designator) => designators.push(*designator),
                        _ => rest.push(part),
                    },
                    _ => rest.push(part),
                }
            }
            split.push((designators, rest));
        }
        if split.iter().filter(|(designators, _)| !designators.is_empty()).count() * 2 < split.len() {
            return None;
        }
        let parts = split.into_iter().map(|(designators, rest)| {
            let rest = (!rest.is_empty()).then(|| self.conjunction(rest));
            (designators, rest)
        });
        let parts = parts.collect();
        Some(Placements::new(copies.to_vec(), parts))
    }

    fn truth_at(&mut self, position: &Filter, inner: &Filter) -> Result<BoolId> {
        let position = self.position(position)?;
        let inner = self.elsewhere(|l| l.truth(inner))?;
        let info = Info::leaf(2).join(self.ir.pos_info(position)).join(self.ir.bool_info(inner));
        Ok(self.ir.bools.add(Bool::At(position, inner), info))
    }

    fn assign(&mut self, assign: &Assign) -> Result<BoolId> {
        let ty = match assign.op {
            AssignOp::Update(Binary::Union | Binary::Intersect) | AssignOp::SetIfAny => Type::Set,
            _ => assign.value.ty,
        };
        let var = self.declare_variable(&assign.name.text, VariableKind::Value(ty));
        self.keep(var, assign.scope);
        let value = match assign.op {
            AssignOp::Set | AssignOp::SetIfAny => (*assign.value).clone(),
            AssignOp::Update(op) => {
                let ty = match self.kind(var) {
                    VariableKind::Value(ty) => ty,
                    VariableKind::Piece | VariableKind::Dictionary(_) => Type::Set,
                };
                let old = Filter { kind: Kind::Variable(assign.name.clone()), span: assign.name.span, ty };
                let op = if op == Binary::Add && ty == Type::Text { Binary::Concat } else { op };
                Filter { kind: Kind::Binary(op, Box::new(old), assign.value.clone()), span: assign.value.span, ty }
            }
        };
        if self.kind(var) == VariableKind::Piece {
            return Err(LowerError::new(
                assign.name.span,
                "other-kind",
                "a piece variable cannot be assigned with `=` alone",
            )
            .help("write `piece NAME = SET`"));
        }
        let (node, info) = match self.value(&value)? {
            Value::Num(id) => (Bool::AssignNum(var, id), self.ir.num_info(id)),
            Value::Pos(id) => (Bool::AssignPos(var, id), self.ir.pos_info(id)),
            Value::Text(id) => (Bool::AssignText(var, id), self.ir.text_info(id)),
            Value::Set(value) => {
                (Bool::AssignSet { var, value, if_any: assign.op == AssignOp::SetIfAny }, self.ir.set_info(value))
            }
            Value::Piece(_) => {
                let value = self.set(&value)?;
                let if_any = assign.op == AssignOp::SetIfAny;
                (Bool::AssignSet { var, value, if_any }, self.ir.set_info(value))
            }
            Value::Bool(_) | Value::Dictionary(_) => return unsupported(&value, "as the value of a variable"),
        };
        let info = info.clone().with_effect();
        Ok(self.ir.bools.add(node, info))
    }

    /// `[i]`, `[i:j]`: both ends and whether it is one character.
    pub(super) fn bounds(&mut self, slice: &Slice) -> Result<super::texts::Bounds> {
        let end = |l: &mut Self, f: &Option<Box<Filter>>| f.as_deref().map(|f| l.number(f)).transpose();
        Ok(match slice {
            Slice::At(i) => (Some(self.number(i)?), None, true),
            Slice::Between(i, j) => (end(self, i)?, end(self, j)?, false),
        })
    }

    /// How many of these truths hold, if the range allows it.
    pub(super) fn copies(&mut self, range: RangeIr, copies: Vec<BoolId>) -> super::super::arena::NumId {
        let info = copies.iter().fold(Info::leaf(1), |info, &copy| info.join(self.ir.bool_info(copy)));
        let info = Self::reading_range(info, range);
        self.ir.nums.add(Num::Copies(range, copies), info)
    }
}

/// The annotation glyph that a search text of `hascomment` stands for: `!?`, `+/-`, `$14`.
fn nag(text: &str) -> Option<u32> {
    let number = match text {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        "=" => 10,
        "+/=" => 14,
        "=/+" => 15,
        "+/-" => 16,
        "-/+" => 17,
        "+-" => 18,
        "-+" => 19,
        _ => return text.strip_prefix('$')?.parse().ok().filter(|number| (1..=255).contains(number)),
    };
    Some(number)
}
