//! The text of a game that is made of coded tags and moves.

use crate::frame::{Coded, Decode, Left, coded_fault};
use crate::puzzles::push_tag;
use crate::{RawGame, TableRow};
use std::borrow::Cow;
use tabiya_chess::{Board, Move, MoveList, san};

/// The length at which a line of movetext is broken.
const LINE: usize = 80;

/// The most variations inside one another. Only damage makes more.
const MAX_DEPTH: usize = 1000;

/// The bytes of the tags of most games.
const ROOM: usize = 512;

/// The most moves that are not written.
const MOST_UNWRITTEN: usize = 2000;

impl RawGame {
    /// The game with all its moves in its text. [`RawGame::unfold`] leaves out those of most games of other programs' databases.
    pub fn in_text(&self) -> Cow<'_, RawGame> {
        let Some(unwritten) = self.unwritten() else { return Cow::Borrowed(self) };
        let (head, rest) = self.bytes.split_at(unwritten.at());
        let mut text = Movetext { line: head.len(), bytes: head.to_vec(), ..Movetext::default() };
        let (mut board, mut list) = (Board::initial(), MoveList::new());
        let ended = unwritten.decode(&mut |mv, after| {
            text.play(&board, mv, after, &mut list);
            board = *after;
        });
        text.gap(rest.len());
        text.bytes.extend_from_slice(rest);
        let fault = self.row_fault().cloned().or(ended.err().map(coded_fault));
        let row = Some(TableRow { fault, ..TableRow::default() });
        let (before, behind) = (self.before.clone(), self.behind.clone());
        Cow::Owned(RawGame { bytes: text.bytes, row, before, behind, ..*self })
    }

    /// Makes text of all of the game: [`RawGame::unfold`], and [`RawGame::in_text`] in its own place.
    pub fn unfold_to_text(&mut self) {
        self.unfold();
        if let Cow::Owned(text) = self.in_text() {
            *self = text;
        }
    }
}

/// Tags, then words and comments.
#[derive(Debug, Default)]
pub(super) struct Movetext {
    bytes: Vec<u8>,
    /// The start of the last line.
    line: usize,
    /// True if tags say that the game does not begin with the initial array of chess.
    is_unusual: bool,
    /// The moves, if they are left as they are coded.
    unwritten: Option<Left>,
}

impl Movetext {
    /// Nothing yet, with room for the tags.
    pub(super) fn new() -> Movetext {
        Movetext { bytes: Vec::with_capacity(ROOM), ..Movetext::default() }
    }

    /// Adds a tag, if it has a value. After the last one comes [`Movetext::begin`].
    pub(super) fn tag(&mut self, name: &str, value: &[u8]) {
        self.is_unusual |= ["FEN", "Variant"].contains(&name);
        let start = self.bytes.len() + 1;
        push_tag(name, value, &mut self.bytes);
        let written = self.bytes.get_mut(start..).unwrap_or_default();
        written.iter_mut().take(name.len()).filter(|byte| !byte.is_ascii_alphanumeric()).for_each(|byte| *byte = b'_');
    }

    /// Ends the tags.
    pub(super) fn begin(&mut self) {
        self.bytes.push(b'\n');
        self.line = self.bytes.len();
    }

    /// Leaves moves as they are coded from a place on, not more than this number and nothing between them; false if they must be
    /// written.
    pub(super) fn leaves_moves(&mut self, decode: Decode, from: usize, most: usize) -> bool {
        let at = self.bytes.len();
        self.unwritten = (!self.is_unusual && most <= MOST_UNWRITTEN).then_some(Left { decode, from, at });
        self.unwritten.is_some()
    }

    /// Adds a move between two boards.
    pub(super) fn play(&mut self, before: &Board, mv: &Move, after: &Board, list: &mut MoveList) {
        self.word(san::text(before, mv, after, list).as_str());
    }

    /// Adds a NAG, a parenthesis or a result.
    pub(super) fn word(&mut self, word: &str) {
        self.gap(word.len());
        self.bytes.extend_from_slice(word.as_bytes());
    }

    /// Adds a comment.
    pub(super) fn comment(&mut self, text: &[u8]) {
        if !text.trim_ascii().is_empty() {
            self.gap(text.len() + 2);
            push_comment(text, &mut self.bytes);
        }
    }

    /// The place of a comment that is not known yet.
    pub(super) fn place(&self) -> usize {
        self.bytes.len()
    }

    /// Puts comments at places, which are in order.
    pub(super) fn insert(&mut self, places: &[usize], comments: &[&[u8]]) {
        let (mut bytes, mut at) = (Vec::with_capacity(2 * self.bytes.len()), 0);
        for (&place, text) in places.iter().zip(comments).filter(|(_, text)| !text.trim_ascii().is_empty()) {
            bytes.extend_from_slice(&self.bytes[at..place]);
            bytes.push(b'\n');
            push_comment(text, &mut bytes);
            bytes.push(b' ');
            at = place;
        }
        bytes.extend_from_slice(&self.bytes[at..]);
        (self.bytes, self.line) = (bytes, 0);
    }

    fn gap(&mut self, len: usize) {
        if self.bytes.len() - self.line + len > LINE && self.bytes.len() > self.line {
            self.bytes.push(b'\n');
            self.line = self.bytes.len();
        } else if self.bytes.len() > self.line {
            self.bytes.push(b' ');
        }
    }

    /// The game.
    pub(super) fn into_coded(self, fault: Option<String>) -> Coded {
        Coded { text: self.bytes, unwritten: self.unwritten, fault }
    }
}

/// The line that is decoded, and the lines that it stands in.
#[derive(Debug)]
pub(super) struct Lines<P> {
    /// The position after the last move.
    pub(super) position: P,
    /// The position before it, from which a variation begins; none where no move was made.
    before: Option<P>,
    outer: Vec<(P, Option<P>)>,
}

impl<P: Clone> Lines<P> {
    /// The main line, at its first position.
    pub(super) fn new(position: P) -> Lines<P> {
        Lines { position, before: None, outer: Vec::new() }
    }

    /// Remembers the position before the move that was made.
    pub(super) fn made_from(&mut self, before: P) {
        self.before = Some(before);
    }

    /// Begins a variation, or says why there can be none.
    pub(super) fn open(&mut self, text: &mut Movetext) -> Result<(), &'static str> {
        let first = self.before.clone().ok_or("begins a variation where no move was made")?;
        if self.outer.len() == MAX_DEPTH {
            return Err("begins one variation too many in others");
        }
        self.outer.push((std::mem::replace(&mut self.position, first), self.before.take()));
        text.word("(");
        Ok(())
    }

    /// Ends a variation, or says why it cannot.
    pub(super) fn close(&mut self, text: &mut Movetext) -> Result<(), &'static str> {
        (self.position, self.before) = self.outer.pop().ok_or("ends a variation where none is open")?;
        text.word(")");
        Ok(())
    }

    /// True if it is the main line.
    pub(super) fn is_main(&self) -> bool {
        self.outer.is_empty()
    }
}

/// Appends a comment. Its braces become angle brackets, for PGN has none in comments.
fn push_comment(text: &[u8], bytes: &mut Vec<u8>) {
    let plain = |&byte: &u8| match byte {
        b'{' => b'<',
        b'}' => b'>',
        byte => byte,
    };
    bytes.push(b'{');
    bytes.extend(text.iter().map(plain));
    bytes.push(b'}');
}
