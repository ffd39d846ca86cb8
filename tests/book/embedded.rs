//! The pages that the command has with it are those of the book, in the order of its summary.

use crate::pages;
use std::fmt::Write as _;
use std::path::Path;

#[path = "../../src/book.rs"]
mod source;

/// The part of the source between the brackets of the list.
fn list(pages: &[String]) -> String {
    let (mut text, mut line) = (String::new(), String::from("   "));
    for page in pages {
        let item = format!(" \"{page}\",");
        if line.len() + item.len() > 120 {
            let _ = writeln!(text, "{line}");
            line = "   ".into();
        }
        line.push_str(&item);
    }
    text + &line + "\n"
}

#[test]
fn the_command_has_every_page() {
    let pages = pages::pages();
    let summary = pages.iter().find(|page| page.name == "SUMMARY.md").expect("a summary");
    let names = summary.links.iter().map(|link| link.trim_end_matches(".md").to_owned());
    let names: Vec<String> = names.collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/book.rs");
    let there: Vec<&str> = source::PAGES.iter().map(|(name, _)| *name).collect();
    if there == names {
        return;
    }
    if std::env::var_os("TABIYA_BOOK").is_some_and(|value| value == "write") {
        let text = std::fs::read_to_string(&file).expect("the list of pages");
        let (before, rest) = text.split_once("pages![\n").expect("the list");
        let (_, behind) = rest.split_once("];").expect("the end of the list");
        std::fs::write(&file, format!("{before}pages![\n{}];{behind}", list(&names))).expect("the list is written");
    }
    panic!("src/book.rs lists other pages than docs/src/SUMMARY.md (TABIYA_BOOK=write corrects it)");
}

#[test]
fn pages_are_found_by_name() {
    assert!(source::page("first-steps").is_some_and(|text| text.starts_with("# First steps")));
    assert_eq!(source::page("no-such-page"), None);
}
