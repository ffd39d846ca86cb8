//! The structure of the sources: arrows between floors point down, modules depend on each other in no circle, but for rooms
//! that say what they answer to each other, every file says what it is, only the front prints, the map in DESIGN.md is that of the sources, and no document repeats
//! itself.

mod calls;
mod cycles;
mod documents;
mod homes;
mod layout;
mod modules;
mod names;
mod public;
mod rooms;

use layout::{Package, Row, floors, packages, workspace};
use modules::Crate;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files below a folder whose names end so, without those that are built or hidden.
fn files_ending_in(ending: &str, folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let foreign = path.file_name().is_some_and(|name| {
            name == "target" || name == "node_modules" || name.as_encoded_bytes().starts_with(b".")
        });
        if path.is_dir() {
            if !foreign {
                files_ending_in(ending, &path, out);
            }
        } else if path.extension().is_some_and(|end| end == ending) {
            out.push(path);
        }
    }
}

/// All source files, by their names from the root of the workspace.
fn all_sources() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for folder in ["src", "automata", "bindings", "crates", "tests", "benches", "examples", "fuzz", "xtask"]
        .map(|folder| workspace().join(folder))
    {
        if folder.exists() {
            files_ending_in("rs", &folder, &mut paths);
        }
    }
    paths.sort();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("a source file"))).collect()
}

fn name(path: &Path) -> String {
    path.strip_prefix(workspace()).expect("below the root").to_string_lossy().into_owned()
}

/// Files of the program itself, not of its tests.
fn is_program(name: &str) -> bool {
    packages().iter().any(|package| Path::new(name).starts_with(package.folder.join("src")))
}

/// All packages with their crates.
fn crates() -> Vec<(Package, Crate)> {
    let mut crates = Vec::new();
    for package in packages() {
        crates.extend(package.roots().iter().map(|root| (package.clone(), Crate::read(root))));
    }
    crates
}

/// The floor of a package or of a module.
fn floor(rows: &[Row], path: &str) -> Option<(u32, u32)> {
    rows.iter().find(|row| row.path.trim_end_matches(".rs") == path).map(|row| row.floor)
}

#[test]
fn arrows_point_down() {
    let rows = floors();
    let mut wrong = Vec::new();
    let mut seen = 0;
    let paths: BTreeMap<String, String> =
        packages().iter().map(|package| (package.name.clone(), package.path())).collect();
    for (package, read) in crates() {
        let own = floor(&rows, &package.path());
        for (file, used) in read.first_names() {
            let renamed = package.renamed.iter().find(|(name, _)| name == used);
            let used = renamed.map_or(used, |(_, name)| name.as_str());
            // The program of a package may use its library.
            let Some(path) = paths.get(used).filter(|_| used != package.name) else { continue };
            seen += 1;
            let other = floor(&rows, path);
            if own <= other {
                wrong.push(format!("{} (floor {own:?}) uses {used} (floor {other:?})", name(file)));
            }
        }
        if !is_divided(&rows, &package) {
            continue;
        }
        for (place, file, used) in read.uses() {
            let (Some(own), Some(other)) = (place.first(), used.first()) else { continue };
            seen += 1;
            let floors = [own, other].map(|module| floor(&rows, &package.module(module)));
            if own != other && floors[0] <= floors[1] {
                wrong.push(format!("{} (floor {:?}) uses {other} (floor {:?})", name(file), floors[0], floors[1]));
            }
        }
    }
    assert!(seen > 200, "the test has lost sight of the arrows: it saw {seen}");
    assert!(wrong.is_empty(), "arrows that do not point down:\n{}", wrong.join("\n"));
}

/// True if modules of the package have floors of their own.
fn is_divided(rows: &[Row], package: &Package) -> bool {
    !package.folder.as_os_str().is_empty() && rows.iter().any(|row| row.path.starts_with(&package.module("")))
}

