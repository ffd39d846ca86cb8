//! Lines while they are read: moves at their end, notes, variations that open and close.

use super::{KEPT, Line, NONE, Reader};
use crate::fault::FaultKind;
use crate::letters::is_foreign;
use crate::notes::{CommentPlace, Seen};
use crate::text::{counts_as_blank, is_blank, trim};
use crate::token::{Lexer, Token};
use crate::variant::Rules;
use crate::{GameResult, MAX_GAME_BYTES, MAX_POSITIONS, tags};
use std::convert::Infallible;
use std::ops::Range;
use tabiya_chess::san::{Found, Repair, San, SanError};
use tabiya_chess::{Board, Move, Role, Square};

/// The number of moves for which there is room in the tree before they are read.
const PLAIN_MOVES: u32 = 128;

/// The next token, if it is a move in a common spelling of which there is nothing to be said. Otherwise the lexer stands still.
#[inline(never)]
fn other_move(lexer: &mut Lexer<'_>, due: u32, board: &Board) -> Option<Move> {
    let start = (lexer.start, lexer.at);
    let found = lexer.due_move(due).and_then(|san| san.find(board).ok()).filter(|found| found.repair.is_none());
    if found.is_none() {
        (lexer.start, lexer.at) = start;
    }
    found.map(|found| found.mv)
}

/// The square that a pawn passes over.
#[inline]
fn passed(from: Square, to: Square) -> Option<Square> {
    let (from, to) = (u32::from(from), u32::from(to));
    (from.abs_diff(to) == 16).then(|| Square::new((from + to) / 2))
}

