//! Diagnostics about dictionaries.

use super::typing::is;
use crate::ast::{Filter, Name, Span, Type};
use crate::diagnostic::Diagnostic;
use crate::words::type_name;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

pub(crate) fn other_life(name: &Name, first: Span, local: bool) -> Diagnostic {
    let (old, new) = if local { ("for one game", "for the whole run") } else { ("for the whole run", "for one game") };
    error("dictionary-life", name.span, format!("the dictionary `{}` is declared {new}, but it keeps its entries {old}", name.text))
        .mark("declared again")
        .also(first, "first declared here")
        .help("rule: `local dictionary` keeps entries for one game, `dictionary` for the whole run; declare a name in only one of the two ways")
}

pub(crate) fn assigned_whole(name: &Name, sign: Span) -> Diagnostic {
    error("dictionary-assigned", sign, format!("`{}` is a dictionary, and only its entries can be assigned", name.text))
        .mark("cannot assign a whole dictionary")
        .also(name.span, "a dictionary")
        .help(format!("write `{}[key] = value`", name.text))
}

pub(crate) fn expected_end_of_key(span: Span, open: Span, found: &str) -> Diagnostic {
    error("expected-bracket", span, format!("the key of a dictionary must be one filter in brackets, found {found}"))
        .mark("expected `]`")
        .also(open, "for this")
}

pub(crate) fn logical_part(name: &Name, word: &str, found: &Filter) -> Diagnostic {
    let takes = "a number, a set, a text or a position";
    error("dictionary-logical", found.span, format!("a {word} of `{}` is {takes}, but this {}", name.text, is(found)))
        .mark(is(found))
        .also(name.span, format!("takes {takes}"))
}

pub(crate) fn position_outlives(name: &Name, word: &str, found: &Filter) -> Diagnostic {
    let takes = "a number, a set or a text";
    let message = format!("a {word} of `{}` is {takes}, but this is a position", name.text);
    error("dictionary-position", found.span, message)
        .mark("is a position")
        .also(name.span, format!("takes {takes}, because it keeps its entries for the whole run"))
        .help("rule: only a `local dictionary` can hold positions")
}

pub(crate) fn other_type(name: &Name, word: &str, ty: Type, first: Span, found: &Filter) -> Diagnostic {
    let message = format!("a {word} of `{}` is {}, but this {}", name.text, type_name(ty), is(found));
    let diagnostic = error("dictionary-type", found.span, message).mark(is(found));
    let diagnostic = if first.end > 0 {
        diagnostic.also(first, format!("{} since here", type_name(ty)))
    } else {
        diagnostic.also(name.span, format!("takes {}", type_name(ty)))
    };
    diagnostic.help(format!("rule: the first {word} in the text decides the type of all others"))
}

pub(crate) fn string_loop(span: Span, start: Span, found: &str) -> Diagnostic {
    error("string-loop", span, format!("`string` needs a dictionary to loop over, found {found}"))
        .mark("expected `in` and a dictionary")
        .also(start, "for this")
        .help("write `string k in D F`, where D is a dictionary to which an entry has been assigned before")
}

pub(crate) fn types_unknown(name: &Name) -> Diagnostic {
    error("dictionary-unknown-types", name.span, format!("the type of the keys of `{}` is not known here", name.text))
        .mark("no entry has been assigned yet")
        .help(format!("rule: assign an entry before the loop: `{}[key] = value`", name.text))
}

pub(crate) fn expected_dictionary(span: Span, start: Span, found: &str) -> Diagnostic {
    error("expected-dictionary", span, format!("`local` must be followed by `dictionary`, found {found}"))
        .mark("expected `dictionary`")
        .also(start, "for this")
        .help("variables keep their value for one game by default; leave out `local`")
}
