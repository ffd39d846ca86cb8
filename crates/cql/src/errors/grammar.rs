//! Diagnostics about the grammar: something is missing, superfluous or in the wrong place.

use crate::ast::Span;
use crate::catalogue;
use crate::diagnostic::{Diagnostic, Severity};

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

pub(crate) fn no_filters(span: Span) -> Diagnostic {
    error("no-filters", span, "the query has no filter")
        .mark("expected a filter here")
        .help("write `.` to match every position")
}

pub(crate) fn no_header(span: Span, found: &str) -> Diagnostic {
    error("no-header", span, format!("a CQL file must begin with a header, found {found}"))
        .mark("expected `cql (...)` before this")
        .help("write `cql ()` before the first filter")
}

pub(crate) fn second_header(span: Span) -> Diagnostic {
    error("second-header", span, "a header is allowed only at the start of a query")
        .mark("this is not the start")
        .help("rule: a file holds one query; write two files, or put all filters after one header")
}

pub(crate) fn unexpected(span: Span, found: &str) -> Diagnostic {
    error("unexpected", span, format!("{found} is not allowed here")).mark("expected a filter")
}

pub(crate) fn expected_line_end(span: Span, start: Span, found: &str) -> Diagnostic {
    error("unexpected", span, format!("{found} is not allowed here"))
        .mark("expected the end of the line")
        .also(start, "extends to the end of its line")
        .help("inside brackets, write `comment(...)`")
}

pub(crate) fn comma(span: Span) -> Diagnostic {
    error("comma", span, "filters are not separated by commas")
        .mark("not needed")
        .help("separate filters by spaces")
        .fix("")
}

pub(crate) fn missing_argument(word: Span, name: &str, here: Span, found: &str) -> Diagnostic {
    let infix = catalogue::is_infix(name)
        || name == "attacked by"
        || name.starts_with("[<")
        || name.starts_with("[>")
        || name.chars().next().is_some_and(|c| "<>=!+-*/%|&:∪∩≤≥≠←→≺≻≼≽".contains(c));
    let side = if infix { "right side" } else { "argument" };
    error("missing-argument", word, format!("`{name}` has no {side}"))
        .mark(if infix { "needs a filter on each side" } else { "needs a filter after it" })
        .also(here, format!("expected a filter, found {found}"))
}

/// A warning: `else` with nothing after it.
pub(crate) fn idle_else(span: Span) -> Diagnostic {
    Diagnostic::warning("idle-else", span, "no filter follows this `else`")
        .mark("has no effect")
        .help("remove it, or write the filter for the other case after it")
        .fix("")
}

pub(crate) fn missing_left(span: Span, name: &str) -> Diagnostic {
    error("missing-left-side", span, format!("`{name}` has no left side")).mark("needs a filter before it")
}

pub(crate) fn parameter_alone(span: Span, word: &str) -> Diagnostic {
    let owner = catalogue::owner(word);
    let repaired = match owner {
        Some("cql") => "it belongs in the header `cql (...)`".to_owned(),
        Some(owner) => format!("it is a parameter of other filters, such as `{owner}`"),
        None => "it can only be used as part of another filter".to_owned(),
    };
    error("parameter-alone", span, format!("`{word}` is not a filter")).mark("expected a filter").help(repaired)
}

pub(crate) fn stray_wildcard(span: Span, sign: &str) -> Diagnostic {
    error("stray-wildcard", span, format!("the quantifier `{sign}` can only be used in a sequence"))
        .mark("nothing here can be repeated")
        .help(format!("a quantifier repeats a constituent of a sequence: `next (check{sign} mate)`"))
}

pub(crate) fn repetition_alone(span: Span, text: &str) -> Diagnostic {
    let inside = text.trim_start_matches('{').trim_end_matches('}');
    let diagnostic = error("stray-wildcard", span, format!("the repetition `{text}` can only be used in a sequence"))
        .mark("nothing here can be repeated");
    if inside.contains(',') {
        return diagnostic.help(format!("a repetition follows a constituent of a sequence: `next (check{text} mate)`"));
    }
    let spaced = format!("{{ {inside} }}");
    diagnostic.help(format!("for a number in braces, write spaces: `{spaced}`")).fix(spaced)
}

