//! What threads make of the games of a batch, in their order.

use super::failures::Failure;
use super::job::GameDamage;
use super::message::Message;
use crate::search::RunEvent;
use smallvec::SmallVec;

/// Games with successive numbers that have been gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassedGames {
    /// The number of the first one in its file, from 1.
    pub first: u64,
    /// How many there are.
    pub games: u64,
    /// True if their moves were left unread, because their tags or summaries show that nothing matches.
    pub unread: bool,
    /// The thread that has gone through them, from 0.
    pub thread: usize,
}

impl PassedGames {
    /// True if other games follow these, of which the same is to be said.
    fn comes_before(&self, next: &PassedGames) -> bool {
        self.unread == next.unread && self.first + self.games == next.first
    }
}

/// Games with successive numbers in which the matches were counted without reading them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedGames {
    /// The games.
    pub passed: PassedGames,
    /// Games in which some query found something.
    pub matched: u64,
    /// By query: the games in which it found something, and the number of positions.
    pub queries: Vec<(u64, u64)>,
}

impl CountedGames {
    /// Adds what was found in one of the games.
    fn add(&mut self, found: &FoundCounts) {
        self.matched += u64::from(!found.is_empty());
        for &(query, positions) in found {
            self.queries.resize(self.queries.len().max(query + 1), (0, 0));
            let (games, sum) = &mut self.queries[query];
            (*games, *sum) = (*games + 1, *sum + positions);
        }
    }
}

/// Queries by their numbers, each with a number of positions. One has its place in the results of the game, without memory
/// of its own.
pub type FoundCounts = SmallVec<[(usize, u64); 1]>;

/// The results of a game, or of several by a [`Work`](super::Work) of its own.
#[derive(Debug)]
pub struct Made<T> {
    /// The games; none if they have been counted already.
    pub games: PassedGames,
    /// The queries that match, each with the number of positions.
    pub found: FoundCounts,
    /// The result; `None` of a game for which there was no [`GameStep`](super::GameStep).
    pub output: Option<T>,
    /// What there is to say of the games.
    pub(crate) said: Option<Box<Said>>,
}

/// What there is to say of a game.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// The messages and accesses to files of its queries, in order.
    pub(crate) events: Vec<RunEvent>,
    /// The faults in its text, as far as it was read.
    pub(crate) damage: GameDamage,
    /// The reason why it could not be searched by every query, or why comments are left out that were requested.
    pub(crate) failure: Option<Failure>,
}

impl<T> Made<T> {
    /// Nothing yet of a game.
    pub(crate) fn of(number: u64, thread: usize) -> Made<T> {
        Made::new(PassedGames { first: number, games: 1, unread: false, thread }, None)
    }

    fn new(games: PassedGames, output: Option<T>) -> Made<T> {
        Made { games, found: FoundCounts::new(), output, said: None }
    }

    /// What there is to say.
    pub(crate) fn said(&mut self) -> &mut Said {
        self.said.get_or_insert_default()
    }

    /// Notes damage, if there is some.
    pub(crate) fn note(&mut self, damage: GameDamage) {
        if damage.incomplete || damage.flawed {
            self.said().damage = damage;
        }
    }

    /// True if nothing was found, and there is nothing to say.
    pub(crate) fn is_empty(&self) -> bool {
        self.output.is_none() && self.found.is_empty() && self.said.is_none()
    }
}

/// The result of the work on a game, or on several.
#[derive(Debug)]
pub enum Outcome<T> {
    /// What there is to say about a file. If it is an error, games are missing.
    Message(Message),
    /// The result made of games. Not in a box, for boxes would be given back by another thread than the one that asked for them: then
    /// both wait for the same lock of the memory.
    Made(Made<T>),
    /// Games of which nothing was made and there is nothing to say.
    Passed(PassedGames),
    /// Games of which only numbers were wanted.
    Counted(CountedGames),
    /// What follows comes of games of a block of a database, which the number identifies, or of none any more.
    Block(Option<u64>),
    /// The block is lost from here on.
    Lost(Message),
    /// The run must end, and the game was not searched.
    GivenUp,
}

impl<T> Outcome<T> {
    /// The results of some games that are counted now.
    pub fn made(games: u64, output: T) -> Outcome<T> {
        Outcome::Made(Made::new(PassedGames { games, ..PassedGames::default() }, Some(output)))
    }

    /// The damage to a game, with what was made of it; it is counted with others.
    pub fn damaged(damage: GameDamage, output: Option<T>) -> Outcome<T> {
        let mut made = Made::new(PassedGames::default(), output);
        made.note(damage);
        Outcome::Made(made)
    }

    /// The reason why a game could not be searched; it is counted with others.
    pub fn failed(failure: Failure) -> Outcome<T> {
        let mut made = Made::new(PassedGames::default(), None);
        made.said().failure = Some(failure);
        Outcome::Made(made)
    }

    /// Appends the results of a game to those before.
    pub(crate) fn push(outcomes: &mut Vec<Outcome<T>>, made: Made<T>) {
        match made.is_empty() {
            true => Outcome::pass(outcomes, made.games),
            false => outcomes.push(Outcome::Made(made)),
        }
    }

    /// Appends games of which nothing was made, to those before if they follow them.
    pub fn pass(outcomes: &mut Vec<Outcome<T>>, next: PassedGames) {
        match outcomes.last_mut() {
            Some(Outcome::Passed(last)) if last.comes_before(&next) => {
                last.games += next.games;
            }
            Some(Outcome::Counted(CountedGames { passed, .. })) if passed.comes_before(&next) => {
                passed.games += next.games;
            }
            _ => outcomes.push(Outcome::Passed(next)),
        }
    }

    /// Appends a game in which the matches were counted, to those before if it follows them.
    pub(crate) fn count(outcomes: &mut Vec<Outcome<T>>, next: PassedGames, found: &FoundCounts) {
        Outcome::pass(outcomes, next);
        if found.is_empty() {
            return;
        }
        match outcomes.last_mut() {
            Some(Outcome::Counted(counted)) => counted.add(found),
            Some(last @ Outcome::Passed(_)) => {
                let Outcome::Passed(passed) = *last else { return };
                let mut counted = CountedGames { passed, ..CountedGames::default() };
                counted.add(found);
                *last = Outcome::Counted(counted);
            }
            _ => {}
        }
    }
}
