//! Games as Scid codes them: tags, the first position, then a byte for most moves, and the comments at the end.
//!
//! The upper half of the byte of a move says which piece moves. The pieces of a side are numbered, the king first; when one is taken,
//! the last one gets its number. The lower half says where to. The king needs few numbers for that, so that its others are marks.

use super::movetext::{Lines, Movetext};
use crate::frame::{Coded, Made};
use tabiya_chess::fen::{self, Setup};
use tabiya_chess::geometry::offset;
use tabiya_chess::{Board, Color, File, Move, MoveList, Rank, Role, Square, san};

/// The bytes above this one stand for tags by themselves.
const LONGEST_NAME: u8 = 240;

/// The tags that have a byte of their own.
const TAGS: [&str; 10] = [
    "WhiteCountry",
    "BlackCountry",
    "Annotator",
    "PlyCount",
    "EventDate",
    "Opening",
    "Variation",
    "Setup",
    "Source",
    "SetUp",
];

/// The byte of a tag whose value is a date of three bytes.
const EVENT_DATE: u8 = 255;

const NAG: u8 = 11;
const COMMENT: u8 = 12;
const VARIATION: u8 = 13;
const END: u8 = 14;
const OVER: u8 = 15;

/// How a king goes, from its number 1 on, and how a knight does.
const KING: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const KNIGHT: [(i8, i8); 8] = [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];

/// The files of the pieces in the order of their numbers, before any has moved; pawns follow.
const FILES: [File; 8] = [File::E, File::A, File::B, File::C, File::D, File::F, File::G, File::H];

/// Adds tags and moves to a text that has the tags of the index; also says why they are not the whole game.
pub(super) fn write(coded: &[u8], mut text: Movetext, result: &str, is_five: bool) -> Coded {
    let mut bytes = Bytes { all: coded, at: 0 };
    let mut places = Places::default();
    let start = head(&mut bytes, &mut text, is_five);
    text.begin();
    let rest = &coded[bytes.at..];
    if let Some((&OVER, moves)) = rest.split_last()
        && !moves.iter().any(|byte| (NAG..=OVER).contains(byte))
        && start.is_ok()
        && text.leaves_moves(only_moves, bytes.at, moves.len())
    {
        text.word(result);
        return text.into_coded(None);
    }
    let ended = start.and_then(|start| moves(&mut bytes, start, &mut text, &mut places));
    let comments = coded[bytes.at..].split(|&byte| byte == 0).take(if ended.is_ok() { usize::MAX } else { 0 });
    let mut comments: Vec<&[u8]> = comments.collect();
    // What follows the last end is nothing.
    comments.pop();
    // Comments without marks belong to all positions, one after the other.
    let all = if places.marked.is_empty() { places.all } else { places.marked };
    let known = comments.len().min(all.len());
    let rest: Vec<&[u8]> = comments.split_off(known);
    text.insert(&all[..known], &comments);
    rest.into_iter().for_each(|comment| text.comment(comment));
    text.word(result);
    text.into_coded(ended.err())
}

/// A date as PGN has it: the lowest bits are those of the day, and 0 is not known.
pub(super) fn date(date: u32) -> String {
    let part = |number: u32, width: usize| match number {
        0 => "?".repeat(width),
        _ => format!("{number:0width$}"),
    };
    format!("{}.{}.{}", part(date >> 9, 4), part(date >> 5 & 15, 2), part(date & 31, 2))
}

/// Coded bytes, read one after the other.
#[derive(Debug)]
struct Bytes<'b> {
    all: &'b [u8],
    at: usize,
}

impl<'b> Bytes<'b> {
    fn next(&mut self) -> Result<u8, String> {
        Ok(self.take(1)?[0])
    }

    fn take(&mut self, len: usize) -> Result<&'b [u8], String> {
        let taken = self.all.get(self.at..).and_then(|rest| rest.get(..len));
        let taken = taken.ok_or_else(|| format!("its moves end too early, after {} bytes", self.all.len()))?;
        self.at += len;
        Ok(taken)
    }
}

/// The places in the text where comments can be.
#[derive(Debug, Default)]
struct Places {
    marked: Vec<usize>,
    /// Of all positions.
    all: Vec<usize>,
}

