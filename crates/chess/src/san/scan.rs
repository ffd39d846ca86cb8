//! The move at the start of a text.

use super::{Common, San};
use crate::{Bitboard, File, Rank, Role, Square};

/// Words that mean a null move, in small letters or capitals.
const NULLS: [&[u8]; 7] = [b"null", b"pass", b"0000", b"@@@@", b"--", b"Z0", b"<>"];

impl San {
    /// The move at the start of a text and the bytes it takes, signs of check and `e.p.` included. `None` if there
    /// is none, or if letters or digits follow that belong to no move.
    ///
    /// ```
    /// # mod tabiya { pub mod chess { pub use tabiya_chess::*; } }
    /// use tabiya::chess::san::San;
    /// assert_eq!(San::scan(b"O-O-O+ Kd6"), Some((San::Castle { short: false }, 6)));
    /// assert_eq!(San::scan(b"Nf3$7").map(|(_, len)| len), Some(3));
    /// assert_eq!(San::scan(b"Nonsense"), None);
    /// ```
    pub fn scan(text: &[u8]) -> Option<(San, usize)> {
        let (san, at) = match *text.first()? {
            b'a'..=b'h' => scan_normal(text, Role::Pawn, 0, false)?,
            b @ (b'N' | b'P') if matches!(text.get(1), Some(b'U' | b'u' | b'A' | b'a')) => {
                scan_null(text).or_else(|| scan_normal(text, role_of(b)?, 1, true))?
            }
            b @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P') => scan_normal(text, role_of(b)?, 1, true)?,
            b'O' | b'o' | b'0' => scan_castle(text).or_else(|| scan_null(text))?,
            b'-' | b'Z' | b'z' | b'p' | b'<' => scan_null(text)?,
            // No pawn moves begin with these; `b` may be the bishop or the file.
            b @ (b'n' | b'q' | b'r' | b'k') => scan_null(text).or_else(|| scan_normal(text, any_role(b)?, 1, true))?,
            b'@' => scan_null(text).or_else(|| scan_drop(text, Role::Pawn, 0))?,
            0xE2 => scan_normal(text, figurine(text)?, 3, true)?,
            _ => return None,
        };
        let end = scan_suffix(text, at);
        if matches!(san, San::Files(..)) && !ends_word(text.get(end)) {
            return None;
        }
        match text.get(end) {
            // A result may be glued to the last move: `Qd61-0`.
            Some(b'0' | b'1') if starts_with_result(&text[end..]) => Some((san, end)),
            Some(b) if b.is_ascii_alphanumeric() || *b == b'@' => None,
            Some(b'/') if text.get(end + 1).is_some_and(u8::is_ascii_alphabetic) => None,
            Some(b'=') if text.get(end + 1).is_some_and(u8::is_ascii_alphabetic) => None,
            _ => Some((san, end)),
        }
    }
}

/// The bytes after which a move in a common spelling certainly ends.
const ENDS: [bool; 256] = {
    let mut ends = [false; 256];
    let list = b" \t\r\n)!?${";
    let mut i = 0;
    while i < list.len() {
        ends[list[i] as usize] = true;
        i += 1;
    }
    ends
};

impl San {
    /// The same as [`San::scan`] for the spellings of [`Common`] and for `O-O` and `O-O-O`, perhaps with one `+` or `#`. `None`
    /// only says that the move, if it is one, has another spelling, or stands too close to the end of the text.
    #[inline]
    pub fn scan_common(text: &[u8]) -> Option<(San, usize)> {
        let word: &[u8; 8] = text.first_chunk()?;
        match *word {
            [b'O', b'-', b'O', b'-', b'O', ..] => ended(word, 5, San::Castle { short: false }),
            [b'O', b'-', b'O', ..] => ended(word, 3, San::Castle { short: true }),
            _ => Common::scan(word).map(|(common, len)| (common.san(), len)),
        }
    }
}

