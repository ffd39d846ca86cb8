//! The jobs that an executor is working for, which it leaves as soon as the scheduler says that they are over.

use crate::failure;
use datafusion::arrow::array::RecordBatch;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use futures::stream::{self, BoxStream, StreamExt as _};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch::{Receiver, Sender};

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
    pub(crate) jobs: Mutex<HashMap<String, Sender<bool>>>,
    pub(crate) observer: Option<Arc<dyn Observer>>,
}

impl Running {
    /// The signal of a job that is worked for.
    fn enter(&self, job: &str) -> Receiver<bool> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.entry(job.to_owned()).or_default().subscribe()
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
