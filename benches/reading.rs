//! Reading against the bare loop: pgn-reader reads, shakmaty replays, and every position is asked for check.
//!
//! The games are the project's own; and `otb.pgn.zst`, where the corpora are there (`TABIYA_SHARED`).

#[path = "common/bare.rs"]
mod bare;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::io::Read;
use std::path::{Path, PathBuf};
use tabiya::game::{Frames, Game, Input, RawGame};

fn counts(bytes: &[u8]) -> [u64; 3] {
    let bare::Bare { games, positions, checks } = bare::bare(bytes).expect("memory can be read");
    [games, positions, checks]
}

fn frames(bytes: &[u8]) -> u64 {
    let (mut frames, mut raw) = (Frames::new(bytes), RawGame::default());
    let mut total = 0;
    while frames.read_frame(&mut raw).unwrap() {
        total += raw.bytes.len() as u64;
    }
    total
}

fn trees(bytes: &[u8], check: bool) -> (u64, u64) {
    let (mut frames, mut raw, mut game) = (Frames::new(bytes), RawGame::default(), Game::new());
    let (mut positions, mut checks) = (0, 0);
    while frames.read_frame(&mut raw).unwrap() {
        game.parse(&raw);
        positions += u64::from(game.tree().len());
        if check {
            checks += (0..game.tree().len()).filter(|&n| game.tree().board(n).is_check()).count() as u64;
        }
    }
    (positions, checks)
}

fn measure(c: &mut Criterion, name: &str, bytes: &[u8]) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("bare loop", |b| b.iter(|| counts(black_box(bytes))));
    group.bench_function("frames", |b| b.iter(|| frames(black_box(bytes))));
    group.bench_function("trees", |b| b.iter(|| trees(black_box(bytes), false)));
    group.bench_function("trees and checks", |b| b.iter(|| trees(black_box(bytes), true)));
    group.finish();
}

fn content(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(mut input) = Input::open(path) {
        input.read_to_end(&mut bytes).unwrap();
    }
    bytes
}

fn reading(c: &mut Criterion) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    measure(c, "own games", &content(&root.join("tests/data/games/wild.pgn")));
    let shared = std::env::var_os("TABIYA_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let otb = content(&shared.join("corpora/otb.pgn.zst"));
    if !otb.is_empty() {
        measure(c, "otb", &otb);
    }
}

criterion_group!(benches, reading);
criterion_main!(benches);
