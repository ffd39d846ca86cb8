//! Automata made of others: a graph of states explored from its roots, trimmed, and added to a Thompson automaton.
//!
//! What a state does is a function of its key; keys are pairs, sets and layers of states of other automata. Only states
//! from which some run ends are added, so every state of the result is on a way to success.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::primitives::StateID;

use crate::compile::{Compiler, Entry, FITS, Key, ONCE};
use crate::config::Almost;
use crate::error::BuildError;
use crate::pattern::Pattern;

/// What a state does, in terms of the keys of others.
enum Does<K> {
    /// No run goes on.
    Nothing,
    /// The run ends, in one of the ends given.
    Ends(usize),
    /// It asks about the word with this number and goes on.
    Asks(usize, K),
    /// It tries these in order.
    Tries(Vec<K>),
}

/// The states that are reached from some roots, which come first.
struct Explored {
    states: Vec<Does<u32>>,
}

/// Explores the states from the roots on; `limit` is the greatest number of them.
fn explore<K: Clone + Eq + Hash>(
    roots: Vec<K>,
    limit: usize,
    mut does: impl FnMut(&K) -> Result<Does<K>, BuildError>,
    too_large: impl Fn(usize) -> BuildError,
) -> Result<Explored, BuildError> {
    let mut numbers: HashMap<K, u32> = HashMap::new();
    let mut keys: Vec<K> = Vec::new();
    let mut number = |key: K, keys: &mut Vec<K>| {
        *numbers.entry(key.clone()).or_insert_with(|| {
            keys.push(key);
            keys.len() as u32 - 1
        })
    };
    for root in roots {
        number(root, &mut keys);
    }
    let mut states = Vec::new();
    while let Some(key) = keys.get(states.len()).cloned() {
        states.push(match does(&key)? {
            Does::Nothing => Does::Nothing,
            Does::Ends(end) => Does::Ends(end),
            Does::Asks(word, next) => Does::Asks(word, number(next, &mut keys)),
            Does::Tries(ways) => Does::Tries(ways.into_iter().map(|way| number(way, &mut keys)).collect()),
        });
        if keys.len() > limit {
            return Err(too_large(keys.len()));
        }
    }
    Ok(Explored { states })
}

impl Explored {
    /// By state: whether some run from there ends.
    fn live(&self, ends: &[Entry]) -> Vec<bool> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states.len()];
        let mut todo = Vec::new();
        for (from, state) in (0u32..).zip(&self.states) {
            match state {
                Does::Nothing => {}
                Does::Ends(end) if ends[*end].is_some() => todo.push(from),
                Does::Ends(_) => {}
                Does::Asks(_, next) => before[*next as usize].push(from),
                Does::Tries(ways) => ways.iter().for_each(|&way| before[way as usize].push(from)),
            }
        }
        let mut live = vec![false; self.states.len()];
        while let Some(state) = todo.pop() {
            if !std::mem::replace(&mut live[state as usize], true) {
                todo.extend(&before[state as usize]);
            }
        }
        live
    }

    /// Adds the states that are alive to the automaton; gives the entries of the first `roots` of them.
    fn add(&self, compiler: &mut Compiler<'_>, ends: &[Entry], roots: usize) -> Result<Vec<Entry>, BuildError> {
        let live = self.live(ends);
        // By state: where it begins, and the part of it from which it goes on.
        let mut places: Vec<Entry> = vec![None; self.states.len()];
        let mut open: Vec<StateID> = vec![StateID::ZERO; self.states.len()];
        for (i, state) in self.states.iter().enumerate().filter(|(i, _)| live[*i]) {
            (places[i], open[i]) = match state {
                Does::Nothing => (None, StateID::ZERO),
                Does::Ends(end) => (ends[*end], StateID::ZERO),
                Does::Asks(word, _) => {
                    let (first, last) = compiler.add_word(*word, StateID::ZERO)?;
                    (Some(first), last)
                }
                Does::Tries(_) => {
                    compiler.count()?;
                    let union = compiler.builder.add_union(Vec::new()).expect(FITS);
                    (Some(union), union)
                }
            };
        }
        for (i, state) in self.states.iter().enumerate().filter(|(i, _)| live[*i]) {
            let ways = match state {
                Does::Nothing | Does::Ends(_) => continue,
                Does::Asks(_, next) => std::slice::from_ref(next),
                Does::Tries(ways) => ways,
            };
            let mut tried = HashSet::new();
            for way in ways.iter().filter_map(|&way| places[way as usize]) {
                if tried.insert(way) {
                    compiler.builder.patch(open[i], way).expect(FITS);
                }
            }
        }
        places.truncate(roots);
        Ok(places)
    }
}

/// The alternatives of a state of a Thompson automaton; `None` if it is no union.
fn alternatives(nfa: &NFA, state: StateID) -> Option<Vec<StateID>> {
    match nfa.state(state) {
        State::BinaryUnion { alt1, alt2 } => Some(vec![*alt1, *alt2]),
        State::Union { alternates } => Some(alternates.to_vec()),
        _ => None,
    }
}

fn is_match(nfa: &NFA, state: StateID) -> bool {
    matches!(nfa.state(state), State::Match { .. })
}

