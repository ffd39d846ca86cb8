//! From a pattern to the programs of all engines: the one place where patterns are compiled.
//!
//! A bound that no line of the game reaches does not matter, so a sequence with large bounds is compiled for a class of
//! heights (64, 128, 256 and so on), when the first game of that class comes. A repetition that needs more positions than
//! the game has never matches (`Pattern::within`): `check{2,100000}` has two states. Only if the automaton for the game's own
//! class is too large does the run end with an error.

use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::primitives::StateID;

use crate::alphabet::{Alphabet, Symbol};
use crate::compile;
use crate::config::Config;
use crate::eliminate_tests;
use crate::error::BuildError;
use crate::ids::Pred;
use crate::nfa::{Counted, Nfa};
use crate::pattern::Pattern;
use crate::ways::long_ways;

/// A pattern compiled once for all engines that may run it.
///
/// ```
/// use tabiya_automata::{BuildError, Config, Pattern, Pred, Program};
///
/// let moves = Pattern::plus(Pattern::pred(Pred::must(0)));
/// let config = Config { edge_symbols: true, ..Config::default() };
/// assert!(Program::compile(&moves, &config)?.moves().is_some());
/// assert!(Program::compile(&moves, &Config::default())?.moves().is_none());
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Debug)]
pub struct Program {
    nfa: Nfa,
    moves: Option<MoveProgram>,
}

impl Program {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// If it is too large for the limits of the configuration.
    pub fn compile(pattern: &Pattern, config: &Config) -> Result<Program, BuildError> {
        if !config.edge_symbols {
            return Ok(Program { nfa: Nfa::compile(pattern, config)?, moves: None });
        }
        let words = compile::compile(pattern, config, false)?;
        Ok(Program { nfa: Nfa::split(pattern, &words, config)?, moves: Some(MoveProgram::new(words)) })
    }

    /// The bytes that it takes, roughly.
    pub fn memory_usage(&self) -> usize {
        self.nfa.memory_usage() + self.moves.as_ref().map_or(0, MoveProgram::memory_usage)
    }

    /// The program for engines that follow the tree.
    pub fn nfa(&self) -> &Nfa {
        &self.nfa
    }

    /// The program for engines whose moves the caller chooses; with [`Config::edge_symbols`] only.
    pub fn moves(&self) -> Option<&MoveProgram> {
        self.moves.as_ref()
    }
}

impl Nfa {
    /// Compiles a pattern. Takes time and memory in proportion to the states, that is, to the pattern with its repetitions
    /// unrolled.
    ///
    /// # Errors
    ///
    /// If it is too large or too deep for the limits of the configuration.
    ///
    /// # Panics
    ///
    /// If the pattern has [tests](Pattern::test), and the configuration is without [`Config::edge_symbols`].
    pub fn compile(pattern: &Pattern, config: &Config) -> Result<Nfa, BuildError> {
        assert!(config.edge_symbols || !pattern.has_tests(), "a pattern with tests needs Config::edge_symbols");
        if config.edge_symbols || config.non_initial.is_some() {
            return Nfa::split(pattern, &compile::compile(pattern, config, false)?, config);
        }
        let empty = config.matches_empty(pattern);
        let (mut nfa, _) = Nfa::read(&compile::compile(pattern, config, false)?, empty);
        if config.almost.is_none() && compile::counts(&config.bounded(pattern)) {
            let (counted, times) = Nfa::read(&compile::compile(pattern, config, true)?, empty);
            nfa.counted = Some(Box::new(Counted { nfa: counted, times }));
        }
        Ok(nfa)
    }

    /// The program for moves, or for a predicate at all nodes but the first.
    fn split(pattern: &Pattern, words: &Alphabet, config: &Config) -> Result<Nfa, BuildError> {
        let mut nfa = eliminate_tests::read(pattern, words, config)?;
        nfa.empty = config.matches_empty(pattern);
        Ok(nfa)
    }
}

/// A pattern ready for [`MoveBacktrack`](crate::MoveBacktrack) and [`MoveMemo`](crate::MoveMemo).
#[derive(Debug)]
pub struct MoveProgram {
    words: Alphabet,
    /// By state: what it does, read off the automaton once.
    steps: Vec<MoveStep>,
}

/// What a state of a [`MoveProgram`] does.
#[derive(Clone, Debug)]
pub(crate) enum MoveStep {
    Match,
    /// Tries these states in turn.
    Try(Vec<StateID>),
    /// Asks about a word, and goes on in a state.
    Ask(Symbol, StateID),
    /// The second byte of a word of two, which is never entered.
    Inside,
}

