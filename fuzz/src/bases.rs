//! Databases of other programs, and collections of problems: damaged, they are games or an error.

use super::bytes::Bytes;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use tabiya::Games;

/// A database of Scid: index, moves, names.
const SCID: [(&str, &[u8]); 3] = [
    ("sample.si4", include_bytes!("../../tests/data/scid/sample.si4")),
    ("sample.sg4", include_bytes!("../../tests/data/scid/sample.sg4")),
    ("sample.sn4", include_bytes!("../../tests/data/scid/sample.sn4")),
];

const PROBLEM: &[u8] = b"---\nauthors:\n- Fir, A.\nalgebraic:\n  white: [Kf6, Qg1]\n  black: [Kh8]\nstipulation: \"#1\"\nsolution: |\n  1.Qg7#\n";

/// Files with changed bytes, as a version 4 and as one of another kind, and the same bytes as problems.
pub(crate) fn bases(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let folder = tempfile::tempdir().expect("a folder");
    for (name, whole) in SCID {
        let changed = damaged(whole, &mut bytes);
        fs::write(folder.path().join(name), &changed).expect("room");
        fs::write(folder.path().join(name.replace('4', "5")), &changed).expect("room");
    }
    for name in ["sample.si4", "sample.si5"] {
        read(Games::open(folder.path().join(name)).expect("a file"));
    }
    if bytes.percent(20) {
        let path = folder.path().join("games.db3");
        let blob = damaged(&[12, 12, 253, 0, 2, b'h', b'i', 255, 13, 254, 252, 1, 19], &mut bytes);
        write_croissant(&path, &blob);
        let whole = fs::read(&path).expect("a file");
        read(Games::open(&path).expect("a file"));
        read(Games::from_reader(Cursor::new(damaged(&whole, &mut bytes))).expect("a stream"));
    }
    read(Games::from_reader(Cursor::new(damaged(&PROBLEM.repeat(2), &mut bytes))).expect("a stream"));
}

/// Bytes of which some are changed, or whose end is missing.
fn damaged(whole: &[u8], bytes: &mut Bytes<'_>) -> Vec<u8> {
    let mut changed = whole.to_vec();
    for _ in 0..bytes.below(6) {
        let at = bytes.below(changed.len());
        changed[at] = bytes.below(256) as u8;
    }
    if bytes.percent(20) {
        changed.truncate(bytes.below(whole.len()));
    }
    changed
}

fn write_croissant(path: &Path, moves: &[u8]) {
    let connection = rusqlite::Connection::open(path).expect("a file");
    let tables = "CREATE TABLE Events (ID, Name); CREATE TABLE Sites (ID, Name); CREATE TABLE Players (ID, Name);
        CREATE TABLE Games (ID INTEGER PRIMARY KEY, EventID, SiteID, WhiteID, BlackID, Result, FEN, Moves)";
    connection.execute_batch(tables).expect("tables");
    connection.execute("INSERT INTO Games (Result, Moves) VALUES ('1-0', ?1)", [moves]).expect("a row");
}

fn read(games: Games) {
    for game in games {
        let Ok(game) = game else { return };
        super::pgn::check_tree(&game);
    }
}
