//! The commands of the README, run as a reader would run them in the folder of the sources.
//!
//! A block is indented by four blanks. A line that begins with `$ ` is a command; what follows is what it prints. Blocks about
//! files that the README does not show are left out.

use crate::book::console;
use crate::book::pages::Block;
use std::fs;
use std::path::Path;

/// The blocks with commands: the lines of each, without their indentation.
fn blocks(text: &str) -> Vec<String> {
    let (mut blocks, mut block) = (Vec::new(), String::new());
    for line in text.lines().chain([""]) {
        match line.strip_prefix("    ") {
            Some(code) => block.push_str(&format!("{code}\n")),
            None if line.is_empty() && !block.is_empty() => block.push('\n'),
            None => blocks.push(std::mem::take(&mut block)),
        }
    }
    blocks.push(block);
    blocks
        .into_iter()
        .map(|block| format!("{}\n", block.trim_end()))
        .filter(|block| block.contains("$ tabiya"))
        .collect()
}

/// True if a block needs nothing but the sample games.
fn is_complete(block: &str) -> bool {
    !["broken.cql", "bad.pgn", "script.cql"].iter().any(|file| block.contains(file))
}

#[test]
fn commands_of_the_readme_print_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).expect("the README");
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("examples/games")).expect("a folder");
    let sample = "examples/games/sample.pgn";
    fs::copy(root.join(sample), folder.path().join(sample)).expect("the sample games");
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for text in blocks(&text).into_iter().filter(|block| is_complete(block)) {
        seen += 1;
        let block = Block { info: "console".into(), text, range: 0..0 };
        match console::run_as(&block, folder.path(), true) {
            Err(error) => wrong.push(format!("{error}\n{}", block.text)),
            Ok(got) if console::agrees(&block.text, &got) => {}
            Ok(got) => wrong.push(format!("{}\nbut it prints\n{got}", block.text)),
        }
    }
    assert!(seen >= 3, "the test has lost sight of the commands: {seen}");
    crate::book::fail(wrong, "blocks of the README are wrong");
}

/// The lines by which completion and manual pages are installed work in a home without any folder.
#[test]
#[cfg(unix)]
fn what_the_book_installs_goes_into_a_fresh_home() {
    use std::process::Command;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/src/command/search.md")).expect("the page");
    let (_, lines) = text.split_once("## Completion and manual pages").expect("the section");
    let (_, lines) = lines.split_once("```sh\n").expect("the lines");
    let (lines, _) = lines.split_once("```").expect("their end");
    let home = tempfile::tempdir().expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_tabiya")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let run = Command::new("sh")
        .args(["-e", "-c", lines])
        .env("HOME", home.path())
        .env("PATH", format!("{}:{path}", program.display()))
        .output()
        .expect("a shell");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for file in [".local/share/bash-completion/completions/tabiya", ".zfunc/_tabiya", ".local/share/man/man1/tabiya.1"]
    {
        assert!(fs::metadata(home.path().join(file)).is_ok_and(|data| data.len() > 100), "{file}");
    }
}

/// The first command of the first lesson finds what the lesson says, without any file.
#[test]
fn the_first_command_of_the_first_lesson_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/src/lessons/01-one-piece.md")).expect("the lesson");
    let command = page.split('`').find(|code| code.starts_with("tabiya ")).expect("a command");
    let folder = tempfile::tempdir().expect("a folder");
    let block = Block { info: "console".into(), text: format!("$ {command}\n"), range: 0..0 };
    let got = console::run(&block, folder.path()).expect("an answer");
    assert!(got.contains("5. Nxf7") && !got.contains("error"), "{got}");
}

/// The query in the row of a page for readers who come from another program.
fn row(page: &str, label: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/src/coming").join(page)).expect("the page");
    let row = page.lines().find(|line| line.contains(label)).expect("the row");
    row.rsplit('`').nth(1).expect("a query").to_owned()
}

/// The numbers of the games that a query finds.
fn found(query: &str, games: String) -> Vec<u64> {
    let query = tabiya::Query::parse(query).expect("a query");
    let games = tabiya::Games::from_reader(std::io::Cursor::new(games)).expect("games");
    let games =
        games.map(|game| game.expect("a game")).filter(|game| query.matches(game).expect("an answer").len() > 0);
    games.map(|game| game.number()).collect()
}

