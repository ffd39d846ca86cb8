//! The value of each filter about one position: a table of small games and queries, and counts on a database.

use super::game;
use std::collections::HashMap;
use std::path::PathBuf;
use tabiya::syntax::Dialect;
use tabiya::{
    FileAccess, Game, Games, ParsedQuery, Query, QueryOptions, QuerySet, Scratch, SearchOptions, Source, Value,
};

fn table(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read_to_string(path).expect("a table")
}

/// A query with a column, if it is not refused.
fn planned(text: &str, select: Option<&str>, variations: bool) -> Option<QuerySet> {
    let selects = select.iter().map(|text| ("v".to_owned(), (*text).to_owned())).collect();
    let options =
        QueryOptions { dialect: Dialect::Six, variations: Some(variations), selects, ..QueryOptions::default() };
    let parsed = ParsedQuery::parse(Source { name: "row".into(), text: text.into() }, &options).ok()?;
    QuerySet::new(vec![parsed], &options).ok()
}

/// Matching positions with the value of the column as CQL prints it; none if the query is refused, also when it runs.
fn answer(game: &Game, text: &str, select: Option<&str>) -> Option<Vec<(u32, String)>> {
    let set = planned(text, select, false)?;
    let options = SearchOptions { last_game_number: Some(1), ..SearchOptions::default() };
    let found = set.search_game(game, &mut Vec::new(), &options).swap_remove(0).ok()?;
    Some(found.matches.iter().map(|m| (m.position, m.values.first().map(printed).unwrap_or_default())).collect())
}

fn printed(value: &Value) -> String {
    match value {
        Value::None => "none".into(),
        Value::True => "<true>".into(),
        Value::Number(n) => n.to_string(),
        Value::Text(text) => text.replace('\n', "\\n"),
        Value::Squares(squares) if squares.len() == 1 => squares[0].clone(),
        Value::Squares(squares) => format!("[{}]", squares.join(",")),
        Value::Position(id) => id.to_string(),
    }
}

/// The outcome of a row, as this table writes it.
fn outcome(game: &Game, query: &str, select: Option<&str>, expected: &str) -> String {
    let Some(found) = answer(game, query, select) else { return "refused".into() };
    match (select, expected.split_once(' ')) {
        (Some(_), _) => found.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" "),
        (None, Some(("at", _))) => {
            let places: Vec<String> = found.iter().map(|(n, _)| n.to_string()).collect();
            format!("at {}", if places.is_empty() { "none".into() } else { places.join(" ") })
        }
        (None, _) => if found.iter().any(|(n, _)| *n == 0) { "matches" } else { "fails" }.into(),
    }
}

