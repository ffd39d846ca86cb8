//! Figures beside the counts of `--tally`, held against what the rows of the same search give.

use crate::cli::place::{Place, Run};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn objects(run: &Run) -> Vec<Map<String, Value>> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{run}"))).collect()
}

/// The rows of a search of the sample games.
fn rows(place: &Place, query: &str, more: &[&str]) -> Vec<Map<String, Value>> {
    objects(&place.run(&[&["search", "-e", query, "--sample", "--json"], more].concat()))
}

/// The lines of a tally by the text of the first key.
fn tally(place: &Place, query: &str, more: &[&str]) -> BTreeMap<String, Map<String, Value>> {
    let name = more[more.iter().position(|word| *word == "--tally").expect("a key") + 1];
    rows(place, query, more).into_iter().map(|line| (line[name].to_string(), line)).collect()
}

fn near(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|value| (value - expected).abs() < 0.000_051)
}

#[test]
fn aggregates_are_those_of_the_rows() {
    let place = Place::new();
    let query = "check";
    let mut groups: BTreeMap<String, Vec<Map<String, Value>>> = BTreeMap::new();
    for row in rows(&place, query, &["--select", "men=#A+#a", "--columns", "year,ply,men,white"]) {
        groups.entry(row["year"].to_string()).or_default().push(row);
    }
    let args = ["--tally", "year", "--median", "ply", "--avg", "#A+#a", "--sum", "ply", "--min", "ply"];
    let lines = tally(&place, query, &[&args[..], &["--max", "ply", "--max", "white", "--sum", "mate"]].concat());
    assert!(lines.len() > 10 && lines.len() == groups.len());
    let mates = rows(&place, "mate", &[]).len() as i64;
    assert_eq!(lines.values().map(|line| line["sum mate"].as_i64().unwrap()).sum::<i64>(), mates);
    for (year, rows) in groups {
        let line = &lines[&year];
        let numbers = |name: &str| -> Vec<i64> {
            let mut numbers: Vec<i64> = rows.iter().map(|row| row[name].as_i64().unwrap()).collect();
            numbers.sort_unstable();
            numbers
        };
        let (plies, men) = (numbers("ply"), numbers("men"));
        let count = plies.len();
        assert_eq!(line["positions"], count, "{year}");
        assert_eq!(line["sum ply"], plies.iter().sum::<i64>(), "{year}");
        assert_eq!((&line["min ply"], &line["max ply"]), (&json!(plies[0]), &json!(plies[count - 1])), "{year}");
        let middle = (plies[(count - 1) / 2] + plies[count / 2]) as f64 / 2.0;
        assert!(near(&line["median ply"], middle), "{year}: {line:?}, not {middle}");
        let mean = men.iter().sum::<i64>() as f64 / count as f64;
        assert!(near(&line["avg #A+#a"], mean), "{year}: {line:?}, not {mean}");
        let last = rows.iter().filter_map(|row| row["white"].as_str()).max();
        assert_eq!(line["max white"].as_str(), last, "{year}");
    }
    let csv = place.run(&[&["search", "-e", query, "--sample", "--csv"], &args[..]].concat()).out;
    assert!(
        csv.starts_with("year,games,positions,share,median ply,avg #A+#a,sum ply,min ply\n"),
        "as on the command line"
    );
}

