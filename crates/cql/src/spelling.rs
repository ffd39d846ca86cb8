//! From the ASCII spelling of a query to its Unicode spelling, and back. White space, comments and texts stay as they
//! are, byte for byte.
//!
//! `[RB]a1 -> k` -> `♖♗a1 → ♚`

use super::diagnostic::{Diagnostic, has_errors};
use super::dialect::Dialect;
use super::lex::{self, Tok, Token};

/// Pieces: ASCII letters and the character for each.
const PIECES: [(&str, char); 16] = [
    ("K", '♔'),
    ("Q", '♕'),
    ("R", '♖'),
    ("B", '♗'),
    ("N", '♘'),
    ("P", '♙'),
    ("k", '♚'),
    ("q", '♛'),
    ("r", '♜'),
    ("b", '♝'),
    ("n", '♞'),
    ("p", '♟'),
    ("A", '△'),
    ("a", '▲'),
    ("_", '□'),
    ("Aa", '◭'),
];

/// Signs and words, and the character for each. Where several spellings share a character, the first is its own.
const SIGNS: [(&str, &str); 26] = [
    (".", "▦"),
    ("[x]", "×"),
    ("--", "――"),
    ("|", "∪"),
    ("&", "∩"),
    ("|=", "∪="),
    ("&=", "∩="),
    ("<=", "≤"),
    (">=", "≥"),
    ("!=", "≠"),
    ("<-", "←"),
    ("->", "→"),
    ("path", "⊢"),
    ("focus", "◎"),
    ("currentposition", "∙"),
    ("curpos", "∙"),
    ("flip", "✵"),
    ("flipcolor", "⬓"),
    ("[forall]", "∀"),
    ("[element]", "∊"),
    ("[<]", "≺"),
    ("[>]", "≻"),
    ("[<=]", "≼"),
    ("[>=]", "≽"),
    ("[Aa]", "◭"),
    ("[aA]", "◭"),
];

/// The query in its Unicode spelling.
///
/// # Errors
///
/// The parts of the text that cannot be cut into tokens.
///
/// ```
/// # mod tabiya { pub mod syntax { pub use tabiya_cql::*; } }
/// use tabiya::syntax::{to_ascii, to_unicode};
/// let text = "cql() [RB]a1 -> k // R stays";
/// let glyphs = to_unicode(text).unwrap();
/// assert_eq!(glyphs, "cql() ♖♗a1 → ♚ // R stays");
/// assert_eq!(to_ascii(&glyphs).unwrap(), text);
/// ```
pub fn to_unicode(text: &str) -> Result<String, Vec<Diagnostic>> {
    respell(text, |token, source| match token.tok {
        Tok::Designator(_) => unicode_designator(source),
        Tok::Declare => Some("◭".into()),
        Tok::Sign(_) | Tok::Dash(_) | Tok::Word(_) => {
            SIGNS.iter().find(|(ascii, _)| *ascii == source).map(|(_, glyph)| (*glyph).to_owned())
        }
        _ => None,
    })
}

/// The query in its ASCII spelling.
///
/// # Errors
///
/// The parts of the text that cannot be cut into tokens.
pub fn to_ascii(text: &str) -> Result<String, Vec<Diagnostic>> {
    respell(text, |token, source| match token.tok {
        Tok::Designator(_) => ascii_designator(source),
        Tok::Declare => Some("[Aa]".into()),
        Tok::Sign(_) | Tok::Dash(_) | Tok::Word(_) => {
            SIGNS.iter().find(|(_, glyph)| *glyph == source).map(|(ascii, _)| (*ascii).to_owned())
        }
        _ => None,
    })
}

