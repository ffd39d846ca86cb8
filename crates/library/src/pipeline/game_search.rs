//! One game: it is read and searched, and something is made of its results. Everything here runs on any number of threads.

use super::candidates::Candidates;
use super::failures::Failure;
use super::helpers::Helpers;
use super::job::{GameJob, damage};
use super::message::Message;
use super::options::{GameTest, RunOptions, SeenGames};
use super::outcome::{FoundCounts, Made};
use crate::database::{Block, BlockError};
use crate::game::{Game, MoveTokens, RawGame, Reading};
use crate::query::QuerySet;
use crate::search::{
    BlockPlaces, GameContext, GameMatches, QueryScope, RunControl, RunError, RunErrorKind, Scratch, SortValue,
};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What each worker makes of a game in which something was found, on its own thread: a line of a table, a picture, a sum. The
/// results are handed over in the order of the games.
///
/// A closure that takes [`GameResults`] is such a step, and so [`QuerySet::map`] takes a function that makes one for each thread.
pub trait GameStep: Send + 'static {
    /// What it makes of a game.
    type Output: Send + 'static;

    /// Takes a game. It gets the games in which something was found, with [`RunOptions::all_faults`] also for games with
    /// faults, and with [`RunOptions::seen`] for all that it names.
    fn take(&mut self, results: GameResults<'_>) -> Self::Output;

    /// True if it gives up a game when the run is ended meanwhile. Such a game does not count.
    fn gives_up(&self) -> bool {
        false
    }
}

impl<T: Send + 'static, F: FnMut(GameResults<'_>) -> T + Send + 'static> GameStep for F {
    type Output = T;

    fn take(&mut self, results: GameResults<'_>) -> T {
        self(results)
    }
}

/// A game, and what the queries found in it.
#[derive(Debug)]
pub struct GameResults<'a> {
    /// The file that it comes from.
    pub file: &'a Arc<str>,
    /// The game, which may be taken out.
    pub game: &'a mut Game,
    /// Its place in the file, and its text; without one if it comes from a database, unless it has faults and
    /// [`RunOptions::all_faults`] is set.
    pub raw: &'a RawGame,
    /// Its place among all games of the run, from 0.
    pub place: u64,
    /// The matches, by the number of the query; only queries that found something.
    pub found: &'a mut Vec<(usize, GameMatches)>,
}

/// The task of a search; the same for all threads.
pub(crate) struct SearchTask<S: GameStep> {
    set: QuerySet,
    pub(crate) scopes: Vec<QueryScope>,
    pub(crate) options: RunOptions,
    /// True if the moves of a game may stay unread where its tags show that nothing matches.
    skip_moves: bool,
    /// True if the text of the moves may skip games for the queries.
    skims: bool,
    /// True if games need not be read where columns tell how many positions match.
    counts_only: bool,
    /// The numbers of the first and of the last game that some query looks at.
    pub(crate) range: (u64, u64),
    /// Makes the step of a thread.
    make_step: Box<dyn Fn() -> S + Send + Sync>,
}

