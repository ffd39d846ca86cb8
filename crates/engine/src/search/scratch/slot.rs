//! The values of variables.

use super::values::{Built, Live};
use crate::chess::Bitboard;
use crate::ir::{PatternId, VarIr};
use crate::syntax::ast::{Type, VariableKind};
use crate::syntax::ecma::Groups;

/// The value of a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    #[default]
    Unbound,
    Set(Bitboard),
    Num(i64),
    Pos(u32),
    Text(Built),
    Piece(u8),
    Groups(Box<Captured>),
}

impl Slot {
    /// The value that stands for a dictionary without entries: see [`Dictionaries`](super::Dictionaries).
    pub(crate) const EMPTY_DICTIONARY: Slot = Slot::Num(0);

    /// The value of a variable before the first game: persistent ones are empty, others unbound.
    pub(super) fn first(var: &VarIr, live: &Live) -> Slot {
        match (var.persistent, var.kind) {
            (Some(_), VariableKind::Value(Type::Set)) => Slot::Set(Bitboard::EMPTY),
            (Some(_), VariableKind::Value(Type::Number)) => Slot::Num(0),
            (Some(_), VariableKind::Value(Type::Text)) => Slot::Text(live.hold(String::new())),
            (_, VariableKind::Dictionary(_)) => Slot::EMPTY_DICTIONARY,
            _ => Slot::Unbound,
        }
    }
}

/// The groups of a match, with the text that was searched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Captured {
    pub(crate) pattern: PatternId,
    pub(crate) text: Built,
    /// By number: where the group lies; none if it took no part.
    pub(crate) groups: Groups,
}
