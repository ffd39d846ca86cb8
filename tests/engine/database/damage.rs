//! Files of other kinds and versions, unfinished files, and every kind of damage: refused or reported, and no block harms others.

use crate::database::support::{Snapshot, build, digest};
use crate::game::shared::own_games;
use std::fs;
use std::io::Cursor;
use std::sync::Arc;
use tabiya::Game;
use tabiya::chess::{Color, File, Rank, Role, Square};
use tabiya::game::{RawGame, Reading};
use tabiya_database::{
    Block, BlockBuilder, BlockError, BlockFault, Database, Mark, OpenError, Options, SummaryParts, Writer,
};
use tabiya_test_support::size;

fn sample() -> Vec<u8> {
    let text = fs::read(own_games().into_iter().find(|path| path.ends_with("variations.pgn")).unwrap()).unwrap();
    build(&text, 10, &Options::default())
}

fn open(bytes: &[u8]) -> Result<Database, OpenError> {
    Database::from_bytes(bytes.to_vec())
}

#[test]
fn other_files_are_refused() {
    assert!(matches!(open(b"[Event \"x\"]\n\n1. e4 *"), Err(OpenError::NotADatabase)));
    assert!(matches!(open(b""), Err(OpenError::NotADatabase)));
    let bytes = sample();
    assert!(Database::is_database(&bytes[..8]) && !Database::is_database(b"[Event \""));
    let mut other = bytes.clone();
    other[8] += 1;
    let message = open(&other).unwrap_err().to_string();
    assert!(message.contains("version 6") && message.contains("reads version 5"), "{message}");
    let mut unfinished = bytes;
    unfinished[16..80].fill(0);
    assert!(matches!(open(&unfinished), Err(OpenError::Unfinished)));
}

#[test]
fn a_file_that_was_cut_is_refused() {
    let bytes = sample();
    for len in 0..bytes.len() {
        assert!(open(&bytes[..len]).is_err(), "cut at {len}");
    }
}

/// Reads everything; the digests of the games that can be read, and the number of errors.
fn read_all(database: &Database) -> (Vec<Option<String>>, usize) {
    let (mut game, mut raw) = (Game::new(), RawGame::default());
    let (mut digests, mut errors) = (Vec::new(), 0);
    for number in 0..database.blocks() {
        let Ok(block) = database.read_block(number) else {
            errors += 1;
            digests.extend((0..database.games_of(number)).map(|_| None));
            continue;
        };
        errors += usize::from(block.summaries(SummaryParts::ALL).is_err());
        errors += usize::from(block.may_contain(&[]).is_err());
        errors += usize::from(read_columns(&block).is_err());
        for n in 0..block.len() {
            errors += usize::from(block.export(n, &mut raw).is_err());
            let read = block.read(n, &Reading::default(), &mut game);
            errors += usize::from(read.is_err());
            digests.push(read.is_ok().then(|| digest(&game)));
        }
    }
    (digests, errors)
}

/// Reads all columns of a block; the first error.
fn read_columns(block: &Block) -> Result<(), BlockError> {
    block.lines()?;
    for piece in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color))) {
        block.counts(piece)?;
        for rank in Rank::ALL {
            let squares = block.squares(piece, rank)?;
            for file in File::ALL {
                block.stretches((piece, Square::from_coords(file, rank)), &squares, &mut Vec::new(), |_| ())?;
            }
        }
    }
    let promotions = Role::ALL.map(Mark::Promotion);
    let ends = [Mark::Check, Mark::Mate, Mark::Stalemate, Mark::BlackBegins];
    let moves = [Mark::CastleShort, Mark::CastleLong, Mark::EnPassant];
    ends.into_iter().chain(moves).chain(promotions).try_for_each(|mark| block.marked(mark, |_| ()))
}

