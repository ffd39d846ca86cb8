//! Reading one game: tags, then movetext into arrays in the order of the text, then into the tree in pre-order.
//!
//! A line (the mainline or a variation) ends at its first faulty move. What stands behind it in that line,
//! variations included, is kept as text beside the last good position ([`Notes::rests`](super::Notes::rests)).

use super::fault::{Fault, FaultKind};
use super::frame::{RawGame, starts_prose};
use super::notes::Place;
use super::text::{excerpt, is_blank, line_ends, trim};
use super::token::{Lexer, Token};
use super::variant::{self, Rules};
use super::{Game, GameResult, MAX_GAME_BYTES, MAX_POSITIONS, number_at, tags};
use crate::chess::fen::{self, Setup};
use crate::chess::san::{self, Mend, Played, San, SanError};
use crate::chess::{Board, Color, Move};
use std::ops::Range;

const NONE: u32 = u32::MAX;

/// In [`Line::rest`]: the line is not read any more, and its text is kept elsewhere.
const KEPT: usize = usize::MAX;

/// The positions of a game in the order of the text; the root is number 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    boards: Vec<Board>,
    /// The move that led to each position; the root's is a null move that nobody reads.
    moves: Vec<Move>,
    parents: Vec<u32>,
    /// The mainline and the variations that are open.
    lines: Vec<Line>,
    /// `(host, first position)` of each variation.
    variations: Vec<(u32, u32)>,
    /// Comments at the start of a variation, until its first move is read.
    early: Vec<Range<usize>>,
    early_nags: Vec<u32>,
    first_child: Vec<u32>,
    last_child: Vec<u32>,
    next_sibling: Vec<u32>,
    /// The pre-order number of each position.
    number: Vec<u32>,
}

impl Scratch {
    fn clear(&mut self) {
        self.boards.clear();
        self.moves.clear();
        self.parents.clear();
        self.lines.clear();
        self.variations.clear();
        self.early.clear();
        self.early_nags.clear();
    }
}

/// The mainline or a variation while it is read.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The last position.
    tip: u32,
    /// The first position, once there is one; the root for the mainline.
    first: u32,
    /// The position whose move this variation replaces; `NONE` for the mainline.
    host: u32,
    /// The first position of the variation that was closed last behind the tip.
    closed: u32,
    /// Where the text begins that is not read. [`KEPT`] if it is kept already, or will be with the line outside.
    rest: Option<usize>,
    /// Where the variation's parenthesis stands.
    open: usize,
}

impl Game {
    /// Reads a game. What was in `self` before is forgotten; its memory is used again.
    pub fn parse(&mut self, raw: &RawGame) {
        self.number = raw.number;
        self.offset = raw.offset;
        self.line = raw.line;
        self.tags.clear();
        self.tree.clear();
        self.notes.clear();
        self.faults.clear();
        self.incomplete = false;
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let mut reader = Reader {
            raw,
            text: &raw.bytes,
            game: self,
            scratch,
            rules: Rules::Standard,
            fen_at: 0,
            over: false,
            full: false,
        };
        let at = reader.head();
        reader.start(at);
        reader.movetext(at);
        reader.nuls();
        let scratch = reader.scratch;
        self.scratch = scratch;
        self.header.fill(&self.tags);
        self.plant();
        self.faults.sort();
    }
}

/// The work of reading one game.
struct Reader<'r> {
    raw: &'r RawGame,
    text: &'r [u8],
    game: &'r mut Game,
    scratch: Scratch,
    rules: Rules,
    /// Where the FEN tag stands.
    fen_at: usize,
    /// Whether the result has been read.
    over: bool,
    /// Whether the game has all positions that one may have.
    full: bool,
}

// ---------------------------------------------------------------------------------------------- tags and start

