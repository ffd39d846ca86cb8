//! Files that are read next to the games: opening books, and tables of spellings, of names of openings and of ratings.

use tabiya::OpeningNames;
use tabiya::chess::{Board, MoveList};
use tabiya::names::{NamesTable, Ratings};
use tabiya::openings::Book;

/// The first byte says what the others are. A file is read or rejected.
pub fn tables(data: &[u8]) {
    let Some((kind, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    match kind % 4 {
        0 => book(rest),
        1 => spellings(&text),
        2 => openings(&text),
        _ => ratings(&text),
    }
}

/// A book that is written is read as the same book, and has legal moves only.
fn book(bytes: &[u8]) {
    let Ok(book) = Book::parse(bytes) else { return };
    let again = Book::parse(&book.to_bytes());
    assert!(again.is_ok_and(|again| again == book), "a book is read as it was written");
    let (mut board, mut legal) = (Board::initial(), MoveList::new());
    for _ in 0..20 {
        let moves = book.moves(&board, &mut MoveList::new());
        assert!(moves.is_empty() || book.has(&board));
        board.legal_moves(&mut legal);
        assert!(moves.iter().all(|(mv, _)| legal.contains(mv)), "{moves:?} of {board:?}");
        let Some((mv, _)) = moves.first() else { return };
        board = board.play(mv);
    }
}

/// The name of a spelling is the name of itself, and is not left in favour of another.
fn spellings(text: &str) {
    let Ok(table) = NamesTable::parse(text) else { return };
    assert!(!table.names.is_empty(), "a table without a spelling is rejected");
    for line in text.lines() {
        let Some(name) = table.names.of(line.trim_start_matches('=').trim()) else { continue };
        assert_eq!(table.names.of(name), None, "`{name}` is a spelling, too");
    }
}

/// A position that a table names has a code and a name.
fn openings(text: &str) {
    let Ok(table) = OpeningNames::parse(text) else { return };
    if let Some(name) = table.of_board(&Board::initial()) {
        assert!(!name.name.is_empty(), "{name:?}");
    }
}

/// A rating is from 1 to 4000, and nothing is told of a player without a rating and a number.
fn ratings(text: &str) {
    let Ok(table) = Ratings::parse(text) else { return };
    for name in text.split(['\t', ';', ',', '"', '\n']) {
        for date in ["", "2024.01.02", "????.??.??"] {
            let Some(rated) = table.of(name, date) else { continue };
            assert!(rated.elo.is_some() || rated.fide_id.is_some(), "{rated:?} of {name:?}");
            assert!(rated.elo.is_none_or(|elo| (1..=4000).contains(&elo)), "{rated:?} of {name:?}");
        }
    }
}
