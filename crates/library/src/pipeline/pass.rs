//! One pass over games for those who sum them up: openings, novelties, duplicates.
//!
//! Threads make something of each game in which every query of a set finds something; what they make is taken on the thread of
//! the caller, in the order of the games. Sums of a part of the games would be taken for those of all, so a pass in which a
//! file cannot be read, or a game cannot be searched, ends in the error when it has come to its end.

use super::game_search::{GameResults, GameStep};
use super::message::Message;
use super::news::{News, Watch};
use super::options::RunOptions;
use super::run::Run;
use super::sources::Sources;
use crate::query::{Query, QuerySet};

/// Goes through the games of some sources once. `step` makes the step of each thread, which sees the games in which all queries
/// find something; `take` gets what it makes of each, in the order of the games, and may end the pass by an error. Returns the
/// number of games.
pub(crate) fn pass<T: Send + 'static, S: FnMut(GameResults<'_>) -> T + Send + 'static>(
    set: &QuerySet,
    sources: Sources,
    options: &RunOptions,
    watch: &mut dyn Watch,
    step: impl Fn() -> S + Send + Sync + 'static,
    take: impl FnMut(T, &mut dyn Watch) -> Result<(), Message>,
) -> Result<u64, Message> {
    let all = set.queries().len();
    let step = move || {
        let mut step = step();
        move |results: GameResults<'_>| (results.found.len() == all).then(|| step.take(results))
    };
    pass_by(set, sources, options, watch, step, take)
}

/// The same where the step decides what is taken of the games that it sees.
pub(crate) fn pass_by<T: Send + 'static, S: FnMut(GameResults<'_>) -> Option<T> + Send + 'static>(
    set: &QuerySet,
    sources: Sources,
    options: &RunOptions,
    watch: &mut dyn Watch,
    step: impl Fn() -> S + Send + Sync + 'static,
    mut take: impl FnMut(T, &mut dyn Watch) -> Result<(), Message>,
) -> Result<u64, Message> {
    let mut run = Run::start(set, sources, options, step)?;
    while let Some(made) = run.next_made(watch) {
        if let Some(made) = made.output.flatten() {
            take(made, watch)?;
        }
    }
    let summary = run.finish();
    if let Some(message) = summary.ended {
        return Err(message);
    }
    summary.further_failures().into_iter().for_each(|message| watch.hear(&News::Message(message)));
    summary.error.map_or(Ok(summary.games), Err)
}

/// A query that finds something in every game.
pub(crate) fn all_games() -> Result<QuerySet, Message> {
    own_query("initial")
}

/// A query that Tabiya asks by itself.
pub(crate) fn own_query(text: &str) -> Result<QuerySet, Message> {
    let query = Query::parse(text).map_err(|error| Message::error("internal-error", error.to_string()))?;
    Ok(query.set().clone())
}
