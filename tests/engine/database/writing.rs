//! Writing files: adding games, interrupted attempts, and the same bytes every time.

use crate::database::support::{build, database, digest};
use std::fs::{File, OpenOptions};
use std::io::{Cursor, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tabiya::Game;
use tabiya::game::{RawGame, Reading};
use tabiya_database::{BlockBuilder, Database, EncodedBlock, OpenError, Options, Sink, Unsure, Writer};
use tabiya_test_support::{size, tell};
use tempfile::TempDir;

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

/// A database with the games `a 0` and `a 1`, in a folder that goes with the first value.
fn base() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.tabiya");
    let mut writer = Writer::create(File::create(&path).unwrap()).unwrap();
    writer.write(&block("a", 2)).unwrap();
    assert!(Database::open(&path).is_err(), "a file that is not finished is refused");
    drop(writer.finish().unwrap());
    (folder, path)
}

/// Adds games.
fn append(path: &Path, white: &str, games: u32) {
    let mut writer = Writer::append(reopen(path)).unwrap();
    writer.write(&block(white, games)).unwrap();
    drop(writer.finish().unwrap());
}

/// The whites of the games of a file.
fn games(path: &Path) -> Vec<String> {
    whites(&Database::open(path).unwrap())
}

/// Holds a file to a number of games, each of which can be read, and to whether its newest list counts.
#[track_caller]
fn check(path: &Path, games: u64, older: bool) {
    let database = Database::open(path).unwrap();
    assert_eq!((database.info().games, database.info().older), (games, older));
    assert_eq!(whites(&database).len() as u64, games);
}

fn reopen(path: &Path) -> File {
    OpenOptions::new().read(true).write(true).open(path).unwrap()
}

#[test]
fn games_are_added_without_a_rebuild() {
    let (_folder, path) = base();
    let before = std::fs::read(&path).unwrap();
    for (name, count) in [("b", 4), ("c", 6), ("d", 8)] {
        append(&path, name, 2);
        let database = Database::open(&path).unwrap();
        assert_eq!((database.info().games, database.info().blocks), (count, count as usize / 2));
    }
    assert_eq!(games(&path), ["a 0", "a 1", "b 0", "b 1", "c 0", "c 1", "d 0", "d 1"]);
    // Nothing of the first file but the header was touched.
    let after = std::fs::read(&path).unwrap();
    assert_eq!(after[80..before.len()], before[80..]);
}

/// Until the last byte is written, the file is what it was.
#[test]
fn an_interrupted_attempt_changes_nothing() {
    let (_folder, path) = base();
    let mut writer = Writer::append(reopen(&path)).unwrap();
    writer.write(&block("b", 3)).unwrap();
    drop(writer); // not finished
    assert_eq!(games(&path), ["a 0", "a 1"]);
    // A slot that was written in part does not count either, unless there was something else before.
    let write_slot = |bytes: &[u8]| {
        let mut file = reopen(&path);
        file.seek(SeekFrom::Start(16)).unwrap();
        file.write_all(bytes).unwrap();
    };
    write_slot(&[9; 32]);
    check(&path, 2, true);
    refuses_games(&path);
    write_slot(&[0; 32]);
    write_slot(&[9; 20]);
    check(&path, 2, false);
    append(&path, "c", 1);
    assert_eq!(games(&path), ["a 0", "a 1", "c 0"]);
}

/// No games are added to a file which lacks some, and nothing in it changes.
#[track_caller]
fn refuses_games(path: &Path) {
    let before = std::fs::read(path).unwrap();
    assert!(matches!(Writer::append(reopen(path)), Err(OpenError::Older)));
    assert!(std::fs::read(path).unwrap() == before);
}

/// A file of which one step fails.
struct Failing {
    file: File,
    way: Way,
    /// The steps until then.
    left: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Once,
    /// It and all after it.
    FromThere,
    /// One half of what is to be written is, and the rest fails.
    Half,
}

