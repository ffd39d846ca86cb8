//! Queries that are kept: parameters, libraries, recipes of the user's own.

use crate::cli::place::{Place, Run};

const STRONG: &str = "parameter MIN 3 \"least ply\"\nparameter WHO \"Blue\" \"a player\"\nply >= MIN player WHO\n";

fn count(run: &Run) -> &str {
    run.out.trim_end()
}

#[test]
fn parameters_have_values_from_the_query_or_from_outside() {
    let place = Place::new();
    place.write("strong.cql", STRONG);
    let found = |more: &[&str]| place.run(&[&["search", "-f", "strong.cql", "-c", "games.pgn"], more].concat());
    assert_eq!(count(&found(&[])), "1 of 3 games, 3 positions");
    assert_eq!(count(&found(&["--set", "MIN=5"])), "1 of 3 games, 1 position");
    assert_eq!(count(&found(&["--set", "MIN=-7", "--set", "WHO=C"])), "1 of 3 games, 7 positions");
    for (set, said) in [
        ("MIN=many", "the parameter `MIN` is a number, but `many` is not"),
        ("MAX=3", "there is no parameter `MAX`; its parameters are MIN, WHO"),
        ("MIN", "--set MIN=2600"),
        ("MIN=\"x\"", "no quotes"),
        ("1=2", "a parameter has a name"),
    ] {
        let run = found(&["--set", set]);
        assert!(run.code == Some(2) && run.err.contains(said), "{set}: {run}");
    }
    assert!(found(&["--set", "MIN=many"]).err.contains("--> --set MIN"));
    // Neither a piece nor a word of the language is the name of a parameter.
    for name in ["a", "check", "Qh7"] {
        let run = place.search("mate", &["--set", &format!("{name}=1")]);
        assert!(
            run.code == Some(2) && run.err.contains(&format!("`{name}` cannot be the name of a parameter")),
            "{run}"
        );
    }
    let none = place.search("mate", &["--set", "MIN=3"]);
    assert!(none.code == Some(2) && none.err.contains("the query has no parameters"), "{none}");
    // A constant: in ranges, in columns, in functions, below zero; but never on the left of `=`.
    let rows = |query: &str, more: &[&str]| place.search(query, &[&["--mainline", "-c"], more].concat()).out;
    assert_eq!(rows("parameter LOW -1 ply == LOW + 1", &[]), "3 of 3 games, 3 positions\n");
    assert_eq!(
        rows("parameter LOW 2 function late() {ply > LOW} late() ply < 5", &["--set", "LOW=3"]),
        "2 of 3 games, 2 positions\n"
    );
    let select =
        place.search("parameter LOW 7 mate", &["--select", "n=LOW*2", "--sort", "LOW+ply", "--csv", "--columns", "n"]);
    assert_eq!(select.out, "n\n14\n", "{select}");
    let text = place.search("parameter LOW 7 mate", &["--set", "LOW=8", "--tally", "LOW*2", "--csv"]);
    assert_eq!(text.out, "LOW*2,games,positions,share\n16,1,1,1\n", "{text}");
    assert_eq!(place.search("parameter LOW 7 LOW = 8 mate", &[]).code, Some(2));
    let twice = place.search("parameter LOW 7 parameter LOW 8 mate", &[]);
    assert!(twice.code == Some(2) && twice.err.contains("--> query:1:27"), "{twice}");
    assert!(twice.err.contains("error[parameter-again]: the parameter `LOW` is declared twice"), "{twice}");
    let word = place.search("parameter mate 7 check", &[]);
    assert!(word.code == Some(2) && word.err.contains("parameter-name"), "{word}");
    let explained = place.run(&["explain", "-f", "strong.cql", "--set", "MIN=5"]);
    assert!(
        explained.out.contains("parameter MIN = 5 (otherwise 3): least ply; --set MIN=VALUE changes it"),
        "{explained}"
    );
    assert!(explained.out.contains("parameter WHO = \"Blue\": a player"), "{explained}");
}

