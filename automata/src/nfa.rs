//! The compiled program: symbol states and ordered unions in flat arrays, the waist between compiler and engines.
//!
//! Read back from the Thompson automaton of `compile.rs`. Symbol states come first, in the order in which a run meets
//! them; unions follow, each after its alternatives, so one ascending pass computes all epsilon transitions.
//! Acceptance is a mark on symbols and on the start: success is recorded when a symbol has been consumed and the rest
//! can be empty, before any alternative of the rest is tried (the run order of this crate).

use crate::ids::number_of;
use std::fmt;

use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::primitives::StateID;

use crate::alphabet::{Alphabet, Products};
use crate::bits::{Bits, clear_bits};
use crate::ids::Pred;
use crate::order::Order;

/// The greatest number of symbols of an automaton that is run over rows of bits on a chain.
const LARGEST: usize = 64;

/// A symbol state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sym {
    pub(crate) pred: Pred,
    /// The pattern-local number of the predicate.
    pub(crate) local: u32,
    /// The state for the next node; [`Nfa::nothing`] if a run must end here.
    pub(crate) target: u32,
    /// True if the rest of the pattern can be empty.
    pub(crate) accept: bool,
}

/// A compiled pattern. Immutable and shareable; the engines hold all scratch memory.
///
/// ```
/// use tabiya_automata::{BuildError, Config, Nfa, Pattern, Pred};
///
/// // `a b*`: one position with a, then any number with b.
/// let [a, b] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
/// let nfa = Nfa::compile(&Pattern::concat(vec![a, Pattern::star(b)]), &Config::default())?;
/// assert!(!nfa.matches_empty());
/// assert_eq!(nfa.preds(), [Pred::must(0), Pred::must(1)]);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nfa {
    pub(crate) syms: Vec<Sym>,
    /// The alternatives of all unions, one after the other. Each is below the number of its union.
    alts: Vec<u32>,
    /// The start of the alternatives of each union, and the end of the last.
    offsets: Vec<u32>,
    pub(crate) start: u32,
    /// True if a match may consume nothing.
    pub(crate) empty: bool,
    /// The number of different predicates.
    pub(crate) locals: usize,
    /// The predicates that engines over all starts ask for, in ascending order.
    preds: Vec<Pred>,
    /// True if some predicate stands at more than one symbol state: only then answers are worth keeping.
    pub(crate) shares: bool,
    /// One bit per symbol: its `accept`.
    pub(crate) accept: Bits,
    /// For each state, one after the other: the unions of which it is an alternative, and the symbols of which it is
    /// the target.
    users: Vec<u32>,
    /// The start of the users of each state, and the end of the last.
    user_offsets: Vec<u32>,
    /// With at most 64 symbols, for each the set of symbols after which it may come; else empty.
    pub(crate) after: Vec<u64>,
    /// With at most 64 symbols, the set of those with which a run may start.
    pub(crate) first: u64,
    /// The order of the states over rows of bits (`rows.rs`), if there are not too many.
    pub(crate) order: Option<Box<Order>>,
    /// The same pattern with counted repetitions of single predicates kept, if it has any.
    pub(crate) counted: Option<Box<Counted>>,
    products: Products,
    /// If a match may differ from the pattern: the states in which runs with that number of differences begin, the fewest
    /// first; `start` is the choice between them.
    pub(crate) layers: Vec<(u32, u8)>,
    /// Likewise, by symbol: whether it consumes a node that differs, and the predicate in whose place it does.
    missed: Vec<(bool, Option<Pred>)>,
}

/// A program in which a symbol may consume several nodes in a row: see `chain.rs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) nfa: Nfa,
    /// For each symbol, the least and the greatest number of nodes.
    pub(crate) times: Vec<(u32, Option<u32>)>,
}

impl Nfa {
    /// The program, and how many nodes each symbol consumes.
    pub(crate) fn read(words: &Alphabet, empty: bool) -> (Nfa, Vec<(u32, Option<u32>)>) {
        let (mut nfa, times) = match &words.nfa {
            Some(nfa) => Extractor::new(nfa).read(words),
            None => (Nfa { offsets: vec![0], ..Nfa::default() }, Vec::new()),
        };
        nfa.empty = empty;
        nfa.products = words.products.clone();
        nfa.index();
        (nfa, times)
    }

