//! Diagnostics about the keys of `hhdb`.

use super::meaning::nearest;
use crate::ast::Span;
use crate::ast::hhdb;
use crate::diagnostic::Diagnostic;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

/// A key as it has to be written.
fn written(key: &str) -> String {
    if hhdb::is_quoted(key) { format!("hhdb \"{key}\"") } else { format!("hhdb {key}") }
}

pub(crate) fn unknown_key(span: Span, word: &str) -> Diagnostic {
    let diagnostic = error("unknown-key", span, format!("`hhdb` has no key `{word}`")).mark("not a key");
    let bare = |key: &str| key.trim_matches(['<', '>', '(', ')']).to_lowercase();
    let same = hhdb::spellings().find(|key| bare(key) == bare(word));
    match same.or_else(|| nearest(word, hhdb::spellings())) {
        Some(key) => diagnostic.help(format!("did you mean `{}`?", written(key))),
        None => diagnostic.help(examples()),
    }
}

pub(crate) fn missing_key(word: Span, span: Span, found: &str, unquoted: Option<&str>) -> Diagnostic {
    let diagnostic = error("missing-key", span, "`hhdb` has no key").mark(format!("expected a key, found {found}"));
    let diagnostic = diagnostic.also(word, "for this");
    match unquoted {
        Some(key) => diagnostic.help(format!("write this key in quotes: `{}`", written(key))),
        None => diagnostic.help(examples()),
    }
}

fn examples() -> &'static str {
    "keys are, for example, `composer`, `prize`, `cooked`, `twin`, `gbr kings`, `\"(c)\"`, `\"<cook>\"`"
}

pub(crate) fn needless_quotes(span: Span, key: &str) -> Diagnostic {
    error("needless-quotes", span, format!("the key `{key}` must be written without quotes"))
        .mark("a text, not a key")
        .help(format!("write `hhdb {key}`; only keys with characters other than letters, digits and `_` are quoted"))
}

pub(crate) fn award_word_twice(span: Span, word: &str, first: Span) -> Diagnostic {
    error("award-word-twice", span, format!("`{word}` is given twice in one `hhdb`"))
        .mark("a second time")
        .also(first, "already given")
        .help("rule: each word of an award can be given only once")
}

pub(crate) fn two_awards(span: Span, word: &str, first: Span) -> Diagnostic {
    error("two-awards", span, "a single `hhdb` can test for only one kind of award")
        .mark("a second kind")
        .also(first, "the first")
        .help(format!("rule: an award is of one kind; for either of two kinds, write `... or hhdb {word}`"))
}

pub(crate) fn sort_and_max(sort: Span, max: Span) -> Diagnostic {
    error("sort-and-max", sort, "`sort` and `max` cannot be combined in `hhdb`")
        .mark("sorts by first and last rank")
        .also(max, "selects the last rank")
        .help("rule: `hhdb sort` already sorts by class, first rank and last rank")
}

pub(crate) fn sort_last(span: Span) -> Diagnostic {
    error("sort-last", span, "`sort` cannot be the last word of `hhdb`")
        .mark("expected the kind of award after it")
        .help("rule: `sort` is followed by the awards to sort by: `hhdb sort award`, `hhdb sort prize`, `hhdb sort special hm`")
}
