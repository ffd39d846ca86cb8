//! Completions at a place of a query.
//!
//! The grammar depends on types, so the parser itself decides: a filter of each type is put at the place, and a type
//! fits if nothing is wrong with that filter. The words of the language are then chosen by their types. The text
//! after the place is left out, and open brackets are closed.
//!
//! This takes some fifty readings of the text before the cursor, a few milliseconds in all for queries of usual size,
//! and the grammar is not written down a second time. Texts of more than 100 kB have no completion.

use super::examples;
use super::names::{NameKind, names};
use crate::catalogue::{self, Form, Row};
use crate::diagnostic::Severity;
use crate::dialect::Dialect;
use crate::lex::{self, Tok, Token};
use crate::read::{ParseOptions, parse};
use crate::tokens::{TokenClass, tokens};
use crate::types::Type;
use std::ops::Range;

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    /// A filter of the language.
    Filter,
    /// A word between two filters.
    Operator,
    /// A word inside another filter, or in the header.
    Parameter,
    /// Pieces: `R`, `[Aa]`.
    Designator,
    /// A variable of the query.
    Variable,
    /// A function of the query.
    Function,
}

/// A text that can be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text itself.
    pub text: String,
    /// What it is.
    pub kind: CompletionKind,
    /// The type of its value, if it is a filter whose type is known.
    pub ty: Option<Type>,
    /// How it is used: `up R`; or what it means.
    pub detail: String,
    /// Its page in the book, with `.md`; empty if it has none.
    pub page: &'static str,
}

/// Everything that can be written at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The bytes that are replaced: the word in which the place lies, up to the place.
    pub replaces: Range<usize>,
    /// The texts, those of each kind together.
    pub items: Vec<Completion>,
}

/// A longer text is not read dozens of times while somebody types.
const LONGEST: usize = 100_000;

/// Filters of each type, by which places are probed. Each of them would be an error where its type does not fit.
const PROBES: [(Type, &str); 5] = [
    (Type::Logical, "check"),
    (Type::Number, "movenumber"),
    (Type::Set, "a1"),
    (Type::Position, "parent"),
    (Type::Text, "\"x\""),
];

/// The pieces that are offered, and what they mean.
const DESIGNATORS: [(&str, &str); 16] = [
    ("K", "the white king"),
    ("Q", "white queens"),
    ("R", "white rooks"),
    ("B", "white bishops"),
    ("N", "white knights"),
    ("P", "white pawns"),
    ("A", "all white pieces"),
    ("k", "the black king"),
    ("q", "black queens"),
    ("r", "black rooks"),
    ("b", "black bishops"),
    ("n", "black knights"),
    ("p", "black pawns"),
    ("a", "all black pieces"),
    ("[Aa]", "all pieces"),
    ("_", "empty squares"),
];

/// The words of sequences that are nothing without what follows them: the word, texts by which places are probed, and how
/// it is written. Each stands in any sequence, or among its constituents.
const SEQUENCE_WORDS: [(&str, &[&str], &str); 5] = [
    ("almost", &["almost 1 (--)", "almost 1 --> --", "almost 1 --"], "almost 1"),
    ("anyorder", &["anyorder (--)"], "anyorder (A B C)"),
    ("both", &["both (--) and (--)"], "both (A B*) and (C)"),
    ("either", &["either (--) or (--)"], "either (A B) or (C)"),
    ("shortest", &["shortest (--)", "shortest --> --", "shortest --"], ""),
];

/// The words that declare something at the beginning of a body and are names elsewhere, with texts by which places are probed.
const DECLARATIONS: [(&str, &str); 2] = [("include", "include \"x\""), ("parameter", "parameter x_ 1")];

/// The parameters of the header, and how they are written.
const HEADER: [(&str, &str); 11] = [
    ("input", "input games.pgn"),
    ("output", "output found.pgn"),
    ("variations", "variations"),
    ("silent", "silent"),
    ("quiet", "quiet"),
    ("matchstring", "matchstring \"Found\""),
    ("matchcount", "matchcount 1 10"),
    ("sort", "sort matchcount 1 10"),
    ("gamenumber", "gamenumber 1 100"),
    ("result", "result 1-0"),
    ("dialect", "dialect 6"),
];