/// Reads the tags and the first position.
fn head(bytes: &mut Bytes<'_>, text: &mut Movetext, is_five: bool) -> Result<Pieces, String> {
    let mut has_setup = false;
    loop {
        let len = bytes.next()?;
        let name = match len {
            0 => break,
            EVENT_DATE => {
                let value = bytes.take(3)?.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
                text.tag("EventDate", date(value).as_bytes());
                continue;
            }
            1..=LONGEST_NAME => String::from_utf8_lossy(bytes.take(usize::from(len))?).into_owned(),
            _ => (*TAGS.get(usize::from(len - LONGEST_NAME - 1)).unwrap_or(&"Unknown")).to_owned(),
        };
        let mut len = usize::from(bytes.next()?);
        if is_five && len > usize::from(LONGEST_NAME) {
            len = (len - usize::from(LONGEST_NAME)) << 8 | usize::from(bytes.next()?);
        }
        has_setup |= name == "SetUp";
        text.tag(&name, bytes.take(len)?);
    }
    if bytes.next()? & 1 == 0 {
        return Ok(Pieces::initial());
    }
    let rest = &bytes.all[bytes.at..];
    let len = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
    let position = String::from_utf8_lossy(bytes.take(len)?).into_owned();
    bytes.next()?;
    if !has_setup {
        text.tag("SetUp", b"1");
    }
    text.tag("FEN", position.as_bytes());
    let Setup { board, .. } =
        fen::parse(&position).map_err(|error| format!("its first position cannot be read: {error}"))?;
    Pieces::of(board).ok_or_else(|| "its first position has more pieces than Scid can number".into())
}

/// Reads moves without marks between them.
fn only_moves(coded: &[u8], from: usize, made: Made<'_>) -> Result<(), String> {
    let (mut bytes, mut pieces, mut list) = (Bytes { all: coded, at: from }, Pieces::initial(), MoveList::new());
    loop {
        let at = bytes.at + 1;
        let byte = bytes.next()?;
        if byte == OVER {
            return Ok(());
        }
        let Some(mv) = pieces.decode(byte, &mut bytes, &mut list)? else {
            return Err(format!("byte {at} of its moves, {byte}, is no legal move"));
        };
        pieces.play(byte >> 4, &mv);
        made(&mv, &pieces.board);
    }
}

/// Reads moves and marks to the end of the game.
fn moves(bytes: &mut Bytes<'_>, start: Pieces, text: &mut Movetext, places: &mut Places) -> Result<(), String> {
    let (mut lines, mut list) = (Lines::new(start), MoveList::new());
    places.all.push(text.place());
    loop {
        let at = bytes.at + 1;
        let byte = bytes.next()?;
        let wrong = |why: &str| Err(format!("byte {at} of its moves, {byte}, {why}"));
        match byte {
            NAG => {
                let nag = bytes.next()?;
                text.word(&format!("${nag}"));
            }
            COMMENT => places.marked.push(text.place()),
            VARIATION => {
                lines.open(text).or_else(wrong)?;
                places.all.push(text.place());
            }
            END => lines.close(text).or_else(wrong)?,
            OVER if lines.is_main() => return Ok(()),
            OVER => return wrong("ends the game in a variation"),
            _ => {
                let position = &mut lines.position;
                let Some(mv) = position.decode(byte, bytes, &mut list)? else { return wrong("is no legal move") };
                let old = position.clone();
                position.play(byte >> 4, &mv);
                text.play(&old.board, &mv, &position.board, &mut list);
                lines.made_from(old);
                places.all.push(text.place());
            }
        }
    }
}

/// A board whose pieces are numbered.
#[derive(Clone, Debug)]
struct Pieces {
    board: Board,
    /// The squares of the pieces of each side, in the order of their numbers.
    squares: [[Square; 16]; 2],
    counts: [usize; 2],
}

impl Pieces {
    fn initial() -> Pieces {
        let (mut squares, rows) = (
            [[Square::A1; 16]; 2],
            [(Color::White, Rank::First, Rank::Second), (Color::Black, Rank::Eighth, Rank::Seventh)],
        );
        for (side, pieces, pawns) in rows {
            for n in 0..8 {
                squares[side as usize][n] = Square::from_coords(FILES[n], pieces);
                squares[side as usize][n + 8] = Square::from_coords(File::ALL[n], pawns);
            }
        }
        Pieces { board: Board::initial(), squares, counts: [16; 2] }
    }

