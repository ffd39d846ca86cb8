//! The effects of the edges of a printed filter on its neighbours: which operators the last argument would take, and
//! how the text before it would take the first token.

use crate::ast::hhdb::{gbr_part, is_award_word};
use crate::ast::{
    Binary, Constituent, ConstituentKind, Filter, GameText, GbrPart, HhdbKey, Kind, Last, MoveFilter, MoveParam, Range,
    SequenceForm, Type, Unary,
};
use crate::catalogue::{NumberOp, Op, SetOp, Shorthand, TextOp, TruthOp};
use crate::level::{self, PRIMARY};

/// An argument at the right edge of a filter: what it is, from which level on it takes operators, and whether it
/// takes the words of dialect 5.
struct Edge<'a> {
    filter: &'a Filter,
    min: u8,
    words: bool,
}

/// The binding strength of a filter; 0 for the words of dialect 5.
pub(super) fn level_of(filter: &Filter, five: bool) -> u8 {
    match &filter.kind {
        Kind::Binary(Binary::Intersect, ..) if five && is_on(filter) => level::OR,
        Kind::Binary(op, ..) => operator_level(*op, five),
        kind => kind.traits().level,
    }
}

/// True if a filter needs no braces wherever it stands.
pub(super) fn is_one_thing(filter: &Filter) -> bool {
    filter.kind.traits().one_thing
}

/// The level of an operator.
pub(super) fn operator_level(op: Binary, five: bool) -> u8 {
    match op {
        Binary::And | Binary::In if five => level::OR,
        _ => op.row().level,
    }
}

/// True if an intersection is written `on`: where the sides are too loose for `&`.
pub(super) fn is_on(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Binary(Binary::Intersect, left, right) => {
            level_of(left, true) < level::INTERSECT
                || level_of(right, true) < level::RELATION
                || takes(left, Binary::Intersect, level::INTERSECT, true)
        }
        _ => false,
    }
}

/// True if an argument at the right edge of a filter would take an operator that follows.
pub(super) fn takes(filter: &Filter, op: Binary, strength: u8, five: bool) -> bool {
    let mut filter = filter;
    // After a path these are a wildcard and the sign of a number.
    if matches!(filter.kind, Kind::Path(_)) && matches!(op, Binary::Add | Binary::Subtract | Binary::Multiply) {
        return true;
    }
    let word = five && (matches!(op, Binary::Or | Binary::And | Binary::In) || strength == level::OR);
    loop {
        if joins(filter, op) {
            return true;
        }
        let Some(edge) = right_edge(filter, five) else { return false };
        let reaches = if word { edge.words } else { strength >= edge.min && strength <= cap(edge.filter, five) };
        if reaches && fits(edge.filter.ty, op) {
            return true;
        }
        filter = edge.filter;
    }
}

/// True if a filter ends in `either (A) or (B)` or `both (A) and (B)`, which would take a word that follows for its own.
fn joins(filter: &Filter, op: Binary) -> bool {
    let constituents = match &filter.kind {
        Kind::Sequence(sequence) if sequence.form == SequenceForm::Line => &sequence.constituents,
        Kind::Path(path) => &path.constituents,
        _ => return false,
    };
    match constituents.last().map(|last| &last.unnamed().kind) {
        Some(ConstituentKind::Either(_)) => op == Binary::Or,
        Some(ConstituentKind::Both(_)) => op == Binary::And,
        _ => false,
    }
}

/// The tightest operator that can follow a filter: none that binds tighter than its own.
fn cap(filter: &Filter, five: bool) -> u8 {
    let own = level_of(filter, five);
    match &filter.kind {
        _ if own == PRIMARY => PRIMARY,
        Kind::Binary(Binary::In | Binary::Compare(_), ..) | Kind::Arrow { .. } | Kind::At(..) => own.saturating_sub(1),
        _ => own,
    }
}

/// True if the sign or word of an operator is taken after a left side of a type.
fn fits(ty: Type, op: Binary) -> bool {
    let both = matches!(op, Binary::Intersect | Binary::SameSquares) && matches!(ty, Type::Set | Type::Position);
    both || op.row().left.contains(&ty)
}