/// What the pages say of ranges of codes finds the games between them.
#[test]
fn the_range_of_codes_on_the_page_of_scid_is_the_whole_range() {
    let codes = ["B19", "B20", "B33", "B47", "B59", "B60", "B89", "B99", "C00", "A99"];
    let games = codes.iter().map(|code| format!("[ECO \"{code}\"]\n\n1. e4 *\n\n")).collect();
    let query = format!("initial {}", row("scid.md", "ECO range B20 to B99"));
    assert_eq!(found(&query, games), [2, 3, 4, 5, 6, 7, 8]);
}

/// Knights that go out and come back, so many plies long.
fn to_and_fro(plies: usize) -> String {
    format!("{} *\n\n", ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(plies).copied().collect::<Vec<_>>().join(" "))
}

/// Scid counts plies up to move 25 of Black.
#[test]
fn games_of_25_moves_have_at_most_25_moves() {
    let games = [49, 50, 51, 52].map(to_and_fro).concat();
    assert_eq!(found(&row("scid.md", "at most 25 moves"), games), [1, 2]);
}

/// python-chess says of a position that occurs for the fourth time, too, that it is repeated three times.
#[test]
fn three_repetitions_are_also_four() {
    let query = format!("terminal {}", row("python-chess.md", "is_repetition(3)"));
    assert_eq!(found(&query, [4, 8, 12, 13].map(to_and_fro).concat()), [2, 3, 4]);
}

/// The README's figures of speed are those of the table that `cargo bench --bench compare` wrote.
#[test]
fn figures_of_speed_are_those_that_were_measured() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [readme, speed] =
        ["README.md", "docs/src/speed.md"].map(|file| fs::read_to_string(root.join(file)).expect("a text"));
    let compared = speed.split("\n## What filters cost").next().unwrap_or_default();
    let rows: Vec<Vec<&str>> = compared
        .lines()
        .filter_map(|line| {
            Some(line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect::<Vec<_>>())
        })
        .filter(|row| row.len() == 5)
        .collect();
    let seconds = |row: &Vec<&str>| row[3].strip_suffix(" s").and_then(|number| number.parse::<f64>().ok());
    let queries: Vec<&Vec<&str>> = rows.iter().filter(|row| seconds(row).is_some()).collect();
    let times: Vec<f64> = queries.iter().filter_map(|row| seconds(row)).collect();
    let ratios: Vec<f64> = queries.iter().map(|row| row[4].parse().expect("a multiple")).collect();
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let stated: f64 = rows.iter().find(|row| row[2] == "all").expect("the mean of all")[4].parse().expect("a number");
    // The ratios of the table are rounded to two places.
    assert!((mean - stated).abs() < 0.02, "{mean} {stated}");
    let (least, most) = times.iter().fold((f64::MAX, 0.0_f64), |(least, most), &t| (least.min(t), most.max(t)));
    let text = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        format!("[{} queries](docs/src/speed.md)", queries.len()),
        format!("{least:.2} to {most:.2} s"),
        format!("and {stated:.2} of that"),
    ] {
        assert!(text.contains(&part), "the README does not say `{part}`");
    }
}

/// A newcomer sees the two commands within the first 15 lines, each in a block of its own.
#[test]
fn the_two_commands_come_first() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let start: Vec<&str> = text.lines().take(15).collect();
    for command in ["    cargo run -- search", "    cargo test"] {
        let at = start.iter().position(|line| line.starts_with(command)).expect("a command in the first 15 lines");
        assert!(start[at - 1].is_empty(), "`{command}` is in a block of its own");
    }
    // What is shown below the first is what it prints.
    let line = start.iter().find_map(|line| line.strip_prefix("    cargo run -- ")).expect("the first command");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let block = Block { info: "console".into(), text: format!("$ tabiya {line}\n"), range: 0..0 };
    let got = console::run_as(&block, root, true).expect("an answer");
    let shown = text.split("It prints\n\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("the output");
    for line in shown.lines() {
        assert!(got.contains(line.trim_start()), "`{line}` is not in\n{got}");
    }
}
