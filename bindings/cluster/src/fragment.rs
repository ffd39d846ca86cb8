//! The part of a statement's plan that runs on the rows of one shard: filters, projections, partial aggregates. Its leaf is
//! [`ShardRows`], in whose place the rows of each shard are put. It never leaves a task of the cluster, so that no planner sees
//! this leaf.

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::internal_err;
use datafusion::common::tree_node::{Transformed, TreeNode as _};
use datafusion::error::Result;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::EquivalenceProperties;
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The rows of a shard as the leaf of a plan. It can be read once, and not at all before it is bound.
pub(crate) struct ShardRows {
    properties: Arc<PlanProperties>,
    rows: Mutex<Option<SendableRecordBatchStream>>,
}

impl ShardRows {
    /// The place of rows with a schema.
    pub(crate) fn place(schema: SchemaRef) -> ShardRows {
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(1),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        ShardRows { properties: Arc::new(properties), rows: Mutex::new(None) }
    }

    fn with(&self, rows: SendableRecordBatchStream) -> ShardRows {
        ShardRows { properties: Arc::clone(&self.properties), rows: Mutex::new(Some(rows)) }
    }
}

/// The rows that come of a shard's rows.
pub(crate) fn run(
    fragment: &Arc<dyn ExecutionPlan>,
    rows: SendableRecordBatchStream,
    context: &Arc<TaskContext>,
) -> Result<SendableRecordBatchStream> {
    let mut rows = Some(rows);
    let bound = Arc::clone(fragment).transform_up(|plan| {
        let Some(leaf) = plan.downcast_ref::<ShardRows>() else { return Ok(Transformed::no(plan)) };
        match rows.take() {
            Some(rows) => Ok(Transformed::yes(Arc::new(leaf.with(rows)) as Arc<dyn ExecutionPlan>)),
            None => internal_err!("the rows of a shard are read twice"),
        }
    })?;
    // Operators keep state from run to run, such as that of an aggregate.
    let plan = bound.data.reset_state()?;
    if plan.properties().output_partitioning().partition_count() != 1 {
        return internal_err!("the rows of a shard come in several partitions");
    }
    plan.execute(0, Arc::clone(context))
}

impl fmt::Debug for ShardRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShardRows").field("properties", &self.properties).finish_non_exhaustive()
    }
}

impl DisplayAs for ShardRows {
    fn fmt_as(&self, _format: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShardRows")
    }
}

impl ExecutionPlan for ShardRows {
    tabiya_tables::leaf_plan!("ShardRows");

    fn execute(&self, _partition: usize, _context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner).take();
        match rows {
            Some(rows) => Ok(rows),
            None => internal_err!("the rows of a shard are read before they are there, or twice"),
        }
    }
}
