//! The places of the packages, and the floor of each module: the table in DESIGN.md.

use std::fs;
use std::path::{Path, PathBuf};

/// A package of the program; those that only serve tests are left out.
#[derive(Debug)]
pub(crate) struct Package {
    /// From the root of the workspace; empty for the package there.
    pub(crate) folder: PathBuf,
    /// Its name in code: `tabiya_automata`.
    pub(crate) name: String,
}

impl Package {
    /// The root files of its library and its program.
    pub(crate) fn roots(&self) -> Vec<PathBuf> {
        let roots = ["lib.rs", "main.rs"].map(|file| workspace().join(&self.folder).join("src").join(file));
        roots.into_iter().filter(|file| file.exists()).collect()
    }
}

/// The root of the workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All packages of the program.
pub(crate) fn packages() -> Vec<Package> {
    let mut folders = vec![PathBuf::new(), "automata".into()];
    if let Ok(entries) = fs::read_dir(workspace().join("crates")) {
        folders.extend(entries.map(|entry| Path::new("crates").join(entry.expect("an entry").file_name())));
    }
    folders.sort();
    let package = |folder: PathBuf| {
        let manifest = fs::read_to_string(workspace().join(&folder).join("Cargo.toml")).expect("a manifest");
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")).expect("a name");
        Package { folder, name: name.trim_end_matches('"').replace('-', "_") }
    };
    folders.into_iter().map(package).collect()
}

/// The place of a module or a package.
#[derive(Debug)]
pub(crate) struct Row {
    /// From the root of the workspace: `src/cli`, `src/limits.rs`, `automata`.
    pub(crate) path: String,
    pub(crate) floor: u32,
    pub(crate) what: String,
}

/// The table under `## Floors`: | floor | modules | what they are |.
pub(crate) fn floors() -> Vec<Row> {
    let design = fs::read_to_string(workspace().join("DESIGN.md")).expect("DESIGN.md");
    let section = design.split("\n## Floors\n").nth(1).expect("a section on floors").split("\n## ").next();
    let mut rows = Vec::new();
    for line in section.unwrap_or_default().lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, floor, paths, what, _] = cells[..] else { continue };
        let Ok(floor) = floor.parse() else { continue };
        let paths = paths.split('`').skip(1).step_by(2);
        rows.extend(paths.map(|path| Row { path: path.into(), floor, what: what.into() }));
    }
    rows
}
