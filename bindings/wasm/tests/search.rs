//! The function `search` as JavaScript calls it, without JavaScript.

use serde_json::{Value, json};
use tabiya_wasm::{formatted, search_json};

const GAMES: &str = "[White \"Fool\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke2 *\n\n1. e4 Qh8 *\n";

fn found(query: &str, options: &Value) -> Value {
    let found = search_json(query, GAMES.into(), &options.to_string()).unwrap();
    serde_json::from_str(&found).unwrap()
}

#[test]
fn rows_numbers_and_messages() {
    let all = found("mate", &json!({}));
    assert_eq!((&all["games"], &all["matched"], &all["positions"]), (&json!(3), &json!(1), &json!(1)));
    let row = &all["rows"][0];
    assert_eq!((&row["game"], &row["white"], &row["position"]), (&json!(1), &json!("Fool"), &json!(4)));
    assert_eq!(all["error"], Value::Null);
    assert_eq!((&all["messages"][0]["game"], &all["messages"][0]["code"]), (&json!(3), &json!("illegal-move")));
    let chosen = found("check", &json!({"columns": ["game", "n"], "select": {"n": "ply"}, "name": "a.pgn"}));
    assert_eq!(chosen["rows"], json!([{"game": 1, "n": 4}]));
    let steps = found("next (wtm btm)", &json!({"steps": true, "limit": 1, "columns": ["step"]}));
    assert!(steps["rows"].as_array().unwrap().len() > 2);
    // `sort` puts the greatest number first.
    let games = |query: &str, options: Value| {
        let found = found(query, &options);
        found["rows"].as_array().unwrap().iter().map(|row| row["game"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(games("initial sort gamenumber", json!({})), [3, 2, 1]);
    assert_eq!(games("initial sort gamenumber", json!({"sort": false})), [1, 2, 3]);
    assert_eq!(games("", json!({"recipe": "fools-mate"})), [1]);
    assert_eq!(search_json("mate", Vec::new(), "").unwrap().split(',').next(), Some("{\"rows\":[]"));
}

#[test]
fn what_is_wrong() {
    for (query, options, told) in [
        ("mat", json!({}), "mate"),
        ("mate", json!({"limits": 1}), "unexpected form"),
        ("mate", json!({"dialect": "7"}), "unexpected form"),
        ("mate", json!({"columns": ["none "]}), "there is no column"),
        ("", json!({"recipe": "smothered"}), "smothered-mate"),
        ("mate", json!({"recipe": "fools-mate"}), "must be empty"),
    ] {
        let error = search_json(query, GAMES.into(), &options.to_string()).unwrap_err();
        assert!(error.contains(told), "{error}");
    }
    let over = found("x=0 while (x < 2000000000) x = x + 1", &json!({"seconds": 0.05}));
    assert_eq!(over["error"]["code"], "time-limit");
    assert_eq!(formatted("mate   check").unwrap(), "mate check\n");
    assert!(formatted("mate )").unwrap_err().contains("query"));
}
