//! Reading one game: tags, then movetext into arrays in the order of the text, then into the tree in pre-order.
//!
//! A line (the mainline or a variation) ends at its first faulty move. What comes after it in that line,
//! variations included, is kept as text with the last good position ([`Notes::rests`](super::Notes::rests)).
//!
//! If the rest of a line after a fault were read, a variation could take the place of the main line. The rest is
//! written back as a comment `Error reading move: ...`; filters see the last comment in it, or its text, as in CQL. A
//! FEN that cannot be read gives an empty board, no moves and a fault: CQL falls back to the initial array, which
//! invents positions. Unknown words become comments, but a word that was meant as a move, or that stands where a move is due
//! (`numbers.rs`), ends the line. Castling without the right and a wrong square of origin are accepted if exactly one move fits, and reported.
//!
//! In a game without variations the order of the text is pre-order, so the reader writes into the tree itself; only a
//! game with variations is copied into a second tree. A new position is copied from its parent to its final place and
//! then changed. Together with the fast path for moves (`tabiya_chess::san`), and with names, dates and ratings in
//! normal form only on demand, this took reading 3,000 games (242,823 positions) from 335 to 180 million instructions;
//! the bare loop of `benches/costs.rs` takes 286 million.
//!
//! Runs of moves in common spellings are made on one board that is copied into each node (`lines.rs`), and the text of the
//! tags is taken in one piece (`tags.rs`): 600 games (44,399 positions) went from 30.4 to 21.2 million instructions, of which
//! cutting the games takes 5.8, their tags 1.9, and the moves 305 each.
//!
//! A nested variation remembers the variation that it belongs to, so that a game is written back as it was read.

mod build_tree;
mod head;
mod lines;
mod numbers;
mod report;

use super::counters::Counters;
use super::fault::{Fault, FaultKind};
use super::frame::RawGame;
use super::header::Header;
use super::letters::Letters;
#[cfg(feature = "pgn-reader")]
use super::notes::CommentPlace;
use super::skim::MoveTokens;
use super::token::{Lexer, Token};
use super::variant::{self, Rules};
use super::{Game, GameResult, GameTree};
use std::borrow::Cow;
use std::ops::Range;
use tabiya_chess::Board;
use tabiya_chess::fen::Setup;
use tabiya_chess::variant::Variant;

const NONE: u32 = u32::MAX;

/// In [`Line::rest`]: the line is not read any more, and its text is kept elsewhere.
const KEPT: usize = usize::MAX;

/// Memory for reading one game. Positions are numbered in the order of the text; the root is number 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// The tree in the order of the text, while a game with variations is put in pre-order.
    read: GameTree,
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
    /// The first position of the variation that was closed last after the tip.
    closed: u32,
    /// The start of the text that is not read. [`KEPT`] if it is kept already.
    rest: Option<usize>,
    /// The place of the variation's opening parenthesis.
    open: usize,
    /// By how many plies the numbers of the text are ahead, modulo 2^32: see [`Reader::due`].
    ahead: u32,
}

/// The options for reading a game.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{Game, Letters, RawGame, Reading};
///
/// let (raw, mut game) = (RawGame::from_bytes(b"1. e4 e5 2. Sf3 *"), Game::new());
/// game.parse_as(&raw, &Reading { letters: Letters::of_code("de"), ..Reading::default() });
/// assert!(game.tree().len() == 4 && !game.is_incomplete());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Keeps every fault with its text, not only the first [`Faults::LIMIT`](super::Faults::LIMIT).
    pub all_faults: bool,
    /// Takes castling without the right to it for an illegal move.
    pub castling_by_right: bool,
    /// Keeps lines between games as comments also if they have no byte of ASCII. They count as blank otherwise.
    pub keep_blanked: bool,
    /// The first board, in place of the one that the tags say; not for variants with rules of their own.
    pub board: Option<Board>,
    /// The letters of the pieces, in place of the English ones. Without them, games that fit one language only are read in it.
    pub letters: Option<Letters>,
}

impl Game {
    /// Reads a game. The previous content of `self` is forgotten; its memory is reused.
    pub fn parse(&mut self, raw: &RawGame) {
        self.parse_as(raw, &Reading::default());
    }

    /// [`parse`](Self::parse) with options.
    pub fn parse_as(&mut self, raw: &RawGame, reading: &Reading) {
        let raw = fitting(raw, reading);
        if self.parse_once(&raw, reading) {
            self.find_letters(&raw, reading);
        }
    }

