//! What there is to say about the text of a query: what is wrong with it, what may stand in it, what it means.

use super::failure::Failure;
use super::html::html;
use crate::assist::{self, Offer, Utf16};
use crate::codes;
use serde_json::{Value, json};
use tabiya::printable::line;
use tabiya::syntax::assist::{Ask, CompletionKind, Reading, readings};
use tabiya::syntax::ast::{Constant, Parameter, Span};
use tabiya::syntax::catalogue::{self, Form, Row};
use tabiya::syntax::{
    Described, Diagnostic, Dialect, LINE_WIDTH, ParseOptions, Severity, TokenClass, describe, format_query, tokens,
};
use tabiya::{ParsedQuery, QueryError, QueryOptions, QuerySet, Source};

/// A query as the page gives it.
#[derive(Clone, Debug)]
pub(super) struct QueryText {
    pub(super) text: String,
    pub(super) dialect: Dialect,
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
pub(super) fn check(query: &QueryText, options: &QueryOptions) -> Value {
    let options = query.options(options);
    let all = assist::diagnostics(("query", &query.text), &options);
    let ok = !all.iter().any(|one| one.severity == Severity::Error);
    let mut json = json!({
        "ok": ok,
        "diagnostics": diagnostics(&query.text, &all),
        "tokens": classes(&query.text),
    });
    let Some(parsed) = query.parse(&options).ok().filter(|_| ok) else { return json };
    set_meaning(&mut json, &parsed);
    let parameters: Vec<Value> = parsed.script().parameters().map(parameter_json).collect();
    if !parameters.is_empty() {
        json["parameters"] = parameters.into();
    }
    if let Some(ask) = Ask::of_script(parsed.script()) {
        json["ask"] = json!(ask);
    }
    if query.dialect == Dialect::Auto {
        let both = readings(&query.text);
        let reading = |one: &Reading| {
            json!({
                "dialect": dialect_name(one.dialect), "chosen": one.chosen, "words": in_words(&one.words),
                "braced": one.braced, "differs": true,
            })
        };
        if !both.is_empty() {
            json["readings"] = both.iter().map(reading).collect();
        }
    }
    if let Ok(set) = QuerySet::new(vec![parsed], &options)
        && let Some(reason) = set.must_run_in_order()
    {
        json["order"] = reason.into();
    }
    let reading = ParseOptions { dialect: query.dialect, ..ParseOptions::default() };
    if let Ok(text) = format_query(&query.text, &reading, LINE_WIDTH) {
        json["formatted"] = text.into();
    }
    json
}

/// A parameter, for whoever sets it.
fn parameter_json(parameter: &Parameter) -> Value {
    let Parameter { name, default, value, meaning } = parameter;
    let text = |constant: &Constant| match constant {
        Constant::Number(n) => n.to_string(),
        Constant::Text(text) => text.clone(),
    };
    json!({
        "name": name.text, "value": text(value), "default": text(default), "meaning": line(meaning),
        "number": matches!(default, Constant::Number(_)),
    })
}

/// What a query means, in words.
pub(super) fn meaning(query: &QueryText, options: &QueryOptions) -> Result<Value, Failure> {
    let parsed = query.parse(options).map_err(|error| Failure::query(errors(&query.text, &error)))?;
    let mut json = json!({});
    set_meaning(&mut json, &parsed);
    Ok(json)
}

fn set_meaning(json: &mut Value, parsed: &ParsedQuery) {
    json["dialect"] = dialect_name(parsed.dialect()).into();
    json["words"] = in_words(&describe(parsed.script())).into();
}

/// The name of a dialect; none is chosen by `auto`.
pub(super) fn dialect_name(dialect: Dialect) -> Option<&'static str> {
    match dialect {
        Dialect::Five => Some("5"),
        Dialect::Six => Some("6"),
        Dialect::Auto => None,
    }
}

/// What a query means, one line for each of its filters.
fn in_words(lines: &[Described]) -> String {
    let line = |line: &Described| format!("{}{}", "  ".repeat(line.depth), line.meaning);
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Diagnostics as the page shows them.
pub(super) fn diagnostics(text: &str, all: &[Diagnostic]) -> Value {
    let places = Utf16::new(text);
    all.iter().map(|one| diagnostic((text, &places), one)).collect()
}

/// The errors of a query as the page shows them. Those of other texts than the query itself have no place in it.
pub(super) fn errors(text: &str, error: &QueryError) -> Value {
    diagnostics(text, &error.diagnostics)
}

fn diagnostic((text, places): (&str, &Utf16<'_>), one: &Diagnostic) -> Value {
    let ends = |span: Span| (places.units(span.start as usize), places.units(span.end as usize));
    let (from, to) = ends(one.span());
    let notes = one.labels.iter().map(|label| &label.text).filter(|text| !text.is_empty());
    let mut json = json!({
        "severity": match one.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "hint",
        },
        "code": one.code,
        "message": one.message,
        "from": from,
        "to": to,
        "notes": notes.collect::<Vec<_>>(),
    });
    if let Some(help) = &one.help {
        json["help"] = help.as_str().into();
    }
    if let (Some(fix), Some(title)) = (&one.fix, assist::fix_title(text, one)) {
        let (from, to) = ends(fix.span);
        json["fix"] = json!({"title": title, "from": from, "to": to, "text": fix.text});
    }
    if let Some(page) = codes::describe(one.code) {
        json["page"] = html(&page).into();
    }
    json
}

/// The pieces of a query with their classes, without blanks. Counts in one pass, as the texts may be long.
fn classes(text: &str) -> Vec<(usize, usize, &'static str)> {
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

fn class_name(class: TokenClass, piece: &str) -> &'static str {
    match class {
        TokenClass::Blank | TokenClass::Sign => "sign",
        TokenClass::Comment => "comment",
        TokenClass::Keyword => word_class(piece),
        // Words of the language are words in either dialect.
        TokenClass::Name if catalogue::row(piece).is_some_and(Row::is_known) => word_class(piece),
        TokenClass::Name => "name",
        TokenClass::Number => "number",
        TokenClass::Text => "text",
        TokenClass::Designator => "designator",
        TokenClass::Result => "text",
        TokenClass::Bad => "bad",
    }
}

/// Words that change what others mean, and those that stand for themselves.
fn word_class(piece: &str) -> &'static str {
    let words = piece.split_whitespace().next().unwrap_or(piece);
    let of_others = catalogue::row(words).is_some_and(|row| matches!(row.form, Form::Parameter(_) | Form::Infix));
    if of_others { "modifier" } else { "word" }
}

/// What can stand at a place.
pub(super) fn completion(query: &QueryText, at: usize) -> Value {
    let places = Utf16::new(&query.text);
    let mut found = assist::offers(&query.text, places.byte(at), query.dialect);
    found.items.sort_by_cached_key(Offer::sort_key);
    let items: Vec<Value> = found.items.iter().map(offered).collect();
    json!({"from": places.units(found.replaces.start), "to": places.units(found.replaces.end), "items": items})
}

fn offered(item: &Offer) -> Value {
    let kind = match item.kind {
        _ if item.setting => "setting",
        CompletionKind::Variable => "name",
        CompletionKind::Function => "function",
        _ => "word",
    };
    let sentence = assist::sentence(&item.label);
    let details = [item.ty, sentence.as_deref().unwrap_or(&item.detail)].into_iter().filter(|text| !text.is_empty());
    let mut json = json!({"label": item.label, "kind": kind});
    let detail = details.collect::<Vec<_>>().join(" · ");
    if !detail.is_empty() {
        json["detail"] = detail.into();
    }
    json
}
