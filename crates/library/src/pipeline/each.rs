//! The matches of many games: handed to a closure, or as an iterator, with what sums up the run.

use super::each_game::EachGame;
use super::failures::Failures;
use super::game_search::GameResults;
use super::job::SearchedGame;
use super::message::Message;
use super::options::{Printer, RunOptions};
use super::run::{Event, Run};
use super::sorted::{Best, Order};
use super::sources::Sources;
use crate::chess::MoveList;
use crate::game::Game;
use crate::query::{Query, QuerySet, SortKey};
use crate::rows::{Columns, Row, Subject};
use crate::search::{Found, Halt, Match, RunErrorKind, RunEvent};
use crate::syntax::Severity;
use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The number of messages that a summary keeps.
const MESSAGES: usize = 1000;

/// What a run has found, and what was wrong.
#[derive(Clone, Debug, Default)]
pub struct RunSummary {
    /// Games searched.
    pub games: u64,
    /// Games in which some query found something.
    pub matched: u64,
    /// Positions that match, of all queries together.
    pub positions: u64,
    /// The numbers of each query.
    pub queries: Vec<QueryCounts>,
    /// Games whose moves were left unread, because their tags or summaries show that nothing matches.
    pub unread: u64,
    /// Damaged games: some of their moves could not be read. The moves before the damage were searched.
    pub incomplete: u64,
    /// Games with faults that lose no moves.
    pub flawed: u64,
    /// Games that could not be searched by every query, because a query failed or reached a limit, or whose comments are left
    /// out for that reason.
    pub failed: u64,
    /// What there is to say about files and games, in order, and the lines that `message` prints (with the code `message`): the
    /// first thousand, and further ones about files until they are a thousand, as far as they take no more bytes than
    /// [`Limits::held`](crate::Limits::held).
    pub messages: Vec<Message>,
    /// The number of messages that were left out.
    pub omitted: u64,
    /// The first message that is an error: the results are not complete.
    pub error: Option<Message>,
    /// The reason why the run was ended from outside, if it was.
    pub halted: Option<Halt>,
}

/// The numbers of one query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryCounts {
    /// Games that it has looked at.
    pub games: u64,
    /// Games in which it found something.
    pub matched: u64,
    /// Positions that match.
    pub positions: u64,
}

/// A run whose results are not complete: a file could not be read, a query failed, or the run was ended from outside. What was
/// found has been handed over nevertheless.
#[derive(Clone, Debug)]
pub struct RunFailed {
    /// The first error.
    pub message: Box<Message>,
    /// What was found, and everything that was wrong.
    pub summary: Box<RunSummary>,
}

impl fmt::Display for RunFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for RunFailed {}

impl From<Message> for RunFailed {
    fn from(message: Message) -> RunFailed {
        let messages = vec![message.clone()];
        let summary = RunSummary { messages, error: Some(message.clone()), ..RunSummary::default() };
        RunFailed { message: Box::new(message), summary: Box::new(summary) }
    }
}

impl RunSummary {
    /// Keeps a message, unless there are enough, or they take more than `most` bytes.
    fn say(&mut self, message: Message, most: usize) {
        if message.is_error() && self.error.is_none() {
            self.error = Some(message.clone());
        }
        // A text that is no PGN may look like many games, of which the same must be said.
        if message.game.is_none() && self.messages.last() == Some(&message) {
            return;
        }
        // However many games are damaged, a file that is no PGN is not passed over in silence.
        let of_files = || self.messages.iter().filter(|one| one.game.is_none()).count();
        let held = self.messages.iter().map(|message| message.message.len()).sum::<usize>();
        let fits = held.saturating_add(message.message.len()) <= most;
        if fits && (self.messages.len() < MESSAGES || message.game.is_none() && of_files() < MESSAGES) {
            self.messages.push(message);
        } else {
            self.omitted += 1;
        }
    }

