//! `include/tabiya.h` is what cbindgen makes of the sources. `TABIYA_HEADER=write cargo test -p tabiya-c` writes it.

use cbindgen::{Builder, Config};
use std::fs;
use std::path::Path;

#[test]
fn the_header_is_that_of_the_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = Config::from_file(folder.join("cbindgen.toml")).expect("a configuration");
    let sources = ["query.rs", "error.rs", "search.rs", "lib.rs"].map(|file| folder.join("src").join(file));
    let builder = sources.iter().fold(Builder::new().with_config(config), Builder::with_src);
    let mut made = Vec::new();
    builder.generate().expect("sources that cbindgen can read").write(&mut made);
    let made = String::from_utf8(made).expect("a header in UTF-8");
    // What Rust must promise is said for C in other words.
    let made: Vec<&str> = made.lines().collect();
    let made = without_safety(&made);
    let path = folder.join("include/tabiya.h");
    if std::env::var_os("TABIYA_HEADER").is_some_and(|what| what == "write") {
        fs::write(&path, &made).expect("a header");
    }
    let kept = fs::read_to_string(&path).expect("a header").replace("\r\n", "\n");
    assert!(kept == made, "include/tabiya.h is not that of the sources: TABIYA_HEADER=write cargo test -p tabiya-c");
    let functions: Vec<&str> = made.lines().filter(|line| line.contains("tabiya_") && line.contains('(')).collect();
    let functions = functions.iter().filter(|line| !line.starts_with(" *") && !line.starts_with("typedef")).count();
    assert_eq!(functions, 11, "the header has {functions} functions");
}

/// The sections on safety turned into plain paragraphs.
fn without_safety(lines: &[&str]) -> String {
    let mut out = String::new();
    let mut skipped = false;
    for line in lines {
        if *line == " * # Safety" {
            skipped = true;
        } else if !(std::mem::take(&mut skipped) && *line == " *") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}
