//! Moves with the letters of other languages.
//!
//! A game is read with English letters first. If a move has the letter of another language, the game is read again with
//! those of each language, and is taken as written in one if the whole of it fits, with the same moves in all that fit.

use tabiya_chess::san::San;

/// The letters of the pieces in a language.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::Letters;
///
/// let german = Letters::of_code("de").expect("a known code");
/// assert_eq!((german.name(), german.code()), ("German", "de"));
/// assert_eq!(Letters::of_code("xx"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters(usize);

/// Code, name, and the letters of king, queen, rook, bishop and knight, in all encodings. The king of Russian begins with
/// the letter of its knight.
type Row = (&'static str, &'static str, [&'static [&'static [u8]]; 5]);

const LANGUAGES: [Row; 7] = [
    ("de", "German", [&[b"K"], &[b"D"], &[b"T"], &[b"L"], &[b"S"]]),
    ("fr", "French", [&[b"R"], &[b"D"], &[b"T"], &[b"F"], &[b"C"]]),
    ("es", "Spanish", [&[b"R"], &[b"D"], &[b"T"], &[b"A"], &[b"C"]]),
    ("hu", "Hungarian", [&[b"K"], &[b"V"], &[b"B"], &[b"F"], &[b"H"]]),
    (
        "ru",
        "Russian",
        [
            &["Кр".as_bytes(), b"\xCA\xF0"],
            &["Ф".as_bytes(), b"\xD4"],
            &["Л".as_bytes(), b"\xCB"],
            &["С".as_bytes(), b"\xD1"],
            &["К".as_bytes(), b"\xCA"],
        ],
    ),
    // The places of the pieces in the fonts for chess of most publishers.
    (
        "font",
        "figurine",
        [
            &["¢".as_bytes(), b"\xA2"],
            &["£".as_bytes(), b"\xA3"],
            &["¦".as_bytes(), b"\xA6"],
            &["¥".as_bytes(), b"\xA5"],
            &["¤".as_bytes(), b"\xA4"],
        ],
    ),
    (
        "figurine",
        "Unicode figurines",
        [
            &["♔".as_bytes(), "♚".as_bytes()],
            &["♕".as_bytes(), "♛".as_bytes()],
            &["♖".as_bytes(), "♜".as_bytes()],
            &["♗".as_bytes(), "♝".as_bytes()],
            &["♘".as_bytes(), "♞".as_bytes()],
        ],
    ),
];

const ENGLISH: &[u8; 5] = b"KQRBN";

/// The most signs of a move that are looked at.
const LONGEST: usize = 16;

impl Letters {
    /// The languages that are tried.
    pub fn all() -> impl Iterator<Item = Letters> {
        (0..LANGUAGES.len()).map(Letters)
    }

    /// The language with a code: `de`, `fr`, `es`, `hu`, `ru`; `font` for fonts that have figurines in the place of letters,
    /// `figurine` for those of Unicode.
    pub fn of_code(code: &str) -> Option<Letters> {
        Letters::all().find(|letters| letters.code() == code)
    }

    /// The code of the language.
    pub fn code(self) -> &'static str {
        LANGUAGES[self.0].0
    }

    /// The language in English.
    pub fn name(self) -> &'static str {
        LANGUAGES[self.0].1
    }

    /// Appends a move of SAN with these letters, the first spelling of each. Castling and pawns have none.
    pub(crate) fn push(self, san: &str, out: &mut String) {
        for sign in san.chars() {
            match ENGLISH.iter().position(|letter| char::from(*letter) == sign) {
                Some(piece) => out.push_str(&String::from_utf8_lossy(LANGUAGES[self.0].2[piece][0])),
                None => out.push(sign),
            }
        }
    }

    /// As [`San::scan`], with these letters. A piece with an English letter that the language does not have is not a move.
    pub(crate) fn scan(self, text: &[u8]) -> Option<(San, usize)> {
        let (mut word, mut ends) = ([0; LONGEST], [0; LONGEST]);
        let (mut at, mut len) = (0, 0);
        while len < LONGEST && at < text.len() {
            let (sign, bytes) = self.english(&text[at..]);
            at += bytes;
            (word[len], ends[len]) = (sign, at);
            len += 1;
        }
        let (san, len) = San::scan(&word[..len])?;
        Some((san, ends[len - 1]))
    }

    /// The first sign of a text as English has it, and the bytes that it takes.
    fn english(self, text: &[u8]) -> (u8, usize) {
        let pieces = LANGUAGES[self.0].2.iter().zip(ENGLISH);
        let mut known = pieces.flat_map(|(spellings, letter)| spellings.iter().map(move |one| (one, *letter)));
        match known.find(|(one, _)| text.starts_with(one)) {
            Some((one, letter)) => (letter, one.len()),
            None if ENGLISH.contains(&text[0]) => (0, 1),
            None => (text[0], 1),
        }
    }
}

