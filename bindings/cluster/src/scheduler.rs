//! Ballista's scheduler with leases: a job lives as long as its client waits for it.
//!
//! The client holds a stream of what becomes of its job. When the stream ends because the client has gone, whether it
//! closed it, was killed, or does not answer any more, the job is cancelled. The stream tells where the rows of each shard are as
//! soon as it is finished, and which of them were lost. Executors of another version get no work, so that one that was forgotten in
//! an upgrade breaks no search.

use crate::failure;
use crate::fetch;
use crate::jobs::{Answer, Job, METHOD, Question};
use crate::metrics::{JobEnd, Load, SchedulerMetrics, Source};
use crate::share::{FairShare, ROOM};
use ballista_core::JobId;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpc;
use ballista_core::serde::protobuf::{
    self, CleanJobDataParams, CleanJobDataResult, ExecuteQueryParams, ExecuteQueryResult, ExecutorStoppedParams,
    ExecutorStoppedResult, GetJobMetricsParams, GetJobMetricsResult, GetJobStatusParams, GetJobStatusResult,
    HeartBeatParams, HeartBeatResult, RegisterExecutorParams, RegisterExecutorResult, RemoveSessionParams,
    RemoveSessionResult, UpdateTaskStatusParams, UpdateTaskStatusResult, execute_query_result, job_status, task_status,
};
use ballista_core::serde::scheduler::{ExecutorMetadata, ExecutorSpecification, PartitionLocation};
use ballista_scheduler::scheduler_server::SchedulerServer;
use ballista_scheduler::state::execution_stage::ExecutionStage;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use futures::future::BoxFuture as Future;
use futures::stream::{self, BoxStream, StreamExt as _};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tonic::body::Body;
use tonic::codegen::{BoxFuture, Service, StdError, http};
use tonic::server::{Grpc, NamedService, UnaryService};
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;

/// What becomes of a job is looked at this often.
const INTERVAL: Duration = Duration::from_millis(50);

/// What separates the name of an executor from its version.
const VERSION_MARK: &str = "@tabiya-";

/// The name of an executor on the cluster, which tells its version.
pub(crate) fn executor_id(name: &str, version: &str) -> String {
    format!("{name}{VERSION_MARK}{version}")
}

type Ballista = SchedulerServer<LogicalPlanNode, PhysicalPlanNode>;

/// Ballista's scheduler behind an interface. That threads may share it takes the compiler three seconds to see, which it would do again
/// in each method of a trait with asynchronous ones.
trait Inner: SchedulerGrpc<ExecuteQueryPushStream = <Ballista as SchedulerGrpc>::ExecuteQueryPushStream> {
    fn ballista(&self) -> &Ballista;
}

impl Inner for Ballista {
    fn ballista(&self) -> &Ballista {
        self
    }
}

/// A scheduler. A copy is the same one.
#[derive(Clone)]
pub(crate) struct Scheduler {
    inner: Arc<dyn Inner>,
    version: Arc<str>,
    share: Arc<FairShare>,
    leases: Arc<Mutex<BTreeMap<String, Leased>>>,
    /// Executors that were rejected, each of which is reported once.
    strangers: Arc<Mutex<HashSet<String>>>,
    /// The greatest time of a job.
    most: Option<Duration>,
    metrics: SchedulerMetrics,
}

/// A job that a client waits for.
struct Leased {
    client: String,
    query: String,
    since: Instant,
    /// Why it was ended, if it was.
    ended: Option<String>,
}

/// An error that reaches the client or the executor in these words.
fn refused(text: &str) -> Status {
    Status::failed_precondition(failure::packed(text))
}

impl Scheduler {
    pub(crate) fn new(
        ballista: Ballista,
        version: &str,
        share: Arc<FairShare>,
        most: Option<Duration>,
        metrics: SchedulerMetrics,
    ) -> Scheduler {
        let (version, leases, strangers) = (version.into(), Arc::default(), Arc::default());
        let inner = Arc::new(ballista);
        Scheduler { inner, version, share, leases, strangers, most, metrics }
    }

    /// True if there is an executor at `HOST:PORT`, as far as is known.
    pub(crate) async fn knows(&self, address: &str) -> bool {
        self.executors().await.iter().any(|executor| fetch::address(&executor.host, executor.port) == address)
    }

