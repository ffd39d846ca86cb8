//! The games of a block in which a search may find something, by their tags, by the positions that they have, and by columns or,
//! where these say nothing, summaries.

use crate::database::{Block, BlockError, Placement, PositionLookUp, Summaries, SummaryParts};
use crate::query::{QuerySet, SearchOptions};
use crate::search::{BlockPlaces, Scratch};
use std::ops::Range;

/// This many kinds of pieces are counted in columns.
const FEW_KINDS: u32 = 4;

/// If summaries leave fewer games than one in this many, these are read.
const ONE_IN: usize = 64;

/// The part of a block's games that are taken for all, one in this many.
const SAMPLE: usize = 16;

/// So few games of a block are read without a further question.
const FEW: usize = 8;

/// The number of parts that games are divided into where what is known of all of them skips none.
const PARTS: usize = 8;

/// The facts known of the games of a block before they are read.
#[derive(Debug)]
pub(crate) struct Candidates {
    /// The games in which something may be found.
    pub(crate) games: Vec<Range<usize>>,
    /// By plan: where its queries can match in them, if columns tell it of any.
    pub(crate) places: Vec<Option<BlockPlaces>>,
}

impl Candidates {
    /// All games of a block.
    pub(crate) fn all(block: &Block) -> Candidates {
        Candidates { games: std::iter::once(0..block.len()).collect(), places: Vec::new() }
    }

    /// The games of a block in which a query may match.
    pub(crate) fn of(
        set: &QuerySet,
        block: &Block,
        scratches: &mut Vec<Scratch>,
        options: &SearchOptions,
    ) -> Result<Candidates, BlockError> {
        let games = by_tags(set, block, scratches, options)?;
        let all = Candidates { games, places: Vec::new() };
        // So few games are read in less time than columns are.
        if all.number() <= FEW {
            return Ok(all);
        }
        let parts = set.summary_parts();
        // Numbers of many kinds take longer to be added up than summaries take to skip nearly all games.
        if parts.kinds() > FEW_KINDS && set.asks_summaries() {
            let (summaries, first) = (block.summaries(parts)?, 0..block.len() / SAMPLE);
            let left = not_refused(set, &summaries, std::iter::once(first.clone()));
            if left.iter().map(Range::len).sum::<usize>() < first.len() / ONE_IN {
                let games = not_refused(set, &summaries, all.games.iter().cloned());
                return Ok(Candidates { games, places: Vec::new() });
            }
        }
        let places = set.block_places(block, scratches, options)?;
        match places.iter().any(Option::is_some) {
            true => Ok(all.at(places)),
            false => Ok(all.not_refused(set, block, parts)?.unwrap_or(all)),
        }
    }

    /// The number of games.
    fn number(&self) -> usize {
        self.games.iter().map(Range::len).sum()
    }

    /// Those games that their summaries do not skip; none if these skip no game, no matter what they say.
    fn not_refused(
        &self,
        set: &QuerySet,
        block: &Block,
        parts: SummaryParts,
    ) -> Result<Option<Candidates>, BlockError> {
        if !set.asks_summaries() {
            return Ok(None);
        }
        let games = not_refused(set, &block.summaries(parts)?, self.games.iter().cloned());
        Ok(Some(Candidates { games, places: Vec::new() }))
    }

    /// Those games in which a query can match.
    fn at(self, places: Vec<Option<BlockPlaces>>) -> Candidates {
        let may_match =
            |game: &usize| places.iter().any(|places| places.as_ref().is_none_or(|places| places.may_match(*game)));
        let mut games = Vec::new();
        self.games.into_iter().flatten().filter(may_match).for_each(|game| append(&mut games, game..game + 1));
        Candidates { games, places }
    }
}

/// The games that tags, and exact positions, do not skip.
fn by_tags(
    set: &QuerySet,
    block: &Block,
    scratches: &mut Vec<Scratch>,
    options: &SearchOptions,
) -> Result<Vec<Range<usize>>, BlockError> {
    let whole = 0..block.len();
    let mut left = vec![whole];
    if let Some(by_tags) = set.games_by_tags(block, scratches, options)? {
        left.clear();
        let kept = by_tags.iter().enumerate().filter(|(_, may_match)| **may_match);
        kept.for_each(|(game, _)| append(&mut left, game..game + 1));
    }
    // A filter answers for hundreds of games at once.
    if !left.is_empty()
        && set.looks_up_positions()
        && block.has_positions()
        && !set.is_refused_by_positions(&mut |_| true)
    {
        left = with_positions(set, block, &left)?;
    }
    Ok(left)
}

/// The games among some that their summaries do not skip.
fn not_refused(set: &QuerySet, summaries: &Summaries, games: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut left = Vec::new();
    games.for_each(|games| divide(set, summaries, games, &mut left));
    left
}

/// Appends those of some games that are not skipped. The facts about all of them together are tested first: mostly it is enough.
fn divide(set: &QuerySet, summaries: &Summaries, games: Range<usize>, left: &mut Vec<Range<usize>>) {
    if games.is_empty() || set.is_refused_by_summaries(&summaries.range(games.clone())) {
        return;
    }
    if games.len() == 1 {
        append(left, games);
        return;
    }
    let part = games.len().div_ceil(PARTS);
    for start in games.clone().step_by(part) {
        divide(set, summaries, start..(start + part).min(games.end), left);
    }
}

/// Appends a range to ranges in ascending order.
fn append(ranges: &mut Vec<Range<usize>>, games: Range<usize>) {
    match ranges.last_mut() {
        Some(last) if last.end == games.start => last.end = games.end,
        _ => ranges.push(games),
    }
}

/// Those of some games that may have the positions that a match needs.
fn with_positions(set: &QuerySet, block: &Block, games: &[Range<usize>]) -> Result<Vec<Range<usize>>, BlockError> {
    let (mut left, mut filter) = (Vec::new(), PositionLookUp::default());
    // Statements about positions are about main lines.
    let varied = block.has_variations().then(|| block.summaries(SummaryParts::NONE)).transpose()?;
    let varies = |games: Range<usize>| varied.as_ref().is_some_and(|known| known.range(games).has_variations());
    for (number, group) in block.position_groups().enumerate() {
        let first = games.partition_point(|games| games.end <= group.start);
        let there = games[first..].iter().take_while(|games| games.start < group.end);
        let mut there = there.map(|games| games.start.max(group.start)..games.end.min(group.end)).peekable();
        if there.peek().is_none() {
            continue;
        }
        block.open_filter(number, &mut filter)?;
        let mut failed = None;
        let refused = set.is_refused_by_positions(&mut |board| {
            let found = block.look_up(Placement::of(board), &mut filter);
            found.unwrap_or_else(|error| {
                failed = Some(error);
                true
            })
        });
        if let Some(error) = failed {
            return Err(error);
        }
        if !refused {
            there.for_each(|games| append(&mut left, games));
        } else if varies(group.clone()) {
            let varied = there.flatten().filter(|&game| varies(game..game + 1));
            varied.for_each(|game| append(&mut left, game..game + 1));
        }
    }
    Ok(left)
}
