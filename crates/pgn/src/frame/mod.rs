//! Cutting a stream of any size into games.
//!
//! A game ends where the next one begins. The next one begins
//! * with a tag line after a result;
//! * with a tag line in the movetext whose name is Event, or which the game has already, or which a blank line
//!   precedes and a tag line follows: the result is missing;
//! * with such a line inside a comment, if the comment is not closed before the next one opens;
//! * with a tag section after a tag section, if there is a blank line between and a name comes again;
//! * after a result, with move number 1, or with a move on a new line;
//! * with White's move number 1 after a blank line, when moves of the main line have been read and no variation is
//!   open.
//!
//! A blank line ends nothing. Comments and prose between a result and a tag section belong to the game that follows,
//! if a line begins with them after a blank line.
//!
//! Comments do not nest: the first `}` closes. A tag line inside an open comment begins a game unless the next brace
//! within 64 KiB closes the comment. Lines between games without one byte of ASCII are a fault and otherwise blank, as
//! in CQL; a repair keeps them.

mod borders;
mod documents;
mod folded;
mod names;
mod objects;
mod sections;

pub(crate) use borders::starts_prose;
pub(crate) use folded::{Coded, Decode, Folded, Left, Made, coded_fault};
pub use sections::Section;

use super::MAX_GAME_BYTES;
use super::text::{BYTE_ORDER_MARK, decode, is_blank};
use folded::Unwritten;
use names::Names;
use std::io::{self, Read};
use std::ops::Range;

/// The number of bytes that are read at once.
const CHUNK: usize = 128 << 10;

/// The longest piece of a line that is looked at as a whole.
const PIECE: usize = 1 << 20;

/// The distance, in bytes, within which the brace that closes a comment is looked for.
const LOOKAHEAD: usize = 64 << 10;

/// The longest row of a table that is read, in bytes.
pub(super) const MAX_ROW: usize = 1 << 20;

/// The row of a table, or the line of a list of positions, that the text of a [`RawGame`] was made of. The place of the game and of all its faults is that of the
/// row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableRow {
    /// The error of the row, if that is why it has no moves.
    pub(super) fault: Option<RowFault>,
    /// The way to make the text of the bytes, if they are those of a database of another program.
    pub(super) folded: Option<Folded>,
    /// The moves that are not in the text.
    pub(super) unwritten: Option<Unwritten>,
}

/// The error of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowFault {
    pub(super) message: String,
    /// The row.
    pub(super) text: Vec<u8>,
    /// True if the moves before the error are in the text of the game.
    pub(super) has_moves: bool,
}

/// The bytes of one game, with their place in the file.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::RawGame;
///
/// let raw = RawGame::from_bytes(b"1. e4 e5 2. Ke3 *");
/// assert_eq!((raw.number, raw.line, raw.offset), (1, 1, 0));
/// assert_eq!(raw.around(12, 3, 3), "2. Ke3");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawGame {
    /// The text, from the first byte that is not blank; of a game of another program's database perhaps without its moves:
    /// [`RawGame::in_text`].
    pub bytes: Vec<u8>,
    /// The place of the first byte, from 0.
    pub offset: u64,
    /// The line of the first byte, from 1.
    pub line: u64,
    /// The number of the game, from 1.
    pub number: u64,
    /// The white space and byte order marks passed over before the first byte. With the texts and the white space on both sides, all games
    /// of a stream are the stream again, unless one was cut.
    pub before: Vec<u8>,
    /// The white space after the text, to the place where the next game may begin.
    pub behind: Vec<u8>,
    /// True if the text was longer than [`MAX_GAME_BYTES`] and its end is missing.
    pub cut: bool,
    /// The row of a table that the text was made of; none if the text is that of the source.
    pub row: Option<TableRow>,
}

impl RawGame {
    /// One game from memory.
    pub fn from_bytes(bytes: &[u8]) -> RawGame {
        RawGame { bytes: bytes.to_vec(), line: 1, number: 1, ..RawGame::default() }
    }

    /// The error of the row of the table that the text was made of.
    pub(crate) fn row_fault(&self) -> Option<&RowFault> {
        self.row.as_ref()?.fault.as_ref()
    }

