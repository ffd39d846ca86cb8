//! A query read from text: its syntax tree, its warnings, and the texts that it consists of.

use super::error::{QueryError, Source};
use super::libraries::{self, Libraries};
use super::options::QueryOptions;
use crate::models::Compared;
use crate::syntax::ast::{Filter, Header, Script, Span};
use crate::syntax::stack::with_room;
use crate::syntax::{
    self, Diagnostic, Dialect, Fix, HIGHEST, Label, Omitted, ParseOptions, QueryText, ReadingLimits, Severity,
};
use std::path::{Path, PathBuf};

/// One query read from text, not yet planned. [`Query`](crate::Query) reads and plans in one step; a caller that searches for
/// several queries in one pass reads each of them and plans all with [`QuerySet::new`](crate::QuerySet::new).
///
/// ```
/// use tabiya::syntax::Dialect;
/// use tabiya::{ParsedQuery, QueryOptions, Source};
///
/// let source = Source { name: "smothered.cql".into(), text: "mate\nN attacks k".into() };
/// let query = ParsedQuery::parse(source, &QueryOptions::default())?;
/// assert_eq!((query.source().name.as_str(), query.dialect()), ("smothered.cql", Dialect::Six));
/// assert!(query.warnings().is_empty() && !query.is_library());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParsedQuery {
    source: Source,
    parts: Parts,
    pub(super) script: Script,
    dialect: Dialect,
    warnings: Vec<Diagnostic>,
    omitted: Omitted,
    pub(super) selects: Vec<(String, Filter)>,
    /// Warnings about their texts.
    aside: Vec<(Source, Vec<Diagnostic>)>,
    /// The positions of other files that it compares with.
    pub(super) compared: Compared,
    /// The files that it includes.
    included: Vec<PathBuf>,
}

impl ParsedQuery {
    /// Reads a query: a whole CQL file or only its body.
    ///
    /// # Errors
    ///
    /// All independent errors of the text.
    pub fn parse(source: Source, options: &QueryOptions) -> Result<ParsedQuery, QueryError> {
        ParsedQuery::parse_between(source, &[], &[], options)
    }

    /// Reads a query with filters from elsewhere before and after its body. `flip {` before and `}` after wrap it.
    ///
    /// # Errors
    ///
    /// The errors of the first text, in the order of reading, that contains one; [`QueryError::source`] names it.
    pub fn parse_between(
        source: Source,
        before: &[Source],
        after: &[Source],
        options: &QueryOptions,
    ) -> Result<ParsedQuery, QueryError> {
        with_room(HIGHEST, || ParsedQuery::read_between(source, before, after, options))
    }

    fn read_between(
        source: Source,
        before: &[Source],
        after: &[Source],
        options: &QueryOptions,
    ) -> Result<ParsedQuery, QueryError> {
        let &QueryOptions { dialect, require_header, drop_in, reading, variations, .. } = options;
        let limits = ReadingLimits { tree: reading.tree.min(options.limits.compiled), ..reading };
        let parse_options = ParseOptions { dialect, require_header, drop_in, limits, variations };
        let Libraries { sources: libraries, settings, files: included } = Libraries::of(&source, options)?;
        let is_library = settings + 1..=libraries.len();
        let before = [&libraries, before].concat();
        let parts = Parts::new(&source, &before, after);
        let mut parsed = syntax::parse_whole(&parts.pieces, &parse_options);
        let Some(script) = parsed.script else {
            // After a filter in a library nothing is read as it is meant.
            for at in is_library {
                let alone = ParseOptions { require_header: false, ..parse_options };
                libraries::filter_in(&libraries[at - 1], &libraries[..at - 1], &alone).map_or(Ok(()), |wrong| {
                    Err(QueryError::new(libraries[at - 1].clone(), vec![wrong], Omitted::default(), &limits))
                })?;
            }
            let error = parts.error(parsed.diagnostics, parsed.omitted, &options.reading);
            // An error in a construct that the file leaves open is found only after its end.
            let alone = || syntax::parse(&source.text, &parse_options);
            let behind = after.contains(&error.source);
            return Err(match behind.then(alone).filter(|alone| !alone.diagnostics.is_empty()) {
                Some(alone) => QueryError { source, diagnostics: alone.diagnostics, omitted: alone.omitted },
                None => error,
            });
        };
        tabiya_cql::shorten(&mut parsed.diagnostics, options.reading.errors, &mut parsed.omitted);
        let dialect = parsed.dialect;
        let one = |diagnostic| parts.error(vec![diagnostic], Omitted::default(), &options.reading);
        let in_library = |filter: &&Filter| is_library.contains(&parts.pieces.locate(filter.span).0);
        if let Some(filter) = script.body.iter().filter(in_library).find(|filter| !filter.is_declaration()) {
            return Err(one(libraries::not_a_declaration(filter.span)));
        }
        let mut compared = Compared::default();
        for filter in script.header.filters.iter().chain(&script.body) {
            compared.load(filter, &options.readable()).map_err(one)?;
        }
        let (mut warnings, omitted) = (parsed.diagnostics, parsed.omitted);
        // A value that is selected reads the variables that it names.
        warnings.retain(|one| one.code != "never-read" || options.selects.is_empty());
        let (selects, aside) = (Vec::new(), Vec::new());
        let mut query =
            ParsedQuery { source, parts, script, dialect, warnings, omitted, selects, aside, compared, included };
        for (name, text) in &options.selects {
            let source = Source { name: format!("--select {name}"), text: text.clone() };
            query.select(name, source, options)?;
        }
        Ok(query)
    }