impl Reader<'_> {
    #[inline]
    pub(super) fn line(&mut self) -> &mut Line {
        self.scratch.lines.last_mut().expect("the mainline is never closed")
    }

    /// Words that are nothing known: prose, most likely. It is kept as a comment.
    #[cold]
    pub(super) fn stray(&mut self, run: Range<usize>) {
        if !self.is_read() {
            return;
        }
        let text = &self.text[run.clone()];
        let blanked = self.over && counts_as_blank(text) && !self.reading.keep_blanked;
        if !blanked && text.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80) {
            self.fault(FaultKind::StrayText, run.start, text, |text| format!("`{text}` is taken for a comment"));
            self.keep(run);
        } else {
            self.fault(FaultKind::StrayText, run.start, text, |text| format!("`{text}` is passed over"));
        }
    }

    /// A result inside a variation, after which the game goes on.
    #[cold]
    pub(super) fn inner_result(&mut self) {
        if let Some((_, range)) = self.inner.take()
            && self.is_read()
        {
            let text = &self.text[range.clone()];
            self.fault(FaultKind::ResultInVariation, range.start, text, |text| {
                format!("result `{text}` inside a variation")
            });
        }
    }

    /// True if notes and signs belong to the current line: it goes on, or the text is after the result.
    pub(super) fn is_read(&self) -> bool {
        self.scratch
            .lines
            .last()
            .is_some_and(|line| line.rest.is_none() || (self.over && line.host == NONE && line.rest == Some(KEPT)))
    }

    /// Makes moves in common spellings, as long as one follows another with nothing between them but numbers, and the
    /// rules are those of chess. Everything unusual is left to [`Reader::make`] and the other ways of tokens:
    /// before it, the lexer stands still.
    #[inline]
    pub(super) fn plain_moves(&mut self, lexer: &mut Lexer<'_>) {
        let line = *self.line();
        let usual = self.rules == Rules::Chess && self.reading.letters.is_none();
        if self.over || line.rest.is_some() || line.first == NONE || !usual {
            return;
        }
        let (mut tip, mut made) = (line.tip, 0);
        let due = self.due_after(&line);
        loop {
            let (before, room) = (made, PLAIN_MOVES.min(MAX_POSITIONS - self.game.tree.len()));
            let Ok(()) = self.game.tree.push_line(tip, room as usize, |board, mv| {
                let start = (lexer.start, lexer.at);
                let found = lexer.due_common(due.wrapping_add(made)).and_then(|common| common.find(board));
                if let Some(found) = found {
                    if found.is_capture() {
                        board.take(found.to);
                    }
                    board.shift(found.role, found.from, found.to);
                    if found.role == Role::Pawn {
                        board.set_en_passant(passed(found.from, found.to));
                    }
                    *mv = found;
                } else {
                    (lexer.start, lexer.at) = start;
                    let Some(found) = other_move(lexer, due.wrapping_add(made), board) else {
                        return Ok::<_, Infallible>(false);
                    };
                    board.advance(&found);
                    *mv = found;
                }
                made += 1;
                Ok(true)
            });
            if made > before {
                tip = self.game.tree.len() - 1;
            }
            if made < before + room || room == 0 {
                break;
            }
        }
        if made > 0 {
            let line = self.line();
            line.tip = tip;
            line.closed = NONE;
        }
    }

    /// Makes the moves that are not in the text.
    pub(super) fn unwritten_moves(&mut self) {
        let Some(unwritten) = self.raw.unwritten() else { return };
        let (tree, mut tip) = (&mut self.game.tree, 0);
        let ended = unwritten.decode(&mut |mv, board| tip = tree.push(tip, *mv, *board));
        // As other errors of rows, it is one of the whole game.
        if let Err(message) = ended {
            self.fault(FaultKind::BadRow, 0, message.as_bytes(), |text| text.to_owned());
        }
        self.line().tip = tip;
    }

    /// Makes a move at the end of the current line.
    pub(super) fn make(&mut self, san: &San, at: usize, text: &[u8]) {
        let line = *self.line();
        if line.rest.is_some() {
            return;
        }
        let found = match self.rules {
            Rules::Own(_) => self.find_by_rules(san, line.tip),
            _ => san.find(self.game.tree.board(line.tip)),
        };
        match found {
            Ok(found) => {
                if found.repair == Some(Repair::CastlingRight) && self.reading.castling_by_right {
                    return self.refused(FaultKind::IllegalMove, Some("the right to castle is lost"), at, text);
                }
                if let Some(repair) = found.repair {
                    self.repaired(repair, at, text);
                }
                self.push(found.mv, at);
            }
            Err(error @ SanError::Ambiguous(_)) => self.refused(FaultKind::AmbiguousMove, Some(error), at, text),
            Err(error) => self.refused(FaultKind::IllegalMove, Some(error), at, text),
        }
    }

    fn push(&mut self, mv: Move, at: usize) {
        let number = self.game.tree.len();
        if number == MAX_POSITIONS {
            return self.full(at);
        }
        let line = *self.line();
        let board = match self.rules {
            Rules::Own(_) => self.play_by_rules(&mv, line.tip),
            _ => self.game.tree.board(line.tip).play(&mv),
        };
        self.game.tree.push(line.tip, mv, board);
        let line = self.scratch.lines.last_mut().expect("the mainline is never closed");
        line.tip = number;
        line.closed = NONE;
        if line.first == NONE {
            line.first = number;
            let host = line.host;
            self.scratch.variations.push((host, number));
            for inside in self.scratch.early.drain(..) {
                self.game.notes.push_comment(number, CommentPlace::Before, &self.text[inside]);
            }
            for nag in self.scratch.early_nags.drain(..) {
                self.game.notes.push_nag(number, nag);
            }
        }
    }

    pub(super) fn comment(&mut self, token: Token, range: Range<usize>) {
        let inside = self.inside(token, range);
        if self.is_read() {
            self.keep(inside);
        }
    }

    /// Keeps a comment at its place.
    fn keep(&mut self, inside: Range<usize>) {
        let line = *self.line();
        if line.first == NONE {
            return self.scratch.early.push(inside);
        }
        let place = if line.closed == NONE { CommentPlace::After } else { CommentPlace::AfterVariation(line.closed) };
        self.game.notes.push_comment(line.tip, place, &self.text[inside]);
    }

    pub(super) fn nag(&mut self, nag: u32, place: Range<usize>) {
        let text = self.text;
        let line = self.line();
        // If the first position cannot be read, NAGs before all other text still belong to it: they are written there.
        if line.rest.is_some_and(|rest| rest < place.start && trim(&text[rest..place.start]).is_empty())
            || line.rest == Some(place.start)
        {
            line.rest = Some(place.end);
            return self.game.notes.push_nag(0, nag);
        }
        let line = *line;
        match self.is_read() {
            true if line.first == NONE => self.scratch.early_nags.push(nag),
            true => self.game.notes.push_nag(line.tip, nag),
            false => {}
        }
    }

    pub(super) fn open(&mut self, at: usize) {
        let line = *self.line();
        if line.rest.is_some() {
            self.unread += 1;
            return;
        }
        let mut inner = Line { first: NONE, host: line.tip, closed: NONE, rest: None, open: at, ..line };
        if line.first == NONE || line.tip == 0 {
            let message =
                |_: &str| "a variation where there is no move yet that it could replace; it is not read".into();
            self.fault(FaultKind::VariationBeforeMove, at, &self.text[at..=at], message);
            inner.rest = Some(at);
        } else {
            inner.tip = self.game.tree.parent(line.tip);
        }
        self.scratch.lines.push(inner);
    }

    /// Closes a variation at the parenthesis at `at`, or at the end of the text.
    pub(super) fn close(&mut self, at: usize) {
        if self.unread > 0 {
            self.unread -= 1;
            return;
        }
        if self.scratch.lines.len() == 1 {
            if self.is_read() {
                self.fault(FaultKind::StrayParenthesis, at, b")", |_| "`)` closes no variation".into());
            }
            return;
        }
        let Some(line) = self.scratch.lines.pop() else { return };
        match line.rest {
            Some(rest) if line.first != NONE => self.keep_rest(line.tip, rest..at),
            Some(_) => {
                // Nothing of the variation could be read: what is kept is all of it.
                let end = at + usize::from(self.text.get(at) == Some(&b')'));
                self.game.notes.push_rest(line.host, trim(&self.text[line.open..end]), Seen::Nothing);
                self.scratch.early.clear();
                self.scratch.early_nags.clear();
            }
            None if line.first == NONE => self.empty_variation(&line),
            None => {}
        }
        if line.first != NONE {
            self.line().closed = line.first;
        }
    }

    /// A variation without moves: its comments become comments of the move that it comes after.
    fn empty_variation(&mut self, line: &Line) {
        if self.scratch.early.is_empty() {
            self.fault(FaultKind::EmptyVariation, line.open, b"(", |_| "a variation without moves".into());
        }
        for inside in std::mem::take(&mut self.scratch.early) {
            let closed = self.line().closed;
            let place = if closed == NONE { CommentPlace::After } else { CommentPlace::AfterVariation(closed) };
            self.game.notes.push_comment(line.host, place, &self.text[inside]);
        }
        for nag in std::mem::take(&mut self.scratch.early_nags) {
            self.game.notes.push_nag(line.host, nag);
        }
    }

    /// True if a `[` is the first byte of its line that is not blank.
    fn starts_line(&self, at: usize) -> bool {
        let before = self.text[..at].iter().rev().find(|&&b| !is_blank(b) || matches!(b, b'\n' | b'\r'));
        matches!(before, None | Some(b'\n' | b'\r'))
    }

    /// True if the movetext, which begins at `at`, may contain tags: some line begins with `[`, perhaps inside a
    /// comment.
    pub(super) fn tags_may_follow(&self, at: usize) -> bool {
        memchr::memchr_iter(b'[', &self.text[at..]).any(|n| self.starts_line(at + n))
    }

    /// A `[` in the movetext: a tag if it starts its line, else text in brackets. Returns its end.
    pub(super) fn bracket(&mut self, at: usize) -> usize {
        let starts_line = self.starts_line(at);
        // One bracket of each line may begin a tag of any length; text in others is short, or it would be searched for each of them.
        let most = if starts_line { self.text.len() } else { self.text.len().min(at + tags::BRACKETED) };
        let rest = &self.text[at..most];
        let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
        if starts_line && let Some(span) = tags::scan(line, 0).filter(|span| span.sound) {
            // What decides how the moves are read comes too late here; and an Event would begin another game if the
            // tags of this one were written with it.
            match &line[span.name.clone()] {
                b"FEN" | b"Variant" | b"Event" if self.is_read() => self.keep(at..at + span.end),
                b"FEN" | b"Variant" | b"Event" => {}
                name => self.game.tags.push(name, &line[span.value]),
            }
            self.fault(FaultKind::TagInMovetext, at, &line[..span.end], |text| {
                format!("the tag `{text}` is between moves")
            });
            return at + span.end;
        }
        let len = tags::bracket_len(line);
        self.stray(at..at + len);
        at + len
    }

    pub(super) fn unreadable(&mut self, at: usize, text: &[u8]) {
        let foreign = is_foreign(text);
        self.foreign |= foreign;
        if self.line().rest.is_none() {
            let kind = if foreign { FaultKind::ForeignLetters } else { FaultKind::UnreadableMove };
            self.refused(kind, None::<SanError>, at, text);
        }
    }

    /// Ends everything that is open.
    pub(super) fn finish(&mut self, end: usize) {
        let inner = self.inner.take();
        let end = inner.as_ref().map_or(end, |(_, range)| range.start);
        let result = self.result.or(inner.map(|(found, _)| found));
        self.unread = 0;
        while self.scratch.lines.len() > 1 {
            let open = self.line().open;
            self.fault(FaultKind::UnclosedVariation, open, b"(", |_| "the variation is not closed".into());
            self.close(end);
        }
        self.end_rest(end);
        let last = trim(&self.text[..end]).len();
        let tag = GameResult::from_tag(self.game.tags.get("Result").unwrap_or(""));
        match result {
            Some(result) if tag != GameResult::Unknown && tag != result => {
                let message = |_: &str| format!("the Result tag says {tag}, the end of the moves {result}");
                self.fault(FaultKind::ResultMismatch, end.min(last), result.as_str().as_bytes(), message);
            }
            None if self.raw.cut => {
                let message = |_: &str| format!("the game is longer than {MAX_GAME_BYTES} bytes; the rest is not read");
                self.fault(FaultKind::GameTooLong, last, b"", message);
            }
            None => self.fault(FaultKind::MissingResult, last, b"", |_| "the game ends without a result".into()),
            Some(_) => {}
        }
        self.game.result = GameResult::of(result, tag);
    }

    /// Keeps the text of the mainline that was not read, up to `end`, and closes the mainline.
    pub(super) fn end_rest(&mut self, end: usize) {
        let line = self.line();
        let tip = line.tip;
        if let Some(rest) = line.rest.replace(KEPT).filter(|&rest| rest != KEPT) {
            self.keep_rest(tip, rest..end);
        }
    }

    /// Keeps the text after the last position of a line that was not read. The last comment in it is the one that
    /// filters see there, as if its moves were not there; without one they see what is written for the text.
    fn keep_rest(&mut self, tip: u32, rest: Range<usize>) {
        let (mut lexer, mut depth, mut seen) = (Lexer::new(&self.text[..rest.end], rest.start), 0_u32, Seen::Text);
        loop {
            let token = lexer.next();
            match token {
                Token::Comment { closed } if depth == 0 => {
                    seen = Seen::Comment(&self.text[lexer.start + 1..lexer.at - usize::from(closed)]);
                }
                Token::LineComment if depth == 0 => seen = Seen::Comment(&self.text[lexer.start + 1..lexer.at]),
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::End => break,
                _ => {}
            }
        }
        self.game.notes.push_rest(tip, trim(&self.text[rest]), seen);
    }
}

/// In games of variants with rules of their own. A line from whose start no move can be played is not read, so the
/// situation is there.
impl Reader<'_> {
    #[cold]
    fn find_by_rules(&self, san: &San, tip: u32) -> Result<Found, SanError> {
        self.game.tree.situation(tip).ok_or(SanError::NotAllowed)?.find(san)
    }

    #[cold]
    fn play_by_rules(&mut self, mv: &Move, tip: u32) -> Board {
        let Some(situation) = self.game.tree.situation(tip) else { return self.game.tree.board(tip).play(mv) };
        let (board, after) = situation.play(mv);
        after.into_iter().for_each(|after| self.game.tree.push_situation(after));
        board
    }
}
