//! Diagnostics about tags that are set and files that are read and written.

use super::meaning;
use crate::ast::Span;
use crate::diagnostic::Diagnostic;

/// The endings of the names of files that `readfile` reads.
pub const READABLE: &[&str] = &[".cqo", ".cql", ".pgn"];

/// The endings of the names of files that `writefile` writes.
pub const WRITABLE: &[&str] = &[".cqo", ".cql"];

/// The longest name of a file, in bytes.
const LONGEST_NAME: usize = 999;

/// The error in the name of a tag to be set, if there is one.
pub(crate) fn check_tag_to_set(span: Span, name: &str) -> Option<Diagnostic> {
    const OWN: [&str; 8] = ["White", "Black", "Event", "EventDate", "Site", "Date", "ECO", "FEN"];
    if OWN.contains(&name) {
        let message = format!("the tag `{name}` is a standard tag of the game and cannot be set");
        let diagnostic = Diagnostic::error("bad-tag", span, message).mark("the name of a tag");
        return Some(diagnostic.help("choose another name for the tag"));
    }
    meaning::check_tag(span, name, false)
}

pub(crate) fn check_tag_to_remove(span: Span, name: &str) -> Option<Diagnostic> {
    const NEEDED: [&str; 9] = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN"];
    if NEEDED.contains(&name) {
        let message = format!("a game without the tag `{name}` is not complete: the tag cannot be removed");
        let diagnostic = Diagnostic::error("bad-tag", span, message).mark("the name of a tag");
        return Some(diagnostic.help("remove tags other than the seven of every game and those of the first position"));
    }
    meaning::check_tag(span, name, true)
}

/// The error in the name of a file, if there is one.
pub fn check_file_name(name: &str, word: &str, ends: &[&str]) -> Option<String> {
    if name.len() > LONGEST_NAME {
        return Some(format!(
            "the name of a file can have at most {LONGEST_NAME} bytes, but this one has {}",
            name.len()
        ));
    }
    let fits = |end: &&str| name.ends_with(*end) || name.ends_with(&end.to_ascii_uppercase());
    (!ends.iter().any(fits)).then(|| format!("`{word}` cannot use a file named `{name}`"))
}

/// The endings that a name may have, in words.
pub fn file_ends(ends: &[&str]) -> String {
    format!("the name must end in {}", ends.join(" or "))
}

pub(crate) fn bad_file(span: Span, message: &str, help: &str) -> Diagnostic {
    Diagnostic::error("bad-file", span, message).mark("the name of a file").help(help)
}
