//! Where the queries of a plan can match in a block of a database, and where they do, as far as its columns say it.

use super::row::Row;
use super::{Answer, Columns};
use crate::ir::{Bool, BoolId};
use crate::plan::Plan;
use crate::search::control::RunControl;
use crate::search::scratch::Scratch;
use crate::syntax::stack::with_room;
use std::ops::Range;
use std::sync::Arc;
use tabiya_database::{Block, BlockError, SummaryParts};

/// Where the queries of a plan can match in a block.
#[derive(Debug)]
pub struct BlockPlaces {
    /// By game: its positions in the numbering of the block, and whether columns say nothing of it.
    games: Vec<(Range<u32>, bool)>,
    /// By query: where it can match, and whether it matches there.
    queries: Vec<(Row, bool)>,
}

impl BlockPlaces {
    /// False if no query matches anywhere in a game.
    pub fn may_match(&self, game: usize) -> bool {
        let (positions, untold) = &self.games[game];
        *untold || self.queries.iter().any(|(row, _)| row.count(positions.clone()) > 0)
    }

    /// The positions of a game at which a query can match; none if it may be all of them.
    pub fn positions(&self, game: usize, query: usize) -> Option<Vec<u32>> {
        match (&self.games[game], &self.queries[query]) {
            ((_, true), _) | (_, (Row::All, _)) => None,
            ((positions, false), (row, _)) => Some(row.positions(positions.clone())),
        }
    }

    /// True if it is known of every query how many positions match in a game.
    pub fn tells(&self, game: usize) -> bool {
        !self.games[game].1 && self.queries.iter().all(|(_, exact)| *exact)
    }

    /// The number of positions of a game at which a query matches, if that is known ([`BlockPlaces::tells`]); otherwise no
    /// more match.
    pub fn count(&self, game: usize, query: usize) -> u32 {
        self.queries[query].0.count(self.games[game].0.clone())
    }
}

/// Where the queries of a plan can match in a block; none if the block has no columns, or if they say nothing of any query.
///
/// Nothing is said of variations, of games by other rules, and of some with unusual moves ([`Lines::odd`](tabiya_database::Lines::odd)).
///
/// # Errors
/// If the columns of the block cannot be read or are damaged.
pub fn block_places(
    plan: &Plan,
    block: &Block,
    scratch: &mut Scratch,
    control: &Arc<RunControl>,
) -> Result<Option<BlockPlaces>, BlockError> {
    if !plan.options.stored_columns || !block.has_columns() || plan.needs.iter().all(|needs| !needs.is_confined) {
        return Ok(None);
    }
    with_room(plan.height, || {
        let mut columns = Columns::new(plan, block, (scratch, control))?;
        let mut queries = Vec::new();
        for (query, needs) in plan.ir.queries.iter().zip(&plan.needs) {
            // A game in which nothing matches must be one that need not be searched.
            let (answer, calm) =
                if needs.is_confined { columns.body(query.body, &Row::All)? } else { (Answer::ALL, false) };
            queries.push((answer.row, answer.exact && calm));
        }
        if queries.iter().all(|(row, exact)| matches!(row, Row::All) && !exact) {
            return Ok(None);
        }
        let lines = block.lines()?;
        let mut games: Vec<(Range<u32>, bool)> = lines.each().map(|positions| (positions, false)).collect();
        lines.odd().iter().for_each(|&game| games[game as usize].1 = true);
        if plan.variations && block.has_variations() {
            let known = block.summaries(SummaryParts::NONE)?;
            for (number, (_, untold)) in games.iter_mut().enumerate() {
                *untold |= known.range(number..number + 1).has_variations();
            }
        }
        Ok(Some(BlockPlaces { games, queries }))
    })
}

impl Columns<'_> {
    /// Where the body of a query can match. Elsewhere evaluating it changes nothing and cannot fail. The second value is true if
    /// that is so everywhere.
    fn body(&mut self, id: BoolId, within: &Row) -> Result<(Answer, bool), BlockError> {
        let plan = self.plan;
        match plan.ir.bool(id) {
            Bool::And(parts) => {
                let (mut all, mut calm, mut seen) = (Answer::exact(Row::All), true, 0);
                let info = plan.ir.bool_info(id);
                // A whole board is answered in one go.
                if info.is_closed() && !info.remembers && !plan.ir.may_fail(id) && plan.placement_of(parts).is_some() {
                    return Ok((self.truth_within(id, within)?, true));
                }
                while calm && seen < parts.len() {
                    let (answer, is_calm) = self.body(parts[seen], &all.row.clone())?;
                    all = all.and(|| Ok(answer))?;
                    (calm, seen) = (is_calm, seen + 1);
                }
                Ok((if seen < parts.len() { all.bound() } else { all }, calm))
            }
            Bool::Or(parts) => {
                let (mut any, mut calm) = (Answer::exact(Row::None), true);
                for &part in parts {
                    let (answer, is_calm) = self.body(part, within)?;
                    any = any.or(&answer);
                    calm &= is_calm;
                }
                Ok((any, calm))
            }
            Bool::Silent(inner) => self.body(*inner, within),
            // The same parts in two orders.
            Bool::Ordered { cheapest, written } => {
                let ((cheapest, a), (written, b)) = (self.body(*cheapest, within)?, self.body(*written, within)?);
                Ok(if a && b { (cheapest, true) } else { (cheapest.or(&written).bound(), false) })
            }
            _ => {
                let info = plan.ir.bool_info(id);
                let calm = info.is_closed() && !info.remembers && !plan.ir.may_fail(id);
                Ok((if calm { self.truth_within(id, within)? } else { Answer::ALL }, calm))
            }
        }
    }
}
