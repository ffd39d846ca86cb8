//! Packs the pages of the book, and lists the queries of themes, so that they become parts of the program.

#![allow(clippy::disallowed_methods)]

use bzip2::{Compression, write::BzEncoder};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder with the sources of the book, in the root of the parts.
const BOOK: &str = "docs/src";

/// The folder with the queries of themes, in the root of the parts.
const THEMES: &str = "recipes/themes";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let parts = parts();
    println!("cargo:rustc-env=TABIYA_PARTS={}", parts.display());
    pack_book(&parts)?;
    list_themes(&parts)
}

/// Compresses the pages of the book as one piece, in the order of its summary, and lists the name of each without its
/// extension, and the length of its text.
fn pack_book(parts: &Path) -> io::Result<()> {
    let book = parts.join(BOOK);
    let summary = book.join("SUMMARY.md");
    println!("cargo:rerun-if-changed={}", summary.display());
    let mut packed = BzEncoder::new(Vec::new(), Compression::best());
    let mut list = String::from("&[\n");
    for link in fs::read_to_string(summary)?.split("](").skip(1) {
        let Some((name, _)) = link.split_once(".md)") else { continue };
        let page = book.join(format!("{name}.md"));
        println!("cargo:rerun-if-changed={}", page.display());
        let text = fs::read(page)?;
        packed.write_all(&text)?;
        let _ = writeln!(list, "    ({name:?}, {}),", text.len());
    }
    list.push_str("]\n");
    write("book.bz2", &packed.finish()?)?;
    write("book.rs", list.as_bytes())
}

/// Lists the queries of themes in the order of their names: the name without its extension, and the text.
fn list_themes(parts: &Path) -> io::Result<()> {
    let root = parts.join(THEMES);
    println!("cargo:rerun-if-changed={}", root.display());
    let files = fs::read_dir(&root)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    let mut files: Vec<PathBuf> =
        files.into_iter().filter(|file| file.extension().is_some_and(|end| end == "cql")).collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        println!("cargo:rerun-if-changed={}", file.display());
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string());
    }
    list.push_str("]\n");
    write("themes.rs", list.as_bytes())
}

/// The folder with what becomes a part of the program: the root of the sources, or, in a package of cargo, a copy of what is
/// needed (`cargo xtask dist`).
fn parts() -> PathBuf {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = package.join("../..");
    if root.join(BOOK).join("SUMMARY.md").exists() { root } else { package.join("parts") }
}

fn write(name: &str, bytes: &[u8]) -> io::Result<()> {
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join(name), bytes)
}
