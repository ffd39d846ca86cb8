//! The matches of a query as rows.

use crate::conditions::Conditions;
use crate::facts::{Read, View, fact, only_result, place, projected, schema};
use crate::stream::{Output, RowStream, Scan, failed};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::plan_err;
use datafusion::error::{DataFusionError, Result};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabiya::chess::MoveList;
use tabiya::game::MoveTokens;
use tabiya::pipeline::{GameTest, MatchesIn, RunOptions, Sources};
use tabiya::rows::{Batches, CATALOGUE, Cell, Choice, ColumnType, Columns, Entry, Part, Row};
use tabiya::syntax::{Dialect, SourceView};
use tabiya::{FileAccess, Files, Game, Limits, ParsedQuery, QueryOptions, QuerySet, Scratch, Source, SyzygyTables};

/// Rows are handed over when they have waited for this time.
const PATIENCE: Duration = Duration::from_millis(500);

/// Options of a query. With its text they say everything about it, so that it can be read again elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CqlOptions {
    /// The dialect of the query; by default its text decides.
    pub dialect: Dialect,
    /// True if variations are searched; `None` (the default) if the header of the query decides.
    pub variations: Option<bool>,
    /// Further columns: a name, and an expression that is evaluated at each match.
    pub selects: Vec<(String, String)>,
    /// True if there is a row for each position of the sequence of a match, and not one for the match.
    pub steps: bool,
    /// True if the rows are the games in which the query matches nowhere.
    pub unmatched: bool,
    /// What the query may use.
    pub resources: Resources,
}

/// The resources of queries: files, tablebases, steps and memory. Paths are the same on every machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Values of parameters, by their names.
    pub settings: Vec<(String, String)>,
    /// The folders below which queries may open files; none (the default) for no files.
    pub files: Vec<String>,
    /// The folder with Syzygy tables.
    pub syzygy: Option<String>,
    /// Limits, by their names ([`Limits::set`]).
    pub limits: Vec<(String, u64)>,
}

impl Resources {
    /// The options of a query that may use them.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read, or if there is no limit of a name.
    fn of_query(&self) -> Result<QueryOptions> {
        let wrong = |what: &str, error: &dyn std::fmt::Display| DataFusionError::Plan(format!("{what}: {error}"));
        let mut options = QueryOptions { settings: self.settings.clone(), ..QueryOptions::default() };
        for (name, value) in &self.limits {
            if !options.limits.set(name, *value) {
                let names: Vec<&str> = Limits::names().collect();
                return plan_err!("there is no limit {name}; the limits are {}", names.join(", "));
            }
        }
        options.files =
            FileAccess::below(&self.files).map_err(|error| wrong("cannot use the folders of --files", &error))?;
        if let Some(folder) = &self.syzygy {
            let tables = SyzygyTables::open(folder).map_err(|error| wrong(&format!("cannot read {folder}"), &error))?;
            if tables.files() == 0 {
                return plan_err!("{folder} contains no Syzygy tables (files such as KQvKP.rtbw)");
            }
            options.tables = Some(Arc::new(tables));
        }
        Ok(options)
    }
}

impl CqlOptions {
    /// A query read with these options, ready to be searched, and what it may open.
    fn read(&self, text: &str) -> Result<(QuerySet, FileAccess)> {
        let of_resources = self.resources.of_query()?;
        let (dialect, variations, selects) = (self.dialect, self.variations, self.selects.clone());
        let options = QueryOptions { dialect, variations, selects, ..of_resources };
        let read = || {
            let mut parsed = [ParsedQuery::parse(Source { name: "query".into(), text: text.into() }, &options)?];
            if self.unmatched {
                parsed[0].header_mut().match_count = Some((0, 0));
            }
            ParsedQuery::check_settings(&parsed, &options)?;
            QuerySet::new(parsed.into(), &options)
        };
        let set = read().map_err(|error| DataFusionError::External(Box::new(error)))?;
        Ok((set, options.files))
    }
}

/// A query, ready to be searched. A copy shares everything with the original.
#[derive(Clone, Debug)]
pub struct CqlQuery {
    text: Arc<str>,
    options: Arc<CqlOptions>,
    set: QuerySet,
    /// What `readfile` may open.
    files: FileAccess,
    /// The names of its columns, with their types.
    columns: Arc<[(String, ColumnType)]>,
}

