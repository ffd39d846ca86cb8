//! The words that automata read: the symbols of a pattern, and those made of them, by number.

use crate::ids::number_of;
use std::collections::{BTreeSet, HashMap};

use indexmap::IndexSet;
use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::primitives::StateID;

use crate::config::Config;
use crate::ids::Pred;
use crate::pattern::{Pattern, PatternKind};

/// The number of words of one byte, and of two bytes.
const SHORT_WORDS: usize = 1 << 8;
pub(crate) const WORDS: usize = 1 << 16;

/// A predicate, whether it is a test, how many nodes it consumes, and what it stands for: see [`Symbol`].
pub(crate) type Key = (Pred, bool, Times, Option<Pred>);

/// The least and the greatest number of nodes in a row.
type Times = (u32, Option<u32>);

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub(crate) pred: Pred,
    /// The pattern-local number of the predicate.
    pub(crate) local: u32,
    /// True if it is a test, which consumes nothing.
    pub(crate) test: bool,
    /// The least and the greatest number of nodes in a row that it consumes: `(1, Some(1))` unless counted repetitions
    /// are kept.
    pub(crate) times: Times,
    /// The predicate in whose place the node is consumed, which does not hold there: see [`Almost`].
    pub(crate) missed: Option<Pred>,
}

/// The result of `compile`: the automaton over words, and the meaning of the words.
#[derive(Debug)]
pub(crate) struct Alphabet {
    /// `None` if the pattern matches nothing.
    pub(crate) nfa: Option<NFA>,
    /// By the number of the word: those of the pattern in ascending order of their keys, then those made of them.
    pub(crate) words: Vec<Symbol>,
    /// True if words have one byte.
    pub(crate) short: bool,
    /// The number of words of the pattern; where it may differ, with those of nodes that do.
    pub(crate) most: usize,
    /// By the key of a word: its number.
    numbers: HashMap<Key, usize>,
    /// By predicate: its local number.
    locals: HashMap<Pred, u32>,
    pub(crate) products: Products,
    /// The predicate of nodes that differ from the pattern.
    pub(crate) any: Option<Pred>,
    /// If a match may differ from the pattern: how many differences each alternative of the start makes.
    pub(crate) layers: Vec<u8>,
}

impl Alphabet {
    /// The alphabet of a pattern, without an automaton.
    pub(crate) fn of(pattern: &Pattern, config: &Config, counted: bool) -> Alphabet {
        let (mut keys, mut todo) = (BTreeSet::new(), vec![(pattern, counted)]);
        while let Some((pattern, counted)) = todo.pop() {
            match pattern.kind() {
                PatternKind::Pred(pred) => _ = keys.insert((*pred, false, ONCE, None)),
                PatternKind::Test(pred) => _ = keys.insert((*pred, true, ONCE, None)),
                PatternKind::Repeat { inner, min, max } => match counted_symbol(inner, *min, *max) {
                    Some(key) if counted => _ = keys.insert(key),
                    _ => todo.push((inner, counted)),
                },
                PatternKind::Both(parts) => todo.extend(parts.iter().map(|part| (part, false))),
                _ => todo.extend(pattern.parts().iter().map(|part| (part, counted))),
            }
        }
        let words = if config.almost.is_some() { 2 * keys.len() + 1 } else { keys.len() };
        let preds =
            keys.iter().map(|key| key.0).chain(config.non_initial).chain(config.almost.map(|almost| almost.any));
        let mut alphabet = Alphabet {
            nfa: None,
            words: Vec::with_capacity(keys.len()),
            short: words <= SHORT_WORDS && !pattern.has_both(),
            most: words,
            numbers: HashMap::new(),
            locals: HashMap::new(),
            products: Products::beyond(preds),
            any: config.almost.map(|almost| almost.any),
            layers: Vec::new(),
        };
        keys.into_iter().for_each(|key| _ = alphabet.number(key));
        alphabet
    }

