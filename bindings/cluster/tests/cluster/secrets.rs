//! Who may use a cluster: programs with its token. And whether others can read along.

use crate::fleet::{Fleet, Options, alone, free, project, rows, shard, sorted};
use arrow_flight::Ticket;
use arrow_flight::flight_service_client::FlightServiceClient;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, PollWorkParams};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tabiya_cluster::{Access, ExecutorOptions, GuardOptions, Jobs, TabiyaCodec, run_executor};
use tabiya_tables::Reporter;
use tempfile::TempDir;
use tonic::Code;
use tonic::transport::{Channel, Endpoint};

const SECRET: &str = "secret0123456789secret";

/// A folder with shards, the token, and another token.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let games = project().join("tests/data/games/mainline.pgn");
    shard(&[games.as_path()], &folder.path().join("s"), &["--shards", "4"]);
    fs::write(folder.path().join("token"), format!("{SECRET}\n")).expect("a file");
    fs::write(folder.path().join("other"), "another0123456789\n").expect("a file");
    let path = folder.path().to_owned();
    (folder, path)
}

fn statement(folder: &Path, files: &str) -> String {
    format!("select white, count(*) from cql('check', '{}') group by white", folder.join("s").join(files).display())
}

fn options(folder: &Path, pairs: &[(&str, &str)]) -> Vec<String> {
    pairs.iter().flat_map(|(name, file)| [(*name).to_owned(), folder.join(file).display().to_string()]).collect()
}

/// A connection without a token to the server of rows.
async fn flight(address: &str) -> FlightServiceClient<Channel> {
    let endpoint = Endpoint::from_shared(format!("http://{address}")).expect("an address");
    FlightServiceClient::new(endpoint.connect().await.expect("a connection"))
}

