//! The values of persistent variables after a run.

use super::naming::squares_text;
use super::scratch::{Scratch, Slot};
use crate::plan::Plan;
use crate::syntax::ast::VariableKind;

/// Name and value of each persistent variable of a query that is shown after a run, in the order in which they were first assigned.
/// Numbers and squares as CQL writes them, texts in quotes. Dictionaries are never shown.
pub fn persistent_values(plan: &Plan, query: usize, scratch: &mut Scratch) -> Vec<(String, String)> {
    scratch.fit(plan);
    let vars = plan.ir.queries[query].vars.clone().map(|var| (&plan.ir.vars[var], &scratch.vars[var]));
    let shown = vars.filter(|(var, _)| var.persistent == Some(false) && matches!(var.kind, VariableKind::Value(_)));
    shown.filter_map(|(var, slot)| Some((var.name.clone(), text(slot)?))).collect()
}

fn text(slot: &Slot) -> Option<String> {
    match slot {
        Slot::Unbound => Some("<unbound>".into()),
        Slot::Set(squares) => Some(squares_text(*squares)),
        Slot::Num(number) => Some(number.to_string()),
        Slot::Text(text) => Some(format!("\"{}\"", &**text)),
        // Positions and pieces belong to a game.
        _ => None,
    }
}