    /// The executors that are alive, as far as is known.
    async fn executors(&self) -> Vec<ExecutorMetadata> {
        let known = self.inner.ballista().state.executor_manager.get_executors_state().await.unwrap_or_default();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let lost = Duration::from_secs(self.inner.ballista().state.config.executor_timeout_seconds);
        let alive = |heard: &Option<Duration>| heard.is_some_and(|heard| now.saturating_sub(heard) <= lost);
        known.into_iter().filter(|(_, heard, _)| alive(heard)).map(|(executor, ..)| executor).collect()
    }

    fn leases(&self) -> MutexGuard<'_, BTreeMap<String, Leased>> {
        self.leases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Rejects programs of another version.
    fn check_version(&self, version: &str, who: &str) -> Result<(), Status> {
        if version == &*self.version {
            return Ok(());
        }
        Err(refused(&format!(
            "{who} is Tabiya {version}, and the scheduler is Tabiya {}; the client, the scheduler and all executors must be of one \
             version",
            self.version
        )))
    }

    /// Rejects executors of another version, and says so once for each.
    fn check_executor(&self, executor: Option<&protobuf::ExecutorRegistration>) -> Result<(), Status> {
        let executor = executor.ok_or_else(|| Status::invalid_argument("an executor without a name"))?;
        let version = executor.id.split_once(VERSION_MARK).map_or("of an unknown version", |(_, version)| version);
        let place = format!("the executor {}:{}", executor.host.as_deref().unwrap_or("without a host"), executor.port);
        self.check_version(version, &place).inspect_err(|status| {
            let mut strangers = self.strangers.lock().unwrap_or_else(PoisonError::into_inner);
            if strangers.insert(place) {
                let text = failure::received(status.message()).unwrap_or_default();
                log::error!("{text}. It gets no work");
            }
        })
    }

    /// Ends a job, and keeps the reason for its client.
    fn end<'a>(&'a self, job: &'a str, reason: &'a str) -> Future<'a, Result<(), Status>> {
        Box::pin(async move {
            match self.leases().get_mut(job) {
                Some(lease) => drop(lease.ended.get_or_insert_with(|| reason.to_owned())),
                None => return Err(Status::not_found(failure::packed(&format!("there is no job {job}")))),
            }
            let cancelled = self.inner.ballista().cancel_job(JobId::from(job)).await;
            cancelled.map_err(|error| Status::internal(error.to_string()))
        })
    }

    /// True if a job is over, for any reason.
    async fn is_over(&self, job: &str) -> bool {
        let status = self.inner.ballista().state.task_manager.get_job_status(&JobId::from(job)).await;
        let status = status.ok().flatten().and_then(|status| status.status);
        !matches!(status, Some(job_status::Status::Queued(_) | job_status::Status::Running(_)))
    }

    /// The jobs that run or wait.
    async fn jobs(&self) -> Vec<Job> {
        let mut jobs: Vec<(Instant, Job)> = Vec::new();
        for (id, lease) in &*self.leases() {
            let milliseconds = u64::try_from(lease.since.elapsed().as_millis()).unwrap_or(u64::MAX);
            let (client, query) = (lease.client.clone(), lease.query.clone());
            jobs.push((lease.since, Job { id: id.clone(), client, query, milliseconds, ..Job::default() }));
        }
        jobs.sort_by_key(|(since, _)| *since);
        let running = self.inner.ballista().state.task_manager.get_running_job_cache();
        let mut list = Vec::with_capacity(jobs.len());
        for (_, mut job) in jobs {
            if let Some(info) = running.get(&JobId::from(job.id.as_str())) {
                let graph = info.execution_graph.read().await;
                for stage in graph.stages().values() {
                    count(stage, &mut job);
                }
            }
            list.push(job);
        }
        list
    }

    async fn answer(&self, question: Question) -> Result<Answer, Status> {
        self.check_version(&question.version, "the program that asks")?;
        let mut answer = Answer::default();
        for job in question.working_for {
            if self.is_over(&job).await {
                answer.over.push(job);
            }
        }
        if question.list {
            (answer.jobs, answer.executors) = (self.jobs().await, self.executors().await.len() as u64);
        }
        Ok(answer)
    }
}