    /// A program made of its parts: unions, each after its alternatives, and the meaning of products of predicates.
    pub(crate) fn assemble(syms: Vec<Sym>, unions: &[Vec<u32>], start: u32, products: Products) -> Nfa {
        let mut offsets = vec![0];
        let mut alts = Vec::new();
        for union in unions {
            alts.extend(union);
            offsets.push(number_of(alts.len()));
        }
        let mut nfa = Nfa { syms, alts, offsets, start, products, ..Nfa::default() };
        nfa.index();
        nfa
    }

    /// The bytes that it takes, roughly.
    pub(crate) fn memory_usage(&self) -> usize {
        let words =
            self.alts.len() + self.offsets.len() + self.preds.len() + self.users.len() + self.user_offsets.len();
        let counted = self.counted.as_ref().map_or(0, |counted| counted.nfa.memory_usage() + 12 * counted.times.len());
        let own = self.syms.len() * (size_of::<Sym>() + size_of::<Option<Pred>>()) + words * 4 + self.after.len() * 8;
        own + counted + self.products.memory_usage() + self.order.as_ref().map_or(0, |order| order.memory_usage())
    }

    /// The factors of a predicate that the engines ask for: with [`Pattern::both`](crate::Pattern::both),
    /// [`Config::edge_symbols`](crate::Config::edge_symbols) or [`Config::non_initial`](crate::Config::non_initial) they
    /// ask for products too, which hold where all their factors hold; over rows of bits for the factors themselves.
    /// `None`: it is one of the pattern's own.
    pub fn factors(&self, pred: Pred) -> Option<&[Pred]> {
        self.products.factors(pred)
    }

    /// What matches that differ from the pattern are made of: the start of each layer, and what each symbol stands for.
    pub(crate) fn set_layers(&mut self, layers: Vec<(u32, u8)>, missed: Vec<(bool, Option<Pred>)>) {
        (self.layers, self.missed) = (layers, missed);
    }

    /// The states in which runs begin, and how many differences they make from there: the fewest first.
    pub(crate) fn starts(&self) -> impl Iterator<Item = (u32, u8)> {
        let exact = self.layers.is_empty().then_some((self.start, 0));
        exact.into_iter().chain(self.layers.iter().copied())
    }

    /// The predicate in whose place a symbol consumes a node.
    pub(crate) fn missed(&self, symbol: u32) -> Option<Pred> {
        self.missed.get(symbol as usize).and_then(|&(_, missed)| missed)
    }

    /// True if a symbol consumes a node that differs from the pattern.
    pub(crate) fn differs(&self, symbol: u32) -> bool {
        self.missed.get(symbol as usize).is_some_and(|&(differs, _)| differs)
    }

    /// The predicates that [`Exists`](crate::Exists) and [`Longest`](crate::Longest) ask for, in ascending order, with
    /// the [products](Nfa::factors) among them: those whose columns may be lent to them.
    pub fn preds(&self) -> &[Pred] {
        &self.preds
    }

    /// True if [`Exists`](crate::Exists) finds the starts on a chain over rows of bits, in a fraction of the time of
    /// [`Longest`](crate::Longest).
    pub fn goes_by_words(&self) -> bool {
        self.order.is_some()
    }

    /// Computes what follows from the states.
    fn index(&mut self) {
        self.locals = self.syms.iter().map(|sym| sym.local as usize + 1).max().unwrap_or(0);
        self.preds = self.syms.iter().map(|sym| sym.pred).collect();
        self.preds.sort_unstable();
        self.preds.dedup();
        self.shares = self.preds.len() < self.syms.len();
        clear_bits(&mut self.accept, self.syms.len());
        self.syms.iter().enumerate().for_each(|(s, sym)| self.accept.set(s, sym.accept));
        let mut uses: Vec<(u32, u32)> = self.syms.iter().map(|sym| sym.target).zip(0..).collect();
        for (u, alts) in (number_of(self.syms.len())..).zip(self.unions()) {
            uses.extend(alts.iter().map(|&alt| (alt, u)));
        }
        // No use of "no state" is ever looked up.
        uses.retain(|&(used, _)| used != self.nothing());
        uses.sort_unstable();
        let before = |state: u32| number_of(uses.partition_point(|&(used, _)| used < state));
        self.user_offsets = (0..=self.nothing()).map(before).collect();
        self.users = uses.into_iter().map(|(_, user)| user).collect();
        if self.syms.len() <= 64 {
            self.index_sets();
        }
        if self.syms.len() <= LARGEST {
            let order = self.row_order();
            self.preds.extend(&order.preds);
            self.preds.sort_unstable();
            self.preds.dedup();
            self.order = Some(Box::new(order));
        }
    }

