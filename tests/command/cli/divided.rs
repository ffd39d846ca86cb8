//! Outputs with fields of the games in their name: a file for each value, with a harmless name, all of them or none.

use super::place::Place;

fn game(white: &str, eco: &str, moves: &str) -> String {
    format!("[Event \"E\"]\n[White \"{white}\"]\n[Result \"1-0\"]\n[ECO \"{eco}\"]\n\n{moves} 1-0\n\n")
}

/// The files below a folder.
fn below(place: &Place, folder: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(place.path(folder))
        .map(|entries| entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
        .unwrap_or_default();
    names.sort();
    names
}

fn games(text: &str) -> usize {
    text.matches("[Event ").count()
}

#[test]
fn each_value_has_its_file() {
    let place = Place::new();
    let all = [("Blue", "A01"), ("Red", "A01"), ("Blue", "B02"), ("Blue", "A01")];
    place.write("g.pgn", all.map(|(white, eco)| game(white, eco, "1. e4 e5")).concat());
    let run = place.run(&["search", "-e", "initial", "g.pgn", "-o", "found/{eco}/{white}.pgn"]);
    assert!(run.code == Some(0) && run.out.is_empty(), "{run}");
    assert_eq!(below(&place, "found/A01"), ["Blue.pgn", "Red.pgn"]);
    assert_eq!(below(&place, "found/B02"), ["Blue.pgn"]);
    assert_eq!(
        ["A01/Blue", "A01/Red", "B02/Blue"].map(|name| games(&place.read(&format!("found/{name}.pgn")))),
        [2, 1, 1]
    );
    // Tables have their heads, in each file; columns with types are whole files; tags are fields by their names.
    place.run(&["search", "-q", "-e", "terminal", "g.pgn", "-o", "t-{White}.csv", "--columns", "game,eco"]);
    assert_eq!(place.read("t-Blue.csv"), "game,eco\n1,A01\n3,B02\n4,A01\n");
    assert_eq!(place.read("t-Red.csv"), "game,eco\n2,A01\n");
    place.run(&["search", "-q", "-e", "terminal", "g.pgn", "-o", "{query}-{eco}.{ext}", "--format", "jsonl"]);
    assert_eq!(place.read("query-A01.jsonl").lines().count(), 3);
    // Orders, samples and limits choose among all games.
    place.run(&[
        "search",
        "-q",
        "-e",
        "terminal",
        "--sort",
        "gamenumber",
        "--csv",
        "--columns",
        "game",
        "-o",
        "s-{eco}.csv",
        "g.pgn",
    ]);
    assert_eq!(place.read("s-A01.csv"), "game\n4\n2\n1\n");
    place.run(&["search", "-q", "-e", "terminal", "--limit", "2", "-o", "l-{white}.pgn", "g.pgn"]);
    assert_eq!((games(&place.read("l-Blue.pgn")), games(&place.read("l-Red.pgn"))), (1, 1));
    place.run(&["search", "-q", "-e", "true", "--sample-rows", "2", "-o", "r/{game}.pgn", "g.pgn"]);
    assert_eq!(below(&place, "r").len(), 2);
}

#[test]
fn no_value_leaves_the_folder_or_names_a_device() {
    let place = Place::new();
    let long = "x".repeat(4000);
    let whites =
        ["../../up", "/root", "a\\\\b", "..", "?", "CON", "con", "nul", "b/c", "ö".repeat(300).as_str(), &long]
            .map(|white| game(white, "A00", "1. e4"));
    place.write("in/g.pgn", whites.concat());
    let run = place.run(&["search", "-q", "-e", "initial", "in/g.pgn", "-o", "out/{white}.pgn"]);
    assert_eq!(run.code, Some(0), "{run}");
    let names = below(&place, "out");
    assert!(
        ["_CON.pgn", "_nul.pgn", "a-b.pgn", "b-c.pgn", "root.pgn", "unknown.pgn", "up.pgn"]
            .iter()
            .all(|name| names.contains(&(*name).to_owned())),
        "{names:?}"
    );
    assert!(names.len() == 9 && names.iter().all(|name| name.len() < 200), "{names:?}");
    // Values that give one name share its file, also where only their case differs.
    assert_eq!(games(&place.read("out/_CON.pgn")), 2);
    assert_eq!(games(&place.read("out/unknown.pgn")), 2);
    assert_eq!(place.names(), ["games.pgn", "in", "out"]);
}

#[test]
fn what_cannot_be_divided_is_refused_and_nothing_is_written() {
    let place = Place::new();
    place.write("g.pgn", game("g", "A00", "1. e4") + &game("Other", "A00", "1. d4"));
    let before = place.names();
    for (output, more, words) in [
        ("{nosuch}.pgn", "", "nosuch"),
        ("{san}.pgn", "", "`san`"),
        ("{}.pgn", "", "not a field"),
        ("{white}.html", "", "not-divided"),
        ("{white}.txt", "--count", "not-divided"),
        // The games themselves are never replaced, and then no other file is written either.
        ("{white}.pgn", "", "output-is-input"),
    ] {
        let mut args = vec!["search", "-e", "initial", "g.pgn", "-o", output, "--json-diagnostics"];
        args.extend((!more.is_empty()).then_some(more));
        let run = place.run(&args);
        assert!(run.code == Some(2) && run.err.contains(words), "{output}: {run}");
        let left: Vec<String> = place.names().into_iter().filter(|name| !name.ends_with(".partial")).collect();
        assert_eq!(left, before, "{output}");
    }
    assert_eq!(games(&place.read("g.pgn")), 2);
}

/// More files than a process may have open.
#[cfg(target_os = "linux")]
#[test]
fn many_files_need_few_handles() {
    let place = Place::new();
    place.write("g.pgn", (0..200).map(|n| game(&format!("p{n}"), "A00", "1. e4")).collect::<String>());
    let shell = "ulimit -n 40; exec \"$0\" search -q -j1 -e initial g.pgn -o 'm/{white}.pgn'";
    let command = place.command(&[]);
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", shell]).arg(command.get_program()).current_dir(place.path(""));
    let done = limited.output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(below(&place, "m").len(), 200);
}