/// `A & B`: the states of all members at once. The choices of an earlier member come first.
pub(crate) fn both(
    compiler: &mut Compiler<'_>,
    pattern: &Pattern,
    members: &[NFA],
    (empty, next): (Entry, StateID),
) -> Result<Entry, BuildError> {
    let limit = compiler.state_limit();
    let start = (members.iter().map(NFA::start_anchored).collect::<Vec<_>>(), false);
    let does = |(states, consumed): &(Vec<StateID>, bool)| {
        let instead = |member: usize, state: StateID| {
            let mut states = states.clone();
            states[member] = state;
            (states, *consumed)
        };
        let mut asked = Vec::with_capacity(members.len());
        for (member, (nfa, &state)) in members.iter().zip(states).enumerate() {
            if let Some(ways) = alternatives(nfa, state) {
                return Ok(Does::Tries(ways.into_iter().map(|way| instead(member, way)).collect()));
            }
            if is_match(nfa, state) {
                continue;
            }
            let (word, next) = compiler.alphabet.word(nfa, state);
            if compiler.alphabet.words[word].test {
                return Ok(Does::Asks(word, instead(member, next)));
            }
            asked.push((word, next));
        }
        match asked.len() {
            0 => Ok(Does::Ends(usize::from(*consumed))),
            // All members end together.
            count if count < members.len() => Ok(Does::Nothing),
            _ => {
                let (words, next): (Vec<usize>, Vec<StateID>) = asked.into_iter().unzip();
                Ok(Does::Asks(compiler.product(&words)?, (next, true)))
            }
        }
    };
    let too_large = |states| BuildError::states(pattern, pattern.size().max(states as u64), limit);
    let explored = explore(vec![start], limit.saturating_mul(4), does, too_large)?;
    Ok(explored.add(compiler, &[empty, Some(next)], 1)?[0])
}

/// A state of an automaton with so many differences still to be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Layered {
    /// A state of the pattern; whether a node has been consumed.
    At(StateID, u8, bool),
    /// The predicate of this state consumes the next node: it holds.
    Holds(StateID, u8),
    /// It consumes the next node without holding.
    Missed(StateID, u8),
    /// A node too many comes before the one that it consumes.
    Inserted(StateID, u8),
    /// The same, once that node has been consumed.
    AfterInserted(StateID, u8),
    /// The test of this state holds.
    TestHolds(StateID, u8, bool),
}

/// The entries for exactly 0, 1, 2 and so on differences.
pub(crate) fn almost(
    compiler: &mut Compiler<'_>,
    pattern: &Pattern,
    nfa: &NFA,
    (almost, accept): (Almost, StateID),
) -> Result<Vec<Entry>, BuildError> {
    let limit = compiler.state_limit();
    let inserted = compiler.alphabet.number((almost.any, false, ONCE, None));
    let does = |state: &Layered| {
        use Layered::{AfterInserted, At, Holds, Inserted, Missed, TestHolds};
        let word = |state: StateID| compiler.alphabet.word(nfa, state);
        Ok(match *state {
            At(state, left, consumed) => {
                if let Some(ways) = alternatives(nfa, state) {
                    return Ok(Does::Tries(ways.into_iter().map(|way| At(way, left, consumed)).collect()));
                }
                if is_match(nfa, state) {
                    return Ok(if left == 0 && consumed { Does::Ends(0) } else { Does::Nothing });
                }
                let (number, next) = word(state);
                let left_out = left.checked_sub(1).map(|left| At(next, left, consumed));
                if compiler.alphabet.words[number].test {
                    let holds = TestHolds(state, left, consumed);
                    return Ok(Does::Tries(std::iter::once(holds).chain(left_out).collect()));
                }
                let missed = (left > 0).then_some(Missed(state, left));
                let extra = (left > 0 && consumed).then_some(Inserted(state, left));
                Does::Tries([Some(Holds(state, left)), missed, left_out, extra].into_iter().flatten().collect())
            }
            TestHolds(state, left, consumed) => {
                let (number, next) = word(state);
                Does::Asks(number, At(next, left, consumed))
            }
            Holds(state, left) => {
                let (number, next) = word(state);
                Does::Asks(number, At(next, left, true))
            }
            Missed(state, left) => {
                let (number, next) = word(state);
                let missed: Key = (almost.any, false, ONCE, Some(compiler.alphabet.words[number].pred));
                Does::Asks(compiler.alphabet.number(missed), At(next, left - 1, true))
            }
            Inserted(state, left) => Does::Asks(inserted, AfterInserted(state, left - 1)),
            AfterInserted(state, left) => {
                let more = [Missed(state, left), Inserted(state, left)];
                let more = more.into_iter().filter(|_| left > 0);
                Does::Tries(std::iter::once(Holds(state, left)).chain(more).collect())
            }
        })
    };
    let starts = (0..=almost.differences).map(|count| Layered::At(nfa.start_anchored(), count, false)).collect();
    let layers = usize::from(almost.differences) + 1;
    let size = pattern.size().saturating_mul(layers as u64);
    let too_large = |states| BuildError::states(pattern, size.max(states as u64), limit);
    let explored = explore(starts, limit.saturating_mul(4), does, too_large)?;
    explored.add(compiler, &[Some(accept)], layers)
}
