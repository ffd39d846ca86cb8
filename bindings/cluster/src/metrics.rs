//! What schedulers and executors tell of their work to Prometheus: `/metrics`, in the text format of OpenMetrics, and `/health`, for
//! probes. They are on a port of their own, without a token, and tell numbers only.

use crate::running::{End, Observer};
use crate::version::VERSION;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::routing::get;
use ballista_core::error::BallistaError;
use futures::future::BoxFuture;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The type of what Prometheus reads.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A counter for each way in which something can end.
type Ends = Family<[(&'static str, &'static str); 1], Counter>;

fn end(result: &'static str) -> [(&'static str, &'static str); 1] {
    [("result", result)]
}

/// Where what is told comes from.
pub(crate) trait Source: Send + Sync + 'static {
    /// Everything that is counted, as it is now.
    fn text(&self) -> BoxFuture<'_, String>;
    /// True if work can be done.
    fn is_well(&self) -> bool;
}

/// A port at which metrics will be told, or none.
pub(crate) struct Telling(Option<TcpListener>);

/// Opens the port `HOST:PORT`, if one is wanted.
///
/// # Errors
///
/// If it cannot listen there.
pub(crate) async fn listen(address: Option<&str>) -> Result<Telling, BallistaError> {
    let Some(address) = address else { return Ok(Telling(None)) };
    let listener = TcpListener::bind(address).await;
    let listener = listener.map_err(|error| {
        BallistaError::Configuration(format!(
            "cannot tell metrics at {address}: {error}; write HOST:PORT after --metrics"
        ))
    })?;
    Ok(Telling(Some(listener)))
}

impl Telling {
    /// Tells what a source knows to everybody who asks. It ends only with an error.
    pub(crate) async fn tell(self, source: Arc<dyn Source>) -> Result<(), BallistaError> {
        let Some(listener) = self.0 else { return std::future::pending().await };
        let of_health = Arc::clone(&source);
        let metrics = move || async move { ([(header::CONTENT_TYPE, OPEN_METRICS)], source.text().await) };
        let health = move || async move {
            match of_health.is_well() {
                true => (StatusCode::OK, "well\n"),
                false => (StatusCode::SERVICE_UNAVAILABLE, "no scheduler answers\n"),
            }
        };
        let routes = Router::new().route("/metrics", get(metrics)).route("/health", get(health));
        axum::serve(listener, routes).await.map_err(BallistaError::from)
    }
}

fn registry() -> Registry {
    let mut registry = Registry::with_prefix("tabiya");
    registry.register("build", "The version of the program", Info::new([("version", VERSION)]));
    registry
}

fn encoded(registry: &Registry) -> String {
    let mut text = String::new();
    // A string takes everything.
    let _ = prometheus_client::encoding::text::encode(&mut text, registry);
    text
}

/// What an executor counts.
#[derive(Debug)]
pub(crate) struct ExecutorMetrics {
    registry: Registry,
    shards: Ends,
    games: Counter,
    matches: Counter,
    seconds: Histogram,
    searching: Gauge,
}

impl ExecutorMetrics {
    pub(crate) fn new() -> ExecutorMetrics {
        let (shards, games, matches, searching) =
            (Ends::default(), Counter::default(), Counter::default(), Gauge::default());
        // From a tenth of a second to a quarter of an hour.
        let seconds = Histogram::new(exponential_buckets(0.1, 2.0, 14));
        for result in ["searched", "failed", "left"] {
            let _ = shards.get_or_create(&end(result));
        }
        let mut registry = registry();
        registry.register(
            "shards",
            "Shards that were searched, that failed, or that were left because their job was over",
            shards.clone(),
        );
        registry.register("games", "Games in the shards that were searched", games.clone());
        registry.register("matches", "Positions that match in them", matches.clone());
        registry.register("shard_seconds", "The time that the search of a shard took", seconds.clone());
        registry.register("shards_searching", "Shards that are being searched", searching.clone());
        ExecutorMetrics { registry, shards, games, matches, seconds, searching }
    }

    pub(crate) fn text(&self) -> String {
        encoded(&self.registry)
    }
}

impl Observer for ExecutorMetrics {
    fn begun(&self) {
        self.searching.inc();
    }

    fn ended(&self, how: End) {
        self.searching.dec();
        let result = match how {
            End::Searched { games, matches, seconds } => {
                self.games.inc_by(games);
                self.matches.inc_by(matches);
                self.seconds.observe(seconds);
                "searched"
            }
            End::Failed => "failed",
            End::Left => "left",
        };
        self.shards.get_or_create(&end(result)).inc();
    }
}

