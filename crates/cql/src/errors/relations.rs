//! Complaints about filters that relate positions to each other.

use crate::ast::{Name, Span};
use crate::diagnostic::Diagnostic;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

pub(crate) fn expected_all(span: Span, echo: Span, found: &str) -> Diagnostic {
    error("expected-all", span, format!("after `in` an `echo` needs `all`, found {found}"))
        .mark("expected `all`")
        .also(echo, "for this")
        .help("`in all` lets the position itself be a target; it is left out otherwise")
}

pub(crate) fn same_name(name: &Name, word: &str, first: Span) -> Diagnostic {
    error("same-name", name.span, format!("`{word}` needs two different variables"))
        .mark("the same as the first")
        .also(first, "the first")
        .help("rule: one stands for each of the two positions")
}

pub(crate) fn sort_min_echo(echo: Span, min: Span) -> Diagnostic {
    error("sort-min-echo", min, "`sort min` and `echo` do not go together")
        .mark("asks for the smallest value")
        .also(echo, "yields its greatest value")
        .help("rule: the value of an `echo` is the greatest of its pairs; for the smallest sort by a negative number")
}
