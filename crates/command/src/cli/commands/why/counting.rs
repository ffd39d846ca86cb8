//! Games through the counters of funnels, on any number of threads.

use super::{Task, failure};
use crate::cli::games::course::Course;
use crate::cli::report::{Report, interrupt};
use std::sync::Arc;
use tabiya::database::BlockError;
use tabiya::game::Reading;
use tabiya::pipeline::{
    Batch, GameJob, Outcome, PassedGames, Room, Run, Sources, StoredRange, Work, damage, damaged_block,
};
use tabiya::{Funnel, Game, RunErrorKind, Scratch};

/// The greatest number of games in a batch, and with how many bytes one is full.
const BATCH_GAMES: usize = 128;
const BATCH_BYTES: usize = 128 << 10;

/// The counts.
pub(super) struct Counted {
    pub(super) task: Arc<Task>,
    /// One for each query.
    pub(super) funnels: Vec<Funnel>,
    pub(super) course: Course,
}

/// Counts the games of all inputs.
pub(super) fn count(task: Arc<Task>, sources: Sources, threads: usize, report: Report) -> Counted {
    let mut funnels: Vec<Funnel> = task.whys.iter().map(tabiya::Why::funnel).collect();
    let mut course = Course::start(report, &sources);
    let counting = |_| Counting {
        task: Arc::clone(&task),
        game: Game::new(),
        scratches: task.whys.iter().map(|_| Scratch::new()).collect(),
    };
    match Run::of_works(sources.only(task.range), &task.options.control, (0..threads).map(counting)) {
        Ok(mut run) => {
            while let Some(made) = run.next_made(&mut course) {
                let parts = made.output.into_iter().flatten();
                funnels.iter_mut().zip(parts).for_each(|(sum, part)| sum.merge(part));
            }
            course.report.end_progress();
            run.finish().further_failures().iter().for_each(|message| course.report.say(message));
        }
        Err(message) => course.fail(&message),
    }
    Counted { task, funnels, course }
}

/// What comes of a batch: the funnels of its games.
type Outcomes = Vec<Outcome<Vec<Funnel>>>;

/// One thread that counts.
struct Counting {
    task: Arc<Task>,
    game: Game,
    scratches: Vec<Scratch>,
}

impl Counting {
    /// Adds the game that has been read; `false` if the run must end.
    fn add(&mut self, job: &GameJob, funnels: &mut [Funnel], outcomes: &mut Outcomes) -> bool {
        Outcome::pass(outcomes, PassedGames { first: self.game.number(), games: 1, ..PassedGames::default() });
        if !self.game.faults().is_empty() {
            outcomes.push(Outcome::damaged(damage(&self.game, job, false, false), None));
        }
        let whys = self.task.whys.iter().zip(&mut self.scratches).zip(funnels);
        for ((why, scratch), funnel) in whys {
            match why.count(&job.file, &self.game, scratch, &self.task.options, funnel) {
                Ok(()) => {}
                Err(error) => {
                    outcomes.push(Outcome::failed(failure(why, &error, (&job.file, self.game.number()))));
                    if let RunErrorKind::Halted(_) = error.kind {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn add_stored(
        &mut self,
        range: &mut StoredRange,
        funnels: &mut [Funnel],
        outcomes: &mut Outcomes,
    ) -> Result<bool, BlockError> {
        let (mut job, (low, high)) = (GameJob::default(), self.task.range);
        let outside = |game: &Game| !(low..=high).contains(&game.number());
        while range.next_game(&mut job, &mut self.game, outside)? {
            if outside(&self.game) {
                continue;
            }
            if interrupt::happened() || !self.add(&job, funnels, outcomes) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Work for Counting {
    type Output = Vec<Funnel>;

    fn room(&self) -> Room {
        Room { games: BATCH_GAMES, bytes: BATCH_BYTES, stored: BATCH_GAMES, patient: false }
    }

    fn work(&mut self, batch: &mut Batch, outcomes: &mut Outcomes) {
        let mut funnels: Vec<Funnel> = self.task.whys.iter().map(tabiya::Why::funnel).collect();
        let mut goes_on = true;
        if let Some(mut range) = batch.stored.take() {
            match self.add_stored(&mut range, &mut funnels, outcomes) {
                Ok(whole) => goes_on = whole,
                Err(error) => outcomes.push(Outcome::Message(damaged_block(range.database(), &error))),
            }
        }
        for item in batch.items() {
            match item.message.take() {
                Some(message) => outcomes.push(Outcome::Message(message)),
                None if !goes_on || interrupt::happened() => goes_on = false,
                None => {
                    self.game.parse_as(&item.job.raw, &Reading::default());
                    goes_on = self.add(&item.job, &mut funnels, outcomes);
                }
            }
        }
        outcomes.push(Outcome::made(0, funnels));
        if !goes_on {
            outcomes.push(Outcome::GivenUp);
        }
    }
}
