//! A run: what threads make of many games, in the order of the games, on the thread that asks for it, with what sums it up.
//!
//! The consumer fetches events and is not called back: iterators, closures and the collector of the command can all be
//! built on [`Run::next_event`], whereas an iterator over the results of callbacks would need a thread of its own. With
//! one thread there is no pool: `Run::next_event` itself searches the next game. Only a run counts games, failures and messages
//! ([`RunSummary`]), and decides when failures end it; consumers look at its numbers, and keep none of their own.
//!
//! A *step* is the part of the consumer's work that a worker does as soon as it has searched a game, while the game is
//! still in its cache; the command renders rows there. Each thread has a step of its own, which can keep memory and is
//! replaced if the program fails on a game. A step may take the game out of the worker (`mem::replace`), so that
//! matches share an `Arc<Game>` without a copy; games without matches never leave their worker. Steps are `'static`: a
//! thread that waits for a pipe cannot be ended, so no search waits for its threads to end, and they cannot borrow from
//! the thread that started them. The closure that takes the matches runs on the caller's thread and may borrow.

use super::game_search::{GameStep, SearchTask};
use super::message::Message;
use super::news::{News, Watch};
use super::options::{Printer, RunOptions};
use super::outcome::{Made, Outcome, Said};
use super::pool::{Gathered, Pool, Work};
use super::sources::Sources;
use super::summary::RunSummary;
use super::workers::Workers;
use crate::limits::Limits;
use crate::query::QuerySet;
use crate::search::{Halt, QueryScope, RunControl, RunErrorKind, RunEvent};
use std::collections::VecDeque;
use std::sync::Arc;

/// A search of many games, or another [`Work`] on them, as events in the order of the games. Dropping it ends its threads;
/// memory does not depend on the number of games, because the threads wait for anyone who takes the events.
///
/// [`QuerySet::search`], [`QuerySet::map`] and [`QuerySet::matches_in`] are built on it. Use it where games without
/// matches, messages or the pace of the run matter.
///
/// ```
/// use tabiya::pipeline::{GameResults, Run, RunOptions, Sources};
/// use tabiya::Query;
///
/// let query = Query::parse("mate")?;
/// let sources = Sources::new().bytes("games", "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *");
/// let step = || |results: GameResults<'_>| results.game.tree().len();
/// let mut run = Run::start(query.set(), sources, &RunOptions::default(), step)?;
/// let mut lengths = Vec::new();
/// while let Some(made) = run.next_made(&mut ()) {
///     lengths.extend(made.output);
/// }
/// assert_eq!((lengths, run.finish().complete()?.games), (vec![5], 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Run<T> {
    workers: Workers<T>,
    control: Arc<RunControl>,
    /// The games that each query looks at.
    scopes: Vec<QueryScope>,
    summary: RunSummary,
    /// The number of games given up at a limit that ends the run.
    given_up: u64,
    /// The bytes of messages that are kept.
    held: usize,
    /// True if nothing is said but errors.
    told: bool,
    printer: Option<Printer>,
    /// Events that come before what comes next from the workers.
    waiting: VecDeque<Event<T>>,
    /// The block of a database that the games come from.
    block: Option<u64>,
    /// The block that was lost last.
    lost: Option<u64>,
    /// True if there is nothing more to come.
    over: bool,
}

/// The next event of a run.
#[derive(Debug)]
pub enum Event<T> {
    /// The results of a game in which something was found, or of several games. What there is to say of it has been said.
    Made(Made<T>),
    /// What there is to say.
    News(News),
}