    /// The text around a byte of the file, decoded: this many bytes before it and from it on, or as many as there are.
    pub fn around(&self, offset: u64, before: usize, behind: usize) -> String {
        let at =
            usize::try_from(offset.saturating_sub(self.offset)).map_or(self.bytes.len(), |at| at.min(self.bytes.len()));
        let (mut start, mut end) = (at.saturating_sub(before), (at + behind).min(self.bytes.len()));
        // A character is not cut in two, so that what was UTF-8 still is.
        let inside = |n: usize| self.bytes.get(n).is_some_and(|b| b & 0xC0 == 0x80);
        while start < at && inside(start) {
            start += 1;
        }
        while end > at && inside(end) {
            end -= 1;
        }
        let mut text = String::new();
        decode(&self.bytes[start..end], &mut text);
        text
    }
}

/// Cuts a stream into games.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::Frames;
/// let mut frames = Frames::new(&b"[Event \"a\"]\n1. e4 { open\n\n[Event \"b\"]\n1. d4 {x} *"[..]);
/// assert_eq!(frames.next_frame().unwrap().unwrap().bytes, b"[Event \"a\"]\n1. e4 { open");
/// assert_eq!(frames.next_frame().unwrap().unwrap().line, 4);
/// assert!(frames.next_frame().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Frames<R> {
    source: R,
    /// The bytes read are before `end`.
    buffer: Vec<u8>,
    end: usize,
    exhausted: bool,
    /// The error that ended the stream early. It is reported after the last game.
    failure: Option<io::Error>,
    /// The start of the current game in `buffer`. All other places are relative to it.
    start: usize,
    /// The place of `start` in the stream.
    offset: u64,
    /// The place in the stream before which no line ends that is not read yet, so that a line of many games is searched for its
    /// end once.
    unbroken: u64,
    /// The number of the game that was cut off last.
    number: u64,
    /// The start of the next line, or piece of a line, and its number.
    at: usize,
    line: u64,
    starts_line: bool,
    state: State,
    /// True if the rest of a game that was too long is being passed over.
    skipping: bool,
    /// True if another game begins where the stream ends.
    is_section: bool,
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

/// The state of the framing in the current game.
#[derive(Debug)]
struct State {
    phase: Phase,
    /// The start of the movetext.
    moves_at: usize,
    in_comment: bool,
    /// The number of open variations.
    depth: u32,
    /// True if the line before this one was blank.
    blank_before: bool,
    /// True if there has been a blank line after the Event tag.
    blank_behind_event: bool,
    /// True if the result stands on the current line.
    same_line: bool,
    names: Names,
    /// The start of the next game if tags or moves follow: that of a comment or of prose.
    next_start: Option<(usize, u64)>,
}

impl State {
    fn new() -> State {
        State {
            phase: Phase::Before,
            moves_at: 0,
            in_comment: false,
            depth: 0,
            blank_before: false,
            blank_behind_event: false,
            same_line: false,
            names: Names::default(),
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
            end: 0,
            exhausted: false,
            failure: None,
            start: 0,
            offset: 0,
            unbroken: 0,
            number: 0,
            at: 0,
            line: 1,
            starts_line: true,
            state: State::new(),
            skipping: false,
            is_section: false,
        }
    }

    /// Begins again after the source has been changed. Memory is kept.
    pub fn restart(&mut self, change: impl FnOnce(&mut R)) {
        // All fields are named, so that none is forgotten.
        let Frames {
            source,
            buffer: _,
            end,
            exhausted,
            failure,
            start,
            offset,
            unbroken,
            number,
            at,
            line,
            starts_line,
            state,
            skipping,
            is_section,
        } = self;
        change(source);
        (*start, *end, *at) = (0, 0, 0);
        (*offset, *unbroken, *number, *line) = (0, 0, 0, 1);
        (*exhausted, *failure, *starts_line, *skipping, *is_section) = (false, None, true, false, false);
        state.reset();
    }

