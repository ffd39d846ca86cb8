//! The tree of a game as a graph: where the query matches, and where the position is in question.

use super::{Form, NamedPosition, Task, exit, failure, position};
use crate::cli::outputs::picture;
use crate::cli::report::{Exit, Report};
use tabiya::{Game, Scratch};

/// Draws the game for each query.
pub(super) fn show(
    task: &Task,
    found: (NamedPosition, &Game, &str),
    scratches: &mut [Scratch],
    form: Form<'_>,
    report: &Report,
) -> Exit {
    let (_, game, file) = found;
    let (mut graphs, mut all_match) = (Vec::new(), true);
    for (why, scratch) in task.whys.iter().zip(scratches) {
        let Some(at) = position(found, why, report) else { return Exit::Error };
        let matches = match why.matches(game, scratch, &task.options) {
            Ok(matches) => matches,
            Err(error) => return report.refuse(&failure(why, &error, (file, game.number())).message),
        };
        let is_match = |position| matches.binary_search(&position).is_ok();
        all_match &= is_match(at);
        let view = if why.variations() { game.tree().full() } else { game.tree().mainline() };
        graphs.push(game.to_dot(view, at, is_match));
    }
    let shown = match form {
        Form::Picture(path, claims) => picture::save(&graphs, path, claims, report),
        Form::Dot | Form::Filters(_) => super::print(&graphs.concat(), report),
    };
    exit(shown, all_match)
}
