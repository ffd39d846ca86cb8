//! The operator that searches: it takes descriptions of shards and gives the rows of each shard, then its checksum row.
//!
//! It is unary on purpose. A task of Ballista is given a part of its stage by narrowing the leaves of the plan, and Ballista knows
//! only its own kinds of leaves: any other one would be read as a whole by every task. So the leaf is a table in memory, with a
//! partition for each shard, and this operator stands above it.
//!
//! A leaf of our own gave twelve times the rows, without an error. Filters and partial aggregates of the plan are
//! encoded as a part of this operator, not as operators above it, so no planner on the way can put a repartition
//! between them, and the checksum row needs to pass through nothing: it is added after the fragment. The client's plan
//! is the one that DataFusion makes for a table that has done its part of the aggregation already.

use crate::checks::{Checksum, checked_schema, checksum_row, labelled};
use crate::failure;
use crate::fragment::{self, ShardRows};
use crate::running::Ongoing;
use datafusion::arrow::array::{Array as _, RecordBatch, StringArray, UInt32Array, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{internal_err, project_schema};
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::Expr;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{ChildrenPropertiesMode, ReplaceChildrenOptions};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use futures::stream::{self, BoxStream, StreamExt as _, TryStreamExt as _};
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tabiya::pipeline::Sources;
use tabiya_tables::{CqlQuery, Reporter, Scan, Shard};

/// The work on each shard.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) query: CqlQuery,
    /// The numbers of the query's columns that are read.
    pub(crate) projection: Vec<usize>,
    /// Conditions that the reader decides.
    pub(crate) filters: Vec<Expr>,
    /// The work on the rows.
    pub(crate) fragment: Arc<dyn ExecutionPlan>,
    /// The greatest number of rows that may come of it.
    pub(crate) most_rows: Option<u64>,
}

impl Task {
    /// The rows of a query, as they are found.
    pub(crate) fn new(
        query: CqlQuery,
        projection: Option<&Vec<usize>>,
        filters: Vec<Expr>,
        most_rows: Option<u64>,
    ) -> Result<Task> {
        let schema = query.schema();
        let projection = projection.map_or_else(|| (0..schema.fields().len()).collect(), Vec::clone);
        let fragment = Arc::new(ShardRows::place(project_schema(&schema, Some(&projection))?));
        Ok(Task { query, projection, filters, fragment, most_rows })
    }

    /// Rejects more rows than are wanted.
    pub(crate) fn check_rows(&self, rows: u64) -> Result<(), String> {
        match self.most_rows {
            Some(most) if rows > most => Err(format!(
                "the search gives more than {most} rows; count or group them, or allow more with --row-limit"
            )),
            _ => Ok(()),
        }
    }

    /// The schema of the rows that come of it.
    pub(crate) fn schema(&self) -> SchemaRef {
        self.fragment.schema()
    }
}

/// Searches the shards that its input describes.
#[derive(Clone, Debug)]
pub struct CqlExec {
    input: Arc<dyn ExecutionPlan>,
    pub(crate) task: Arc<Task>,
    properties: Arc<PlanProperties>,
}

impl CqlExec {
    /// The operator above a plan that describes shards.
    pub(crate) fn new(input: Arc<dyn ExecutionPlan>, task: Arc<Task>) -> CqlExec {
        let properties = PlanProperties::new(
            EquivalenceProperties::new(checked_schema(&task.schema())),
            input.properties().output_partitioning().clone(),
            input.properties().emission_type,
            input.properties().boundedness,
        );
        CqlExec { input, task, properties: Arc::new(properties) }
    }

    /// The operator above a table of shards with their numbers, with a partition for each.
    pub(crate) fn over(shards: &[(u32, &Shard)], task: Arc<Task>) -> Result<CqlExec> {
        let schema = descriptions();
        let mut partitions = Vec::with_capacity(shards.len());
        for &(number, shard) in shards {
            let columns: Vec<datafusion::arrow::array::ArrayRef> = vec![
                Arc::new(UInt32Array::from(vec![number])),
                Arc::new(StringArray::from(vec![shard.path.as_str()])),
                Arc::new(UInt64Array::from(vec![shard.bytes])),
            ];
            partitions.push(vec![RecordBatch::try_new(Arc::clone(&schema), columns)?]);
        }
        let input = MemorySourceConfig::try_new_exec(&partitions, schema, None)?;
        Ok(CqlExec::new(input, task))
    }
}

/// The schema of descriptions of shards.
fn descriptions() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("shard", DataType::UInt32, false),
        Field::new("path", DataType::Utf8, false),
        Field::new("bytes", DataType::UInt64, true),
    ]))
}

