//! Names of players: spellings that are one, files of spellings, and what counts and searches make of both.

use crate::cli::place::{Place, Run};

/// A game between two players.
fn game(white: &str, black: &str, result: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 e5 {result}\n\n")
}

/// Six games. Carlsen is there in four of them, in three spellings; Müller in two, in two spellings; two Polgars, of whom one has
/// two spellings.
fn place() -> Place {
    let place = Place::new();
    let games = [
        game("Carlsen, Magnus", "Müller, Karsten", "1-0"),
        game("Mueller, K.", "Carlsen,M", "0-1"),
        game("GM Magnus Carlsen", "Polgar, Judit", "1/2-1/2"),
        game("Polgar, Zsuzsa", "Carlsen, Magnus", "1-0"),
        game("Polgar, J", "Tal, Mihail", "1-0"),
        game("Stockfish 16", "Stockfish 15", "1-0"),
    ];
    place.write("g.pgn", games.concat());
    place
}

/// The lines of a table.
fn lines(run: &Run) -> Vec<&str> {
    run.out.lines().collect()
}

#[test]
fn players_in_several_spellings_are_listed() {
    let place = place();
    let run = place.run(&["names", "g.pgn"]);
    assert_eq!(run.code, Some(0), "{run}");
    let expected = "Carlsen, Magnus: 4 games\n       2  Carlsen, Magnus\n       1  GM Magnus Carlsen\n       1  Carlsen, M\n\
                    Müller, Karsten: 2 games\n       1  Müller, Karsten\n       1  Mueller, K\n\
                    Polgar, Judit: 2 games\n       1  Polgar, Judit\n       1  Polgar, J\n";
    assert_eq!(run.out, expected);
    // Carlsen, Müller, two Polgars, Tal and two programs; 3 + 2 + 2 spellings.
    assert!(run.err.contains("6 games with 7 players: 3 in several spellings (7 in all)"), "{run}");
    let table = place.run(&["names", "-q", "--csv", "g.pgn"]);
    assert_eq!(lines(&table)[..2], ["alias,name,games", "\"Carlsen, Magnus\",\"Carlsen, Magnus\",2"], "{table}");
    assert_eq!(lines(&table).len(), 8, "{table}");
    let json = place.run(&["names", "-q", "--json", "g.pgn"]);
    assert!(json.out.contains("{\"alias\":\"Mueller, K\",\"name\":\"Müller, Karsten\",\"games\":1}"), "{json}");
    // Games in which nobody has two spellings, and games without names.
    place.write("one.pgn", game("Carlsen, Magnus", "Carlsen, Mia", "*") + &game("?", "", "*"));
    let one = place.run(&["names", "one.pgn"]);
    assert_eq!((one.code, one.out.as_str()), (Some(1), ""), "{one}");
    assert_eq!(place.run(&["names", "missing.pgn"]).code, Some(2));
    assert_eq!(place.run(&["names", "g.pgn", "-o", "g.pgn"]).code, Some(2));
}

#[test]
fn a_file_of_spellings_counts_as_the_list_says() {
    let place = place();
    for file in ["s.ssp", "s.csv", "s.tsv"] {
        let written = place.run(&["names", "g.pgn", "-o", file]);
        assert_eq!((written.code, written.out.as_str()), (Some(0), ""), "{written}");
        let tally = ["search", "-q", "-e", "initial", "--tally", "either player", "--csv", "g.pgn"];
        let counted = place.run(&[&tally[..], &["--exact-names", "--names", file]].concat());
        let counts = |text: &str| text.lines().any(|line| counted.out.lines().any(|counted| counted.starts_with(line)));
        for line in
            ["\"Carlsen, Magnus\",4,", "\"Müller, Karsten\",2,", "\"Polgar, Judit\",2,", "\"Polgar, Zsuzsa\",1,"]
        {
            assert!(counts(line), "{file} {line}: {counted}");
        }
        assert_eq!(lines(&counted).len(), 8, "{counted}");
        // With the file, nobody has two spellings any more.
        assert_eq!(place.run(&["names", "-q", "--names", file, "g.pgn"]).code, Some(1));
    }
    assert!(place.read("s.ssp").starts_with("@PLAYER\nCarlsen, Magnus\n= GM Magnus Carlsen\n= Carlsen, M\n"));
}

