//! One search: it runs on threads of its own and keeps what it has found, for whoever asks.
//!
//! Each client takes events from the rows at its own pace, again from the beginning if it likes, so there is no queue
//! that could fill. Rows share what is said of their game. Their number is bounded for each search, and for all
//! searches together: those that ended first are forgotten.

use super::queries::QueryText;
use super::rows::{Head, Row, bytes_of};
use super::source::GameSource;
use serde::Serialize;
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tabiya::pipeline::{
    Event, Failures, GameResults, Message, Run, RunOptions, STACK, SearchedGame, SecondLook, Sources, held_limit,
};
use tabiya::syntax::Severity;
use tabiya::{Halt, QueryOptions, QuerySet, RunControl, RunEvent, SearchOptions};
use tokio::sync::watch;

/// Rows and numbers are shown to others this often.
const SHOWN_EVERY: Duration = Duration::from_millis(40);

/// The number of messages that are kept.
const MESSAGES: usize = 300;

/// What is searched, and how far.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) query: QueryText,
    pub(super) set: QuerySet,
    pub(super) options: QueryOptions,
    pub(super) sources: Vec<Arc<GameSource>>,
    pub(super) seconds: f64,
    /// The number of rows after which the search ends.
    pub(super) rows: usize,
    /// The number of games given up at a limit that ends the search, if they are one in twenty.
    pub(super) given_up: u64,
    pub(super) threads: Option<NonZeroUsize>,
}

/// A search.
#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) id: String,
    pub(super) task: Task,
    started: Instant,
    control: Arc<RunControl>,
    cancelled: AtomicBool,
    audience: Mutex<Audience>,
    state: Mutex<State>,
    /// Changes when there is more to see.
    version: watch::Sender<u64>,
}

/// Who wants to know what a search finds.
#[derive(Clone, Copy, Debug)]
struct Audience {
    listeners: usize,
    /// When somebody asked last.
    heard: Instant,
    /// True if all listeners have gone.
    is_left: bool,
}

/// Listens to a search.
#[derive(Debug)]
pub(super) struct Listener(Arc<Search>);

impl Listener {
    pub(super) fn new(search: Arc<Search>) -> Listener {
        let mut audience = search.audience();
        *audience = Audience { listeners: audience.listeners + 1, heard: Instant::now(), is_left: false };
        drop(audience);
        Listener(search)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut audience = self.0.audience();
        let listeners = audience.listeners.saturating_sub(1);
        *audience = Audience { listeners, heard: Instant::now(), is_left: listeners == 0 };
    }
}

impl std::ops::Deref for Listener {
    type Target = Arc<Search>;

    fn deref(&self) -> &Arc<Search> {
        &self.0
    }
}

/// What a search has found so far.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) rows: Vec<Row>,
    pub(super) messages: Vec<Value>,
    pub(super) numbers: Numbers,
    pub(super) end: Option<End>,
    /// The bytes of the rows and messages.
    pub(super) held: usize,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Numbers {
    games: u64,
    matched_games: u64,
    positions: u64,
    bytes: u64,
    total_bytes: u64,
    seconds: f64,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub(super) struct End {
    status: &'static str,
    error: Option<Value>,
}

impl End {
    fn new(status: &'static str) -> End {
        End { status, error: None }
    }

    fn because(status: &'static str, code: &str, message: &str, help: Option<&str>) -> End {
        let mut error = json!({"code": code, "message": message});
        if let Some(help) = help {
            error["help"] = help.into();
        }
        End { status, error: Some(error) }
    }
}

impl State {
    /// The state as one word.
    fn status(&self) -> &'static str {
        self.end.as_ref().map_or("running", |end| end.status)
    }

    /// The last event, if the search has ended.
    pub(super) fn end_json(&self) -> Option<Value> {
        let end = self.end.as_ref()?;
        let Numbers { games, matched_games, positions, seconds, .. } = self.numbers;
        let mut json = json!({
            "status": end.status, "games": games, "matchedGames": matched_games, "positions": positions,
            "rows": self.rows.len(), "seconds": seconds,
        });
        if let Some(error) = &end.error {
            json["error"] = error.clone();
        }
        Some(json)
    }
}

