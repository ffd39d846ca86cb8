//! The traits of each kind of filter: how strongly it binds, and to what its first and its last token belong. The printer
//! sets braces by them.

use super::{Binary, Filter, Kind, Type, Unary};
use crate::catalogue::{Exchanged, Form, NumberOp, Op, Shorthand};
use crate::level::{self, PRIMARY};

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
            | Kind::Comment(_)
            | Kind::Str(_)
            | Kind::GameText { .. }
            | Kind::Call(_)
            | Kind::Group { .. }
            | Kind::Entry { .. }
            | Kind::Dictionary(_)
            | Kind::Entries(_)
            | Kind::IsBound { .. } => Traits::primary(true, Last::Own),
            Kind::Message { .. }
            | Kind::Legal { .. }
            | Kind::CountMoves(_)
            | Kind::CurrentMove(_)
            | Kind::Orbit { .. }
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
            Kind::Move(_) | Kind::Path(_) | Kind::Imagine(_) => Traits::primary(false, Last::Varying),
            Kind::InRange(_, of) => {
                Traits { begins_with_part: !of.is_keyword_of_range(), ..Traits::primary(false, Last::Varying) }
            }
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

    /// What becomes of its value where colours are exchanged, beside what its parts say: as the row of its word has it.
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

    /// True if its keyword stands before a range, `power 3 5 R`, and not after the filter, `R 3 5`.
    pub(crate) fn is_keyword_of_range(&self) -> bool {
        matches!(
            self.kind,
            Kind::Unary(Unary::Count, _)
                | Kind::Apply(Op::Number(NumberOp::Power), _)
                | Kind::Binary(Binary::PowerDifference, ..)
        )
    }
}
