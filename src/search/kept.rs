//! What persistent variables hold when a run is over.

use super::scratch::{Scratch, Slot};
use super::texts::squares_text;
use crate::ir::QueryIr;
use crate::plan::Plan;

/// Name and value of each persistent variable that is to be shown, in the order in which they were first assigned.
/// Numbers and squares as CQL writes them, texts in quotes.
pub(crate) fn kept_values(plan: &Plan, query: &QueryIr, scratch: &mut Scratch) -> Vec<(String, String)> {
    scratch.fit(plan);
    let shown = query.vars.clone().filter(|&var| plan.ir.vars[var].persistent == Some(false));
    shown.map(|var| (plan.ir.vars[var].name.clone(), text(&scratch.vars[var]))).collect()
}

fn text(slot: &Slot) -> String {
    match slot {
        Slot::Unbound => "<unbound>".into(),
        Slot::Set(squares) => squares_text(*squares),
        Slot::Num(number) => number.to_string(),
        Slot::Text(text) => format!("\"{text}\""),
        Slot::Pos(number) => number.to_string(),
        Slot::Piece(number) => number.to_string(),
    }
}
