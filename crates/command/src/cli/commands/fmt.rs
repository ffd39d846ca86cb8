//! `tabiya fmt`: queries in their standard layout.

use crate::cli::inputs::queries::{self, Origin};
use crate::cli::options::args::{FmtArgs, access};
use crate::cli::outputs::output;
use crate::cli::report::{Exit, Message, Report};
use similar::TextDiff;
use tabiya::syntax::{FormatError, ParseOptions, format_with};
use tabiya::{ParsedQuery, QueryError, QueryOptions, Source};

/// The lines shown around a change.
const CONTEXT: usize = 3;

/// Lays queries out, one by one: files are rewritten, other queries are printed. With `--check` nothing is written, and
/// the changes are printed.
pub(crate) fn fmt(args: &FmtArgs) -> Exit {
    let report = Report::new(args.json_diagnostics, false);
    let options = ParseOptions { dialect: args.dialect.into(), ..ParseOptions::default() };
    let texts = args.texts.iter().enumerate().map(|(i, text)| Origin::Text(i + 1, text));
    let mut printed = String::new();
    let (mut good, mut changed) = (true, false);
    for origin in args.files.iter().map(|path| Origin::File(path)).chain(texts) {
        let Some((source, formatted)) = one(origin, &options, args.width, &report) else {
            good = false;
            continue;
        };
        let is_file = matches!(origin, Origin::File(path) if path.as_os_str() != "-");
        let same = formatted == source.text;
        changed |= !same;
        match origin {
            _ if args.check && same => {}
            _ if args.check => printed += &difference(&source, &formatted),
            Origin::File(path) if is_file => {
                if !same && let Err(message) = output::rewrite(path, source.text.into_bytes(), formatted.as_bytes()) {
                    report.say(&message);
                    good = false;
                }
            }
            _ => printed += &formatted,
        }
    }
    match output::print(printed.as_bytes(), &report) {
        Exit::Found if !good => Exit::Error,
        Exit::Found if args.check && changed => Exit::Nothing,
        exit => exit,
    }
}

/// A query and its standard layout. Otherwise what is wrong with it has been reported.
fn one(origin: Origin<'_>, options: &ParseOptions, width: usize, report: &Report) -> Option<(Source, String)> {
    let source = match queries::load(origin) {
        // A query on the command line has no line feed at its end, and needs none.
        Ok(source) if matches!(origin, Origin::Text(..)) => Source { text: source.text + "\n", ..source },
        Ok(source) => source,
        Err(message) => {
            report.say(&message);
            return None;
        }
    };
    let reading = QueryOptions { files: access(&[]), ..QueryOptions::default() };
    let libraries = match ParsedQuery::libraries(&source, &reading) {
        Ok(libraries) => libraries,
        Err(QueryError { source, diagnostics, omitted }) => {
            report.diagnostics(&source, &diagnostics, omitted);
            return None;
        }
    };
    let libraries: Vec<&str> = libraries.iter().map(|library| library.text.as_str()).collect();
    match format_with(&source.text, &libraries, options, width) {
        Ok(formatted) => Some((source, formatted)),
        Err(FormatError::Query(diagnostics, omitted)) => {
            report.diagnostics(&source, &diagnostics, omitted);
            None
        }
        Err(FormatError::TooLong) => {
            let text = "the query is left alone, because its standard layout would be longer than a query may be";
            report.say(&Message::error("layout-too-long", text).file(source.name).help("nest its filters less deeply"));
            None
        }
        Err(FormatError::Meaning) => {
            let text = "the query is left alone, because its standard layout would be read differently";
            report.say(&Message::error("layout-changes-meaning", text).file(source.name).help(
                "this is a defect of tabiya: please report it with the query; `tabiya check` and the searches are not affected",
            ));
            None
        }
    }
}

/// The changes to a query as a unified diff.
fn difference(source: &Source, formatted: &str) -> String {
    let diff = TextDiff::from_lines(source.text.as_str(), formatted);
    let name = tabiya::printable::line(&source.name);
    let text = diff.unified_diff().context_radius(CONTEXT).header(&name, &name).to_string();
    tabiya::printable::lines(&text).into_owned()
}