    /// The next game; `None` at the end of the stream.
    ///
    /// # Errors
    /// If the stream cannot be read to its end; all games before that place, the last one as far as it goes, have been
    /// delivered then.
    pub fn next_frame(&mut self) -> io::Result<Option<RawGame>> {
        let mut raw = RawGame::default();
        Ok(self.read_frame(&mut raw)?.then_some(raw))
    }

    /// The same into memory that is there already; `false` at the end of the stream.
    ///
    /// # Errors
    /// See [`Frames::next_frame`].
    pub fn read_frame(&mut self, raw: &mut RawGame) -> io::Result<bool> {
        if self.skipping {
            self.skip_game();
        }
        if !self.begin_frame(raw) {
            return self.failure.take().map_or(Ok(false), Err);
        }
        let end = loop {
            self.plain_tags();
            let Some((range, next)) = self.next_line() else { break self.end_of_stream() };
            if let Some((border, line)) = self.scan(range) {
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
        raw.bytes.extend_from_slice(&self.window()[..kept]);
        raw.behind.extend_from_slice(&self.window()[kept..end]);
        self.cut_at(end);
        Ok(true)
    }

    /// Goes to the first byte of the next game and notes its place; `false` at the end of the stream.
    fn begin_frame(&mut self, raw: &mut RawGame) -> bool {
        raw.before.clear();
        raw.behind.clear();
        raw.bytes.clear();
        (raw.cut, raw.row) = (false, None);
        if !self.begin(&mut raw.before) {
            return false;
        }
        self.number += 1;
        (raw.number, raw.offset, raw.line) = (self.number, self.offset, self.line);
        true
    }

    /// The next line that is not blank and not passed over, without its end; `false` at the end of the stream. Lines are numbered
    /// as games are. Text beyond the greatest length of a row is passed over.
    ///
    /// # Errors
    /// As [`read_frame`](Self::read_frame).
    pub(super) fn read_line(&mut self, raw: &mut RawGame, passed_over: impl Fn(&[u8]) -> bool) -> io::Result<bool> {
        while self.take_line(raw) {
            if !passed_over(&raw.bytes) {
                return Ok(true);
            }
            self.number -= 1;
        }
        self.failure.take().map_or(Ok(false), Err)
    }

    fn take_line(&mut self, raw: &mut RawGame) -> bool {
        if !self.begin_frame(raw) {
            return false;
        }
        while let Some((range, next)) = self.next_line() {
            let room = MAX_ROW.saturating_sub(raw.bytes.len()).min(range.len());
            raw.cut |= room < range.len();
            raw.bytes.extend_from_slice(&self.window()[range.start..range.start + room]);
            self.step(next);
            self.start += next;
            self.offset += next as u64;
            self.at = 0;
            if self.starts_line {
                break;
            }
        }
        self.starts_line = true;
        true
    }

    /// True if nothing of the stream is left, not even white space.
    pub(super) fn is_over(&mut self) -> bool {
        self.window().is_empty() && !self.fill() && self.failure.is_none()
    }

    /// The beginning of the first line of the stream, read on while `goes_on` says that more is needed.
    /// Nothing may have been read before.
    pub(super) fn first_line(&mut self, goes_on: impl Fn(&[u8]) -> bool) -> &[u8] {
        while goes_on(self.window()) && self.window().len() <= MAX_ROW && self.fill() {}
        self.window()
    }

    /// Passes over the first line of the stream, so that it counts for nothing.
    pub(super) fn pass_line(&mut self) {
        if let Some((_, next)) = self.next_line() {
            self.step(next);
        }
        self.cut_at(self.at);
    }

    /// The first bytes of the stream, before anything has been cut off: this number, in pieces of any size, or all there are.
    pub(super) fn first_bytes(&mut self, wanted: usize) -> &[u8] {
        while self.window().len() < wanted && self.fill() {}
        &self.window()[..self.window().len().min(wanted)]
    }

    /// The stream.
    pub(super) fn source(&self) -> &R {
        &self.source
    }

    /// All bytes of the stream, before anything has been cut off; an error if there are more than `most`.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn all_bytes(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = self.window().to_vec();
        (&mut self.source).take(most).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes")));
        }
        Ok(bytes)
    }