#[test]
fn counts_have_each_player_once() {
    let place = place();
    let count = |key: &str, more: &[&str]| {
        let run = place.run(&[&["search", "-q", "-e", "initial", "--tally", key, "--csv", "g.pgn"], more].concat());
        // The key may have a comma; after it come games, positions and share.
        let key_and_games = |line: &str| {
            let cells: Vec<&str> = line.rsplit(',').collect();
            let key: Vec<&str> = cells[3..].iter().rev().copied().collect();
            format!("{}={}", key.join(","), cells[2])
        };
        run.out.lines().skip(1).map(key_and_games).collect::<Vec<_>>()
    };
    let players = count("either player", &[]);
    assert_eq!(players[0], "\"Carlsen, Magnus\"=4", "{players:?}");
    // Both of Müller's and Judit Polgar's spellings stand in one game each: the longer one is shown.
    for line in
        ["\"Müller, Karsten\"=2", "\"Polgar, Judit\"=2", "\"Polgar, Zsuzsa\"=1", "Stockfish 15=1", "Stockfish 16=1"]
    {
        assert!(players.contains(&line.to_owned()), "{line}: {players:?}");
    }
    assert_eq!(players.len(), 7, "{players:?}");
    // Letter by letter there are 3 + 2 + 2 + 1 + 1 + 2.
    assert_eq!(count("either player", &["--exact-names"]).len(), 11);
    // Among the players of White, Carlsen has two spellings of one game each, of which the longer one is shown.
    let whites = count("white", &[]);
    assert_eq!(whites[0], "GM Magnus Carlsen=2", "{whites:?}");
    assert_eq!(count("white", &["--exact-names"]).len(), 6);
    // What is counted beside the player stays apart, and lines are left out after spellings were put together.
    let cross = place.run(&[
        "search",
        "-q",
        "-e",
        "initial",
        "--tally",
        "either player",
        "--tally",
        "result",
        "--csv",
        "--at-least",
        "2",
        "g.pgn",
    ]);
    assert_eq!(lines(&cross).len(), 2, "{cross}");
    assert!(lines(&cross)[1].starts_with("\"Carlsen, Magnus\",1-0,2,"), "{cross}");
    // Carlsen: a win, a win with Black, a draw, a loss: 2.5 of 4.
    let score = place.run(&["search", "-q", "-e", "initial", "--tally", "either player", "--score", "--csv", "g.pgn"]);
    assert!(lines(&score)[1].ends_with(",0.625"), "{score}");
}

#[test]
fn initials_of_two_players_are_neither() {
    let place = Place::new();
    let games = [game("Carlsen, Magnus", "x", "*"), game("Carlsen, Mia", "y", "*"), game("Carlsen, M", "z", "*")];
    place.write("g.pgn", games.concat());
    let tally = place.run(&["search", "-q", "-e", "initial", "--tally", "white", "--csv", "g.pgn"]);
    assert_eq!(lines(&tally).len(), 4, "{tally}");
    // Who asks for one of them finds both who may be meant, by name.
    let asked = place.run(&["search", "-c", "-e", "player \"M. Carlsen\"", "g.pgn"]);
    assert!(asked.out.starts_with("3 of 3 games"), "{asked}");
    for name in ["`Carlsen, Magnus` (1 game)", "`Carlsen, Mia` (1 game)", "`Carlsen, M` (1 game)"] {
        assert!(asked.err.contains(name), "{name}: {asked}");
    }
}

