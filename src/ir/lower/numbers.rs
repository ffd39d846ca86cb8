//! Lowering of filters that yield a number.

use super::super::ids::NumId;
use super::super::node::{BoundIr, Num, RangeIr, ReachIr, Value};
use super::{LowerError, Lowerer, Result, chain, unsupported};
use crate::syntax::ast::{Binary, Compare, Filter, Kind, Type, Unary};
use crate::syntax::catalogue::{NumberOp, Op, TruthOp};

impl Lowerer {
    /// The number of a filter; a set counts its squares.
    pub(super) fn number(&mut self, filter: &Filter) -> Result<NumId> {
        if filter.ty == Type::Set {
            let set = self.set(filter)?;
            return Ok(self.ir.add(Num::Count(set)));
        }
        match &filter.kind {
            Kind::Integer(n) => Ok(self.number_constant(*n)),
            Kind::Paren(inner) | Kind::NoTransform(inner) | Kind::Silent(inner) => self.number(inner),
            Kind::Braces(_) | Kind::Call(_) => {
                let (test, last) = self.guarded(filter)?;
                let number = self.number(last)?;
                let Some(test) = test else { return Ok(number) };
                Ok(self.ir.add(Num::Guard(test, number)))
            }
            Kind::Variable(name) => {
                let var = self.variable(name)?;
                Ok(self.ir.add(Num::Variable(var)))
            }
            Kind::Apply(op, arguments) => match self.applied(*op, arguments, filter)? {
                Value::Num(id) => Ok(id),
                _ => unsupported(filter, "as a number"),
            },
            Kind::Measured(measure) => Ok(self.ir.add(Num::Measured(*measure))),
            Kind::Elo(color) => Ok(self.ir.add(Num::Elo(*color))),
            Kind::Unary(op, inner) => self.number_unary(*op, inner, filter),
            Kind::Binary(op, a, b) => self.number_binary(*op, a, b, filter),
            Kind::Extreme { max, items } => {
                let items = items.iter().map(|f| self.number(f)).collect::<Result<Vec<_>>>()?;
                Ok(self.ir.add(Num::Extreme { max: *max, items }))
            }
            Kind::At(position, inner) => {
                let position = self.position(position)?;
                let inner = self.elsewhere(|l| l.number(inner))?;
                Ok(self.ir.add(Num::At(position, inner)))
            }
            Kind::Sort { quiet, min, doc, body } => {
                let outer = std::mem::replace(&mut self.sorting, true);
                let number = self.outside_dash(|l| l.number(body));
                self.sorting = outer;
                let number = number?;
                // Of nested keys the inner one comes first.
                let key = self.sort_key(*quiet, *min, doc);
                Ok(self.ir.add(Num::Sort(key, number)))
            }
            _ => self.number_counted(filter),
        }
    }

    /// Filters that count something.
    fn number_counted(&mut self, filter: &Filter) -> Result<NumId> {
        match &filter.kind {
            Kind::Sequence(sequence) => {
                let id = self.sequence(sequence, filter.span)?;
                Ok(self.ir.add(Num::Sequence(id)))
            }
            Kind::Path(path) => {
                let id = self.path(path, filter.span)?;
                Ok(self.ir.add(Num::Sequence(id)))
            }
            Kind::Dash(dash) => self.dash_number(dash, false),
            Kind::CurrentMove(dash) => self.dash_number(self.dash_inside(dash), true),
            Kind::CountMoves(moves) => self.count_dash(moves),
            Kind::Reach(reach) => {
                let reach = self.reach(reach)?;
                Ok(self.ir.add(Num::Reach(reach)))
            }
            Kind::Find(find) => {
                let reach = self.find_count(find)?;
                Ok(self.ir.add(Num::Reach(reach)))
            }
            Kind::Move(m) => {
                let id = self.move_filter(m)?;
                Ok(self.ir.add(Num::MoveCount(id)))
            }
            Kind::Each(each) if each.range.is_some() => {
                let range = self.optional_range(&each.range)?;
                let set = self.loop_set(each)?;
                let count = self.ir.add(Num::Count(set));
                Ok(self.in_range(range, count))
            }
            Kind::InRange(range, inner) => {
                let range = Some(self.range(range)?);
                let inner = match inner.kind {
                    Kind::Apply(Op::Number(NumberOp::MoveNumber), _) => self.plain_move_number(),
                    _ => self.number(inner)?,
                };
                Ok(self.in_range(range, inner))
            }
            Kind::AttackPairs { range: Some(range), from, to } => {
                let range = Some(self.range(range)?);
                let (from, to) = (self.set(from)?, self.set(to)?);
                let pairs = self.ir.add(Num::AttackPairs(from, to));
                Ok(self.in_range(range, pairs))
            }
            Kind::Ray { mask, attack, sets, range: Some(range) } => {
                let plain = Kind::Ray { mask: *mask, attack: *attack, sets: sets.clone(), range: None };
                let plain = Filter { kind: plain, span: filter.span, ty: Type::Set };
                let range = Some(self.range(range)?);
                let count = self.number(&plain)?;
                Ok(self.in_range(range, count))
            }
            Kind::Orbit { copies, range: Some(range) } => {
                let range = self.range(range)?;
                let copies = self.each_copy(copies, Self::truth)?;
                Ok(self.copies(range, copies))
            }
            Kind::Orbit { copies, range: None } => {
                let copies = self.each_copy(copies, Self::number)?;
                Ok(self.ir.add(Num::MaxCopy(copies)))
            }
            Kind::If { .. } => {
                let Some((test, then, otherwise)) = self.branches(filter)? else {
                    return unsupported(filter, "as a number");
                };
                let (then, otherwise) = (self.number(then)?, self.number(otherwise)?);
                Ok(self.ir.add(Num::If(test, then, otherwise)))
            }
            Kind::Group { group, start: true } => {
                let history = self.history(filter)?;
                Ok(self.ir.add(Num::GroupStart(history, group.clone())))
            }
            Kind::Entries(of) => {
                let of = self.variable(&of.name)?;
                Ok(self.ir.add(Num::Entries(of)))
            }
            Kind::Entry { of, key } => {
                let (of, key) = self.entry(of, key)?;
                Ok(self.ir.add(Num::Entry { of, key }))
            }
            Kind::Hhdb { .. } => self.hhdb_number(filter),
            Kind::Echo(echo) => self.echo_number(echo),
            Kind::CommonMoves(common) => self.common_moves(common),
            _ => unsupported(filter, "as a number"),
        }
    }

