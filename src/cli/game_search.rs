//! One game: it is read and searched, and its results are rendered. Everything here runs on any number of threads.

use super::failures::Failure;
use super::formats::{Format, FoundGame, QueryMatches, Tools};
use super::job::{GameJob, RenderedGame, SearchedGame, damage, no_game};
use super::query_info::QueryInfo;
use super::report::Message;
use super::{faults, sorting};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
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
    /// True if the moves of a game may stay unread where its tags show that nothing matches.
    pub(crate) skip_moves: bool,
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

    /// Reads and searches a game.
    pub(crate) fn search(&mut self, job: &GameJob) -> SearchedGame {
        // A fault in this program costs one game, not the run.
        match catch_unwind(AssertUnwindSafe(|| self.search_game(job))) {
            Ok(searched) => searched,
            Err(_) => {
                *self = GameSearcher::new(Arc::clone(&self.task), self.thread);
                let message = "the program failed on this game; the game is left out";
                let error =
                    Message::error("internal-error", message).help("please report this, with the query and the game");
                let (kind, reason) = (RunErrorKind::Query, message.to_owned());
                let failure = Failure { message: at_game(error, job), kind, reason };
                SearchedGame { failure: Some(failure), ..SearchedGame::default() }
            }
        }
    }

    fn search_game(&mut self, job: &GameJob) -> SearchedGame {
        let task = Arc::clone(&self.task);
        if !self.read(&task, job) {
            let damage = damage(&self.game, job, task.strict, task.warnings);
            return SearchedGame { damage, unread: true, thread: self.thread, ..SearchedGame::default() };
        }
        let mut damage = damage(&self.game, job, task.strict, task.warnings);
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
                searched.found.push((i, result.matches.len() as u64));
                self.tools.results.push((i, result));
            }
        }
        let results = std::mem::take(&mut self.tools.results);
        self.render(&task, job, &results, &mut searched);
        searched
    }

    /// Reads a game; `false` if its moves were left unread, because nothing in it matches.
    fn read(&mut self, task: &SearchTask, job: &GameJob) -> bool {
        let reading = Reading { all_faults: task.all_faults, ..Reading::default() };
        if !task.skip_moves {
            self.game.parse_as(&job.raw, &reading);
            return true;
        }
        let (scratches, test_scratch) = (&mut self.scratches, &mut self.test_scratch);
        let mut tests = task.queries.iter();
        let is_refused = |game: &Game| {
            task.set.is_refused_by_tags(game, scratches, &task.options)
                || tests.all(|query| query.is_refused_by_tags(game, test_scratch))
        };
        self.game.parse_unless(&job.raw, &reading, is_refused)
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
            let mut text = String::new();
            let game = FoundGame { file: &job.file, game: &self.game, found: &found };
            sink.format.game(&game, &mut self.tools, &mut text);
            searched.noticed.append(&mut self.tools.noticed);
            if !text.is_empty() {
                let key = if sink.sorted { sort_key(task, number, results, job.place) } else { Vec::new() };
                searched.entries.push(RenderedGame { sink: number, key, text });
            }
        }
    }
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
