//! Sequences whose failed attempts leave no trace: they assign variables that nothing reads.
//!
//! Such a sequence is still matched in run order, but not from positions where its closed predicates alone rule a match
//! out.
//!
//! Nobody can tell whether such an attempt was made. The automaton runs once with all predicates that are not closed
//! taken as true; from positions where even this finds nothing, the sequence is not tried.

use super::Plan;
use crate::ir::{Bool, BoolId, NodeId, Value, VarId};
use std::collections::HashSet;

impl Plan {
    /// By sequence: whether it has effects, but nobody can tell whether an attempt that fails was made.
    pub(super) fn find_unobserved(&self) -> Vec<bool> {
        let observed = self.observed_variables();
        let unobserved = |i: usize| {
            let symbols = &self.ir.sequence(i.into()).symbols;
            symbols.iter().all(|&symbol| self.leaves_nothing(symbol, &observed))
        };
        (0..self.ir.sequences.len()).map(|i| self.options.automata && unobserved(i)).collect()
    }

    /// The variables that some filter reads or binds, or that outlive the game.
    fn observed_variables(&self) -> HashSet<VarId> {
        let ir = &self.ir;
        let mut observed = HashSet::new();
        let mut nodes: Vec<NodeId> = Vec::new();
        nodes.extend((0..ir.bools.len()).map(|i| NodeId::from(Value::Bool(i.into()))));
        nodes.extend((0..ir.sets.len()).map(|i| NodeId::from(Value::Set(i.into()))));
        nodes.extend((0..ir.nums.len()).map(|i| NodeId::from(Value::Num(i.into()))));
        nodes.extend((0..ir.positions.len()).map(|i| NodeId::from(Value::Pos(i.into()))));
        nodes.extend((0..ir.texts.len()).map(|i| NodeId::from(Value::Text(i.into()))));
        nodes.extend((0..ir.loops.len()).map(|i| NodeId::Loop(i.into())));
        for node in nodes {
            observed.extend(ir.info(node).reads);
            observed.extend(ir.children(node).into_iter().flat_map(|child| child.binds));
        }
        observed.extend((0..ir.loops.len()).map(|i| ir.each(i.into()).var));
        let lasting = ir.vars.iter().enumerate().filter(|(_, var)| var.persistent.is_some());
        observed.extend(lasting.map(|(i, _)| VarId::from(i)));
        observed
    }

    /// True if all that a predicate may do is to assign variables that nobody observes.
    fn leaves_nothing(&self, id: BoolId, observed: &HashSet<VarId>) -> bool {
        let assigns = |var: VarId, value: Value| !observed.contains(&var) && self.ir.value_info(value).is_closed();
        match self.ir.bool(id) {
            _ if self.ir.bool_info(id).is_closed() => true,
            Bool::And(parts) => parts.iter().all(|&part| self.leaves_nothing(part, observed)),
            Bool::Ordered { cheapest, written } => {
                [cheapest, written].into_iter().all(|&part| self.leaves_nothing(part, observed))
            }
            Bool::AssignNum(var, value) => assigns(*var, (*value).into()),
            Bool::AssignPos(var, value) => assigns(*var, (*value).into()),
            Bool::AssignSet { var, value, .. } => assigns(*var, (*value).into()),
            Bool::AssignPiece(var, value) => assigns(*var, (*value).into()),
            _ => false,
        }
    }
}
