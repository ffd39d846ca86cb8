//! A game on its way through the threads: before it is searched, and with its results.

use super::failures::Failure;
use super::message::Message;
use crate::game::{Fault, FaultKind, Game, RawGame};
use crate::search::RunEvent;
use crate::syntax::Severity;
use smallvec::SmallVec;
use std::sync::Arc;

/// A game on its way to be searched.
#[derive(Debug, Default)]
pub struct GameJob {
    /// Its text and its place; of a game of a database only the place, unless its text was asked for.
    pub raw: RawGame,
    /// The file that it comes from.
    pub file: Arc<str>,
    /// Its place among all games of the run, from 0.
    pub place: u64,
}

/// Queries by their numbers, each with a number of positions. One has its place in the results of the game, without memory
/// of its own.
pub type FoundCounts = SmallVec<[(usize, u64); 1]>;

/// The results of a game, with what a [`GameStep`](super::GameStep) has made of them.
#[derive(Debug)]
pub struct SearchedGame<T> {
    /// Its number in its file, from 1.
    pub number: u64,
    /// The messages and accesses to files of its queries, in order.
    pub events: Vec<RunEvent>,
    /// The thread that searched it, from 0.
    pub thread: usize,
    /// The queries that it matches, each with the number of positions.
    pub found: FoundCounts,
    /// What the step has made of it; `None` if it was not asked.
    pub output: Option<T>,
    /// The faults in its text, as far as it was read.
    pub damage: GameDamage,
    /// True if its moves were left unread, because its tags show that nothing matches.
    pub unread: bool,
    /// The reason why it could not be searched by every query, or why comments are left out that were asked for.
    pub failure: Option<Box<Failure>>,
}

impl<T> SearchedGame<T> {
    pub(crate) fn new(number: u64, thread: usize) -> SearchedGame<T> {
        SearchedGame {
            number,
            events: Vec::new(),
            thread,
            found: FoundCounts::new(),
            output: None,
            damage: GameDamage::default(),
            unread: false,
            failure: None,
        }
    }

    /// True if nothing was found, and there is nothing to say.
    pub(crate) fn is_empty(&self) -> bool {
        let SearchedGame { number: _, events, thread: _, found, output, damage, unread: _, failure } = self;
        let silent = events.is_empty() && failure.is_none() && output.is_none();
        silent && found.is_empty() && !damage.incomplete && !damage.flawed
    }
}

/// The damage to a game's text.
#[derive(Clone, Debug, Default)]
pub struct GameDamage {
    /// True if moves are lost.
    pub incomplete: bool,
    /// True if there are faults, but all moves were read.
    pub flawed: bool,
    /// The faults to be reported, at most five of them unless all are wanted.
    pub messages: Vec<Message>,
}

/// The damage to a game. Faults that lose nothing are reported only if damage is an error (`strict`) or `all` faults are
/// wanted. Text that is no game must be read with its moves, and only that it is none is reported.
pub fn damage(game: &Game, job: &GameJob, strict: bool, all: bool) -> GameDamage {
    let faults = game.faults();
    if faults.is_empty() {
        return GameDamage::default();
    }
    let incomplete = game.is_incomplete();
    if let Some(message) = no_game(game, job, strict) {
        return GameDamage { incomplete, flawed: !incomplete, messages: vec![message] };
    }
    let reported = faults.list().iter().filter(|fault| strict || all || fault.kind.loses());
    let message = |fault: &Fault| Message {
        severity: if strict { Severity::Error } else { Severity::Warning },
        code: fault.kind.code(),
        file: Some((&*job.file).into()),
        place: Some((fault.line, fault.offset)),
        game: Some(job.raw.number),
        message: fault.message.clone(),
        help: fault.kind.help().map(Box::from),
    };
    // The first faults of a game tell its story; a game that is no game at all would fill the screen.
    let most = if all { usize::MAX } else { 5 };
    GameDamage { incomplete, flawed: !incomplete, messages: reported.take(most).map(message).collect() }
}

/// The warning that a game is none: text without tags and moves, from a file that is not PGN.
fn no_game(game: &Game, job: &GameJob, strict: bool) -> Option<Message> {
    let stray = |kind| matches!(kind, FaultKind::StrayText | FaultKind::UnreadableMove | FaultKind::ForeignLetters);
    let is_text = game.faults().list().iter().any(|fault| stray(fault.kind));
    (is_text && game.tags().is_empty() && game.tree().len() == 1).then(|| {
        let text = "this text has neither tags nor moves, so it is probably not PGN";
        let severity = if strict { Severity::Error } else { Severity::Warning };
        Message::new(severity, "no-pgn", text).file(&*job.file).help("name a PGN file")
    })
}
