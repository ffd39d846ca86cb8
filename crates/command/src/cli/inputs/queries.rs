//! Queries from files and from the command line.

use super::own_recipes;
use crate::cli::options::command_line;
use crate::cli::options::reading_args::OriginArgs;
use crate::cli::report::{Message, Report};
use std::io::Read as _;
use std::path::Path;
use tabiya::{ParsedQuery, QueryError, QueryOptions, QuerySet, Source};
use tabiya_disk as disk;
use tabiya_session::recipes;

/// The bytes of a file that show whether it holds games.
const HEAD: u64 = 4096;

/// The source of a query's text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin<'a> {
    /// On the command line; the number counts those from 1.
    Text(usize, &'a str),
    /// In a file.
    File(&'a Path),
    /// The name of a recipe.
    Recipe(&'a str),
}

/// The queries asked for, in the order of the command line.
pub(crate) fn origins(args: &OriginArgs) -> Vec<Origin<'_>> {
    let place = |places: &[usize], i: usize| places.get(i).copied().unwrap_or(usize::MAX);
    let texts = args.texts.iter().enumerate();
    let texts = texts.map(|(i, text)| (place(&args.order[0], i), Origin::Text(i + 1, text)));
    let files = args.files.iter().enumerate();
    let files = files.map(|(i, file)| (place(&args.order[1], i), Origin::File(file)));
    let recipes = args.recipes.iter().enumerate();
    let recipes = recipes.map(|(i, name)| (place(&args.order[2], i), Origin::Recipe(name)));
    let mut all: Vec<(usize, Origin<'_>)> = texts.chain(files).chain(recipes).collect();
    all.sort_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, origin)| origin).collect()
}