    /// The summary, if the results are complete.
    ///
    /// # Errors
    ///
    /// The first error with the summary.
    pub fn complete(self) -> Result<RunSummary, RunFailed> {
        match &self.error {
            None => Ok(self),
            Some(message) => Err(RunFailed { message: Box::new(message.clone()), summary: Box::new(self) }),
        }
    }
}

/// What is made of the matches of a game.
type Make<T> = Box<dyn FnMut(GameResults<'_>) -> Vec<T> + Send>;

/// The step of a thread: the place of a game, if games are sorted, and what is made of its matches.
type MatchStep<T> = Box<dyn FnMut(GameResults<'_>) -> (Vec<u8>, Vec<T>) + Send>;

/// The matches of many games, in the order of the games unless [`RunOptions::sort`] is set, while threads search ahead: [`QuerySet::matches_in`], or what
/// [`QuerySet::map`] makes of them.
///
/// An item is an error where a file cannot be read or a game cannot be searched; further matches follow it. Memory does not
/// depend on the number of games, unless they are sorted. Dropping the iterator ends the threads.
#[derive(Debug)]
pub struct MatchesIn<T: Send + 'static = Found<Arc<Game>>> {
    /// `None` when it is over.
    run: Option<Run<MatchStep<T>>>,
    limit: u64,
    /// The games found so far, if they are sorted.
    best: Option<Best<T>>,
    given_up: u64,
    /// The bytes of messages that are kept.
    held: usize,
    printer: Option<Printer>,
    found: std::vec::IntoIter<T>,
    errors: VecDeque<Message>,
    failures: Failures,
    summary: RunSummary,
}

impl<T: Send + 'static> MatchesIn<T> {
    pub(crate) fn start(
        set: &QuerySet,
        sources: Sources,
        options: &RunOptions,
        make: impl Fn() -> Make<T> + Send + Sync + 'static,
    ) -> Result<MatchesIn<T>, Message> {
        let limit = options.limit.unwrap_or(u64::MAX);
        let order = options.sort.then(|| Order::of(set)).flatten().map(Arc::new);
        let best = order.as_ref().map(|_| Best::new(limit));
        let kept = options.each_game;
        let keys: Arc<[Vec<SortKey>]> = (0..set.queries().len()).map(|query| set.sort_keys(query)).collect();
        let step = move || -> MatchStep<T> {
            let (mut make, order, keys) = (make(), order.clone(), Arc::clone(&keys));
            Box::new(move |results| {
                if kept != EachGame::All {
                    results.found.iter_mut().for_each(|(query, found)| kept.keep(&keys[*query], found, |_| true));
                }
                let place = order.as_ref().map(|order| order.place(results.found, results.place));
                (place.unwrap_or_default(), make(results))
            })
        };
        let run = if limit == 0 { None } else { Some(Run::start(set, sources, options, step)?) };
        let queries = vec![QueryCounts::default(); set.queries().len()];
        Ok(MatchesIn {
            run,
            limit,
            best,
            given_up: options.given_up,
            held: set.held(),
            printer: options.printer.clone(),
            found: Vec::new().into_iter(),
            errors: VecDeque::new(),
            failures: Failures::default(),
            summary: RunSummary { queries, ..RunSummary::default() },
        })
    }

    /// The numbers and messages so far. They are complete when the iterator has ended.
    pub fn summary(&self) -> &RunSummary {
        &self.summary
    }

    /// Ends the run, if it has not ended, and sums it up.
    ///
    /// # Errors
    ///
    /// If the results are not complete.
    pub fn finish(mut self) -> Result<RunSummary, RunFailed> {
        self.end();
        self.summary.complete()
    }

    fn say(&mut self, message: Message) {
        if message.is_error() {
            self.errors.push_back(message.clone());
        }
        self.summary.say(message, self.held);
    }

    /// Ends the run.
    fn end(&mut self) {
        self.run = None;
        if let Some(best) = self.best.take() {
            self.found = best.finish().into_iter();
        }
        self.failures.sum_up().into_iter().for_each(|message| self.summary.say(message, self.held));
        self.failures = Failures::default();
    }

    fn halt(&mut self, halt: Halt, message: Option<Message>) {
        self.summary.halted = Some(halt);
        self.say(message.unwrap_or_else(|| match halt {
            Halt::Stopped => Message::error("stopped", "the run was stopped; the results are incomplete"),
            Halt::TimeLimit => {
                Message::error("time-limit", "the time limit of the run was reached; the results are incomplete")
            }
            Halt::StepLimit => {
                Message::error("step-limit", "the step limit of the run was reached; the results are incomplete")
            }
        }));
        self.end();
    }

    fn take(&mut self, searched: SearchedGame<(Vec<u8>, Vec<T>)>) {
        let SearchedGame { number, events, found, output, damage, unread, failure, .. } = searched;
        if let Some(RunErrorKind::Halted(halt)) = failure.as_ref().map(|failure| failure.kind) {
            // The game has not been searched to its end.
            return self.halt(halt, failure.map(|failure| failure.message).filter(|_| halt == Halt::StepLimit));
        }
        self.count_games(number, 1, unread);
        for event in events {
            let RunEvent::Message(text) = event else { continue };
            match &self.printer {
                Some(printer) => printer.print(&text),
                None => self.say(Message { game: Some(number), ..Message::new(Severity::Note, "message", text) }),
            }
        }
        self.summary.incomplete += u64::from(damage.incomplete);
        self.summary.flawed += u64::from(damage.flawed);
        damage.messages.into_iter().for_each(|message| self.say(message));
        self.summary.matched += u64::from(!found.is_empty());
        for (query, positions) in found {
            self.summary.queries[query].matched += 1;
            self.summary.queries[query].positions += positions;
            self.summary.positions += positions;
        }
        let (place, made) = output.unwrap_or_default();
        match &mut self.best {
            Some(best) => best.add(place, made),
            None => self.found = made.into_iter(),
        }
        if let Some(failure) = failure {
            self.summary.failed += 1;
            let taken = self.failures.take(&failure, self.summary.games, self.given_up);
            if taken.is_new {
                self.say(failure.message);
            }
            if let Some(message) = taken.ends {
                self.say(message);
                self.end();
            }
        }
        if self.best.is_none() && self.summary.matched >= self.limit {
            self.end();
        }
    }

    /// Counts games that were searched: some with successive numbers.
    fn count_games(&mut self, first: u64, games: u64, unread: bool) {
        self.summary.games += games;
        self.summary.unread += if unread { games } else { 0 };
        let scopes = self.run.as_ref().map_or(&[][..], Run::scopes);
        for (scope, counts) in scopes.iter().zip(&mut self.summary.queries) {
            counts.games += scope.sees_of(first, games);
        }
    }
}

