//! What there is to say about the text of a query: what is wrong with it, what may be in it, what it means.

use super::failure::Failure;
use super::fields::{Diagnosed, Fix, Place, answers, some, words};
use super::html::html;
use crate::assist::{self, Offer, Utf16};
use crate::codes;
use tabiya::printable::line;
use tabiya::syntax::assist::{Ask, CompletionKind, readings};
use tabiya::syntax::ast::{self, Constant, Span};
use tabiya::syntax::catalogue::{self, Form, Row};
use tabiya::syntax::{Described, Diagnostic, LINE_WIDTH, ParseOptions, TokenClass, describe, format_query, tokens};
use tabiya::{ParsedQuery, QueryError, QueryOptions, QuerySet, Source, syntax};

words! {
    /// A version of the language.
    Dialect = #[serde(rename = "5")] Five | #[serde(rename = "6")] Six;
    /// What a piece of a query is.
    #[cfg_attr(test, ts(rename = "TokenClass"))]
    Class = Word | Modifier | Designator | Number | Text | Comment | Sign | Name | Bad;
    /// The entries that are offered.
    OfferKind = Word | Name | Function | Setting;
}

answers! {
    /// What there is to say about a query without games.
    Check {
        ok: bool, diagnostics: Vec<Diagnosed>,
        /// The pieces with their places, without spaces.
        tokens: Vec<(usize, usize, Class)>;
        dialect: Dialect, words: String, #[cfg_attr(test, ts(type = "Ask"))] ask: Ask, formatted: String,
        parameters: Vec<Parameter>,
        /// Only where CQL 5 and CQL 6 both read the text and mean different things.
        readings: Vec<Reading>,
        /// Why games must be searched in order.
        order: String
    }

    /// A parameter, whose value can be another than that of the text.
    Parameter {
        name: String, value: String, default: String, meaning: String,
        /// Its values are whole numbers.
        number: bool
    }

    /// How a dialect reads the text.
    Reading { dialect: Dialect, chosen: bool, words: String, braced: String, differs: bool }

    /// What a query means.
    Meaning { dialect: Option<Dialect>, words: String }

    /// The words that can be at a place.
    Completion { #[serde(flatten)] place: Place, items: Vec<CompletionItem> }

    /// A text that is offered.
    CompletionItem { label: String, kind: OfferKind; detail: String }
}

/// A query as the page gives it.
#[derive(Clone, Debug)]
pub(super) struct QueryText {
    pub(super) text: String,
    pub(super) dialect: syntax::Dialect,
    /// Values of its parameters, by their names.
    pub(super) settings: Vec<(String, String)>,
}

impl QueryText {
    /// Reads it.
    pub(super) fn parse(&self, options: &QueryOptions) -> Result<ParsedQuery, QueryError> {
        let source = Source { name: "query".into(), text: self.text.clone() };
        ParsedQuery::parse(source, &self.options(options))
    }

    /// Reads and plans it, alone.
    pub(super) fn plan(&self, options: &QueryOptions) -> Result<QuerySet, QueryError> {
        QuerySet::new(vec![self.parse(options)?], options)
    }

    fn options(&self, options: &QueryOptions) -> QueryOptions {
        QueryOptions { dialect: self.dialect, settings: self.settings.clone(), ..options.clone() }
    }
}

/// Everything that is known of a query without games.
pub(super) fn check(query: &QueryText, options: &QueryOptions) -> Check {
    let options = query.options(options);
    let all = assist::diagnostics(("query", &query.text), &options);
    let ok = !all.iter().any(|one| one.severity == syntax::Severity::Error);
    let parsed = query.parse(&options).ok().filter(|_| ok);
    let script = parsed.as_ref().map(ParsedQuery::script);
    let reading = ParseOptions { dialect: query.dialect, ..ParseOptions::default() };
    Check {
        ok,
        diagnostics: diagnostics(&query.text, &all),
        tokens: classes(&query.text),
        dialect: parsed.as_ref().and_then(|parsed| dialect(parsed.dialect())),
        words: script.map(|script| in_words(&describe(script))),
        ask: script.and_then(Ask::of_script),
        formatted: script.and_then(|_| format_query(&query.text, &reading, LINE_WIDTH).ok()),
        parameters: script.and_then(|script| all_of(script.parameters().map(parameter))),
        readings: script.filter(|_| query.dialect == syntax::Dialect::Auto).and_then(|_| all_of(both(&query.text))),
        order: parsed.and_then(|parsed| Some(QuerySet::new(vec![parsed], &options).ok()?.must_run_in_order()?.into())),
    }
}

/// All of them, if there are any.
fn all_of<T>(all: impl Iterator<Item = T>) -> Option<Vec<T>> {
    Some(all.collect::<Vec<_>>()).filter(|all| !all.is_empty())
}

/// The readings of two dialects.
fn both(text: &str) -> impl Iterator<Item = Reading> {
    readings(text).into_iter().filter_map(|one| {
        let (dialect, words) = (dialect(one.dialect)?, in_words(&one.words));
        Some(Reading { dialect, chosen: one.chosen, words, braced: one.braced, differs: true })
    })
}

/// A parameter, for anyone who sets it.
fn parameter(parameter: &ast::Parameter) -> Parameter {
    let ast::Parameter { name, default, value, meaning } = parameter;
    let text = |constant: &Constant| match constant {
        Constant::Number(n) => n.to_string(),
        Constant::Text(text) => text.clone(),
    };
    let (name, meaning, number) =
        (name.text.clone(), line(meaning).into_owned(), matches!(default, Constant::Number(_)));
    Parameter { name, value: text(value), default: text(default), meaning, number }
}

/// What a query means, in words.
pub(super) fn meaning(query: &QueryText, options: &QueryOptions) -> Result<Meaning, Failure> {
    let parsed = query.parse(options).map_err(|error| Failure::query(errors(&query.text, &error)))?;
    Ok(Meaning { dialect: dialect(parsed.dialect()), words: in_words(&describe(parsed.script())) })
}

/// A dialect as answers name it; none is chosen by `auto`.
fn dialect(dialect: syntax::Dialect) -> Option<Dialect> {
    match dialect {
        syntax::Dialect::Five => Some(Dialect::Five),
        syntax::Dialect::Six => Some(Dialect::Six),
        syntax::Dialect::Auto => None,
    }
}

/// What a query means, one line for each of its filters.
fn in_words(lines: &[Described]) -> String {
    let line = |line: &Described| format!("{}{}", "  ".repeat(line.depth), line.meaning);
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Diagnostics as the page shows them.
fn diagnostics(text: &str, all: &[Diagnostic]) -> Vec<Diagnosed> {
    let places = Utf16::new(text);
    all.iter().map(|one| diagnosed((text, &places), one)).collect()
}

/// The errors of a query as the page shows them. Those of other texts than the query itself have no place in it.
pub(super) fn errors(text: &str, error: &QueryError) -> Vec<Diagnosed> {
    diagnostics(text, &error.diagnostics)
}

fn diagnosed((text, places): (&str, &Utf16<'_>), one: &Diagnostic) -> Diagnosed {
    let place = |span: Span| Place::of(span.start as usize..span.end as usize, places);
    let Place { from, to } = place(one.span());
    let fix = one.fix.as_ref().zip(assist::fix_title(text, one)).map(|(fix, title)| {
        let Place { from, to } = place(fix.span);
        Fix { title, from, to, text: fix.text.clone() }
    });
    Diagnosed {
        severity: one.severity.into(),
        code: one.code,
        message: one.message.clone(),
        from,
        to,
        notes: one.labels.iter().map(|label| label.text.clone()).filter(|text| !text.is_empty()).collect(),
        help: one.help.clone(),
        fix,
        page: codes::describe(one.code).map(|page| html(&page)),
    }
}

/// The pieces of a query with their classes, without spaces. Counts in one pass, as the texts may be long.
fn classes(text: &str) -> Vec<(usize, usize, Class)> {
    let (mut units, mut all) = (0, Vec::new());
    for (class, place) in tokens(text) {
        let piece = &text[place];
        let from = units;
        units += piece.chars().map(char::len_utf16).sum::<usize>();
        if class != TokenClass::Blank {
            all.push((from, units, class_name(class, piece)));
        }
    }
    all
}

fn class_name(class: TokenClass, piece: &str) -> Class {
    match class {
        TokenClass::Blank | TokenClass::Sign => Class::Sign,
        TokenClass::Comment => Class::Comment,
        TokenClass::Keyword => word_class(piece),
        // Words of the language are words in either dialect.
        TokenClass::Name if catalogue::row(piece).is_some_and(Row::is_known) => word_class(piece),
        TokenClass::Name => Class::Name,
        TokenClass::Number => Class::Number,
        TokenClass::Text => Class::Text,
        TokenClass::Designator => Class::Designator,
        TokenClass::Result => Class::Text,
        TokenClass::Bad => Class::Bad,
    }
}

/// Words that change what others mean, and those that stand for themselves.
fn word_class(piece: &str) -> Class {
    let words = piece.split_whitespace().next().unwrap_or(piece);
    let of_others = catalogue::row(words).is_some_and(|row| matches!(row.form, Form::Parameter(_) | Form::Infix));
    if of_others { Class::Modifier } else { Class::Word }
}

/// The words that can be at a place.
pub(super) fn completion(query: &QueryText, at: usize) -> Completion {
    let places = Utf16::new(&query.text);
    let mut found = assist::offers(&query.text, places.byte(at), query.dialect);
    found.items.sort_by_cached_key(Offer::sort_key);
    Completion { place: Place::of(found.replaces, &places), items: found.items.into_iter().map(offered).collect() }
}

fn offered(item: Offer) -> CompletionItem {
    let kind = match item.kind {
        _ if item.setting => OfferKind::Setting,
        CompletionKind::Variable => OfferKind::Name,
        CompletionKind::Function => OfferKind::Function,
        _ => OfferKind::Word,
    };
    let sentence = assist::sentence(&item.label);
    let details = [item.ty, sentence.as_deref().unwrap_or(&item.detail)].into_iter().filter(|text| !text.is_empty());
    let detail = some(details.collect::<Vec<_>>().join(" · "));
    CompletionItem { label: item.label, kind, detail }
}