impl<S: GameStep> fmt::Debug for SearchTask<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchTask").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<S: GameStep> SearchTask<S> {
    pub(crate) fn new(
        set: &QuerySet,
        mut options: RunOptions,
        make_step: impl Fn() -> S + Send + Sync + 'static,
    ) -> SearchTask<S> {
        // Anyone who drops the run ends it, but not others with the same control.
        options.search.control = Arc::new(RunControl::part_of(&options.search.control));
        let scopes = options.scopes(set);
        let range = (
            scopes.iter().map(|scope| scope.games().0).min().unwrap_or(1),
            scopes.iter().map(|scope| scope.games().1).max().unwrap_or(u64::MAX),
        );
        SearchTask {
            set: set.clone(),
            skip_moves: options.skips_moves(),
            skims: set.skims(),
            counts_only: options.counts_only
                && options.seen == SeenGames::Found
                && options.test.is_none()
                && !options.all_faults
                && scopes.iter().all(QueryScope::takes_all),
            scopes,
            options,
            range,
            make_step: Box::new(make_step),
        }
    }

    /// True if the results of a game may be long.
    pub(crate) fn hands_over_texts(&self) -> bool {
        self.set.hands_over_texts()
    }

    /// The helpers that may look through games. One game must not matter for another, and its number is all that counts of its
    /// place.
    pub(crate) fn helpers(&self) -> Option<Arc<Helpers>> {
        let alone =
            self.set.must_run_in_order().is_some() || self.set.needs_game_count() || self.options.reads_by_tables();
        let whole = self.options.seen == SeenGames::Found && !self.options.all_faults && self.options.test.is_none();
        self.options.helpers.clone().filter(|_| whole && !alone)
    }

    /// The control of the run.
    pub(crate) fn control(&self) -> &Arc<RunControl> {
        &self.options.search.control
    }

    fn reading(&self) -> Reading {
        Reading { all_faults: self.options.all_faults, ..Reading::default() }
    }

    /// True if the tags of a game show that no query matches in it.
    fn is_refused_by_tags(&self, game: &Game, scratches: &mut Vec<Scratch>, test_scratch: &mut Scratch) -> bool {
        self.set.is_refused_by_tags(game, scratches, &self.options.search)
            || self.refusing_test().is_some_and(|test| test.is_refused_by_tags(game, test_scratch))
    }

    /// True if the tags of a game and the text of its moves show that no query matches in it.
    fn is_refused_by_tokens(&self, game: &Game, tokens: &MoveTokens, scratches: &mut Vec<Scratch>) -> bool {
        self.skims && self.set.is_refused_by_tokens(game, tokens, scratches, &self.options.search)
            || self.refusing_test().is_some_and(|test| test.is_refused_by_tokens(game, tokens))
    }

    /// True if the text of the moves may skip games.
    fn skims(&self) -> bool {
        self.skims || self.refusing_test().is_some_and(|test| test.skims())
    }

    /// The condition for games, if a game for which it does not hold has no results.
    fn refusing_test(&self) -> Option<&Arc<dyn GameTest>> {
        self.options.test.as_ref().filter(|_| self.scopes.iter().all(|scope| !scope.is_match(0)))
    }

    /// The result of a query for a game that it is not put to.
    fn nothing(&self, query: usize) -> GameMatches {
        let keys = self.set.sort_keys(query).into_iter();
        let sort_values = keys.map(|key| key.match_count.then_some(SortValue::Number(0))).collect();
        GameMatches { sort_values, ..GameMatches::default() }
    }
}

/// Searches games one after the other.
pub(crate) struct GameSearcher<S: GameStep> {
    task: Arc<SearchTask<S>>,
    thread: usize,
    game: Game,
    scratches: Vec<Scratch>,
    /// For the tests that come before the queries.
    test_scratch: Scratch,
    /// The parts that are the same in the searches of all games.
    contexts: Vec<GameContext>,
    /// The results of the queries for the current game.
    results: Vec<Result<GameMatches, RunError>>,
    /// What the queries found in the current game.
    found: Vec<(usize, GameMatches)>,
    step: S,
}

impl<S: GameStep> GameSearcher<S> {
    /// A searcher for the thread with a number.
    pub(crate) fn new(task: Arc<SearchTask<S>>, thread: usize) -> GameSearcher<S> {
        let step = (task.make_step)();
        let contexts = task.set.contexts(&task.options.search);
        let (mut game, test_scratch) = (Game::new(), Scratch::new());
        game.read_names_by(task.options.names.clone());
        game.read_ratings_by(task.options.ratings.clone());
        let (scratches, results, found) = (Vec::new(), Vec::new(), Vec::new());
        GameSearcher { task, thread, game, scratches, test_scratch, contexts, results, found, step }
    }

    /// Name and value of each persistent variable of a query, for people.
    pub(crate) fn persistent_values(&mut self, query: usize) -> Vec<(String, String)> {
        self.task.set.persistent_values(query, &mut self.scratches)
    }

    /// The number of its thread.
    pub(crate) fn thread(&self) -> usize {
        self.thread
    }

    /// True if the run must end.
    pub(crate) fn is_over(&self) -> bool {
        self.task.control().halted().is_some()
    }

