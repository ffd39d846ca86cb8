//! Complaints about types: both are named, and both places are marked.

use crate::syntax::ast::{Binary, Filter, Name, Span, Type};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::words::type_name;

fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

fn is(ty: Type) -> String {
    match ty {
        Type::Logical => "is only true or false".to_owned(),
        other => format!("is {}", type_name(other)),
    }
}

/// An argument of the wrong type.
pub(in crate::syntax) fn expected(word: Span, name: &str, found: &Filter, wanted: Type) -> Diagnostic {
    let diagnostic =
        error("type-mismatch", found.span, format!("`{name}` takes {}, but this {}", type_name(wanted), is(found.ty)))
            .mark(is(found.ty))
            .also(word, format!("takes {}", type_name(wanted)));
    match (wanted, found.ty) {
        (Type::Number, Type::Set) => diagnostic.help("`#` counts the squares of a set: `#R`"),
        (Type::Set, Type::Logical) => {
            diagnostic.help("a set is a piece designator such as `R` or `Ra1-8`, or made of some")
        }
        _ => diagnostic,
    }
}

/// The right side of an operator has the wrong type.
pub(in crate::syntax) fn right_side(sign: Span, name: &str, left: &Filter, right: &Filter, wanted: Type) -> Diagnostic {
    let diagnostic = error(
        "type-mismatch",
        right.span,
        format!("after {}, `{name}` takes {}, but this {}", type_name(left.ty), type_name(wanted), is(right.ty)),
    )
    .mark(is(right.ty))
    .also(sign, format!("takes {}", type_name(wanted)))
    .also(left.span, is(left.ty));
    match (wanted, right.ty) {
        (Type::Number, Type::Set) => diagnostic.help("`#` counts the squares of a set: `#R`"),
        (Type::Set, Type::Number) if name == "<-" => {
            diagnostic.help("`<-` is an arrow; with a blank it is a comparison with a negative number: `#R < -1`")
        }
        _ => diagnostic,
    }
}

/// What is wrong with the two sides of an operator of sets or truths.
pub(in crate::syntax) fn check_pair(
    op: Binary,
    left: &Filter,
    right: &Filter,
    sign: Span,
    name: &str,
) -> Option<Diagnostic> {
    let wanted = match op {
        Binary::Union | Binary::Attacks | Binary::AttackedBy => Type::Set,
        Binary::Intersect if left.ty != Type::Set => {
            return Some(operator_misfit(sign, name, left.span, left.ty, ""));
        }
        Binary::Intersect => Type::Set,
        Binary::SameSquares => Type::Position,
        Binary::In => left.ty,
        _ => return None,
    };
    (right.ty != wanted).then(|| right_side(sign, name, left, right, wanted))
}

pub(in crate::syntax) fn comparison(sign: Span, name: &str, left: &Filter, right: &Filter) -> Diagnostic {
    let message = if left.ty == Type::Set && right.ty == Type::Set {
        format!("`{name}` does not compare two sets")
    } else {
        format!("`{name}` does not compare {} with {}", kind(left.ty), kind(right.ty))
    };
    let diagnostic = error("type-mismatch", sign, message)
        .mark("compares two numbers, two texts, two positions, or a set's size with a number")
        .also(left.span, is(left.ty))
        .also(right.span, is(right.ty));
    if left.ty == Type::Set && right.ty == Type::Set {
        return diagnostic
            .help("compare the numbers of squares: `#A < #B`; or whether one set is within the other: `A in B`");
    }
    diagnostic
}

fn kind(ty: Type) -> &'static str {
    match ty {
        Type::Logical => "a truth value",
        other => type_name(other),
    }
}

/// An operator that does not take what stands before it, because of its type or because it binds tighter.
pub(in crate::syntax) fn operator_misfit(sign: Span, name: &str, left: Span, ty: Type, text: &str) -> Diagnostic {
    use Type::{Number, Position, Set, Text};
    let (types, takes): (&[Type], _) = match name {
        "+" => (&[Number, Text], "a number or a text"),
        "-" | "*" | "/" | "%" => (&[Number], "a number"),
        "<" | "<=" | ">" | ">=" | "==" | "!=" => {
            (&[Number, Set, Text, Position], "a number, a set, a text or a position")
        }
        "[<]" | "[<=]" | "[>]" | "[>=]" | ":" => (&[Position], "a position"),
        "&" => (&[Set, Position], "a set or a position"),
        "in" => (&[Set, Text], "a set or a text"),
        "~~" => (&[Text], "a text"),
        _ => (&[Set], "a set"),
    };
    if types.contains(&ty) {
        let diagnostic = error("operator-misfit", sign, format!("`{name}` binds tighter than what stands on its left"))
            .mark("would take only a part of that")
            .also(left, is(ty));
        let short = text.len() < 40 && !text.contains('\n');
        return diagnostic.help(if short {
            format!("put it in braces: `{{{text}}} {name} ...`")
        } else {
            "put it in braces".to_owned()
        });
    }
    let diagnostic = error("operator-misfit", sign, format!("`{name}` needs {takes} on its left, but that {}", is(ty)))
        .mark(format!("takes {takes}"))
        .also(left, is(ty));
    match (name, ty) {
        ("+" | "-" | "*" | "/" | "%", Type::Set) => diagnostic.help("`#` counts the squares of a set: `#R + 1`"),
        _ => diagnostic,
    }
}

