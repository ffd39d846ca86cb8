//! An executor as a process: Ballista's parts, put together so that each call to the scheduler carries the token.
//!
//! Ballista's own process makes its connection to the scheduler itself, and has no place for a header of it. What it has besides,
//! such as a server to which tasks are pushed, executors that ask for work do without.

use crate::codec::TabiyaCodec;
use crate::fetch::MESSAGE;
use crate::guard::{Guard, GuardOptions};
use crate::jobs::Jobs;
use crate::metrics::{self, ExecutorMetrics, Source};
use crate::running::Running;
use crate::scheduler::executor_id;
use crate::server::{announce, listen, wrong};
use crate::share::ROOM;
use crate::watching;
use arrow_flight::flight_service_server::FlightServiceServer;
use ballista_core::error::BallistaError;
use ballista_core::ids::new_instance_id;
use ballista_core::serde::protobuf::ExecutorStoppedParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::{BallistaCodec, BallistaLogicalExtensionCodec};
use ballista_core::utils::create_grpc_server;
use ballista_executor::execution_engine::DefaultExecutionEngine;
use ballista_executor::execution_loop::poll_loop;
use ballista_executor::executor::Executor;
use ballista_executor::executor_process::{ExecutorProcessConfig, structure_executor_metadata};
use ballista_executor::flight_service::BallistaFlightService;
use ballista_executor::health::ExecutorHealth;
use ballista_executor::metrics::{ExecutorMetricsCollector, LoggingMetricsCollector};
use ballista_executor::terminate::sig_term;
use clap::Args;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use futures::future::BoxFuture;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use tokio::net::TcpListener;
use tonic::transport::server::TcpIncoming;

/// How an executor runs.
#[derive(Args, Clone, Debug)]
pub struct ExecutorOptions {
    /// The scheduler that it works for
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:19050")]
    pub scheduler: String,

    /// The address that it listens on
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub bind_host: String,

    /// The port that results are fetched from; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 19051)]
    pub bind_port: u16,

    /// The name or address by which clients reach it, if it is not the one that it listens on
    #[arg(long, value_name = "HOST")]
    pub external_host: Option<String>,

    /// The number of shards of one job that it searches at a time [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// The folder for results until they are fetched [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    pub work_dir: Option<PathBuf>,

    /// The time to wait for the scheduler at the start
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub connect_timeout: u16,

    /// Serve /metrics for Prometheus, and /health, at this address
    #[arg(long, value_name = "HOST:PORT")]
    pub metrics: Option<String>,

    #[command(flatten)]
    #[expect(missing_docs, reason = "its type says it, and a comment would be a heading in the help")]
    pub guard: GuardOptions,
}

/// The part of the memory that rows may take while they are summed up; the rest is for searches.
const FOR_ROWS: f64 = 0.7;

/// What an executor tells.
struct Told {
    counted: Arc<ExecutorMetrics>,
    health: ExecutorHealth,
}

impl Source for Told {
    fn text(&self) -> BoxFuture<'_, String> {
        Box::pin(std::future::ready(self.counted.text()))
    }

    fn is_well(&self) -> bool {
        self.health.is_ready()
    }
}

/// Runs an executor until a signal ends it.
///
/// # Errors
///
/// If the scheduler cannot be reached or is of another version, or if it cannot listen.
pub async fn run_executor(options: ExecutorOptions, codec: TabiyaCodec) -> Result<(), BallistaError> {
    let guard = Guard::read(&options.guard, "executor")?;
    let version = codec.version().to_owned();
    let listener = listen(&options.bind_host, options.bind_port).await?;
    let address = listener.local_addr()?;
    guard.check_address(address, &options.guard)?;
    let counted = Arc::new(ExecutorMetrics::new());
    let (health, running) = (ExecutorHealth::new(), Arc::new(Running::new(Arc::clone(&counted) as _)));
    let telling = metrics::listen(options.metrics.as_deref()).await?;
    let telling = telling.tell(Arc::new(Told { counted, health: health.clone() }));
    let patience = Duration::from_secs(options.connect_timeout.into());
    let work = async {
        let jobs = introduce(&options.scheduler, &guard, &version, patience).await?;
        let own_dir = tempfile::tempdir()?;
        let work_dir = options.work_dir.as_deref().unwrap_or(own_dir.path());
        tabiya_disk::create_folder(work_dir)
            .map_err(|error| wrong(format!("cannot use the folder {}: {error}", work_dir.display())))?;
        let executor = Arc::new(executor(&options, &version, address.port(), work_dir, &running)?);
        announce("tabiya-executor", &address.to_string());
        let serve = serve_results(listener, &guard, work_dir);
        tokio::select! {
            ended = ask(&options.scheduler, &guard, Arc::clone(&executor), codec, health) => ended,
            ended = serve => ended,
            refused = running.watch(&jobs) => Err(refused),
        }
    };
    tokio::select! {
        ended = work => ended,
        ended = telling => ended,
    }
}