#[test]
fn scores_are_those_of_the_side_that_matches() {
    let place = Place::new();
    // White is the side that gives check, or that to which the colours are exchanged.
    let query = "flipcolor {check btm}";
    let points = |result: &Value, white: bool| match result.as_str() {
        Some("1-0") => Some(if white { 1.0 } else { 0.0 }),
        Some("0-1") => Some(if white { 0.0 } else { 1.0 }),
        Some("1/2-1/2") => Some(0.5),
        _ => None,
    };
    let mut groups: BTreeMap<String, BTreeSet<(i64, bool)>> = BTreeMap::new();
    let mut results = BTreeMap::new();
    for row in rows(&place, query, &[]) {
        let white = row["fen"].as_str().is_some_and(|fen| fen.contains(" b "));
        let game = row["game"].as_i64().unwrap();
        groups.entry(row["eco"].to_string()).or_default().insert((game, white));
        results.insert(game, row["result"].clone());
    }
    let lines = tally(&place, query, &["--tally", "eco", "--score"]);
    assert!(lines.len() > 5 && lines.len() == groups.len());
    for (eco, sides) in groups {
        let points: Vec<f64> = sides.iter().filter_map(|(game, white)| points(&results[game], *white)).collect();
        let score = &lines[&eco]["score of the side that matches"];
        match points.len() {
            0 => assert!(score.is_null(), "{eco}: {score}"),
            n => assert!(near(score, points.iter().sum::<f64>() / n as f64), "{eco}: {score}, not {points:?}"),
        }
    }
    // Without an exchange of colours it is White's; one in braces or under another transform counts as well.
    let score = |query: &str| {
        let line = tally(&place, query, &["--tally", "true", "--score"])["true"].clone();
        line.into_iter().find(|(name, _)| name.starts_with("score of ")).expect("a score").1
    };
    let white = score("terminal check wtm");
    assert!(near(&score("reversecolor {terminal check btm}"), 1.0 - white.as_f64().unwrap()));
    let mate = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    place.write("games.pgn", mate);
    let exchanged = [
        "flipcolor {mate btm}",
        "{check flip flipcolor {mate btm}}",
        "mate and flipcolor btm",
        "mate parent:flipcolor (wtm)",
        "reversecolor {mate btm}",
    ];
    // Images that are equal are White's, and a number of images is no side.
    let plain = ["mate", "flipcolor mate", "mate flipcolor 1 2 {btm}"];
    for (queries, expected) in [(&exchanged[..], "1"), (&plain, "0")] {
        for query in queries {
            let run = place.search(query, &["--tally", "result", "--score", "--csv"]);
            assert!(run.out.ends_with(&format!("\n0-1,1,1,1,{expected}\n")), "{query}: {run}");
        }
    }
}

#[test]
fn either_player_counts_both_and_scores_for_each() {
    let place = Place::new();
    let mut expected: BTreeMap<String, (i64, f64, f64)> = BTreeMap::new();
    for row in rows(&place, "initial", &[]) {
        let white = match row["result"].as_str() {
            Some("1-0") => Some(1.0),
            Some("0-1") => Some(0.0),
            Some("1/2-1/2") => Some(0.5),
            _ => None,
        };
        let (first, second) = (row["white"].to_string(), row["black"].to_string());
        let same = first == second;
        for (name, points) in [(first, white), (second, white.map(|points| 1.0 - points))] {
            if same && points != white {
                continue;
            }
            let (games, sum, results) = expected.entry(name).or_default();
            *games += 1;
            *sum += points.unwrap_or(0.0);
            *results += f64::from(u8::from(points.is_some()));
        }
    }
    let lines = tally(&place, "initial", &["--tally", "either player", "--score"]);
    assert!(lines.len() > 60 && lines.len() == expected.len(), "{} of {}", lines.len(), expected.len());
    for (name, (games, sum, results)) in expected {
        let line = &lines[&name];
        assert_eq!(line["games"], games, "{name}");
        match results {
            0.0 => assert!(line["score of the player"].is_null(), "{name}: {line:?}"),
            _ => assert!(near(&line["score of the player"], sum / results), "{name}: {line:?}"),
        }
    }
    // Players of both colours of one game.
    place.write("self.pgn", "[White \"A\"]\n[Black \"A\"]\n\n1. e4 1-0\n\n1. d4 0-1\n");
    let run = place.run(&["search", "-e", "initial", "--tally", "either player", "--score", "--csv", "self.pgn"]);
    assert_eq!(run.out, "either player,games,positions,share,score of the player\n?,1,1,0.5,0\nA,1,1,0.5,1\n", "{run}");
}

