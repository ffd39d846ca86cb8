//! Complaints about dictionaries.

use super::typing::is;
use crate::ast::{Filter, Name, Span, Type};
use crate::diagnostic::Diagnostic;
use crate::words::type_name;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

pub(crate) fn other_life(name: &Name, first: Span, local: bool) -> Diagnostic {
    let (old, new) = if local { ("for one game", "for the whole run") } else { ("for the whole run", "for one game") };
    error("dictionary-life", name.span, format!("the dictionary `{}` keeps its entries {old}", name.text))
        .mark(format!("declared again, to keep them {new}"))
        .also(first, "first declared here")
        .help("rule: `local dictionary` keeps entries for one game, `dictionary` for the whole run; a name has one of them")
}

pub(crate) fn assigned_whole(name: &Name, sign: Span) -> Diagnostic {
    error("dictionary-assigned", sign, format!("`{}` is a dictionary: its entries are assigned one by one", name.text))
        .mark("assigns nothing")
        .also(name.span, "a dictionary")
        .help(format!("write `{}[key] = value`", name.text))
}

pub(crate) fn expected_end_of_key(span: Span, open: Span, found: &str) -> Diagnostic {
    error("expected-bracket", span, format!("the key of a dictionary is one filter in brackets, found {found}"))
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
    let message =
        format!("`{}` outlives the game: its {word}s are numbers, sets or texts, but this is a position", name.text);
    error("dictionary-position", found.span, message)
        .mark("is a position")
        .also(name.span, format!("takes {takes}, since it keeps its entries for the whole run"))
        .help("rule: only a `local dictionary` holds positions")
}

pub(crate) fn other_type(name: &Name, word: &str, ty: Type, first: Span, found: &Filter) -> Diagnostic {
    let message = format!("a {word} of `{}` is {}, but this {}", name.text, type_name(ty), is(found));
    let diagnostic = error("dictionary-type", found.span, message).mark(is(found));
    let diagnostic = if first.end > 0 {
        diagnostic.also(first, format!("{} since here", type_name(ty)))
    } else {
        diagnostic.also(name.span, format!("takes {}", type_name(ty)))
    };
    diagnostic.help(format!("rule: the first {word} decides the type of all"))
}

pub(crate) fn string_loop(span: Span, start: Span, found: &str) -> Diagnostic {
    error("string-loop", span, format!("`string` loops over the keys of a dictionary, found {found}"))
        .mark("expected `in` and a dictionary")
        .also(start, "for this")
        .help("write `string k in D F`, with D a dictionary that has an entry already")
}

pub(crate) fn types_unknown(name: &Name) -> Diagnostic {
    error("dictionary-unknown-types", name.span, format!("what the keys of `{}` are is not known here", name.text))
        .mark("nothing was assigned yet")
        .help(format!("rule: an entry comes before the loop in the text: `{}[key] = value`", name.text))
}

pub(crate) fn expected_dictionary(span: Span, start: Span, found: &str) -> Diagnostic {
    error("expected-dictionary", span, format!("`local` stands before `dictionary`, found {found}"))
        .mark("expected `dictionary`")
        .also(start, "for this")
        .help("variables last for one game without any word")
}