pub(crate) fn result_alone(span: Span, text: &str) -> Diagnostic {
    error("result-alone", span, format!("the result `{text}` is not a filter"))
        .mark("expected a filter")
        .help(format!("write `result {text}`; for a difference, put spaces around `-`"))
        .fix(format!("result {text}"))
}

pub(crate) fn range_without_filter(span: Span, text: &str) -> Diagnostic {
    error("range-without-filter", span, "this range and list do not belong to any filter")
        .mark("expected a filter before this")
        .help(format!("for a sequence, write `next {text}`"))
}

/// `old`: whether CQL 5 reads it as the range of the filter before it; `meant`: the condition that was perhaps meant.
pub(crate) fn bare_number(span: Span, text: &str, old: bool, meant: Option<String>) -> Diagnostic {
    let diagnostic = error("bare-number", span, format!("the number `{text}` is not a condition on a position"));
    let mark = if old { "CQL 5 reads this as the range of the filter before it" } else { "expected a filter" };
    let first = text.split_ascii_whitespace().next().unwrap_or(text);
    diagnostic.mark(mark).help(match (meant, old) {
        (Some(meant), true) => format!("write `{meant}`, or read the query in dialect 5"),
        (Some(meant), false) => format!("did you mean `{meant}`?"),
        (None, _) => format!("compare it with a value, for example `ply == {first}`"),
    })
}

pub(crate) fn expected_depth(span: Span, word: Span, found: &str) -> Diagnostic {
    error("expected-number", span, format!("`depth` must be followed by a single non-negative integer, found {found}"))
        .mark("expected one number, then a filter")
        .also(word, "for this")
        .help("write the range first, then the depth: `next* 1 2 depth 3 check`")
}

/// In dialect 6 a number is a filter, though it says nothing.
pub(crate) fn number_alone(span: Span, text: &str, old: bool, meant: Option<String>) -> Diagnostic {
    let warning = Diagnostic { severity: Severity::Warning, ..bare_number(span, text, old, meant) };
    if old { warning } else { warning.mark("is a filter that always matches") }
}

pub(crate) fn empty_braces(span: Span) -> Diagnostic {
    error("empty-braces", span, "these braces contain no filter")
        .mark("expected a filter inside")
        .help("for the empty set of squares, write `[]`")
}

pub(crate) fn empty_parentheses(span: Span) -> Diagnostic {
    error("empty-parentheses", span, "these parentheses contain no filter").mark("expected a filter inside")
}

pub(crate) fn several_in_parentheses(span: Span, inside: &str) -> Diagnostic {
    error("several-in-parentheses", span, "parentheses must contain exactly one filter").mark("several filters").help(format!(
        "to match all of them at one position, write `{{{inside}}}`; to match them one after the other, `next ({inside})`"
    ))
}

pub(crate) fn expected_open(span: Span, word: &str, start: Span, found: &str) -> Diagnostic {
    error("expected-parenthesis", span, format!("`{word}` takes its arguments in parentheses, found {found}"))
        .mark("expected `(`")
        .also(start, "for this")
}

pub(crate) fn ray_words_apart(span: Span, word: &str, start: Span, found: &str) -> Diagnostic {
    expected_open(span, word, start, found)
        .help("rule: `ray` takes either directions or `attack`; `xray` means `ray attack`, in all directions")
}

pub(crate) fn expected_close(span: Span, word: &str, start: Span, found: &str) -> Diagnostic {
    error("expected-parenthesis", span, format!("`{word}` takes no more arguments, found {found}"))
        .mark("expected `)`")
        .also(start, "for this")
}

pub(crate) fn expected_bracket(span: Span, open: Span, found: &str) -> Diagnostic {
    error("expected-bracket", span, format!("a part of a text is written `[i]` or `[i:j]`, found {found}"))
        .mark("expected `]`")
        .also(open, "for this")
}

pub(crate) fn expected_constituents(span: Span, word: &str, start: Span, found: &str) -> Diagnostic {
    error("expected-constituents", span, format!("`{word}` takes its constituents in parentheses, found {found}"))
        .mark("expected `(`")
        .also(start, "for this")
        .help(format!("write `{word} (A B C)`; a range and `nestban` may precede the parenthesis"))
}