#[test]
fn parameter_and_include_are_names_elsewhere() {
    let place = Place::new();
    for query in
        ["parameter = 3 ply == parameter", "include = 3 ply == include", "mate or {parameter = 1 parameter > 5}"]
    {
        let run = place.search(query, &["-c"]);
        assert_eq!(run.code, Some(0), "{query}: {run}");
    }
    for query in ["cql() parameter MIN 3 mate", "cql() include \"lib.cql\" mate"] {
        let run = place.run(&["cql", "-i", "games.pgn", "-cql", query]);
        assert_eq!(run.code, Some(1), "{query}: {run}");
    }
}

#[test]
fn mistakes_in_libraries_are_told_where_they_are() {
    let place = Place::new();
    place.write("one.cql", "parameter MIN 3\nfunction Late() {ply > MIN}\n");
    place.write("two.cql", "function Other() {check}\nmate\nparameter MAX 9\n");
    place.write("again.cql", "include \"one.cql\"\nparameter MIN 4\ncheck\n");
    for main in ["include \"one.cql\" include \"two.cql\" parameter X 3 Late()", "include \"two.cql\" Other()"] {
        let run = place.search(main, &[]);
        assert!(run.code == Some(2) && run.err.contains("error[filter-in-library]"), "{main}: {run}");
        assert!(run.err.contains("--> two.cql:2:1") && run.err.contains("make a function of it"), "{main}: {run}");
    }
    let again = place.run(&["check", "again.cql"]);
    assert!(again.code == Some(2) && again.err.contains("error[parameter-again]"), "{again}");
    assert!(
        again.err.contains("--> again.cql:2:11") && again.err.contains("first declared here: one.cql:1"),
        "{again}"
    );
}

#[test]
fn libraries_are_included_or_named_first() {
    let place = Place::new();
    place.write("lib/base.cql", "include \"deep.cql\"\nfunction Late(least) {ply >= least}\n");
    place.write("lib/deep.cql", "// nothing but this\nfunction Quiet() {not check}\nparameter AT 3 \"a ply\"\n");
    place.write("use.cql", "cql(variations)\ninclude \"lib/base.cql\"\ninclude \"lib/deep.cql\"\nLate(AT) Quiet()\n");
    place.write("plain.cql", "Late(AT) Quiet()\n");
    let included = place.run(&["search", "-f", "use.cql", "-c", "--mainline", "games.pgn"]);
    assert_eq!(count(&included), "2 of 3 games, 6 positions", "{included}");
    let first = place.run(&["search", "-f", "lib/base.cql", "-f", "plain.cql", "-e", "Late(6)", "-c", "games.pgn"]);
    assert_eq!(first.out, "2 of 3 games, 6 positions: plain.cql\n1 of 3 games, 1 position: query\n", "{first}");
    let set = place.run(&["search", "-f", "use.cql", "-c", "--mainline", "--set", "AT=6", "games.pgn"]);
    assert_eq!(count(&set), "1 of 3 games, 1 position", "{set}");
    assert_eq!(place.run(&["check", "lib/base.cql", "plain.cql", "use.cql"]).code, Some(0));
    let explained = place.run(&["explain", "use.cql"]);
    assert!(explained.code == Some(0) && explained.out.contains("include \"lib/base.cql\""), "{explained}");
    let formatted = place.run(&["fmt", "--check", "use.cql"]);
    assert_eq!(formatted.code, Some(0), "{formatted}");
    let last = place.run(&["search", "-f", "plain.cql", "-f", "lib/base.cql", "games.pgn"]);
    assert!(last.code == Some(2) && last.err.contains("no query follows it"), "{last}");
    let input = place.run(&["search", "-f", "use.cql", "-o", "lib/deep.cql", "--format", "csv", "games.pgn"]);
    assert!(input.code == Some(2) && place.read("lib/deep.cql").starts_with("// nothing"), "{input}");
}