/// A changed byte shows where it is, or changes nothing; the games of other blocks stay as they are.
#[test]
fn damage_costs_its_block() {
    let bytes = sample();
    let database = open(&bytes).unwrap();
    let (whole, none) = read_all(&database);
    assert_eq!(none, 0);
    assert!(database.blocks() > 2);
    let step = bytes.len() / size("damaged bytes", 60, 1500);
    for at in (80..bytes.len()).step_by(step.max(1)) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x41;
        // After the blocks is the list of blocks.
        let Ok(database) = open(&damaged) else { continue };
        let (found, errors) = read_all(&database);
        assert!(errors > 0, "byte {at} is not missed");
        let mut lost = Vec::new();
        for (n, digest) in found.iter().enumerate() {
            assert!(digest.is_none() || *digest == whole[n], "byte {at} changes game {n}");
            if digest.is_none() {
                lost.push(n / 10);
            }
        }
        lost.dedup();
        assert!(lost.len() < 2, "byte {at} costs blocks {lost:?}");
    }
}

/// A flipped bit in the header is said, or changes nothing; and adding games cuts nothing off and loses none.
#[test]
fn each_bit_of_the_header_is_missed_or_needless() {
    let text = (0..20).map(|n| format!("[White \"{n}\"]\n\n1. e4 e5 *\n\n")).collect::<String>();
    let add = |old: &[u8], name: &str| {
        let mut sink = Cursor::new(old.to_vec());
        let mut writer = match Writer::append_elsewhere(&mut sink, Arc::new(Snapshot::of(old))) {
            Ok(writer) => writer,
            Err(error) => return (Err(error), sink.into_inner()),
        };
        let mut block = BlockBuilder::new(&Options::default());
        let mut game = Game::new();
        let raw = RawGame::from_bytes(format!("[White \"{name}\"]\n\n1. d4 d5 *").as_bytes());
        game.parse(&raw);
        block.add("more.pgn", &raw, &game);
        writer.write(&block.finish()).unwrap();
        (writer.finish().map(drop).map_err(OpenError::from), sink.into_inner())
    };
    let once = build(text.as_bytes(), 7, &Options::default());
    let twice = add(&once, "b").1;
    let thrice = add(&twice, "c").1;
    // What an interrupted attempt has left makes nothing worse.
    let left = [&twice[..], &[7; 500]].concat();
    let (mut equal, mut said, mut refused) = (0, 0, 0);
    for sound in [once, twice, thrice, left] {
        let (whole, _) = read_all(&open(&sound).unwrap());
        for bit in 0..80 * 8 {
            let mut damaged = sound.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            match open(&damaged) {
                Err(_) => refused += 1,
                Ok(database) if database.info().older => {
                    said += 1;
                    let (found, errors) = read_all(&database);
                    assert!(errors == 0 && whole.starts_with(&found), "bit {bit}");
                }
                Ok(database) => {
                    equal += 1;
                    assert!(read_all(&database) == (whole.clone(), 0), "bit {bit} changes games without a word");
                }
            }
            match add(&damaged, "d") {
                (Err(_), after) => assert!(after == damaged, "bit {bit}: what is refused stays as it is"),
                (Ok(()), after) => {
                    let (found, errors) = read_all(&open(&after).unwrap());
                    assert!(errors == 0 && found.starts_with(&whole) && found.len() > whole.len(), "bit {bit}");
                }
            }
        }
    }
    assert!(equal > 640 && said > 500 && refused > 4 * 90, "{equal} {said} {refused}");
}

