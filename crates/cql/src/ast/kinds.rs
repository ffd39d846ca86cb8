//! What each kind of filter consists of. Its parts, listed once, for those who look at them and for those who change them;
//! its traits: how strongly it binds, and to what its first and its last token belong, by which the printer sets braces;
//! what it makes of its parts.

use super::{
    Binary, Constituent, ConstituentKind, Each, Edit, Filter, Kind, MoveFilter, MoveParam, Name, Promotion, Slice,
    Type, Unary,
};
use crate::catalogue::{Argument, Exchanged, Form, NumberOp, Op, Shorthand, TruthOp};
use crate::level::{self, PRIMARY};
use std::ops::Range;

/// What the last token of a filter belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    /// The filter itself: no part of it takes what follows.
    Own,
    /// Its last part, which takes operators from this level on.
    Part(u8),
    /// Its last part, which takes all operators.
    Whole,
    /// Its last part, which takes tight operators, and the words of dialect 5 if it is a set.
    Old,
    /// What depends on the filter: `print/parenthesize.rs` knows.
    Varying,
}

/// The traits of a kind of filter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    /// The binding strength.
    pub(crate) level: u8,
    /// True if it needs no braces wherever it stands.
    pub(crate) one_thing: bool,
    /// True if its first token belongs to its first part.
    pub(crate) begins_with_part: bool,
    /// What its last token belongs to.
    pub(crate) last: Last,
}

impl Traits {
    const fn primary(one_thing: bool, last: Last) -> Traits {
        Traits { level: PRIMARY, one_thing, begins_with_part: false, last }
    }

    /// An infix operator.
    const fn infix(level: u8, last: Last) -> Traits {
        Traits { level, one_thing: false, begins_with_part: true, last }
    }
}

impl Kind {
    /// The traits of the filter, in dialect 6.
    pub(crate) fn traits(&self) -> Traits {
        match self {
            Kind::Integer(_)
            | Kind::Text(_)
            | Kind::Designator(_)
            | Kind::All
            | Kind::NoSquares
            | Kind::Variable(_)
            | Kind::Braces(_)
            | Kind::Paren(_)
            | Kind::Extreme { .. }
            | Kind::GameText { .. }
            | Kind::Call(_)
            | Kind::Group { .. }
            | Kind::Entry { .. }
            | Kind::Dictionary(_)
            | Kind::Entries(_)
            | Kind::IsBound { .. } => Traits::primary(true, Last::Own),
            Kind::Orbit { .. }
            | Kind::Ray { .. }
            | Kind::AttackPairs { .. }
            | Kind::Unbind(_)
            | Kind::UnbindEntries { .. }
            | Kind::Function(_)
            | Kind::Include(_)
            | Kind::Parameter(_)
            | Kind::Hhdb { .. }
            | Kind::CommonMoves(_)
            | Kind::TransformNames(_)
            | Kind::MatchMeasure(_) => Traits::primary(false, Last::Own),
            Kind::Dash(_) => Traits { level: level::DASH, ..Traits::primary(false, Last::Own) },
            Kind::Slice { .. } | Kind::Regex { .. } => {
                Traits { one_thing: true, ..Traits::infix(level::POSTFIX, Last::Own) }
            }
            Kind::Arrow { .. } => Traits::infix(level::ARROW, Last::Part(level::UNION)),
            Kind::At(..) => Traits::infix(level::COLON, Last::Part(level::COLON)),
            Kind::Binary(Binary::PowerDifference, ..) => Traits::primary(false, Last::Own),
            Kind::Binary(op, left, _) => Traits::infix(op.row().level, Last::Part(op.right_level(left.ty))),
            Kind::Unary(op, of) => Traits::primary(*op != Unary::Not, Last::Part(op.level(of.ty))),
            Kind::Apply(op, _) => match op.row().form {
                Form::Prefix(min) => Traits::primary(false, Last::Part(min)),
                _ => Traits::primary(true, Last::Own),
            },
            Kind::ApplyNamed(..) => Traits::primary(false, Last::Part(level::COLON)),
            Kind::Assign(_) | Kind::AssignSlice { .. } => Traits::primary(false, Last::Part(level::SUM)),
            Kind::AssignPiece { .. } => Traits::primary(false, Last::Part(level::DASH)),
            Kind::AssignEntry { .. }
            | Kind::Each(_)
            | Kind::EachKey(_)
            | Kind::Echo(_)
            | Kind::Sort { .. }
            | Kind::Transform { .. }
            | Kind::NoTransform(_)
            | Kind::Silent(_)
            | Kind::While { .. }
            | Kind::If { .. }
            | Kind::Find(_)
            | Kind::Reach(_) => Traits::primary(false, Last::Whole),
            Kind::Direction { .. } => Traits::primary(false, Last::Old),
            Kind::Sequence(_) => Traits::primary(true, Last::Varying),
            Kind::Path(_) => Traits::primary(false, Last::Varying),
            Kind::Move(MoveFilter { target: Some(_), .. }) => Traits::primary(false, Last::Part(level::COLON)),
            Kind::Move(m) => {
                let open = m.custody.is_none() && m.params.last().is_some_and(|param| param.set().is_some());
                Traits::primary(false, if open { Last::Old } else { Last::Own })
            }
            Kind::Imagine(edits) => Traits::primary(
                false,
                match edits.last() {
                    Some(Edit::Add { at: Some(_), .. } | Edit::Remove(_)) => Last::Old,
                    _ => Last::Own,
                },
            ),
            Kind::InRange(_, of) => {
                Traits { begins_with_part: !of.is_keyword_of_range(), ..Traits::primary(false, Last::Varying) }
            }
        }
    }

