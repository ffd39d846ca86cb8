//! Jobs: they end when their client goes, share the executors, and can be listed, cancelled and limited.

use crate::fleet::{Fleet, Options, project, rows, session, shard, wait_until};
use datafusion::prelude::SessionConfig;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tabiya_cluster::{Access, Cluster, Jobs};
use tabiya_tables::{Notice, Reporter, TableOptions};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};

/// A query that takes some tenths of a second for a hundred games.
const HEAVY: &str = "path max(power A) (--)+";

/// Shards of many games: their folder, and the path of the manifest.
fn shards(copies: usize, number: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("many.pgn");
    let text = fs::read(project().join("tests/data/games/mainline.pgn")).expect("games");
    fs::write(&games, text.repeat(copies)).expect("a file");
    shard(&[games.as_path()], &folder.path().join("s"), &["--shards", number]);
    let manifest = folder.path().join("s/manifest.json");
    (folder, manifest)
}

fn count(query: &str, manifest: &std::path::Path) -> String {
    format!("select count(*) from cql('{query}', '{}')", manifest.display())
}

async fn list(fleet: &Fleet) -> Vec<tabiya_cluster::Job> {
    Jobs::connect(&fleet.address, &Access::default()).await.expect("a scheduler").list().await.expect("an answer")
}