impl Reader<'_> {
    /// Reads tags, and comments before and between them. Returns where the movetext begins.
    fn head(&mut self) -> usize {
        let text = self.text;
        let mut at = 0;
        loop {
            while text.get(at).is_some_and(|&b| is_blank(b)) {
                at += 1;
            }
            let rest = &text[at..];
            let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
            let starts_line = at == 0 || matches!(text[at - 1], b'\n' | b'\r');
            match rest.first() {
                Some(b'[') => at += self.tag_line(at, line),
                Some(b'%') if starts_line => at += line.len(),
                Some(0xEF) if rest.starts_with(b"\xEF\xBB\xBF") => at += 3,
                Some(b'{' | b';') => {
                    let mut lexer = Lexer::new(text, at);
                    let token = lexer.next();
                    let inside = self.inside(token, at..lexer.at);
                    self.game.notes.push_comment(0, Place::After, &text[inside]);
                    at = lexer.at;
                }
                Some(_) if self.game.tags.is_empty() && starts_line && starts_prose(line) => {
                    self.fault(FaultKind::StrayText, at, line, |text| format!("`{text}` belongs to no game"));
                    self.game.notes.push_comment(0, Place::After, trim(line));
                    at += line.len();
                }
                _ => return at,
            }
        }
    }

    /// Reads the tag that begins a text, and returns its length. What is no tag is reported to the end of the line.
    fn tag_line(&mut self, at: usize, line: &[u8]) -> usize {
        let Some(span) = tags::scan(line, 0) else {
            self.fault(FaultKind::MalformedTag, at, line, |text| format!("`{text}` is no tag"));
            return line.len();
        };
        let name = &line[span.name];
        if name == b"FEN" {
            self.fen_at = at;
        }
        self.game.tags.push(name, &line[span.value]);
        if !span.sound {
            self.fault(FaultKind::MalformedTag, at, &line[..span.end], |text| format!("malformed tag `{text}`"));
        }
        span.end
    }

    /// Sets up the first position. Without one, no move is read from `at` on.
    fn start(&mut self, at: usize) {
        self.rules = Rules::of(&self.game.tags);
        let tag = self.game.tags.get("FEN").map(str::trim).filter(|fen| !matches!(*fen, "" | "?" | "-"));
        self.game.has_fen = tag.is_some();
        let start = match tag {
            None => Ok(variant::initial(&self.game.tags)),
            Some(tag) => fen::parse(tag).map_err(|error| (tag.to_owned(), error)),
        };
        let mut rest = None;
        self.game.start = start.unwrap_or_else(|(tag, error)| {
            rest = Some(at);
            let (kind, whose) = match self.rules {
                Rules::Standard => (FaultKind::BadFen, ""),
                _ => (FaultKind::UnsupportedVariant, " of a variant that is not supported yet"),
            };
            let message = |text: &str| format!("the FEN `{text}`{whose} cannot be read: {error}; no move is read");
            self.fault(kind, self.fen_at, tag.as_bytes(), message);
            Setup { board: Board::empty(), halfmoves: 0, fullmoves: 1 }
        });
        let board = self.game.start.board;
        self.scratch.boards.push(board);
        self.scratch.moves.push(san::null_move(&board));
        self.scratch.parents.push(NONE);
        self.scratch.lines.push(Line { tip: 0, first: 0, host: NONE, closed: NONE, rest, open: at });
    }

    /// The text inside a comment's braces or behind its semicolon.
    fn inside(&mut self, token: Token, range: Range<usize>) -> Range<usize> {
        let inside = range.start + 1..range.end;
        match token {
            Token::Comment { closed: true } => inside.start..inside.end - 1,
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

// ---------------------------------------------------------------------------------------------- movetext

impl Reader<'_> {
    /// Reads all tokens from `at` on.
    fn movetext(&mut self, at: usize) {
        let mut lexer = Lexer::new(self.text, at);
        let mut result = None;
        // A result inside a variation. If nothing comes behind it, `)` is missing and it is the game's.
        let mut inner = None;
        // Words that are nothing known, up to the last one, and how many they are.
        let mut stray: Option<(Range<usize>, u32)> = None;
        loop {
            let token = lexer.next();
            let start = lexer.start;
            if let Some((run, words)) = stray.take() {
                // What looks like a move in the middle of prose is prose: two words, and no number before it.
                let line_goes_on = || memchr::memchr2(b'\n', b'\r', &self.text[run.end..start]).is_none();
                let prose = words > 1 && !lexer.numbered && matches!(token, Token::Move(_)) && line_goes_on();
                if prose || token == Token::Stray {
                    stray = Some((run.start..lexer.at, words + 1));
                    continue;
                }
                self.stray(run);
            }
            if inner.is_some() && !matches!(token, Token::Comment { .. } | Token::LineComment | Token::End) {
                self.inner_result(inner.take());
            }
            if self.over && matches!(token, Token::Move(_) | Token::Open | Token::Unreadable) {
                self.behind_result(start, lexer.token_text());
            }
            match token {
                Token::Move(san) => self.make(&san, start, lexer.token_text()),
                Token::Comment { .. } | Token::LineComment => self.comment(token, start..lexer.at),
                Token::Nag(nag) => self.nag(nag),
                Token::Open => self.open(start),
                Token::Close => self.close(start),
                Token::Result(found) if self.scratch.lines.len() == 1 => {
                    if !self.over {
                        self.end_rest(start);
                        self.over = true;
                        result = Some(found);
                    }
                }
                Token::Result(found) => inner = Some((found, start..lexer.at)),
                Token::Bracket => lexer.at = self.bracket(start),
                Token::Unreadable => self.unreadable(start, lexer.token_text()),
                Token::Brace => self.odd(FaultKind::StrayBrace, &lexer, |_| "`}` closes no comment".into()),
                Token::BadNag => self.odd(FaultKind::BadNag, &lexer, |text| format!("`{text}` is no NAG")),
                Token::Stray => stray = Some((start..lexer.at, 1)),
                Token::Nothing => {}
                Token::End => break,
            }
        }
        let end = inner.as_ref().map_or(lexer.at, |(_, range)| range.start);
        self.finish(end, result.or(inner.map(|(found, _)| found)));
    }

    #[inline]
    fn line(&mut self) -> &mut Line {
        self.scratch.lines.last_mut().expect("the mainline is never closed")
    }

    /// Words that are nothing known: prose, most likely. It is kept as a comment.
    #[cold]
    fn stray(&mut self, run: Range<usize>) {
        if !self.is_read() {
            return;
        }
        let text = &self.text[run.clone()];
        if text.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80) {
            self.fault(FaultKind::StrayText, run.start, text, |text| format!("`{text}` is taken for a comment"));
            self.keep(run);
        } else {
            self.fault(FaultKind::StrayText, run.start, text, |text| format!("`{text}` is passed over"));
        }
    }

    /// A result inside a variation, behind which the game goes on.
    #[cold]
    fn inner_result(&mut self, inner: Option<(GameResult, Range<usize>)>) {
        if let Some((_, range)) = inner
            && self.is_read()
        {
            let text = &self.text[range.clone()];
            self.fault(FaultKind::ResultInVariation, range.start, text, |text| {
                format!("result `{text}` inside a variation")
            });
        }
    }

    /// Whether notes and signs belong to the current line: it goes on, or the text is behind the result.
    fn is_read(&self) -> bool {
        self.scratch
            .lines
            .last()
            .is_some_and(|line| line.rest.is_none() || (self.over && line.host == NONE && line.rest == Some(KEPT)))
    }

    /// Makes a move at the end of the current line.
    #[inline]
    fn make(&mut self, san: &San, at: usize, text: &[u8]) {
        let line = *self.line();
        if line.rest.is_some() {
            return;
        }
        match san.play(&self.scratch.boards[line.tip as usize]) {
            Ok(played) if !self.rules.refuses(&played) => {
                if let Some(mend) = played.mend {
                    self.mended(mend, at, text);
                }
                self.push(&played, at);
            }
            Ok(_) => self.refused(FaultKind::IllegalMove, None, at, text),
            Err(error @ SanError::Ambiguous(_)) => self.refused(FaultKind::AmbiguousMove, Some(error), at, text),
            Err(error) => self.refused(FaultKind::IllegalMove, Some(error), at, text),
        }
    }

    #[inline]
    fn push(&mut self, played: &Played, at: usize) {
        let number = self.scratch.boards.len() as u32;
        if number == MAX_POSITIONS {
            return self.full(at);
        }
        self.scratch.boards.push(played.board);
        self.scratch.moves.push(played.mv);
        let line = self.scratch.lines.last_mut().expect("the mainline is never closed");
        self.scratch.parents.push(line.tip);
        line.tip = number;
        line.closed = NONE;
        if line.first == NONE {
            line.first = number;
            let host = line.host;
            self.scratch.variations.push((host, number));
            for inside in self.scratch.early.drain(..) {
                self.game.notes.push_comment(number, Place::Before, &self.text[inside]);
            }
            for nag in self.scratch.early_nags.drain(..) {
                self.game.notes.push_nag(number, nag);
            }
        }
    }

    fn comment(&mut self, token: Token, range: Range<usize>) {
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
        let place = if line.closed == NONE { Place::After } else { Place::AfterVariation(line.closed) };
        self.game.notes.push_comment(line.tip, place, &self.text[inside]);
    }

    fn nag(&mut self, nag: u32) {
        let line = *self.line();
        match self.is_read() {
            true if line.first == NONE => self.scratch.early_nags.push(nag),
            true => self.game.notes.push_nag(line.tip, nag),
            false => {}
        }
    }

    fn open(&mut self, at: usize) {
        let line = *self.line();
        let mut inner = Line { tip: line.tip, first: NONE, host: line.tip, closed: NONE, rest: None, open: at };
        if line.rest.is_some() {
            inner.rest = Some(KEPT);
        } else if line.first == NONE || line.tip == 0 {
            let message =
                |_: &str| "a variation where there is no move yet that it could replace; it is not read".into();
            self.fault(FaultKind::VariationBeforeMove, at, &self.text[at..=at], message);
            inner.rest = Some(at);
        } else {
            inner.tip = self.scratch.parents[line.tip as usize];
        }
        self.scratch.lines.push(inner);
    }

    /// Closes a variation at the parenthesis at `at`, or at the end of the text.
    fn close(&mut self, at: usize) {
        if self.scratch.lines.len() == 1 {
            if self.is_read() {
                self.fault(FaultKind::StrayParenthesis, at, b")", |_| "`)` closes no variation".into());
            }
            return;
        }
        let Some(line) = self.scratch.lines.pop() else { return };
        match line.rest {
            Some(KEPT) => return,
            Some(rest) if line.first != NONE => self.game.notes.push_rest(line.tip, trim(&self.text[rest..at])),
            Some(_) => {
                // Nothing of the variation could be read: what is kept is all of it.
                let end = (at + 1).min(self.text.len());
                self.game.notes.push_rest(line.host, trim(&self.text[line.open..end]));
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

    /// A variation without moves: its comments become comments of the move that it stands behind.
    fn empty_variation(&mut self, line: &Line) {
        if self.scratch.early.is_empty() {
            self.fault(FaultKind::EmptyVariation, line.open, b"(", |_| "a variation without moves".into());
        }
        for inside in std::mem::take(&mut self.scratch.early) {
            let closed = self.line().closed;
            let place = if closed == NONE { Place::After } else { Place::AfterVariation(closed) };
            self.game.notes.push_comment(line.host, place, &self.text[inside]);
        }
        for nag in std::mem::take(&mut self.scratch.early_nags) {
            self.game.notes.push_nag(line.host, nag);
        }
    }

    /// A `[` in the movetext: a tag if it starts its line, else text in brackets. Returns its end.
    fn bracket(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
        let before = self.text[..at].iter().rev().find(|&&b| !matches!(b, b' ' | b'\t'));
        if matches!(before, None | Some(b'\n' | b'\r'))
            && let Some(span) = tags::scan(line, 0).filter(|span| span.sound)
        {
            self.game.tags.push(&line[span.name], &line[span.value]);
            self.fault(FaultKind::TagInMovetext, at, &line[..span.end], |text| {
                format!("the tag `{text}` stands between moves")
            });
            return at + span.end;
        }
        let len = memchr::memchr(b']', line).map_or(1, |n| n + 1);
        if self.is_read() {
            self.fault(FaultKind::StrayText, at, &line[..len], |text| format!("`{text}` is passed over"));
        }
        at + len
    }

    fn unreadable(&mut self, at: usize, text: &[u8]) {
        if self.line().rest.is_none() {
            self.refused(FaultKind::UnreadableMove, None, at, text);
        }
    }

    /// Ends everything that is open.
    fn finish(&mut self, end: usize, result: Option<GameResult>) {
        while self.scratch.lines.len() > 1 {
            let line = *self.line();
            if line.rest != Some(KEPT) {
                self.fault(FaultKind::UnclosedVariation, line.open, b"(", |_| "the variation is not closed".into());
            }
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
        self.game.result = result.unwrap_or(tag);
    }

    /// Keeps the text of the mainline that was not read, up to `end`, and closes the mainline.
    fn end_rest(&mut self, end: usize) {
        let line = self.line();
        let tip = line.tip;
        if let Some(rest) = line.rest.replace(KEPT).filter(|&rest| rest != KEPT) {
            self.game.notes.push_rest(tip, trim(&self.text[rest..end]));
        }
    }
}

// ---------------------------------------------------------------------------------------------- faults

impl Reader<'_> {
    /// Records a fault. `message` gets the text as it can be shown.
    #[cold]
    fn fault(&mut self, kind: FaultKind, at: usize, text: &[u8], message: impl FnOnce(&str) -> String) {
        self.game.incomplete |= kind.loses();
        let (raw, ply) = (self.raw, if self.game.faults.has_room() { self.ply() } else { 0 });
        self.game.faults.push(|| {
            let text = excerpt(text);
            Fault {
                kind,
                line: raw.line + line_ends(&raw.bytes[..at]),
                offset: raw.offset + at as u64,
                ply,
                message: message(&text),
                text,
            }
        });
    }

    /// A fault that does not matter where the text is not read anyway.
    #[cold]
    fn odd(&mut self, kind: FaultKind, lexer: &Lexer<'_>, message: impl FnOnce(&str) -> String) {
        if self.is_read() {
            self.fault(kind, lexer.start, lexer.token_text(), message);
        }
    }

    #[cold]
    fn mended(&mut self, mend: Mend, at: usize, text: &[u8]) {
        let place = self.place();
        match mend {
            Mend::Origin => self.fault(FaultKind::WrongOrigin, at, text, |text| {
                format!("`{text}` {place} names a wrong square of origin; only one move fits")
            }),
            Mend::CastlingRight => self.fault(FaultKind::CastlingRight, at, text, |text| {
                format!("`{text}` {place} although king or rook have moved or the FEN has no such right")
            }),
        }
    }

    /// A move that cannot be made: the line ends before it.
    #[cold]
    fn refused(&mut self, kind: FaultKind, error: Option<SanError>, at: usize, text: &[u8]) {
        let place = self.place();
        if self.rules == Rules::Standard {
            let what = match kind {
                FaultKind::AmbiguousMove => "ambiguous move",
                FaultKind::UnreadableMove => "unreadable move",
                _ => "illegal move",
            };
            let why = error.map_or(String::new(), |error| format!(": {error}"));
            self.fault(kind, at, text, |text| format!("{what} `{text}` {place}{why}"));
        } else {
            let variant = self.game.tags.get("Variant").unwrap_or("").to_owned();
            self.fault(FaultKind::UnsupportedVariant, at, text, |text| {
                format!(
                    "variant {variant} is not supported yet: `{text}` {place} and what follows in the line is not read"
                )
            });
        }
        self.line().rest = Some(at);
    }

    #[cold]
    fn behind_result(&mut self, at: usize, text: &[u8]) {
        let line = self.line();
        if line.host == NONE && line.rest.is_none_or(|rest| rest == KEPT) {
            line.rest = Some(at);
            self.fault(FaultKind::TextAfterResult, at, text, |text| {
                format!("`{text}` and what follows stands behind the result")
            });
        }
    }

    /// The game has all positions that one may have.
    #[cold]
    fn full(&mut self, at: usize) {
        if !std::mem::replace(&mut self.full, true) {
            let message = |_: &str| format!("the game has more than {MAX_POSITIONS} positions; the rest is not read");
            self.fault(FaultKind::TooManyPositions, at, b"", message);
        }
        self.line().rest = Some(at);
    }

    /// Zero bytes count as blanks, and one fault says how many there are.
    fn nuls(&mut self) {
        if let Some(at) = memchr::memchr(0, self.text) {
            let count = memchr::memchr_iter(0, self.text).count();
            self.fault(FaultKind::NulBytes, at, b"", |_| format!("{count} zero bytes are taken for blanks"));
        }
    }

    /// The ply of the last position of the current line.
    fn ply(&self) -> u32 {
        let tip = self.scratch.lines.last().map_or(0, |line| line.tip);
        std::iter::successors(Some(tip), |&n| self.scratch.parents.get(n as usize).copied().filter(|&p| p != NONE))
            .count() as u32
            - 1
    }

    /// Where the current line stands: `after 14...Qd5`.
    fn place(&self) -> String {
        let tip = self.scratch.lines.last().map_or(0, |line| line.tip) as usize;
        if tip == 0 {
            return "at the start".into();
        }
        let before = &self.scratch.boards[self.scratch.parents[tip] as usize];
        let number = number_at(&self.game.start, self.ply() - 1);
        let dots = if before.turn() == Color::White { "." } else { "..." };
        let mut text = format!("after {number}{dots}");
        san::write(before, &self.scratch.moves[tip], &self.scratch.boards[tip], &mut Vec::new(), &mut text);
        text
    }
}

// ---------------------------------------------------------------------------------------------- planting

impl Game {
    /// Numbers the positions in pre-order and builds the tree.
    fn plant(&mut self) {
        let scratch = &mut self.scratch;
        self.tree.push_root(scratch.boards[0]);
        if scratch.variations.is_empty() {
            for n in 1..scratch.boards.len() {
                self.tree.push(n as u32 - 1, 0, scratch.moves[n], scratch.boards[n]);
            }
            self.tree.close();
            return;
        }
        scratch.link();
        let (mut node, mut index) = (0_u32, Vec::new());
        scratch.number.clear();
        scratch.number.resize(scratch.boards.len(), 0);
        loop {
            let old = node as usize;
            if let [.., place] = index[..] {
                let parent = scratch.number[scratch.parents[old] as usize];
                scratch.number[old] = self.tree.push(parent, place, scratch.moves[old], scratch.boards[old]);
            }
            if scratch.first_child[old] != NONE {
                node = scratch.first_child[old];
                index.push(0);
                continue;
            }
            while node != 0 && scratch.next_sibling[node as usize] == NONE {
                node = scratch.parents[node as usize];
                index.pop();
            }
            if node == 0 {
                break;
            }
            node = scratch.next_sibling[node as usize];
            if let Some(place) = index.last_mut() {
                *place += 1;
            }
        }
        self.tree.close();
        for &(host, first) in &scratch.variations {
            if scratch.first_child[scratch.parents[host as usize] as usize] != host {
                self.notes.push_hosted(host, first);
                self.tree.set_hosted(scratch.number[first as usize]);
            }
        }
        let number = &scratch.number;
        self.notes.renumber(|old| number[old as usize]);
    }
}

impl Scratch {
    /// Fills first child and next sibling of each position. Siblings are in the order of the text.
    fn link(&mut self) {
        for list in [&mut self.first_child, &mut self.last_child, &mut self.next_sibling] {
            list.clear();
            list.resize(self.boards.len(), NONE);
        }
        for n in 1..self.boards.len() as u32 {
            let parent = self.parents[n as usize] as usize;
            match self.last_child[parent] {
                NONE => self.first_child[parent] = n,
                last => self.next_sibling[last as usize] = n,
            }
            self.last_child[parent] = n;
        }
    }
}