/// How a job has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobEnd {
    /// All its shards were searched.
    Finished,
    Failed,
    /// By somebody, by a limit, or because its client has gone.
    Cancelled,
}

/// What a scheduler has to do at a moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Load {
    pub(crate) jobs: usize,
    pub(crate) waiting: u64,
    pub(crate) searching: u64,
    pub(crate) executors: usize,
}

/// What a scheduler counts. A copy counts the same.
#[derive(Clone, Debug)]
pub(crate) struct SchedulerMetrics {
    registry: Arc<Registry>,
    submitted: Counter,
    ended: Ends,
    jobs: Gauge,
    waiting: Gauge,
    searching: Gauge,
    executors: Gauge,
}

impl SchedulerMetrics {
    pub(crate) fn new() -> SchedulerMetrics {
        let (submitted, ended) = (Counter::default(), Ends::default());
        for result in ["finished", "failed", "cancelled"] {
            let _ = ended.get_or_create(&end(result));
        }
        let [jobs, waiting, searching, executors] = [(); 4].map(|()| Gauge::default());
        let mut registry = registry();
        let cluster = registry.sub_registry_with_prefix("cluster");
        cluster.register("jobs_submitted", "Jobs that were submitted", submitted.clone());
        cluster.register("jobs_ended", "Jobs that were finished, that failed, or that were cancelled", ended.clone());
        cluster.register("jobs", "Jobs that run or wait", jobs.clone());
        cluster.register("shards_waiting", "Shards of these jobs that nobody has begun", waiting.clone());
        cluster.register("shards_searching", "Shards of these jobs that are being searched", searching.clone());
        cluster.register("executors", "Executors that are alive", executors.clone());
        SchedulerMetrics { registry: Arc::new(registry), submitted, ended, jobs, waiting, searching, executors }
    }

    pub(crate) fn submitted(&self) {
        self.submitted.inc();
    }

    pub(crate) fn ended(&self, how: JobEnd) {
        let result = match how {
            JobEnd::Finished => "finished",
            JobEnd::Failed => "failed",
            JobEnd::Cancelled => "cancelled",
        };
        self.ended.get_or_create(&end(result)).inc();
    }

    pub(crate) fn text(&self, load: Load) -> String {
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.jobs.set(signed(load.jobs as u64));
        self.waiting.set(signed(load.waiting));
        self.searching.set(signed(load.searching));
        self.executors.set(signed(load.executors as u64));
        encoded(&self.registry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(text: &str, line: &str) {
        assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    }

    #[test]
    fn what_executors_count() {
        let metrics = ExecutorMetrics::new();
        for how in [
            End::Searched { games: 10, matches: 3, seconds: 0.15 },
            End::Searched { games: 5, matches: 0, seconds: 3.0 },
            End::Failed,
            End::Left,
        ] {
            metrics.begun();
            metrics.ended(how);
        }
        metrics.begun();
        let text = metrics.text();
        for line in [
            "tabiya_shards_total{result=\"searched\"} 2",
            "tabiya_shards_total{result=\"failed\"} 1",
            "tabiya_shards_total{result=\"left\"} 1",
            "tabiya_games_total 15",
            "tabiya_matches_total 3",
            "tabiya_shard_seconds_count 2",
            "tabiya_shard_seconds_bucket{le=\"0.2\"} 1",
            "tabiya_shard_seconds_bucket{le=\"+Inf\"} 2",
            "tabiya_shards_searching 1",
            "# TYPE tabiya_shard_seconds histogram",
        ] {
            has(&text, line);
        }
        has(&text, &format!("tabiya_build_info{{version=\"{VERSION}\"}} 1"));
    }

    #[test]
    fn what_schedulers_count() {
        let metrics = SchedulerMetrics::new();
        metrics.submitted();
        metrics.ended(JobEnd::Cancelled);
        let text = metrics.text(Load { jobs: 1, waiting: 7, searching: 2, executors: 3 });
        for line in [
            "tabiya_cluster_jobs_submitted_total 1",
            "tabiya_cluster_jobs_ended_total{result=\"cancelled\"} 1",
            "tabiya_cluster_jobs_ended_total{result=\"finished\"} 0",
            "tabiya_cluster_jobs 1",
            "tabiya_cluster_shards_waiting 7",
            "tabiya_cluster_shards_searching 2",
            "tabiya_cluster_executors 3",
        ] {
            has(&text, line);
        }
    }
}
