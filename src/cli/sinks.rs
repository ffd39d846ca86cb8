//! The formats of the destinations of a search, as the options ask for them.

use super::args::{FormatName, SearchArgs};
use super::formats::{Count, Epd, Format, Html, Jsonl, List, Pgn, ShownQuery, Table, TableKind, Tally, TallyKind};
use super::game_search::SinkInfo;
use super::inputs::Inputs;
use super::output;
use super::report::Message;
use super::rows::{Columns, Wanted};
use super::targets::{self, format_of};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::SystemTime;
use tabiya::{QuerySet, SortKey};
use tabiya_diagram::TextStyle;

/// The width of a list that goes to a file.
const LIST_WIDTH: usize = 100;

/// The destinations with their formats, given with the destination of each query; an error if options ask for what no
/// output can give.
pub(crate) fn sinks(
    args: &SearchArgs,
    set: &QuerySet,
    (targets, of_queries): (&[Option<PathBuf>], &[Option<PathBuf>]),
    inputs: &Inputs,
) -> Result<Vec<(SinkInfo, FormatName)>, Message> {
    let formats: Result<Vec<FormatName>, Message> =
        targets.iter().map(|target| format_of(args, target.as_deref())).collect();
    let formats = formats?;
    check_options(args, &formats)?;
    // Asking a database costs something, and only lists and tables for readers name files where there are several.
    let shows_files = |name: &FormatName| matches!(name, FormatName::List | FormatName::Md | FormatName::Html);
    let several_files = formats.iter().any(shows_files) && inputs.have_several_sources();
    let several_queries = set.queries().len() > 1 && !targets::are_separate(args);
    let files: Vec<String> = inputs.names().collect();
    let sink = |(target, name): (&Option<PathBuf>, FormatName)| {
        let here = (0..set.queries().len()).filter(|i| of_queries[*i] == *target).collect();
        let shown =
            Shown { args, set, here, is_stdout: target.is_none(), several_queries, several_files, files: &files };
        Ok((shown.sink(name)?, name))
    };
    targets.iter().zip(formats).map(sink).collect()
}

/// Refuses options that no output can follow.
fn check_options(args: &SearchArgs, formats: &[FormatName]) -> Result<(), Message> {
    use FormatName::{Csv, Jsonl, List, Md, Tsv};
    let is_any = |wanted: &[FormatName]| formats.iter().any(|name| wanted.contains(name));
    if args.csv_safe && !is_any(&[Csv, Tsv]) {
        let message = Message::error("not-csv", "--csv-safe applies to CSV and TSV outputs, but there is none");
        return Err(message.help("add --format csv, or name an output that ends in .csv"));
    }
    if args.rows.columns.is_some() && !is_any(&[Csv, Tsv, Md, Jsonl]) {
        let message = Message::error("no-columns", "--columns applies to tables and JSON lines, but there are none");
        return Err(message.help("add --format csv, tsv, md or jsonl"));
    }
    if args.open && (!is_any(&[FormatName::Html]) || args.output.as_deref().is_none_or(output::is_stdout)) {
        let message =
            Message::error("nothing-to-open", "--open shows a report in a browser, but none is written to a file");
        return Err(message.help("add -o report.html"));
    }
    if args.rows.board && !is_any(&[List]) {
        let message = Message::error("no-list", "--board draws boards in the list, but there is none");
        return Err(message.help("add --format list"));
    }
    Ok(())
}

/// The sort keys of a query, with names for people.
pub(crate) fn named_keys(set: &QuerySet, query: usize) -> Vec<SortKey> {
    let keys = set.sort_keys(query).into_iter();
    keys.map(|key| SortKey { name: key.label.clone(), ..key }).collect()
}

/// What one destination shows.
struct Shown<'a> {
    args: &'a SearchArgs,
    set: &'a QuerySet,
    /// The indices of the queries whose results go there.
    here: Vec<usize>,
    is_stdout: bool,
    /// True if results need the names of queries.
    several_queries: bool,
    /// True if results need the names of files.
    several_files: bool,
    /// The names of the files that are searched.
    files: &'a [String],
}

