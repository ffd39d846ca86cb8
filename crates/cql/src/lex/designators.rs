//! Piece designators: which pieces on which squares, as one token.

use crate::ast::{Designator, Pieces};
use crate::dialect::Dialect;
use tabiya_chess::{Bitboard, Square};

/// The reason why a text that begins like a designator is not a designator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defect {
    /// `h-a1`: the range descends. Bytes from the start.
    Descending(usize, usize),
    /// A Unicode piece twice. Bytes from the start.
    Duplicate(usize, usize),
    /// ASCII and Unicode pieces in one list. Bytes from the start.
    Mixed(usize, usize),
}

/// Reads a designator at the start of `text`; gives it with its length. `closable`: a `]` may follow.
pub(super) fn designator(text: &str, dialect: Dialect, closable: bool) -> Result<Option<(Designator, usize)>, Defect> {
    if let Some((squares, length)) = squares(text)?
        && ends(&text[length..], closable)
    {
        return Ok(Some((Designator { pieces: Pieces::ANY, squares }, length)));
    }
    let Some((pieces, length)) = pieces(text, dialect)? else {
        return Ok(None);
    };
    let rest = &text[length..];
    if let Some((squares, more)) = squares(rest).map_err(|fault| fault.moved(length))?
        && ends(&rest[more..], closable)
    {
        return Ok(Some((Designator { pieces, squares }, length + more)));
    }
    Ok(ends(rest, closable).then_some((Designator { pieces, squares: Bitboard::FULL }, length)))
}

impl Defect {
    fn moved(self, by: usize) -> Defect {
        match self {
            Defect::Descending(a, b) => Defect::Descending(a + by, b + by),
            Defect::Duplicate(a, b) => Defect::Duplicate(a + by, b + by),
            Defect::Mixed(a, b) => Defect::Mixed(a + by, b + by),
        }
    }
}

/// True if a square specification begins here.
pub(super) fn starts_square(text: &str) -> bool {
    !matches!(squares(text), Ok(None))
}

fn ends(rest: &str, closable: bool) -> bool {
    match rest.chars().next() {
        Some('[') => rest.starts_with("[x]"),
        Some(']') => closable,
        Some(c) => !(c.is_ascii_alphanumeric() || c == '_' || c == '$'),
        None => true,
    }
}

fn letter(c: char, dialect: Dialect) -> Option<Pieces> {
    let bit = match c {
        'P' | '♙' => 0,
        'N' | '♘' => 1,
        'B' | '♗' => 2,
        'R' | '♖' => 3,
        'Q' | '♕' => 4,
        'K' | '♔' => 5,
        'p' | '♟' => 6,
        'n' | '♞' => 7,
        'b' | '♝' => 8,
        'r' | '♜' => 9,
        'q' | '♛' => 10,
        'k' | '♚' => 11,
        '_' | '□' => 12,
        'A' | '△' => return Some(Pieces::WHITE),
        'a' | '▲' => return Some(Pieces::BLACK),
        '◭' => return Some(Pieces(Pieces::WHITE.0 | Pieces::BLACK.0)),
        'U' if dialect == Dialect::Five => return Some(Pieces(Pieces::WHITE.0 | Pieces::BLACK.0)),
        _ => return None,
    };
    Some(Pieces(1 << bit))
}

/// True if a character is a Unicode piece.
pub(super) fn is_glyph(c: char) -> bool {
    !c.is_ascii() && letter(c, Dialect::Six).is_some()
}

fn pieces(text: &str, dialect: Dialect) -> Result<Option<(Pieces, usize)>, Defect> {
    let Some(first) = text.chars().next() else {
        return Ok(None);
    };
    if first == '[' {
        return bracketed(text, dialect);
    }
    if first.is_ascii() {
        return Ok(letter(first, dialect).map(|pieces| (pieces, 1)));
    }
    let mut all = Pieces(0);
    let mut length = 0;
    for c in text.chars().take_while(|&c| is_glyph(c)) {
        if text[..length].chars().any(|before| signs(before) & signs(c) != 0) {
            return Err(Defect::Duplicate(length, length + c.len_utf8()));
        }
        all.0 |= letter(c, dialect).unwrap_or(Pieces(0)).0;
        length += c.len_utf8();
    }
    Ok((length > 0).then_some((all, length)))
}

fn bracketed(text: &str, dialect: Dialect) -> Result<Option<(Pieces, usize)>, Defect> {
    let mut all = Pieces(0);
    let (mut ascii, mut glyphs) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        if c == ']' {
            return Ok((all.0 != 0).then_some((all, at + 1)));
        }
        let Some(one) = letter(c, dialect) else {
            return Ok(None);
        };
        ascii |= c.is_ascii();
        glyphs |= !c.is_ascii();
        if ascii && glyphs {
            let closed = text[at..].chars().find(|&c| letter(c, dialect).is_none()) == Some(']');
            return if closed { Err(Defect::Mixed(at, at + c.len_utf8())) } else { Ok(None) };
        }
        if glyphs && text[1..at].chars().any(|before| signs(before) & signs(c) != 0) {
            return Err(Defect::Duplicate(at, at + c.len_utf8()));
        }
        all.0 |= one.0;
    }
    Ok(None)
}

/// The signs that a Unicode piece stands for, which a designator may have once each: a piece, all pieces of a colour, or
/// all of either colour. All of a colour and one of them may occur together.
fn signs(c: char) -> u16 {
    match c {
        '△' => 1 << 13,
        '▲' => 1 << 14,
        '◭' => 1 << 13 | 1 << 14,
        _ => letter(c, Dialect::Six).map_or(0, |pieces| pieces.0),
    }
}

fn squares(text: &str) -> Result<Option<(Bitboard, usize)>, Defect> {
    if !text.starts_with('[') {
        return rectangle(text.as_bytes());
    }
    let mut all = Bitboard::EMPTY;
    let mut at = 1;
    loop {
        let Some((one, length)) = rectangle(&text.as_bytes()[at..]).map_err(|fault| fault.moved(at))? else {
            return Ok(None);
        };
        all |= one;
        at += length;
        match text.as_bytes().get(at) {
            Some(b',') => at += 1,
            Some(b']') => return Ok(Some((all, at + 1))),
            _ => return Ok(None),
        }
    }
}

fn rectangle(text: &[u8]) -> Result<Option<(Bitboard, usize)>, Defect> {
    let Some((f1, f2, length)) = interval(text, b'a'..=b'h') else {
        return Ok(None);
    };
    let Some((r1, r2, more)) = interval(&text[length..], b'1'..=b'8') else {
        return Ok(None);
    };
    if f1 > f2 {
        return Err(Defect::Descending(0, length));
    }
    if r1 > r2 {
        return Err(Defect::Descending(length, length + more));
    }
    let mut set = Bitboard::EMPTY;
    for rank in r1..=r2 {
        for file in f1..=f2 {
            set.add(Square::new(u32::from(rank) * 8 + u32::from(file)));
        }
    }
    Ok(Some((set, length + more)))
}

fn interval(text: &[u8], within: std::ops::RangeInclusive<u8>) -> Option<(u8, u8, usize)> {
    let first = *text.first().filter(|c| within.contains(c))?;
    let base = *within.start();
    match text.get(1..3) {
        Some(&[b'-', last]) if within.contains(&last) => Some((first - base, last - base, 3)),
        _ => Some((first - base, first - base, 1)),
    }
}
