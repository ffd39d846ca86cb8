//! Games whose moves are the beginning of other games.

use super::record::MovesNumber;
use super::resolve::{Contained, Groups};
use super::{Compared, DuplicateOptions, check_room};
use crate::pipeline::{GameResults, Message, RunOptions, Sources, Watch, all_games, pass};
use std::sync::Arc;

/// Goes through all games once more.
pub(super) fn find(
    groups: &Arc<Groups>,
    options: &DuplicateOptions,
    run: &RunOptions,
    sources: Sources,
    watch: &mut dyn Watch,
) -> Result<Vec<Contained>, Message> {
    let (all_groups, asked) = (Arc::clone(groups), (options.compared, options.plies, options.days));
    let step = move || {
        let groups = Arc::clone(&all_groups);
        move |results: GameResults<'_>| contained(&groups, asked, &results)
    };
    let (mut all, held) = (Vec::new(), groups.records.held());
    let run = RunOptions { told: true, ..run.clone() };
    pass(&all_games()?, sources, &run, watch, step, |found: Vec<Contained>, _| {
        all.extend(found);
        check_room(held + all.len() * size_of::<Contained>(), options.memory)
    })?;
    all.sort_unstable();
    Ok(all)
}

/// The groups of games that a game begins with.
fn contained(
    groups: &Groups,
    (compared, shortest, days): (Compared, u32, u32),
    results: &GameResults<'_>,
) -> Vec<Contained> {
    let (records, tree) = (&groups.records, results.game.tree());
    let game = u32::try_from(results.place).unwrap_or(u32::MAX);
    let Some(own) = records.games.get(game as usize).filter(|record| record.sound) else { return Vec::new() };
    let (mut number, mut found) = (MovesNumber::start(results.game), Vec::new());
    for n in 1..tree.mainline_len().saturating_sub(1) {
        number = MovesNumber::up_to(results.game, n, number, compared);
        if n < shortest {
            continue;
        }
        if let Some(group) = groups.find(number)
            && groups.games(group).iter().any(|&other| {
                let other = &records.games[other as usize];
                other.sound && (compared != Compared::Games || other.agrees(own, &records.names, days, true))
            })
        {
            found.push((group, game));
        }
    }
    found
}
