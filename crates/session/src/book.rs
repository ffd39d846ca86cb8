//! The pages of the book, so that they can be read in the terminal.
//!
//! They are compressed in the program, as one piece: 0.9 MB of text become 0.2 MB, which take about 40 ms to unpack when the first page is
//! needed. They belong to the command and not to the library, so that a change to a page does not rebuild the library.

use bzip2::read::BzDecoder;
use serde::Serialize;
use std::io::Read as _;
use std::sync::LazyLock;

/// The names of the pages, without the extension, and the lengths of their texts in bytes, in the order of the summary: `build.rs`.
const LENGTHS: &[(&str, usize)] = include!(concat!(env!("OUT_DIR"), "/book.rs"));

/// The texts of these pages, one after the other.
const TEXTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/book.bz2"));

/// The names of the pages, without the extension, and their texts, in the order of the summary.
pub static PAGES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let mut texts = String::new();
    BzDecoder::new(TEXTS).read_to_string(&mut texts).expect("the build script packed it");
    let mut rest: &'static str = texts.leak();
    let page = |&(name, length)| {
        let (text, after) = rest.split_at(length);
        rest = after;
        (name, text)
    };
    LENGTHS.iter().map(page).collect()
});

/// The table of contents, in Markdown.
const SUMMARY: &str = include_str!(concat!(env!("TABIYA_PARTS"), "/docs/src/SUMMARY.md"));

/// A part of the book: `Concepts`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BookPart"))]
pub struct Part {
    /// Empty for the pages before the first part.
    pub title: &'static str,
    /// Its pages, in their order.
    pub pages: Vec<Entry>,
}

/// A page in the table of contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "BookEntry"))]
pub struct Entry {
    /// The name of the page.
    #[serde(rename = "name")]
    pub page: &'static str,
    /// Its title there, without the signs of code.
    pub title: String,
    /// 1 for a page that is below another one.
    pub depth: usize,
}

/// The parts of the book, in their order.
pub fn parts() -> Vec<Part> {
    let mut parts = vec![Part { title: "", pages: Vec::new() }];
    for line in SUMMARY.lines() {
        if let Some(title) = line.strip_prefix("# ").filter(|title| *title != "Summary") {
            parts.push(Part { title, pages: Vec::new() });
        } else if let Some((title, name)) = line.split_once('[').and_then(|(_, rest)| rest.split_once("](")) {
            let page = name.strip_suffix(".md)").unwrap_or(name);
            let depth = usize::from(line.starts_with(' '));
            let entry = Entry { page, title: title.replace('`', ""), depth };
            parts.last_mut().expect("there is one").pages.push(entry);
        }
    }
    parts
}

/// The title of a page, without the signs of code.
pub fn title(text: &str) -> String {
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().replace('`', "")
}

/// The target of a link on a page in a folder, from the root of the book: `moves/move.md` for `../moves/move.md`.
pub fn resolved(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The text of a page.
pub fn page(name: &str) -> Option<&'static str> {
    PAGES.iter().find(|(page, _)| *page == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_by_name() {
        assert!(page("first-steps").is_some_and(|text| text.starts_with("# First steps")));
        assert_eq!(page("no-such-page"), None);
        assert_eq!(PAGES.first().map(|(name, _)| *name), Some("introduction"));
        assert_eq!(PAGES.last().map(|(name, _)| *name), Some("words"));
    }

    #[test]
    fn the_table_of_contents_has_all_pages() {
        let listed: Vec<&str> = parts().iter().flat_map(|part| part.pages.iter().map(|entry| entry.page)).collect();
        assert_eq!(listed, PAGES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }
}
