//! Which job's shard an executor is given next, so that nobody waits for the jobs of others.
//!
//! An executor with `n` threads has room for `2n` shards, but a job may have only `n` of them: alone it uses all
//! threads once, and there is always room for others at any time, however long a shard takes. The system divides the
//! processors between them. Free room goes to the job that has the fewest shards on the cluster, and among those to
//! the one that has waited longest.

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::serde::protobuf::{AvailableVcores, TaskStatus};
use ballista_core::serde::scheduler::TaskKey;
use ballista_scheduler::cluster::{BoundTask, DistributionPolicy};
use ballista_scheduler::state::execution_graph::{TaskDescription, create_task_info};
use ballista_scheduler::state::execution_stage::RunningStage;
use ballista_scheduler::state::task_manager::JobInfoCache;
use datafusion::error::Result;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The shards for which an executor has room, for each of its threads.
pub(crate) const ROOM: u32 = 2;

/// The state of executors that have not called for this time is forgotten.
const SILENCE: Duration = Duration::from_secs(60);

/// Gives out shards.
#[derive(Debug, Default)]
pub(crate) struct FairShare {
    given: Mutex<Given>,
}

/// The shards given out.
#[derive(Debug, Default)]
struct Given {
    executors: HashMap<String, Executor>,
    /// The number of gifts so far, and for each job that of its last one.
    gifts: u64,
    last: HashMap<String, u64>,
}

/// An executor that has asked for work.
#[derive(Debug)]
struct Executor {
    /// The shards that a job may have here.
    most: u32,
    /// Those that each job has.
    tasks: HashMap<String, u32>,
    asked: Instant,
}

impl FairShare {
    fn given(&self) -> MutexGuard<'_, Given> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of an executor that asks, its room for shards, and the shards it has finished.
    pub(crate) fn asked(&self, executor: &str, room: u32, done: &[TaskStatus]) {
        let mut given = self.given();
        given.executors.retain(|_, executor| executor.asked.elapsed() < SILENCE);
        let known = given.executors.entry(executor.to_owned());
        let executor = known.or_insert_with(|| Executor {
            most: room.div_ceil(ROOM),
            tasks: HashMap::new(),
            asked: Instant::now(),
        });
        executor.asked = Instant::now();
        for status in done {
            if let Some(count) = executor.tasks.get_mut(&status.job_id) {
                *count = count.saturating_sub(1);
            }
        }
        executor.tasks.retain(|_, count| *count > 0);
    }

    /// Forgets a job that is over.
    pub(crate) fn over(&self, job: &str) {
        let mut given = self.given();
        given.last.remove(job);
        for executor in given.executors.values_mut() {
            executor.tasks.remove(job);
        }
    }
}

impl Given {
    /// The jobs in the order in which they have a claim to what is free at an executor.
    fn claims<'j>(&self, executor: &str, jobs: impl Iterator<Item = &'j JobId>) -> Vec<&'j JobId> {
        let at = self.executors.get(executor);
        let may = |job: &&JobId| {
            let count = at.and_then(|at| at.tasks.get(job.as_str())).copied().unwrap_or(0);
            at.is_none_or(|at| count < at.most)
        };
        let claim = |job: &&JobId| {
            let everywhere = self.executors.values().filter_map(|executor| executor.tasks.get(job.as_str()));
            (everywhere.sum::<u32>(), self.last.get(job.as_str()).copied().unwrap_or(0))
        };
        let mut jobs: Vec<&JobId> = jobs.filter(may).collect();
        jobs.sort_by_cached_key(claim);
        jobs
    }

    fn give(&mut self, executor: &str, job: &JobId) {
        self.gifts += 1;
        self.last.insert(job.as_str().to_owned(), self.gifts);
        if let Some(executor) = self.executors.get_mut(executor) {
            *executor.tasks.entry(job.as_str().to_owned()).or_default() += 1;
        }
    }
}

