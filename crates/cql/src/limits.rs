//! Limits on the size of a query and on the number of errors that are reported.
//!
//! The parser gives up after 1,000 errors, because nobody reads them and each costs a message, and then says "at
//! least". The lexer and the check of brackets count on, which costs nothing, so their count is exact. Nearest names
//! are looked for only for errors that will be shown, and among at most 200,000 names. Tokens are limited as well as
//! bytes: tokens and trees take about 350 bytes for each word, so 10 MB of text could take gigabytes, whereas 10 MB of
//! comments are harmless.

/// The deepest nesting that may be requested: the stack that reading and searching need has been measured up to here.
const DEEPEST: u32 = 160;

/// The greatest height of a syntax tree, through nesting and through operators one after the other.
pub const HIGHEST: u32 = 600;

/// The least number of errors that are recognized before reading stops, however few are shown.
const RECOGNIZED: usize = 1_000;

/// Limits on the text of a query. A query beyond one of the first four is rejected with an error that names the limit.
///
/// ```
/// # mod tabiya { pub mod syntax { pub use tabiya_cql::*; } }
/// use tabiya::syntax::{ParseOptions, ReadingLimits, parse};
/// let limits = ReadingLimits { errors: 2, ..ReadingLimits::default() };
/// let parsed = parse("one two three four", &ParseOptions { limits, ..ParseOptions::default() });
/// assert_eq!(parsed.diagnostics.len(), 2);
/// assert_eq!(parsed.omitted.text().as_deref(), Some("and 2 more errors"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingLimits {
    /// The longest query in bytes; 10,000,000 by default. Beyond: `query-too-long`.
    pub bytes: usize,
    /// The greatest number of words and symbols; 1,000,000 by default, which bounds memory to some hundred megabytes.
    /// Beyond: `too-many-words`.
    pub words: usize,
    /// The greatest number of bytes of the tree that a query is read to; 256 MiB by default. Calls of functions have their
    /// bodies in it each time. Beyond: `compiled-limit`.
    pub tree: usize,
    /// The greatest depth of nested filters: 1 to 160, by default 160; greater values count as 160. A deeper query is
    /// the error `too-deep`.
    pub depth: u32,
    /// The greatest number of errors, and of warnings, that are reported; 20 by default. Others are counted:
    /// [`Omitted`].
    pub errors: usize,
}

impl Default for ReadingLimits {
    fn default() -> ReadingLimits {
        ReadingLimits { bytes: 10_000_000, words: 1_000_000, tree: 256 << 20, depth: DEEPEST, errors: 20 }
    }
}

impl ReadingLimits {
    /// The greatest depth of nested filters.
    pub(super) fn depth(&self) -> u32 {
        self.depth.clamp(1, DEEPEST)
    }

    /// The number of errors that are recognized before reading stops.
    pub(super) fn recognized(&self) -> usize {
        self.errors.max(RECOGNIZED)
    }
}

/// The numbers of errors and warnings beyond those that are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Omitted {
    /// Errors recognized and not given.
    pub errors: usize,
    /// Warnings not given.
    pub warnings: usize,
    /// Reading was given up after 1,000 errors (or after as many as are shown, if that is more): there may be more.
    pub gave_up: bool,
}

impl Omitted {
    /// `and 7 more errors`, `and at least 980 more errors`; none if nothing was left out.
    pub fn text(&self) -> Option<String> {
        let some = |count: usize, one: &str| match count {
            0 => None,
            1 => Some(format!("1 more {one}")),
            _ => Some(format!("{count} more {one}s")),
        };
        let counted = [some(self.errors, "error"), some(self.warnings, "warning")];
        let counted: Vec<String> = counted.into_iter().flatten().collect();
        if counted.is_empty() {
            return None;
        }
        let least = if self.gave_up { "at least " } else { "" };
        Some(format!("and {least}{}", counted.join(" and ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_counted() {
        let text = |errors, warnings, gave_up| Omitted { errors, warnings, gave_up }.text();
        assert_eq!(text(0, 0, false), None);
        assert_eq!(text(1, 0, false).as_deref(), Some("and 1 more error"));
        assert_eq!(text(980, 2, true).as_deref(), Some("and at least 980 more errors and 2 more warnings"));
    }
}