impl Search {
    /// Begins to search.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub(super) fn start(id: String, task: Task) -> std::io::Result<Arc<Search>> {
        let search = Arc::new(Search {
            id,
            started: Instant::now(),
            control: Arc::new(control_of(&task)),
            task,
            cancelled: AtomicBool::new(false),
            audience: Mutex::new(Audience { listeners: 0, heard: Instant::now(), is_left: false }),
            state: Mutex::default(),
            version: watch::Sender::new(0),
        });
        let running = Arc::clone(&search);
        let run = move || {
            // A defect ends this search only.
            let end = catch_unwind(AssertUnwindSafe(|| Running::new(&running).run()));
            running.finish(end.unwrap_or_else(|_| {
                End::because(
                    "failed",
                    "internal-error",
                    "the program failed on this search",
                    Some("please report this"),
                )
            }));
        };
        std::thread::Builder::new().name(format!("search {}", search.id)).stack_size(STACK).spawn(run)?;
        Ok(search)
    }

    /// Ends it early.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.control.stop();
    }

    /// True if it was told to end.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody asks about it.
    pub(super) fn hear(&self) {
        self.audience().heard = Instant::now();
    }

    /// True if it runs for listeners that have all gone.
    pub(super) fn is_left(&self) -> bool {
        self.audience().is_left && self.is_running()
    }

    /// How long nobody has listened or asked.
    pub(crate) fn silence(&self) -> Duration {
        let audience = self.audience();
        if audience.listeners > 0 { Duration::ZERO } else { audience.heard.elapsed() }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True while it runs.
    pub(crate) fn is_running(&self) -> bool {
        self.state().end.is_none()
    }

    /// Says when there is more to see.
    pub(super) fn watch(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    fn finish(&self, end: End) {
        let mut state = self.state();
        state.numbers.seconds = self.started.elapsed().as_secs_f64();
        state.end = Some(end);
        drop(state);
        self.version.send_modify(|version| *version += 1);
    }

    pub(crate) fn to_json(&self) -> Value {
        let state = self.state();
        let seconds = match state.end {
            Some(_) => state.numbers.seconds,
            None => self.started.elapsed().as_secs_f64(),
        };
        json!({
            "id": self.id, "query": self.task.query.text, "status": state.status(), "rows": state.rows.len(),
            "seconds": seconds,
        })
    }

    /// The control of another run for it, such as an export: it takes no longer than the search may.
    pub(crate) fn time_of_its_own(&self) -> Arc<RunControl> {
        Arc::new(control_of(&self.task))
    }

    /// The source with a name of the server's, if this search has searched it.
    pub(super) fn source(&self, id: &str) -> Option<&Arc<GameSource>> {
        self.task.sources.iter().find(|source| source.id == id)
    }
}

/// The time that a search may take.
fn control_of(task: &Task) -> RunControl {
    RunControl::with_time_limit(Duration::try_from_secs_f64(task.seconds).unwrap_or(Duration::MAX))
}

/// The games of several sources in one run: the place of the first game of each.
type Starts = Vec<(u64, usize)>;

/// A search on its thread.
struct Running<'s> {
    search: &'s Search,
    /// What others have not been shown.
    rows: Vec<Row>,
    numbers: Numbers,
    shown: Instant,
    failures: Failures,
    /// Games whose damage was reported.
    damaged: usize,
    /// The first error.
    error: Option<Message>,
    kept: usize,
    /// The bytes of all rows and messages.
    held: usize,
    /// True if messages were left out.
    more_messages: bool,
}

