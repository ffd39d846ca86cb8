//! What an executor does with the jobs that it works for: it begins without any, and asks the scheduler which are over.

use crate::jobs::Jobs;
use crate::running::{Observer, Running};
use ballista_core::error::BallistaError;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tonic::Code;

/// The scheduler is polled this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// A scheduler that answers so is another one than this executor can work for.
const WILL_NOT_CHANGE: [Code; 3] = [Code::FailedPrecondition, Code::Unimplemented, Code::Unauthenticated];

impl Running {
    /// No jobs yet.
    pub(crate) fn new(observer: Arc<dyn Observer>) -> Running {
        Running { jobs: Mutex::default(), observer: Some(observer) }
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

/// The configuration of tasks, with the jobs as an extension.
pub(crate) fn config(running: &Arc<Running>) -> datafusion::prelude::SessionConfig {
    ballista_core::utils::default_config_producer().with_extension(Arc::clone(running))
}
