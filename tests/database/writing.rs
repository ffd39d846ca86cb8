//! Writing files: adding games, interrupted attempts, and the same bytes every time.

use crate::support::{build, database};
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use tabiya::Game;
use tabiya::game::{RawGame, Reading};
use tabiya_database::{BlockBuilder, Database, EncodedBlock, Options, Writer};

fn block(white: &str, games: u32) -> EncodedBlock {
    let mut builder = BlockBuilder::new(&Options::default());
    let mut game = Game::new();
    for n in 0..games {
        let raw = RawGame::from_bytes(format!("[White \"{white} {n}\"]\n\n1. e4 e5 *").as_bytes());
        game.parse(&raw);
        builder.add(white, &raw, &game);
    }
    builder.finish()
}

fn whites(database: &Database) -> Vec<String> {
    let mut game = Game::new();
    let mut found = Vec::new();
    for number in 0..database.blocks() {
        let block = database.read_block(number).unwrap();
        for n in 0..block.len() {
            block.read(n, &Reading::default(), &mut game).unwrap();
            found.push(game.tags().get("White").unwrap().to_owned());
        }
    }
    found
}

fn reopen(path: &std::path::Path) -> File {
    OpenOptions::new().read(true).write(true).open(path).unwrap()
}

#[test]
fn games_are_added_without_a_rebuild() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.tabiya");
    let mut writer = Writer::create(File::create(&path).unwrap()).unwrap();
    writer.write(&block("a", 2)).unwrap();
    drop(writer.finish().unwrap());
    let before = std::fs::read(&path).unwrap();
    for (name, count) in [("b", 4), ("c", 6), ("d", 8)] {
        let mut writer = Writer::append(reopen(&path)).unwrap();
        writer.write(&block(name, 2)).unwrap();
        drop(writer.finish().unwrap());
        let database = Database::open(&path).unwrap();
        assert_eq!((database.info().games, database.info().blocks), (count, count as usize / 2));
    }
    assert_eq!(whites(&Database::open(&path).unwrap()), ["a 0", "a 1", "b 0", "b 1", "c 0", "c 1", "d 0", "d 1"]);
    // Nothing of the first file but the header was touched.
    let after = std::fs::read(&path).unwrap();
    assert_eq!(after[80..before.len()], before[80..]);
}

/// Until the last byte is written, the file is what it was.
#[test]
fn an_interrupted_attempt_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.tabiya");
    let mut writer = Writer::create(File::create(&path).unwrap()).unwrap();
    writer.write(&block("a", 2)).unwrap();
    assert!(Database::open(&path).is_err(), "a file that is not finished is refused");
    drop(writer.finish().unwrap());
    let mut writer = Writer::append(reopen(&path)).unwrap();
    writer.write(&block("b", 3)).unwrap();
    drop(writer); // not finished
    assert_eq!(whites(&Database::open(&path).unwrap()), ["a 0", "a 1"]);
    // A slot that was written in part does not count either.
    let mut file = reopen(&path);
    file.seek(SeekFrom::Start(16)).unwrap();
    file.write_all(&[9; 20]).unwrap();
    drop(file);
    assert_eq!(whites(&Database::open(&path).unwrap()), ["a 0", "a 1"]);
    let mut writer = Writer::append(reopen(&path)).unwrap();
    writer.write(&block("c", 1)).unwrap();
    drop(writer.finish().unwrap());
    assert_eq!(whites(&Database::open(&path).unwrap()), ["a 0", "a 1", "c 0"]);
}

#[test]
fn the_same_games_give_the_same_bytes() {
    let text = "[White \"a\"]\n\n1. e4 e5 *\n\n[White \"b\"]\n\n1.d4  *\n\n".repeat(50);
    let first = build(text.as_bytes(), 7, &Options::default());
    assert_eq!(first, build(text.as_bytes(), 7, &Options::default()));
    // A block does not depend on what the builder encoded before it.
    let mut builder = BlockBuilder::new(&Options::default());
    let mut game = Game::new();
    let mut encode = |builder: &mut BlockBuilder, text: &str| {
        let raw = RawGame::from_bytes(text.as_bytes());
        game.parse(&raw);
        builder.add("x", &raw, &game);
        let mut writer = Writer::create(std::io::Cursor::new(Vec::new())).unwrap();
        writer.write(&builder.finish()).unwrap();
        writer.finish().unwrap().into_inner()
    };
    let alone = encode(&mut builder, "1. e4 e5 *");
    encode(&mut builder, "1.d4   {x} *");
    assert_eq!(encode(&mut builder, "1. e4 e5 *"), alone);
}

#[test]
fn an_empty_database() {
    let database = database(b"", 1);
    assert_eq!((database.info().games, database.blocks()), (0, 0));
}
