//! `tabiya check`: reports the errors and warnings of queries.

use super::watch;
use crate::cli::inputs::queries::{self, Origin};
use crate::cli::options::args::CheckArgs;
use crate::cli::outputs::output;
use crate::cli::report::{Exit, Message, Report};
use std::fmt::Write as _;
use tabiya::syntax::Dialect;
use tabiya::{QueryOptions, printable};

/// Clears a terminal and puts the cursor into its first line.
const CLEAR: &str = "\x1b[H\x1b[2J\x1b[3J";

/// Reads and plans queries, one by one, and reports everything that is wrong with them.
pub(crate) fn check(args: &CheckArgs) -> Exit {
    let report = Report::new(args.reading.json_diagnostics, false);
    if !args.watch {
        return once(args, "", &report);
    }
    if args.files.iter().any(|path| path.as_os_str() == "-") {
        let message = Message::error("unwatchable", "standard input cannot be watched");
        return report.refuse(&message.help("name query files"));
    }
    let head = if output::stdout_is_terminal() { CLEAR } else { "" };
    watch::whenever_changed(&args.files, || {
        // An error has been reported; the next change runs the check again.
        let _ = once(args, head, &report);
        report.note_on_terminal("Watching; Ctrl-C ends.");
    })
}

/// Checks all queries. `head` is printed before everything else.
fn once(args: &CheckArgs, head: &str, report: &Report) -> Exit {
    if !head.is_empty() {
        let _ = output::print(head.as_bytes(), report);
    }
    let mut options = args.reading.options();
    let texts = args.texts.iter().enumerate().map(|(i, text)| Origin::Text(i + 1, text));
    let mut good = true;
    let mut text = String::new();
    for origin in args.files.iter().map(|path| Origin::File(path)).chain(texts) {
        // A query that must be valid CQL 6 as a file needs its header.
        let require_header = matches!(origin, Origin::File(_)) && options.dialect == Dialect::Six;
        let strict = QueryOptions { require_header, ..options.clone() };
        let query = queries::read_one(origin, &strict, report);
        match query.and_then(|query| queries::plan(vec![query], &options, report)) {
            Some(set) => {
                let query = &set.queries()[0];
                if query.is_library() && matches!(origin, Origin::File(_)) {
                    options.libraries.push(query.source().clone());
                }
                let dialect = if query.dialect() == Dialect::Five { 5 } else { 6 };
                let _ = writeln!(text, "{}: good (dialect {dialect})", printable::line(&query.source().name));
            }
            None => good = false,
        }
    }
    match output::print(text.as_bytes(), report) {
        Exit::Found if good => Exit::Found,
        _ => Exit::Error,
    }
}