    /// Reads and searches a game.
    pub(crate) fn search(&mut self, job: &GameJob) -> Made<S::Output> {
        // A fault in this program costs one game, not the run.
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let read = self.read(job);
            self.search_game(job, read, (0, &[]))
        }));
        searched.unwrap_or_else(|_| self.fail(job))
    }

    /// Reads and searches a game of a database; `None` if no query looks at it. `job` gets its place.
    pub(crate) fn search_stored(
        &mut self,
        block: &Block,
        number: usize,
        (job, places): (&mut GameJob, &[Option<BlockPlaces>]),
    ) -> Result<Option<Made<S::Output>>, BlockError> {
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let read = self.read_stored(block, number, job)?;
            Ok(read.map(|read| self.search_game(job, read, (number, places))))
        }));
        searched.unwrap_or_else(|_| Ok(Some(self.fail(job))))
    }

    /// Lets the queries be evaluated only where they can match in the game to be searched, as far as columns of its block tell it.
    fn look_at(&mut self, (game, places): (usize, &[Option<BlockPlaces>])) {
        for (plan, context) in self.contexts.iter_mut().enumerate() {
            context.places.clear();
            let Some(Some(places)) = places.get(plan) else { continue };
            let queries = self.task.set.by_plan().nth(plan).map_or(0, <[usize]>::len);
            context.places.extend((0..queries).map(|query| places.positions(game, query)));
        }
    }

    /// The games of a block that must be read, as far as that can be known without reading them.
    pub(crate) fn candidates(&mut self, block: &Block) -> Result<Candidates, BlockError> {
        let options = &self.task.options;
        let by_number = self.task.range != (1, u64::MAX);
        // Where numbers count, games are read for theirs; a block knows nothing of what is read by tables.
        if !self.task.skip_moves || options.seen == SeenGames::Tags || by_number || options.reads_by_tables() {
            return Ok(Candidates::all(block));
        }
        Candidates::of(&self.task.set, block, &mut self.scratches, &self.task.options.search)
    }

    /// What the queries find in a game, if nothing else is wanted and columns tell it.
    pub(crate) fn counted(&self, block: &Block, game: usize, places: &[Option<BlockPlaces>]) -> Option<FoundCounts> {
        let task = &*self.task;
        let tells = |places: &Option<BlockPlaces>| places.as_ref().is_some_and(|places| places.tells(game));
        let is_told = || !places.is_empty() && places.iter().all(tells);
        // The error of a text is said when it is read.
        let is_text = || {
            block
                .lines()
                .is_ok_and(|lines| lines.texts().binary_search(&u32::try_from(game).unwrap_or(u32::MAX)).is_ok())
        };
        if !task.counts_only || !is_told() || is_text() {
            return None;
        }
        let mut found = FoundCounts::new();
        for (places, numbers) in places.iter().flatten().zip(task.set.by_plan()) {
            for (place, &number) in numbers.iter().enumerate() {
                let positions = places.count(game, place);
                if task.scopes[number].is_match(positions as usize) {
                    found.push((number, positions.into()));
                }
            }
        }
        found.sort_unstable();
        Some(found)
    }

    /// The result for a game on which the program fails.
    fn fail(&mut self, job: &GameJob) -> Made<S::Output> {
        *self = GameSearcher::new(Arc::clone(&self.task), self.thread);
        let message = "the program failed on this game; the game is left out";
        let error = Message::error("internal-error", message).help("please report this, with the query and the game");
        let (kind, reason) = (RunErrorKind::Query, message.to_owned());
        let mut made = Made::of(job.raw.number, self.thread);
        made.said().failure = Some(Failure { message: at_game(error, job), kind, reason });
        made
    }

    /// Searches the game that has been read, with its moves or without; `places` are its number in its block and what columns tell of each plan.
    fn search_game(
        &mut self,
        job: &GameJob,
        with_moves: bool,
        places: (usize, &[Option<BlockPlaces>]),
    ) -> Made<S::Output> {
        self.look_at(places);
        let GameSearcher { task, thread, game, scratches, test_scratch, contexts, results, found, step } = self;
        let RunOptions { strict, minor_faults, all_faults, seen, .. } = task.options;
        let mut searched = Made::of(job.raw.number, *thread);
        searched.note(damage(game, job, strict, minor_faults));
        if !with_moves {
            searched.games.unread = true;
            if seen != SeenGames::Found {
                found.clear();
                let results = GameResults { file: &job.file, game, raw: &job.raw, place: job.place, found };
                searched.output = Some(step.take(results));
            }
            return searched;
        }
        let test = task.options.test.as_ref();
        let passes = test.is_none_or(|test| test.holds(game, test_scratch));
        let wanted = |scope: &QueryScope| passes && scope.sees(job.raw.number) && scope.takes(game);
        if task.scopes.iter().any(wanted) {
            task.set.search_game_with(game, scratches, contexts, results);
        } else {
            results.clear();
            results.resize_with(task.scopes.len(), || Ok(GameMatches::default()));
        }
        found.clear();
        for (query, (scope, result)) in task.scopes.iter().zip(results.drain(..)).enumerate() {
            let mut result = match result {
                Ok(result) => result,
                Err(error) => {
                    searched.said().failure.get_or_insert_with(|| run_error(&task.set, query, &error, job));
                    continue;
                }
            };
            if !passes || !scope.sees(job.raw.number) {
                continue;
            }
            if !scope.takes(game) {
                result = task.nothing(query);
            }
            if let Some(error) = result.comment_error.take() {
                searched.said().failure.get_or_insert_with(|| run_error(&task.set, query, &error, job));
            }
            if !result.events.is_empty() {
                searched.said().events.append(&mut result.events);
            }
            if scope.is_match(result.matches.len()) {
                searched.found.push((query, result.matches.len() as u64));
                found.push((query, result));
            }
        }
        if !found.is_empty() || passes && seen != SeenGames::Found || all_faults && !game.faults().is_empty() {
            let results = GameResults { file: &job.file, game, raw: &job.raw, place: job.place, found };
            searched.output = Some(step.take(results));
            if step.gives_up()
                && let Some(halt) = task.control().halted()
            {
                let (message, kind) = (Message::halted(halt), RunErrorKind::Halted(halt));
                searched.said().failure = Some(Failure { reason: message.message.clone(), message, kind });
            }
        }
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
        game.parse_unless_skimmed(&job.raw, &reading, task.skims(), |game, tokens| match tokens {
            // Without tags it may be text that is not a PGN, which nobody would notice.
            _ if game.tags().is_empty() => false,
            None => task.is_refused_by_tags(game, scratches, test_scratch),
            Some(tokens) => task.is_refused_by_tokens(game, tokens, scratches),
        })
    }

    /// The same for a game of a database; `None` if no query looks at it.
    fn read_stored(&mut self, block: &Block, number: usize, job: &mut GameJob) -> Result<Option<bool>, BlockError> {
        let GameSearcher { task, game, scratches, test_scratch, .. } = self;
        let (reading, (first, last)) = (task.reading(), task.range);
        let is_wanted = |game: &Game| (first..=last).contains(&game.number());
        let read = block.read_unless(number, &reading, game, |game| {
            let may_skip = task.skip_moves && !game.tags().is_empty();
            !is_wanted(game) || may_skip && task.is_refused_by_tags(game, scratches, test_scratch)
        })?;
        if !is_wanted(game) {
            return Ok(None);
        }
        let source = block.source(number)?;
        if *job.file != *source {
            job.file = source.into();
        }
        if task.options.all_faults && !game.faults().is_empty() {
            block.export(number, &mut job.raw)?;
        } else {
            (job.raw.number, job.raw.offset, job.raw.line) = (game.number(), game.offset(), game.line());
            job.raw.bytes.clear();
        }
        Ok(Some(read))
    }
}

fn at_game(message: Message, job: &GameJob) -> Message {
    let place = Some((job.raw.line, job.raw.offset));
    Message { place, game: Some(job.raw.number), ..message.file(&*job.file) }
}

fn run_error(set: &QuerySet, query: usize, error: &RunError, job: &GameJob) -> Failure {
    let name = &set.queries()[query].source().name;
    let text = format!("position {}: {name}: {}", error.position, error.message);
    let message =
        Message { help: error.help.clone().map(String::into_boxed_str), ..Message::error("query-failed", text) };
    let reason = format!("{name}: {}", error.message);
    Failure { message: at_game(message, job), kind: error.kind, reason }
}
