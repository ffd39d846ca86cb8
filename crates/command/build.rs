//! Compresses the files of the page that `tabiya serve` shows, and the template of the report, so that they become parts of the
//! program.

#![allow(clippy::disallowed_methods)]

use flate2::{Compression, write::GzEncoder};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder with the page, as Vite has built it, in the root of the parts.
const PAGE: &str = "web/dist";

/// The template of the report, which is not a part of the page.
const REPORT: &str = "report.html";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let root = parts().join(PAGE);
    println!("cargo:rerun-if-changed={}", root.display());
    pack(&root, REPORT)?;
    if env::var_os("CARGO_FEATURE_SERVE").is_none() {
        return Ok(());
    }
    let mut files = Vec::new();
    find(&root, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let packed = pack(&root, &name)?;
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", packed.display().to_string());
    }
    list.push_str("]\n");
    fs::write(out().join("page.rs"), list)
}

/// Compresses a file below a folder; the file that it becomes.
fn pack(root: &Path, name: &str) -> io::Result<PathBuf> {
    let file = root.join(name);
    // A file that changes is a reason to build again, also if its folder does not change.
    println!("cargo:rerun-if-changed={}", file.display());
    let packed = out().join(format!("{}.gz", name.replace('/', "-")));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(file)?)?;
    fs::write(&packed, encoder.finish()?)?;
    Ok(packed)
}

fn out() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default())
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
            false if path.ends_with(REPORT) => {}
            false => files.push(path),
        }
    }
    Ok(())
}
