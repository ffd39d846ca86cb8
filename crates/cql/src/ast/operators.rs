//! The operators of the syntax tree.

use super::Filter;

/// Operators and keywords before one operand.
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
    /// `abs x`
    Abs,
    /// `sqrt x`
    Sqrt,
    /// `power S`
    Power,
    /// `light S`
    Light,
    /// `dark S`
    Dark,
    /// `type S`: a number
    Type,
    /// `colortype S`: a number
    ColorType,
    /// `pieceid S`: a number
    PieceId,
    /// `rank S`: a number
    Rank,
    /// `file S`: a number
    File,
    /// `typename S`: a text
    TypeName,
    /// `piecename S`: a text
    PieceName,
    /// `int s`: a number
    Int,
    /// `ascii s` of a text: a number; of a number: a text
    Ascii,
    /// `uppercase s`: a text
    Uppercase,
    /// `lowercase s`: a text
    Lowercase,
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

/// Filters of two arguments in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pair {
    /// `ancestor(x y)`: logical
    Ancestor,
    /// `descendant(x y)`: logical
    Descendant,
    /// `lca(x y)`: position
    Lca,
    /// `distance(x y)`: number
    Distance,
    /// `equal(x y)`: logical
    Equal,
}

/// The part of a text in brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Slice {
    /// `[i]`
    At(Box<Filter>),
    /// `[i:j]`, either may be missing
    Between(Option<Box<Filter>>, Option<Box<Filter>>),
}
