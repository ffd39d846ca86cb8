//! Errors in `include` and `parameter`.

use crate::ast::Name;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

pub(crate) fn parameter_name(span: Span, text: &str) -> Diagnostic {
    error("parameter-name", span, format!("`{text}` is a word of the language and cannot name a parameter"))
        .mark("expected a name")
        .help("choose another name, such as `MIN` or `least`: `parameter MIN 2400 \"least rating\"`")
}

pub(crate) fn parameter_again(name: &Name, first: Span) -> Diagnostic {
    let name_text = &name.text;
    error("parameter-again", name.span, format!("the parameter `{name_text}` is declared twice"))
        .mark("declared again")
        .also(first, "first declared here")
        .help(format!("declare it once; `--set {name_text}=VALUE` gives it another value"))
}

pub(crate) fn no_number(span: Span, name: &str, text: &str, declared: Span) -> Diagnostic {
    error("no-number", span, format!("the parameter `{name}` is a number, but `{text}` is not"))
        .mark("set here")
        .also(declared, "declared here with a number")
        .help(format!("write a whole number: `--set {name}=2600`"))
}