    /// The parts of which only the truth is used. `truth`: only the truth of the whole is used.
    pub(crate) fn only_truth(&self, truth: bool) -> Range<usize> {
        const ALL: Range<usize> = 0..usize::MAX;
        const NONE: Range<usize> = 0..0;
        match self {
            Kind::Binary(Binary::And, ..)
            | Kind::Sequence(_)
            | Kind::Reach(_)
            | Kind::Find(_)
            | Kind::While { .. }
            | Kind::Apply(Op::Truth(TruthOp::Loop | TruthOp::Assert), _)
            | Kind::Transform { range: Some(_), .. } => ALL,
            Kind::Unary(Unary::Not, _)
            | Kind::Binary(Binary::Or, ..)
            | Kind::Paren(_)
            | Kind::NoTransform(_)
            | Kind::Silent(_)
            | Kind::Echo(_)
            | Kind::Transform { range: None, .. }
                if truth =>
            {
                ALL
            }
            Kind::Braces(_) | Kind::If { .. } if truth => ALL,
            Kind::Braces(parts) => 0..parts.len() - 1,
            Kind::If { .. } => 0..1,
            Kind::At(..) if truth => 1..2,
            Kind::Call(call) if truth => call.arguments.len()..call.arguments.len() + 1,
            Kind::Each(Each { domain, .. }) => usize::from(domain.is_some())..2,
            _ => NONE,
        }
    }

    /// True if the value follows from those of the parts at the same position, each of which is evaluated once.
    pub fn follows_from_parts(&self) -> bool {
        match self {
            // Its part is evaluated again and again.
            Kind::Apply(Op::Truth(TruthOp::Loop), _) => false,
            Kind::Apply(op, _) => op.row().arguments != [Argument::Move] && op.row().form != Form::Items,
            Kind::ApplyNamed(..)
            | Kind::Arrow { .. }
            | Kind::Ray { .. }
            | Kind::Braces(_)
            | Kind::Extreme { .. }
            | Kind::Binary(..)
            | Kind::AttackPairs { .. }
            | Kind::Unary(..)
            | Kind::InRange(..)
            | Kind::Direction { .. }
            | Kind::AssignPiece { .. }
            | Kind::Sort { .. }
            | Kind::Regex { .. }
            | Kind::Paren(_)
            | Kind::Silent(_)
            | Kind::Assign(_)
            | Kind::If { .. } => true,
            _ => false,
        }
    }
}

impl Unary {
    /// From which level on the operand, of this type, takes operators.
    pub(crate) fn level(self, operand: Type) -> u8 {
        match self {
            Unary::Not => level::IN,
            Unary::Complement => level::RELATION,
            Unary::Count if operand == Type::Text => level::SUM,
            Unary::Count => level::DASH,
            Unary::Negate => level::COLON,
        }
    }
}

impl Filter {
    /// The text after a word, if the filter is that word and a text: `fen "8/8/..."`.
    pub fn literal_after(&self, word: Shorthand) -> Option<&str> {
        match &self.kind {
            Kind::Apply(Op::Shorthand(op), parts) if *op == word => parts.first()?.literal(),
            _ => None,
        }
    }