async fn refused(fleet: &Fleet, access: Access, folder: &Path) -> String {
    rows(&fleet.session_with(access), &statement(folder, "manifest.json")).await.expect_err("it is refused").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_token_nothing_is_done() {
    let (_folder, folder) = folder();
    let token = Access::read(Some(&folder.join("token")), None).expect("a token");
    let other = Access::read(Some(&folder.join("other")), None).expect("a token");
    // With everything that the programs can log.
    let mut all = options(&folder, &[("--token-file", "token")]);
    all.extend(["--log".to_owned(), "trace".to_owned()]);
    let mut fleet = Fleet::start_with(0, Options { all, access: token.clone(), ..Options::default() });
    let executor = fleet.add_executor();
    let expected = sorted(&alone(Reporter::default()), &statement(&folder, "shard-*")).await;
    assert_eq!(sorted(&fleet.session(), &statement(&folder, "manifest.json")).await, expected);
    let error = refused(&fleet, Access::default(), &folder).await;
    assert!(error.contains("this scheduler asks for a token") && error.contains("--token-file"), "{error}");
    let error = refused(&fleet, other.clone(), &folder).await;
    assert!(error.contains("the token is not the one of this scheduler"), "{error}");
    // The list of jobs.
    let jobs = Jobs::connect(&fleet.address, &token).await.expect("a scheduler");
    assert!(jobs.list().await.expect("a list").is_empty());
    let jobs = Jobs::connect(&fleet.address, &other).await.expect("a scheduler");
    let [listed, cancelled] = [jobs.list().await.map(drop), jobs.cancel("x").await];
    for error in [listed, cancelled] {
        let error = error.expect_err("it is refused").to_string();
        assert!(error.contains("the token is not the one of this scheduler"), "{error}");
    }
    // The calls of Ballista's, each of which is denied before anything else is looked at.
    let mut scheduler = SchedulerGrpcClient::connect(format!("http://{}", fleet.address)).await.expect("a connection");
    let work = scheduler.poll_work(PollWorkParams::default()).await.expect_err("it is refused");
    let job = scheduler.cancel_job(CancelJobParams { job_id: "x".into() }).await.expect_err("it is refused");
    let mut flight = flight(&executor).await;
    let rows = flight.do_get(Ticket { ticket: vec![0].into() }).await.expect_err("it is refused");
    for status in [work, job, rows] {
        assert_eq!(status.code(), Code::Unauthenticated, "{status}");
    }
    // An executor.
    let guard = GuardOptions { token_file: Some(folder.join("other")), ..GuardOptions::default() };
    let options = ExecutorOptions { guard, ..fleet.executor_options(30) };
    let error = run_executor(options, TabiyaCodec::default()).await.expect_err("it is refused").to_string();
    assert!(error.contains("the token is not the one of this scheduler"), "{error}");
    let words = fleet.words();
    assert!(words.len() > 10_000 && words.contains("--token-file"), "{}", words.len());
    assert!(!words.contains(SECRET), "the token was told");
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_relayed_with_the_token() {
    let (_folder, folder) = folder();
    let access = Access::read(Some(&folder.join("token")), None).expect("a token");
    let all = options(&folder, &[("--token-file", "token")]);
    let scheduler = vec!["--relay-results".to_owned()];
    let mut fleet = Fleet::start_with(0, Options { all, scheduler, access: access.clone(), ..Options::default() });
    let executor = fleet.add_executor();
    let expected = sorted(&alone(Reporter::default()), &statement(&folder, "shard-*")).await;
    assert_eq!(sorted(&fleet.session(), &statement(&folder, "manifest.json")).await, expected);
    // The relay reaches executors, and nobody else.
    let mut flight = flight(&fleet.address).await;
    let mut ask = async |executor: &str| {
        let mut request = tonic::Request::new(Ticket { ticket: vec![0].into() });
        request.metadata_mut().insert("tabiya-executor", executor.parse().expect("a value"));
        request.metadata_mut().insert("authorization", format!("Bearer {SECRET}").parse().expect("a value"));
        flight.do_get(request).await.map(drop).expect_err("it is nonsense")
    };
    let status = ask(&free().to_string()).await;
    assert!(status.code() == Code::NotFound && status.message().contains("there is no executor at"), "{status}");
    let status = ask(&executor).await;
    assert!(status.code() == Code::Internal, "the executor has looked at the ticket: {status}");
}

/// Runs a program to its end: its exit status, and what it says.
fn run(program: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let run = Command::new(program).args(arguments).output().expect("it starts");
    (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
}

#[test]
fn other_machines_need_a_token() {
    let scheduler = env!("CARGO_BIN_EXE_tabiya-scheduler");
    let executor = env!("CARGO_BIN_EXE_tabiya-executor");
    for program in [scheduler, executor] {
        let (status, said) = run(program, &["--bind-host", "0.0.0.0", "--bind-port", "0"]);
        assert_eq!(status, Some(2), "{said}");
        assert!(
            said.contains("has no token") && said.contains("--token-file") && said.contains("--no-token"),
            "{said}"
        );
        let (status, said) = run(program, &["--token-file", "no/such/file"]);
        assert!(status == Some(2) && said.contains("cannot read the token in no/such/file"), "{said}");
        let (status, said) = run(program, &["--tls-cert", "cert.pem"]);
        assert!(status == Some(2) && said.contains("--tls-key"), "{said}");
        let (status, said) = run(program, &["--token-file", "a", "--no-token"]);
        assert!(status == Some(2) && said.contains("cannot be used with"), "{said}");
    }
}

/// Makes an authority, `NAME-ca.pem`, and a certificate that it has signed for some names, `NAME.pem` and `NAME.key`.
fn certificates(folder: &Path, name: &str, names: &str) {
    let openssl = |arguments: &str| {
        let run = Command::new("openssl").args(arguments.split(' ')).current_dir(folder).output();
        let run = run.expect("openssl is on this machine, as .ci/tools has it");
        assert!(run.status.success(), "{arguments}: {}", String::from_utf8_lossy(&run.stderr));
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!("req -x509 {key} -keyout {name}-ca.key -out {name}-ca.pem -subj /CN={name}-ca -days 2"));
    openssl(&format!("req {key} -keyout {name}.key -out {name}.csr -subj /CN={name}"));
    fs::write(folder.join("names"), format!("subjectAltName={names}")).expect("a file");
    openssl(&format!(
        "x509 -req -in {name}.csr -CA {name}-ca.pem -CAkey {name}-ca.key -CAcreateserial -out {name}.pem -days 2 -extfile names"
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_encrypted() {
    let (_folder, folder) = folder();
    certificates(&folder, "ours", "IP:127.0.0.1");
    certificates(&folder, "others", "IP:127.0.0.1");
    let with = |ca: Option<&str>| {
        let ca = ca.map(|name| folder.join(name));
        Access::read(Some(&folder.join("token")), ca.as_deref()).expect("a certificate")
    };
    let all = options(
        &folder,
        &[
            ("--token-file", "token"),
            ("--tls-cert", "ours.pem"),
            ("--tls-key", "ours.key"),
            ("--tls-ca", "ours-ca.pem"),
        ],
    );
    let access = with(Some("ours-ca.pem"));
    let fleet = Fleet::start_with(2, Options { all: all.clone(), access: access.clone(), ..Options::default() });
    let expected = sorted(&alone(Reporter::default()), &statement(&folder, "shard-*")).await;
    assert_eq!(sorted(&fleet.session(), &statement(&folder, "manifest.json")).await, expected);
    let plan = rows(&fleet.session(), &format!("explain {}", statement(&folder, "manifest.json"))).await;
    assert!(plan.expect("a plan").concat().contains(&format!("https://{}", fleet.address)));
    assert!(Jobs::connect(&fleet.address, &access).await.expect("a scheduler").list().await.is_ok());
    let error = refused(&fleet, with(None), &folder).await;
    assert!(error.contains("if the cluster uses TLS, name its authority with --tls-ca"), "{error}");
    let jobs = Jobs::connect(&fleet.address, &with(None)).await.expect("somebody is there");
    let error = jobs.list().await.expect_err("it does not answer").to_string();
    assert!(error.contains("if the cluster uses TLS"), "{error}");
    let error = refused(&fleet, with(Some("others-ca.pem")), &folder).await;
    assert!(error.contains("--tls-ca must name the authority"), "{error}");
    drop(fleet);
    // The same through the scheduler.
    let scheduler = vec!["--relay-results".to_owned()];
    let fleet = Fleet::start_with(1, Options { all, scheduler, access: access.clone(), ..Options::default() });
    assert_eq!(sorted(&fleet.session(), &statement(&folder, "manifest.json")).await, expected);
    drop(fleet);
    // A server that does not use it, and one with a certificate for another name.
    let plain = Fleet::start(0);
    let error = refused(&plain, access, &folder).await;
    assert!(error.contains("this server does not use TLS"), "{error}");
    certificates(&folder, "elsewhere", "DNS:elsewhere.example");
    let all = options(
        &folder,
        &[("--tls-cert", "elsewhere.pem"), ("--tls-key", "elsewhere.key"), ("--tls-ca", "elsewhere-ca.pem")],
    );
    let fleet = Fleet::start_with(0, Options { all, ..Options::default() });
    let error = refused(&fleet, with(Some("elsewhere-ca.pem")), &folder).await;
    assert!(error.contains("must be in its certificate"), "{error}");
}
