//! Pattern to Thompson NFA: one `c_*` function per form, built from the end of the pattern to its start.
//!
//! Method: Thompson's construction (1968) with ordered alternatives, in continuation-passing form. Each part is
//! compiled for **two** continuations: `empty`, taken by runs that consumed nothing since the innermost enclosing
//! optional iteration began, and `next`, taken by all others. An optional iteration sets `empty` to "dead", because an
//! iteration that consumed nothing is not a run. So cycles of epsilon transitions never come into being: `((p0*)*)*`
//! needs no check at run time. Every part is compiled at most twice for one `next` (once per `empty`), and the results
//! are shared, so nested stars cost a constant factor and not a power.
//!
//! Storage is `regex_automata::nfa::thompson::Builder`. Its transitions hold byte ranges, so a symbol is a word of one
//! byte: its number among the symbols of the pattern. A pattern with more than 256 symbols has words of two bytes, high
//! byte first, which gives 65,536 of them. The automaton never reaches a byte engine: `nfa.rs` reads the words back into
//! symbol states.
//!
//! What matches the same nodes at once, and what may differ from its pattern, is a product of automata (`product.rs`).
//!
//! Tested in `tests/compiler.rs` and `tests/alphabet.rs`.

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexSet;
use regex_automata::nfa::thompson::{Builder, NFA, State, Transition};
use regex_automata::util::primitives::StateID;

use crate::config::{Almost, Config};
use crate::error::BuildError;
use crate::ids::Pred;
use crate::pattern::{Pattern, PatternKind};
use crate::product;

/// The number of words of one byte, and of two bytes.
const SHORT_WORDS: usize = 1 << 8;
const WORDS: usize = 1 << 16;

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

/// The result of [`compile`]: the automaton over words, and the meaning of the words.
#[derive(Debug)]
pub(crate) struct Alphabet {
    /// `None` if the pattern matches nothing.
    pub(crate) nfa: Option<NFA>,
    /// By the number of the word: those of the pattern in ascending order of their keys, then those made of them.
    pub(crate) words: Vec<Symbol>,
    /// True if words have one byte.
    short: bool,
    /// The number of words of the pattern; where it may differ, with those of nodes that do.
    most: usize,
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
    fn of(pattern: &Pattern, config: &Config, counted: bool) -> Alphabet {
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
            let count = locals.len() as u32;
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

    /// The factors of a predicate; `None`: it is no product.
    pub(crate) fn factors(&self, pred: Pred) -> Option<&[Pred]> {
        let product = pred.index().checked_sub(self.first)?;
        self.factors.get_index(product).map(|factors| &**factors)
    }
}

/// A counted repetition of one predicate is kept, where that is asked for, from this count on.
const COUNTED: u32 = 4;

/// Compiles a pattern to an automaton over words. With `counted`, counted repetitions of single predicates
/// become words, for the engine that counts by itself (`chain.rs`); else everything is unrolled.
pub(crate) fn compile(pattern: &Pattern, config: &Config, counted: bool) -> Result<Alphabet, BuildError> {
    let pattern = &*config.bounded(pattern);
    if pattern.depth() > config.depth_limit {
        return Err(BuildError::depth(pattern, pattern.depth(), config.depth_limit));
    }
    let alphabet = Alphabet::of(pattern, config, counted);
    if alphabet.most > WORDS {
        return Err(BuildError::preds(pattern, alphabet.most, WORDS));
    }
    let mut compiler = Compiler {
        builder: Builder::new(),
        config,
        counted,
        alphabet,
        done: HashMap::new(),
        sets: HashMap::new(),
        tails: HashMap::new(),
        states: 0,
        open: vec![pattern],
    };
    let nfa = match config.almost {
        _ if pattern.is_never() => None,
        Some(almost) => compiler.layered(pattern, almost)?,
        None => compiler.whole(pattern)?,
    };
    Ok(Alphabet { nfa, ..compiler.alphabet })
}

/// True if a pattern has counted repetitions that [`compile`] can keep.
pub(crate) fn counts(pattern: &Pattern) -> bool {
    match pattern.kind() {
        PatternKind::Repeat { inner, min, max } => counted_symbol(inner, *min, *max).is_some() || counts(inner),
        // What steps in time with others does not count.
        PatternKind::Both(_) => false,
        _ => pattern.parts().iter().any(counts),
    }
}

/// The symbol of a counted repetition of one predicate that [`compile`] can keep.
fn counted_symbol(inner: &Pattern, min: u32, max: Option<u32>) -> Option<Key> {
    match inner.kind() {
        PatternKind::Pred(pred) if max.unwrap_or(min) >= COUNTED => Some((*pred, false, (min.max(1), max), None)),
        _ => None,
    }
}

/// The count of a word that consumes one node.
pub(crate) const ONCE: Times = (1, Some(1));

/// The first state of a part, or `None` if every run of it is dead.
pub(crate) type Entry = Option<StateID>;

/// Entries by the part (its address), `empty` and `next`.
type Done = HashMap<(*const Pattern, Entry, StateID), Entry>;

/// Entries for the members of a part (its address) that are not yet done, as bits, by `empty` and `next`.
type Sets = HashMap<(*const Pattern, u64, Entry, StateID), Entry>;

/// Optional iterations by body and `next`: the union that leaves or repeats, and the body.
type Tails = HashMap<(*const Pattern, StateID), (StateID, Entry)>;

pub(crate) struct Compiler<'p> {
    pub(crate) builder: Builder,
    config: &'p Config,
    /// Keep counted repetitions of single predicates?
    counted: bool,
    /// All words of the pattern.
    pub(crate) alphabet: Alphabet,
    /// Entries already compiled.
    done: Done,
    sets: Sets,
    tails: Tails,
    /// Symbol and union states so far.
    states: usize,
    /// The whole pattern and the repetitions being compiled, for the error message.
    open: Vec<&'p Pattern>,
}

