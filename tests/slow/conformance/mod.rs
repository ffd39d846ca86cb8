//! Facts about games: every conformance case through the library, and some of them through the command.
//!
//! A case asks one query of one file and knows which positions match, and with which value.

mod outputs;

use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use tabiya::database::Summary;
use tabiya::game::{RawGame, Reading};
use tabiya::syntax::Dialect;
use tabiya::{
    Game, Games, Need, Needs, ParsedQuery, PlanOptions, QueryOptions, QuerySet, SearchOptions, Source, Value,
};

/// The files that hold such cases; `errors` and `comments` are about other things.
const FILES: [&str; 10] =
    ["cql5", "next", "pathological", "tree", "language", "board", "line", "path", "again", "beyond"];

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// By game: positions in order, each with its value as CQL prints it.
type Answer = BTreeMap<u64, Vec<(u64, String)>>;

struct Case {
    id: String,
    pgn: String,
    query: String,
    dialect: String,
    variations: bool,
    value: Option<String>,
    options: Vec<String>,
    expected: Answer,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for file in FILES {
        let text = std::fs::read_to_string(data(&format!("conformance/{file}.jsonl"))).expect("cases");
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let read = lines.map(|line| serde_json::from_str::<Json>(line).expect("a case"));
        // Queries that must be refused are tested in `tests/language/syntax`.
        cases.extend(read.filter(|json| json["error"].is_null()).map(|json| case(&json)));
    }
    cases
}

fn case(json: &Json) -> Case {
    let text = |key: &str| json[key].as_str().map(str::to_owned);
    let place = |row: &Json| match row.as_array() {
        Some(pair) => (pair[0].as_u64().expect("a position"), printed(&pair[1])),
        None => (row.as_u64().expect("a position"), String::new()),
    };
    let rows = |rows: &Json| rows.as_array().into_iter().flatten().map(place).collect();
    let games = json["matched"].as_object().into_iter().flatten();
    Case {
        id: text("id").expect("an id"),
        pgn: text("pgn").unwrap_or_default(),
        query: format!("cql()\n{}\n", text("query").unwrap_or_default()),
        dialect: text("dialect").unwrap_or_else(|| "6".into()),
        variations: json["variations"] == true,
        value: text("value"),
        options: json["options"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|o| o.as_str().map(str::to_owned))
            .collect(),
        expected: games.map(|(game, found)| (game.parse().expect("a game"), rows(found))).collect(),
    }
}

/// A value as CQL prints it: sets in brackets unless they hold one square.
fn printed(value: &Json) -> String {
    match value {
        Json::Array(squares) => {
            let names: Vec<&str> = squares.iter().filter_map(Json::as_str).collect();
            if names.len() == 1 { names[0].into() } else { format!("[{}]", names.join(",")) }
        }
        Json::Bool(true) => "<true>".into(),
        Json::Bool(false) => "<false>".into(),
        Json::String(text) => text.clone(),
        Json::Null => String::new(),
        other => other.to_string(),
    }
}

fn json(value: &Value) -> Json {
    match value {
        Value::True => true.into(),
        Value::Number(n) => (*n).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Squares(squares) => squares.clone().into(),
        Value::Position(id) => (*id).into(),
        _ => Json::Null,
    }
}

/// The games of a file, with their texts and their summaries.
type File = Vec<(RawGame, Game, Summary)>;

fn file(name: &str) -> File {
    let mut games = Games::open(data(&format!("games/{name}.pgn"))).expect("games");
    let (mut file, mut raw) = (File::new(), RawGame::default());
    while games.read_raw(&mut raw).expect("a game") {
        let mut game = Game::new();
        game.parse(&raw);
        let summary = Summary::of(&game);
        file.push((raw.clone(), game, summary));
    }
    file
}

/// The answers of the library, and how many games it refuses by their tags, the text of their moves or their summaries.
/// These are not searched.
fn answer(case: &Case, games: &File, plan: PlanOptions) -> Result<(Answer, usize), String> {
    let options = QueryOptions {
        dialect: if case.dialect == "5" { Dialect::Five } else { Dialect::Six },
        variations: case.variations.then_some(true),
        linearize: !case.options.iter().any(|option| option == "--nolinearize"),
        selects: case.value.iter().map(|value| ("value".to_owned(), value.clone())).collect(),
        plan,
        ..QueryOptions::default()
    };
    let source = Source { name: "query.cql".into(), text: case.query.clone() };
    let query = ParsedQuery::parse(source, &options).map_err(|error| error.to_string())?;
    let set = QuerySet::new(vec![query], &options).map_err(|error| error.to_string())?;
    let search = SearchOptions { last_game_number: Some(games.len() as u64), ..SearchOptions::default() };
    let mut scratches = Vec::new();
    let (mut answer, mut refused) = (Answer::new(), 0);
    let mut head = Game::new();
    for (raw, game, summary) in games {
        let mut is_refused = set.is_refused_by_summary(summary, Some(game.result()));
        head.parse_unless_skimmed(raw, &Reading::default(), set.skims(), |head, tokens| {
            is_refused |= match tokens {
                None => set.is_refused_by_tags(head, &mut scratches, &search),
                Some(tokens) => set.is_refused_by_tokens(head, tokens, &mut scratches, &search),
            };
            tokens.is_some() || !set.skims()
        });
        if is_refused {
            refused += 1;
            continue;
        }
        let found = set.search_game(game, &mut scratches, &search).swap_remove(0).map_err(|error| error.to_string())?;
        for found in &found.matches {
            let value = found.values.first().map_or(Json::Null, json);
            if case.value.is_none() || value != Json::Null {
                answer.entry(game.number()).or_default().push((found.position.into(), printed(&value)));
            }
        }
    }
    Ok((answer, refused))
}

