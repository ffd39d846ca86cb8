//! The pages of the book, so that they can be read in the terminal.
//!
//! They are in the program as they are: half a megabyte of text, which belongs to the command and not to the library, so
//! that a change to a page does not rebuild the library. To compress it would take a build script.

/// The names of the pages, without the extension, and their texts, in the order of the summary, from which `build.rs`
/// makes the list.
pub const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/book.rs"));

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
}
