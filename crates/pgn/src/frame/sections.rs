//! Sections of a stream: stretches of whole games, which are cut into games by somebody else.
//!
//! A section ends where a game begins in any case. So the search for its end looks at a few lines, and it does not matter
//! how the games of the section end; all else that framing does can be done on many threads at once.
//!
//! A tag line with the name Event begins a game in any state of the framing if
//!
//! * a blank line precedes it, and before that comes a line of movetext that ends with a result: then no tag section is open, and no
//!   comment that was opened in this line;
//! * the next brace, as far as is looked, closes no comment: then it begins a game even within a comment that was opened before.
//!
//! If comments or prose before the tag belong to the next game, that game begins earlier, has the line of movetext, and ends here
//! ([`Frames::end_of_stream`]).

use super::{Frames, LOOKAHEAD};
use crate::tags;
use crate::token::result_at;
use memchr::memmem;
use std::io::{Cursor, Read};
use std::ops::Range;

/// The longest line of movetext before the end of a section.
const LONGEST_LINE: usize = 4 << 10;

/// The number of tag lines that are looked at for the end of a section.
const TRIES: usize = 8;

/// Whole games of a stream, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The bytes of the stream.
    pub bytes: Vec<u8>,
    /// The place of the first of them, from 0.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
    /// The number of games that were cut off before, those of sections not among them.
    pub number: u64,
}

impl<R: Read> Frames<R> {
    /// Takes about `wanted` bytes of the stream as a section; `false`, without a change, if the stream ends before, or if no game
    /// certainly begins in the second half of them. Its games do not count for the numbers of those that are cut off after it.
    pub fn read_section(&mut self, section: &mut Section, wanted: usize) -> bool {
        if self.skipping {
            return false;
        }
        while self.window().len() < wanted + LONGEST_LINE + LOOKAHEAD && self.fill() {}
        let window = self.window();
        let Some(end) = window.get(..wanted).and_then(|_| last_certain_start(window, wanted / 2..wanted)) else {
            return false;
        };
        (section.offset, section.line, section.number) = (self.offset, self.line, self.number);
        section.bytes.clear();
        section.bytes.extend_from_slice(&window[..end]);
        self.start += end;
        self.offset += end as u64;
        self.line += lines_in(&section.bytes);
        true
    }

    /// The end of the last game: that of the stream, unless the tag line after a section shows that comments or prose belong to the next
    /// game.
    pub(super) fn end_of_stream(&mut self) -> usize {
        match self.state.next_start.take_if(|_| self.is_section && !self.state.in_comment) {
            Some((start, line)) => {
                self.line = line;
                start
            }
            None => self.window().len(),
        }
    }
}

impl Frames<Cursor<Vec<u8>>> {
    /// Begins again with a section, in exchange for the memory of the one before. Its games are numbered as if the sections before had
    /// none.
    pub fn restart_with(&mut self, section: &mut Section) {
        self.restart(|source| {
            std::mem::swap(source.get_mut(), &mut section.bytes);
            source.set_position(0);
        });
        (self.offset, self.line, self.number) = (section.offset, section.line, section.number);
        self.is_section = true;
    }
}

/// The number of lines that end in a text: a CR with an LF is one end.
fn lines_in(text: &[u8]) -> u64 {
    let returns = memchr::memchr_iter(b'\r', text).filter(|&at| text.get(at + 1) != Some(&b'\n')).count();
    (memchr::memchr_iter(b'\n', text).count() + returns) as u64
}

/// The last place among some at which a game begins for certain.
fn last_certain_start(window: &[u8], places: Range<usize>) -> Option<usize> {
    let finder = memmem::FinderRev::new(b"\n[Event ");
    let found = finder.rfind_iter(&window[places.clone()]).take(TRIES).map(|at| places.start + at + 1);
    found.into_iter().find(|&at| is_certain_start(window, at))
}

fn is_certain_start(window: &[u8], at: usize) -> bool {
    let line = &window[at..];
    let Some(span) = tags::scan_plain(line) else { return false };
    let is_line = &line[span.name.clone()] == b"Event" && matches!(line.get(span.end), Some(b'\n' | b'\r'));
    let before = &window[..at];
    let before = before.strip_suffix(b"\n\n").or_else(|| before.strip_suffix(b"\r\n\r\n"));
    let Some(before) = before.filter(|_| is_line) else { return false };
    let near = &before[before.len().saturating_sub(LONGEST_LINE)..];
    let Some(begin) = memchr::memrchr2(b'\n', b'\r', near) else { return false };
    if !ends_game(&near[begin + 1..]) {
        return false;
    }
    let ahead = &line[..line.len().min(span.end + LOOKAHEAD)];
    memchr::memchr2(b'{', b'}', ahead).is_none_or(|brace| ahead[brace] == b'{')
}