impl Shown<'_> {
    fn sink(&self, name: FormatName) -> Result<SinkInfo, Message> {
        // A report has charts of the counts, and the matches as well.
        let counts_values = !self.args.rows.tallies.is_empty() && name != FormatName::Html;
        let format = if counts_values { Box::new(self.tally(name)?) } else { self.format(name)? };
        let sorted = self.here.iter().any(|&i| !self.set.sort_keys(i).is_empty());
        Ok(SinkInfo { format, sorted: sorted && name != FormatName::Count && !counts_values })
    }

    fn format(&self, name: FormatName) -> Result<Box<dyn Format>, Message> {
        let (rows, safe) = (&self.args.rows, self.args.csv_safe);
        let color = self.is_stdout && output::stdout_takes_colors();
        Ok(match name {
            FormatName::List => Box::new(List {
                color,
                several_queries: self.several_queries,
                several_files: self.several_files,
                width: if self.is_stdout { output::stdout_width() } else { LIST_WIDTH },
                boards: rows.board.then_some(TextStyle { color, ascii: rows.ascii }),
            }),
            FormatName::Pgn => Box::new(Pgn),
            FormatName::Jsonl => Box::new(Jsonl { columns: self.columns(false)? }),
            FormatName::Csv => self.table(TableKind::Csv { safe })?,
            FormatName::Tsv => self.table(TableKind::Tsv { safe })?,
            FormatName::Md => self.table(TableKind::Markdown)?,
            FormatName::Fen => Box::new(Epd { fen: true }),
            FormatName::Epd => Box::new(Epd { fen: false }),
            FormatName::Html => Box::new(self.html()),
            FormatName::Count => Box::new(Count { several: self.several_queries }),
        })
    }

    fn table(&self, kind: TableKind) -> Result<Box<dyn Format>, Message> {
        Ok(Box::new(Table { kind, columns: self.columns(kind == TableKind::Markdown)? }))
    }

    /// The columns of rows.
    fn columns(&self, for_readers: bool) -> Result<Columns, Message> {
        let (selects, sorts) = (self.selects(), self.sorts());
        let wanted = Wanted {
            names: self.args.rows.columns.as_deref(),
            selects: &selects,
            sorts: &sorts,
            sequences: self.here.iter().any(|&i| self.set.has_paths(i)),
            several_queries: self.several_queries,
            several_files: self.several_files,
        };
        Columns::new(&wanted, for_readers)
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
    fn html(&self) -> Html {
        let query = |&i: &usize| {
            let source = self.set.queries()[i].source();
            ShownQuery { number: i + 1, name: source.name.clone(), text: source.text.clone() }
        };
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Html {
            queries: self.here.iter().map(query).collect(),
            selects: self.selects(),
            sorts: self.sorts(),
            tallies: self.args.rows.tallies.clone(),
            first_tally: self.args.query.selects.len() + self.args.rows.sorts.len(),
            files: self.files.to_vec(),
            several_files: self.several_files,
            sample: self.args.rows.sample_rows.map(NonZeroUsize::get),
            limit: self.args.limit,
            started: now.map_or(0, |time| time.as_secs()),
        }
    }

    /// The counts of `--tally`.
    fn tally(&self, name: FormatName) -> Result<Tally, Message> {
        let (args, safe) = (self.args, self.args.csv_safe);
        let kind = match name {
            FormatName::List => TallyKind::List,
            FormatName::Csv => TallyKind::Table(TableKind::Csv { safe }),
            FormatName::Tsv => TallyKind::Table(TableKind::Tsv { safe }),
            FormatName::Md => TallyKind::Table(TableKind::Markdown),
            FormatName::Jsonl => TallyKind::Jsonl,
            FormatName::Pgn | FormatName::Fen | FormatName::Epd | FormatName::Html | FormatName::Count => {
                let message = Message::error("tally-format", "--tally gives counts, which this format cannot hold");
                return Err(message.help("choose one of the formats list, csv, tsv, md, jsonl and html"));
            }
        };
        let (names, several) = (args.rows.tallies.clone(), self.several_queries);
        Ok(Tally { kind, names, first: args.query.selects.len(), several, counts: Mutex::default() })
    }
}