    /// Makes sure that each value of [`QueryOptions::settings`] is that of a parameter of one of the queries.
    ///
    /// # Errors
    ///
    /// The first name that no query declares; the advice lists the parameters that there are.
    pub fn check_settings(queries: &[ParsedQuery], options: &QueryOptions) -> Result<(), QueryError> {
        let known: Vec<&str> =
            queries.iter().flat_map(|query| query.script.parameters()).map(|one| one.name.text.as_str()).collect();
        let Some((name, value)) = options.settings.iter().find(|(name, _)| !known.contains(&name.as_str())) else {
            return Ok(());
        };
        let help = match known.as_slice() {
            [] => "the query has no parameters; it declares one with `parameter NAME VALUE \"meaning\"`".to_owned(),
            some => format!("its parameters are {}", some.join(", ")),
        };
        let place = Span { start: 0, end: u32::try_from(name.len()).unwrap_or(u32::MAX) };
        let wrong = Diagnostic::error("unknown-parameter", place, format!("there is no parameter `{name}`")).help(help);
        let source = Source { name: "settings".to_owned(), text: format!("{name}={value}") };
        Err(QueryError::new(source, vec![wrong], Omitted::default(), &options.reading))
    }

    /// The texts whose declarations come before a query: [`QueryOptions::libraries`], and the files that they and it include.
    ///
    /// # Errors
    ///
    /// If a file that is included cannot be read, or includes itself.
    pub fn libraries(source: &Source, options: &QueryOptions) -> Result<Vec<Source>, QueryError> {
        let Libraries { mut sources, settings, .. } = Libraries::of(source, options)?;
        Ok(sources.split_off(settings))
    }

    /// Adds a value to those of [`QueryOptions::selects`]: the text of `source` in the scope of the query.
    ///
    /// # Errors
    ///
    /// The error of the text.
    pub fn select(&mut self, name: &str, source: Source, options: &QueryOptions) -> Result<(), QueryError> {
        let wrong = |diagnostics| QueryError::new(source.clone(), diagnostics, Omitted::default(), &options.reading);
        let read = with_room(HIGHEST, || syntax::parse_in_scope(&source.text, &self.script, self.dialect));
        let (filter, added) = read.map_err(wrong)?;
        self.compared.load(&filter, &options.readable()).map_err(|diagnostic| wrong(vec![diagnostic]))?;
        self.aside.push((source, syntax::beside(&self.script, &filter)));
        self.script.variables.extend(added);
        self.selects.push((name.to_owned(), filter));
        Ok(())
    }

    /// True if the query has a variable or a function of a name.
    pub fn defines(&self, name: &str) -> bool {
        let functions = self.script.functions.iter().map(|function| function.name.text.as_str());
        self.script.variables.iter().map(|(variable, _)| variable.as_str()).chain(functions).any(|one| one == name)
    }

    /// The files that `similarposition` names, each with the number of its games.
    pub fn similar_files(&self) -> impl Iterator<Item = (&str, u64)> {
        self.compared.models.iter().map(|((file, _), models)| (file.as_str(), models.last_game()))
    }

    /// The text of the query with its name.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The dialect in which the query was read; never [`Dialect::Auto`].
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Warnings: the query can run, but may not mean what its author intended.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Warnings about the texts of values that are selected, sorted by or counted in addition to the query.
    pub fn select_warnings(&self) -> &[(Source, Vec<Diagnostic>)] {
        &self.aside
    }

    /// The number of warnings that were left out of [`warnings`](Self::warnings).
    pub fn omitted(&self) -> Omitted {
        self.omitted
    }

    /// The syntax tree of the query.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The header of the query.
    pub fn header(&self) -> &Header {
        &self.script.header
    }