fn right_edge(filter: &Filter, five: bool) -> Option<Edge<'_>> {
    let whole = |filter| Some(Edge { filter, min: if five { level::COMPARE } else { level::OR }, words: true });
    let tight = |filter, min| Some(Edge { filter, min, words: false });
    let old = |filter| old_edge(filter, five);
    match &filter.kind {
        Kind::Binary(Binary::Or | Binary::And | Binary::In, _, right) if five => whole(right),
        Kind::Binary(Binary::Intersect, _, right) if five && is_on(filter) => whole(right),
        Kind::Sequence(sequence) if sequence.form != SequenceForm::Line => None,
        Kind::Sequence(sequence) => match &sequence.constituents.last()?.unnamed().kind {
            ConstituentKind::Filter(filter) => whole(filter),
            _ => None,
        },
        Kind::Path(path) => match &path.constituents.last()?.unnamed().kind {
            // Operators take the last target, and also an only one in parentheses.
            ConstituentKind::Filter(filter) => match &filter.kind {
                Kind::Dash(dash) => dash.target.last().and_then(whole),
                _ => whole(filter),
            },
            _ => None,
        },
        Kind::InRange(_, of) => match &of.kind {
            Kind::Unary(Unary::Count, of) => old(of),
            Kind::Apply(Op::Number(NumberOp::Power), arguments) => arguments.last().and_then(old),
            _ => None,
        },
        kind => match kind.traits().last {
            Last::Own | Last::Varying => None,
            Last::Part(min) if five && min <= level::IN => filter.last_part().and_then(whole),
            Last::Part(min) => filter.last_part().and_then(|last| tight(last, min)),
            Last::Whole => filter.last_part().and_then(whole),
            Last::Old => filter.last_part().and_then(old),
        },
    }
}

fn old_edge(filter: &Filter, five: bool) -> Option<Edge<'_>> {
    Some(Edge { filter, min: level::COLON, words: five && filter.ty == Type::Set })
}

/// The filter that holds the first token.
pub(super) fn left_edge(filter: &Filter) -> &Filter {
    let mut filter = filter;
    while let Some(first) = filter.first_part() {
        filter = first;
    }
    filter
}

/// True if the first token of a filter is a minus sign.
pub(super) fn begins_with_minus(filter: &Filter) -> bool {
    matches!(left_edge(filter).kind, Kind::Unary(Unary::Negate, _) | Kind::Integer(..=-1))
}

/// True if the second of two filters must be put into braces so that the first does not take its beginning.
/// `items`: a text after a filter is an item of its own.
pub(super) fn collide(before: &Filter, after: &Filter, five: bool, items: bool) -> bool {
    let first = left_edge(after);
    let minus = begins_with_minus(after);
    // After a comparison, a sign is an operator only for its right side.
    let number = before.ty == Type::Number && cap(before, five) >= level::SUM;
    if minus && (number || takes(before, Binary::Subtract, level::SUM, five)) {
        return true;
    }
    let five_number = five && !sign_follows(after);
    let mut last = before;
    loop {
        // In dialect 6 a text is an item of its own only after a word that is a whole item.
        let item = items && (five || std::ptr::eq(last, before));
        if takes_first(last, first, item, five, five_number) {
            return true;
        }
        match right_edge(last, five) {
            Some(edge) => last = edge.filter,
            None => return false,
        }
    }
}

/// True if the last word of a filter, and none of its parts, would take the first token of what follows it. `item`: a
/// text there is an item of its own. `number`: an integer there would be read as the end of a range.
fn takes_first(last: &Filter, first: &Filter, item: bool, five: bool, number: bool) -> bool {
    let text = matches!(first.kind, Kind::Text(_));
    let color = matches!(first.kind, Kind::Apply(Op::Shorthand(Shorthand::White | Shorthand::Black), _));
    let number = number && matches!(first.kind, Kind::Integer(_));
    match &last.kind {
        Kind::Move(m) => takes_behind_move(m, &first.kind, five),
        Kind::GameText { field: GameText::Result, .. } => text || color,
        // An empty text is nothing to search for, so it is a filter of its own.
        Kind::GameText { field, search: None } => {
            let searched = matches!(&first.kind, Kind::Text(text) if !text.is_empty());
            searched && !item && !matches!(field, GameText::Tag(_))
        }
        Kind::Hhdb { key, search: None } => takes_word(*key, first, item),
        Kind::Apply(Op::Text(TextOp::Fen), _) if text => !item,
        Kind::Apply(op, arguments) if arguments.is_empty() => {
            let further = first_word(first).is_some_and(|word| op.goes_on(word));
            let argument = op.row().optional && matches!(first.kind, Kind::Paren(_));
            further || argument || number && op.row().ranged
        }
        Kind::ApplyNamed(op, _) => {
            let named = |word: &str| op.row().parameters.iter().any(|parameter| parameter.word == word);
            matches!(first.kind, Kind::Apply(first, _) if named(first.row().spelling))
        }
        Kind::Each(_) => five,
        Kind::Designator(_) | Kind::Braces(_) | Kind::Variable(_) if number => last.ty == Type::Set,
        _ => false,
    }
}

/// The word that a filter is, or begins with if it is an operation.
fn first_word(filter: &Filter) -> Option<&str> {
    match &filter.kind {
        Kind::Apply(op, _) => Some(op.row().word()),
        Kind::Variable(name) => Some(&name.text),
        _ => None,
    }
}