/// The only block of a database with some sections made anew; all checksums are right.
fn forged(bytes: &[u8], change: impl Fn(u32, &[u8]) -> Option<Vec<u8>>) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let list = number(56) as usize;
    let head = 80..80 + number(list + 16) as usize;
    let (mut new_head, mut sections, mut at) = (bytes[head.clone()].to_vec(), Vec::new(), head.end);
    for place in (32..head.len() - 4).step_by(16) {
        let [kind, stored, len] = [0, 4, 8].map(|n| number(head.start + place + n));
        let part = &bytes[at..at + stored as usize];
        at += part.len();
        let plain = if stored == len { part.to_vec() } else { zstd::bulk::decompress(part, len as usize).unwrap() };
        match change(kind, &plain) {
            Some(plain) => {
                let packed = zstd::bulk::compress(&plain, 1).unwrap();
                let packed = if packed.len() < plain.len() { &packed } else { &plain };
                new_head[place + 4..place + 8].copy_from_slice(&(packed.len() as u32).to_le_bytes());
                new_head[place + 8..place + 12].copy_from_slice(&(plain.len() as u32).to_le_bytes());
                sections.extend_from_slice(packed);
            }
            None => sections.extend_from_slice(part),
        }
    }
    let block = [new_head, sections].concat();
    let mut forged = [&bytes[..80], &block, &bytes[list..]].concat();
    forged[56..64].copy_from_slice(&(80 + block.len() as u64).to_le_bytes());
    let entry = 80 + block.len() + 4;
    forged[entry + 8..entry + 12].copy_from_slice(&(block.len() as u32).to_le_bytes());
    tabiya_fuzz::renew_checksums(&mut forged);
    forged
}

/// Right checksums do not make a section longer than what is in it.
#[test]
fn what_a_block_declares_is_bounded_by_its_games() {
    let text = (0..200).map(|n| format!("[White \"{n}\"]\n\n1. e4 {{a comment}} e5 *\n\n")).collect::<String>();
    let bytes = build(text.as_bytes(), u32::MAX, &Options::default());
    let read = |bytes: &[u8]| {
        let (mut game, mut raw) = (Game::new(), RawGame::default());
        let block = open(bytes).unwrap().read_block(0)?;
        block.read(0, &Reading::default(), &mut game)?;
        block.export(0, &mut raw)?;
        Ok::<_, tabiya_database::BlockError>(game.tree().len())
    };
    assert_eq!(read(&forged(&bytes, |_, plain| Some(plain.to_vec()))).unwrap(), 3);
    // Moves, notes and comments of the first chunk.
    for (kind, name) in [(4, "moves"), (5, "variations and notes"), (6, "comments")] {
        let longer = |one: u32, plain: &[u8]| (one == 1 << 8 | kind).then(|| [plain, &vec![0; 1 << 20]].concat());
        let error = read(&forged(&bytes, longer)).unwrap_err();
        assert!(matches!(error.cause, BlockFault::Malformed(part) if part == name), "{error}");
    }
    // More blanks and more layouts than games.
    let many = [&[1, 1, b'x', 1, 200, 1][..], &[128, 128, 4], &vec![0; 1 << 18]].concat();
    for (kind, name, plain) in
        [(2, "sources of games", many), (7, "layouts of games", [&[128, 128, 1][..], &vec![0; 1 << 20]].concat())]
    {
        let error = read(&forged(&bytes, |one, _| (one == kind).then(|| plain.clone()))).unwrap_err();
        assert!(matches!(error.cause, BlockFault::Malformed(part) if part == name), "{error}");
    }
    // 160 MB in all, of which each part alone would do.
    let sum = |one: u32, plain: &[u8]| (one & 255 == 4).then(|| [plain, &vec![0; 24 << 20]].concat());
    let error = read(&forged(&bytes, sum)).unwrap_err();
    assert!(matches!(error.cause, BlockFault::Malformed("contents")), "{error}");
}

#[test]
fn damage_is_reported_with_its_place() {
    let mut bytes = sample();
    // The last byte of the first block: squares of kings.
    let second = bytes[81..].windows(4).position(|four| four == b"TBLK").unwrap() + 81;
    bytes[second - 1] ^= 1;
    let database = open(&bytes).unwrap();
    let error = read_columns(&database.read_block(0).unwrap()).unwrap_err();
    assert!(matches!(error.cause, BlockFault::Checksum(_)));
    assert_eq!(
        error.to_string(),
        "block 1 (byte 80, 10 games): the squares of pieces are damaged: the checksum is wrong"
    );
}
