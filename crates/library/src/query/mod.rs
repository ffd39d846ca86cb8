//! Queries from text to matches.

mod error;
mod libraries;
mod options;
mod parsed;
mod refusal;
mod search;
mod set;
mod side;

pub use self::error::{QueryError, Source};
pub use self::options::QueryOptions;
pub use self::parsed::ParsedQuery;
pub use self::search::{Matches, SearchOptions};
pub use self::set::QuerySet;
use crate::game::Game;
pub use crate::search::SortKey;
use crate::search::{GameMatches, Match, RunError, Scratch};
use crate::syntax::Diagnostic;
use std::ops::ControlFlow;

/// One query, ready to run. A copy shares everything with the original.
///
/// ```
/// use tabiya::{Games, Query};
///
/// let query = Query::parse("next 2 9 (not check+ mate)")?;
/// let mut found = Vec::new();
/// for game in Games::from_bytes("1. f3 e5 2. g4 Qh4# 0-1")? {
///     for found_here in query.matches(&game?)? {
///         found.push((found_here.position(), found_here.line()));
///     }
/// }
/// assert_eq!(found[1], (1, "1... e5 2. g4 Qh4#".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    set: QuerySet,
}

impl Query {
    /// Reads a query of either dialect.
    ///
    /// # Errors
    ///
    /// All independent errors of the text; the text of the error shows the places.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        Query::with_options(text, &QueryOptions::default())
    }

    /// Reads a query with options of its own.
    ///
    /// # Errors
    ///
    /// As [`Query::parse`].
    pub fn with_options(text: &str, options: &QueryOptions) -> Result<Query, QueryError> {
        let source = Source { name: "query".into(), text: text.into() };
        let parsed = [ParsedQuery::parse(source, options)?];
        ParsedQuery::check_settings(&parsed, options)?;
        Ok(Query { set: QuerySet::new(parsed.into(), options)? })
    }

    /// Warnings: the query can run, but may not mean what its author intended.
    pub fn warnings(&self) -> &[Diagnostic] {
        self.set.queries()[0].warnings()
    }

    /// The query as a set of one.
    pub fn set(&self) -> &QuerySet {
        &self.set
    }

    /// The matches in a game, in the order of position ids. What the header of the query says of whole games is obeyed:
    /// `gamenumber`, `result`, `matchcount`. Files are searched faster with [`Query::search`].
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
    /// use tabiya::{Games, Query};
    ///
    /// let query = Query::parse("mate")?;
    /// for game in Games::open("examples/games/sample.pgn")? {
    ///     let game = game?;
    ///     for mate in query.matches(&game)? {
    ///         assert!(mate.board().is_check());
    ///         assert!(mate.san().is_none_or(|san| san.ends_with('#')));
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the query fails, for example because a variable has no value or a limit was reached.
    pub fn matches<'g>(&self, game: &'g Game) -> Result<Matches<'g>, RunError> {
        self.set.matches(game)
    }

    /// Searches a game and hands each match to `sink`, in order of position ids, until it breaks. For callers that keep the
    /// memory of the search themselves; [`Query::matches`] is easier.
    ///
    /// # Errors
    ///
    /// If evaluation fails, for example because a variable has no value or a limit was reached. Then `sink` is not called for
    /// this game.
    pub fn run(
        &self,
        game: &Game,
        scratch: &mut Scratch,
        mut sink: impl FnMut(&Match) -> ControlFlow<()>,
    ) -> Result<(), RunError> {
        let options = SearchOptions { paths: true, ..SearchOptions::default() };
        for found in &self.search_game(game, scratch, &options)?.matches {
            if sink(found).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// True if the query matches nowhere in a game, as far as its tags alone can show it; as
    /// [`QuerySet::is_refused_by_tags`].
    ///
    /// ```
    /// use tabiya::game::{RawGame, Reading};
    /// use tabiya::{Game, Query, Scratch, SearchOptions};
    ///
    /// let query = Query::parse(r#"player "Tal" mate"#)?;
    /// let (mut scratch, options) = (Scratch::new(), SearchOptions::default());
    /// let raw = RawGame::from_bytes(b"[White \"Karpov\"] 1. f3 e5 2. g4 Qh4# 0-1");
    /// let mut game = Game::new();
    /// let is_refused = |game: &Game| query.is_refused_by_tags(game, &mut scratch, &options);
    /// assert!(!game.parse_unless(&raw, &Reading::default(), is_refused));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_refused_by_tags(&self, game: &Game, scratch: &mut Scratch, options: &SearchOptions) -> bool {
        let mut scratches = vec![std::mem::take(scratch)];
        let refused = self.set.is_refused_by_tags(game, &mut scratches, options);
        *scratch = scratches.swap_remove(0);
        refused
    }

    /// Searches a game: matches, comments and sort values. As [`QuerySet::search_game`].
    ///
    /// # Errors
    ///
    /// As [`Query::run`].
    pub fn search_game(
        &self,
        game: &Game,
        scratch: &mut Scratch,
        options: &SearchOptions,
    ) -> Result<GameMatches, RunError> {
        let mut scratches = vec![std::mem::take(scratch)];
        let mut results = self.set.search_game(game, &mut scratches, options);
        *scratch = scratches.swap_remove(0);
        results.swap_remove(0)
    }
}