impl<'p> Compiler<'p> {
    /// An automaton of its own for a pattern; `None` if nothing matches.
    fn whole(&mut self, pattern: &'p Pattern) -> Result<Option<NFA>, BuildError> {
        self.builder.start_pattern().expect("one pattern fits");
        let accept = self.builder.add_match().expect("one state fits");
        let Some(start) = self.c(pattern, Some(accept), accept)? else { return Ok(None) };
        Ok(Some(self.built(start)))
    }

    fn built(&mut self, start: StateID) -> NFA {
        self.builder.finish_pattern(start).expect("the pattern was started");
        self.builder.build(start, start).expect("the state limit is far below that of the builder")
    }

    /// An automaton beside the one that is being built, whose states do not count.
    fn beside(&mut self, pattern: &'p Pattern) -> Result<Option<NFA>, BuildError> {
        let (builder, states) =
            (std::mem::replace(&mut self.builder, Builder::new()), std::mem::take(&mut self.states));
        let known = (std::mem::take(&mut self.done), std::mem::take(&mut self.sets), std::mem::take(&mut self.tails));
        let counted = std::mem::take(&mut self.counted);
        let nfa = self.whole(pattern);
        (self.builder, self.states, self.counted) = (builder, states, counted);
        (self.done, self.sets, self.tails) = known;
        nfa
    }

    /// The automaton of a pattern from which matches may differ: its start has an alternative for each number of
    /// differences.
    fn layered(&mut self, pattern: &'p Pattern, almost: Almost) -> Result<Option<NFA>, BuildError> {
        assert!(!pattern.has_both(), "Config::almost is not for Pattern::both");
        let Some(nfa) = self.beside(pattern)? else { return Ok(None) };
        self.builder.start_pattern().expect("one pattern fits");
        let accept = self.builder.add_match().expect("one state fits");
        let entries = product::almost(self, pattern, &nfa, (almost, accept))?;
        let entries = (0u8..).zip(entries).filter_map(|(differences, entry)| Some((differences, entry?)));
        let (layers, entries): (Vec<u8>, Vec<StateID>) = entries.unzip();
        self.alphabet.layers = layers;
        Ok(self.union(entries)?.map(|start| self.built(start)))
    }

