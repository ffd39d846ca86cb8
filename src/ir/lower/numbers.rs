//! Lowering of filters that yield a number.

use super::super::arena::NumId;
use super::super::info::Info;
use super::super::node::{BoundIr, Num, RangeIr, ReachIr, Value};
use super::{LowerError, Lowerer, Result, chain, unsupported};
use crate::syntax::ast::{Binary, Compare, Filter, Kind, Type, Unary};
use crate::syntax::catalogue::{NumberOp, Op, TruthOp};

impl Lowerer {
    /// The number of a filter; a set counts its squares.
    pub(super) fn number(&mut self, filter: &Filter) -> Result<NumId> {
        if filter.ty == Type::Set {
            let set = self.set(filter)?;
            let info = Info::leaf(1).join(self.ir.set_info(set));
            return Ok(self.ir.nums.add(Num::Count(set), info));
        }
        match &filter.kind {
            Kind::Integer(n) => Ok(self.number_constant(*n)),
            Kind::Paren(inner) | Kind::NoTransform(inner) | Kind::Silent(inner) => self.number(inner),
            Kind::Braces(_) | Kind::Call(_) => {
                let (test, last) = self.guarded(filter)?;
                let number = self.number(last)?;
                let Some(test) = test else { return Ok(number) };
                let info = Info::leaf(1).join(self.ir.bool_info(test)).join(self.ir.num_info(number));
                Ok(self.ir.nums.add(Num::Guard(test, number), info))
            }
            Kind::Variable(name) => {
                let var = self.variable(name)?;
                Ok(self.ir.nums.add(Num::Variable(var), Info::leaf(2).reading(var)))
            }
            Kind::Apply(op, arguments) => match self.applied(*op, arguments, filter)? {
                Value::Num(id) => Ok(id),
                _ => unsupported(filter, "as a number"),
            },
            Kind::Measured(measure) => Ok(self.ir.nums.add(Num::Measured(*measure), Info::leaf(60))),
            Kind::Elo(color) => Ok(self.ir.nums.add(Num::Elo(*color), Info::leaf(3))),
            Kind::Unary(op, inner) => self.number_unary(*op, inner, filter),
            Kind::Binary(op, a, b) => self.number_binary(*op, a, b, filter),
            Kind::Extreme { max, items } => {
                let items = items.iter().map(|f| self.number(f)).collect::<Result<Vec<_>>>()?;
                let info = items.iter().fold(Info::leaf(2), |info, &item| info.join(self.ir.num_info(item)));
                Ok(self.ir.nums.add(Num::Extreme { max: *max, items }, info))
            }
            Kind::At(position, inner) => {
                let position = self.position(position)?;
                let inner = self.elsewhere(|l| l.number(inner))?;
                let info = Info::leaf(2).join(self.ir.pos_info(position)).join(self.ir.num_info(inner));
                Ok(self.ir.nums.add(Num::At(position, inner), info))
            }
            Kind::Sort { quiet, min, doc, body } => {
                let outer = std::mem::replace(&mut self.sorting, true);
                let number = self.outside_dash(|l| l.number(body));
                self.sorting = outer;
                let number = number?;
                // Of nested keys the inner one comes first.
                let key = self.sort_key(*quiet, *min, doc);
                let info = Info::leaf(5).join(self.ir.num_info(number)).with_effect();
                Ok(self.ir.nums.add(Num::Sort(key, number), info))
            }
            _ => self.number_counted(filter),
        }
    }

