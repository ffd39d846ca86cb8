//! The queries of a run of `tag`, and the names of what they find.

use crate::cli::inputs::queries;
use crate::cli::options::args::{QueryArgs, TagArgs};
use crate::cli::outputs::targets::name_of;
use crate::cli::report::{Message, Report};
use std::path::{Path, PathBuf};
use tabiya::{ParsedQuery, QueryOptions, QuerySet, Source};
use tabiya_disk as disk;
use tabiya_session::sets;

/// The set that is used if the command line names no query.
const USUAL: &str = "themes";

/// The names of what the queries find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    /// Each name once, in the order of the queries.
    pub(super) names: Vec<String>,
    /// The index of the name of each query.
    pub(super) of_queries: Vec<usize>,
}

impl Named {
    fn push(&mut self, name: String) {
        let known = self.names.iter().position(|other| *other == name);
        self.of_queries.push(known.unwrap_or(self.names.len()));
        if known.is_none() {
            self.names.push(name);
        }
    }
}

/// Reads and plans all queries. Everything that is wrong with any of them has been reported if this gives none.
pub(super) fn read(args: &TagArgs, report: &Report) -> Option<(QuerySet, Named)> {
    let given = given(args);
    let options = given.options();
    let (mut parsed, mut named, mut good) = (Vec::new(), Named::default(), true);
    let mut take = |name: String, query: Option<ParsedQuery>| match query {
        Some(query) => {
            parsed.push(query);
            named.push(name);
        }
        None => good = false,
    };
    let origins = queries::origins(&given.origins);
    let usual = (args.sets.is_empty() && origins.is_empty()).then_some(USUAL);
    for set in args.sets.iter().map(String::as_str).chain(usual) {
        match members(set) {
            Ok(members) => members.into_iter().for_each(|member| {
                let (name, query) = member.read(&options, report);
                take(name, query);
            }),
            Err(message) => {
                report.say(&message);
                return None;
            }
        }
    }
    match queries::read_all(&origins, &options, report) {
        Some(own) => own.into_iter().for_each(|query| take(name_of(&query.source().name), Some(query))),
        None => good = false,
    }
    if good && let Some(message) = queries::unknown_setting(&options, &parsed) {
        report.say(&message);
        return None;
    }
    let set = good.then(|| queries::plan(parsed, &options, report))??;
    Some((set, named))
}

/// The queries, apart from those of sets, and how all are read.
pub(super) fn given(args: &TagArgs) -> QueryArgs {
    QueryArgs {
        origins: args.origins.clone(),
        reading: args.reading.clone(),
        variations: args.variations,
        ..QueryArgs::default()
    }
}

/// A query of a set.
enum Member {
    Own(&'static str, &'static str),
    File(PathBuf),
}

impl Member {
    fn read(&self, options: &QueryOptions, report: &Report) -> (String, Option<ParsedQuery>) {
        match self {
            Member::Own(name, text) => {
                let source = Source { name: (*name).into(), text: (*text).into() };
                ((*name).to_owned(), queries::parse(source, options, report))
            }
            Member::File(path) => {
                let name = name_of(&path.display().to_string());
                (name, queries::read_one(queries::Origin::File(path), options, report))
            }
        }
    }
}

/// The queries of a set of the program, or of a folder.
fn members(set: &str) -> Result<Vec<Member>, Message> {
    if let Some(own) = sets::named(set) {
        return Ok(own.iter().map(|(name, text)| Member::Own(name, text)).collect());
    }
    let known = sets::SETS.map(|(name, _)| format!("`{name}`")).join(", ");
    let help = format!("name a folder of query files, or a set of the program: {known}");
    let fail = |error: std::io::Error| {
        let text = format!("there is no set of queries `{set}`: {error}");
        Message::error("unknown-set", text).help(help.clone())
    };
    let mut files = Vec::new();
    for entry in disk::entries(Path::new(set)).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|end| end == "cql") && disk::is_file(&path).map_err(fail)? {
            files.push(path);
        }
    }
    if files.is_empty() {
        let message = Message::error("unknown-set", "this folder has no query files (*.cql)");
        return Err(message.file(set).help(help));
    }
    files.sort();
    Ok(files.into_iter().map(Member::File).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_one() {
        let mut named = Named::default();
        ["a", "b", "a"].into_iter().for_each(|name| named.push(name.into()));
        assert_eq!((named.names.len(), named.of_queries), (2, vec![0, 1, 0]));
    }
}
