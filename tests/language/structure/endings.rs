//! The endings of the files under `src/`: what editors and merges leave behind has another one.

use crate::structure::layout::workspace;
use std::fs;
use std::path::Path;

/// Sources in Rust, pages of the book with their pictures, and the pages that browsers show.
const ENDINGS: [&str; 8] = ["css", "html", "js", "md", "rs", "svg", "ts", "tsx"];

fn is_known(file: &Path) -> bool {
    file.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Goes through the files below a folder; `inside` says whether it is or is below a `src/`.
fn walk(folder: &Path, inside: bool, see: &mut impl FnMut(&Path)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, name) = (entry.path(), entry.file_name());
        // What is built, what is fetched, and the repository itself.
        let foreign = name == "target" || name == "node_modules" || name.as_encoded_bytes().starts_with(b".");
        if !entry.file_type().expect("a type").is_dir() {
            if inside {
                see(&path);
            }
        } else if !foreign {
            walk(&path, inside || name == "src", see);
        }
    }
}

#[test]
fn files_under_src_have_known_endings() {
    let (mut seen, mut unknown) = (0, Vec::new());
    walk(workspace(), false, &mut |file| {
        seen += 1;
        if !is_known(file) {
            unknown.push(file.to_path_buf());
        }
    });
    assert!(seen > 1000, "{seen} files");
    assert!(unknown.is_empty(), "files with endings that no source has: {unknown:?}");
    assert!(!is_known(Path::new("src/search.rs.orig")) && !is_known(Path::new("src/notes")));
}
