//! The positions of a file that `position in` looks up.
//!
//! A position is its placement of pieces and its side to move, as in the explorer of a database and in `novelty`. It is packed into
//! 24 bytes, so nothing is decided by a hash alone.
//!
//! PGN is read when the query is, and so are opening books, which have their positions by keys of 64 bits alone. Of a database only the filters of its groups of games are read at once. If a position is
//! not known yet, the groups whose filters do not rule it out are read, each once: a search that asks about few positions reads little,
//! and one that asks about many has read everything after some hundred positions that the file does not have. The memory kept
//! is bounded: [`Limits::positions`](crate::Limits::positions).

use crate::chess::{Board, Color, Role};
use crate::database::{Block, Database, OpenError, Placement, PositionFilter};
use crate::facts::{PositionSet, PositionsError};
use crate::game::{Game, ReadError, Reading};
use crate::games::{Games, Opened};
use crate::polyglot::{Book, BookError};
use rustc_hash::FxHashSet;
use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use tabiya_disk::Steps;

/// The positions of a file.
#[derive(Debug)]
pub(crate) struct FilePositions {
    /// What there is in place of all else, if the file is an opening book.
    book: Option<Book>,
    known: RwLock<Known>,
    /// The groups of games that are not read yet, and their number.
    waiting: Mutex<Waiting>,
    left: AtomicUsize,
    /// The most positions that are kept.
    most: usize,
}

/// Anything that is not read yet of a database.
#[derive(Debug, Default)]
struct Waiting {
    groups: Vec<Group>,
    game: Game,
}

/// Games that share a filter.
#[derive(Debug)]
struct Group {
    block: Arc<Block>,
    games: Range<usize>,
    filter: PositionFilter,
}

impl FilePositions {
    /// The positions of a file that is open already, at most this many. The name is for messages.
    ///
    /// # Errors
    ///
    /// If it cannot be read, has no game, or is PGN or a book with more positions.
    pub(crate) fn read(name: &str, file: File, most: usize) -> Result<FilePositions, PositionsError> {
        let (mut known, mut waiting) = (Known::default(), Waiting::default());
        if Book::is_named(Path::new(name)) {
            let book = Book::read(Steps(file), most).map_err(|error| match error {
                BookError::TooMany(_) => PositionsError::TooMany,
                error => PositionsError::Unreadable(error.to_string()),
            })?;
            return Ok(FilePositions { book: Some(book), ..FilePositions::new(known, waiting, most) });
        }
        let none = || PositionsError::Unreadable("it contains no game".to_owned());
        let unreadable = |error: ReadError| PositionsError::Unreadable(error.to_string());
        match Games::open_file(name, file).map_err(unreadable)? {
            Opened::Database(database) => waiting.groups = groups(&database).map_err(PositionsError::Unreadable)?,
            Opened::Games(mut games) => {
                let mut any = false;
                while games.read_into(&mut waiting.game).map_err(unreadable)? {
                    known.add(&waiting.game);
                    if known.len() > most {
                        return Err(PositionsError::TooMany);
                    }
                    any = true;
                }
                if !any {
                    return Err(none());
                }
                return Ok(FilePositions::new(known, waiting, most));
            }
        }
        if waiting.groups.is_empty() { Err(none()) } else { Ok(FilePositions::new(known, waiting, most)) }
    }

    fn new(known: Known, waiting: Waiting, most: usize) -> FilePositions {
        let left = AtomicUsize::new(waiting.groups.len());
        FilePositions { book: None, known: RwLock::new(known), waiting: Mutex::new(waiting), left, most }
    }

    fn knows(&self, board: &Board) -> bool {
        self.known.read().unwrap_or_else(PoisonError::into_inner).has(board)
    }
}

