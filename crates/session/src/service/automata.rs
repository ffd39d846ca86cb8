//! The automata of a query's sequences, with the states that are alive along a line of a game.

use super::failure::Failure;
use super::observed::{failed, one_game};
use super::queries::{QueryText, errors};
use crate::assist::Utf16;
use serde_json::{Value as Json, json};
use tabiya::printable::line;
use tabiya::syntax::ast::Span;
use tabiya::{AliveStates, Automaton, AutomatonEdge, AutomatonState, Game, QueryOptions, Scratch, Why};

/// An automaton with more states is not drawn: nobody could follow it.
const MOST_STATES: usize = 300;

/// A position from which runs begin, and one that they go through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along<'g> {
    pub(super) game: &'g Game,
    pub(super) node: u32,
    pub(super) through: u32,
}

/// The automata of a query; with a position of a game, also the states of the runs from there.
pub(super) fn automata(query: &QueryText, along: Option<Along<'_>>, options: &QueryOptions) -> Result<Json, Failure> {
    let refused = |error: tabiya::QueryError| Failure::query(errors(&query.text, &error));
    let parsed = query.parse(options).map_err(refused)?;
    let in_variation = |along: Along<'_>| {
        let tree = along.game.tree();
        [along.node, along.through].iter().any(|&node| node < tree.len() && tree.node(node).depth > 0)
    };
    let variations = if along.is_some_and(in_variation) { Some(true) } else { options.variations };
    let why = Why::new(parsed, &QueryOptions { variations, ..options.clone() }).map_err(refused)?;
    let all = match along {
        None => why.automata(),
        Some(Along { game, node, through }) => {
            let positions = why.positions(game);
            if node >= positions || through >= positions {
                return Err(Failure::missing("no-position", format!("the game has no position {}", node.max(through))));
            }
            let found = why.automata_at(game, (node, through), &mut Scratch::new(), &one_game());
            found.map_err(|error| failed(&error))?
        }
    };
    let places = Utf16::new(&query.text);
    Ok(json!({"sequences": all.iter().map(|one| sequence(one, &places, query.text.len())).collect::<Vec<_>>()}))
}

fn sequence(automaton: &Automaton, places: &Utf16<'_>, length: usize) -> Json {
    let mut json = json!({"text": line(&automaton.text), "filter": automaton.filter, "states": [], "edges": []});
    set_place(&mut json, automaton.span, places, length);
    if automaton.states.len() > MOST_STATES {
        json["tooLarge"] = automaton.states.len().into();
        return json;
    }
    json["states"] = automaton.states.iter().enumerate().map(state).collect();
    json["edges"] = automaton.edges.iter().map(|one| edge(one, places, length)).collect();
    if let Some(alive) = &automaton.alive {
        let at = |AliveStates { position, states, .. }: &AliveStates| json!({"node": position, "states": states});
        json["alive"] = alive.iter().map(at).collect();
    }
    json
}

fn state((id, state): (usize, &AutomatonState)) -> Json {
    let mut json = json!({"id": id, "level": state.level});
    for (name, set) in [("start", state.start), ("accepting", state.accepting)] {
        if set {
            json[name] = true.into();
        }
    }
    json
}

fn edge(edge: &AutomatonEdge, places: &Utf16<'_>, length: usize) -> Json {
    let mut json = json!({"from": edge.from, "to": edge.to, "label": line(&edge.label)});
    match edge.symbol {
        Some(symbol) => json["symbol"] = symbol.into(),
        None => json["empty"] = true.into(),
    }
    if let Some(span) = edge.span.filter(|span| span.start < span.end && span.end as usize <= length) {
        json["place"] = json!({"from": places.units(span.start as usize), "to": places.units(span.end as usize)});
    }
    json
}

fn set_place(json: &mut Json, span: Span, places: &Utf16<'_>, length: usize) {
    if span.start < span.end && span.end as usize <= length {
        json["from"] = places.units(span.start as usize).into();
        json["to"] = places.units(span.end as usize).into();
    }
}