/// True if a `move` would take what follows it: a comment, or a word that is one of its parameters.
fn takes_behind_move(m: &MoveFilter, kind: &Kind, five: bool) -> bool {
    let has = |param: MoveParam| m.params.contains(&param);
    let played = !has(MoveParam::Legal) && !has(MoveParam::Pseudolegal);
    m.custody.is_none()
        && m.target.is_none()
        && match kind {
            Kind::Apply(Op::Shorthand(Shorthand::Comment), _) => played && !(five && has(MoveParam::Previous)),
            Kind::Apply(Op::Shorthand(Shorthand::Message | Shorthand::QuietMessage), _) => {
                five && played && !has(MoveParam::Previous)
            }
            Kind::Sequence(sequence) => {
                !five && sequence.backward && !sequence.single_color && sequence.form == SequenceForm::Next
            }
            Kind::Reach(reach) => !five && reach.backward,
            Kind::Apply(op, _) => is_move_word(*op),
            _ => false,
        }
}

/// True if a filter is written like a parameter of `move`.
fn is_move_word(op: Op) -> bool {
    match op {
        Op::Shorthand(op) => {
            matches!(op, Shorthand::From | Shorthand::To | Shorthand::Legal | Shorthand::Pseudolegal)
        }
        Op::Set(op) => op == SetOp::EnPassantSquare,
        Op::Truth(op) => {
            use TruthOp::{Castle, CastleLong, CastleShort, EnPassant, Primary, Secondary};
            matches!(op, EnPassant | Castle | CastleShort | CastleLong | Primary | Secondary)
        }
        Op::Number(_) | Op::Text(_) | Op::Position(_) => false,
    }
}

/// True if a key of `hhdb` would take what follows it: a text to search for, or a word of its own.
fn takes_word(key: HhdbKey, first: &Filter, items: bool) -> bool {
    match (&first.kind, key) {
        (Kind::Text(text), key) => !items && !text.is_empty() && key.ty() == Type::Text,
        (Kind::Variable(name), HhdbKey::Gbr(GbrPart::Whole)) => gbr_part(&name.text).is_some(),
        (Kind::Variable(name), HhdbKey::Award(_)) => is_award_word(&name.text),
        _ => false,
    }
}

/// True if an operator that is a sign directly follows the first token.
fn sign_follows(filter: &Filter) -> bool {
    let mut filter = filter;
    let mut sign = false;
    loop {
        filter = match &filter.kind {
            Kind::Binary(op, left, _) => {
                sign = !op.row().sign.starts_with(char::is_alphabetic);
                left
            }
            _ => return sign,
        }
    }
}

/// True if a constituent ends in a `line`, which would take a wildcard for its last constituent.
pub(super) fn ends_in_line(constituent: &Constituent, five: bool) -> bool {
    let mut constituent = constituent;
    let mut filter = loop {
        match &constituent.kind {
            ConstituentKind::Filter(filter) => break filter.as_ref(),
            ConstituentKind::Repeat { of, .. } | ConstituentKind::Named { of, .. } => constituent = of,
            _ => return false,
        }
    };
    loop {
        if matches!(&filter.kind, Kind::Sequence(sequence) if sequence.form == SequenceForm::Line) {
            return true;
        }
        match right_edge(filter, five) {
            Some(edge) => filter = edge.filter,
            None => return false,
        }
    }
}

/// True if a filter ends in a `path`, which would take everything that follows.
pub(super) fn ends_in_path(filter: &Filter) -> bool {
    let mut filter = filter;
    loop {
        if matches!(filter.kind, Kind::Path(_)) {
            return true;
        }
        match right_edge(filter, false) {
            Some(edge) => filter = edge.filter,
            None => return false,
        }
    }
}

/// True if an `else` after a filter would belong to an `if` in it.
pub(super) fn ends_in_open_if(filter: &Filter, five: bool) -> bool {
    let mut filter = filter;
    loop {
        if let Kind::If { otherwise: None, .. } = &filter.kind {
            return true;
        }
        match right_edge(filter, five) {
            Some(edge) => filter = edge.filter,
            None => return false,
        }
    }
}

/// The effect of an argument's beginning on a range before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blur {
    /// It does not.
    Clear,
    /// It is a number: both ends of the range must be written.
    Number,
    /// It would take the last number from the range: it needs braces.
    Sign,
}

/// The effect of an argument on a range before it.
pub(super) fn blurs_range(range: &Range, argument: &Filter, five: bool) -> Blur {
    if *range == Range::Count {
        return Blur::Clear;
    }
    let kind = &left_edge(argument).kind;
    if matches!(kind, Kind::Integer(0..) | Kind::Variable(_)) {
        return Blur::Number;
    }
    match kind {
        Kind::Integer(..=-1) | Kind::Unary(Unary::Negate, _) => Blur::Sign,
        Kind::All | Kind::NoSquares | Kind::Unary(Unary::Complement | Unary::Count, _) if !five => Blur::Sign,
        _ => Blur::Clear,
    }
}
