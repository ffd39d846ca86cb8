//! The processes of a cluster, the shards that they search, and statements put to both the cluster and this process.

use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tabiya_cluster::{Access, Cluster, ExecutorOptions, GuardOptions};
use tabiya_tables::{Reporter, TableOptions};
use tempfile::TempDir;

/// The folder of the project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the root").to_owned()
}

/// The command `tabiya`, which makes shards: the program that the environment variable `TABIYA` names, else one that is built.
pub(crate) fn tabiya() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(named) = std::env::var_os("TABIYA") {
            return PathBuf::from(named);
        }
        let manifest = project().join("Cargo.toml");
        let built = Command::new(env!("CARGO")).args(["build", "--quiet", "--manifest-path"]).arg(manifest).status();
        assert!(built.expect("cargo runs").success(), "tabiya can be built");
        project().join("target/debug/tabiya")
    })
}

/// Shards of some games in a folder, by `tabiya shard` with these options.
pub(crate) fn shard(games: &[&Path], folder: &Path, options: &[&str]) {
    let run = Command::new(tabiya()).args(["shard", "-q", "-o"]).arg(folder).args(options).args(games).status();
    assert!(run.expect("tabiya runs").success());
}

/// A scheduler and executors, which end with it.
pub(crate) struct Fleet {
    pub(crate) address: String,
    options: Options,
    scheduler: Child,
    executors: Vec<Child>,
    logs: TempDir,
}

/// Further options of the programs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Of all programs.
    pub(crate) all: Vec<String>,
    pub(crate) scheduler: Vec<String>,
    pub(crate) executor: Vec<String>,
    /// How sessions call the cluster.
    pub(crate) access: Access,
}

/// Starts a program and gives what it says in its first line: where it listens.
fn start(command: &mut Command) -> (Child, String) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("it starts");
    let (mut line, stdout) = (String::new(), child.stdout.take().expect("a pipe"));
    let read = BufReader::new(stdout).read_line(&mut line);
    assert!(read.is_ok() && line.starts_with("tabiya-"), "{line:?}");
    let address = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
    (child, address)
}

/// A port that nobody uses.
pub(crate) fn free() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address")
}

impl Fleet {
    /// A scheduler and this many executors with one thread each.
    pub(crate) fn start(executors: usize) -> Fleet {
        Fleet::start_with(executors, Options::default())
    }

    /// The same with further options.
    pub(crate) fn start_with(executors: usize, options: Options) -> Fleet {
        let logs = tempfile::tempdir().expect("a folder");
        let (scheduler, address) = Fleet::scheduler(&options, "0", logs.path());
        let mut fleet = Fleet { address, options, scheduler, executors: Vec::new(), logs };
        for _ in 0..executors {
            fleet.add_executor();
        }
        fleet
    }

    fn scheduler(options: &Options, port: &str, logs: &Path) -> (Child, String) {
        let log = File::options().create(true).append(true).open(logs.join("scheduler.log")).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya-scheduler"));
        command.args(["--bind-port", port, "--executor-timeout", "10"]).args(&options.all).args(&options.scheduler);
        start(command.stderr(log))
    }

    /// One more executor.
    pub(crate) fn add_executor(&mut self) -> String {
        let log = File::create(self.log_path(self.executors.len())).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya-executor"));
        command
            .args(["--scheduler", &self.address, "--bind-port", "0", "--threads", "1"])
            .args(if self.options.all.iter().any(|option| option == "--log") {
                [].as_slice()
            } else {
                &["--log", "info"]
            })
            .args(&self.options.all)
            .args(&self.options.executor);
        let (executor, address) = start(command.stderr(log));
        self.executors.push(executor);
        address
    }

    /// The options of an executor of this fleet that runs in this process.
    pub(crate) fn executor_options(&self, connect_timeout: u16) -> ExecutorOptions {
        ExecutorOptions {
            scheduler: self.address.clone(),
            bind_host: "127.0.0.1".into(),
            bind_port: 0,
            external_host: None,
            threads: None,
            work_dir: None,
            connect_timeout,
            metrics: None,
            guard: GuardOptions::default(),
        }
    }

    /// Ends the scheduler as a crash does.
    pub(crate) fn kill_scheduler(&mut self) {
        self.scheduler.kill().expect("it is running");
        self.scheduler.wait().expect("it ends");
    }

    /// Starts the scheduler again, where it was.
    pub(crate) fn restart_scheduler(&mut self) {
        let port = self.address.rsplit(':').next().expect("a port").to_owned();
        self.scheduler = Fleet::scheduler(&self.options, &port, self.logs.path()).0;
    }

