//! The automata of a query's sequences, with the states that are alive along a line of a game.

use super::failure::Failure;
use super::fields::{Place, answers, some};
use super::observed::{failed, one_game};
use super::queries::{QueryText, errors};
use crate::assist::Utf16;
use tabiya::printable::line;
use tabiya::syntax::ast::Span;
use tabiya::{Game, QueryOptions, Scratch, Why};

answers! {
    /// The automata of the sequences of a query.
    Automaton { sequences: Vec<AutomatonSequence> }

    /// One of them.
    AutomatonSequence {
        text: String, filter: &'static str, states: Vec<AutomatonState>, edges: Vec<AutomatonEdge>;
        from: usize, to: usize,
        /// The number of its states, if it has too many to be drawn.
        too_large: usize,
        alive: Vec<AliveStates>
    }

    /// A state.
    AutomatonState { id: usize, level: Option<u32>; start: bool, accepting: bool }

    /// A transition.
    AutomatonEdge {
        from: u32, to: u32, label: String;
        symbol: u32, empty: bool,
        /// The place of the constituent in the query.
        place: Place
    }

    /// The states in which runs wait at a position.
    AliveStates { node: u32, states: Vec<u32> }
}

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
pub(super) fn automata(
    query: &QueryText,
    along: Option<Along<'_>>,
    options: &QueryOptions,
) -> Result<Automaton, Failure> {
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
    Ok(Automaton { sequences: all.iter().map(|one| sequence(one, &places, query.text.len())).collect() })
}

fn sequence(automaton: &tabiya::Automaton, places: &Utf16<'_>, length: usize) -> AutomatonSequence {
    let (from, to) = place(automaton.span, places, length).map(|Place { from, to }| (from, to)).unzip();
    let (text, filter) = (line(&automaton.text).into_owned(), automaton.filter);
    if automaton.states.len() > MOST_STATES {
        let too_large = Some(automaton.states.len());
        let (states, edges) = (Vec::new(), Vec::new());
        return AutomatonSequence { text, filter, states, edges, from, to, too_large, alive: None };
    }
    let state = |(id, state): (usize, &tabiya::AutomatonState)| {
        let (start, accepting) = (some(state.start), some(state.accepting));
        AutomatonState { id, level: state.level, start, accepting }
    };
    let edge = |edge: &tabiya::AutomatonEdge| AutomatonEdge {
        from: edge.from,
        to: edge.to,
        label: line(&edge.label).into_owned(),
        symbol: edge.symbol,
        empty: some(edge.symbol.is_none()),
        place: edge.span.and_then(|span| place(span, places, length)),
    };
    let at = |at: &tabiya::AliveStates| AliveStates { node: at.position, states: at.states.clone() };
    let states = automaton.states.iter().enumerate().map(state).collect();
    let edges = automaton.edges.iter().map(edge).collect();
    let alive = automaton.alive.as_ref().map(|alive| alive.iter().map(at).collect());
    AutomatonSequence { text, filter, states, edges, from, to, too_large: None, alive }
}

fn place(span: Span, places: &Utf16<'_>, length: usize) -> Option<Place> {
    let bytes = span.start as usize..span.end as usize;
    Some(bytes).filter(|bytes| !bytes.is_empty() && bytes.end <= length).map(|bytes| Place::of(bytes, places))
}
