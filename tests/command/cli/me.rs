//! `tabiya me`: what is said of a player, and the searches that say it.

use super::place::Place;

/// Two games of Blue: one lost with White by a blunder, one drawn with Black, who had a win.
const GAMES: &str = r#"[Event "Club"]
[White "Blue, Ann"]
[Black "Red, Bob"]
[Date "2025.03.01"]
[Result "0-1"]
[TimeControl "180+2"]

1. f3 {[%eval -0.5]} e5 {[%eval -0.6]} 2. g4 {[%eval #-1]} Qh4# 0-1

[Event "Club"]
[White "Green, Eve"]
[Black "Blue, Ann"]
[Date "2026.01.07"]
[Result "1/2-1/2"]

1. e4 {[%eval 0.3]} e5 {[%eval 0.4]} 2. Ba6 {[%eval -6.1]} Ke7 {[%eval 0.2]} 1/2-1/2
"#;

/// The words of a command line whose quotes are those of a shell.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn options_after_two_dashes_are_those_of_each_search() {
    let place = Place::new();
    place.write("g.pgn", GAMES);
    place.write("n.txt", "@PLAYER\nSmith, Jane\n= Blue, Ann\n");
    let run = place.run(&["me", "Smith, Jane", "g.pgn", "--", "--names", "n.txt", "--format", "csv"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.out.contains("\nWhite,1,1,50.0%,0.0%\n") || run.out.contains("\nWhite,1,1,"), "{run}");
    assert_eq!(run.out.matches(" --names n.txt --format csv g.pgn\n").count(), 9, "{run}");
    let run = place.run(&["me", "Blue", "g.pgn", "--", "--no-such-option"]);
    assert!(run.code == Some(2) && run.err.contains("--no-such-option"), "{run}");
}

#[test]
fn a_player_whom_no_game_has_is_told() {
    let place = Place::new();
    place.write("g.pgn", GAMES);
    let run = place.run(&["me", "Nobody", "g.pgn"]);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(run.err.contains("no game of a player named \"Nobody\" was found"), "{run}");
}

/// Evaluations, clocks and colours count alike for a name in the order of the games and in another one.
#[test]
fn all_parts_know_the_player_in_another_spelling() {
    let place = Place::new();
    place.write("g.pgn", GAMES);
    let counts = |name: &str| {
        let run = place.run(&["me", name, "g.pgn"]);
        let lines = run.out.lines().filter(|line| !line.starts_with("  tabiya"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let (same, other) = (counts("Blue, Ann"), counts("Ann Blue"));
    assert_eq!(same, other);
    // A blunder in each game: 2. g4 with White, 2... Ke7 with Black.
    let words = |line: &String| line.split_whitespace().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert!(same.iter().any(|line| words(line) == ["opening", "2", "2", "100.0%"]), "{same:?}");
}

#[test]
fn each_part_is_a_search() {
    let place = Place::new();
    place.write("g.pgn", GAMES);
    let run = place.run(&["me", "Blue", "g.pgn"]);
    assert_eq!(run.code, Some(0), "{run}");
    let parts: Vec<&str> = run.out.split("\n\n").collect();
    let part =
        |title: &str| *parts.iter().find(|part| part.starts_with(title)).unwrap_or_else(|| panic!("{title}: {run}"));
    for part in &parts {
        let (_, rest) = part.split_once("\n  tabiya ").expect("a title and a command line");
        let (line, shown) = rest.split_once('\n').expect("what it prints");
        let again = place.run(&words(line).iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(again.out.trim_end(), shown.trim_end(), "{line}");
    }
    let has = |title: &str, line: &[&str]| {
        let fits = |row: &str| {
            let mut cells = row.split_whitespace();
            line.iter().all(|wanted| cells.any(|cell| cell == *wanted))
        };
        assert!(part(title).lines().skip(2).any(fits), "{title} {line:?}: {run}");
    };
    has("Results by colour", &["White", "1", "0.0%"]);
    has("Results by colour", &["Black", "1", "50.0%"]);
    has("Results by year", &["2026", "1", "50.0%"]);
    has("Results by time control", &["180+2", "1", "0.0%"]);
    // 1... e5 costs 10, 2... Ke7 630; 2. g4 costs 10,000 less the 60 that were lost before. 1. f3 has no evaluation before it.
    has("Hundredths of a pawn lost", &["opening", "2", "3", "3526.67"]);
    has("Blunders", &["opening", "2", "2"]);
    has("Mates and wins missed", &["win", "1"]);
    assert_eq!(part("Seconds used").lines().count(), 3, "{run}");
}

#[test]
fn what_cannot_be_read_or_is_not_there() {
    let place = Place::new();
    place.write("g.pgn", GAMES);
    assert_eq!(place.run(&["me", "Nobody", "g.pgn"]).code, Some(1));
    assert_eq!(place.run(&["me", "Blue", "none.pgn"]).code, Some(2));
    let run = place.run_with(&["me", "Blue", "-"], GAMES.as_bytes());
    assert!(run.code == Some(2) && run.err.contains("name a file"), "{run}");
}

#[test]
fn a_page_has_all_parts() {
    let place = Place::new();
    place.write("g.pgn", GAMES);
    let run = place.run(&["me", "Blue", "g.pgn", "-o", "me.html"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""), "{run}");
    let page = place.read("me.html");
    assert!(page.contains("<title>Blue</title>"));
    let run = page.split_once("id=\"run\">").and_then(|(_, rest)| rest.split_once("</script>")).expect("its data").0;
    let sums = serde_json::from_str::<serde_json::Value>(run).expect("JSON")["sums"].clone();
    let sums = sums.as_array().expect("parts");
    assert_eq!(sums.len(), 9);
    let colours = &sums[0];
    assert_eq!(colours["title"], "Results by colour");
    assert_eq!(
        colours["rows"],
        serde_json::json!([["Black", "1", "1", "50.0%", "50.0%"], ["White", "1", "1", "50.0%", "0.0%"]])
    );
    assert!(colours["picture"].as_str().is_some_and(|picture| picture.starts_with("<svg")));
    let again = place.run(
        &words(colours["command"].as_str().expect("a command").trim_start_matches("tabiya "))
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>(),
    );
    assert!(again.out.contains("White") && again.out.contains("0.0%"), "{again}");
    for (options, said) in [
        (&["-o", "me.pdf"][..], "name it .html"),
        (&["-o", "g.pgn"], "name it .html"),
        (&["-o", "none/me.html"], "cannot write"),
        (&["-o", "me.html", "--", "--format", "md"], "--format"),
        (&["--", "-o", "x.csv"], "-o cannot be an option of all parts"),
        (&["--", "--limit=3"], "--limit cannot be an option of all parts"),
    ] {
        let run = place.run(&[&["me", "Blue", "g.pgn"], options].concat());
        assert!(run.code == Some(2) && run.err.contains(said), "{options:?}: {run}");
    }
    for name in ["", "A\"B"] {
        let run = place.run(&["me", name, "g.pgn"]);
        assert!(run.code == Some(2) && run.err.contains("no quotation marks"), "{run}");
    }
    assert_eq!(place.read("me.html"), page, "it is written when it is complete");
}

/// What is wrong with the games is said once, and Black's twelfth move belongs to the opening as White's does.
#[test]
fn games_are_read_alike_by_all_parts() {
    let place = Place::new();
    let moves: String = (1..=13)
        .map(|n| {
            format!(
                "{n}. {} ",
                if n % 2 == 1 {
                    "Nf3 {[%clk 0:10:00]} Nf6 {[%clk 0:09:00]}"
                } else {
                    "Ng1 {[%clk 0:10:00]} Ng8 {[%clk 0:09:00]}"
                }
            )
        })
        .collect();
    place.write("g.pgn", format!("[White \"Red\"]\n[Black \"Blue\"]\n[TimeControl \"600\"]\n\n{moves}14. Ke7 *\n"));
    let run = place.run(&["me", "Blue", "g.pgn"]);
    assert_eq!(run.err.matches("Ke7").count(), 1, "{run}");
    let seconds = run.out.split("Seconds used for a move").nth(1).expect("a part");
    let row = |phase: &str| {
        seconds
            .lines()
            .find(|line| line.starts_with(phase))
            .map(|line| line.split_whitespace().nth(2).unwrap().to_owned())
    };
    // The time of a move is known from the clock before it, so not that of the first one.
    assert_eq!((row("opening").as_deref(), row("middlegame").as_deref()), (Some("11"), Some("1")), "{run}");
}

/// The side to move is that of the player, in both colours; after a move it is that of the other.
#[test]
fn mine() {
    let place = Place::new();
    place.write("g.pgn", GAMES);
    let count = |query: &str| place.run(&["search", "-e", query, "--count", "-q", "g.pgn"]).out;
    assert_eq!(count("mine \"Blue\""), count("flipcolor {wtm player white \"Blue\"}"));
    // Before 1. f3 and 2. g4 and after them; before 1... e5 and 2... Ke7.
    assert_eq!(count("mine \"Blue\""), "2 of 2 games, 5 positions\n");
    assert_eq!(count("parent:mine \"Blue\""), "2 of 2 games, 4 positions\n");
    assert_eq!(count("parent:mine \"Blue\" evaldrop >= 300"), "2 of 2 games, 2 positions\n");
}
