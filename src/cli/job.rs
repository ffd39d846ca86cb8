//! A game on its way through the threads: before it is searched, and with its results.

use super::failures::Failure;
use super::report::Message;
use std::sync::Arc;
use tabiya::game::{FaultKind, RawGame};
use tabiya::syntax::Severity;
use tabiya::{Game, RunEvent};

/// Something to report about the output of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noticed {
    /// Comments of a position are left out, because they are too long.
    LongComment,
    /// The text is cut at so many bytes.
    LongText(usize),
}

/// A game on its way to be searched.
#[derive(Debug, Default)]
pub(crate) struct GameJob {
    /// Its text and its place; of a game of a database only the place.
    pub(crate) raw: RawGame,
    pub(crate) file: Arc<str>,
    /// Its place among all games of the run, from 0.
    pub(crate) place: u64,
}

/// The results of a game.
#[derive(Debug, Default)]
pub(crate) struct SearchedGame {
    /// The events that the queries emitted, in order.
    pub(crate) events: Vec<RunEvent>,
    /// Remarks to be reported about the texts written.
    pub(crate) noticed: Vec<Noticed>,
    /// The thread that searched it, from 0.
    pub(crate) thread: usize,
    /// The queries that the game matches, with the number of positions.
    pub(crate) found: Vec<(usize, u64)>,
    /// The texts to be written, by output.
    pub(crate) entries: Vec<RenderedGame>,
    /// The faults in the game's text, as far as it was read.
    pub(crate) damage: GameDamage,
    /// True if its moves were left unread.
    pub(crate) unread: bool,
    /// Every fault as a row for programs, if that is asked for.
    pub(crate) faults: String,
    /// The reason why it could not be searched.
    pub(crate) failure: Option<Failure>,
}

impl SearchedGame {
    /// True if nothing was found, and there is nothing to say.
    pub(crate) fn is_empty(&self) -> bool {
        let SearchedGame { events, noticed, thread: _, found, entries, damage, unread: _, faults, failure } = self;
        let silent = events.is_empty() && noticed.is_empty() && faults.is_empty() && failure.is_none();
        silent && found.is_empty() && entries.is_empty() && !damage.incomplete && !damage.flawed
    }
}

/// The rendered results of one game for one output.
#[derive(Debug)]
pub(crate) struct RenderedGame {
    pub(crate) sink: usize,
    /// Its place under `sort` or in a sample.
    pub(crate) key: Vec<u8>,
    /// Its draw in a sample.
    pub(crate) draw: u64,
    pub(crate) text: String,
}

/// The damage to a game's text.
#[derive(Debug, Default)]
pub(crate) struct GameDamage {
    /// True if moves are lost.
    pub(crate) incomplete: bool,
    /// True if there is something else that people should know.
    pub(crate) flawed: bool,
    pub(crate) messages: Vec<Message>,
}

/// The damage to a game. Faults that lose nothing are reported only if damage is an error (`strict`) or `all` faults are
/// wanted.
pub(crate) fn damage(game: &Game, job: &GameJob, strict: bool, all: bool) -> GameDamage {
    let faults = game.faults();
    if faults.is_empty() {
        return GameDamage::default();
    }
    let incomplete = game.is_incomplete();
    let reported = faults.list().iter().filter(|fault| strict || all || fault.kind.loses());
    let message = |fault: &tabiya::game::Fault| Message {
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
pub(crate) fn no_game(game: &Game, job: &GameJob, strict: bool) -> Option<Message> {
    let stray = |kind| matches!(kind, FaultKind::StrayText | FaultKind::UnreadableMove);
    let is_text = game.faults().list().iter().any(|fault| stray(fault.kind));
    (is_text && game.tags().is_empty() && game.tree().len() == 1).then(|| {
        let text = "this text has neither tags nor moves, so it is probably not PGN";
        let severity = if strict { Severity::Error } else { Severity::Warning };
        Message::new(severity, "no-pgn", text).file(&*job.file).help("name a PGN file")
    })
}