/// Counts the shards of a job, which are the partitions of its first stage.
fn count(stage: &ExecutionStage, job: &mut Job) {
    match stage {
        ExecutionStage::Running(stage) if !stage.output_links.is_empty() => {
            job.shards = stage.partitions as u64;
            for task in &stage.task_infos {
                let shards = task.global_input_partition_ids.len() as u64;
                match task.task_status {
                    task_status::Status::Successful(_) => job.searched += shards,
                    task_status::Status::Running(_) => job.searching += shards,
                    task_status::Status::Failed(_) => {}
                }
            }
        }
        ExecutionStage::Successful(stage) if !stage.output_links.is_empty() => {
            (job.shards, job.searched) = (stage.partitions as u64, stage.partitions as u64);
        }
        _ => {}
    }
}

impl Source for Scheduler {
    fn text(&self) -> Future<'_, String> {
        Box::pin(async {
            let (jobs, executors) = (self.jobs().await, self.executors().await.len());
            let waiting = jobs.iter().map(|job| job.shards.saturating_sub(job.searched + job.searching)).sum();
            let searching = jobs.iter().map(|job| job.searching).sum();
            self.metrics.text(Load { jobs: jobs.len(), waiting, searching, executors })
        })
    }

    fn is_well(&self) -> bool {
        true
    }
}

/// What of a place tells it from others of the same shard: the executor, and the file.
type Trace = (String, Option<u64>);

/// The places of rows that are in a job's stages now, by the numbers of the shards, and the number of all shards.
fn places(stages: &HashMap<usize, ExecutionStage>) -> (BTreeMap<usize, &PartitionLocation>, usize) {
    let (mut places, mut all) = (BTreeMap::new(), usize::MAX);
    for stage in stages.values() {
        let inputs = match stage {
            ExecutionStage::UnResolved(stage) => &stage.inputs,
            ExecutionStage::Resolved(stage) => &stage.inputs,
            ExecutionStage::Running(stage) => &stage.inputs,
            ExecutionStage::Successful(_) | ExecutionStage::Failed(_) => continue,
        };
        for (partition, locations) in inputs.values().flat_map(|input| &input.partition_locations) {
            places.extend(locations.last().map(|location| (*partition, location)));
        }
    }
    for stage in stages.values().filter(|stage| !stage.output_links().is_empty()) {
        match stage {
            ExecutionStage::Running(stage) => all = stage.partitions,
            ExecutionStage::Successful(stage) => all = stage.partitions,
            _ => {}
        }
    }
    (places, all)
}

/// The life of a job while its client waits.
struct Lease {
    scheduler: Scheduler,
    job: String,
    last: Option<job_status::Status>,
    /// The places that its client was told of.
    places: BTreeMap<usize, Trace>,
    /// The numbers of rows of shards, without their checksums.
    rows: BTreeMap<usize, i64>,
    /// True if these are the places of all shards.
    finished: bool,
    /// True if its client knows that it has failed.
    failed: bool,
}

