//! Searches that the client has done by the cluster: a plan without inputs, which submits a job, takes the rows of each shard when it
//! is finished, and hands all of them on when every shard has come exactly once.
//!
//! A scheduler keeps nothing when it ends. If it comes back, the shards that have not come are submitted to it as another job.

use crate::access::Access;
use crate::checks::Answer;
use crate::gather::{Gathered, Gatherer};
use crate::jobs::Jobs;
use crate::operator::{CqlExec, Task};
use crate::submit::{Stopped, submit};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::internal_err;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::EquivalenceProperties;
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties};
use futures::stream::{self, TryStreamExt as _};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tabiya::pipeline::Message;
use tabiya::syntax::Severity;
use tabiya_tables::{Notice, Reporter, Shards};

/// A scheduler that was lost is looked for this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// How often the client looks whether the cluster has an executor.
const LOOK: Duration = Duration::from_secs(5);

/// A cluster, by the address of its scheduler.
#[derive(Clone, Debug)]
pub struct Cluster {
    address: String,
    access: Access,
    reporter: Reporter,
    /// The number of jobs so far, which gives each a session of its own.
    jobs: Arc<AtomicU64>,
    /// The greatest number of rows of a job.
    most_rows: Option<u64>,
    /// How long a scheduler that was lost is waited for, and an executor where there is none.
    reconnect: Duration,
}

impl Cluster {
    /// The time for which a scheduler that was lost is waited for, unless another one is chosen.
    pub const RECONNECT: Duration = Duration::from_secs(60);

    /// The cluster with the scheduler `HOST:PORT`. `reporter` takes what there is to say about games.
    pub fn new(address: &str, reporter: Reporter) -> Cluster {
        Cluster {
            address: address.to_owned(),
            access: Access::default(),
            reporter,
            jobs: Arc::default(),
            most_rows: None,
            reconnect: Cluster::RECONNECT,
        }
    }

    /// The same cluster, called with a token or encrypted.
    #[must_use]
    pub fn with_access(self, access: Access) -> Cluster {
        Cluster { access, ..self }
    }

    /// The same cluster, whose scheduler is waited for as long as this if it is lost during a search, and so is an executor while it
    /// has none. With zero, the search fails.
    #[must_use]
    pub fn with_reconnect(self, reconnect: Duration) -> Cluster {
        Cluster { reconnect, ..self }
    }

    /// The same cluster for jobs of which each fails if more rows come of its search.
    #[must_use]
    pub fn with_most_rows(self, most_rows: Option<u64>) -> Cluster {
        Cluster { most_rows, ..self }
    }

    pub(crate) fn most_rows(&self) -> Option<u64> {
        self.most_rows
    }

    /// Has the shards searched that are missing from an answer, and takes their rows, until all are there or the job stops.
    async fn attempt(&self, answer: &mut Gathered, task: &Arc<Task>, met: &mut Meeting) -> Result<(), Stopped> {
        let missing = answer.coverage.missing();
        let numbers = missing.iter().map(|(number, _)| *number).collect();
        // Ballista keeps track of results that are lost, and makes them again, for all stages of a job but the last. So the last one
        // would gather what the searches have found. Nobody is given it: the client gathers.
        let plan = Arc::new(CqlExec::over(&missing, Arc::clone(task))?);
        let plan: Arc<dyn ExecutionPlan> = Arc::new(CoalescePartitionsExec::new(plan));
        let session = format!("tabiya-{}-{}", std::process::id(), self.jobs.fetch_add(1, Ordering::Relaxed));
        let scheduler = self.access.connect(&self.address).await.map_err(Stopped::Lost)?;
        let query: Vec<&str> = task.query.text().split_whitespace().collect();
        let jobs = Jobs::over_connection(&self.address, &self.access, scheduler.clone());
        let mut job = match submit(scheduler, &plan, &query.join(" "), session).await {
            Err(Stopped::Lost(reason)) if !met.ever => {
                return Err(Stopped::Lost(format!("{reason}{}", self.access.help_at_first())));
            }
            submitted => submitted?,
        };
        met.is_there();
        let mut gatherer = Gatherer::new(self.access.clone(), &self.address, numbers);
        let mut look = tokio::time::interval_at(tokio::time::Instant::now() + LOOK, LOOK);
        while !answer.coverage.is_complete() {
            let news = tokio::select! {
                news = job.next() => news,
                taken = gatherer.next(answer), if !gatherer.is_idle() => {
                    taken?;
                    let (come, all) = (answer.coverage.come, answer.coverage.all());
                    self.reporter.report(Notice::Shards { come, all });
                    continue;
                }
                _ = look.tick() => {
                    self.check_executors(&jobs, met).await?;
                    continue;
                }
            };
            match news {
                Ok(news) => gatherer.hear(news)?,
                Err(Stopped::Lost(reason)) => {
                    gatherer.drain(answer).await?;
                    return if answer.coverage.is_complete() { Ok(()) } else { Err(Stopped::Lost(reason)) };
                }
                Err(failed) => return Err(failed),
            }
        }
        Ok(())
    }