    /// The text that the filter is, if it is a quoted one.
    pub fn literal(&self) -> Option<&str> {
        if let Kind::Text(text) = &self.kind { Some(text) } else { None }
    }

    /// What becomes of its value where colours are exchanged, apart from the effect of its parts: as the row of its word has it.
    pub fn exchanged(&self) -> Exchanged {
        match &self.kind {
            Kind::Apply(op, _) => op.row().exchanged,
            _ => Exchanged::Follows,
        }
    }

    /// The part with the first token, if that is not the filter's own.
    pub(crate) fn first_part(&self) -> Option<&Filter> {
        let mut first = None;
        if self.kind.traits().begins_with_part {
            self.for_each_part(&mut |part| first = first.or(Some(part)));
        }
        first
    }

    /// The last part.
    pub(crate) fn last_part(&self) -> Option<&Filter> {
        let mut last = None;
        self.for_each_part(&mut |part| last = Some(part));
        last
    }

    /// True if its keyword precedes a range, `power 3 5 R`, and not after the filter, `R 3 5`.
    pub(crate) fn is_keyword_of_range(&self) -> bool {
        matches!(
            self.kind,
            Kind::Unary(Unary::Count, _)
                | Kind::Apply(Op::Number(NumberOp::Power), _)
                | Kind::Binary(Binary::PowerDifference, ..)
        )
    }
}

