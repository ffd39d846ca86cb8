//! Rows as a table and as a plan of DataFusion.
//!
//! A table has one partition: the pipeline has threads of its own, which cut batches from the input, and it
//! keeps the order of the games. More partitions would each need a part of a file, which a compressed file does not
//! have.

use crate::rows::Rows;
use crate::stream::{Reporter, Scan};
use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::project_schema;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_expr::EquivalenceProperties;
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType, SchedulingType};
use datafusion::physical_plan::metrics::{ExecutionPlanMetricsSet, MetricsSet};
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::pipeline::Sources;

/// The rows of some files as a table.
#[derive(Clone, Debug)]
pub struct GamesTable {
    rows: Rows,
    paths: Arc<[PathBuf]>,
    threads: Option<NonZeroUsize>,
    reporter: Reporter,
}

impl GamesTable {
    /// A table of the rows of files and folders. `threads` is the number of threads that read, by default DataFusion's number of
    /// partitions; the plan has one partition in any case.
    pub fn new(rows: Rows, paths: Vec<PathBuf>, threads: Option<NonZeroUsize>, reporter: Reporter) -> GamesTable {
        GamesTable { rows, paths: paths.into(), threads, reporter }
    }

    /// What its rows are.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The files and folders that it reads.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }
}

#[async_trait]
impl TableProvider for GamesTable {
    fn schema(&self) -> SchemaRef {
        self.rows.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let decide = |filter: &&Expr| match self.rows.decides(filter) {
            true => TableProviderFilterPushDown::Exact,
            false => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(decide).collect())
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let partitions = NonZeroUsize::new(state.config().target_partitions());
        let scan = Scan {
            projection: projection.cloned(),
            filters: filters.to_vec(),
            limit,
            threads: self.threads.or(partitions),
            reporter: self.reporter.clone(),
        };
        let schema = project_schema(&self.schema(), projection)?;
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(1),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        // The channel that batches come through makes tasks of Tokio take turns.
        let properties = Arc::new(properties.with_scheduling_type(SchedulingType::Cooperative));
        Ok(Arc::new(GamesExec { table: self.clone(), scan, properties, metrics: ExecutionPlanMetricsSet::new() }))
    }
}

/// Reads a table, in one partition: threads of its own read in parallel, and the rows stay in the order of the games.
#[derive(Debug)]
struct GamesExec {
    table: GamesTable,
    scan: Scan,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl DisplayAs for GamesExec {
    fn fmt_as(&self, format: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let schema = self.properties.eq_properties.schema();
        let columns: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let files: Vec<String> = self.table.paths.iter().map(|path| path.display().to_string()).collect();
        let filters: Vec<String> = self.scan.filters.iter().map(ToString::to_string).collect();
        let (rows, tree) = (&self.table.rows, matches!(format, DisplayFormatType::TreeRender));
        if tree {
            writeln!(f, "rows={rows}")?;
            write!(f, "columns={}", columns.join(", "))?;
        } else {
            write!(f, "GamesExec: rows={rows}, files=[{}], columns=[{}]", files.join(", "), columns.join(", "))?;
        }
        let separator = if tree { "\n" } else { ", " };
        if !filters.is_empty() {
            write!(f, "{separator}filters=[{}]", filters.join(", "))?;
        }
        match self.scan.limit {
            Some(limit) => write!(f, "{separator}limit={limit}"),
            None => Ok(()),
        }
    }
}

impl ExecutionPlan for GamesExec {
    crate::leaf_plan!("GamesExec");

    fn execute(&self, partition: usize, _context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        if partition > 0 {
            return Err(DataFusionError::Internal(format!("there is no partition {partition}")));
        }
        let sources = self.table.paths.iter().fold(Sources::new(), |sources, path| sources.path(path));
        let stream = self.table.rows.read(sources, &self.scan)?;
        Ok(Box::pin(stream.measured(&self.metrics, partition)))
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }
}
