//! Diagnostics about characters, literals and brackets.

use crate::ast::Span;
use crate::diagnostic::Diagnostic;

pub(crate) fn invalid_character(span: Span, c: char) -> Diagnostic {
    let shown = if c.is_ascii() { format!("`{c}`") } else { format!("`{c}` (U+{:04X})", u32::from(c)) };
    let diagnostic =
        Diagnostic::error("invalid-character", span, format!("the character {shown} has no meaning in a query"))
            .mark("not part of the language");
    match c {
        '!' => diagnostic.help("write `not`: `not check`").fix("not "),
        '^' => diagnostic.help("write `not` for a negation, `~` for the other squares of a set"),
        '\'' | '`' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2018}' | '\u{2019}' => {
            diagnostic.help("write texts in straight double quotes: `player \"Tal\"`").fix("\"")
        }
        _ => diagnostic,
    }
}

/// `advice`: what CQL has instead.
pub(crate) fn foreign_operator(span: Span, sign: &str, advice: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error("foreign-operator", span, format!("`{sign}` is not an operator of CQL"))
        .mark("not part of the language")
        .help(advice);
    match sign {
        "&&" => diagnostic.fix("and"),
        "||" => diagnostic.fix("or"),
        "<>" => diagnostic.fix("!="),
        ":=" => diagnostic.fix("="),
        _ => diagnostic,
    }
}

/// `Ra1-h8`. `range`: what was perhaps meant.
pub(crate) fn square_range(span: Span, text: &str, range: &str) -> Diagnostic {
    Diagnostic::error("square-range", span, format!("`{text}` is not a range of squares"))
        .mark("files and ranks have ranges of their own")
        .help(format!("write `{range}`: first the files, then the ranks"))
        .fix(range)
}

pub(crate) fn unclosed_comment(span: Span) -> Diagnostic {
    Diagnostic::error("unclosed-comment", span, "this comment is never closed")
        .mark("begins here")
        .help("end it with `*/`")
}

pub(crate) fn unclosed_text(span: Span) -> Diagnostic {
    Diagnostic::error("unclosed-text", span, "this text has no closing quote")
        .mark("begins here")
        .help("end it with `\"`")
}

pub(crate) fn newline_in_text(span: Span, end: usize) -> Diagnostic {
    Diagnostic::error(
        "newline-in-text",
        Span::new(end + 1, end + 1),
        "a quoted text must end on the line on which it begins",
    )
    .mark("the line ends before the closing quote")
    .also(span, "the text begins here")
    .help("close the quote on the same line; for a line break, write `+ \\n +` between two texts")
}

pub(crate) fn second_line_comment(span: Span, first: Span, end: usize) -> Diagnostic {
    Diagnostic::error("second-line-comment", Span::new(end, end), "a line can contain only one `///`")
        .mark("possible only from the next line on")
        .also(first, "extends to the end of the line")
        .also(span, "second `///`")
        .help("begin a new line, or write `comment(...)`")
}

/// A warning: `/// "a" // remark` and something on the next line.
pub(crate) fn hidden_line_end(remark: Span, first: Span, next: Span) -> Diagnostic {
    Diagnostic::warning(
        "hidden-line-end",
        remark,
        "the `///` before this comment continues on the next line, because the comment hides the line break",
    )
    .mark("includes the line break")
    .also(first, "continues")
    .also(next, "with this")
    .help("put the comment on a line of its own, or write `comment(...)`")
}

pub(crate) fn large_integer(span: Span) -> Diagnostic {
    Diagnostic::error("large-integer", span, "this number is too large").mark(format!("numbers go up to {}", u32::MAX))
}

pub(crate) fn empty_repetition(span: Span) -> Diagnostic {
    Diagnostic::error("empty-repetition", span, "this repetition has neither a lower nor an upper bound")
        .mark("expected `{2}`, `{2,}`, `{,5}` or `{2,5}`")
        .help("for any number of times, write `*`")
}

