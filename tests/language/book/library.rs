//! The programs on the page about the library are those of the folder `examples`, which `tests/engine/examples` runs.

use crate::book::{Edits, fail, pages, write_back};
use std::path::Path;

/// The mark of a block that shows a program of `examples`.
pub(crate) const EXAMPLE: &str = "rust,no_run,example=";

#[test]
fn the_page_about_the_library_shows_the_examples() {
    let pages = pages::pages();
    let page = pages.iter().find(|page| page.name == "command/library.md").expect("the page");
    let (mut edits, mut wrong, mut shown) = (Edits::new(), Vec::new(), Vec::new());
    for block in &page.blocks {
        let Some(name) = block.info.strip_prefix(EXAMPLE) else { continue };
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{name}.rs"));
        // What only our own lints need is not shown.
        let program = std::fs::read_to_string(&file).unwrap_or_default();
        let program = program.replace("#![allow(clippy::disallowed_methods)]\n\n", "");
        shown.push(name.to_owned());
        if block.text != program {
            wrong.push(format!("examples/{name}.rs is not the program on the page"));
            edits.push((block.range.clone(), format!("```{}\n{program}```", block.info)));
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(folder).expect("the examples").map(|entry| entry.expect("an entry").file_name());
    let names = files.filter_map(|name| Some(name.to_str()?.strip_suffix(".rs")?.to_owned()));
    wrong.extend(names.filter(|name| !shown.contains(name)).map(|name| format!("examples/{name}.rs is on no page")));
    if std::env::var_os("TABIYA_BOOK").is_some_and(|value| value == "write") {
        write_back(page, edits);
    }
    fail(wrong, "differences between the page and the programs");
}
