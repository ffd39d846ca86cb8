//! A folder with small games, and the command run in it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// Three games: a mate with a variation, a draw from a set-up position, and a game that ends in the middle.
pub(crate) const GAMES: &str = r#"[Event "First"]
[Site "Here"]
[Date "1999.05.01"]
[Round "1"]
[White "Blue, Ann"]
[Black "Green, Bob"]
[Result "1-0"]

1. e4 e5 2. Qh5 (2. Bc4 {slow} 2... Nf6) 2... Ke7 3. Qxe5# 1-0

[Event "Second"]
[White "Said \"Sy\", \\ Müller"]
[Black "?"]
[Result "1/2-1/2"]
[FEN "7k/8/8/6Q1/8/8/8/K7 w - - 12 60"]

60. Qg6 1/2-1/2

[Event "Third"]
[Date "2004.??.??"]
[White "C"]
[Black "D"]
[Result "*"]

1. d4 e6 2. c4 Nf6 3. Nc3 Bb4 *
"#;

/// A game with a move that nobody can make.
pub(crate) const DAMAGED: &str =
    "[White \"A\"]\n\n1. e4 e5 2. Ke5 Nc6 3. Nf3 1-0\n\n[White \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

pub(crate) struct Place {
    folder: tempfile::TempDir,
}

/// The result of a run of the command.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let code = self.code.map_or_else(|| "none".into(), |code| code.to_string());
        writeln!(f, "exit {code}\n--- out\n{}--- err\n{}", self.out, steady(&self.err))
    }
}

/// Text without figures that differ from run to run.
pub(crate) fn steady(text: &str) -> String {
    let line = |line: &str| match (line.find(", in "), line.find(" games/s)")) {
        (Some(from), Some(to)) => format!("{}, in TIME{}", &line[..from], &line[to + " games/s)".len()..]),
        _ => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

/// The program of this build, or another one that `TABIYA_PROGRAM` names: that of another system, for `cargo xtask
/// test-windows`.
fn program() -> OsString {
    std::env::var_os("TABIYA_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_tabiya").into())
}

impl Place {
    /// A new folder with `games.pgn`.
    pub(crate) fn new() -> Place {
        let place = Place { folder: tempfile::tempdir().expect("a folder") };
        place.write("games.pgn", GAMES);
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The names of all files, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("a folder");
        let names = entries.map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"));
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// The command, ready to run here without input.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.args(args).current_dir(self.folder.path()).stdin(Stdio::null());
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Run {
        finished(self.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
    }

    /// `tabiya search` with a query on `games.pgn`.
    pub(crate) fn search(&self, query: &str, more: &[&str]) -> Run {
        self.run(&[&["search", "-e", query], more, &["games.pgn"]].concat())
    }

    /// With text on standard input.
    pub(crate) fn run_with(&self, args: &[&str], input: &[u8]) -> Run {
        use std::io::Write as _;
        let mut command = self.command(args);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // It may end without reading everything.
        let _ = stdin.write_all(input);
        drop(stdin);
        finished(child)
    }
}

pub(crate) fn finished(child: Child) -> Run {
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}
