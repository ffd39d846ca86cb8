//! A run: the results of many games, in the order of the games, on the thread that asks for them.
//!
//! The consumer fetches events and is not called back: iterators, closures and the collector of the command can all be
//! built on [`Run::next_event`], whereas an iterator over the results of callbacks would need a thread of its own. With
//! one thread there is no pool: `Run::next_event` itself searches the next game.
//!
//! A *step* is the part of the consumer's work that a worker does as soon as it has searched a game, while the game is
//! still in its cache; the command renders rows there. Each thread has a step of its own, which can keep memory and is
//! replaced if the program fails on a game. A step may take the game out of the worker (`mem::replace`), so that
//! matches share an `Arc<Game>` without a copy; games without matches never leave their worker. Steps are `'static`: a
//! thread that waits for a pipe cannot be ended, so no search waits for its threads to end, and they cannot borrow from
//! the thread that started them. The closure that takes the matches runs on the caller's thread and may borrow.

use super::game_search::{GameStep, SearchTask};
use super::job::SearchedGame;
use super::message::Message;
use super::options::RunOptions;
use super::outcome::{EmptyGames, GameOutcome};
use super::pool::Gathered;
use super::sources::Sources;
use super::workers::Workers;
use crate::query::QuerySet;
use crate::search::{Halt, QueryScope};
use std::fmt;
use std::sync::Arc;

/// A search of many games, as events in the order of the games. Dropping it ends its threads;
/// memory does not depend on the number of games, because the threads wait for whoever takes the events.
///
/// [`QuerySet::search`], [`QuerySet::map`] and [`QuerySet::matches_in`] are built on it. Use it where games without
/// matches, messages or the pace of the run matter.
///
/// ```
/// use tabiya::pipeline::{Event, GameResults, Run, RunOptions, Sources};
/// use tabiya::Query;
///
/// let query = Query::parse("mate")?;
/// let sources = Sources::new().bytes("games", "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *");
/// let step = || |results: GameResults<'_>| results.game.tree().len();
/// let mut run = Run::start(query.set(), sources, &RunOptions::default(), step)?;
/// let mut lengths = Vec::new();
/// loop {
///     match run.next_event() {
///         Event::Game(game) => lengths.extend(game.output),
///         Event::Empty(_) | Event::Idle => {}
///         Event::Message(message) => return Err(message.into()),
///         Event::Halted(_) | Event::End => break,
///     }
/// }
/// assert_eq!(lengths, [5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Run<S: GameStep> {
    task: Arc<SearchTask<S>>,
    workers: Workers<S>,
    threads: usize,
    /// The block of a database that the games come from.
    block: Option<u64>,
    /// The block that was lost last.
    lost: Option<u64>,
    /// True if there is nothing more to come.
    over: bool,
}

impl<S: GameStep> fmt::Debug for Run<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("task", &self.task).field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// What comes next in a run.
#[derive(Debug)]
pub enum Event<T> {
    /// A game in which something was found, or of which there is something to say.
    Game(SearchedGame<T>),
    /// Games in which nothing was found and of which there is nothing to say.
    Empty(EmptyGames),
    /// A message about a file. Only messages of the severity error are failures; the run goes on after them.
    Message(Message),
    /// No results for a while: a good moment to show what was found so far.
    Idle,
    /// The run was ended by its [`RunControl`](crate::RunControl).
    Halted(Halt),
    /// Everything has been searched.
    End,
}

impl<S: GameStep> Run<S> {
    /// Begins to search. `step` makes the step of each thread, which keeps its own memory.
    ///
    /// If a query uses `lastgamenumber` and the options do not give the number of games, they are counted first.
    ///
    /// # Errors
    ///
    /// If more than [`MAX_THREADS`](super::MAX_THREADS) threads are asked for, or the system does not allow that many.
    pub fn start(
        set: &QuerySet,
        mut sources: Sources,
        options: &RunOptions,
        step: impl Fn() -> S + Send + Sync + 'static,
    ) -> Result<Run<S>, Message> {
        let mut options = options.clone();
        if set.needs_game_count() && options.search.last_game_number.is_none() {
            // A run that is ended meanwhile searches no game.
            options.search.last_game_number = sources.count_games(&options.search.control);
        }
        let threads = options.threads_for(set);
        let task = Arc::new(SearchTask::new(set, options, step));
        let reader = sources.start(task.range, task.control());
        let workers = Workers::start(&task, reader, threads).map_err(|error| {
            let message = format!("cannot start {threads} threads: {error}");
            Message::error("threads", message).help("choose fewer")
        })?;
        Ok(Run { task, workers, threads, block: None, lost: None, over: false })
    }

    /// The number of threads that search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The games that each query looks at.
    pub fn scopes(&self) -> &[QueryScope] {
        &self.task.scopes
    }

    /// What comes next. Waits for it, but not longer than a tenth of a second, unless everything is searched on this thread.
    /// After the end there is only the end.
    pub fn next_event(&mut self) -> Event<S::Output> {
        if self.over {
            return Event::End;
        }
        loop {
            match self.workers.next() {
                Gathered::Outcome(outcome) => {
                    if let Some(event) = self.event(outcome) {
                        return event;
                    }
                }
                Gathered::Idle => return Event::Idle,
                Gathered::Halted => return self.halted(),
                Gathered::Lost(message) => {
                    self.over = true;
                    return Event::Message(message);
                }
                Gathered::End => {
                    self.over = true;
                    return Event::End;
                }
            }
        }
    }

    /// What a result means for those outside.
    fn event(&mut self, outcome: GameOutcome<S::Output>) -> Option<Event<S::Output>> {
        let lost = self.block.is_some() && self.block == self.lost;
        match outcome {
            GameOutcome::Message(message) => Some(Event::Message(message)),
            GameOutcome::Block(block) => {
                self.block = block;
                None
            }
            // Another thread may have found such games before it knew.
            GameOutcome::Searched(_) | GameOutcome::Empty(_) | GameOutcome::Damaged(_) if lost => None,
            GameOutcome::Searched(searched) => Some(Event::Game(searched)),
            GameOutcome::Empty(empty) => Some(Event::Empty(empty)),
            GameOutcome::Damaged(message) => {
                self.lost = self.block;
                Some(Event::Message(message))
            }
            GameOutcome::GivenUp => Some(self.halted()),
        }
    }

    fn halted(&mut self) -> Event<S::Output> {
        self.over = true;
        Event::Halted(self.task.control().halted().unwrap_or(Halt::Stopped))
    }

    /// The name and value of each persistent variable of a query that is shown after a run, in the order in which they were
    /// first assigned; none if several threads have searched.
    pub fn persistent_values(&mut self, query: usize) -> Vec<(String, String)> {
        match &mut self.workers {
            Workers::Here(here) => here.searcher.persistent_values(query),
            Workers::Threads(_) => Vec::new(),
        }
    }
}

impl<S: GameStep> Drop for Run<S> {
    fn drop(&mut self) {
        self.task.control().stop();
    }
}
