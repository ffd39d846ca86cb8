//! The help on the word at a place: its page in the book, or what the query says of a name.

use crate::lookup::{self, Word};
use regex::Regex;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::LazyLock;
use tabiya::syntax::assist::{NameKind, NameUse, names};
use tabiya::syntax::ast::{Designator, Kind, Pieces, Type, VariableKind};
use tabiya::syntax::{Dialect, ParseOptions, TokenClass, parse, tokens};

/// Help on a place of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The bytes that it is about.
    pub place: Range<usize>,
    /// The text, as Markdown.
    pub markdown: String,
}

/// Where the book is for those who read the help.
#[derive(Clone, Copy, Debug)]
pub enum Book<'b> {
    /// In the program: `tabiya doc`.
    Printed,
    /// At an address.
    Site(&'b str),
    /// Next to the query, where the names of pages are links: `page:moves/move`.
    Beside,
}

impl Book<'_> {
    /// A link from a page of a folder, `../moves/move.md#legal`; `None` where nothing can be opened.
    fn link(self, folder: &str, target: &str) -> Option<String> {
        match self {
            Book::Printed => None,
            Book::Site(book) => Some(page_url(book, folder, target)),
            Book::Beside => Some(format!("page:{}", crate::book::resolved(folder, target.split_once(".md")?.0))),
        }
    }
}

/// A link in Markdown: its text and where it leads.
static LINK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\[([^\[\]]*)\]\(([^()\s]*)\)").expect("a pattern"));

/// The information that the book has about a block of code, such as which games its answer belongs to.
static FENCE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?m)^```(\w+)[^\n]*$").expect("a pattern"));

/// Help on the word at a byte of a query.
pub fn help(text: &str, at: usize, dialect: Dialect, book: Book<'_>) -> Option<Help> {
    let (class, place) = tokens(text).into_iter().find(|(class, place)| {
        *class != TokenClass::Blank && (place.contains(&at) || (place.end == at && *class != TokenClass::Sign))
    })?;
    let word = &text[place.clone()];
    let found = match class {
        TokenClass::Comment | TokenClass::Blank | TokenClass::Bad | TokenClass::Number | TokenClass::Text => None,
        TokenClass::Designator => designator(word),
        _ => name(text, &place, dialect).or_else(|| sign_help(text, &place, book)).or_else(|| word_help(word, book)),
    };
    found.map(|markdown| Help { place, markdown })
}

/// The help on a word or a sign of the language: the beginning of the part of the book that describes it.
pub fn word_help(word: &str, book: Book<'_>) -> Option<String> {
    // A file of the header comes with its word.
    let (found, part) = described(word.split_whitespace().next()?)?;
    Some(shortened(part, found, book))
}

/// A word, and the part of the book that describes it.
fn described(word: &str) -> Option<(&'static Word, &'static str)> {
    let found = lookup::words().iter().find(|one| one.word == word)?;
    let page = crate::book::page(found.page)?;
    Some((found, found.anchor.map_or(page, |anchor| lookup::part(page, anchor))))
}

/// Words of several tokens: `next*`, `attacked by`.
fn sign_help(text: &str, place: &Range<usize>, book: Book<'_>) -> Option<String> {
    let next = text[place.end..].chars().next().filter(|sign| !sign.is_alphanumeric() && !sign.is_whitespace())?;
    word_help(&format!("{}{next}", &text[place.clone()]), book)
}

/// The first sentence that the book says of a word.
pub fn sentence(word: &str) -> Option<String> {
    lookup::lead(described(word)?.1)
}

/// A part of the book up to its first section, with its first example and a link to the rest.
fn shortened(part: &str, word: &Word, book: Book<'_>) -> String {
    let end = part
        .match_indices("\n## ")
        .map(|(at, _)| at)
        .find(|&at| !part[..at].trim_start_matches(['#', ' ']).trim().is_empty());
    let (text, rest) = part.split_at(end.unwrap_or(part.len()));
    let folder = word.page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let taken = |text: &str| {
        let text = FENCE.replace_all(text.trim(), "```$1");
        let linked = LINK.replace_all(&text, |link: &regex::Captures<'_>| match &link[2] {
            target if target.contains("://") => link[0].to_owned(),
            target => match book.link(folder, target).filter(|_| target.contains(".md")) {
                Some(target) => format!("[{}]({target})", &link[1]),
                None => link[1].to_owned(),
            },
        });
        linked.into_owned()
    };
    let mut out = taken(text);
    // Where the beginning has a query, it is the example.
    if let Some(example) = example(rest).filter(|_| !text.contains(QUERY)) {
        out = out + "\n\n" + &taken(example);
    }
    match book.link("", &format!("{}.md", word.page)) {
        Some(link) => drop(write!(out, "\n\n[The whole page]({link})")),
        None => drop(write!(out, "\n\nThe whole page: `tabiya doc {}`", word.word)),
    }
    out
}

