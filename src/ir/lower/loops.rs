//! Lowering of loops over squares and pieces: what need not be asked in every turn is asked before.

use super::super::arena::{BoolId, SetId, VarId};
use super::super::info::Info;
use super::super::node::{Bool, LoopIr, Set};
use super::comprehension::Comprehension;
use super::{Lowerer, Result};
use crate::chess::Bitboard;
use crate::syntax::ast::{Each, Filter, Kind, Type, VariableKind};
use std::collections::HashSet;

/// The names that something other than a loop binds: such a name may have a value when a loop begins, which stops the
/// run, so that a loop over it is left as it is.
pub(super) fn assigned<'f>(filters: impl Iterator<Item = &'f Filter>) -> HashSet<String> {
    let mut names = HashSet::new();
    for filter in filters {
        filter.any_part(&mut |part| {
            match &part.kind {
                Kind::Assign(assign) => names.extend([assign.name.text.clone()]),
                Kind::AssignPiece { name, .. } | Kind::AssignSlice { name, .. } => names.extend([name.text.clone()]),
                Kind::Echo(echo) => names.extend([&echo.source, &echo.target].map(|name| name.text.clone())),
                Kind::EachKey(each) => names.extend([each.name.text.clone()]),
                _ => {}
            }
            false
        });
    }
    names
}

/// A loop on its way: what it goes over, what it asks, what is known about it.
#[derive(Clone)]
struct Turns {
    each: LoopIr,
    info: Info,
    /// Whether the variable certainly has no value before.
    free: bool,
}

/// What is left of a loop.
struct Narrowed {
    /// What does not depend on the variable.
    before: Option<BoolId>,
    each: LoopIr,
    /// Whether the domain is the answer, and nothing is to be asked in turn.
    solved: bool,
}

impl Lowerer {
    /// A loop as a set. What its body tests without regard to the loop variable is tested once, before the loop; what
    /// is set algebra in the variable narrows the domain (see [`Comprehension`]):
    ///
    /// ```text
    /// piece x in A {check x->k type x == 4}   {check piece x in {A & {A attacks k}} {type x == 4}}
    /// square x in . {A attacks x}             {. & {. attackedby A}}
    /// ```
    pub(super) fn loop_set(&mut self, each: &Each) -> Result<SetId> {
        let turns = self.turns(each)?;
        let narrowed = self.narrow(&turns);
        Ok(self.gathered(narrowed, turns.info))
    }

    /// `square all x in S F`: no square fails.
    pub(super) fn loop_all(&mut self, each: &Each) -> Result<BoolId> {
        let turns = self.turns(each)?;
        if !turns.info.effect && !turns.info.comments {
            let body = self.not(turns.each.body);
            let failing = self.narrow(&Turns { each: LoopIr { body, ..turns.each }, ..turns.clone() });
            if failing.solved {
                let set = self.gathered(failing, turns.info);
                let some = self.non_empty(set);
                return Ok(self.not(some));
            }
        }
        let id = self.ir.loops.add(turns.each, turns.info);
        Ok(self.ir.bools.add(Bool::All(id), self.ir.each_info(id).clone()))
    }

    /// The squares of a loop.
    fn gathered(&mut self, Narrowed { before, each, solved }: Narrowed, info: Info) -> SetId {
        let set = if solved {
            each.domain
        } else {
            let id = self.ir.loops.add(each, info);
            self.ir.sets.add(Set::Loop(id), self.ir.each_info(id).clone())
        };
        let Some(test) = before else { return set };
        let info = self.ir.set_info(set).clone().join(self.ir.bool_info(test));
        self.ir.sets.add(Set::Guard(test, set), info)
    }

    fn turns(&mut self, each: &Each) -> Result<Turns> {
        let domain = match &each.domain {
            Some(domain) => self.set(domain)?,
            None => self.squares(Bitboard::FULL),
        };
        let kind = if each.piece { VariableKind::Piece } else { VariableKind::Value(Type::Set) };
        let var = self.declare_variable(&each.name.text, kind);
        let (assigned, around) = (self.assigned.contains(&each.name.text), self.around.contains(&var));
        self.around.push(var);
        let body = self.truth(&each.body);
        self.around.pop();
        let body = body?;
        let info = self.ir.bool_info(body).clone().binding(var).times(if each.piece { 4 } else { 8 });
        let mut info = info.join(self.ir.set_info(domain));
        if around {
            // It stops the run, and only in the loop around it.
            info = info.with_effect();
        } else if assigned {
            info = info.reading(var);
        }
        let free = !assigned && !around;
        Ok(Turns { each: LoopIr { piece: each.piece, var, domain, body }, info, free })
    }

    /// Takes out of the body what need not be asked in turn.
    fn narrow(&mut self, turns: &Turns) -> Narrowed {
        if !self.options.reorder {
            return Narrowed { before: None, each: turns.each, solved: false };
        }
        let LoopIr { piece, var, mut domain, body } = turns.each;
        let parts = match self.ir.bool(body) {
            Bool::And(parts) => parts.clone(),
            _ => vec![body],
        };
        let (mut fixed, mut varying, mut found) = (Vec::new(), Vec::new(), Vec::new());
        let mut crossed = false;
        for part in parts {
            let info = self.ir.bool_info(part).clone();
            // Nothing crosses an effect, and comments are written in turn.
            crossed |= info.effect;
            if crossed || info.comments {
                varying.push(part);
            } else if info.is_closed() && !turns.info.effect {
                fixed.push(part);
            } else if let Some(set) = self.solution(part, turns) {
                found.push(set);
            } else {
                varying.push(part);
            }
        }
        let solved = varying.is_empty() && turns.free;
        if solved || !found.is_empty() {
            let mut sets = vec![domain];
            if piece {
                sets.push(self.ir.sets.add(Set::Tracked, Info::leaf(2)));
            }
            sets.append(&mut found);
            domain = self.intersection(sets);
        }
        let before = (!fixed.is_empty()).then(|| self.conjunction(fixed));
        let body = self.conjunction(varying);
        Narrowed { before, each: LoopIr { piece, var, domain, body }, solved }
    }

    /// The squares for which a filter holds, if they can be told without trying each.
    fn solution(&mut self, filter: BoolId, turns: &Turns) -> Option<SetId> {
        let info = self.ir.bool_info(filter);
        let var = turns.each.var;
        let known = |read: &VarId| *read == var || self.around.contains(read);
        if !turns.free || info.edge || !info.reads.iter().all(known) {
            return None;
        }
        Comprehension::new(self, var, turns.each.domain).truth(filter)
    }
}
