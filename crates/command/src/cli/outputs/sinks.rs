//! The formats of the destinations of a search, as the options ask for them.

use super::formats::{
    ColumnarKind, Count, Epd, Format, Html, List, MatchRows, Pgn, Puzzles, RowForm, ShownQuery, TableKind, Tally, wrong,
};
use super::output;
use super::render::SinkInfo;
use super::split::FileNames;
use super::targets::{self, format_of};
use crate::cli::options::args::SearchArgs;
use crate::cli::options::format_names::{FormatFacts, FormatName, Shows, listed};
use crate::cli::options::row_args::RowKind;
use crate::cli::report::Message;
use rustc_hash::{FxHashMap, FxHashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tabiya::pipeline::Sources;
use tabiya::rows::{Choice, Columns};
use tabiya::tallies::{self, Searched, TallyOptions};
use tabiya::{QuerySet, SortKey};
use tabiya_diagram::TextStyle;
use tabiya_session::service::Marker;
use web_time::SystemTime;

/// The longest title of a picture, in characters.
const TITLE_LENGTH: usize = 60;

/// The width of a list that goes to a file.
const LIST_WIDTH: usize = 100;

/// The destinations with their formats, given with the destination of each query; an error if options ask for what no
/// output can give.
pub(crate) fn sinks(
    args: &SearchArgs,
    set: &QuerySet,
    (targets, of_queries): (&[Option<PathBuf>], &[Option<PathBuf>]),
    inputs: &Sources,
) -> Result<Vec<(SinkInfo, FormatName)>, Message> {
    let formats: Result<Vec<FormatName>, Message> =
        targets.iter().map(|target| format_of(args, target.as_deref())).collect();
    let formats = formats?;
    check_options(args, set, &formats)?;
    check_keys(args, set)?;
    // Asking a database costs something, and only lists and tables for readers name files where there are several.
    let several_files = formats.iter().any(|name| name.facts().for_people) && inputs.have_several_sources()?;
    let several_queries = set.queries().len() > 1 && !targets::are_separate(args);
    let files: Vec<String> = inputs.names().collect();
    let sink = |(target, name): (&Option<PathBuf>, FormatName)| {
        let here = (0..set.queries().len()).filter(|i| of_queries[*i] == *target).collect();
        let destination =
            Destination { args, set, here, target: target.as_deref(), several_queries, several_files, files: &files };
        Ok((destination.sink(name)?, name))
    };
    targets.iter().zip(formats).map(sink).collect()
}

/// Rejects a choice of the best where nothing says what is good.
fn check_keys(args: &SearchArgs, set: &QuerySet) -> Result<(), Message> {
    let refused = |text: &str, help: &str| Err(Message::error("no-sort-key", text).help(help));
    if (0..set.queries().len()).any(|query| !set.sort_keys(query).is_empty()) {
        return Ok(());
    }
    if args.rows.best.is_some() {
        let text = "--best keeps the position with the best sort key, but there is none";
        return refused(text, "write --best=EXPR, or add --sort EXPR, or `sort` to the query");
    }
    if args.rows.best_rows().is_some() {
        let text = "--top shows the positions with the best sort keys, but there is none";
        return refused(text, "add --sort EXPR, or `sort` to the query");
    }
    Ok(())
}

/// Rejects options that no output can follow.
fn check_options(args: &SearchArgs, set: &QuerySet, formats: &[FormatName]) -> Result<(), Message> {
    let is_any = |wanted: &[Shows]| formats.iter().any(|name| wanted.contains(&name.shows()));
    let refused = |code, text: &str, help: &str| Err(Message::error(code, text).help(help));
    if args.csv_safe && !formats.iter().any(|name| matches!(name, FormatName::Csv | FormatName::Tsv)) {
        let help = "add --format csv, or name an output that ends in .csv";
        return refused("not-csv", "--csv-safe applies to CSV and TSV outputs, but there is none", help);
    }
    let named = args.output.as_deref().and_then(|path| targets::format_of_name(path).ok());
    if args.excel && named.is_some_and(|name| !matches!(name, FormatName::Csv | FormatName::List)) {
        let help = "name an output that ends in .csv; a file that ends in .xlsx needs no --excel";
        return refused("not-csv", "--excel applies to CSV, but there is none", help);
    }
    if args.marks && !is_any(&[Shows::Games]) {
        return refused("no-games", "--marks applies to games, but none are written", "add --format pgn");
    }
    let add_rows = &format!("add --format {}", listed(|facts| facts.shows == Shows::Rows, "or"));
    if args.rows.columns.is_some() && !is_any(&[Shows::Rows]) {
        return refused("no-columns", "--columns applies to tables and JSON lines, but there are none", add_rows);
    }
    if args.rows.kind == RowKind::Steps {
        if !is_any(&[Shows::Rows]) {
            return refused("no-rows", "--rows applies to tables and JSON lines, but there are none", add_rows);
        }
        if !(0..set.queries().len()).any(|query| set.has_paths(query)) {
            let help = "--rows steps needs `next`, `previous`, `line` or `path` among the conditions";
            return refused("no-steps", "the query has no sequence whose positions could be rows", help);
        }
    }
    if args.rows.unmatched && is_any(&[Shows::Positions, Shows::Report]) {
        let shows = [Shows::Games, Shows::Rows, Shows::List, Shows::Count];
        let help = &format!("choose one of the formats {}", listed(|facts| shows.contains(&facts.shows), "and"));
        return refused("no-position", "a game in which nothing matches has no position to show", help);
    }
    if args.open && (!is_any(&[Shows::Report]) || args.output.as_deref().is_none_or(output::is_stdout)) {
        let text = "--open shows a report in a browser, but none is written to a file";
        return refused("nothing-to-open", text, "add -o report.html");
    }
    let has_lines = |facts: &FormatFacts| match facts.shows {
        Shows::Rows => !facts.binary,
        shows => matches!(shows, Shows::Positions | Shows::Puzzles),
    };
    if args.rows.distinct && !formats.iter().all(|name| has_lines(name.facts())) {
        let help = &format!("choose {}", listed(has_lines, "or"));
        return refused("not-distinct", "--distinct leaves out rows, which this format does not have", help);
    }
    if args.rows.board && !is_any(&[Shows::List]) {
        return refused("no-list", "--board draws boards in the list, but there is none", "add --format list");
    }
    Ok(())
}

/// Rejects columns of one name: who reads columns with types asks for them by their names.
fn check_names<'n>(names: impl Iterator<Item = &'n str>) -> Result<(), Message> {
    let mut seen = FxHashSet::default();
    for name in names {
        if !seen.insert(name) {
            let message = Message::error("column-twice", format!("two columns have the name `{name}`"));
            return Err(message.help("name each column once; --select NAME=EXPR gives a value another name"));
        }
    }
    Ok(())
}