    /// Passes over the rest of a game that was too long.
    fn skip_game(&mut self) {
        self.skipping = false;
        loop {
            // Text that has been examined is released; only places of tag names in it are still needed.
            let at = self.at;
            self.start += at;
            self.offset += at as u64;
            self.at = 0;
            self.state.names.clear();
            self.state.moves_at = 0;
            self.state.next_start = None;
            let Some((range, next)) = self.next_line() else {
                return self.cut_at(self.window().len());
            };
            if let Some((border, line)) = self.scan(range) {
                self.line = line;
                return self.cut_at(border);
            }
            self.step(next);
        }
    }

    /// Lets a new game begin.
    fn cut_at(&mut self, border: usize) {
        if border < self.at {
            // Lines that have been read are read again.
            self.unbroken = 0;
        }
        self.start += border;
        self.offset += border as u64;
        self.at = 0;
        // With anything before it: the reader of the game does not see that.
        self.starts_line = true;
        self.state.reset();
    }

    /// Goes on after a line, or after a piece of one.
    fn step(&mut self, next: usize) {
        self.starts_line = matches!(self.window()[next - 1], b'\n' | b'\r');
        self.line += u64::from(self.starts_line);
        self.at = next;
    }

    fn window(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Reads more; `false` at the end of the stream, and where it cannot be read any further.
    fn fill(&mut self) -> bool {
        if self.exhausted {
            return false;
        }
        if self.start > self.end / 2 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        let wanted = self.end + CHUNK;
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        }
        let read = loop {
            match self.source.read(&mut self.buffer[self.end..wanted]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.end += *read.as_ref().unwrap_or(&0);
        self.exhausted = matches!(read, Ok(0) | Err(_));
        self.failure = read.err();
        !self.exhausted
    }

    /// Lets the game begin at the first byte that is not blank, and keeps what comes before it; `false` if there is none.
    fn begin(&mut self, before: &mut Vec<u8>) -> bool {
        loop {
            let window = self.window();
            let Some(&byte) = window.first() else {
                if !self.fill() {
                    return false;
                }
                continue;
            };
            let len = window.len();
            if (byte == b'\r' && len < 2 || byte == 0xEF && len < 3) && self.fill() {
                continue;
            }
            let ends_line = match byte {
                b'\n' => true,
                b'\r' => self.window().get(1) != Some(&b'\n'),
                0xEF if self.window().starts_with(BYTE_ORDER_MARK) => {
                    before.extend_from_slice(BYTE_ORDER_MARK);
                    self.start += BYTE_ORDER_MARK.len();
                    self.offset += BYTE_ORDER_MARK.len() as u64;
                    continue;
                }
                b if is_blank(b) => false,
                _ => return true,
            };
            before.push(byte);
            self.start += 1;
            self.offset += 1;
            self.line += u64::from(ends_line);
        }
    }

    /// The next line without its end, and where the one after it begins. A line that is too long comes in pieces.
    fn next_line(&mut self) -> Option<(Range<usize>, usize)> {
        let from = self.at;
        let mut searched = from.max(usize::try_from(self.unbroken.saturating_sub(self.offset)).unwrap_or(from));
        loop {
            let found = memchr::memchr2(b'\n', b'\r', &self.window()[searched..]);
            let end = found.map_or(self.window().len(), |n| searched + n);
            self.unbroken = self.offset + end as u64;
            let window = self.window();
            if found.is_some() {
                if window[end] == b'\n' {
                    return Some((from..end, end + 1));
                }
                // A CR may be half of a line end.
                if end + 1 == window.len() && self.fill() {
                    searched = end;
                    continue;
                }
                let pair = self.window().get(end + 1) == Some(&b'\n');
                return Some((from..end, end + 1 + usize::from(pair)));
            }
            searched = end;
            if searched - from > PIECE {
                let end = window[from..].iter().rposition(|&b| is_blank(b)).map_or(searched, |n| from + n + 1);
                return Some((from..end, end));
            }
            if !self.fill() {
                let len = self.window().len();
                return (from < len).then_some((from..len, len));
            }
        }
    }
}
