//! A scheduler that is lost in the middle of a search, and executors that are told to end.

use crate::fleet::{Fleet, alone, project, session, shard, sorted, wait_until};
use datafusion::prelude::SessionContext;
use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tabiya_cluster::Cluster;
use tabiya_tables::{Reporter, TableOptions};
use tempfile::TempDir;

/// Some tenths of a second for each of 16 shards.
const HEAVY: &str = "path max(power A) (--)+";

/// Shards, and a statement over some of their files.
fn shards() -> (TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("many.pgn");
    let text = fs::read(project().join("tests/data/games/mainline.pgn")).expect("games");
    fs::write(&games, text.repeat(500)).expect("a file");
    shard(&[games.as_path()], &folder.path().join("s"), &["--shards", "16"]);
    let files = folder.path().join("s");
    let statement = move |name: &str| {
        let files = files.join(name);
        format!("select result, count(*), sum(position) from cql('{HEAVY}', '{}') group by result", files.display())
    };
    (folder, statement)
}

/// How often the shards of each number were searched by both executors.
fn times(fleet: &Fleet) -> BTreeMap<String, usize> {
    let mut times = BTreeMap::new();
    for line in fleet.searched(0).iter().chain(&fleet.searched(1)) {
        let path = line.rsplit(' ').next().expect("a path");
        *times.entry(path.to_owned()).or_default() += 1;
    }
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduler_that_comes_back_goes_on() {
    let (_folder, statement) = shards();
    let expected = sorted(&alone(Reporter::default()), &statement("shard-*")).await;
    let mut fleet = Fleet::start(2);
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let copy = Arc::clone(&told);
    let cluster =
        session(&fleet.address, Reporter::new(move |notice| copy.lock().expect("a list").push(notice.to_string())));
    let text = statement("manifest.json");
    let job = tokio::spawn(async move { sorted(&cluster, &text).await });
    let before = tokio::task::block_in_place(|| {
        wait_until("some are done", || times(&fleet).len() >= 6);
        // So that the client has what is done.
        std::thread::sleep(Duration::from_millis(300));
        assert!(!job.is_finished(), "it is killed in the middle");
        fleet.kill_scheduler();
        let before = times(&fleet);
        wait_until("the client says so", || !told.lock().expect("a list").is_empty());
        fleet.restart_scheduler();
        before
    });
    assert_eq!(job.await.expect("the job ends"), expected);
    let told = told.lock().expect("a list").join("\n");
    assert!(told.contains("was lost") && told.contains("of 16 shards have come"), "{told}");
    let after = times(&fleet);
    assert_eq!(after.len(), 16);
    // Shards that had come are not searched again: that is all but the shards of the last moment.
    let again = before.keys().filter(|path| after[*path] > 1).count();
    assert!(before.len() >= 6 && again <= 2, "{again} of {before:?} {after:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduler_that_does_not_come_back_is_waited_for_as_long_as_is_said() {
    let (_folder, statement) = shards();
    let mut fleet = Fleet::start(2);
    let cluster = Cluster::new(&fleet.address, Reporter::default()).with_reconnect(Duration::from_secs(2));
    let cluster: SessionContext = tabiya_cluster::session(Default::default(), &cluster, TableOptions::default());
    let text = statement("manifest.json");
    let job = tokio::spawn(async move { crate::fleet::rows(&cluster, &text).await });
    tokio::task::block_in_place(|| wait_until("both are at work", || times(&fleet).len() >= 2));
    fleet.kill_scheduler();
    let killed = Instant::now();
    let error = job.await.expect("it ends").expect_err("nobody is there").to_string();
    assert!(error.contains("was lost; run the statement again"), "{error}");
    let waited = killed.elapsed();
    assert!(waited > Duration::from_secs(2) && waited < Duration::from_secs(20), "{waited:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_executor_that_is_told_to_end_is_missed_at_once() {
    let (_folder, statement) = shards();
    let expected = sorted(&alone(Reporter::default()), &statement("shard-*")).await;
    let mut fleet = Fleet::start(2);
    let cluster = fleet.session();
    let text = statement("manifest.json");
    let job = tokio::spawn(async move { sorted(&cluster, &text).await });
    tokio::task::block_in_place(|| {
        wait_until("both are at work", || fleet.searched(0).len() >= 2 && fleet.searched(1).len() >= 2);
        let told = Instant::now();
        fleet.end(1);
        assert!(told.elapsed() < Duration::from_secs(3), "{:?}", told.elapsed());
    });
    assert!(!job.is_finished(), "it ends in the middle");
    assert_eq!(job.await.expect("the job ends"), expected);
}
