//! Diagnostics about types: both types are named, and both places are marked.

use super::meaning::kind_name;
use crate::ast::{Binary, ConstituentKind, Filter, Kind, Name, SequenceForm, Side, Span, Type, Unary, VariableKind};
use crate::chess_words;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::print::print_filter;
use crate::words::type_name;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

fn is_type(ty: Type) -> String {
    match ty {
        Type::Logical => "is only true or false".to_owned(),
        other => format!("is {}", type_name(other)),
    }
}

/// The kind of a filter, in words.
pub(super) fn is(filter: &Filter) -> String {
    match filter.kind {
        Kind::Dictionary(_) => "is a dictionary".to_owned(),
        _ => is_type(filter.ty),
    }
}

/// `a number, a set or a text`
pub(super) fn one_of(types: &[Type]) -> String {
    let names: Vec<&str> = types.iter().map(|&ty| type_name(ty)).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Advice on converting a value to one of the wanted types, if there is a way.
fn conversion(wanted: &[Type], found: &Filter) -> Option<&'static str> {
    match (wanted, found.ty) {
        ([Type::Number, ..], Type::Set) => Some("to count the squares of a set, write `#`: `#R`"),
        ([Type::Number], Type::Text) => Some("write `int` to read a number from a text, `#` to count its bytes"),
        ([Type::Text], Type::Number | Type::Set | Type::Position) => {
            Some("write `str(...)` to turn a value into a text")
        }
        ([Type::Set], Type::Logical) if !matches!(found.kind, Kind::Dictionary(_)) => {
            Some("a set is a piece designator, such as `R` or `Ra1-8`, or a combination of sets")
        }
        _ => None,
    }
}

fn helped(diagnostic: Diagnostic, help: Option<&'static str>) -> Diagnostic {
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// An argument of the wrong type.
pub(crate) fn expected(word: Span, name: &str, found: &Filter, wanted: &[Type]) -> Diagnostic {
    let takes = format!("takes {}", one_of(wanted));
    let diagnostic = error("type-mismatch", found.span, format!("`{name}` {takes}, but this {}", is(found)))
        .mark(is(found))
        .also(word, takes);
    helped(diagnostic, conversion(wanted, found))
}

/// The right side of an operator has the wrong type.
pub(crate) fn right_side(sign: Span, name: &str, left: &Filter, right: &Filter, wanted: Type) -> Diagnostic {
    let takes = format!("takes {}", type_name(wanted));
    let message = format!("after {}, `{name}` {takes}, but this {}", kind(left.ty), is(right));
    let diagnostic =
        error("type-mismatch", right.span, message).mark(is(right)).also(sign, takes).also(left.span, is(left));
    let arrow = "`<-` is an arrow; to compare with a negative number, write a space: `#R < -1`";
    helped(
        diagnostic,
        if name == "<-" && right.ty == Type::Number { Some(arrow) } else { conversion(&[wanted], right) },
    )
}

/// The error in the two sides of an operator of sets or truths, if there is one.
pub(crate) fn check_pair(op: Binary, left: &Filter, right: &Filter, sign: Span, name: &str) -> Option<Diagnostic> {
    if op == Binary::Intersect && left.ty != Type::Set {
        return Some(operator_misfit(sign, "&", name, left));
    }
    let wanted = match op.row().right {
        Side::Any => return None,
        Side::Of(ty) => ty,
        Side::Left => left.ty,
    };
    (right.ty != wanted).then(|| right_side(sign, name, left, right, wanted))
}

pub(crate) fn comparison(sign: Span, name: &str, tree: bool, left: &Filter, right: &Filter) -> Diagnostic {
    let sets = left.ty == Type::Set && right.ty == Type::Set;
    let message = if sets {
        format!("`{name}` cannot compare two sets")
    } else {
        format!("`{name}` cannot compare {} with {}", kind(left.ty), kind(right.ty))
    };
    let takes = if tree {
        "compares two positions"
    } else {
        "compares two numbers, two texts, two positions, or a set's size with a number"
    };
    let diagnostic =
        error("type-mismatch", sign, message).mark(takes).also(left.span, is(left)).also(right.span, is(right));
    if let Some(word) = ends_in_group(left) {
        return diagnostic.help(group_rule(word));
    }
    if sets && !tree {
        return diagnostic
            .help("compare the numbers of squares, `#A < #B`, or test whether one set contains the other, `A in B`");
    }
    match (left.ty, &right.kind) {
        (Type::Text, Kind::Integer(number)) => diagnostic.help(format!("a text has quotes: write `\"{number}\"`")),
        (Type::Number, Kind::Text(text)) if text.parse::<i64>().is_ok() => {
            diagnostic.help(format!("a number has no quotes: write `{text}`"))
        }
        _ => diagnostic,
    }
}

/// The word of a sequence whose last constituent is a group, which an operator after it was perhaps meant for.
fn ends_in_group(filter: &Filter) -> Option<&'static str> {
    let (word, constituents) = match &filter.kind {
        Kind::Sequence(sequence) if sequence.form == SequenceForm::Line => ("line", &sequence.constituents),
        Kind::Path(path) => ("path", &path.constituents),
        _ => return None,
    };
    matches!(constituents.last()?.unnamed().kind, ConstituentKind::Group(_)).then_some(word)
}