impl Lease {
    /// What becomes of the job, until its end.
    fn statuses(self) -> BoxStream<'static, Result<protobuf::GetJobStatusResult, Status>> {
        stream::unfold(self, |mut lease| async move { lease.next().await.map(|status| (status, lease)) }).boxed()
    }

    /// The next thing that becomes of the job; `None` after its end.
    async fn next(&mut self) -> Option<Result<protobuf::GetJobStatusResult, Status>> {
        if self.failed {
            return None;
        }
        loop {
            let request = Request::new(protobuf::GetJobStatusParams { job_id: self.job.clone() });
            let mut result = match self.scheduler.inner.get_job_status(request).await {
                Ok(result) => result.into_inner(),
                Err(status) => return Some(Err(status)),
            };
            let status = result.status.as_mut().and_then(|status| status.status.as_mut());
            if let Some(job_status::Status::Failed(failed)) = status {
                self.failed = true;
                if let Some(reason) = self.scheduler.leases().get(&self.job).and_then(|lease| lease.ended.clone()) {
                    failed.error = failure::packed(&reason);
                }
                return Some(Ok(result));
            }
            let news = self.news().await;
            if let Some(status) = &mut result.status
                && !news.is_empty()
            {
                let some = protobuf::SuccessfulJob { partition_location: news, ..protobuf::SuccessfulJob::default() };
                status.status = Some(job_status::Status::Successful(some));
                return Some(Ok(result));
            }
            let status = result.status.as_ref().and_then(|status| status.status.clone());
            if status.is_some() && status != self.last {
                self.last = status;
                return Some(Ok(result));
            }
            self.check_time().await;
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// Shards that were finished since the client was told, with their places, and shards whose rows were lost, without.
    async fn news(&mut self) -> Vec<protobuf::PartitionLocation> {
        let running = self.scheduler.inner.ballista().state.task_manager.get_running_job_cache();
        let Some(info) = running.get(&JobId::from(self.job.as_str())) else { return Vec::new() };
        let graph = info.execution_graph.read().await;
        let (places, all) = places(graph.stages());
        let mut news = Vec::new();
        self.places.retain(|partition, _| {
            let there = places.contains_key(partition);
            if !there {
                news.push(lost(&self.job, *partition));
            }
            there
        });
        for (partition, place) in &places {
            let trace = (place.executor_meta.id.clone(), place.file_id);
            if self.places.get(partition) != Some(&trace)
                && let Ok::<protobuf::PartitionLocation, _>(told) = (*place).clone().try_into()
            {
                self.rows.insert(*partition, told.partition_stats.as_ref().map_or(0, |stats| stats.num_rows - 1));
                news.push(told);
                self.places.insert(*partition, trace);
            }
        }
        self.finished = self.places.len() == all;
        news
    }

    /// Ends a job that has taken too long.
    async fn check_time(&self) {
        let Some(most) = self.scheduler.most else { return };
        let since = self.scheduler.leases().get(&self.job).map(|lease| lease.since);
        if since.is_some_and(|since| since.elapsed() > most) {
            let reason = format!("the job took more than the {} seconds that this cluster allows", most.as_secs());
            // It is looked at again soon.
            let _ = self.scheduler.end(&self.job, &reason).await;
        }
    }
}

/// A shard whose rows were lost.
fn lost(job: &str, partition: usize) -> protobuf::PartitionLocation {
    let partition_id = u32::try_from(partition).unwrap_or(u32::MAX);
    let id = protobuf::PartitionId { job_id: job.to_owned(), stage_id: 0, partition_id };
    protobuf::PartitionLocation { partition_id: Some(id), ..protobuf::PartitionLocation::default() }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let lease = self.scheduler.leases().remove(&self.job);
        self.scheduler.share.over(&self.job);
        let reason = lease.as_ref().and_then(|lease| lease.ended.as_deref());
        let (how, end) = match reason {
            Some(reason) => (JobEnd::Cancelled, reason),
            None if self.failed => (JobEnd::Failed, "it failed"),
            None if self.finished => (JobEnd::Finished, "finished"),
            None => (JobEnd::Cancelled, "its client has gone"),
        };
        self.scheduler.metrics.ended(how);
        if let Some(Leased { client, query, since, .. }) = &lease {
            let (seconds, shards, rows) =
                (since.elapsed().as_secs_f64(), self.rows.len(), self.rows.values().sum::<i64>());
            log::info!("{} for {client}: {query}: {shards} shards, {rows} rows, {seconds:.1} s: {end}", self.job);
        }
        if self.failed {
            return;
        }
        // Its last stage is never given out, so that it would go on for ever.
        let (inner, job) = (Arc::clone(&self.scheduler.inner), JobId::from(self.job.as_str()));
        // There is no runtime any more if the scheduler itself ends.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = inner.ballista().cancel_job(job).await {
                    log::error!("a job whose client has gone cannot be ended: {error}");
                }
            });
        }
    }
}

