//! Diagnostics about the names of constituents, and about measures of them.

use super::meaning::nearest;
use crate::ast::Span;
use crate::diagnostic::Diagnostic;

fn error(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("constituent-name", span, message)
}

pub(crate) fn nothing_named(span: Span, name: Span, found: &str) -> Diagnostic {
    error(span, format!("a name must be followed by the constituent that it names, found {found}"))
        .mark("expected a constituent")
        .also(name, "this name")
        .help("write `quiet:=(not check)+`")
}

pub(crate) fn misplaced_name(span: Span, text: &str) -> Diagnostic {
    let diagnostic = error(span, "no constituent can be named here").mark("not a constituent of a sequence");
    diagnostic.help(if text == ":=" {
        "a name consists of letters, digits, `_` and `$`: `quiet:=(not check)+`".to_owned()
    } else {
        format!("`{text}:=` names a constituent of `next`, `line` or `path`; an assignment is written `{text}=`")
    })
}

pub(crate) fn named_test(span: Span, name: Span) -> Diagnostic {
    error(span, "a name in a `path` must be that of a move")
        .mark("a test matches no move")
        .also(name, "this name")
        .help("name the move before or after it: `capture:=[x]`, or a group of both: `attack:=(-- check)`")
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
