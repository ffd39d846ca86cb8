//! The command `tabiya-sql`: statements, results, errors, and the examples of the book.

#![allow(clippy::disallowed_methods)]

use datafusion::arrow::array::{Array as _, AsArray as _, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::arrow::ipc::reader::{FileReader, StreamReader};
use datafusion::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

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
fn more_threads_than_a_run_may_have_are_refused() {
    // The others are told their threads.
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya-sql"));
    let output = command.args(["--threads", "1025", "-c", "select 1"]).output().unwrap();
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("1025 is not in 1..=1024"), "{said}");
}

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

/// The output in a file is complete.
#[test]
fn a_table_in_a_file_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (table, few) = (folder.path().join("out.txt"), folder.path().join("few.txt"));
    let count: usize =
        good(&["-c", "select count(*) from positions('sample.pgn')"]).lines().nth(1).unwrap().parse().unwrap();
    assert!(count > 1000);
    let write = |path: &std::path::Path, more: &[&str]| {
        let statement =
            ["--format", "table", "-c", "select ply from positions('sample.pgn')", "-o", path.to_str().unwrap()];
        run(&[&statement[..], more].concat());
        std::fs::read_to_string(path).unwrap().lines().count()
    };
    // Two lines of the frame, one with the names, one below them.
    assert_eq!(write(&table, &[]), count + 4);
    assert_eq!(write(&few, &["--rows", "7"]), 11);
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
    assert_eq!(good(&["-c", &sql]), "count(*)\n20\n");
    assert!(bad(&["-c", "select * from 'missing.parquet'"]).contains("named in quotes"));
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

/// What stands at the end of a stream of Arrow IPC that is complete.
const END_OF_STREAM: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/// The rows of `MATES`.
fn mates(batches: &[RecordBatch]) -> Vec<(String, i64)> {
    let rows = batches.iter().flat_map(|batch| {
        let (results, mates) = (batch.column(0).as_string::<i32>(), batch.column(1).as_primitive::<Int64Type>());
        results.iter().zip(mates).map(|(result, mates)| (result.unwrap().to_owned(), mates.unwrap()))
    });
    rows.collect()
}

