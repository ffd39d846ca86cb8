//! What other programs ask of Tabiya: queries, searches and games, as JSON, no matter which way the requests come.
//!
//! ```text
//! fields     what requests and answers consist of, and how that is said
//! requests   what requests say
//! failure    why one is not answered as asked
//! written    JSON that is written at once
//! shelf      the sources of games
//!   walk       the files that a path means
//!   dropped    a file that is dropped on the page
//!   source     one of them: its games, each by its place
//!     places     where the games of a PGN file begin
//!     copy       what a compressed file holds, on disk
//! searches   all searches
//!   search     one of them, and what it has found
//!   running    what it does, on threads of its own or a slice at a time
//!   helping    other instances of the program that look through its games
//!   rows       its rows, which are counted and filtered
//!   follow     its events, as one client takes them
//! queries    the text of a query: errors, completion, help, meaning
//! list, tree games as a list, and one game with all positions
//! embedded   a game with its matches in a document that nobody answers
//!   changes    moves as what they change on the board
//! marks      what matches in one game, with squares, arrows and reasons
//! observed   why a query matches at a position
//! automata   the automata of sequences, and where runs are in them
//! joined     the text of a question put with a board, within a query that says more
//! evaluation what a chess engine thinks of a position
//! explorer   what was played in a position, as Lichess's explorer answers it
//! next       the same as the page shows it, for the sources or the games of a search
//! export     results as files
//! pages      the book beside the query, and answers to the exercises of its lessons
//!   html       the book as HTML
//! ```
//!
//! `serve` puts this behind HTTP for the page in the browser, `engine` behind lines of JSON for programs that start
//! Tabiya themselves, and `desk` behind calls. They have the same requests and answers, which
//! `docs/src/command/serve-api.md` describes. Nothing here waits for a client, and every method may take its time. A service
//! that is made [`here`](Service::here) has neither threads nor files.

pub(crate) mod automata;
mod changes;
pub(crate) mod compare;
mod copy;
mod dropped;
mod embedded;
pub(crate) mod evaluation;
mod explorer;
mod export;
pub(crate) mod failure;
pub(crate) mod fields;
pub(crate) mod follow;
mod helping;
mod html;
pub(crate) mod joined;
mod kept;
pub(crate) mod list;
pub(crate) mod marks;
pub(crate) mod next;
pub(crate) mod observed;
pub(crate) mod pages;
mod places;
pub(crate) mod queries;
pub(crate) mod requests;
pub(crate) mod rows;
mod running;
pub(crate) mod search;
mod searches;
mod shelf;
pub(crate) mod source;
pub(crate) mod tree;
mod walk;
mod written;

pub use embedded::{embedded_game, embedded_match};
pub use evaluation::EvaluationAsked;
pub use explorer::Explored;
pub use export::{ExportAs, ExportFormat, ExportRows, Exported, MakeFile, Wish};
pub use failure::{Failure, Kind, short};
pub use follow::{Follower, Next};
pub use helping::{HelperBatch, SearchHelper};
pub use kept::Kept;
pub use marks::Marker;
pub use rows::Filters;
pub use search::Search;
pub use searches::Searches;
pub use shelf::Shelf;
pub use walk::Walk;
pub use walk::beginning_with;
pub use written::Written;

use automata::{Along, Automaton};
use dropped::Dropped;
use fields::answers;
use joined::{Asked, Joined};
use list::GameList;
use observed::{Observed, Part};
use queries::{Check, Completion, Meaning, QueryText, errors};
pub(crate) use requests::DialectName;
use requests::{AboutQuery, Asking, AutomatonAsked, Listed, NamedGame, TallyBy, Values, Wanted, WhyAsked};
use search::Task;
use serde_json::{Value, json};
use source::KnownSource;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tabiya::printable::line;
use tabiya::syntax::assist::{Ask, AskError};
use tabiya::syntax::{Dialect, TokenClass, tokens};
use tabiya::uci::UciEngine;
use tabiya::{FileAccess, Game, OpeningNames, QueryOptions, QuerySet, RunControl};
use tree::game_tree;
use web_time::Instant;

/// How queries are read, and how far searches go.
#[derive(Debug)]
pub struct Settings {
    /// How queries are read, what they may do, and what they may use.
    pub options: QueryOptions,
    /// The dialect of queries that name none.
    pub dialect: Dialect,
    /// The time limit of a search.
    pub seconds: f64,
    /// The number of rows after which a search ends.
    pub rows: usize,
    /// The number of games given up at a limit that ends a search.
    pub given_up: u64,
    /// The number of threads of each search; one for each processor, if it is not given.
    pub threads: Option<NonZeroUsize>,
    /// The chess engine, which queries may ask as well.
    pub engine: Option<Arc<UciEngine>>,
    /// True if the program is about to end, so that nothing long is begun or gone on with.
    pub ends: fn() -> bool,
    /// Makes files of results, if there is anything here that does.
    pub make_file: Option<MakeFile>,
}