/// True if a line is movetext that ends with a result, wherever a comment around its beginning ends.
fn ends_game(line: &[u8]) -> bool {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    // Other numbers begin prose.
    if digits == 0 || digits > 3 && line.get(digits) != Some(&b'.') {
        return false;
    }
    let mut is_open = false;
    for &byte in line {
        match byte {
            b'{' => is_open = true,
            b'}' => is_open = false,
            b';' | b'[' | b'<' if !is_open => return false,
            _ => {}
        }
    }
    let result = line.iter().rposition(|&byte| matches!(byte, b' ' | b'}')).map_or(0, |blank| blank + 1);
    !is_open && result_at(&line[result..]).is_some_and(|(_, len)| result + len == line.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RawGame;

    /// All games of a text, cut one after the other.
    fn games(text: &[u8]) -> Vec<RawGame> {
        let mut frames = Frames::new(text);
        std::iter::from_fn(|| frames.next_frame().expect("no error")).collect()
    }

    /// The same by sections of about `wanted` bytes, where there are some; and the number of sections.
    fn games_by_sections(text: &[u8], wanted: usize) -> (Vec<RawGame>, usize) {
        let (mut frames, mut inner) = (Frames::new(text), Frames::new(Cursor::new(Vec::new())));
        let (mut section, mut raw) = (Section::default(), RawGame::default());
        let (mut games, mut sections) = (Vec::new(), 0);
        let number = |games: &Vec<RawGame>, raw: &RawGame| RawGame { number: games.len() as u64 + 1, ..raw.clone() };
        loop {
            if frames.read_section(&mut section, wanted) {
                sections += 1;
                inner.restart_with(&mut section);
                while inner.read_frame(&mut raw).expect("no error") {
                    games.push(number(&games, &raw));
                }
            } else if frames.read_frame(&mut raw).expect("no error") {
                games.push(number(&games, &raw));
            } else {
                return (games, sections);
            }
        }
    }

    /// Texts that are strung together at random: whole games, and parts that make their ends doubtful.
    const PIECES: &[&str] = &[
        "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 2. Nf3 1-0\n\n",
        "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5\n2. Nf3 {a comment} 1/2-1/2\n\n",
        "[Event \"a\"]\r\n\r\n1. e4 e5 *\r\n\r\n",
        "[Event \"a\"]\n\n1. e4 { open\n\n",
        "[Event \"a\"]\n\n",
        "{ before [Event \"a\"] \n\n",
        "}\n",
        "12. Nf3 Nc6 0-1\n\n",
        "12. Nf3 ; a comment 0-1\n\n",
        "1. d4 (1. c4 *\n\n",
        "The score was 1-0\n\n",
        "2024 was 1-0\n\n",
        "% 1-0\n\n",
        "1. d4 {\n1. c4 } 1-0\n\n",
        "[Site \"b\"]\n",
        "1. d4 d5 1-0\n",
        "\n",
        "\r",
        "3. [Site \"x\"] 1-0\n\n",
    ];

    #[test]
    fn sections_have_the_games_that_the_stream_has() {
        let (mut state, mut used) = (1_u64, 0);
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).expect("31 bits") % below
        };
        for round in 0..3000 {
            let whole = 1 + round % PIECES.len();
            let text: String = (0..40).map(|_| PIECES[random(whole)]).collect();
            for wanted in [60, 200, 700] {
                let (found, sections) = games_by_sections(text.as_bytes(), wanted);
                assert_eq!(found, games(text.as_bytes()), "sections of {wanted} bytes in {text:?}");
                used += sections;
            }
        }
        assert!(used > 10_000, "sections were tried: {used}");
    }

    #[test]
    fn lines_are_counted_as_framing_counts_them() {
        assert_eq!((lines_in(b"a\nb\r\nc\rd"), lines_in(b"\r\r\n\n"), lines_in(b"a")), (3, 3, 0));
    }
}