impl<T: Send + 'static> Iterator for MatchesIn<T> {
    type Item = Result<T, Message>;

    fn next(&mut self) -> Option<Result<T, Message>> {
        loop {
            if let Some(message) = self.errors.pop_front() {
                return Some(Err(message));
            }
            if let Some(found) = self.found.next() {
                return Some(Ok(found));
            }
            match self.run.as_mut()?.next_event() {
                Event::Game(searched) => self.take(searched),
                Event::Empty(empty) => self.count_games(empty.first, empty.games, empty.unread),
                Event::Message(message) => self.say(message),
                Event::Idle => {}
                Event::Halted(halt) => self.halt(halt, None),
                Event::End => self.end(),
            }
        }
    }
}

/// All matches of a game, query by query, each in the order of position ids.
fn matches_of(found: &mut Vec<(usize, crate::search::GameMatches)>) -> impl Iterator<Item = Match> {
    found.drain(..).flat_map(|(_, found)| found.matches)
}

impl QuerySet {
    /// Searches files, folders, databases and other [`Sources`] on all processors and hands every match to `each`, on this
    /// thread, in the order of the games; within a game query by query, each in the order of position ids. The search ends
    /// early if `each` breaks. `sort` in a query changes the order only if [`RunOptions::sort`] is set; [`Found::sort_values`]
    /// has the values.
    ///
    /// The headers of the queries are obeyed: `gamenumber`, `result`, `matchcount`.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
    /// use std::ops::ControlFlow;
    /// use tabiya::{ParsedQuery, QueryOptions, QuerySet, RunOptions, Source};
    ///
    /// let options = QueryOptions::default();
    /// let parse = |text: &str| ParsedQuery::parse(Source { name: text.into(), text: text.into() }, &options);
    /// let set = QuerySet::new(vec![parse("mate")?, parse("stalemate")?], &options)?;
    /// let mut ends = [0, 0];
    /// let summary = set.search("examples/games", &RunOptions::default(), |found| {
    ///     ends[found.query()] += 1;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((summary.games, ends), (68, [20, 4]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the results are not complete: a file cannot be read, a query fails in a game, the run is ended by its control, or,
    /// with [`RunOptions::strict`], a game is damaged. `each` has been given all matches nevertheless.
    pub fn search(
        &self,
        sources: impl Into<Sources>,
        options: &RunOptions,
        mut each: impl FnMut(Found<Arc<Game>>) -> ControlFlow<()>,
    ) -> Result<RunSummary, RunFailed> {
        let mut matches = self.matches_in(sources, options)?;
        for found in matches.by_ref() {
            // Errors are in the summary.
            if found.is_ok_and(|found| each(found).is_break()) {
                break;
            }
        }
        matches.finish()
    }