pub(crate) fn descending_repetition(span: Span, low: u32, high: u32) -> Diagnostic {
    Diagnostic::error("descending-repetition", span, "the upper bound of this repetition is less than its lower bound")
        .mark(format!("{low} is more than {high}"))
        .help(format!("write `{{{high},{low}}}`"))
        .fix(format!("{{{high},{low}}}"))
}

pub(crate) fn large_repetition(span: Span, largest: u32) -> Diagnostic {
    Diagnostic::error("large-repetition", span, "the bound of this repetition is too large")
        .mark(format!("bounds go up to {largest}"))
        .help("for no upper bound, leave it out: `{2,}`")
}

pub(crate) fn bad_group(span: Span) -> Diagnostic {
    Diagnostic::error(
        "bad-group",
        span,
        "a backslash must be followed by one or two digits, or by one of `n`, `r`, `t`, `\"`, `\\`",
    )
    .mark("expected `\\1` to `\\99`, `\\-1` to `\\-99`, or an escape")
}

pub(crate) fn descending_squares(span: Span, text: &str) -> Diagnostic {
    let reversed: String = text.chars().rev().collect();
    Diagnostic::error("descending-squares", span, "a range of squares must be ascending")
        .mark(format!("`{text}` is descending"))
        .help(format!("write `{reversed}`"))
        .fix(reversed)
}

pub(crate) fn duplicate_piece(span: Span, text: &str) -> Diagnostic {
    Diagnostic::error("duplicate-piece", span, format!("the piece `{text}` is given twice"))
        .mark("already in this piece designator")
}

pub(crate) fn mixed_pieces(span: Span) -> Diagnostic {
    Diagnostic::error("mixed-pieces", span, "letters and figurines cannot be mixed in one piece designator")
        .mark("of the other kind")
        .help("write all pieces as letters, or all as figurines")
}

pub(crate) fn unclosed(span: Span, sign: &str, expected: &str) -> Diagnostic {
    Diagnostic::error("unclosed-bracket", span, format!("this `{sign}` is never closed"))
        .mark(format!("expected a matching `{expected}`"))
}

pub(crate) fn unopened(span: Span, sign: &str) -> Diagnostic {
    Diagnostic::error("unopened-bracket", span, format!("this `{sign}` has no matching opening bracket"))
        .mark("no bracket is open here")
}

pub(crate) fn mismatched(open: Span, left: &str, close: Span, right: &str, expected: &str) -> Diagnostic {
    Diagnostic::error("mismatched-bracket", close, format!("`{right}` does not close `{left}`"))
        .mark(format!("expected `{expected}`"))
        .also(open, format!("this `{left}` is still open"))
}

pub(crate) fn too_long(length: usize, limit: usize) -> Diagnostic {
    Diagnostic::error(
        "query-too-long",
        Span::new(0, 0),
        format!("the query has {length} bytes, and at most {limit} are allowed"),
    )
    .help("split the query into several queries")
}

pub(crate) fn too_many_words(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("too-many-words", span, format!("the query has more than {limit} words and symbols"))
        .mark("one too many")
        .help("split the query into several queries")
}

pub(crate) fn too_large(span: Span, limit: usize) -> Diagnostic {
    let message = format!("the query is read to more than {limit} bytes from here on");
    Diagnostic::error("compiled-limit", span, message)
        .mark("the excess begins here")
        .help("call functions with long bodies, long texts and long names less often, split the query, or raise the limit with \
            `--limits compiled=N`")
}

pub(crate) fn too_deep(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::error("too-deep", span, format!("filters are nested too deeply: at most {limit} levels are allowed"))
        .mark("one level too many")
        .help("assign parts of the filter to variables, or split the query")
}

pub(crate) fn too_many_operators(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::error("too-many-operators", span, format!("more than {limit} operators follow one another"))
        .mark("one too many")
        .help("assign parts of the filter to variables")
}

pub(crate) fn too_many_calls(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::error(
        "too-many-calls",
        span,
        format!("the calls of functions expand to more than {limit} words and symbols"),
    )
    .mark("one call too many; calls inside functions count each time")
    .help("assign the value of a frequent call to a variable, or split the query")
}