type Reply<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl SchedulerGrpc for Scheduler {
    type ExecuteQueryPushStream = BoxStream<'static, Result<protobuf::GetJobStatusResult, Status>>;

    async fn execute_query_push(&self, request: Request<ExecuteQueryParams>) -> Reply<Self::ExecuteQueryPushStream> {
        let client = request.remote_addr().map_or_else(String::new, |address| address.to_string());
        let name = ballista_core::config::BALLISTA_JOB_NAME;
        let query = request.get_ref().settings.iter().find(|setting| setting.key == name);
        let query = query.and_then(|setting| setting.value.clone()).unwrap_or_default();
        let response = self.inner.execute_query(request).await?;
        let (metadata, result, extensions) = response.into_parts();
        let job = match result.result {
            Some(execute_query_result::Result::Success(job)) => job.job_id,
            failed => return Err(Status::invalid_argument(format!("{failed:?}"))),
        };
        let leased = Leased { client, query, since: Instant::now(), ended: None };
        self.leases().insert(job.clone(), leased);
        self.metrics.submitted();
        let places = BTreeMap::new();
        let lease = Lease {
            scheduler: self.clone(),
            job,
            last: None,
            places,
            rows: BTreeMap::new(),
            finished: false,
            failed: false,
        };
        Ok(Response::from_parts(metadata, lease.statuses(), extensions))
    }

    async fn execute_query(&self, _request: Request<ExecuteQueryParams>) -> Reply<ExecuteQueryResult> {
        let text = format!("this client is of another version than the scheduler, which is Tabiya {}", self.version);
        Err(refused(&text))
    }

    async fn poll_work(&self, request: Request<protobuf::PollWorkParams>) -> Reply<protobuf::PollWorkResult> {
        let executor = request.get_ref().metadata.as_ref();
        self.check_executor(executor)?;
        if let Some(executor) = executor {
            let has: Option<ExecutorSpecification> = executor.specification.clone().map(Into::into);
            let room = has.map_or(ROOM, |has| has.vcores);
            self.share.asked(&executor.id, room, &request.get_ref().task_status);
        }
        self.inner.poll_work(request).await
    }

    async fn register_executor(&self, request: Request<RegisterExecutorParams>) -> Reply<RegisterExecutorResult> {
        self.check_executor(request.get_ref().metadata.as_ref())?;
        self.inner.register_executor(request).await
    }

    async fn heart_beat_from_executor(&self, request: Request<HeartBeatParams>) -> Reply<HeartBeatResult> {
        self.check_executor(request.get_ref().metadata.as_ref())?;
        self.inner.heart_beat_from_executor(request).await
    }

    async fn cancel_job(&self, request: Request<protobuf::CancelJobParams>) -> Reply<protobuf::CancelJobResult> {
        self.end(&request.get_ref().job_id, "the job was cancelled").await?;
        Ok(Response::new(protobuf::CancelJobResult { cancelled: true }))
    }

    async fn update_task_status(&self, request: Request<UpdateTaskStatusParams>) -> Reply<UpdateTaskStatusResult> {
        self.inner.update_task_status(request).await
    }

    async fn create_update_session(
        &self,
        request: Request<protobuf::CreateUpdateSessionParams>,
    ) -> Reply<protobuf::CreateUpdateSessionResult> {
        self.inner.create_update_session(request).await
    }

    async fn remove_session(&self, request: Request<RemoveSessionParams>) -> Reply<RemoveSessionResult> {
        self.inner.remove_session(request).await
    }

    async fn get_job_status(&self, request: Request<GetJobStatusParams>) -> Reply<GetJobStatusResult> {
        self.inner.get_job_status(request).await
    }

    async fn get_job_metrics(&self, request: Request<GetJobMetricsParams>) -> Reply<GetJobMetricsResult> {
        self.inner.get_job_metrics(request).await
    }

    async fn executor_stopped(&self, request: Request<ExecutorStoppedParams>) -> Reply<ExecutorStoppedResult> {
        self.inner.executor_stopped(request).await
    }

    async fn clean_job_data(&self, request: Request<CleanJobDataParams>) -> Reply<CleanJobDataResult> {
        self.inner.clean_job_data(request).await
    }
}

/// The service that answers questions about jobs.
#[derive(Clone)]
pub(crate) struct JobsService(pub(crate) Scheduler);

impl NamedService for JobsService {
    const NAME: &'static str = "tabiya.Jobs";
}

impl UnaryService<Question> for JobsService {
    type Response = Answer;
    type Future = BoxFuture<Response<Answer>, Status>;

    fn call(&mut self, request: Request<Question>) -> Self::Future {
        let scheduler = self.0.clone();
        Box::pin(async move { scheduler.answer(request.into_inner()).await.map(Response::new) })
    }
}

impl<B> Service<http::Request<B>> for JobsService
where
    B: tonic::codegen::Body + Send + 'static,
    B::Error: Into<StdError> + Send + 'static,
{
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move {
            if request.uri().path() != METHOD {
                return Ok(Status::unimplemented("there is no such method").into_http());
            }
            Ok(Grpc::new(ProstCodec::<Answer, Question>::default()).unary(service, request).await)
        })
    }
}
