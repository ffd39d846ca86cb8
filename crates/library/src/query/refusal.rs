//! What shows that no query of a set matches in a game, before the game is read or its moves are played: tags, the text of
//! moves, summaries, positions.

use super::search::SearchOptions;
use super::set::QuerySet;
use crate::chess::Board;
use crate::game::{Game, GameResult, MoveTokens};
use crate::plan::Plan;
use crate::search::{self, BlockPlaces, Scratch};
use tabiya_database::{Block, BlockError, Summary, SummaryParts, SummaryRange};

impl QuerySet {
    /// True if no query matches anywhere in a game, as far as its tags alone can show it: its moves need not be read. Made for
    /// [`Game::parse_unless`]. It depends on nothing but the tags and the number of the game; after `false` the game may
    /// match or not, or end in an error.
    ///
    /// A game is never skipped if one of the queries has no test of tags that its match depends on, takes a game without a match
    /// (`matchcount 0 5`), or keeps something from game to game, or if [`PlanOptions::skip_moves`](crate::PlanOptions::skip_moves) is off.
    ///
    /// `scratches` are those of [`search_game`](Self::search_game).
    pub fn is_refused_by_tags(&self, game: &Game, scratches: &mut Vec<Scratch>, options: &SearchOptions) -> bool {
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        let mut plans = self.planned.plans.iter().zip(scratches);
        plans.all(|((plan, _), scratch)| search::refuses_head(plan, (game, None), scratch, &options.control))
    }

    /// The same for all games of a block of a database, without reading them: by game, false if it is skipped. The tests are
    /// answered once for each value that the tags have in the block. None if no game is skipped by tags.
    pub(crate) fn games_by_tags(
        &self,
        block: &Block,
        scratches: &mut Vec<Scratch>,
        options: &SearchOptions,
    ) -> Result<Option<Vec<bool>>, BlockError> {
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        let mut left = vec![false; block.len()];
        for ((plan, _), scratch) in self.planned.plans.iter().zip(scratches) {
            let Some(games) = search::games_by_tags(plan, block, scratch, &options.control)? else { return Ok(None) };
            left.iter_mut().zip(games).for_each(|(left, may_match)| *left |= may_match);
        }
        Ok(Some(left))
    }

    /// Where the queries of each plan can match in a block of a database; none for a plan of which its columns tell nothing.
    pub(crate) fn block_places(
        &self,
        block: &Block,
        scratches: &mut Vec<Scratch>,
        options: &SearchOptions,
    ) -> Result<Vec<Option<BlockPlaces>>, BlockError> {
        if self.compat.keep_all_comments {
            return Ok(Vec::new());
        }
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        let plans = self.planned.plans.iter().zip(scratches);
        plans.map(|((plan, _), scratch)| search::block_places(plan, block, scratch, &options.control)).collect()
    }

    /// True if it is worth going through the text of the moves of each game before they are played: every query has a condition
    /// by which tags or the text may skip a game, and ordinary games do not meet it. Made for [`Game::parse_unless_skimmed`],
    /// which asks [`is_refused_by_tokens`](Self::is_refused_by_tokens). False if [`PlanOptions::skip_moves`](crate::PlanOptions::skip_moves) or
    /// [`PlanOptions::tokens`](crate::PlanOptions::tokens) is off.
    pub fn skims(&self) -> bool {
        let mut plans = self.planned.plans.iter();
        plans.all(|(plan, _)| plan.refuses_unread()) && self.planned.plans.iter().any(|(plan, _)| plan.skims())
    }

    /// True if no query matches anywhere in a game, as far as its tags and the text of its moves can show it: its moves need not
    /// be played. It depends on nothing but these and the number of the game. The rule for
    /// [`is_refused_by_tags`](Self::is_refused_by_tags) is true here as well.
    pub fn is_refused_by_tokens(
        &self,
        game: &Game,
        tokens: &MoveTokens,
        scratches: &mut Vec<Scratch>,
        options: &SearchOptions,
    ) -> bool {
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        let mut plans = self.planned.plans.iter().zip(scratches);
        plans.all(|((plan, _), scratch)| search::refuses_head(plan, (game, Some(tokens)), scratch, &options.control))
    }