#[test]
fn every_row_of_the_table_holds() {
    let text = table("board-rows.txt");
    let mut games: HashMap<&str, Game> = HashMap::new();
    let (mut rows, mut wrong) = (0, Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(named) = line.strip_prefix("= ") {
            let (name, pgn) = named.split_once(' ').expect("a name and a game");
            games.insert(name, game(&pgn.replace("] ", "]\n").replace("\\n", "\n")));
            continue;
        }
        let (name, rest) = line.split_once(": ").expect("a game and a query");
        let (query, expected) = rest.rsplit_once(" => ").expect("a query and its outcome");
        let (query, select) = match query.split_once(" => ") {
            Some((query, select)) => (query, Some(select)),
            None => (query, None),
        };
        rows += 1;
        let got = outcome(&games[name], query, select, expected);
        if got != expected {
            wrong.push(format!("{line}\n    got {got}"));
        }
    }
    assert!(rows > 400, "{rows} rows");
    assert!(wrong.is_empty(), "{} of {rows} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn counts_on_a_database_of_studies_are_those_of_others() {
    let Some(path) = tabiya_test_support::outside("corpora/cql-sample.pgn.zst") else { return };
    let games: Vec<Game> = Games::open(path).expect("games").map(|game| game.expect("a game")).collect();
    let text = table("sample-counts.txt");
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut rest = line.trim_start();
        let mut expected = Vec::new();
        for _ in 0..4 {
            let (cell, next) = rest.split_once(' ').expect("a cell");
            expected.push(cell.to_owned());
            rest = next.trim_start();
        }
        let got: Vec<String> =
            [false, true].into_iter().flat_map(|variations| counts(&games, rest, variations)).collect();
        if got.iter().zip(&expected).any(|(got, expected)| expected != "-" && got != expected) {
            wrong.push(format!("{line}\n    got {got:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The numbers of games and of positions that match.
fn counts(games: &[Game], text: &str, variations: bool) -> [String; 2] {
    let Some(set) = planned(text, None, variations) else { return ["refused", "refused"].map(str::to_owned) };
    let (mut scratches, mut matched, mut positions) = (Vec::new(), 0, 0);
    for game in games {
        let found = set.search_game(game, &mut scratches, &SearchOptions::default()).swap_remove(0).expect("a search");
        matched += usize::from(!found.matches.is_empty());
        positions += found.matches.len();
    }
    [matched.to_string(), positions.to_string()]
}

#[test]
fn similar_positions_are_those_of_another_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("known.pgn");
    let known = "1. e4 e5 2. Nf3 *\n\n[FEN \"8/2k5/8/2P5/8/3K4/8/8 w - - 0 1\"]\n\n1. Kd4 (1. Ke4) Kc6 *\n";
    std::fs::write(&file, known).expect("a file of games");
    let file = file.to_str().expect("a name");
    let found = |words: &str, pgn: &str| {
        let files = FileAccess::below([folder.path()]).expect("a folder");
        let options = QueryOptions { dialect: Dialect::Six, files, ..QueryOptions::default() };
        let found = Query::with_options(&format!("similarposition {words} \"{file}\""), &options)
            .expect("a query")
            .search_game(&game(pgn), &mut Scratch::new(), &SearchOptions::default())
            .expect("a search");
        let places: Vec<u32> = found.matches.iter().map(|m| m.position).collect();
        (places, found.sort_values.iter().map(|value| value.as_ref().map(ToString::to_string)).collect::<Vec<_>>())
    };
    let first = || vec![Some("1".to_owned())];
    // A transposition; variations of the other file do not count.
    assert_eq!(found("", "1. Nf3 e5 2. e4 *"), (vec![0, 3], first()));
    assert_eq!(found("nosort", "1. Nf3 e5 2. e4 *"), (vec![0, 3], vec![]));
    let shifted = "[FEN \"8/6k1/8/6P1/8/5K2/8/8 w - - 0 1\"]\n\n1. Kf4 Kg6 2. Ke3 *";
    assert_eq!(found("", shifted), (vec![0, 1, 2], vec![Some("2".to_owned())]));
    assert_eq!(found("notransform", shifted), (vec![], vec![None]));
    assert_eq!(found("nosort notransform", "1. e4 e5 *"), (vec![0, 1, 2], vec![]));
    assert_eq!(found("", "[FEN \"8/2k5/8/2P5/4K3/8/8/8 b - - 0 1\"]\n\n*"), (vec![], vec![None]));
}

#[test]
fn files_of_positions_that_cannot_be_read_are_told_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty.pgn");
    std::fs::write(&empty, "").expect("a file");
    for (file, says) in [(folder.path().join("none.pgn"), "cannot be read"), (empty, "contains no game")] {
        let text = format!("check or similarposition \"{}\"", file.display());
        let source = Source { name: "query".into(), text };
        let files = FileAccess::below([folder.path()]).expect("a folder");
        let options = QueryOptions { files, ..QueryOptions::default() };
        let error = ParsedQuery::parse(source, &options).expect_err("no positions");
        assert_eq!(error.diagnostics[0].code, "model-file");
        assert_eq!(error.diagnostics[0].span().start, 9);
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn tables_of_copies_and_sets_kept_in_loops_change_nothing() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games/studies.pgn");
    let games: Vec<Game> = Games::open(path).expect("games").map(|game| game.expect("a game")).collect();
    let plain = tabiya::PlanOptions { columns: false, reorder: false, ..tabiya::PlanOptions::default() };
    let mut matches = 0;
    for text in [
        "flip Ka1",
        "shift {Kc3 ke3 wtm}",
        "flip shift {ka1 Kc1 [QR]}",
        "flipcolor shift {[KQ]a1-2 kc1 not check}",
        "shift {[Kk]a1 not Pb2}",
        "flip {Pa-c2 Kb1 or pa7}",
        "shift {Ka1 x=#P x>1}",
        "square x in a {#(A->x) > #(a->x)}",
        "piece x in [RBQ] {#(x->a) > 1 x->{a & up 1 a}}",
        "square x in . {piece y in A {x in y->. parent:(A attacks x)}}",
    ] {
        let run = |plan| {
            let options = QueryOptions { dialect: Dialect::Six, plan, ..QueryOptions::default() };
            let query = tabiya::Query::with_options(text, &options).expect("a query");
            let mut scratch = Scratch::new();
            let found = games.iter().flat_map(|game| {
                let found = query.search_game(game, &mut scratch, &SearchOptions::default()).expect("a search");
                found.matches.into_iter().map(|m| (game.number(), m.position)).collect::<Vec<_>>()
            });
            found.collect::<Vec<_>>()
        };
        let (fast, slow) = (run(tabiya::PlanOptions::default()), run(plain));
        matches += usize::from(!fast.is_empty());
        assert_eq!(fast, slow, "{text}");
    }
    assert!(matches >= 7, "only {matches} of the queries find anything");
}
