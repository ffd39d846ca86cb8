//! Queries laid out again: same tokens, same comments, other white space.
//!
//! ```text
//! pieces   the tokens of a text, each with the white space and the comments before it
//! tree     which tokens make up a filter and which stand in brackets, from the places in the syntax tree
//! layout   tree -> where lines may break and where they must
//! print    layout -> text: a line breaks where it must, and where the next part does not fit on it
//! ```
//!
//! Tests: `tests/language/syntax/formatting.rs`.
//!
//! The printer of `print` rewrites a query: it knows no comments, spells words its own way and sets its own braces,
//! and a formatter must keep all that. So the tokens of the text are arranged, each with the comments before it, and
//! the spans in the syntax tree tell only which tokens make up a filter. One layout serves all kinds of filters; a new
//! kind needs nothing. The body of a function is arranged by the spans that its first call gives.
//!
//! No token is added, and no space is put between tokens that touch. So without line ends and indentation, and
//! apart from spaces around comments, the result is at most as long as the text was. Lines are broken only where the author
//! did or where the width demands it. Superfluous brackets stay: they may be there for the reader. A line break that
//! came from the width is kept the next time, so the set of breaks grows with each pass and the passes end;
//! `format_query` repeats them until nothing changes, mostly twice.
//!
//! White space has a meaning in a few places: the end of a line ends `///`, an empty line ends `path`, `{2}` is a
//! repetition and `{ 2 }` a number, a dash without a blank belongs to what touches it. The layout respects them, and
//! the trees are compared: a layout that would be read differently is discarded, not written.

mod layout;
mod pieces;
mod print;
mod tree;

use super::ast::{Filter, Kind, Script};
use super::diagnostic::Diagnostic;
use super::dialect::Dialect;
use super::lex;
use super::limits::{HIGHEST, Omitted};
use super::query_text::QueryText;
use super::read::{ParseOptions, Parsed, parse_query_text};
use crate::stack::with_room;

/// The width that lines are kept within by default, in columns.
pub const LINE_WIDTH: usize = 100;

/// Every pass keeps the line breaks of the one before, so that the layout settles after two; more are never needed for
/// the queries of the tests.
const PASSES: usize = 8;

/// What some editors write before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Why a query was not formatted.
#[derive(Clone, Debug)]
pub enum FormatError {
    /// It has errors: these, and the number of further ones.
    Query(Vec<Diagnostic>, Omitted),
    /// The new layout would be longer than a query may be.
    TooLong,
    /// The new layout would be read differently. This is a defect of the formatter, which it notices itself.
    Meaning,
}

/// The query in its standard layout, with lines of up to `width` columns where that is possible.
///
/// Only white space changes: no token is added, removed or replaced, and every comment stays before the token before
/// which it stood. Blanks are put between tokens that touch only before brackets: `next (check)`, `flip {check}`. A line
/// break between two filters is kept, one elsewhere is not; so formatting twice gives the same as formatting once. Line
/// ends are those of the first line, and a byte order mark stays.
/// Linear in the length of the text, apart from parsing, which checks that the syntax tree is still the same.
///
/// # Errors
///
/// [`FormatError::Query`] if the query cannot be parsed, [`FormatError::TooLong`] if it could not be parsed any more.
///
/// ```
/// # mod tabiya { pub mod syntax { pub use tabiya_cql::*; } }
/// use tabiya::syntax::{LINE_WIDTH, ParseOptions, format_query};
/// let text = "cql( )\n  {  check   // twice\n next ( R   [x]a )}";
/// let formatted = format_query(text, &ParseOptions::default(), LINE_WIDTH).unwrap();
/// assert_eq!(formatted, "cql()\n{\n  check // twice\n  next (R [x]a)\n}\n");
/// ```
pub fn format_query(text: &str, options: &ParseOptions, width: usize) -> Result<String, FormatError> {
    format_with(text, &[], options, width)
}

