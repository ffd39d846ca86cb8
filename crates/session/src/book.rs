//! The pages of the book, so that they can be read in the terminal.
//!
//! They are in the program as they are: half a megabyte of text, which belongs to the command and not to the library, so
//! that a change to a page does not rebuild the library. To compress it would take a build script.

use serde::Serialize;

/// The names of the pages, without the extension, and their texts, in the order of the summary, from which `build.rs`
/// makes the list.
pub const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/book.rs"));

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