    /// Asks an executor to end, and waits until it has.
    pub(crate) fn end(&mut self, executor: usize) {
        let id = self.executors[executor].id().to_string();
        assert!(Command::new("kill").arg(id).status().expect("it can be sent").success());
        self.executors[executor].wait().expect("it ends");
    }

    /// The command lines of all processes, and what they have logged.
    pub(crate) fn words(&self) -> String {
        let mut words = std::fs::read_to_string(self.logs.path().join("scheduler.log")).unwrap_or_default();
        for executor in 0..self.executors.len() {
            words += &std::fs::read_to_string(self.log_path(executor)).unwrap_or_default();
        }
        for child in self.executors.iter().chain([&self.scheduler]) {
            words += &std::fs::read_to_string(format!("/proc/{}/cmdline", child.id())).unwrap_or_default();
        }
        words
    }

    fn log_path(&self, executor: usize) -> PathBuf {
        self.logs.path().join(format!("{executor}.log"))
    }

    /// The shards that an executor has searched to their ends, one line for each.
    pub(crate) fn searched(&self, executor: usize) -> Vec<String> {
        let log = std::fs::read_to_string(self.log_path(executor)).unwrap_or_default();
        log.lines().filter(|line| line.contains("] shard ")).map(str::to_owned).collect()
    }

    /// The shards that an executor has left unfinished because their job was over.
    pub(crate) fn left(&self, executor: usize) -> usize {
        let log = std::fs::read_to_string(self.log_path(executor)).unwrap_or_default();
        log.lines().filter(|line| line.contains("left a shard")).count()
    }

    /// Ends an executor as a crash does.
    pub(crate) fn kill(&mut self, executor: usize) {
        // `Child::kill` sends SIGKILL.
        self.executors[executor].kill().expect("it is running");
        self.executors[executor].wait().expect("it ends");
    }

    /// A session whose searches this cluster does.
    pub(crate) fn session(&self) -> SessionContext {
        self.session_with(self.options.access.clone())
    }

    /// The same for a client that calls it in another way.
    pub(crate) fn session_with(&self, access: Access) -> SessionContext {
        let cluster = Cluster::new(&self.address, Reporter::default()).with_access(access);
        tabiya_cluster::session(SessionConfig::new(), &cluster, TableOptions::default())
    }
}

/// A session whose searches a cluster does.
pub(crate) fn session(address: &str, reporter: Reporter) -> SessionContext {
    let cluster = Cluster::new(address, reporter.clone());
    tabiya_cluster::session(SessionConfig::new(), &cluster, TableOptions { reporter, ..TableOptions::default() })
}

/// A session that searches in this process.
pub(crate) fn alone(reporter: Reporter) -> SessionContext {
    let context = SessionContext::new();
    tabiya_tables::register(&context, TableOptions { reporter, ..TableOptions::default() });
    context
}

impl Drop for Fleet {
    #[expect(clippy::print_stderr, reason = "whoever reads of a failure wants the log")]
    fn drop(&mut self) {
        for child in self.executors.iter_mut().chain([&mut self.scheduler]) {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
        if std::thread::panicking() {
            for executor in 0..self.executors.len() {
                let log = std::fs::read_to_string(self.log_path(executor)).unwrap_or_default();
                eprintln!("--- executor {executor}\n{log}");
            }
            let log = std::fs::read_to_string(self.logs.path().join("scheduler.log")).unwrap_or_default();
            eprintln!("--- scheduler\n{log}");
        }
    }
}

/// The rows of a statement as texts, in their order.
pub(crate) async fn rows(context: &SessionContext, statement: &str) -> Result<Vec<String>> {
    let mut rows = Vec::new();
    for batch in context.sql(statement).await?.collect().await? {
        let options = FormatOptions::default().with_null("null");
        let columns: Vec<ArrayFormatter<'_>> = batch
            .columns()
            .iter()
            .map(|column| ArrayFormatter::try_new(column.as_ref(), &options).expect("a column"))
            .collect();
        for row in 0..batch.num_rows() {
            let cells: Vec<String> = columns.iter().map(|column| column.value(row).to_string()).collect();
            rows.push(cells.join("|"));
        }
    }
    Ok(rows)
}

/// The rows of a statement in any order.
pub(crate) async fn sorted(context: &SessionContext, statement: &str) -> Vec<String> {
    let mut rows = rows(context, statement).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    rows.sort();
    rows
}

/// Waits until something holds.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