    /// The order of the states over rows of bits.
    pub(crate) fn row_order(&self) -> Order {
        let targets = (0..).zip(&self.syms).map(|(symbol, sym)| (symbol, sym.target));
        let unions = (number_of(self.syms.len())..).zip(self.unions());
        let alternatives = unions.flat_map(|(union, alts)| alts.iter().map(move |&alt| (union, alt)));
        let ways: Vec<_> = targets.filter(|way| way.1 != self.nothing()).chain(alternatives).collect();
        let factors = self.syms.iter().map(|sym| self.factors(sym.pred).unwrap_or(std::slice::from_ref(&sym.pred)));
        let symbols: Vec<&[Pred]> = factors.collect();
        Order::new(self.len(), self.start, &ways, &symbols)
    }

    /// The closures, as sets in one word each.
    fn index_sets(&mut self) {
        let mut sets: Vec<u64> = (0..self.syms.len()).map(|s| 1 << s).collect();
        for alts in self.unions() {
            let set = alts.iter().fold(0, |set, &alt| set | sets[alt as usize]);
            sets.push(set);
        }
        sets.push(0);
        let may_follow = |s: usize, sym: &Sym| sets[sym.target as usize] >> s & 1;
        let before = |s| self.syms.iter().enumerate().fold(0, |set, (t, sym)| set | may_follow(s, sym) << t);
        self.after = (0..self.syms.len()).map(before).collect();
        self.first = sets[self.start as usize];
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.syms.len() + self.offsets.len() - 1
    }

    /// True if there is no state: nothing but perhaps the empty sequence matches.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True if a match may consume nothing.
    pub fn matches_empty(&self) -> bool {
        self.empty
    }

    /// The number of the state in which runs succeed, in a [`Graph`](crate::Graph).
    pub fn accepting(&self) -> u32 {
        self.nothing()
    }

    /// The number that stands for "no state": one more than the last.
    pub(crate) fn nothing(&self) -> u32 {
        number_of(self.len())
    }

    /// The unions in ascending order: each with its alternatives in run order.
    #[inline]
    pub(crate) fn unions(&self) -> impl Iterator<Item = &[u32]> {
        self.offsets.windows(2).map(|w| &self.alts[w[0] as usize..w[1] as usize])
    }

    /// The alternatives of a union state.
    #[inline]
    pub(crate) fn alternatives(&self, state: u32) -> &[u32] {
        let u = state as usize - self.syms.len();
        &self.alts[self.offsets[u] as usize..self.offsets[u + 1] as usize]
    }

    /// The states to which this state belongs: unions (as alternative) and symbols (as target).
    #[inline]
    pub(crate) fn users(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.users[self.user_offsets[state] as usize..self.user_offsets[state + 1] as usize]
    }
}

/// One line per state: `0: p0 -> 2 accept` is a symbol, `2: 0 | 1` a union in run order, `-` is "no state".
impl fmt::Display for Nfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |state: u32| if state == self.nothing() { "-".to_string() } else { state.to_string() };
        writeln!(f, "start {}{}", name(self.start), if self.empty { " accept" } else { "" })?;
        for (i, sym) in self.syms.iter().enumerate() {
            let accept = if sym.accept { " accept" } else { "" };
            writeln!(f, "{i}: {} -> {}{accept}", sym.pred, name(sym.target))?;
        }
        for (u, alts) in self.unions().enumerate() {
            let alts: Vec<String> = alts.iter().map(u32::to_string).collect();
            writeln!(f, "{}: {}", self.syms.len() + u, alts.join(" | "))?;
        }
        Ok(())
    }
}

/// The states that a state of the Thompson automaton leads to without consuming anything.
#[derive(Clone, Copy)]
struct Closure {
    /// The number of a symbol; a union's position plus [`UNION`]; or [`NOWHERE`] if only acceptance is reached.
    state: u32,
    accept: bool,
}

