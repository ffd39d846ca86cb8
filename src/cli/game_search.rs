//! One game: it is read and searched, and its results are rendered. Everything here runs on any number of threads.

use super::failures::Failure;
use super::formats::{Format, FoundGame, QueryMatches, Tools};
use super::job::{GameJob, RenderedGame, SearchedGame, damage, no_game};
use super::query_info::QueryInfo;
use super::report::Message;
use super::selection::{Sample, Selection};
use super::{candidates, faults, sorting};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tabiya::database::{Block, BlockError};
use tabiya::game::Reading;
use tabiya::{Game, GameMatches, QuerySet, RunError, RunErrorKind, Scratch, SearchOptions};

/// The task of a search; the same for all threads.
pub(crate) struct SearchTask {
    pub(crate) set: QuerySet,
    pub(crate) queries: Vec<QueryInfo>,
    pub(crate) sinks: Vec<SinkInfo>,
    pub(crate) options: SearchOptions,
    /// True if damaged games are errors.
    pub(crate) strict: bool,
    /// True if all faults are reported as warnings, also those that lose nothing.
    pub(crate) warnings: bool,
    /// The number of games given up at a limit that ends the run.
    pub(crate) given_up: u64,
    /// True if every fault is reported to programs.
    pub(crate) all_faults: bool,
    /// The matches that are kept.
    pub(crate) selection: Selection,
    /// True if the moves of a game may stay unread where its tags, or their text, show that nothing matches.
    pub(crate) skip_moves: bool,
    /// The numbers of the first and of the last game that some query looks at.
    pub(crate) range: (u64, u64),
}

impl SearchTask {
    fn reading(&self) -> Reading {
        Reading { all_faults: self.all_faults, ..Reading::default() }
    }

    /// True if the tags of a game show that no query matches in it.
    fn is_refused_by_tags(&self, game: &Game, scratches: &mut Vec<Scratch>, test_scratch: &mut Scratch) -> bool {
        self.set.is_refused_by_tags(game, scratches, &self.options)
            || self.queries.iter().all(|query| query.is_refused_by_tags(game, test_scratch))
    }
}

/// The rendering of the results of some queries.
pub(crate) struct SinkInfo {
    pub(crate) format: Box<dyn Format>,
    /// True if one of its queries sorts.
    pub(crate) sorted: bool,
}

/// Searches games one after the other.
pub(crate) struct GameSearcher {
    task: Arc<SearchTask>,
    thread: usize,
    game: Game,
    scratches: Vec<Scratch>,
    /// For the tests that come before the queries.
    test_scratch: Scratch,
    tools: Tools,
}

impl GameSearcher {
    /// A searcher for the thread with a number.
    pub(crate) fn new(task: Arc<SearchTask>, thread: usize) -> GameSearcher {
        let (game, test_scratch) = (Game::new(), Scratch::new());
        GameSearcher { task, thread, game, scratches: Vec::new(), test_scratch, tools: Tools::default() }
    }

    /// Name and value of each persistent variable of a query that is to be shown.
    pub(crate) fn persistent_values(&mut self, query: usize) -> Vec<(String, String)> {
        self.task.set.persistent_values(query, &mut self.scratches)
    }

    /// The number of its thread.
    pub(crate) fn thread(&self) -> usize {
        self.thread
    }

