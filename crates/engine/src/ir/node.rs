//! The nodes of the intermediate representation, one type per kind of result. Each shows a query that makes it.

use super::arena::Arena;
use super::ids::{BoolId, DashId, LoopId, MoveId, NumId, PatternId, PosId, SequenceId, SetId, SortId, TextId, VarId};
use super::info::Info;
pub(crate) use super::moves::{Castling, DashIr, EditIr, MoveIr, MoveMode, MoveSquares, PromotionIr};
use super::placements::Placements;
use super::relations::{CommonIr, EchoIr};
pub use super::sequences::Constituent;
pub(crate) use super::sequences::{
    AlmostIr, BranchIr, FoundIr, LeavesIr, MeasureIr, PathIr, PatternKey, PositionsIr, ReachIr, SearchedIr, SequenceIr,
    SequenceKind,
};
pub(crate) use super::value::{BoundIr, RangeIr, TextPart, Value};
use crate::chess::Bitboard;
use crate::syntax::ast::{AwardKey, Compare, Designator, GameText, GroupKey, HhdbKey, VariableKind};
use crate::syntax::catalogue::{NumberOp, PositionOp, SetOp, TextOp, TruthOp};
use crate::syntax::ecma;
use indexmap::IndexMap;
use std::ops::Range;

/// Truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bool {
    /// An operation of the catalogue with its arguments: `check`, `ancestor(x y)`
    Apply(TruthOp, Vec<Value>),
    /// `true`, `false`
    Constant(bool),
    /// `R`: the set is not empty
    NonEmpty(SetId),
    /// `elo`: the number exists
    HasNum(NumId),
    /// `parent`: the position exists
    HasPos(PosId),
    /// `tag "X"`: the text exists
    HasText(TextId),
    /// `{A B}`, `A and B`: at least two
    And(Vec<BoolId>),
    /// `A or B`: at least two
    Or(Vec<BoolId>),
    /// `not A`
    Not(BoolId),
    /// `A in B` of sets
    Subset(SetId, SetId),
    /// `R == r` of sets
    SetsEqual(SetId, SetId),
    /// `"a" in site`
    Substring(TextId, TextId),
    /// `piece all x in S F`
    All(LoopId),
    /// `parent:check`
    At(PosId, BoolId),
    /// `x = R`; with `if_any` `x =? R`
    AssignSet { var: VarId, value: SetId, if_any: bool },
    /// `x = #R`
    AssignNum(VarId, NumId),
    /// `x = parent`
    AssignPos(VarId, PosId),
    /// `x = "a"`
    AssignText(VarId, TextId),
    /// `s[1:3] = "a"`
    AssignSlice { var: VarId, from: Option<NumId>, to: Option<NumId>, single: bool, value: TextId },
    /// `piece x = S`
    AssignPiece(VarId, SetId),
    /// `comment ("a" x)`
    Comment(Vec<TextPart>),
    /// `message ("a" x)`
    Message { quiet: bool, items: Vec<TextPart> },
    /// `move to e4`
    Move(MoveId),
    /// `R--e4`: some move played here fits
    Dash(DashId),
    /// `currentmove R--e4`: the move that led here fits
    LastMoveFits(DashId),
    /// `position in "base.tabiya"`: which file, by number
    InFile(u32),
    /// `position in "quiet"`: which predicate of the program, by number; `linear`: it sees the move chosen and no other
    Predicate { number: u32, linear: bool },
    /// `next (A B)`
    Sequence(SequenceId),
    /// `next* A`, `previous* A`
    Reach(ReachIr),
    /// `flip A` of a truth: every copy is tried
    AnyCopy(Vec<BoolId>),
    /// The same parts in two orders: cheapest first, and as written, for the pass that makes comments
    Ordered { cheapest: BoolId, written: BoolId },
    /// `silent A`
    Silent(BoolId),
    /// `hascomment "!?"`: the move that led here carries this numeric annotation glyph
    Nag(u32),
    /// `if A then B else C`; without `else` it holds where A does not
    If { test: BoolId, then: BoolId, otherwise: Option<BoolId> },
    /// `while (A) B`
    While { test: BoolId, body: BoolId },
    /// `isbound x`
    IsBound(VarId),
    /// `unbind x`
    Unbind(VarId),
    /// `settag("Motif" "windmill")`
    SetTag(String, TextId),
    /// `removetag "Annotator"`
    RemoveTag(String),
    /// `hhdb cooked`: a key without a value, or an award
    Hhdb(HhdbKey),
    /// `echo (x y) F`
    Echo(EchoIr),
    /// `shift {Ka1 kc1}`: some copy holds
    Placements(Placements),
    /// `while (s ~~ "re") A`: once for each match
    EachMatch { search: RegexSearch, body: BoolId },
    /// `D[k] = v`
    AssignEntry { of: VarId, key: Value, value: Value },
    /// `D[k]`: whether there is such an entry
    HasEntry { of: VarId, key: Value },
    /// `unbind D[k]`, `unbind D`
    UnbindEntries { of: VarId, key: Option<Value> },
    /// `k [element] D A`
    EachKey { of: VarId, var: VarId, body: BoolId },
}

/// Squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Set {
    /// An operation of the catalogue with its arguments: `passedpawns`, `A attacks B`, `pin from A through B to C`
    Apply(SetOp, Vec<Value>),
    /// `Ra1`
    Designator(Designator),
    /// `.`, `[]`, `e4`
    Constant(Bitboard),
    /// `x` that holds a set
    Variable(VarId),
    /// `x` that follows a piece
    Piece(VarId),
    /// `A | B`: at least two
    Union(Vec<SetId>),
    /// `A & B`: at least two
    Intersect(Vec<SetId>),
    /// `~A`
    Complement(SetId),
    /// `A & B` of positions
    SameSquares(PosId, PosId),
    /// `A->B->C`: the squares of the first, which attacks the last through the others
    Chain(Vec<SetId>),
    /// `ray up (A B)`
    Ray { mask: u8, attack: bool, sets: Vec<SetId> },
    /// `up 1 3 A`
    Direction { mask: u8, range: RangeIr, of: SetId },
    /// `piece x in S F`: the squares whose body matches
    Loop(LoopId),
    /// `move to .`
    Move(MoveId, MoveSquares),
    /// `from` (false), `to` (true) of the move that led here; within the target of a dash, of the part of a castling
    /// move that fits it
    LastMove { to: bool, within: Option<DashId> },
    /// `--(R)`: the squares at the first move that fits; `last`: at the move that led here, `currentmove --(R)`
    Dash { dash: DashId, last: bool, target: SetId },
    /// `parent:R`
    At(PosId, SetId),
    /// `{A R}`: the squares if the test holds, else none. It takes no comments back, since it does not fail
    Guard(BoolId, SetId),
    /// `sort "d" R`
    Sort(SortId, SetId),
    /// `if A R else r`
    If(BoolId, SetId, SetId),
    /// `D[k]`
    Entry { of: VarId, key: Value },
    /// `square x in . {#(A->x) > #(a->x)}`: the squares for which two counts compare
    Compared { op: Compare, left: SquareCount, right: SquareCount },
    /// The pieces that have a number, which a loop over pieces goes over: all but those dropped or imagined.
    Tracked,
}

