//! What a request asks of a query, as JSON.

use super::document::Document;
use serde_json::{Value, json};
use tabiya::syntax::assist::{CompletionKind, NameKind, NameUse, names, rename};
use tabiya::syntax::ast::Span;
use tabiya::syntax::{Diagnostic, LINE_WIDTH, ParseOptions, Severity, format_with};
use tabiya::{ParsedQuery, QueryOptions, Source};
use tabiya_session::assist::{self, Book};

/// A request about a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'a> {
    pub(super) uri: &'a str,
    pub(super) document: &'a Document,
    pub(super) params: &'a Value,
    /// Where the built book is.
    pub(super) book: Option<&'a str>,
    pub(super) options: &'a QueryOptions,
}

/// Answers a request, or says why it cannot be answered.
type Handler = fn(&Context<'_>) -> Result<Value, String>;

/// What answers the requests of a method; none for a method that is not supported.
pub(super) fn of(method: &str) -> Option<Handler> {
    Some(match method {
        "textDocument/hover" => |context| Ok(hover(context).unwrap_or_default()),
        "textDocument/completion" => |context| Ok(completion(context).unwrap_or_default()),
        "textDocument/formatting" => |context| Ok(formatting(context)),
        "textDocument/documentSymbol" => |context| Ok(symbols(context)),
        "textDocument/documentHighlight" => |context| Ok(highlights(context)),
        "textDocument/definition" => |context| Ok(definition(context).unwrap_or_default()),
        "textDocument/references" => |context| Ok(references(context)),
        "textDocument/prepareRename" => |context| Ok(prepare_rename(context).unwrap_or_default()),
        "textDocument/rename" => renamed,
        "textDocument/codeAction" => |context| Ok(actions(context)),
        _ => return None,
    })
}

impl Context<'_> {
    /// The byte that the request is about.
    fn byte(&self) -> Option<usize> {
        self.document.byte(&self.params["position"])
    }

    /// The name of the file, to which the names of included files are relative; that of no file where it has none.
    fn file(&self) -> String {
        let Some(encoded) = self.uri.strip_prefix("file://") else { return "query".into() };
        let mut bytes = Vec::new();
        let mut rest = encoded.as_bytes();
        while let Some((&byte, after)) = rest.split_first() {
            let digits = after.get(..2).filter(|_| byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
            let decoded = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            bytes.push(decoded.unwrap_or(byte));
            rest = if decoded.is_some() { &after[2..] } else { after };
        }
        String::from_utf8(bytes).unwrap_or_else(|_| "query".into())
    }

    fn all(&self) -> Vec<Diagnostic> {
        let options = QueryOptions { dialect: self.document.dialect, ..self.options.clone() };
        assist::diagnostics((&self.file(), &self.document.text), &options)
    }

    fn span(&self, span: Span) -> Value {
        let length = self.document.text.len();
        self.document.range(&((span.start as usize).min(length)..(span.end as usize).min(length)))
    }

    fn location(&self, name: &NameUse) -> Value {
        json!({"uri": self.uri, "range": self.document.range(&name.place)})
    }

    /// The places of the name that the request is about.
    fn places(&self) -> Vec<NameUse> {
        let Some(at) = self.byte() else { return Vec::new() };
        let all = names(&self.document.text, self.document.dialect);
        let here = all.iter().find(|one| one.place.start <= at && at <= one.place.end).cloned();
        let same = |one: &NameUse| here.as_ref().is_some_and(|here| here.name == one.name && here.scope == one.scope);
        all.into_iter().filter(same).collect()
    }
}

/// Everything that is wrong with a query.
pub(super) fn diagnostics(context: &Context<'_>) -> Value {
    context.all().iter().map(|one| diagnostic(context, one)).collect()
}

fn diagnostic(context: &Context<'_>, one: &Diagnostic) -> Value {
    let severity = match one.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Note => 3,
    };
    let mark = one.labels.first().map(|label| label.text.as_str()).filter(|text| !text.is_empty());
    let lines = [Some(one.message.as_str()), mark, one.help.as_deref()];
    let message: Vec<&str> = lines.into_iter().flatten().collect();
    let mut value = json!({
        "range": context.span(one.span()),
        "severity": severity,
        "code": one.code,
        "source": "tabiya",
        "message": message.join("\n"),
    });
    if let Some(book) = context.book {
        value["codeDescription"] = json!({"href": assist::page_url(book, "", "diagnostics.md")});
    }
    let related = |label: &tabiya::syntax::Label| json!({"location": {"uri": context.uri, "range": context.span(label.span)}, "message": label.text});
    let related: Vec<Value> = one.labels.iter().skip(1).filter(|label| !label.text.is_empty()).map(related).collect();
    if !related.is_empty() {
        value["relatedInformation"] = related.into();
    }
    value
}

/// Where the book is read.
fn read_at(book: Option<&str>) -> Book<'_> {
    book.map_or(Book::Printed, Book::Site)
}

