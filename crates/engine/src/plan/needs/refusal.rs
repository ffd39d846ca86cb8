//! Games that are skipped before they are read: by summaries of a database, by the positions that they may have.

use crate::chess::Board;
use crate::facts::{Event, Known, PartsAsked, Summarized, SummarizedRange};
use crate::game::GameResult;
use crate::plan::Plan;
use tabiya_database::{Summary, SummaryParts, SummaryRange};

impl Plan {
    /// True if no query matches anywhere in a game with this summary and, if it is known, this result.
    pub fn is_refused_by_summary(&self, summary: &Summary, result: Option<GameResult>) -> bool {
        self.is_refused(&mut Summarized { summary, result })
    }

    /// True if no query matches anywhere in games, by what their summaries say of them together.
    pub fn is_refused_by_summaries(&self, games: &SummaryRange<'_>) -> bool {
        self.is_refused(&mut SummarizedRange { games })
    }

    /// True if no query matches anywhere in games without variations, because each looks for a position that is in none of
    /// them: `may_contain` says whether one of them may have a position with exactly the pieces of a board.
    pub fn is_refused_by_positions(&self, may_contain: &mut dyn FnMut(&Board) -> bool) -> bool {
        self.is_refused(&mut Positions(may_contain))
    }

    /// The parts of summaries that plans ask for.
    pub fn summary_parts<'p>(plans: impl Iterator<Item = &'p Plan>) -> SummaryParts {
        let mut asked = PartsAsked::default();
        plans.for_each(|plan| plan.ask_all_needs(&mut asked));
        asked.0
    }
}

/// Games of which only the positions are known.
struct Positions<'f>(&'f mut dyn FnMut(&Board) -> bool);

impl Known for Positions<'_> {
    /// They are main lines.
    fn may(&mut self, event: Event) -> bool {
        event != Event::Variations
    }

    fn may_contain(&mut self, board: &Board) -> bool {
        (self.0)(board)
    }
}