impl Set {
    /// The sets of an operation between two sets.
    pub(crate) fn relation(&self) -> Option<(SetOp, SetId, SetId)> {
        match self {
            Set::Apply(op, arguments) => match arguments.as_slice() {
                &[Value::Set(a), Value::Set(b)] => Some((*op, a, b)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A number for each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SquareCount {
    /// The same for all of them.
    Number(NumId),
    /// `#(A->x)`: how many of these pieces attack the square
    Attackers(SetId),
    /// `#(A<-x)`: how many of these squares the piece on the square attacks
    Attacked(SetId),
}

/// Numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Num {
    /// An operation of the catalogue with its arguments: `ply`, `abs x`, `distance(x y)`
    Apply(NumberOp, Vec<Value>),
    /// `3`, `white`
    Constant(i64),
    /// `x`
    Variable(VarId),
    /// `#R`
    Count(SetId),
    /// `#"abc"`
    Length(TextId),
    /// `-x`
    Negate(NumId),
    /// `a + b - c`: at least two, `true` for those that are subtracted
    Sum(Vec<(bool, NumId)>),
    /// `a * b`
    Multiply(NumId, NumId),
    /// `a / b`
    Divide(NumId, NumId),
    /// `a % b`
    Modulo(NumId, NumId),
    /// `a < b`: a, if it holds
    Compare(Compare, NumId, NumId),
    /// `max(a b)`
    Extreme { max: bool, items: Vec<NumId> },
    /// `next 1 9 (A*)`: the length, if it is in the range
    Sequence(SequenceId),
    /// `next* 1 3 A`, `find all A`: how many, if it is in the range
    Reach(ReachIr),
    /// `square 2 8 x in S F`, 5.x: how many, if it is in the range
    InRange(RangeIr, NumId),
    /// `flip count A`: how many copies match, if it is in the range
    Copies(RangeIr, Vec<BoolId>),
    /// `flip #R`: the greatest of the copies
    MaxCopy(Vec<NumId>),
    /// 5.x `attack 2 3 (A B)`: pairs of attacker and attacked
    AttackPairs(SetId, SetId),
    /// `move count`
    MoveCount(MoveId),
    /// `--(ply)`: the number at the first move that fits and has one
    Dash { dash: DashId, last: bool, target: NumId },
    /// `countmoves R--e4`
    CountDash(DashId),
    /// `countmoves legal R--e4`: ways from square to square, a promotion counted once
    CountWays(MoveId),
    /// `parent:ply`
    At(PosId, NumId),
    /// `{A ply}`
    Guard(BoolId, NumId),
    /// `f(A)` whose arguments or body leave comments: it takes none of them back
    Call(BoolId, NumId),
    /// `sort "d" ply`
    Sort(SortId, NumId),
    /// `if A ply else depth`
    If(BoolId, NumId, NumId),
    /// `pieceid x` of a piece variable: also when the piece is gone
    PieceNumber(VarId),
    /// `hhdb prize max`, `hhdb egdiagram`
    Hhdb(HhdbKey),
    /// `echo (x y) #R`: the greatest of the pairs
    Echo(EchoIr),
    /// `consecutivemoves (x y)`
    CommonMoves(CommonIr),
    /// `similarposition "f.pgn"`: the game there that has a similar position; which models, by number
    Similar(u32),
    /// `\-1`: where a group begins
    GroupStart(VarId, GroupKey),
    /// `#D`
    Entries(VarId),
    /// `count(name)`
    Measure(MeasureIr),
    /// `differences`: of the first of these sequences that matches
    Differences(Vec<SequenceId>),
    /// `D[k]`
    Entry { of: VarId, key: Value },
}

/// Positions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Pos {
    /// An operation of the catalogue with its arguments: `parent`, `lca(x y)`
    Apply(PositionOp, Vec<Value>),
    /// `x`
    Variable(VarId),
    /// `x < y`, `x [<] y`: x, if it holds
    Compare(Compare, PosId, PosId),
    /// `find A`
    Find(FoundIr),
    /// `line lastposition --> A`, `path lastposition --`
    SequenceEnd(SequenceId),
    /// `first(name)`, `last(name)`
    Measure(MeasureIr),
    /// `--(parent)`: the position at the first move that fits and has one
    Dash { dash: DashId, last: bool, target: PosId },
    /// `imagine add Qd4 remove k wtm`
    Imagine(Vec<EditIr>),
    /// `if A parent else child`
    If(BoolId, PosId, PosId),
    /// `parent:child`
    At(PosId, PosId),
    /// `{A parent}`
    Guard(BoolId, PosId),
    /// `f(A)` whose arguments or body leave comments: it takes none of them back
    Call(BoolId, PosId),
    /// `D[k]`
    Entry { of: VarId, key: Value },
}

/// Texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Text {
    /// An operation of the catalogue with its arguments: `fen`, `uppercase s`
    Apply(TextOp, Vec<Value>),
    /// `"abc"`
    Constant(String),
    /// `x`
    Variable(VarId),
    /// `player white`, `tag "X"`
    Game(GameText),
    /// `a + b`: at least two
    Concat(Vec<TextId>),
    /// `s[1]`, `s[1:3]`
    Slice { of: TextId, from: Option<NumId>, to: Option<NumId>, single: bool },
    /// `a < b`: a, if it holds
    Compare(Compare, TextId, TextId),
    /// `max(a b)`
    Extreme { max: bool, items: Vec<TextId> },
    /// `str(a b)`
    Str(Vec<TextPart>),
    /// `parent:fen`
    At(PosId, TextId),
    /// `{A site}`
    Guard(BoolId, TextId),
    /// `f(A)` whose arguments or body leave comments: it takes none of them back
    Call(BoolId, TextId),
    /// `sort "d" site`
    Sort(SortId, TextId),
    /// `--(fen)`: the text at the first move that fits and has one
    Dash { dash: DashId, last: bool, target: TextId },
    /// `if A site else event`
    If(BoolId, TextId, TextId),
    /// `hhdb composer`
    Hhdb(HhdbKey),
    /// The first key of `hhdb sort`.
    AwardClass(AwardKey),
    /// `s ~~ "re"`: the text matched
    Match(RegexSearch),
    /// `\1`: the text of a group
    Group(VarId, GroupKey),
    /// `D[k]`
    Entry { of: VarId, key: Value },
}

/// The search for a regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RegexSearch {
    pub(crate) text: TextId,
    pub(crate) pattern: PatternId,
    /// The variable that keeps its groups; none if nothing in the query asks for them, and the search has no effect.
    pub(crate) history: Option<VarId>,
}

/// `square x in S F`, `piece all x in S F`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LoopIr {
    pub(crate) piece: bool,
    pub(crate) var: VarId,
    pub(crate) domain: SetId,
    pub(crate) body: BoolId,
    pub(crate) outer: OuterValue,
}

