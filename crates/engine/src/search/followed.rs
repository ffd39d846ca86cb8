//! The automata of a query's sequences, as they are drawn: with the states of the runs from a position, where these can be
//! followed.

use super::context::GameContext;
use super::error::RunError;
use super::observe::{follow, sequences_of};
use super::scratch::Scratch;
use crate::game::Game;
use crate::ir::SequenceId;
use crate::plan::{Automaton, Outline, Plan};

/// The automata of all sequences of the query that an outline is of.
pub fn automata(plan: &Plan, outline: &Outline) -> Vec<Automaton> {
    sequences(plan, outline).into_iter().map(|id| plan.automaton(id, plan.sequence(id).program.nfa())).collect()
}

/// The same, with the states of the runs that begin at a position, along the line that goes through another one and on by
/// first moves to its end; toward the root for `previous`.
///
/// # Errors
///
/// As [`observe`](super::observe()).
pub fn automata_at(
    plan: &Plan,
    outline: &Outline,
    place: (&Game, u32, u32),
    scratch: &mut Scratch,
    context: &GameContext,
) -> Result<Vec<Automaton>, RunError> {
    let followed = follow(plan, outline, place, scratch, context)?;
    let automata = sequences(plan, outline).into_iter().map(|id| match followed.get(&id) {
        Some(runs) => Automaton { alive: Some(runs.alive.clone()), ..plan.automaton(id, runs.program.nfa()) },
        None => plan.automaton(id, plan.sequence(id).program.nfa()),
    });
    Ok(automata.collect())
}

/// The sequences of the query: those whose runs can be followed, and those inside other filters.
fn sequences(plan: &Plan, outline: &Outline) -> Vec<SequenceId> {
    let mut all = sequences_of(plan, outline);
    let key = |id: SequenceId| (plan.ir.sequence(id).span, plan.ir.text_of(id));
    let known: Vec<_> = all.iter().map(|&id| key(id)).collect();
    // With effects, the filter that is evaluated for the reader is another one than that of the query.
    let others = plan.used_sequences(plan.ir.queries[0].body);
    let new: Vec<_> = others.into_iter().filter(|&id| !all.contains(&id) && !known.contains(&key(id))).collect();
    all.extend(new);
    all.sort_by_key(|&id| plan.ir.sequence(id).span.start);
    all
}
