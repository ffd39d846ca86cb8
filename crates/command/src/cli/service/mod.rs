//! What other programs ask of Tabiya: queries, searches and games, as JSON, whatever way the requests come.
//!
//! ```text
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
//! marks      what matches in one game, with squares, arrows and reasons
//! observed   why a query matches at a position
//! automata   the automata of sequences, and where runs are in them
//! asking     questions put with a board
//!   joined     their text within a query that says more
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

// Only HTTP has searches that end when nobody listens, and asks as Lichess's explorer is asked.
#![cfg_attr(not(feature = "serve"), allow(dead_code))]

mod asking;
mod automata;
mod copy;
mod dropped;
#[cfg(feature = "serve")]
mod evaluation;
mod explorer;
mod export;
mod failure;
mod follow;
mod helping;
mod html;
mod joined;
mod list;
mod marks;
mod next;
mod observed;
mod pages;
mod places;
mod queries;
mod requests;
mod rows;
mod running;
mod search;
mod searches;
mod shelf;
mod source;
mod tree;
mod walk;
mod written;

#[cfg(feature = "serve")]
pub(crate) use evaluation::EvaluationAsked;
#[cfg(feature = "serve")]
pub(crate) use explorer::Explored;
pub(crate) use export::ExportAs;
#[cfg(feature = "serve")]
pub(crate) use export::Exported;
pub(crate) use failure::{Failure, Kind, short};
pub(crate) use follow::{Follower, Next};
pub use helping::{HelperBatch, SearchHelper};
pub(crate) use next::{MovesAsked, NextAsked};
pub(crate) use pages::{AnswerGiven, FoundBy, NamedPage};
pub(crate) use requests::{
    AboutQuery, Asking, AutomatonAsked, Listed, NamedGame, NamedWord, TallyBy, Wanted, WhyAsked,
};
pub(crate) use rows::Filters;
pub(crate) use search::Search;
pub(crate) use searches::Searches;
pub(crate) use shelf::Shelf;
pub(crate) use walk::Walk;
#[cfg(feature = "serve")]
pub(crate) use walk::beginning_with;
pub(crate) use written::Written;

use super::report::{Message, Report};
use crate::cli::options::reading_args::setting;
use crate::cli::options::service_args::ServiceArgs;
use asking::ask_json;
use automata::Along;
use clap::Args;
use dropped::Dropped;
use joined::Joined;
use queries::{QueryText, errors};
use requests::{DialectName, Values};
use search::Task;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tabiya::printable::line;
use tabiya::syntax::Dialect;
use tabiya::syntax::assist::Ask;
use tabiya::uci::UciEngine;
use tabiya::{ChessEngine, FileAccess, Game, QueryOptions, QuerySet, RunControl};
use tree::GameJson;
use web_time::Instant;

/// How queries are read, and how far searches go.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) options: QueryOptions,
    pub(crate) dialect: Dialect,
    /// The time limit of a search.
    pub(crate) seconds: f64,
    /// The number of rows after which a search ends.
    pub(crate) rows: usize,
    /// The number of games given up at a limit that ends a search.
    pub(crate) given_up: u64,
    pub(crate) threads: Option<NonZeroUsize>,
    /// The chess engine, which queries may ask, too.
    pub(crate) engine: Option<Arc<UciEngine>>,
}

