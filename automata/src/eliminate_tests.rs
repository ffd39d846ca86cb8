//! Programs for moves, for tests that consume nothing, and for a predicate at all nodes but the first.
//!
//! **Moves** ([`Config::edge_symbols`]): a symbol is an edge predicate that consumes the node at which it is
//! evaluated and leads to a child; a last symbol, which only the tests at the end can fail, consumes the node where the run ends. A test
//! holds at the node reached, which the next symbol consumes: so it is known which tests a symbol has to pass, and the
//! symbol's predicate becomes the product of its own and those tests.
//!
//! ```text
//! p0+ <p1> p2      p0, then p0 again or (p2 & p1); after p2 the end
//! ```
//!
//! The ways over unions and tests to the next symbol are taken in run order, so the run order stays. The engines see
//! nothing but symbols and unions.
//!
//! **Later** ([`Config::non_initial`]): each symbol comes twice, as the first of a run and as a later one.
//!
//! So `path` runs on the engines of `next` and keeps CQL's run order (alternatives first, then children); consuming the
//! position reached would not.

use crate::ids::number_of;
use std::collections::HashMap;

use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::primitives::StateID;

use crate::alphabet::{Alphabet, Products, Symbol};
use crate::config::Config;
use crate::error::BuildError;
use crate::ids::Pred;
use crate::nfa::{Nfa, Sym};
use crate::pattern::Pattern;

/// Reads a program out of a Thompson automaton whose words may be tests.
pub(crate) fn read(pattern: &Pattern, words: &Alphabet, config: &Config) -> Result<Nfa, BuildError> {
    let Some(source) = &words.nfa else {
        return Ok(Nfa::assemble(Vec::new(), &[], 0, words.products.clone()));
    };
    let mut splitter = Splitter {
        source,
        words,
        config,
        pattern,
        products: words.products.clone(),
        locals: HashMap::new(),
        numbers: HashMap::new(),
        syms: Vec::new(),
        copies: Vec::new(),
        unions: Vec::new(),
        union_numbers: HashMap::new(),
        alternatives: 0,
        bytes: 0,
    };
    splitter.run()
}

/// A copy of a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct SplitSymbol {
    end: End,
    /// The tests that must also hold at the node that it consumes.
    tests: Vec<Pred>,
    /// True if it consumes the first node.
    first: bool,
}

/// The end of a way over unions and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Accept,
    /// The symbol whose word starts at this state.
    Symbol(StateID),
}

struct Splitter<'n> {
    source: &'n NFA,
    words: &'n Alphabet,
    config: &'n Config,
    pattern: &'n Pattern,
    products: Products,
    /// The local number of each predicate asked for.
    locals: HashMap<Pred, u32>,
    /// The state of each copy.
    numbers: HashMap<SplitSymbol, u32>,
    syms: Vec<Sym>,
    /// By state: what it is a copy of.
    copies: Vec<SplitSymbol>,
    unions: Vec<Vec<u32>>,
    union_numbers: HashMap<Vec<u32>, u32>,
    /// The alternatives of all unions so far.
    alternatives: usize,
    /// The bytes of the ways so far, roughly.
    bytes: usize,
}