/// The sort keys of a query, with names for people.
pub(crate) fn named_keys(set: &QuerySet, query: usize) -> Vec<SortKey> {
    let keys = set.sort_keys(query).into_iter();
    keys.map(|key| SortKey { name: key.label.clone(), ..key }).collect()
}

/// What a format shows: rows of columns or counts, or something else.
enum Shown {
    Rows(RowForm),
    Other(Box<dyn Format>),
}

/// What one destination shows.
struct Destination<'a> {
    args: &'a SearchArgs,
    set: &'a QuerySet,
    /// The indices of the queries whose results go there.
    here: Vec<usize>,
    /// The destination; none is standard output.
    target: Option<&'a Path>,
    /// True if results need the names of queries.
    several_queries: bool,
    /// True if results need the names of files.
    several_files: bool,
    /// The names of the files that are searched.
    files: &'a [String],
}

impl Destination<'_> {
    fn sink(&self, name: FormatName) -> Result<SinkInfo, Message> {
        // A report has the counts, and the matches as well.
        let counts_values = !self.args.rows.tally.tallies.is_empty()
            && (name.shows() != Shows::Report || self.args.part.sums.is_some());
        let format = if counts_values { Box::new(self.tally(name)?) } else { self.format(name)? };
        let sorted = self.here.iter().any(|&i| !self.set.sort_keys(i).is_empty());
        let names = FileNames::of(self.target.filter(|_| self.args.output.is_some()), self.set)?;
        if names.is_some() && (counts_values || matches!(name.shows(), Shows::Count | Shows::Report)) {
            let message = Message::error("not-divided", "what this format shows is not divided by fields of the games");
            return Err(message.help("name the output without `{...}`, or choose a format of games or rows"));
        }
        Ok(SinkInfo { format, sorted: sorted && name.shows() != Shows::Count && !counts_values, names })
    }

    fn format(&self, name: FormatName) -> Result<Box<dyn Format>, Message> {
        let form = match self.shown(name)? {
            Shown::Other(format) => return Ok(format),
            Shown::Rows(form) => form,
        };
        let columns = self.columns(name.facts().for_people)?;
        if matches!(form, RowForm::Columnar(_)) {
            check_names(columns.names())?;
        }
        Ok(Box::new(MatchRows { form, columns }))
    }

    /// What a format shows.
    fn shown(&self, name: FormatName) -> Result<Shown, Message> {
        let (rows, safe) = (&self.args.rows, self.args.csv_safe);
        let is_stdout = self.target.is_none();
        let color = is_stdout && output::stdout_takes_colors();
        Ok(Shown::Other(match name {
            FormatName::Csv if self.args.excel => return Ok(Shown::Rows(RowForm::Table(TableKind::Excel))),
            FormatName::Csv => return Ok(Shown::Rows(RowForm::Table(TableKind::Csv { safe }))),
            FormatName::Tsv => return Ok(Shown::Rows(RowForm::Table(TableKind::Tsv { safe }))),
            FormatName::Md => return Ok(Shown::Rows(RowForm::Table(TableKind::Markdown))),
            FormatName::Jsonl => return Ok(Shown::Rows(RowForm::Jsonl)),
            FormatName::Parquet | FormatName::Arrow | FormatName::Xlsx => {
                return Ok(Shown::Rows(RowForm::Columnar(self.columnar(name)?)));
            }
            FormatName::List => Box::new(List {
                color,
                several_queries: self.several_queries,
                several_files: self.several_files,
                width: if is_stdout { output::stdout_width() } else { LIST_WIDTH },
                boards: rows.board.then_some(TextStyle { color, ascii: rows.ascii }),
            }),
            FormatName::Pgn => Box::new(Pgn { markers: self.markers() }),
            FormatName::Fen => Box::new(Epd { fen: true }),
            FormatName::Epd => Box::new(Epd { fen: false }),
            FormatName::PuzzlePgn => Box::new(Puzzles::Pgn),
            FormatName::Puzzles => Box::new(Puzzles::Table),
            FormatName::Anki => Box::new(Puzzles::Anki),
            FormatName::Html => Box::new(self.html()?),
            FormatName::Count => Box::new(Count { several: self.several_queries }),
            FormatName::Svg => {
                let message = Message::error("tally-format", "a picture is one of counts");
                return Err(message.help("say what is counted with --tally, such as --tally year"));
            }
        }))
    }

    /// The form of columns with types, which no terminal can show.
    fn columnar(&self, name: FormatName) -> Result<ColumnarKind, Message> {
        if output::is_shown(self.target) {
            let message =
                Message::error("binary-on-terminal", "this format is not text and cannot be shown on a terminal");
            return Err(message.help("write it to a file with -o, or to a program through a pipe"));
        }
        ColumnarKind::of(name, output::is_stream(self.target))
    }

    /// The columns of rows.
    fn columns(&self, for_readers: bool) -> Result<Columns, Message> {
        let selects = self.selects();
        let choice = Choice {
            queries: Some(&self.here),
            names: self.args.rows.columns.as_deref(),
            selects: Some(&selects),
            query_names: self.several_queries,
            for_readers,
            file_names: self.several_files,
            steps: self.args.rows.kind == RowKind::Steps,
            ..Choice::of(self.set)
        };
        Columns::new(&choice).map_err(|error| {
            let help = format!("{}; --select NAME=EXPR adds others", error.help());
            Message::error("unknown-column", error.to_string()).help(help)
        })
    }

    /// The marks of the queries, if they are wanted.
    fn markers(&self) -> FxHashMap<usize, Marker> {
        let options = self.args.options();
        let queries = self.here.iter().filter(|_| self.args.marks);
        queries.filter_map(|&i| Some((i + 1, Marker::new(&self.set.queries()[i], &options)?))).collect()
    }

    /// The title of a picture: the query, or its beginning.
    fn title(&self) -> Result<String, Message> {
        let [query] = self.here.as_slice() else {
            let message = Message::error("tally-format", "a picture has the counts of one query");
            return Err(message.help("put `{query}` into the name of the output: a picture for each query"));
        };
        let text = tabiya::printable::line(self.set.queries()[*query].source().text.trim()).into_owned();
        Ok(match text.char_indices().nth(TITLE_LENGTH) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        })
    }

    /// The counts of the matches.
    fn counted(&self, asked: &TallyOptions) -> Result<tallies::Tally, Message> {
        let (rows, options) = (&self.args.rows, self.args.options());
        let searched = Searched {
            queries: Some(&self.here),
            further: rows.sorts.len(),
            games: self.args.game_range,
            ..Searched::new(self.set, &options)
        };
        tallies::Tally::new(asked, &searched).map_err(|error| wrong(&error))
    }

    /// The names of the expressions of `--select`.
    fn selects(&self) -> Vec<String> {
        self.args.query.selects.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The labels of the sort keys of all queries, each once.
    fn sorts(&self) -> Vec<String> {
        let mut sorts: Vec<String> = Vec::new();
        for key in self.here.iter().flat_map(|&i| named_keys(self.set, i)) {
            if !sorts.contains(&key.name) {
                sorts.push(key.name);
            }
        }
        sorts
    }

    /// The report for the browser.
    fn html(&self) -> Result<Html, Message> {
        let asked = &self.args.rows.tally;
        let by = |by: &[String]| self.counted(&TallyOptions { by: by.to_vec(), ..TallyOptions::default() });
        let mut tally = by(&asked.tallies)?;
        let mut sums = None;
        // The page counts games by itself, and nothing else.
        if asked.asks_more() || tally.counts_either_player() || self.args.rows.top != self.args.rows.best_rows() {
            sums = Some(self.lines(None, None)?);
            tally = by(&[])?;
        }
        let query = |&i: &usize| {
            let source = self.set.queries()[i].source();
            ShownQuery { number: i + 1, name: source.name.clone(), text: source.text.clone() }
        };
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Ok(Html {
            openings: self.set.openings().cloned(),
            queries: self.here.iter().map(query).collect(),
            selects: self.selects(),
            sorts: self.sorts(),
            tally,
            sums,
            files: self.files.to_vec(),
            several_files: self.several_files,
            sample: self.args.rows.sample_rows.map(NonZeroUsize::get),
            limit: self.args.limit,
            started: now.map_or(0, |time| time.as_secs()),
        })
    }

    /// The counts of `--tally`.
    fn tally(&self, name: FormatName) -> Result<Tally, Message> {
        if self.args.part.sums.is_some() {
            return self.lines(None, None);
        }
        let plot = if name.shows() == Shows::Plot { Some(self.title()?) } else { None };
        let shown = if plot.is_some() { FormatName::List } else { name };
        let form = match self.shown(shown)? {
            Shown::Rows(form) => Some(form),
            Shown::Other(_) if shown.shows() == Shows::List => None,
            Shown::Other(_) => {
                let message = Message::error("tally-format", "--tally gives counts, which this format cannot hold");
                let shows = [Shows::Rows, Shows::Report, Shows::Plot, Shows::List];
                let formats = listed(|facts| shows.contains(&facts.shows), "and");
                return Err(message.help(format!("choose one of the formats {formats}")));
            }
        };
        self.lines(form, plot)
    }

    /// The counts of `--tally` in a form for programs, as a picture, or for people.
    fn lines(&self, form: Option<RowForm>, plot: Option<String>) -> Result<Tally, Message> {
        let args = self.args;
        let tally = self.counted(&args.rows.tally.options(args.rows.top))?;
        if let Some(RowForm::Columnar(_)) = form {
            check_names(tally.columns().iter().map(|(name, _)| name.as_str()))?;
        }
        let width = (self.target.is_none() && output::stdout_is_terminal()).then(output::stdout_width);
        Ok(Tally {
            form,
            plot,
            tally,
            several: self.several_queries,
            width,
            limit: self.args.limit,
            exact_names: self.args.only.spelling.exact,
            counts: Mutex::default(),
            sums: args.part.sums.clone(),
        })
    }
}
