//! Which queries of a set match each game, in one pass: what `tabiya tag` shows.

use crate::pipeline::{GameResults, Message, RunOptions, SeenGames, Sources, Watch, pass_by};
use crate::query::QuerySet;
use crate::rows::GameHeading;

/// A game, and the queries that match in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaggedGame {
    /// The game.
    pub game: GameHeading,
    /// The numbers of the queries in their set, in ascending order; none if no query matches.
    pub queries: Vec<usize>,
}

/// Hands every game to `each`, in the order of the games, with the queries that match in it. Returns the number of games.
///
/// ```
/// use tabiya::tagged::tagged;
/// use tabiya::{ParsedQuery, QueryOptions, QuerySet, RunOptions, Source, Sources};
///
/// let options = QueryOptions::default();
/// let parse = |text: &str| ParsedQuery::parse(Source { name: text.into(), text: text.into() }, &options);
/// let set = QuerySet::new(vec![parse("mate")?, parse("check")?, parse("stalemate")?], &options)?;
/// let games = Sources::new().bytes("games", "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *");
/// let mut found = Vec::new();
/// tagged(&set, games, &RunOptions::default(), &mut (), |one| found.push(one.queries))?;
/// assert_eq!(found, [vec![0, 1], vec![]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a file cannot be read, a query fails in a game, or the run is ended by its control.
pub fn tagged(
    set: &QuerySet,
    games: Sources,
    options: &RunOptions,
    watch: &mut dyn Watch,
    mut each: impl FnMut(TaggedGame),
) -> Result<u64, Message> {
    let mut run = RunOptions { seen: SeenGames::Read, ..options.clone() };
    run.search.paths = false;
    let step = || {
        |results: GameResults<'_>| {
            let queries = results.found.iter().map(|(query, _)| *query).collect();
            Some(TaggedGame { game: GameHeading::of(results.game, (results.file, results.place)), queries })
        }
    };
    pass_by(set, games, &run, watch, step, |one, _| {
        each(one);
        Ok(())
    })
}