    /// Says once that the cluster has no executor, and ends the search if none comes for a long time.
    async fn check_executors(&self, jobs: &Jobs, met: &mut Meeting) -> Result<(), Stopped> {
        // If the scheduler does not answer, its job tells so.
        let executors = jobs.executors().await.unwrap_or(1);
        let Some(since) = met.idle_since(executors == 0) else { return Ok(()) };
        let (address, reconnect) = (&self.address, self.reconnect.as_secs());
        if since.elapsed() >= self.reconnect {
            return Err(Stopped::Failed(DataFusionError::Execution(format!(
                "the cluster at {address} has no executor, and none has come within {reconnect} s; start some with \
                 `tabiya-executor --scheduler {address}`"
            ))));
        }
        if !std::mem::replace(&mut met.told_idle, true) {
            let text = format!(
                "the cluster at {address} has no executor; one is waited for until {reconnect} s have passed. \
                 `tabiya-executor --scheduler {address}` starts one"
            );
            self.reporter.report(Notice::Games(Message::new(Severity::Warning, "no-executor", text)));
        }
        Ok(())
    }

    /// Runs a search and gives its rows, if every shard has come exactly once.
    async fn run(self, shards: Shards, task: Arc<Task>) -> Result<impl Iterator<Item = Result<RecordBatch>>> {
        let mut answer = Gathered::new(shards, Arc::clone(&task));
        let mut met = Meeting::default();
        while !answer.coverage.is_complete() {
            let reason = match self.attempt(&mut answer, &task, &mut met).await {
                Ok(()) => break,
                Err(Stopped::Failed(error)) => return Err(error),
                Err(Stopped::Lost(reason)) => reason,
            };
            let (come, all) = (answer.coverage.come, answer.coverage.all());
            if met.is_hopeless(self.reconnect) {
                return Err(DataFusionError::Execution(match met.ever {
                    true => format!(
                        "the connection to the scheduler at {} was lost; run the statement again: {reason}",
                        self.address
                    ),
                    false => format!(
                        "the cluster at {} failed: there is no scheduler at this address, or it cannot be reached: {reason}",
                        self.address
                    ),
                }));
            }
            if met.is_lost_now() {
                let text = format!(
                    "the connection to the scheduler at {} was lost; {come} of {all} shards have come, and the others are asked for \
                     again when it is there",
                    self.address
                );
                self.reporter.report(Notice::Games(Message::new(Severity::Warning, "scheduler-lost", text)));
            }
            tokio::time::sleep(INTERVAL).await;
        }
        let (seen, rows) = answer.finish()?;
        self.report(&seen);
        Ok(rows)
    }

    /// Says which games were damaged, as a search in this process does.
    fn report(&self, answer: &Answer) {
        log::info!("{} shards, {} games, {} matches", answer.shards, answer.games, answer.matches);
        let text = match answer.damaged {
            0 => return,
            1 => "1 game has moves that could not be read; the moves before them were used".to_owned(),
            games => format!("{games} games have moves that could not be read; the moves before them were used"),
        };
        self.reporter.report(Notice::Games(Message::new(Severity::Warning, "damaged-games", text)));
    }
}

