//! The syntax tree of a query: complete, with a span and a type on every filter; it prints back to the same query.
//!
//! Types stand in the tree because the grammar needs them: an infix operator is taken only when the filter to its
//! left has a type that it fits. Equality and hashes ignore spans, so that transformed copies can be compared.

mod declarations;
mod dictionaries;
mod game_data;
pub(crate) mod hhdb;
mod kinds;
mod moves;
pub(crate) mod normalize;
mod operators;
mod paths;
mod relations;
mod script;
mod sequences;

pub use crate::span::Span;
pub use crate::types::Type;
pub use declarations::{Constant, Parameter};
pub use dictionaries::{Dictionary, DictionaryTypes, EachKey};
pub use game_data::{GameResult, GameText, TextSource, quoted};
pub use hhdb::{AwardClass, AwardKey, GbrPart, HhdbKey};
pub(crate) use kinds::Last;
pub use moves::{Edit, MoveFilter, MoveParam};
pub(crate) use operators::Side;
pub use operators::{Binary, Compare, Slice, Unary};
pub use paths::{Dash, Focus, Path, Promotion};
pub use relations::{CommonMoves, Echo};
pub use script::{Header, Script, VariableKind};
pub use sequences::{
    Constituent, ConstituentKind, Find, MOST_DIFFERENCES, MOST_IN_ANY_ORDER, MatchMeasure, Reach, Sequence,
    SequenceForm, Which,
};
pub use tabiya_chess::geometry::DIRECTIONS;
pub use tabiya_chess::{Designator, Pieces};

use crate::catalogue::Op;
use std::hash::{Hash, Hasher};

/// A filter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The kind of filter.
    pub kind: Kind,
    /// The place in the query text.
    pub span: Span,
    /// The type of the value.
    pub ty: Type,
}

/// A name in the query: a variable, a function, a dictionary.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The name as written, with a leading `$` where there is one.
    pub text: String,
    /// The place in the query text.
    pub span: Span,
}