impl<'s> Running<'s> {
    fn new(search: &'s Search) -> Running<'s> {
        let total_bytes = search.task.sources.iter().map(|source| source.bytes).sum();
        Running {
            search,
            rows: Vec::new(),
            numbers: Numbers { total_bytes, ..Numbers::default() },
            shown: search.started.checked_sub(SHOWN_EVERY).unwrap_or(search.started),
            failures: Failures::default(),
            damaged: 0,
            error: None,
            kept: 0,
            held: 0,
            more_messages: false,
        }
    }

    fn run(mut self) -> End {
        let end = self.run_all();
        if end.is_none() && self.error.is_none() && self.numbers.matched_games == 0 {
            self.look_again();
        }
        for message in self.failures.sum_up() {
            self.say(&message);
        }
        self.show();
        match (end, &self.error) {
            (Some(end), _) => end,
            (None, Some(Message { code, message, help, .. })) => {
                let text = format!("{message}; the results are not complete");
                End::because("failed", code, &self.clean(&text), help.as_deref())
            }
            (None, None) => End::new("complete"),
        }
    }

    /// Says why nothing was found, if the games show it.
    fn look_again(&mut self) {
        let task = &self.search.task;
        let sources = task.sources.iter().fold(Sources::new(), |all, source| source.add_to(all));
        let options = RunOptions { threads: task.threads, ..RunOptions::controlled(&self.search.control) };
        let found = SecondLook::new(&task.set, &sources, &options).map(SecondLook::look);
        for mut message in found.into_iter().flatten() {
            // The page shows no help beside a text.
            if let Some(help) = message.help.take() {
                message.message = format!("{}; {help}", message.message);
            }
            self.say(&message);
        }
    }

    /// Searches all sources; tells if that ends early.
    fn run_all(&mut self) -> Option<End> {
        let Task { set, sources, .. } = &self.search.task;
        let over = || self.search.control.halted().is_some();
        let counts = || sources.iter().map(|source| source.wait_for_count(over));
        let last_game = set.needs_game_count().then(|| counts().sum());
        if set.must_run_in_order().is_some() && sources.len() > 1 {
            // What one game leaves behind counts in the next, wherever it is from; so it must be known where each source begins.
            let mut start = 0;
            let mut starts = Starts::new();
            for (i, count) in counts().enumerate() {
                starts.push((start, i));
                start += count;
            }
            return self.run_some(starts, last_game);
        }
        (0..sources.len()).find_map(|i| self.run_some(vec![(0, i)], last_game))
    }

    /// Searches some sources in one run.
    fn run_some(&mut self, starts: Starts, last_game_number: Option<u64>) -> Option<End> {
        let task = &self.search.task;
        let mine: Vec<Arc<GameSource>> = starts.iter().map(|(_, i)| Arc::clone(&task.sources[*i])).collect();
        let sources = mine.iter().fold(Sources::new(), |all, source| source.add_to(all));
        let (read, before) = (sources.bytes_read(), self.numbers.bytes);
        let control = Arc::clone(&self.search.control);
        let search = SearchOptions { paths: true, last_game_number, control, ..SearchOptions::default() };
        let options = RunOptions { search, threads: task.threads, ..RunOptions::default() };
        let keys: Vec<_> = task.set.sort_keys(0).into_iter().map(|key| (Arc::from(&*key.label), key)).collect();
        let step = rows_of(
            mine.iter().map(|source| Arc::from(&*source.id)).zip(starts.iter().map(|(start, _)| *start)).collect(),
            keys,
        );
        let mut run = match Run::start(&task.set, sources, &options, step) {
            Ok(run) => run,
            Err(message) => {
                return Some(End::because("failed", message.code, &message.message, message.help.as_deref()));
            }
        };
        loop {
            let event = run.next_event();
            self.numbers.bytes = before + read.load(Ordering::Relaxed);
            match event {
                Event::Game(searched) => {
                    if let Some(end) = self.take(*searched) {
                        return Some(end);
                    }
                }
                Event::Empty(empty) => self.numbers.games += empty.games,
                Event::Message(message) => self.say(&message),
                Event::Idle => {}
                Event::Halted(halt) => return Some(self.halted(halt)),
                Event::End => return None,
            }
            if self.shown.elapsed() >= SHOWN_EVERY {
                self.show();
            }
        }
    }

    fn halted(&self, halt: Halt) -> End {
        let seconds = self.search.task.seconds;
        match halt {
            _ if self.search.is_cancelled() => End::new("cancelled"),
            Halt::Stopped => End::new("cancelled"),
            Halt::TimeLimit => {
                End::because("limit", "time-limit", &format!("the search was ended after {seconds} seconds"), None)
            }
            Halt::StepLimit => {
                End::because("limit", "step-limit", "the search was ended after as many steps as it may take", None)
            }
        }
    }

    /// Takes the results of a game; tells if the search ends with it.
    fn take(&mut self, searched: SearchedGame<Vec<Row>>) -> Option<End> {
        if let Some(tabiya::RunErrorKind::Halted(halt)) = searched.failure.as_ref().map(|failure| failure.kind) {
            return Some(self.halted(halt));
        }
        self.numbers.games += 1;
        for event in searched.events {
            if let RunEvent::Message(text) = event {
                let message = Message::new(Severity::Note, "message", text);
                self.say(&Message { game: Some(searched.number), ..message });
            }
        }
        if !searched.damage.messages.is_empty() && self.damaged < MESSAGES / 3 {
            self.damaged += 1;
            searched.damage.messages.iter().for_each(|message| self.say(message));
        }
        self.numbers.matched_games += u64::from(!searched.found.is_empty());
        self.numbers.positions += searched.found.iter().map(|(_, positions)| positions).sum::<u64>();
        let mut rows = searched.output.unwrap_or_default();
        let room = self.search.task.rows - self.kept;
        let full = rows.len() > room;
        rows.truncate(room);
        let bytes = bytes_of(&rows);
        if !self.holds(bytes) {
            let Message { code, message, help, .. } = held_limit(self.search.task.options.limits.held);
            return Some(End::because("limit", code, &message, help.as_deref()));
        }
        self.kept += rows.len();
        self.rows.append(&mut rows);
        if full {
            let text = format!("the search was ended after {} results", self.search.task.rows);
            return Some(End::because("limit", "row-limit", &text, None));
        }
        let failure = searched.failure?;
        let taken = self.failures.take(&failure, self.numbers.games, self.search.task.given_up);
        if taken.is_new {
            self.say(&failure.message);
        }
        let message = taken.ends?;
        Some(End::because("failed", message.code, &message.message, None))
    }

    /// A text without names of temporary files.
    fn clean(&self, text: &str) -> String {
        self.search.task.sources.iter().fold(text.to_owned(), |text, source| source.without_temporary(&text))
    }

    /// Counts bytes of results that are kept for others to look at; `false`, and nothing, if they are too many.
    fn holds(&mut self, bytes: usize) -> bool {
        let held = self.held.saturating_add(bytes);
        let fits = held <= self.search.task.options.limits.held;
        if fits {
            self.held = held;
        }
        fits
    }

    fn say(&mut self, message: &Message) {
        if message.is_error() && self.error.is_none() {
            self.error = Some(message.clone());
        }
        let mut json = json!({
            "severity": match message.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "hint",
            },
            "code": message.code,
            "text": self.clean(&message.message),
        });
        if let Some(file) = &message.file {
            json["file"] = self.clean(file).into();
        }
        if let Some((line, _)) = message.place {
            json["line"] = line.into();
        }
        if let Some(game) = message.game {
            json["game"] = game.into();
        }
        // Rows are worth more than messages.
        let has_room = self.held <= self.search.task.options.limits.held / 2;
        let is_new = self.search.state().messages.len() < MESSAGES;
        let fits = has_room && is_new && self.holds(json.to_string().len());
        let mut state = self.search.state();
        if fits {
            state.messages.push(json);
        } else if !self.more_messages {
            self.more_messages = true;
            let text = "there are more messages, which are left out";
            state.messages.push(json!({"severity": "hint", "code": "more-messages", "text": text}));
        }
    }

    /// Shows others what was found.
    fn show(&mut self) {
        self.shown = Instant::now();
        self.numbers.seconds = self.search.started.elapsed().as_secs_f64();
        let mut state = self.search.state();
        state.rows.append(&mut self.rows);
        state.held = self.held;
        state.numbers = self.numbers;
        drop(state);
        self.search.version.send_modify(|version| *version += 1);
    }
}

/// What is made of a game on the threads that search.
type Step = Box<dyn FnMut(GameResults<'_>) -> Vec<Row> + Send>;

/// The step that makes rows, with the name of each source and the place of its first game.
fn rows_of(
    sources: Vec<(Arc<str>, u64)>,
    keys: Vec<(Arc<str>, tabiya::SortKey)>,
) -> impl Fn() -> Step + Send + Sync + 'static {
    let shared = Arc::new((sources, keys));
    move || {
        let shared = Arc::clone(&shared);
        Box::new(move |results: GameResults<'_>| {
            let (sources, keys) = &*shared;
            let number = sources.partition_point(|(_, start)| *start <= results.place).saturating_sub(1);
            let (source, start) = &sources[number];
            let head = Head::of(results.game, source, results.place - start + 1, Some(results.file));
            Row::of(&results, head, keys)
        })
    }
}