    /// The files that were read with the query: those of `similarposition` and `position in`, as it names them, and those that it includes.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let included = self.included.iter().map(PathBuf::as_path);
        self.compared.files().map(Path::new).chain(included)
    }

    /// The files of games that `similarposition` and `position in` name.
    pub fn game_files(&self) -> impl Iterator<Item = &Path> {
        self.compared.files().map(Path::new)
    }

    /// Its own text and those before it: values of parameters, libraries, the files that it includes.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts.sources.iter().map(|source| source.text.as_str())
    }

    /// True if its own text has functions, parameters and `include` and nothing else, so that other queries can use it as one
    /// of [`QueryOptions::libraries`].
    pub fn is_library(&self) -> bool {
        self.script.is_library()
    }

    /// The same query with other columns.
    pub(crate) fn with_selects(&self, selects: Vec<(String, Filter)>) -> ParsedQuery {
        ParsedQuery { selects, ..self.clone() }
    }

    /// The header of the query, to be changed by options that override it.
    pub fn header_mut(&mut self) -> &mut Header {
        &mut self.script.header
    }

    /// Lets something be done to all filters of the query that stand in no other one.
    pub(crate) fn change_filters(&mut self, change: &mut dyn FnMut(&mut Filter)) {
        self.script.header.filters.iter_mut().chain(&mut self.script.body).for_each(change);
    }

    /// The error of a plan that includes this query.
    pub(super) fn plan_error(&self, diagnostic: Diagnostic) -> QueryError {
        self.parts.error(vec![diagnostic], Omitted::default(), &ReadingLimits::default())
    }
}

/// The texts that a query consists of, with their names.
#[derive(Clone, Debug)]
struct Parts {
    pieces: QueryText,
    /// In the order of the pieces.
    sources: Vec<Source>,
    /// The number of texts before the file.
    before: usize,
}

impl Parts {
    fn new(file: &Source, before: &[Source], after: &[Source]) -> Parts {
        let first: Vec<&str> = before.iter().map(|source| source.text.as_str()).collect();
        let last: Vec<&str> = after.iter().map(|source| source.text.as_str()).collect();
        let sources = std::iter::once(file).chain(before).chain(after).cloned().collect();
        Parts { pieces: QueryText::new(&file.text, &first, &last), sources, before: before.len() }
    }

    /// The place of a piece in the order of reading, where the file is the piece 0.
    fn order(&self, piece: usize) -> usize {
        match piece {
            0 => self.before,
            piece if piece <= self.before => piece - 1,
            piece => piece,
        }
    }

    /// A place in a text: `first declared here: lib.cql:3`.
    fn named(&self, piece: usize, span: Span, label: &str) -> String {
        let source = &self.sources[piece];
        let before = source.text.get(..span.start as usize).unwrap_or_default();
        format!("{label}: {}:{}", source.name, before.matches('\n').count() + 1)
    }

    /// The error of the first text, as they are read, that has one: what is wrong there often shows after it as well.
    /// With its diagnostics, their places in that text.
    fn error(&self, diagnostics: Vec<Diagnostic>, omitted: Omitted, limits: &ReadingLimits) -> QueryError {
        let piece = |one: &Diagnostic| self.pieces.locate(one.span()).0;
        let errors = diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let first = errors.map(piece).min_by_key(|&piece| self.order(piece));
        let first = first.or(diagnostics.first().map(piece)).unwrap_or(0);
        let here = |one: &Diagnostic| self.pieces.locate(one.span()).0 == first;
        let placed = |one: Diagnostic| {
            let labels = one.labels.iter().map(|label| (self.pieces.locate(label.span), &label.text));
            let (labels, elsewhere): (Vec<_>, Vec<_>) = labels.partition(|((piece, _), _)| *piece == first);
            // Of a place in another text the message says where it is.
            let elsewhere = elsewhere.first().map(|((piece, span), text)| self.named(*piece, *span, text));
            let labels = labels.into_iter();
            let labels = labels.map(|((_, span), text)| Label { span, text: text.clone() }).collect();
            let fix = one.fix.map(|fix| Box::new(Fix { span: self.pieces.locate(fix.span).1, text: fix.text.clone() }));
            let help = match (one.help, elsewhere) {
                (Some(help), Some(elsewhere)) => Some(format!("{help}; {elsewhere}")),
                (help, elsewhere) => help.or(elsewhere),
            };
            Diagnostic { labels, fix, help, ..one }
        };
        let diagnostics = diagnostics.into_iter().filter(here).map(placed).collect();
        QueryError::new(self.sources[first].clone(), diagnostics, omitted, limits)
    }
}
