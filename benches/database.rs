//! The database file against PGN: building it, and reading games, tags, summaries and positions from it.
//!
//! The games are those of `common/samples.rs`. The bare loop, which is pgn-reader and shakmaty on the same games, is the
//! measure for both; the binary loop, which plays moves of two bytes from memory, is that for reading a database.

#[path = "common/bare.rs"]
mod bare;
#[path = "common/binary.rs"]
mod binary;
#[path = "common/samples.rs"]
mod samples;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::io::Cursor;
use tabiya::chess::{Color, Role};
use tabiya::game::{Frames, Game, RawGame, Reading};
use tabiya_database::{BlockBuilder, Database, ExportScratch, Options, Placement, SummaryParts, Writer};

fn build(bytes: &[u8], exact_positions: bool) -> Vec<u8> {
    let mut writer = Writer::create(Cursor::new(Vec::new())).unwrap();
    let mut block = BlockBuilder::new(&Options { exact_positions, ..Options::default() });
    let (mut frames, mut raw, mut game) = (Frames::new(bytes), RawGame::default(), Game::new());
    while frames.read_frame(&mut raw).unwrap() {
        game.parse(&raw);
        block.add("games.pgn", &raw, &game);
        if block.is_full() {
            writer.write(&block.finish()).unwrap();
        }
    }
    writer.write(&block.finish()).unwrap();
    writer.finish().unwrap().into_inner()
}

fn binary_games(bytes: &[u8]) -> binary::BinaryGames {
    let (mut frames, mut raw, mut game) = (Frames::new(bytes), RawGame::default(), Game::new());
    let mut games = binary::BinaryGames::default();
    while frames.read_frame(&mut raw).unwrap() {
        game.parse(&raw);
        games.add(&game);
    }
    games
}

/// Reads all games, or their tags alone; counts checks.
fn trees(database: &Database, tags_alone: bool) -> u64 {
    let (mut game, mut checks) = (Game::new(), 0);
    for number in 0..database.blocks() {
        let block = database.read_block(number).unwrap();
        for n in 0..block.len() {
            if block.read_unless(n, &Reading::default(), &mut game, |_| tags_alone).unwrap() {
                checks += (0..game.tree().len()).filter(|&n| game.tree().board(n).is_check()).count() as u64;
            }
        }
    }
    checks
}

/// The games that have no white rook at some time, by summaries.
fn summaries(database: &Database) -> usize {
    let rook = Role::Rook.of(Color::White);
    let parts = SummaryParts::NONE.with_count(rook);
    let of_block = |number| {
        let summaries = database.read_block(number).unwrap().summaries(parts).unwrap();
        (0..summaries.len()).filter(|&n| summaries.get(n).count(rook).least == 0).count()
    };
    (0..database.blocks()).map(of_block).sum()
}

/// The chunks in which a position that no game has may occur.
fn positions(database: &Database) -> usize {
    let board = tabiya::chess::fen::parse("8/8/8/4k3/8/8/8/4K2R w - - 0 1").unwrap().board;
    let placement = [Placement::of(&board)];
    (0..database.blocks()).map(|n| database.read_block(n).unwrap().may_contain(&placement).unwrap().len()).sum()
}

fn export(database: &Database) -> u64 {
    let (mut raw, mut scratch, mut bytes) = (RawGame::default(), ExportScratch::default(), 0);
    for number in 0..database.blocks() {
        let block = database.read_block(number).unwrap();
        for n in 0..block.len() {
            block.export_with(n, &mut raw, &mut scratch).unwrap();
            bytes += raw.bytes.len() as u64;
        }
    }
    bytes
}

fn measure(c: &mut Criterion, name: &str, bytes: &[u8]) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("bare loop", |b| b.iter(|| bare::bare(black_box(bytes)).unwrap().checks));
    group.bench_function("build", |b| b.iter(|| build(black_box(bytes), true).len()));
    group.bench_function("build without positions", |b| b.iter(|| build(black_box(bytes), false).len()));
    let games = binary_games(bytes);
    group.bench_function("binary loop", |b| b.iter(|| black_box(&games).checks()));
    let database = Database::from_bytes(build(bytes, true)).unwrap();
    group.bench_function("trees and checks", |b| b.iter(|| trees(black_box(&database), false)));
    group.bench_function("tags", |b| b.iter(|| trees(black_box(&database), true)));
    group.bench_function("summaries", |b| b.iter(|| summaries(black_box(&database))));
    group.bench_function("positions", |b| b.iter(|| positions(black_box(&database))));
    group.bench_function("export", |b| b.iter(|| export(black_box(&database))));
    group.finish();
}

fn databases(c: &mut Criterion) {
    for (name, bytes) in samples::games() {
        measure(c, name, &bytes);
    }
}

criterion_group!(benches, databases);
criterion_main!(benches);
