//! Operands of nodes of all types: values, items of texts, ranges.

use super::ids::{BoolId, NumId, PosId, SetId, TextId, VarId};

/// A node of any type, where the type decides what is done with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Bool(BoolId),
    Set(SetId),
    Num(NumId),
    Pos(PosId),
    Text(TextId),
    /// A piece variable, whose text is the piece and its square.
    Piece(VarId),
    /// A dictionary, whose text lists its entries.
    Dictionary(VarId),
}

/// Something turned into text: an unbound variable shows its name instead of stopping the run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TextPart {
    pub(crate) value: Value,
    /// The variable, where the item is one and nothing else.
    pub(crate) variable: Option<VarId>,
}

/// A range whose ends may be variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RangeIr {
    pub(crate) low: BoundIr,
    pub(crate) high: BoundIr,
}

impl RangeIr {
    /// The ends, if they read no variable.
    pub(crate) fn constant(self) -> Option<(i64, i64)> {
        match (self.low, self.high) {
            (BoundIr::Constant(low), BoundIr::Constant(high)) => Some((low, high)),
            _ => None,
        }
    }
}

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BoundIr {
    Constant(i64),
    Variable(VarId),
}

macro_rules! values {
    ($($id:ident => $variant:ident)*) => {$(
        impl From<$id> for Value {
            fn from(id: $id) -> Value {
                Value::$variant(id)
            }
        }
    )*};
}

values! { BoolId => Bool SetId => Set NumId => Num PosId => Pos TextId => Text }