/// Waits until both executors search, and gives the name of the only job.
async fn at_work(fleet: &Fleet) -> String {
    let start = Instant::now();
    loop {
        if let [job] = &*list(fleet).await
            && job.searching == 2
        {
            assert_eq!((job.shards, job.query.as_str()), (6, HEAVY));
            assert!(job.client.starts_with("127.0.0.1:"), "{job:?}");
            // Those that were given a shard a moment ago have begun.
            tokio::time::sleep(Duration::from_millis(500)).await;
            return job.id.clone();
        }
        assert!(start.elapsed() < Duration::from_secs(60), "both are at work");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Nothing is listed any more, and both executors have left what they were searching, soon.
async fn all_leave(fleet: &Fleet, within: Duration) {
    let start = Instant::now();
    tokio::task::block_in_place(|| wait_until("both leave", || fleet.left(0) >= 1 && fleet.left(1) >= 1));
    assert!(start.elapsed() < within, "{:?}", start.elapsed());
    assert!(list(fleet).await.is_empty());
    let searched = || fleet.searched(0).len() + fleet.searched(1).len();
    let before = searched();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(searched(), before, "nobody works for it any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_away_ends_its_job() {
    // Each shard takes many seconds.
    let (_folder, manifest) = shards(3000, "6");
    let fleet = Fleet::start(2);
    let statement = count(HEAVY, &manifest);
    // It drops its answer, as on Ctrl-C at the prompt.
    let (cluster, text) = (fleet.session(), statement.clone());
    let job = tokio::spawn(async move { rows(&cluster, &text).await });
    at_work(&fleet).await;
    job.abort();
    all_leave(&fleet, Duration::from_secs(2)).await;
    drop(fleet);
    // Its connection breaks, as when its process is killed.
    let fleet = Fleet::start(2);
    let (address, relay) = relay(&fleet.address).await;
    let impatient = Cluster::new(&address, Reporter::default()).with_reconnect(Duration::ZERO);
    let cluster = tabiya_cluster::session(Default::default(), &impatient, TableOptions::default());
    let text = statement.clone();
    let job = tokio::spawn(async move { rows(&cluster, &text).await });
    at_work(&fleet).await;
    relay.abort();
    all_leave(&fleet, Duration::from_secs(2)).await;
    let error = job.await.expect("it ends").expect_err("its connection is lost").to_string();
    assert!(error.contains("was lost; run the statement again"), "{error}");
}

/// A relay of connections to the scheduler. When it is aborted, they break.
async fn relay(scheduler: &str) -> (String, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let (address, scheduler) = (listener.local_addr().expect("an address").to_string(), scheduler.to_owned());
    let relay = tokio::spawn(async move {
        let mut connections = tokio::task::JoinSet::new();
        loop {
            let (mut near, _) = listener.accept().await.expect("a connection");
            let mut far = TcpStream::connect(&scheduler).await.expect("a connection");
            connections.spawn(async move { tokio::io::copy_bidirectional(&mut near, &mut far).await });
        }
    });
    (address, relay)
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_are_cancelled_and_limited() {
    let (_folder, manifest) = shards(3000, "6");
    let options = ["--job-time-limit", "20"].map(str::to_owned).to_vec();
    let fleet = Fleet::start_with(2, Options { scheduler: options, ..Options::default() });
    let (cluster, text) = (fleet.session(), count(HEAVY, &manifest));
    let waiting = text.clone();
    let job = tokio::spawn(async move { rows(&cluster, &waiting).await });
    let id = at_work(&fleet).await;
    let jobs = Jobs::connect(&fleet.address, &Access::default()).await.expect("a scheduler");
    let error = jobs.cancel("nonsense").await.expect_err("there is none").to_string();
    assert!(error.contains("there is no job nonsense"), "{error}");
    jobs.cancel(&id).await.expect("it is cancelled");
    let error = job.await.expect("it ends").expect_err("it was cancelled").to_string();
    assert!(error.contains("the job was cancelled"), "{error}");
    all_leave(&fleet, Duration::from_secs(2)).await;
    // Rows: a shard alone may give too many, or all of them together.
    let limited = |most| {
        let cluster = Cluster::new(&fleet.address, Reporter::default()).with_most_rows(Some(most));
        tabiya_cluster::session(Default::default(), &cluster, TableOptions::default())
    };
    let (_small, few) = shards(1, "3");
    let all = rows(&fleet.session(), &format!("select game from cql('check', '{}')", few.display())).await;
    let all = all.expect("rows").len() as u64;
    let statement = format!("select game from cql('check', '{}')", few.display());
    assert_eq!(rows(&limited(all), &statement).await.expect("rows").len() as u64, all);
    for most in [0, all - 1] {
        let error = rows(&limited(most), &statement).await.expect_err("too many").to_string();
        assert!(error.contains(&format!("more than {most} rows")), "{error}");
    }
    // Time.
    let error = rows(&fleet.session(), &text).await.expect_err("too long").to_string();
    assert!(error.contains("more than the 20 seconds that this cluster allows"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_light_job_does_not_wait_for_a_heavy_one() {
    let (_folder, manifest) = shards(3000, "6");
    let (_small, few) = shards(20, "12");
    let fleet = Fleet::start(2);
    let (cluster, heavy) = (fleet.session(), count(HEAVY, &manifest));
    let job = tokio::spawn(async move { rows(&cluster, &heavy).await });
    at_work(&fleet).await;
    // Every thread has a shard of the heavy one that takes many seconds.
    assert_eq!(rows(&fleet.session(), &count("mate", &few)).await.expect("rows").len(), 1);
    let jobs = list(&fleet).await;
    assert!(jobs.len() == 1 && jobs[0].searched < 6 && !job.is_finished(), "{jobs:?}");
    job.abort();
}

/// A reporter, and what it was told.
fn reporter() -> (Reporter, Arc<Mutex<Vec<Notice>>>) {
    let told: Arc<Mutex<Vec<Notice>>> = Arc::default();
    let kept = Arc::clone(&told);
    (Reporter::new(move |notice| kept.lock().expect("nobody fails").push(notice)), told)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_client_and_the_scheduler_tell_of_a_job() {
    let (_folder, manifest) = shards(1, "3");
    let log = ["--log", "info"].map(str::to_owned).to_vec();
    let fleet = Fleet::start_with(2, Options { scheduler: log, ..Options::default() });
    let (reporter, told) = reporter();
    let statement = format!("select game from cql('check', '{}')", manifest.display());
    let found = rows(&session(&fleet.address, reporter), &statement).await.expect("rows").len();
    assert!(found > 3);
    let told = told.lock().expect("nobody fails").clone();
    let shards: Vec<(usize, usize)> = told
        .iter()
        .filter_map(|notice| if let Notice::Shards { come, all } = notice { Some((*come, *all)) } else { None })
        .collect();
    assert_eq!(shards, [(1, 3), (2, 3), (3, 3)]);
    let line = format!(": check: 3 shards, {found} rows, ");
    let is_told = || fleet.words().lines().any(|one| one.contains(&line) && one.ends_with(" s: finished"));
    tokio::task::block_in_place(|| wait_until("the line of the job", is_told));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_without_executors_says_so() {
    let (_folder, manifest) = shards(1, "2");
    let mut fleet = Fleet::start(0);
    let (reporter, told) = reporter();
    let of = |reconnect| {
        let cluster = Cluster::new(&fleet.address, reporter.clone()).with_reconnect(Duration::from_secs(reconnect));
        tabiya_cluster::session(SessionConfig::new(), &cluster, TableOptions::default())
    };
    let (patient, impatient) = (of(600), of(6));
    let error = rows(&impatient, &count("mate", &manifest)).await.expect_err("nobody searches");
    assert!(error.to_string().contains("has no executor, and none has come within 6 s"), "{error}");
    let warnings =
        || told.lock().expect("nobody fails").iter().filter(|one| one.to_string().contains("no-executor")).count();
    assert_eq!(warnings(), 1);
    // One that comes later searches.
    let statement = count("mate", &manifest);
    let answer = tokio::spawn(async move { rows(&patient, &statement).await });
    tokio::task::block_in_place(|| wait_until("it is told", || warnings() == 2));
    fleet.add_executor();
    assert_eq!(answer.await.expect("it ends").expect("rows").len(), 1);
}
