//! Automata made of others: a graph of states explored from its roots, trimmed, and added to a Thompson automaton.
//!
//! What a state does is a function of its key; keys are pairs, sets and layers of states of other automata. Only states
//! from which some run ends are added, so every state of the result is on a way to success.

use crate::ids::number_of;
use std::collections::HashMap;
use std::hash::Hash;

use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::primitives::StateID;

use crate::alphabet::{Alphabet, Key, ONCE, WORDS};
use crate::config::{Almost, Config};
use crate::error::BuildError;
use crate::pattern::Pattern;

/// What a state does, in terms of the keys of others.
pub(crate) enum Does<K> {
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
pub(crate) struct Explored {
    pub(crate) states: Vec<Does<u32>>,
}

/// A state of an automaton made of others, which may take memory of its own.
pub(crate) trait Explorable: Clone + Eq + Hash {
    /// The number of states of other automata that it is made of.
    fn parts(&self) -> usize;
}

/// The size of a graph that is being explored, and the greatest.
pub(crate) struct Size<'p> {
    pattern: &'p Pattern,
    /// The number of states of the pattern, for the error.
    given: u64,
    limit: usize,
    bytes: usize,
    most_bytes: usize,
}

impl<'p> Size<'p> {
    pub(crate) fn new(pattern: &'p Pattern, given: u64, config: &Config) -> Size<'p> {
        let (limit, most_bytes) = (config.state_limit, config.memory_limit);
        Size { pattern, given, limit, bytes: 0, most_bytes }
    }

    /// The greatest number of states: those that are trimmed away also count.
    pub(crate) fn most(&self) -> usize {
        self.limit.saturating_mul(4)
    }

    /// Checks a number of states.
    pub(crate) fn check(&self, states: usize) -> Result<(), BuildError> {
        let error = || BuildError::states(self.pattern, self.given.max(states as u64), self.limit);
        if states > self.most() { Err(error()) } else { Ok(()) }
    }

    /// Counts a state with this number of parts, kept in two tables, and its place in a third.
    pub(crate) fn add(&mut self, parts: usize) -> Result<(), BuildError> {
        self.bytes += 256 + 8 * parts;
        let fits = self.bytes <= self.most_bytes;
        if fits { Ok(()) } else { Err(BuildError::memory(self.pattern, self.bytes, self.most_bytes)) }
    }
}

/// Explores the states from the roots on.
pub(crate) fn explore<K: Explorable>(
    roots: Vec<K>,
    size: &mut Size<'_>,
    mut does: impl FnMut(&K, &mut Size<'_>) -> Result<Does<K>, BuildError>,
) -> Result<Explored, BuildError> {
    let mut numbers: HashMap<K, u32> = HashMap::new();
    let mut keys: Vec<K> = Vec::new();
    let mut number = |key: K, keys: &mut Vec<K>| {
        *numbers.entry(key.clone()).or_insert_with(|| {
            keys.push(key);
            number_of(keys.len()) - 1
        })
    };
    for root in roots {
        number(root, &mut keys);
    }
    let mut states = Vec::new();
    while let Some(key) = keys.get(states.len()).cloned() {
        let known = keys.len();
        states.push(match does(&key, size)? {
            Does::Nothing => Does::Nothing,
            Does::Ends(end) => Does::Ends(end),
            Does::Asks(word, next) => Does::Asks(word, number(next, &mut keys)),
            Does::Tries(ways) => Does::Tries(ways.into_iter().map(|way| number(way, &mut keys)).collect()),
        });
        keys[known..].iter().try_for_each(|key| size.add(key.parts()))?;
        size.check(keys.len())?;
    }
    Ok(Explored { states })
}

impl Explored {
    /// By state: whether some run from there ends, in an end in which it may.
    pub(crate) fn live(&self, may_end: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states.len()];
        let mut todo = Vec::new();
        for (from, state) in (0u32..).zip(&self.states) {
            match state {
                Does::Nothing => {}
                Does::Ends(end) if may_end(*end) => todo.push(from),
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
}

/// The alternatives of a state of a Thompson automaton; `None` if it is not a union.
pub(crate) fn alternatives(nfa: &NFA, state: StateID) -> Option<Vec<StateID>> {
    match nfa.state(state) {
        State::BinaryUnion { alt1, alt2 } => Some(vec![*alt1, *alt2]),
        State::Union { alternates } => Some(alternates.to_vec()),
        _ => None,
    }
}

pub(crate) fn is_match(nfa: &NFA, state: StateID) -> bool {
    matches!(nfa.state(state), State::Match { .. })
}

/// `A & B`: the states of all members at once. At each node the choices of an earlier member come first. A run ends in end
/// 0 if it has consumed nothing, else in end 1. In the order of the first member alone: see `led.rs`.
pub(crate) fn both(
    alphabet: &mut Alphabet,
    pattern: &Pattern,
    members: &[NFA],
    config: &Config,
) -> Result<Explored, BuildError> {
    let start = (members.iter().map(NFA::start_anchored).collect::<Vec<_>>(), false);
    let does = |(states, consumed): &(Vec<StateID>, bool), size: &mut Size<'_>| {
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
            let (word, next) = alphabet.word(nfa, state);
            if alphabet.words[word].test {
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
                size.add(words.len())?;
                let word = alphabet.product(&words);
                if word >= WORDS {
                    return Err(BuildError::preds(pattern, word + 1, WORDS));
                }
                Ok(Does::Asks(word, (next, true)))
            }
        }
    };
    explore(vec![start], &mut Size::new(pattern, pattern.size(), config), does)
}

impl Explorable for (Vec<StateID>, bool) {
    fn parts(&self) -> usize {
        self.0.len()
    }
}

/// A state of an automaton with this number of differences still to be made.
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

/// The runs with exactly 0, 1, 2 and so on differences, each from a root of its own; there is one end.
pub(crate) fn almost(
    alphabet: &mut Alphabet,
    pattern: &Pattern,
    nfa: &NFA,
    almost: Almost,
    config: &Config,
) -> Result<Explored, BuildError> {
    let inserted = alphabet.number((almost.any, false, ONCE, None));
    let does = |state: &Layered, _: &mut Size<'_>| {
        use Layered::{AfterInserted, At, Holds, Inserted, Missed, TestHolds};
        let word = |state: StateID| alphabet.word(nfa, state);
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
                if alphabet.words[number].test {
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
                let missed: Key = (almost.any, false, ONCE, Some(alphabet.words[number].pred));
                Does::Asks(alphabet.number(missed), At(next, left - 1, true))
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
    explore(starts, &mut Size::new(pattern, size, config), does)
}

impl Explorable for Layered {
    fn parts(&self) -> usize {
        1
    }
}