#[test]
fn rates_are_shares_of_all_games() {
    let place = Place::new();
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    for row in rows(&place, "initial", &["--columns", "year"]) {
        *all.entry((row["year"].as_i64().map(|year| year / 10 * 10)).map_or("null".into(), |year| year.to_string()))
            .or_default() += 1;
    }
    for query in ["mate", "player \"A\" mate", "move promote N"] {
        let lines = tally(&place, query, &["--tally", "year/10*10", "--rate"]);
        assert!(!lines.is_empty(), "{query}");
        for (decade, line) in lines {
            let games = line["games"].as_f64().unwrap();
            assert!(near(&line["rate"], games / all[&decade] as f64), "{query}, {decade}: {line:?}");
        }
    }
    let games: String = (0..3000)
        .map(|i| {
            let (white, result) = (["A", "B", "C"][i % 3], ["1-0", "0-1"][usize::from(i % 7 == 0)]);
            // The result after the moves counts more than the tag.
            format!(
                "[White \"{white}\"]\n[Black \"D\"]\n[ECO \"B{}0\"]\n[Result \"*\"]\n\n1. e4 {} {result}\n\n",
                i % 5,
                if i % 4 == 0 { "e5" } else { "c5" }
            )
        })
        .collect();
    place.write("games.pgn", games);
    assert_eq!(place.run(&["index", "games.pgn", "-o", "base.tabiya"]).code, Some(0));
    for file in ["games.pgn", "base.tabiya"] {
        let csv = |args: &[&str]| {
            let run = place.run(&[&["search", "--csv", "--rate"], args, &[file]].concat());
            assert_eq!(run.code, Some(0), "{run}");
            run.out
        };
        // Of the 3,000 games of D, 750 are open games; tags alone refuse those without A.
        assert_eq!(
            csv(&["-e", "move to e5", "--tally", "black"]),
            "black,games,positions,share,rate,of\nD,750,750,1,0.25,3000\n"
        );
        let by_eco = csv(&["-e", "player \"A\" move to e5", "--tally", "eco", "--tally-order", "key"]);
        assert_eq!(by_eco.lines().nth(1), Some("B00,50,50,0.2,0.08333333333333333,600"), "{by_eco}");
        // The results stand behind moves that need not be played otherwise.
        let by_result = csv(&["-e", "player \"A\" move to e5", "--tally", "result"]);
        assert_eq!(
            by_result,
            "result,games,positions,share,rate,of\n1-0,214,214,0.856,0.08323609490470633,2571\n0-1,36,36,0.144,0.08391608391608392,429\n"
        );
        let both = csv(&["-e", "move to e5", "--tally", "either player"]);
        assert!(
            both.contains("\nA,250,250,0.3333333333333333,0.25,1000\n") && both.contains("\nD,750,750,1,0.25,3000\n"),
            "{both}"
        );
        // The games that the query does not look at are none of its games.
        let some = csv(&["-e", "cql(gamenumber 1 100) move to e5", "--tally", "black"]);
        assert_eq!(some, "black,games,positions,share,rate,of\nD,25,25,1,0.25,100\n");
        let two = csv(&["-e", "move to e5", "-e", "cql(gamenumber 1 4) move to c5", "--tally", "black"]);
        assert!(two.ends_with("query,D,750,750,1,0.25,3000\nquery 2,D,3,3,1,0.75,4\n"), "{two}");
    }
    let ranged = place.run(&[
        "search",
        "-e",
        "move to e5",
        "--rate",
        "--tally",
        "black",
        "--csv",
        "--game-range",
        "1-8",
        "games.pgn",
    ]);
    assert_eq!(ranged.out, "black,games,positions,share,rate,of\nD,2,2,1,0.25,8\n");
    let selected = place.search("mate or true", &["--select", "who=player white", "--tally", "who", "--rate", "--csv"]);
    assert!(selected.out.contains("A,1000,3000,0.3333333333333333,1,1000"), "{selected}");
    for key in ["ply", "move", "x", "hascomment"] {
        let refused = place.search("x=ply", &["--tally", key, "--rate"]);
        assert!(refused.code == Some(2) && refused.err.contains("is not a fact of a game"), "{key}: {refused}");
    }
}

