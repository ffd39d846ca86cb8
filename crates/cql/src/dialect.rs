//! The two dialects of the language.

/// The dialect that a query is read in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Decided by the text.
    #[default]
    Auto,
    /// CQL 5: `not`, `or`, `and`, `on`, `in` bind equally and take the longest argument.
    Five,
    /// CQL 6: the usual precedence.
    Six,
}
