//! What goes wrong: executors that are lost, shards that are missing, changed or damaged, programs of other versions.

use crate::fleet::{Fleet, alone, free, project, rows, session, shard, sorted, wait_until};
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{ExecutorRegistration, PollWorkParams};
use datafusion::prelude::SessionContext;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tabiya_cluster::{GuardOptions, SchedulerOptions, TabiyaCodec, run_executor, run_scheduler};
use tabiya_tables::Reporter;
use tempfile::TempDir;

/// Shards of test games: their folder, and the path of the manifest.
fn shards(options: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let games = project().join("tests/data/games/mainline.pgn");
    shard(&[games.as_path()], &folder.path().join("s"), options);
    let manifest = folder.path().join("s/manifest.json");
    (folder, manifest)
}

async fn refused(context: &SessionContext, statement: &str) -> String {
    let run = tokio::time::timeout(Duration::from_secs(60), rows(context, statement)).await;
    run.expect("it ends").expect_err("it is refused").to_string()
}

fn count(manifest: &Path) -> String {
    format!("select count(*) from cql('check', '{}')", manifest.display())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_executor_costs_at_most_its_shards_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("many.pgn");
    let text = fs::read(project().join("tests/data/games/mainline.pgn")).expect("games");
    fs::write(&games, text.repeat(500)).expect("a file");
    shard(&[games.as_path()], &folder.path().join("s"), &["--shards", "16"]);
    // Some tenths of a second for each shard.
    let query = "path max(power A) (--)+";
    let statement = |files: &str| {
        let files = folder.path().join("s").join(files);
        format!("select result, count(*), sum(position) from cql('{query}', '{}') group by result", files.display())
    };
    let (one, many) = (statement("shard-*"), statement("manifest.json"));
    let expected = sorted(&alone(Reporter::default()), &one).await;
    let mut fleet = Fleet::start(2);
    let cluster = fleet.session();
    let job = tokio::spawn(async move { sorted(&cluster, &many).await });
    tokio::task::block_in_place(|| {
        wait_until("both are at work", || fleet.searched(0).len() >= 2 && fleet.searched(1).len() >= 2);
    });
    assert!(!job.is_finished(), "it is killed in the middle");
    fleet.kill(1);
    assert_eq!(job.await.expect("the job ends"), expected);
    let (survivor, lost) = (fleet.searched(0), fleet.searched(1));
    assert!(survivor.len() >= 16 - lost.len(), "{survivor:?} {lost:?}");
    // What the lost one has done is done again, and nothing else: all shards once, by the survivor.
    let mut numbers: Vec<&str> =
        survivor.iter().filter_map(|line| line.split("] shard ").nth(1)?.split(' ').next()).collect();
    numbers.sort_unstable();
    let all = numbers.len();
    numbers.dedup();
    assert_eq!((numbers.len(), all), (16, 16), "{survivor:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn shards_that_are_not_what_they_were() {
    let fleet = Fleet::start(1);
    let cluster = fleet.session();
    // Missing.
    let (folder, manifest) = shards(&["--shards", "5"]);
    let path = folder.path().join("s/shard-00003.pgn.zst");
    fs::remove_file(&path).expect("it is there");
    let error = refused(&cluster, &count(&manifest)).await;
    assert!(error.contains("cannot read the shard") && error.contains("shard-00003.pgn.zst"), "{error}");
    // Another file.
    fs::copy(folder.path().join("s/shard-00002.pgn.zst"), &path).expect("a copy");
    let error = refused(&cluster, &count(&manifest)).await;
    assert!(error.contains("shard-00003.pgn.zst") && error.contains("in its manifest"), "{error}");
    // The right length, but not the right games: it is the number of games that tells.
    let (folder, manifest) = shards(&["--shards", "5"]);
    let text = fs::read_to_string(&manifest).expect("a manifest");
    let mut json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let games = json["shards"][1]["games"].as_u64().expect("a number");
    json["shards"][1]["games"] = (games + 1).into();
    fs::write(&manifest, json.to_string()).expect("a file");
    let error = refused(&cluster, &count(&manifest)).await;
    assert!(error.contains(&format!("shard-00002.pgn.zst has {games} games, and {} in", games + 1)), "{error}");
    drop(folder);
    // Cut off, with a manifest that knows it.
    let (folder, manifest) = shards(&["--shards", "5"]);
    let path = folder.path().join("s/shard-00004.pgn.zst");
    let bytes = fs::read(&path).expect("a shard");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("a file");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    fs::write(&manifest, text.replace(&bytes.len().to_string(), &(bytes.len() / 2).to_string())).expect("a file");
    let error = refused(&cluster, &count(&manifest)).await;
    assert!(error.contains("shard-00004.pgn.zst cannot be searched"), "{error}");
    // No manifest at all, and one that names a shard twice.
    let error = refused(&cluster, "select 1 from cql('check', 'no/such/manifest.json')").await;
    assert!(error.contains("no/such/manifest.json"), "{error}");
    let twice = format!("select count(*) from cql('check', '{0}', '{0}')", manifest.display());
    assert!(refused(&cluster, &twice).await.contains("named twice"));
    drop(folder);
    // The cluster has not suffered.
    let (_folder, manifest) = shards(&["--shards", "5"]);
    assert_eq!(rows(&cluster, &count(&manifest)).await.expect("rows").len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_game_is_one_of_its_shard() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("odd.pgn");
    let odd = "[White \"A\"]\n\n1. e4 e5 2. Ke5 Nc6 3. Nf3 1-0\n\n[White \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    let text = fs::read_to_string(project().join("tests/data/games/mainline.pgn")).expect("games");
    fs::write(&games, format!("{text}\n\n{odd}{text}")).expect("a file");
    shard(&[games.as_path()], &folder.path().join("s"), &["--shards", "6"]);
    let fleet = Fleet::start(2);
    let listener = || {
        let notices: Arc<Mutex<Vec<String>>> = Arc::default();
        let copy = Arc::clone(&notices);
        (Reporter::new(move |notice| copy.lock().expect("a list").push(notice.to_string())), notices)
    };
    let ((there, told), (here, _)) = (listener(), listener());
    let statement = |files: &str| {
        let files = folder.path().join("s").join(files);
        format!("select white, game, position, fen from cql('check or terminal', '{}')", files.display())
    };
    let found = sorted(&session(&fleet.address, there), &statement("manifest.json")).await;
    assert_eq!(found, sorted(&alone(here), &statement("shard-*")).await);
    assert!(found.iter().any(|row| row.starts_with("B|")));
    let told = told.lock().expect("a list").join("\n");
    assert!(told.contains("1 game has moves that could not be read"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn queries_that_need_all_games_in_order() {
    let (_folder, manifest) = shards(&["--shards", "3"]);
    let cluster = session("127.0.0.1:1", Reporter::default());
    for query in ["persistent v += 1", "gamenumber == lastgamenumber"] {
        let error = refused(&cluster, &format!("select 1 from cql('{query}', '{}')", manifest.display())).await;
        assert!(error.contains("cannot run on a cluster"), "{error}");
    }
    // Nobody is there.
    let error = refused(&cluster, &count(&manifest)).await;
    assert!(error.contains("127.0.0.1:1") && error.contains("there is no scheduler"), "{error}");
}

/// One that was forgotten in an upgrade ends, and breaks no search.
#[tokio::test(flavor = "multi_thread")]
async fn an_executor_of_another_version_is_refused() {
    let (_folder, manifest) = shards(&["--shards", "3"]);
    let fleet = Fleet::start(1);
    let other = run_executor(fleet.executor_options(30), TabiyaCodec::of_version("0.0.1/7"));
    let error = other.await.expect_err("it is refused").to_string();
    assert!(error.contains("Tabiya 0.0.1/7") && error.contains("must be of one version"), "{error}");
    // One that is too old to introduce itself asks for work in vain, and the others do it.
    let mut old = SchedulerGrpcClient::connect(format!("http://{}", fleet.address)).await.expect("a connection");
    let metadata = ExecutorRegistration {
        id: "old".into(),
        host: Some("worker7".into()),
        port: 19051,
        ballista_protocol_version: ballista_core::BALLISTA_PROTOCOL_VERSION,
        ..ExecutorRegistration::default()
    };
    let asked = PollWorkParams { metadata: Some(metadata), num_free_vcores: 2, ..PollWorkParams::default() };
    let refused = old.poll_work(asked).await.expect_err("it is refused");
    assert_eq!(refused.code(), tonic::Code::FailedPrecondition);
    assert!(refused.message().contains("worker7"), "{refused}");
    assert_eq!(rows(&fleet.session(), &count(&manifest)).await.expect("rows").len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_executor_without_a_scheduler_gives_up() {
    let mut options = Fleet::start(0).executor_options(1);
    options.scheduler = "127.0.0.1:1".into();
    let run = tokio::time::timeout(Duration::from_secs(20), run_executor(options, TabiyaCodec::default()));
    let error = run.await.expect("it ends").expect_err("nobody is there").to_string();
    assert!(error.contains("127.0.0.1:1") && error.contains("gave up after 1 seconds"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduler_of_another_version_is_refused() {
    let (_folder, manifest) = shards(&["--shards", "3"]);
    let free = free();
    let options = SchedulerOptions {
        bind_host: "127.0.0.1".into(),
        bind_port: free.port(),
        executor_timeout: 10,
        relay_results: false,
        job_time_limit: None,
        metrics: None,
        guard: GuardOptions::default(),
    };
    let other = tokio::spawn(run_scheduler(options, TabiyaCodec::of_version("0.0.1/7")));
    tokio::task::block_in_place(|| wait_until("it listens", || std::net::TcpStream::connect(free).is_ok()));
    let error = refused(&session(&free.to_string(), Reporter::default()), &count(&manifest)).await;
    assert!(error.contains("a program of Tabiya 0.0.1/7 was sent a plan of Tabiya"), "{error}");
    other.abort();
}