#[test]
fn players_are_searched_for_in_other_spellings() {
    let place = place();
    let count = |query: &str, more: &[&str]| place.run(&[&["search", "-c", "-e", query, "g.pgn"], more].concat());
    for (query, games) in [
        ("player \"M. Carlsen\" result 1-0", 2),
        ("player \"Carlsen Magnus\"", 4),
        ("player white \"Karsten Muller\"", 1),
        ("player black \"Karsten Muller\"", 1),
        ("player \"Judit Polgar\"", 2),
        ("player \"mihail tal\"", 1),
        ("flipcolor {player white \"Karsten Muller\"}", 2),
        ("player \"Judit Polgar\" or player \"Karsten Muller\"", 4),
    ] {
        let run = count(query, &[]);
        assert!(run.out.starts_with(&format!("{games} of 6 games")), "{query}: {run}");
        assert!(run.err.contains("note: no game has `player") && run.err.contains("searched for: `"), "{query}: {run}");
        assert_eq!(run.code, Some(0), "{query}: {run}");
        let exact = count(query, &["--exact-names"]);
        assert!(exact.out.starts_with("0 of 6 games") && exact.code == Some(1), "{query}: {exact}");
        // The answer does not depend on whether notes are shown.
        let quiet = count(query, &["-q"]);
        assert_eq!((quiet.out, quiet.err.as_str()), (run.out, ""), "{query}");
    }
    // Nothing is looked for where a game has the name, where the name is not what fails, and where a text is compared as a whole.
    for query in [
        "player \"Magnus Carlsen\" result 1-0",
        "player \"Carlsen, Magnus\" mate",
        "player \"Nobody Known\"",
        "player \"Tal, Mihail\" player \"Polgar, Judit\"",
    ] {
        let run = count(query, &[]);
        assert!(run.out.starts_with("0 of 6 games") && !run.err.contains("searched for"), "{query}: {run}");
    }
    let whole = count("player white == \"Magnus Carlsen\"", &[]);
    assert!(whole.code == Some(1) && !whole.err.contains("searched for"), "{whole}");
    // The spellings are found, and the rest of the query still fails.
    let fails = count("player \"Judit Polgar\" mate", &[]);
    assert!(fails.code == Some(1) && fails.err.contains("`Polgar, J` (1 game)"), "{fails}");
}

#[test]
fn conditions_and_trees_are_searched_for_in_other_spellings() {
    let place = place();
    let (polgar, muller) = ("player \"Judit Polgar\"", "player white \"Karsten Muller\"");
    let json = |run: &Run| serde_json::from_str::<serde_json::Value>(&run.out).unwrap_or_default();
    for (args, games) in [
        (&["search", "-c", "-e", "initial", "--where", polgar][..], 2),
        (&["search", "-c", "-e", "initial", "--where", polgar, "--where", muller], 0),
        (&["search", "-c", "-e", muller, "--where", "player \"Karsten Muller\""], 1),
        (&["tree", "--json", "--where", polgar], 2),
        (&["tree", "--json", "-e", "initial player \"Judit Polgar\""], 2),
        (&["tree", "--json", "-e", "initial", "--where", muller], 1),
    ] {
        let run = |more: &[&str]| place.run(&[args, &["g.pgn"], more].concat());
        let number = |run: &Run| match args[0] {
            "tree" => json(run)["games"].as_u64().unwrap_or_default(),
            _ => run.out.split(' ').next().unwrap().parse().unwrap(),
        };
        let (told, quiet, exact) = (run(&[]), run(&["-q"]), run(&["--exact-names"]));
        assert_eq!(number(&told), games, "{args:?}: {told}");
        assert!(told.err.contains("searched for: `"), "{args:?}: {told}");
        assert_eq!((quiet.out, quiet.code, quiet.err.as_str()), (told.out, told.code, ""), "{args:?}");
        assert!(exact.code == Some(1) && exact.err.contains("letter by letter"), "{args:?}: {exact}");
    }
    // The position is there with Black to move, and the player in another spelling.
    let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    let sideless = place.run(&["tree", board, "--json", "--where", polgar, "g.pgn"]);
    assert_eq!((sideless.code, json(&sideless)["games"].as_u64()), (Some(0), Some(2)), "{sideless}");
}

