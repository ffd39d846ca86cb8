//! What the scheduler tells of jobs: the list of those that run, and which of an executor's jobs are over.
//!
//! It is a service of gRPC with one method, next to Ballista's on the same port. Ballista has no list of jobs without its
//! web API, and an executor that asks for work never learns that a job has ended while it searches a shard.

use crate::access::{Access, Connection};
use crate::failure;
use crate::version::VERSION;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use datafusion::error::{DataFusionError, Result};
use std::error::Error as _;
use std::time::Duration;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{Code, Request, Status};
use tonic_prost::ProstCodec;

/// The method of the service `tabiya.Jobs`.
pub(crate) const METHOD: &str = "/tabiya.Jobs/Ask";

/// A scheduler that does not answer for this time is not there.
const PATIENCE: Duration = Duration::from_secs(10);

/// The request.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Question {
    /// The version of the client. Any other than the scheduler's is rejected.
    #[prost(string, tag = "1")]
    pub(crate) version: String,
    /// The jobs that an executor is working for.
    #[prost(string, repeated, tag = "2")]
    pub(crate) working_for: Vec<String>,
    /// True if the jobs are to be listed.
    #[prost(bool, tag = "3")]
    pub(crate) list: bool,
}

/// What the scheduler says.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Answer {
    /// Those of the executor's jobs that are over.
    #[prost(string, repeated, tag = "1")]
    pub(crate) over: Vec<String>,
    /// The jobs that run or wait, the oldest first.
    #[prost(message, repeated, tag = "2")]
    pub(crate) jobs: Vec<Job>,
    /// The number of executors that are alive, if the jobs were listed.
    #[prost(uint64, tag = "3")]
    pub(crate) executors: u64,
}

/// A job that runs or waits.
#[derive(Clone, PartialEq, Eq, Hash, prost::Message)]
pub struct Job {
    /// Its name on the cluster.
    #[prost(string, tag = "1")]
    pub id: String,
    /// The address of the client that waits for it.
    #[prost(string, tag = "2")]
    pub client: String,
    /// The query that it searches for.
    #[prost(string, tag = "3")]
    pub query: String,
    /// Milliseconds since it was submitted.
    #[prost(uint64, tag = "4")]
    pub milliseconds: u64,
    /// The number of its shards.
    #[prost(uint64, tag = "5")]
    pub shards: u64,
    /// Those that have been searched.
    #[prost(uint64, tag = "6")]
    pub searched: u64,
    /// Those that are being searched.
    #[prost(uint64, tag = "7")]
    pub searching: u64,
}

/// A connection to the scheduler for questions about jobs.
#[derive(Clone, Debug)]
pub struct Jobs {
    address: String,
    scheduler: Connection,
    version: String,
    /// Advice if the scheduler does not answer at all.
    help: &'static str,
}

impl Jobs {
    /// A connection to the scheduler `HOST:PORT`.
    ///
    /// # Errors
    ///
    /// If this is not an address, or if nobody answers there.
    pub async fn connect(address: &str, access: &Access) -> Result<Jobs> {
        Jobs::of_version(address, access, VERSION).await
    }

    /// The same for a program of some version.
    pub(crate) async fn of_version(address: &str, access: &Access, version: &str) -> Result<Jobs> {
        let scheduler = access.connect(address).await.map_err(|reason| {
            DataFusionError::Execution(format!("there is no scheduler at {address}, or it cannot be reached: {reason}"))
        })?;
        Ok(Jobs { version: version.to_owned(), ..Jobs::over_connection(address, access, scheduler) })
    }

    /// The same over a connection that is there.
    pub(crate) fn over_connection(address: &str, access: &Access, scheduler: Connection) -> Jobs {
        Jobs { address: address.to_owned(), scheduler, version: VERSION.to_owned(), help: access.help_at_first() }
    }

    /// The jobs that run or wait, the oldest first.
    ///
    /// # Errors
    ///
    /// If the scheduler does not answer, or is of another version.
    pub async fn list(&self) -> Result<Vec<Job>> {
        Ok(self.all().await.map_err(|status| self.told(&status))?.jobs)
    }

    /// The number of executors that are alive.
    pub(crate) async fn executors(&self) -> Result<u64, Status> {
        Ok(self.all().await?.executors)
    }

    async fn all(&self) -> Result<Answer, Status> {
        self.ask(Question { version: self.version.clone(), working_for: Vec::new(), list: true }).await
    }

    /// Ends a job. Its client gets an error.
    ///
    /// # Errors
    ///
    /// If there is no such job, or if the scheduler does not answer.
    pub async fn cancel(&self, id: &str) -> Result<()> {
        let mut scheduler = SchedulerGrpcClient::new(self.scheduler.clone());
        let cancelled = scheduler.cancel_job(CancelJobParams { job_id: id.to_owned() }).await;
        cancelled.map(drop).map_err(|status| self.told(&status))
    }

    /// Those of some jobs that are over.
    #[cfg(feature = "server")]
    pub(crate) async fn over(&self, working_for: Vec<String>) -> Result<Vec<String>, Status> {
        let question = Question { version: self.version.clone(), working_for, list: false };
        Ok(self.ask(question).await?.over)
    }

    async fn ask(&self, question: Question) -> Result<Answer, Status> {
        let mut client = tonic::client::Grpc::new(self.scheduler.clone());
        client.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
        let codec = ProstCodec::<Question, Answer>::default();
        let mut question = Request::new(question);
        question.set_timeout(PATIENCE);
        Ok(client.unary(question, PathAndQuery::from_static(METHOD), codec).await?.into_inner())
    }

    /// A failed answer, in the words of the scheduler if it said something.
    pub(crate) fn told(&self, status: &Status) -> DataFusionError {
        let text = match (failure::received(status.message()), status.code()) {
            (Some(text), _) => text,
            (None, Code::Unimplemented) => {
                format!("the scheduler at {} is of another version than {}", self.address, self.version)
            }
            (None, _) => {
                let help = if status.source().is_some() { self.help } else { "" };
                format!("the scheduler at {} failed: {}{help}", self.address, status.message())
            }
        };
        DataFusionError::Execution(text)
    }
}
