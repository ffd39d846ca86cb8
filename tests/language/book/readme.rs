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
    assert!(seen >= 7, "the test has lost sight of the commands: {seen}");
    crate::book::fail(wrong, "blocks of the README are wrong");
}

/// The lines by which completion and manual pages are installed work in a home without any folder.
#[test]
#[cfg(unix)]
fn what_the_readme_installs_goes_into_a_fresh_home() {
    use std::process::Command;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).expect("the README");
    let (_, lines) = text.split_once("manual pages are installed with\n\n").expect("the lines");
    let (lines, _) = lines.split_once("\n\n").expect("their end");
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

/// What the pages say of ranges of codes finds the games between them.
#[test]
fn the_range_of_codes_on_the_page_of_scid_is_the_whole_range() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/src/coming/scid.md")).expect("the page");
    let row = page.lines().find(|line| line.contains("ECO range B20 to B99")).expect("the row");
    let query = row.split('`').nth(1).expect("a query");
    let codes = ["B19", "B20", "B33", "B47", "B59", "B60", "B89", "B99", "C00", "A99"];
    let games: String = codes.iter().map(|code| format!("[ECO \"{code}\"]\n\n1. e4 *\n\n")).collect();
    let query = tabiya::Query::parse(&format!("initial {query}")).expect("a query");
    let found: Vec<&str> = tabiya::Games::from_reader(std::io::Cursor::new(games))
        .expect("games")
        .into_iter()
        .map(|game| game.expect("a game"))
        .filter(|game| query.matches(game).expect("an answer").len() > 0)
        .map(|game| codes[game.number() as usize - 1])
        .collect();
    assert_eq!(found, ["B20", "B33", "B47", "B59", "B60", "B89", "B99"]);
}
