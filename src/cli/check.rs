//! `tabiya check`: is every query good?

use super::args::CheckArgs;
use super::queries::{self, Origin};
use super::report::Report;
use super::{Exit, run};
use std::io::Write as _;
use tabiya::syntax::Dialect;
use tabiya::{QueryOptions, printable};

/// Reads and plans queries, one by one, and reports everything that is wrong with them.
pub(crate) fn check(args: &CheckArgs) -> Exit {
    let report = Report::new(args.reading.json_diagnostics, false);
    let options = args.reading.options();
    let texts = args.texts.iter().enumerate().map(|(i, text)| Origin::Text(i + 1, text));
    let mut good = true;
    let mut out = std::io::stdout().lock();
    for origin in args.files.iter().map(|path| Origin::File(path)).chain(texts) {
        // What is to be good CQL 6, as a file, needs its header.
        let require_header = matches!(origin, Origin::File(_)) && options.dialect == Dialect::Six;
        let strict = QueryOptions { require_header, ..options.clone() };
        let query = queries::read_one(origin, &strict, &report);
        match query.and_then(|query| run::plan(vec![query], &options, &report)) {
            Some(set) => {
                let query = &set.queries()[0];
                let dialect = if query.dialect() == Dialect::Five { 5 } else { 6 };
                // A reader that has gone is no error.
                let _ = writeln!(out, "{}: good (dialect {dialect})", printable::line(&query.source().name));
            }
            None => good = false,
        }
    }
    if good { Exit::Found } else { Exit::Error }
}