#[test]
fn lines_have_an_order() {
    let place = Place::new();
    let keys = |order: &str| -> Vec<String> {
        let args = ["--tally", "year", "--avg", "ply", "--score", "--tally-order", order];
        let lines = rows(&place, "check", &args);
        assert!(lines.len() > 10, "{order}");
        lines.iter().map(|line| line["year"].to_string()).collect()
    };
    let ascending = keys("key");
    let (last, years) = ascending.split_last().unwrap();
    assert!(years.is_sorted() && last == "null", "{ascending:?}");
    let descending = keys("key desc");
    assert!(descending[..years.len()].iter().rev().eq(years), "{descending:?}");
    let values = |order: &str, name: &str| -> Vec<f64> {
        let args = ["--tally", "year", "--avg", "ply", "--score", "--tally-order", order];
        rows(&place, "check", &args).iter().filter_map(|line| line[name].as_f64()).collect()
    };
    assert!(values("avg ply asc", "avg ply").is_sorted());
    assert!(values("avg", "avg ply").iter().rev().is_sorted());
    assert!(values("score", "score of White").iter().rev().is_sorted());
    assert!(values("positions", "positions").iter().rev().is_sorted());
    let list = place.run(&[
        "search",
        "-q",
        "-e",
        "mate",
        "--sample",
        "--tally",
        "result",
        "--tally",
        "year",
        "--avg",
        "ply",
        "--tally-order",
        "key",
    ]);
    let lines: Vec<&str> = list.out.lines().collect();
    assert!(lines[0].starts_with("result \\ year") && lines[0].ends_with("games  share  avg ply"), "{list}");
    assert!(lines[1].starts_with("0-1") && lines[2].starts_with("1-0") && lines[3].starts_with("games"), "{list}");
}

/// A game whose checks are in two columns is one game of its row, and one of all games.
#[test]
fn margins_of_crosstabs_count_games() {
    let place = Place::new();
    place.write(
        "g.pgn",
        "1. e4 d5 2. Bb5+ c6 3. Bxc6+ Nxc6 4. a3 Qd6 5. a4 Qe6 6. a5 Qxe4+ *\n\n1. e4 d5 2. Bb5+ *\n\n1. e4 *\n",
    );
    // In the first game two checks by White and one by Black, in the second one by White.
    let by = ["--tally", "if ply <= 4 then \"early\" else \"late\"", "--tally", "if btm then \"w\" else \"b\""];
    let run = place.run(&[&["search", "-q", "-e", "check", "g.pgn"][..], &by].concat());
    let rows: Vec<Vec<&str>> = run.out.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        rows,
        [vec!["early", "2", "2", "100.0%"], vec!["late", "1", "1", "1", "50.0%"], vec!["games", "2", "1", "2"]],
        "{run}"
    );
}

#[test]
fn what_no_tally_can_show_is_refused() {
    let place = Place::new();
    for (args, said) in [
        (&["--tally", "year", "--avg", "eco"][..], "`--avg eco` is made of numbers"),
        (&["--tally", "year", "--tally-order", "score"], "lines cannot be ordered by `score`"),
        (&["--tally", "year", "--avg", "whitelo"], "--> --avg whitelo:1:1"),
        (&["--avg", "ply"], "--tally"),
        (
            &["--tally", "year", "--avg", "ply", "--avg", "ply", "-o", "t.parquet"],
            "two columns have the name `avg ply`",
        ),
        // A median keeps the values that differ; a mean keeps none.
        (&["--tally", "true", "--median", "ply", "--limits", "held=300"], "takes more than 300 bytes"),
    ] {
        let refused = place.search("true", args);
        assert!(refused.code == Some(2) && refused.err.contains(said), "{args:?}: {refused}");
    }
    assert_eq!(place.search("true", &["--tally", "true", "--avg", "ply", "--limits", "held=300"]).code, Some(0));
}

