//! The tables against the library: the same rows, however they are read.

#![allow(clippy::disallowed_methods)]

mod values;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::DataFusionError;
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt as _;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tabiya::chess::{Color, MoveList};
use tabiya::database::{Options, Writer};
use tabiya::game::Reading;
use tabiya::pipeline::{IndexWork, Indexed, Run, Sources};
use tabiya::rows::{Choice, Columns, Row};
use tabiya::{Query, QueryError, RunControl, RunOptions};
use tabiya_tables::{CqlOptions, CqlQuery, Reporter, Resources, Scan, TableOptions, register};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/games/sample.pgn");

fn context(threads: usize) -> (SessionContext, Arc<Mutex<Vec<String>>>) {
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(threads));
    let notices = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&notices);
    let reporter = Reporter::new(move |notice| kept.lock().unwrap().push(notice.to_string()));
    register(&context, TableOptions { reporter, ..TableOptions::default() });
    (context, notices)
}

/// The rows of a statement as texts.
async fn rows(context: &SessionContext, sql: &str) -> Result<Vec<Vec<String>>, DataFusionError> {
    Ok(texts(&context.sql(sql).await?.collect().await?))
}

fn texts(batches: &[RecordBatch]) -> Vec<Vec<String>> {
    let options = FormatOptions::default();
    let mut rows = Vec::new();
    for batch in batches {
        let columns: Vec<_> =
            batch.columns().iter().map(|array| ArrayFormatter::try_new(array, &options).unwrap()).collect();
        rows.extend(
            (0..batch.num_rows()).map(|row| columns.iter().map(|column| column.value(row).to_string()).collect()),
        );
    }
    rows
}

async fn number(context: &SessionContext, sql: &str) -> u64 {
    rows(context, sql).await.unwrap()[0][0].parse().unwrap()
}

/// The sample games as PGN, as compressed PGN, and as a database.
fn forms(folder: &Path) -> [PathBuf; 3] {
    let text = std::fs::read(SAMPLE).unwrap();
    let (plain, packed, base) = (folder.join("x.pgn"), folder.join("x.pgn.zst"), folder.join("x.tabiya"));
    std::fs::write(&plain, &text).unwrap();
    std::fs::write(&packed, zstd::encode_all(&text[..], 3).unwrap()).unwrap();
    database(&plain, &base);
    [plain, packed, base]
}

/// A database of the games of a file.
fn database(pgn: &Path, base: &Path) {
    let control = Arc::new(RunControl::new());
    let work = IndexWork::new(&Options::default(), Reading::default(), &control, |_, _| ());
    let mut run = Run::of_works(Sources::from(pgn), &control, [work].into_iter()).unwrap();
    let mut writer = Writer::create(std::fs::File::create(base).unwrap()).unwrap();
    while let Some(made) = run.next_made(&mut ()) {
        if let Some(Indexed::Block(block)) = made.output {
            writer.write(&block).unwrap();
        }
    }
    run.finish().complete().unwrap();
    writer.finish().unwrap();
}

