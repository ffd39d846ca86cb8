//! Filters with a value as nouns: `the number of white knights`.

use super::{plain, written};
use crate::ast::{Binary, Bound, Designator, Filter, Kind, Pieces, Range, Span, Type, Unary};
use crate::catalogue::{Argument, Op, PositionOp, SetOp, Shorthand};
use crate::print::designator_text;
use tabiya_chess::Bitboard;

/// The names of kinds of pieces, in the order of the bits of [`Pieces`].
const KINDS: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// The value of a filter.
pub(super) fn noun(filter: &Filter) -> String {
    match &filter.kind {
        Kind::Paren(inner) | Kind::Silent(inner) | Kind::NoTransform(inner) => noun(inner),
        Kind::Integer(number) => number.to_string(),
        Kind::Text(text) => format!("\"{text}\""),
        Kind::All => "all squares".into(),
        Kind::NoSquares => "no squares".into(),
        Kind::Designator(designator) => contents(designator),
        Kind::Variable(name) => format!("`{}`", name.text),
        Kind::Apply(op, arguments) => applied(*op, arguments),
        Kind::Unary(Unary::Count, inner) if inner.ty == Type::Text => format!("the length of {}", noun(inner)),
        Kind::Unary(Unary::Count, inner) => format!("the number of {}", noun(inner)),
        Kind::Unary(Unary::Complement | Unary::Not, inner) => format!("the squares other than {}", noun(inner)),
        Kind::Unary(Unary::Negate, inner) => format!("minus {}", noun(inner)),
        Kind::Binary(binary, a, b) => operation(*binary, a, b, filter),
        Kind::Arrow { left, sets } => {
            let sets: Vec<String> = sets.iter().map(noun).collect();
            let op = if *left { SetOp::AttackedBy } else { SetOp::Attacks };
            sets.join(&format!(" {} ", relation(op)[0]))
        }
        Kind::At(position, value) => format!("{}, at {}", noun(value), noun(position)),
        Kind::Direction { of, .. } => format!("the squares that `{}` leads to from {}", direction(filter), noun(of)),
        Kind::Extreme { max, items } => {
            let items: Vec<String> = items.iter().map(noun).collect();
            format!("the {} of {}", if *max { "greatest" } else { "least" }, items.join(", "))
        }
        Kind::GameText { field, .. } => field.noun(),
        Kind::Imagine(_) => format!("the position imagined by `{}`", one_line(filter)),
        Kind::Entry { of, key } => format!("the entry {} of `{}`", noun(key), of.name.text),
        Kind::Entries(of) => format!("the number of entries of `{}`", of.name.text),
        _ => format!("`{}`", one_line(filter)),
    }
}

fn operation(binary: Binary, a: &Filter, b: &Filter, filter: &Filter) -> String {
    let (left, right) = (noun(a), noun(b));
    match binary {
        Binary::Add => format!("{left} plus {right}"),
        Binary::Subtract => format!("{left} minus {right}"),
        Binary::Multiply => format!("{left} times {right}"),
        Binary::Divide => format!("{left} divided by {right}"),
        Binary::Modulo => format!("the remainder of {left} divided by {right}"),
        Binary::Concat => format!("{left} followed by {right}"),
        Binary::Union | Binary::Or => format!("{left} or {right}"),
        Binary::Intersect => format!("the squares that are among both {left} and {right}"),
        Binary::SameSquares => format!("the squares on which {left} and {right} agree"),
        Binary::Relation(op) => format!("{left} {} {right}", relation(op)[0]),
        Binary::PowerDifference => format!("the value of {left} minus that of {right}"),
        Binary::And | Binary::In | Binary::Compare(_) => format!("`{}`", one_line(filter)),
    }
}

/// The words for an operation between two sets: behind several squares, and behind one of them.
pub(super) fn relation(op: SetOp) -> [&'static str; 2] {
    match op {
        SetOp::Attacks => ["that attack", "attacks"],
        SetOp::AttackedBy => ["attacked by", "is attacked by"],
        other => [other.row().spelling; 2],
    }
}

/// The value of an operation with its arguments.
pub(super) fn applied(op: Op, arguments: &[Filter]) -> String {
    use Shorthand::{
        Comment, FenPattern, InFile, Message, QuietMessage, Similar, SimilarNeither, SimilarNoSort, SimilarNoTransform,
    };
    let row = op.row();
    if row.arguments == [Argument::Move] || op == Op::Shorthand(Shorthand::Str) {
        let kind = Kind::Apply(op, arguments.to_vec());
        return format!("`{}`", one_line(&Filter { kind, span: Span::default(), ty: row.ty }));
    }
    let args: Vec<String> = arguments.iter().map(noun).collect();
    match (op, args.as_slice()) {
        (_, []) | (Op::Shorthand(FenPattern | Comment | Message | QuietMessage), _) => plain(op),
        (Op::Set(SetOp::Between), [a, b]) => format!("the squares between {a} and {b}"),
        (Op::Position(PositionOp::Position), [number]) => format!("the position with the number {number}"),
        (Op::Position(PositionOp::Child), [number]) => {
            format!("the next position by the move with the number {number}")
        }
        (Op::Shorthand(InFile), [file]) => format!("the position occurs in the games of {file}"),
        (Op::Shorthand(Similar | SimilarNoSort | SimilarNoTransform | SimilarNeither), [file]) => {
            format!("a game of {file} has a similar position")
        }
        _ => format!("{} ({})", plain(op), args.join(", ")),
    }
}

