//! Complaints about moves written with dashes and about `path`.

use super::meaning::kind_name;
use super::typing::is;
use crate::ast::{Filter, Span, VariableKind};
use crate::diagnostic::{Diagnostic, Severity};

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

/// `held`: what a variable before the dash holds.
pub(crate) fn no_left_set(span: Span, before: Span, name: &str, held: Option<VariableKind>) -> Diagnostic {
    let is = held.map_or("is no set", kind_name);
    let diagnostic = match held {
        Some(_) => {
            error("dash-without-set", span, format!("a dash takes a set directly before it, but `{name}` is {is}"))
                .also(before, format!("is {is}"))
        }
        None => error("dash-without-set", span, format!("the dash is glued to `{name}`, which is no set of squares"))
            .also(before, "is no set"),
    };
    diagnostic
        .mark("takes a set directly before it, or a blank")
        .help("rule: what is glued to a dash is its left side; write a blank before the dash")
}

pub(crate) fn spaced_target(span: Span, dash: Span) -> Diagnostic {
    error("spaced-target", span, "the target of a move stands directly behind the dash, without a blank")
        .mark("a blank stands before it")
        .also(dash, "the move")
        .help("rule: the parenthesis of a target is glued to its dash; a filter that is no target stands in braces")
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
        .help("`=Q`, `=[RB]`, `=.` for any, or a text such as `=\"QR\"`; what follows belongs in front, or in braces")
}

pub(crate) fn expected_dash(word: Span, name: &str, filter: &Filter) -> Diagnostic {
    let message = format!("`{name}` takes a move written with a dash, but this {}", is(filter));
    error("expected-dash", filter.span, message)
        .mark(is(filter))
        .also(word, "takes a move written with a dash")
        .help(format!("`{name} --` for any move, `{name} R--e4` for one of a rook to e4"))
}

pub(crate) fn not_generated(span: Span, word: Span, name: &str, what: &str) -> Diagnostic {
    error("not-generated", span, format!("`{name}` cannot be asked for moves with {what}"))
        .mark("too much for generated moves")
        .also(word, format!("`{name}` stands here"))
        .help("rule: `--` with sets, and one of the targets `(o-o)`, `(o-o-o)`, `(castle)`, `(enpassant)`")
}

pub(crate) fn needs_braces(span: Span, name: &str) -> Diagnostic {
    error("needs-braces", span, format!("`{name}` would take the moves of the path for its own"))
        .mark("directly inside `path`")
        .help(format!(
            "rule: a dash directly inside `path` is a move of the path; write braces around it: `{{{name} --}}`"
        ))
}

/// `text`: what stands in the braces.
pub(crate) fn braced_move(span: Span, text: &str) -> Diagnostic {
    error("braced-move", span, "a move in braces is neither a move of the `path` nor a test")
        .mark("braces around one move")
        .help(format!(
            "rule: a move of a `path` has no braces: `{text}`; to test that such a move was played: `{{true {text}}}`"
        ))
}

/// As CQL 6.2 reads it.
pub(crate) fn path_ends_at_braces(span: Span, text: &str) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..braced_move(span, text) }.mark("the path ends before these braces")
}

pub(crate) fn wildcard_without_move(span: Span, constituent: Span) -> Diagnostic {
    error("wildcard-without-move", span, "a wildcard repeats moves, and this constituent makes none")
        .mark("nothing to repeat")
        .also(constituent, "holds at one position")
        .help("rule: `path` repeats moves; write a dash before it: `-- check+` repeats moves that give check")
}

pub(crate) fn two_wildcards(span: Span, first: Span) -> Diagnostic {
    error("two-wildcards", span, "two wildcards follow one another")
        .mark("the second")
        .also(first, "the first")
        .help("rule: one wildcard to a constituent; one says it all, or group: `(--{2})+`")
}

pub(crate) fn path_secondary(span: Span) -> Diagnostic {
    error("path-secondary", span, "`path` has no parameter `secondary`")
        .mark("not a parameter of `path`")
        .help("rule: a path follows all moves or, with `primary`, main moves; ask after a move: `--(secondary)`")
}

pub(crate) fn needs_focus(span: Span, path: Span) -> Diagnostic {
    error("path-conflict", span, "`piecepath` needs `focus`")
        .mark("the way of which pieces?")
        .also(path, "has no focus")
        .help("rule: `piecepath` shows the ways of the pieces in focus")
}
