//! A search that runs: event by event, so that a thread can do nothing else or, where there is one thread for all, a slice of
//! it.

use super::fields::Severity;
use super::rows::{Head, Row, bytes_of};
use super::search::{End, Numbers, Said, Search, Status, Task};
use super::source::GameSource;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tabiya::pipeline::{
    Event, GameResults, Looking, Made, Message, News, Run, RunOptions, RunSummary, STACK, SecondLook, Sources,
    held_limit,
};
use tabiya::printable::thousands;
use tabiya::{Halt, OpeningNames, SearchOptions};
use web_time::Instant;

/// Rows and numbers are shown to others this often.
const SHOWN_EVERY: Duration = Duration::from_millis(40);

/// The number of messages that are kept.
const MESSAGES: usize = 300;

/// The games of several sources in one run: the place of the first game of each.
type Starts = Vec<(u64, usize)>;

/// What a search does.
#[derive(Debug)]
enum Course {
    /// Nothing yet: it may have to be known how many games there are.
    Begins,
    /// It goes through the games of one run. With it comes what is read of them, and the bytes that were read before.
    Searches { run: Box<Run<Vec<Row>>>, read: Arc<AtomicU64>, before: u64 },
    /// Nothing was found, and it looks whether the games show why.
    Looks(Box<Looking>),
}

/// A search while it runs.
#[derive(Debug)]
pub(super) struct Running {
    search: Arc<Search>,
    course: Course,
    /// The runs that are still to come.
    runs: VecDeque<Starts>,
    last_game_number: Option<u64>,
    /// What others have not been shown.
    rows: Vec<Row>,
    numbers: Numbers,
    shown: Instant,
    /// What sums up the runs before this one.
    before: Option<RunSummary>,
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

/// Searches on a thread of its own.
///
/// # Errors
///
/// If no thread can be started.
pub(super) fn spawn(search: &Arc<Search>) -> io::Result<()> {
    let name = format!("search {}", search.id);
    let search = Arc::clone(search);
    let run = move || {
        // A defect ends this search only.
        let end = catch_unwind(AssertUnwindSafe(|| Running::new(Arc::clone(&search)).run()));
        search.finish(end.unwrap_or_else(|_| {
            End::because(
                Status::Failed,
                "internal-error",
                "the program failed on this search",
                Some("please report this"),
            )
        }));
    };
    std::thread::Builder::new().name(name).stack_size(STACK).spawn(run).map(drop)
}

impl Running {
    pub(super) fn new(search: Arc<Search>) -> Running {
        let total_bytes = search.task.sources.iter().map(|source| source.bytes).sum();
        Running {
            course: Course::Begins,
            runs: VecDeque::new(),
            last_game_number: None,
            rows: Vec::new(),
            numbers: Numbers { total_bytes, ..Numbers::default() },
            shown: search.started,
            search,
            before: None,
            damaged: 0,
            error: None,
            kept: 0,
            held: 0,
            more_messages: false,
        }
    }

    /// The search that runs.
    pub(super) fn search(&self) -> &Arc<Search> {
        &self.search
    }

    /// Does everything.
    fn run(mut self) -> End {
        loop {
            if let Some(end) = self.step() {
                return end;
            }
        }
    }

    /// Does what comes next; how the search has ended, if it has.
    pub(super) fn step(&mut self) -> Option<End> {
        let over = match &mut self.course {
            Course::Begins => self.begin(),
            Course::Searches { run, read, before } => {
                let event = run.next_event();
                let &RunSummary { games, matched: matched_games, positions, .. } = run.summary();
                let bytes = *before + read.load(Ordering::Relaxed);
                self.numbers = Numbers { games, matched_games, positions, bytes, ..self.numbers };
                self.take_event(event)
            }
            Course::Looks(looking) => {
                let found = looking.go_on()?;
                self.tell(found);
                Some(None)
            }
        };
        if let Some(end) = over {
            return Some(self.end(end));
        }
        // The first rows are what is waited for.
        let are_first = self.kept > 0 && self.kept == self.rows.len();
        if are_first || self.shown.elapsed() >= SHOWN_EVERY {
            self.show();
        }
        None
    }