/// The rows that the library gives for a query, under the columns with some names.
fn expected(query: &str, names: &[&str], games: &str) -> Vec<Vec<String>> {
    let query = Query::parse(query).unwrap();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let columns = Columns::new(&Choice { names: Some(&names), ..Choice::of(query.set()) }).unwrap();
    let (keys, mut rows) = (query.set().sort_keys(0), Vec::new());
    let search = query.search(games, &RunOptions::default(), |found| {
        let cells = columns.values(&Row::of(&found, "query", &keys), &mut MoveList::default());
        rows.push(cells.iter().map(|cell| cell.text().into_owned()).collect());
        ControlFlow::Continue(())
    });
    search.unwrap();
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_those_of_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let forms = forms(folder.path());
    let plain = forms[0].to_str().unwrap();
    let names = ["game", "position", "ply", "white", "eco", "result", "move", "uci", "fen", "year", "white_elo"];
    let columns = names.join(", ");
    for query in ["mate", "stalemate", "mate and move previous from N", "check and wtm", "A attacks k and #A < 5"] {
        let expected = expected(query, &names, plain);
        assert!(!expected.is_empty());
        for (form, threads) in forms.iter().zip([1, 2, 3]) {
            let (context, notices) = context(threads);
            let sql = format!("select {columns} from cql('{query}', '{}')", form.display());
            assert_eq!(rows(&context, &sql).await.unwrap(), expected, "{sql}");
            let count = number(&context, &format!("select count(*) from cql('{query}', '{}')", form.display())).await;
            assert_eq!(count, expected.len() as u64, "{query}");
            assert_eq!(*notices.lock().unwrap(), Vec::<String>::new());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_of_queries() {
    let (context, _) = context(2);
    let sql = format!(
        "select length, moves, uci_moves, sort_ply, king, n, file from (select *, \"sort ply\" as sort_ply from \
         cql('next 3 99 (check+) sort ply', '{SAMPLE}', select => 'king=k', select => 'n = #A')) order by length desc limit 1"
    );
    let found = rows(&context, &sql).await.unwrap();
    assert_eq!(found[0][0], "10");
    assert_eq!(found[0][5], found[0][5].parse::<u32>().unwrap().to_string());
    assert!(found[0][1].starts_with("1... Qd5+"), "{found:?}");
    assert_eq!(found[0][2].split(' ').count(), found[0][1].split(' ').filter(|word| !word.ends_with('.')).count());
    let whole = rows(&context, &format!("describe select * from cql('mate', '{SAMPLE}')")).await.unwrap();
    let names: Vec<&str> = whole.iter().map(|row| row[0].as_str()).collect();
    let usual = ["file", "game", "position", "ply", "white", "black", "date", "event", "eco", "result", "move", "san"];
    assert_eq!(names[..12], usual);
    let further = [
        "site",
        "round",
        "year",
        "day",
        "event_date",
        "opening",
        "variation",
        "white_elo",
        "black_elo",
        "plies",
        "clock",
    ];
    assert_eq!(names[12..], [&["uci", "fen"][..], &further, &["elapsed", "eval", "eval_mate", "tags"]].concat());
}

#[tokio::test(flavor = "multi_thread")]
async fn games_and_positions() {
    let folder = tempfile::tempdir().unwrap();
    let (mut games, mut plies, mut white) = (0u64, 0u64, Vec::new());
    for game in tabiya::Games::open(SAMPLE).unwrap() {
        let game = game.unwrap();
        games += 1;
        plies += u64::from(game.tree().mainline_len()) - 1;
        white.push(vec![game.player(Color::White).to_owned(), game.result().as_str().to_owned()]);
    }
    for (form, threads) in forms(folder.path()).iter().zip([1, 2, 2]) {
        let (context, _) = context(threads);
        let (all, places) = (format!("games('{}')", form.display()), format!("positions('{}')", form.display()));
        assert_eq!(number(&context, &format!("select count(*) from {all}")).await, games);
        assert_eq!(number(&context, &format!("select sum(plies) from {all}")).await, plies);
        assert_eq!(number(&context, &format!("select count(*) from {places}")).await, plies + games);
        assert_eq!(number(&context, &format!("select count(*) from {places} where ply = 20")).await, {
            number(&context, &format!("select count(*) from {all} where plies >= 20")).await
        });
        assert_eq!(rows(&context, &format!("select white, result from {all}")).await.unwrap(), white);
        let sql = format!("select san, fen from {places} where game = 1 and ply <= 1 order by ply");
        let first = rows(&context, &sql).await.unwrap();
        assert_eq!(first[0], ["", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]);
        assert_eq!(first[1][0], "e4");
        // A mate is a check, and nothing comes after it.
        let sql = format!("select count(*) from {places} where san like '%#'");
        assert_eq!(number(&context, &sql).await, expected("mate and not initial", &["game"], SAMPLE).len() as u64);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_evaluations_tags_and_variations() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.pgn");
    let text = "[White \"A\"]\n[Annotator \"Me \\\"I\\\"\"]\n[Result \"0-1\"]\n\n\
                1. f3 {[%clk 0:02:59.7] [%eval -0.5]} (1. e4 c5) e5 {[%emt 0:00:07]} 2. g4 {[%eval #-1]} Qh4# 0-1\n";
    std::fs::write(&path, text).unwrap();
    let (context, _) = context(2);
    let table = format!("'{}'", path.display());
    let sql = format!("select ply, san, clock, elapsed, eval, eval_mate from positions({table}) where ply > 0");
    let found = rows(&context, &sql).await.unwrap();
    let rows_of = |texts: [[&str; 6]; 4]| texts.map(|row| row.map(str::to_owned).to_vec()).to_vec();
    let none = "";
    assert_eq!(
        found,
        rows_of([
            ["1", "f3", "179.7", none, "-50", none],
            ["2", "e5", none, "7.0", none, none],
            ["3", "g4", none, none, none, "-1"],
            ["4", "Qh4#", none, none, none, none],
        ])
    );
    // The rows of a query have the same columns.
    assert_eq!(rows(&context, &sql.replace("positions(", "cql('true', ")).await.unwrap(), found);
    let count = |options: &str| format!("select count(*) from positions({table}{options})");
    assert_eq!(number(&context, &count("")).await, 5);
    assert_eq!(number(&context, &count(", variations => true")).await, 7);
    let sql =
        format!("select tags['Annotator'], tags['Nothing'] from games({table}) where tags['Annotator'] like 'Me%'");
    assert_eq!(rows(&context, &sql).await.unwrap(), [["Me \"I\"", ""]]);
    let sql = format!("select tags['Annotator'] from cql('mate', {table}) where tags['Annotator'] = 'x'");
    assert!(rows(&context, &sql).await.unwrap().is_empty());
    let sql = |options: &str| format!("select count(*) from cql('ply == 2', {table}{options})");
    assert_eq!(number(&context, &sql("")).await, 1);
    assert_eq!(number(&context, &sql(", variations => true")).await, 2);
}

/// The text of a physical plan.
async fn plan(context: &SessionContext, sql: &str) -> String {
    let rows = rows(context, &format!("explain {sql}")).await.unwrap();
    rows.into_iter().filter(|row| row[0] == "physical_plan").map(|row| row[1].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_conditions_and_limits_reach_the_reader() {
    let (context, _) = context(1);
    let games = format!("games('{SAMPLE}')");
    let text = plan(&context, &format!("select count(*) from {games}")).await;
    assert!(text.contains("GamesExec: rows=games") && text.contains("columns=[]"), "{text}");
    let text = plan(&context, &format!("select white from {games} where year < 1900 and upper(black) = 'X'")).await;
    assert!(text.contains("columns=[white, black], filters=[year < Int32(1900)]"), "{text}");
    assert!(text.contains("FilterExec: upper(black"), "{text}");
    let text = plan(&context, &format!("select white from {games} where result = '1-0' limit 3")).await;
    assert!(text.contains("filters=[result = Utf8(\"1-0\")], limit=3"), "{text}");
    assert!(!text.contains("FilterExec"), "{text}");
    let text = plan(&context, &format!("select fen from cql('mate', '{SAMPLE}') where 'Tal' in (white, black)")).await;
    assert!(text.contains("rows=cql(mate)") && text.contains("filters=[Utf8(\"Tal\") IN ([white, black])]"), "{text}");
}

/// A condition means the same whether the reader or DataFusion decides it.
#[tokio::test(flavor = "multi_thread")]
async fn conditions_keep_their_meaning() {
    let folder = tempfile::tempdir().unwrap();
    let conditions = [
        "white like '%a%'",
        "white not like '%a%'",
        "white ilike '%A%' and result = '1-0'",
        "result <> '1-0'",
        "result in ('1-0', '0-1')",
        "year < 1900",
        "year between 1850 and 1900",
        "not (year < 1900)",
        "year is null",
        "year is not null or result = '*'",
        "white_elo > 2000",
        "white_elo is null and result = '1/2-1/2'",
        "eco >= 'C00'",
        "eco like 'B%' and result = '1-0'",
        "opening = 'Sicilian Defence'",
        "opening is null",
        "variation is not null and white_elo > 1000",
        "white = black",
        "game > 10 and game <= 20",
        "game not in (1, 2, 3)",
        "'Anderssen, Adolf' in (white, black)",
        "tags['Annotator'] is null",
        "ply > 30",
        "ply between 10 and 12 or result = '0-1'",
        "file like '%x%'",
        "plies > 50",
    ];
    let positions = |condition: &str| condition.contains("ply ");
    let mut some = 0;
    for form in forms(folder.path()) {
        let (context, _) = context(2);
        let form = form.display();
        for condition in conditions {
            let mut tables = vec![format!("positions('{form}')")];
            if !condition.contains("plies") {
                tables.push(format!("cql('check', '{form}')"));
            }
            if !positions(condition) {
                tables.push(format!("games('{form}')"));
            }
            for table in tables {
                let here = number(&context, &format!("select count(*) from {table} where {condition}")).await;
                // A volatile function cannot reach the reader, and neither can the other side of its `or`.
                let sql = format!("select count(*) from {table} where ({condition}) or (random() > 2)");
                let there = number(&context, &sql).await;
                assert_eq!(here, there, "{table} where {condition}");
                some += here;
            }
        }
    }
    assert!(some > 1000);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_stay_unread_where_tags_decide() {
    let (context, _) = context(1);
    let unread = async |sql: String| {
        let plan: Arc<dyn ExecutionPlan> = context.sql(&sql).await.unwrap().create_physical_plan().await.unwrap();
        collect(Arc::clone(&plan), context.task_ctx()).await.unwrap();
        let mut leaf = plan;
        while let Some(child) = leaf.children().first() {
            leaf = Arc::clone(child);
        }
        let metrics = leaf.metrics().unwrap();
        let value = |name: &str| metrics.sum_by_name(name).map_or(0, |value| value.as_usize());
        (value("games"), value("games_unread"))
    };
    assert_eq!(unread(format!("select count(*) from games('{SAMPLE}')")).await, (68, 68));
    assert_eq!(unread(format!("select white, result from games('{SAMPLE}')")).await.0, 68);
    assert_eq!(unread(format!("select max(plies) from games('{SAMPLE}')")).await, (68, 0));
    assert_eq!(unread(format!("select eco from games('{SAMPLE}')")).await, (68, 68));
    // Moves are read where tags do not say the opening.
    let tagged = format!("select count(*) from games('{SAMPLE}') where tags['Opening'] is not null");
    let tagged = number(&context, &tagged).await;
    let (games, skipped) = unread(format!("select opening from games('{SAMPLE}')")).await;
    assert_eq!((games, skipped as u64), (68, tagged));
    let (games, skipped) = unread(format!("select max(plies) from games('{SAMPLE}') where year > 1900")).await;
    assert!(games == 68 && skipped > 10, "{skipped}");
    let (games, skipped) = unread(format!("select move from cql('check', '{SAMPLE}') where year > 1900")).await;
    assert!(games == 68 && skipped > 10, "{skipped}");
    let (_, skipped) = unread(format!("select move from cql('check', '{SAMPLE}') where result = '1-0'")).await;
    assert!(skipped > 10, "{skipped}");
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_those_of_the_library() {
    let (context, _) = context(2);
    let error = context.sql(&format!("select * from cql('wtm\nchekc', '{SAMPLE}')")).await.unwrap_err();
    let DataFusionError::External(inner) = error.find_root() else { panic!("{error}") };
    let known = Query::parse("wtm\nchekc").unwrap_err();
    assert_eq!(inner.downcast_ref::<QueryError>().unwrap().to_string(), known.to_string());
    let message = async |sql: &str| match rows(&context, sql).await {
        Ok(rows) => panic!("{sql}: {rows:?}"),
        Err(error) => error.to_string(),
    };
    let text = message("select count(*) from games('nothing.pgn')").await;
    assert!(text.contains("nothing.pgn"), "{text}");
    assert!(message("select * from games('nothing*.pgn')").await.contains("no file matches"));
    assert!(message("select * from cql('mate')").await.contains("too little"));
    assert!(message("select * from cql(mate, 'x.pgn')").await.contains("single quotes"));
    assert!(message("select * from games(5)").await.contains("single quotes"));
    assert!(message("select * from games('x.pgn', variations => true)").await.contains("no argument"));
    assert!(message("select * from positions('x.pgn', variations => 1)").await.contains("true or false"));
    assert!(message("select * from cql('mate', 'x.pgn', select => 'x')").await.contains("NAME=EXPR"));
    // A query that fails while it runs ends the statement.
    let text = message(&format!("select count(*) from cql('x', '{SAMPLE}', select => 'x=1')")).await;
    assert!(text.contains('x'), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_and_warnings_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.pgn");
    let bad = "[White \"A\"]\n\n1. e4 e5 2. Ke8 Nf6 *\n\n";
    std::fs::write(&path, bad.repeat(30)).unwrap();
    for sql in [
        format!("select count(*) from positions('{}')", path.display()),
        format!("select count(*) from cql('wtm', '{}')", path.display()),
    ] {
        let (context, notices) = context(2);
        number(&context, &sql).await;
        let notices = notices.lock().unwrap();
        assert!(notices[0].starts_with("warning[") && notices[0].contains("game 1"), "{notices:?}");
        let last = notices.last().unwrap();
        assert!(last.contains("30 games have moves that could not be read"), "{notices:?}");
        assert!(notices.iter().any(|notice| notice.contains("and 20 more warnings")), "{notices:?}");
        assert_eq!(notices.len(), 12);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn text_that_is_no_pgn_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.md");
    std::fs::write(&path, "# Notes\n\n* one\n* two\n* three\n").unwrap();
    let path = path.display();
    for sql in [
        format!("select count(*) from games('{path}')"),
        format!("select count(white) from games('{path}')"),
        format!("select count(*) from games('{path}') where year > 1900"),
        format!("select max(result) from games('{path}')"),
        format!("select max(plies) from games('{path}')"),
        format!("select count(*) from positions('{path}')"),
        format!("select count(*) from cql('player \"Tal\"', '{path}')"),
        format!("select count(*) from cql('mate', '{path}') where white = 'Tal'"),
    ] {
        let (context, _) = context(2);
        let error = rows(&context, &sql).await.map(drop).unwrap_err();
        let expected = format!("cannot read {path}: it is text with neither tags nor moves, not PGN");
        assert!(format!("{error:?}").contains(&expected), "{sql}: {error:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manifest_stands_for_its_shards() {
    let folder = tempfile::tempdir().unwrap();
    forms(folder.path());
    let bytes = |name: &str| std::fs::metadata(folder.path().join(name)).unwrap().len();
    let shard = |name: &str, bytes: u64| format!(r#"{{"path": "{name}", "games": 68, "bytes": {bytes}}}"#);
    let write = |name: &str, shards: &[String]| {
        let text = format!(r#"{{"format": "tabiya-shards", "version": 1, "shards": [{}]}}"#, shards.join(", "));
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    let both = [shard("x.pgn.zst", bytes("x.pgn.zst")), shard("x.tabiya", bytes("x.tabiya"))];
    write("manifest.json", &both);
    let (context, notices) = context(2);
    let file = |name: &str| format!("'{}/{name}'", folder.path().display());
    let games = number(&context, &format!("select count(*) from games({})", file("manifest.json"))).await;
    assert_eq!(games, 2 * 68);
    let sql = format!("select count(*) from cql('mate', {}, {})", file("manifest.json"), file("x.pgn"));
    assert_eq!(number(&context, &sql).await, 3 * 20);
    let sql = format!("select count(*) from positions({}) where ply = 0", file("manifest.json"));
    assert_eq!(number(&context, &sql).await, 2 * 68);
    assert_eq!(*notices.lock().unwrap(), [""; 0]);
    // What it names must be there, and as it was; under another name it is at least no game.
    write("other.json", &[both[0].clone(), shard("x.tabiya", 7)]);
    write("missing.json", &[both[0].clone(), shard("y.tabiya", 7)]);
    write("manifest", &both);
    std::fs::write(folder.path().join("games.json"), "{}").unwrap();
    for (name, expected) in [
        ("other.json", "x.tabiya has "),
        ("missing.json", "cannot read the shard "),
        ("games.json", "it is no manifest of `tabiya shard`"),
        ("manifest", "name the shards themselves"),
    ] {
        let error =
            rows(&context, &format!("select count(*) from games({})", file(name))).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_and_dropped_streams_end_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pgn");
    let text = std::fs::read_to_string(SAMPLE).unwrap();
    std::fs::write(&path, format!("{text}\n\n").repeat(300)).unwrap();
    for sql in [
        format!("select fen from positions('{}')", path.display()),
        format!("select fen from cql('true', '{}')", path.display()),
    ] {
        let (context, _) = context(2);
        assert_eq!(rows(&context, &format!("{sql} limit 10")).await.unwrap().len(), 10);
        assert_eq!(rows(&context, &format!("{sql} limit 9000")).await.unwrap().len(), 9000);
        assert_eq!(rows(&context, &format!("{sql} limit 0")).await.unwrap().len(), 0);
    }
    let query = CqlQuery::read_text("true", &CqlOptions::default()).unwrap();
    for threads in [1, 2] {
        let scan = Scan { threads: NonZeroUsize::new(threads), ..Scan::default() };
        let mut stream = query.search(Sources::from(&path), &scan).unwrap();
        let counts = stream.counts();
        assert!(stream.next().await.unwrap().unwrap().num_rows() > 0);
        drop(stream);
        // The threads end, and then the numbers stand still.
        let started = Instant::now();
        loop {
            let before = counts.games();
            tokio::time::sleep(Duration::from_millis(300)).await;
            if counts.games() == before {
                break;
            }
            assert!(started.elapsed() < Duration::from_secs(10));
        }
        assert!(!counts.is_complete() && counts.games() < 68 * 300, "{}", counts.games());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_cover_every_game() {
    let query = CqlQuery::read_text("mate", &CqlOptions::default()).unwrap();
    for threads in [1, 2] {
        let scan = Scan { projection: Some(vec![]), threads: NonZeroUsize::new(threads), ..Scan::default() };
        let mut stream = query.search(Sources::from(SAMPLE), &scan).unwrap();
        let counts = stream.counts();
        let mut rows = 0;
        while let Some(batch) = stream.next().await {
            rows += batch.unwrap().num_rows();
        }
        assert_eq!((rows, counts.rows(), counts.games()), (20, 20, 68));
        assert!(counts.is_complete());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn patterns_and_several_files() {
    let folder = tempfile::tempdir().unwrap();
    forms(folder.path());
    let (context, _) = context(2);
    let sql = format!("select count(*) from games('{}/x.*')", folder.path().display());
    assert_eq!(number(&context, &sql).await, 3 * 68);
    let sql = format!("select count(*) from games('{0}/x.pgn', '{0}/x.tabiya')", folder.path().display());
    assert_eq!(number(&context, &sql).await, 2 * 68);
    let sql = format!("select count(*) from cql('mate', '{}')", folder.path().display());
    assert_eq!(number(&context, &sql).await, 2 * 20);
    // Tables can be joined, named and used twice.
    rows(&context, &format!("create view mates as select * from cql('mate', '{SAMPLE}')")).await.unwrap();
    let sql = format!("select count(*) from mates m join games('{SAMPLE}') g on m.game = g.game and g.plies = m.ply");
    assert_eq!(number(&context, &sql).await, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_of_a_file_that_the_query_names() {
    let folder = tempfile::tempdir().unwrap();
    forms(folder.path());
    let files = vec![folder.path().to_str().unwrap().to_owned()];
    let context = SessionContext::new();
    let resources = Resources { files, ..Resources::default() };
    register(&context, TableOptions { resources, ..TableOptions::default() });
    for form in ["x.pgn", "x.tabiya"] {
        let asked = format!("position in \"{}\"", folder.path().join(form).display());
        let count = |query: &str| format!("select count(*) from cql('{query}', '{SAMPLE}')");
        assert_eq!(number(&context, &count(&asked)).await, number(&context, &count("true")).await, "{form}");
        assert_eq!(number(&context, &count(&format!("not {asked}"))).await, 0, "{form}");
        let closed = self::context(1).0.sql(&count(&asked)).await.unwrap_err().to_string();
        assert!(closed.contains("not allowed to open files"), "{closed}");
    }
}

/// A table `texts` with the sample games as texts, one to a row, and a row without a text.
async fn column_of_texts(context: &SessionContext) -> u64 {
    let text = std::fs::read_to_string(SAMPLE).unwrap().replace('\'', "''");
    let mut games: Vec<String> = Vec::new();
    for part in text.split("[Event ").skip(1) {
        games.push(format!("({}, '[Event {}')", games.len() + 1, part));
    }
    let sql = format!("create table texts as select * from (values {}, (0, null)) as t (n, pgn)", games.join(", "));
    rows(context, &sql).await.unwrap();
    games.len() as u64
}

#[tokio::test(flavor = "multi_thread")]
async fn a_column_of_texts() {
    let (context, notices) = context(2);
    let games = column_of_texts(&context).await;
    assert_eq!(games, 68);
    for query in ["mate", "next (check . mate)", "player \"Tal\"", "true", "false"] {
        let of_file = |what: &str| format!("select {what} from cql('{query}', '{SAMPLE}')");
        let of_column = |what: &str| format!("select {what} from texts where n > 0");
        let counted = number(&context, &of_column(&format!("coalesce(sum(cql_count('{query}', pgn)), 0)"))).await;
        assert_eq!(counted, number(&context, &of_file("count(*)")).await, "{query}");
        let matched = number(&context, &of_column(&format!("count(*) filter (where cql_match('{query}', pgn))"))).await;
        assert_eq!(matched, number(&context, &of_file("count(distinct game)")).await, "{query}");
        let what = "game, position, ply, move";
        let unnested = format!("select n as game, unnest(cql_rows('{query}', pgn)) as r from texts");
        let sql = format!("select game, r['position'], r['ply'], r['move'] from ({unnested}) order by 1, 2");
        let expected = rows(&context, &format!("{} order by 1, 2", of_file(what))).await.unwrap();
        assert_eq!(rows(&context, &sql).await.unwrap(), expected, "{query}");
    }
    // `null` gives `null`; several games in a text count together; text other than PGN has no match.
    let one = |what: &str| format!("select {what}");
    let mates = "1. f3 e5 2. g4 Qh4# 0-1 1. e4 e5 * 1. f3 e5 2. g4 Qh4# 0-1";
    assert_eq!(number(&context, &one(&format!("cql_count('mate', '{mates}')"))).await, 2);
    assert_eq!(number(&context, "select cql_count('mate', 'no game')").await, 0);
    let none =
        rows(&context, "select cql_match('mate', pgn) is null, cql_rows('mate', pgn) is null from texts where n = 0");
    assert_eq!(none.await.unwrap(), [["true", "true"]]);
    assert!(notices.lock().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_queries_on_a_column() {
    let (context, notices) = context(1);
    column_of_texts(&context).await;
    for (call, says) in [
        ("cql_match('chekc', pgn)", "there is no filter or variable `chekc`"),
        ("cql_match(pgn, pgn)", "the query of cql_match must be a text"),
        ("cql_count('persistent x = 1 x += 1', pgn)", "cql_count looks at each game by itself"),
        ("cql_count('x=0 while (true) x+=1', pgn)", "after 10000000 steps"),
    ] {
        let error = rows(&context, &format!("select {call} from texts")).await.unwrap_err().to_string();
        assert!(error.contains(says), "{call}: {error}");
    }
    // A query is warned of once.
    notices.lock().unwrap().clear();
    rows(&context, "select cql_match('result 1/2', pgn), cql_count('result 1/2', pgn) from texts").await.unwrap();
    let warnings = notices.lock().unwrap().iter().filter(|notice| notice.contains("always matches")).count();
    assert_eq!(warnings, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_for_each_position_of_a_sequence() {
    let (context, _) = context(2);
    let almost = "'next almost 1 (check . mate)'";
    let steps = format!("cql({almost}, '{SAMPLE}', rows => 'steps')");
    let first = rows(&context, &format!("select game, step, constituent, differs from {steps} limit 3")).await.unwrap();
    assert_eq!(first, [["1", "0", "check", "false"], ["1", "1", ".", "false"], ["1", "2", "mate", "true"]]);
    let all = rows(&context, &format!("select count(*) from {steps}")).await.unwrap();
    let lengths = rows(&context, &format!("select sum(length) from cql({almost}, '{SAMPLE}')")).await.unwrap();
    assert_eq!(all, lengths);
    let of_one = rows(&context, &format!("select distinct game from {steps} where game = 1")).await.unwrap();
    assert_eq!(of_one, [["1"]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_in_which_nothing_matches() {
    let (context, _) = context(2);
    let others = format!("cql('mate', '{SAMPLE}', unmatched => true)");
    let games = rows(&context, &format!("select game, position from {others} order by game")).await.unwrap();
    let mates = rows(&context, &format!("select distinct game from cql('mate', '{SAMPLE}')")).await.unwrap();
    let mates: HashSet<String> = mates.into_iter().flatten().collect();
    let without = (1..=68).map(|game| game.to_string()).filter(|game| !mates.contains(game));
    assert_eq!(games, without.map(|game| vec![game, String::new()]).collect::<Vec<_>>());
    // A condition removes rows, and adds none.
    let draws = rows(&context, &format!("select count(*) from {others} where result = '1/2-1/2'")).await.unwrap();
    let counted = format!("select count(*) from {others} o join games('{SAMPLE}') g on o.game = g.game");
    let counted = rows(&context, &format!("{counted} where g.result = '1/2-1/2'")).await.unwrap();
    assert_eq!(draws, counted);
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_cannot_be() {
    let (context, _) = context(1);
    for (arguments, text) in [
        ("'mate', 'FILE', rows => 'steps'", "needs next, previous, line or path"),
        ("'next (check .)', 'FILE', rows => 'moves'", "'matches' or 'steps'"),
        ("'next (check .)', 'FILE', rows => 'steps', unmatched => true", "have no steps"),
        ("'mate', 'FILE', unmatched => 1", "true or false"),
    ] {
        let sql = format!("select * from cql({})", arguments.replace("FILE", SAMPLE));
        let error = rows(&context, &sql).await.unwrap_err().to_string();
        assert!(error.contains(text), "{arguments}: {error}");
    }
}
