//! Tags, comments before the moves, and the first position.
//!
//! A game without tags is always read with its moves: it may be text other than PGN, and only its moves, or rather
//! their absence, show it; such a file must not be searched without a word. A game with `[` at the beginning of a line
//! of movetext is read in full, because the bracket may be a late tag, which may change the answer. Looking for
//! brackets is one pass of memchr; deciding whether one is inside a comment would take the tokenizer.

use super::{Line, NONE, Reader};
use crate::fault::FaultKind;
use crate::frame::starts_prose;
use crate::notes::CommentPlace;
use crate::tags;
use crate::text::{BYTE_ORDER_MARK, counts_as_blank, html_break, is_blank, trim};
use crate::token::{Lexer, Token};
use crate::variant::{self, Rules, Start};
use std::ops::Range;
use tabiya_chess::Color;

impl Reader<'_> {
    /// Reads tags, and comments before and between them. Returns where the movetext begins.
    pub(super) fn head(&mut self) -> usize {
        let end = self.tag_section();
        self.game.tags.take(&self.text[..end]);
        let raw = self.raw;
        if let Some(fault) = raw.row_fault() {
            self.fault(FaultKind::BadRow, 0, &fault.text, |_| fault.message.clone());
        }
        end
    }

    fn tag_section(&mut self) -> usize {
        let text = self.text;
        let mut at = 0;
        loop {
            while text.get(at).is_some_and(|&b| is_blank(b)) {
                at += 1;
            }
            let rest = &text[at..];
            if rest.first() == Some(&b'[')
                && let Some(span) = tags::scan_plain(rest)
            {
                at += self.tag(at, rest, span);
                continue;
            }
            let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
            let starts_line = at == 0 || matches!(text[at - 1], b'\n' | b'\r');
            match rest.first() {
                Some(b'[') => at += self.tag_line(at, line),
                Some(b'%') if starts_line => at += line.len(),
                Some(b'<') if let Some(len) = html_break(rest) => at += len,
                Some(0xEF) if rest.starts_with(BYTE_ORDER_MARK) => at += BYTE_ORDER_MARK.len(),
                Some(b'{' | b';') => {
                    let mut lexer = Lexer::new(text, at);
                    let token = lexer.next();
                    let inside = self.inside(token, at..lexer.at);
                    self.game.notes.push_comment(0, CommentPlace::After, &text[inside]);
                    at = lexer.at;
                }
                Some(_) if self.game.tags.is_empty() && starts_line && starts_prose(line) => {
                    self.fault(FaultKind::StrayText, at, line, |text| format!("`{text}` belongs to no game"));
                    if !counts_as_blank(line) || self.reading.keep_blanked {
                        self.game.notes.push_comment(0, CommentPlace::After, trim(line));
                    }
                    at += line.len();
                }
                _ => return at,
            }
        }
    }

    /// Reads the tag that begins a text, and returns its length. Anything but a tag is reported to the end of the line.
    fn tag_line(&mut self, at: usize, line: &[u8]) -> usize {
        let Some(span) = tags::scan(line, 0) else {
            self.fault(FaultKind::MalformedTag, at, line, |text| format!("`{text}` is no tag"));
            return line.len();
        };
        self.tag(at, line, span)
    }

    /// Takes the tag that begins a text, and returns its length.
    fn tag(&mut self, at: usize, line: &[u8], span: tags::TagSpan) -> usize {
        if &line[span.name.clone()] == b"FEN" {
            self.fen_at = at;
        }
        self.game.tags.note(at, &span);
        if !span.sound {
            self.fault(FaultKind::MalformedTag, at, &line[..span.end], |text| format!("malformed tag `{text}`"));
        }
        span.end
    }

    /// Sets up the first position. Without one, no move is read from `at` on.
    pub(super) fn start(&mut self, at: usize) {
        self.game.variant = variant::of_tags(&self.game.tags);
        self.rules = Rules::of(self.game.variant);
        let tag = variant::fen_tag(&self.game.tags);
        self.game.has_fen = tag.is_some();
        let mut start = Start::of(self.rules, self.game.variant, tag);
        if let Some(board) = self.reading.board.filter(|_| !matches!(self.rules, Rules::Own(_))) {
            start.setup.board = board;
        }
        let mut rest = None;
        if self.raw.row_fault().is_some_and(|fault| !fault.has_moves) {
            rest = Some(at);
        } else if variant::is_bughouse(self.rules, &self.game.tags, &self.text[at..]) {
            rest = Some(at);
            let message = |_: &str| "this is bughouse, two boards in one text; no move is read".into();
            self.fault(FaultKind::UnsupportedVariant, at, b"", message);
        } else if let Some(why) = start.unfit {
            rest = Some(at);
            let tag = tag.unwrap_or_default().to_owned();
            let (kind, whose) = match self.rules {
                Rules::Unknown => (FaultKind::UnsupportedVariant, " of a variant that is not known"),
                _ => (FaultKind::BadFen, ""),
            };
            let message = |text: &str| format!("the FEN `{text}`{whose} {why}; no move is read");
            self.fault(kind, self.fen_at, tag.as_bytes(), message);
        } else if !start.dropped.is_empty() && self.reading.board.is_none() {
            let tag = tag.unwrap_or_default().to_owned();
            self.fault(FaultKind::FalseRights, self.fen_at, tag.as_bytes(), |text| start.rights_told(text));
        }
        self.game.start = start.setup;
        self.game.tree.push_root(self.game.start.board);
        start.situation.into_iter().for_each(|situation| self.game.tree.push_situation(situation));
        self.first_due = self.game.start.fullmoves << 1 | u32::from(self.game.start.board.turn() == Color::Black);
        self.scratch.lines.push(Line { tip: 0, first: 0, host: NONE, closed: NONE, rest, open: at, ahead: 0 });
    }

    /// The text inside a comment's braces or after its semicolon.
    pub(super) fn inside(&mut self, token: Token, range: Range<usize>) -> Range<usize> {
        let inside = range.start + 1..range.end;
        match token {
            Token::Comment { closed: true } => inside.start..inside.end - 1,
            Token::Comment { closed: false } if self.raw.cut => inside,
            Token::Comment { closed: false } => {
                let text = &self.text[range.clone()];
                self.fault(FaultKind::UnclosedComment, range.start, text, |text| {
                    format!("the comment `{text}` is not closed")
                });
                inside
            }
            _ => inside,
        }
    }
}