    /// Compiles a part: see the module documentation for `empty` and `next`.
    fn c(&mut self, pattern: &'p Pattern, empty: Entry, next: StateID) -> Result<Entry, BuildError> {
        // A part that always consumes never takes `empty`.
        let empty = if pattern.nullable() { empty } else { Some(next) };
        let key = (std::ptr::from_ref(pattern), empty, next);
        if let Some(&entry) = self.done.get(&key) {
            return Ok(entry);
        }
        let entry = match pattern.kind() {
            PatternKind::Empty => empty,
            PatternKind::Pred(pred) => Some(self.c_word((*pred, false, ONCE, None), next)?),
            PatternKind::Test(pred) => match empty {
                Some(empty) => Some(self.c_word((*pred, true, ONCE, None), empty)?),
                None => None,
            },
            PatternKind::Concat(parts) => self.c_concat(parts, empty, next)?,
            PatternKind::Alt(parts) => self.c_alt(parts, empty, next)?,
            PatternKind::Repeat { inner, min, max } => {
                self.open.push(pattern);
                let entry = self.c_repeat(inner, (*min, *max), empty, next)?;
                self.open.pop();
                entry
            }
            PatternKind::AnyOrder(parts) => {
                if pattern.size() > self.config.state_limit as u64 {
                    return Err(BuildError::states(pattern, pattern.size(), self.config.state_limit));
                }
                self.c_any_order(parts, (1 << parts.len()) - 1, empty, next)?
            }
            PatternKind::Both(parts) => self.c_both(pattern, parts, empty, next)?,
        };
        self.done.insert(key, entry);
        Ok(entry)
    }

