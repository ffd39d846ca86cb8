//! Files of other kinds and versions, unfinished files, and every kind of damage: refused or reported, and no block harms others.

use crate::database::support::{build, digest};
use crate::game::shared::own_games;
use std::fs;
use tabiya::Game;
use tabiya::game::{RawGame, Reading};
use tabiya_database::{BlockFault, Database, OpenError, Options, SummaryParts};
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
    assert!(message.contains("version 5") && message.contains("reads version 4"), "{message}");
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
        for n in 0..block.len() {
            errors += usize::from(block.export(n, &mut raw).is_err());
            let read = block.read(n, &Reading::default(), &mut game);
            errors += usize::from(read.is_err());
            digests.push(read.is_ok().then(|| digest(&game)));
        }
    }
    (digests, errors)
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

#[test]
fn damage_is_reported_with_its_place() {
    let mut bytes = sample();
    // The last byte of the first block: its positions.
    let second = bytes[81..].windows(4).position(|four| four == b"TBLK").unwrap() + 81;
    bytes[second - 1] ^= 1;
    let database = open(&bytes).unwrap();
    let error = database.read_block(0).unwrap().may_contain(&[]).unwrap_err();
    assert!(matches!(error.cause, BlockFault::Checksum(_)));
    assert_eq!(error.to_string(), "block 1 (byte 80, 10 games): the positions are damaged: the checksum is wrong");
}