    /// The matches in files, folders, databases and other [`Sources`], in the order in which [`search`](Self::search) hands
    /// them over, while threads search ahead.
    ///
    /// # Errors
    ///
    /// If the system does not allow that many threads.
    pub fn matches_in(&self, sources: impl Into<Sources>, options: &RunOptions) -> Result<MatchesIn, Message> {
        MatchesIn::start(self, sources.into(), options, || {
            Box::new(|results: GameResults<'_>| {
                let GameResults { file, game, found, .. } = results;
                if found.is_empty() {
                    return Vec::new();
                }
                game.detach();
                let game = Arc::new(std::mem::replace(game, Game::new()));
                let found = matches_of(found);
                found.map(|matched| Found::new(Arc::clone(&game), Some(Arc::clone(file)), matched)).collect()
            })
        })
    }

    /// Makes something of each match on the threads that search, in parallel, and gives it in the order of
    /// [`search`](Self::search). Made for what takes time, such as rendering, and for matches of which little is to be
    /// kept: no game goes from thread to thread.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
    /// use tabiya::{Query, RunOptions};
    ///
    /// let query = Query::parse("mate")?;
    /// let fens = query.set().map("examples/games/sample.pgn", &RunOptions::default(), |found| found.fen())?;
    /// let fens: Vec<String> = fens.collect::<Result<_, _>>()?;
    /// assert_eq!(fens.len(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`matches_in`](Self::matches_in).
    pub fn map<T: Send + 'static>(
        &self,
        sources: impl Into<Sources>,
        options: &RunOptions,
        map: impl Fn(Found<&Game>) -> T + Send + Sync + 'static,
    ) -> Result<MatchesIn<T>, Message> {
        let map = Arc::new(map);
        MatchesIn::start(self, sources.into(), options, move || {
            let map = Arc::clone(&map);
            Box::new(move |results: GameResults<'_>| {
                let GameResults { file, game, found, .. } = results;
                let found = matches_of(found);
                found.map(|matched| map(Found::new(&*game, Some(Arc::clone(file)), matched))).collect()
            })
        })
    }
}

/// What rows have of a query: its name and its sort keys.
type OfQuery = (String, Vec<SortKey>);