pub(crate) fn no_constituents(span: Span, word: &str) -> Diagnostic {
    let message = if word == "(" { "this group is empty".to_owned() } else { format!("`{word}` has no constituent") };
    error("no-constituents", span, message).mark("expected at least one filter").help("write `.` to match any position")
}

pub(crate) fn number_as_constituent(span: Span, text: &str) -> Diagnostic {
    error("number-as-constituent", span, format!("the number `{text}` cannot be a constituent"))
        .mark("expected a filter")
        .help("write the range of a sequence before its parenthesis: `next 3 5 (...)`")
}

pub(crate) fn wildcard_without_constituent(span: Span, text: &str) -> Diagnostic {
    error("wildcard-without-constituent", span, format!("the quantifier `{text}` has nothing to repeat"))
        .mark("expected a filter before this")
        .help(format!("write `.{text}` to repeat any position"))
}

pub(crate) fn wildcard_as_operator(span: Span, sign: &str, left: Span) -> Diagnostic {
    error("wildcard-as-operator", span, format!("`{sign}` is a quantifier here, not an operator"))
        .mark("repeats the constituent before it")
        .also(left, "this one")
        .help(format!("put arithmetic in braces: `{{a {sign} b}}`"))
}

pub(crate) fn operator_behind_line(span: Span, sign: &str, line: Span) -> Diagnostic {
    error("operator-behind-line", span, format!("`{sign}` is read as arithmetic with the value of the preceding `line`"))
        .mark("an operator here, because an operand follows")
        .also(line, "the line")
        .help(format!(
            "rule: `{sign}` is a repetition only before an arrow, a closing bracket or the end; write `{{{sign}}}` to repeat, \
             or braces around the line to calculate"
        ))
}

pub(crate) fn too_many_wildcards(span: Span) -> Diagnostic {
    error("too-many-wildcards", span, "a constituent cannot have more than 8 wildcards")
        .mark("one too many")
        .help("rule: up to 8 quantifiers are read; `(A*)*` means the same as `A*`")
}

pub(crate) fn expected_assignment(span: Span, word: &str, start: Span, found: &str) -> Diagnostic {
    error("expected-assignment", span, format!("`{word}` must be followed by an assignment, found {found}"))
        .mark("expected `name = value`")
        .also(start, "for this")
}

pub(crate) fn piece_declared(span: Span, name: Span, found: &str) -> Diagnostic {
    error(
        "expected-assignment",
        span,
        format!("a declaration of a piece variable must be followed by `=` or `[element]`, found {found}"),
    )
    .mark("expected `=` or `[element]`")
    .also(name, "declared here")
    .help("for the set of all pieces, put a space after `[Aa]`")
}

pub(crate) fn expected_name(span: Span, word: &str, start: Span, found: &str) -> Diagnostic {
    error("expected-name", span, format!("`{word}` needs the name of its variable, found {found}"))
        .mark("expected a name")
        .also(start, "for this")
        .help("a name consists of letters, digits, `_` and `$`; it cannot be a reserved word or a piece designator")
}

pub(crate) fn expected_in(span: Span, word: &str, start: Span, found: &str) -> Diagnostic {
    error("expected-in", span, format!("`{word}` needs `in` after its variable, found {found}"))
        .mark("expected `in`")
        .also(start, "for this")
        .help(format!("write `{word} x in S F`"))
}

pub(crate) fn expected_element(span: Span, start: Span, found: &str) -> Diagnostic {
    error("expected-element", span, format!("`[forall]` must be followed by a loop, found {found}"))
        .mark("expected `name [element] set`")
        .also(start, "for this")
}

pub(crate) fn expected_text(span: Span, word: &str, start: Span, found: &str) -> Diagnostic {
    error("expected-text", span, format!("`{word}` needs a quoted text, found {found}"))
        .mark("expected a text in quotes")
        .also(start, "for this")
}

pub(crate) fn expected_file(span: Span, word: &str, found: &str) -> Diagnostic {
    error("expected-file", span, format!("`{word}` needs the name of a file, found {found}"))
        .mark("expected a name ending in .pgn after this")
}

pub(crate) fn expected_range(span: Span, word: &str, start: Span, found: &str) -> Diagnostic {
    error("expected-range", span, format!("`{word}` needs a range, found {found}"))
        .mark("expected one or two numbers")
        .also(start, "for this")
}

