//! Filters that reach beyond the position: tags of the output, files, the run itself.

use super::Filter;

/// A filter that does something outside the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outside {
    /// `settag("Motif" "windmill")`
    SetTag {
        /// The name of the tag.
        name: String,
        /// Its value.
        value: Box<Filter>,
    },
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

impl Outside {
    /// A copy whose direct parts are replaced by what `f` makes of them.
    pub(crate) fn try_map<E>(&self, f: &mut dyn FnMut(&Filter) -> Result<Filter, E>) -> Result<Outside, E> {
        let mut boxed = |filter: &Filter| f(filter).map(Box::new);
        Ok(match self {
            Outside::SetTag { name, value } => Outside::SetTag { name: name.clone(), value: boxed(value)? },
            Outside::ReadFile(name) => Outside::ReadFile(boxed(name)?),
            Outside::WriteFile { name, text } => Outside::WriteFile { name: boxed(name)?, text: boxed(text)? },
            Outside::Abort | Outside::AssertVariations(_) => self.clone(),
        })
    }
}