/// The number of games given up at a limit before a run ends, if they are at least one in twenty of those searched.
pub const GIVEN_UP: u64 = 5;

impl Default for Settings {
    /// Ten minutes and 100,000 rows for each search. Queries cannot open files.
    fn default() -> Settings {
        Settings {
            options: QueryOptions { files: FileAccess::none(), ..QueryOptions::default() },
            dialect: Dialect::Auto,
            seconds: 600.0,
            rows: 100_000,
            given_up: GIVEN_UP,
            threads: None,
            engine: None,
            ends: || false,
            make_file: None,
        }
    }
}

/// The query of a search, and how long it may take.
struct Planned {
    query: QueryText,
    set: QuerySet,
    options: QueryOptions,
    seconds: f64,
}

answers! {
    /// What a query means, with the automata of its sequences; at a position of a game also why it matches there or not.
    Explained {
        #[serde(flatten)] meaning: Meaning, #[serde(flatten)] automata: Automaton;
        matches: bool, parts: Vec<Part>, order: String
    }
}

/// What all requests share.
#[derive(Debug)]
pub struct Service {
    /// How requests are answered.
    pub settings: Settings,
    /// The games.
    pub shelf: Shelf,
    /// The searches.
    pub searches: Searches,
}

impl Service {
    /// The names of openings.
    fn names(&self) -> &OpeningNames {
        OpeningNames::or_builtin(self.settings.options.openings.as_ref())
    }

    fn text(&self, text: String, dialect: Option<DialectName>) -> QueryText {
        let dialect = match dialect {
            None | Some(DialectName::Auto) => self.settings.dialect,
            Some(chosen) => chosen.into(),
        };
        QueryText { text, dialect, settings: Vec::new() }
    }

    /// A query with values of its parameters.
    fn query(&self, text: String, dialect: Option<DialectName>, values: Values) -> Result<QueryText, Failure> {
        let checked = |(name, value): (String, String)| {
            let same = |(known, _): &(String, String)| *known == name;
            let pair = setting(&format!("{name}={value}")).map_err(Failure::bad_request)?;
            Some(pair).filter(same).ok_or_else(|| Failure::bad_request("this is not the name of a parameter"))
        };
        let settings = values.into_iter().map(checked).collect::<Result<_, Failure>>()?;
        Ok(QueryText { settings, ..self.text(text, dialect) })
    }

    /// A service without threads and files, with the sample games: [`work`](Self::work) goes on with what others have threads
    /// for.
    pub fn here(settings: Settings) -> Service {
        let (shelf, searches) = (Shelf::here(), Searches::here());
        shelf.add_samples();
        Service { settings: Settings { threads: Some(NonZeroUsize::MIN), ..settings }, shelf, searches }
    }

    /// Goes on with searches, and then with sources that have not been gone through, for about this long; true while there is
    /// more to do.
    pub fn work(&self, time: Duration) -> bool {
        let started = Instant::now();
        loop {
            if self.searches.work(time.saturating_sub(started.elapsed())) {
                return true;
            }
            if !self.shelf.go_on() {
                return false;
            }
            if started.elapsed() >= time {
                return true;
            }
        }
    }

    /// The games that are there from the start, and the errors of those that cannot be read: they stay on the shelf.
    ///
    /// # Errors
    ///
    /// If a path means no file.
    pub fn add_games(&self, games: &[PathBuf]) -> Result<Vec<String>, Failure> {
        let mut problems = Vec::new();
        for path in games {
            let added = self.shelf.add_path(Walk::whole(&path.to_string_lossy()))?;
            problems.extend(added.iter().filter_map(|source| source.problem()));
        }
        Ok(problems)
    }

    /// The limits of a search, for clients.
    fn limits(&self) -> Value {
        let Settings { options, seconds, rows, .. } = &self.settings;
        json!({"seconds": seconds, "memory": options.limits.memory, "rows": rows})
    }

    /// What it is, for all clients.
    pub fn about(&self) -> Value {
        json!({
            "version": env!("CARGO_PKG_VERSION"), "dialects": ["6", "5"], "limits": self.limits(), "sources": self.sources(),
        })
    }

    /// The same with what the page wants to know: the most bytes of a file that is dropped, whether no files are taken, the
    /// query that it begins with.
    pub fn about_page(&self, drop_bytes: u64, only_given: bool, query: Option<&str>) -> Value {
        let mut about = self.about();
        about["limits"]["dropBytes"] = drop_bytes.into();
        join(&mut about, json!({"languages": ["en"], "fileAccess": false, "onlyGiven": only_given, "query": query}));
        about
    }

