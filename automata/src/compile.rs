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
//! What matches the same nodes at once, and what may differ from its pattern, is a product of automata (`product.rs`, `led.rs`).
//!
//! Tested in `tests/compiler.rs` and `tests/alphabet.rs`.

use std::collections::{HashMap, HashSet};

use regex_automata::nfa::thompson::{Builder, NFA, Transition};
use regex_automata::util::primitives::StateID;

use crate::alphabet::{Alphabet, Key, ONCE, WORDS, counted_symbol};
use crate::config::{Almost, Config};
use crate::error::BuildError;
use crate::led;
use crate::pattern::{Pattern, PatternKind};
use crate::product::{self, Does, Explored};

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
    compiler.alphabet.nfa = nfa;
    Ok(compiler.alphabet)
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

/// The first state of a part, or `None` if every run of it is dead.
type Entry = Option<StateID>;

/// Entries by the part (its address), `empty` and `next`.
type Done = HashMap<(*const Pattern, Entry, StateID), Entry>;

/// Entries for the members of a part (its address) that are not yet done, as bits, by `empty` and `next`.
type Sets = HashMap<(*const Pattern, u64, Entry, StateID), Entry>;

/// Optional iterations by body and `next`: the union that leaves or repeats, and the body.
type Tails = HashMap<(*const Pattern, StateID), (StateID, Entry)>;

struct Compiler<'p> {
    builder: Builder,
    config: &'p Config,
    /// Keep counted repetitions of single predicates?
    counted: bool,
    /// All words of the pattern.
    alphabet: Alphabet,
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

    /// An automaton apart from the one being built; its states do not count.
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
        let explored = product::almost(&mut self.alphabet, pattern, &nfa, almost, self.config)?;
        let entries = self.add(&explored, &[Some(accept)], usize::from(almost.differences) + 1)?;
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
        let product = if self.config.leader_order { led::both } else { product::both };
        let explored = product(&mut self.alphabet, pattern, &members, self.config)?;
        Ok(self.add(&explored, &[empty, Some(next)], 1)?[0])
    }

    /// Adds the states of a graph that are alive, which end in one of the `ends`; gives the entries of the first `roots`
    /// of them.
    fn add(&mut self, explored: &Explored, ends: &[Entry], roots: usize) -> Result<Vec<Entry>, BuildError> {
        let live = explored.live(|end| ends[end].is_some());
        // By state: where it begins, and the part of it from which it goes on.
        let mut places: Vec<Entry> = vec![None; live.len()];
        let mut open: Vec<StateID> = vec![StateID::ZERO; live.len()];
        for (i, state) in explored.states.iter().enumerate().filter(|(i, _)| live[*i]) {
            (places[i], open[i]) = match state {
                Does::Nothing => (None, StateID::ZERO),
                Does::Ends(end) => (ends[*end], StateID::ZERO),
                Does::Asks(word, _) => {
                    let (first, last) = self.add_word(*word, StateID::ZERO)?;
                    (Some(first), last)
                }
                Does::Tries(_) => {
                    self.count()?;
                    let union = self.builder.add_union(Vec::new()).expect(FITS);
                    (Some(union), union)
                }
            };
        }
        for (i, state) in explored.states.iter().enumerate().filter(|(i, _)| live[*i]) {
            let ways = match state {
                Does::Nothing | Does::Ends(_) => continue,
                Does::Asks(_, next) => std::slice::from_ref(next),
                Does::Tries(ways) => ways,
            };
            let mut tried = HashSet::new();
            for way in ways.iter().filter_map(|&way| places[way as usize]) {
                if tried.insert(way) {
                    self.builder.patch(open[i], way).expect(FITS);
                }
            }
        }
        places.truncate(roots);
        Ok(places)
    }

    fn c_word(&mut self, key: Key, next: StateID) -> Result<StateID, BuildError> {
        let number = self.alphabet.number(key);
        Ok(self.add_word(number, next)?.0)
    }

    /// Adds a word: its first and its last state.
    fn add_word(&mut self, number: usize, next: StateID) -> Result<(StateID, StateID), BuildError> {
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

    fn count(&mut self) -> Result<(), BuildError> {
        self.states += 1;
        let limit = self.config.state_limit;
        if self.states * STATE_BYTES > self.config.memory_limit {
            return Err(BuildError::memory(self.open[0], self.states * STATE_BYTES, self.config.memory_limit));
        }
        if self.states <= limit {
            return Ok(());
        }
        // Name the innermost construct that is too big by itself; if none is, the whole.
        let big = self.open.iter().rev().find(|part| part.size() > limit as u64).unwrap_or(&self.open[0]);
        Err(BuildError::states(big, big.size().max(self.states as u64), limit))
    }
}

/// The bytes that a state takes while it is built: in the builder, in the tables of what is known, and read back.
const STATE_BYTES: usize = 256;

/// The reason why the builder's own limits (2^31 states) cannot be reached.
const FITS: &str = "the state limit is far below that of the builder";