/// Waits for the scheduler, which may be started later, and introduces itself.
async fn introduce(scheduler: &str, guard: &Guard, version: &str, patience: Duration) -> Result<Jobs, BallistaError> {
    let started = Instant::now();
    loop {
        let known = match Jobs::of_version(scheduler, &guard.access, version).await {
            Ok(jobs) => {
                jobs.over(Vec::new()).await.map(|_| jobs.clone()).map_err(|status| (jobs.told(&status), status.code()))
            }
            Err(error) => Err((error, tonic::Code::Unavailable)),
        };
        match known {
            Ok(jobs) => return Ok(jobs),
            // It will not change its mind.
            Err((error, code)) if code != tonic::Code::Unavailable => {
                return Err(BallistaError::General(error.to_string()));
            }
            Err((error, _)) if started.elapsed() >= patience => {
                return Err(BallistaError::General(format!("{error}; gave up after {} seconds", patience.as_secs())));
            }
            Err((error, _)) => log::info!("{error}"),
        }
        tokio::time::sleep(Duration::from_millis(500).min(patience)).await;
    }
}

/// Ballista's executor: what it is called, and what its tasks may use.
fn executor(
    options: &ExecutorOptions,
    version: &str,
    port: u16,
    work_dir: &Path,
    running: &Arc<Running>,
) -> Result<Executor, BallistaError> {
    let threads = match options.threads.and_then(|threads| NonZeroUsize::new(threads.into())) {
        Some(threads) => threads,
        None => std::thread::available_parallelism()?,
    };
    let room = threads.get() * ROOM as usize;
    let registered = Arc::new(ExecutorProcessConfig {
        executor_id: executor_id(&new_instance_id(), version),
        external_host: Some(options.external_host.clone().unwrap_or_else(|| options.bind_host.clone())),
        port,
        ..ExecutorProcessConfig::default()
    });
    let metadata = structure_executor_metadata(&registered, u32::try_from(room).unwrap_or(u32::MAX));
    let (spilled, of_tasks, memory) = (work_dir.to_owned(), Arc::clone(running), memory() / room);
    let runtime = move |_: &_| {
        let pool = Arc::new(FairSpillPool::new(memory));
        RuntimeEnvBuilder::new().with_temp_file_path(spilled.clone()).with_memory_pool(pool).build_arc()
    };
    Ok(Executor::new(
        metadata,
        &work_dir.display().to_string(),
        Arc::new(runtime),
        Arc::new(move || watching::config(&of_tasks)),
        Arc::default(),
        Arc::new(LoggingMetricsCollector::default()) as Arc<dyn ExecutorMetricsCollector>,
        room,
        Arc::new(DefaultExecutionEngine::new()),
    ))
}

/// The bytes that the rows of all tasks may take: a part of what the machine or the container has.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of what there is")]
fn memory() -> usize {
    let system =
        System::new_with_specifics(RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram()));
    let here = system.cgroup_limits().map_or_else(|| system.total_memory(), |limits| limits.total_memory);
    (here as f64 * FOR_ROWS) as usize
}

/// Asks the scheduler for shards and searches them, until a signal ends it. The scheduler is told, so that others search at once
/// what was begun here; to finish it would take longer than those who send signals wait.
async fn ask(
    scheduler: &str,
    guard: &Guard,
    executor: Arc<Executor>,
    codec: TabiyaCodec,
    health: ExecutorHealth,
) -> Result<(), BallistaError> {
    let connection = guard.access.connect_lazily(scheduler).map_err(wrong)?;
    let scheduler = SchedulerGrpcClient::new(connection);
    let mut scheduler = scheduler.max_decoding_message_size(MESSAGE).max_encoding_message_size(MESSAGE);
    let codec: BallistaCodec<LogicalPlanNode, PhysicalPlanNode> =
        BallistaCodec::new(Arc::new(BallistaLogicalExtensionCodec::default()), Arc::new(codec));
    let asking = tokio::spawn(poll_loop(scheduler.clone(), Arc::clone(&executor), codec, None, None, health));
    let reason = tokio::select! {
        ended = asking => return ended.map_err(|error| BallistaError::General(error.to_string()))?,
        _ = tokio::signal::ctrl_c() => "it was interrupted",
        _ = sig_term() => "it was told to end",
    };
    let stopped = ExecutorStoppedParams { executor_id: executor.metadata.id.clone(), reason: reason.into() };
    if let Err(status) = scheduler.executor_stopped(stopped).await {
        log::warn!("the scheduler does not know that this executor ends: {}", status.message());
    }
    Ok(())
}

/// The server that results are fetched from, on a port that is open already.
async fn serve_results(listener: TcpListener, guard: &Guard, work_dir: &Path) -> Result<(), BallistaError> {
    let service = FlightServiceServer::new(BallistaFlightService::new(work_dir.display().to_string()))
        .max_decoding_message_size(MESSAGE)
        .max_encoding_message_size(MESSAGE);
    let server = guard.encrypt(create_grpc_server(&Default::default()))?.layer(guard.layer()).add_service(service);
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    server.serve_with_incoming(incoming).await.map_err(Into::into)
}
