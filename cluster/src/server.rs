//! The scheduler and the executors as processes: Ballista's, with our codec, our leases and our share of the work.
//!
//! Executors ask for work: that is one port less for each, there is no state in the scheduler about slots, and a shard
//! goes to an executor that is free. A task is a shard (`max_partitions_per_task`), so that as little as possible is
//! lost with an executor.

use crate::codec::TabiyaCodec;
use crate::jobs::Jobs;
use crate::running::{self, Running};
use crate::scheduler::{JobsService, Scheduler, executor_id};
use crate::share::{FairShare, ROOM};
use crate::version::VERSION;
use arrow_flight::flight_service_server::FlightServiceServer;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::BallistaError;
use ballista_core::flight_proxy_service::BallistaFlightProxyService;
use ballista_core::ids::new_instance_id;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpcServer;
use ballista_core::utils::create_grpc_server;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::flight_service::BallistaFlightService;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{SchedulerConfig, TaskDistributionPolicy};
use ballista_scheduler::scheduler_process::create_scheduler;
use clap::Args;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::io::Write as _;
use std::num::{NonZeroU16, NonZeroU64};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

/// The interval at which a busy executor says that it is alive, in seconds.
const HEARTBEAT: u64 = 5;

/// A client or an executor that is silent is asked for a sign of life after so long, and counts as gone if it gives none within
/// the same time. A process that ends is noticed at once.
const SILENCE: Duration = Duration::from_secs(5);

/// How a scheduler runs.
#[derive(Args, Clone, Debug)]
pub struct SchedulerOptions {
    /// The address that it listens on. The protocol has no passwords: keep it inside a network that you trust
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub bind_host: String,

    /// The port that it listens on; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    pub bind_port: u16,

    /// The time after which a silent executor counts as lost, and its shards are searched again by others
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(2 * HEARTBEAT..))]
    pub executor_timeout: u64,

    /// Let clients fetch results through the scheduler, for clients that cannot reach the executors
    #[arg(long)]
    pub relay_results: bool,

    /// The greatest time that a job may take; it is cancelled after that [default: any time]
    #[arg(long, value_name = "SECONDS")]
    pub job_time_limit: Option<NonZeroU64>,
}

/// The greatest size of a message with results: Ballista's own.
const MESSAGE: usize = 16 << 20;

/// How an executor runs.
#[derive(Args, Clone, Debug)]
pub struct ExecutorOptions {
    /// The scheduler that it works for
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    pub scheduler: String,

    /// The address that it listens on
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub bind_host: String,

    /// The port that results are fetched from; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 50051)]
    pub bind_port: u16,

    /// The name or address by which clients reach it, if it is not the one that it listens on
    #[arg(long, value_name = "HOST")]
    pub external_host: Option<String>,

    /// The number of shards of one job that it searches at a time [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroU16>,

    /// The folder for results until they are fetched [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    pub work_dir: Option<PathBuf>,

    /// The time to wait for the scheduler at the start
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub connect_timeout: u16,
}

fn wrong(text: String) -> BallistaError {
    BallistaError::Configuration(text)
}

/// A level of logging, by its name.
///
/// # Errors
///
/// The names that there are.
pub fn log_level(name: &str) -> Result<log::LevelFilter, String> {
    name.parse().map_err(|_| "write off, error, warn, info, debug or trace".to_owned())
}

/// Says where a server can be reached, on standard output, for whoever has started it.
fn announce(what: &str, place: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody may be listening.
    let _ = writeln!(out, "{what} {VERSION} listening on {place}").and_then(|()| out.flush());
}

async fn listen(host: &str, port: u16) -> Result<TcpListener, BallistaError> {
    let place = format!("{host}:{port}");
    TcpListener::bind(&place).await.map_err(|error| wrong(format!("cannot listen on {place}: {error}")))
}

/// Runs a scheduler until it fails.
///
/// # Errors
///
/// If it cannot listen, or if a connection that it needs breaks.
pub async fn run_scheduler(options: SchedulerOptions, codec: TabiyaCodec) -> Result<(), BallistaError> {
    let SchedulerOptions { bind_host, bind_port, executor_timeout, relay_results, job_time_limit } = options;
    let listener = listen(&bind_host, bind_port).await?;
    let address = listener.local_addr()?;
    let version = codec.version().to_owned();
    let share = Arc::new(FairShare::default());
    let config = SchedulerConfig {
        external_host: bind_host.clone(),
        bind_host,
        bind_port: address.port(),
        // Executors ask for work, so that only they must reach the scheduler, and none is given more than it can do.
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        task_distribution: TaskDistributionPolicy::Custom(Arc::clone(&share) as _),
        executor_timeout_seconds: executor_timeout,
        no_executors_grace_period_seconds: executor_timeout,
        expire_dead_executor_interval_seconds: 2,
        enable_embedded_flight_proxy: relay_results,
        override_physical_codec: Some(Arc::new(codec)),
        ..SchedulerConfig::default()
    };
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let config = Arc::new(config);
    let ballista = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::clone(&config)).await?;
    let most = job_time_limit.map(|seconds| Duration::from_secs(seconds.get()));
    let scheduler = Scheduler::new(ballista, &version, share, most);
    let [decoded, encoded] =
        [config.grpc_server_max_decoding_message_size, config.grpc_server_max_encoding_message_size]
            .map(|bytes| bytes as usize);
    let relay = relay_results.then(|| BallistaFlightProxyService::new(decoded, encoded, false, None));
    let relay = relay.map(|relay| {
        FlightServiceServer::new(relay).max_decoding_message_size(decoded).max_encoding_message_size(encoded)
    });
    let jobs = JobsService(scheduler.clone());
    let scheduler = SchedulerGrpcServer::new(scheduler);
    let server = Server::builder()
        .http2_keepalive_interval(Some(SILENCE))
        .http2_keepalive_timeout(Some(SILENCE))
        .add_service(scheduler.max_decoding_message_size(decoded).max_encoding_message_size(encoded))
        .add_service(jobs)
        .add_optional_service(relay);
    announce("tabiya-scheduler", &address.to_string());
    server.serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true))).await.map_err(Into::into)
}