/// One of the squares of a filter: `a white queen`, `one of the squares e1-8`.
pub(super) fn one(filter: &Filter) -> String {
    match &filter.kind {
        Kind::Paren(inner) | Kind::Silent(inner) | Kind::NoTransform(inner) => one(inner),
        Kind::Designator(designator) => match (designator.pieces, designator.squares.count()) {
            (Pieces::ANY, 1) => contents(designator),
            (Pieces::ANY, _) => format!("one of {}", contents(designator)),
            _ => singular(designator),
        },
        _ => format!("one of {}", noun(filter)),
    }
}

/// `a white rook or queen on a7`
pub(super) fn singular(designator: &Designator) -> String {
    let kind = |kind: &str| KINDS.iter().find(|name| **name == kind).map(|name| name.trim_end_matches('s'));
    let text = contents(designator);
    let words: Vec<&str> = text
        .split(' ')
        .map(|word| match word {
            "pieces" => "piece",
            "squares" => "square",
            _ => kind(word).unwrap_or(word),
        })
        .collect();
    let article = if text.starts_with("empty") { "an" } else { "a" };
    format!("{article} {}", words.join(" "))
}

/// Pieces on squares: `white knights on f7`, `the square e4`.
fn contents(designator: &Designator) -> String {
    let Designator { pieces, squares } = *designator;
    let place = if squares == Bitboard::FULL {
        String::new()
    } else {
        format!(" on {}", designator_text(&Designator { pieces: Pieces::ANY, squares }))
    };
    match pieces {
        Pieces::ANY if place.is_empty() => "all squares".into(),
        Pieces::ANY if squares.count() == 1 => format!("the square{}", place.replacen(" on", "", 1)),
        Pieces::ANY => format!("the squares{}", place.replacen(" on", "", 1)),
        _ => kinds(pieces) + &place,
    }
}

/// `white rooks or queens`, `pieces`
fn kinds(pieces: Pieces) -> String {
    let of = |bits: u16| {
        let names: Vec<&str> = (0..6).filter(|kind| bits >> kind & 1 == 1).map(|kind| KINDS[kind]).collect();
        match names.len() {
            6 => "pieces".to_owned(),
            _ => names.join(" or "),
        }
    };
    let (white, black) = (pieces.0 & Pieces::WHITE.0, (pieces.0 & Pieces::BLACK.0) >> 6);
    let mut parts = Vec::new();
    match (white, black) {
        (0, 0) => {}
        (white, black) if white == black => parts.push(format!("{} of either colour", of(white))),
        (white, 0) => parts.push(format!("white {}", of(white))),
        (0, black) => parts.push(format!("black {}", of(black))),
        (white, black) => parts.extend([format!("white {}", of(white)), format!("black {}", of(black))]),
    }
    if pieces.0 & Pieces::EMPTY_SQUARE.0 != 0 {
        parts.push("empty squares".into());
    }
    if parts.is_empty() { "nothing".into() } else { parts.join(" or ") }
}

/// Kinds of pieces of either colour.
pub(super) fn roles(pieces: Pieces) -> String {
    let both = Pieces(pieces.0 | pieces.0 >> 6);
    kinds(Pieces(both.0 & Pieces::WHITE.0)).replace("white ", "")
}

pub(super) fn range_text(range: &Range) -> String {
    let bound = |bound: &Bound| match bound {
        Bound::Integer(number) => number.to_string(),
        Bound::Variable(name) => format!("`{}`", name.text),
    };
    match range {
        Range::Count => "any number".into(),
        Range::Within(low, high) if low == high => format!("exactly {}", bound(low)),
        Range::Within(low, high) => format!("{} to {}", bound(low), bound(high)),
    }
}

/// The words of a direction with its range, without what they are applied to.
fn direction(filter: &Filter) -> String {
    let text = one_line(filter);
    let Kind::Direction { of, .. } = &filter.kind else { return text };
    text.strip_suffix(&one_line(of)).unwrap_or(&text).trim_end().to_owned()
}

fn one_line(filter: &Filter) -> String {
    written(filter).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A filter as text that is not too long for a line.
pub(super) fn text_of(filter: &Filter) -> String {
    one_line(filter)
}