    /// True if no query matches anywhere in a game with this summary: it need not be read. After `false` it may match or not.
    ///
    /// `result` is the result of the game, if it is known. Tags are not tested: [`is_refused_by_tags`](Self::is_refused_by_tags)
    /// does that. Which conditions are derived from a query is listed under [`Need`](crate::Need); as with tags, there are none
    /// if a query takes a game without a match, or keeps something from game to game. Takes some nanoseconds for each of the
    /// conditions.
    ///
    /// ```
    /// use tabiya::database::Summary;
    /// use tabiya::{Games, ParsedQuery, QueryOptions, QuerySet, Source};
    ///
    /// let options = QueryOptions::default();
    /// let source = Source { name: "query".into(), text: "move promote N".into() };
    /// let set = QuerySet::new(vec![ParsedQuery::parse(source, &options)?], &options)?;
    /// for game in Games::from_bytes("1. e4 e5 *")? {
    ///     assert!(set.is_refused_by_summary(&Summary::of(&game?), None));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_refused_by_summary(&self, summary: &Summary, result: Option<GameResult>) -> bool {
        self.planned.plans.iter().all(|(plan, _)| plan.is_refused_by_summary(summary, result))
    }

    /// True if no query matches anywhere in some games of a database, by what their summaries say of them together. After `false`
    /// it may match or not: the fewer games, the more the summaries say. As with
    /// [`is_refused_by_summary`](Self::is_refused_by_summary), tags are not tested.
    pub fn is_refused_by_summaries(&self, games: &SummaryRange<'_>) -> bool {
        self.planned.plans.iter().all(|(plan, _)| plan.is_refused_by_summaries(games))
    }

    /// False if [`is_refused_by_summaries`](Self::is_refused_by_summaries) skips no games regardless of the summaries.
    pub fn asks_summaries(&self) -> bool {
        self.planned.plans.iter().all(|(plan, _)| plan.asks_summaries())
    }

    /// The parts of summaries that [`is_refused_by_summaries`](Self::is_refused_by_summaries) asks for.
    pub fn summary_parts(&self) -> SummaryParts {
        Plan::summary_parts(self.planned.plans.iter().map(|(plan, _)| plan))
    }

    /// True if no query matches anywhere in some games, because each looks for a position that is in none of them.
    /// `may_contain` says whether the main line of one of the games may have a position with exactly the pieces of a board,
    /// regardless of the side to move. Games with variations must not be among them if variations are searched.
    pub fn is_refused_by_positions(&self, may_contain: &mut dyn FnMut(&Board) -> bool) -> bool {
        self.planned.plans.iter().all(|(plan, _)| plan.is_refused_by_positions(may_contain))
    }

    /// True if some query looks for a position that is given square by square, so that
    /// [`is_refused_by_positions`](Self::is_refused_by_positions) is worth asking.
    pub fn looks_up_positions(&self) -> bool {
        self.planned.plans.iter().any(|(plan, _)| plan.looks_up_positions())
    }

    /// The parts of a game that are read, in one line: all, or the moves only of games whose tags, or whose text, pass.
    pub fn reads(&self) -> String {
        if self.skims() {
            let needed: Vec<String> = self.planned.plans.iter().flat_map(|(plan, _)| plan.skimmed_text()).collect();
            return format!(
                "reads: tags and moves; plays the moves only of games whose text allows {}",
                needed.join(" or ")
            );
        }
        let tests: Option<Vec<Vec<String>>> =
            self.planned.plans.iter().map(|(plan, _)| plan.tag_tests_text()).collect();
        match tests {
            Some(tests) => {
                format!("reads: tags, then the moves only of games that pass {}", tests.concat().join(" or "))
            }
            None => "reads: tags and moves".into(),
        }
    }
}
