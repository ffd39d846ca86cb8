//! Diagnostics about moves written with dashes and about `path`.

use super::meaning::kind_name;
use super::typing::is;
use crate::ast::{Filter, Span, VariableKind};
use crate::diagnostic::{Diagnostic, Severity};

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

/// `held`: what a variable before the dash holds.
pub(crate) fn no_left_set(span: Span, before: Span, name: &str, held: Option<VariableKind>) -> Diagnostic {
    let is = held.map_or("not a set", kind_name);
    let diagnostic = match held {
        Some(_) => {
            error("dash-without-set", span, format!("a dash needs a set directly before it, but `{name}` is {is}"))
                .also(before, format!("is {is}"))
        }
        None => error(
            "dash-without-set",
            span,
            format!("the dash directly follows `{name}`, which is not a set of squares"),
        )
        .also(before, "is not a set"),
    };
    diagnostic
        .mark("takes a set or a space directly before it")
        .help("rule: a filter directly before a dash is its left side; write a space before the dash")
}

pub(crate) fn spaced_target(span: Span, dash: Span) -> Diagnostic {
    error("spaced-target", span, "the target of a move must follow the dash directly")
        .mark("preceded by a space")
        .also(dash, "the move")
        .help("rule: there is no space between a dash and its target; put a filter that is not a target in braces")
}

pub(crate) fn empty_target(span: Span, dash: Span) -> Diagnostic {
    error("empty-target", span, "the target of the move is empty")
        .mark("expected a filter that holds after the move")
        .also(dash, "the move")
}

pub(crate) fn bad_promotion(sign: Span, filter: &Filter) -> Diagnostic {
    let takes = "a piece type or a text";
    error("bad-promotion", filter.span, format!("a promotion takes {takes}, but this {}", is(filter)))
        .mark(is(filter))
        .also(sign, format!("takes {takes}"))
        .help("write `=Q`, `=[RB]`, `=.` for any piece, or a text such as `=\"QR\"`; put other filters before the move, or in braces")
}

pub(crate) fn expected_dash(word: Span, name: &str, filter: &Filter) -> Diagnostic {
    let message = format!("`{name}` takes a move written with a dash, but this {}", is(filter));
    error("expected-dash", filter.span, message)
        .mark(is(filter))
        .also(word, "takes a move written with a dash")
        .help(format!("write `{name} --` for any move, or `{name} R--e4` for a move of a rook to e4"))
}

pub(crate) fn not_generated(span: Span, word: Span, name: &str, what: &str) -> Diagnostic {
    error("not-generated", span, format!("`{name}` does not support moves with {what}"))
        .mark("not possible for generated moves")
        .also(word, format!("this is the `{name}`"))
        .help("rule: write `--` with sets, and optionally one of the targets `(o-o)`, `(o-o-o)`, `(castle)`, `(enpassant)`")
}

pub(crate) fn needs_braces(span: Span, name: &str) -> Diagnostic {
    error("needs-braces", span, format!("`{name}` directly inside `path` would be read as a move of the path"))
        .mark("directly inside `path`")
        .help(format!(
            "rule: a dash directly inside `path` is a move of the path; put the filter in braces: `{{{name} --}}`"
        ))
}

/// `text`: what is in the braces.
pub(crate) fn braced_move(span: Span, text: &str) -> Diagnostic {
    error("braced-move", span, "a move of a `path` cannot be in braces")
        .mark("braces around one move")
        .help(format!(
            "rule: write a move of a `path` without braces: `{text}`; to test whether such a move was played, write `{{true {text}}}`"
        ))
}

/// As CQL 6.2 reads it.
pub(crate) fn path_ends_at_braces(span: Span, text: &str) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..braced_move(span, text) }.mark("the path ends before these braces")
}

/// A difference among the constituents of a `path`.
pub(crate) fn difference_in_path(span: Span) -> Diagnostic {
    error(
        "arithmetic-constituent",
        span,
        "a constituent of `path` must be a move or a condition, but this is a difference",
    )
    .mark("is a number")
    .help("compare it with a value: `{#R - #r > 2}`")
}

/// `path --(A B)`
pub(crate) fn several_targets(span: Span, inside: &str, dash: Span) -> Diagnostic {
    error("several-in-parentheses", span, "parentheses after a move of a `path` must contain exactly one filter")
        .mark("several filters")
        .also(dash, "the move")
        .help(format!("to match all of them after the move, write `({{{inside}}})`"))
}

pub(crate) fn wildcard_without_move(span: Span, constituent: Span) -> Diagnostic {
    error("wildcard-without-move", span, "a quantifier repeats moves, but this constituent has none")
        .mark("nothing to repeat")
        .also(constituent, "a test of one position")
        .help("rule: only moves can be repeated; write a dash before it: `-- check+` repeats moves that give check")
}

pub(crate) fn two_wildcards(span: Span, first: Span) -> Diagnostic {
    error("two-wildcards", span, "two wildcards follow one another")
        .mark("the second")
        .also(first, "the first")
        .help("rule: a constituent takes one quantifier; to nest repetitions, write a group: `(--{2})+`")
}

pub(crate) fn path_secondary(span: Span) -> Diagnostic {
    error("path-secondary", span, "`path` has no parameter `secondary`")
        .mark("not a parameter of `path`")
        .help("rule: a path follows all moves or, with `primary`, main moves only; write `--(secondary)` to test a single move")
}

pub(crate) fn needs_focus(span: Span, path: Span) -> Diagnostic {
    error("path-conflict", span, "`piecepath` needs `focus`")
        .mark("without `focus`")
        .also(path, "has no focus")
        .help("rule: `piecepath` shows the squares that the pieces in focus pass")
}
