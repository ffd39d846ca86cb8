//! The operators of the syntax tree.

use super::Filter;
use crate::catalogue::SetOp;
use crate::level;
use crate::types::Type;

/// Operators before one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `not F`; in dialect 5 of a set as a value: its complement.
    Not,
    /// `~S`
    Complement,
    /// `#S`, `#text`; 5.x `countsquares S`
    Count,
    /// `-x`
    Negate,
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// `A or B`; in dialect 5 of two sets as a value: the union (the filter's type is then a set).
    Or,
    /// `A and B`
    And,
    /// `A in B` of sets (subset) or texts (substring)
    In,
    /// A comparison; the value is that of the left side. Sets compared with numbers count their squares.
    Compare(Compare),
    /// `a + b` of numbers
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`, toward zero; fails when b is 0
    Divide,
    /// `a % b`, sign of a; fails when b is 0
    Modulo,
    /// `a + b` of texts
    Concat,
    /// `A | B`
    Union,
    /// `A & B` of sets, 5.x `A on B`
    Intersect,
    /// `A & B` of positions: the squares with the same contents
    SameSquares,
    /// `A attacks B`: an operation of the catalogue between two sets
    Relation(SetOp),
    /// 5.x `powerdifference (A B)`: power of A minus power of B
    PowerDifference,
}

/// The type of a side of an infix operator, or of its value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    /// Any type.
    Any,
    /// This type.
    Of(Type),
    /// The type of the left side.
    Left,
}

/// The entry of an infix operator: what the parser, the printer and the messages know of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InfixRow {
    /// The sign or word as written.
    pub(crate) sign: &'static str,
    /// The binding strength in dialect 6; greater levels bind more tightly.
    pub(crate) level: u8,
    /// From which level on the right side takes operators.
    pub(crate) right_level: u8,
    /// The types that the left side may have.
    pub(crate) left: &'static [Type],
    /// The type of the right side.
    pub(crate) right: Side,
    /// The type of the value.
    pub(crate) result: Side,
}

impl Binary {
    /// The operators that are written as signs.
    const SIGNS: [Binary; 19] = [
        Binary::Compare(Compare::Less),
        Binary::Compare(Compare::LessEqual),
        Binary::Compare(Compare::Greater),
        Binary::Compare(Compare::GreaterEqual),
        Binary::Compare(Compare::Equal),
        Binary::Compare(Compare::NotEqual),
        Binary::Compare(Compare::Ancestor),
        Binary::Compare(Compare::AncestorEqual),
        Binary::Compare(Compare::Descendant),
        Binary::Compare(Compare::DescendantEqual),
        Binary::Add,
        Binary::Concat,
        Binary::Subtract,
        Binary::Multiply,
        Binary::Divide,
        Binary::Modulo,
        Binary::Union,
        Binary::Intersect,
        Binary::SameSquares,
    ];

    /// The operators of a sign, which differ in the types of their sides.
    pub(crate) fn of_sign(sign: &str) -> impl Iterator<Item = Binary> {
        Binary::SIGNS.into_iter().filter(move |op| op.row().sign == sign)
    }

    /// The entry of the operator.
    pub(crate) fn row(self) -> InfixRow {
        use Side::{Any, Left, Of};
        use Type::{Logical, Number, Position, Set, Text};
        const ALL: &[Type] = &[Logical, Number, Set, Position, Text];
        let row = |sign, level, right_level, left: &'static [Type], right, result| InfixRow {
            sign,
            level,
            right_level,
            left,
            right,
            result,
        };
        match self {
            Binary::Or => row("or", level::OR, level::AND, ALL, Any, Of(Logical)),
            Binary::And => row("and", level::AND, level::IN, ALL, Any, Of(Logical)),
            Binary::In => row("in", level::IN, level::COMPARE, &[Set, Text], Left, Of(Logical)),
            Binary::Compare(compare) => {
                row(compare.sign(), level::COMPARE, level::COMPARE, &[Number, Set, Text, Position], Any, Left)
            }
            Binary::Add => row("+", level::SUM, level::PRODUCT, &[Number], Of(Number), Of(Number)),
            Binary::Concat => row("+", level::SUM, level::PRODUCT, &[Text], Of(Text), Of(Text)),
            Binary::Subtract => row("-", level::SUM, level::PRODUCT, &[Number], Of(Number), Of(Number)),
            Binary::Multiply => row("*", level::PRODUCT, level::DASH, &[Number], Of(Number), Of(Number)),
            Binary::Divide => row("/", level::PRODUCT, level::DASH, &[Number], Of(Number), Of(Number)),
            Binary::Modulo => row("%", level::PRODUCT, level::DASH, &[Number], Of(Number), Of(Number)),
            Binary::Union => row("|", level::UNION, level::INTERSECT, &[Set], Of(Set), Of(Set)),
            Binary::Intersect => row("&", level::INTERSECT, level::RELATION, &[Set], Of(Set), Of(Set)),
            Binary::SameSquares => row("&", level::INTERSECT, level::RELATION, &[Position], Of(Position), Of(Set)),
            Binary::Relation(op) => {
                row(op.row().spelling, level::RELATION, level::POSTFIX, &[Set], Of(Set), Of(op.row().ty))
            }
            Binary::PowerDifference => row("powerdifference", level::PRIMARY, level::OR, &[], Of(Set), Of(Number)),
        }
    }

    /// From which level on its right side takes operators. `left`: the type of its left side.
    pub(crate) fn right_level(self, left: Type) -> u8 {
        if self == Binary::In && left == Type::Set { level::DASH } else { self.row().right_level }
    }
}

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `[<]`: proper ancestor
    Ancestor,
    /// `[<=]`
    AncestorEqual,
    /// `[>]`
    Descendant,
    /// `[>=]`
    DescendantEqual,
}

impl Compare {
    /// The sign as written.
    pub fn sign(self) -> &'static str {
        match self {
            Compare::Less => "<",
            Compare::LessEqual => "<=",
            Compare::Greater => ">",
            Compare::GreaterEqual => ">=",
            Compare::Equal => "==",
            Compare::NotEqual => "!=",
            Compare::Ancestor => "[<]",
            Compare::AncestorEqual => "[<=]",
            Compare::Descendant => "[>]",
            Compare::DescendantEqual => "[>=]",
        }
    }

    /// The comparison with its sides exchanged. None: it is for positions only.
    pub fn flipped(self) -> Option<Compare> {
        match self {
            Compare::Less => Some(Compare::Greater),
            Compare::LessEqual => Some(Compare::GreaterEqual),
            Compare::Greater => Some(Compare::Less),
            Compare::GreaterEqual => Some(Compare::LessEqual),
            Compare::Equal | Compare::NotEqual => Some(self),
            Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual => None,
        }
    }
}

/// The part of a text in brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Slice {
    /// `[i]`
    At(Box<Filter>),
    /// `[i:j]`, either may be missing
    Between(Option<Box<Filter>>, Option<Box<Filter>>),
}