    /// The members of a set, each once: any of them, and then the others.
    fn c_any_order(
        &mut self,
        parts: &'p [Pattern],
        set: u64,
        empty: Entry,
        next: StateID,
    ) -> Result<Entry, BuildError> {
        if set == 0 {
            return Ok(empty);
        }
        let nullable = parts.iter().enumerate().all(|(i, part)| set >> i & 1 == 0 || part.nullable());
        let empty = if nullable { empty } else { Some(next) };
        let key = (parts.as_ptr(), set, empty, next);
        if let Some(&entry) = self.sets.get(&key) {
            return Ok(entry);
        }
        let mut ways = Vec::new();
        for (i, part) in parts.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
            let others = set & !(1 << i);
            let rest = self.c_any_order(parts, others, Some(next), next)?;
            let fresh = self.c_any_order(parts, others, empty, next)?;
            if let Some(rest) = rest {
                ways.extend(self.c(part, fresh, rest)?);
            }
        }
        let entry = self.union(ways)?;
        self.sets.insert(key, entry);
        Ok(entry)
    }

    fn c_both(
        &mut self,
        pattern: &'p Pattern,
        parts: &'p [Pattern],
        empty: Entry,
        next: StateID,
    ) -> Result<Entry, BuildError> {
        let mut members = Vec::with_capacity(parts.len());
        for part in parts {
            match self.beside(part)? {
                Some(nfa) => members.push(nfa),
                None => return Ok(None),
            }
        }
        product::both(self, pattern, &members, (empty, next))
    }

    /// The number of a word that holds where all of these do.
    pub(crate) fn product(&mut self, words: &[usize]) -> Result<usize, BuildError> {
        let mut factors: Vec<Pred> = Vec::with_capacity(words.len());
        for &word in words {
            let pred = self.alphabet.words[word].pred;
            for &factor in self.alphabet.factors(&pred) {
                if !factors.contains(&factor) {
                    factors.push(factor);
                }
            }
        }
        let pred = self.alphabet.products.number(factors);
        let number = self.alphabet.number((pred, false, ONCE, None));
        if number >= WORDS {
            return Err(BuildError::preds(self.open[0], number + 1, WORDS));
        }
        Ok(number)
    }

    /// The greatest number of states.
    pub(crate) fn state_limit(&self) -> usize {
        self.config.state_limit
    }

    fn c_word(&mut self, key: Key, next: StateID) -> Result<StateID, BuildError> {
        let number = self.alphabet.number(key);
        Ok(self.add_word(number, next)?.0)
    }

    /// Adds a word: its first and its last state.
    pub(crate) fn add_word(&mut self, number: usize, next: StateID) -> Result<(StateID, StateID), BuildError> {
        self.count()?;
        let [high, low] = u16::try_from(number).expect("a pattern with more words is refused").to_be_bytes();
        let low = self.add_range(low, next);
        Ok((if self.alphabet.short { low } else { self.add_range(high, low) }, low))
    }

    /// `A B` -> A, whose runs go on into B: those that consumed nothing into a B that still may not be empty.
    fn c_concat(&mut self, parts: &'p [Pattern], empty: Entry, next: StateID) -> Result<Entry, BuildError> {
        let nullable_prefix = parts.iter().take_while(|part| part.nullable()).count();
        let (mut empty, mut next) = (empty, next);
        for (i, part) in parts.iter().enumerate().rev() {
            // Nothing can be consumed before this part only if all parts before it are nullable.
            let fresh = if i <= nullable_prefix { self.c(part, empty, next)? } else { None };
            if i == 0 {
                return Ok(fresh);
            }
            let Some(entry) = self.c(part, Some(next), next)? else { return Ok(None) };
            (next, empty) = (entry, fresh);
        }
        Ok(empty)
    }

    fn c_alt(&mut self, parts: &'p [Pattern], empty: Entry, next: StateID) -> Result<Entry, BuildError> {
        let mut alternates = Vec::with_capacity(parts.len());
        for part in parts {
            alternates.extend(self.c(part, empty, next)?);
        }
        self.union(alternates)
    }

    /// `X{a,b}` -> a times X, then b - a nested `(X ...)?`; `X{a,}` -> a times X, then a loop.
    fn c_repeat(
        &mut self,
        inner: &'p Pattern,
        (min, max): (u32, Option<u32>),
        empty: Entry,
        next: StateID,
    ) -> Result<Entry, BuildError> {
        if let Some(key) = counted_symbol(inner, min, max).filter(|_| self.counted) {
            let word = self.c_word(key, next)?;
            return if min == 0 { self.leave_or(empty, Some(word)) } else { Ok(Some(word)) };
        }
        let (tail, body) = match self.tails.get(&(std::ptr::from_ref(inner), next)) {
            Some(&tail) => tail,
            None => self.c_tail(inner, max.map(|max| max.saturating_sub(min)), next)?,
        };
        self.tails.insert((std::ptr::from_ref(inner), next), (tail, body));
        let (mut empty, mut next) = match (empty == Some(next), body) {
            (true, _) => (Some(tail), tail),
            // No optional iteration: only the required ones are left.
            (false, None) => (empty, tail),
            (false, Some(body)) => (self.leave_or(empty, Some(body))?, tail),
        };
        for i in (0..min).rev() {
            // Nothing can be consumed before this copy only if it is the first or the body is nullable.
            let fresh = if i == 0 || inner.nullable() { self.c(inner, empty, next)? } else { None };
            if i == 0 {
                return Ok(fresh);
            }
            let Some(entry) = self.c(inner, Some(next), next)? else { return Ok(None) };
            (next, empty) = (entry, fresh);
        }
        Ok(empty)
    }

    /// The choice between leaving a repetition and another iteration, in run order.
    fn leave_or(&mut self, leave: Entry, again: Entry) -> Result<Entry, BuildError> {
        let [first, second] = if self.config.greedy { [again, leave] } else { [leave, again] };
        self.union(first.into_iter().chain(second).collect())
    }

    /// The optional iterations (`None`: any number) for runs that may leave to `next`.
    fn c_tail(
        &mut self,
        inner: &'p Pattern,
        count: Option<u32>,
        next: StateID,
    ) -> Result<(StateID, Entry), BuildError> {
        let Some(count) = count else {
            self.count()?;
            let tail = self.builder.add_union(Vec::new()).expect(FITS);
            let body = self.c(inner, None, tail)?;
            let [first, second] = if self.config.greedy { [body, Some(next)] } else { [Some(next), body] };
            for way in first.into_iter().chain(second) {
                self.builder.patch(tail, way).expect(FITS);
            }
            return Ok((tail, body));
        };
        let (mut tail, mut body) = (next, None);
        for _ in 0..count {
            body = self.c(inner, None, tail)?;
            tail = self.leave_or(Some(next), body)?.expect("leaving is always possible");
        }
        Ok((tail, body))
    }

    /// An ordered choice; one alternative is that alternative, none is dead.
    fn union(&mut self, alternates: Vec<StateID>) -> Result<Entry, BuildError> {
        if alternates.len() < 2 {
            return Ok(alternates.first().copied());
        }
        self.count()?;
        Ok(Some(self.builder.add_union(alternates).expect(FITS)))
    }

    fn add_range(&mut self, byte: u8, next: StateID) -> StateID {
        self.builder.add_range(Transition { start: byte, end: byte, next }).expect(FITS)
    }

    pub(crate) fn count(&mut self) -> Result<(), BuildError> {
        self.states += 1;
        let limit = self.config.state_limit;
        if self.states <= limit {
            return Ok(());
        }
        // Name the innermost construct that is too big by itself; if none is, the whole.
        let big = self.open.iter().rev().find(|part| part.size() > limit as u64).unwrap_or(&self.open[0]);
        Err(BuildError::states(big, big.size().max(self.states as u64), limit))
    }
}

/// The reason why the builder's own limits (2^31 states) cannot be reached.
pub(crate) const FITS: &str = "the state limit is far below that of the builder";
