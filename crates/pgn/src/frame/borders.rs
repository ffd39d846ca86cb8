//! Looking at one line: whether the next game begins in it.

use super::{Frames, LOOKAHEAD, PIECE, Phase};
use crate::tags;
use crate::text::{BYTE_ORDER_MARK, html_break, is_blank, trim};
use crate::token::{Lexer, Token, result_at};
use std::io::Read;
use std::ops::Range;
use tabiya_chess::san::San;

/// The bytes that mean something to [`Frames::scan`] in movetext.
const SIGNS: [bool; 256] = {
    let mut signs = [false; 256];
    let list = b"{;()[*-/";
    let mut i = 0;
    while i < list.len() {
        signs[list[i] as usize] = true;
        i += 1;
    }
    signs
};

impl<R: Read> Frames<R> {
    /// Looks at a line, or a piece of one. Returns where the next game begins, if it does.
    pub(super) fn scan(&mut self, range: Range<usize>) -> Option<(usize, u64)> {
        let (end, starts_line, line_number) = (range.end, self.starts_line, self.line);
        let began = self.state.phase == Phase::Moves;
        if starts_line {
            self.state.same_line = false;
        }
        let first = range.clone().find(|&i| !is_blank(self.window()[i]));
        let Some(first) = first else {
            self.state.blank_before |= starts_line;
            self.state.blank_behind_event |= starts_line;
            return None;
        };
        let mut i = first;
        if self.state.in_comment {
            if starts_line && self.window()[i] == b'[' && self.comment_is_open(i..end) {
                return Some((i, line_number));
            }
            match memchr::memchr(b'}', &self.window()[i..end]) {
                Some(n) => {
                    self.state.in_comment = false;
                    i += n + 1;
                }
                None => {
                    self.state.blank_before = false;
                    return None;
                }
            }
        } else if starts_line && i == range.start && self.window()[i] == b'%' {
            return None;
        }
        while i < end {
            let at_line_start = starts_line && i == first;
            let byte = self.window()[i];
            match (byte, self.state.phase) {
                (b, _) if is_blank(b) => i += 1,
                (b'<', _) if let Some(len) = html_break(&self.window()[i..end]) => i += len,
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
                (b'[', _) => match self.bracket(i..end, at_line_start) {
                    Next::Border => return Some(self.state.next_start.unwrap_or((i, line_number))),
                    Next::To(next) => i = next,
                },
                // As the reader of the game has it: words after a comment are movetext.
                (_, Phase::Before) if starts_line && i == range.start && starts_prose(&self.window()[i..end]) => {
                    break;
                }
                (0xEF, Phase::Before | Phase::Tags) if self.window()[i..end].starts_with(BYTE_ORDER_MARK) => {
                    i += BYTE_ORDER_MARK.len();
                }
                (_, Phase::Before | Phase::Tags) => {
                    self.state.phase = Phase::Moves;
                    self.state.moves_at = i;
                }
                (b'1', Phase::Moves) if began && at_line_start && self.begins_again(i..end) => {
                    return Some((i, line_number));
                }
                (_, Phase::Moves) => i = self.moves(i..end, range.start),
                (_, Phase::Over) => match self.behind_result(i..end, at_line_start) {
                    Next::Border => return Some(self.state.next_start.unwrap_or((i, line_number))),
                    Next::To(next) => {
                        if next == end && starts_prose(&self.window()[i..end]) {
                            self.maybe_next(i, at_line_start, line_number);
                        }
                        i = next;
                    }
                },
            }
        }
        self.state.blank_before = false;
        None
    }

    /// Notes that the next game may begin here: after a result and a blank line.
    fn maybe_next(&mut self, at: usize, at_line_start: bool, line: u64) {
        let state = &mut self.state;
        if state.phase == Phase::Over && at_line_start && state.blank_before && state.next_start.is_none() {
            state.next_start = Some((at, line));
        }
    }

    /// Movetext up to the next sign that matters. A result shows by its `-`, `/` or `*`.
    #[inline]
    fn moves(&mut self, range: Range<usize>, line_start: usize) -> usize {
        let window = &self.buffer[self.start..self.end];
        let i = range.start;
        match window[i] {
            b'(' => self.state.depth += 1,
            b')' => self.state.depth = self.state.depth.saturating_sub(1),
            b'-' | b'/' | b'*' => {
                let first = match &window[line_start..=i] {
                    [.., b'0' | b'1', _] => i - 1,
                    [.., 0xC2, 0xBD, _] => i - 2,
                    _ => i,
                };
                let alone = stands_alone(&window[line_start..first], window[first]);
                if let Some((_, len)) = result_at(&window[first..range.end]).filter(|_| alone) {
                    if self.state.depth == 0 {
                        self.state.phase = Phase::Over;
                        self.state.same_line = true;
                    }
                    return first + len;
                }
            }
            _ => {}
        }
        next_sign(&window[..range.end], i + 1)
    }