    /// The number of the word with a key, which may be new.
    pub(crate) fn number(&mut self, key: Key) -> usize {
        let Alphabet { words, numbers, locals, .. } = self;
        *numbers.entry(key).or_insert_with(|| {
            let (pred, test, times, missed) = key;
            let count = number_of(locals.len());
            let local = *locals.entry(pred).or_insert(count);
            words.push(Symbol { pred, local, test, times, missed });
            words.len() - 1
        })
    }

    /// The states in which runs begin, and how many differences they make from there: the fewest first.
    pub(crate) fn starts(&self) -> impl Iterator<Item = (StateID, u8)> {
        let start = self.nfa.as_ref().map(|nfa| (nfa, nfa.start_anchored()));
        let entries = match (start, self.layers.len()) {
            (None, _) => Vec::new(),
            (Some((_, start)), 0 | 1) => vec![start],
            (Some((nfa, start)), _) => match nfa.state(start) {
                State::BinaryUnion { alt1, alt2 } => vec![*alt1, *alt2],
                State::Union { alternates } => alternates.to_vec(),
                other => unreachable!("layers are the alternatives of a union, not of {other:?}"),
            },
        };
        let differences = if self.layers.is_empty() { vec![0] } else { self.layers.clone() };
        entries.into_iter().zip(differences)
    }

    /// The number of a word that holds where all of these do.
    pub(crate) fn product(&mut self, words: &[usize]) -> usize {
        let mut factors: Vec<Pred> = Vec::with_capacity(words.len());
        for &word in words {
            let pred = self.words[word].pred;
            for &factor in self.factors(&pred) {
                if !factors.contains(&factor) {
                    factors.push(factor);
                }
            }
        }
        let pred = self.products.number(factors);
        self.number((pred, false, ONCE, None))
    }

    /// The predicates that one stands for.
    pub(crate) fn factors<'a>(&'a self, pred: &'a Pred) -> &'a [Pred] {
        self.products.factors(*pred).unwrap_or(std::slice::from_ref(pred))
    }

    /// The number of the word that starts at a state, and the state after it.
    pub(crate) fn word(&self, nfa: &NFA, start: StateID) -> (usize, StateID) {
        let range = |id: StateID| match nfa.state(id) {
            State::ByteRange { trans } => *trans,
            other => unreachable!("a word is made of byte ranges, not {other:?}"),
        };
        let first = range(start);
        if self.short {
            return (first.start.into(), first.next);
        }
        let low = range(first.next);
        (u16::from_be_bytes([first.start, low.start]).into(), low.next)
    }
}

/// Predicates that hold where all of some others hold, numbered after all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Products {
    first: usize,
    factors: IndexSet<Box<[Pred]>>,
}

impl Products {
    /// None yet; they will be numbered from the greatest of these predicates on.
    fn beyond(preds: impl Iterator<Item = Pred>) -> Products {
        Products { first: preds.map(|pred| pred.index() + 1).max().unwrap_or(0), factors: IndexSet::new() }
    }

    /// The predicate that holds where all of these hold.
    pub(crate) fn number(&mut self, factors: Vec<Pred>) -> Pred {
        match factors.as_slice() {
            [only] => *only,
            _ => Pred::must(self.first + self.factors.insert_full(factors.into_boxed_slice()).0),
        }
    }

    /// The bytes that they take, roughly.
    pub(crate) fn memory_usage(&self) -> usize {
        self.factors.iter().map(|factors| 48 + 4 * factors.len()).sum()
    }

    /// The factors of a predicate; `None`: not a product.
    pub(crate) fn factors(&self, pred: Pred) -> Option<&[Pred]> {
        let product = pred.index().checked_sub(self.first)?;
        self.factors.get_index(product).map(|factors| &**factors)
    }
}

/// A counted repetition of one predicate is kept, where the caller wants that, from this count on.
const COUNTED: u32 = 4;

/// The symbol of a counted repetition of one predicate that the compiler can keep.
pub(crate) fn counted_symbol(inner: &Pattern, min: u32, max: Option<u32>) -> Option<Key> {
    match inner.kind() {
        PatternKind::Pred(pred) if max.unwrap_or(min) >= COUNTED => Some((*pred, false, (min.max(1), max), None)),
        _ => None,
    }
}

/// The count of a word that consumes one node.
pub(crate) const ONCE: Times = (1, Some(1));