#[test]
fn results_are_streams_and_files_of_arrow() {
    let expected = [("0-1".to_owned(), 5), ("1-0".to_owned(), 15)];
    let output = run(&["--format", "arrow", "-c", MATES]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    assert!(output.stdout.ends_with(&END_OF_STREAM));
    let batches: Vec<RecordBatch> =
        StreamReader::try_new(&output.stdout[..], None).unwrap().map(Result::unwrap).collect();
    assert_eq!(mates(&batches), expected);
    // Without rows there are columns still.
    let output = run(&["--format", "arrow", "-c", "select white, year from games('sample.pgn') where year = 1"]);
    let reader = StreamReader::try_new(&output.stdout[..], None).unwrap();
    let names: Vec<String> = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["white", "year"]);
    assert_eq!(reader.map(|batch| batch.unwrap().num_rows()).sum::<usize>(), 0);
    let folder = tempfile::tempdir().unwrap();
    for name in ["out.arrow", "out.feather"] {
        let path = folder.path().join(name);
        good(&["-c", MATES, "-o", path.to_str().unwrap()]);
        let reader = FileReader::try_new(std::fs::File::open(&path).unwrap(), None).unwrap();
        assert_eq!(mates(&reader.map(Result::unwrap).collect::<Vec<_>>()), expected);
    }
    // Two statements, and one without a result.
    assert!(bad(&["--format", "arrow", "-c", "select 1; select 2"]).contains("one statement"));
    assert_eq!(good(&["--format", "arrow", "-c", "create view v as select 1"]), "");
    // A failure leaves a stream without its end.
    let output = run(&["--format", "arrow", "-c", "select 1 / (game - 30) from games('sample.pgn')"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(!output.stdout.is_empty() && !output.stdout.ends_with(&END_OF_STREAM));
}

/// Each batch has a dictionary of its own; a stream can have them all, a file has the values.
#[test]
fn dictionaries_in_streams_and_files_of_arrow() {
    let half = |condition: &str| {
        format!(
            "select arrow_cast(result, 'Dictionary(Int32, Utf8)') as r from games('sample.pgn') where result {condition}"
        )
    };
    let sql = format!("{} union all {}", half("in ('0-1', '*')"), half("= '1-0'"));
    let output = run(&["--format", "arrow", "-c", &sql]);
    let reader = StreamReader::try_new(&output.stdout[..], None).unwrap();
    assert!(matches!(reader.schema().field(0).data_type(), DataType::Dictionary(..)));
    let sizes: Vec<usize> = reader.map(|batch| batch.unwrap().num_rows()).filter(|rows| *rows > 0).collect();
    assert!(sizes.len() >= 2 && sizes.iter().sum::<usize>() == 59, "{sizes:?}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.arrow");
    good(&["-c", &sql, "-o", path.to_str().unwrap()]);
    let reader = FileReader::try_new(std::fs::File::open(&path).unwrap(), None).unwrap();
    assert_eq!(*reader.schema().field(0).data_type(), DataType::Utf8);
    let batches: Vec<RecordBatch> = reader.map(Result::unwrap).collect();
    let white = |batch: &RecordBatch| batch.column(0).as_string::<i32>().iter().filter(|r| *r == Some("1-0")).count();
    assert_eq!(batches.iter().map(white).sum::<usize>(), 35);
    assert_eq!(batches.iter().map(|batch| batch.column(0).len()).sum::<usize>(), 59);
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
    let misspelled = bad(&["-c", "select wite from games('sample.pgn')"]);
    assert!(misspelled.contains("white") && misspelled.contains("describe"), "{misspelled}");
    assert!(!misspelled.contains("games()"), "{misspelled}");
    assert!(bad(&["-c", "select from where"]).starts_with("error: "));
    assert!(bad(&["-c", "select * from games(sample)"]).contains("single quotes"));
    // Nothing is run if a later statement cannot be read.
    let output = run(&["-c", "select 1; selec 2"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    let warned = run(&["-c", "select count(*) from cql('K attacks K', 'sample.pgn')"]);
    assert!(warned.status.success());
}

#[test]
fn statements_have_parameters() {
    let sql = "select white, year from games('sample.pgn') where year between $1 and $2 and white <> $3 order by year";
    let found = good(&["-c", sql, "--parameters", r#"[1600, 1760, "no \"one\""]"#]);
    assert_eq!(found.lines().count(), 3, "{found}");
    let sql = "select count(*) from games('sample.pgn') where year = $year or $all";
    assert_eq!(good(&["-c", sql, "--parameters", r#"{"year": 1620, "all": false}"#]).lines().nth(1), Some("1"));
    let none = bad(&["-c", sql, "--parameters", r#"{"year": 1620}"#]);
    assert!(none.contains("$all"), "{none}");
    for (json, message) in
        [("7", "write a list"), ("[1", "no JSON"), ("[[1]]", "a value is"), ("{\"a\": {}}", "a value is")]
    {
        let wrong = bad(&["-c", "select $1", "--parameters", json]);
        assert!(wrong.contains(message), "{wrong}");
    }
}

#[test]
fn a_statement_that_fails_writes_nothing() {
    let output = run(&["-c", "select white, fen from cql('x=0 while (x < 4000000000) {x += 1}', 'sample.pgn')"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    assert!(text(&output.stderr).contains("--step-limit"), "{}", text(&output.stderr));
}

#[test]
fn errors_of_datafusion_are_plain() {
    let said = bad(&["-c", "selec 2"]);
    assert!(said.starts_with("error: Expected: ") && !said.contains("ParserError"), "{said}");
    let said = bad(&["-c", "create external table t stored as parquet location 's3://folder/t.parquet'"]);
    assert!(said.starts_with("error: No suitable object store found for s3://folder/t.parquet\n  = help: "), "{said}");
    assert!(said.contains("from this machine only") && !said.contains("RuntimeEnv"), "{said}");
    let said = bad(&["-c", "select whit from games('sample.pgn')"]);
    assert!(said.contains("Did you mean 'white'?") && !said.contains("games()"), "{said}");
    let said = bad(&["-c", "create external table t stored as csv location 's3://bucket/t.csv'"]);
    assert!(said.contains("this machine only") && !said.contains("bug"), "{said}");
}

#[test]
fn messages_for_programs() {
    let said = bad(&["--json-diagnostics", "-c", "select 1 from cql('mate\nchekc', 'sample.pgn')"]);
    let lines: Vec<serde_json::Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [error] = &lines[..] else { panic!("{said}") };
    assert_eq!((&error["severity"], &error["code"]), (&"error".into(), &"unknown-name".into()));
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &1.into()));
    let shown = bad(&["-c", "select 1 from cql('mate\nchekc', 'sample.pgn')"]);
    assert_eq!(error["text"].as_str().map(str::trim_end), Some(shown.trim_end()));
    let warned = run(&["--json-diagnostics", "-c", "select count(*) from cql('wtm btm', 'sample.pgn')"]);
    let warning: serde_json::Value = serde_json::from_slice(&warned.stderr).unwrap();
    assert_eq!((&warning["severity"], &warning["source"]), (&"warning".into(), &"query".into()));
}

/// What a query may use, and how long a statement may be.
#[test]
fn limits_and_files() {
    let endless = "select count(*) from cql('x=0 while (x < 4000000000) {x += 1}', 'sample.pgn')";
    assert!(bad(&["--step-limit", "1000", "-c", endless]).contains("after 1000 steps"));
    assert!(bad(&["--limits", "speed=3", "-c", endless]).contains("there is no limit speed"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("names.cql");
    std::fs::write(&file, "Anderssen, Adolf").unwrap();
    let reading =
        format!("select count(*) from cql('initial player white == readfile \"{}\"', 'sample.pgn')", file.display());
    assert!(bad(&["-c", &reading]).contains("`--files FOLDER`"));
    assert_ne!(good(&["--files", folder.path().to_str().unwrap(), "-c", &reading]), "count(*)\n0\n");
    let mates = "select count(*) from cql('parameter MOST 0 ply <= MOST mate', 'sample.pgn')";
    assert_eq!(good(&["-c", mates]), "count(*)\n0\n");
    assert_eq!(good(&["--set", "MOST=1000", "-c", mates]), "count(*)\n20\n");
    let rows = "select white from games('sample.pgn')";
    assert_eq!(good(&["--row-limit", "68", "-c", rows]).lines().count(), 69);
    assert!(bad(&["--row-limit", "67", "-c", rows]).contains("more than 67 rows"));
    let long = "select count(*) from positions('sample.pgn') a, positions('sample.pgn') b, positions('sample.pgn') c";
    assert!(bad(&["--time-limit", "1", "-c", long]).contains("took more than 1 s"));
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
    let output = command().args(["--format", "arrow", "-c", MATES]).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: cannot write standard output: "), "{}", text(&output.stderr));
    let output = run(&["-c", MATES, "-o", "/dev/full", "--format", "arrow"]);
    assert!(text(&output.stderr).contains("cannot write /dev/full: "), "{}", text(&output.stderr));
    // Rows come while a statement runs that would take hours, and a reader that goes ends it.
    let mut child = command()
        .args(["--format", "arrow", "-c"])
        .arg("select a.fen from positions('sample.pgn') a, positions('sample.pgn') b, positions('sample.pgn') c")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = StreamReader::try_new(child.stdout.take().unwrap(), None).unwrap();
    assert!(reader.next().unwrap().unwrap().num_rows() > 0);
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    // A reader that goes away is not an error.
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

/// The blocks of a page: what comes after the fence, and the text.
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

/// Every statement of the pages runs, and prints what comes after it.
#[test]
fn examples_of_the_pages_are_true() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(format!("{ROOT}/examples/games/sample.pgn"), folder.path().join("games.pgn")).unwrap();
    let mut run = 0;
    for page in ["docs/src/sql.md", "bindings/sql/README.md"] {
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

/// What calls a cluster is read before anybody is called, and its files are named, not shown.
#[test]
fn secrets_are_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    std::fs::write(&path, "too-short-a-word two").unwrap();
    let path = path.to_str().unwrap();
    let search = ["--cluster", "127.0.0.1:1", "-c", "select 1 from cql('mate', 'sample.pgn')"];
    let jobs = ["jobs", "--cluster", "127.0.0.1:1"];
    for called in [search.as_slice(), &jobs] {
        let missing = bad(&[called, &["--token-file", "no/such/file"]].concat());
        assert!(missing.contains("cannot read the token in no/such/file"), "{missing}");
        let wrong = bad(&[called, &["--token-file", path]].concat());
        assert!(wrong.contains("holds no token") && !wrong.contains("too-short"), "{wrong}");
        let wrong = bad(&[called, &["--tls-ca", path]].concat());
        assert!(wrong.contains("has no certificate in the form of PEM"), "{wrong}");
        let output = command().args(called).env("TABIYA_CLUSTER_TOKEN_FILE", "no/such/file").output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("cannot read the token in no/such/file"));
    }
    // One that was never there is not waited for.
    assert!(
        bad(&[search.as_slice(), &["--reconnect", "600"]].concat()).contains("there is no scheduler at this address")
    );
}