    /// Reads a game with the letters that are given. Returns whether those of another language may read more.
    fn parse_once(&mut self, raw: &RawGame, reading: &Reading) -> bool {
        let mut reader = self.reader(raw, reading);
        let at = reader.head();
        reader.read_from(at)
    }

    /// Reads a game that is incomplete, and has moves with letters that are not English, with those of the languages that fit the
    /// whole of it, if these agree about the moves.
    #[cold]
    fn find_letters(&mut self, raw: &RawGame, reading: &Reading) {
        let mut found: Option<(Letters, GameTree)> = None;
        for letters in Letters::all() {
            self.parse_once(raw, &Reading { letters: Some(letters), ..*reading });
            match &found {
                _ if self.incomplete => {}
                None => found = Some((letters, self.tree.clone())),
                Some((_, tree)) if tree.has_same_boards(&self.tree) => {}
                Some(_) => {
                    self.parse_once(raw, reading);
                    return;
                }
            }
        }
        let letters = found.map(|(letters, _)| letters);
        self.parse_once(raw, &Reading { letters, ..*reading });
        if let Some(letters) = letters {
            let (kind, text) = (FaultKind::OtherLetters, String::new());
            let message = format!("the moves are read with {} letters", letters.name());
            self.faults.push(|| Fault { kind, line: raw.line, offset: raw.offset, ply: 0, text, message });
            self.faults.sort();
        }
    }

    /// The same, but `is_refused` is called when the tags have been read, and if it says yes, the moves are not read:
    /// the result is `false`, and the game has its place, its number, its tags and the faults in them; the comments
    /// before the moves, the first position and the result are not to be relied on.
    ///
    /// `is_refused` sees such a game. It is not called where tags may follow between the moves, so that the tags that it
    /// sees are all there are. Skipping costs a search for `[` in the movetext.
    ///
    /// ```
    /// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
    /// use tabiya::game::{Game, RawGame, Reading};
    /// let mut game = Game::new();
    /// let raw = RawGame::from_bytes(b"[White \"Tal\"] 1. e4 e5 1-0");
    /// let is_other = |game: &Game| game.tags().get("White") != Some("Tal");
    /// assert!(game.parse_unless(&raw, &Reading::default(), is_other));
    /// assert_eq!(game.tree().len(), 3);
    /// assert!(!game.parse_unless(&raw, &Reading::default(), |game| !is_other(game)));
    /// assert_eq!(game.tree().len(), 1);
    /// ```
    pub fn parse_unless(&mut self, raw: &RawGame, reading: &Reading, is_refused: impl FnOnce(&Game) -> bool) -> bool {
        let mut is_refused = Some(is_refused);
        let once = |game: &Game, _: Option<&MoveTokens>| is_refused.take().is_some_and(|is_refused| is_refused(game));
        self.parse_unless_skimmed(raw, reading, false, once)
    }

    /// The same, but if the tags do not rule out a game and `skims` is true, the text of the moves is gone through, no
    /// move is played, and `is_refused` is called again, with what the text shows. This takes about a sixth of the time
    /// of playing the moves.
    ///
    /// Only games that begin with the array of chess are skimmed.
    ///
    /// ```
    /// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
    /// use tabiya::game::{Game, MoveTokens, RawGame, Reading};
    /// let raw = RawGame::from_bytes(b"1. e4 e5 2. Nf3 1-0");
    /// let is_short = |_: &Game, tokens: Option<&MoveTokens>| tokens.is_some_and(|tokens| tokens.moves() < 20);
    /// let mut game = Game::new();
    /// assert!(!game.parse_unless_skimmed(&raw, &Reading::default(), true, is_short));
    /// assert_eq!(game.tree().len(), 1);
    /// ```
    pub fn parse_unless_skimmed(
        &mut self,
        raw: &RawGame,
        reading: &Reading,
        skims: bool,
        mut is_refused: impl FnMut(&Game, Option<&MoveTokens>) -> bool,
    ) -> bool {
        let raw = &*fitting(raw, reading);
        let mut reader = self.reader(raw, reading);
        let at = reader.head();
        if !reader.tags_may_follow(at) {
            reader.game.forget_moves();
            let mut refused = is_refused(reader.game, None);
            if !refused && skims {
                refused = reader.skim(at).is_some_and(|tokens| is_refused(reader.game, Some(&tokens)));
            }
            if refused {
                reader.end_unread();
                return false;
            }
            reader.game.tree.clear();
        }
        if reader.read_from(at) {
            self.find_letters(raw, reading);
        }
        true
    }

