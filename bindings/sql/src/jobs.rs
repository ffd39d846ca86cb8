//! `tabiya-sql jobs`: what a cluster is doing, and for whom.

use crate::args::Args;
use crate::notices;
use crate::output::Output;
use crate::run::Ended;
use datafusion::arrow::array::{ArrayRef, Float64Array, RecordBatch, StringArray, UInt64Array};
use datafusion::error::{DataFusionError, Result};
use std::sync::Arc;
use tabiya_cluster::{Job, Jobs};

/// Cancels the jobs of some names; without names, lists all.
pub(crate) async fn jobs(cancel: &[String], args: &Args) -> Ended {
    match run(cancel, args).await {
        Ok(()) => Ended::Well,
        Err(error) => {
            notices::report(&error);
            Ended::Failed
        }
    }
}

async fn run(cancel: &[String], args: &Args) -> Result<()> {
    let Some(address) = &args.cluster else {
        return Err(DataFusionError::Execution("name the scheduler of the cluster with --cluster HOST:PORT".into()));
    };
    let jobs = Jobs::connect(address, &args.access()?).await?;
    for id in cancel {
        jobs.cancel(id).await?;
    }
    if !cancel.is_empty() {
        return Ok(());
    }
    let batch = table(&jobs.list().await?)?;
    let mut output = Output::new(args).map_err(DataFusionError::Execution)?;
    let written = output.begin(&batch.schema()).and_then(|()| output.write(&batch)).and_then(|_| output.end());
    written.and_then(|()| output.finish()).map_err(DataFusionError::Execution)
}

/// The jobs as rows, the oldest first.
fn table(jobs: &[Job]) -> Result<RecordBatch> {
    let texts = |value: fn(&Job) -> &str| Arc::new(StringArray::from_iter_values(jobs.iter().map(value))) as ArrayRef;
    let numbers = |value: fn(&Job) -> u64| Arc::new(UInt64Array::from_iter_values(jobs.iter().map(value))) as ArrayRef;
    let seconds = Float64Array::from_iter_values(jobs.iter().map(|job| job.milliseconds as f64 / 1000.0));
    let columns = [
        ("job", texts(|job| &job.id)),
        ("client", texts(|job| &job.client)),
        ("seconds", Arc::new(seconds) as ArrayRef),
        ("shards", numbers(|job| job.shards)),
        ("searched", numbers(|job| job.searched)),
        ("searching", numbers(|job| job.searching)),
        ("query", texts(|job| &job.query)),
    ];
    Ok(RecordBatch::try_from_iter(columns)?)
}
