//! Opening books of Polyglot: positions, each with moves and their weights.
//!
//! A book is a file of entries of 16 bytes, with the most significant byte first: the key of a position, a move, its weight, and
//! four bytes for programs that learn. The entries are in the order of their keys. Nothing else tells such a file, so it is taken
//! for a book by its name, and by all of its bytes.

use crate::chess::{Board, Move, MoveList, polyglot};
use std::io::{self, Read as _};
use std::path::Path;
use tabiya_disk as disk;

/// The bytes of an entry.
const ENTRY: usize = 16;

/// The most entries of a book that is opened.
const MOST_ENTRIES: usize = 20_000_000;

/// A book.
///
/// ```
/// use tabiya::chess::{Board, MoveList};
/// use tabiya::openings::{Book, Line};
///
/// let book = Book::new([(Board::initial(), [(Line::read("e4")?.moves[0], 7)])]);
/// let book = Book::parse(&book.to_bytes())?;
/// let moves = book.moves(&Board::initial(), &mut MoveList::new());
/// assert_eq!(moves.iter().map(|(mv, weight)| (mv.uci(), *weight)).collect::<Vec<_>>(), [("e2e4".to_owned(), 7)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// In the order of their keys, and those of one position as they came.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    key: u64,
    number: u16,
    weight: u16,
}

/// The reason why a file cannot be read as a book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// Its length is not that of one or more entries.
    #[error("it is not an opening book of Polyglot: {0} bytes are not a number of entries of 16 bytes")]
    Length(usize),
    /// An entry is out of order: its number, from 1.
    #[error("it is not an opening book of Polyglot: entry {0} is not in the order of the keys")]
    Order(usize),
    /// It has more entries than this.
    #[error("it has more than {0} entries")]
    TooMany(usize),
}

impl Book {
    /// True if a file is a book by its name, which ends in `.bin`.
    pub fn is_named(path: &Path) -> bool {
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case("bin"))
    }

    /// Reads a book.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not a book, or a very large one.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        Book::read(disk::open(path)?, MOST_ENTRIES)
    }

    /// Reads a book of at most `most` entries from a file that is open.
    pub(crate) fn read(file: impl io::Read, most: usize) -> Result<Book, BookError> {
        let (mut bytes, limit) = (Vec::new(), most.saturating_add(1).saturating_mul(ENTRY));
        file.take(limit as u64).read_to_end(&mut bytes)?;
        if bytes.len() == limit { Err(BookError::TooMany(most)) } else { Book::parse(&bytes) }
    }

    /// The book that a file with these bytes is.
    ///
    /// # Errors
    ///
    /// If they are not a book.
    pub fn parse(bytes: &[u8]) -> Result<Book, BookError> {
        let (entries, rest) = bytes.as_chunks::<ENTRY>();
        if entries.is_empty() || !rest.is_empty() {
            return Err(BookError::Length(bytes.len()));
        }
        let entries: Vec<Entry> = entries.iter().map(Entry::of).collect();
        match entries.iter().zip(&entries[1..]).position(|(one, next)| one.key > next.key) {
            Some(place) => Err(BookError::Order(place + 2)),
            None => Ok(Book { entries }),
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(Entry::bytes).collect()
    }

    /// The book of some positions with their moves and weights. Those of a position are made smaller together if one is too great
    /// for a book.
    pub fn new<M: IntoIterator<Item = (Move, u32)>>(positions: impl IntoIterator<Item = (Board, M)>) -> Book {
        let mut entries = Vec::new();
        for (board, moves) in positions {
            let key = polyglot::key(&board);
            let numbered = |(mv, weight)| Some((polyglot::number(&mv)?, weight));
            let moves: Vec<(u16, u32)> = moves.into_iter().filter_map(numbered).collect();
            let greatest = moves.iter().map(|(_, weight)| *weight).max().unwrap_or(0);
            let divisor = greatest.div_ceil(u16::MAX.into()).max(1);
            // Rare moves must not be lost.
            let fitting = |weight: u32| u16::try_from(weight.div_ceil(divisor)).unwrap_or(u16::MAX);
            entries.extend(moves.iter().map(|&(number, weight)| Entry { key, number, weight: fitting(weight) }));
        }
        entries.sort_by_key(|entry: &Entry| entry.key);
        Book { entries }
    }

    /// True if it has the position.
    pub fn has(&self, board: &Board) -> bool {
        !self.entries(board).is_empty()
    }

    /// The moves of a position with their weights, each move once. Entries that are not legal moves are passed over.
    pub fn moves(&self, board: &Board, scratch: &mut MoveList) -> Vec<(Move, u32)> {
        let mut moves: Vec<(Move, u32)> = Vec::new();
        for entry in self.entries(board) {
            let Some(mv) = polyglot::find(board, entry.number, scratch) else { continue };
            match moves.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, weight)) => *weight = weight.saturating_add(entry.weight.into()),
                None => moves.push((mv, entry.weight.into())),
            }
        }
        moves
    }

    fn entries(&self, board: &Board) -> &[Entry] {
        let key = polyglot::key(board);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let count = self.entries[first..].partition_point(|entry| entry.key == key);
        &self.entries[first..first + count]
    }
}

impl Entry {
    fn of(bytes: &[u8; ENTRY]) -> Entry {
        let [key @ .., m1, m0, w1, w0, _, _, _, _] = *bytes;
        Entry {
            key: u64::from_be_bytes(key),
            number: u16::from_be_bytes([m1, m0]),
            weight: u16::from_be_bytes([w1, w0]),
        }
    }

    fn bytes(&self) -> impl Iterator<Item = u8> + use<> {
        let Entry { key, number, weight } = *self;
        key.to_be_bytes().into_iter().chain(number.to_be_bytes()).chain(weight.to_be_bytes()).chain([0; 4])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_book() {
        let entry = |key: u64| Entry { key, number: 0, weight: 1 }.bytes().collect::<Vec<u8>>();
        let wrong = |bytes: &[u8]| Book::parse(bytes).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(wrong(b"").contains("0 bytes"));
        assert!(wrong(&entry(7)[1..]).contains("15 bytes"));
        assert!(wrong(&[entry(1), entry(3), entry(2)].concat()).contains("entry 3 "));
        assert_eq!(wrong(&[entry(1), entry(1), entry(u64::MAX)].concat()), "");
        // Moves that are not legal are passed over.
        let noise: Vec<u8> = (0..=u16::MAX)
            .flat_map(|number| Entry { key: polyglot::key(&Board::initial()), number, weight: 1 }.bytes())
            .collect();
        let book = Book::parse(&noise).expect("a book");
        let moves = book.moves(&Board::initial(), &mut MoveList::new());
        assert_eq!((moves.len(), moves.iter().map(|(_, weight)| weight).max()), (20, Some(&1)));
    }

    #[test]
    fn great_weights_keep_their_proportions() {
        let line = crate::line::Line::read("e4").expect("a move");
        let other = crate::line::Line::read("d4").expect("a move");
        let book = Book::new([(Board::initial(), [(line.moves[0], 200_000), (other.moves[0], 1)])]);
        let weights: Vec<u32> =
            book.moves(&Board::initial(), &mut MoveList::new()).into_iter().map(|(_, weight)| weight).collect();
        assert_eq!(weights, [50_000, 1]);
    }
}