    /// A game without moves, so that nothing is left of the game before.
    pub(crate) fn forget_moves(&mut self) {
        self.tree.push_root(Setup::initial().board);
        self.tree.close_line();
        self.result = GameResult::Unknown;
        self.variant = Some(Variant::Standard);
        self.start = Setup::initial();
        self.has_fen = false;
    }

    /// Forgets the game before, and begins to read.
    fn reader<'r>(&'r mut self, raw: &'r RawGame, reading: &Reading) -> Reader<'r> {
        self.number = raw.number;
        self.offset = raw.offset;
        self.line = raw.line;
        self.tags.clear();
        self.tree.clear();
        self.notes.clear();
        self.header = Header::default();
        self.faults.clear(reading.all_faults);
        self.incomplete = false;
        self.counters = Counters::default();
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        Reader {
            raw,
            reading: *reading,
            text: &raw.bytes,
            game: self,
            scratch,
            rules: Rules::Chess,
            counted: (0, raw.line),
            measured: (0, 0),
            fen_at: 0,
            over: false,
            result: None,
            inner: None,
            full: false,
            unread: 0,
            first_due: 0,
            foreign: false,
        }
    }
}

/// The game in a form that can be read like this: moves that are not in its text are made from the initial array.
fn fitting<'r>(raw: &'r RawGame, reading: &Reading) -> Cow<'r, RawGame> {
    if reading.board.is_some() { raw.in_text() } else { Cow::Borrowed(raw) }
}

/// The work of reading one game.
struct Reader<'r> {
    raw: &'r RawGame,
    reading: Reading,
    text: &'r [u8],
    game: &'r mut Game,
    scratch: Scratch,
    rules: Rules,
    /// A place in the text and its line, so that the lines before a fault are not counted from the start each time.
    counted: (usize, u64),
    /// A position and its ply, for the same reason.
    measured: (u32, u32),
    /// The place of the FEN tag.
    fen_at: usize,
    /// True if the result has been read.
    over: bool,
    /// The result after the moves.
    result: Option<GameResult>,
    /// A result inside a variation. If nothing comes after it, `)` is missing and it is the game's.
    inner: Option<(GameResult, Range<usize>)>,
    /// True if the game has all positions that one may have.
    full: bool,
    /// The number of variations that are open within a line that is not read. They have no line of their own, because there
    /// may be as many as the text has bytes.
    unread: usize,
    /// The move that is due at the start: twice its number, and one more for Black's.
    first_due: u32,
    /// True if a word has the letter of another language.
    foreign: bool,
}

