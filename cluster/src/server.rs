//! The scheduler and the executors: Ballista's, with our codec.
//!
//! Executors ask for work: that is one port less for each, there is no state in the scheduler about slots, and a shard
//! goes to an executor that is free. A task is a shard (`max_partitions_per_task`), so that as little as possible is
//! lost with an executor.

use crate::codec::{TabiyaCodec, VERSION};
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::BallistaError;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use clap::Args;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::io::Write as _;
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// The interval at which a busy executor says that it is alive, in seconds.
const HEARTBEAT: u64 = 5;

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
}

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

    /// The number of shards that it searches at a time [default: one for each processor]
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

/// Runs a scheduler until it fails.
///
/// # Errors
///
/// If it cannot listen, or if a connection that it needs breaks.
pub async fn run_scheduler(options: SchedulerOptions, codec: TabiyaCodec) -> Result<(), BallistaError> {
    let SchedulerOptions { bind_host, bind_port, executor_timeout, relay_results } = options;
    let place = format!("{bind_host}:{bind_port}");
    let listener =
        TcpListener::bind(&place).await.map_err(|error| wrong(format!("cannot listen on {place}: {error}")))?;
    let address = listener.local_addr()?;
    let config = SchedulerConfig {
        external_host: bind_host.clone(),
        bind_host,
        bind_port: address.port(),
        // Executors ask for work, so that only they must reach the scheduler, and none is given more than it can do.
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        executor_timeout_seconds: executor_timeout,
        no_executors_grace_period_seconds: executor_timeout,
        expire_dead_executor_interval_seconds: 2,
        enable_embedded_flight_proxy: relay_results,
        override_physical_codec: Some(Arc::new(codec)),
        ..SchedulerConfig::default()
    };
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    announce("tabiya-scheduler", &address.to_string());
    start_grpc_service_with_listener(listener, scheduler).await
}

/// Runs an executor until a signal ends it.
///
/// # Errors
///
/// If the scheduler cannot be reached, or if it cannot listen.
pub async fn run_executor(options: ExecutorOptions, codec: TabiyaCodec) -> Result<(), BallistaError> {
    let ExecutorOptions { scheduler, bind_host, bind_port, external_host, threads, work_dir, connect_timeout } =
        options;
    let Some((scheduler_host, scheduler_port)) = scheduler.rsplit_once(':') else {
        return Err(wrong(format!("{scheduler} is no address of a scheduler; write HOST:PORT")));
    };
    let Ok(scheduler_port) = scheduler_port.parse() else {
        return Err(wrong(format!("{scheduler_port} is no port")));
    };
    let port = free_port(&bind_host, bind_port).await?;
    // Kept until the end, when it is removed.
    let temporary = tempfile::Builder::new().prefix("tabiya-executor-").tempdir()?;
    let work_dir = work_dir.unwrap_or_else(|| temporary.path().to_owned());
    std::fs::create_dir_all(&work_dir)
        .map_err(|error| wrong(format!("cannot use the folder {}: {error}", work_dir.display())))?;
    let config = ExecutorProcessConfig {
        external_host: Some(external_host.unwrap_or_else(|| bind_host.clone())),
        bind_host: bind_host.clone(),
        port,
        scheduler_host: scheduler_host.to_owned(),
        scheduler_port,
        scheduler_connect_timeout_seconds: connect_timeout,
        // None: one for each processor.
        vcores: threads.map_or(0, |threads| usize::from(threads.get())),
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        work_dir: Some(work_dir.display().to_string()),
        executor_heartbeat_interval_seconds: HEARTBEAT,
        override_physical_codec: Some(Arc::new(codec)),
        ..ExecutorProcessConfig::default()
    };
    announce("tabiya-executor", &format!("{bind_host}:{port}"));
    start_executor_process(Arc::new(config)).await
}

/// A port that can be listened on: the one that is asked for, or any.
async fn free_port(host: &str, port: u16) -> Result<u16, BallistaError> {
    let place = format!("{host}:{port}");
    let mut tries = 0;
    loop {
        match TcpListener::bind(&place).await {
            // Ballista opens it again.
            Ok(listener) => return Ok(listener.local_addr()?.port()),
            // It may still be closing.
            Err(_) if tries < 3 => tries += 1,
            Err(error) => return Err(wrong(format!("cannot listen on {place}: {error}"))),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