/// The rule for a loop variable that already has a value when the loop begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum OuterValue {
    /// Only this loop and others next to it give it a value.
    None,
    /// Something else in the query may give it one.
    Possible,
    /// It is the variable of a loop around this one.
    Certain,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct VarIr {
    pub(crate) name: String,
    pub(crate) kind: VariableKind,
    /// Keeps its value from game to game; `quiet` ones are not printed at the end.
    pub(crate) persistent: Option<bool>,
    /// Given back by `path` with the moves that it takes back.
    pub(crate) atomic: bool,
}

/// A sort key.
#[derive(Clone, Debug)]
pub(crate) struct SortIr {
    /// The name in the header comment.
    pub(crate) name: String,
    /// The same, but without a documentation text the expression.
    pub(crate) label: String,
    /// The smallest value is the best.
    pub(crate) min: bool,
    /// Counts the matching positions of the game: the header's `sort matchcount`.
    pub(crate) match_count: bool,
    /// Not shown in the header comment.
    pub(crate) quiet: bool,
}

/// One query among those that are searched together.
#[derive(Clone, Debug)]
pub(crate) struct QueryIr {
    /// The truth of the whole body.
    pub(crate) body: BoolId,
    /// Columns asked for, with their names.
    pub(crate) selects: Vec<(String, Value)>,
    /// The sequences that stand in its body as conjuncts of their own, in the order of the body.
    pub(crate) sequences: Vec<SequenceId>,
    /// The searches that stand there likewise: `next*`, `find`.
    pub(crate) searches: Vec<SearchedIr>,
    /// Its sort keys, most important first.
    pub(crate) sorts: Vec<SortId>,
    /// Its variables.
    pub(crate) vars: Range<usize>,
    /// True if it reads or writes files.
    pub(crate) files: bool,
}

