//! The report for the browser: its data. `web/tests/journeys/report.mjs` looks at it in a browser.

use crate::cli::place::{DAMAGED, Place, Run};
use serde_json::Value as Json;

/// The data of a report: what is known before the games, the games, and what is known at the end.
struct Data {
    about: Json,
    games: Vec<Json>,
    run: Json,
}

/// The text of a script element of the page.
fn element<'p>(page: &'p str, id: &str) -> &'p str {
    let start = format!("<script type=\"application/json\" id=\"{id}\">");
    page.split_once(&start).unwrap().1.split_once("</script>").unwrap().0
}

fn data(page: &str) -> Data {
    let json = |text: &str| serde_json::from_str::<Json>(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let lines = element(page, "games").lines().filter(|line| !line.is_empty());
    Data { about: json(element(page, "about")), games: lines.map(json).collect(), run: json(element(page, "run")) }
}

/// Searches the three games of a place and gives the report.
fn report(place: &Place, query: &str, options: &[&str]) -> Data {
    let run = place.search(query, &[&["-o", "r.html"], options].concat());
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run}");
    data(&place.read("r.html"))
}

#[test]
fn games_are_stored_once_with_all_their_matches() {
    let place = Place::new();
    let found = report(&place, "wtm", &["--variations", "--select", "king=k", "--tally", "result"]);
    assert_eq!(found.games.len(), 3);
    let first = &found.games[0];
    let head = &first["head"];
    assert_eq!((&head["white"], &head["game"]), (&"Blue, Ann".into(), &1.into()));
    assert_eq!((&head["plies"], &head["date"]), (&5.into(), &"1999.05.01".into()));
    assert_eq!(first["san"], "e4 e5 Qh5 Ke7 Qxe5# Bc4 Nf6");
    assert_eq!(first["moves"], "e2e4P e7e5p d1h5Q e8e7k h5e5Q f1c4B g8f6n");
    assert_eq!(first["parents"], serde_json::json!([[6, 2]]));
    assert_eq!(first["notes"], serde_json::json!([[6, { "comment": "slow" }]]));
    let at = |game: &Json| game["rows"].as_array().unwrap().iter().map(|one| one["node"].clone()).collect::<Vec<_>>();
    assert_eq!(at(first), [0, 2, 4, 7]);
    let last = &first["rows"][3];
    assert_eq!((&last["moved"], &last["variation"]), (&"2... Nf6".into(), &true.into()));
    assert_eq!(last["own"], serde_json::json!(["e8"]));
    assert_eq!(last["squares"], serde_json::json!([{ "square": "e8", "colour": "red" }]));
    assert_eq!(last["last"], serde_json::json!(["g8", "f6"]));
    assert_eq!(last["arrows"], serde_json::json!([{ "from": "g8", "to": "f6", "colour": "yellow" }]));
    assert_eq!(last["tallies"], serde_json::json!(["1-0"]));
    assert_eq!(found.games[1]["start"], "7k/8/8/6Q1/8/8/8/K7 w - - 12 60");
    assert_eq!(found.games[1]["head"]["white"], "Said \"Sy\", \\ Müller");
    assert_eq!(
        (&found.about["selects"], &found.about["tallies"]),
        (&serde_json::json!(["king"]), &serde_json::json!(["result"]))
    );
    assert_eq!((&found.run["games"], &found.run["status"]), (&3.into(), &"complete".into()));
    assert_eq!(found.run["queries"], serde_json::json!([{ "games": 3, "matched": 3, "positions": 9 }]));
    let counted = report(&place, "mate", &["--tally", "white", "--tally", "ply"]);
    assert_eq!(counted.games[0]["rows"][0]["tallies"], serde_json::json!(["Blue, Ann", 5]));
}

#[test]
fn sequences_show_their_moves_and_why_they_match() {
    let place = Place::new();
    let found = report(&place, "next (not check not check mate)", &[]);
    let matched = &found.games[0]["rows"][0];
    assert_eq!((&matched["node"], &matched["line"]), (&3.into(), &serde_json::json!([4, 5])), "{matched}");
    assert_eq!(matched["arrows"][1], serde_json::json!({ "from": "h5", "to": "e5", "colour": "green" }), "{matched}");
    assert!(matched["comments"][0].as_str().unwrap().starts_with("next: 3 positions: "), "{matched}");
}