    /// All sources.
    pub(crate) fn sources(&self) -> Vec<KnownSource> {
        self.shelf.all().iter().map(|source| source.known()).collect()
    }

    /// Adds the sources that a path means.
    pub fn open(&self, path: &str, control: &RunControl) -> Result<Value, Failure> {
        let added = self.shelf.add_path(Walk::bounded(path, control))?;
        Ok(json!(added.iter().map(|source| source.known()).collect::<Vec<_>>()))
    }

    /// Adds games that are given as text.
    pub fn open_text(&self, name: &str, pgn: &str) -> Result<Value, Failure> {
        let failed = |error: io::Error| Failure::no_room("the games cannot be kept", &error);
        let mut file = self.shelf.temporary()?;
        file.write_all(pgn.as_bytes()).map_err(failed)?;
        Ok(json!([self.add_dropped(name, file)]))
    }

    /// Adds a file of games that came with a request. Its name is shown, and nothing is opened by it.
    pub fn add_dropped(&self, name: &str, file: Dropped) -> Value {
        json!(self.shelf.add_dropped(plain_name(name), file).known())
    }

    /// The same with its bytes, which stay in memory.
    pub fn add_bytes(&self, name: &str, bytes: Vec<u8>) -> Value {
        json!(self.shelf.add_bytes(plain_name(name), Arc::new(bytes)).known())
    }

    /// Everything that is known of a query without games.
    pub(crate) fn check(&self, asked: AboutQuery) -> Result<Check, Failure> {
        let options = QueryOptions {
            variations: asked.variations.or(self.settings.options.variations),
            ..self.settings.options.clone()
        };
        Ok(queries::check(&self.query(asked.query, asked.dialect, asked.settings)?, &options))
    }

    /// The words that can be at a place of a query.
    pub(crate) fn complete(&self, asked: AboutQuery) -> Completion {
        queries::completion(&self.text(asked.query, asked.dialect), asked.at)
    }

    /// The text of a question put with a board, within the text around it.
    pub(crate) fn ask(&self, asking: Asking) -> Result<Asked, Failure> {
        let Asking { ask, before, after, dialect } = asking;
        let refused = |error: AskError| Failure::new(Kind::Unprocessable, "nothing-asked", error.to_string());
        let question = self.text(ask.query().map_err(refused)?, dialect);
        Ok(Joined::new(&question.text, (&before, &after), question.dialect).answer())
    }

    /// The question that a text puts, or null.
    pub(crate) fn asked(&self, asked: AboutQuery) -> Option<Ask> {
        let query = self.text(asked.query, asked.dialect);
        Ask::of(&query.text, query.dialect)
    }

    /// Why a query matches at a position, or why not.
    pub(crate) fn why(&self, asked: WhyAsked) -> Result<Observed, Failure> {
        let query = self.query(asked.query, asked.dialect, asked.settings)?;
        let mut game = Game::new();
        self.shelf.get(&asked.source)?.read(asked.game, &mut game)?;
        observed::why(&query, &game, asked.node, &self.settings.options)
    }

    /// The automata of a query's sequences.
    pub(crate) fn automata(&self, asked: AutomatonAsked) -> Result<Automaton, Failure> {
        let query = self.query(asked.query, asked.dialect, asked.settings)?;
        let source = asked.source.map(|id| self.shelf.get(&id)).transpose()?;
        let mut game = Game::new();
        let along = match (source, asked.game, asked.node) {
            (Some(source), Some(number), Some(node)) => {
                source.read(number, &mut game)?;
                Some(Along { game: &game, node, through: asked.through.unwrap_or(node) })
            }
            _ => None,
        };
        automata::automata(&query, along, &self.settings.options)
    }

    /// What a query means and the automata of its sequences; with a position of a game, also why it matches there or not.
    pub(crate) fn explain(&self, asked: AutomatonAsked) -> Result<Explained, Failure> {
        let AutomatonAsked { query, dialect, source, game, node, settings, .. } = asked.clone();
        let meaning = queries::meaning(&self.query(query.clone(), dialect, settings.clone())?, &self.settings.options)?;
        let at = source.zip(game).zip(node);
        let why = at.map(|((source, game), node)| self.why(WhyAsked { query, dialect, source, game, node, settings }));
        let automata = self.automata(asked)?;
        let Some(Observed { matches, parts, order }) = why.transpose()? else {
            return Ok(Explained { meaning, automata, matches: None, parts: None, order: None });
        };
        Ok(Explained { meaning, automata, matches: Some(matches), parts: Some(parts), order })
    }

