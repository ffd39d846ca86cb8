//! Complaints about tags that are set and files that are read and written.

use super::meaning;
use crate::ast::Span;
use crate::diagnostic::Diagnostic;

/// How the names of files end that `readfile` reads.
pub const READABLE: &[&str] = &[".cqo", ".cql", ".pgn"];

/// How the names of files end that `writefile` writes.
pub const WRITABLE: &[&str] = &[".cqo", ".cql"];

/// The longest name of a file, in bytes.
const LONGEST_NAME: usize = 999;

/// What is wrong with the name of a tag that is to be set.
pub(crate) fn check_tag_to_set(span: Span, name: &str) -> Option<Diagnostic> {
    const OWN: [&str; 8] = ["White", "Black", "Event", "EventDate", "Site", "Date", "ECO", "FEN"];
    if OWN.contains(&name) {
        let message = format!("the tag `{name}` belongs to the game and cannot be set");
        let diagnostic = Diagnostic::error("bad-tag", span, message).mark("as the name of a tag");
        return Some(diagnostic.help("choose a name that no game has of its own"));
    }
    meaning::check_tag(span, name)
}

/// What is wrong with the name of a file.
pub fn check_file_name(name: &str, word: &str, ends: &[&str]) -> Option<String> {
    if name.len() > LONGEST_NAME {
        return Some(format!("the name of a file has at most {LONGEST_NAME} bytes, this one has {}", name.len()));
    }
    let fits = |end: &&str| name.ends_with(*end) || name.ends_with(&end.to_ascii_uppercase());
    (!ends.iter().any(fits)).then(|| format!("`{word}` does not take a file named `{name}`"))
}

/// How a name must end, in words.
pub fn file_ends(ends: &[&str]) -> String {
    format!("the name must end in {}", ends.join(" or "))
}

pub(crate) fn bad_file(span: Span, message: &str, help: &str) -> Diagnostic {
    Diagnostic::error("bad-file", span, message).mark("as the name of a file").help(help)
}