/// Queries in typed form. Several queries share one, so that equal filters are evaluated once for all of them.
#[derive(Debug, Default)]
pub(crate) struct Ir {
    pub(crate) bools: Arena<BoolId, Bool>,
    pub(crate) sets: Arena<SetId, Set>,
    pub(crate) nums: Arena<NumId, Num>,
    pub(crate) positions: Arena<PosId, Pos>,
    pub(crate) texts: Arena<TextId, Text>,
    pub(crate) moves: Arena<MoveId, MoveIr>,
    pub(crate) dashes: Arena<DashId, DashIr>,
    pub(crate) sequences: Arena<SequenceId, SequenceIr>,
    pub(crate) loops: Arena<LoopId, LoopIr>,
    /// The regular expressions by their text.
    pub(crate) patterns: IndexMap<String, ecma::Regex>,
    pub(crate) vars: Vec<VarIr>,
    pub(crate) sorts: Vec<SortIr>,
    /// The number of ban sets.
    pub(crate) bans: u32,
    /// The files of models that `similarposition` names, and whether symmetries count.
    pub(crate) models: Vec<(String, bool)>,
    /// The files that `position in` names.
    pub(crate) position_files: Vec<String>,
    /// The names of the predicates that the program gives.
    pub(crate) predicates: Vec<String>,
    /// The number of `consecutivemoves` filters that comment.
    pub(crate) common_runs: u32,
    pub(crate) queries: Vec<QueryIr>,
    /// The bytes of all this and of what is made of it, roughly.
    pub(crate) bytes: usize,
}

/// A node that is kept in an arena.
pub(crate) trait Stored: Sized {
    type Id: From<usize>;

    fn arena(ir: &mut Ir) -> &mut Arena<Self::Id, Self>;
}

/// Access by number.
macro_rules! access {
    ($($method:ident, $info:ident: $arena:ident[$id:ty] -> $node:ty;)*) => {
        $(impl Stored for $node {
            type Id = $id;

            fn arena(ir: &mut Ir) -> &mut Arena<$id, $node> {
                &mut ir.$arena
            }
        })*

        impl Ir {$(
            pub(crate) fn $method(&self, id: $id) -> &$node {
                self.$arena.at(id.index())
            }

            pub(crate) fn $info(&self, id: $id) -> &Info {
                self.$arena.info_at(id.index())
            }
        )*}
    };
}

access! {
    bool, bool_info: bools[BoolId] -> Bool;
    set, set_info: sets[SetId] -> Set;
    num, num_info: nums[NumId] -> Num;
    pos, pos_info: positions[PosId] -> Pos;
    text, text_info: texts[TextId] -> Text;
    move_filter, move_info: moves[MoveId] -> MoveIr;
    dash, dash_info: dashes[DashId] -> DashIr;
    sequence, sequence_info: sequences[SequenceId] -> SequenceIr;
    each, each_info: loops[LoopId] -> LoopIr;
}

impl Ir {
    /// The properties of a value of any type.
    pub(crate) fn value_info(&self, value: Value) -> Info {
        match value {
            Value::Bool(id) => self.bool_info(id).clone(),
            Value::Set(id) => self.set_info(id).clone(),
            Value::Num(id) => self.num_info(id).clone(),
            Value::Pos(id) => self.pos_info(id).clone(),
            Value::Text(id) => self.text_info(id).clone(),
            Value::Piece(var) => Info::leaf(2).reading(var),
            Value::Dictionary(var) => Info::leaf(100).reading(var),
        }
    }

    /// True if a sort key takes texts: some filter gives it one.
    pub(crate) fn sorts_texts(&self, key: SortId) -> bool {
        (0..self.texts.len()).any(|i| matches!(self.texts.at(i), Text::Sort(other, _) if *other == key))
    }

    /// True if a query hands texts over that may be long: messages, values to sort by, columns.
    pub(crate) fn hands_over_texts(&self) -> bool {
        let messages = || (0..self.bools.len()).any(|i| matches!(self.bools.at(i), Bool::Message { .. }));
        let sorted = || (0..self.texts.len()).any(|i| matches!(self.texts.at(i), Text::Sort(..)));
        let columns = || self.queries.iter().flat_map(|query| &query.selects);
        messages() || sorted() || columns().any(|(_, value)| matches!(value, Value::Text(_) | Value::Dictionary(_)))
    }

    /// A regular expression.
    pub(crate) fn pattern(&self, id: PatternId) -> &ecma::Regex {
        &self.patterns[id.index()]
    }
}