#[test]
fn a_second_search_writes_what_a_first_one_writes() {
    let place = place();
    for (name, more) in [
        ("csv", &["--csv"][..]),
        ("jsonl", &["--json"]),
        ("pgn", &["--format", "pgn"]),
        ("md", &["--format", "md"]),
        ("tally", &["--tally", "result", "--rate"]),
        ("sorted", &["--sort", "ply", "--csv"]),
        ("one", &["--limit", "1", "--csv"]),
    ] {
        let run = |query: &str| place.run(&[&["search", "-q", "-e", query, "g.pgn"], more].concat());
        let (other, same) = (run("terminal player \"Judit Polgar\""), run("terminal player \"Polgar, J\""));
        assert!(other.code == Some(0) && other.out == same.out, "{name}: {other}{same}");
        let file = format!("{name}.csv");
        let written = place.run(&["search", "-q", "-e", "terminal player \"Judit Polgar\"", "g.pgn", "-o", &file]);
        assert_eq!((written.code, place.read(&file).lines().count()), (Some(0), 3), "{written}");
    }
    assert_eq!(place.names().iter().filter(|name| name.contains("partial")).count(), 0);
    // Of a file, of packed games and of a database alike; standard input cannot be read twice.
    place.run(&["index", "-q", "g.pgn", "-o", "g.tabiya"]);
    let base = place.run(&["search", "-c", "-e", "player \"Judit Polgar\"", "g.tabiya"]);
    assert!(base.out.starts_with("2 of 6 games"), "{base}");
    let once = place.run_with(&["search", "-c", "-e", "player \"Judit Polgar\"", "-"], place.read("g.pgn").as_bytes());
    assert!(once.out.starts_with("0 of 6 games") && once.code == Some(1), "{once}");
    // What is wrong with games is said once.
    place.write("bad.pgn", place.read("g.pgn") + "[White \"A\"]\n\n1. e4 e5 2. Ke5 *\n");
    let damaged = place.run(&["search", "-c", "--check-moves", "-e", "player \"Judit Polgar\"", "bad.pgn"]);
    assert_eq!(damaged.err.matches("illegal").count(), 1, "{damaged}");
    assert!(damaged.out.starts_with("2 of 7 games"), "{damaged}");
}

#[test]
fn names_are_read_by_a_file() {
    let place = place();
    place.write("s.txt", "@PLAYER\nMagnus the Great  #World champion\n= Carlsen, Magnus\n= Carlsen,M\n");
    place.run(&["index", "-q", "g.pgn", "-o", "g.tabiya"]);
    for games in ["g.pgn", "g.tabiya"] {
        let run = |query: &str, more: &[&str]| {
            place.run(&[&["search", "-q", "-e", query, "--exact-names", "--names", "s.txt", games], more].concat())
        };
        let found = run("player \"the Great\"", &["-c"]);
        assert!(found.out.starts_with("3 of 6 games"), "{games}: {found}");
        assert!(run("tag \"White\" == \"Magnus the Great\"", &["-c"]).out.starts_with("1 of 6 games"), "{games}");
        // What games are read as is not what they say: nobody is called so.
        assert!(run("player \"Carlsen, M\"", &["-c"]).out.starts_with("0 of 6 games"), "{games}");
        let row = run("initial player white \"the Great\"", &["--columns", "white", "--csv"]);
        assert_eq!(row.out, "white\nMagnus the Great\n", "{games}");
    }
    let novelty = place.run(&["novelty", "-q", "--csv", "--names", "s.txt", "g.pgn", "games.pgn"]);
    assert_ne!(novelty.code, Some(2), "{novelty}");
    let tree = place.run(&["tree", "--csv", "--names", "s.txt", "--where", "player \"the Great\"", "g.pgn"]);
    assert!(tree.out.lines().nth(1).is_some_and(|line| line.contains(",3,")), "{tree}");
}

