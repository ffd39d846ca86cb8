//! A job at the scheduler. The stream that it answers with is the job's life: it tells of each shard that is finished, where its
//! rows are, and the scheduler cancels the job when nobody listens any more.
//!
//! The messages are Ballista's. One that says `Successful` names shards that are finished since the one before, and a shard without
//! an executor is one whose rows were lost.

use crate::access::{Connection, chain};
use crate::codec::TabiyaCodec;
use crate::failure;
use ballista_core::config::{BALLISTA_JOB_NAME, BALLISTA_SCHEDULER_MAX_PARTITIONS_PER_TASK};
use ballista_core::extension::SessionConfigExt as _;
use ballista_core::serde::protobuf::execute_query_params::Query;
use ballista_core::serde::protobuf::get_job_status_result::FlightProxy;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{self, ExecuteQueryParams, GetJobStatusResult, KeyValuePair, job_status};
use datafusion::error::DataFusionError;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionConfig;
use std::error::Error as _;
use std::sync::Arc;
use tonic::{Code, Request, Status, Streaming};

/// Why a job does not go on.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// The scheduler is not there, or not any more.
    Lost(String),
    /// The scheduler or the job says so.
    Failed(DataFusionError),
}

impl From<DataFusionError> for Stopped {
    fn from(error: DataFusionError) -> Stopped {
        Stopped::Failed(error)
    }
}

impl From<Status> for Stopped {
    fn from(status: Status) -> Stopped {
        // An error from a server has no cause. An error with a cause comes from the connection.
        match failure::received(status.message()) {
            Some(text) => Stopped::Failed(DataFusionError::Execution(text)),
            None if status.source().is_some() || status.code() == Code::Unavailable => {
                let cause = status.source().map(|cause| format!(": {}", chain(cause))).unwrap_or_default();
                Stopped::Lost(format!("{}{cause}", status.message()))
            }
            None => Stopped::Failed(DataFusionError::Execution(status.message().to_owned())),
        }
    }
}

/// A job that was submitted.
pub(crate) struct Submitted {
    statuses: Streaming<GetJobStatusResult>,
}

/// What there is to say of a job.
pub(crate) struct News {
    /// Shards that are finished, and shards whose rows were lost.
    pub(crate) places: Vec<protobuf::PartitionLocation>,
    /// True if rows are fetched through the scheduler.
    pub(crate) relayed: bool,
}

/// The settings of a job.
fn settings(query: &str) -> SessionConfig {
    SessionConfig::new_with_ballista()
        // What the list of jobs shows.
        .set_str(BALLISTA_JOB_NAME, query)
        // A task is a shard: it is the unit that is lost with an executor, and that a free executor takes next.
        .set_str(BALLISTA_SCHEDULER_MAX_PARTITIONS_PER_TASK, "1")
}

/// Submits a physical plan. The client's optimizer has decided what runs where, and the scheduler must not change it.
pub(crate) async fn submit(
    scheduler: Connection,
    plan: &Arc<dyn ExecutionPlan>,
    query: &str,
    session_id: String,
) -> Result<Submitted, Stopped> {
    let config = settings(query);
    let most = config.ballista_config().grpc_client_max_message_size();
    let entries = config.options().entries().into_iter();
    let params = ExecuteQueryParams {
        query: Some(Query::PhysicalPlan(TabiyaCodec::default().encode(plan)?)),
        settings: entries.map(|entry| KeyValuePair { key: entry.key, value: entry.value }).collect(),
        operation_id: session_id.clone(),
        session_id,
    };
    let mut request = Request::new(params);
    ballista_core::version::insert_version_header(request.metadata_mut());
    let scheduler = SchedulerGrpcClient::new(scheduler);
    let mut scheduler = scheduler.max_encoding_message_size(most).max_decoding_message_size(most);
    Ok(Submitted { statuses: scheduler.execute_query_push(request).await?.into_inner() })
}

impl Submitted {
    /// What becomes of it next.
    pub(crate) async fn next(&mut self) -> Result<News, Stopped> {
        loop {
            let Some(result) = self.statuses.message().await? else {
                return Err(Stopped::Lost("it said no more of the job".into()));
            };
            let relayed = matches!(result.flight_proxy, Some(FlightProxy::Local(true)));
            match result.status.and_then(|status| status.status) {
                Some(job_status::Status::Successful(some)) => {
                    return Ok(News { places: some.partition_location, relayed });
                }
                Some(job_status::Status::Failed(failed)) => {
                    let text = failure::received(&failed.error).unwrap_or(failed.error);
                    return Err(Stopped::Failed(DataFusionError::Execution(text)));
                }
                _ => {}
            }
        }
    }
}