/// The next task of a stage for an executor.
fn bind(stage: &mut RunningStage, session: &str, job: &JobId, executor: &str) -> Option<BoundTask> {
    // The last stage of a job would gather what the searches have found, which the client does.
    if stage.output_links.is_empty() {
        return None;
    }
    let partitions = stage.pending.next_slice(1);
    if partitions.is_empty() {
        return None;
    }
    let task_id = stage.task_infos.len();
    let task_attempt = partitions.iter().map(|&one| stage.task_failure_numbers[one]).max().unwrap_or(0);
    let mut info = create_task_info(executor.to_owned(), task_id);
    info.global_input_partition_ids = partitions.clone();
    info.vcores_consumed = 1;
    stage.task_infos.push(info);
    let task = TaskDescription {
        session_id: session.to_owned(),
        key: TaskKey { job_id: job.clone(), stage_id: stage.stage_id, task_id },
        stage_attempt_num: stage.stage_attempt_num,
        task_attempt,
        global_input_partition_ids: partitions,
        vcores_consumed: 1,
        plan: Arc::clone(&stage.plan),
        session_config: Arc::clone(&stage.session_config),
    };
    Some((executor.to_owned(), task))
}

#[async_trait]
impl DistributionPolicy for FairShare {
    async fn bind_tasks(
        &self,
        budgets: Vec<&mut AvailableVcores>,
        jobs: Arc<HashMap<JobId, JobInfoCache>>,
    ) -> Result<Vec<BoundTask>> {
        let mut bound = Vec::new();
        for budget in budgets {
            'free: while budget.vcores > 0 {
                let claims = self.given().claims(&budget.executor_id, jobs.keys());
                for job in claims {
                    let mut graph = jobs[job].execution_graph.write().await;
                    let session = graph.session_id().to_owned();
                    let task = graph.fetch_running_stage(&[]);
                    let task = task.and_then(|stage| bind(stage, &session, job, &budget.executor_id));
                    if let Some(task) = task {
                        self.given().give(&budget.executor_id, job);
                        bound.push(task);
                        budget.vcores -= 1;
                        continue 'free;
                    }
                }
                break;
            }
        }
        Ok(bound)
    }

    fn name(&self) -> &str {
        "fair share"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(job: &str) -> TaskStatus {
        TaskStatus { job_id: job.into(), ..TaskStatus::default() }
    }

    /// The job that gets what is free at an executor.
    fn next(share: &FairShare, executor: &str, jobs: &[JobId]) -> Option<String> {
        let mut given = share.given();
        let job = given.claims(executor, jobs.iter()).first().map(|job| (*job).clone())?;
        given.give(executor, &job);
        Some(job.as_str().to_owned())
    }

    #[test]
    fn jobs_share_executors() {
        let share = FairShare::default();
        let [heavy, light]: [JobId; 2] = ["heavy", "light"].map(|name| name.to_owned().into());
        share.asked("a", 2 * ROOM, &[]);
        share.asked("b", ROOM, &[]);
        // Alone, a job has each thread once.
        let alone = [heavy.clone()];
        let given: Vec<Option<String>> = (0..3).map(|_| next(&share, "a", &alone)).collect();
        assert_eq!(given, [Some("heavy".into()), Some("heavy".into()), None]);
        assert_eq!(next(&share, "b", &alone).as_deref(), Some("heavy"));
        // Another one finds room at once, everywhere.
        let both = [heavy.clone(), light.clone()];
        assert_eq!(next(&share, "b", &both).as_deref(), Some("light"));
        assert_eq!(next(&share, "a", &both).as_deref(), Some("light"));
        assert_eq!(next(&share, "a", &both).as_deref(), Some("light"));
        assert_eq!(next(&share, "a", &both), None);
        // A third one is the first to get what becomes free, and then they take turns.
        let third: JobId = "third".to_owned().into();
        let all = [heavy, light, third];
        share.asked("a", 2 * ROOM, &[status("heavy"), status("light")]);
        assert_eq!(next(&share, "a", &all).as_deref(), Some("third"));
        assert_eq!(next(&share, "a", &all).as_deref(), Some("third"));
        share.asked("b", ROOM, &[status("heavy"), status("light")]);
        assert_eq!(next(&share, "b", &all).as_deref(), Some("heavy"), "one shard, and it had its last one before");
        share.over("third");
        assert_eq!(next(&share, "b", &all).as_deref(), Some("third"), "all that it had has been forgotten");
    }
}
