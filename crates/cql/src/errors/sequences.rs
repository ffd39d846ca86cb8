//! Diagnostics about the names of constituents, and about what is asked for by them.

use super::meaning::nearest;
use crate::ast::Span;
use crate::diagnostic::Diagnostic;

fn error(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("constituent-name", span, message)
}

pub(crate) fn reserved_name(span: Span, word: &str) -> Diagnostic {
    error(span, format!("a constituent cannot be called `{word}`"))
        .mark("this word has a meaning in CQL")
        .help("choose another name, such as `start`, `quiet` or `end`")
}

pub(crate) fn nothing_named(span: Span, name: Span, found: &str) -> Diagnostic {
    error(span, format!("a name must be followed by the constituent that it names, found {found}"))
        .mark("expected a constituent")
        .also(name, "this name")
        .help("write `quiet:=(not check)+`")
}

/// `piece`: the piece designator before the sign.
pub(crate) fn misplaced_name(span: Span, piece: Option<&str>) -> Diagnostic {
    let diagnostic = error(span, "no constituent can be named here").mark("expected a filter");
    diagnostic.help(match piece {
        Some(piece) => format!("`{piece}` is a piece designator; a name is a longer word, as in `start:=(check)`"),
        None => "`:=` names a constituent of `next`, `line` or `path`; an assignment is written with `=`".to_owned(),
    })
}

pub(crate) fn named_test(span: Span, name: Span) -> Diagnostic {
    error(span, "a name in a `path` must be that of a move")
        .mark("a test matches no move")
        .also(name, "this name")
        .help("name the move before or behind it: `capture:=[x]`, or a group of both: `attack:=(-- check)`")
}

pub(crate) fn unknown_constituent<'a>(
    span: Span,
    name: &str,
    word: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::error("unknown-name", span, format!("there is no constituent `{name}`"));
    match nearest(name, known) {
        Some(near) => diagnostic.mark("not known").help(format!("did you mean `{near}`?")),
        None => diagnostic
            .mark("not known here")
            .help(format!("name a constituent before: `next ({name}:=(not check)+ mate) {word}({name})`")),
    }
}
