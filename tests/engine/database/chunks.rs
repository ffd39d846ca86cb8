//! Chunks of a block: damage to one leaves the others readable. Summaries of several games together hold for each of them.

use crate::database::support::{SOURCE, build, digest};
use crate::game::shared::own_games;
use std::fs;
use tabiya::Game;
use tabiya::chess::{Color, Piece, Role};
use tabiya::game::Reading;
use tabiya_database::{Block, Database, Options, SummaryParts};

/// A database of one block with more than two chunks of games.
fn sample() -> Vec<u8> {
    sample_with(&Options::default())
}

fn sample_with(options: &Options) -> Vec<u8> {
    let path = own_games().into_iter().find(|path| path.ends_with("variations.pgn")).unwrap();
    let text = fs::read(path).unwrap();
    let mut many = Vec::new();
    while many.len() < 40 * text.len() && many.len() < 400_000 {
        many.extend_from_slice(&text);
        many.extend_from_slice(b"\n\n");
    }
    build(&many, u32::MAX, options)
}

fn only_block(bytes: Vec<u8>) -> Block {
    let database = Database::from_bytes(bytes).unwrap();
    assert_eq!(database.blocks(), 1);
    database.read_block(0).unwrap()
}

#[test]
fn a_game_is_read_without_the_games_before_it() {
    let bytes = sample();
    let (block, other) = (only_block(bytes.clone()), only_block(bytes));
    assert!(block.len() > 130, "{} games are too few chunks", block.len());
    let (mut game, mut expected) = (Game::new(), Game::new());
    let mut in_order = Vec::new();
    for n in 0..block.len() {
        block.read(n, &Reading::default(), &mut expected).unwrap();
        in_order.push(digest(&expected));
    }
    for n in (0..block.len()).rev().step_by(7) {
        other.read(n, &Reading::default(), &mut game).unwrap();
        assert_eq!(digest(&game), in_order[n], "game {n}");
        assert_eq!(other.source(n).unwrap(), SOURCE);
    }
}

#[test]
fn a_damaged_chunk_leaves_the_others_readable() {
    // Without columns, which are of no chunk.
    let mut bytes = sample_with(&Options { small: true, ..Options::default() });
    let database = Database::from_bytes(bytes.clone()).unwrap();
    let games = database.games_of(0) as usize;
    // The list of blocks, one entry of forty bytes and the numbers of blocks and of tables of openings, follows the block,
    // whose last section belongs to the last chunk.
    let end = bytes.len() - 48;
    bytes[end - 1] ^= 1;
    let block = only_block(bytes);
    let mut game = Game::new();
    let lost: Vec<usize> = (0..games).filter(|&n| block.read(n, &Reading::default(), &mut game).is_err()).collect();
    let last_chunk = games / 64 * 64;
    assert!(!lost.is_empty() && lost.iter().all(|&n| n >= last_chunk), "{lost:?} of {games}");
}

#[test]
fn summaries_of_several_games_hold_for_each() {
    let block = only_block(sample());
    let summaries = block.summaries(SummaryParts::ALL).unwrap();
    for (start, len) in [(0, 1), (3, 1), (0, 64), (17, 100), (0, block.len())] {
        let range = summaries.range(start..start + len);
        let single: Vec<_> = (start..start + len).map(|n| summaries.get(n)).collect();
        assert_eq!(range.plies(), single.iter().map(|summary| summary.plies).max().unwrap());
        assert_eq!(range.has_variations(), single.iter().any(|summary| summary.has_variations));
        assert_eq!(range.captures(), single.iter().any(|summary| summary.captures));
        assert_eq!(range.check(), single.iter().any(|summary| summary.check));
        assert_eq!(range.ends_in_check(), single.iter().any(|summary| summary.ends_in_check));
        assert_eq!(range.ends_out_of_check(), single.iter().any(|summary| !summary.ends_in_check));
        assert_eq!(range.ends_without_moves(), single.iter().any(|summary| summary.ends_without_moves));
        for color in Color::ALL {
            for short in [true, false] {
                assert_eq!(range.castled(color, short), single.iter().any(|summary| summary.castled(color, short)));
            }
            for role in Role::ALL {
                assert_eq!(range.promoted(color, role), single.iter().any(|summary| summary.promoted(color, role)));
                let piece = Piece { color, role };
                let counts = || single.iter().map(|summary| summary.count(piece));
                assert_eq!(range.count(piece).least, counts().map(|count| count.least).min().unwrap());
                assert_eq!(range.count(piece).most, counts().map(|count| count.most).max().unwrap());
            }
        }
    }
}

#[test]
fn parts_that_were_not_read_refuse_nothing() {
    let block = only_block(sample());
    let piece = Role::Pawn.of(Color::White);
    let summaries = block.summaries(SummaryParts::NONE).unwrap();
    let range = summaries.range(5..9);
    assert_eq!((range.plies(), range.count(piece).least, range.count(piece).most), (u32::MAX, 0, u8::MAX));
    assert!(range.promoted(Color::Black, Role::Knight) && range.castled(Color::White, true));
    let summaries = block.summaries(SummaryParts::NONE.with_count(piece).with_plies()).unwrap();
    let range = summaries.range(5..9);
    assert!(range.plies() < u32::MAX && range.count(piece).most <= 8);
}