#[test]
fn several_queries_sorted_and_limited() {
    let place = Place::new();
    let found = report(&place, "sort \"far\" ply", &["-e", "mate", "--limit", "2"]);
    assert_eq!(found.about["sorts"], serde_json::json!(["far"]));
    let numbers: Vec<&Json> = found.games.iter().map(|game| &game["head"]["game"]).collect();
    assert_eq!(numbers, [3, 1], "the best value first");
    let queries: Vec<&str> =
        found.about["queries"].as_array().unwrap().iter().map(|q| q["name"].as_str().unwrap()).collect();
    assert_eq!(queries, ["query", "query 2"]);
    let of_second: Vec<&Json> =
        found.games[1]["rows"].as_array().unwrap().iter().filter(|one| one["query"] == 1).collect();
    assert_eq!((of_second.len(), &of_second[0]["node"]), (1, &5.into()));
    assert_eq!(found.about["limit"], 2);
    // Each query has a page of its own.
    let run = place.search("mate", &["-e", "move promote N", "-o", "{query}.html"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(data(&place.read("query.html")).games.len(), 1);
    assert_eq!(data(&place.read("query-2.html")).games.len(), 0);
}

#[test]
fn queries_are_shown_word_by_word() {
    let place = Place::new();
    let found = report(&place, "mate // the end\n", &[]);
    let tokens = serde_json::json!([["keyword", "mate"], ["blank", " "], ["comment", "// the end"], ["blank", "\n"]]);
    assert_eq!(found.about["queries"][0]["tokens"], tokens);
}

#[test]
fn nothing_ends_the_data_of_a_page() {
    let place = Place::new();
    let evil = "</script><script>alert(1)</script><!--";
    place.write("games.pgn", format!("[White \"{evil}\"]\n\n1. e4 {{{evil}}} *\n"));
    let found = report(&place, &format!("wtm // {evil}"), &["--select", &format!("{}=1", evil.replace('=', ""))]);
    assert_eq!(found.games[0]["head"]["white"], evil);
    assert_eq!(found.games[0]["notes"][0][1]["comment"], evil);
    let page = place.read("r.html");
    assert_eq!(page.matches("<script").count(), 4, "the script and three elements of data");
    assert_eq!(page.to_lowercase().matches("</script").count(), 4);
    assert!(!page.contains("alert(1)</script><!--"));
    // The title is text, too.
    assert!(page.contains("<title>wtm // &lt;/script&gt;"), "{}", &page[..600]);
}

#[test]
fn damaged_games_and_runs_that_end_early_are_named() {
    let place = Place::new();
    place.write("games.pgn", DAMAGED);
    let found = report(&place, "true", &[]);
    assert_eq!(found.run["damaged"], 1);
    let rest = found.games[0]["notes"][0][1]["comment"].as_str().unwrap();
    assert!(rest.starts_with("Not read: "), "{rest}");
    // A run that fails leaves a page under another name, which ends as a page does.
    let run = place.search("true", &["--strict", "-o", "bad.html"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert!(!place.has("bad.html"));
    let found = data(&place.read("bad.partial.html"));
    assert_eq!((found.games.len(), &found.run["status"]), (2, &"cancelled".into()));
}

#[test]
fn a_sample_of_rows_is_named() {
    let place = Place::new();
    let found = report(&place, "true", &["--sample-rows", "2"]);
    assert_eq!(found.about["sample"], 2);
    let rows: usize = found.games.iter().map(|game| game["rows"].as_array().unwrap().len()).sum();
    assert_eq!(rows, 2);
}

#[test]
fn only_a_report_in_a_file_is_opened() {
    let place = Place::new();
    for options in [
        &["--open"][..],
        &["--open", "-o", "a.csv"],
        &["--open", "--format", "html"],
        &["--open", "--format", "html", "-o", "-"],
    ] {
        let run = place.search("mate", options);
        assert!(run.code == Some(2) && run.err.contains("add -o report.html"), "{run}");
    }
    assert_eq!(place.names(), ["games.pgn"]);
}

#[cfg(target_os = "linux")]
#[test]
fn the_finished_report_is_opened() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    std::fs::create_dir(place.path("bin")).unwrap();
    let opener = place.path("bin/xdg-open");
    // What is opened must be there already.
    place.write(
        "bin/xdg-open",
        "#!/bin/sh\nwhile read -r line; do case $line in *'</html>'*) echo \"$1\" > opened;; esac; done < \"$1\"\n",
    );
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let command = |path: std::ffi::OsString| {
        let mut command = place.command(&["search", "-e", "mate", "games.pgn", "-o", "r.html", "--open"]);
        let output = command.env("PATH", path).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    };
    let run = command(place.path("bin").into());
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(place.read("opened").trim(), "r.html");
    // Without a program that opens it, the report is there all the same.
    std::fs::remove_file(opener).unwrap();
    let run = command(place.path("bin").into());
    assert!(run.code == Some(2) && run.err.contains("open this file in a browser"), "{run}");
    assert!(place.has("r.html"));
}

#[test]
fn counts_with_further_figures_are_shown_as_they_are() {
    let place = Place::new();
    let found = report(&place, "mate", &["--tally", "result", "--rate"]);
    let sums = found.run["sums"].as_array().expect("sums");
    assert_eq!(sums.len(), 1);
    let rows = place.search("mate", &["--tally", "result", "--rate", "--format", "csv"]);
    assert_eq!(sums[0]["heads"].as_array().unwrap().len(), rows.out.lines().next().unwrap().split(',').count());
    assert_eq!(sums[0]["rows"].as_array().unwrap().len(), rows.out.lines().count() - 1, "{rows}");
    assert_eq!(found.about["tallies"], serde_json::json!([]), "the page counts nothing twice");
    // Games without a match count for shares, and have no line of their own.
    let matched = place.search("mate", &["--count", "-q"]).out;
    assert!(matched.starts_with(&format!("{} of 3 games", found.games.len())), "{matched}");
    let several = report(&place, "mate", &["-e", "check", "--tally", "result", "--score"]);
    let titles: Vec<&str> =
        several.run["sums"].as_array().unwrap().iter().filter_map(|sum| sum["title"].as_str()).collect();
    assert_eq!(titles.len(), 2);
    assert!(titles.iter().all(|title| !title.is_empty()), "{titles:?}");
    assert_eq!(report(&place, "mate", &["--tally", "result"]).run["sums"], serde_json::json!([]));
}
