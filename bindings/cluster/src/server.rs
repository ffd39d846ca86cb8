//! The scheduler as a process: Ballista's, with our codec, our leases, our share of the work and our guard.
//!
//! Executors ask for work: that is one port less for each, there is no state in the scheduler about slots, and a shard
//! goes to an executor that is free. A task is a shard (`max_partitions_per_task`), so that as little as possible is
//! lost with an executor.

use crate::codec::TabiyaCodec;
use crate::guard::{Guard, GuardOptions};
use crate::metrics::{self, SchedulerMetrics};
use crate::relay::Relay;
use crate::scheduler::{JobsService, Scheduler};
use crate::share::FairShare;
use crate::version::VERSION;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::BallistaError;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpcServer;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{SchedulerConfig, TaskDistributionPolicy};
use ballista_scheduler::scheduler_process::create_scheduler;
use clap::Args;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::io::Write as _;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;

/// The least time after which an executor may count as lost: a busy one says every 5 seconds that it is alive.
const SHORTEST_TIMEOUT: u64 = 10;

/// A silent client or executor is probed after this time, and counts as gone if it gives none within
/// the same time. A process that ends is noticed at once.
const SILENCE: Duration = Duration::from_secs(5);

/// How a scheduler runs.
#[derive(Args, Clone, Debug)]
pub struct SchedulerOptions {
    /// The address that it listens on; one that other machines reach needs a token
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub bind_host: String,

    /// The port that it listens on; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 19050)]
    pub bind_port: u16,

    /// The time after which a silent executor counts as lost, and its shards are searched again by others
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(SHORTEST_TIMEOUT..))]
    pub executor_timeout: u64,

    /// Let clients fetch results through the scheduler, for clients that cannot reach the executors
    #[arg(long)]
    pub relay_results: bool,

    /// The greatest time that a job may take; it is cancelled after that [default: any time]
    #[arg(long, value_name = "SECONDS")]
    pub job_time_limit: Option<NonZeroU64>,

    /// Serve /metrics for Prometheus, and /health, at this address
    #[arg(long, value_name = "HOST:PORT")]
    pub metrics: Option<String>,

    #[command(flatten)]
    #[expect(missing_docs, reason = "its type says it, and a comment would be a heading in the help")]
    pub guard: GuardOptions,
}

pub(crate) fn wrong(text: String) -> BallistaError {
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

/// Says where a server can be reached, on standard output, for the user who started it.
pub(crate) fn announce(what: &str, place: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody may be listening.
    let _ = writeln!(out, "{what} {VERSION} listening on {place}").and_then(|()| out.flush());
}

pub(crate) async fn listen(host: &str, port: u16) -> Result<TcpListener, BallistaError> {
    let place = format!("{host}:{port}");
    TcpListener::bind(&place).await.map_err(|error| wrong(format!("cannot listen on {place}: {error}")))
}

/// Runs a scheduler until it fails.
///
/// # Errors
///
/// If it cannot listen, or if a connection that it needs breaks.
pub async fn run_scheduler(options: SchedulerOptions, codec: TabiyaCodec) -> Result<(), BallistaError> {
    let guard = Guard::read(&options.guard, "scheduler")?;
    let listener = listen(&options.bind_host, options.bind_port).await?;
    let address = listener.local_addr()?;
    guard.check_address(address, &options.guard)?;
    let telling = metrics::listen(options.metrics.as_deref()).await?;
    let version = codec.version().to_owned();
    let share = Arc::new(FairShare::default());
    let config = Arc::new(config(&options, address.port(), codec, &share)?);
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let ballista = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::clone(&config)).await?;
    let most = options.job_time_limit.map(|seconds| Duration::from_secs(seconds.get()));
    let scheduler = Scheduler::new(ballista, &version, share, most, SchedulerMetrics::new());
    let [decoded, encoded] =
        [config.grpc_server_max_decoding_message_size, config.grpc_server_max_encoding_message_size]
            .map(|bytes| bytes as usize);
    let relay = options.relay_results.then(|| Relay::new(scheduler.clone(), &guard));
    let service = SchedulerGrpcServer::new(scheduler.clone());
    let server = guard.encrypt(Server::builder())?.layer(guard.layer());
    let server = server
        .http2_keepalive_interval(Some(SILENCE))
        .http2_keepalive_timeout(Some(SILENCE))
        .add_service(service.max_decoding_message_size(decoded).max_encoding_message_size(encoded))
        .add_service(JobsService(scheduler.clone()))
        .add_optional_service(relay);
    announce("tabiya-scheduler", &address.to_string());
    tokio::select! {
        ended = server.serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true))) => ended.map_err(Into::into),
        ended = telling.tell(Arc::new(scheduler)) => ended,
    }
}

/// The configuration of Ballista's part.
fn config(
    options: &SchedulerOptions,
    bind_port: u16,
    codec: TabiyaCodec,
    share: &Arc<FairShare>,
) -> Result<SchedulerConfig, BallistaError> {
    let config = SchedulerConfig {
        external_host: options.bind_host.clone(),
        bind_host: options.bind_host.clone(),
        bind_port,
        // Executors ask for work, so that only they must reach the scheduler, and none is given more than it can do.
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        task_distribution: TaskDistributionPolicy::Custom(Arc::clone(share) as _),
        executor_timeout_seconds: options.executor_timeout,
        no_executors_grace_period_seconds: options.executor_timeout,
        expire_dead_executor_interval_seconds: 2,
        // Clients are told of it; the relay is ours.
        enable_embedded_flight_proxy: options.relay_results,
        override_physical_codec: Some(Arc::new(codec)),
        ..SchedulerConfig::default()
    };
    config.validate()?;
    Ok(config)
}
