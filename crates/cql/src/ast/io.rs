//! Filters that reach beyond the position: tags of the output, files, the run itself.

use super::Filter;

/// A filter that does something outside the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum External {
    /// `settag("Motif" "windmill")`
    SetTag {
        /// The name of the tag.
        name: String,
        /// Its value.
        value: Box<Filter>,
    },
    /// `removetag "Annotator"`
    RemoveTag(String),
    /// `readfile "names.cqo"`: a text
    ReadFile(Box<Filter>),
    /// `writefile("names.cqo" player white)`
    WriteFile {
        /// The name of the file.
        name: Box<Filter>,
        /// The text that is appended.
        text: Box<Filter>,
    },
    /// `cql_abort`
    Abort,
    /// `cql_assertvariations "this query needs variations"`
    AssertVariations(String),
}