const NOWHERE: u32 = u32::MAX;
const UNION: u32 = 1 << 31;

/// Reads the program out of the Thompson automaton.
struct Extractor<'n> {
    source: &'n NFA,
    /// By state of the source; filled for a union after its alternatives.
    places: Vec<Option<Closure>>,
    /// The first state of each symbol, in the order of discovery.
    entries: Vec<StateID>,
    unions: Vec<Vec<u32>>,
}

impl<'n> Extractor<'n> {
    fn new(source: &'n NFA) -> Extractor<'n> {
        Extractor { source, places: vec![None; source.states().len()], entries: Vec::new(), unions: Vec::new() }
    }

    fn read(mut self, words: &Alphabet) -> (Nfa, Vec<(u32, Option<u32>)>) {
        let start = self.place(self.source.start_anchored());
        let layers: Vec<(u32, u8)> =
            words.starts().map(|(entry, differences)| (self.place(entry).state, differences)).collect();
        let (mut syms, mut times, mut missed) = (Vec::new(), Vec::new(), Vec::new());
        // Placing targets discovers more symbols.
        let mut i = 0;
        while let Some(&entry) = self.entries.get(i) {
            let (number, next) = words.word(self.source, entry);
            let place = self.place(next);
            let word = words.words[number];
            times.push(word.times);
            missed.push((words.any == Some(word.pred), word.missed));
            syms.push(Sym { pred: word.pred, local: word.local, target: place.state, accept: place.accept });
            i += 1;
        }
        let (symbols, states) = (number_of(syms.len()), number_of(syms.len() + self.unions.len()));
        let number = |state: u32| match state {
            NOWHERE => states,
            state if state >= UNION => state - UNION + symbols,
            state => state,
        };
        for sym in &mut syms {
            sym.target = number(sym.target);
        }
        let mut offsets = vec![0];
        let mut alts = Vec::new();
        for union in &self.unions {
            alts.extend(union.iter().map(|&state| number(state)));
            offsets.push(number_of(alts.len()));
        }
        let mut nfa = Nfa { syms, alts, offsets, start: number(start.state), ..Nfa::default() };
        if !words.layers.is_empty() {
            nfa.set_layers(
                layers.into_iter().map(|(state, differences)| (number(state), differences)).collect(),
                missed,
            );
        }
        (nfa, times)
    }

    /// Places a state and all that it reaches by epsilon transitions. Those have no cycles (see `compile.rs`).
    fn place(&mut self, from: StateID) -> Closure {
        let mut todo = vec![from];
        while let Some(&id) = todo.last() {
            if self.places[id.as_usize()].is_some() {
                todo.pop();
                continue;
            }
            let place = match self.source.state(id) {
                State::ByteRange { .. } => {
                    self.entries.push(id);
                    Closure { state: number_of(self.entries.len()) - 1, accept: false }
                }
                State::Match { .. } => Closure { state: NOWHERE, accept: true },
                State::BinaryUnion { alt1, alt2 } => match self.union(&[*alt1, *alt2], &mut todo) {
                    Some(place) => place,
                    None => continue,
                },
                State::Union { alternates } => match self.union(alternates, &mut todo) {
                    Some(place) => place,
                    None => continue,
                },
                other => unreachable!("the compiler makes no {other:?}"),
            };
            self.places[id.as_usize()] = Some(place);
        }
        self.places[from.as_usize()].expect("just placed")
    }

    /// Places a union if its alternatives are placed, else puts them on the list.
    fn union(&mut self, alternates: &[StateID], todo: &mut Vec<StateID>) -> Option<Closure> {
        let before = todo.len();
        todo.extend(alternates.iter().rev().filter(|id| self.places[id.as_usize()].is_none()));
        if todo.len() > before {
            return None;
        }
        let places = alternates.iter().map(|id| self.places[id.as_usize()].expect("placed above"));
        let accept = places.clone().any(|place| place.accept);
        let states: Vec<u32> = places.map(|place| place.state).filter(|&state| state != NOWHERE).collect();
        let state = match states.as_slice() {
            [] => NOWHERE,
            &[only] => only,
            _ => {
                self.unions.push(states);
                UNION + number_of(self.unions.len()) - 1
            }
        };
        Some(Closure { state, accept })
    }
}