fn group_rule(word: &str) -> String {
    format!(
        "rule: `(` at the start of a constituent of `{word}` opens a group, and an operator after the group applies to the \
         whole `{word}`; to apply it to the constituent, write braces: `{{(A) & P}}`"
    )
}

fn kind(ty: Type) -> &'static str {
    match ty {
        Type::Logical => "a truth value",
        other => type_name(other),
    }
}

fn kinds(ty: Type) -> &'static str {
    match ty {
        Type::Text => "texts",
        _ => "numbers",
    }
}

/// An operator that does not take what comes before it. `op`: the operator in ASCII; `name`: as it is written.
pub(crate) fn operator_misfit(sign: Span, op: &str, name: &str, left: &Filter) -> Diagnostic {
    let takes = match op {
        "[<]" | "[<=]" | "[>]" | "[>=]" | ":" => one_of(&[Type::Position]),
        "in" => one_of(Binary::In.row().left),
        "~~" => one_of(&[Type::Text]),
        _ => match Binary::of_sign(op).flat_map(|op| op.row().left).copied().collect::<Vec<_>>().as_slice() {
            [] => one_of(&[Type::Set]),
            types => one_of(types),
        },
    };
    let message = format!("`{name}` needs {takes} on its left, but that {}", is(left));
    let diagnostic = error("operator-misfit", sign, message).mark(format!("takes {takes}")).also(left.span, is(left));
    if let Some(word) = ends_in_group(left) {
        return diagnostic.help(group_rule(word));
    }
    match (op, &left.kind, left.ty) {
        (_, Kind::Assign(_), _) => {
            diagnostic.help("an assignment ends before this operator; put the assigned filter in braces")
        }
        (_, Kind::Move(m), Type::Logical) if m.target.is_some() => diagnostic
            .help("the target of `move` ends before this operator; write braces: `move legal : {R attacks k}`"),
        (_, Kind::Move(_), Type::Logical) => {
            diagnostic.help("the sets of `move` end before this operator; write braces: `move legal from {K|Q}`")
        }
        ("|" | "&", _, Type::Logical) => {
            let word = if op == "|" { "or" } else { "and" };
            diagnostic.help(format!("`{op}` joins sets of squares; to join conditions, write `{word}`"))
        }
        ("+" | "-" | "*" | "/" | "%", _, Type::Set) => {
            let counted = Filter { kind: Kind::Unary(Unary::Count, Box::new(left.clone())), span: left.span, ty: Type::Number };
            let found = if op == "+" && left.span.end == sign.start { chess_words::as_move_with(&print_filter(left, Dialect::Six), "check") } else { None };
            diagnostic.help(match found {
                Some(found) => format!("to find the move that gives check, write `{found}`"),
                None => format!("to count the squares of a set, write `#`: `{} {op} ...`", print_filter(&counted, Dialect::Six)),
            })
        }
        ("in", Kind::Apply(operation, _), Type::Logical) if operation.row().spelling == "mate" => diagnostic.help(
            "`mate` is true or false of one position; for a mate some moves later, write `next (. . . mate)`; the recipe \
             `missed-mate-in-one` looks at moves that were not played",
        ),
        _ => diagnostic,
    }
}