impl<T: Send + 'static> Run<T> {
    /// Begins to search. `step` makes the step of each thread, which keeps its own memory.
    ///
    /// If a query uses `lastgamenumber` and the options do not give the number of games, they are counted first.
    ///
    /// # Errors
    ///
    /// If more than [`MAX_THREADS`](super::MAX_THREADS) threads are requested, or the system does not allow that many.
    pub fn start<S: GameStep<Output = T>>(
        set: &QuerySet,
        mut sources: Sources,
        options: &RunOptions,
        step: impl Fn() -> S + Send + Sync + 'static,
    ) -> Result<Run<T>, Message> {
        let mut options = options.clone();
        if set.needs_game_count() && options.search.last_game_number.is_none() {
            // A run that is ended meanwhile searches no game.
            options.search.last_game_number = sources.count_games(&options.search.control);
        }
        let threads = options.threads_for(set);
        let task = Arc::new(SearchTask::new(set, options, step));
        let reader = sources.start(task.range, task.control());
        let workers = Workers::start(&task, reader, threads).map_err(|error| lack_of(threads, &error))?;
        let mut run = Run::new(workers, task.control());
        run.scopes.clone_from(&task.scopes);
        run.summary = RunSummary::of(set.queries().len());
        (run.given_up, run.held, run.told) = (task.options.given_up, set.held(), task.options.told);
        run.printer.clone_from(&task.options.printer);
        Ok(run)
    }

    /// Begins to work on the games of some sources, with a thread for each of the works. `control` ends the run early.
    ///
    /// # Errors
    ///
    /// If there are more than [`MAX_THREADS`](super::MAX_THREADS) works, or the system does not allow that many threads.
    pub fn of_works<W: Work<Output = T>>(
        sources: Sources,
        control: &Arc<RunControl>,
        works: impl ExactSizeIterator<Item = W>,
    ) -> Result<Run<T>, Message> {
        let (control, threads) = (Arc::new(RunControl::part_of(control)), works.len());
        let reader = sources.start((1, u64::MAX), &control);
        let pool = Pool::start(reader, &control, works).map_err(|error| lack_of(threads, &error))?;
        Ok(Run::new(Workers::Threads(pool), &control))
    }

    fn new(workers: Workers<T>, control: &Arc<RunControl>) -> Run<T> {
        Run {
            workers,
            control: Arc::clone(control),
            scopes: Vec::new(),
            summary: RunSummary::default(),
            given_up: RunOptions::default().given_up,
            held: Limits::default().held,
            told: false,
            printer: None,
            waiting: VecDeque::new(),
            block: None,
            lost: None,
            over: false,
        }
    }

    /// The numbers and messages so far.
    pub fn summary(&self) -> &RunSummary {
        &self.summary
    }

    /// Goes on counting from an earlier run: from its numbers, failures and messages.
    pub fn count_from(&mut self, earlier: RunSummary) {
        self.summary = earlier;
    }

    /// What comes next. Waits for it, but not longer than a tenth of a second, unless everything is searched on this thread.
    /// After the end there is only the end.
    pub fn next_event(&mut self) -> Event<T> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return event;
            }
            if self.over {
                return Event::News(News::End);
            }
            match self.workers.next() {
                Gathered::Outcome(outcome) => {
                    if let Some(event) = self.event(outcome) {
                        return event;
                    }
                }
                Gathered::Idle => return Event::News(News::Idle),
                Gathered::Halted => return self.halted(),
                Gathered::Lost(message) => {
                    self.over = true;
                    self.lose(message);
                }
                Gathered::End => self.over = true,
            }
        }
    }

    /// The next of what was made, while `watch` hears what there is to say; `None` when the run is over.
    pub fn next_made(&mut self, watch: &mut dyn Watch) -> Option<Made<T>> {
        loop {
            match self.next_event() {
                Event::Made(made) => {
                    if made.games.games > 0 {
                        watch.hear(&News::Passed(made.games));
                    }
                    return Some(made);
                }
                Event::News(news) => {
                    watch.hear(&news);
                    if news.is_last() {
                        return None;
                    }
                }
            }
        }
    }

    /// What a result means for those outside, unless it waits.
    fn event(&mut self, outcome: Outcome<T>) -> Option<Event<T>> {
        let lost = self.block.is_some() && self.block == self.lost;
        match outcome {
            Outcome::Message(message) => self.lose(message),
            Outcome::Block(block) => self.block = block,
            // Another thread may have found such games before it knew.
            Outcome::Made(_) | Outcome::Passed(_) | Outcome::Counted(_) | Outcome::Lost(_) if lost => {}
            Outcome::Made(mut made) => {
                let said = made.said.take();
                if let Some(Said { failure: Some(failure), .. }) = said.as_deref()
                    && let RunErrorKind::Halted(halt) = failure.kind
                {
                    // The game has not been searched to its end.
                    let message = (halt == Halt::StepLimit).then(|| failure.message.clone());
                    return Some(self.halt(halt, message));
                }
                self.summary.pass(&self.scopes, made.games);
                self.summary.find(&made);
                match said {
                    None => return Some(Event::Made(made)),
                    Some(said) => self.report(*said, made),
                }
            }
            Outcome::Passed(passed) => {
                self.summary.pass(&self.scopes, passed);
                return Some(Event::News(News::Passed(passed)));
            }
            Outcome::Counted(counted) => {
                self.summary.pass(&self.scopes, counted.passed);
                self.summary.count(&counted);
                return Some(Event::News(News::Counted(counted)));
            }
            Outcome::Lost(message) => {
                self.lost = self.block;
                self.lose(message);
            }
            Outcome::GivenUp => return Some(self.halted()),
        }
        None
    }

    /// Says what there is to say of a game, then hands over what was made of it; and ends the run, if failures must end it.
    fn report(&mut self, said: Said, made: Made<T>) {
        let Said { events, damage, failure } = said;
        for event in events {
            match (event, &self.printer) {
                (RunEvent::Message(line), Some(printer)) => printer.print(&line),
                (RunEvent::Message(line), None) => self.say(Message::printed(made.games.first, line)),
                (file, _) => self.waiting.push_back(Event::News(News::File(file))),
            }
        }
        self.summary.incomplete += u64::from(damage.incomplete);
        self.summary.flawed += u64::from(damage.flawed);
        if damage.incomplete || damage.flawed {
            damage.messages.iter().for_each(|message| self.summary.say(message, self.held));
            if !self.told {
                self.waiting.push_back(Event::News(News::Damaged(damage)));
            }
        }
        let taken = failure.map(|failure| {
            let taken = self.summary.take(&failure, self.given_up);
            if taken.is_new {
                self.say(failure.message);
            }
            taken
        });
        self.waiting.push_back(Event::Made(made));
        if let Some(message) = taken.and_then(|taken| taken.ends) {
            self.over = true;
            self.summary.say(&message, self.held);
            self.summary.ended = Some(message.clone());
            self.waiting.push_back(Event::News(News::Ended(message)));
        }
    }

    /// Says something, which comes before what comes next.
    fn say(&mut self, message: Message) {
        self.summary.say(&message, self.held);
        if !self.told || message.is_error() {
            self.waiting.push_back(Event::News(News::Message(message)));
        }
    }

    /// Says something about a file, of which games are missing if it is an error.
    fn lose(&mut self, message: Message) {
        self.summary.lost |= message.is_error();
        self.say(message);
    }

    fn halted(&mut self) -> Event<T> {
        self.halt(self.control.halted().unwrap_or(Halt::Stopped), None)
    }

    /// Ends the run because it was ended from outside, or in a game for the reason that a message gives.
    fn halt(&mut self, halt: Halt, message: Option<Message>) -> Event<T> {
        let message = message.unwrap_or_else(|| Message::halted(halt));
        self.over = true;
        self.summary.say(&message, self.held);
        (self.summary.halted, self.summary.ended) = (Some(halt), Some(message.clone()));
        Event::News(News::Halted(halt, message))
    }

    /// The name and value of each persistent variable of a query that is shown after a run, in the order in which they were
    /// first assigned; none if several threads have searched.
    pub fn persistent_values(&mut self, query: usize) -> Vec<(String, String)> {
        match &mut self.workers {
            Workers::Here(here) => here.persistent_values(query),
            Workers::Threads(_) => Vec::new(),
        }
    }

    /// Ends the run, if it has not ended, and sums it up. Failures that were only counted are the last messages.
    pub fn finish(mut self) -> RunSummary {
        let further = self.summary.further_failures();
        further.iter().for_each(|message| self.summary.say(message, self.held));
        std::mem::take(&mut self.summary)
    }
}

/// The error of a run for which the system does not allow this many threads.
fn lack_of(threads: usize, error: &std::io::Error) -> Message {
    Message::error("threads", format!("cannot start {threads} threads: {error}")).help("choose fewer")
}

impl<T> Drop for Run<T> {
    fn drop(&mut self) {
        self.control.stop();
    }
}
