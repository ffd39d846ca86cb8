//! The conformance cases that need no order, each as a statement over shards of its games.

use crate::fleet::{Fleet, project, rows, shard};
use serde_json::Value as Json;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use tabiya_test_support::size;

/// The files that hold such cases.
const FILES: [&str; 9] = ["cql5", "next", "pathological", "tree", "language", "board", "line", "path", "again"];

/// The number of cases in a statement.
const AT_ONCE: usize = 16;

/// The number of shards of each file.
const SHARDS: &str = "3";

struct Case {
    id: String,
    pgn: String,
    query: String,
    variations: bool,
    value: Option<String>,
    /// Games and positions.
    expected: BTreeSet<(i64, i64)>,
}

/// The cases that a table can run: those of CQL 6, without options of the command.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for file in FILES {
        let path = project().join(format!("tests/data/conformance/{file}.jsonl"));
        for line in fs::read_to_string(path).expect("cases").lines().filter(|line| !line.trim().is_empty()) {
            let json: Json = serde_json::from_str(line).expect("a case");
            let text = |key: &str| json[key].as_str().map(str::to_owned);
            let dialect = text("dialect").unwrap_or_else(|| "6".into());
            if !json["error"].is_null() || !json["options"].is_null() || dialect != "6" {
                continue;
            }
            let place = |row: &Json| row.as_i64().or_else(|| row[0].as_i64()).expect("a position");
            let games = json["matched"].as_object().into_iter().flatten();
            let expected = games.flat_map(|(game, rows)| {
                let game = game.parse().expect("a game");
                rows.as_array().into_iter().flatten().map(move |row| (game, place(row)))
            });
            cases.push(Case {
                id: text("id").expect("an id"),
                pgn: text("pgn").unwrap_or_default(),
                query: text("query").unwrap_or_default(),
                variations: json["variations"] == true,
                value: text("value"),
                expected: expected.collect(),
            });
        }
    }
    cases
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[tokio::test(flavor = "multi_thread")]
async fn conformance_cases() {
    let cases = cases();
    let step = cases.len().div_ceil(size("conformance cases", 120, cases.len()));
    let cases: Vec<&Case> = cases.iter().step_by(step).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let mut made = BTreeSet::new();
    for case in &cases {
        if made.insert(&case.pgn) {
            let games = project().join(format!("tests/data/games/{}.pgn", case.pgn));
            // Databases know the numbers that games have in their files.
            shard(&[games.as_path()], &folder.path().join(&case.pgn), &["--shards", SHARDS, "--database"]);
        }
    }
    let fleet = Fleet::start(2);
    let cluster = fleet.session();
    let (mut wrong, mut in_order) = (Vec::new(), 0);
    for some in cases.chunks(AT_ONCE) {
        let mut selects = Vec::new();
        for (i, case) in some.iter().enumerate() {
            let manifest = folder.path().join(&case.pgn).join("manifest.json");
            let mut arguments =
                vec![quoted(&format!("cql()\n{}\n", case.query)), quoted(&manifest.display().to_string())];
            if case.variations {
                arguments.push("variations => true".into());
            }
            let mut condition = "true";
            if let Some(value) = &case.value {
                arguments.push(format!("select => {}", quoted(&format!("value={value}"))));
                condition = "value is not null and cast(value as varchar) <> 'false'";
            }
            let select =
                format!("select {i} as n, game, position from cql({}) where {condition}", arguments.join(", "));
            // Some queries need all games in their order, and say so.
            match cluster.sql(&select).await {
                Ok(_) => selects.push(select),
                Err(error) if error.to_string().contains("cannot run on a cluster") => in_order += 1,
                Err(error) => wrong.push(format!("{}: {error}", case.id)),
            }
        }
        if selects.is_empty() {
            continue;
        }
        let found = rows(&cluster, &selects.join(" union all ")).await.unwrap_or_else(|error| panic!("{error}"));
        let mut places: HashMap<usize, Vec<(i64, i64)>> = HashMap::new();
        for row in &found {
            let numbers: Vec<i64> = row.split('|').map(|cell| cell.parse().expect("a number")).collect();
            places.entry(numbers[0] as usize).or_default().push((numbers[1], numbers[2]));
        }
        for (i, case) in some.iter().enumerate() {
            if !selects.iter().any(|select| select.starts_with(&format!("select {i} "))) {
                continue;
            }
            let found = places.remove(&i).unwrap_or_default();
            let unique: BTreeSet<(i64, i64)> = found.iter().copied().collect();
            if unique != case.expected || unique.len() != found.len() {
                let expected = case.expected.len();
                wrong.push(format!("{}: {} rows, {expected} expected: {}", case.id, found.len(), case.query));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(in_order * 10 < cases.len(), "{in_order} of {} need an order", cases.len());
}
