//! One pass over games for those who sum them up: openings, novelties, duplicates.
//!
//! Threads make something of each game in which every query of a set finds something; what they make is taken on the thread of
//! the caller, in the order of the games. Sums of a part of the games would be taken for those of all, so a pass in which a
//! file cannot be read, or a game cannot be searched, ends in the error when it has come to its end.

use super::failures::Failures;
use super::game_search::{GameResults, GameStep};
use super::job::{GameDamage, SearchedGame};
use super::message::Message;
use super::options::RunOptions;
use super::run::{Event, Run};
use super::sources::Sources;
use crate::query::{Query, QuerySet};
use crate::search::{Halt, RunErrorKind, RunEvent};
use crate::syntax::Severity;

/// Is told how a long piece of work goes. `()` lets everything pass.
pub trait Watch {
    /// So many more games have been gone through. A game counts as often as it is read.
    fn passed(&mut self, _games: u64) {}

    /// There is something to say about a file or a query. An error is also the result of the work.
    fn message(&mut self, _message: &Message) {}

    /// Some of a game's text could not be read, or has minor faults.
    fn damaged(&mut self, _damage: &GameDamage) {}
}

impl Watch for () {}

/// A pass that is going on.
struct Passing<'w> {
    watch: &'w mut dyn Watch,
    given_up: u64,
    games: u64,
    failures: Failures,
    error: Option<Message>,
}

/// Goes through the games of some sources once. `step` makes the step of each thread, which sees the games in which all queries
/// find something; `take` gets what it makes of each, in the order of the games, and may end the pass by an error. Returns the
/// number of games.
pub(crate) fn pass<T: Send + 'static, S: FnMut(GameResults<'_>) -> T + Send + 'static>(
    set: &QuerySet,
    sources: Sources,
    options: &RunOptions,
    watch: &mut dyn Watch,
    step: impl Fn() -> S + Send + Sync + 'static,
    take: impl FnMut(T, &mut dyn Watch) -> Result<(), Message>,
) -> Result<u64, Message> {
    let all = set.queries().len();
    let step = move || {
        let mut step = step();
        move |results: GameResults<'_>| (results.found.len() == all).then(|| step.take(results))
    };
    pass_by(set, sources, options, watch, step, take)
}

/// The same where the step decides what is taken of the games that it sees.
pub(crate) fn pass_by<T: Send + 'static, S: FnMut(GameResults<'_>) -> Option<T> + Send + 'static>(
    set: &QuerySet,
    sources: Sources,
    options: &RunOptions,
    watch: &mut dyn Watch,
    step: impl Fn() -> S + Send + Sync + 'static,
    mut take: impl FnMut(T, &mut dyn Watch) -> Result<(), Message>,
) -> Result<u64, Message> {
    let mut run = Run::start(set, sources, options, step)?;
    let mut passing =
        Passing { watch, given_up: options.given_up, games: 0, failures: Failures::default(), error: None };
    loop {
        match run.next_event() {
            Event::Game(searched) => {
                if let Some(made) = passing.take(searched)?.flatten() {
                    take(made, &mut *passing.watch)?;
                }
            }
            Event::Empty(empty) => passing.pass(empty.games),
            Event::Message(message) => passing.say(&message),
            Event::Idle => passing.watch.passed(0),
            Event::Halted(halt) => return Err(halted(halt)),
            Event::End => return passing.finish(),
        }
    }
}

impl Passing<'_> {
    fn pass(&mut self, games: u64) {
        self.games += games;
        self.watch.passed(games);
    }

    fn say(&mut self, message: &Message) {
        if message.is_error() && self.error.is_none() {
            self.error = Some(message.clone());
        }
        self.watch.message(message);
    }

    /// What was made of a game, if its step was asked.
    fn take<T>(&mut self, searched: SearchedGame<T>) -> Result<Option<T>, Message> {
        let SearchedGame { number, events, output, damage, failure, .. } = searched;
        self.pass(1);
        for event in events {
            if let RunEvent::Message(text) = event {
                self.say(&Message { game: Some(number), ..Message::new(Severity::Note, "message", text) });
            }
        }
        if damage.incomplete || damage.flawed {
            self.watch.damaged(&damage);
        }
        if let Some(error) = damage.messages.into_iter().find(Message::is_error) {
            self.error.get_or_insert(error);
        }
        if let Some(failure) = failure {
            if let RunErrorKind::Halted(halt) = failure.kind {
                return Err(if halt == Halt::StepLimit { failure.message } else { halted(halt) });
            }
            let taken = self.failures.take(&failure, self.games, self.given_up);
            if taken.is_new {
                self.say(&failure.message);
            }
            if let Some(message) = taken.ends {
                self.say(&message);
                return Err(message);
            }
        }
        Ok(output)
    }

    fn finish(mut self) -> Result<u64, Message> {
        let failures = std::mem::take(&mut self.failures);
        failures.sum_up().iter().for_each(|message| self.say(message));
        self.error.map_or(Ok(self.games), Err)
    }
}

/// A query that finds something in every game.
pub(crate) fn all_games() -> Result<QuerySet, Message> {
    own_query("initial")
}

/// A query that Tabiya asks by itself.
pub(crate) fn own_query(text: &str) -> Result<QuerySet, Message> {
    let query = Query::parse(text).map_err(|error| Message::error("internal-error", error.to_string()))?;
    Ok(query.set().clone())
}

/// The error of a pass that was ended from outside.
fn halted(halt: Halt) -> Message {
    match halt {
        Halt::Stopped => Message::error("stopped", "the run was stopped"),
        Halt::TimeLimit => Message::error("time-limit", "the time limit of the run was reached"),
        Halt::StepLimit => Message::error("step-limit", "the step limit of the run was reached"),
    }
}
