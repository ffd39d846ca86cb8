//! Cutting a stream into games, whatever its size.
//!
//! A game ends where the next one begins. The next one begins
//! * with a tag line behind a result;
//! * with a tag line in the movetext whose name is Event, or which the game has already, or which a blank line
//!   precedes and a tag line follows: the result is missing;
//! * with such a line inside a comment, if the comment is not closed before the next one opens;
//! * with a tag section behind a tag section, if there is a blank line between and a name comes again;
//! * behind a result, with move number 1, or with a move on a new line;
//! * with White's move number 1 behind a blank line, when moves have been read and no variation is open.
//!
//! A blank line ends nothing. Comments and prose between a result and a tag section belong to the game that follows,
//! if a line begins with them behind a blank line.

use super::text::is_blank;
use super::token::result_at;
use super::{MAX_GAME_BYTES, tags};
use crate::chess::san::San;
use std::io::{self, Read};
use std::ops::Range;

/// How many bytes are read at once.
const CHUNK: usize = 128 << 10;

/// The longest piece of a line that is looked at as a whole.
const PIECE: usize = 1 << 20;

/// How far is looked for the brace that tells whether a comment is closed.
const LOOKAHEAD: usize = 64 << 10;

/// The bytes of one game, with their place in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawGame {
    /// The text, from the first byte that is not blank.
    pub bytes: Vec<u8>,
    /// The place of the first byte, from 0.
    pub offset: u64,
    /// The line of the first byte, from 1.
    pub line: u64,
    /// The number of the game, from 1.
    pub number: u64,
    /// Whether the text was too long and its end is missing.
    pub(crate) cut: bool,
}

impl RawGame {
    /// One game from memory.
    pub fn from_bytes(bytes: &[u8]) -> RawGame {
        RawGame { bytes: bytes.to_vec(), offset: 0, line: 1, number: 1, cut: false }
    }
}

/// Cuts a stream into games.
///
/// ```
/// use tabiya::game::Frames;
/// let mut frames = Frames::new(&b"[Event \"a\"]\n1. e4 { open\n\n[Event \"b\"]\n1. d4 {x} *"[..]);
/// assert_eq!(frames.next_frame().unwrap().unwrap().bytes, b"[Event \"a\"]\n1. e4 { open");
/// assert_eq!(frames.next_frame().unwrap().unwrap().line, 4);
/// assert!(frames.next_frame().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Frames<R> {
    source: R,
    buffer: Vec<u8>,
    exhausted: bool,
    /// Where the current game begins in `buffer`. All other places are counted from here.
    start: usize,
    /// The place of `start` in the stream.
    offset: u64,
    /// The number of the game that was cut off last.
    number: u64,
    /// Where the next line, or piece of a line, begins, and its number.
    at: usize,
    line: u64,
    starts_line: bool,
    state: State,
    /// Whether the rest of a game that was too long is being passed over.
    skipping: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing but comments and prose so far.
    Before,
    Tags,
    Moves,
    /// The result has been read.
    Over,
}

/// What is known of the current game.
#[derive(Debug)]
struct State {
    phase: Phase,
    in_comment: bool,
    /// How many variations are open.
    depth: u32,
    /// Whether the line before this one was blank.
    blank_before: bool,
    /// Whether the result stands on the current line.
    same_line: bool,
    /// The names of the tags so far.
    names: Vec<Range<usize>>,
    /// Where the next game begins if tags or moves follow: at a comment or prose.
    next_start: Option<(usize, u64)>,
}

impl State {
    fn new() -> State {
        State {
            phase: Phase::Before,
            in_comment: false,
            depth: 0,
            blank_before: false,
            same_line: false,
            names: Vec::new(),
            next_start: None,
        }
    }

    fn reset(&mut self) {
        let names = std::mem::take(&mut self.names);
        *self = State { names, ..State::new() };
        self.names.clear();
    }
}

