//! The games of a block in which a search may find something, by their summaries and by the positions that they have.

use crate::database::{Block, BlockError, Placement, SummaryParts};
use crate::query::QuerySet;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// If so few games of a block are left, one in this many, reading the rest of the summaries costs more than it can save.
const ONE_IN: usize = 16;

/// The ranges of games that must be read; no query matches in any other game.
pub(crate) fn candidates(set: &QuerySet, block: &Block) -> Result<Vec<Range<usize>>, BlockError> {
    let lookup = set.looks_up_positions() && block.has_positions();
    let parts = if lookup { by_positions(set, block)? } else { vec![(0..block.len(), true)] };
    // What is said of a group of games is said of their main lines.
    let summaries = block.summaries(SummaryParts::NONE)?;
    let mut left = Vec::new();
    for (games, may_contain) in parts {
        left.extend(games.filter(|&game| {
            let summary = summaries.get(game);
            (may_contain || summary.has_variations) && !set.is_refused_by_summary(&summary, None)
        }));
    }
    if left.len() > block.len() / ONE_IN {
        let summaries = block.summaries(SummaryParts::ALL)?;
        left.retain(|&game| !set.is_refused_by_summary(&summaries.get(game), None));
    }
    Ok(in_ranges(&left))
}

/// Numbers in ascending order as ranges.
fn in_ranges(numbers: &[usize]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some(last) if last.end == number => last.end += 1,
            _ => ranges.push(number..number + 1),
        }
    }
    ranges
}

/// All games of a block in their order, in ranges; `false` if the main lines of a range have none of the positions that a
/// match needs.
fn by_positions(set: &QuerySet, block: &Block) -> Result<Vec<(Range<usize>, bool)>, BlockError> {
    let mut found: HashMap<Placement, Vec<Range<usize>>> = HashMap::new();
    let mut borders = BTreeSet::from([0, block.len()]);
    loop {
        let known = borders.len();
        let mut failure = None;
        let ends: Vec<usize> = borders.iter().copied().collect();
        let mut parts = Vec::new();
        for part in ends.windows(2).map(|ends| ends[0]..ends[1]) {
            let refused = set.is_refused_by_positions(&mut |board| {
                let placement = Placement::of(board);
                let ranges = found.entry(placement).or_insert_with(|| {
                    let ranges = block.may_contain(&[placement]);
                    ranges.unwrap_or_else(|error| {
                        failure = Some(error);
                        Vec::new()
                    })
                });
                // Where only some games of the part are meant, it is divided and asked again.
                borders.extend(ranges.iter().flat_map(|range| [range.start, range.end]));
                ranges.iter().any(|range| range.start < part.end && part.start < range.end)
            });
            parts.push((part, !refused));
        }
        match failure {
            Some(error) => return Err(error),
            None if borders.len() == known => return Ok(parts),
            None => {}
        }
    }
}