    /// `try`: exactly one position from here to the root was reached by a secondary move of White; the value is 1.
    pub(super) fn try_count(&mut self) -> NumId {
        let turn = self.ir.truth_op(TruthOp::Btm, Vec::new());
        let led = self.ir.truth_op(TruthOp::Secondary, Vec::new());
        let body = self.conjunction(vec![turn, led]);
        let one = RangeIr { low: BoundIr::Constant(1), high: BoundIr::Constant(1) };
        let reach = ReachIr { backward: true, range: Some(one), depth: None, body, find: true, quiet: true };
        self.ir.add(Num::Reach(reach))
    }

    fn number_unary(&mut self, op: Unary, inner: &Filter, filter: &Filter) -> Result<NumId> {
        if op == Unary::Count && inner.ty == Type::Text {
            let text = self.text(inner)?;
            return Ok(self.ir.add(Num::Length(text)));
        }
        let inner = self.number(inner)?;
        let node = match op {
            Unary::Count => return Ok(inner),
            Unary::Negate => Num::Negate(inner),
            Unary::Not | Unary::Complement => return unsupported(filter, "as a number"),
        };
        Ok(self.ir.add(node))
    }

    fn number_binary(&mut self, op: Binary, a: &Filter, b: &Filter, filter: &Filter) -> Result<NumId> {
        if matches!(op, Binary::Add | Binary::Subtract) {
            let mut terms = chain(filter, |op| matches!(op, Binary::Add | Binary::Subtract)).into_iter();
            let mut sum = Vec::new();
            for (op, term) in terms.by_ref() {
                let term = self.number(term)?;
                sum.push((op == Binary::Subtract, term));
            }
            return Ok(self.ir.add(Num::Sum(sum)));
        }
        if op == Binary::PowerDifference {
            let (a, b) = (self.set(a)?, self.set(b)?);
            let [a, b] = [a, b].map(|set| self.ir.number_op(NumberOp::Power, vec![Value::Set(set)]));
            return Ok(self.ir.add(Num::Sum(vec![(false, a), (true, b)])));
        }
        let (a, b) = (self.number(a)?, self.number(b)?);
        let node = match op {
            Binary::Multiply => Num::Multiply(a, b),
            Binary::Divide => Num::Divide(a, b),
            Binary::Modulo => Num::Modulo(a, b),
            Binary::Compare(
                op @ (Compare::Less | Compare::LessEqual | Compare::Greater | Compare::GreaterEqual | Compare::Equal),
            ) => Num::Compare(op, a, b),
            Binary::Compare(_) => {
                let message = "this comparison is for positions, not for numbers";
                return Err(LowerError::new(filter.span, "type", message));
            }
            _ => return unsupported(filter, "as a number"),
        };
        Ok(self.ir.add(node))
    }

    /// The move number of CQL 5's `movenumber 3 6`: two positions to a move, whoever moves first.
    fn plain_move_number(&mut self) -> NumId {
        let ply = self.ir.number_op(NumberOp::Ply, Vec::new());
        let (one, two) = (self.number_constant(1), self.number_constant(2));
        let half = self.ir.add(Num::Divide(ply, two));
        self.ir.add(Num::Sum(vec![(false, half), (false, one)]))
    }

    pub(super) fn number_constant(&mut self, n: i64) -> NumId {
        self.ir.add(Num::Constant(n))
    }

    fn in_range(&mut self, range: Option<RangeIr>, number: NumId) -> NumId {
        let any = RangeIr { low: BoundIr::Constant(i64::MIN), high: BoundIr::Constant(i64::MAX) };
        let range = range.unwrap_or(any);
        self.ir.add(Num::InRange(range, number))
    }
}