impl CqlQuery {
    /// Reads a query.
    ///
    /// # Errors
    ///
    /// A [`tabiya::QueryError`] as [`DataFusionError::External`] if the query cannot run; or if two selected columns have one name.
    pub fn read_text(text: &str, options: &CqlOptions) -> Result<CqlQuery> {
        let mut names = HashSet::new();
        if let Some((twice, _)) = options.selects.iter().find(|(name, _)| !names.insert(name)) {
            return plan_err!("two selected columns are called {twice}");
        }
        if options.steps && options.unmatched {
            return plan_err!("games in which nothing matches have no steps: rows => 'steps' or unmatched => true");
        }
        let (set, files) = options.read(text)?;
        if options.steps && !set.has_paths(0) {
            return plan_err!("rows => 'steps' needs next, previous, line or path among the conditions of the query");
        }
        let columns = columns_of(&set, options.steps).into();
        Ok(CqlQuery { text: text.into(), options: Arc::new(options.clone()), set, files, columns })
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The query itself, which has been read with its options.
    pub fn set(&self) -> &QuerySet {
        &self.set
    }

    /// Its options.
    pub fn options(&self) -> &CqlOptions {
        &self.options
    }

    /// Warnings, each rendered with its place: the query can run, but may not mean what its author intended.
    pub fn warnings(&self) -> Vec<String> {
        let parsed = &self.set.queries()[0];
        let view = SourceView::new(&self.text, &parsed.source().name);
        let warnings = parsed.warnings().iter().map(|one| view.render(one, false));
        warnings.chain(parsed.omitted().text()).collect()
    }

    /// The options of a search on one thread.
    pub(crate) fn run_options(&self) -> RunOptions {
        let mut options = RunOptions { threads: Some(NonZeroUsize::MIN), ..RunOptions::default() };
        options.search.files = (!self.files.is_none()).then(|| Arc::new(self.files.clone()) as _);
        options
    }

    /// All columns: the columns of `tabiya search`, further ones that are not there by
    /// default, sort keys and selected values, and all tags as a map.
    pub fn schema(&self) -> SchemaRef {
        schema(self.columns.iter().map(|(name, ty)| (name.as_str(), *ty)))
    }

    /// The column of a name, if a condition may ask for it.
    pub(crate) fn fact(&self, name: &str) -> Option<&'static Entry> {
        // Where a query is to match nowhere, a game that a condition rules out would be a game without a match. A selected value
        // may have the name of something else.
        let is_known = !self.options.unmatched
            && self.options.selects.iter().all(|(select, _)| select != name)
            && self.columns.iter().any(|(column, _)| column == name);
        fact(name, Part::Opening).or_else(|| place(name)).filter(|_| is_known)
    }

    /// Searches sources. Nothing is read before the first batch is requested.
    ///
    /// # Errors
    ///
    /// If [`Rows::decides`](crate::Rows::decides) does not accept one of the filters, or if there is no column of a number.
    pub fn search(&self, sources: Sources, scan: &Scan) -> Result<RowStream> {
        let conditions = Conditions::decided(&scan.filters, &|name| self.fact(name))?;
        let projected = projected(&self.columns, scan)?;
        let batches = Batches::of(projected.iter().map(|(name, ty)| (name.as_str(), *ty)));
        let schema = batches.schema();
        let names: Vec<String> = projected.into_iter().map(|(name, _)| name).collect();
        let (names, steps) = (Some(&*names), self.options.steps);
        let chosen = Columns::new(&Choice { names, steps, ..Choice::of(&self.set) });
        let columns = chosen.map_err(|error| DataFusionError::Internal(error.to_string()))?;
        let search = Search {
            set: self.set.clone(),
            files: (!self.files.is_none()).then(|| Arc::new(self.files.clone()) as _),
            columns: Arc::new(columns),
            batches,
            conditions,
        };
        let (limit, threads) = (scan.limit, scan.threads);
        let fill = move |output: &mut Output| search.fill(sources, limit, threads, output);
        Ok(RowStream::new(schema, scan.limit, &scan.reporter, Box::new(fill)))
    }
}