/// What begins a query in the book.
const QUERY: &str = "\n```cql";

/// The first query of a text with what introduces it.
fn example(text: &str) -> Option<&str> {
    let query = text.find(QUERY)? + 1;
    let end = query + text[query..].find("\n```\n")? + "\n```".len();
    let before = text[..query].trim_end();
    let from = before.rfind("\n\n").map_or(0, |at| at + 2);
    let is_said = before.ends_with(':') && !before[from..].starts_with('#');
    Some(&text[if is_said { from } else { query }..end])
}

/// The address of a page: `../moves/move.md#legal` in a folder of the book.
pub fn page_url(book: &str, folder: &str, target: &str) -> String {
    format!("{}/{}", book.trim_end_matches('/'), crate::book::resolved(folder, target).replacen(".md", ".html", 1))
}

/// What a query says of the name at a place.
fn name(text: &str, place: &Range<usize>, dialect: Dialect) -> Option<String> {
    let uses = names(text, dialect);
    let one = uses.iter().find(|one| one.place == *place)?;
    let definition = uses.iter().find(|other| other.name == one.name && other.scope == one.scope && other.defines);
    let line = definition.map_or(String::new(), |found| format!(", line {}", line_of(text, found.place.start)));
    let head = match one.kind {
        NameKind::Function => definition.map_or(one.name.clone(), |found| signature(text, found)),
        _ => one.name.clone(),
    };
    let kind = match one.kind {
        NameKind::Function => "function".to_owned(),
        NameKind::Parameter => "parameter of a function".to_owned(),
        NameKind::Dictionary => "dictionary".to_owned(),
        NameKind::Variable => variable(text, &one.name, dialect),
    };
    Some(format!("```cql\n{head}\n```\n\n{kind}{line}"))
}

/// The line of a place, from 1.
fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

/// `function f(x y)`
fn signature(text: &str, definition: &NameUse) -> String {
    let whole = &text[definition.whole.clone()];
    let head = whole.split('{').next().unwrap_or(whole);
    head.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn variable(text: &str, name: &str, dialect: Dialect) -> String {
    let script = parse(text, &ParseOptions { dialect, ..ParseOptions::default() }).script;
    let variables = script.map(|script| script.variables).unwrap_or_default();
    let kind = variables.into_iter().find(|(one, _)| one == name).map(|(_, kind)| kind);
    match kind {
        Some(VariableKind::Value(Type::Number)) => "variable: a number",
        Some(VariableKind::Value(Type::Set)) => "variable: a set of squares",
        Some(VariableKind::Value(Type::Position)) => "variable: a position",
        Some(VariableKind::Value(Type::Text)) => "variable: a text",
        Some(VariableKind::Piece) => "variable: a piece, wherever it goes",
        Some(VariableKind::Dictionary(_)) => "dictionary",
        Some(VariableKind::Value(Type::Logical)) | None => "variable",
    }
    .to_owned()
}

/// The names of pieces, in the order of the bits of [`Pieces`].
const PIECES: [&str; 13] = [
    "white pawns",
    "white knights",
    "white bishops",
    "white rooks",
    "white queens",
    "the white king",
    "black pawns",
    "black knights",
    "black bishops",
    "black rooks",
    "black queens",
    "the black king",
    "empty squares",
];

/// A piece designator in words.
fn designator(word: &str) -> Option<String> {
    let script = parse(word, &ParseOptions { dialect: Dialect::Six, ..ParseOptions::default() }).script?;
    let Kind::Designator(Designator { pieces, squares }) = script.body.first()?.kind else { return None };
    let what = match pieces {
        Pieces::ANY => "any square".to_owned(),
        Pieces::WHITE => "any white piece".to_owned(),
        Pieces::BLACK => "any black piece".to_owned(),
        Pieces(bits) if bits == Pieces::WHITE.0 | Pieces::BLACK.0 => "any piece".to_owned(),
        Pieces(bits) => {
            let named = PIECES.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
            named.map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
        }
    };
    let count = squares.count();
    let place = match count {
        64 => String::new(),
        1 => format!(" on {}", squares.into_iter().next()?),
        _ => format!(" on {count} squares"),
    };
    Some(format!("`{word}`: {what}{place}"))
}
