//! Where the results of each query go: one file for all, one for each query, or what the headers say.

use crate::cli::options::args::SearchArgs;
use crate::cli::options::format_names::{FORMATS, FormatName};
use crate::cli::report::Message;
use std::path::{Path, PathBuf};
use tabiya::{ParsedQuery, QuerySet};
use tabiya_disk as disk;

/// In the name of an output, these stand for the name of a query and for the usual end of the format.
const QUERY: &str = "{query}";
const EXT: &str = "{ext}";

/// The destination of each query; none is standard output.
pub(crate) fn of_queries(args: &SearchArgs, set: &QuerySet) -> Vec<Option<PathBuf>> {
    let Some(path) = &args.output else { return set.queries().iter().map(header_output).collect() };
    let mut names: Vec<String> = Vec::new();
    for query in set.queries() {
        let name = name_of(&query.source().name);
        // Every query has a file of its own, also if two have the same name.
        let numbered = |n: usize| if n == 1 { name.clone() } else { format!("{name}-{n}") };
        let free = (1..).map(numbered).find(|name| !names.contains(name));
        names.extend(free);
    }
    names.iter().map(|name| Some(filled(path, name, args.format))).collect()
}

/// True if each query has a file of its own, by the name of the output.
pub(crate) fn are_separate(args: &SearchArgs) -> bool {
    args.output.as_ref().is_some_and(|path| path.to_string_lossy().contains(QUERY))
}

/// Makes the folders of outputs that are named after queries; that of a single file is a matter of its author. Anything that cannot be
/// made shows when the files in it are opened.
pub(crate) fn make_folders<'t>(args: &SearchArgs, targets: impl Iterator<Item = &'t Option<PathBuf>>) {
    let paths = targets.flatten().filter(|_| are_separate(args));
    for folder in paths.filter_map(|path| path.parent()) {
        let _ = disk::create_folder(folder);
    }
}

/// A path with what stands for the name of a query and the end of the format replaced.
fn filled(path: &Path, name: &str, format: Option<FormatName>) -> PathBuf {
    match path.to_str() {
        Some(text) if text.contains(QUERY) || text.contains(EXT) => {
            text.replace(QUERY, name).replace(EXT, format.unwrap_or(FormatName::List).facts().ending).into()
        }
        _ => path.to_owned(),
    }
}

/// The name of a query as part of the name of a file: without folders, without the end of a file of queries, and with `-` in
/// the place of everything that means something to a shell or to a file system.
pub(crate) fn name_of(query: &str) -> String {
    let file = query.rsplit(['/', '\\']).next().unwrap_or(query);
    let stem = file.strip_suffix(".cql").unwrap_or(file);
    let kept = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = stem.trim_start_matches('.').chars().map(kept).take(100).collect();
    if name.is_empty() { "query".into() } else { name }
}

/// The theme of what a query from a file or a recipe finds: its name. A query on the command line has none.
pub(crate) fn theme_of(query: &str) -> Option<String> {
    let unnamed = query == "query" || query.starts_with("query ");
    (!unnamed).then(|| name_of(query))
}

fn header_output(query: &ParsedQuery) -> Option<PathBuf> {
    query.header().output.as_ref().map(PathBuf::from)
}

/// The format of the results at a destination: the one asked for, otherwise that of the extension of its name. An error
/// if nothing is known by that extension.
pub(crate) fn format_of(args: &SearchArgs, target: Option<&Path>) -> Result<FormatName, Message> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    // A dot in the name of a query begins no extension.
    let named = args.output.as_ref().map(|path| filled(path, "query", None));
    match named.as_deref().or(target) {
        Some(path) => format_of_name(path),
        None => Ok(FormatName::List),
    }
}

/// The format that the extension of a file's name stands for.
pub(crate) fn format_of_name(path: &Path) -> Result<FormatName, Message> {
    let Some(end) = extension(path) else { return Ok(FormatName::List) };
    FormatName::of_extension(&end).ok_or_else(|| {
        let message = Message::error("unknown-extension", format!("no format belongs to the extension `.{end}`"));
        let help = format!("use {} (a list), or name the format with --format", extensions());
        message.file(path.display().to_string()).help(help)
    })
}

fn extension(path: &Path) -> Option<String> {
    path.extension().map(|end| end.to_string_lossy().to_lowercase())
}

/// True if the name of a file has the extension of a format.
pub(crate) fn has_extension(path: &Path) -> bool {
    extension(path).is_some_and(|end| FormatName::of_extension(&end).is_some())
}

/// The extensions of formats, for messages: `.pgn, ... or .txt`.
pub(crate) fn extensions() -> String {
    let names: Vec<String> = FORMATS.iter().flat_map(|facts| facts.extensions).map(|end| format!(".{end}")).collect();
    match names.split_last() {
        Some((last, names)) => format!("{} or {last}", names.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum as _;

    #[test]
    fn names_of_queries_become_names_of_files() {
        for (query, name) in [
            ("query 2", "query-2"),
            ("examples/queries/smothered mate.cql", "smothered-mate"),
            ("../..", "query"),
            (".hidden.cql", "hidden"),
            ("a;b|c$d.txt", "a-b-c-d.txt"),
            ("Läufer.cql", "Läufer"),
        ] {
            assert_eq!(name_of(query), name);
        }
        assert_eq!(filled(Path::new("out/{query}.{ext}"), "a", Some(FormatName::Csv)), Path::new("out/a.csv"));
        assert_eq!(filled(Path::new("out/{query}.{ext}"), "a", None), Path::new("out/a.txt"));
        assert_eq!(filled(Path::new("out.pgn"), "a", None), Path::new("out.pgn"));
    }

    #[test]
    fn extensions_name_formats() {
        for format in FormatName::value_variants() {
            let name = PathBuf::from(format!("out.{}", format.facts().ending.to_uppercase()));
            // These have the extension of another format.
            let expected = match format {
                FormatName::Count => FormatName::List,
                FormatName::PuzzlePgn => FormatName::Pgn,
                FormatName::Puzzles => FormatName::Csv,
                FormatName::Anki => FormatName::Tsv,
                other => *other,
            };
            assert_eq!(format_of_name(&name).ok(), Some(expected));
        }
        assert_eq!(format_of_name(Path::new("-")).ok(), Some(FormatName::List));
        assert!(format_of_name(Path::new("out.xml")).is_err());
    }
}
