//! The binding strength of operators, from loose to tight. Parser, printer and catalogue share it.

pub(crate) const OR: u8 = 0;
pub(crate) const AND: u8 = 1;
pub(crate) const IN: u8 = 2;
pub(crate) const COMPARE: u8 = 3;
pub(crate) const SUM: u8 = 4;
pub(crate) const PRODUCT: u8 = 5;
pub(crate) const DASH: u8 = 6;
pub(crate) const ARROW: u8 = 7;
pub(crate) const UNION: u8 = 8;
pub(crate) const INTERSECT: u8 = 9;
pub(crate) const RELATION: u8 = 10;
pub(crate) const POSTFIX: u8 = 11;
pub(crate) const COLON: u8 = 12;
/// Filters without infix operators.
pub(crate) const PRIMARY: u8 = 13;