impl<R: Read> Frames<R> {
    /// Begins at the start of a stream.
    pub fn new(source: R) -> Frames<R> {
        Frames {
            source,
            buffer: Vec::new(),
            exhausted: false,
            start: 0,
            offset: 0,
            number: 0,
            at: 0,
            line: 1,
            starts_line: true,
            state: State::new(),
            skipping: false,
        }
    }

    /// The next game; `None` at the end of the stream.
    pub fn next_frame(&mut self) -> io::Result<Option<RawGame>> {
        let mut raw = RawGame::default();
        Ok(self.read_frame(&mut raw)?.then_some(raw))
    }

    /// The same into memory that is there already; `false` at the end of the stream.
    pub fn read_frame(&mut self, raw: &mut RawGame) -> io::Result<bool> {
        if self.skipping {
            self.skip_game()?;
        }
        if !self.begin()? {
            return Ok(false);
        }
        self.number += 1;
        raw.number = self.number;
        raw.offset = self.offset;
        raw.line = self.line;
        raw.cut = false;
        raw.bytes.clear();
        let end = loop {
            let Some((range, next)) = self.next_line()? else { break self.window().len() };
            if let Some((border, line)) = self.scan(range)? {
                self.line = line;
                break border;
            }
            self.step(next);
            if self.at > MAX_GAME_BYTES {
                raw.cut = true;
                self.skipping = true;
                raw.bytes.extend_from_slice(&self.window()[..MAX_GAME_BYTES]);
                return Ok(true);
            }
        };
        let mut kept = end;
        while kept > 0 && is_blank(self.window()[kept - 1]) {
            kept -= 1;
        }
        raw.bytes.extend_from_slice(&self.buffer[self.start..self.start + kept]);
        self.cut_at(end);
        Ok(true)
    }

    /// Passes over the rest of a game that was too long.
    fn skip_game(&mut self) -> io::Result<()> {
        self.skipping = false;
        loop {
            // What has been looked at is let go; places in it are not asked for any more but for tag names.
            let at = self.at;
            self.start += at;
            self.offset += at as u64;
            self.at = 0;
            self.state.names.clear();
            self.state.next_start = None;
            let Some((range, next)) = self.next_line()? else {
                return Ok(self.cut_at(self.window().len()));
            };
            if let Some((border, line)) = self.scan(range)? {
                self.line = line;
                return Ok(self.cut_at(border));
            }
            self.step(next);
        }
    }

    /// Lets a new game begin.
    fn cut_at(&mut self, border: usize) {
        self.start += border;
        self.offset += border as u64;
        self.at = 0;
        self.starts_line = border == 0 || self.start == 0 || matches!(self.buffer[self.start - 1], b'\n' | b'\r');
        self.state.reset();
    }

    /// Goes on behind a line, or behind a piece of one.
    fn step(&mut self, next: usize) {
        self.starts_line = matches!(self.window()[next - 1], b'\n' | b'\r');
        self.line += u64::from(self.starts_line);
        self.at = next;
    }