#[test]
fn what_is_wrong_with_a_library_is_shown_there() {
    let place = Place::new();
    place.write("use.cql", "include \"lib.cql\" Bad()");
    for (library, said) in [
        ("function Bad() {\n", "--> lib.cql:1:16"),
        ("function Good() {check}\nfunction Good() {mate}\n", "--> lib.cql:2:10"),
        ("function Bad() {check}\nmate\n", "--> lib.cql:2:1"),
        ("function Good() {check}\n", "--> use.cql:1:19"),
        ("include \"use.cql\"\n", "--> lib.cql:1:1"),
        ("include \"none.cql\"\n", "--> lib.cql:1:1"),
    ] {
        place.write("lib.cql", library);
        for args in [&["search", "-f", "use.cql", "games.pgn"][..], &["check", "use.cql"]] {
            let run = place.run(args);
            assert!(run.code == Some(2) && run.err.contains(said), "{library}: {run}");
        }
    }
    place.write("lib.cql", "include \"use.cql\"\n");
    let circle = place.run(&["check", "use.cql"]);
    assert!(circle.err.contains("`use.cql` includes itself"), "{circle}");
    place.write("lib.cql", "include \"lib.cql\"\n");
    assert!(place.run(&["check", "use.cql"]).err.contains("includes itself"));
}

#[test]
fn only_permitted_files_are_included() {
    let place = Place::new();
    let elsewhere = Place::new();
    elsewhere.write("lib.cql", "function Late() {ply > 5}\n");
    let query = format!("include \"{}\" Late()", elsewhere.path("lib.cql").display());
    let refused = place.search(&query, &[]);
    assert!(
        refused.code == Some(2) && refused.err.contains("bad-include") && refused.err.contains("--files"),
        "{refused}"
    );
    let folder = elsewhere.path("");
    let allowed = place.search(&query, &["--files", folder.to_str().unwrap(), "-c"]);
    assert_eq!(count(&allowed), "1 of 3 games, 1 position", "{allowed}");
    place.write("lib.cql", "function Late() {ply > 5}\n");
    assert_eq!(place.search("include \"lib.cql\" Late()", &["-c"]).code, Some(0));
    let sandbox = place.search("include \"lib.cql\" Late()", &["--sandbox"]);
    assert!(sandbox.code == Some(2) && sandbox.err.contains("queries are not allowed to open files"), "{sandbox}");
    assert!(tabiya::Query::parse("include \"Cargo.toml\" check").is_err(), "the library opens nothing by itself");
}

#[test]
fn recipes_of_ones_own() {
    let place = Place::new();
    place.write("mine/late.cql", "; Positions late in the game\nply > 5\n");
    place.write("mine/more/mate-here.cql", "mate\n");
    place.write("mine/notes.txt", "mate\n");
    place.write("mine/windmill.cql", "; Mine, not the other one\nmate\n");
    let run = |args: &[&str]| {
        let folder = place.path("mine");
        let output = place.command(args).env("TABIYA_RECIPES", folder).output().expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    };
    let list = run(&["recipes", "--mine"]);
    assert_eq!(
        list.out,
        "late       Positions late in the game\nmate-here  mate\nwindmill   Mine, not the other one\n\nTo see one: tabiya recipes late\n",
        "{list}"
    );
    assert!(run(&["recipes", "--mine", "the", "game"]).out.starts_with("late "));
    assert!(run(&["recipes", "late"]).out.contains("ply > 5"));
    assert_eq!(run(&["recipes", "--query", "late"]).out, "; Positions late in the game\nply > 5\n");
    assert_eq!(count(&run(&["search", "--recipe", "late", "-c", "games.pgn"])), "1 of 3 games, 1 position");
    assert_eq!(count(&run(&["search", "--recipe", "mate-here", "-c", "games.pgn"])), "1 of 3 games, 1 position");
    assert_eq!(count(&run(&["search", "--recipe", "windmill", "-c", "games.pgn"])), "1 of 3 games, 1 position");
    assert_eq!(run(&["search", "--recipe", "../mine/late", "-c", "games.pgn"]).code, Some(2));
    let none = place.command(&["recipes", "--mine"]).env("TABIYA_RECIPES", place.path("none")).output().unwrap();
    assert_eq!(none.status.code(), Some(1));
    // Where the system keeps data of programs.
    place.write("data/tabiya/recipes/other.cql", "check\n");
    let data = place
        .command(&["recipes", "--mine"])
        .env_remove("TABIYA_RECIPES")
        .env("XDG_DATA_HOME", place.path("data"))
        .output();
    if !cfg!(windows) {
        assert!(String::from_utf8(data.unwrap().stdout).unwrap().starts_with("other "));
    }
}