/// The first game in which two answers differ.
fn difference(expected: &Answer, got: &Answer) -> Option<String> {
    let games: BTreeSet<&u64> = expected.keys().chain(got.keys()).collect();
    let differ = |game: &&&u64| expected.get(game) != got.get(game);
    let cut = |rows: Option<&Vec<(u64, String)>>| {
        format!("{:?}", rows.unwrap_or(&Vec::new())).chars().take(150).collect::<String>()
    };
    let game = games.iter().find(differ)?;
    Some(format!("game {game}: expected {}, got {}", cut(expected.get(game)), cut(got.get(game))))
}

#[test]
fn the_library_answers_every_case() {
    let mut files: HashMap<String, File> = HashMap::new();
    let cases = cases();
    for case in &cases {
        files.entry(case.pgn.clone()).or_insert_with(|| file(&case.pgn));
    }
    let refused = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let parts = cases.chunks(cases.len().div_ceil(threads)).map(|part| {
            let (files, refused) = (&files, &refused);
            let complaint = move |case| complaint(case, &files[&case.pgn], refused);
            scope.spawn(move || part.iter().filter_map(complaint).collect::<Vec<_>>())
        });
        let running: Vec<_> = parts.collect();
        running.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{} of {} failed\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(refused.into_inner() > cases.len(), "few games were refused");
}

/// The faults of the answers to a case: with all games searched, without those that are refused, and with each kind of
/// condition switched off.
fn complaint(case: &Case, games: &File, refused: &AtomicUsize) -> Option<String> {
    let plan = |skip_moves, needs| PlanOptions { skip_moves, needs, ..PlanOptions::default() };
    let all = match answer(case, games, plan(false, Needs::NONE)) {
        Ok((_, 1..)) => return Some(format!("  {}: a game was refused although that was switched off", case.id)),
        Ok((all, 0)) => all,
        Err(error) => return Some(format!("  {}: {error}", case.id)),
    };
    let unskimmed = PlanOptions { tokens: false, ..plan(true, Needs::ALL) };
    let ways = [("all", plan(true, Needs::ALL)), ("needs", plan(true, Needs::NONE)), ("tokens", unskimmed)];
    let without = Need::ALL.map(|need| (need.name(), plan(true, Needs::ALL.without(need))));
    let skipped = |(name, plan)| match answer(case, games, plan) {
        Ok((got, without)) => {
            refused.fetch_add(without, Ordering::Relaxed);
            difference(&all, &got).map(|wrong| format!("conditions ({name}): {wrong}"))
        }
        Err(error) => Some(error),
    };
    let wrong = difference(&case.expected, &all).or_else(|| ways.into_iter().chain(without).find_map(skipped))?;
    Some(format!("  {}: {wrong}\n      {:?}", case.id, case.query))
}

#[test]
fn the_command_answers_some_cases() {
    let folder = tempfile::tempdir().expect("a folder");
    for case in cases().iter().step_by(25) {
        let query = folder.path().join("query.cql");
        std::fs::write(&query, &case.query).expect("a query file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.args(["search", "--dialect", &case.dialect, "--format", "jsonl", "-f"]).arg(&query);
        command.args(case.variations.then_some("--variations"));
        if let Some(value) = &case.value {
            command.arg("--select").arg(format!("value={value}"));
        }
        command.args(&case.options).arg(data(&format!("games/{}.pgn", case.pgn))).stdin(Stdio::null());
        let output = command.output().expect("it runs");
        let mut got = Answer::new();
        for line in String::from_utf8(output.stdout).expect("UTF-8").lines() {
            let row: Json = serde_json::from_str(line).expect("a row");
            if case.value.is_none() || row["value"] != Json::Null {
                let game = row["game"].as_u64().expect("a game");
                let value = row.get("value").map(printed).unwrap_or_default();
                got.entry(game).or_default().push((row["position"].as_u64().expect("a position"), value));
            }
        }
        assert_eq!(difference(&case.expected, &got), None, "{}: {}", case.id, String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(i32::from(case.expected.is_empty())), "{}", case.id);
    }
}
