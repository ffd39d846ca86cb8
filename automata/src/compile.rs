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
//! Tested in `tests/compiler.rs` and `tests/alphabet.rs`.

use std::collections::{BTreeSet, HashMap};

use regex_automata::nfa::thompson::{Builder, NFA, State, Transition};
use regex_automata::util::primitives::StateID;

use crate::config::Config;
use crate::error::BuildError;
use crate::ids::Pred;
use crate::pattern::{Pattern, PatternKind};

/// The number of words of one byte, and of two bytes.
const SHORT_WORDS: usize = 1 << 8;
const WORDS: usize = 1 << 16;

/// A predicate, whether it is a test, and how many nodes it consumes: see [`Symbol`].
type Key = (Pred, bool, Times);

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
}

impl Symbol {
    fn key(&self) -> Key {
        (self.pred, self.test, self.times)
    }
}

/// The result of [`compile`]: the automaton over words, and the meaning of the words.
#[derive(Debug)]
pub(crate) struct Alphabet {
    /// `None` if the pattern matches nothing.
    pub(crate) nfa: Option<NFA>,
    /// By the number of the word, in ascending order of their keys.
    pub(crate) words: Vec<Symbol>,
}

impl Alphabet {
    /// The alphabet of a pattern, without an automaton.
    fn of(pattern: &Pattern, counted: bool) -> Alphabet {
        let (mut keys, mut todo) = (BTreeSet::new(), vec![pattern]);
        while let Some(pattern) = todo.pop() {
            match pattern.kind() {
                PatternKind::Empty => {}
                PatternKind::Pred(pred) => _ = keys.insert((*pred, false, ONCE)),
                PatternKind::Test(pred) => _ = keys.insert((*pred, true, ONCE)),
                PatternKind::Concat(parts) | PatternKind::Alt(parts) => todo.extend(parts),
                PatternKind::Repeat { inner, min, max } => match counted_symbol(inner, *min, *max) {
                    Some(key) if counted => _ = keys.insert(key),
                    _ => todo.push(inner),
                },
            }
        }
        let mut words: Vec<Symbol> = Vec::with_capacity(keys.len());
        for (pred, test, times) in keys {
            let local = words.last().map_or(0, |last| last.local + u32::from(last.pred != pred));
            words.push(Symbol { pred, local, test, times });
        }
        Alphabet { nfa: None, words }
    }

    /// True if a word has one byte.
    fn is_short(&self) -> bool {
        self.words.len() <= SHORT_WORDS
    }

    /// The number of the word that starts at a state, and the state after it.
    pub(crate) fn word(&self, nfa: &NFA, start: StateID) -> (usize, StateID) {
        let range = |id: StateID| match nfa.state(id) {
            State::ByteRange { trans } => *trans,
            other => unreachable!("a word is made of byte ranges, not {other:?}"),
        };
        let first = range(start);
        if self.is_short() {
            return (first.start.into(), first.next);
        }
        let low = range(first.next);
        (u16::from_be_bytes([first.start, low.start]).into(), low.next)
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
    let alphabet = Alphabet::of(pattern, counted);
    if alphabet.words.len() > WORDS {
        return Err(BuildError::preds(pattern, alphabet.words.len(), WORDS));
    }
    let mut compiler = Compiler {
        builder: Builder::new(),
        config,
        counted,
        alphabet,
        done: HashMap::new(),
        tails: HashMap::new(),
        states: 0,
        open: vec![pattern],
    };
    compiler.builder.start_pattern().expect("one pattern fits");
    let accept = compiler.builder.add_match().expect("one state fits");
    let nfa = if pattern.is_never() {
        None
    } else {
        let start = compiler.c(pattern, Some(accept), accept)?.expect("a run that consumed nothing may end");
        compiler.builder.finish_pattern(start).expect("the pattern was started");
        Some(compiler.builder.build(start, start).expect("the state limit is far below that of the builder"))
    };
    Ok(Alphabet { nfa, ..compiler.alphabet })
}

/// True if a pattern has counted repetitions that [`compile`] can keep.
pub(crate) fn counts(pattern: &Pattern) -> bool {
    match pattern.kind() {
        PatternKind::Empty | PatternKind::Pred(_) | PatternKind::Test(_) => false,
        PatternKind::Concat(parts) | PatternKind::Alt(parts) => parts.iter().any(counts),
        PatternKind::Repeat { inner, min, max } => counted_symbol(inner, *min, *max).is_some() || counts(inner),
    }
}

/// The symbol of a counted repetition of one predicate that [`compile`] can keep.
fn counted_symbol(inner: &Pattern, min: u32, max: Option<u32>) -> Option<Key> {
    match inner.kind() {
        PatternKind::Pred(pred) if max.unwrap_or(min) >= COUNTED => Some((*pred, false, (min.max(1), max))),
        _ => None,
    }
}

/// The count of a word that consumes one node.
const ONCE: Times = (1, Some(1));

/// The first state of a part, or `None` if every run of it is dead.
type Entry = Option<StateID>;

struct Compiler<'p> {
    builder: Builder,
    config: &'p Config,
    /// Keep counted repetitions of single predicates?
    counted: bool,
    /// All words of the pattern.
    alphabet: Alphabet,
    /// Entries already compiled, by part (its address), `empty` and `next`.
    done: HashMap<(*const Pattern, Entry, StateID), Entry>,
    /// Optional iterations already compiled, by body and `next`: the union that leaves or repeats, and the body.
    tails: HashMap<(*const Pattern, StateID), (StateID, Entry)>,
    /// Symbol and union states so far.
    states: usize,
    /// The whole pattern and the repetitions being compiled, for the error message.
    open: Vec<&'p Pattern>,
}

impl<'p> Compiler<'p> {
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
            PatternKind::Pred(pred) => Some(self.c_word((*pred, false, ONCE), next)?),
            PatternKind::Test(pred) => match empty {
                Some(empty) => Some(self.c_word((*pred, true, ONCE), empty)?),
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
        };
        self.done.insert(key, entry);
        Ok(entry)
    }

    fn c_word(&mut self, key: Key, next: StateID) -> Result<StateID, BuildError> {
        self.count()?;
        let words = &self.alphabet.words;
        let place = words.binary_search_by_key(&key, Symbol::key).expect("the alphabet has all symbols of the pattern");
        let [high, low] = u16::try_from(place).expect("a pattern with more words is refused").to_be_bytes();
        let low = self.add_range(low, next);
        Ok(if self.alphabet.is_short() { low } else { self.add_range(high, low) })
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
            next = self.c(part, Some(next), next)?.expect("a run that consumed something may go on");
            empty = fresh;
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
            next = self.c(inner, Some(next), next)?.expect("a run that consumed something may go on");
            empty = fresh;
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

    fn count(&mut self) -> Result<(), BuildError> {
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
const FITS: &str = "the state limit is far below that of the builder";