/// The forms of filters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `12`
    Integer(i64),
    /// `"abc"`
    Text(String),
    /// `Ra1`, `[RQ]a-d1-4`, `e4`
    Designator(Designator),
    /// `.` (5.x also `any`): all squares, always matching, untouched by transforms.
    All,
    /// `[]`
    NoSquares,
    /// A regular filter: an operation of the catalogue and its arguments: `check`, `abs x`, `lca(x y)`.
    Apply(Op, Vec<Filter>),
    /// `pin from A to C`: an operation of the catalogue whose arguments follow the names of its parameters. The
    /// arguments that are written, each with the place of its parameter.
    ApplyNamed(Op, Vec<(usize, Filter)>),
    /// A variable in use: `x`, `$side`. A piece variable has type [`Type::Set`].
    Variable(Name),
    /// `not check`, `~R`, `#R`, `-x`
    Unary(Unary, Box<Filter>),
    /// `A or B`, `x < y`, `R & a1`
    Binary(Binary, Box<Filter>, Box<Filter>),
    /// `A -> B -> c` (`left` false), `A <- B` (`left` true). At least two operands.
    Arrow {
        /// True if the arrows point left.
        left: bool,
        /// The operands in the order written.
        sets: Vec<Filter>,
    },
    /// `parent:check`
    At(Box<Filter>, Box<Filter>),
    /// `{A B}`: all match; the value of the last. Never empty.
    Braces(Vec<Filter>),
    /// `(A)`
    Paren(Box<Filter>),
    /// `s[1]`, `s[1:3]`, `s[:-2]`
    Slice {
        /// The text.
        of: Box<Filter>,
        /// The part of it.
        bounds: Slice,
    },
    /// `x = F`, `x =? F`, `x += F`, `persistent x = F`
    Assign(Assign),
    /// `s[1:3] = F`
    AssignSlice {
        /// The text variable.
        name: Name,
        /// The part that is replaced.
        bounds: Slice,
        /// The text that replaces it.
        value: Box<Filter>,
    },
    /// `piece x = F`, `[Aa]x = F`
    AssignPiece {
        /// The piece variable.
        name: Name,
        /// The set that must hold one piece.
        set: Box<Filter>,
    },
    /// `square x in S F`, `piece all x in S F`
    Each(Each),
    /// `max(x y)`, `min(x y)`: at least two items.
    Extreme {
        /// True if it is `max`.
        max: bool,
        /// The items.
        items: Vec<Filter>,
    },
    /// `move from A to B capture C`
    Move(MoveFilter),
    /// `next 3 5 nestban (A B*)`, `previous (A)`, `next2 (A)`, `line --> A`
    Sequence(Sequence),
    /// `R--e4`, `[x]`
    Dash(Dash),
    /// `path`
    Path(Box<Path>),
    /// `imagine add Qd4 remove k wtm`: a position outside the game
    Imagine(Vec<Edit>),
    /// `first(name)`, `last(name)`, `count(name)`: of the constituents with a name
    MatchMeasure(MatchMeasure),
    /// `next* 1 3 depth 4 F`, `previous* F`
    Reach(Reach),
    /// `find all <-- F`
    Find(Find),
    /// `sort min "doc" F`
    Sort {
        /// Hides the header text.
        quiet: bool,
        /// `min` written.
        min: bool,
        /// The documentation string; empty for none.
        doc: String,
        /// The filter whose value is the sort value.
        body: Box<Filter>,
    },
    /// `flip F`, `shift 2 4 F`, `rotate90 count F`, `reversecolor F`
    Transform {
        /// The symmetries.
        family: Family,
        /// The number of copies that must match; the filter is then a number.
        range: Option<Range>,
        /// The filter that is transformed.
        body: Box<Filter>,
    },
    /// `notransform F`
    NoTransform(Box<Filter>),
    /// The copies that a transform stands for: made by expansion, never by the parser.
    Orbit {
        /// Distinct copies, in sorted order.
        copies: Vec<Filter>,
        /// As in [`Kind::Transform`].
        range: Option<Range>,
    },
    /// `up 1 3 S`, `orthogonal S`
    Direction {
        /// The direction word's directions, as a mask over [`DIRECTIONS`].
        mask: u8,
        /// Steps; 1 to 7 when absent.
        range: Option<Range>,
        /// From where.
        of: Box<Filter>,
    },
    /// `ray up (A B)`, `ray attack (A B C)`, `xray (A B)`, 5.x `ray 1 3 (A B)`
    Ray {
        /// The directions allowed, as a mask over [`DIRECTIONS`]; all eight when none is written.
        mask: u8,
        /// True if the first piece must be a slider that attacks along the ray.
        attack: bool,
        /// 5.x: how many.
        range: Option<Range>,
        /// At least two.
        sets: Vec<Filter>,
    },
    /// 5.x `attack (A B)`, `attack 2 8 (A B)`
    AttackPairs {
        /// The number of pairs; the value is then their number, else the attacked squares.
        range: Option<Range>,
        /// The attackers.
        from: Box<Filter>,
        /// The attacked.
        to: Box<Filter>,
    },
    /// 5.x: a filter whose number must be in a range: `R 2 3`, `power 3 5 S`, `countsquares 2 S`,
    /// `powerdifference 1 50 (A a)`, `movenumber 3 6`, `elo 2000 3000`, `year 1995 2000`. Sets count their squares.
    InRange(Range, Box<Filter>),
    /// 5.x `silent F`
    Silent(Box<Filter>),
    /// `player white "x"`, `event`, `tag "ECO"`, `hascomment "x"`
    GameText {
        /// The text of the game.
        field: GameText,
        /// A literal that must occur in it; the filter is then logical.
        search: Option<String>,
    },
    /// `if A then B else C`
    If {
        /// The condition.
        test: Box<Filter>,
        /// The filter that must match if the condition matches.
        then: Box<Filter>,
        /// The filter that must match if it does not; without one the filter then matches.
        otherwise: Option<Box<Filter>>,
    },
    /// `while (A) B`
    While {
        /// Goes on as long as this matches; directly a [`Kind::Regex`]: over all its matches.
        test: Box<Filter>,
        /// Evaluated each time.
        body: Box<Filter>,
    },
    /// `isbound x`, `isunbound x`
    IsBound {
        /// The variable; it need not exist.
        name: Name,
        /// True if it is `isunbound`.
        negated: bool,
    },
    /// `unbind x`
    Unbind(Name),
    /// `function f(x y) {A}`: matches, and does nothing; see [`Kind::Call`].
    Function(Function),
    /// `include "lib.cql"`: matches; the declarations of the file precede the query.
    Include(String),
    /// `parameter MIN 2400 "least rating"`: matches; the value stands in the place of the name.
    Parameter(Box<Parameter>),
    /// `f(A B)`: first the hidden assignments from left to right, then the body.
    Call(Call),
    /// `text ~~ "pattern"`
    Regex {
        /// The text that is searched.
        text: Box<Filter>,
        /// The pattern that is searched for.
        pattern: String,
    },
    /// `\1`, `\{name}` (a text), `\-1`, `\-{name}` (a number): a group of the last match of `~~`.
    Group {
        /// The group.
        group: GroupKey,
        /// True if its start is wanted.
        start: bool,
    },
    /// `hhdb prize special`, `hhdb composer "x"`
    Hhdb {
        /// The item that is wanted.
        key: HhdbKey,
        /// A literal that must occur in it; the filter is then logical.
        search: Option<String>,
    },
    /// `echo (x y) F`
    Echo(Echo),
    /// `consecutivemoves (x y)`
    CommonMoves(CommonMoves),
    /// `dictionary D`, or the dictionary alone: always matches; its text lists the entries.
    Dictionary(Dictionary),
    /// `D[k]`: the value of an entry; a truth where nothing was assigned yet.
    Entry {
        /// The dictionary.
        of: Dictionary,
        /// The key.
        key: Box<Filter>,
    },
    /// `D[k] = v`
    AssignEntry {
        /// The dictionary.
        of: Dictionary,
        /// The key.
        key: Box<Filter>,
        /// The value.
        value: Box<Filter>,
    },
    /// `#D`: how many entries.
    Entries(Dictionary),
    /// `unbind D[k]`, `unbind D`
    UnbindEntries {
        /// The dictionary.
        of: Dictionary,
        /// The key; all entries where it is absent.
        key: Option<Box<Filter>>,
    },
    /// `k [element] D F`, `string k in D F`
    EachKey(EachKey),
    /// The names that `currenttransform` gives in a copy: made by expansion, never by the parser.
    TransformNames(TransformNames),
}

