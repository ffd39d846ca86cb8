//! Loops as set algebra: the squares for which a filter of one square holds, as one expression.
//!
//! A loop asks its body once for each square. Where the body only asks whether sets meet, and the variable stands in it
//! once, the squares for which it holds are an image under the same relation, taken the other way round. Let `M(e, C)`
//! be the squares `x` for which the set `e`, in which `x` stands, has a square in common with `C`:
//!
//! | `e` | `M(e, C)` |
//! |---|---|
//! | `x` | `C` |
//! | `e & B` | `M(e, C & B)` |
//! | `e \| B` | `M(e, C) \| M(B, C)` |
//! | `e attacks B` | `M(e, C attacks B)` |
//! | `A attacks e` | `M(e, . attackedby {A & C})` |
//! | `e attackedby B` | `M(e, C attackedby B)` |
//! | `A attackedby e` | `M(e, . attacks {A & C})` |
//! | `up a b e` | `M(e, up -b -a C)` |
//! | `{F e}` | where `F`, and `M(e, C)` |
//! | `B`, without `x` | everything if `B & C` is not empty, else nothing |
//!
//! A filter that asks for a set to be non-empty holds for `M(e, .)`; `and`, `or` and `not` are intersection, union and
//! complement; `e in B` holds outside `M(e, ~B)`. Loops inside are such expressions already, so that a loop over
//! squares around one over pieces may need no turn at all.
//!
//! A comparison of counts of attacks, `#(A->x) > 3`, holds for squares that are counted all at once.
//!
//! Only filters without effects and comments come here, and all variables that they read are variables of loops around
//! them, which have their values: the expression can be evaluated where the loop would have been, and cannot stop the
//! run.
//!
//! `square x in _ {piece y in [Aa] {y->x}} == []` becomes `_ & ~{. attackedby [Aa]}` and needs no rounds, where it took
//! two thousand at each position. Anything that cannot be solved is evaluated round by round, over a domain that the rest has
//! narrowed; sets inside a loop that do not depend on its variable are kept from round to round. `PlanOptions::reorder`
//! switches this off, and a test compares both ways.

use crate::chess::Bitboard;
use crate::ir::ids::{BoolId, NumId, SetId, VarId};
use crate::ir::lower::Lowerer;
use crate::ir::node::{Bool, BoundIr, Num, RangeIr, Set, SquareCount, Value};
use crate::syntax::catalogue::SetOp;

/// One loop variable and what is looked for.
pub(super) struct Comprehension<'l> {
    lowerer: &'l mut Lowerer,
    var: VarId,
    /// The squares on which solutions matter: a bound that only keeps the work small.
    domain: SetId,
}

