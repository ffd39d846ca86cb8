//! The two dialects of the language, and which of them a text is written in.

use super::catalogue;
use super::lex::{Tok, Token};

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

/// Whether the text uses words or signs that only dialect 5 has, and such that only dialect 6 has.
pub(super) fn marks(tokens: &[Token<'_>]) -> (bool, bool) {
    let (mut five, mut six) = (false, false);
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).map(|token| token.tok);
        match token.tok {
            Tok::Word("previous") => {
                five |= matches!(next, Some(Tok::Sign("(" | "*") | Tok::Integer(_) | Tok::Word("nestban")));
            }
            Tok::Word(word) => {
                five |= catalogue::is_only_five(word);
                six |= catalogue::is_only_six(word);
            }
            Tok::Sign("-") if matches!(next, Some(Tok::Integer(_))) => {}
            Tok::Sign(sign) => six |= !matches!(sign, "." | "(" | ")" | "{" | "}" | "*" | "+" | "?"),
            Tok::Dash(_)
            | Tok::Declare
            | Tok::Group(_)
            | Tok::GroupStart(_)
            | Tok::NamedGroup(..)
            | Tok::LineComment => six = true,
            _ => {}
        }
    }
    (five, six)
}
