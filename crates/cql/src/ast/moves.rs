//! The syntax tree of the `move` filter and of `imagine`.
//!
//! `imagine` is a position, so that `imagine remove Q btm : check` needs no grammar of its own: it takes the colon and
//! can be assigned. The target of `move ... : F` binds as tightly as that of the colon: `{move legal count : check} >
//! 2`.

use super::{Filter, Pieces};

/// The `move` filter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveFilter {
    /// Parameters in the order written: the first decides the type.
    pub params: Vec<MoveParam>,
    /// A trailing `comment (...)` or `message (...)` in the move's custody, evaluated after each matching move.
    pub custody: Option<Box<Filter>>,
    /// `: F`: what must hold after the move, made on a copy of the position.
    pub target: Option<Box<Filter>>,
}

/// Makes the enumeration of parameters, with their words.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident $(($of:ty))? = $word:literal,)*) => {
        /// A parameter of the `move` filter.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum MoveParam {
            $($(#[$doc])* $name $(($of))?,)*
        }

        impl MoveParam {
            /// The words of all parameters.
            pub(crate) const WORDS: &'static [&'static str] = &[$($word),*];

            /// Its word.
            pub fn word(&self) -> &'static str {
                match self {
                    $(MoveParam::$name { .. } => $word,)*
                }
            }
        }
    };
}

params! {
    /// `from S`
    From(Filter) = "from",
    /// `to S`
    To(Filter) = "to",
    /// `capture S`
    Capture(Filter) = "capture",
    /// `promote P`: roles only, colour bits are both set.
    Promote(Pieces) = "promote",
    /// `enpassant`
    EnPassant = "enpassant",
    /// `enpassantsquare S`
    EnPassantSquare(Filter) = "enpassantsquare",
    /// `castle`
    Castle = "castle",
    /// `o-o`
    CastleShort = "o-o",
    /// `o-o-o`
    CastleLong = "o-o-o",
    /// `null`
    Null = "null",
    /// `legal`
    Legal = "legal",
    /// `pseudolegal`
    Pseudolegal = "pseudolegal",
    /// `previous`
    Previous = "previous",
    /// `primary`
    Primary = "primary",
    /// `secondary`
    Secondary = "secondary",
    /// `count`
    Count = "count",
    /// `reverse`
    Reverse = "reverse",
    /// `drop P`: roles only, colour bits are both set.
    Drop(Pieces) = "drop",
    /// `all`: the target must hold after every move.
    All = "all",
}

impl MoveParam {
    /// The parameter that is a word and nothing else.
    pub(crate) fn of_word(word: &str) -> Option<MoveParam> {
        use MoveParam::{All, Castle, CastleLong, CastleShort, Count, EnPassant, Legal, Null};
        use MoveParam::{Previous, Primary, Pseudolegal, Reverse, Secondary};
        let castling = [Castle, CastleShort, CastleLong];
        let others = [All, Count, EnPassant, Legal, Null, Previous, Primary, Pseudolegal, Reverse, Secondary];
        castling.into_iter().chain(others).find(|param| param.word() == word)
    }
}

/// The squares of a parameter, by reference or by mutable reference.
macro_rules! set {
    ($(#[$doc:meta])* $name:ident $($mutable:tt)?) => {
        impl MoveParam {
            $(#[$doc])*
            pub fn $name(&$($mutable)? self) -> Option<&$($mutable)? Filter> {
                match self {
                    MoveParam::From(set)
                    | MoveParam::To(set)
                    | MoveParam::Capture(set)
                    | MoveParam::EnPassantSquare(set) => Some(set),
                    _ => None,
                }
            }
        }
    };
}

set! {
    /// The squares that it asks for, if it asks for squares.
    set
}

set! {
    /// The squares that it asks for, to change them.
    set_mut mut
}

/// An edit of `imagine`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// `add Qd4`, `add Q at S`: the piece, and where it is put if its designator does not say
    Add {
        /// A designator of one piece.
        piece: Box<Filter>,
        /// Where.
        at: Option<Box<Filter>>,
    },
    /// `remove S`
    Remove(Box<Filter>),
    /// `wtm`, `btm`
    Turn(Box<Filter>),
}
