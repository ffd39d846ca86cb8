//! What the programs tell Prometheus, read as it reads it.

use crate::fleet::{Fleet, Options, free, project, rows, shard, wait_until};
use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

/// The answer to a request: the first line, the headers, the body.
fn get(address: SocketAddr, path: &str) -> (String, String, String) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    let (status, headers) = head.split_once("\r\n").expect("headers");
    (status.to_owned(), headers.to_owned(), body.to_owned())
}

/// The values of all series. Every line must be one, or tell of one; the last one says that it is the last.
fn metrics(address: SocketAddr) -> BTreeMap<String, f64> {
    let (status, headers, body) = get(address, "/metrics");
    assert!(status.ends_with(" 200 OK") && headers.contains("application/openmetrics-text"), "{status}\n{headers}");
    assert_eq!(body.lines().last(), Some("# EOF"));
    let (mut values, mut types) = (BTreeMap::new(), Vec::new());
    for line in body.lines() {
        if let Some(named) = line.strip_prefix("# TYPE ") {
            types.push(named.split(' ').next().expect("a name").to_owned());
        } else if !line.starts_with("# HELP ") && line != "# EOF" {
            let (series, value) = line.rsplit_once(' ').expect("a value");
            let name = series.split('{').next().expect("a name");
            assert!(types.iter().any(|kind| name.starts_with(kind.as_str())), "{line}");
            assert!(name.starts_with("tabiya_"), "{line}");
            let again = values.insert(series.to_owned(), value.parse().expect("a number"));
            assert!(again.is_none(), "{line}");
        }
    }
    values
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_is_what_was_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = project().join("tests/data/games/mainline.pgn");
    shard(&[games.as_path()], &folder.path().join("s"), &["--shards", "5"]);
    let manifest = folder.path().join("s/manifest.json");
    let text = std::fs::read_to_string(&manifest).expect("a manifest");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let games: u64 =
        json["shards"].as_array().expect("shards").iter().filter_map(|shard| shard["games"].as_u64()).sum();
    let [of_scheduler, of_executor] = [free(), free()];
    let option = |address: SocketAddr| vec!["--metrics".to_owned(), address.to_string()];
    let options = Options { scheduler: option(of_scheduler), executor: option(of_executor), ..Options::default() };
    let mut fleet = Fleet::start_with(1, options);
    tokio::task::block_in_place(|| {
        wait_until("it is well", || get(of_executor, "/health").0.ends_with("200 OK"));
        let cluster = metrics(of_scheduler);
        assert_eq!(cluster["tabiya_cluster_executors"], 1.0);
        assert_eq!(cluster["tabiya_cluster_jobs_submitted_total"], 0.0);
        assert!(get(of_scheduler, "/health").0.ends_with("200 OK"));
        assert!(get(of_scheduler, "/").0.contains("404"));
    });
    let cluster = fleet.session();
    let found = rows(&cluster, &format!("select count(*) from cql('check', '{}')", manifest.display())).await;
    let matches: f64 = found.expect("rows")[0].parse().expect("a number");
    std::fs::remove_file(folder.path().join("s/shard-00003.pgn.zst")).expect("it is there");
    let failed = rows(&cluster, &format!("select count(*) from cql('mate', '{}')", manifest.display())).await;
    assert!(failed.is_err());
    tokio::task::block_in_place(|| {
        // The scheduler notices a little later that clients have gone.
        wait_until("both are over", || metrics(of_scheduler)["tabiya_cluster_jobs"] == 0.0);
        let cluster = metrics(of_scheduler);
        assert_eq!(cluster["tabiya_cluster_jobs_submitted_total"], 2.0);
        let ended = |result: &str| cluster[&format!("tabiya_cluster_jobs_ended_total{{result=\"{result}\"}}")];
        assert_eq!([ended("finished"), ended("failed"), ended("cancelled")], [1.0, 1.0, 0.0]);
        assert_eq!(cluster["tabiya_cluster_shards_waiting"] + cluster["tabiya_cluster_shards_searching"], 0.0);
        wait_until("nothing is searched", || metrics(of_executor)["tabiya_shards_searching"] == 0.0);
        let executor = metrics(of_executor);
        let shards = |result: &str| executor[&format!("tabiya_shards_total{{result=\"{result}\"}}")];
        assert!(shards("searched") >= 5.0 && shards("failed") >= 1.0, "{executor:?}");
        assert_eq!(executor["tabiya_shard_seconds_count"], shards("searched"));
        assert_eq!(executor["tabiya_shard_seconds_bucket{le=\"+Inf\"}"], shards("searched"));
        assert!(executor["tabiya_games_total"] >= games as f64 && executor["tabiya_matches_total"] >= matches);
        // Probes learn that it can do nothing.
        fleet.kill_scheduler();
        wait_until("it is not well", || get(of_executor, "/health").0.contains("503"));
    });
}