    /// The end, unless the search `ends` early.
    fn end(&mut self, ends: Option<End>) -> End {
        self.note_run();
        for message in self.before.iter().flat_map(RunSummary::further_failures).collect::<Vec<_>>() {
            self.say(&message);
        }
        self.show();
        match (ends, &self.error) {
            (Some(end), _) => end,
            (None, Some(Message { code, message, help, .. })) => {
                let text = format!("{message}; the results are not complete");
                End::because(Status::Failed, code, &self.clean(&text), help.as_deref())
            }
            (None, None) => End::new(Status::Complete),
        }
    }

    /// Begins to search when enough is known of the sources.
    fn begin(&mut self) -> Option<Option<End>> {
        let search = Arc::clone(&self.search);
        let Task { set, sources, .. } = &search.task;
        // What one game leaves behind counts in the next, wherever it is from; so it must be known where each source begins.
        let in_one = set.must_run_in_order().is_some() && sources.len() > 1;
        if (in_one || set.needs_game_count())
            && let Some(source) = sources.iter().find(|source| source.count().is_none())
        {
            source.wait();
            return search.control.halted().map(|halt| Some(self.halted(halt)));
        }
        let counts = || sources.iter().map(|source| source.count().unwrap_or(0));
        self.last_game_number = set.needs_game_count().then(|| counts().sum());
        if in_one {
            let mut start = 0;
            let mut starts = Starts::new();
            for (i, count) in counts().enumerate() {
                starts.push((start, i));
                start += count;
            }
            self.runs.push_back(starts);
        } else {
            self.runs.extend((0..sources.len()).map(|i| vec![(0, i)]));
        }
        self.next_run()
    }

    /// Keeps what sums up the run that goes on or has ended.
    fn note_run(&mut self) {
        if let Course::Searches { run, .. } = &self.course {
            self.before = Some(run.summary().clone());
        }
    }

    /// Begins the next run; after the last one, looks why nothing was found.
    fn next_run(&mut self) -> Option<Option<End>> {
        self.note_run();
        if let Some(starts) = self.runs.pop_front() {
            return self.start(starts).err().map(Some);
        }
        let task = &self.search.task;
        if self.error.is_some() || self.numbers.matched_games > 0 || task.counts_only {
            return Some(None);
        }
        let sources = task.sources.iter().fold(Sources::new(), |all, source| source.add_to(all));
        let options = RunOptions { threads: task.threads, ..RunOptions::new().control(&self.search.control) };
        let Some(second) = SecondLook::new(&[&task.set], &sources, &options) else { return Some(None) };
        self.course = Course::Looks(Box::new(second.begin()));
        None
    }

    /// Says what the games show.
    fn tell(&mut self, found: Vec<Message>) {
        for mut message in found {
            // The page shows no help next to a text.
            if let Some(help) = message.help.take() {
                message.message = format!("{}; {help}", message.message);
            }
            self.say(&message);
        }
    }

    /// Begins to search some sources in one run.
    fn start(&mut self, starts: Starts) -> Result<(), End> {
        let task = &self.search.task;
        let mine: Vec<Arc<GameSource>> = starts.iter().map(|(_, i)| Arc::clone(&task.sources[*i])).collect();
        let mut sources = mine.iter().fold(Sources::new(), |all, source| source.add_to(all));
        // Someone who types sees the games first that were added last.
        if task.counts_only && task.set.must_run_in_order().is_none() {
            sources = sources.newest_first();
        }
        let (read, before) = (sources.bytes_read(), self.numbers.bytes);
        let (control, last_game_number) = (Arc::clone(&self.search.control), self.last_game_number);
        let Task { threads, given_up, counts_only, .. } = *task;
        let search = SearchOptions { paths: !counts_only, last_game_number, control, ..SearchOptions::default() };
        let helpers = self.search.helpers.clone();
        let options = RunOptions { search, threads, helpers, given_up, counts_only, ..RunOptions::default() };
        let keys: Vec<_> = task.set.sort_keys(0).into_iter().map(|key| (Arc::from(&*key.label), key)).collect();
        let step = rows_of(
            mine.iter().map(|source| Arc::from(&*source.id)).zip(starts.iter().map(|(start, _)| *start)).collect(),
            keys,
            task.set.openings().cloned(),
            counts_only,
        );
        let mut run = Run::start(&task.set, sources, &options, step)
            .map_err(|message| End::because(Status::Failed, message.code, &message.message, message.help.as_deref()))?;
        if let Some(before) = self.before.take() {
            run.count_from(before);
        }
        self.course = Course::Searches { run: Box::new(run), read, before };
        Ok(())
    }

