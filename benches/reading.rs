//! Reading against the bare loop: pgn-reader reads, shakmaty replays, and every position is tested for check.
//!
//! The games are those of `common/samples.rs`.

#[path = "common/bare.rs"]
mod bare;
#[path = "common/samples.rs"]
mod samples;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tabiya::game::{Frames, Game, RawGame};

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

fn reading(c: &mut Criterion) {
    for (name, bytes) in samples::games() {
        measure(c, name, &bytes);
    }
}

criterion_group!(benches, reading);
criterion_main!(benches);
