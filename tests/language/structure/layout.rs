//! The places of the packages, and the floor of each module: the table in DESIGN.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A package of the program; those that only serve tests are left out.
#[derive(Clone, Debug)]
pub(crate) struct Package {
    /// From the root of the workspace; empty for the package there.
    pub(crate) folder: PathBuf,
    /// Its name in code: `tabiya_automata`.
    pub(crate) name: String,
    /// Packages that it knows by another name: that name, and their own.
    pub(crate) renamed: Vec<(String, String)>,
}

impl Package {
    /// The root files of its library and its programs.
    pub(crate) fn roots(&self) -> Vec<PathBuf> {
        let sources = workspace().join(&self.folder).join("src");
        let mut roots = ["lib.rs", "main.rs"].map(|file| sources.join(file)).to_vec();
        roots.retain(|file| file.exists());
        if let Ok(programs) = fs::read_dir(sources.join("bin")) {
            roots.extend(programs.map(|entry| entry.expect("an entry").path()));
        }
        roots
    }

    /// Its path on the map: its folder; `src` for the package at the root.
    pub(crate) fn path(&self) -> String {
        if self.folder.as_os_str().is_empty() { "src".into() } else { self.folder.to_string_lossy().into_owned() }
    }

    /// The path of one of its modules on the map.
    pub(crate) fn module(&self, name: &str) -> String {
        self.folder.join("src").join(name).to_string_lossy().into_owned()
    }
}

/// The root of the workspace.
pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All packages of the program.
pub(crate) fn packages() -> &'static [Package] {
    static PACKAGES: LazyLock<Vec<Package>> = LazyLock::new(all_packages);
    &PACKAGES
}

fn all_packages() -> Vec<Package> {
    let mut folders = ["", "automata", "bindings/sql/tables", "crates/library/remote"].map(PathBuf::from).to_vec();
    for shelf in ["bindings", "crates"] {
        let entries = fs::read_dir(workspace().join(shelf)).expect("a folder of packages");
        folders.extend(entries.map(|entry| Path::new(shelf).join(entry.expect("an entry").file_name())));
    }
    folders.sort();
    folders.into_iter().map(package).collect()
}

fn package(folder: PathBuf) -> Package {
    let manifest = fs::read_to_string(workspace().join(&folder).join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("a manifest in TOML");
    let in_code = |name: &str| name.replace('-', "_");
    let name = manifest["package"]["name"].as_str().expect("a name");
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    let renamed = dependencies.into_iter().flatten().filter_map(|(name, how)| {
        let package = how.get("package")?.as_str()?;
        Some((in_code(name), in_code(package)))
    });
    Package { name: in_code(name), renamed: renamed.collect(), folder }
}

/// The place of a module or a package.
#[derive(Debug)]
pub(crate) struct Row {
    /// From the root of the workspace: `automata`, `crates/engine/src/ir`, `crates/engine/src/limits.rs`.
    pub(crate) path: String,
    /// That of the package, and that of the module in it: `3.1`; the second is 0 for a package.
    pub(crate) floor: (u32, u32),
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
        let (package, module) = floor.split_once('.').unwrap_or((floor, "0"));
        let (Ok(package), Ok(module)) = (package.parse(), module.parse()) else { continue };
        let paths = paths.split('`').skip(1).step_by(2);
        rows.extend(paths.map(|path| Row { path: path.into(), floor: (package, module), what: what.into() }));
    }
    rows
}