#[test]
fn duplicates_agree_in_all_spellings_or_letter_by_letter() {
    let place = Place::new();
    let long = |white: &str| {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
        format!(
            "[White \"{white}\"]\n[Black \"Tal, Mihail\"]\n[Date \"2001.01.01\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    place.write("d.pgn", [long("Müller, Jan"), long("Mueller, J."), long("Schmidt, Jan")].concat());
    let kept = |more: &[&str]| {
        let run = place.run(&[&["dedupe", "-q", "d.pgn", "-o", "-"], more].concat());
        run.out.matches("[White ").count()
    };
    place.write("s.csv", "\"Schmidt, Jan\",\"Müller, Jan\"\n");
    assert_eq!((kept(&[]), kept(&["--exact-names"])), (2, 3));
    assert_eq!((kept(&["--names", "s.csv"]), kept(&["--names", "s.csv", "--exact-names"])), (1, 2));
}

#[test]
fn files_of_spellings_that_are_wrong() {
    let place = place();
    std::fs::create_dir(place.path("folder")).expect("a folder");
    place.write("empty.csv", "");
    place.write("circle.csv", "a;b\nb;a\n");
    place.write("columns.csv", "Carlsen, M,Carlsen, Magnus\n");
    place.write("binary.csv", b"\xff\xfea\0;\0b\0");
    place.write("latin.csv", b"M\xfcller, Karsten;Karsten\n");
    let run = |file: &str| {
        place.run(&["search", "-c", "-e", "player == \"x\" or player \"Karsten\"", "--names", file, "g.pgn"])
    };
    for (file, said) in [
        ("folder", "irectory"),
        ("missing.csv", "o such file"),
        ("empty.csv", "there is no spelling"),
        ("circle.csv", "is a spelling of a name that is a spelling of"),
        ("columns.csv", "line 1: two columns are expected"),
        ("binary.csv", "save it as UTF-8"),
    ] {
        let run = run(file);
        assert!(
            run.code == Some(2) && run.out.is_empty() && run.err.contains(said) && run.err.contains(file),
            "{file}: {run}"
        );
    }
    assert!(run("latin.csv").out.starts_with("1 of 6 games"), "{}", run("latin.csv"));
    // A table is an input, which no output replaces.
    place.write("s.csv", "a;b\n");
    let over = place.run(&["search", "-e", "mate", "--names", "s.csv", "g.pgn", "-o", "s.csv"]);
    assert!(over.code == Some(2) && place.read("s.csv") == "a;b\n", "{over}");
    // What is of no use is told.
    place.write("more.ssp", "@PLAYER\nX\n= Tal, Mihail\n@SITE\nRiga\n= Rīga\n");
    let told = run("more.ssp");
    assert!(told.err.contains("2 lines of other sections, or that begin with %, left out"), "{told}");
    let mut text = String::from("@PLAYER\nX\n");
    (0..100_000).for_each(|i| text.push_str(&format!("= Name, {i}\n")));
    place.write("long.ssp", text + "= Polgar, Zsuzsa\n");
    let long = place.run(&["search", "-q", "-c", "-e", "player \"X\"", "--names", "long.ssp", "g.pgn"]);
    assert!(long.out.starts_with("1 of 6 games"), "{long}");
}

/// Conditions of all commands are searched for as the games spell a name that none of them has.
#[test]
fn conditions_of_all_commands_are_searched_for_in_other_spellings() {
    let place = Place::new();
    place.write(
        "g.pgn",
        "[White \"Botvinnik, Mikhail\"]\n[Black \"Tal, M\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"A\"]\n\n1. d4 *\n",
    );
    place.write("old.pgn", "1. e4 e5 2. d4 *\n");
    let where_is = |name: &str| ["--where".to_owned(), format!("player \"{name}\"")];
    // Of each command, what its output says of the game of the player.
    for (command, expected) in [
        (&["search", "--csv", "-e", "initial", "g.pgn"][..], "g.pgn,1,"),
        (&["tree", "--csv", "g.pgn"], "e4"),
        (&["rewrite", "g.pgn"], "1. e4 e5 2. Nf3 *"),
        (&["rewrite", "--as-read", "g.pgn"], "1. e4 e5 2. Nf3 *"),
        (&["rewrite", "--merge", "g.pgn"], "1. e4 e5 2. Nf3 *"),
        (&["novelty", "--csv", "old.pgn", "g.pgn"], ",2. Nf3,"),
        (&["repertoire", "--csv", "old.pgn", "g.pgn"], ",2. Nf3,"),
    ] {
        let run = |name: &str, more: &[&str]| {
            let condition = where_is(name);
            place.run(&[command, &condition.each_ref().map(String::as_str), more].concat())
        };
        let (other, same) = (run("Mikhail Botvinnik", &[]), run("Botvinnik, Mikhail", &[]));
        assert!(same.out.contains(expected), "{same}");
        assert_eq!((&other.out, other.code), (&same.out, same.code), "{command:?}: {other}{same}");
        assert!(other.err.contains("searched for: `Botvinnik, Mikhail` (1 game)"), "{command:?}: {other}");
        assert!(!same.err.contains("searched for"), "{command:?}: {same}");
        // What sums up the run is that of the second one.
        let sums = |run: &Run| run.err.lines().filter(|line| line.contains("compared")).collect::<Vec<_>>().join("\n");
        assert_eq!(sums(&other), sums(&same), "{command:?}");
        let quiet = run("Mikhail Botvinnik", &["-q"]);
        assert_eq!((&quiet.out, &*quiet.err), (&same.out, ""), "{command:?}: {quiet}");
        let exact = run("Mikhail Botvinnik", &["--exact-names"]);
        assert!(!exact.out.contains("Nf3") && exact.err.contains("letter by letter"), "{command:?}: {exact}");
        let nobody = run("Nobody Known", &[]);
        assert!(!nobody.out.contains("Nf3") && !nobody.err.contains("searched for"), "{command:?}: {nobody}");
    }
    // What is wrong with a game is told once, whichever run reads its moves.
    place.write("damaged.pgn", "[White \"Botvinnik, Mikhail\"]\n\n1. e4 e5 2. Ke5 *\n");
    for command in [
        &["search", "-e", "initial", "damaged.pgn"][..],
        &["search", "--check-moves", "-e", "initial", "damaged.pgn"],
        &["tree", "damaged.pgn"],
        &["novelty", "old.pgn", "damaged.pgn"],
        &["repertoire", "old.pgn", "damaged.pgn"],
        &["rewrite", "damaged.pgn"],
    ] {
        let condition = where_is("Mikhail Botvinnik");
        let run = place.run(&[command, &condition.each_ref().map(String::as_str)].concat());
        assert!(run.err.contains("searched for") && run.err.matches("illegal move").count() == 1, "{command:?}: {run}");
    }
    // The summary of what was rewritten is that of the second reading.
    place.write("bad.pgn", place.read("g.pgn") + "\n[White \"B\"]\n\n1. Ke5 *\n");
    let rewritten = place.run(&["rewrite", "bad.pgn", "--where", "player \"Mikhail Botvinnik\""]);
    assert!(rewritten.err.contains("3 games: 1 clean, 2 without a match"), "{rewritten}");
}

/// All parts of `me` go by the spellings of the games, and by no other name that has them as a part.
#[test]
fn my_games_are_found_in_other_spellings() {
    let place = place();
    let heads =
        |run: &Run| run.out.lines().filter(|line| !line.starts_with("  tabiya")).map(str::to_owned).collect::<Vec<_>>();
    let (other, same) = (place.run(&["me", "Judit Polgar", "g.pgn"]), place.run(&["me", "Polgar, J", "g.pgn"]));
    assert_eq!((heads(&other), other.code), (heads(&same), Some(0)), "{other}{same}");
    assert!(other.err.contains("searched for: ") && same.err.is_empty(), "{other}{same}");
    // The commands that are printed say it, so that each finds the same by itself.
    let line = other.out.lines().find(|line| line.starts_with("  tabiya")).expect("a command");
    assert!(line.contains("player white == \"Polgar, J"), "{line}");
    let exact = place.run(&["me", "Judit Polgar", "g.pgn", "--", "--exact-names"]);
    assert!(exact.code == Some(1) && !exact.err.contains("searched for"), "{exact}");
    place.write("m.pgn", "[White \"Carlsen, M\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[White \"Carlsen, Mikael\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n");
    let magnus = place.run(&["me", "Magnus Carlsen", "m.pgn", "--", "--csv"]);
    assert!(magnus.out.contains("White,1,") && !magnus.out.contains("White,2,"), "{magnus}");
}