    /// Games of a source.
    pub(crate) fn games(&self, asked: &Listed) -> Result<GameList, Failure> {
        let Listed { source, from, count, text } = asked;
        list::list((&*self.shelf.get(source)?, self.names()), from.unwrap_or(1), count.unwrap_or(100), text.as_deref())
    }

    /// One game with all its positions.
    pub(crate) fn game(&self, named: &NamedGame) -> Result<Written, Failure> {
        let source = self.shelf.get(&named.source)?;
        let mut game = Game::new();
        let file = source.read(named.game, &mut game)?;
        let file = file.filter(|_| game.number() != named.game);
        Written::new(&game_tree(&game, (&source.id, named.game), file.as_deref()))
    }

    /// Reads the query of a search, and plans it.
    fn plan(&self, wanted: &Wanted) -> Result<Planned, Failure> {
        let settings = &self.settings;
        let query = self.query(wanted.query.clone(), wanted.dialect, wanted.settings.clone())?;
        let options = QueryOptions { variations: wanted.variations, ..settings.options.clone() };
        let set = query.plan(&options).map_err(|error| Failure::query(errors(&query.text, &error)))?;
        let seconds = wanted.seconds.filter(|seconds| *seconds > 0.0).unwrap_or(settings.seconds);
        Ok(Planned { query, set, options, seconds: seconds.min(settings.seconds) })
    }

    /// Begins a search.
    pub(crate) fn search(&self, wanted: Wanted) -> Result<Arc<Search>, Failure> {
        let settings = &self.settings;
        let Planned { query, set, options, seconds } = self.plan(&wanted)?;
        let sources = match wanted.sources {
            Some(ids) => self.shelf.named(&ids)?,
            None => self.shelf.all(),
        };
        if sources.is_empty() {
            return Err(Failure::bad_request("a search needs sources"));
        }
        let most = settings.threads.map_or(1024, NonZeroUsize::get);
        let threads = wanted.threads.and_then(|threads| NonZeroUsize::new(threads.get().min(most)));
        let task = Task {
            query,
            set,
            options,
            sources,
            seconds,
            rows: wanted.limit.unwrap_or(settings.rows).min(settings.rows),
            given_up: settings.given_up,
            threads: threads.or(settings.threads),
            counts_only: wanted.counts_only,
        };
        self.searches.start(task)
    }

    /// All matches of a search in one game.
    pub(crate) fn found(&self, search: &Search, named: &NamedGame) -> Result<Written, Failure> {
        let missing = || Failure::missing("no-source", "this search has not searched this source");
        let source = search.source(&named.source).ok_or_else(missing)?;
        let mut game = Game::new();
        source.read(named.game, &mut game)?;
        marks::found(&search.task, &game)
    }

    /// The results of a search, counted.
    pub(crate) fn tally(&self, search: &Search, asked: &TallyBy) -> Vec<rows::Tally> {
        // A row is shared with its game, so a copy costs little.
        let rows = search.state().rows.clone();
        rows::tally(&rows, asked.by, &asked.filters)
    }

    /// The results of a search as the bytes of a file.
    pub fn export_bytes(&self, search: &Search, how: (ExportAs, Filters)) -> Result<Vec<u8>, Failure> {
        export::export_bytes(search, how, (self.settings.make_file, search.time_of_its_own()))
    }

    /// The results of a search as a file.
    pub fn export(
        &self,
        search: &Search,
        how: (ExportAs, Filters),
        control: Arc<RunControl>,
    ) -> Result<Exported, Failure> {
        let folder = self.shelf.folder().map_err(|error| Failure::no_room("the file cannot be made", &error))?;
        export::export(search, how, folder, (self.settings.make_file, control))
    }
}

/// Reads the value of a parameter: `MIN=2600`.
///
/// # Errors
///
/// The error, as text.
pub fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write a name, `=` and a value: --set MIN=2600")?;
    let name = name.trim();
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !starts || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Err("a parameter has a name of letters, digits and `_`: --set MIN=2600".into());
    }
    if tokens(name).first().is_none_or(|(class, _)| *class != TokenClass::Name) {
        return Err(format!("`{name}` cannot be the name of a parameter, because it means something else in a query"));
    }
    match value.contains(['"', '\\', '\n', '\r']) {
        true => Err("a value has no quotes, backslashes and line breaks".into()),
        false => Ok((name.to_owned(), value.to_owned())),
    }
}

/// The name of a file that came from elsewhere, by which nothing is opened.
fn plain_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    if name.is_empty() { "dropped.pgn".to_owned() } else { short(&line(name)) }
}

/// Puts the fields of an object into another one.
fn join(json: &mut Value, other: Value) {
    if let (Some(json), Value::Object(other)) = (json.as_object_mut(), other) {
        json.extend(other);
    }
}