impl Failing {
    /// Counts a step; `false` if it fails.
    fn step(&mut self) -> bool {
        match (self.left, self.way) {
            (0, Way::FromThere) => false,
            (1, _) => {
                self.left = 0;
                false
            }
            (0, _) => true,
            _ => {
                self.left -= 1;
                true
            }
        }
    }
}

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let half = self.left == 2 && self.way == Way::Half;
        match self.step() {
            true if half => self.file.write(&bytes[..bytes.len().div_ceil(2)]),
            true => self.file.write(bytes),
            false => Err(std::io::ErrorKind::StorageFull.into()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Seek for Failing {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(to)
    }
}

impl Sink for Failing {
    fn sync(&mut self) -> std::io::Result<()> {
        if self.step() { Ok(()) } else { Err(std::io::Error::other("not synced")) }
    }

    fn cut(&mut self, len: u64) -> std::io::Result<()> {
        if self.step() { self.file.set_len(len) } else { Err(std::io::Error::other("not cut")) }
    }
}

/// Adds games to a file of which a step fails; the error, and whether it came to this step.
fn append_with(path: &Path, way: Way, step: u32) -> (Result<(), OpenError>, bool) {
    let mut sink = Failing { file: reopen(path), way, left: step };
    let added = Writer::append_to(&mut sink, reopen(path)).and_then(|mut writer| {
        writer.write(&block("b", 3))?;
        writer.write(&block("c", 3))?;
        writer.finish().map(drop).map_err(OpenError::from)
    });
    (added, sink.left == 0)
}

#[test]
fn whatever_fails_while_games_are_added_the_file_opens() {
    let (_folder, path) = base();
    let once = std::fs::read(&path).unwrap();
    assert!(append_with(&path, Way::Once, u32::MAX).0.is_ok());
    // With one slot in use, then with both.
    let mut injected = 0;
    for (before, games) in [(once, 2), (std::fs::read(&path).unwrap(), 8)] {
        for way in [Way::Once, Way::FromThere, Way::Half] {
            for step in 1.. {
                std::fs::write(&path, &before).unwrap();
                let (added, came) = append_with(&path, way, step);
                injected += u32::from(came);
                let unsure =
                    matches!(&added, Err(OpenError::Read(error)) if error.get_ref().is_some_and(|e| e.is::<Unsure>()));
                let database = Database::open(&path).unwrap_or_else(|error| panic!("{way:?} {step}: {error}"));
                let expected = if added.is_ok() { games + 6 } else { games };
                let found = database.info().games;
                assert!(found == expected || unsure && found == games + 6, "{way:?} {step}: {found} {added:?}");
                assert_eq!(whites(&database).len() as u64, found);
                // The next ones can be added.
                assert!(append_with(&path, Way::Once, u32::MAX).0.is_ok(), "{way:?} {step}");
                check(&path, found + 6, false);
                if !came {
                    assert!(added.is_ok());
                    break;
                }
            }
        }
    }
    tell(&format!("faults: adding games: {injected} injected"));
}

#[test]
fn a_file_whose_newest_list_is_damaged_is_what_it_was_before() {
    let (_folder, path) = base();
    for added in 0..3 {
        assert!(append_with(&path, Way::Once, u32::MAX).0.is_ok());
        let whole = std::fs::read(&path).unwrap();
        let mut changed = whole.clone();
        *changed.last_mut().unwrap() ^= 1;
        for bytes in [&changed[..], &whole[..whole.len() - 1], &whole[..whole.len() - 200]] {
            std::fs::write(&path, bytes).unwrap();
            check(&path, 2 + 6 * added, true);
            refuses_games(&path);
        }
        std::fs::write(&path, &whole).unwrap();
    }
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

/// What reading refuses as too large is not written: such games are kept as text, or the block is refused.
#[test]
fn whatever_is_written_can_be_read() {
    let read_back = |raws: &[RawGame], block: &EncodedBlock| {
        let mut writer = Writer::create(Cursor::new(Vec::new())).unwrap();
        writer.write(block).unwrap();
        let database = Database::from_bytes(writer.finish().unwrap().into_inner()).unwrap();
        let (block, mut found, mut game) = (database.read_block(0).unwrap(), RawGame::default(), Game::new());
        let mut expected = Game::new();
        for (n, raw) in raws.iter().enumerate() {
            block.export(n, &mut found).unwrap();
            assert!(found.bytes == raw.bytes, "game {n}");
            block.read(n, &Reading::default(), &mut game).unwrap();
            expected.parse(raw);
            assert!(digest(&game) == digest(&expected), "game {n}");
        }
    };
    let encode = |raws: &[RawGame]| {
        let (mut block, mut game) = (BlockBuilder::new(&Options::default()), Game::new());
        for raw in raws {
            game.parse(raw);
            block.add("x", raw, &game);
        }
        block.finish()
    };
    // In UTF-8, these comments take three bytes for one.
    let long = size("MiB of a comment", 6, 63) << 20;
    let comment = |sign: u8| [b"[White \"a\"]\n\n1. e4 {", &vec![sign; long][..], b"} e5 *"].concat();
    let long = [0x84, b'a'].map(|sign| RawGame::from_bytes(&comment(sign)));
    read_back(&long, &encode(&long));
    // More names of tags than a block may have.
    let tags = |n: u32| (0..256).map(|k| format!("[T{n}_{k} \"\"]\n")).collect::<String>() + "\n1. e4 *";
    let many: Vec<RawGame> = (0..270).map(|n| RawGame::from_bytes(tags(n).as_bytes())).collect();
    read_back(&many, &encode(&many));
    // Blanks without end.
    let blank = RawGame { before: vec![b'\n'; 150 << 20], ..RawGame::from_bytes(b"1. e4 *") };
    let mut writer = Writer::create(Cursor::new(Vec::new())).unwrap();
    assert_eq!(writer.write(&encode(&[blank])).unwrap_err().kind(), ErrorKind::InvalidData);
}

#[test]
fn an_empty_database() {
    let database = database(b"", 1);
    assert_eq!((database.info().games, database.blocks()), (0, 0));
}
