//! `tabiya explain`: what a query means, how it is read and how it will be run; on games, why it matches and why not.

use super::why::{self, Given};
use super::{doc, words};
use crate::cli::inputs::queries::{self, Origin};
use crate::cli::options::args::{ExplainArgs, WhyFormat};
use crate::cli::options::command_line::is_query_file;
use crate::cli::outputs::claims::Claims;
use crate::cli::outputs::{output, picture};
use crate::cli::report::{Exit, Message, Report};
use std::fmt::Write as _;
use std::path::PathBuf;
use tabiya::syntax::ast::Filter;
use tabiya::syntax::print_braced;
use tabiya::{ParsedQuery, QuerySet, printable};
use tabiya_disk as disk;

/// Explains queries: on games, if there are any; otherwise what they mean and how they will be run, as text, for Graphviz,
/// or as pictures.
pub(crate) fn explain(args: &ExplainArgs) -> Exit {
    let report = Report::new(args.query.reading.json_diagnostics, args.quiet);
    let mut origins = queries::origins(&args.query.origins);
    if let ([name], true) = (args.more.as_slice(), origins.is_empty())
        && disk::is_there(name).is_ok_and(|there| !there)
        && let Some(exit) = name.to_str().and_then(|name| doc::explain_code(name, &report))
    {
        return exit;
    }
    let mut games = Vec::new();
    for path in &args.more {
        match origins.is_empty() || is_query_file(path) {
            true => origins.push(Origin::File(path)),
            false => games.push(path.clone()),
        }
    }
    if origins.is_empty() {
        let message = Message::error("no-query", "no query was given");
        return report.refuse(&message.help("name a file, or write the query after -e: -e 'check and mate'"));
    }
    if let Some(message) = misplaced(args, &games) {
        return report.refuse(&message);
    }
    if args.sample || !games.is_empty() {
        let sources = if args.sample { Given::Samples } else { Given::Named(games) };
        return why::explain(args, &origins, &sources, report);
    }
    let options = args.query.options();
    let set = queries::read(&origins, &options, &report).and_then(|parsed| queries::plan(parsed, &options, &report));
    let Some(set) = set else { return Exit::Error };
    let draws = args.dot || args.svg.is_some();
    let graphs = if draws { graphs(&set) } else { Vec::new() };
    if draws && graphs.is_empty() {
        let text = "the query contains no sequence, so there is no automaton to draw";
        return report.refuse(&Message::error("no-automaton", text));
    }
    if let Some(path) = &args.svg {
        let files = origins.iter().filter_map(|origin| match origin {
            Origin::File(path) => Some(*path),
            Origin::Text(..) | Origin::Recipe(_) => None,
        });
        let named = set.queries().iter().flat_map(ParsedQuery::files);
        let claims = Claims::reading(files.chain(named).chain(args.query.reading.engine.file()));
        return picture::save(&graphs, path, claims, &report);
    }
    let text = if args.dot { graphs.concat() } else { describe(&set, !args.plan) };
    output::print(printable::lines(&text).as_bytes(), &report)
}

/// The message about options that do not go together.
fn misplaced(args: &ExplainArgs, games: &[PathBuf]) -> Option<Message> {
    let wrong = |text: &str, help: &str| Some(Message::error("conflicting-options", text).help(help));
    let drawn = (args.dot || args.svg.is_some()) && args.at.is_none();
    match (args.sample, games.is_empty()) {
        (true, false) => wrong("--sample stands for games, but others are named", "leave one of them out"),
        (false, true) if args.at.is_some() => wrong(
            "--at names a position, but no games were given",
            "name the file of the game, or write --sample for the sample games",
        ),
        (false, true) if args.format != WhyFormat::Text || args.game_range.is_some() => wrong(
            "--format and --game-range are about games, but none were given",
            "name a file of games, or write --sample for the sample games",
        ),
        (true, _) | (_, false) if drawn || args.plan => wrong(
            "--plan is about the query alone, as --dot and --svg are without --at, but games were given",
            "leave the games out, or name a position of the game to draw: --at GAME:PLY",
        ),
        _ => None,
    }
}

fn graphs(set: &QuerySet) -> Vec<String> {
    (0..set.queries().len()).flat_map(|i| set.automata_dot(i)).collect()
}

/// The queries as they are read, what they mean if `words`, and their plans.
fn describe(set: &QuerySet, in_words: bool) -> String {
    let mut text = String::new();
    for (i, query) in set.queries().iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        let dialect = if query.dialect() == tabiya::syntax::Dialect::Five { 5 } else { 6 };
        let _ = writeln!(text, "{}, read in dialect {dialect} as", query.source().name);
        for line in braced(query).lines() {
            let _ = writeln!(text, "  {line}");
        }
        for parameter in query.script().parameters() {
            let _ = writeln!(text, "\n{}", words::parameter(parameter));
        }
        if in_words {
            let _ = writeln!(text, "\nin words\n{}", words::describe(query.script()));
        }
        let _ = writeln!(text, "\n{}", set.explain(i).trim_end());
    }
    let _ = writeln!(text, "\n{}", set.reads());
    if let Some(reason) = set.must_run_in_order() {
        let _ = writeln!(text, "\none thread, because {reason}");
    }
    if set.needs_game_count() {
        let _ = writeln!(
            text,
            "\nthe games are counted before they are searched, because a filter asks how many there are"
        );
    }
    text
}

/// The query's body with every brace that its reading implies.
fn braced(query: &tabiya::ParsedQuery) -> String {
    // What libraries declare comes after its text.
    let own = |filter: &&Filter| (filter.span.start as usize) <= query.source().text.len();
    let filters = query.script().body.iter().filter(own).map(|filter| print_braced(filter, query.dialect()));
    filters.collect::<Vec<_>>().join("\n")
}
