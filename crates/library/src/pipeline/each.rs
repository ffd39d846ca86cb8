//! The matches of many games: handed to a closure, or as an iterator.

use super::each_game::EachGame;
use super::game_search::GameResults;
use super::message::Message;
use super::news::News;
use super::options::RunOptions;
use super::outcome::Made;
use super::run::{Event, Run};
use super::sorted::{Best, Order};
use super::sources::Sources;
use super::summary::{RunFailed, RunSummary};
use crate::chess::MoveList;
use crate::game::Game;
use crate::query::{Query, QuerySet, SortKey};
use crate::rows::{Columns, Row, Subject};
use crate::search::{Found, Match};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The result made of the matches of a game.
type Make<T> = Box<dyn FnMut(GameResults<'_>) -> Vec<T> + Send>;

/// The step of a thread: the place of a game, if games are sorted, and the results from its matches.
type MatchStep<T> = Box<dyn FnMut(GameResults<'_>) -> (Vec<u8>, Vec<T>) + Send>;

/// The matches of many games, in the order of the games unless [`RunOptions::sort`] is set, while threads search ahead: [`QuerySet::matches_in`], or what
/// [`QuerySet::map`] makes of them.
///
/// An item is an error where a file cannot be read or a game cannot be searched; further matches follow it. Memory does not
/// depend on the number of games, unless they are sorted. Dropping the iterator ends the threads.
#[derive(Debug)]
pub struct MatchesIn<T: Send + 'static = Found<Arc<Game>>> {
    /// `None` when it is over.
    run: Option<Run<(Vec<u8>, Vec<T>)>>,
    /// What sums up the run, when it is over.
    summary: RunSummary,
    limit: u64,
    /// The games found so far, if they are sorted.
    best: Option<Best<T>>,
    found: std::vec::IntoIter<T>,
    errors: VecDeque<Message>,
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
        let (found, summary) = (Vec::new().into_iter(), RunSummary::of(set.queries().len()));
        Ok(MatchesIn { run, summary, limit, best, found, errors: VecDeque::new() })
    }

    /// The numbers and messages so far. They are complete when the iterator has ended.
    pub fn summary(&self) -> &RunSummary {
        self.run.as_ref().map_or(&self.summary, Run::summary)
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

    /// Ends the run.
    fn end(&mut self) {
        if let Some(run) = self.run.take() {
            self.summary = run.finish();
        }
        if let Some(best) = self.best.take() {
            self.found = best.finish().into_iter();
        }
    }

    /// Hears what there is to say: errors are items, and all the rest is in the summary.
    fn hear(&mut self, news: News) {
        let is_last = news.is_last();
        match news {
            News::Message(message) | News::Ended(message) | News::Halted(_, message) => {
                self.errors.extend(Some(message).filter(Message::is_error));
            }
            News::Damaged(damage) => self.errors.extend(damage.messages.into_iter().filter(Message::is_error)),
            News::Passed(_) | News::Counted(_) | News::File(_) | News::Idle | News::End => {}
        }
        if is_last {
            self.end();
        }
    }

    /// Takes what was made of a game.
    fn take(&mut self, made: Made<(Vec<u8>, Vec<T>)>) {
        let (place, made) = made.output.unwrap_or_default();
        match &mut self.best {
            Some(best) => best.add(place, made),
            None => self.found = made.into_iter(),
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
                Event::Made(made) => {
                    self.take(made);
                    if self.best.is_none() && self.summary().matched >= self.limit {
                        self.end();
                    }
                }
                Event::News(news) => self.hear(news),
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
    /// with [`RunOptions::strict`], a game is damaged. `each` has been given all matches all the same.
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
                let next = game.successor();
                let game = Arc::new(std::mem::replace(game, next));
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
    /// use tabiya::rows::{Choice, Columns, Subject};
    /// use tabiya::{Query, RunOptions};
    ///
    /// let query = Query::parse("next 5 100 nestban (check*)")?;
    /// let columns = Arc::new(Columns::new(&Choice { steps: true, ..Choice::of(query.set()) })?);
    /// let options = RunOptions::default();
    /// let place = |subject: &Subject<'_>| if let Subject::Step(_, place) = subject { Some(*place) } else { None };
    /// let rows = query.set().map_rows("examples/games/sample.pgn", &options, &columns, move |row, _| place(&row.subject))?;
    /// let places: Vec<Option<usize>> = rows.collect::<Result<_, _>>()?;
    /// assert_eq!(places[..5], [0, 1, 2, 3, 4].map(Some));
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
                        let row = Row { query, sort_keys, subject, ..Row::of_game(file, game) };
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
