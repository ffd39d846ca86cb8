//! What is counted and found is what a person takes the words for.

use crate::cli::place::Place;

/// A game with these tags.
fn game(white: &str, black: &str, result: &str, more: &str, moves: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n{more}\n{moves} {result}\n\n")
}

const FOOL: &str = "1. f3 e5 2. g4 Qh4#";

/// A place with four games: Blue wins twice with Black and once with White, and draws once with White.
fn place() -> Place {
    let place = Place::new();
    let games = [
        game("Red", "Blue", "0-1", "[ECO \"A00\"]\n", FOOL),
        game("Green", "Blue", "0-1", "[ECO \"A00\"]\n", FOOL),
        game("Blue", "Red", "1/2-1/2", "[ECO \"C20\"]\n", "1. e4 e5"),
        game("Blue", "Green", "1-0", "[ECO \"C20\"]\n", "1. e4 e5"),
    ];
    place.write("g.pgn", games.concat());
    place
}

/// The cells of a table as CSV.
fn cells(place: &Place, query: &str, more: &[&str]) -> Vec<Vec<String>> {
    let run = place.run(&[&["search", "-q", "-e", query, "--csv", "g.pgn"], more].concat());
    run.out.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn positions_are_counted_and_not_orders_of_moves() {
    let place = Place::new();
    place.write("g.pgn", "1. d4 Nf6 2. c4 e6 3. Nf3 *\n\n1. c4 Nf6 2. Nf3 e6 3. d4 *\n");
    for key in ["fen", "currentposition:fen"] {
        let table = cells(&place, "ply==5", &["--tally", key]);
        assert_eq!(table.len(), 2, "{table:?}");
        assert_eq!(table[1][1..3], ["2", "2"], "{table:?}");
        assert!(table[1][0].ends_with(" b KQkq - 0 1"), "{table:?}");
    }
    let selected = cells(&place, "ply==5", &["--select", "there=fen", "--tally", "there"]);
    assert_eq!(selected.len(), 2, "{selected:?}");
    // A pawn that can be taken makes another position.
    place.write("g.pgn", "1. d4 a6 2. d5 e5 *\n\n1. d4 e5 2. d5 a6 *\n");
    assert_eq!(cells(&place, "ply==4", &["--tally", "fen"]).len(), 3);
}

#[test]
fn a_score_is_that_of_the_player_who_is_counted() {
    let place = place();
    let last = |query: &str, more: &[&str], key: &str| {
        let table = cells(&place, query, &[more, &["--score"]].concat());
        let line = table.iter().find(|line| line[0] == key).unwrap_or_else(|| panic!("{key}: {table:?}"));
        (table[0].last().unwrap().clone(), line.last().unwrap().clone())
    };
    let named = |name: &str, score: &str| (name.to_owned(), score.to_owned());
    // Blue has 2 of 2 with Black, and 1.5 of 2 with White.
    assert_eq!(last("initial", &["--tally", "black"], "Blue"), named("score of Black", "1"));
    assert_eq!(last("initial", &["--tally", "player black"], "Blue"), named("score of Black", "1"));
    assert_eq!(last("initial", &["--tally", "Black"], "Blue"), named("score of Black", "1"));
    assert_eq!(last("initial", &["--tally", "white"], "Blue"), named("score of White", "0.75"));
    assert_eq!(last("initial", &["--tally", "either player"], "Blue"), named("score of the player", "0.875"));
    assert_eq!(last("initial player black \"Blue\"", &["--tally", "eco"], "A00"), named("score of Black", "1"));
    assert_eq!(last("initial player \"Blue\"", &["--tally", "eco"], "A00"), named("score of Blue", "1"));
    assert_eq!(last("initial player \"Blue\"", &["--tally", "eco"], "C20"), named("score of Blue", "0.75"));
    assert_eq!(last("initial player \"Green\"", &["--tally", "eco"], "C20"), named("score of Green", "0"));
    assert_eq!(last("initial", &["--tally", "eco"], "A00"), named("score of White", "0"));
    // One of two players, and one that need not be there, are nobody's.
    let both = "initial player white \"Red\" player black \"Blue\"";
    assert_eq!(last(both, &["--tally", "eco"], "A00"), named("score of White", "0"));
    let perhaps = "initial (player black \"Blue\" or player \"Red\")";
    assert_eq!(last(perhaps, &["--tally", "eco"], "A00"), named("score of White", "0"));
    let turned = "initial flipcolor {player white \"Blue\"}";
    assert_eq!(last(turned, &["--tally", "\"x\""], "x"), named("score of the side that matches", "0.875"));
    let order = cells(&place, "initial", &["--tally", "black", "--score", "--tally-order", "score asc"]);
    assert_eq!(order[1][0], "Green", "{order:?}");
}

#[test]
fn rates_have_all_digits_their_denominators_and_the_lines_without_matches() {
    let place = Place::new();
    let quiet = (0..299).map(|_| game("A", "B", "*", "[Date \"2001.??.??\"]\n", "1. e4"));
    let others =
        [game("A", "B", "0-1", "[Date \"2001.??.??\"]\n", FOOL), game("A", "B", "*", "[Date \"1999.??.??\"]\n", "")];
    place.write("g.pgn", quiet.chain(others).collect::<String>());
    let table = cells(&place, "mate", &["--tally", "year", "--rate", "--tally-order", "key"]);
    assert_eq!(table[0], ["year", "games", "positions", "share", "rate", "of"]);
    assert_eq!(table[1], ["1999", "0", "0", "0", "0", "1"]);
    assert_eq!(table[2][..3], ["2001", "1", "1"]);
    assert_eq!(table[2][5], "300");
    assert!((table[2][4].parse::<f64>().unwrap() - 1.0 / 300.0).abs() < 1e-15, "{table:?}");
    let json = place.run(&["search", "-q", "-e", "mate", "--tally", "year", "--rate", "--json", "g.pgn"]).out;
    assert!(json.contains("\"rate\":0.00333333333333333"), "{json}");
    assert_eq!(cells(&place, "mate", &["--tally", "year", "--rate", "--at-least", "1"]).len(), 2);
    let list = place.run(&["search", "-q", "-e", "mate", "--tally", "year", "--rate", "g.pgn"]).out;
    assert!(list.contains("0.33%"), "{list}");
}

#[test]
fn lines_are_left_out_by_their_games_and_by_their_number() {
    let place = place();
    let first = |more: &[&str]| -> Vec<String> {
        let table = cells(&place, "initial", &[&["--tally", "white"], more].concat());
        table[1..].iter().map(|line| line[0].clone()).collect()
    };
    assert_eq!(first(&[]), ["Blue", "Green", "Red"]);
    assert_eq!(first(&["--at-least", "2"]), ["Blue"]);
    assert_eq!(first(&["--top", "2"]), ["Blue", "Green"]);
    assert_eq!(first(&["--at-least", "3"]), [""; 0]);
    let list = place.run(&["search", "-e", "initial", "--tally", "white", "--limit", "2", "g.pgn"]);
    assert!(
        list.err.contains("warning: --limit 2 ends the search after 2 games") && list.err.contains("--top 2"),
        "{list}"
    );
    assert!(list.out.starts_with("of 2 games at most (--limit)"), "{list}");
    // In a table of two values, lines are those that go down.
    let cross =
        place.run(&["search", "-q", "-e", "initial", "--tally", "white", "--tally", "black", "--top", "1", "g.pgn"]);
    assert!(cross.out.contains("Blue") && cross.out.lines().count() == 3, "{cross}");
    // Of moves, too: 1. e4 and 1. f3, twice each, and nothing three times.
    let tree = |least: &str| place.run(&["tree", "-q", "--at-least", least, "--csv", "g.pgn"]).out.lines().count();
    assert_eq!((tree("2"), tree("3")), (3, 1));
}

#[test]
fn expressions_beside_a_query_see_its_bindings_or_say_so() {
    let place = place();
    let said = |query: &str, more: &[&str]| place.run(&[&["search", "-e", query, "g.pgn"], more].concat()).err;
    let looped = "piece x in [Aa] {move from x capture .}";
    assert!(said(looped, &["--tally", "x"]).contains("warning[no-value-here]"));
    assert!(said(looped, &["--select", "v=#x"]).contains("warning[no-value-here]"));
    assert!(said(looped, &["--tally", "eco", "--avg", "#x"]).contains("warning[no-value-here]"));
    let kept = "piece x in [Aa] {move from x capture . kept = x}";
    assert_eq!(said(kept, &["--tally", "kept", "-q"]), "");
    let turned = "flipcolor {mate btm}";
    assert!(said(turned, &["--tally", "k"]).contains("warning[board-as-it-is]"));
    assert!(said(turned, &["--select", "v=power A - power a"]).contains("warning[board-as-it-is]"));
    for good in ["if btm then k else K", "typename to", "eco", "#[Kk]", "if player white \"Blue\" then 1 else 2"] {
        assert_eq!(said(turned, &["--tally", good, "-q"]), "", "{good}");
    }
    assert_eq!(said("mate", &["--tally", "k", "-q"]), "");
    assert!(said("initial", &["--tally", "(elo white - elo black)/100*100"]).contains("warning[uneven-bins]"));
}

#[test]
fn names_in_another_spelling_are_told() {
    let place = Place::new();
    let site = "[Site \"København\"]\n[Event \"Åbent\"]\n";
    place.write("g.pgn", game("Müller, Jan", "Sørby, Ola", "*", site, "1. e4"));
    for (query, there) in [
        ("player \"Muller\"", "player \"Müller\""),
        ("player \"Mueller\"", "player \"Müller\""),
        ("player white \"muller, jan\"", "player white \"Müller, Jan\""),
        ("player \"Jan Müller\"", "player \"Müller, Jan\""),
        ("player \"Soerby\"", "player \"Sørby\""),
        ("player \"Sorby\"", "player \"Sørby\""),
        ("site \"Kobenhavn\"", "site \"København\""),
        ("site == \"Koebenhavn\"", "site == \"København\""),
        ("event \"abent\"", "event \"Åbent\""),
    ] {
        // Names of players are searched for otherwise.
        let run = place.run(&["search", "-e", query, "-c", "--exact-names", "g.pgn"]);
        assert!(run.err.contains(&format!("but 1 game has `{there}`")), "{query}: {run}");
    }
    for query in ["player \"Miller\"", "player \"Jan Sørby\"", "site == \"Koben\""] {
        assert_eq!(place.run(&["search", "-e", query, "-c", "g.pgn"]).err, "", "{query}");
    }
    let twice = game(
        "Müller, Jan",
        "Sørby, Ola",
        "1-0",
        "",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
    );
    let other = game(
        "Mueller, J.",
        "Sorby, Ola",
        "1-0",
        "",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
    );
    let third = game(
        "Muller, Jan",
        "Soerby, O",
        "1-0",
        "",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
    );
    place.write("d.pgn", [twice, other, third].concat());
    let dedupe = place.run(&["dedupe", "d.pgn", "-o", "one.pgn"]);
    assert_eq!(place.read("one.pgn").matches("[White ").count(), 1, "{dedupe}");
}

#[test]
fn a_tree_of_a_fen_without_a_side_says_which_one_it_took() {
    let place = place();
    let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    let black = place.run(&["tree", board, "g.pgn", "--csv"]);
    assert!(black.out.lines().nth(1).is_some_and(|line| line.contains("e5,e7e5,2")), "{black}");
    assert!(black.err.contains("with Black to move"), "{black}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert!(place.run(&["tree", start, "g.pgn"]).err.contains("with White to move"));
    assert!(!place.run(&["tree", &format!("{board} b"), "g.pgn"]).err.contains("side"));
    let none = place.run(&["tree", "4k3/8/8/8/8/8/8/4K3", "g.pgn"]);
    assert!(none.code == Some(1) && none.err.contains("with either side to move"), "{none}");
    // Standard input cannot be read twice.
    let once = place.run_with(&["tree", board, "-"], place.read("g.pgn").as_bytes());
    assert!(once.code == Some(1) && once.err.contains("with White to move"), "{once}");
}

#[test]
fn older_games_that_are_younger_are_told() {
    let place = Place::new();
    place.write("a.pgn", game("A", "B", "*", "[Date \"1938.01.01\"]\n", "1. e4 e5 2. f4"));
    place.write("b.pgn", game("A", "B", "*", "[Date \"2020.01.01\"]\n", "1. e4 e5 2. Nf3"));
    let wrong = place.run(&["novelty", "b.pgn", "a.pgn"]);
    assert!(wrong.err.contains("the older games are younger, of 2020 on average against 1938"), "{wrong}");
    assert!(!place.run(&["novelty", "a.pgn", "b.pgn"]).err.contains("younger"));
}

#[test]
fn games_for_a_query_and_a_query_for_games() {
    let place = place();
    for args in [&["check", "g.pgn"][..], &["search", "-f", "g.pgn", "g.pgn"], &["explain", "g.pgn"], &["fmt", "g.pgn"]]
    {
        let run = place.run(args);
        assert!(run.code == Some(2) && run.err.contains("g.pgn: this is a file of games"), "{args:?}: {run}");
        assert!(run.err.contains("`tabiya search -e check g.pgn`"), "{run}");
    }
    place.write("packed", b"\x28\xb5\x2f\xfd rest");
    assert!(place.run(&["check", "packed"]).err.contains("a file of games"));
    place.write("q.cql", "[Rr]a1 \"x\" == site");
    assert!(!place.run(&["check", "q.cql"]).err.contains("a file of games"));
    for (args, whole) in [
        (&["mate", "wtm", "g.pgn"][..], "tabiya 'mate wtm' g.pgn"),
        (&["player", "Blue", "g.pgn"], "tabiya 'player \"Blue\"' g.pgn"),
        (&["search", "-e", "ply", ">", "3", "g.pgn"], "tabiya 'ply > 3' g.pgn"),
    ] {
        let run = place.run(args);
        assert!(run.code == Some(2) && run.err.contains(whole) && run.out.is_empty(), "{args:?}: {run}");
    }
    // What can be no part of the query is a file that is missing.
    let missing = place.run(&["mate", "gmaes", "g.pgn"]);
    assert!(missing.err.contains("cannot read gmaes"), "{missing}");
    let tree = place.run(&["tree", "g.pgn", "1.e4"]);
    assert!(tree.code == Some(2) && tree.err.contains("the position comes first: `tabiya tree 1.e4 g.pgn`"), "{tree}");
}
