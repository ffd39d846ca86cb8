//! The command `tabiya-sql`: statements, results, errors, and the examples of the book.

use datafusion::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya-sql"));
    command.current_dir(format!("{ROOT}/examples/games")).stdin(Stdio::null()).args(["--threads", "2"]);
    command
}

fn run(args: &[&str]) -> Output {
    command().args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Standard output of a run without errors.
fn good(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "{args:?}");
    text(&output.stdout)
}

/// Standard error of a run that fails.
fn bad(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
    text(&output.stderr)
}

const MATES: &str = "select result, count(*) as mates from cql('mate', 'sample.pgn') group by result order by result";

#[test]
fn results_have_formats() {
    assert_eq!(good(&["-c", MATES]), "result,mates\n0-1,5\n1-0,15\n");
    let table = good(&["--format", "table", "-c", MATES]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[1], "| result | mates |");
    assert_eq!(lines[4], "| 1-0    |    15 |");
    assert_eq!(
        good(&["--format", "json", "-c", MATES]),
        "{\"result\":\"0-1\",\"mates\":5}\n{\"result\":\"1-0\",\"mates\":15}\n"
    );
    let tags = good(&["--format", "json", "-c", "select tags, year from games('sample.pgn') limit 1"]);
    assert!(tags.starts_with("{\"tags\":{\"Event\":"), "{tags}");
    assert!(good(&["-c", "select tags from games('sample.pgn') limit 1"]).starts_with("tags\n"));
    assert_eq!(good(&["-c", "select white from games('sample.pgn') where year = 1"]), "white\n");
    let rows = run(&["--format", "table", "--rows", "5", "-c", "select fen from positions('sample.pgn')"]);
    assert_eq!(text(&rows.stdout).lines().count(), 9);
    assert!(text(&rows.stderr).contains("first 5 rows"), "{}", text(&rows.stderr));
}

#[test]
fn results_go_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.parquet");
    good(&["-c", "select game, white, fen, tags from cql('mate', 'sample.pgn')", "-o", path.to_str().unwrap()]);
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(std::fs::File::open(&path).unwrap()).unwrap().build().unwrap();
    let rows: usize = reader.map(|batch| batch.unwrap().num_rows()).sum();
    assert_eq!(rows, 20);
    // What DataFusion reads can be joined with games.
    let sql = format!("select count(*) from '{}' m join games('sample.pgn') g on m.game = g.game", path.display());
    assert!(!bad(&["-c", &sql]).is_empty());
    let path = folder.path().join("out.csv");
    good(&["-c", MATES, "-o", path.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "result,mates\n0-1,5\n1-0,15\n");
    let same = path.to_str().unwrap();
    assert!(bad(&["-c", "select 1; select 2", "-o", same]).contains("one statement"));
    assert!(bad(&["-c", "select 1", "-o", "out.xls"]).contains("*.parquet"));
    assert!(bad(&["-c", "create view v as select 1", "-o", same]).contains("no statement has a result"));
    // A statement that fails leaves the old file as it was.
    bad(&["-c", "select * from games('missing.pgn')", "-o", same]);
    assert!(std::fs::read_dir(folder.path()).unwrap().count() == 2);
}

#[test]
fn statements_come_from_files_and_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.sql");
    std::fs::write(
        &file,
        "-- mates\ncreate view m as select * from cql('mate', 'sample.pgn');\nselect count(*) as n from m;\n",
    )
    .unwrap();
    assert_eq!(good(&["-f", file.to_str().unwrap()]), "n\n20\n");
    let mut child = command().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"select 1 as a; select 2 as b").unwrap();
    assert_eq!(text(&child.wait_with_output().unwrap().stdout), "a\n1\nb\n2\n");
    assert!(bad(&["-f", "missing.sql"]).contains("missing.sql"));
}

#[test]
fn errors_say_what_to_do() {
    let error = bad(&["-c", "select * from cql('wtm\nchekc', 'sample.pgn')"]);
    assert_eq!(error.trim_end(), tabiya::Query::parse("wtm\nchekc").unwrap_err().to_string().trim_end());
    assert!(bad(&["-c", "select * from games('missing.pgn')"]).starts_with("error[unreadable-file]: "));
    assert!(bad(&["-c", "select * from sample"]).contains("help: games are read by functions"));
    assert!(bad(&["-c", "select wite from games('sample.pgn')"]).contains("describe"));
    assert!(bad(&["-c", "select from where"]).starts_with("error: "));
    assert!(bad(&["-c", "select * from games(sample)"]).contains("single quotes"));
    // Nothing is run if a later statement cannot be read.
    let output = run(&["-c", "select 1; selec 2"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    let warned = run(&["-c", "select count(*) from cql('K attacks K', 'sample.pgn')"]);
    assert!(warned.status.success());
}

#[cfg(target_os = "linux")]
#[test]
fn outputs_that_break() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command().args(["-c", MATES]).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: cannot write standard output: "), "{}", text(&output.stderr));
    let output = run(&["-c", MATES, "-o", "/dev/full", "--format", "csv"]);
    assert!(text(&output.stderr).contains("cannot write /dev/full: "), "{}", text(&output.stderr));
    // A reader that goes is no error.
    let mut child = command()
        .args(["-c", "select a.fen from positions('sample.pgn') a, positions('sample.pgn') b"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_statement() {
    let mut child = command()
        .args([
            "-c",
            "select count(*) from positions('sample.pgn') a, positions('sample.pgn') b, positions('sample.pgn') c",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(child.try_wait().unwrap().is_none());
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).contains("stopped"), "{}", text(&output.stderr));
}

/// The blocks of a page: what stands behind the fence, and the text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let source = std::fs::read_to_string(Path::new(ROOT).join(page)).unwrap();
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in source.lines() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(info) => {
                inside = true;
                blocks.push((info.to_owned(), String::new()));
            }
            None if inside => blocks.last_mut().unwrap().1.push_str(&format!("{line}\n")),
            None => {}
        }
    }
    blocks
}

/// Every statement of the pages runs, and prints what stands behind it.
#[test]
fn examples_of_the_pages_are_true() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(format!("{ROOT}/examples/games/sample.pgn"), folder.path().join("games.pgn")).unwrap();
    let mut run = 0;
    for page in ["docs/src/sql.md", "sql/README.md"] {
        let blocks = blocks(page);
        for (place, (info, sql)) in blocks.iter().enumerate() {
            if info != "sql" {
                continue;
            }
            let output = command().current_dir(folder.path()).args(["--format", "table", "-c", sql]).output().unwrap();
            assert!(output.status.success(), "{page}: {sql}{}", text(&output.stderr));
            run += 1;
            if let Some((info, stated)) = blocks.get(place + 1)
                && info == "text"
            {
                assert_eq!(text(&output.stdout), *stated, "{page}: {sql}");
            }
        }
    }
    assert!(run >= 5, "the test has lost sight of the examples: {run}");
}