    fn take_event(&mut self, event: Event<Vec<Row>>) -> Option<Option<End>> {
        match event {
            Event::Made(made) => return self.take(made).map(Some),
            Event::News(News::Message(message)) => self.say(&message),
            Event::News(News::Damaged(damage)) => {
                if !damage.messages.is_empty() && self.damaged < MESSAGES / 3 {
                    self.damaged += 1;
                    damage.messages.iter().for_each(|message| self.say(message));
                }
            }
            Event::News(News::Passed(_) | News::Counted(_) | News::File(_) | News::Idle) => {}
            Event::News(News::Ended(message)) => {
                return Some(Some(End::because(Status::Failed, message.code, &message.message, None)));
            }
            Event::News(News::Halted(halt, _)) => return Some(Some(self.halted(halt))),
            Event::News(News::End) => return self.next_run(),
        }
        None
    }

    fn halted(&self, halt: Halt) -> End {
        let seconds = self.search.task.seconds;
        match halt {
            _ if self.search.is_cancelled() => End::new(Status::Cancelled),
            Halt::Stopped => End::new(Status::Cancelled),
            Halt::TimeLimit => End::because(
                Status::Limit,
                "time-limit",
                &format!("the search was ended after {seconds} seconds"),
                None,
            ),
            Halt::StepLimit => End::because(
                Status::Limit,
                "step-limit",
                "the search was ended after as many steps as it may take",
                None,
            ),
        }
    }

    /// Takes the results of a game; tells if the search ends with it.
    fn take(&mut self, made: Made<Vec<Row>>) -> Option<End> {
        let mut rows = made.output.unwrap_or_default();
        let room = self.search.task.rows - self.kept;
        let full = rows.len() > room;
        rows.truncate(room);
        let bytes = bytes_of(&rows);
        if !self.holds(bytes) {
            let Message { code, message, help, .. } = held_limit(self.search.task.options.limits.held);
            return Some(End::because(Status::Limit, code, &message, help.as_deref()));
        }
        self.kept += rows.len();
        self.rows.append(&mut rows);
        if full {
            let text = format!("the search was ended after {} results", thousands(self.search.task.rows as u64));
            return Some(End::because(Status::Limit, "row-limit", &text, None));
        }
        None
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
        let said = Said {
            severity: message.severity.into(),
            code: message.code,
            text: self.clean(&message.message),
            file: message.file.as_ref().map(|file| self.clean(file)),
            line: message.place.map(|(line, _)| line),
            game: message.game,
        };
        // Rows are worth more than messages.
        let has_room = self.held <= self.search.task.options.limits.held / 2;
        let is_new = self.search.state().messages.len() < MESSAGES;
        let fits = has_room && is_new && self.holds(said.text.len());
        let mut state = self.search.state();
        if fits {
            state.messages.push(said);
        } else if !self.more_messages {
            self.more_messages = true;
            let (severity, text) = (Severity::Hint, "there are more messages, which are left out".into());
            state.messages.push(Said { severity, code: "more-messages", text, file: None, line: None, game: None });
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

/// The result made of a game on the threads that search.
type Step = Box<dyn FnMut(GameResults<'_>) -> Vec<Row> + Send>;

/// The step that makes rows, unless numbers are enough, with the name of each source and the place of its first game.
fn rows_of(
    sources: Vec<(Arc<str>, u64)>,
    keys: Vec<(Arc<str>, tabiya::SortKey)>,
    openings: Option<Arc<OpeningNames>>,
    counts_only: bool,
) -> impl Fn() -> Step + Send + Sync + 'static {
    let shared = Arc::new((sources, keys, openings));
    move || {
        let shared = Arc::clone(&shared);
        Box::new(move |results: GameResults<'_>| {
            if counts_only {
                return Vec::new();
            }
            let (sources, keys, openings) = &*shared;
            let number = sources.partition_point(|(_, start)| *start <= results.place).saturating_sub(1);
            let (source, start) = &sources[number];
            let names = OpeningNames::or_builtin(openings.as_ref());
            let head = Head::of(results.game, names, (source, results.place - start + 1), Some(results.file));
            Row::of(&results, head, keys)
        })
    }
}