pub(in crate::syntax) fn mixed_sum(sign: Span, left: Span, ty: Type) -> Diagnostic {
    error("type-mismatch", sign, "`+` adds numbers or joins texts, but does not mix them")
        .mark("between a number and a text")
        .also(left, is(ty))
        .help("`str(...)` makes a text of anything; items of `comment` and `message` need no `+`")
}

pub(in crate::syntax) fn mixed_items(word: Span, name: &str, first: &Filter, other: &Filter) -> Diagnostic {
    error("type-mismatch", other.span, format!("`{name}` compares numbers or texts, but does not mix them"))
        .mark(is(other.ty))
        .also(first.span, is(first.ty))
        .also(word, "takes one kind")
}

pub(in crate::syntax) fn mixed_arrows(sign: Span, left: Span) -> Diagnostic {
    error("mixed-arrows", sign, "arrows in one chain point the same way")
        .mark("the other way")
        .also(left, "this chain")
        .help("put one of the parts into braces")
}

pub(in crate::syntax) fn count_of(sign: Span, found: &Filter) -> Diagnostic {
    error("type-mismatch", found.span, format!("`#` takes a set or a text, but this {}", is(found.ty)))
        .mark(is(found.ty))
        .also(sign, "takes a set or a text")
}

pub(in crate::syntax) fn slice_of_other(span: Span, name: &str) -> Diagnostic {
    error("type-mismatch", span, format!("`{name}` is no text, and has no parts to assign"))
        .mark("expected a text variable")
}

pub(in crate::syntax) fn cannot_assign(sign: Span, text: &str, left: Span, name: &str) -> Diagnostic {
    error("cannot-assign", sign, format!("`{name}` is no variable"))
        .mark(format!("`{text}` assigns"))
        .also(left, "a filter of its own")
        .help("to compare, write `==`; to assign, choose a name that is neither reserved nor a piece designator")
}

pub(in crate::syntax) fn assign_logical(name: &Name, sign: Span, value: &Filter) -> Diagnostic {
    error("assign-logical", value.span, format!("`{}` cannot hold this: it has no value", name.text))
        .mark("is only true or false")
        .also(sign, "assigns a number, a set, a text or a position")
}

pub(in crate::syntax) fn assign_other(name: &Name, old: Type, span: Span, value: &Filter) -> Diagnostic {
    let held = format!("`{}` holds {}, but this {}", name.text, type_name(old), is(value.ty));
    let diagnostic = error("assign-other-type", value.span, held).mark(is(value.ty));
    let diagnostic =
        if span.end > 0 { diagnostic.also(span, format!("holds {} since here", type_name(old))) } else { diagnostic };
    diagnostic.help("a variable keeps the type of its first assignment: choose another name")
}

pub(in crate::syntax) fn persistent_position(name: &Name, value: &Filter) -> Diagnostic {
    error("persistent-position", value.span, format!("`{}` outlives the game, a position does not", name.text))
        .mark("is a position")
        .help("persistent variables hold numbers, sets or texts")
}

pub(in crate::syntax) fn sort_of(word: Span, found: &Filter) -> Diagnostic {
    let diagnostic =
        error("sort-without-value", found.span, "`sort` needs something to sort by: a number, a set or a text")
            .mark(is(found.ty))
            .also(word, "sorts games");
    match &found.kind {
        crate::syntax::ast::Kind::Integer(_) => diagnostic.mark("the same for all games"),
        crate::syntax::ast::Kind::Sequence(_) | crate::syntax::ast::Kind::Reach(_) => {
            diagnostic.help("without a range it counts nothing: write for instance `next 1 1000 (...)`")
        }
        _ => diagnostic,
    }
}

pub(in crate::syntax) fn sort_keys(span: Span, first: Span, doc: &str) -> Diagnostic {
    error("sort-keys", span, format!("the sort key `{doc}` is a number in one place and a text in another"))
        .mark("of the other type")
        .also(first, "first used here")
}

pub(in crate::syntax) fn logical_argument(function: &Name, param: &Name, value: &Filter) -> Diagnostic {
    error(
        "type-mismatch",
        value.span,
        format!("`{}` takes a value for `{}`, but this {}", function.text, param.text, is(value.ty)),
    )
    .mark(is(value.ty))
    .also(function.span, "takes numbers, sets, texts, positions and variables")
}
