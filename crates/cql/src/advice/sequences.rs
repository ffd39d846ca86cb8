//! Sequences that say less than they seem to: alternatives that are never chosen, members of `anyorder` that can follow
//! each other in no order, and `almost` with as many differences as constituents. Each finding is a proof.

use super::contradictions::{bare, is_plain};
use crate::ast::{Binary, Constituent, ConstituentKind, Dash, Filter, Kind, MoveParam, Pieces, Span};
use crate::catalogue::{Op, TruthOp};
use crate::diagnostic::Diagnostic;
use crate::errors::advice;
use tabiya_chess::Color;

/// What a sequence is, apart from its constituents.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Its place.
    pub(super) span: Span,
    /// The differences that `almost` allows.
    pub(super) almost: Option<u8>,
    /// True if it has a range.
    pub(super) ranged: bool,
    /// True if White and Black are to move in turn at the positions that it consumes.
    pub(super) alternates: bool,
}

/// Finds what is odd about a sequence.
pub(super) fn find(constituents: &[Constituent], frame: Frame, found: &mut Vec<Diagnostic>) {
    if let Some(most) = frame.almost
        && !frame.ranged
        && least(constituents) <= u64::from(most)
    {
        found.push(advice::almost_anything(frame.span, most, least(constituents)));
    }
    constituents.iter().for_each(|constituent| inside(constituent, frame, found));
}

fn inside(constituent: &Constituent, frame: Frame, found: &mut Vec<Diagnostic>) {
    match &constituent.kind {
        ConstituentKind::Either(lists) => {
            for (at, list) in lists.iter().enumerate() {
                if let Some(earlier) = lists[..at].iter().find(|earlier| covers(earlier, list)) {
                    found.extend(
                        place(list).zip(place(earlier)).map(|(list, earlier)| advice::never_chosen(list, earlier)),
                    );
                }
            }
        }
        ConstituentKind::AnyOrder(members) if frame.alternates => {
            if let Some(why) = impossible(members) {
                found.push(advice::no_order(constituent.span, &why));
            }
        }
        _ => {}
    }
    constituent.parts().into_iter().for_each(|part| inside(part, frame, found));
}

/// The place of a list of constituents.
fn place(list: &[Constituent]) -> Option<Span> {
    Some(list.first()?.span.to(list.last()?.span))
}

/// The least number of constituents that a match of a list passes through.
fn least(list: &[Constituent]) -> u64 {
    let one = |part: &Constituent| match &part.kind {
        ConstituentKind::Filter(_) => 1,
        ConstituentKind::Group(parts) | ConstituentKind::AnyOrder(parts) => least(parts),
        ConstituentKind::Either(lists) => lists.iter().map(|list| least(list)).min().unwrap_or(0),
        ConstituentKind::Both(lists) => lists.iter().map(|list| least(list)).max().unwrap_or(0),
        ConstituentKind::Repeat { of, low, .. } => u64::from(*low).saturating_mul(least(std::slice::from_ref(of))),
        ConstituentKind::Named { of, .. } => least(std::slice::from_ref(of)),
    };
    list.iter().fold(0, |sum, part| sum.saturating_add(one(part)))
}

/// True if the first list matches everything that the second one matches.
fn covers(a: &[Constituent], b: &[Constituent]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers_one(a, b))
}

fn covers_one(a: &Constituent, b: &Constituent) -> bool {
    let (a, b) = (alone(a), alone(b));
    match (&a.kind, &b.kind) {
        (ConstituentKind::Filter(a), ConstituentKind::Filter(b)) => {
            a == b || (matches_always(a, b) && has_no_effect(b))
        }
        (ConstituentKind::Group(a), ConstituentKind::Group(b)) => covers(a, b),
        (ConstituentKind::Repeat { of: a, low, high }, ConstituentKind::Repeat { of: b, low: least, high: most }) => {
            low <= least && high.is_none_or(|high| most.is_some_and(|most| most <= high)) && covers_one(a, b)
        }
        (ConstituentKind::Repeat { of: a, low, high }, _) => {
            *low <= 1 && high.is_none_or(|high| high >= 1) && covers_one(a, b)
        }
        _ => a == b,
    }
}

/// A constituent without its name, and without parentheses around it alone.
fn alone(constituent: &Constituent) -> &Constituent {
    match &constituent.kind {
        ConstituentKind::Named { of, .. } => alone(of),
        ConstituentKind::Group(parts) if parts.len() == 1 => alone(&parts[0]),
        _ => constituent,
    }
}

