//! Lowering of operators.

use crate::ir::ids::{BoolId, NumId, SetId};
use crate::ir::lower::{LowerError, Lowerer, Result, chain};
use crate::ir::node::{Bool, Num, Pos, Set, Text, Value};
use crate::syntax::ast::{Binary, Compare, Filter, Kind, Type, Unary};
use crate::syntax::catalogue::{NumberOp, SetOp};

impl Lowerer {
    pub(super) fn unary(&mut self, op: Unary, inner: &Filter) -> Result<Value> {
        Ok(match op {
            Unary::Complement | Unary::Not => {
                let inner = self.set(inner)?;
                Value::Set(match self.ir.set(inner) {
                    Set::Constant(squares) => {
                        let squares = !*squares;
                        self.squares(squares)
                    }
                    _ => self.ir.add(Set::Complement(inner)),
                })
            }
            Unary::Count if inner.ty == Type::Text => {
                let text = self.text(inner)?;
                Value::Num(self.ir.add(Num::Length(text)))
            }
            Unary::Count => Value::Num(self.number(inner)?),
            Unary::Negate => {
                let inner = self.number(inner)?;
                Value::Num(self.ir.add(Num::Negate(inner)))
            }
        })
    }

    /// An operator between two filters, where a value of a type is needed: CQL 5 takes the union of sets by `or`.
    pub(super) fn binary(
        &mut self,
        op: Binary,
        (a, b): (&Filter, &Filter),
        filter: &Filter,
        ty: Type,
    ) -> Result<Value> {
        let operands = |found: Binary| chain(filter, move |op| op == found).into_iter().map(|(_, operand)| operand);
        Ok(match op {
            Binary::And => {
                let parts = self.truths(operands(op))?;
                Value::Bool(self.conjunction(parts))
            }
            Binary::Or if ty != Type::Set => {
                let parts = self.truths(operands(op))?;
                Value::Bool(self.ir.add(Bool::Or(parts)))
            }
            Binary::In if a.ty == Type::Set => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                Value::Bool(self.ir.add(Bool::Subset(a, b)))
            }
            Binary::In => {
                let (a, b) = (self.text(a)?, self.text(b)?);
                Value::Bool(self.ir.add(Bool::Substring(a, b)))
            }
            Binary::Compare(op) => self.comparison(op, a, b, filter)?,
            Binary::Concat => {
                let parts = operands(op).map(|f| self.text(f)).collect::<Result<_>>()?;
                Value::Text(self.ir.add(Text::Concat(parts)))
            }
            Binary::Add | Binary::Subtract => {
                let terms = chain(filter, |op| matches!(op, Binary::Add | Binary::Subtract)).into_iter();
                let terms = terms.map(|(op, term)| Ok((op == Binary::Subtract, self.number(term)?)));
                let terms = terms.collect::<Result<_>>()?;
                Value::Num(self.ir.add(Num::Sum(terms)))
            }
            Binary::Multiply => Value::Num(self.number_pair(a, b, Num::Multiply)?),
            Binary::Divide => Value::Num(self.number_pair(a, b, Num::Divide)?),
            Binary::Modulo => Value::Num(self.number_pair(a, b, Num::Modulo)?),
            Binary::PowerDifference => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                let [a, b] = [a, b].map(|set| self.ir.add(Num::Apply(NumberOp::Power, vec![Value::Set(set)])));
                Value::Num(self.ir.add(Num::Sum(vec![(false, a), (true, b)])))
            }
            Binary::Or | Binary::Union => {
                let parts = operands(op).map(|f| self.set(f)).collect::<Result<_>>()?;
                Value::Set(self.union(parts))
            }
            Binary::Intersect => {
                let parts = operands(op).map(|f| self.set(f)).collect::<Result<_>>()?;
                Value::Set(self.intersection(parts))
            }
            Binary::SameSquares => {
                let (a, b) = (self.position(a)?, self.position(b)?);
                Value::Set(self.ir.add(Set::SameSquares(a, b)))
            }
            Binary::Relation(op) => Value::Set(self.relation(op, a, b)?),
        })
    }

    fn comparison(&mut self, op: Compare, a: &Filter, b: &Filter, filter: &Filter) -> Result<Value> {
        if a.ty == Type::Position {
            let (a, b) = (self.position(a)?, self.position(b)?);
            return Ok(Value::Pos(self.ir.add(Pos::Compare(op, a, b))));
        }
        let wrong = |types: &str| {
            let message = format!("this operator compares positions, not {types}");
            LowerError::new(filter.span, "type", message)
        };
        Ok(match op {
            Compare::NotEqual => {
                let ty = if a.ty == Type::Text { Type::Text } else { Type::Number };
                let equal = Kind::Binary(Binary::Compare(Compare::Equal), Box::new(a.clone()), Box::new(b.clone()));
                let equal = self.truth(&Filter { kind: equal, span: filter.span, ty })?;
                Value::Bool(self.not(equal))
            }
            Compare::Equal if a.ty == Type::Set && b.ty == Type::Set => Value::Bool(self.sets_equal(a, b)?),
            Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => {
                return Err(wrong(if filter.ty == Type::Text { "texts" } else { "numbers" }));
            }
            Compare::Less | Compare::LessEqual | Compare::Greater | Compare::GreaterEqual | Compare::Equal => {
                if filter.ty == Type::Text {
                    let (a, b) = (self.text(a)?, self.text(b)?);
                    Value::Text(self.ir.add(Text::Compare(op, a, b)))
                } else {
                    Value::Num(self.number_pair(a, b, |a, b| Num::Compare(op, a, b))?)
                }
            }
        })
    }

    fn sets_equal(&mut self, a: &Filter, b: &Filter) -> Result<BoolId> {
        let (a, b) = (self.set(a)?, self.set(b)?);
        Ok(self.ir.add(Bool::SetsEqual(a, b)))
    }

    fn number_pair(&mut self, a: &Filter, b: &Filter, node: impl Fn(NumId, NumId) -> Num) -> Result<NumId> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        Ok(self.ir.add(node(a, b)))
    }

    /// An operation between two sets.
    fn relation(&mut self, op: SetOp, a: &Filter, b: &Filter) -> Result<SetId> {
        let sides = vec![Value::Set(self.set(a)?), Value::Set(self.set(b)?)];
        Ok(self.ir.add(Set::Apply(op, sides)))
    }

    /// `A attacks B`; with `by`, `A attackedby B`.
    pub(super) fn attacks(&mut self, by: bool, a: &Filter, b: &Filter) -> Result<SetId> {
        self.relation(if by { SetOp::AttackedBy } else { SetOp::Attacks }, a, b)
    }

    pub(super) fn arrow(&mut self, left: bool, sets: &[Filter]) -> Result<SetId> {
        if let [a, b] = sets {
            return self.attacks(left, a, b);
        }
        let mut sets = sets.iter().map(|f| self.set(f)).collect::<Result<Vec<_>>>()?;
        if left {
            sets.reverse();
            return Ok(self.ir.add(Set::Ray { mask: 0xff, attack: true, sets }));
        }
        Ok(self.ir.add(Set::Chain(sets)))
    }
}
