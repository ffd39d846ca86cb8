//! Query text as a row of tokens, for highlighting and for looking at how a text is cut up.

use super::catalogue;
use super::dialect::Dialect;
use super::lex::{self, Tok, Token};
use std::collections::HashSet;
use std::ops::Range;

/// The class of a piece of query text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// White space.
    Blank,
    /// `// to the end of the line`
    Comment,
    /// A reserved word.
    Keyword,
    /// A name that the query chose.
    Name,
    /// `12`, `{2,3}`
    Number,
    /// `"abc"`, `\n`
    Text,
    /// `Ra1`
    Designator,
    /// A sign: `->`, `(`, `--`.
    Sign,
    /// `1-0`
    Result,
    /// Text that is not a token.
    Bad,
}

impl TokenClass {
    /// The class as one word.
    pub fn name(self) -> &'static str {
        match self {
            TokenClass::Blank => "blank",
            TokenClass::Comment => "comment",
            TokenClass::Keyword => "keyword",
            TokenClass::Name => "name",
            TokenClass::Number => "number",
            TokenClass::Text => "text",
            TokenClass::Designator => "designator",
            TokenClass::Sign => "sign",
            TokenClass::Result => "result",
            TokenClass::Bad => "bad",
        }
    }
}

/// Cuts a query into pieces that make up the whole text, each with its class.
///
/// ```
/// # mod tabiya { pub mod syntax { pub use tabiya_cql::*; } }
/// use tabiya::syntax::{TokenClass, tokens};
/// let text = "check // twice\nRa1";
/// let found: Vec<(TokenClass, &str)> = tokens(text).into_iter().map(|(class, at)| (class, &text[at])).collect();
/// assert_eq!(found[0], (TokenClass::Keyword, "check"));
/// assert_eq!(found[2], (TokenClass::Comment, "// twice"));
/// assert_eq!(found[4], (TokenClass::Designator, "Ra1"));
/// ```
pub fn tokens(text: &str) -> Vec<(TokenClass, Range<usize>)> {
    let (tokens, _) = lex::lex(text, Dialect::Six);
    let mut pieces = Vec::new();
    let mut at = 0;
    let own = own_names(&tokens);
    for (number, token) in tokens.iter().enumerate() {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        blanks(text, at..start, &mut pieces);
        at = end.max(at);
        if start < end {
            let is_word = of_sequence(&tokens, number, &own) || declares(&tokens, number);
            pieces.push((if is_word { TokenClass::Keyword } else { class(token.tok) }, start..end));
        }
    }
    blanks(text, at..text.len(), &mut pieces);
    pieces
}

/// True if a token is a word of sequences that is not reserved, and what follows it fits: `either (`, `almost 2`.
fn of_sequence(tokens: &[Token<'_>], at: usize, own: &HashSet<&str>) -> bool {
    let next = tokens.get(at + 1).map(|token| token.tok);
    let Tok::Word(word) = tokens[at].tok else { return false };
    let fits = match word {
        "either" | "anyorder" | "both" => next == Some(Tok::Sign("(")),
        "almost" => matches!(next, Some(Tok::Integer(_))),
        "shortest" => next.is_some_and(|next| next != Tok::End),
        _ => false,
    };
    fits && !own.contains(word)
}

/// True if a token is `include` or `parameter` where it declares something.
fn declares(tokens: &[Token<'_>], at: usize) -> bool {
    let after = |n: usize| tokens.get(at + n).map(|token| token.tok);
    match (tokens[at].tok, after(1)) {
        (Tok::Word("include"), Some(Tok::Text(_))) => true,
        (Tok::Word("parameter"), Some(Tok::Word(_) | Tok::Designator(_))) => {
            matches!(after(2), Some(Tok::Integer(_) | Tok::Text(_) | Tok::Sign("-")))
        }
        _ => false,
    }
}

/// The names of variables and functions of the query.
fn own_names<'a>(tokens: &[Token<'a>]) -> HashSet<&'a str> {
    let pairs = tokens.windows(2).filter_map(|pair| match (pair[0].tok, pair[1].tok) {
        (Tok::Word("function"), Tok::Word(name)) | (Tok::Word(name), Tok::Sign("=")) => Some(name),
        _ => None,
    });
    pairs.collect()
}

fn class(tok: Tok<'_>) -> TokenClass {
    match tok {
        Tok::Word(word) if catalogue::is_reserved(word, Dialect::Six) => TokenClass::Keyword,
        Tok::Word(_) | Tok::Named(_) => TokenClass::Name,
        Tok::Integer(_) | Tok::Repeat(..) => TokenClass::Number,
        Tok::Text(_) | Tok::Group(_) | Tok::GroupStart(_) | Tok::NamedGroup(..) => TokenClass::Text,
        Tok::Designator(_) | Tok::Declare => TokenClass::Designator,
        Tok::Result(_) => TokenClass::Result,
        Tok::File(..) => TokenClass::Keyword,
        Tok::Sign(_) | Tok::Dash(_) | Tok::LineComment | Tok::LineEnd | Tok::EndPath | Tok::End => TokenClass::Sign,
        Tok::Bad => TokenClass::Bad,
    }
}

/// Divides the text between two tokens into white space and comments.
fn blanks(text: &str, mut gap: Range<usize>, pieces: &mut Vec<(TokenClass, Range<usize>)>) {
    while gap.start < gap.end {
        let rest = &text[gap.clone()];
        let first = rest.find([';', '/']).unwrap_or(rest.len());
        if first > 0 {
            pieces.push((TokenClass::Blank, gap.start..gap.start + first));
        }
        let comment = &rest[first..];
        let length = match comment.as_bytes() {
            [] => 0,
            [b'/', b'*', ..] => comment[2..].find("*/").map_or(comment.len(), |end| end + 4),
            _ => comment.find('\n').unwrap_or(comment.len()),
        };
        gap.start += first;
        if length > 0 {
            pieces.push((TokenClass::Comment, gap.start..gap.start + length));
        }
        gap.start += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_make_up_the_text() {
        let text = "cql(input a.pgn) ; c\n/* x */x1 = \"a;b\" // d\r\n♖♗a1 -- @ R{2,3} /// \"y\"\nmate // end";
        let pieces = tokens(text);
        let whole: String = pieces.iter().map(|(_, at)| &text[at.clone()]).collect();
        assert_eq!(whole, text);
        let of = |class| -> Vec<&str> {
            pieces.iter().filter(|(one, _)| *one == class).map(|(_, at)| &text[at.clone()]).collect()
        };
        assert_eq!(of(TokenClass::Comment), ["; c", "/* x */", "// d\r", "// end"]);
        assert_eq!(of(TokenClass::Designator), ["♖♗a1", "R"]);
        assert_eq!(of(TokenClass::Bad), ["@"]);
        assert_eq!(of(TokenClass::Name), ["x1"]);
        assert_eq!(of(TokenClass::Keyword), ["cql", "input a.pgn", "mate"]);
    }
}