    /// Filters that count something.
    fn number_counted(&mut self, filter: &Filter) -> Result<NumId> {
        match &filter.kind {
            Kind::Sequence(sequence) => {
                let id = self.sequence(sequence, filter.span)?;
                let info = self.ir.sequence_info(id).clone();
                Ok(self.ir.nums.add(Num::Sequence(id), info))
            }
            Kind::Path(path) => {
                let id = self.path(path, filter.span)?;
                let info = self.ir.sequence_info(id).clone();
                Ok(self.ir.nums.add(Num::Sequence(id), info))
            }
            Kind::Dash(dash) => self.dash_number(dash, false),
            Kind::CurrentMove(dash) => self.dash_number(self.dash_inside(dash), true),
            Kind::CountMoves(moves) => self.count_dash(moves),
            Kind::Reach(reach) => {
                let (reach, info) = self.reach(reach)?;
                Ok(self.ir.nums.add(Num::Reach(reach), info))
            }
            Kind::Find(find) => {
                let (reach, info) = self.find_count(find)?;
                Ok(self.ir.nums.add(Num::Reach(reach), info))
            }
            Kind::Move(m) => {
                let id = self.move_filter(m)?;
                let info = self.ir.move_info(id).clone();
                Ok(self.ir.nums.add(Num::MoveCount(id), info))
            }
            Kind::Each(each) if each.range.is_some() => {
                let range = self.optional_range(&each.range)?;
                let set = self.loop_set(each)?;
                let info = self.ir.set_info(set).clone();
                let count = self.ir.nums.add(Num::Count(set), info);
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
                let info = Info::leaf(40).join(self.ir.set_info(from)).join(self.ir.set_info(to));
                let pairs = self.ir.nums.add(Num::AttackPairs(from, to), info);
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
                let info = copies.iter().fold(Info::leaf(2), |info, &copy| info.join(self.ir.num_info(copy)));
                Ok(self.ir.nums.add(Num::MaxCopy(copies), info))
            }
            Kind::If { .. } => {
                let Some((test, then, otherwise)) = self.branches(filter)? else {
                    return unsupported(filter, "as a number");
                };
                let (then, otherwise) = (self.number(then)?, self.number(otherwise)?);
                let info = self.ir.bool_info(test).clone().join(self.ir.num_info(then));
                let info = info.join(self.ir.num_info(otherwise));
                Ok(self.ir.nums.add(Num::If(test, then, otherwise), info))
            }
            Kind::Group { group, start: true } => {
                let history = self.history(filter)?;
                Ok(self.ir.nums.add(Num::GroupStart(history, group.clone()), Info::leaf(10).reading(history)))
            }
            Kind::Entries(of) => {
                let of = self.variable(&of.name)?;
                Ok(self.ir.nums.add(Num::Entries(of), Info::leaf(3).reading(of)))
            }
            Kind::Entry { of, key } => {
                let (of, key, info) = self.entry(of, key)?;
                Ok(self.ir.nums.add(Num::Entry { of, key }, info))
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
        self.ir.nums.add(Num::Reach(reach), Info::leaf(20))
    }

    fn number_unary(&mut self, op: Unary, inner: &Filter, filter: &Filter) -> Result<NumId> {
        if op == Unary::Count && inner.ty == Type::Text {
            let text = self.text(inner)?;
            let info = Info::leaf(2).join(self.ir.text_info(text));
            return Ok(self.ir.nums.add(Num::Length(text), info));
        }
        let inner = self.number(inner)?;
        let node = match op {
            Unary::Count => return Ok(inner),
            Unary::Negate => Num::Negate(inner),
            Unary::Not | Unary::Complement => return unsupported(filter, "as a number"),
        };
        let info = Info::leaf(1).join(self.ir.num_info(inner));
        Ok(self.ir.nums.add(node, info))
    }

    fn number_binary(&mut self, op: Binary, a: &Filter, b: &Filter, filter: &Filter) -> Result<NumId> {
        if matches!(op, Binary::Add | Binary::Subtract) {
            let mut terms = chain(filter, |op| matches!(op, Binary::Add | Binary::Subtract)).into_iter();
            let mut sum = Vec::new();
            let mut info = Info::leaf(1);
            for (op, term) in terms.by_ref() {
                let term = self.number(term)?;
                info = info.join(self.ir.num_info(term));
                sum.push((op == Binary::Subtract, term));
            }
            return Ok(self.ir.nums.add(Num::Sum(sum), info));
        }
        if op == Binary::PowerDifference {
            let (a, b) = (self.set(a)?, self.set(b)?);
            let [a, b] = [a, b].map(|set| self.ir.number_op(NumberOp::Power, vec![Value::Set(set)]));
            let info = Info::leaf(1).join(self.ir.num_info(a)).join(self.ir.num_info(b));
            return Ok(self.ir.nums.add(Num::Sum(vec![(false, a), (true, b)]), info));
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
                let message = "this operator compares positions, not numbers";
                return Err(LowerError::new(filter.span, "type", message));
            }
            _ => return unsupported(filter, "as a number"),
        };
        let info = Info::leaf(1).join(self.ir.num_info(a)).join(self.ir.num_info(b));
        Ok(self.ir.nums.add(node, info))
    }

    /// The move number of CQL 5's `movenumber 3 6`: two positions to a move, whoever moves first.
    fn plain_move_number(&mut self) -> NumId {
        let ply = self.ir.number_op(NumberOp::Ply, Vec::new());
        let (one, two) = (self.number_constant(1), self.number_constant(2));
        let half = self.ir.nums.add(Num::Divide(ply, two), Info::leaf(2));
        self.ir.nums.add(Num::Sum(vec![(false, half), (false, one)]), Info::leaf(3))
    }

    pub(super) fn number_constant(&mut self, n: i64) -> NumId {
        self.ir.nums.add(Num::Constant(n), Info::leaf(1))
    }

    fn in_range(&mut self, range: Option<RangeIr>, number: NumId) -> NumId {
        let any = RangeIr { low: BoundIr::Constant(i64::MIN), high: BoundIr::Constant(i64::MAX) };
        let range = range.unwrap_or(any);
        let info = Self::reading_range(Info::leaf(1).join(self.ir.num_info(number)), range);
        self.ir.nums.add(Num::InRange(range, number), info)
    }
}