    /// True if a line of movetext begins with White's first move, as no line of the same game can: unless only
    /// variations of nothing precede it.
    fn begins_again(&self, range: Range<usize>) -> bool {
        let at = range.start;
        let text = &self.buffer[self.start..self.end][range];
        let first_move = || text.get(2..).map(trim).is_some_and(|rest| San::scan(rest).is_some());
        self.state.blank_before
            && self.state.depth == 0
            && text.starts_with(b"1.")
            && first_move()
            && has_moves(&self.window()[self.state.moves_at.min(at)..at])
    }

    /// A `[` outside comments. Text in brackets other than a tag ends where the reader of the game ends it.
    fn bracket(&mut self, range: Range<usize>, at_line_start: bool) -> Next {
        let (i, end) = (range.start, range.end);
        let headless = matches!(self.state.phase, Phase::Before | Phase::Tags);
        let window = self.window();
        let behind = || i + tags::bracket_len(&window[i..end]);
        // A line may have millions of brackets; a tag that does not begin it is short.
        let reach = if headless || at_line_start { end } else { end.min(i + tags::BRACKETED) };
        let Some(span) = tags::scan(&window[i..reach], 0) else {
            return Next::To(if headless { end } else { behind() });
        };
        let name = i + span.name.start..i + span.name.end;
        let is_event = &window[name.clone()] == b"Event";
        let seen = self.state.names.has(window, &name);
        let blank_before = self.state.blank_before;
        let border = match self.state.phase {
            Phase::Before => false,
            Phase::Tags => seen && (blank_before || is_event && self.state.blank_behind_event),
            Phase::Moves if !(at_line_start || is_event && span.sound) => return Next::To(behind()),
            Phase::Moves if is_event || (seen && (span.sound || blank_before)) => true,
            Phase::Moves => (blank_before || self.state.names.is_empty()) && span.sound && self.tag_follows(end),
            Phase::Over => true,
        };
        if border {
            return Next::Border;
        }
        if self.state.phase == Phase::Before {
            self.state.phase = Phase::Tags;
        }
        if is_event {
            self.state.blank_behind_event = false;
        }
        if !seen {
            let window = &self.buffer[self.start..self.end];
            self.state.names.add(window, name);
        }
        let window = &self.buffer[self.start..self.end];
        Next::To(if headless || span.sound { i + span.end } else { i + tags::bracket_len(&window[i..end]) })
    }

    /// Passes over lines that are a tag to the letter each and begin no game, as nearly all lines of tag sections are: in one step
    /// each what [`Frames::scan`] does.
    pub(super) fn plain_tags(&mut self) {
        while self.starts_line && !self.state.in_comment && matches!(self.state.phase, Phase::Before | Phase::Tags) {
            let window = &self.buffer[self.start..self.end];
            let line = &window[self.at..];
            if line.first() != Some(&b'[') {
                return;
            }
            let Some(span) = tags::scan_plain(line) else { return };
            let line_end = match line[span.end..] {
                [b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => return,
            };
            let name = self.at + span.name.start..self.at + span.name.end;
            if self.state.names.has(window, &name) {
                return;
            }
            let state = &mut self.state;
            state.blank_behind_event &= &window[name.clone()] != b"Event";
            state.names.add(window, name);
            (state.phase, state.same_line, state.blank_before) = (Phase::Tags, false, false);
            self.at += span.end + line_end;
            self.line += 1;
        }
    }

    /// Text after a result that is neither comment nor tag.
    fn behind_result(&mut self, range: Range<usize>, at_line_start: bool) -> Next {
        let text = &self.buffer[self.start..self.end][range.clone()];
        let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
        if let Some((_, len)) = result_at(text) {
            return Next::To(range.start + len);
        }
        let begins = match digits {
            0 => at_line_start && !self.state.same_line && San::scan(text).is_some(),
            _ => &text[..digits] == b"1" && matches!(text.get(1), Some(b'.' | b' ')),
        };
        if begins {
            Next::Border
        } else if at_line_start && starts_prose(text) {
            Next::To(range.end)
        } else {
            let word = text
                .iter()
                .skip(1)
                .position(|&b| is_blank(b) || matches!(b, b'{' | b';' | b'['))
                .map_or(text.len(), |n| n + 1);
            Next::To(range.start + word)
        }
    }

    /// True if the line after `end` is a tag.
    fn tag_follows(&mut self, end: usize) -> bool {
        self.look_ahead(end + PIECE / 16);
        let rest = &self.window()[end..];
        let rest = match rest {
            [b'\r', b'\n', rest @ ..] | [b'\r' | b'\n', rest @ ..] => rest,
            rest => rest,
        };
        let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
        line.first() == Some(&b'[') && tags::scan(line, 0).is_some_and(|span| span.sound)
    }

    /// True if the tag on a line inside a comment shows that the comment was never closed.
    fn comment_is_open(&mut self, line: Range<usize>) -> bool {
        let Some(span) = tags::scan(&self.window()[line.clone()], 0).filter(|span| span.sound) else {
            return false;
        };
        let is_event = &self.window()[line.start + span.name.start..line.start + span.name.end] == b"Event";
        if !is_event && !self.state.blank_before && !self.tag_follows(line.end) {
            return false;
        }
        self.look_ahead(line.end + LOOKAHEAD);
        let window = self.window();
        let near = &window[line.start..window.len().min(line.end + LOOKAHEAD)];
        memchr::memchr2(b'{', b'}', near).is_none_or(|n| near[n] == b'{')
    }

    /// Makes sure that the window reaches to `end`, as far as the stream does.
    fn look_ahead(&mut self, end: usize) {
        while self.window().len() < end && self.fill() {}
    }
}

/// The place of the next byte of [`SIGNS`], from `at` on, or the end of the text. Most lines of movetext have one or
/// none, so whole blocks are tested first; the last one may begin before `at`.
#[inline]
fn next_sign(text: &[u8], mut at: usize) -> usize {
    while let Some(block) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        if has_sign(block) {
            break;
        }
        at += block.len();
    }
    if text.last_chunk().is_some_and(|block| text.len() < at + block.len() && !has_sign(block)) {
        return text.len();
    }
    text[at..].iter().position(|&b| SIGNS[usize::from(b)]).map_or(text.len(), |n| at + n)
}

