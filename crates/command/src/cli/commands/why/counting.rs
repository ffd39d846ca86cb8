//! Games through the counters of funnels, on any number of threads.

use super::{Task, failure};
use crate::cli::games::course::Course;
use crate::cli::report::{Message, Report, interrupt};
use std::sync::Arc;
use tabiya::database::BlockError;
use tabiya::game::Reading;
use tabiya::pipeline::{
    Batch, GameDamage, GameJob, Gather, Pool, Room, Sources, StoredRange, Work, damage, damaged_block,
};
use tabiya::{Funnel, Game, Halt, RunErrorKind, Scratch};

/// The greatest number of games in a batch, and with how many bytes one is full.
const BATCH_GAMES: usize = 128;
const BATCH_BYTES: usize = 128 << 10;

/// The number of batches for each thread that may wait for their turn.
const BATCHES_PER_THREAD: usize = 4;

/// The number of games with errors that are reported one by one.
const FAILURES_TOLD: u64 = 3;

/// What has been counted.
pub(super) struct Counted {
    pub(super) task: Arc<Task>,
    /// One for each query.
    pub(super) funnels: Vec<Funnel>,
    pub(super) course: Course,
    /// Games that could not be searched to the end.
    failures: u64,
}

/// Counts the games of all inputs.
pub(super) fn count(task: Arc<Task>, sources: Sources, threads: usize, report: Report) -> Counted {
    let mut counted = Counted {
        funnels: task.whys.iter().map(tabiya::Why::funnel).collect(),
        task: Arc::clone(&task),
        course: Course::start(report, &sources),
        failures: 0,
    };
    let counting = |_| Counting {
        task: Arc::clone(&task),
        game: Game::new(),
        scratches: task.whys.iter().map(|_| Scratch::new()).collect(),
    };
    match Pool::start(sources.only(task.range), &task.options.control, (0..threads).map(counting), BATCHES_PER_THREAD) {
        Ok(pool) => pool.gather(&mut counted),
        Err(error) => counted.course.lack_threads(threads, &error),
    }
    counted.course.report.end_progress();
    if counted.failures > FAILURES_TOLD {
        let text = format!("{} further games could not be explained", counted.failures - FAILURES_TOLD);
        counted.course.report.say(&Message::error("query-failed", text));
    }
    counted
}

/// What comes of a batch.
enum BatchOutcome {
    Message(Message),
    Damage(GameDamage),
    /// A query failed on a game.
    Failure(Message),
    /// What some games have added, and how many they were.
    Counted(Vec<Funnel>, u64),
    /// The run must end.
    GivenUp,
}

/// One thread that counts.
struct Counting {
    task: Arc<Task>,
    game: Game,
    scratches: Vec<Scratch>,
}

impl Counting {
    /// Adds the game that has been read; `false` if the run must end.
    fn add(&mut self, job: &GameJob, funnels: &mut [Funnel], outcomes: &mut Vec<BatchOutcome>) -> bool {
        if !self.game.faults().is_empty() {
            let damage = damage(&self.game, job, false, false);
            if !damage.messages.is_empty() {
                outcomes.push(BatchOutcome::Damage(damage));
            }
        }
        let whys = self.task.whys.iter().zip(&mut self.scratches).zip(funnels);
        for ((why, scratch), funnel) in whys {
            match why.count(&job.file, &self.game, scratch, &self.task.options, funnel) {
                Ok(()) => {}
                Err(error) if matches!(error.kind, RunErrorKind::Halted(Halt::Stopped | Halt::TimeLimit)) => {
                    return false;
                }
                Err(error) => {
                    outcomes.push(BatchOutcome::Failure(failure(why, &error, (&job.file, self.game.number()))));
                    if let RunErrorKind::Halted(Halt::StepLimit) = error.kind {
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
        outcomes: &mut Vec<BatchOutcome>,
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
    type Outcome = BatchOutcome;

    fn room(&self) -> Room {
        Room { games: BATCH_GAMES, bytes: BATCH_BYTES, stored: BATCH_GAMES, patient: false }
    }

    fn work(&mut self, batch: &mut Batch, outcomes: &mut Vec<BatchOutcome>) {
        let mut funnels: Vec<Funnel> = self.task.whys.iter().map(tabiya::Why::funnel).collect();
        let mut goes_on = true;
        if let Some(mut range) = batch.stored.take() {
            match self.add_stored(&mut range, &mut funnels, outcomes) {
                Ok(whole) => goes_on = whole,
                Err(error) => outcomes.push(BatchOutcome::Message(damaged_block(range.database(), &error))),
            }
        }
        for item in batch.items() {
            match item.message.take() {
                Some(message) => outcomes.push(BatchOutcome::Message(message)),
                None if !goes_on || interrupt::happened() => goes_on = false,
                None => {
                    self.game.parse_as(&item.job.raw, &Reading::default());
                    goes_on = self.add(&item.job, &mut funnels, outcomes);
                }
            }
        }
        let games = funnels.first().map_or(0, Funnel::games);
        outcomes.push(BatchOutcome::Counted(funnels, games));
        if !goes_on {
            outcomes.push(BatchOutcome::GivenUp);
        }
    }
}

impl Gather<BatchOutcome> for Counted {
    fn take(&mut self, outcome: BatchOutcome) -> bool {
        match outcome {
            BatchOutcome::Message(message) => self.message(&message),
            BatchOutcome::Damage(damage) => self.course.report.damaged(&damage.messages),
            BatchOutcome::Failure(message) => {
                self.course.failed = true;
                self.failures += 1;
                if self.failures <= FAILURES_TOLD {
                    self.course.report.say(&message);
                }
            }
            BatchOutcome::Counted(funnels, games) => {
                self.funnels.iter_mut().zip(funnels).for_each(|(sum, part)| sum.merge(part));
                self.course.pass(games);
            }
            BatchOutcome::GivenUp => {
                // At a limit of the run, the failure has been told.
                self.course.interrupted |= interrupt::happened();
                return false;
            }
        }
        true
    }

    fn message(&mut self, message: &Message) {
        self.course.say(message);
    }

    fn interrupt(&mut self) {
        self.course.interrupted = true;
    }
}
