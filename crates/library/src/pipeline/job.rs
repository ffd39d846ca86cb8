//! A game on its way to be searched, and the damage to it.

use super::message::Message;
use crate::game::{Fault, FaultKind, Game, RawGame};
use crate::syntax::Severity;
use std::sync::Arc;

/// A game on its way to be searched.
#[derive(Debug, Default)]
pub struct GameJob {
    /// Its text and its place; of a game of a database only the place, unless its text was requested.
    pub raw: RawGame,
    /// The file that it comes from.
    pub file: Arc<str>,
    /// Its place among all games of the run, from 0.
    pub place: u64,
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
/// wanted. Text that is not a game must be read with its moves, and only that it is not one is reported.
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
    // The first faults of a game tell its story; a game that is not a game at all would fill the screen.
    let most = if all { usize::MAX } else { 5 };
    GameDamage { incomplete, flawed: !incomplete, messages: reported.take(most).map(message).collect() }
}

/// The error about a game whose end is missing, because its text is too long for one game: for those who copy games, which must
/// not lose it without a word. A search takes it for a damaged game ([`damage`]).
pub fn cut_game(file: &str, raw: &RawGame) -> Option<Message> {
    raw.cut.then(|| {
        let message =
            Message::error("game-too-long", "the text of this game is too long, and its end would be missing");
        let message = message.file(file).help("split it into several games, or leave it out");
        Message { place: Some((raw.line, raw.offset)), game: Some(raw.number), ..message }
    })
}

/// The warning that the first game of a file is not one: text without tags and moves, from a file that is not PGN.
fn no_game(game: &Game, job: &GameJob, strict: bool) -> Option<Message> {
    let stray = |kind| matches!(kind, FaultKind::StrayText | FaultKind::UnreadableMove | FaultKind::ForeignLetters);
    let is_text = game.faults().list().iter().any(|fault| stray(fault.kind));
    (is_text && game.number() == 1 && game.tags().is_empty() && game.tree().len() == 1).then(|| {
        let text = "this text has neither tags nor moves, so it is probably not PGN";
        let severity = if strict { Severity::Error } else { Severity::Warning };
        Message::new(severity, "no-pgn", text).file(&*job.file).help("name a PGN file")
    })
}