/// True if a block has a byte of [`SIGNS`]. Branches in here would keep the compiler from comparing all bytes at once.
#[inline]
fn has_sign(block: &[u8; 16]) -> bool {
    let signs = block.iter().fold(0, |signs, &b| {
        let brackets = u8::from(b & 0xDF == b'[') | u8::from(b == b';') | u8::from(b & 0xFE == b'(');
        signs | brackets | u8::from(b == b'*') | u8::from(b == b'-') | u8::from(b == b'/')
    });
    signs != 0
}

/// True if movetext has anything but variations and comments. A line that passes this test has a move itself, so the
/// test runs at most twice a game.
fn has_moves(text: &[u8]) -> bool {
    let (mut lexer, mut depth) = (Lexer::new(text, 0), 0_u32);
    loop {
        match lexer.next() {
            Token::End => return false,
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Move(_) | Token::Unreadable if depth == 0 => return true,
            _ => {}
        }
    }
}

/// The next step after a sign.
enum Next {
    /// The next game begins here.
    Border,
    /// Go on there.
    To(usize),
}

/// True if a result can begin after a text: not inside a word, but after a square (`Qd61-0`).
fn stands_alone(before: &[u8], sign: u8) -> bool {
    match before {
        [.., b'a'..=b'h', b'1'..=b'8'] => true,
        [.., last] => !(matches!(last, b'-' | b'/') || (sign != b'*' && last.is_ascii_alphanumeric())),
        [] => true,
    }
}

/// True if a line is neither movetext nor anything that PGN knows.
pub(crate) fn starts_prose(line: &[u8]) -> bool {
    let line = trim(line);
    let digits = line.iter().take_while(|b| b.is_ascii_digit()).count();
    match line.first() {
        None => false,
        Some(b'0'..=b'9') => digits > 3 && line.get(digits) != Some(&b'.'),
        Some(b) if b.is_ascii_alphabetic() || *b >= 0x80 => {
            San::scan(line).is_none() && result_at(line).is_none() && !line.starts_with(BYTE_ORDER_MARK)
        }
        // A line of dashes or the like is an ornament.
        Some(b @ (b'-' | b'=' | b'_' | b'~' | b'#' | b'+' | b'*' | b'.')) => {
            line.len() > 2 && line[..3].iter().all(|c| c == b)
        }
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_is_found_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            for len in 0..40 {
                for at in 0..len {
                    let mut text = vec![b'.'; len];
                    text[at] = byte;
                    let expected = if SIGNS[usize::from(byte)] { at } else { len };
                    assert_eq!(next_sign(&text, 0), expected, "{byte} at {at} of {len}");
                    assert_eq!(next_sign(&text, at + 1), len, "{byte} at {at} of {len}");
                }
            }
        }
    }
}
