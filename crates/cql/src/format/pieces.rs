//! The tokens of a text with the white space and the comments before each.

use crate::dialect::Dialect;
use crate::lex::{self, Tok};

/// A token, as it is written.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    pub(super) tok: Tok<'a>,
    pub(super) text: String,
    /// The place of its first byte, and of the byte after it.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The space before it.
    pub(super) gap: Gap<'a>,
    /// True if it stands between a `///` and the end of its line.
    pub(super) in_line: bool,
}

/// The space between two tokens.
#[derive(Debug, Default)]
pub(super) struct Gap<'a> {
    /// True if there is any white space or comment.
    pub(super) spaced: bool,
    /// True if a line ends here, after the last comment.
    pub(super) broken: bool,
    /// True if an empty line is here, after the last comment.
    pub(super) blank: bool,
    /// The comments, in order.
    pub(super) remarks: Vec<Remark<'a>>,
    /// True if the end of the line has a meaning: it ends `///`.
    pub(super) line_end: bool,
    /// True if an empty line has a meaning: it ends `path`, in CQL 6 or in the dialect of the query. It may decide between
    /// the dialects.
    pub(super) path_end: bool,
}

/// A comment.
#[derive(Debug)]
pub(super) struct Remark<'a> {
    pub(super) text: &'a str,
    /// True if it begins its line.
    pub(super) own_line: bool,
    /// True if an empty line precedes it.
    pub(super) blank: bool,
    /// True if its line ends after it.
    pub(super) ends_line: bool,
}

impl Gap<'_> {
    /// True if a line ends here in every layout.
    pub(super) fn must_break(&self) -> bool {
        let breaks = |remark: &Remark<'_>| remark.own_line || remark.ends_line || remark.text.contains('\n');
        self.line_end || self.path_end || self.remarks.iter().any(breaks)
    }
}

/// Cuts a text into tokens. The last piece is the end of the text, which has the comments after the last token.
pub(super) fn pieces(text: &str, dialect: Dialect) -> Vec<Piece<'_>> {
    let (tokens, _) = lex::lex(text, dialect);
    let ends = path_ends(text, dialect);
    let mut pieces: Vec<Piece<'_>> = Vec::with_capacity(tokens.len());
    let (mut line_end, mut path_end, mut in_line) = (false, false, false);
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    for token in tokens {
        match token.tok {
            Tok::LineEnd => (line_end, in_line) = (true, false),
            Tok::EndPath => path_end = true,
            tok => {
                let (start, end) = (token.span.start as usize, token.span.end as usize);
                path_end |= ends.binary_search(&start).is_ok();
                let gap = Gap { line_end, path_end, ..gap(&text[at..start], pieces.is_empty()) };
                (line_end, path_end, at) = (false, false, end);
                let source = &text[start..end];
                // A file of the header: the word and the name are one token.
                let text = match tok {
                    Tok::File(..) => file(source),
                    _ => source.to_owned(),
                };
                pieces.push(Piece { tok, text, start, end, gap, in_line });
                in_line |= tok == Tok::LineComment;
            }
        }
    }
    pieces
}

/// The places after the empty lines that would end `path` if a query of CQL 5 were one of CQL 6: without them it might be.
fn path_ends(text: &str, dialect: Dialect) -> Vec<usize> {
    if dialect == Dialect::Six {
        return Vec::new();
    }
    let (tokens, _) = lex::lex(text, Dialect::Six);
    let ends = tokens.iter().filter(|token| token.tok == Tok::EndPath);
    ends.map(|token| token.span.start as usize).collect()
}

/// `input   games.pgn` -> `input games.pgn`
fn file(source: &str) -> String {
    match source.split_once(|c: char| c.is_whitespace() || c == '"') {
        Some((word, _)) => {
            let name = source[word.len()..].trim_start();
            let between = if name.len() == source.len() - word.len() { "" } else { " " };
            format!("{word}{between}{name}")
        }
        None => source.to_owned(),
    }
}

/// Reads the space between two tokens. `first`: it is the one before the first token.
fn gap(text: &str, first: bool) -> Gap<'_> {
    let mut gap = Gap { spaced: !text.is_empty(), ..Gap::default() };
    let mut rest = text;
    // The line feeds since the last comment.
    let mut feeds = 0;
    loop {
        let blanks = rest.find([';', '/']).unwrap_or(rest.len());
        feeds += rest[..blanks].matches('\n').count();
        rest = &rest[blanks..];
        if feeds > 0
            && let Some(last) = gap.remarks.last_mut()
        {
            last.ends_line = true;
        }
        if rest.is_empty() {
            break;
        }
        let to_end = !rest.starts_with("/*");
        let length = match rest.strip_prefix("/*") {
            Some(inside) => inside.find("*/").map_or(rest.len(), |end| end + 4),
            None => rest.find('\n').unwrap_or(rest.len()),
        };
        let own_line = feeds > 0 || (first && gap.remarks.is_empty());
        let text = rest[..length].trim_end();
        gap.remarks.push(Remark { text, own_line, blank: feeds > 1, ends_line: to_end });
        rest = &rest[length..];
        feeds = 0;
    }
    (gap.broken, gap.blank) = (feeds > 0, feeds > 1);
    gap
}

/// Puts a blank before the brackets that stand apart: those after the words of [`APART`], and braces after a word.
pub(super) fn set_apart(pieces: &mut [Piece<'_>]) {
    for at in 1..pieces.len().saturating_sub(1) {
        let stands_apart = match (pieces[at - 1].tok, pieces[at].tok) {
            (Tok::Word(word), Tok::Sign("(")) => APART.contains(&word),
            (Tok::Word(_), Tok::Sign("{")) => is_plain(pieces[at + 1].tok),
            _ => false,
        };
        pieces[at].gap.spaced |= stands_apart;
    }
}

/// Words after which a parenthesis holds a list of filters and not arguments.
const APART: [&str; 8] = ["next", "next2", "previous", "previous2", "ray", "xray", "echo", "while"];

/// True if no space precedes a piece on one line.
pub(super) fn touches(pieces: &[Piece<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &pieces[before]) else { return true };
    let piece = &pieces[at];
    let opens = matches!(before.tok, Tok::Sign("(")) || (matches!(before.tok, Tok::Sign("{")) && is_plain(piece.tok));
    let closes =
        matches!(piece.tok, Tok::Sign(")")) || (matches!(piece.tok, Tok::Sign("}")) && closes_plainly(pieces, at));
    piece.tok == Tok::End || !piece.gap.spaced || opens || closes
}

/// True if `{` directly before a token stays a brace of its own: `{2}`, `{*}` are repetitions.
fn is_plain(tok: Tok<'_>) -> bool {
    matches!(
        tok,
        Tok::Word(_) | Tok::Designator(_) | Tok::Text(_) | Tok::Declare | Tok::Sign("(" | "{" | "." | "~" | "#" | "}")
    )
}

/// True if the brace that a closing one belongs to has no blank after it.
fn closes_plainly(pieces: &[Piece<'_>], close: usize) -> bool {
    let mut depth = 0;
    for at in (0..close).rev() {
        match pieces[at].tok {
            Tok::Sign(")" | "}" | "]") => depth += 1,
            Tok::Sign("(" | "{" | "[") if depth > 0 => depth -= 1,
            Tok::Sign("{") => return !pieces[at + 1].gap.spaced || is_plain(pieces[at + 1].tok),
            Tok::Sign("(" | "[") => return false,
            _ => {}
        }
    }
    false
}
