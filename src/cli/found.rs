//! One game: read, searched, and what was found rendered. Everything here runs on any number of threads.

use super::failures::Failure;
use super::faults;
use super::formats::{Format, Found, FoundGame, Noticed, Tools};
use super::report::Message;
use super::sorting;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tabiya::game::{GameResult, RawGame, Reading};
use tabiya::syntax::Severity;
use tabiya::syntax::ast;
use tabiya::{
    Game, GameMatches, Query, QuerySet, RunError, RunErrorKind, Said, Scratch, SearchOptions, SortKey, SortValue,
};

/// What a search does; the same for all threads.
pub(crate) struct Task {
    pub(crate) set: QuerySet,
    pub(crate) queries: Vec<QueryInfo>,
    pub(crate) sinks: Vec<SinkInfo>,
    pub(crate) options: SearchOptions,
    /// Whether damaged games are errors.
    pub(crate) strict: bool,
    /// So many games given up at a limit end the run.
    pub(crate) given_up: u64,
    /// Whether every fault is to be told to programs.
    pub(crate) all_faults: bool,
}

/// What the command needs to know about a query.
#[derive(Clone, Debug)]
pub(crate) struct QueryInfo {
    /// From 1, in the order of the command line.
    pub(crate) number: usize,
    /// Its file, or what stands for it.
    pub(crate) name: String,
    /// The names of its columns.
    pub(crate) columns: Vec<String>,
    pub(crate) sort_keys: Vec<SortKey>,
    /// How many positions of a game must match; at least one if nothing is said.
    pub(crate) match_count: Option<(i64, i64)>,
    /// The games that it looks at.
    pub(crate) games: (u64, u64),
    /// The results that a game must have.
    pub(crate) results: Vec<ast::GameResult>,
    /// What else must be true of a game before it is looked at.
    pub(crate) test: Option<Arc<GameTest>>,
    /// Whether it wants no comment at all.
    pub(crate) silent: bool,
    /// What it puts at each match.
    pub(crate) match_string: String,
    /// Where its results go.
    pub(crate) sink: usize,
}

/// A test of a whole game.
#[derive(Debug)]
pub(crate) struct GameTest {
    /// The years that its date may have.
    pub(crate) years: Option<(u64, u64)>,
    /// What must match at its first position.
    pub(crate) query: Option<Query>,
}

impl GameTest {
    fn holds(&self, game: &Game, scratch: &mut Scratch) -> bool {
        let in_years =
            |(low, high): (u64, u64)| game.year().is_some_and(|year| (low..=high).contains(&u64::from(year)));
        self.years.is_none_or(in_years)
            && self.query.as_ref().is_none_or(|query| {
                let found = query.search(game, scratch, &SearchOptions::default());
                found.is_ok_and(|found| !found.matches.is_empty())
            })
    }
}

/// How the results of some queries are rendered.
pub(crate) struct SinkInfo {
    pub(crate) format: Box<dyn Format>,
    /// Whether one of its queries sorts.
    pub(crate) sorted: bool,
}

impl QueryInfo {
    /// Whether it looks at the game with a number.
    pub(crate) fn sees(&self, number: u64) -> bool {
        (self.games.0..=self.games.1).contains(&number)
    }

    /// Whether a game is one that the query is put to.
    fn takes(&self, game: &Game, scratch: &mut Scratch) -> bool {
        self.takes_result(game.result()) && self.test.as_ref().is_none_or(|test| test.holds(game, scratch))
    }

    /// What there is to say about a game that the query is not put to.
    fn nothing(&self) -> GameMatches {
        let value = |key: &SortKey| key.match_count.then_some(SortValue::Number(0));
        GameMatches { sort_values: self.sort_keys.iter().map(value).collect(), ..GameMatches::default() }
    }

    fn takes_result(&self, result: GameResult) -> bool {
        self.results.iter().all(|wanted| {
            result
                == match wanted {
                    ast::GameResult::WhiteWins => GameResult::White,
                    ast::GameResult::BlackWins => GameResult::Black,
                    ast::GameResult::Draw => GameResult::Draw,
                }
        })
    }

    fn is_match(&self, positions: usize) -> bool {
        let positions = positions as i64;
        self.match_count.map_or(positions > 0, |(low, high)| low <= positions && positions <= high)
    }
}

/// A game on its way to be searched.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) raw: RawGame,
    pub(crate) file: Arc<str>,
    /// Its place among all games of the run, from 0.
    pub(crate) place: u64,
}

/// What came of a game.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// What the queries said.
    pub(crate) messages: Vec<Said>,
    /// What was noticed when the game was written.
    pub(crate) noticed: Vec<Noticed>,
    /// The thread that searched it, from 0.
    pub(crate) thread: usize,
    /// The queries that the game matches, with the number of positions.
    pub(crate) found: Vec<(usize, u64)>,
    /// What is to be written, and where.
    pub(crate) entries: Vec<Entry>,
    /// What is wrong with the game's text.
    pub(crate) damage: Damage,
    /// Every fault as a row for programs, if that is asked for.
    pub(crate) faults: String,
    /// Why it could not be searched.
    pub(crate) failure: Option<Failure>,
}

/// The rendered results of one game for one output.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) sink: usize,
    /// Its place under `sort`.
    pub(crate) key: Vec<u8>,
    pub(crate) text: String,
}

/// What is wrong with a game's text.
#[derive(Debug, Default)]
pub(crate) struct Damage {
    /// Whether moves are lost.
    pub(crate) incomplete: bool,
    /// Whether there is something else that people should know.
    pub(crate) flawed: bool,
    pub(crate) messages: Vec<Message>,
}

