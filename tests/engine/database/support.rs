//! Building databases in memory, and comparing games in everything that can be asked of them.

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::io::{self, Cursor};
use std::sync::atomic::{AtomicUsize, Ordering};
use tabiya::Game;
use tabiya::game::{Frames, GameTree, Node, RawGame};
use tabiya_database::{BlockBuilder, Database, Options, ReadAt, Writer};

/// The name under which the tests' games are read.
pub(crate) const SOURCE: &str = "games/test.pgn";

/// A database of the games of a text, so many to a block.
pub(crate) fn build(text: &[u8], games: u32, options: &Options) -> Vec<u8> {
    let mut writer = Writer::create(Cursor::new(Vec::new())).unwrap();
    let (mut frames, mut raw, mut game) = (Frames::new(text), RawGame::default(), Game::new());
    let mut block = BlockBuilder::new(options);
    while frames.read_frame(&mut raw).unwrap() {
        game.parse(&raw);
        block.add(SOURCE, &raw, &game);
        if block.is_full() || block.len() == games {
            writer.write(&block.finish()).unwrap();
        }
    }
    writer.write(&block.finish()).unwrap();
    writer.finish().unwrap().into_inner()
}

/// A file elsewhere that does not change, and of which one read fails.
#[derive(Debug)]
pub(crate) struct Snapshot {
    bytes: Vec<u8>,
    /// The reads before the one that fails.
    left: AtomicUsize,
}

impl Snapshot {
    /// All reads are good.
    pub(crate) fn of(bytes: &[u8]) -> Snapshot {
        Snapshot::failing(bytes, usize::MAX / 2)
    }

    /// One read fails, after this many others; all after it are good.
    pub(crate) fn failing(bytes: &[u8], left: usize) -> Snapshot {
        Snapshot { bytes: bytes.to_vec(), left: AtomicUsize::new(left) }
    }

    /// True if the read that fails has been asked for.
    pub(crate) fn has_failed(&self) -> bool {
        self.left.load(Ordering::Relaxed) > usize::MAX / 2
    }
}

impl ReadAt for Snapshot {
    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            return Err(io::Error::other("this read fails"));
        }
        let start = usize::try_from(offset).unwrap();
        let found = self.bytes.get(start..start + bytes.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        bytes.copy_from_slice(found);
        Ok(())
    }
}

/// The same, opened.
pub(crate) fn database(text: &[u8], games: u32) -> Database {
    Database::from_bytes(build(text, games, &Options::default())).unwrap()
}

/// Everything that can be asked of a game, as text.
pub(crate) fn digest(game: &Game) -> String {
    let mut out = String::new();
    let place = (game.number(), game.offset(), game.line());
    writeln!(out, "{place:?} {:?} {:?} {}", game.variant(), game.start(), game.variant_name()).unwrap();
    writeln!(out, "{:?} {} {:?}", game.result(), game.is_incomplete(), game.faults()).unwrap();
    for (name, value) in game.tags().iter() {
        writeln!(out, "[{name} {value:?}]").unwrap();
    }
    writeln!(out, "{}", tree(game.tree())).unwrap();
    let notes = game.notes();
    for n in 0..game.tree().len() {
        for (place, text) in notes.comments(n) {
            writeln!(out, "{n} {place:?} {text:?}").unwrap();
        }
        let (nags, rests): (Vec<_>, Vec<_>) = (notes.nags(n).collect(), notes.rests(n).collect());
        if !nags.is_empty() || !rests.is_empty() || notes.comment(n).is_some() {
            writeln!(out, "{n} {nags:?} {rests:?} {:?}", notes.comment(n)).unwrap();
        }
    }
    writeln!(out, "{:?}", notes.nested_variations().collect::<Vec<_>>()).unwrap();
    out
}

fn tree(tree: &GameTree) -> String {
    let mut out = format!("{} {}\n", tree.len(), tree.mainline_len());
    let view = tree.full();
    for n in 0..tree.len() {
        // A board as text would take most of the time of these tests.
        let Node { board, ply, depth, child_index, virtual_mainline, nested } = view.node(n);
        let numbers = (BuildHasherDefault::<DefaultHasher>::default().hash_one(board), ply, depth, child_index);
        writeln!(out, "{n} {:?} {} {:?} {numbers:?}", view.parent(n), view.end(n), view.move_to(n)).unwrap();
        writeln!(out, "{virtual_mainline} {nested}").unwrap();
        if let Some(situation) = view.situation(n) {
            writeln!(out, "{situation:?}").unwrap();
        }
    }
    out
}