impl Splitter<'_> {
    fn run(&mut self) -> Result<Nfa, BuildError> {
        let mut all = Vec::new();
        let mut layers = Vec::new();
        for (entry, differences) in self.words.starts() {
            let mut ways = self.ways(entry)?;
            // A run that makes no move is not a match, and one that consumes nothing is not the program's business.
            ways.retain(|(end, _)| *end != End::Accept);
            if !ways.is_empty() {
                all.extend_from_slice(&ways);
                layers.push((self.follow(ways, true)?, differences));
            }
        }
        let start = self.follow(all, true)?;
        let mut targets = Vec::new();
        while targets.len() < self.syms.len() {
            let at = targets.len();
            let SplitSymbol { end, .. } = self.copies[at].clone();
            let End::Symbol(entry) = end else {
                targets.push(Unnumbered::Nothing);
                continue;
            };
            let mut ways = self.ways(self.word(entry).1)?;
            if !self.config.edge_symbols {
                self.syms[at].accept = ways.iter().any(|(end, _)| *end == End::Accept);
                ways.retain(|(end, _)| *end != End::Accept);
            }
            targets.push(self.follow(ways, false)?);
        }
        let symbols = number_of(self.syms.len());
        let nothing = symbols + number_of(self.unions.len());
        let number = |place: Unnumbered| match place {
            Unnumbered::Nothing => nothing,
            Unnumbered::Symbol(symbol) => symbol,
            Unnumbered::Union(union) => symbols + union,
        };
        for (sym, target) in self.syms.iter_mut().zip(targets) {
            sym.target = number(target);
        }
        let (syms, products) = (std::mem::take(&mut self.syms), std::mem::take(&mut self.products));
        let mut nfa = Nfa::assemble(syms, &self.unions, number(start), products);
        if !self.words.layers.is_empty() {
            let missed = self.copies.iter().map(|copy| match copy.end {
                End::Symbol(entry) => {
                    let word = self.word(entry).0;
                    (self.words.any == Some(word.pred), word.missed)
                }
                End::Accept => (false, None),
            });
            let layers = layers.into_iter().map(|(start, differences)| (number(start), differences)).collect();
            nfa.set_layers(layers, missed.collect());
        }
        Ok(nfa)
    }

    /// The state that tries these ways in order.
    fn follow(&mut self, ways: Vec<(End, Vec<Pred>)>, first: bool) -> Result<Unnumbered, BuildError> {
        let first = first && self.config.non_initial.is_some();
        let mut states = Vec::with_capacity(ways.len());
        for (end, tests) in ways {
            states.push(self.copy(SplitSymbol { end, tests, first })?);
        }
        Ok(match states.as_slice() {
            [] => Unnumbered::Nothing,
            &[only] => Unnumbered::Symbol(only),
            _ => {
                if let Some(&known) = self.union_numbers.get(&states) {
                    return Ok(Unnumbered::Union(known));
                }
                self.alternatives += states.len();
                self.check_size()?;
                let number = number_of(self.unions.len());
                self.union_numbers.insert(states.clone(), number);
                self.unions.push(states);
                Unnumbered::Union(number)
            }
        })
    }

    /// The state of a copy of a symbol.
    fn copy(&mut self, copy: SplitSymbol) -> Result<u32, BuildError> {
        if let Some(&known) = self.numbers.get(&copy) {
            return Ok(known);
        }
        let later = self.config.non_initial.filter(|_| !copy.first && !self.config.edge_symbols);
        let own = match copy.end {
            End::Symbol(entry) => self.words.factors(&self.word(entry).0.pred).to_vec(),
            End::Accept => Vec::new(),
        };
        let factors = later.into_iter().chain(own).chain(copy.tests.iter().copied()).collect();
        let pred = self.products.number(factors);
        let count = number_of(self.locals.len());
        let local = *self.locals.entry(pred).or_insert(count);
        let number = number_of(self.syms.len());
        self.syms.push(Sym { pred, local, target: 0, accept: copy.end == End::Accept });
        self.numbers.insert(copy.clone(), number);
        self.copies.push(copy);
        self.check_size()?;
        Ok(number)
    }

    /// The ways from a state over unions and tests, in run order, each with its tests.
    fn ways(&mut self, from: StateID) -> Result<Vec<(End, Vec<Pred>)>, BuildError> {
        let mut ways: Vec<(End, Vec<Pred>)> = Vec::new();
        let mut seen: HashMap<StateID, Vec<Vec<Pred>>> = HashMap::new();
        let mut todo = vec![(from, Vec::new())];
        while let Some((state, mut tests)) = todo.pop() {
            // What an earlier way leads to has been found, with no more tests.
            let before = seen.entry(state).or_default();
            if before.iter().any(|before| before.iter().all(|test| tests.contains(test))) {
                continue;
            }
            self.bytes += 64 + 8 * tests.len();
            if self.bytes > self.config.memory_limit {
                return Err(BuildError::memory(self.pattern, self.bytes, self.config.memory_limit));
            }
            before.push(tests.clone());
            let end = match self.source.state(state) {
                State::ByteRange { .. } => match self.test(state) {
                    Some((test, next)) => {
                        if let Err(place) = tests.binary_search(&test) {
                            tests.insert(place, test);
                        }
                        todo.push((next, tests));
                        continue;
                    }
                    None => End::Symbol(state),
                },
                State::Match { .. } => End::Accept,
                State::BinaryUnion { alt1, alt2 } => {
                    todo.push((*alt2, tests.clone()));
                    todo.push((*alt1, tests));
                    continue;
                }
                State::Union { alternates } => {
                    todo.extend(alternates.iter().rev().map(|&next| (next, tests.clone())));
                    continue;
                }
                other => unreachable!("the compiler makes no {other:?}"),
            };
            // A way that asks for more than an earlier one to the same end is never taken.
            let beaten = ways.iter().any(|(e, t)| *e == end && t.iter().all(|test| tests.contains(test)));
            if !beaten {
                ways.push((end, tests));
            }
            if ways.len() > self.config.state_limit {
                return Err(self.too_big(ways.len()));
            }
        }
        Ok(ways)
    }

    /// The test that starts at a state, and the state after it; none if a symbol starts there.
    fn test(&self, entry: StateID) -> Option<(Pred, StateID)> {
        let (number, next) = self.words.word(self.source, entry);
        let word = self.words.words[number];
        word.test.then_some((word.pred, next))
    }

    fn word(&self, entry: StateID) -> (Symbol, StateID) {
        let (number, next) = self.words.word(self.source, entry);
        (self.words.words[number], next)
    }

    fn check_size(&self) -> Result<(), BuildError> {
        let size = self.syms.len() + self.alternatives;
        if size > self.config.state_limit { Err(self.too_big(size)) } else { Ok(()) }
    }

    fn too_big(&self, size: usize) -> BuildError {
        BuildError::states(self.pattern, self.pattern.size().max(size as u64), self.config.state_limit)
    }
}

/// A state before all are numbered.
#[derive(Clone, Copy)]
enum Unnumbered {
    Nothing,
    Symbol(u32),
    Union(u32),
}