/// The completions at a byte of a text; the word there may be incomplete. Nothing in comments and quoted texts.
///
/// ```
/// # mod tabiya { pub mod syntax { pub use tabiya_cql::*; } }
/// use tabiya::syntax::{Dialect, assist::complete};
/// let found = complete("R attacks pas", 13, Dialect::Auto);
/// assert_eq!(found.replaces, 10..13);
/// assert!(found.items.iter().any(|item| item.text == "passedpawns"));
/// assert!(!found.items.iter().any(|item| item.text == "check"));
/// ```
pub fn complete(text: &str, at: usize, dialect: Dialect) -> Completions {
    let at = text.floor_char_boundary(at);
    if text.len() > LONGEST || is_text_or_comment(text, at) {
        return Completions { replaces: at..at, items: Vec::new() };
    }
    let dialect = match dialect {
        Dialect::Auto => parse(text, &ParseOptions::default()).dialect,
        other => other,
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let start = text[..at].trim_end_matches(is_word).len();
    let place = CompletionPoint::new(&text[..start], dialect);
    let items = match place.in_header() {
        true => header(),
        false => place.items(text),
    };
    Completions { replaces: start..at, items }
}

fn is_text_or_comment(text: &str, at: usize) -> bool {
    tokens(text).into_iter().any(|(class, place)| {
        let inside = place.start < at && at < place.end;
        // The end of a comment up to the end of the line is still part of it.
        let line = || place.end == at && !text[place.clone()].starts_with("/*");
        let open = || place.end == at && text[place.clone()].starts_with('"');
        match class {
            TokenClass::Comment => inside || line(),
            TokenClass::Text => inside && text[place].starts_with('"'),
            TokenClass::Bad => inside || open(),
            _ => false,
        }
    })
}

fn header() -> Vec<Completion> {
    let item = |(word, detail): (&str, &str)| Completion {
        text: word.to_owned(),
        kind: CompletionKind::Parameter,
        ty: None,
        detail: detail.to_owned(),
        page: "concepts/header.md",
    };
    HEADER.into_iter().map(item).collect()
}

/// A place in a query: the text before it.
struct CompletionPoint<'a> {
    before: &'a str,
    /// Without the end of the text.
    tokens: Vec<Token<'a>>,
    dialect: Dialect,
    /// The brackets that close those which are open here.
    closing: String,
    /// The open brackets, outermost first, by the numbers of their tokens.
    open: Vec<usize>,
}

impl<'a> CompletionPoint<'a> {
    fn new(before: &'a str, dialect: Dialect) -> CompletionPoint<'a> {
        let (mut tokens, _) = lex::lex(before, dialect);
        tokens.retain(|token| !matches!(token.tok, Tok::End | Tok::LineEnd | Tok::EndPath));
        let mut open = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            match token.tok {
                Tok::Sign("(" | "{" | "[") => open.push(at),
                Tok::Sign(")" | "}" | "]") => drop(open.pop()),
                _ => {}
            }
        }
        let close = |at: &usize| match tokens[*at].tok {
            Tok::Sign("(") => ')',
            Tok::Sign("{") => '}',
            _ => ']',
        };
        let closing = open.iter().rev().map(close).collect();
        CompletionPoint { before, tokens, dialect, closing, open }
    }

    fn in_header(&self) -> bool {
        let word = |at: usize| self.tokens.get(at).map(|token| token.tok);
        match self.open.first() {
            Some(1) => word(0) == Some(Tok::Word("cql")),
            Some(0) => word(1) == Some(Tok::Word("cql")),
            _ => false,
        }
    }

    /// True if nothing is wrong with the first `length` bytes of a text that is put here.
    fn fits(&self, probe: &str, length: usize) -> bool {
        let text = format!("{} {probe}\n{}", self.before, self.closing);
        let start = self.before.len() + 1;
        let parsed = parse(&text, &ParseOptions { dialect: self.dialect, ..ParseOptions::default() });
        let touches = |start_at: u32, end: u32| (start_at as usize) < start + length && start < end as usize;
        let errors = parsed.diagnostics.iter().filter(|one| one.severity == Severity::Error);
        !errors.flat_map(|one| &one.labels).any(|label| touches(label.span.start, label.span.end))
    }

    fn items(&self, text: &str) -> Vec<Completion> {
        let fitting: Vec<Type> =
            PROBES.into_iter().filter(|(_, probe)| self.fits(probe, probe.len())).map(|(ty, _)| ty).collect();
        let mut items = self.names(text, !fitting.is_empty());
        items.extend(self.parameters());
        items.extend(self.operators());
        if fitting.contains(&Type::Set) {
            items.extend(DESIGNATORS.into_iter().map(|(text, detail)| Completion {
                text: text.to_owned(),
                kind: CompletionKind::Designator,
                ty: Some(Type::Set),
                detail: detail.to_owned(),
                page: "pieces/designators.md",
            }));
        }
        let stands = |item: &Completion| match DECLARATIONS.iter().find(|(word, _)| *word == item.text) {
            Some((word, probe)) => self.fits(probe, word.len()),
            None => item.ty.is_some_and(|ty| fitting.contains(&ty)),
        };
        items.extend(filters(self.dialect).filter(stands));
        items
    }

