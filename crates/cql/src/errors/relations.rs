//! Diagnostics about filters that relate positions to each other.

use crate::ast::{Name, Span};
use crate::diagnostic::Diagnostic;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

pub(crate) fn expected_all(span: Span, echo: Span, found: &str) -> Diagnostic {
    error("expected-all", span, format!("`in` in an `echo` must be followed by `all`, found {found}"))
        .mark("expected `all`")
        .also(echo, "for this")
        .help("write `in all` to include the position itself among the targets, or remove `in`")
}

pub(crate) fn same_name(name: &Name, word: &str, first: Span) -> Diagnostic {
    error("same-name", name.span, format!("`{word}` needs two different variables"))
        .mark("same as the first")
        .also(first, "the first")
        .help("rule: each of the two positions has a variable of its own")
}

pub(crate) fn sort_min_echo(echo: Span, min: Span) -> Diagnostic {
    error("sort-min-echo", min, "`sort min` cannot be used with `echo`")
        .mark("sorts by the smallest value")
        .also(echo, "has its greatest value")
        .help("rule: the value of an `echo` is the greatest among its pairs; for the smallest, sort by the negated number")
}