impl Comprehension<'_> {
    pub(super) fn new(lowerer: &mut Lowerer, var: VarId, domain: SetId) -> Comprehension<'_> {
        // A domain that depends on a loop further out would stand in the expression twice, and that one could not be
        // solved any more.
        let info = lowerer.ir.set_info(domain);
        let domain = if info.is_closed() && !info.comments { domain } else { lowerer.squares(Bitboard::FULL) };
        Comprehension { lowerer, var, domain }
    }

    /// The squares of the domain (and perhaps others) for which the filter holds.
    pub(in crate::ir::lower) fn truth(&mut self, filter: BoolId) -> Option<SetId> {
        if !self.lowerer.ir.bool_info(filter).reads.contains(&self.var) {
            return Some(self.everything_if(filter));
        }
        match self.lowerer.ir.bool(filter).clone() {
            Bool::NonEmpty(set) => {
                let all = self.all();
                self.meets(set, all)
            }
            Bool::And(parts) => {
                let parts = self.truths(&parts)?;
                Some(self.lowerer.intersection(parts))
            }
            Bool::Or(parts) | Bool::AnyCopy(parts) => {
                let parts = self.truths(&parts)?;
                Some(self.lowerer.union(parts))
            }
            Bool::Not(inner) => {
                let inner = self.truth(inner)?;
                Some(self.complement(inner))
            }
            Bool::Subset(inner, outer) if !self.depends(outer) => {
                if self.is_variable(inner) {
                    return Some(outer);
                }
                let outside = self.complement(outer);
                let leaves = self.meets(inner, outside)?;
                Some(self.complement(leaves))
            }
            Bool::HasNum(number) => match *self.lowerer.ir.num(number) {
                Num::Compare(op, a, b) => {
                    let (left, right) = (self.count(a)?, self.count(b)?);
                    let set = Set::Compared { op, left, right };
                    Some(self.lowerer.ir.add(set))
                }
                _ => None,
            },
            Bool::SetsEqual(a, b) if self.is_empty(a) || self.is_empty(b) => {
                let all = self.all();
                let some = self.meets(if self.is_empty(a) { b } else { a }, all)?;
                Some(self.complement(some))
            }
            _ => None,
        }
    }

    fn truths(&mut self, parts: &[BoolId]) -> Option<Vec<SetId>> {
        parts.iter().map(|&part| self.truth(part)).collect()
    }

    /// `M(set, with)`
    fn meets(&mut self, set: SetId, with: SetId) -> Option<SetId> {
        if self.is_variable(set) {
            return Some(with);
        }
        if !self.depends(set) {
            let common = self.lowerer.intersection(vec![set, with]);
            let some = self.lowerer.non_empty(common);
            return Some(self.everything_if(some));
        }
        match self.lowerer.ir.set(set).clone() {
            Set::Intersect(parts) => {
                let (here, mut others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|&part| self.depends(part));
                let [only] = here.as_slice() else { return None };
                others.push(with);
                let with = self.lowerer.intersection(others);
                self.meets(*only, with)
            }
            Set::Union(parts) => {
                let parts = parts.into_iter().map(|part| self.meets(part, with)).collect::<Option<Vec<_>>>()?;
                Some(self.lowerer.union(parts))
            }
            ref set if let Some((op, a, b)) = set.relation() => {
                let back = match op {
                    SetOp::Attacks => SetOp::AttackedBy,
                    SetOp::AttackedBy => SetOp::Attacks,
                    _ => return None,
                };
                self.related((op, a, b), with, back)
            }
            Set::Direction { mask, range, of } => {
                let (BoundIr::Constant(low), BoundIr::Constant(high)) = (range.low, range.high) else { return None };
                if low < -7 || high > 7 || low > high {
                    // The evaluator says what is wrong with it.
                    return None;
                }
                let range = RangeIr { low: BoundIr::Constant(-high), high: BoundIr::Constant(-low) };
                let back = self.lowerer.ir.add(Set::Direction { mask, range, of: with });
                self.meets(of, back)
            }
            Set::Guard(test, inner) => {
                let parts = vec![self.truth(test)?, self.meets(inner, with)?];
                Some(self.lowerer.intersection(parts))
            }
            _ => None,
        }
    }

    /// `M(a R b, with)` for a relation and the same the other way round: the members of `a` that are so related to some
    /// member of `b`.
    fn related(&mut self, (forth, a, b): (SetOp, SetId, SetId), with: SetId, back: SetOp) -> Option<SetId> {
        let (inner, from, to, relation) = match (self.depends(a), self.depends(b)) {
            (true, false) => {
                let place = self.place(a);
                (a, self.lowerer.intersection(vec![with, place]), b, forth)
            }
            (false, true) => (b, self.place(b), self.lowerer.intersection(vec![a, with]), back),
            _ => return None,
        };
        let with = self.lowerer.ir.add(Set::Apply(relation, vec![Value::Set(from), Value::Set(to)]));
        self.meets(inner, with)
    }

    /// A number for all squares at once.
    fn count(&mut self, number: NumId) -> Option<SquareCount> {
        if !self.lowerer.ir.num_info(number).reads.contains(&self.var) {
            return Some(SquareCount::Number(number));
        }
        let Num::Count(set) = *self.lowerer.ir.num(number) else { return None };
        let (set, within) = match self.lowerer.ir.set(set).clone() {
            Set::Intersect(parts) => {
                let (here, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|&part| self.depends(part));
                let [only] = here.as_slice() else { return None };
                (*only, others)
            }
            _ => (set, Vec::new()),
        };
        let (of, count): (_, fn(SetId) -> SquareCount) = match self.lowerer.ir.set(set).relation() {
            Some((SetOp::Attacks, a, b)) if self.is_variable(b) => (a, SquareCount::Attackers),
            Some((SetOp::AttackedBy, a, b)) if self.is_variable(b) => (a, SquareCount::Attacked),
            _ => return None,
        };
        if self.depends(of) {
            return None;
        }
        let parts = within.into_iter().chain([of]).collect();
        Some(count(self.lowerer.intersection(parts)))
    }

    /// The squares on which a set may have members.
    fn place(&mut self, set: SetId) -> SetId {
        if self.is_variable(set) { self.domain } else { self.all() }
    }

    fn depends(&self, set: SetId) -> bool {
        self.lowerer.ir.set_info(set).reads.contains(&self.var)
    }

    fn is_variable(&self, set: SetId) -> bool {
        matches!(self.lowerer.ir.set(set), Set::Variable(var) | Set::Piece(var) if *var == self.var)
    }

    fn is_empty(&self, set: SetId) -> bool {
        *self.lowerer.ir.set(set) == Set::Constant(Bitboard::EMPTY)
    }

    fn all(&mut self) -> SetId {
        self.lowerer.squares(Bitboard::FULL)
    }

    fn everything_if(&mut self, filter: BoolId) -> SetId {
        let all = self.all();
        self.lowerer.ir.add(Set::Guard(filter, all))
    }

    /// The squares outside a set.
    fn complement(&mut self, set: SetId) -> SetId {
        if let Set::Complement(inner) = self.lowerer.ir.set(set) {
            return *inner;
        }
        self.lowerer.ir.add(Set::Complement(set))
    }
}