#[test]
fn the_typed_form_does_not_know_games() {
    let mut seen = 0;
    for (_, read) in crates().into_iter().filter(|(package, _)| package.name == "tabiya_engine") {
        for (place, file, used) in
            read.uses().into_iter().filter(|(place, ..)| place.first().is_some_and(|own| own == "ir"))
        {
            seen += 1;
            assert!(used.first().is_none_or(|used| used != "game"), "{} ({}) uses game", name(file), place.join("::"));
        }
        let form = |file: &Path| name(file).starts_with("crates/engine/src/ir/");
        for (file, used) in read.first_names().into_iter().filter(|(file, _)| form(file)) {
            assert_ne!(used, "tabiya_pgn", "{}", name(file));
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn automata_know_no_chess() {
    let manifest = include_str!("../../../automata/Cargo.toml");
    for word in ["shakmaty", "pgn-reader", "tabiya-chess", "tabiya-pgn"] {
        assert!(!manifest.contains(word), "automata depends on {word}");
    }
}

/// Only the library for C has `unsafe` code, and lints of its own; all other packages have those of the workspace, or refuse it.
#[test]
fn unsafe_code_is_in_one_package() {
    let mut folders: Vec<PathBuf> = packages().iter().map(|package| package.folder.clone()).collect();
    folders.extend(["fuzz", "tests/features", "tests/support", "xtask"].map(PathBuf::from));
    let allowed = |folder: &&PathBuf| {
        let manifest = fs::read_to_string(workspace().join(folder).join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = manifest.parse().expect("a manifest in TOML");
        let lints = &manifest["lints"];
        lints.get("workspace").is_none()
            && lints["rust"].get("unsafe_code").is_none_or(|how| how.as_str() != Some("forbid"))
    };
    let found: Vec<&PathBuf> = folders.iter().filter(allowed).collect();
    assert_eq!(found, [Path::new("bindings/capi")]);
}

#[test]
fn every_file_says_what_it_is() {
    let headless: Vec<String> =
        all_sources().into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(name, _)| name).collect();
    assert!(headless.is_empty(), "files without a first line that says what they are: {headless:?}");
}

/// A number would be that of another text as soon as one is tested before it.
#[test]
fn snapshots_have_names() {
    let mut files = Vec::new();
    files_ending_in("snap", &workspace().join("tests"), &mut files);
    let is_number = |end: &str| end.bytes().all(|byte| byte.is_ascii_digit());
    let stem = |file: &PathBuf| file.file_stem().expect("a name").to_string_lossy().into_owned();
    let numbered: Vec<&PathBuf> =
        files.iter().filter(|file| stem(file).rsplit_once('-').is_some_and(|(_, end)| is_number(end))).collect();
    assert!(files.len() > 50, "{} snapshots", files.len());
    assert!(numbered.is_empty(), "name them in `assert_snapshot!`: {numbered:?}");
}

#[test]
fn only_the_front_prints() {
    for (name, text) in all_sources() {
        let prints = ["println!", "eprintln!", "print!(", "eprint!("].iter().any(|word| text.contains(word));
        let fronts = ["crates/command/src/cli", "bindings/sql/src", "bindings/cluster/src"];
        let front = !is_program(&name) || fronts.iter().any(|front| name.starts_with(front));
        assert!(front || !prints, "{name} prints");
    }
}

/// What is changed on the disk goes through the one place where tests let it fail; what is looked at and read does, too
/// (`clippy.toml`).
#[test]
fn one_crate_changes_the_disk() {
    // Databases are written into any file that is handed over; a server removes a temporary folder of its own.
    let others = ["crates/database/src/writer.rs", "crates/session/src/service/shelf.rs"];
    let changes = [
        "File::create",
        "File::options",
        "OpenOptions",
        "fs::write(",
        "fs::copy(",
        "fs::rename(",
        "fs::remove",
        "fs::create_dir",
        "hard_link(",
        ".set_len(",
        ".sync_all(",
        ".sync_data(",
        ".persist(",
        ".persist_noclobber(",
    ];
    let of_program = |name: &str| is_program(name) && !name.starts_with("bindings/sql");
    for (name, text) in all_sources().into_iter().filter(|(name, _)| of_program(name)) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let found: Vec<&str> = changes
            .into_iter()
            .filter(|word| {
                let whole = |at: usize| word.starts_with('.') || !code[..at].ends_with(char::is_alphanumeric);
                code.match_indices(word).any(|(at, _)| whole(at))
            })
            .collect();
        let allowed = name == "crates/disk/src/lib.rs" || others.contains(&name.as_str());
        assert!(allowed || found.is_empty(), "{name} changes files itself: {found:?}");
    }
}

/// A word of the language is known in few places: its row in the catalogue says all that can be said in a row.
#[test]
fn few_files_know_a_word() {
    let words: [(&[&str], usize); 5] = [
        (&["\"hanging\"", "SetOp::Hanging", "pub fn hanging("], 3),
        (&["\"pin\"", "SetOp::Pin", "pub fn pins("], 6),
        (&["\"attacks\"", "\"attackedby\"", "SetOp::Attack", "pub fn attacking(", "pub fn attacked_by("], 10),
        // Texts of a game: a tag, and one that is made of more.
        (&["\"eventdate\"", "GameText::EventDate"], 5),
        (&["own(\"opening\"", "GameText::Opening"], 4),
    ];
    let sources: Vec<(String, String)> = all_sources().into_iter().filter(|(name, _)| is_program(name)).collect();
    for (signs, most) in words {
        let knows = |line: &str| !line.trim().starts_with("//") && signs.iter().any(|sign| line.contains(sign));
        let files: Vec<&str> =
            sources.iter().filter(|(_, text)| text.lines().any(knows)).map(|(name, _)| name.as_str()).collect();
        assert!((3..=most).contains(&files.len()), "{} files know {}: {files:#?}", files.len(), signs[0]);
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

/// A file that no module declares is compiled by nobody.
#[test]
fn every_file_belongs_to_a_crate() {
    let crates = crates();
    let read: BTreeSet<String> = crates.iter().flat_map(|(_, read)| read.files()).map(name).collect();
    let sources = all_sources().into_iter().map(|(name, _)| name).filter(|name| is_program(name));
    let lost: Vec<String> = sources.filter(|name| !read.contains(name)).collect();
    assert!(lost.is_empty(), "files that no module declares: {lost:?}");
}

#[test]
fn the_map_is_that_of_the_sources() {
    let rows = floors();
    let mut wrong = Vec::new();
    for row in &rows {
        if !workspace().join(&row.path).exists() {
            wrong.push(format!("{} is not there", row.path));
        }
        if rows.iter().filter(|other| other.path == row.path).count() > 1 {
            wrong.push(format!("{} stands on two floors", row.path));
        }
        if row.what.is_empty() {
            wrong.push(format!("{}: nothing says what it is", row.path));
        }
    }
    for (package, read) in crates() {
        let modules = if is_divided(&rows, &package) { read.children(&[]) } else { Vec::new() };
        let modules = modules.into_iter().map(|module| package.module(module));
        for path in modules.chain([package.path()]).filter(|path| floor(&rows, path).is_none()) {
            wrong.push(format!("{path} is not on the map"));
        }
    }
    assert!(wrong.is_empty(), "the table of floors in DESIGN.md:\n{}", wrong.join("\n"));
}

/// `src/limits.rs`, `tests/language/structure`, `search/meter.rs` (below a folder of sources): what DESIGN.md names is there.
#[test]
fn the_files_that_the_design_names_are_there() {
    let design = include_str!("../../../DESIGN.md");
    let is_path = |span: &&str| {
        span.contains('/')
            && span.chars().all(|c| c.is_ascii_alphanumeric() || "._/-".contains(c))
            && !span.starts_with('/')
    };
    let prose: String = design.split("```").step_by(2).collect();
    let named: BTreeSet<&str> = prose.split('`').skip(1).step_by(2).filter(is_path).collect();
    let mut roots = vec![workspace().to_owned()];
    roots.extend(packages().iter().map(|package| workspace().join(&package.folder).join("src")));
    let missing: Vec<&&str> = named.iter().filter(|path| !roots.iter().any(|root| root.join(path).exists())).collect();
    assert!(named.len() > 20, "{named:?}");
    assert!(missing.is_empty(), "DESIGN.md names what is not there: {missing:?}");
}