pub(crate) fn expected_result(span: Span, start: Span, found: &str) -> Diagnostic {
    error("expected-result", span, format!("`result` needs a result, found {found}"))
        .mark("expected `1-0`, `0-1` or `1/2-1/2`")
        .also(start, "for this")
}

pub(crate) fn too_few(span: Span, word: &str, least: usize, found: usize) -> Diagnostic {
    error("too-few-arguments", span, format!("`{word}` takes at least {least} arguments"))
        .mark(format!("found {found}"))
}

pub(crate) fn few_sets(span: Span, word: &str) -> Diagnostic {
    error("wrong-argument-count", span, format!("`{word}` takes 2 sets")).mark("found fewer")
}

pub(crate) fn expected_pieces(span: Span, start: Span, word: &str, found: &str) -> Diagnostic {
    let wanted = if word == "add" { "a piece" } else { "types of pieces" };
    error("expected-pieces", span, format!("`{word}` needs {wanted}, found {found}"))
        .mark(if word == "add" {
            "expected a piece and its square, such as `Qe4`"
        } else {
            "expected `Q`, `[RBN]`, or `A` for any piece"
        })
        .also(start, "for this")
}

pub(crate) fn wrong_count(span: Span, word: &str, wanted: usize, found: usize) -> Diagnostic {
    error(
        "wrong-argument-count",
        span,
        format!("`{word}` takes {wanted} argument{}", if wanted == 1 { "" } else { "s" }),
    )
    .mark(format!("found {found}"))
}

pub(crate) fn no_items(span: Span, word: &str) -> Diagnostic {
    error("no-items", span, format!("`{word}` has no items")).mark("expected at least one item")
}

/// `first`: where it was given first.
pub(crate) fn parameter_twice(span: Span, word: &str, name: &str, first: Span) -> Diagnostic {
    error("parameter-twice", span, format!("the parameter `{name}` of `{word}` is given twice"))
        .mark("a second time")
        .also(first, "already given")
        .help("rule: a parameter can be given only once")
}

pub(crate) fn all_and_range(all: Span, range: Span) -> Diagnostic {
    error("all-and-range", range, "`find` takes either `all` or a range, not both")
        .mark("a range")
        .also(all, "means 1 or more")
        .help("rule: both give the number of positions to find; remove one of them")
}

pub(crate) fn direction_twice(span: Span, name: &str, ray: Span) -> Diagnostic {
    error("direction-twice", span, format!("the direction `{name}` is given twice in this ray"))
        .mark("a second time")
        .also(ray, "already contains it")
        .help("rule: each direction of a ray is given only once")
}

pub(crate) fn sort_quiet(span: Span) -> Diagnostic {
    error("sort-quiet", span, "`quiet` must be the first parameter of `sort`")
        .mark("not the first parameter")
        .help("rule: `quiet` follows `sort` directly: `sort quiet min \"name\" F`")
}

pub(crate) fn sort_in_header(span: Span) -> Diagnostic {
    error("sort-in-header", span, "in a header, `sort` can only be followed by `matchcount`")
        .mark("expected `sort matchcount`")
        .help("rule: write the filter `sort` after the header")
}

pub(crate) fn filter_in_header(span: Span, word: &str) -> Diagnostic {
    error("filter-in-header", span, format!("the filter `{word}` is not allowed in a header"))
        .mark("allowed here in CQL 5 only")
        .help("rule: write filters after the closing parenthesis of the header, or write `dialect 5` in the header")
}

pub(crate) fn range_before_operator(span: Span, word: &str, number: &str) -> Diagnostic {
    error(
        "range-before-operator",
        span,
        format!("the number `{number}` is not a range of `{word}`, because an operator follows it"),
    )
    .mark("expected a set")
    .help(format!("put the set in parentheses: `{word} {number} (...)`"))
}

pub(crate) fn reversed_range(span: Span, low: i64, high: i64) -> Diagnostic {
    error("reversed-range", span, "this range is empty, because its first number is larger than its second")
        .mark(format!("{low} is more than {high}"))
        .help(format!("rule: write the smaller number first: `{high} {low}`"))
        .fix(format!("{high} {low}"))
}

/// In dialect 6 such a range holds nowhere.
pub(crate) fn empty_range(span: Span, low: i64, high: i64) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..reversed_range(span, low, high) }
        .help(format!("rule: no number is within this range; write the smaller number first: `{high} {low}`"))
}

