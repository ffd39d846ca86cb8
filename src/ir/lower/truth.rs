//! Lowering of filters of which only the truth matters.

use super::super::ids::BoolId;
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
                Ok(self.ir.add(Bool::Silent(inner)))
            }
            Kind::Move(m) if filter.ty == Type::Logical => {
                let id = self.move_filter(m)?;
                Ok(self.ir.add(Bool::Move(id)))
            }
            Kind::Sequence(sequence) => {
                let id = self.sequence(sequence, filter.span)?;
                Ok(self.ir.add(Bool::Sequence(id)))
            }
            Kind::Path(path) => {
                let id = self.path(path, filter.span)?;
                Ok(self.ir.add(Bool::Sequence(id)))
            }
            Kind::Tablebase(worth) => {
                self.needs_tables(filter)?;
                Ok(self.ir.add(Bool::Tablebase(*worth)))
            }
            Kind::Dash(dash) => self.dash_truth(dash, false),
            Kind::CurrentMove(dash) => self.came_truth(dash),
            Kind::Reach(reach) => {
                let reach = self.reach(reach)?;
                Ok(self.ir.add(Bool::Reach(reach)))
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
                Ok(self.ir.add(Bool::HasNum(number)))
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
                Ok(self.ir.add(Bool::AssignSlice { var, from, to, single, value }))
            }
            Kind::AssignPiece { name, set } => {
                let var = self.declare_variable(&name.text, VariableKind::Piece);
                let set = self.set(set)?;
                Ok(self.ir.add(Bool::AssignPiece(var, set)))
            }
            Kind::Comment(items) => {
                let items = self.items(items)?;
                Ok(self.ir.add(Bool::Comment(items)))
            }
            Kind::Message { quiet, items } => {
                let items = self.items(items)?;
                Ok(self.ir.add(Bool::Message { quiet: *quiet, items }))
            }
            Kind::Result(result) => Ok(self.ir.add(Bool::Result(*result))),
            Kind::GameText { field: GameText::Comment, search: Some(search) } if nag(search).is_some() => {
                let number = nag(search).unwrap_or_default();
                Ok(self.ir.add(Bool::Nag(number)))
            }
            Kind::GameText { field: GameText::Variant, search: Some(search) } => Ok(self.variant(search)),
            Kind::VariantEnd(end) => Ok(self.ir.add(Bool::VariantEnd(*end))),
            Kind::GameText { field, search: Some(search) } => {
                let text = self.game_text(field);
                let search = self.text_constant(search);
                Ok(self.ir.add(Bool::Substring(search, text)))
            }
            Kind::Binary(Binary::In, a, b) if a.ty == Type::Set => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                Ok(self.ir.add(Bool::Subset(a, b)))
            }
            Kind::Binary(Binary::In, a, b) => {
                let (a, b) = (self.text(a)?, self.text(b)?);
                Ok(self.ir.add(Bool::Substring(a, b)))
            }
            Kind::Binary(Binary::Compare(op @ (Compare::Equal | Compare::NotEqual)), a, b)
                if a.ty == Type::Set && b.ty == Type::Set =>
            {
                let (a, b) = (self.set(a)?, self.set(b)?);
                let equal = self.ir.add(Bool::SetsEqual(a, b));
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
                Ok(self.ir.add(Bool::HasPos(position)))
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
                Ok(self.ir.add(Bool::HasNum(number)))
            }
            Type::Position => {
                let position = self.position(filter)?;
                Ok(self.ir.add(Bool::HasPos(position)))
            }
            Type::Text => {
                let text = self.text(filter)?;
                Ok(self.ir.add(Bool::HasText(text)))
            }
            Type::Logical => unsupported(filter, "as a test"),
        }
    }

    pub(super) fn non_empty(&mut self, set: super::super::ids::SetId) -> BoolId {
        if let Set::Constant(squares) = self.ir.set(set) {
            let any = squares.any();
            return self.constant(any);
        }
        self.ir.add(Bool::NonEmpty(set))
    }

    pub(super) fn not(&mut self, inner: BoolId) -> BoolId {
        match self.ir.bool(inner) {
            Bool::Constant(value) => {
                let value = !value;
                self.constant(value)
            }
            // What would comment must stay under a negation, which drops comments.
            Bool::Not(twice) if !self.ir.bool_info(*twice).comments && !self.ir.bool_info(*twice).effect => *twice,
            _ => self.ir.add(Bool::Not(inner)),
        }
    }

    fn disjunction(&mut self, parts: Vec<BoolId>) -> BoolId {
        self.ir.add(Bool::Or(parts))
    }

    pub(super) fn any_copy(&mut self, copies: Vec<BoolId>) -> BoolId {
        match copies.len() {
            0 => self.constant(false),
            1 => copies[0],
            _ => {
                let observed = |copy: &BoolId| self.ir.bool_info(*copy).effect || self.ir.bool_info(*copy).comments;
                let node = if copies.iter().any(observed) {
                    Bool::AnyCopy(copies)
                } else {
                    self.placements(&copies).map_or_else(|| Bool::Or(copies), Bool::Placements)
                };
                self.ir.add(node)
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
        Ok(self.ir.add(Bool::At(position, inner)))
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
            return Err(LowerError::new(assign.name.span, "other-kind", "a piece variable is not assigned with `=`")
                .help("write `piece NAME = SET`"));
        }
        let if_any = assign.op == AssignOp::SetIfAny;
        let node = match self.value(&value)? {
            Value::Num(id) => Bool::AssignNum(var, id),
            Value::Pos(id) => Bool::AssignPos(var, id),
            Value::Text(id) => Bool::AssignText(var, id),
            Value::Set(value) => Bool::AssignSet { var, value, if_any },
            Value::Piece(_) => Bool::AssignSet { var, value: self.set(&value)?, if_any },
            Value::Bool(_) | Value::Dictionary(_) => return unsupported(&value, "as the value of a variable"),
        };
        Ok(self.ir.add(node))
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
    pub(super) fn copies(&mut self, range: RangeIr, copies: Vec<BoolId>) -> super::super::ids::NumId {
        self.ir.add(Num::Copies(range, copies))
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