/// A shard for a task to search.
#[derive(Clone, Debug)]
struct Work {
    shard: u32,
    path: String,
    bytes: Option<u64>,
}

/// The shards in descriptions.
fn works(batch: &RecordBatch) -> Result<Vec<Work>> {
    let column = |i: usize| batch.columns().get(i).map(|column| column.as_any());
    let shards = column(0).and_then(|column| column.downcast_ref::<UInt32Array>());
    let paths = column(1).and_then(|column| column.downcast_ref::<StringArray>());
    let bytes = column(2).and_then(|column| column.downcast_ref::<UInt64Array>());
    let (Some(shards), Some(paths), Some(bytes)) = (shards, paths, bytes) else {
        return internal_err!("these are no descriptions of shards");
    };
    let work = |i: usize| Work {
        shard: shards.value(i),
        path: paths.value(i).to_owned(),
        bytes: bytes.is_valid(i).then(|| bytes.value(i)),
    };
    Ok((0..batch.num_rows()).map(work).collect())
}

/// An error of a search, on its way to the client.
fn sent(work: &Work, error: &DataFusionError) -> DataFusionError {
    let text = error.to_string();
    let text = text.strip_prefix("External error: ").unwrap_or(&text);
    failure::sent(&format!("the shard {} cannot be searched: {text}", work.path))
}

/// The rows of a shard and its checksum row.
fn search(
    work: Work,
    task: &Arc<Task>,
    schema: SchemaRef,
    context: &Arc<TaskContext>,
) -> Result<BoxStream<'static, Result<RecordBatch>>> {
    let ongoing = Ongoing::begin(context);
    let leash = ongoing.leash();
    Shard::check_file(&work.path, work.bytes).map_err(|text| failure::sent(&text))?;
    let started = Instant::now();
    let scan = Scan {
        projection: Some(task.projection.clone()),
        filters: task.filters.clone(),
        limit: None,
        // A task has one slot of its executor; other slots search other shards.
        threads: Some(NonZeroUsize::MIN),
        reporter: Reporter::default(),
    };
    let rows = task.query.search(Sources::new().path(&work.path), &scan).map_err(|error| sent(&work, &error))?;
    let counts = rows.counts();
    let rows = fragment::run(&task.fragment, Box::pin(rows), context)?;
    let sent_rows = Arc::new(AtomicU64::new(0));
    let (number, counted, labels, failed) = (work.shard, Arc::clone(&sent_rows), Arc::clone(&schema), work.clone());
    let task = Arc::clone(task);
    let rows = rows.map(move |rows| {
        let rows = rows.map_err(|error| sent(&failed, &error))?;
        let before = counted.fetch_add(rows.num_rows() as u64, Ordering::Relaxed);
        task.check_rows(before + rows.num_rows() as u64).map_err(|text| failure::sent(&text))?;
        labelled(&labels, number, &rows)
    });
    let sum = async move {
        if !counts.is_complete() {
            return Err(failure::sent(&format!("the shard {} was not searched to its end", work.path)));
        }
        let (games, matches, damaged) = (counts.games(), counts.rows(), counts.incomplete());
        let sum = Checksum { shard: work.shard, games, matches, rows: sent_rows.load(Ordering::Relaxed), damaged };
        let seconds = started.elapsed().as_secs_f64();
        log::info!("shard {} {games} games {matches} matches {seconds:.3} s {}", work.shard, work.path);
        ongoing.searched(games, matches, seconds);
        checksum_row(&schema, &sum)
    };
    Ok(leash.hold(rows.chain(stream::once(sum)).boxed()))
}

impl DisplayAs for CqlExec {
    fn fmt_as(&self, _format: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let query: Vec<&str> = self.task.query.text().split_whitespace().collect();
        write!(f, "CqlExec: query=cql({})", query.join(" "))
    }
}

impl ExecutionPlan for CqlExec {
    fn name(&self) -> &str {
        "CqlExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn apply_expressions(
        &self,
        _f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
        _options: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match (children.pop(), children.pop()) {
            (Some(input), None) => Ok(Arc::new(CqlExec::new(input, Arc::clone(&self.task)))),
            _ => internal_err!("CqlExec has one input"),
        }
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        self.replace_children(children, ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let shards = self.input.execute(partition, Arc::clone(&context))?;
        let (task, schema) = (Arc::clone(&self.task), self.schema());
        let output = Arc::clone(&schema);
        let rows = shards
            .map(|batch| Ok::<_, DataFusionError>(stream::iter(works(&batch?)?).map(Ok)))
            .try_flatten()
            .map(move |work: Result<Work>| search(work?, &task, Arc::clone(&schema), &context))
            .try_flatten();
        Ok(Box::pin(RecordBatchStreamAdapter::new(output, rows)))
    }
}