/// The same of a query that uses what other texts declare: the files that it includes.
///
/// # Errors
///
/// As [`format_query`]. The places of errors are those in the text, or after its end.
pub fn format_with(
    text: &str,
    libraries: &[&str],
    options: &ParseOptions,
    width: usize,
) -> Result<String, FormatError> {
    with_room(HIGHEST, || format_here(text, (libraries, options), width))
}

/// The context in which a text is read: the text before its body, and how it is read.
type Reading<'r> = (&'r [&'r str], &'r ParseOptions);

fn format_here(text: &str, options: Reading<'_>, width: usize) -> Result<String, FormatError> {
    let windows = text.split_once('\n').is_some_and(|(line, _)| line.ends_with('\r'));
    // A word that is a function of the query may need the bracket directly after it.
    let formatted = match laid_out(text, options, width, true) {
        Err(FormatError::Meaning) => laid_out(text, options, width, false)?,
        other => other?,
    };
    let formatted = if windows { formatted.replace("\r\n", "\n").replace('\n', "\r\n") } else { formatted };
    // Some editors know the encoding by it.
    Ok(if text.starts_with(BYTE_ORDER_MARK) { format!("{BYTE_ORDER_MARK}{formatted}") } else { formatted })
}

/// `apart`: brackets stand apart from the words before them where the book writes them so.
fn laid_out(text: &str, options: Reading<'_>, width: usize, apart: bool) -> Result<String, FormatError> {
    let (script, dialect) = read(text, options)?;
    let meaning = comparable(script.clone(), dialect);
    let mut formatted = pass(text, &script, (dialect, apart), width);
    for _ in 1..PASSES {
        if formatted.len() > options.1.limits.bytes {
            return Err(FormatError::TooLong);
        }
        let (script, again) = match read(&formatted, options) {
            Ok(read) => read,
            Err(_) => return Err(FormatError::Meaning),
        };
        if again != dialect || comparable(script.clone(), dialect) != meaning {
            return Err(FormatError::Meaning);
        }
        let next = pass(&formatted, &script, (dialect, apart), width);
        if next == formatted {
            break;
        }
        formatted = next;
    }
    Ok(formatted)
}

fn read(text: &str, (libraries, options): Reading<'_>) -> Result<(Script, Dialect), FormatError> {
    let pieces = QueryText::new(text, libraries, &[]);
    let Parsed { script, dialect, diagnostics, omitted } = parse_query_text(&pieces, options);
    script.map(|script| (script, dialect)).ok_or(FormatError::Query(diagnostics, omitted))
}

/// Lays a text out once.
fn pass(text: &str, script: &Script, (dialect, apart): (Dialect, bool), width: usize) -> String {
    let mut pieces = pieces::pieces(text, dialect);
    if apart {
        pieces::set_apart(&mut pieces);
    }
    let parts = tree::parts(&pieces, script);
    let layout = layout::layout(&pieces, &parts);
    print::print(&pieces, &parts, &layout, width)
}

/// The query without the white space that the bodies of functions have in the syntax tree.
fn comparable(mut script: Script, dialect: Dialect) -> Script {
    script.functions.iter_mut().for_each(|function| function.body = tokens_of(&function.body, dialect));
    script.body.iter_mut().for_each(|filter| without_layout(filter, dialect));
    script
}

fn without_layout(filter: &mut Filter, dialect: Dialect) {
    if let Kind::Function(function) = &mut filter.kind {
        function.body = tokens_of(&function.body, dialect);
    }
    filter.for_each_part_mut(&mut |part| without_layout(part, dialect));
}

fn tokens_of(text: &str, dialect: Dialect) -> String {
    let (tokens, _) = lex::lex(text, dialect);
    let source = |token: &lex::Token<'_>| &text[token.span.start as usize..token.span.end as usize];
    tokens.iter().map(source).filter(|source| !source.is_empty()).collect::<Vec<_>>().join(" ")
}