impl Reader<'_> {
    /// What the text of the moves shows; none if the game does not begin with the array of chess.
    fn skim(&self, at: usize) -> Option<MoveTokens> {
        let tags = &self.game.tags;
        let is_usual = variant::of_tags(tags) == Some(Variant::Standard) && variant::fen_tag(tags).is_none();
        let result = GameResult::from_tag(tags.get("Result").unwrap_or(""));
        let is_usual = is_usual && self.reading.board.is_none() && self.raw.unwritten().is_none();
        if is_usual { MoveTokens::read(self.text, at, result) } else { None }
    }

    /// Reads what comes after the head, from `at` on, and completes the game. Returns whether the letters of another language may
    /// read more.
    fn read_from(mut self, at: usize) -> bool {
        self.start(at);
        self.movetext(at);
        self.nuls();
        self.complete()
    }

    /// Completes the game whose text has been read. Returns whether the letters of another language may read more.
    fn complete(self) -> bool {
        let Reader { game, scratch, foreign, reading, .. } = self;
        game.scratch = scratch;
        game.build_tree();
        game.faults.sort();
        foreign && game.incomplete && reading.letters.is_none()
    }

    /// Leaves the game as it is, without its moves.
    fn end_unread(self) {
        let Reader { game, scratch, .. } = self;
        game.scratch = scratch;
        game.faults.sort();
    }

    /// Makes the moves that are not in the text, and reads all tokens from `at` on.
    fn movetext(&mut self, at: usize) {
        self.unwritten_moves();
        let mut lexer = Lexer::new(self.text, at).with_letters(self.reading.letters);
        // Words that are nothing known, up to the last one, and how many they are.
        let mut stray: Option<(Range<usize>, u32)> = None;
        loop {
            if stray.is_none() && self.inner.is_none() {
                self.plain_moves(&mut lexer);
            }
            let token = lexer.next();
            let start = lexer.start;
            if let Some((run, words)) = stray.take() {
                // Words in the middle of prose that look like a move are prose: two words, and no number before them.
                let line_goes_on = || memchr::memchr2(b'\n', b'\r', &self.text[run.end..start]).is_none();
                let prose = words > 1 && !lexer.numbered && matches!(token, Token::Move(_)) && line_goes_on();
                if prose || matches!(token, Token::Stray) {
                    stray = Some((run.start..lexer.at, words + 1));
                    continue;
                }
                let is_word =
                    self.text[run.clone()].iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
                match is_word && self.takes_place(run.end, words, false) {
                    true => self.unreadable(run.start, &self.text[run]),
                    false => self.stray(run),
                }
            }
            self.mind_results(token, start..lexer.at);
            match token {
                // Moves and comments are most of a text, and have arms of their own here because that is quicker.
                Token::Move(san) => {
                    if lexer.numbered {
                        self.count_from(lexer.number, start, lexer.token_text());
                    }
                    self.make(&san, start, lexer.token_text());
                }
                Token::Comment { .. } | Token::LineComment => self.comment(token, start..lexer.at),
                Token::Stray | Token::Nag(_) if self.is_in_place(&lexer) => self.unreadable(start, lexer.token_text()),
                Token::Bracket => lexer.at = self.bracket(start),
                Token::Unreadable => self.unreadable(start, lexer.token_text()),
                Token::Brace => self.odd(FaultKind::StrayBrace, &lexer, |_| "`}` closes no comment".into()),
                Token::BadNag => self.odd(FaultKind::BadNag, &lexer, |text| format!("`{text}` is no NAG")),
                Token::Stray => stray = Some((start..lexer.at, 1)),
                Token::End => break,
                _ => self.take(token, start..lexer.at),
            }
        }
        self.finish(lexer.at);
    }

    /// What a token says of the results before it: the result of a variation does not count, and nothing may follow the result of the game.
    #[inline]
    fn mind_results(&mut self, token: Token, range: Range<usize>) {
        if self.inner.is_some() && !matches!(token, Token::Comment { .. } | Token::LineComment | Token::End) {
            self.inner_result();
        }
        if self.over && matches!(token, Token::Move(_) | Token::Open | Token::Unreadable) {
            self.behind_result(range.start, &self.text[range]);
        }
    }

    /// Takes a token that is as it should be.
    #[inline]
    fn take(&mut self, token: Token, range: Range<usize>) {
        match token {
            Token::Move(san) => self.make(&san, range.start, &self.text[range]),
            Token::Comment { .. } | Token::LineComment => self.comment(token, range),
            Token::Nag(nag) => self.nag(nag, range),
            Token::Open => self.open(range.start),
            Token::Close => self.close(range.start),
            Token::Result(found) if self.scratch.lines.len() == 1 && self.unread == 0 => self.end(found, range.start),
            Token::Result(found) => self.inner = Some((found, range)),
            _ => {}
        }
    }

    /// Ends the game, if it has not ended before.
    fn end(&mut self, found: GameResult, at: usize) {
        if !self.over {
            self.end_rest(at);
            self.over = true;
            self.result = Some(found);
        }
    }
}

#[cfg(feature = "pgn-reader")]
impl Game {
    /// Reads a game of which another reader has found the tags and the tokens. They have no place in a file.
    pub(crate) fn read_tokens(&mut self, raw: &RawGame, tags: &[(String, String)], tokens: &[(Token, Range<usize>)]) {
        let mut reader = self.reader(raw, &Reading::default());
        tags.iter().for_each(|(name, value)| reader.game.tags.push_text(name, value));
        // Comments before the moves are there even if no move can be read.
        let is_comment = |(token, _): &&(Token, Range<usize>)| matches!(token, Token::Comment { .. });
        let (before, tokens) = tokens.split_at(tokens.iter().take_while(is_comment).count());
        for (token, range) in before {
            let inside = reader.inside(*token, range.clone());
            reader.game.notes.push_comment(0, CommentPlace::After, &raw.bytes[inside]);
        }
        reader.start(tokens.first().map_or(raw.bytes.len(), |(_, range)| range.start));
        for (token, range) in tokens {
            reader.mind_results(*token, range.clone());
            reader.take(*token, range.clone());
        }
        reader.finish(raw.bytes.len());
        reader.complete();
        self.faults.forget_places();
    }
}