/// A time as clocks show it, where a number of seconds is wanted.
pub(crate) fn time_of_clock(time: Span, text: &str, seconds: i64) -> Diagnostic {
    error("operator-misfit", time, format!("`{text}` is not a number"))
        .mark("written like the time of a clock")
        .help(format!("times are numbers of seconds: write `{seconds}`"))
        .fix(seconds.to_string())
}

/// An operator of sets or texts after a move with its target.
pub(crate) fn behind_target(sign: Span, name: &str, dash: Span) -> Diagnostic {
    error("behind-target", sign, format!("`{name}` cannot follow the target of a move"))
        .mark("binds more tightly than the dash")
        .also(dash, "a move with its target")
        .help(format!("put the move in braces: `{{--(to)}} {name} ...`"))
}

/// A sum of a number and a text. `right`: what is to the right of the sign.
pub(crate) fn mixed_sum(sign: Span, left: &Filter, right: Option<(Type, Span)>) -> Diagnostic {
    let other = if left.ty == Type::Text { Type::Number } else { Type::Text };
    let message = format!("`+` takes two numbers or two texts, not {} and {}", type_name(left.ty), type_name(other));
    let diagnostic =
        error("type-mismatch", sign, message).mark("takes two numbers or two texts").also(left.span, is(left));
    let diagnostic = match right {
        Some((ty, span)) => diagnostic.also(span, is_type(ty)),
        None => diagnostic,
    };
    diagnostic.help("write `str(...)` to turn a value into a text; items of `comment` and `message` need no `+`")
}

pub(crate) fn mixed_items(word: Span, name: &str, first: &Filter, other: &Filter) -> Diagnostic {
    let message = format!("`{name}` compares {} here, but this {}", kinds(first.ty), is(other));
    error("type-mismatch", other.span, message)
        .mark(is(other))
        .also(first.span, is(first))
        .also(word, "takes either numbers or texts")
}

pub(crate) fn mixed_arrows(sign: Span, left: Span) -> Diagnostic {
    error("mixed-arrows", sign, "all arrows of a chain must point the same way")
        .mark("points the other way")
        .also(left, "this chain")
        .help("rule: a chain of arrows is one ray in one direction; put one of the parts in braces")
}

/// `x[1] = "a"` where `x` holds no text. `open`: the bracket.
pub(crate) fn slice_of_other(name: &Name, held: VariableKind, open: Span) -> Diagnostic {
    let held = kind_name(held);
    error("type-mismatch", name.span, format!("only a part of a text can be assigned, but `{}` is {held}", name.text))
        .mark(format!("is {held}"))
        .also(open, "takes a text")
}

/// `entry`: whether what is on the left is an entry of a dictionary.
pub(crate) fn cannot_assign(sign: Span, text: &str, left: Span, name: &str, entry: bool) -> Diagnostic {
    let diagnostic =
        error("cannot-assign", sign, format!("`{name}` is not a variable")).mark(format!("`{text}` assigns"));
    if entry {
        let op = text.trim_end_matches('=');
        return diagnostic
            .also(left, "an entry of a dictionary")
            .help(format!("rule: an entry can only be assigned with `=`: `{name} = {name} {op} ...`"));
    }
    let diagnostic = diagnostic.also(left, "a filter");
    match (text, name) {
        ("=>" | "=<", _) => diagnostic.help(format!("to compare, write `{}`", if text == "=>" { ">=" } else { "<=" })),
        (_, "result") => diagnostic.help("to ask for a result, write it after the word: `result 1-0`"),
        _ => diagnostic
            .help("to compare, write `==`; to assign, choose a name that is neither reserved nor a piece designator"),
    }
}

