//! What variables hold.

use super::values::{Built, Live};
use crate::chess::Bitboard;
use crate::ir::{PatternId, VarIr};
use crate::syntax::ast::{Type, VariableKind};
use crate::syntax::ecma::Groups;

/// What a variable holds.
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
    /// What a dictionary without entries is to those who read it: see [`Dictionaries`].
    pub(crate) const EMPTY_DICTIONARY: Slot = Slot::Num(0);

    /// What a variable holds before the first game: persistent ones are empty, others have no value.
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
