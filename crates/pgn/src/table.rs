//! Files with a game on each line or in each object: what they are, where their rows end, and the text that each becomes.

use super::frame::{Frames, RawGame, RowFault, TableRow};
use super::puzzles::PuzzleTable;
use super::{json, kind, positions, problems};
use std::io::{self, Read};

/// What a file is that has a game on each line or in each object.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::{Game, RawGame, Table};
/// let line = br#"2r3k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rxc8#; id "A.1";"#;
/// let mut raw = RawGame::from_bytes(line);
/// Table::of(line).unwrap().convert(&mut raw);
/// let mut game = Game::new();
/// game.parse(&raw);
/// assert_eq!((game.fen(0).as_str(), game.tags().get("bm")), ("2r3k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - 0 1", Some("Rxc8#")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// A table of puzzles.
    Puzzles(PuzzleTable),
    /// EPD or FEN.
    Positions,
    /// Games in JSON, of Chess.com or Lichess.
    Json,
    /// Chess problems in YAML, of Olive.
    Problems,
}

impl Table {
    /// The table that begins with these bytes; none if they are something else.
    pub fn of(bytes: &[u8]) -> Option<Table> {
        if kind::is_json(bytes) && !kind::is_manifest(bytes) {
            return Some(Table::Json);
        }
        if problems::is_collection(bytes) {
            return Some(Table::Problems);
        }
        let puzzles = PuzzleTable::of(bytes).map(Table::Puzzles);
        puzzles.or_else(|| positions::is_list(bytes).then_some(Table::Positions))
    }

    /// True if bytes may be the beginning of a table: more of them will tell.
    pub(crate) fn may_begin(bytes: &[u8]) -> bool {
        PuzzleTable::may_begin(bytes) || positions::may_begin(bytes) || problems::may_begin(bytes)
    }

    /// The next row: a line that is neither blank nor a comment of a suite, without its end, an object of JSON, or a document of YAML; `false` at the
    /// end of the stream. Rows are numbered as games are. Text beyond the greatest length of a row is passed over.
    ///
    /// # Errors
    /// As [`Frames::read_frame`].
    pub fn read_row<R: Read>(&self, frames: &mut Frames<R>, raw: &mut RawGame) -> io::Result<bool> {
        match self {
            Table::Json => frames.read_object(raw),
            Table::Problems => frames.read_document(raw),
            Table::Positions => frames.read_line(raw, positions::is_comment),
            Table::Puzzles(_) => frames.read_line(raw, |_| false),
        }
    }

    /// Makes the text of a game of the line that `raw` has.
    pub fn convert(&self, raw: &mut RawGame) {
        let line = std::mem::take(&mut raw.bytes);
        let (text, fault) = match self {
            Table::Puzzles(table) => table.text_of(&line, raw.cut),
            Table::Positions => positions::text_of(&line, raw.cut),
            Table::Json => json::text_of(&line, raw.cut),
            Table::Problems => problems::text_of(&line, raw.cut),
        };
        raw.before.clear();
        raw.behind.clear();
        raw.behind.extend_from_slice(b"\n\n");
        raw.cut = false;
        raw.bytes = text;
        let fault = fault.map(|message| RowFault { message, text: line, has_moves: false });
        raw.row = Some(TableRow { fault, ..TableRow::default() });
    }
}