pub(crate) fn assign_logical(name: &str, sign: Span, value: &Filter) -> Diagnostic {
    let holds = "a number, a set, a text or a position";
    error("assign-logical", value.span, format!("`{name}` can hold {holds}, but this {}", is(value)))
        .mark(is(value))
        .also(sign, format!("assigns {holds}"))
}

pub(crate) fn assign_other(name: &str, old: Type, span: Span, sign: Span, value: &Filter) -> Diagnostic {
    let held = format!("`{name}` holds {}, but this {}", type_name(old), is(value));
    let diagnostic = error("assign-other-type", value.span, held).mark(is(value));
    let diagnostic = if span.end > 0 {
        diagnostic.also(span, format!("holds {} since here", type_name(old)))
    } else {
        diagnostic.also(sign, format!("assigns {}", type_name(old)))
    };
    diagnostic.help("rule: a variable keeps the type of its first assignment; choose another name")
}

pub(crate) fn persistent_position(name: &Name, word: Span, value: &Filter) -> Diagnostic {
    let holds = "numbers, sets or texts";
    error(
        "persistent-position",
        value.span,
        format!("`{}` is persistent and holds only {holds}, but this is a position", name.text),
    )
    .mark("is a position")
    .also(word, format!("variables of this kind hold {holds}"))
    .help("rule: a position belongs to its game and cannot be kept after it")
}

pub(crate) fn sort_of(word: Span, found: &Filter) -> Diagnostic {
    let diagnostic = error(
        "sort-without-value",
        found.span,
        format!("`sort` takes a number, a set or a text, but this {}", is(found)),
    )
    .mark(is(found))
    .also(word, "takes a number, a set or a text");
    match &found.kind {
        Kind::Sequence(_) | Kind::Reach(_) => {
            diagnostic.help("without a range it has no value: write, for example, `next 1 1000 (...)`")
        }
        _ => diagnostic,
    }
}

pub(crate) fn sort_constant(word: Span, found: Span) -> Diagnostic {
    error("sort-constant", found, "`sort` cannot sort by a constant")
        .mark("the same number for all games")
        .also(word, "sorts games")
        .help("rule: `sort` takes a value that differs between games; it does not take a range")
}

pub(crate) fn sort_unnamed(min: Span, word: &str, found: Span) -> Diagnostic {
    error("sort-unnamed", min, format!("`sort {word}` needs the name of its key"))
        .mark("without a name")
        .also(found, "expected a text in quotes before this")
        .help(format!("rule: `min` and `max` apply to named keys: `sort {word} \"name\" ...`"))
}

/// One sort key of two types.
pub(crate) fn sort_keys(doc: &str, found: (Type, Span), first: (Type, Span)) -> Diagnostic {
    let (ty, span) = found;
    let (old, place) = first;
    let message = format!("the sort key `{doc}` is {}, but this {}", type_name(old), is_type(ty));
    error("sort-keys", span, message)
        .mark(is_type(ty))
        .also(place, format!("sorts by {} since here", type_name(old)))
        .help("rule: a key has one type; choose another name")
}

pub(crate) fn logical_argument(function: &Name, param: &Name, value: &Filter) -> Diagnostic {
    let takes = "a number, a set, a text or a position";
    let message = format!("`{}` takes {takes} for `{}`, but this {}", function.text, param.text, is(value));
    error("type-mismatch", value.span, message)
        .mark(is(value))
        .also(function.span, format!("takes {takes}"))
        .also(param.span, "for this")
}
