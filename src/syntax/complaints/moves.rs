//! Complaints about moves written with dashes and about `path`.

use crate::syntax::ast::{Filter, Span};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::words::type_name;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

pub(in crate::syntax) fn no_left_set(span: Span, before: Span, name: &str) -> Diagnostic {
    error("dash-without-set", span, format!("the dash is glued to `{name}`, which is no set of squares"))
        .mark("takes a set directly before it, or a blank")
        .also(before, "no set")
        .help("write a blank before the dash")
}

pub(in crate::syntax) fn spaced_target(span: Span, dash: Span) -> Diagnostic {
    error("spaced-target", span, "the target of a move stands directly behind the dash, without a blank")
        .mark("a blank stands before it")
        .also(dash, "the move")
        .help("leave the blank out, or write the filter in braces if it is no target")
}

pub(in crate::syntax) fn empty_target(span: Span, dash: Span) -> Diagnostic {
    error("empty-target", span, "the target of the move is empty")
        .mark("expected a filter that holds after the move")
        .also(dash, "the move")
}

pub(in crate::syntax) fn bad_promotion(sign: Span, filter: &Filter) -> Diagnostic {
    error("bad-promotion", filter.span, format!("a promotion is a piece type or a text, not {}", type_name(filter.ty)))
        .mark("neither")
        .also(sign, "the promotion begins here")
        .help("`=Q`, `=[RB]`, `=.` for any, or a text such as `=\"QR\"`; what follows belongs in front, or in braces")
}

pub(in crate::syntax) fn expected_dash(word: Span, name: &str, filter: &Filter) -> Diagnostic {
    error("expected-dash", filter.span, format!("`{name}` takes a move written with a dash"))
        .mark("no move")
        .also(word, format!("`{name}` stands here"))
        .help(format!("`{name} --` for any move, `{name} R--e4` for one of a rook to e4"))
}

pub(in crate::syntax) fn not_generated(span: Span, word: Span, name: &str, what: &str) -> Diagnostic {
    error("not-generated", span, format!("`{name}` cannot be asked for moves with {what}"))
        .mark("too much for generated moves")
        .also(word, format!("`{name}` stands here"))
        .help("rule: `--` with sets, and one of the targets `(o-o)`, `(o-o-o)`, `(castle)`, `(enpassant)`")
}

pub(in crate::syntax) fn needs_braces(span: Span, name: &str) -> Diagnostic {
    error("needs-braces", span, format!("`{name}` would take the moves of the path for its own"))
        .mark("directly inside `path`")
        .help(format!("write braces around it: `{{{name} --}}`"))
}

pub(in crate::syntax) fn wildcard_without_move(span: Span, constituent: Span) -> Diagnostic {
    error("wildcard-without-move", span, "a wildcard repeats moves, and this constituent makes none")
        .mark("nothing to repeat")
        .also(constituent, "holds at one position")
        .help("write a dash before it: `-- check+` repeats moves that give check")
}

pub(in crate::syntax) fn two_wildcards(span: Span, first: Span) -> Diagnostic {
    error("two-wildcards", span, "two wildcards follow one another")
        .mark("the second")
        .also(first, "the first")
        .help("one says it all; or group: `(--{2})+`")
}

pub(in crate::syntax) fn path_secondary(span: Span) -> Diagnostic {
    error("path-secondary", span, "`path` has no parameter `secondary`")
        .mark("not a parameter of `path`")
        .help("ask for it after a move: `--(secondary)`")
}

pub(in crate::syntax) fn path_conflict(span: Span, one: &str, other: &str, rule: &str) -> Diagnostic {
    let message = if other.is_empty() {
        format!("`{one}` needs `focus`")
    } else {
        format!("`{one}` and `{other}` do not go together in `path`")
    };
    error("path-conflict", span, message).mark("these parameters").help(format!("rule: {rule}"))
}
