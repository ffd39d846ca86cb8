//! What comes before a query without being part of its text: values of parameters, libraries, and the files that `include`
//! names.
//!
//! An included file is one that a query names: it is opened only where queries may open files. Its name is relative to
//! the file that includes it. It is read once, however many others include it, and what it includes comes before it.

use super::error::{QueryError, Source};
use super::options::QueryOptions;
use crate::access::FileAccess;
use crate::syntax::ast::Span;
use crate::syntax::{Diagnostic, Omitted, ParseOptions, QueryText, ReadingLimits, includes, parse_whole};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// How deep files may include each other.
const DEEPEST: usize = 32;

/// The declarations that come before a query.
#[derive(Debug, Default)]
pub(super) struct Libraries {
    /// The values of parameters from outside, then the texts of the files.
    pub(super) sources: Vec<Source>,
    /// The number of the values, which come first.
    pub(super) settings: usize,
    /// The files that were read, as they are named.
    pub(super) files: Vec<PathBuf>,
}

impl Libraries {
    /// Those of a query with this text.
    ///
    /// # Errors
    ///
    /// If a file that is included cannot be read, or includes itself.
    pub(super) fn of(source: &Source, options: &QueryOptions) -> Result<Libraries, QueryError> {
        let sources: Vec<Source> = options.settings.iter().map(|(name, value)| setting(name, value)).collect();
        let mut reading = Reading {
            found: Libraries { settings: sources.len(), sources, files: Vec::new() },
            seen: Vec::new(),
            files: &options.files,
            limits: &options.reading,
        };
        if !options.drop_in {
            for library in &options.libraries {
                let own = tabiya_disk::canonicalize(Path::new(&library.name)).ok();
                if own.as_ref().is_some_and(|path| reading.seen.contains(path)) {
                    continue;
                }
                reading.seen.extend(own.clone());
                reading.includes_of(library, &mut own.into_iter().collect())?;
                reading.found.sources.push(library.clone());
            }
            let own = tabiya_disk::canonicalize(Path::new(&source.name)).ok();
            reading.includes_of(source, &mut own.into_iter().collect())?;
        }
        Ok(reading.found)
    }
}

/// The value of a parameter as the declaration that the parser knows. What people see of it has a line of its own.
fn setting(name: &str, value: &str) -> Source {
    let number = value.trim().parse::<i64>().map(|n| format!("{n} ")).unwrap_or_default();
    Source { name: format!("--set {name}"), text: format!("parameter parameter\n{name} {number}\"{value}\"") }
}

/// The files on the way.
struct Reading<'o> {
    found: Libraries,
    /// The paths of all files that were read, without links.
    seen: Vec<PathBuf>,
    files: &'o FileAccess,
    limits: &'o ReadingLimits,
}

impl Reading<'_> {
    /// Reads the files that a text includes. `around`: the files that include it, and itself.
    fn includes_of(&mut self, source: &Source, around: &mut Vec<PathBuf>) -> Result<(), QueryError> {
        for (name, span) in includes(&source.text) {
            let wrong = |message: String, help: Option<String>| {
                let wrong = Diagnostic::error("bad-include", span, message).mark("included here");
                let wrong = help.into_iter().fold(wrong, Diagnostic::help);
                QueryError::new(source.clone(), vec![wrong], Omitted::default(), self.limits)
            };
            let folder = Path::new(&source.name).parent().unwrap_or(Path::new(""));
            let path = folder.join(&name);
            let refused = |refused: crate::access::Refused| {
                let help = refused
                    .help()
                    .map(|help| help.replace("the folder in which the command runs", "the file that includes it"));
                wrong(format!("`{name}` cannot be included: {refused}"), help)
            };
            let real = self.files.existing(&path).map_err(refused)?;
            if around.contains(&real) || around.len() > DEEPEST {
                let message = format!("`{name}` includes itself, or is part of a circle of includes");
                return Err(wrong(message, Some("take one of the `include` out".into())));
            }
            if self.seen.contains(&real) {
                continue;
            }
            let mut text = String::new();
            let most = self.limits.bytes as u64 + 1;
            let opened = self.files.open(&path).map_err(refused)?;
            tabiya_disk::Steps(opened).take(most).read_to_string(&mut text).map_err(|error| {
                wrong(format!("`{name}` cannot be included: {error}"), Some("save it as UTF-8 text".into()))
            })?;
            self.seen.push(real.clone());
            let library = Source { name: path.display().to_string(), text };
            around.push(real);
            self.includes_of(&library, around)?;
            around.pop();
            self.found.files.push(path);
            self.found.sources.push(library);
        }
        Ok(())
    }
}

/// The error of a library that has a filter, if it can be read after those before it.
pub(super) fn filter_in(library: &Source, before: &[Source], options: &ParseOptions) -> Option<Diagnostic> {
    let before: Vec<&str> = before.iter().map(|source| source.text.as_str()).collect();
    let mut pieces = QueryText::new(&library.text, &before, &[]);
    let mut parsed = parse_whole(&pieces, options);
    if parsed.script.is_none() {
        // After a filter, the words of declarations are names, which nobody knows.
        let mut places = parsed.diagnostics.iter().map(|one| pieces.locate(one.span()));
        let text = |span: Span| library.text.get(span.start as usize..span.end as usize);
        let (_, span) =
            places.find(|(piece, span)| *piece == 0 && matches!(text(*span), Some("include" | "parameter")))?;
        pieces = QueryText::new(&library.text[..span.start as usize], &before, &[]);
        parsed = parse_whole(&pieces, options);
    }
    let script = parsed.script?;
    let mut own = script.body.iter().map(|filter| (filter, pieces.locate(filter.span)));
    let (_, (_, span)) = own.find(|(filter, (piece, _))| *piece == 0 && !filter.is_declaration())?;
    Some(not_a_declaration(span))
}

/// The error about a filter in a file of declarations.
pub(super) fn not_a_declaration(span: Span) -> Diagnostic {
    Diagnostic::error("filter-in-library", span, "a library holds functions, parameters and other libraries only")
        .mark("this is a filter")
        .help("make a function of it, `function NAME() {...}`, and call that in the query")
}