/// Replaces tokens; what lies between them stays.
fn respell(text: &str, spell: impl Fn(&Token<'_>, &str) -> Option<String>) -> Result<String, Vec<Diagnostic>> {
    let (tokens, diagnostics) = lex::lex(text, Dialect::Six);
    if has_errors(&diagnostics) {
        return Err(diagnostics);
    }
    let mut out = String::with_capacity(text.len() * 2);
    let mut at = 0;
    // The token directly before, where it begins in `out`, and whether it was replaced.
    let mut last: Option<(Tok<'_>, usize, bool)> = None;
    for token in &tokens {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        if at < start {
            out.push_str(&text[at..start]);
            last = None;
        }
        at = at.max(end);
        if start == end {
            continue;
        }
        let source = &text[start..end];
        let new = spell(token, source).filter(|new| new != source);
        let replaced = new.is_some();
        let new = new.unwrap_or_else(|| source.to_owned());
        if let Some((tok, before, also)) = last
            && (replaced || also)
            && !stays(tok, &out[before..], &new)
        {
            out.push(' ');
        }
        last = Some((token.tok, out.len(), replaced));
        out.push_str(&new);
    }
    out.push_str(&text[at..]);
    Ok(out)
}

/// True if a token is read as what it is with another directly after it.
fn stays(tok: Tok<'_>, before: &str, after: &str) -> bool {
    let both = format!("{before}{after}");
    let (tokens, diagnostics) = lex::lex(&both, Dialect::Six);
    // The glyph of `curpos` is that of `currentposition`: the kind of the token is what counts.
    let same = std::mem::discriminant(&tokens[0].tok) == std::mem::discriminant(&tok);
    diagnostics.is_empty() && same && tokens[0].span.end as usize == before.len()
}

/// `[RB]a1` -> `♖♗a1`; none for squares alone.
fn unicode_designator(source: &str) -> Option<String> {
    let (letters, squares) = match source.strip_prefix('[') {
        Some(inside) => inside.split_once(']')?,
        None => source.split_at(source.chars().next()?.len_utf8()),
    };
    let is_piece = |c: char| "KQRBNPkqrbnpAa_".contains(c);
    // `a1` and `a-c1` are squares, `aa1` is a piece on one.
    let alone = source.starts_with('[') || squares.chars().next().is_none_or(|c| !c.is_ascii_digit() && c != '-');
    if !alone || !letters.chars().all(is_piece) {
        return None;
    }
    let mut glyphs = String::new();
    let both = letters.len() > 1 && letters.chars().all(|c| c == 'A' || c == 'a') && letters.contains('A');
    if both && letters.contains('a') {
        glyphs.push('◭');
    } else {
        for letter in letters.chars() {
            let glyph = PIECES.iter().find(|(ascii, _)| ascii.len() == 1 && ascii.starts_with(letter))?.1;
            if !glyphs.contains(glyph) {
                glyphs.push(glyph);
            }
        }
    }
    Some(glyphs + squares)
}

/// `♖♗a1`, `[♖♗]a1` -> `[RB]a1`; none where there is nothing but ASCII.
fn ascii_designator(source: &str) -> Option<String> {
    let letters = |c: char| PIECES.iter().find(|(_, glyph)| *glyph == c).map(|(ascii, _)| *ascii);
    let inside = source.strip_prefix('[').unwrap_or(source);
    let end = inside.find(|c: char| letters(c).is_none()).unwrap_or(inside.len());
    if end == 0 {
        return None;
    }
    let pieces: String = inside[..end].chars().filter_map(letters).collect();
    let squares = if source.starts_with('[') { inside[end..].strip_prefix(']')? } else { &inside[end..] };
    Some(if pieces.len() == 1 { pieces + squares } else { format!("[{pieces}]{squares}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ascii: &str, unicode: &str) {
        assert_eq!(to_unicode(ascii).as_deref(), Ok(unicode), "{ascii}");
        assert_eq!(to_ascii(unicode).as_deref(), Ok(ascii), "{unicode}");
    }

    #[test]
    fn there_and_back() {
        check("R [RB]a1 k _e4 Aa1 aa1 [Aa]h8", "♖ ♖♗a1 ♚ □e4 △a1 ▲a1 ◭h8");
        check("a1 a-c1 [a1,b2] h1-8", "a1 a-c1 [a1,b2] h1-8");
        check("[Aa]x[element]R . R--a4 R[x]k", "◭x∊♖ ▦ ♖――a4 ♖×♚");
        check("x<=3 y>=4 z!=5 R|k R&.", "x≤3 y≥4 z≠5 ♖∪♚ ♖∩▦");
        check("x|=R x&=k R->k k<-R", "x∪=♖ x∩=♚ ♖→♚ ♚←♖");
        check("/// \"x\" ply\nR->k", "/// \"x\" ply\n♖→♚");
        check("flip flipcolor path focus k currentposition:check", "✵ ⬓ ⊢ ◎ ♚ ∙:check");
        check("[forall]x[element]R x[<]y x[>=]y", "∀x∊♖ x≺y x≽y");
        check(
            "message(\"R -> k\") // R -> k\n/* . */ tag \"[x]\"",
            "message(\"R -> k\") // R -> k\n/* . */ tag \"[x]\"",
        );
    }

    #[test]
    fn one_way() {
        let unicode = |text| to_unicode(text).unwrap();
        let ascii = |text| to_ascii(text).unwrap();
        assert_eq!(unicode("curpos [RR]a1 [aA]"), "∙ ♖a1 ◭");
        assert_eq!(ascii("[♖♗]a1"), "[RB]a1");
        // A blank keeps apart what would run together.
        assert_eq!(ascii("✵♖"), "flip R");
        assert_eq!(ascii("♖≺♗"), "R [<]B");
        assert_eq!(ascii("x←-3"), "x<- -3");
    }

    #[test]
    fn what_is_no_query_is_told() {
        assert!(to_unicode("check @").is_err());
        assert!(to_ascii("♖♖").is_err());
    }
}