fn hover(context: &Context<'_>) -> Option<Value> {
    let document = context.document;
    let help = assist::help(&document.text, context.byte()?, document.dialect, read_at(context.book))?;
    Some(json!({
        "contents": {"kind": "markdown", "value": help.markdown},
        "range": document.range(&help.place),
    }))
}

fn completion(context: &Context<'_>) -> Option<Value> {
    let document = context.document;
    let found = assist::offers(&document.text, context.byte()?, document.dialect);
    let range = document.range(&found.replaces);
    let items = found.items.iter().map(|offer| {
        let kind = match offer.kind {
            CompletionKind::Variable => 6,
            CompletionKind::Function => 3,
            CompletionKind::Parameter => 5,
            CompletionKind::Operator => 24,
            CompletionKind::Designator => 20,
            CompletionKind::Filter => 14,
        };
        json!({
            "label": offer.label,
            "labelDetails": {"description": offer.ty},
            "kind": kind,
            "detail": offer.detail,
            "sortText": offer.sort_key(),
            "textEdit": {"range": range, "newText": offer.label},
        })
    });
    Some(json!({"isIncomplete": false, "items": items.collect::<Vec<_>>()}))
}

/// A completion with what the book says of it.
pub(super) fn resolved(item: &Value, book: Option<&str>) -> Value {
    let mut item = item.clone();
    if let Some(markdown) = item["label"].as_str().and_then(|word| assist::word_help(word, read_at(book))) {
        item["documentation"] = json!({"kind": "markdown", "value": markdown});
    }
    item
}

/// The change that lays the query out; none for a query with errors.
fn formatting(context: &Context<'_>) -> Value {
    let document = context.document;
    let options = ParseOptions { dialect: document.dialect, ..ParseOptions::default() };
    let source = Source { name: context.file(), text: document.text.clone() };
    // Without the files that it includes, its errors are those of their functions.
    let libraries = ParsedQuery::libraries(&source, context.options).unwrap_or_default();
    let libraries: Vec<&str> = libraries.iter().map(|library| library.text.as_str()).collect();
    match format_with(&document.text, &libraries, &options, LINE_WIDTH) {
        Ok(text) if text == document.text => json!([]),
        Ok(text) => json!([{"range": document.range(&(0..document.text.len())), "newText": text}]),
        Err(_) => Value::Null,
    }
}

/// The functions, variables and dictionaries of a query.
fn symbols(context: &Context<'_>) -> Value {
    let document = context.document;
    let symbol = |one: NameUse| {
        let (kind, detail) = match one.kind {
            NameKind::Function => (12, "function"),
            NameKind::Variable => (13, "variable"),
            NameKind::Dictionary => (19, "dictionary"),
            NameKind::Parameter => return None,
        };
        one.defines.then(|| {
            json!({
                "name": one.name,
                "detail": detail,
                "kind": kind,
                "range": document.range(&one.whole),
                "selectionRange": document.range(&one.place),
            })
        })
    };
    names(&document.text, document.dialect).into_iter().filter_map(symbol).collect()
}

fn highlights(context: &Context<'_>) -> Value {
    let places = context.places();
    let one = |name: &NameUse| json!({"range": context.document.range(&name.place), "kind": if name.defines { 3 } else { 2 }});
    places.iter().map(one).collect()
}

fn definition(context: &Context<'_>) -> Option<Value> {
    context.places().iter().find(|one| one.defines).map(|one| context.location(one))
}

fn references(context: &Context<'_>) -> Value {
    let all = context.params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
    context.places().iter().filter(|one| all || !one.defines).map(|one| context.location(one)).collect()
}

fn prepare_rename(context: &Context<'_>) -> Option<Value> {
    let at = context.byte()?;
    let here = context.places().into_iter().find(|one| one.place.start <= at && at <= one.place.end)?;
    Some(json!({"range": context.document.range(&here.place), "placeholder": here.name}))
}

fn renamed(context: &Context<'_>) -> Result<Value, String> {
    let document = context.document;
    let new = context.params["newName"].as_str().unwrap_or_default();
    let at = context.byte().ok_or("the request has no position")?;
    let places = rename(&document.text, at, new, document.dialect).map_err(|error| error.to_string())?;
    let edits: Vec<Value> =
        places.iter().map(|place| json!({"range": document.range(place), "newText": new})).collect();
    Ok(json!({"changes": {context.uri: edits}}))
}

/// The fixes of what is wrong within a range.
fn actions(context: &Context<'_>) -> Value {
    let document = context.document;
    let Some(asked) = document.bytes(&context.params["range"]) else { return json!([]) };
    let within = |one: &&Diagnostic| one.span().start as usize <= asked.end && asked.start <= one.span().end as usize;
    let action = |one: &Diagnostic| {
        let fix = one.fix.as_ref()?;
        Some(json!({
            "title": assist::fix_title(&document.text, one)?,
            "kind": "quickfix",
            "diagnostics": [diagnostic(context, one)],
            "isPreferred": one.severity == Severity::Error,
            "edit": {"changes": {context.uri: [{"range": context.span(fix.span), "newText": fix.text}]}},
        }))
    };
    context.all().iter().filter(within).filter_map(action).collect()
}
