//! The structure of the sources: arrows between floors point down, every file says what it is, only the front prints.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors from the ground up; modules of one floor do not see each other, except where noted below.
const FLOORS: [(&str, u32); 12] = [
    ("chess", 0),
    ("ecma", 0),
    ("game", 1),
    ("syntax", 1),
    ("ir", 2),
    ("facts", 3),
    ("plan", 4),
    ("search", 5),
    ("models", 5),
    ("query", 6),
    ("sequence", 6),
    ("cli", 7),
];

fn floor(module: &str) -> Option<u32> {
    FLOORS.iter().find(|(name, _)| *name == module).map(|(_, floor)| *floor)
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

fn all_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in [
        "src",
        "automata/src",
        "tests",
        "automata/tests",
        "benches",
        "automata/benches",
        "fuzz/src",
        "fuzz/fuzz_targets",
    ] {
        sources(&root.join(folder), &mut paths);
    }
    paths.sort();
    let name = |path: &PathBuf| path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("a source file"))).collect()
}

/// The modules of the root crate that a text names after `crate::`.
fn named(text: &str) -> Vec<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mentions = lines.flat_map(|line| line.split("crate::").skip(1).filter(|_| !line.contains("tabiya::")));
    mentions.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")).collect()
}

#[test]
fn arrows_point_down() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (name, text) in all_sources() {
        let Some(rest) = name.strip_prefix("src/") else { continue };
        let module = rest.split(['/', '.']).next().unwrap_or("");
        let Some(own) = floor(module) else {
            assert!(["lib", "main", "samples"].contains(&module), "{name} stands on no floor: add it to the table");
            continue;
        };
        for used in named(&text) {
            let Some(other) = floor(used) else { continue };
            seen += 1;
            if used != module && other >= own {
                wrong.push(format!("{name} (floor {own}) uses {used} (floor {other})"));
            }
        }
    }
    assert!(seen > 50, "the test has lost sight of the arrows: it saw {seen}");
    assert!(wrong.is_empty(), "arrows that do not point down:\n{}", wrong.join("\n"));
}

#[test]
fn the_typed_form_does_not_know_games() {
    for (name, text) in all_sources() {
        if name.starts_with("src/ir/") {
            assert!(!named(&text).contains(&"game"), "{name} uses game");
        }
    }
}

#[test]
fn automata_know_no_chess() {
    let manifest = include_str!("../../automata/Cargo.toml");
    for word in ["shakmaty", "pgn-reader", "petgraph"] {
        assert!(!manifest.contains(word), "automata depends on {word}");
    }
}

#[test]
fn every_file_says_what_it_is() {
    let headless: Vec<String> =
        all_sources().into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(name, _)| name).collect();
    assert!(headless.is_empty(), "files without a first line that says what they are: {headless:?}");
}

#[test]
fn only_the_front_prints() {
    for (name, text) in all_sources() {
        let prints = ["println!", "eprintln!", "print!(", "eprint!("].iter().any(|word| text.contains(word));
        let front = !name.starts_with("src/") && !name.starts_with("automata/src/") || name.starts_with("src/cli");
        assert!(front || !prints || name == "src/main.rs", "{name} prints");
    }
}

#[test]
fn no_file_is_too_long() {
    let long: Vec<String> = all_sources()
        .into_iter()
        .filter(|(_, text)| code_lines(text) > 600)
        .map(|(name, text)| format!("{name}: {}", code_lines(&text)))
        .collect();
    assert!(long.is_empty(), "files of more than 600 lines of code: {long:?}");
}

fn code_lines(text: &str) -> usize {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn the_map_names_every_module() {
    let map = include_str!("../../DESIGN.md");
    for (module, _) in FLOORS {
        assert!(map.contains(&format!("`src/{module}")), "DESIGN.md does not name src/{module}");
    }
}
