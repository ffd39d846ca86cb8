//! Tables of puzzles in the form of Lichess's collection: each row becomes the text of a game.
//!
//! A table is known by its first line, which begins with the names `PuzzleId,FEN,Moves`; the columns after these may be
//! any. A row becomes PGN: its position and its other columns become tags, its moves stay as they are (`e2e4`), for the
//! reader of games knows this spelling. So every reader of games reads puzzles, and a row that is wrong is a game with a
//! fault.
//!
//! A row is a line. No column of these tables holds the end of a line, and so a quote that is not closed costs its own row
//! only.

use super::frame::MAX_ROW;
use super::text::BYTE_ORDER_MARK;
use std::borrow::Cow;

/// The beginning of the first line.
const HEAD: &[u8] = b"PuzzleId,FEN,Moves";

/// The FEN of a row that gives none; it cannot be read, so that no position is invented.
pub(super) const NO_FEN: &str = "none";

/// The column that becomes the tag Site.
const URL: &str = "GameUrl";

/// The columns of a table of puzzles.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{Game, RawGame, Table};
/// let table = Table::of(b"PuzzleId,FEN,Moves,Themes").unwrap();
/// let mut raw = RawGame::from_bytes(b"1,6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1,h7h6 a1a8,mate mateIn1");
/// table.convert(&mut raw);
/// let mut game = Game::new();
/// game.parse(&raw);
/// assert_eq!((game.tree().len(), game.tags().get("Themes")), (3, Some("mate mateIn1")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleTable {
    columns: Vec<String>,
}

/// What becomes of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role<'c> {
    Id,
    Fen,
    Moves,
    Tag(&'c str),
    /// Its name cannot be that of a tag, or that tag says something else.
    Nothing,
}

fn role(column: &str) -> Role<'_> {
    match column {
        "PuzzleId" => Role::Id,
        "FEN" => Role::Fen,
        "Moves" => Role::Moves,
        URL => Role::Tag("Site"),
        "Event" | "Site" | "Result" | "SetUp" => Role::Nothing,
        name => {
            let word = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            let named = word && name.starts_with(|c: char| c.is_ascii_alphabetic());
            if named { Role::Tag(name) } else { Role::Nothing }
        }
    }
}

impl PuzzleTable {
    /// The table that begins with a line, or with bytes that begin with that line; none if it is not the head of a table.
    pub fn of(bytes: &[u8]) -> Option<PuzzleTable> {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let line = &bytes[..memchr::memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len())];
        let rest = line.strip_prefix(HEAD)?;
        let columns = fields(line).iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
        matches!(rest.first(), None | Some(b',')).then_some(PuzzleTable { columns })
    }

    /// True if bytes may be the beginning of a table: more of them will tell.
    pub(crate) fn may_begin(bytes: &[u8]) -> bool {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let line_ends = memchr::memchr2(b'\n', b'\r', bytes).is_some();
        if bytes.len() < HEAD.len() { HEAD.starts_with(bytes) } else { bytes.starts_with(HEAD) && !line_ends }
    }

    /// The text of a game of a row, and the error of the row.
    pub(super) fn text_of(&self, line: &[u8], cut: bool) -> (Vec<u8>, Option<String>) {
        let fields = fields(line);
        let fault = self.fault(&fields, cut);
        let mut text = Vec::with_capacity(2 * line.len());
        let value = |wanted: Role<'_>| self.columns.iter().position(|name| role(name) == wanted);
        let value = |wanted| value(wanted).and_then(|place| fields.get(place)).map_or(&b""[..], |field| field);
        push_tag("Event", &[b"Puzzle ", value(Role::Id)].concat(), &mut text);
        push_tag("Site", value(Role::Tag("Site")), &mut text);
        push_tag("Result", b"*", &mut text);
        push_tag("SetUp", b"1", &mut text);
        push_tag("FEN", if fault.is_none() { value(Role::Fen) } else { NO_FEN.as_bytes() }, &mut text);
        push_tag("PuzzleId", value(Role::Id), &mut text);
        if fault.is_none() {
            for (name, value) in self.columns.iter().zip(&fields) {
                if let Role::Tag(name) = role(name)
                    && name != "Site"
                {
                    push_tag(name, value, &mut text);
                }
            }
            text.push(b'\n');
            text.extend_from_slice(value(Role::Moves));
            text.push(b' ');
        } else {
            text.push(b'\n');
        }
        text.push(b'*');
        (text, fault)
    }

    /// The error of a row, apart from the faults that the reader of the game sees.
    fn fault(&self, fields: &[Cow<'_, [u8]>], cut: bool) -> Option<String> {
        if cut {
            return Some(format!("the row is longer than {MAX_ROW} bytes"));
        }
        if fields.len() != self.columns.len() {
            let (has, wanted) = (fields.len(), self.columns.len());
            let s = if has == 1 { "" } else { "s" };
            return Some(format!("the row has {has} field{s}, but the first line of the table names {wanted} columns"));
        }
        let named = self.columns.iter().zip(fields);
        let mut empty = named.filter(|(name, value)| {
            matches!(role(name), Role::Fen | Role::Moves) && value.iter().all(u8::is_ascii_whitespace)
        });
        empty.next().map(|(name, _)| format!("the column {name} of the row is empty"))
    }
}

/// The fields of a row.
fn fields(line: &[u8]) -> Vec<Cow<'_, [u8]>> {
    if memchr::memchr(b'"', line).is_none() {
        return line.split(|&b| b == b',').map(Cow::Borrowed).collect();
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line);
    let mut record = csv::ByteRecord::new();
    // Reading from memory does not fail.
    let _ = reader.read_byte_record(&mut record);
    record.iter().map(|field| Cow::Owned(field.to_vec())).collect()
}

/// Appends a tag; nothing if it has no value.
pub(super) fn push_tag(name: &str, value: &[u8], text: &mut Vec<u8>) {
    let value = value.trim_ascii();
    if value.is_empty() {
        return;
    }
    text.push(b'[');
    text.extend_from_slice(name.as_bytes());
    text.extend_from_slice(b" \"");
    for &byte in value {
        if matches!(byte, b'"' | b'\\') {
            text.push(b'\\');
        }
        text.push(byte);
    }
    text.extend_from_slice(b"\"]\n");
}