/// The enumeration of parts, by reference (`for_each_part`, `iter`) or by mutable reference (`for_each_part_mut`,
/// `iter_mut`, `mut`).
macro_rules! parts {
    ($(#[$doc:meta])* $each:ident, $iter:ident, $set:ident $(, $mutable:tt)?) => {
        impl Filter {
            $(#[$doc])*
            pub fn $each<'f>(&'f $($mutable)? self, see: &mut dyn FnMut(&'f $($mutable)? Filter)) {
                match &$($mutable)? self.kind {
                    Kind::Unary(_, a)
                    | Kind::Paren(a)
                    | Kind::NoTransform(a)
                    | Kind::Silent(a)
                    | Kind::InRange(_, a)
                    | Kind::AssignPiece { set: a, .. }
                    | Kind::Direction { of: a, .. }
                    | Kind::Sort { body: a, .. }
                    | Kind::Transform { body: a, .. }
                    | Kind::Entry { key: a, .. }
                    | Kind::Regex { text: a, .. } => see(a),
                    Kind::Binary(_, a, b)
                    | Kind::At(a, b)
                    | Kind::AttackPairs { from: a, to: b, .. }
                    | Kind::While { test: a, body: b }
                    | Kind::AssignEntry { key: a, value: b, .. } => {
                        see(a);
                        see(b);
                    }
                    Kind::Apply(_, parts)
                    | Kind::Braces(parts)
                    | Kind::Arrow { sets: parts, .. }
                    | Kind::Extreme { items: parts, .. }
                    | Kind::Orbit { copies: parts, .. }
                    | Kind::Ray { sets: parts, .. } => parts.$iter().for_each(see),
                    Kind::Assign(assign) => see(&$($mutable)? assign.value),
                    Kind::Reach(reach) => see(&$($mutable)? reach.body),
                    Kind::Find(find) => see(&$($mutable)? find.body),
                    Kind::EachKey(each) => see(&$($mutable)? each.body),
                    Kind::Echo(echo) => see(&$($mutable)? echo.body),
                    Kind::UnbindEntries { key: a, .. } => a.$iter().for_each(|part| see(part)),
                    Kind::ApplyNamed(_, written) => written.$iter().for_each(|(_, set)| see(set)),
                    Kind::Each(each) => {
                        each.domain.$iter().for_each(|part| see(part));
                        see(&$($mutable)? each.body);
                    }
                    Kind::If { test, then, otherwise } => {
                        see(test);
                        see(then);
                        otherwise.$iter().for_each(|part| see(part));
                    }
                    Kind::Slice { of, bounds } => {
                        see(of);
                        bounds.$each(see);
                    }
                    Kind::AssignSlice { bounds, value, .. } => {
                        bounds.$each(see);
                        see(value);
                    }
                    Kind::Call(call) => {
                        call.arguments.$iter().for_each(|argument| see(&$($mutable)? argument.value));
                        see(&$($mutable)? call.body);
                    }
                    Kind::Move(m) => {
                        m.params.$iter().filter_map(MoveParam::$set).for_each(&mut *see);
                        m.custody.$iter().for_each(|part| see(part));
                        m.target.$iter().for_each(|part| see(part));
                    }
                    Kind::Sequence(sequence) => sequence.constituents.$iter().for_each(|c| c.$each(see)),
                    Kind::Dash(dash) => {
                        dash.left.$iter().chain(dash.right.$iter()).for_each(|side| see(side));
                        if let Some(Promotion::Text(text)) = &$($mutable)? dash.promotion {
                            see(text);
                        }
                        dash.target.$iter().for_each(see);
                    }
                    Kind::Path(path) => {
                        path.focus.$iter().for_each(|focus| see(&$($mutable)? focus.set));
                        path.max.$iter().for_each(|part| see(part));
                        path.constituents.$iter().for_each(|c| c.$each(see));
                    }
                    Kind::Imagine(edits) => edits.$iter().for_each(|edit| match edit {
                        Edit::Add { piece, at } => {
                            see(piece);
                            at.$iter().for_each(|part| see(part));
                        }
                        Edit::Remove(part) | Edit::Turn(part) => see(part),
                    }),
                    Kind::Integer(_)
                    | Kind::Text(_)
                    | Kind::Designator(_)
                    | Kind::All
                    | Kind::NoSquares
                    | Kind::Variable(_)
                    | Kind::GameText { .. }
                    | Kind::Hhdb { .. }
                    | Kind::CommonMoves(_)
                    | Kind::IsBound { .. }
                    | Kind::Unbind(_)
                    | Kind::Function(_)
                    | Kind::Include(_)
                    | Kind::Parameter(_)
                    | Kind::Dictionary(_)
                    | Kind::Entries(_)
                    | Kind::TransformNames(_)
                    | Kind::Group { .. }
                    | Kind::MatchMeasure(_) => {}
                }
            }
        }

        impl Slice {
            fn $each<'f>(&'f $($mutable)? self, see: &mut dyn FnMut(&'f $($mutable)? Filter)) {
                match self {
                    Slice::At(i) => see(i),
                    Slice::Between(i, j) => i.$iter().chain(j.$iter()).for_each(|end| see(end)),
                }
            }
        }

        impl Constituent {
            fn $each<'f>(&'f $($mutable)? self, see: &mut dyn FnMut(&'f $($mutable)? Filter)) {
                match &$($mutable)? self.kind {
                    ConstituentKind::Filter(filter) => see(filter),
                    ConstituentKind::Group(parts) | ConstituentKind::AnyOrder(parts) => {
                        parts.$iter().for_each(|part| part.$each(see));
                    }
                    ConstituentKind::Either(lists) | ConstituentKind::Both(lists) => {
                        lists.$iter().flatten().for_each(|part| part.$each(see));
                    }
                    ConstituentKind::Repeat { of, .. } | ConstituentKind::Named { of, .. } => of.$each(see),
                }
            }
        }
    };
}

impl Kind {
    /// The variables to which the filter itself gives a value. That of a loop over squares or pieces is not among them:
    /// it has none outside of the loop.
    pub fn bound_names(&self) -> impl Iterator<Item = &Name> {
        let names = match self {
            Kind::Assign(assign) => [Some(&assign.name), None],
            Kind::AssignSlice { name, .. } | Kind::AssignPiece { name, .. } => [Some(name), None],
            Kind::Echo(echo) => [Some(&echo.source), Some(&echo.target)],
            Kind::EachKey(each) => [Some(&each.name), None],
            // The entries of a dictionary are not variables.
            _ => [None, None],
        };
        names.into_iter().flatten()
    }
}

parts! {
    /// Calls `see` with each direct part, in text order.
    for_each_part, iter, set
}

parts! {
    /// Calls `see` with each direct part, in text order, to change it.
    for_each_part_mut, iter_mut, set_mut, mut
}

impl Filter {
    /// Changes each direct part, in text order. Stops at the first error.
    pub fn try_change_parts<E>(&mut self, change: &mut dyn FnMut(&mut Filter) -> Result<(), E>) -> Result<(), E> {
        let mut result = Ok(());
        self.for_each_part_mut(&mut |part| {
            if result.is_ok() {
                result = change(part);
            }
        });
        result
    }

    /// True if `is` holds for this filter or for one inside it.
    pub fn any_part(&self, is: &mut dyn FnMut(&Filter) -> bool) -> bool {
        let mut found = is(self);
        if !found {
            self.for_each_part(&mut |part| found = found || part.any_part(is));
        }
        found
    }
}