/// The columns of a query in their order.
fn columns_of(set: &QuerySet, steps: bool) -> Vec<(String, ColumnType)> {
    let usual = Columns::new(&Choice { steps, ..Choice::of(set) }).unwrap_or_default();
    let mut columns: Vec<(String, ColumnType)> = usual.names().map(str::to_owned).zip(usual.types()).collect();
    for entry in CATALOGUE.iter().filter(|entry| !entry.by_default) {
        if columns.iter().all(|(name, _)| name != entry.name) {
            columns.push((entry.name.to_owned(), entry.ty));
        }
    }
    columns
}

/// The facts known about a game before it is searched.
#[derive(Debug)]
struct Test {
    conditions: Conditions,
}

fn view(game: &Game, read: Read) -> View<'_> {
    View { file: None, number: game.number(), game, read, position: None }
}

impl GameTest for Test {
    fn is_refused_by_tags(&self, game: &Game, _scratch: &mut Scratch) -> bool {
        self.conditions.refuse(&view(game, Read::Tags), &mut MoveList::default())
    }

    fn skims(&self) -> bool {
        self.conditions.ask_result()
    }

    fn is_refused_by_tokens(&self, game: &Game, tokens: &MoveTokens) -> bool {
        let result = only_result(tokens);
        result.is_some_and(|result| self.conditions.refuse(&view(game, Read::Result(result)), &mut MoveList::default()))
    }

    fn holds(&self, game: &Game, _scratch: &mut Scratch) -> bool {
        !self.conditions.refuse(&view(game, Read::Moves), &mut MoveList::default())
    }
}

/// A row on its way from the thread that found it: the values of the columns.
type Values = Vec<Cell<'static>>;

/// The search for the rows of a query.
struct Search {
    set: QuerySet,
    files: Option<Arc<dyn Files>>,
    columns: Arc<Columns>,
    batches: Batches,
    conditions: Conditions,
}

impl Search {
    fn fill(
        mut self,
        sources: Sources,
        limit: Option<usize>,
        threads: Option<std::num::NonZeroUsize>,
        output: &mut Output,
    ) -> Result<()> {
        let of_rows = self.conditions.of_rows(|fact| fact.part == Part::Position || fact.name == "file");
        let mut options = RunOptions { threads, ..RunOptions::new().control(&output.control) };
        options.search.paths = self.columns.need_paths();
        options.search.constituents = self.columns.need_constituents();
        options.search.files = self.files;
        // Each game with a match gives a row, unless rows have conditions of their own.
        options.limit = limit.filter(|_| of_rows.is_empty()).map(|limit| limit as u64);
        // Rows without columns are only counted.
        options.sort = self.columns.names().next().is_some();
        if !self.conditions.is_empty() {
            options.test = Some(Arc::new(Test { conditions: self.conditions.clone() }));
        }
        let columns = Arc::clone(&self.columns);
        let values = move |row: &Row<'_>, moves: &mut MoveList| -> Option<Values> {
            let (game, position) = (row.game, row.position());
            let view = View { file: Some(row.file), number: game.number(), game, read: Read::Moves, position };
            of_rows.hold(&view, moves).then(|| columns.values(row, moves))
        };
        let matches = self.set.map_rows(sources, &options, &self.columns, values);
        let mut matches = matches.map_err(failed)?;
        let (mut said, mut sent) = (0, Instant::now());
        loop {
            let item = matches.next();
            said = report(&matches, said, output);
            match item {
                None => break,
                Some(Err(message)) => return Err(failed(message)),
                Some(Ok(None)) => continue,
                Some(Ok(Some(cells))) => self.batches.push_cells(cells),
            }
            let rows = self.batches.rows();
            if self.batches.is_full() || rows >= output.room() || sent.elapsed() > PATIENCE {
                count(&matches, output);
                if !output.send(self.batches.finish()) {
                    return Ok(());
                }
                sent = Instant::now();
            }
        }
        count(&matches, output);
        output.send(self.batches.finish());
        Ok(())
    }
}

fn count(matches: &MatchesIn<Option<Values>>, output: &Output) {
    let summary = matches.summary();
    output.counts.set_games(summary.games, summary.unread, summary.incomplete);
}

/// Reports the messages after the first ones; gives the number of all.
fn report(matches: &MatchesIn<Option<Values>>, said: usize, output: &mut Output) -> usize {
    let messages = &matches.summary().messages;
    // Errors come as items.
    messages[said..].iter().filter(|message| !message.is_error()).for_each(|message| output.say(message.clone()));
    messages.len()
}
