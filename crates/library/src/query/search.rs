//! A game is searched with every query of a set.
//!
//! A set keeps the scratches of searches that have ended, and each search takes one of them. So one thread always gets
//! the same scratch, and variables that outlast a game keep their values.

use super::set::QuerySet;
use crate::game::Game;
use crate::plan::Plan;
use crate::search::{self, Files, Found, GameContext, GameMatches, Match, QueryScope, RunControl, RunError, Scratch};
use crate::syntax::ast::Header;
use std::sync::{Arc, PoisonError};

/// Options for searching a game. By default a search finds positions and nothing else: comments, paths and constituents take time,
/// so each is requested.
///
/// ```
/// use tabiya::{Game, Query, Scratch, SearchOptions};
///
/// let (query, mut scratch) = (Query::parse("mate")?, Scratch::new());
/// let game = Game::from_pgn("1. f3 e5 2. g4 Qh4# 0-1");
/// let bare = query.search_game(&game, &mut scratch, &SearchOptions::default())?;
/// assert!(bare.matches.len() == 1 && bare.comments.is_empty());
///
/// let options = SearchOptions { comments: true, match_string: Some("mate!".into()), ..SearchOptions::default() };
/// let found = query.search_game(&game, &mut scratch, &options)?;
/// assert!(found.comments.iter().any(|comment| comment.position == 4 && comment.text == "mate!"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// True if comments are wanted for games that match.
    pub comments: bool,
    /// True if matches come with the paths of their sequences, which [`Found::moves`] needs.
    /// [`Query::matches`](crate::Query::matches) and [`RunOptions`](crate::RunOptions) ask for them.
    pub paths: bool,
    /// True if these paths also say which constituent matched each position: see [`Path::matched_by`]. It takes time in
    /// proportion to the length of each match, and to the size of the sequence.
    ///
    /// [`Path::matched_by`]: crate::Path::matched_by
    pub constituents: bool,
    /// The comment at each matching position; if not given, the query's header decides, else `CQL`.
    pub match_string: Option<String>,
    /// The number of games of the run, for `lastgamenumber`.
    pub last_game_number: Option<u64>,
    /// Access to files for `readfile` and `writefile`; without it a query that uses them fails.
    pub files: Option<Arc<dyn Files>>,
    /// The controls of the run: searches that share one are ended together, and their steps are counted together.
    pub control: Arc<RunControl>,
}

impl SearchOptions {
    fn match_string(&self, header: &Header) -> Option<String> {
        if header.silent || header.quiet {
            return None;
        }
        let text = self.match_string.clone().or_else(|| header.match_string.clone()).unwrap_or_else(|| "CQL".into());
        (!text.is_empty()).then_some(text)
    }
}

impl QuerySet {
    /// Searches a game with every query: one result per query, in their order. An error is one that only running a
    /// query can show, for example an unbound variable; it leaves the other queries alone. What headers say of whole games
    /// (`gamenumber`, `result`, `matchcount`) is left to the caller.
    ///
    /// `scratches` holds one scratch per plan; it grows as needed and may be used with this set only.
    pub fn search_game(
        &self,
        game: &Game,
        scratches: &mut Vec<Scratch>,
        options: &SearchOptions,
    ) -> Vec<Result<GameMatches, RunError>> {
        let mut results = Vec::new();
        self.search_game_with(game, scratches, &self.contexts(options), &mut results);
        results
    }

    /// By plan, the parts that are the same in the searches of all games with these options.
    pub(crate) fn contexts(&self, options: &SearchOptions) -> Vec<GameContext> {
        let context = |(_, numbers): &(Plan, Vec<usize>)| {
            let headers = || numbers.iter().map(|&i| self.planned.queries[i].header());
            GameContext {
                comments: options.comments,
                paths: options.paths,
                constituents: options.constituents,
                quiet: headers().map(|header| header.quiet || header.silent).collect(),
                match_strings: match options.comments {
                    true => headers().map(|header| options.match_string(header)).collect(),
                    false => Vec::new(),
                },
                match_counts: headers().map(|header| header.match_count).collect(),
                last_game_number: options.last_game_number,
                files: options.files.clone(),
                compat: self.compat,
                places: Vec::new(),
                control: Arc::clone(&options.control),
            }
        };
        self.planned.plans.iter().map(context).collect()
    }

    /// [`search_game`](Self::search_game) with contexts of this set. The former content of `results` is forgotten.
    pub(crate) fn search_game_with(
        &self,
        game: &Game,
        scratches: &mut Vec<Scratch>,
        contexts: &[GameContext],
        results: &mut Vec<Result<GameMatches, RunError>>,
    ) {
        scratches.resize_with(self.planned.plans.len().max(scratches.len()), Scratch::new);
        results.clear();
        // All queries are in one plan, in their order, unless only some of them search variations.
        if let ([(plan, _)], [context], [scratch, ..]) = (&*self.planned.plans, contexts, &mut **scratches) {
            return search::search_game(plan, game, scratch, context, results);
        }
        results.resize_with(self.planned.queries.len(), || Ok(GameMatches::default()));
        let mut outcomes = Vec::new();
        for (((plan, numbers), context), scratch) in self.planned.plans.iter().zip(contexts).zip(scratches) {
            search::search_game(plan, game, scratch, context, &mut outcomes);
            for (place, (mut outcome, &number)) in outcomes.drain(..).zip(numbers).enumerate() {
                if let Ok(found) = &mut outcome
                    && place != number
                {
                    found.matches.iter_mut().for_each(|m| m.query = number);
                }
                results[number] = outcome;
            }
        }
    }

    /// The matches in a game, query by query, each in the order of position ids. The headers of the queries are obeyed:
    /// `gamenumber`, `result`, `matchcount`.
    ///
    /// Memory for the search is kept in the set, and threads may search at the same time. Persistent variables keep their
    /// values from game to game as long as one thread searches.
    ///
    /// # Errors
    ///
    /// If a query fails, for example because a variable has no value or a limit was reached.
    pub fn matches<'g>(&self, game: &'g Game) -> Result<Matches<'g>, RunError> {
        let spare = || self.planned.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scratches = spare().pop().unwrap_or_default();
        let options = SearchOptions { paths: true, ..SearchOptions::default() };
        let results = self.search_game(game, &mut scratches, &options);
        spare().push(scratches);
        let mut matches = Vec::new();
        for (query, found) in self.queries().iter().zip(results) {
            let (scope, mut found) = (QueryScope::new(query.header(), None), found?.matches);
            if scope.sees(game.number()) && scope.takes(game) && scope.is_match(found.len()) {
                matches.append(&mut found);
            }
        }
        Ok(Matches { game, matches: matches.into_iter() })
    }
}

/// The matches in a game: see [`Query::matches`](crate::Query::matches).
#[derive(Clone, Debug)]
pub struct Matches<'g> {
    game: &'g Game,
    matches: std::vec::IntoIter<Match>,
}

impl<'g> Iterator for Matches<'g> {
    type Item = Found<&'g Game>;

    fn next(&mut self) -> Option<Found<&'g Game>> {
        self.matches.next().map(|matched| Found::new(self.game, None, matched))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.matches.size_hint()
    }
}

impl ExactSizeIterator for Matches<'_> {}
