//! Faults, with their place and the position where they were met.

use super::{KEPT, NONE, Reader};
use crate::fault::{Fault, FaultKind};
use crate::text::{excerpt, line_ends};
use crate::token::Lexer;
use crate::variant::Rules;
use crate::{MAX_POSITIONS, number_at};
use std::fmt::Display;
use tabiya_chess::Color;
use tabiya_chess::san::Repair;

impl Reader<'_> {
    /// Records a fault. `message` gets the text as it can be shown.
    #[cold]
    pub(super) fn fault(&mut self, kind: FaultKind, at: usize, text: &[u8], message: impl FnOnce(&str) -> String) {
        self.game.incomplete |= kind.loses();
        // Of a row of a table only its beginning has a place in the file.
        let at = if self.raw.row.is_some() { 0 } else { at };
        let offset = self.raw.offset + at as u64;
        let (line, ply) = if self.game.faults.has_room() { (self.line_at(at), self.ply()) } else { (0, 0) };
        self.game.faults.push(|| {
            let text = excerpt(text);
            Fault { kind, line, offset, ply, message: message(&text), text }
        });
    }

    /// A fault that is reported only where the text is read.
    #[cold]
    pub(super) fn odd(&mut self, kind: FaultKind, lexer: &Lexer<'_>, message: impl FnOnce(&str) -> String) {
        if self.is_read() {
            self.fault(kind, lexer.start, lexer.token_text(), message);
        }
    }

    #[cold]
    pub(super) fn repaired(&mut self, repair: Repair, at: usize, text: &[u8]) {
        let place = self.place_told();
        let (kind, why) = match repair {
            Repair::Origin => (FaultKind::WrongOrigin, "names a wrong square of origin; only one move fits"),
            Repair::CastlingRight => {
                (FaultKind::CastlingRight, "although king or rook have moved or the FEN has no such right")
            }
        };
        self.fault(kind, at, text, |text| format!("`{text}` {place} {why}"));
    }

    /// A move that cannot be made: the line ends before it.
    #[cold]
    pub(super) fn refused(&mut self, kind: FaultKind, error: Option<impl Display>, at: usize, text: &[u8]) {
        let place = self.place_told();
        if self.rules != Rules::Unknown {
            self.fault(kind, at, text, |text| refusal_told(kind, text, &place, error));
        } else {
            let told = self.game.faults.has_room();
            let variant = self.game.tags.get("Variant").filter(|_| told).unwrap_or("").to_owned();
            self.fault(FaultKind::UnsupportedVariant, at, text, |text| {
                format!("the variant {variant} is not known: `{text}` {place} and what follows in the line is not read")
            });
        }
        self.line().rest = Some(at);
    }

    #[cold]
    pub(super) fn behind_result(&mut self, at: usize, text: &[u8]) {
        let line = self.line();
        if line.host == NONE && line.rest.is_none_or(|rest| rest == KEPT) {
            line.rest = Some(at);
            self.fault(FaultKind::TextAfterResult, at, text, |text| {
                format!("`{text}` and the text after it follow the result")
            });
        }
    }

    /// The game has all positions that one may have.
    #[cold]
    pub(super) fn full(&mut self, at: usize) {
        if !std::mem::replace(&mut self.full, true) {
            let message = |_: &str| format!("the game has more than {MAX_POSITIONS} positions; the rest is not read");
            self.fault(FaultKind::TooManyPositions, at, b"", message);
        }
        self.line().rest = Some(at);
    }

    /// Zero bytes count as white space, and one fault says how many there are.
    pub(super) fn nuls(&mut self) {
        if let Some(at) = memchr::memchr(0, self.text) {
            let count = memchr::memchr_iter(0, self.text).count();
            self.fault(FaultKind::NulBytes, at, b"", |_| match count {
                1 => "a zero byte is taken for a blank".to_owned(),
                _ => format!("{count} zero bytes are taken for blanks"),
            });
        }
    }

    /// The line of a place in the text. Most faults come in the order of the text, or backwards.
    fn line_at(&mut self, at: usize) -> u64 {
        let (from, line) = self.counted;
        let line = if from <= at {
            line + line_ends(&self.text[from..at], self.text.get(at))
        } else {
            line - line_ends(&self.text[at..from], self.text.get(from))
        };
        self.counted = (at, line);
        line
    }

    /// The ply of the last position of the current line.
    fn ply(&mut self) -> u32 {
        let tip = self.scratch.lines.last().map_or(0, |line| line.tip);
        let (known, ply) = self.measured;
        let (mut at, mut count) = (tip, 0);
        while at != 0 && at != known {
            at = self.game.tree.parent(at);
            count += 1;
        }
        let ply = if at == known { ply + count } else { count };
        self.measured = (tip, ply);
        ply
    }

    /// The place of the current line, for a message; empty where no more faults are kept, because finding the place
    /// takes as long as the line is.
    fn place_told(&mut self) -> String {
        if self.game.faults.has_room() { self.place() } else { String::new() }
    }

    /// The place of the current line: `after 14...Qd5`.
    fn place(&mut self) -> String {
        let position = self.scratch.lines.last().map_or(0, |line| line.tip);
        if position == 0 {
            return "at the start".into();
        }
        let (ply, game) = (self.ply(), &*self.game);
        let number = number_at(&game.start, ply - 1);
        let before = game.tree.board(game.tree.parent(position));
        let dots = if before.turn() == Color::White { "." } else { "..." };
        let mut text = format!("after {number}{dots}");
        game.tree.write_san(position, &mut Vec::new(), &mut text);
        text
    }
}

fn refusal_told(kind: FaultKind, text: &str, place: &str, error: Option<impl Display>) -> String {
    let what = match kind {
        FaultKind::AmbiguousMove => "ambiguous move",
        FaultKind::UnreadableMove => "no move can be read in",
        FaultKind::ForeignLetters => "no English letter of a piece in",
        _ => "illegal move",
    };
    let why = error.map_or(String::new(), |error| format!(": {error}"));
    format!("{what} `{text}` {place}{why}")
}