    /// The variables and functions that are allowed here.
    fn names(&self, text: &str, any: bool) -> Vec<Completion> {
        let mut items: Vec<Completion> = Vec::new();
        for name in names(text, self.dialect) {
            let known = items.iter().any(|item| item.text == name.name);
            if known || name.place.start >= self.before.len() {
                continue;
            }
            let (kind, detail, fits) = match name.kind {
                NameKind::Function => (CompletionKind::Function, "function", any),
                NameKind::Parameter => {
                    (CompletionKind::Variable, "parameter", any && self.is_in_function(text, name.scope))
                }
                NameKind::Dictionary => (CompletionKind::Variable, "dictionary", any),
                NameKind::Variable => (CompletionKind::Variable, "variable", self.fits(&name.name, name.name.len())),
            };
            if fits {
                items.push(Completion { text: name.name, kind, ty: None, detail: detail.to_owned(), page: "" });
            }
        }
        items
    }

    /// True if the place lies in a function, given by its number from 1.
    fn is_in_function(&self, text: &str, number: usize) -> bool {
        let mut functions =
            names(text, self.dialect).into_iter().filter(|one| one.kind == NameKind::Function && one.defines);
        functions.nth(number - 1).is_some_and(|one| one.whole.contains(&self.before.len()))
    }

    /// Words between filters that are allowed here.
    fn operators(&self) -> Vec<Completion> {
        let mut rows: Vec<&Row> = rows(self.dialect).filter(|row| row.form == Form::Infix).collect();
        rows.sort_by_key(|row| row.spelling);
        let fits = |row: &&Row| {
            let word = row.spelling;
            PROBES.iter().any(|(_, probe)| self.fits(&format!("{word} {probe}"), word.len()))
        };
        rows.into_iter()
            .filter(fits)
            .map(|row| item(row, CompletionKind::Operator, None, format!("A {} B", row.spelling)))
            .collect()
    }

    /// Parameters of the filter that is being written here.
    fn parameters(&self) -> Vec<Completion> {
        let from = self.open.last().map_or(0, |open| open + 1);
        let words: Vec<&str> = self.tokens[from..]
            .iter()
            .filter_map(|token| match token.tok {
                Tok::Word(word) => Some(word),
                _ => None,
            })
            .collect();
        let owned = |row: &&Row| match row.form {
            Form::Parameter("cql" | "") => false,
            Form::Parameter(owner) => words.contains(&owner) || (owner == "line" && words.contains(&"next")),
            _ => false,
        };
        let fits = |row: &&Row| {
            let word = row.spelling;
            self.fits(word, word.len())
                || PROBES.iter().any(|(_, probe)| self.fits(&format!("{word} {probe}"), word.len()))
        };
        let known = |row: &&Row| SEQUENCE_WORDS.iter().any(|(word, ..)| *word == row.spelling);
        let usual = rows(self.dialect).filter(|row| !known(row)).filter(owned).filter(fits);
        let usual = usual.map(|row| item(row, CompletionKind::Parameter, None, String::new()));
        let fitting = SEQUENCE_WORDS
            .into_iter()
            .filter(|(word, probes, _)| probes.iter().any(|probe| self.fits(probe, word.len())));
        let of_sequences = fitting.filter_map(|(word, _, detail)| {
            let row = catalogue::row(word)?;
            Some(item(row, CompletionKind::Parameter, None, detail.to_owned()))
        });
        usual.chain(of_sequences).collect()
    }
}

fn rows(dialect: Dialect) -> impl Iterator<Item = &'static Row> {
    catalogue::rows().filter(move |row| row.is_filter_in(dialect))
}

fn item(row: &Row, kind: CompletionKind, ty: Option<Type>, detail: String) -> Completion {
    Completion { text: row.spelling.to_owned(), kind, ty, detail, page: row.page }
}

/// The filters of a dialect with their types.
fn filters(dialect: Dialect) -> impl Iterator<Item = Completion> {
    catalogue::rows().filter_map(move |row| {
        // Whether the example can be read decides: `next (A B)` is also read in dialect 6, though `next` is a name there.
        let example = examples::own(row.spelling, dialect);
        let (ty, detail) = match row.form {
            Form::Word | Form::Prefix(_) | Form::Call(_) | Form::Items | Form::Pair | Form::Named | Form::Own
                if example.is_some() =>
            {
                example?
            }
            Form::Word if row.is_filter_in(dialect) => (row.ty, row.spelling.to_owned()),
            Form::Prefix(_) | Form::Call(_) if row.is_filter_in(dialect) => (row.ty, examples::call(row)),
            _ => return None,
        };
        Some(item(row, CompletionKind::Filter, Some(ty), detail))
    })
}