/// The transforms that made a copy, the last one first. Invisible to equality and hashing, like places: copies that
/// differ in nothing else are the same.
#[derive(Clone, Debug, Default)]
pub struct TransformNames(pub Vec<String>);

impl PartialEq for TransformNames {
    fn eq(&self, _: &TransformNames) -> bool {
        true
    }
}
impl Eq for TransformNames {}
impl Hash for TransformNames {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The key of a group of a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GroupKey {
    /// By number; 0 is the whole match.
    Number(u8),
    /// By name, as in `(?<name>...)`.
    Name(String),
}

impl GroupKey {
    /// The group after its backslash.
    pub fn text(&self) -> String {
        match self {
            GroupKey::Number(number) => number.to_string(),
            GroupKey::Name(name) => format!("{{{name}}}"),
        }
    }
}

/// The definition of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Name>,
    /// The text of its body with its braces; it is read where the function is called.
    pub body: String,
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The function.
    pub function: Name,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// The body with the parameters replaced.
    pub body: Box<Filter>,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Argument {
    /// The filter that is written in the call.
    pub value: Filter,
    /// The hidden variable that it is assigned to before the body; none for a variable, which is passed by name.
    pub hidden: Option<Name>,
}

/// An assignment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assign {
    /// The variable.
    pub name: Name,
    /// The operator of the assignment.
    pub op: AssignOp,
    /// The value.
    pub value: Box<Filter>,
    /// `persistent`, `persistent quiet`, `atomic`.
    pub scope: Scope,
}

/// The lifetime of an assigned variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Until the end of the game.
    Game,
    /// Over all games.
    Persistent {
        /// Not printed at the end.
        quiet: bool,
    },
    /// Given back by `path` with the moves it takes back.
    Atomic,
}

/// Assignment operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `=?`: only when the set is not empty
    SetIfAny,
    /// `+=` and its like: the operator applied to the old value and the new one.
    Update(Binary),
}

/// `square` and `piece` loops.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Each {
    /// True if pieces are bound, not squares.
    pub piece: bool,
    /// `all`: logical, every one must match.
    pub all: bool,
    /// 5.x: how many must match; the filter is then a number.
    pub range: Option<Range>,
    /// The loop variable.
    pub name: Name,
    /// The squares or pieces that the loop visits; all squares if 5.x leaves it out.
    pub domain: Option<Box<Filter>>,
    /// The filter that must match.
    pub body: Box<Filter>,
}

/// A range: `3`, `3 5`, `count`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// `count`: any number.
    Count,
    /// From the first to the second, both included.
    Within(Bound, Bound),
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// `3`
    Integer(i64),
    /// A number variable, read when the range is used.
    Variable(Name),
}

/// Families of symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `flipcolor`
    FlipColor,
    /// `reversecolor`: the exchange of colours alone, without the identity
    ReverseColor,
    /// `fliphorizontal`
    FlipHorizontal,
    /// `flipvertical`
    FlipVertical,
    /// `flip`, `dihedral`, `flipdihedral`
    Flip,
    /// `rotate90`
    Rotate90,
    /// `rotate45`
    Rotate45,
    /// `shift`
    Shift,
    /// `shifthorizontal`
    ShiftHorizontal,
    /// `shiftvertical`
    ShiftVertical,
}

impl Family {
    /// The words of the families. The first one of each is printed.
    pub(crate) const WORDS: [(&'static str, Family); 12] = [
        ("flipcolor", Family::FlipColor),
        ("reversecolor", Family::ReverseColor),
        ("fliphorizontal", Family::FlipHorizontal),
        ("flipvertical", Family::FlipVertical),
        ("flip", Family::Flip),
        ("dihedral", Family::Flip),
        ("flipdihedral", Family::Flip),
        ("rotate90", Family::Rotate90),
        ("rotate45", Family::Rotate45),
        ("shift", Family::Shift),
        ("shifthorizontal", Family::ShiftHorizontal),
        ("shiftvertical", Family::ShiftVertical),
    ];
}