/// Whether the scheduler was met, since when it is lost, and since when it has no executor.
#[derive(Default)]
struct Meeting {
    ever: bool,
    lost: Option<Instant>,
    told: bool,
    /// Since when it has no executor, and whether that was told.
    idle: Option<Instant>,
    told_idle: bool,
}

impl Meeting {
    fn is_there(&mut self) {
        *self = Meeting { ever: true, ..Meeting::default() };
    }

    /// Takes note of whether it has no executor; since when, if it has none.
    fn idle_since(&mut self, idle: bool) -> Option<Instant> {
        // The first look may have come late.
        self.idle = idle.then(|| self.idle.unwrap_or_else(|| Instant::now() - LOOK));
        self.told_idle &= idle;
        self.idle
    }

    /// True if it is waited for no longer. One that was not there at the beginning is not waited for at all.
    fn is_hopeless(&mut self, reconnect: Duration) -> bool {
        !self.ever || self.lost.get_or_insert_with(Instant::now).elapsed() >= reconnect
    }

    /// True at the first time after it was lost.
    fn is_lost_now(&mut self) -> bool {
        !std::mem::replace(&mut self.told, true)
    }
}

/// A search on the cluster, in one partition.
#[derive(Clone, Debug)]
pub struct ClusterExec {
    cluster: Cluster,
    shards: Shards,
    task: Arc<Task>,
    properties: Arc<PlanProperties>,
}

impl ClusterExec {
    pub(crate) fn new(cluster: Cluster, shards: Shards, task: Arc<Task>) -> ClusterExec {
        let properties = PlanProperties::new(
            EquivalenceProperties::new(task.schema()),
            Partitioning::UnknownPartitioning(1),
            EmissionType::Final,
            Boundedness::Bounded,
        );
        ClusterExec { cluster, shards, task, properties: Arc::new(properties) }
    }

    /// The work on the rows of each shard.
    pub(crate) fn fragment(&self) -> &Arc<dyn ExecutionPlan> {
        &self.task.fragment
    }

    /// The same search with something else done with its rows.
    pub(crate) fn with_fragment(&self, fragment: Arc<dyn ExecutionPlan>) -> ClusterExec {
        let task = Task { fragment, ..self.task.as_ref().clone() };
        ClusterExec::new(self.cluster.clone(), self.shards.clone(), Arc::new(task))
    }

    fn fragment_text(&self) -> String {
        let text = datafusion::physical_plan::displayable(self.task.fragment.as_ref()).indent(false).to_string();
        text.lines().map(str::trim).collect::<Vec<_>>().join(" <- ")
    }
}

impl DisplayAs for ClusterExec {
    fn fmt_as(&self, _format: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let query: Vec<&str> = self.task.query.text().split_whitespace().collect();
        let (shards, address) = (self.shards.list.len(), &self.cluster.address);
        let scheme = self.cluster.access.scheme();
        write!(f, "ClusterExec: query=cql({}), shards={shards}, scheduler={scheme}://{address}", query.join(" "))?;
        let filters: Vec<String> = self.task.filters.iter().map(ToString::to_string).collect();
        if !filters.is_empty() {
            write!(f, ", filters=[{}]", filters.join(", "))?;
        }
        write!(f, ", on each shard=[{}]", self.fragment_text())
    }
}

impl ExecutionPlan for ClusterExec {
    tabiya_tables::leaf_plan!("ClusterExec");

    fn execute(&self, partition: usize, _context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        if partition > 0 {
            return internal_err!("there is no partition {partition}");
        }
        let schema: SchemaRef = self.schema();
        let rows = self.cluster.clone().run(self.shards.clone(), Arc::clone(&self.task));
        let rows = stream::once(rows).map_ok(stream::iter).try_flatten();
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, rows)))
    }
}