/// True if a filter holds wherever another one can be evaluated: `.`, and `--` for moves.
fn matches_always(a: &Filter, b: &Filter) -> bool {
    match &a.kind {
        Kind::All => !matches!(b.kind, Kind::Dash(_)),
        Kind::Dash(Dash { capture: false, left: None, right: None, promotion: None, target }) => {
            target.is_empty() && matches!(b.kind, Kind::Dash(_))
        }
        _ => false,
    }
}

/// True if asking a filter or playing a move changes nothing.
fn has_no_effect(filter: &Filter) -> bool {
    let mut plain = matches!(filter.kind, Kind::Dash(_)) || is_plain(filter);
    if matches!(filter.kind, Kind::Dash(_)) {
        filter.for_each_part(&mut |part| plain = plain && is_plain(part));
    }
    plain
}

/// Why no order of the members of `anyorder` can be, if that is certain: White and Black move in turn, so members that
/// consume an odd number of positions begin with White and Black to move in turn.
fn impossible(members: &[Constituent]) -> Option<String> {
    let (mut white, mut black, mut either) = (0, 0, 0);
    let mut even = [false, false];
    for member in members {
        let (length, side) = extent(member)?;
        match (length % 2, side) {
            (1, Some(Color::White)) => white += 1,
            (1, Some(Color::Black)) => black += 1,
            (1, None) => either += 1,
            (_, Some(color)) => even[color as usize] = true,
            (_, None) => {}
        }
    }
    let (more, fewer, side) = if white > black { (white, black, "White") } else { (black, white, "Black") };
    if more > fewer + either + 1 {
        let rest = fewer + either;
        return Some(format!(
            "{more} of its members begin with {side} to move, and only {rest} can stand between them"
        ));
    }
    (white + black + either == 0 && even == [true, true]).then(|| {
        "some of its members begin with White to move and some with Black, and none lies between them".to_owned()
    })
}

/// The number of positions that a constituent consumes, if that is fixed, and the side to move at the first of them, if
/// that is known.
fn extent(constituent: &Constituent) -> Option<(u64, Option<Color>)> {
    match &constituent.kind {
        ConstituentKind::Filter(filter) => Some((1, side_to_move(filter))),
        ConstituentKind::Named { of, .. } => extent(of),
        ConstituentKind::Repeat { of, low, high } if *high == Some(*low) && *low > 0 => {
            let (length, side) = extent(of)?;
            Some((length.checked_mul(u64::from(*low))?, side))
        }
        ConstituentKind::Group(parts) => {
            let (mut length, mut first) = (0u64, None);
            for part in parts {
                // Tests between the moves of a path consume nothing.
                if matches!(&part.kind, ConstituentKind::Filter(filter) if is_test(filter, parts)) {
                    continue;
                }
                let (more, side) = extent(part)?;
                first = first.or(side.map(|side| if length.is_multiple_of(2) { side } else { !side }));
                length = length.checked_add(more)?;
            }
            Some((length, first))
        }
        _ => None,
    }
}

/// True if a filter in a group is a test between moves.
fn is_test(filter: &Filter, parts: &[Constituent]) -> bool {
    let is_move =
        |part: &Constituent| matches!(&part.kind, ConstituentKind::Filter(one) if matches!(one.kind, Kind::Dash(_)));
    !matches!(filter.kind, Kind::Dash(_)) && parts.iter().any(is_move)
}

/// The side that must be to move where a filter matches, if that is certain.
fn side_to_move(filter: &Filter) -> Option<Color> {
    match &bare(filter).kind {
        Kind::Apply(Op::Truth(TruthOp::Wtm), _) => Some(Color::White),
        Kind::Apply(Op::Truth(TruthOp::Btm), _) => Some(Color::Black),
        Kind::Braces(parts) => parts.iter().find_map(side_to_move),
        Kind::Binary(Binary::And, left, right) => side_to_move(left).or_else(|| side_to_move(right)),
        Kind::Dash(dash) => dash.left.as_deref().and_then(color_of),
        Kind::Move(m) if !m.params.iter().any(|param| matches!(param, MoveParam::Previous | MoveParam::Reverse)) => {
            m.params.iter().find_map(|param| match param {
                MoveParam::From(set) => color_of(set),
                _ => None,
            })
        }
        _ => None,
    }
}

/// The colour of the pieces in a set, if they have one and the set is written as pieces.
fn color_of(set: &Filter) -> Option<Color> {
    let Kind::Designator(designator) = &bare(set).kind else { return None };
    let pieces = designator.pieces.0;
    if pieces & !Pieces::WHITE.0 == 0 {
        Some(Color::White)
    } else if pieces & !Pieces::BLACK.0 == 0 {
        Some(Color::Black)
    } else {
        None
    }
}
