//! Pattern to Thompson NFA: one `c_*` function per form, built from the end of the pattern to its start.
//!
//! Method: Thompson's construction (1968) with ordered alternatives, in continuation-passing form. Each part is
//! compiled for **two** continuations: `empty`, taken by runs that consumed nothing since the innermost enclosing
//! optional iteration began, and `next`, taken by all others. An optional iteration sets `empty` to "dead", because an
//! iteration that consumed nothing is not a run. So cycles of epsilon transitions never come into being: `((p0*)*)*`
//! needs no check at run time. Every part is compiled at most twice for one `next` (once per `empty`), and the results
//! are shared, so nested stars cost a constant factor and not a power.
//!
//! Storage is `regex_automata::nfa::thompson::Builder`. Its transitions hold byte ranges, so a symbol is a word of two
//! bytes: the pattern-local number of the predicate, high byte first. That gives 65,536 predicates a pattern. The
//! automaton never reaches a byte engine: `nfa.rs` reads the words back into symbol states.
//!
//! Tested in `tests/compiler.rs`.

use std::collections::HashMap;

use regex_automata::nfa::thompson::{Builder, NFA, State, Transition};
use regex_automata::util::primitives::StateID;

use crate::config::Config;
use crate::error::BuildError;
use crate::ids::Pred;
use crate::pattern::{Pattern, PatternKind};

/// The number of words of two bytes.
const WORDS: usize = 1 << 16;

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol {
    pub(crate) pred: Pred,
    /// The pattern-local number of the predicate.
    pub(crate) local: u32,
    /// True if it is a test, which consumes nothing.
    pub(crate) test: bool,
    /// The least and the greatest number of nodes in a row that it consumes: `(1, Some(1))` unless counted repetitions
    /// are kept.
    pub(crate) times: (u32, Option<u32>),
}

/// The result of [`compile`]: the automaton over words, and the meaning of the words.
#[derive(Debug)]
pub(crate) struct Alphabet {
    /// `None` if the pattern matches nothing.
    pub(crate) nfa: Option<NFA>,
    pub(crate) words: Vec<Symbol>,
}

impl Alphabet {
    /// The number of the word that starts at a state, and the state after it.
    pub(crate) fn word(&self, nfa: &NFA, high: StateID) -> (usize, StateID) {
        let range = |id: StateID| match nfa.state(id) {
            State::ByteRange { trans } => *trans,
            other => unreachable!("a word is two byte ranges, not {other:?}"),
        };
        let high = range(high);
        let low = range(high.next);
        (u16::from_be_bytes([high.start, low.start]).into(), low.next)
    }
}

/// A counted repetition of one predicate is kept, where that is asked for, from this count on.
const COUNTED: u32 = 4;

/// Compiles a pattern to an automaton over two-byte words. With `counted`, counted repetitions of single predicates
/// become words, for the engine that counts by itself (`chain.rs`); else everything is unrolled.
pub(crate) fn compile(pattern: &Pattern, config: &Config, counted: bool) -> Result<Alphabet, BuildError> {
    let pattern = &*config.bounded(pattern);
    if pattern.depth() > config.depth_limit {
        return Err(BuildError::depth(pattern, pattern.depth(), config.depth_limit));
    }
    let preds = pattern.preds();
    if preds.len() > WORDS {
        return Err(BuildError::preds(pattern, preds.len(), WORDS));
    }
    let local = (0u32..).zip(&preds).map(|(i, &pred)| (pred, i)).collect();
    let mut compiler = Compiler {
        builder: Builder::new(),
        config,
        counted,
        local,
        words: Vec::new(),
        numbers: HashMap::new(),
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
    Ok(Alphabet { nfa, words: compiler.words })
}

/// True if a pattern has counted repetitions that [`compile`] can keep.
pub(crate) fn counts(pattern: &Pattern) -> bool {
    match pattern.kind() {
        PatternKind::Empty | PatternKind::Pred(_) | PatternKind::Test(_) => false,
        PatternKind::Concat(parts) | PatternKind::Alt(parts) => parts.iter().any(counts),
        PatternKind::Repeat { inner, min, max } => is_counted(inner, *min, *max) || counts(inner),
    }
}

fn is_counted(inner: &Pattern, min: u32, max: Option<u32>) -> bool {
    matches!(inner.kind(), PatternKind::Pred(_)) && max.unwrap_or(min) >= COUNTED
}

/// The count of a word that consumes one node.
const ONCE: (u32, Option<u32>) = (1, Some(1));

/// The first state of a part, or `None` if every run of it is dead.
type Entry = Option<StateID>;

struct Compiler<'p> {
    builder: Builder,
    config: &'p Config,
    /// Keep counted repetitions of single predicates?
    counted: bool,
    /// The pattern-local number of each predicate.
    local: HashMap<Pred, u32>,
    /// The words so far, and their numbers.
    words: Vec<Symbol>,
    numbers: HashMap<Symbol, u16>,
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
            PatternKind::Pred(pred) => Some(self.c_word(*pred, false, ONCE, next)?),
            PatternKind::Test(pred) => match empty {
                Some(empty) => Some(self.c_word(*pred, true, ONCE, empty)?),
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

    fn c_word(
        &mut self,
        pred: Pred,
        test: bool,
        times: (u32, Option<u32>),
        next: StateID,
    ) -> Result<StateID, BuildError> {
        self.count()?;
        let word = Symbol { pred, local: self.local[&pred], test, times };
        let number = match self.numbers.get(&word) {
            Some(&number) => number,
            None => {
                let full = || BuildError::preds(self.open[0], self.words.len() + 1, WORDS);
                let number = u16::try_from(self.words.len()).map_err(|_| full())?;
                self.words.push(word);
                self.numbers.insert(word, number);
                number
            }
        };
        let [high, low] = number.to_be_bytes();
        let low = self.add_range(low, next);
        Ok(self.add_range(high, low))
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
        if let (PatternKind::Pred(pred), true) = (inner.kind(), self.counted && is_counted(inner, min, max)) {
            let word = self.c_word(*pred, false, (min.max(1), max), next)?;
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