    /// Numbers the pieces of a board as a FEN names them; a king changes places with the first one.
    fn of(board: Board) -> Option<Pieces> {
        let mut pieces = Pieces { board, squares: [[Square::A1; 16]; 2], counts: [0; 2] };
        for (rank, file) in Rank::ALL.into_iter().rev().flat_map(|rank| File::ALL.map(|file| (rank, file))) {
            let square = Square::from_coords(file, rank);
            let Some(piece) = board.piece_at(square) else { continue };
            let side = piece.color as usize;
            let (squares, count) = (&mut pieces.squares[side], &mut pieces.counts[side]);
            *squares.get_mut(*count)? = square;
            if piece.role == Role::King {
                squares.swap(0, *count);
            }
            *count += 1;
        }
        let has_king = |side: Color| board.kings(side).single_square().is_some();
        (has_king(Color::White) && has_king(Color::Black)).then_some(pieces)
    }

    /// The move that a byte codes, with the next one for a queen on a diagonal; nothing if it is not legal.
    fn decode(&self, byte: u8, bytes: &mut Bytes<'_>, list: &mut MoveList) -> Result<Option<Move>, String> {
        let (number, code) = (usize::from(byte >> 4), byte & 15);
        let us = self.board.turn();
        if number >= self.counts[us as usize] {
            return Ok(None);
        }
        let from = self.squares[us as usize][number];
        let Some(role) = self.board.role_at(from) else { return Ok(None) };
        let go = |(dx, dy): (i8, i8)| offset(from, dx, dy);
        let across = |code: u8| Square::from_coords(File::new(u32::from(code)), from.rank());
        let straight = |code: u8| match code {
            ..8 => across(code),
            _ => Square::from_coords(from.file(), Rank::new(u32::from(code - 8))),
        };
        let mut promotion = None;
        let to = match role {
            Role::King if code == 0 => return Ok(Some(san::null_move(&self.board))),
            Role::King if code > 8 => return Ok(self.castling(code == 10)),
            Role::King => go(KING[usize::from(code - 1)]),
            Role::Queen if across(code & 7) == from && code < 8 => {
                Square::try_from(bytes.next()?.wrapping_sub(64)).ok()
            }
            Role::Queen | Role::Rook => Some(straight(code)),
            Role::Bishop => {
                let dx = i8::try_from(code & 7).unwrap_or_default() - from.file() as i8;
                go((dx, if code < 8 { dx } else { -dx }))
            }
            Role::Knight => code.checked_sub(1).and_then(|n| KNIGHT.get(usize::from(n))).and_then(|&step| go(step)),
            Role::Pawn => {
                let up = if us == Color::White { 1 } else { -1 };
                promotion = [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)]
                    .get(usize::from(code / 3))
                    .copied()
                    .flatten();
                match code {
                    15 => go((0, 2 * up)),
                    _ => go((up * (i8::try_from(code % 3).unwrap_or_default() - 1), up)),
                }
            }
        };
        Ok(to.and_then(|to| self.board.legal_move_between(from, to, promotion, list)))
    }

    /// Castling on a wing.
    fn castling(&self, short: bool) -> Option<Move> {
        let own = self.board.castling() & self.board.by_color(self.board.turn());
        own.into_iter().filter_map(|rook| self.board.castling_with(rook)).find(|mv| mv.is_castle_short() == short)
    }

    /// Makes a move of the piece with a number.
    fn play(&mut self, number: u8, mv: &Move) {
        let (us, them) = (self.board.turn() as usize, !self.board.turn() as usize);
        if let Some(taken) = mv.captured {
            let (squares, count) = (&mut self.squares[them], &mut self.counts[them]);
            if let Some(n) = squares[..*count].iter().position(|&square| square == taken) {
                *count -= 1;
                squares[n] = squares[*count];
            }
        }
        if let tabiya_chess::MoveKind::Castle { rook_from, rook_to } = mv.kind {
            let rook = self.squares[us][..self.counts[us]].iter().position(|&square| square == rook_from);
            rook.into_iter().for_each(|rook| self.squares[us][rook] = rook_to);
        }
        self.squares[us][usize::from(number)] = mv.to;
        self.board.advance(mv);
    }
}
