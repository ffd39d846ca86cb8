//! The jobs that an executor is working for, which it leaves as soon as the scheduler says that they are over.

use crate::failure;
use crate::jobs::Jobs;
use ballista_core::error::BallistaError;
use datafusion::arrow::array::RecordBatch;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use futures::stream::{self, BoxStream, StreamExt as _};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch::{Receiver, Sender};
use tonic::Code;

/// The scheduler is polled this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// A scheduler that answers so is another one than this executor can work for.
const WILL_NOT_CHANGE: [Code; 3] = [Code::FailedPrecondition, Code::Unimplemented, Code::Unauthenticated];

/// How the search of a shard has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    Searched {
        games: u64,
        matches: u64,
        seconds: f64,
    },
    Failed,
    /// Its job is over.
    Left,
}

/// The observers of the progress of shards.
pub(crate) trait Observer: fmt::Debug + Send + Sync {
    fn begun(&self);
    fn ended(&self, end: End);
}

/// The jobs of an executor. It comes to the operators as an extension of the session.
#[derive(Debug, Default)]
pub(crate) struct Running {
    /// A signal for each: true when it is over.
    jobs: Mutex<HashMap<String, Sender<bool>>>,
    observer: Option<Arc<dyn Observer>>,
}

impl Running {
    /// No jobs yet.
    pub(crate) fn new(observer: Arc<dyn Observer>) -> Running {
        Running { jobs: Mutex::default(), observer: Some(observer) }
    }

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
    /// If the scheduler is of another version or has another token, as it may when it was started again.
    pub(crate) async fn watch(&self, scheduler: &Jobs) -> BallistaError {
        loop {
            tokio::time::sleep(INTERVAL).await;
            match scheduler.over(self.names()).await {
                Ok(over) => self.end(&over),
                Err(status) if WILL_NOT_CHANGE.contains(&status.code()) => {
                    return BallistaError::General(scheduler.told(&status).to_string());
                }
                // The scheduler may be started again.
                Err(status) => log::debug!("the scheduler does not say which jobs are over: {status}"),
            }
        }
    }
}

/// A shard that is being searched. If nothing else is said of it before it is dropped, its search has failed or was left.
pub(crate) struct Ongoing {
    observer: Option<Arc<dyn Observer>>,
    /// The job and its signal.
    job: Option<(String, Receiver<bool>)>,
}

impl Ongoing {
    /// The search of a shard in a task with this context begins.
    pub(crate) fn begin(context: &TaskContext) -> Ongoing {
        let running = context.session_config().get_extension::<Running>();
        // Ballista's name of a task: `TID JOB/STAGE.ATTEMPT/TASK.ATTEMPT`.
        let task = context.task_id();
        let job = task.as_deref().and_then(|task| Some(task.strip_prefix("TID ")?.split_once('/')?.0.to_owned()));
        let observer = running.as_ref().and_then(|running| running.observer.clone());
        if let Some(observer) = &observer {
            observer.begun();
        }
        let job = running.zip(job).map(|(running, job)| (job.clone(), running.enter(&job)));
        Ongoing { observer, job }
    }

    /// What ends its job's rows with an error when the job is over.
    pub(crate) fn leash(&self) -> Leash {
        Leash { job: self.job.clone() }
    }

    /// The shard was searched to its end.
    pub(crate) fn searched(mut self, games: u64, matches: u64, seconds: f64) {
        if let Some(observer) = self.observer.take() {
            observer.ended(End::Searched { games, matches, seconds });
        }
    }
}

/// Ends rows when their job is over.
pub(crate) struct Leash {
    job: Option<(String, Receiver<bool>)>,
}

impl Leash {
    /// The rows, which end with an error when the job is over.
    pub(crate) fn hold(self, rows: BoxStream<'static, Result<RecordBatch>>) -> BoxStream<'static, Result<RecordBatch>> {
        let Some((job, signal)) = self.job else { return rows };
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
}

impl Drop for Ongoing {
    fn drop(&mut self) {
        if let Some(observer) = self.observer.take() {
            let over = self.job.as_ref().is_some_and(|(_, signal)| *signal.borrow());
            observer.ended(if over { End::Left } else { End::Failed });
        }
    }
}

/// The configuration of tasks, with the jobs as an extension.
pub(crate) fn config(running: &Arc<Running>) -> datafusion::prelude::SessionConfig {
    ballista_core::utils::default_config_producer().with_extension(Arc::clone(running))
}
