//! Tokens: the words, signs and literals of a query with their places.

use crate::ast::{Designator, GameResult};
use crate::span::Span;

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    /// The token itself.
    pub(crate) tok: Tok<'a>,
    /// The place in the query text.
    pub(crate) span: Span,
    /// True if white space or comments precede it.
    pub(crate) spaced: bool,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tok<'a> {
    /// A reserved word or a name.
    Word(&'a str),
    /// The name of a constituent: a word or letters before `:=`, even if they have another meaning.
    Named(&'a str),
    /// A sign; `.` is one.
    Sign(&'static str),
    /// `12`
    Integer(i64),
    /// A quoted string without its quotes, or an escape such as `\n`.
    Text(&'a str),
    /// `Ra1`
    Designator(Designator),
    /// `[Aa]` directly before a name.
    Declare,
    /// `1-0`
    Result(GameResult),
    /// `{2,3}` without spaces.
    Repeat(u32, Option<u32>),
    /// `--`, or `[x]` (`true`).
    Dash(bool),
    /// `\1`
    Group(u8),
    /// `\-1`
    GroupStart(u8),
    /// `\{name}`, `\-{name}` (`true`)
    NamedGroup(bool, &'a str),
    /// `///`
    LineComment,
    /// The end of a line that holds `///`.
    LineEnd,
    /// A blank line that ends the innermost open `path`.
    EndPath,
    /// The file of `input FILE` (`false`) or `output FILE` (`true`) in a header.
    File(bool, &'a str),
    /// Something that was reported already.
    Bad,
    /// The end of the text.
    End,
}