impl QuerySet {
    /// The same as [`map`](Self::map) for each row that matches have under some columns, see [`Columns::rows`]. A game in which
    /// a query is to match nowhere (`matchcount 0`) has one row without a position.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
    /// use std::sync::Arc;
    /// use tabiya::rows::{Choice, Columns};
    /// use tabiya::{Query, RunOptions};
    ///
    /// let query = Query::parse("next 5 100 nestban (check*)")?;
    /// let columns = Arc::new(Columns::new(&Choice { steps: true, ..Choice::of(query.set()) })?);
    /// let options = RunOptions::default();
    /// let steps = query.set().map_rows("examples/games/sample.pgn", &options, &columns, |row, _| row.step)?;
    /// let steps: Vec<Option<usize>> = steps.collect::<Result<_, _>>()?;
    /// assert_eq!(steps[..5], [0, 1, 2, 3, 4].map(Some));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`matches_in`](Self::matches_in).
    pub fn map_rows<T: Send + 'static>(
        &self,
        sources: impl Into<Sources>,
        options: &RunOptions,
        columns: &Arc<Columns>,
        map: impl Fn(&Row<'_>, &mut MoveList) -> T + Send + Sync + 'static,
    ) -> Result<MatchesIn<T>, Message> {
        let queries = self.queries().iter().enumerate();
        let queries: Vec<OfQuery> =
            queries.map(|(i, query)| (query.source().name.clone(), self.sort_keys(i))).collect();
        let shared = Arc::new((map, queries, Arc::clone(columns)));
        MatchesIn::start(self, sources.into(), options, move || {
            let (shared, mut moves) = (Arc::clone(&shared), MoveList::default());
            Box::new(move |results: GameResults<'_>| {
                let (map, queries, columns) = &*shared;
                let GameResults { file, game, found, .. } = results;
                let mut made = Vec::new();
                for (query, result) in found.drain(..) {
                    let (query, sort_keys) = &queries[query];
                    let whole = result.matches.is_empty().then_some(Subject::Game);
                    for subject in result.matches.iter().map(Subject::Match).chain(whole) {
                        let row = Row { file, query, sort_keys, game, subject };
                        made.extend(columns.rows(row).map(|row| map(&row, &mut moves)));
                    }
                }
                made
            })
        })
    }
}

impl Query {
    /// Searches files, folders, databases and other [`Sources`] on all processors and hands every match to `each`, on this
    /// thread, in the order of the games, until it breaks. As [`QuerySet::search`].
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
    /// use std::ops::ControlFlow;
    /// use tabiya::chess::Color;
    /// use tabiya::{Query, RunOptions};
    ///
    /// let smothered = Query::parse("mate and move previous from N")?;
    /// let mut found = Vec::new();
    /// smothered.search("examples/games/sample.pgn", &RunOptions::default(), |mate| {
    ///     found.push(format!("{}: {}", mate.game().player(Color::White), mate.numbered_move().unwrap_or_default()));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(found[0], "Legal de Kermeur: 7. Nd5#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`QuerySet::search`].
    pub fn search(
        &self,
        sources: impl Into<Sources>,
        options: &RunOptions,
        each: impl FnMut(Found<Arc<Game>>) -> ControlFlow<()>,
    ) -> Result<RunSummary, RunFailed> {
        self.set().search(sources, options, each)
    }

    /// The matches in files, folders, databases and other [`Sources`], in the order of the games, while threads search ahead.
    /// As [`QuerySet::matches_in`].
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
    /// use tabiya::{Query, RunOptions};
    ///
    /// let query = Query::parse("next 5 100 nestban (check*)")?;
    /// let mut longest = String::new();
    /// for found in query.matches_in("examples/games/sample.pgn", &RunOptions::default())? {
    ///     let line = found?.line();
    ///     if line.len() > longest.len() {
    ///         longest = line;
    ///     }
    /// }
    /// assert_eq!(longest, "1... Qd5+ 2. Qxd5+ Be5+ 3. Ng3+ Rxg3+ 4. Qf3+ Rxf3+ 5. Bd3+ Rxd3+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the system does not allow that many threads.
    pub fn matches_in(&self, sources: impl Into<Sources>, options: &RunOptions) -> Result<MatchesIn, Message> {
        self.set().matches_in(sources, options)
    }
}