    /// Reads and searches a game.
    pub(crate) fn search(&mut self, job: &GameJob) -> SearchedGame {
        // A fault in this program costs one game, not the run.
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let read = self.read(job);
            self.search_game(job, read)
        }));
        searched.unwrap_or_else(|_| self.fail(job))
    }

    /// Reads and searches a game of a database; `None` if no query looks at it. `job` gets its place.
    pub(crate) fn search_stored(
        &mut self,
        block: &Block,
        number: usize,
        job: &mut GameJob,
    ) -> Result<Option<SearchedGame>, BlockError> {
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let read = self.read_stored(block, number, job)?;
            Ok(read.map(|read| self.search_game(job, read)))
        }));
        searched.unwrap_or_else(|_| Ok(Some(self.fail(job))))
    }

    /// The games of a block that must be read, as far as that can be known without reading them.
    pub(crate) fn candidates(&mut self, block: &Block) -> Result<Vec<Range<usize>>, BlockError> {
        // Where numbers count, games are read for theirs.
        if !self.task.skip_moves || self.task.range != (1, u64::MAX) {
            return Ok(std::iter::once(0..block.len()).collect());
        }
        candidates::candidates(&self.task.set, block)
    }

    /// The result for a game on which the program fails.
    fn fail(&mut self, job: &GameJob) -> SearchedGame {
        *self = GameSearcher::new(Arc::clone(&self.task), self.thread);
        let message = "the program failed on this game; the game is left out";
        let error = Message::error("internal-error", message).help("please report this, with the query and the game");
        let (kind, reason) = (RunErrorKind::Query, message.to_owned());
        let failure = Failure { message: at_game(error, job), kind, reason };
        SearchedGame { failure: Some(failure), ..SearchedGame::default() }
    }

    /// Searches the game that has been read, with its moves or without.
    fn search_game(&mut self, job: &GameJob, with_moves: bool) -> SearchedGame {
        let task = Arc::clone(&self.task);
        let mut damage = damage(&self.game, job, task.strict, task.warnings);
        if !with_moves {
            return SearchedGame { damage, unread: true, thread: self.thread, ..SearchedGame::default() };
        }
        if let Some(message) = no_game(&self.game, job, task.strict) {
            damage.messages = vec![message];
        }
        let faults = if task.all_faults { faults::rows(&self.game, job) } else { String::new() };
        let scratch = &mut self.test_scratch;
        let takes: Vec<bool> = task.queries.iter().map(|query| query.takes(&self.game, scratch)).collect();
        let wanted = |(query, takes): (&QueryInfo, &bool)| *takes && query.sees(job.raw.number);
        let results = if task.queries.iter().zip(&takes).any(wanted) {
            task.set.search(&self.game, &mut self.scratches, &task.options)
        } else {
            vec![Ok(GameMatches::default()); task.queries.len()]
        };
        let mut searched = SearchedGame { damage, faults, thread: self.thread, ..SearchedGame::default() };
        for (i, (query, result)) in task.queries.iter().zip(results).enumerate() {
            let mut result = match result {
                Ok(result) => result,
                Err(error) => {
                    searched.failure.get_or_insert_with(|| run_error(query, &error, job));
                    continue;
                }
            };
            if !query.sees(job.raw.number) {
                continue;
            }
            if !takes[i] {
                result = query.nothing();
            }
            searched.events.append(&mut result.events);
            if query.is_match(result.matches.len()) {
                task.selection.keep(query, &mut result);
                searched.found.push((i, result.matches.len() as u64));
                self.tools.results.push((i, result));
            }
        }
        let results = std::mem::take(&mut self.tools.results);
        self.render(&task, job, &results, &mut searched);
        searched
    }

    /// Reads a game; `false` if its moves were left unread, because nothing in it matches.
    fn read(&mut self, job: &GameJob) -> bool {
        let GameSearcher { task, game, scratches, test_scratch, .. } = self;
        let reading = task.reading();
        if !task.skip_moves {
            game.parse_as(&job.raw, &reading);
            return true;
        }
        game.parse_unless_skimmed(&job.raw, &reading, task.set.skims(), |game, tokens| match tokens {
            None => task.is_refused_by_tags(game, scratches, test_scratch),
            Some(tokens) => task.set.is_refused_by_tokens(game, tokens, scratches, &task.options),
        })
    }

    /// The same for a game of a database; `None` if no query looks at it.
    fn read_stored(&mut self, block: &Block, number: usize, job: &mut GameJob) -> Result<Option<bool>, BlockError> {
        let GameSearcher { task, game, scratches, test_scratch, .. } = self;
        let (reading, (first, last)) = (task.reading(), task.range);
        let is_wanted = |game: &Game| (first..=last).contains(&game.number());
        let read = block.read_unless(number, &reading, game, |game| {
            !is_wanted(game) || task.skip_moves && task.is_refused_by_tags(game, scratches, test_scratch)
        })?;
        if !is_wanted(game) {
            return Ok(None);
        }
        let source = block.source(number)?;
        if *job.file != *source {
            job.file = source.into();
        }
        if task.all_faults && !game.faults().is_empty() {
            block.export(number, &mut job.raw)?;
        } else {
            (job.raw.number, job.raw.offset, job.raw.line) = (game.number(), game.offset(), game.line());
        }
        Ok(Some(read))
    }

    fn render(
        &mut self,
        task: &SearchTask,
        job: &GameJob,
        results: &[(usize, GameMatches)],
        searched: &mut SearchedGame,
    ) {
        for (number, sink) in task.sinks.iter().enumerate() {
            let found = results.iter().filter(|(i, _)| task.queries[*i].sink == number);
            let found: Vec<QueryMatches<'_>> =
                found.map(|(i, matches)| QueryMatches { query: &task.queries[*i], matches }).collect();
            if found.is_empty() {
                continue;
            }
            if let Some(sample) = &task.selection.sample {
                let place = (number, sort_key(task, number, results, job.place));
                searched.entries.extend(sampled(
                    sample,
                    (sink, place),
                    (&*job.file, &self.game),
                    &found,
                    &mut self.tools,
                ));
                searched.noticed.append(&mut self.tools.noticed);
                continue;
            }
            let mut text = String::new();
            let game = FoundGame { file: &job.file, game: &self.game, found: &found };
            sink.format.game(&game, &mut self.tools, &mut text);
            searched.noticed.append(&mut self.tools.noticed);
            if !text.is_empty() {
                let key = if sink.sorted { sort_key(task, number, results, job.place) } else { Vec::new() };
                searched.entries.push(RenderedGame { sink: number, key, draw: 0, text });
            }
        }
    }
}