/// True if one of the queries is read from standard input.
pub(crate) fn use_stdin(origins: &[Origin<'_>]) -> bool {
    origins.iter().any(|origin| matches!(origin, Origin::File(path) if path.as_os_str() == "-"))
}

/// Reads all queries, which have the parameters that are set. Everything that is wrong with any of them has been reported if
/// this gives none.
pub(crate) fn read(origins: &[Origin<'_>], options: &QueryOptions, report: &Report) -> Option<Vec<ParsedQuery>> {
    let queries = read_all(origins, options, report)?;
    match unknown_setting(options, &queries) {
        Some(message) => {
            report.say(&message);
            None
        }
        None => Some(queries),
    }
}

/// Reads all queries. A file that only declares functions and parameters is a library for the queries after it. Everything
/// that is wrong with any of them has been reported if this gives none.
pub(crate) fn read_all(origins: &[Origin<'_>], options: &QueryOptions, report: &Report) -> Option<Vec<ParsedQuery>> {
    let (mut options, mut queries) = (options.clone(), Vec::new());
    let mut good = true;
    for (i, origin) in origins.iter().enumerate() {
        match read_one(*origin, &options, report) {
            Some(library) if library.is_library() && matches!(origin, Origin::File(_)) => {
                if i + 1 == origins.len() {
                    report.say(&library_last(&library.source().name));
                    good = false;
                }
                options.libraries.push(library.source().clone());
            }
            Some(query) => queries.push(query),
            None => good = false,
        }
    }
    good.then_some(queries)
}

/// Plans queries; reports what is wrong with any of them.
pub(crate) fn plan(parsed: Vec<ParsedQuery>, options: &QueryOptions, report: &Report) -> Option<QuerySet> {
    let several = (parsed.len() > 1).then(|| parsed.clone());
    let first = match QuerySet::new(parsed, options) {
        Ok(set) => return Some(set),
        Err(first) => first,
    };
    // One by one, so that nobody has to mend queries one by one.
    let errors = several.into_iter().flatten().filter_map(|query| QuerySet::new(vec![query], options).err());
    let mut errors: Vec<_> = errors.collect();
    if errors.is_empty() {
        errors.push(first);
    }
    for error in errors {
        report.diagnostics(&error.source, &error.diagnostics, error.omitted);
    }
    None
}

fn library_last(name: &str) -> Message {
    let message =
        Message::error("library-last", "this file only declares functions and parameters, and no query follows it");
    message.file(name).help("name the query that uses it after it: -f LIBRARY.cql -f QUERY.cql")
}

/// The message about a value of a parameter that no query has.
pub(crate) fn unknown_setting(options: &QueryOptions, queries: &[ParsedQuery]) -> Option<Message> {
    let wrong = ParsedQuery::check_settings(queries, options).err()?.diagnostics.swap_remove(0);
    Some(wrong.help.into_iter().fold(Message::error(wrong.code, wrong.message), Message::help))
}

/// Reads one query; warnings and errors are reported.
pub(crate) fn read_one(origin: Origin<'_>, options: &QueryOptions, report: &Report) -> Option<ParsedQuery> {
    let source = match load(origin) {
        Ok(source) => source,
        Err(message) => {
            report.say(&message);
            return None;
        }
    };
    parse(source, options, report)
}

/// Parses one query; warnings and errors are reported.
pub(crate) fn parse(source: Source, options: &QueryOptions, report: &Report) -> Option<ParsedQuery> {
    match ParsedQuery::parse(source, options) {
        Ok(query) => {
            report.diagnostics(query.source(), query.warnings(), query.omitted());
            Some(query)
        }
        Err(QueryError { source, diagnostics, omitted }) => {
            report.diagnostics(&source, &diagnostics, omitted);
            None
        }
    }
}

/// The text of a query.
pub(crate) fn load(origin: Origin<'_>) -> Result<Source, Message> {
    let path = match origin {
        Origin::Text(1, text) => return Ok(Source { name: "query".into(), text: text.into() }),
        Origin::Text(n, text) => return Ok(Source { name: format!("query {n}"), text: text.into() }),
        Origin::Recipe(name) => match own_recipes::named(name)? {
            Some(own) => return load(Origin::File(&own.path)),
            None => return recipe(name),
        },
        Origin::File(path) => path,
    };
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let read = match path.to_str() {
        Some("-") => std::io::stdin().lock().read_to_end(&mut bytes).map(drop),
        _ => read_query(path, &mut bytes),
    };
    if let Err(error) = read {
        let help = match error.kind() {
            std::io::ErrorKind::NotFound if tabiya::syntax::catalogue::row(&name).is_some() => {
                return Err(Message::error("unreadable-query", format!("there is no file `{name}`")).help(format!(
                    "`tabiya doc {name}` explains the word; a query on the command line is given with -e"
                )));
            }
            std::io::ErrorKind::NotFound => {
                "check the spelling of the path; a query on the command line is given with -e"
            }
            std::io::ErrorKind::PermissionDenied => "change the permissions of the file",
            std::io::ErrorKind::IsADirectory => "name one query file; -f may be given more than once",
            _ => "check that the file can be read",
        };
        return Err(Message::error("unreadable-query", format!("cannot read this query: {error}"))
            .file(name)
            .help(help));
    }
    if command_line::begins_with_games(&bytes) {
        let message = Message::error("games-as-query", "this is a file of games, but a query is expected here");
        let help = format!("to find positions in check, for example: `tabiya search -e check {name}`");
        return Err(message.file(name).help(help));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count() as u64;
        let message =
            Message::error("query-encoding", "the query is not valid UTF-8").help("save the query as UTF-8 text");
        Message { place: Some((line, at as u64)), ..message.file(name.clone()) }
    })?;
    Ok(Source { name, text })
}

/// Reads a file; of one of games, which may be large, only the beginning.
fn read_query(path: &Path, bytes: &mut Vec<u8>) -> std::io::Result<()> {
    let mut file = disk::open(path)?;
    file.by_ref().take(HEAD).read_to_end(bytes)?;
    if !command_line::begins_with_games(bytes) {
        file.read_to_end(bytes)?;
    }
    Ok(())
}

/// The query of a recipe.
fn recipe(name: &str) -> Result<Source, Message> {
    if let Some(recipe) = recipes::named(name) {
        return Ok(Source { name: recipe.name.into(), text: recipe.query.into() });
    }
    let help = recipes::similar(name).unwrap_or_else(|| "`tabiya recipes` lists all recipes".to_owned());
    Err(Message::error("unknown-recipe", format!("there is no recipe `{name}`")).help(help))
}
