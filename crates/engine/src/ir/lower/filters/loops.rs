//! Lowering of loops over squares and pieces: what need not be evaluated in every turn is evaluated before.

use super::comprehension::Comprehension;
use crate::chess::Bitboard;
use crate::ir::ids::{BoolId, SetId, VarId};
use crate::ir::lower::{Lowerer, Result};
use crate::ir::node::{Bool, LoopIr, OuterValue, Set};
use crate::ir::properties::Node;
use crate::syntax::ast::{Each, Filter, Type, VariableKind};
use std::collections::HashSet;

/// The names that something other than a loop binds: such a name may have a value when a loop begins, which stops the
/// run, so that a loop over it is left as it is.
pub(in crate::ir::lower) fn assigned<'f>(filters: impl Iterator<Item = &'f Filter>) -> HashSet<String> {
    let mut names = HashSet::new();
    for filter in filters {
        filter.any_part(&mut |part| {
            names.extend(part.kind.bound_names().map(|name| name.text.clone()));
            false
        });
    }
    names
}

/// The rest of a loop.
struct Narrowed {
    /// The part that does not depend on the variable.
    before: Option<BoolId>,
    each: LoopIr,
    /// True if the domain is the answer, and nothing needs to be evaluated in turn.
    solved: bool,
}

impl Lowerer {
    /// A loop as a set. Each test in its body that does not use the loop variable is evaluated once, before the loop; set
    /// algebra in the variable narrows the domain (see [`Comprehension`]):
    ///
    /// ```text
    /// piece x in A {check x->k type x == 4}   {check piece x in {A & {A attacks k}} {type x == 4}}
    /// square x in . {A attacks x}             {. & {. attackedby A}}
    /// ```
    pub(super) fn loop_set(&mut self, each: &Each) -> Result<SetId> {
        let each = self.turns(each)?;
        let narrowed = self.narrow(each);
        Ok(self.gathered(narrowed))
    }

    /// `square all x in S F`: no square fails.
    pub(super) fn loop_all(&mut self, each: &Each) -> Result<BoolId> {
        let each = self.turns(each)?;
        let info = each.info(&self.ir);
        if !info.effect && !info.comments {
            let body = self.not(each.body);
            let failing = self.narrow(LoopIr { body, ..each });
            if failing.solved {
                let set = self.gathered(failing);
                let some = self.non_empty(set);
                return Ok(self.not(some));
            }
        }
        let id = self.ir.add(each);
        Ok(self.ir.add(Bool::All(id)))
    }

    /// The squares of a loop.
    fn gathered(&mut self, Narrowed { before, each, solved }: Narrowed) -> SetId {
        let set = if solved {
            each.domain
        } else {
            let id = self.ir.add(each);
            self.ir.add(Set::Loop(id))
        };
        let Some(test) = before else { return set };
        self.ir.add(Set::Guard(test, set))
    }

    fn turns(&mut self, each: &Each) -> Result<LoopIr> {
        let domain = match &each.domain {
            Some(domain) => self.set(domain)?,
            None => self.squares(Bitboard::FULL),
        };
        let kind = if each.piece { VariableKind::Piece } else { VariableKind::Value(Type::Set) };
        let var = self.declare_variable(&each.name.text, kind);
        let outer = if self.around.contains(&var) {
            OuterValue::Certain
        } else if self.assigned.contains(&each.name.text) {
            OuterValue::Possible
        } else {
            OuterValue::None
        };
        self.around.push(var);
        let body = self.truth(&each.body);
        self.around.pop();
        Ok(LoopIr { piece: each.piece, var, domain, body: body?, outer })
    }

    /// Takes out of the body what need not be evaluated in turn.
    fn narrow(&mut self, each: LoopIr) -> Narrowed {
        if !self.options.reorder {
            return Narrowed { before: None, each, solved: false };
        }
        // Where it shows whether the domain is evaluated, nothing is evaluated before it.
        let effect = each.info(&self.ir).effect || self.ir.set_info(each.domain).comments;
        let free = each.outer == OuterValue::None;
        let LoopIr { piece, mut domain, body, .. } = each;
        let parts = match self.ir.bool(body) {
            Bool::And(parts) => parts.clone(),
            _ => vec![body],
        };
        let (mut fixed, mut varying, mut found) = (Vec::new(), Vec::new(), Vec::new());
        let mut crossed = false;
        for part in parts {
            let info = self.ir.bool_info(part);
            // Nothing crosses an effect, and comments are written in turn.
            crossed |= info.effect;
            if crossed || info.comments {
                varying.push(part);
            } else if info.is_closed() && !effect {
                fixed.push(part);
            } else if let Some(set) = self.solution(part, &each) {
                found.push(set);
            } else {
                varying.push(part);
            }
        }
        let solved = varying.is_empty() && free;
        if solved || !found.is_empty() {
            let mut sets = vec![domain];
            if piece {
                sets.push(self.ir.add(Set::Tracked));
            }
            sets.append(&mut found);
            domain = self.intersection(sets);
        }
        let before = (!fixed.is_empty()).then(|| self.conjunction(fixed));
        let body = self.conjunction(varying);
        Narrowed { before, each: LoopIr { domain, body, ..each }, solved }
    }

    /// The squares for which a filter holds, if they can be found without trying each.
    fn solution(&mut self, filter: BoolId, each: &LoopIr) -> Option<SetId> {
        let info = self.ir.bool_info(filter);
        let known = |read: &VarId| *read == each.var || self.around.contains(read);
        if each.outer != OuterValue::None || info.edge || !info.reads.iter().all(known) {
            return None;
        }
        Comprehension::new(self, each.var, each.domain).truth(filter)
    }
}
