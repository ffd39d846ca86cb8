//! Searches that the client has done by the cluster: a plan without inputs, which submits a job, takes its rows, and hands them on
//! when all shards have been found in them exactly once.
//!
//! A physical plan is submitted: the client's optimizer has decided what runs where, and the scheduler must not change
//! it. A codec for logical plans is not needed.

use crate::checks::{Answer, Coverage};
use crate::codec::TabiyaCodec;
use crate::failure;
use crate::operator::{CqlExec, Task};
use crate::spool::Spool;
use ballista_core::config::{BALLISTA_CLIENT_PULL, BALLISTA_JOB_NAME, BALLISTA_SCHEDULER_MAX_PARTITIONS_PER_TASK};
use ballista_core::execution_plans::execute_physical_plan;
use ballista_core::extension::SessionConfigExt as _;
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
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::PhysicalPlanNode;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tabiya::pipeline::Message;
use tabiya::syntax::Severity;
use tabiya_tables::{Notice, Reporter, Shards};

/// A cluster, by the address of its scheduler.
#[derive(Clone, Debug)]
pub struct Cluster {
    url: String,
    reporter: Reporter,
    /// The number of jobs so far, which gives each a session of its own.
    jobs: Arc<AtomicU64>,
    /// The greatest number of rows of a job.
    most_rows: Option<u64>,
}

impl Cluster {
    /// The cluster with the scheduler `HOST:PORT`. `reporter` takes what there is to say about games.
    pub fn new(address: &str, reporter: Reporter) -> Cluster {
        Cluster { url: format!("http://{address}"), reporter, jobs: Arc::default(), most_rows: None }
    }

    /// The same cluster for jobs of which each fails if more rows come of its search.
    #[must_use]
    pub fn with_most_rows(self, most_rows: Option<u64>) -> Cluster {
        Cluster { most_rows, ..self }
    }

    pub(crate) fn most_rows(&self) -> Option<u64> {
        self.most_rows
    }

    /// The settings of a job.
    fn config(query: &str) -> SessionConfig {
        SessionConfig::new_with_ballista()
            // The scheduler tells by an open stream what becomes of the job, and cancels it when nobody listens any more.
            .set_str(BALLISTA_CLIENT_PULL, "false")
            // What the list of jobs shows.
            .set_str(BALLISTA_JOB_NAME, query)
            // A task is a shard: it is what is lost with an executor, and what is done next by whoever is free.
            .set_str(BALLISTA_SCHEDULER_MAX_PARTITIONS_PER_TASK, "1")
    }

    /// The rows of a job as they come.
    async fn submit(&self, plan: Arc<dyn ExecutionPlan>, query: &str) -> Result<SendableRecordBatchStream> {
        let config = Cluster::config(query);
        let number = self.jobs.fetch_add(1, Ordering::Relaxed);
        let session = format!("tabiya-{}-{number}", std::process::id());
        let ballista = config.ballista_config();
        let codec = TabiyaCodec::default();
        let url = self.url.clone();
        let rows = execute_physical_plan::<PhysicalPlanNode>(url, &ballista, plan, &codec, session, config).await;
        rows.map_err(|error| self.told(&error, "there is no scheduler at this address, or it cannot be reached"))
    }

    /// An error of the cluster in the words of whoever met it.
    fn told(&self, error: &DataFusionError, unreachable: &str) -> DataFusionError {
        let text = error.to_string();
        if let Some(message) = failure::received(&text) {
            return DataFusionError::Execution(message);
        }
        let address = self.url.trim_start_matches("http://");
        let has = |part: &str| text.contains(part);
        let what = match () {
            () if has("ConnectError") || has("tcp connect error") => unreachable,
            () if has("Stream closed without job completing") || has("BrokenPipe") || has("h2 protocol error") => {
                "the connection to the scheduler was lost; run the statement again"
            }
            () => text.as_str(),
        };
        DataFusionError::Execution(format!("the cluster at {address} failed: {what}"))
    }

    /// Runs a job and gives its rows, if every shard is in them exactly once.
    async fn run(self, shards: Shards, task: Arc<Task>) -> Result<impl Iterator<Item = Result<RecordBatch>>> {
        let schema = task.schema();
        let mut spool = Spool::new(Arc::clone(&schema));
        if shards.list.is_empty() {
            return spool.finish();
        }
        // Of the last stage of a job, Ballista 55 keeps the places of results on executors that were lost since. So the searches are
        // a stage before it, whose lost results are made again, and the last stage only gathers them.
        let plan = Arc::new(CoalescePartitionsExec::new(Arc::new(CqlExec::over(&shards, Arc::clone(&task))?)));
        let mut coverage = Coverage::new(shards, schema);
        let query: Vec<&str> = task.query.text().split_whitespace().collect();
        let mut rows = self.submit(plan, &query.join(" ")).await?;
        let mut count = 0;
        while let Some(batch) = rows.next().await {
            let batch = batch
                .map_err(|error| self.told(&error, "an executor was lost with the results; run the statement again"))?;
            let batch = coverage.take(&batch)?;
            count += batch.num_rows() as u64;
            task.check_rows(count).map_err(DataFusionError::Execution)?;
            spool.push(batch)?;
        }
        self.report(&coverage.finish()?);
        spool.finish()
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

    /// What is done with the rows of each shard.
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
        let (shards, url) = (self.shards.list.len(), &self.cluster.url);
        write!(f, "ClusterExec: query=cql({}), shards={shards}, scheduler={url}", query.join(" "))?;
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