/// Waits for the scheduler, which may be started later, and introduces itself.
async fn introduce(scheduler: &str, version: &str, patience: Duration) -> Result<Jobs, BallistaError> {
    let started = Instant::now();
    loop {
        let known = match Jobs::of_version(scheduler, version).await {
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

/// Runs an executor until a signal ends it.
///
/// # Errors
///
/// If the scheduler cannot be reached or is of another version, or if it cannot listen.
pub async fn run_executor(options: ExecutorOptions, codec: TabiyaCodec) -> Result<(), BallistaError> {
    let ExecutorOptions { scheduler, bind_host, bind_port, external_host, threads, work_dir, connect_timeout } =
        options;
    let Some((scheduler_host, scheduler_port)) = scheduler.rsplit_once(':') else {
        return Err(wrong(format!("{scheduler} is no address of a scheduler; write HOST:PORT")));
    };
    let Ok(scheduler_port) = scheduler_port.parse() else {
        return Err(wrong(format!("{scheduler_port} is no port")));
    };
    let version = codec.version().to_owned();
    let jobs = introduce(&scheduler, &version, Duration::from_secs(connect_timeout.into())).await?;
    let listener = listen(&bind_host, bind_port).await?;
    let address = listener.local_addr()?;
    // Kept until the end, when it is removed.
    let temporary = tempfile::Builder::new().prefix("tabiya-executor-").tempdir()?;
    let work_dir = work_dir.unwrap_or_else(|| temporary.path().to_owned());
    std::fs::create_dir_all(&work_dir)
        .map_err(|error| wrong(format!("cannot use the folder {}: {error}", work_dir.display())))?;
    let threads = threads.map(NonZeroU16::get).map_or_else(std::thread::available_parallelism, |threads| {
        Ok(std::num::NonZeroUsize::new(threads.into()).unwrap_or(std::num::NonZeroUsize::MIN))
    })?;
    let running = Arc::new(Running::default());
    let of_tasks = Arc::clone(&running);
    announce("tabiya-executor", &address.to_string());
    let config = ExecutorProcessConfig {
        executor_id: executor_id(&new_instance_id(), &version),
        external_host: Some(external_host.unwrap_or_else(|| bind_host.clone())),
        bind_host: address.ip().to_string(),
        port: address.port(),
        scheduler_host: scheduler_host.to_owned(),
        scheduler_port,
        // It has answered.
        scheduler_connect_timeout_seconds: 0,
        vcores: threads.get() * ROOM as usize,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        work_dir: Some(work_dir.display().to_string()),
        executor_heartbeat_interval_seconds: HEARTBEAT,
        override_config_producer: Some(Arc::new(move || running::config(&of_tasks))),
        override_physical_codec: Some(Arc::new(codec)),
        override_arrow_flight_service: Some(results_server(listener)),
        ..ExecutorProcessConfig::default()
    };
    tokio::select! {
        ended = start_executor_process(Arc::new(config)) => ended,
        refused = running.watch(&jobs) => Err(refused),
    }
}

/// The server that results are fetched from, on a port that is open already: Ballista would open it again, and somebody else
/// might have it by then.
fn results_server(listener: TcpListener) -> Arc<ballista_executor::ArrowFlightServerProvider> {
    let listener = Mutex::new(Some(listener));
    Arc::new(move |work_dir, _address, mut shutdown, config| {
        let listener = listener.lock().unwrap_or_else(PoisonError::into_inner).take();
        tokio::spawn(async move {
            let listener = listener.ok_or_else(|| wrong("the server of results was started twice".into()))?;
            let service = FlightServiceServer::new(BallistaFlightService::new(work_dir))
                .max_decoding_message_size(MESSAGE)
                .max_encoding_message_size(MESSAGE);
            let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
            let server = create_grpc_server(&config).add_service(service);
            server.serve_with_incoming_shutdown(incoming, shutdown.recv()).await.map_err(Into::into)
        })
    })
}