/// Searches games one after the other.
pub(crate) struct Searcher {
    task: Arc<Task>,
    thread: usize,
    game: Game,
    scratches: Vec<Scratch>,
    /// For the tests that come before the queries.
    test_scratch: Scratch,
    tools: Tools,
}

impl Searcher {
    /// A searcher for the thread with a number.
    pub(crate) fn new(task: Arc<Task>, thread: usize) -> Searcher {
        let (game, test_scratch) = (Game::new(), Scratch::new());
        Searcher { task, thread, game, scratches: Vec::new(), test_scratch, tools: Tools::default() }
    }

    /// Name and value of each persistent variable of a query that is to be shown.
    pub(crate) fn kept_values(&mut self, query: usize) -> Vec<(String, String)> {
        self.task.set.kept_values(query, &mut self.scratches)
    }

    /// Reads and searches a game.
    pub(crate) fn search(&mut self, job: &Job) -> Outcome {
        // A fault in this program costs one game, not the run.
        match catch_unwind(AssertUnwindSafe(|| self.search_game(job))) {
            Ok(outcome) => outcome,
            Err(_) => {
                *self = Searcher::new(Arc::clone(&self.task), self.thread);
                let message = "the program failed on this game; the game is left out";
                let error =
                    Message::error("internal-error", message).help("please report this, with the query and the game");
                let (kind, reason) = (RunErrorKind::Query, message.to_owned());
                let failure = Failure { message: at_game(error, job), kind, reason };
                Outcome { failure: Some(failure), ..Outcome::default() }
            }
        }
    }

    fn search_game(&mut self, job: &Job) -> Outcome {
        let task = Arc::clone(&self.task);
        self.game.parse_as(&job.raw, &Reading { all_faults: task.all_faults, ..Reading::default() });
        let damage = damage(&self.game, job, task.strict);
        let faults = if task.all_faults { faults::rows(&self.game, job) } else { String::new() };
        let scratch = &mut self.test_scratch;
        let takes: Vec<bool> = task.queries.iter().map(|query| query.takes(&self.game, scratch)).collect();
        let wanted = |(query, takes): (&QueryInfo, &bool)| *takes && query.sees(job.raw.number);
        let results = if task.queries.iter().zip(&takes).any(wanted) {
            task.set.search(&self.game, &mut self.scratches, &task.options)
        } else {
            vec![Ok(GameMatches::default()); task.queries.len()]
        };
        let mut outcome = Outcome { damage, faults, thread: self.thread, ..Outcome::default() };
        for (i, (query, result)) in task.queries.iter().zip(results).enumerate() {
            let mut result = match result {
                Ok(result) => result,
                Err(error) => {
                    outcome.failure.get_or_insert_with(|| run_error(query, &error, job));
                    continue;
                }
            };
            if !query.sees(job.raw.number) {
                continue;
            }
            if !takes[i] {
                result = query.nothing();
            }
            outcome.messages.append(&mut result.messages);
            if query.is_match(result.matches.len()) {
                outcome.found.push((i, result.matches.len() as u64));
                self.tools.results.push((i, result));
            }
        }
        let results = std::mem::take(&mut self.tools.results);
        self.render(&task, job, &results, &mut outcome);
        outcome
    }

    fn render(&mut self, task: &Task, job: &Job, results: &[(usize, GameMatches)], outcome: &mut Outcome) {
        for (number, sink) in task.sinks.iter().enumerate() {
            let found = results.iter().filter(|(i, _)| task.queries[*i].sink == number);
            let found: Vec<Found<'_>> = found.map(|(i, matches)| Found { query: &task.queries[*i], matches }).collect();
            if found.is_empty() {
                continue;
            }
            let mut text = String::new();
            let game = FoundGame { file: &job.file, game: &self.game, found: &found };
            sink.format.game(&game, &mut self.tools, &mut text);
            outcome.noticed.append(&mut self.tools.noticed);
            if !text.is_empty() {
                let key = if sink.sorted { sort_key(task, number, results, job.place) } else { Vec::new() };
                outcome.entries.push(Entry { sink: number, key, text });
            }
        }
    }
}

/// The place of a game in a sorted output: by the keys of all its queries, then in the order read.
fn sort_key(task: &Task, sink: usize, results: &[(usize, GameMatches)], place: u64) -> Vec<u8> {
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

fn at_game(message: Message, job: &Job) -> Message {
    let place = Some((job.raw.line, job.raw.offset));
    Message { place, game: Some(job.raw.number), ..message.file(&*job.file) }
}

fn run_error(query: &QueryInfo, error: &RunError, job: &Job) -> Failure {
    let text = format!("position {}: {}: {}", error.position, query.name, error.message);
    let message =
        Message { help: error.help.clone().map(String::into_boxed_str), ..Message::error("query-failed", text) };
    let reason = format!("{}: {}", query.name, error.message);
    Failure { message: at_game(message, job), kind: error.kind, reason }
}

/// What is wrong with a game. Faults that lose nothing are reported only where damage is an error.
pub(crate) fn damage(game: &Game, job: &Job, strict: bool) -> Damage {
    let faults = game.faults();
    if faults.is_empty() {
        return Damage::default();
    }
    let incomplete = game.is_incomplete();
    let told = faults.list().iter().filter(|fault| strict || fault.kind.loses());
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
    Damage { incomplete, flawed: !incomplete, messages: told.take(5).map(message).collect() }
}
