//! Cutting JSON into its objects: one after the other, in a list, or in the list `games` of one object.

use super::{Frames, RawGame};
use crate::MAX_GAME_BYTES;
use memchr::{memchr_iter, memchr2};
use std::io::{self, Read};

/// What stands in an object before the list of games, without spaces.
const LIST: [&[u8]; 3] = [b"\"games\"", b":", b"["];

impl<R: Read> Frames<R> {
    /// The next object with all that is in it; `false` at the end of the stream. One that is longer than a game may be is cut.
    ///
    /// # Errors
    /// As [`read_frame`](Frames::read_frame).
    pub(crate) fn read_object(&mut self, raw: &mut RawGame) -> io::Result<bool> {
        raw.before.clear();
        raw.behind.clear();
        raw.bytes.clear();
        (raw.cut, raw.row) = (false, None);
        if !self.go_to_object() {
            return self.failure.take().map_or(Ok(false), Err);
        }
        self.number += 1;
        (raw.number, raw.offset, raw.line) = (self.number, self.offset, self.line);
        let (mut at, mut depth) = (0_usize, 0_usize);
        while let Some(byte) = self.byte(at) {
            at += 1;
            match byte {
                b'"' => at = self.end_of_string(at),
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 || at > MAX_GAME_BYTES {
                raw.cut |= depth > 0;
                self.take_object(at, raw);
                at = 0;
            }
            if depth == 0 {
                return Ok(true);
            }
        }
        self.take_object(self.window().len(), raw);
        Ok(true)
    }

    /// Goes to the brace of the next object that stands for a game. Text after a list in its object does not count.
    fn go_to_object(&mut self) -> bool {
        // The number of brackets that are open in what follows a list, with the brace of its object.
        let (mut at, mut depth) = (0, 0_usize);
        loop {
            let Some(byte) = self.byte(at) else {
                self.pass_bytes(self.window().len());
                return false;
            };
            match byte {
                b'"' => at = self.end_of_string(at + 1),
                b'{' | b'[' if depth > 0 => (at, depth) = (at + 1, depth + 1),
                b'}' | b']' if depth > 0 => (at, depth) = (at + 1, depth - 1),
                b']' => (at, depth) = (at + 1, usize::from(self.is_in_object(at + 1))),
                b'{' => match self.list_in(at + 1) {
                    Some(list) => at = list,
                    None => {
                        self.pass_bytes(at);
                        return true;
                    }
                },
                _ => at += 1,
            }
            if at >= super::CHUNK {
                self.pass_bytes(at);
                at = 0;
            }
        }
    }

    /// The place behind the bracket of a list of games, if an object begins with one.
    fn list_in(&mut self, mut at: usize) -> Option<usize> {
        for part in LIST {
            while self.byte(at)?.is_ascii_whitespace() {
                at += 1;
            }
            for &expected in part {
                if self.byte(at)? != expected {
                    return None;
                }
                at += 1;
            }
        }
        Some(at)
    }

    /// True if a list that ends before a place is part of an object.
    fn is_in_object(&mut self, mut at: usize) -> bool {
        while self.byte(at).is_some_and(|byte| byte.is_ascii_whitespace()) {
            at += 1;
        }
        matches!(self.byte(at), Some(b',' | b'}'))
    }

    /// The place behind the end of a string that begins before a place.
    fn end_of_string(&mut self, mut at: usize) -> usize {
        loop {
            if self.byte(at).is_none() {
                return self.window().len();
            }
            let rest = &self.window()[at..];
            at += match memchr2(b'"', b'\\', rest) {
                Some(end) if rest[end] == b'"' => return at + end + 1,
                Some(escape) => escape + 2,
                None => rest.len(),
            };
        }
    }

    fn byte(&mut self, at: usize) -> Option<u8> {
        while at >= self.window().len() {
            if !self.fill() {
                return None;
            }
        }
        Some(self.window()[at])
    }

    /// Takes this number of bytes of an object, as far as they have room.
    fn take_object(&mut self, len: usize, raw: &mut RawGame) {
        let room = MAX_GAME_BYTES.saturating_sub(raw.bytes.len()).min(len);
        raw.bytes.extend_from_slice(&self.window()[..room]);
        self.pass_bytes(len);
    }

    /// Lets go of the first bytes.
    fn pass_bytes(&mut self, len: usize) {
        let len = len.min(self.window().len());
        self.line += memchr_iter(b'\n', &self.window()[..len]).count() as u64;
        self.start += len;
        self.offset += len as u64;
    }
}