/// True if a word is a move of a piece but for its letter, which is not English.
pub(crate) fn is_foreign(word: &[u8]) -> bool {
    let first = word.first().copied().unwrap_or(0);
    let is_letter = first >= 0x80 || first.is_ascii_uppercase() && !ENGLISH.contains(&first) && !b"OP".contains(&first);
    let fits = |len: usize| word.get(len..).is_some_and(|rest| San::scan(&[b"N", rest].concat()).is_some());
    // A letter has one byte or two, and the king of Russian is two letters.
    is_letter && [1, 2, 4].into_iter().any(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_chess::{Role, Square};

    #[test]
    fn letters_stand_for_pieces() {
        for (code, text, role, to, len) in [
            ("de", "Sf3 d5", Role::Knight, Square::F3, 3),
            ("de", "Lxe5+", Role::Bishop, Square::E5, 5),
            ("hu", "Bad1", Role::Rook, Square::D1, 4),
            ("es", "Re2", Role::King, Square::E2, 3),
            ("ru", "Крe2", Role::King, Square::E2, 6),
            ("ru", "Кe2", Role::Knight, Square::E2, 4),
            ("font", "¥b5", Role::Bishop, Square::B5, 4),
        ] {
            let (san, found) = Letters::of_code(code).unwrap().scan(text.as_bytes()).unwrap();
            assert!(matches!(san, San::Normal { role: r, to: t, .. } if (r, t) == (role, to)), "{text}: {san:?}");
            assert_eq!(found, len, "{text}");
        }
        let german = Letters::of_code("de").unwrap();
        assert!(matches!(german.scan(b"e8=D"), Some((San::Normal { promotion: Some(Role::Queen), .. }, 4))));
        assert_eq!((german.scan(b"Nf3"), german.scan(b"Dame")), (None, None));
        assert_eq!(Letters::of_code("xx"), None);
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (code, expected) in [
            ("de", "Sbxd7+ e8=D# O-O Kd1 Te1 Lf1"),
            ("fr", "Cbxd7+ e8=D# O-O Rd1 Te1 Ff1"),
            ("es", "Cbxd7+ e8=D# O-O Rd1 Te1 Af1"),
            ("hu", "Hbxd7+ e8=V# O-O Kd1 Be1 Ff1"),
            ("ru", "Кbxd7+ e8=Ф# O-O Крd1 Лe1 Сf1"),
            ("font", "¤bxd7+ e8=£# O-O ¢d1 ¦e1 ¥f1"),
            ("figurine", "♘bxd7+ e8=♕# O-O ♔d1 ♖e1 ♗f1"),
        ] {
            let (letters, mut text) = (Letters::of_code(code).unwrap(), String::new());
            letters.push("Nbxd7+ e8=Q# O-O Kd1 Re1 Bf1", &mut text);
            assert_eq!(text, expected);
            for (word, english) in text.split(' ').zip(["Nbxd7", "e8=Q", "O-O", "Kd1", "Re1", "Bf1"]) {
                let (read, known) = (letters.scan(word.as_bytes()), San::scan(english.as_bytes()));
                assert_eq!(read.map(|(san, _)| san), known.map(|(san, _)| san), "{word}");
            }
        }
    }

    #[test]
    fn what_is_foreign() {
        for (word, expected) in
            [("Sf3", true), ("Крe2", true), ("Ιf3", true), ("Nf3", false), ("PxP", false), ("e9", false), ("Sf", false)]
        {
            assert_eq!(is_foreign(word.as_bytes()), expected, "{word}");
        }
    }
}
