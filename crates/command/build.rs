//! Lists the files of the page that `tabiya serve` shows, so that they become parts of the program.

#![allow(clippy::disallowed_methods)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder with the page, as Vite has built it, in the root of the parts.
const PAGE: &str = "web/dist";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let parts = parts();
    println!("cargo:rustc-env=TABIYA_PARTS={}", parts.display());
    let root = parts.join(PAGE);
    println!("cargo:rerun-if-changed={}", root.display());
    if env::var_os("CARGO_FEATURE_SERVE").is_none() {
        return Ok(());
    }
    let mut files = Vec::new();
    find(&root, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        // A file that changes is a reason to build again, also if its folder does not change.
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    list.push_str("]\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page.rs"), list)
}

/// The folder with what becomes a part of the program: the root of the sources, or, in a package of cargo, a copy of what is
/// needed (`cargo xtask dist`).
fn parts() -> PathBuf {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = package.join("../..");
    if root.join(PAGE).exists() { root } else { package.join("parts") }
}

/// All files below a folder, without those whose names begin with a dot.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        match path.is_dir() {
            _ if hidden => {}
            true => find(&path, files)?,
            // The template of the report is not a part of the page.
            false if path.ends_with("report.html") => {}
            false => files.push(path),
        }
    }
    Ok(())
}
