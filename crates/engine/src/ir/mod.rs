//! The typed intermediate representation of a query.
//!
//! Names and types are resolved, sugar and transforms are gone. Nodes are hash-consed: equal subtrees without
//! effects are one node, so that "the same filter" is "the same number" and a column is computed once however many
//! constituents, copies and queries use it. Every node knows its free variables, its effects and its rough cost.

mod arena;
mod children;
mod constituents;
mod failures;
mod fen_pattern;
mod ids;
mod info;
mod lower;
mod moves;
mod node;
mod placements;
mod properties;
mod relations;
mod sequences;
mod syntax;
mod transform;
mod value;
mod visit;

pub(crate) use children::NodeId;
pub(crate) use ids::{
    BoolId, DashId, LoopId, MoveId, NumId, PatternId, PosId, SequenceId, SetId, SortId, TextId, VarId,
};
pub(crate) use lower::{LowerError, LowerOptions, lower};
pub use node::Constituent;
pub(crate) use node::{
    AlmostIr, Bool, BoundIr, Castling, DashIr, EditIr, FoundIr, Ir, LoopIr, MeasureIr, MoveIr, MoveMode, MoveSquares,
    Num, PathIr, Pos, PromotionIr, QueryIr, RangeIr, ReachIr, RegexSearch, SearchedIr, SequenceIr, SequenceKind, Set,
    SquareCount, Text, TextPart, Value, VarIr,
};
pub(crate) use relations::{CommonIr, EchoIr};
pub(crate) use transform::{CopiesLeft, TransformError, expand};
pub use visit::GameFact;