impl PositionSet for FilePositions {
    fn contains(&self, board: &Board) -> Result<bool, PositionsError> {
        if let Some(book) = &self.book {
            return Ok(book.has(board));
        }
        if self.knows(board) {
            return Ok(true);
        }
        if self.left.load(Ordering::Acquire) == 0 {
            return Ok(false);
        }
        let placement = Placement::of(board);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Waiting { groups, game } = &mut *waiting;
        let (mut new, mut wrong) = (Known::default(), None);
        let before = self.known.read().unwrap_or_else(PoisonError::into_inner).len();
        groups.retain(|group| {
            if wrong.is_some() || !group.filter.may_contain(placement) || new.has(board) {
                return true;
            }
            // A group that cannot be read stays where it is, so that anyone who needs it is told.
            wrong = if before + new.len() > self.most {
                Some(PositionsError::TooMany)
            } else {
                group.read(game, &mut new).err().map(PositionsError::Unreadable)
            };
            wrong.is_some()
        });
        self.known.write().unwrap_or_else(PoisonError::into_inner).take(new);
        self.left.store(groups.len(), Ordering::Release);
        // Another thread may have read the group in the meantime.
        match wrong {
            Some(wrong) if !self.knows(board) => Err(wrong),
            _ => Ok(self.knows(board)),
        }
    }
}

/// The groups of games of a database with their filters.
fn groups(database: &Database) -> Result<Vec<Group>, String> {
    if database.info().older {
        return Err(OpenError::Older.to_string());
    }
    let mut groups = Vec::new();
    for number in 0..database.blocks() {
        let block = database.read_block(number).map_err(|error| error.to_string())?;
        let block = Arc::new(block);
        for (group, games) in block.position_groups().enumerate() {
            let mut filter = PositionFilter::default();
            block.read_filter(group, &mut filter).map_err(|error| error.to_string())?;
            groups.push(Group { block: Arc::clone(&block), games, filter });
        }
    }
    Ok(groups)
}

impl Group {
    fn read(&self, game: &mut Game, known: &mut Known) -> Result<(), String> {
        for number in self.games.clone() {
            self.block.read(number, &Reading::default(), game).map_err(|error| error.to_string())?;
            known.add(game);
        }
        Ok(())
    }
}

/// Positions, by the side to move.
#[derive(Debug, Default)]
struct Known {
    packed: [FxHashSet<[u64; 3]>; 2],
    /// Those with more than 32 pieces.
    crowded: FxHashSet<Board>,
}

impl Known {
    /// Adds all positions of a game, variations included.
    fn add(&mut self, game: &Game) {
        let view = game.tree().full();
        for n in 0..view.len() {
            let board = view.board(n);
            match packed(board) {
                Some(bytes) => _ = self.packed[board.turn() as usize].insert(bytes),
                None => _ = self.crowded.insert(board.without_rights()),
            }
        }
    }

    fn has(&self, board: &Board) -> bool {
        match packed(board) {
            Some(bytes) => self.packed[board.turn() as usize].contains(&bytes),
            None => self.crowded.contains(&board.without_rights()),
        }
    }

    fn len(&self) -> usize {
        self.packed.iter().map(FxHashSet::len).sum::<usize>() + self.crowded.len()
    }

    /// Takes the positions of another one.
    fn take(&mut self, other: Known) {
        for (own, new) in self.packed.iter_mut().zip(other.packed) {
            own.extend(new);
        }
        self.crowded.extend(other.crowded);
    }
}

/// The squares that are occupied, and half a byte for the piece on each of them, without the side to move; none if there are too many.
fn packed(board: &Board) -> Option<[u64; 3]> {
    let occupied = board.occupied();
    if occupied.count() > 32 {
        return None;
    }
    let white = board.by_color(Color::White);
    let mut bytes = [occupied.0, 0, 0];
    for (at, square) in occupied.into_iter().enumerate() {
        let role = Role::ALL.into_iter().position(|role| board.by_role(role).contains(square))?;
        let piece = role as u64 * 2 + u64::from(white.contains(square));
        bytes[1 + at / 16] |= piece << (at % 16 * 4);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;
    use crate::database::same_position;
    use crate::game::RawGame;

    #[test]
    fn packed_positions_are_equal_where_the_positions_are() {
        let texts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
            "8/8/8/8/8/8/8/K6k w - - 0 1",
            "8/8/8/8/8/8/8/k6K w - - 0 1",
            "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/8/8/8 w - - 0 1",
            "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqQ/8/8/8 w - - 0 1",
        ];
        for one in texts {
            let mut known = Known::default();
            let (raw, mut game) = (RawGame::from_bytes(format!("[FEN \"{one}\"]\n\n*").as_bytes()), Game::new());
            game.parse(&raw);
            known.add(&game);
            for other in texts {
                let board = fen::parse(other).expect("a FEN").board;
                let same = same_position(game.tree().board(0), &board);
                assert_eq!(known.has(&board), same, "{one} {other}");
            }
        }
    }
}
