//! The tokens of movetext. Every byte of the text belongs to a token or to the white space between tokens;
//! anything unknown comes out as a token of its own, so that nothing is dropped without a word.
//!
//! The tokenizer is our own because it knows the offset of every byte, and because one reader is simpler than two that
//! must agree. It is as fast as pgn-reader (`benches/reading.rs`), which is the oracle of the differential tests.

use super::GameResult;
use super::letters::Letters;
use super::text::{BYTE_ORDER_MARK, html_break, is_blank};
use tabiya_chess::san::{Common, San};

/// The kind of a token. Its text is `text[start..end]` of the [`Lexer`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token {
    /// A move.
    Move(San),
    /// `{...}`; the text without braces is `start+1..end-1`, or `start+1..end` where it is not closed.
    Comment {
        /// True if the closing brace is there.
        closed: bool,
    },
    /// `; ...` up to the end of the line; the text is `start+1..end`.
    LineComment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$7`, `!?`, `+-`, `N`
    Nag(u32),
    /// `$` without a number that fits.
    BadNag,
    /// `1-0`
    Result(GameResult),
    /// `[` at the start of a line, or anywhere where a tag can be read.
    Bracket,
    /// `}` outside comments.
    Brace,
    /// A word that was meant as a move (it names a square, or is one of descriptive notation), or a number where a move should be.
    Unreadable,
    /// Anything else.
    Stray,
    /// `e.p.`, or a sign of check that stands alone: nothing to keep.
    Nothing,
    /// The end of the text.
    End,
}

/// The number of a move as a text has it, with the dots after it. Zero, if it is missing or invalid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    pub(crate) value: u32,
    pub(crate) dots: u32,
}

impl MoveNumber {
    /// True if it may precede the move that is due: twice the number of that move, and one more for Black's. Two dots or more
    /// say that it is Black's; one says nothing.
    pub(crate) fn fits(self, due: u32) -> bool {
        self.value == 0 || self.value == due >> 1 && (self.dots < 2 || due & 1 == 1)
    }
}

/// Cuts movetext into tokens.
#[derive(Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t [u8],
    /// The first byte of the last token.
    pub(crate) start: usize,
    /// The byte after the last token.
    pub(crate) at: usize,
    /// True if a number precedes the last token.
    pub(crate) numbered: bool,
    /// The last such number.
    pub(crate) number: MoveNumber,
    /// The letters of pieces, if they are not English.
    letters: Option<Letters>,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t [u8], at: usize) -> Lexer<'t> {
        Lexer { text, start: at, at, numbered: false, number: MoveNumber::default(), letters: None }
    }

    /// The same with the letters of another language.
    pub(crate) fn with_letters(self, letters: Option<Letters>) -> Lexer<'t> {
        Lexer { letters, ..self }
    }

    /// The text of the last token.
    pub(crate) fn token_text(&self) -> &'t [u8] {
        &self.text[self.start..self.at]
    }

    /// The next token, if it is a move in one of the spellings that nearly all moves have. Otherwise the lexer stands
    /// still.
    #[inline]
    pub(crate) fn common_move(&mut self) -> Option<San> {
        self.common_move_at(self.behind_number::<false>(0)?)
    }

    /// The same, if no number precedes it but that of the move that is due, as in [`MoveNumber::fits`].
    pub(crate) fn due_move(&mut self, due: u32) -> Option<San> {
        self.common_move_at(self.behind_number::<true>(due)?)
    }

    #[inline]
    fn common_move_at(&mut self, at: usize) -> Option<San> {
        let (san, len) = San::scan_common(&self.text[at..])?;
        (self.start, self.at) = (at, at + len);
        Some(san)
    }

    /// As [`due_move`](Self::due_move), but for castling.
    #[inline]
    pub(crate) fn due_common(&mut self, due: u32) -> Option<Common> {
        let at = self.behind_number::<true>(due)?;
        let (common, len) = Common::scan(self.text[at..].first_chunk()?)?;
        (self.start, self.at) = (at, at + len);
        Some(common)
    }

    /// The place behind white space and a number with its dots, unless it is `CHECKED` and does not fit the move that is due.
    #[inline]
    fn behind_number<const CHECKED: bool>(&self, due: u32) -> Option<usize> {
        let at = self.at;
        // As most texts have it: a blank, perhaps a number of three digits at most with its dot, perhaps a blank.
        if let Some(next) = self.text[at..].first_chunk::<8>() {
            let blank = usize::from(matches!(next[0], b' ' | b'\n'));
            if next[blank] > b'9' {
                return Some(at + blank);
            }
            let is_digit = |i: usize| next[i].is_ascii_digit();
            // The number, and the same of the characters of as many zeros.
            let sign = |i: usize| u32::from(next[i]);
            let (digits, number, zeros) = match is_digit(blank + 1) {
                true if is_digit(blank + 2) => {
                    (3, sign(blank) * 100 + sign(blank + 1) * 10 + sign(blank + 2), 48 * 111)
                }
                true => (2, sign(blank) * 10 + sign(blank + 1), 48 * 11),
                false => (1, sign(blank), 48),
            };
            let dot = blank + digits;
            if matches!(next[blank], b'1'..=b'9') && next[dot] == b'.' && (!CHECKED || number == zeros + (due >> 1)) {
                let behind = dot + 1 + usize::from(next[dot + 1] == b' ');
                if next[behind] > b'9' {
                    return Some(at + behind);
                }
            }
        }
        self.behind_numbers(at, CHECKED.then_some(due))
    }

    /// The same for all spellings of numbers.
    #[inline]
    fn behind_numbers(&self, mut at: usize, due: Option<u32>) -> Option<usize> {
        let mut number = MoveNumber::default();
        loop {
            match *self.text.get(at)? {
                b'1'..=b'9' => {
                    number = MoveNumber { value: 0, dots: 1 };
                    while let digit @ 0..=9 = self.text.get(at)?.wrapping_sub(b'0') {
                        number.value = number.value.wrapping_mul(10).wrapping_add(u32::from(digit));
                        at += 1;
                    }
                    if self.text[at] != b'.' {
                        return None;
                    }
                }
                b'.' => number.dots += 1,
                b' ' | b'\n' | b'\r' => {}
                _ => return Some(at).filter(|_| due.is_none_or(|due| number.fits(due))),
            }
            at += 1;
        }
    }

    /// The next token. Move numbers and dots are passed over.
    #[inline]
    pub(crate) fn next(&mut self) -> Token {
        self.numbered = false;
        loop {
            let Some(&byte) = self.text.get(self.at) else {
                self.start = self.at;
                return Token::End;
            };
            if is_blank(byte) || byte == b'.' {
                self.number.dots += u32::from(byte == b'.');
                self.at += 1;
                continue;
            }
            self.start = self.at;
            if let Some(token) = self.letters.and_then(|letters| self.foreign(letters, byte)) {
                return token;
            }
            let token = match byte {
                b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' => self.word(),
                b'1'..=b'9' => match self.number() {
                    Some(token) => token,
                    None => continue,
                },
                b'{' => self.comment(),
                b'(' => self.single(Token::Open),
                b')' => self.single(Token::Close),
                b'}' => self.single(Token::Brace),
                b'[' => self.single(Token::Bracket),
                b'$' => self.dollar(),
                b'*' => self.single(Token::Result(GameResult::Unknown)),
                b';' => self.line_comment(),
                b'0' => match self.zero() {
                    Some(token) => token,
                    None => continue,
                },
                b'%' if self.starts_line() => {
                    self.at = self.line_end();
                    continue;
                }
                _ => match self.odd() {
                    Some(token) => token,
                    None => continue,
                },
            };
            if !matches!(token, Token::Nothing) {
                return token;
            }
        }
    }

    /// A word with the letters of another language. English ones mean nothing there.
    #[cold]
    fn foreign(&mut self, letters: Letters, byte: u8) -> Option<Token> {
        if let Some((san, len)) = letters.scan(self.rest()) {
            self.at += len;
            return Some(Token::Move(san));
        }
        byte.is_ascii_alphabetic().then(|| self.unknown_word())
    }

    #[inline]
    fn single(&mut self, token: Token) -> Token {
        self.at += 1;
        token
    }

    fn starts_line(&self) -> bool {
        self.start == 0 || matches!(self.text[self.start - 1], b'\n' | b'\r')
    }

    fn line_end(&self) -> usize {
        memchr::memchr2(b'\n', b'\r', &self.text[self.start..]).map_or(self.text.len(), |n| self.start + n)
    }

    fn rest(&self) -> &'t [u8] {
        &self.text[self.start..]
    }

    #[inline]
    fn word(&mut self) -> Token {
        match San::scan(self.rest()) {
            Some((san, len)) => {
                self.at = self.start + len;
                Token::Move(san)
            }
            None => self.unknown_word(),
        }
    }

    /// A move number (passed over: `None`), a result, or a number that is neither.
    #[inline]
    fn number(&mut self) -> Option<Token> {
        let rest = self.rest();
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        match rest.get(digits) {
            Some(b'.') => {}
            Some(b'-' | b'/' | b':' | 0xC2 | 0xE2 | 0xBD) => {
                if let Some((result, len)) = result_at(rest) {
                    self.at = self.start + len;
                    return Some(Token::Result(result));
                }
                if rest[digits] == b'-' || rest[digits] == b'/' {
                    return Some(self.unknown_word());
                }
            }
            // Four digits from 1 to 8 without a dot are a move in the notation of correspondence chess.
            _ if (4..=5).contains(&digits) && rest[..digits].iter().all(|b| matches!(b, b'1'..=b'8')) => {
                self.at = self.start + digits;
                return Some(Token::Unreadable);
            }
            _ => {}
        }
        self.at = self.start + digits;
        self.numbered = true;
        // One that is glued to a word numbers nothing.
        let glued = rest.get(digits).is_some_and(u8::is_ascii_alphabetic);
        let value = rest[..digits].iter().fold(0_u32, |sum, d| sum.wrapping_mul(10).wrapping_add(u32::from(d - b'0')));
        self.number = MoveNumber { value: if glued { 0 } else { value }, dots: 0 };
        None
    }

    fn zero(&mut self) -> Option<Token> {
        let rest = self.rest();
        if let Some((result, len)) = result_at(rest) {
            self.at = self.start + len;
            return Some(Token::Result(result));
        }
        match San::scan(rest) {
            Some((san, len)) => {
                self.at = self.start + len;
                Some(Token::Move(san))
            }
            None => self.number(),
        }
    }

    fn comment(&mut self) -> Token {
        match memchr::memchr(b'}', self.rest()) {
            Some(n) => {
                self.at = self.start + n + 1;
                Token::Comment { closed: true }
            }
            None => {
                self.at = self.text.len();
                Token::Comment { closed: false }
            }
        }
    }

    fn line_comment(&mut self) -> Token {
        self.at = self.line_end();
        Token::LineComment
    }

    fn dollar(&mut self) -> Token {
        let digits = self.rest()[1..].iter().take_while(|b| b.is_ascii_digit()).count();
        self.at = self.start + 1 + digits;
        let number =
            self.rest()[1..=digits].iter().try_fold(0_u32, |n, b| n.checked_mul(10)?.checked_add(u32::from(b - b'0')));
        match number {
            Some(number) if digits > 0 => Token::Nag(number),
            _ => Token::BadNag,
        }
    }

    /// Everything that is rare. `None` for what is passed over.
    #[cold]
    fn odd(&mut self) -> Option<Token> {
        let rest = self.rest();
        // No-break spaces, byte order marks, zero-width spaces and ellipses are white space.
        for blank in [&b"\xC2\xA0"[..], b"\xA0", BYTE_ORDER_MARK, b"\xE2\x80\x8B", b"\xE2\x80\xA6", b"\x85"] {
            if rest.starts_with(blank) {
                self.at += blank.len();
                self.number.dots += if matches!(blank, b"\xE2\x80\xA6" | b"\x85") { 3 } else { 0 };
                return None;
            }
        }
        if let Some(len) = html_break(rest) {
            self.at += len;
            return None;
        }
        if let Some((result, len)) = result_at(rest) {
            self.at += len;
            return Some(Token::Result(result));
        }
        if let Some((nag, len)) = glyph_at(rest) {
            self.at += len;
            return Some(Token::Nag(nag));
        }
        if let Some((san, len)) = San::scan(rest) {
            self.at += len;
            return Some(Token::Move(san));
        }
        Some(self.unknown_word())
    }

    /// A word that no reading fits, up to the next blank or sign of movetext.
    #[cold]
    fn unknown_word(&mut self) -> Token {
        let rest = self.rest();
        if matches!(rest, [b'N' | b'D'] | [b'N' | b'D', b' ' | b'\t' | b'\n' | b'\r' | b')' | b'{' | b'$', ..]) {
            self.at = self.start + 1;
            return Token::Nag(if rest[0] == b'N' { 146 } else { 201 });
        }
        let is_end = |b: &u8| is_blank(*b) || matches!(b, b'{' | b'}' | b'(' | b')' | b'$' | b';' | b'[' | b'*');
        let len = rest.iter().skip(1).position(is_end).map_or(rest.len(), |n| n + 1);
        self.at = self.start + len;
        if matches!(&rest[..len], b"e.p." | b"e.p" | b"ep" | b"ep." | b"+" | b"#" | b"++" | b"ch" | b"ch.") {
            return Token::Nothing;
        }
        if let Some((san, len)) = self.letters.is_none().then(|| glued_move(&rest[..len])).flatten() {
            self.at = self.start + len;
            return Token::Move(san);
        }
        if is_meant(&rest[..len]) { Token::Unreadable } else { Token::Stray }
    }
}

/// The move at the start of a word to which another move or a number is glued, and its length, if there is one way to cut it:
/// `O-OO-O`, `Nxd4Bb4`, `Bxc3+8.`.
fn glued_move(word: &[u8]) -> Option<(San, usize)> {
    // No move is longer than ten letters and signs.
    let parts = (2..word.len().min(11)).filter_map(|at| {
        let (san, len) = San::scan(&word[..at])?;
        let behind = &word[at..];
        let digits = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let goes_on = || digits > 0 && behind.get(digits) == Some(&b'.') || San::scan(behind).is_some();
        (len == at && goes_on()).then_some((san, at))
    });
    let mut parts = parts.fuse();
    parts.next().filter(|_| parts.next().is_none())
}

/// True if a word was meant as a move: it has the name of a square or castling, is cut off after a sign of capture, or is one of
/// descriptive notation, such as `PxP`, `N-KB3`, `KtxBch`.
fn is_meant(word: &[u8]) -> bool {
    let pieces = word.iter().take_while(|byte| b"KQRBNPt".contains(byte)).count();
    let mover = &word[pieces..];
    let cut = matches!(mover, [b'x'] | [b'a'..=b'h' | b'1'..=b'8', b'x']);
    let descriptive = matches!(mover, [b'x' | b'-', b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'O' | b'1'..=b'8', ..]);
    word.windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'9']))
        || word.starts_with(b"O-")
        || word.starts_with(b"0-")
        || pieces > 0 && word[0] != b't' && (cut || descriptive)
}

/// The result at the start of a text, and its length.
pub(crate) fn result_at(text: &[u8]) -> Option<(GameResult, usize)> {
    const RESULTS: [(&[u8], GameResult); 12] = [
        (b"1-0", GameResult::White),
        (b"0-1", GameResult::Black),
        (b"1/2-1/2", GameResult::Draw),
        (b"1/2", GameResult::Draw),
        (b"*", GameResult::Unknown),
        ("½-½".as_bytes(), GameResult::Draw),
        (b"\xBD-\xBD", GameResult::Draw),
        ("1–0".as_bytes(), GameResult::White),
        ("0–1".as_bytes(), GameResult::Black),
        (b"1:0", GameResult::White),
        (b"0:1", GameResult::Black),
        (b"0.5-0.5", GameResult::Draw),
    ];
    for (word, result) in RESULTS {
        if text.starts_with(word) {
            return match text.get(word.len()) {
                Some(b) if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/') => None,
                _ => Some((result, word.len())),
            };
        }
    }
    None
}

/// The glyph at the start of a text as the number of its NAG, and its length.
fn glyph_at(text: &[u8]) -> Option<(u32, usize)> {
    const GLYPHS: [(&str, u32); 30] = [
        ("+/-", 16),
        ("-/+", 17),
        ("+/=", 14),
        ("=/+", 15),
        ("+--", 20),
        ("--+", 21),
        ("+-", 18),
        ("-+", 19),
        ("+=", 14),
        ("=+", 15),
        ("=", 10),
        ("~", 13),
        ("±", 16),
        ("∓", 17),
        ("⩲", 14),
        ("⩱", 15),
        ("∞", 13),
        ("−+", 19),
        ("+−", 18),
        ("–+", 19),
        ("+–", 18),
        ("‼", 3),
        ("⁇", 4),
        ("⁈", 6),
        ("⁉", 5),
        ("□", 7),
        ("⌓", 142),
        ("⟳", 32),
        ("→", 36),
        ("↑", 36),
    ];
    if text[0] == 0xB1 {
        return Some((16, 1));
    }
    // However many stand together, they are one sign: that of the first two.
    let marks = text.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    if marks > 0 {
        let nag = match &text[..marks.min(2)] {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            _ => 6,
        };
        return Some((nag, marks));
    }
    GLYPHS.iter().find(|(glyph, _)| text.starts_with(glyph.as_bytes())).map(|&(glyph, nag)| (nag, glyph.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut lexer = Lexer::new(text.as_bytes(), 0);
        let mut found = Vec::new();
        loop {
            let token = lexer.next();
            let part = String::from_utf8_lossy(lexer.token_text()).into_owned();
            match token {
                Token::End => break,
                Token::Move(_) => found.push(format!("m:{part}")),
                Token::Nag(n) => found.push(format!("${n}")),
                Token::Result(_) => found.push(format!("r:{part}")),
                Token::Unreadable => found.push(format!("u:{part}")),
                Token::Stray => found.push(format!("s:{part}")),
                _ => found.push(part),
            }
        }
        assert_eq!(found.join(" "), expected, "{text}");
    }

    #[test]
    fn moves_in_all_spellings() {
        check("1.d4 d5 2.c4! dxc4 3. e2-e4 O-O 0-0-0+", "m:d4 m:d5 m:c4 $1 m:dxc4 m:e2-e4 m:O-O m:0-0-0+");
        check("1. e8=Q+ e8Q a1=n# e8(N)", "m:e8=Q+ m:e8Q m:a1=n# m:e8(N)");
        check("exd6 e.p. exd6e.p. Pe4 ed ed5 e:d5", "m:exd6 m:exd6e.p. m:Pe4 m:ed m:ed5 m:e:d5");
        check("5000. -- Z0 null N@f3 ♘f3 00 000", "m:-- m:Z0 m:null m:N@f3 m:♘f3 m:00 m:000");
        check("1. z0 Null NULL pass Pass PASS Pa4 Na3", "m:z0 m:Null m:NULL m:pass m:Pass m:PASS m:Pa4 m:Na3");
    }

    #[test]
    fn what_is_glued() {
        check("Nf3$7 Nf6-+ Rd1+/- Qe4+ e4= (e5)c5", "m:Nf3 $7 m:Nf6 $19 m:Rd1 $16 m:Qe4+ m:e4 $10 ( m:e5 ) m:c5");
        check("h6*", "m:h6 r:*");
        check("7.O-OO-O 5. Nxd4Bb4! Bxc3+8. bxc3", "m:O-O m:O-O m:Nxd4 m:Bb4 $1 m:Bxc3+ m:bxc3");
        check("O-OO-O-O a8Bb4 aa4. 0-00-0", "m:O-O m:O-O-O u:a8Bb4 u:aa4. m:0-0 m:0-0");
        check("1…e5 1\u{a0}e4", "m:e5 m:e4");
    }

    #[test]
    fn marks_that_stand_together_are_one_sign() {
        check("e4! e5?? Nf3!? Nc6?!", "m:e4 $1 m:e5 $4 m:Nf3 $5 m:Nc6 $6");
        check("Nf3??? e4?!? e5!?! Nf3!!! d4????", "m:Nf3 $4 m:e4 $6 m:e5 $5 m:Nf3 $3 m:d4 $4");
        check("e4! ? d4!+-", "m:e4 $1 $2 m:d4 $1 $18");
    }

    #[test]
    fn results_and_numbers() {
        check("1-0 0-1 1/2-1/2 1/2 ½-½ * 1:0", "r:1-0 r:0-1 r:1/2-1/2 r:1/2 r:½-½ r:* r:1:0");
        check("10. 1 e4 0. 0-0 1-0", "m:e4 m:0-0 r:1-0");
        check("5254", "u:5254");
    }

    #[test]
    fn nothing_is_dropped() {
        check("Sf3 whatever e9 Nf3/E @@ e4xyz O-Q", "u:Sf3 s:whatever u:e9 u:Nf3/E s:@@ u:e4xyz u:O-Q");
        check(
            "PxP N-KB3 KtxBch Kx Nbx QR-Q1 Nf RR castles",
            "u:PxP u:N-KB3 u:KtxBch u:Kx u:Nbx u:QR-Q1 s:Nf s:RR s:castles",
        );
        check("e4 N D $ $4294967296 {a} b} ;c\n%d\nd4", "m:e4 $146 $201 $ $4294967296 {a} s:b } ;c m:d4");
    }
}