/// The rows of a game that may be in the sample, each rendered by itself.
fn sampled(
    sample: &Sample,
    (sink, (number, key)): (&SinkInfo, (usize, Vec<u8>)),
    (file, game): (&str, &Game),
    found: &[QueryMatches<'_>],
    tools: &mut Tools,
) -> Vec<RenderedGame> {
    let mut entries = Vec::new();
    for QueryMatches { query, matches } in found {
        for matched in &matches.matches {
            let draw = sample.draw(file, game.number(), query.number, matched.position);
            if !sample.may_take(draw) {
                continue;
            }
            let matches = GameMatches { matches: vec![matched.clone()], ..(*matches).clone() };
            let mut text = String::new();
            let one = [QueryMatches { query, matches: &matches }];
            sink.format.game(&FoundGame { file, game, found: &one }, tools, &mut text);
            let row = [(query.number as u32).to_be_bytes(), matched.position.to_be_bytes()].concat();
            entries.push(RenderedGame { sink: number, key: [key.as_slice(), &row].concat(), draw, text });
        }
    }
    entries
}

/// The place of a game in a sorted output: by the keys of all its queries, then in the order read.
fn sort_key(task: &SearchTask, sink: usize, results: &[(usize, GameMatches)], place: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (i, query) in task.queries.iter().enumerate().filter(|(_, query)| query.sink == sink) {
        let values = results.iter().find(|(found, _)| *found == i).map(|(_, result)| &result.sort_values);
        for (k, key) in query.sort_keys.iter().enumerate() {
            let value = values.and_then(|values| values.get(k)).and_then(Option::as_ref);
            sorting::push_key(key, value, &mut bytes);
        }
    }
    bytes.extend(place.to_be_bytes());
    bytes
}

fn at_game(message: Message, job: &GameJob) -> Message {
    let place = Some((job.raw.line, job.raw.offset));
    Message { place, game: Some(job.raw.number), ..message.file(&*job.file) }
}

fn run_error(query: &QueryInfo, error: &RunError, job: &GameJob) -> Failure {
    let text = format!("position {}: {}: {}", error.position, query.name, error.message);
    let message =
        Message { help: error.help.clone().map(String::into_boxed_str), ..Message::error("query-failed", text) };
    let reason = format!("{}: {}", query.name, error.message);
    Failure { message: at_game(message, job), kind: error.kind, reason }
}
