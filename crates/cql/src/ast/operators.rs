//! The operators of the syntax tree.

use super::Filter;
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
    /// `A attacks B`
    Attacks,
    /// `A attackedby B`
    AttackedBy,
    /// 5.x `powerdifference (A B)`: power of A minus power of B
    PowerDifference,
}

/// The binding strengths of operators, for parser and printer; [`level`] lists the levels.
impl Binary {
    /// The sign or word as written.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Binary::Or => "or",
            Binary::And => "and",
            Binary::In => "in",
            Binary::Compare(compare) => compare.sign(),
            Binary::Add | Binary::Concat => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Modulo => "%",
            Binary::Union => "|",
            Binary::Intersect | Binary::SameSquares => "&",
            Binary::Attacks => "attacks",
            Binary::AttackedBy => "attackedby",
            Binary::PowerDifference => "powerdifference",
        }
    }

    /// The binding strength in dialect 6; greater levels bind more tightly.
    pub(crate) fn level(self) -> u8 {
        match self {
            Binary::Or => level::OR,
            Binary::And => level::AND,
            Binary::In => level::IN,
            Binary::Compare(_) => level::COMPARE,
            Binary::Add | Binary::Subtract | Binary::Concat => level::SUM,
            Binary::Multiply | Binary::Divide | Binary::Modulo => level::PRODUCT,
            Binary::Union => level::UNION,
            Binary::Intersect | Binary::SameSquares => level::INTERSECT,
            Binary::Attacks | Binary::AttackedBy => level::ATTACKS,
            Binary::PowerDifference => level::PRIMARY,
        }
    }

    /// From which level on its right side takes operators. `left`: the type of its left side.
    pub(crate) fn right_level(self, left: Type) -> u8 {
        match self {
            Binary::Or => level::AND,
            Binary::And => level::IN,
            Binary::In if left == Type::Set => level::DASH,
            Binary::In | Binary::Compare(_) => level::COMPARE,
            Binary::Add | Binary::Subtract | Binary::Concat => level::PRODUCT,
            Binary::Multiply | Binary::Divide | Binary::Modulo => level::DASH,
            Binary::Union => level::INTERSECT,
            Binary::Intersect | Binary::SameSquares => level::ATTACKS,
            Binary::Attacks | Binary::AttackedBy => level::POSTFIX,
            Binary::PowerDifference => level::OR,
        }
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
}

/// The part of a text in brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Slice {
    /// `[i]`
    At(Box<Filter>),
    /// `[i:j]`, either may be missing
    Between(Option<Box<Filter>>, Option<Box<Filter>>),
}