#[test]
fn the_best_positions_of_each_game_and_of_all() {
    let place = Place::new();
    let expression = "power A - power a";
    let all = rows(&place, "check", &["--select", "p=power A - power a", "--columns", "game,position,p"]);
    // One row for each game, those with the greatest values first.
    let mut best: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    for row in &all {
        let [game, position, power] = ["game", "position", "p"].map(|name| row[name].as_i64().unwrap());
        let entry = best.entry(game).or_insert((power, position));
        if power > entry.0 {
            *entry = (power, position);
        }
    }
    let mut expected: Vec<(i64, i64, i64)> = best.iter().map(|(game, (power, at))| (-power, *game, *at)).collect();
    expected.sort_unstable();
    let found = |args: &[&str]| -> Vec<(i64, i64, i64)> {
        let rows = rows(&place, "check", &[args, &["--columns", &format!("game,position,{expression}")]].concat());
        let number = |row: &Map<String, Value>, name: &str| row[name].as_i64().unwrap();
        rows.iter().map(|row| (-number(row, expression), number(row, "game"), number(row, "position"))).collect()
    };
    assert_eq!(found(&["--best", expression]), expected);
    assert_eq!(found(&["--sort", expression, "--best"]), expected);
    assert_eq!(found(&["--best", expression, "--top", "7"]), expected[..7]);
    let mut ranked: Vec<(i64, i64, i64)> = all
        .iter()
        .map(|row| {
            let [game, position, power] = ["game", "position", "p"].map(|name| row[name].as_i64().unwrap());
            (-power, game, position)
        })
        .collect();
    ranked.sort_unstable();
    for threads in ["1", "4"] {
        assert_eq!(found(&["--sort", expression, "--top", "25", "--threads", threads]), ranked[..25]);
    }
    // The list shows the value of each row beside it.
    let list = place.run(&["search", "-q", "-e", "check", "--sample", "--sort", "ply", "--top", "4"]).out;
    let shown: Vec<i64> = list.lines().filter_map(|line| line.rsplit_once("  ply: ")?.1.parse().ok()).collect();
    assert_eq!((shown.len(), list.lines().count()), (4, 8), "{list}");
    assert!(shown.iter().rev().is_sorted(), "{list}");
    for (args, said) in [
        (&["--top", "3"][..], "there is none"),
        (&["--best"], "write --best=EXPR"),
        (&["--sort", "ply", "--top", "3", "--limit", "2"], "--limit"),
        (&["--sort", "ply", "--top", "0"], "--top"),
    ] {
        let refused = place.search("check", args);
        assert!(refused.code == Some(2) && refused.err.contains(said), "{args:?}: {refused}");
    }
}

#[test]
fn counts_become_a_picture() {
    let place = Place::new();
    let years = ["1999", "2001", "2001", "2002"]
        .map(|year| format!("[Date \"{year}.01.01\"]\n[White \"<A> & B\"]\n\n1. e4 *\n\n"));
    place.write("g.pgn", years.concat() + "[Date \"2001.??.??\"]\n\n1. d4 *\n");
    let svg = |more: &[&str], file: &str| {
        let run = place.run(&[&["search", "-q", "-e", "ply==1 Pe4", "g.pgn", "-o", file], more].concat());
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""), "{run}");
        place.read(file)
    };
    // 1, 0, 2 and 1 games in four years.
    let counts = svg(&["--tally", "year"], "years.svg");
    assert!(counts.contains("points=\"70.0,205.0 290.0,360.0 510.0,50.0 730.0,205.0\""), "{counts}");
    assert!(counts.contains("ply==1 Pe4: games by year"), "{counts}");
    // Of the three games of 2001, two begin so; of 2000, there is none.
    let rates = svg(&["--tally", "year", "--rate"], "rates.svg");
    assert!(
        rates.contains("points=\"510.0,153.3 730.0,50.0\"") && rates.contains("cx=\"70.0\" cy=\"50.0\""),
        "{rates}"
    );
    assert!(rates.contains(">3</text>"), "{rates}");
    let bars = svg(&["--tally", "white"], "bars.svg");
    assert!(bars.contains("&lt;A&gt; &amp; B") && bars.contains(">4</text>"), "{bars}");
    let args = ["search", "-e", "check", "g.pgn", "-o", "x.svg"];
    let without = place.run(&args);
    assert!(without.code == Some(2) && without.err.contains("--tally year") && !place.has("x.svg"), "{without}");
    let two = place.run(&[&args[..], &["-e", "mate", "--tally", "year"]].concat());
    assert!(two.code == Some(2) && two.err.contains("{query}"), "{two}");
}
