//! The jobs that an executor is working for, which it leaves as soon as the scheduler says that they are over.

use crate::failure;
use crate::jobs::Jobs;
use ballista_core::error::BallistaError;
use datafusion::arrow::array::RecordBatch;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use futures::stream::{self, BoxStream, StreamExt as _};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch::{Receiver, Sender};
use tonic::Code;

/// The scheduler is asked this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// The jobs of an executor. It comes to the operators as an extension of the session.
#[derive(Debug, Default)]
pub(crate) struct Running {
    /// A signal for each: true when it is over.
    jobs: Mutex<HashMap<String, Sender<bool>>>,
}

impl Running {
    /// The signal of a job that is worked for.
    fn enter(&self, job: &str) -> Receiver<bool> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.entry(job.to_owned()).or_default().subscribe()
    }

    /// The jobs that are worked for; others are forgotten.
    fn names(&self) -> Vec<String> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.retain(|_, signal| signal.receiver_count() > 0);
        jobs.keys().cloned().collect()
    }

    fn end(&self, over: &[String]) {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        for signal in over.iter().filter_map(|job| jobs.get(job)) {
            signal.send_replace(true);
        }
    }

    /// Asks the scheduler for as long as this executor may work for it.
    ///
    /// # Errors
    ///
    /// If the scheduler is of another version, as it may be when it was started again.
    pub(crate) async fn watch(&self, scheduler: &Jobs) -> BallistaError {
        loop {
            tokio::time::sleep(INTERVAL).await;
            match scheduler.over(self.names()).await {
                Ok(over) => self.end(&over),
                Err(status) if [Code::FailedPrecondition, Code::Unimplemented].contains(&status.code()) => {
                    return BallistaError::General(scheduler.told(&status).to_string());
                }
                // The scheduler may be started again.
                Err(status) => log::debug!("the scheduler does not say which jobs are over: {status}"),
            }
        }
    }
}

/// Rows of a task, which end with an error when its job is over.
pub(crate) fn until_over(
    rows: BoxStream<'static, Result<RecordBatch>>,
    context: &TaskContext,
) -> BoxStream<'static, Result<RecordBatch>> {
    let running = context.session_config().get_extension::<Running>();
    // Ballista's name of a task: `TID JOB/STAGE.ATTEMPT/TASK.ATTEMPT`.
    let task = context.task_id();
    let job = task.as_deref().and_then(|task| Some(task.strip_prefix("TID ")?.split_once('/')?.0.to_owned()));
    let (Some(running), Some(job)) = (running, job) else { return rows };
    let signal = running.enter(&job);
    let next = |(mut rows, mut signal, job): (BoxStream<'static, _>, Receiver<bool>, String)| async move {
        let batch = tokio::select! {
            biased;
            _ = signal.wait_for(|over| *over) => None,
            batch = rows.next() => Some(batch.transpose()?),
        };
        let Some(batch) = batch else {
            log::info!("left a shard of the job {job}, which is over");
            return Err(failure::sent("its job is over"));
        };
        Ok(batch.map(|batch| (batch, (rows, signal, job))))
    };
    stream::try_unfold((rows, signal, job), next).boxed()
}

/// A session's extension with the jobs.
pub(crate) fn config(running: &Arc<Running>) -> datafusion::prelude::SessionConfig {
    ballista_core::utils::default_config_producer().with_extension(Arc::clone(running))
}