pub(crate) fn too_many_steps(span: Span, word: &str) -> Diagnostic {
    error("too-many-steps", span, format!("the steps of `{word}` must be between -7 and 7"))
        .mark("out of range")
        .help("rule: a board has 8 files and 8 ranks; without a range, all steps from 1 to 7 are tried")
}

pub(crate) fn bad_repetition(span: Span, text: &str) -> Diagnostic {
    error("bad-repetition", span, format!("`{text}` is not a repetition"))
        .mark("expected one or two numbers, 0 or greater")
        .help("a repetition is written `{2}` or `{2 5}`")
}

pub(crate) fn old_loop_range(span: Span, word: &str) -> Diagnostic {
    old_range(span, word, &format!("compare the number of squares: `2 <= {{{word} x in S F}} <= 8`"))
}

pub(crate) fn old_range(span: Span, word: &str, modern: &str) -> Diagnostic {
    error("old-range", span, format!("`{word}` does not take a range")).mark("not allowed here").help(modern)
}

pub(crate) fn old_on(span: Span, left: Span) -> Diagnostic {
    error("old-word", span, "`on` is a word of CQL 5 only")
        .mark("written `&` in CQL 6")
        .also(left, "the left side")
        .help("write `A & B` for `A on B`, or read the query in dialect 5")
        .fix("&")
}

pub(crate) fn old_word(span: Span, word: &str, numbers: &[i64], text: &str, list: bool) -> Diagnostic {
    let argument = if list { "S".to_owned() } else { text.to_owned() };
    let compared = |value: &str| match numbers {
        [] => value.to_owned(),
        [one] => format!("{value} == {one}"),
        [low, high, ..] => format!("{low} <= {value} <= {high}"),
    };
    let quoted = |text: String| format!("`{text}`");
    let modern = match word {
        "attack" if numbers.is_empty() => "`A attacks B` (attackers) or `B attackedby A` (attacked)".to_owned(),
        "attack" => quoted(compared("#(A attacks B)")),
        "countsquares" => quoted(compared(&format!("#{argument}"))),
        "power" => quoted(compared(&format!("power {argument}"))),
        "powerdifference" => quoted(compared("power A - power B")),
        "any" => "`.`".to_owned(),
        "darksquares" => "`dark .`".to_owned(),
        "lightsquares" => "`light .`".to_owned(),
        "beginvariation" => "`secondary`".to_owned(),
        "silent" => "`find quiet`, or `quiet` in the filter concerned".to_owned(),
        _ => "`A & B`".to_owned(),
    };
    error("old-word", span, format!("this form of `{word}` is CQL 5 only"))
        .mark("not in CQL 6")
        .help(format!("write {modern}, or read the query in dialect 5"))
}

pub(crate) fn expected_arrow(span: Span, start: Span, found: &str) -> Diagnostic {
    error("expected-arrow", span, format!("the constituents of `line` must be joined by arrows, found {found}"))
        .mark("expected `-->` or `<--`")
        .also(start, "for this")
        .help("write `line --> A --> B`, with range and parameters before the first arrow")
}

pub(crate) fn other_arrow(span: Span, arrow: &str, first: Span) -> Diagnostic {
    error("other-arrow", span, "all arrows of a `line` must point the same way")
        .mark(format!("expected `{arrow}`"))
        .also(first, "the first arrow")
        .help("rule: a line goes either forward with `-->` or backward with `<--`; a nested `line` in braces may go the other way")
}

pub(crate) fn arithmetic_constituent(span: Span, text: &str, arrow: Span) -> Diagnostic {
    error(
        "arithmetic-constituent",
        span,
        "a constituent of `line` must be a condition on a position, but this is a number",
    )
    .mark("is a number")
    .also(arrow, "takes a condition on a position")
    .help(format!("compare it with a value, or put it in braces: `{{{text}}}`"))
}

pub(crate) fn repeated_empty(span: Span, of: Span) -> Diagnostic {
    error("repeated-empty", span, "a repetition cannot apply to something that is already repeated or may be empty")
        .mark("one repetition too many")
        .also(of, "already repeated, or may be empty")
        .help("rule: a repeated constituent takes at least one position; one quantifier is enough: `(A*)*` means `A*`")
}