impl Common {
    /// The move at the start of a text and the bytes it takes: `e4`, `exd5`, `Nf3`, `Nxf3`, `Nbd2`, `R1xd2`, perhaps with one `+`
    /// or `#`. `None` only says that the move, if it is one, has another spelling.
    #[inline]
    pub fn scan(word: &[u8; 8]) -> Option<(Common, usize)> {
        if word[0].wrapping_sub(b'a') < 8 {
            let (from, to, len, capture) = match square(word[0], word[1]) {
                Some(to) => (Bitboard::FULL, to, 2, false),
                None if word[1] == b'x' => (file(word[0]), square(word[2], word[3])?, 4, true),
                None => return None,
            };
            return ended(word, len, Common { role: Role::Pawn, from, to, capture });
        }
        let role = role_of(word[0]).filter(|&role| role != Role::Pawn)?;
        if let Some(to) = square(word[1], word[2]) {
            return ended(word, 3, Common { role, from: Bitboard::FULL, to, capture: false });
        }
        let from = match word[1] {
            b'x' => {
                let to = square(word[2], word[3])?;
                return ended(word, 4, Common { role, from: Bitboard::FULL, to, capture: true });
            }
            b'a'..=b'h' => file(word[1]),
            b'1'..=b'8' => Bitboard(0xff << ((word[1] - b'1') * 8)),
            _ => return None,
        };
        if word[2] == b'x' {
            return ended(word, 5, Common { role, from, to: square(word[3], word[4])?, capture: true });
        }
        ended(word, 4, Common { role, from, to: square(word[2], word[3])?, capture: false })
    }
}

/// The squares of the file with a letter from `a` to `h`.
#[inline]
fn file(letter: u8) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << (letter - b'a'))
}

/// The square with a name, if it is one.
#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    (file < 8 && rank < 8).then(|| Square::new(u32::from(rank * 8 + file)))
}

/// The move, if its text ends at `at` or after a sign of check there.
#[inline]
fn ended<M>(word: &[u8; 8], at: usize, found: M) -> Option<(M, usize)> {
    let end = at + usize::from(matches!(word[at], b'+' | b'#'));
    ENDS[usize::from(word[end])].then_some((found, end))
}

/// True if nothing more of a word follows. Two letters alone are easily part of prose.
fn ends_word(next: Option<&u8>) -> bool {
    matches!(next, None | Some(b' ' | b'\t' | b'\r' | b'\n' | b'!' | b'?' | b'$' | b')' | b'(' | b'{'))
}

fn starts_with_result(text: &[u8]) -> bool {
    text.starts_with(b"1-0") || text.starts_with(b"0-1") || text.starts_with(b"1/2-1/2")
}

/// Everything but castling and null moves. `at` is after the letter of the piece, if there is one.
#[inline]
fn scan_normal(text: &[u8], role: Role, at: usize, lettered: bool) -> Option<(San, usize)> {
    let peek = |i: usize| text.get(i).copied().unwrap_or(0);
    let file_at = |i: usize| matches!(peek(i), b'a'..=b'h').then(|| File::new(u32::from(peek(i) - b'a')));
    let rank_at = |i: usize| matches!(peek(i), b'1'..=b'8').then(|| Rank::new(u32::from(peek(i) - b'1')));
    let mut i = at;
    if peek(i) == b'@' {
        return scan_drop(text, role, i);
    }
    let file = file_at(i);
    i += usize::from(file.is_some());
    let rank = rank_at(i);
    i += usize::from(rank.is_some());
    let before_sign = i;
    let mut capture = false;
    match peek(i) {
        b'x' | b'X' | b':' => {
            capture = true;
            i += 1;
        }
        b'-' => i += 1,
        0xC3 if peek(i + 1) == 0x97 => {
            capture = true;
            i += 2;
        }
        _ => {}
    }
    let (from, to, from_square);
    if let (Some(to_file), Some(to_rank)) = (file_at(i), rank_at(i + 1)) {
        // `aa4` is not a way to write the move of a pawn that stays on its file.
        if role == Role::Pawn && i == before_sign && file == Some(to_file) && rank.is_none() {
            return None;
        }
        i += 2;
        to = Square::from_coords(to_file, to_rank);
        from = file.map_or(Bitboard::FULL, Bitboard::from_file) & rank.map_or(Bitboard::FULL, Bitboard::from_rank);
        from_square = file.zip(rank).map(|(file, rank)| Square::from_coords(file, rank));
    } else if let (Some(to_file), Some(to_rank)) = (file, rank) {
        i = before_sign;
        capture = false;
        to = Square::from_coords(to_file, to_rank);
        (from, from_square) = (Bitboard::FULL, None);
    } else if let (Some(first), None, Some(second), Role::Pawn) = (file, rank, file_at(i), role)
        && first.distance(second) == 1
    {
        return Some((San::Files(first, second), i + 1));
    } else {
        return None;
    }
    let (promotion, i) = if role == Role::Pawn { scan_promotion(text, i, to) } else { (None, i) };
    let san = match from_square {
        Some(from) if !lettered => San::Squares { from, to, promotion },
        _ => San::Normal { role, from, to, promotion, capture },
    };
    Some((san, i))
}

