//! The positions at which a query can match at all: some filters hold only at the first position, some only where a
//! line ends.

use crate::ir::{Bool, BoolId, Ir, Num, NumId, SequenceId};
use crate::plan::{Class, Plan};
use crate::syntax::ast::Compare;
use crate::syntax::catalogue::{NumberOp, TruthOp};

/// The positions that are evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Places {
    /// All of them.
    #[default]
    All,
    /// Those without a move, and those after which a null move is played.
    Ends,
    /// The first one.
    First,
    /// Those from which a sequence of closed predicates matches, regardless of its ban and its range.
    Starts(SequenceId),
}

/// The positions at which a truth may hold. Elsewhere evaluating it has no effect and cannot fail. The second value is
/// true if that is so everywhere.
pub(super) fn places(plan: &Plan, id: BoolId) -> (Places, bool) {
    let ir = &plan.ir;
    match ir.bool(id) {
        Bool::And(parts) => {
            let (mut narrowest, mut calm, mut seen) = (Places::All, true, 0);
            while calm && seen < parts.len() {
                let (found, is_calm) = places(plan, parts[seen]);
                if narrowest == Places::All || found == Places::First {
                    narrowest = found;
                }
                calm = is_calm;
                seen += 1;
            }
            (narrowest, calm)
        }
        Bool::Or(parts) => {
            let (found, calm): (Vec<Places>, Vec<bool>) = parts.iter().map(|&part| places(plan, part)).unzip();
            let first = found.first().copied().unwrap_or_default();
            let same = found.iter().all(|&other| other == first);
            (if same { first } else { Places::All }, !calm.contains(&false))
        }
        Bool::Silent(inner) => places(plan, *inner),
        node => {
            let info = ir.bool_info(id);
            // Comments that tell of several evaluations need all of them.
            let calm = info.is_closed() && !info.remembers && !ir.may_fail(id);
            let found = match node {
                Bool::Apply(TruthOp::Initial, _) => Places::First,
                Bool::Apply(TruthOp::Terminal | TruthOp::Stalemate | TruthOp::Mate, _) => Places::Ends,
                Bool::HasNum(number) if is_ply_zero(ir.num(*number), ir) => Places::First,
                Bool::HasNum(number) if !info.is_closed() => starts(plan, id, sequence_of(ir, *number)),
                Bool::Sequence(sequence) if !info.is_closed() => starts(plan, id, Some(*sequence)),
                _ => Places::All,
            };
            (found, calm)
        }
    }
}

/// The sequence whose length is a number, or what games are sorted by.
fn sequence_of(ir: &Ir, number: NumId) -> Option<SequenceId> {
    match ir.num(number) {
        Num::Sequence(id) => Some(*id),
        Num::Sort(_, inner) => sequence_of(ir, *inner),
        _ => None,
    }
}

/// Where a filter that depends on a sequence first of all can hold, if its effects come only after a match: a ban, a
/// sort key.
fn starts(plan: &Plan, filter: BoolId, sequence: Option<SequenceId>) -> Places {
    let ir = &plan.ir;
    let suits = |id: &SequenceId| {
        let leaves_status = ir.sequence(*id).path().is_some_and(|path| path.status);
        let calm = |&symbol: &BoolId| !ir.may_fail(symbol);
        plan.sequence(*id).class == Class::Closed
            && plan.options.columns
            && !leaves_status
            && !ir.bool_info(filter).remembers
            && ir.sequence(*id).symbols.iter().all(calm)
    };
    sequence.filter(suits).map_or(Places::All, Places::Starts)
}

/// `ply == 0`
fn is_ply_zero(number: &Num, ir: &Ir) -> bool {
    let Num::Compare(Compare::Equal, a, b) = number else { return false };
    let is_ply = |id| matches!(ir.num(id), Num::Apply(NumberOp::Ply | NumberOp::PositionId, _));
    let is_zero = |id| matches!(ir.num(id), Num::Constant(0));
    is_ply(*a) && is_zero(*b) || is_zero(*a) && is_ply(*b)
}