impl Settings {
    /// What the options mean. Queries cannot open files.
    pub(crate) fn new(args: &ServiceArgs) -> Settings {
        let (dialect, allowance) = (args.dialect.into(), args.limits.allowance());
        let (limits, files) = (allowance.limits, FileAccess::none());
        let engine = args.engine.engine(false);
        let asked = engine.clone().map(|engine| engine as Arc<dyn ChessEngine>);
        Settings {
            dialect,
            options: QueryOptions { dialect, limits, files, engine: asked, ..QueryOptions::default() },
            engine,
            seconds: args.time_limit.as_secs_f64(),
            rows: args.row_limit as usize,
            given_up: allowance.given_up,
            threads: args.threads.and_then(|threads| NonZeroUsize::new(threads.into())),
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

/// What all requests share.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) settings: Settings,
    pub(crate) shelf: Shelf,
    pub(crate) searches: Searches,
}

impl Service {
    fn text(&self, text: String, dialect: Option<DialectName>) -> QueryText {
        let dialect = match dialect {
            None | Some(DialectName::Auto) => self.settings.dialect,
            Some(DialectName::Five) => Dialect::Five,
            Some(DialectName::Six) => Dialect::Six,
        };
        QueryText { text, dialect, settings: Vec::new() }
    }

    /// A query with values of its parameters.
    fn query(&self, text: String, dialect: Option<DialectName>, values: Values) -> Result<QueryText, Failure> {
        let checked = |(name, value): (String, String)| {
            let same = |(known, _): &(String, String)| *known == name;
            let pair = setting(&format!("{name}={value}")).map_err(Failure::bad_request)?;
            Some(pair).filter(same).ok_or_else(|| Failure::bad_request("this is no name of a parameter"))
        };
        let settings = values.into_iter().map(checked).collect::<Result<_, Failure>>()?;
        Ok(QueryText { settings, ..self.text(text, dialect) })
    }

    /// A service without threads and files, with the sample games: [`work`](Self::work) goes on with what others have threads
    /// for.
    ///
    /// # Errors
    ///
    /// If the options have no defaults.
    pub(crate) fn here() -> Result<Service, clap::Error> {
        let args: ServiceArgs = parsed(["tabiya", "--threads", "1"])?;
        let (shelf, searches) = (Shelf::here(), Searches::here());
        shelf.add_samples();
        Ok(Service { settings: Settings::new(&args), shelf, searches })
    }

    /// Goes on with searches, and then with sources that have not been gone through, for about so long; true while there is
    /// more to do.
    pub(crate) fn work(&self, time: Duration) -> bool {
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

    /// The games that are there from the start. A source that cannot be read stays on the shelf with its problem.
    ///
    /// # Errors
    ///
    /// If a path means no file.
    pub(crate) fn add_games(&self, games: &[PathBuf], report: &Report) -> Result<(), Message> {
        for path in games {
            let added = self.shelf.add_path(Walk::whole(&path.to_string_lossy())).map_err(|failure| {
                let message = Message::error("unreadable-file", failure.message);
                message.help("name PGN files, folders of them, or database files")
            })?;
            for problem in added.iter().filter_map(|source| source.problem()) {
                report.say(&Message::error("unreadable-file", problem));
            }
        }
        Ok(())
    }

    /// The limits of a search, for clients.
    pub(crate) fn limits(&self) -> Value {
        let Settings { options, seconds, rows, .. } = &self.settings;
        json!({"seconds": seconds, "memory": options.limits.memory, "rows": rows})
    }

    /// All sources.
    pub(crate) fn sources(&self) -> Value {
        self.shelf.all().iter().map(|source| source.to_json()).collect()
    }

    /// Adds the sources that a path means.
    pub(crate) fn open(&self, path: &str, control: &RunControl) -> Result<Value, Failure> {
        let added = self.shelf.add_path(Walk::bounded(path, control))?;
        Ok(added.iter().map(|source| source.to_json()).collect())
    }

    /// Adds games that are given as text.
    pub(crate) fn open_text(&self, name: &str, pgn: &str) -> Result<Value, Failure> {
        let failed = |error: io::Error| Failure::no_room("the games cannot be kept", &error);
        let mut file = self.shelf.temporary()?;
        file.write_all(pgn.as_bytes()).map_err(failed)?;
        Ok(json!([self.add_dropped(name, file)]))
    }

    /// Adds a file of games that came with a request. Its name is shown, and nothing is opened by it.
    pub(crate) fn add_dropped(&self, name: &str, file: Dropped) -> Value {
        self.shelf.add_dropped(plain_name(name), file).to_json()
    }

    /// The same with its bytes, which stay in memory.
    pub(crate) fn add_bytes(&self, name: &str, bytes: Vec<u8>) -> Value {
        self.shelf.add_bytes(plain_name(name), Arc::new(bytes)).to_json()
    }

    /// Everything that is known of a query without games.
    pub(crate) fn check(&self, asked: AboutQuery) -> Result<Value, Failure> {
        let options = QueryOptions {
            variations: asked.variations.or(self.settings.options.variations),
            ..self.settings.options.clone()
        };
        Ok(queries::check(&self.query(asked.query, asked.dialect, asked.settings)?, &options))
    }

    /// What can stand at a place of a query.
    pub(crate) fn complete(&self, asked: AboutQuery) -> Value {
        queries::completion(&self.text(asked.query, asked.dialect), asked.at)
    }

    /// The text of a question put with a board, within the text around it.
    pub(crate) fn ask(&self, asking: Asking) -> Result<Value, Failure> {
        let Asking { ask, before, after, dialect } = asking;
        let question = self.text(ask.query()?, dialect);
        Ok(Joined::new(&question.text, (&before, &after), question.dialect).to_json())
    }

    /// The question that a text puts, or null.
    pub(crate) fn asked(&self, asked: AboutQuery) -> Value {
        let query = self.text(asked.query, asked.dialect);
        Ask::of(&query.text, query.dialect).map_or(Value::Null, |ask| ask_json(&ask))
    }

    /// Why a query matches at a position, or why not.
    pub(crate) fn why(&self, asked: WhyAsked) -> Result<Value, Failure> {
        let query = self.query(asked.query, asked.dialect, asked.settings)?;
        let mut game = Game::new();
        self.shelf.get(&asked.source)?.read(asked.game, &mut game)?;
        observed::why(&query, &game, asked.node, &self.settings.options)
    }

    /// The automata of a query's sequences.
    pub(crate) fn automata(&self, asked: AutomatonAsked) -> Result<Value, Failure> {
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
    pub(crate) fn explain(&self, asked: AutomatonAsked) -> Result<Value, Failure> {
        let query = self.query(asked.query.clone(), asked.dialect, asked.settings.clone())?;
        let mut json = queries::meaning(&query, &self.settings.options)?;
        if let (Some(source), Some(game), Some(node)) = (asked.source.clone(), asked.game, asked.node) {
            let (query, settings) = (asked.query.clone(), asked.settings.clone());
            let at = WhyAsked { query, dialect: asked.dialect, source, game, node, settings };
            join(&mut json, self.why(at)?);
        }
        join(&mut json, self.automata(asked)?);
        Ok(json)
    }

    /// Games of a source.
    pub(crate) fn games(&self, asked: &Listed) -> Result<Value, Failure> {
        list::list(&*self.shelf.get(&asked.source)?, asked.from, asked.count, asked.text.as_deref())
    }

    /// One game with all its positions.
    pub(crate) fn game(&self, named: &NamedGame) -> Result<Written, Failure> {
        let source = self.shelf.get(&named.source)?;
        let mut game = Game::new();
        let file = source.read(named.game, &mut game)?;
        let file = file.filter(|_| game.number() != named.game);
        Written::new(&GameJson { game: &game, source: &source.id, place: named.game, file: file.as_deref() })
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
    pub(crate) fn tally(&self, search: &Search, asked: &TallyBy) -> Value {
        // A row is shared with its game, so a copy costs little.
        let rows = search.state().rows.clone();
        json!(rows::tally(&rows, asked.by, &asked.filters))
    }

    /// The results of a search as the bytes of a file.
    pub(crate) fn export_bytes(&self, search: &Search, how: (ExportAs, Filters)) -> Result<Vec<u8>, Failure> {
        export::export_bytes(search, how, search.time_of_its_own())
    }

    /// The results of a search as a file.
    #[cfg(feature = "serve")]
    pub(crate) fn export(
        &self,
        search: &Search,
        how: (ExportAs, Filters),
        control: Arc<RunControl>,
    ) -> Result<Exported, Failure> {
        let folder = self.shelf.folder().map_err(|error| Failure::no_room("the file cannot be made", &error))?;
        export::export(search, how, folder, control)
    }
}

/// The options that words mean, which no command line has.
fn parsed<A: Args>(words: impl IntoIterator<Item: Into<OsString> + Clone>) -> Result<A, clap::Error> {
    A::from_arg_matches(&A::augment_args(clap::Command::new("tabiya")).try_get_matches_from(words)?)
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
