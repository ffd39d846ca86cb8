//! Games whose tags, or the text of whose moves, show that no query matches.
//!
//! If every query of the run needs a test of tags that fails, the moves stay unread: the tags are read first and the
//! tests are evaluated with them (`Game::parse_unless`). The game is cut from the stream as before, because only that finds
//! its end. For 3,000 games `player "Kasparov"` takes 85 million instructions instead of 238, `false` 67 instead of
//! 215; cutting alone takes 42.
//!
//! Tests of tags are made only of nodes that read tags and the game's number (`Ir::reads_only_tags`). A result is not one,
//! because the one after the moves counts; nor are the variant and the tag FEN, which the reading of the first position
//! interprets. No test counts after an effect or after a filter that reads a variable, since these must happen, or
//! fail, in every game. A test that ends in an error rejects nothing, so that the search reports the error.

use super::context::GameContext;
use super::control::RunControl;
use super::evaluator::Evaluator;
use super::scratch::Scratch;
use crate::game::{Game, MoveTokens};
use crate::ir::BoolId;
use crate::plan::{Formula, Plan, QueryNeeds};
use crate::syntax::stack::with_room;
use std::sync::Arc;

/// True if each query of a plan has a condition that the tags of a game do not meet, or, if they are given, the tokens of
/// its movetext: nothing in the game matches then, no matter what becomes of its moves. Where a test of tags ends in an error,
/// the game is not rejected, so that its search shows the error.
pub fn refuses_head(
    plan: &Plan,
    (game, tokens): (&Game, Option<&MoveTokens>),
    scratch: &mut Scratch,
    control: &Arc<RunControl>,
) -> bool {
    let condition = |needs: &QueryNeeds| match tokens {
        Some(_) => needs.skimmed != Formula::Always,
        None => needs.tags != Formula::Always,
    };
    if !plan.options.skip_moves || !plan.needs.iter().all(condition) {
        return false;
    }
    with_room(plan.height, || refuses_here(plan, (game, tokens), scratch, control))
}

fn refuses_here(
    plan: &Plan,
    (game, tokens): (&Game, Option<&MoveTokens>),
    scratch: &mut Scratch,
    control: &Arc<RunControl>,
) -> bool {
    let is_refused = |test: &mut dyn FnMut(BoolId) -> bool| {
        (0..plan.needs.len()).all(|query| !plan.may_match_head(query, tokens, test))
    };
    let (refused, sound) = ask(plan, game, scratch, control, is_refused);
    refused && sound
}

/// What a question makes of the tests of tags of a game; and whether all of them could be answered.
pub(super) fn ask<T>(
    plan: &Plan,
    game: &Game,
    scratch: &mut Scratch,
    control: &Arc<RunControl>,
    question: impl FnOnce(&mut dyn FnMut(BoolId) -> bool) -> T,
) -> (T, bool) {
    scratch.fit(plan);
    scratch.start_tags(plan);
    let context = GameContext::bare(control);
    let mut evaluator = Evaluator::new(plan, game, game.tree().mainline(), scratch, &context);
    // An evaluator that has failed answers nothing.
    let mut test = |id: BoolId| evaluator.scratch.error.is_some() || evaluator.truth(id, 0);
    let answer = question(&mut test);
    let sound = evaluator.spend(1, 0) && evaluator.scratch.error.is_none();
    evaluator.settle();
    evaluator.scratch.error = None;
    (answer, sound)
}