    fn window(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads more; `false` at the end of the stream.
    fn fill(&mut self) -> io::Result<bool> {
        if self.exhausted {
            return Ok(false);
        }
        if self.start > self.buffer.len() / 2 {
            // One byte is kept: whether a line starts here is seen by what stands before.
            let keep = self.start.saturating_sub(1);
            self.buffer.drain(..keep);
            self.start -= keep;
        }
        let len = self.buffer.len();
        self.buffer.resize(len + CHUNK, 0);
        let read = loop {
            match self.source.read(&mut self.buffer[len..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(len + *read.as_ref().unwrap_or(&0));
        self.exhausted = read? == 0;
        Ok(!self.exhausted)
    }

    /// Lets the game begin at the first byte that is not blank; `false` if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            let window = self.window();
            let Some(&byte) = window.first() else {
                if !self.fill()? {
                    return Ok(false);
                }
                continue;
            };
            let len = window.len();
            if (byte == b'\r' && len < 2 || byte == 0xEF && len < 3) && self.fill()? {
                continue;
            }
            let ends_line = match byte {
                b'\n' => true,
                b'\r' => self.window().get(1) != Some(&b'\n'),
                0xEF if self.window().starts_with(b"\xEF\xBB\xBF") => {
                    self.start += 3;
                    self.offset += 3;
                    continue;
                }
                b if is_blank(b) => false,
                _ => return Ok(true),
            };
            self.start += 1;
            self.offset += 1;
            self.line += u64::from(ends_line);
            self.starts_line = ends_line || (self.starts_line && byte != b'\r');
        }
    }

    /// The next line without its end, and where the one behind it begins. A line that is too long comes in pieces.
    fn next_line(&mut self) -> io::Result<Option<(Range<usize>, usize)>> {
        let (from, mut searched) = (self.at, self.at);
        loop {
            let window = self.window();
            if let Some(n) = memchr::memchr2(b'\n', b'\r', &window[searched..]) {
                let end = searched + n;
                if window[end] == b'\n' {
                    return Ok(Some((from..end, end + 1)));
                }
                // A CR may be half of a line end.
                if end + 1 == window.len() && self.fill()? {
                    searched = end;
                    continue;
                }
                let pair = self.window().get(end + 1) == Some(&b'\n');
                return Ok(Some((from..end, end + 1 + usize::from(pair))));
            }
            searched = window.len();
            if searched - from > PIECE {
                let end = window[from..].iter().rposition(|&b| is_blank(b)).map_or(searched, |n| from + n + 1);
                return Ok(Some((from..end, end)));
            }
            if !self.fill()? {
                let len = self.window().len();
                return Ok((from < len).then_some((from..len, len)));
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------- one line

/// The bytes that mean something to [`Frames::scan`] in movetext.
const SIGNS: [bool; 256] = {
    let mut signs = [false; 256];
    let list = b"{;()[01*";
    let mut i = 0;
    while i < list.len() {
        signs[list[i] as usize] = true;
        i += 1;
    }
    signs[0xC2] = true;
    signs
};

impl<R: Read> Frames<R> {
    /// Looks at a line, or a piece of one. Returns where the next game begins, if it does.
    fn scan(&mut self, range: Range<usize>) -> io::Result<Option<(usize, u64)>> {
        let (end, starts_line, line_number) = (range.end, self.starts_line, self.line);
        let began = self.state.phase == Phase::Moves;
        if starts_line {
            self.state.same_line = false;
        }
        let first = range.clone().find(|&i| !is_blank(self.window()[i]));
        let Some(first) = first else {
            self.state.blank_before |= starts_line;
            return Ok(None);
        };
        let mut i = first;
        if self.state.in_comment {
            if starts_line && self.window()[i] == b'[' && self.comment_is_open(i..end)? {
                return Ok(Some((i, line_number)));
            }
            match memchr::memchr(b'}', &self.window()[i..end]) {
                Some(n) => {
                    self.state.in_comment = false;
                    i += n + 1;
                }
                None => {
                    self.state.blank_before = false;
                    return Ok(None);
                }
            }
        } else if starts_line && i == range.start && self.window()[i] == b'%' {
            return Ok(None);
        }
        while i < end {
            let at_line_start = starts_line && i == first;
            let byte = self.window()[i];
            match (byte, self.state.phase) {
                (b, _) if is_blank(b) => i += 1,
                (b'{', _) => {
                    self.maybe_next(i, at_line_start, line_number);
                    match memchr::memchr(b'}', &self.window()[i..end]) {
                        Some(n) => i += n + 1,
                        None => {
                            self.state.in_comment = true;
                            break;
                        }
                    }
                }
                (b';', _) => {
                    self.maybe_next(i, at_line_start, line_number);
                    break;
                }
                (b'[', _) => match self.bracket(i..end, at_line_start)? {
                    Step::Border => return Ok(Some(self.state.next_start.unwrap_or((i, line_number)))),
                    Step::To(next) => i = next,
                },
                (_, Phase::Before) if starts_prose(&self.window()[i..end]) => break,
                (_, Phase::Before | Phase::Tags) => self.state.phase = Phase::Moves,
                (b'1', Phase::Moves) if began && at_line_start && self.begins_again(i..end) => {
                    return Ok(Some((i, line_number)));
                }
                (_, Phase::Moves) => i = self.moves(i..end, range.start),
                (_, Phase::Over) => match self.behind_result(i..end, at_line_start) {
                    Step::Border => return Ok(Some(self.state.next_start.unwrap_or((i, line_number)))),
                    Step::To(next) => {
                        if next == end && starts_prose(&self.window()[i..end]) {
                            self.maybe_next(i, at_line_start, line_number);
                        }
                        i = next;
                    }
                },
            }
        }
        self.state.blank_before = false;
        Ok(None)
    }

    /// Notes that the next game may begin here: behind a result and a blank line.
    fn maybe_next(&mut self, at: usize, at_line_start: bool, line: u64) {
        let state = &mut self.state;
        if state.phase == Phase::Over && at_line_start && state.blank_before && state.next_start.is_none() {
            state.next_start = Some((at, line));
        }
    }

    /// Movetext up to the next sign that matters.
    #[inline]
    fn moves(&mut self, range: Range<usize>, line_start: usize) -> usize {
        let window = &self.buffer[self.start..];
        let i = range.start;
        match window[i] {
            b'(' => self.state.depth += 1,
            b')' => self.state.depth = self.state.depth.saturating_sub(1),
            b'0' | b'1' | b'*' | 0xC2 => {
                let glued = i > line_start && !stands_alone(&window[line_start..i], window[i]);
                if let Some((_, len)) = result_at(&window[i..range.end]).filter(|_| !glued) {
                    if self.state.depth == 0 {
                        self.state.phase = Phase::Over;
                        self.state.same_line = true;
                    }
                    return i + len;
                }
            }
            _ => {}
        }
        let next = window[i + 1..range.end].iter().position(|&b| SIGNS[usize::from(b)]);
        next.map_or(range.end, |n| i + 1 + n)
    }

    /// Whether a line of movetext begins with White's first move, as no line of the same game can.
    fn begins_again(&self, range: Range<usize>) -> bool {
        let text = &self.buffer[self.start..][range];
        let first_move = || text.get(2..).map(super::text::trim).is_some_and(|rest| San::scan(rest).is_some());
        self.state.blank_before && self.state.depth == 0 && text.starts_with(b"1.") && first_move()
    }

    /// A `[` outside comments.
    fn bracket(&mut self, range: Range<usize>, at_line_start: bool) -> io::Result<Step> {
        let (i, end) = (range.start, range.end);
        let Some(span) = tags::scan(&self.window()[i..end], 0) else {
            let headless = matches!(self.state.phase, Phase::Before | Phase::Tags);
            return Ok(Step::To(if headless && at_line_start { end } else { i + 1 }));
        };
        let name = i + span.name.start..i + span.name.end;
        let window = self.window();
        let is_event = &window[name.clone()] == b"Event";
        let seen = self.state.names.iter().any(|old| window[old.clone()] == window[name.clone()]);
        let blank_before = self.state.blank_before;
        let border = match self.state.phase {
            Phase::Before => false,
            Phase::Tags => seen && (is_event || blank_before),
            Phase::Moves if !at_line_start => return Ok(Step::To(i + 1)),
            Phase::Moves if is_event || (seen && (span.sound || blank_before)) => true,
            Phase::Moves => (blank_before || self.state.names.is_empty()) && span.sound && self.tag_follows(end)?,
            Phase::Over => true,
        };
        if border {
            return Ok(Step::Border);
        }
        if self.state.phase == Phase::Before {
            self.state.phase = Phase::Tags;
        }
        self.state.names.push(name);
        Ok(Step::To(i + span.end))
    }

    /// Text behind a result that is neither comment nor tag.
    fn behind_result(&mut self, range: Range<usize>, at_line_start: bool) -> Step {
        let text = &self.buffer[self.start..][range.clone()];
        let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
        if let Some((_, len)) = result_at(text) {
            return Step::To(range.start + len);
        }
        let begins = match digits {
            0 => at_line_start && !self.state.same_line && San::scan(text).is_some(),
            _ => &text[..digits] == b"1" && matches!(text.get(1), Some(b'.' | b' ')),
        };
        if begins {
            Step::Border
        } else if at_line_start && starts_prose(text) {
            Step::To(range.end)
        } else {
            let word = text
                .iter()
                .skip(1)
                .position(|&b| is_blank(b) || matches!(b, b'{' | b';' | b'['))
                .map_or(text.len(), |n| n + 1);
            Step::To(range.start + word)
        }
    }

    /// Whether the line behind `end` is a tag.
    fn tag_follows(&mut self, end: usize) -> io::Result<bool> {
        self.look_ahead(end + PIECE / 16)?;
        let rest = &self.window()[end..];
        let rest = match rest {
            [b'\r', b'\n', rest @ ..] | [b'\r' | b'\n', rest @ ..] => rest,
            rest => rest,
        };
        let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
        Ok(line.first() == Some(&b'[') && tags::scan(line, 0).is_some_and(|span| span.sound))
    }

    /// Whether the tag on a line inside a comment shows that the comment was never closed.
    fn comment_is_open(&mut self, line: Range<usize>) -> io::Result<bool> {
        let Some(span) = tags::scan(&self.window()[line.clone()], 0).filter(|span| span.sound) else {
            return Ok(false);
        };
        let is_event = &self.window()[line.start + span.name.start..line.start + span.name.end] == b"Event";
        if !is_event && !self.state.blank_before && !self.tag_follows(line.end)? {
            return Ok(false);
        }
        self.look_ahead(line.end + LOOKAHEAD)?;
        let window = self.window();
        let near = &window[line.start..window.len().min(line.end + LOOKAHEAD)];
        Ok(memchr::memchr2(b'{', b'}', near).is_none_or(|n| near[n] == b'{'))
    }

    /// Makes sure that the window reaches to `end`, as far as the stream does.
    fn look_ahead(&mut self, end: usize) -> io::Result<()> {
        while self.window().len() < end && self.fill()? {}
        Ok(())
    }
}

/// What to do behind a sign.
enum Step {
    /// The next game begins here.
    Border,
    /// Go on there.
    To(usize),
}

/// Whether a result can begin behind a text: not inside a word, but behind a square (`Qd61-0`).
fn stands_alone(before: &[u8], sign: u8) -> bool {
    match before {
        [.., b'a'..=b'h', b'1'..=b'8'] => true,
        [.., last] => !(matches!(last, b'-' | b'/') || (sign != b'*' && last.is_ascii_alphanumeric())),
        [] => true,
    }
}

/// Whether a line is neither movetext nor anything that PGN knows.
pub(crate) fn starts_prose(line: &[u8]) -> bool {
    let line = super::text::trim(line);
    let digits = line.iter().take_while(|b| b.is_ascii_digit()).count();
    match line.first() {
        None => false,
        Some(b'0'..=b'9') => digits > 3 && line.get(digits) != Some(&b'.'),
        Some(b) if b.is_ascii_alphabetic() || *b >= 0x80 => {
            San::scan(line).is_none() && result_at(line).is_none() && !line.starts_with(b"\xEF\xBB\xBF")
        }
        // A line of dashes or the like is an ornament.
        Some(b @ (b'-' | b'=' | b'_' | b'~' | b'#' | b'+' | b'*' | b'.')) => {
            line.len() > 2 && line[..3].iter().all(|c| c == b)
        }
        Some(_) => false,
    }
}