impl MoveProgram {
    /// Compiles a pattern; of the configuration only the limits and the height count.
    ///
    /// # Errors
    ///
    /// If it is too large or too deep for these limits.
    pub fn compile(pattern: &Pattern, config: &Config) -> Result<MoveProgram, BuildError> {
        compile::compile(pattern, config, false).map(MoveProgram::new)
    }

    pub(crate) fn new(words: Alphabet) -> MoveProgram {
        let mut program = MoveProgram { words, steps: Vec::new() };
        program.steps = program.read_steps();
        program
    }

    fn memory_usage(&self) -> usize {
        let steps = self.steps.len() * size_of::<MoveStep>();
        steps + self.words.words.len() * 128 + self.nfa().map_or(0, |nfa| 2 * nfa.memory_usage())
    }

    fn read_steps(&self) -> Vec<MoveStep> {
        let Some(nfa) = self.nfa() else { return Vec::new() };
        let mut steps = vec![MoveStep::Inside; nfa.states().len()];
        let mut todo = vec![nfa.start_anchored()];
        while let Some(state) = todo.pop() {
            if !matches!(steps[state.as_usize()], MoveStep::Inside) {
                continue;
            }
            let step = match nfa.state(state) {
                State::Match { .. } => MoveStep::Match,
                State::BinaryUnion { alt1, alt2 } => MoveStep::Try(vec![*alt1, *alt2]),
                State::Union { alternates } => MoveStep::Try(alternates.to_vec()),
                _ => {
                    let (symbol, next) = self.word(nfa, state);
                    MoveStep::Ask(symbol, next)
                }
            };
            match &step {
                MoveStep::Try(states) => todo.extend(states),
                MoveStep::Ask(_, next) => todo.push(*next),
                MoveStep::Match | MoveStep::Inside => {}
            }
            steps[state.as_usize()] = step;
        }
        steps
    }

    /// What the states do.
    pub(crate) fn steps(&self) -> &[MoveStep] {
        &self.steps
    }

    /// What a state does.
    #[inline]
    pub(crate) fn step(&self, state: StateID) -> &MoveStep {
        &self.steps[state.as_usize()]
    }

    /// The automaton; `None` if the pattern matches nothing.
    pub(crate) fn nfa(&self) -> Option<&NFA> {
        self.words.nfa.as_ref()
    }

    /// By state: whether a predicate that varies may be evaluated from there on, or the end is so near that its answer is
    /// not worth keeping. Such a list belongs to its program.
    pub fn varying_ahead(&self, varies: impl Fn(Pred) -> bool) -> Vec<bool> {
        let Some(nfa) = self.nfa() else { return Vec::new() };
        let len = nfa.states().len();
        let (mut ahead, mut seen) = (vec![false; len], vec![false; len]);
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); len];
        let (mut found, mut todo) = (vec![nfa.start_anchored()], Vec::new());
        while let Some(state) = found.pop() {
            if std::mem::replace(&mut seen[state.as_usize()], true) {
                continue;
            }
            let next = match nfa.state(state) {
                State::Match { .. } => Vec::new(),
                State::BinaryUnion { alt1, alt2 } => vec![*alt1, *alt2],
                State::Union { alternates } => alternates.to_vec(),
                _ => {
                    let (word, next) = self.word(nfa, state);
                    if self.words.factors(&word.pred).iter().any(|&pred| varies(pred)) {
                        ahead[state.as_usize()] = true;
                        todo.push(state.as_usize());
                    }
                    vec![next]
                }
            };
            for next in next {
                users[next.as_usize()].push(state.as_usize());
                found.push(next);
            }
        }
        while let Some(state) = todo.pop() {
            for &user in &users[state] {
                if !std::mem::replace(&mut ahead[user], true) {
                    todo.push(user);
                }
            }
        }
        let long = long_ways(len, |state| users[state].iter().copied());
        ahead.into_iter().zip(long).map(|(ahead, long)| ahead || !long).collect()
    }

    /// The states in which runs begin, those first whose runs make the fewest differences.
    pub(crate) fn starts(&self) -> impl Iterator<Item = StateID> {
        self.words.starts().map(|(state, _)| state)
    }

    /// The predicates that the one of a word stands for.
    pub(crate) fn factors<'a>(&'a self, word: &'a Symbol) -> &'a [Pred] {
        self.words.factors(&word.pred)
    }

    pub(crate) fn word(&self, nfa: &NFA, entry: StateID) -> (Symbol, StateID) {
        let (number, next) = self.words.word(nfa, entry);
        (self.words.words[number], next)
    }
}