#[inline]
fn scan_promotion(text: &[u8], i: usize, to: Square) -> (Option<Role>, usize) {
    let peek = |i: usize| text.get(i).copied().unwrap_or(0);
    let last = matches!(to.rank(), Rank::First | Rank::Eighth);
    match peek(i) {
        b'=' => match (peek(i + 1), peek(i + 3)) {
            (b'(', b')') => (any_role(peek(i + 2)), i + 4),
            (0xE2, _) => figurine(&text[i + 1..]).map_or((None, i), |role| (Some(role), i + 4)),
            (b, _) => match any_role(b) {
                Some(role) => (Some(role), i + 2),
                None => (None, i),
            },
        },
        0xE2 if last => figurine(&text[i..]).map_or((None, i), |role| (Some(role), i + 3)),
        b'(' if last && peek(i + 2) == b')' => match any_role(peek(i + 1)) {
            Some(role) => (Some(role), i + 3),
            None => (None, i),
        },
        b'/' if last => match any_role(peek(i + 1)) {
            Some(role) => (Some(role), i + 2),
            None => (None, i),
        },
        b @ (b'Q' | b'R' | b'B' | b'N' | b'K') if last => (role_of(b), i + 1),
        b @ (b'q' | b'r' | b'b' | b'n') if last => (any_role(b), i + 1),
        _ => (None, i),
    }
}

fn scan_castle(text: &[u8]) -> Option<(San, usize)> {
    let circle = text[0];
    let step = |at: usize| {
        let at = match text.get(at..).unwrap_or(&[]) {
            [b'-', ..] => at + 1,
            [0xE2, 0x80, 0x90..=0x95, ..] => at + 3,
            _ if circle == b'o' => return None,
            _ => at,
        };
        (text.get(at) == Some(&circle)).then_some(at + 1)
    };
    let two = step(1)?;
    // In `O-OO-O`, another castling is glued to the first.
    let three = step(two).filter(|&three| two == 2 || three > two + 1);
    let end = three.unwrap_or(two);
    // `00.` and `0000` are not castling.
    if circle == b'0' && matches!(text.get(end), Some(b'0'..=b'9' | b'.')) {
        return None;
    }
    Some((San::Castle { short: three.is_none() }, end))
}

fn scan_null(text: &[u8]) -> Option<(San, usize)> {
    // A line of dashes is an ornament.
    let begins = |word: &[u8]| text.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word));
    let word = NULLS.iter().find(|word| begins(word)).filter(|_| !text.starts_with(b"---"))?;
    Some((San::Null, word.len()))
}

fn scan_drop(text: &[u8], role: Role, at: usize) -> Option<(San, usize)> {
    match text.get(at..at + 3)? {
        [b'@', file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            let square = Square::new(u32::from(rank - b'1') * 8 + u32::from(file - b'a'));
            Some((San::Drop(role, square), at + 3))
        }
        _ => None,
    }
}

/// The end of signs of check and of `e.p.` after a move. `+-`, `+/-`, `+=` and `+/=` are left for the reader of
/// glyphs.
#[inline]
fn scan_suffix(text: &[u8], mut i: usize) -> usize {
    loop {
        match text.get(i) {
            Some(b'+') if matches!(text.get(i + 1), Some(b'-' | b'/' | b'=')) => return i,
            Some(b'+' | b'#') => i += 1,
            Some(0xE2) if matches!(text.get(i + 1..i + 3), Some([0x80, 0xA0 | 0xA1])) => i += 3,
            Some(b'(') if text[i..].starts_with(b"(e.p.)") => i += 6,
            Some(b'(') if text[i..].starts_with(b"(ep)") => i += 4,
            Some(b'e') if text[i..].starts_with(b"e.p.") => i += 4,
            Some(b'e') if text[i..].starts_with(b"e.p") => i += 3,
            Some(b'e') if text[i..].starts_with(b"ep") => i += 2,
            Some(b'c') if text[i..].starts_with(b"ch") => i += 2,
            Some(b'm') if text[i..].starts_with(b"mate") => i += 4,
            _ => return i,
        }
    }
}

#[inline]
fn role_of(letter: u8) -> Option<Role> {
    Some(match letter {
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        b'P' => Role::Pawn,
        _ => return None,
    })
}

fn any_role(letter: u8) -> Option<Role> {
    role_of(letter.to_ascii_uppercase())
}

/// The role of a figurine: U+2654 to U+265F.
fn figurine(text: &[u8]) -> Option<Role> {
    match text.get(..3)? {
        [0xE2, 0x99, b @ 0x94..=0x9F] => Some(
            [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn][usize::from(b - 0x94) % 6],
        ),
        _ => None,
    }
}
