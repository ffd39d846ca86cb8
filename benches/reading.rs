//! Reading against the bare loop: pgn-reader reads, shakmaty replays, and every position is asked for check.
//!
//! The games are the project's own; and `otb.pgn.zst`, where the corpora are there (`TABIYA_SHARED`).

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::hint::black_box;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tabiya::game::{Frames, Game, Input, RawGame};

/// The bare loop over the mainline.
#[derive(Default)]
struct Bare {
    positions: u64,
    checks: u64,
}

impl Visitor for Bare {
    type Tags = Option<Chess>;
    type Movetext = Option<Chess>;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Self::Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            *tags =
                Fen::from_ascii(value.as_bytes()).ok().and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<(), Self::Movetext> {
        self.positions += 1;
        ControlFlow::Continue(tags)
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Self::Movetext, san: SanPlus) -> ControlFlow<()> {
        let next = position.take().and_then(|mut board| {
            let m = san.san.to_move(&board).ok()?;
            board.play_unchecked(m);
            Some(board)
        });
        if let Some(board) = &next {
            self.positions += 1;
            self.checks += u64::from(board.is_check());
        }
        *position = next;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Self::Movetext) {}
}

fn bare(bytes: &[u8]) -> (u64, u64) {
    let mut visitor = Bare::default();
    let mut reader = Reader::new(bytes);
    while reader.read_game(&mut visitor).unwrap().is_some() {}
    (visitor.positions, visitor.checks)
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
    group.bench_function("bare loop", |b| b.iter(|| bare(black_box(bytes))));
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
