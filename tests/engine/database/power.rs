//! Power cuts: whatever part of what was written since the last sync has reached the disk, the file is the old one or the new one.

use crate::database::support::{SOURCE, Snapshot, digest};
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::sync::Arc;
use tabiya::Game;
use tabiya::game::{RawGame, Reading};
use tabiya_database::{BlockBuilder, Database, ExplorerOptions, OpenError, Options, Sink, Writer};
use tabiya_test_support::{size, tell};

const SECTOR: usize = 512;

/// What happened to the file since the last sync: a sector of a write, or a cut.
#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Cut(usize),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Change::Write(at, part) => {
                let end = at + part.len();
                // What a file gets by growing is zeros.
                bytes.resize(bytes.len().max(end), 0);
                bytes[*at..end].copy_from_slice(part);
            }
            Change::Cut(len) => bytes.truncate(*len),
        }
    }
}

/// A file on a disk that a power cut may leave in many states.
#[derive(Default)]
struct Machine {
    /// What will outlast a power cut.
    safe: Vec<u8>,
    /// What programs see.
    seen: Vec<u8>,
    changes: Vec<Change>,
    place: usize,
    /// The states before each sync, with the changes that may be lost.
    moments: Vec<(Vec<u8>, Vec<Change>)>,
}

impl Machine {
    fn with(bytes: &[u8]) -> Machine {
        Machine { safe: bytes.to_vec(), seen: bytes.to_vec(), ..Machine::default() }
    }

    fn change(&mut self, change: Change) {
        change.apply(&mut self.seen);
        self.changes.push(change);
    }
}

impl Write for Machine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sector_end = (self.place / SECTOR + 1) * SECTOR;
        let part = &bytes[..bytes.len().min(sector_end - self.place)];
        self.change(Change::Write(self.place, part.to_vec()));
        self.place += part.len();
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Machine {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(place) = to else { panic!("places are counted from the start") };
        self.place = usize::try_from(place).unwrap();
        Ok(place)
    }
}

impl Sink for Machine {
    fn sync(&mut self) -> io::Result<()> {
        self.moments.push((std::mem::replace(&mut self.safe, self.seen.clone()), std::mem::take(&mut self.changes)));
        Ok(())
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.change(Change::Cut(usize::try_from(len).unwrap()));
        Ok(())
    }
}

/// States that a power cut may leave: with none of the changes, all, each one missing, each one alone, and some at random;
/// with the length that follows, and with the greatest that the file has had.
fn states(machine: &Machine, rng: &mut fastrand::Rng, most: usize) -> Vec<Vec<u8>> {
    let mut states = Vec::new();
    for (safe, changes) in &machine.moments {
        let n = changes.len();
        let single = (0..n).flat_map(|one| [vec![one], (0..n).filter(|&other| other != one).collect()]);
        let mut chosen: Vec<Vec<usize>> = single.chain([vec![], (0..n).collect()]).collect();
        rng.shuffle(&mut chosen);
        chosen.truncate(most / 2);
        chosen.extend([vec![], (0..n).collect()]);
        chosen.extend((0..most / 2).map(|_| (0..n).filter(|_| rng.bool()).collect()));
        let longest = changes.iter().fold(safe.len(), |longest, change| match change {
            Change::Write(at, part) => longest.max(at + part.len()),
            Change::Cut(_) => longest,
        });
        // A disk that writes less than a sector at a time, or a program that ends in the middle of writing the slot.
        if let [Change::Write(at, slot)] = changes.as_slice() {
            states.extend((1..28).map(|len| {
                let mut bytes = safe.clone();
                Change::Write(*at, slot[..len].to_vec()).apply(&mut bytes);
                bytes
            }));
        }
        for some in chosen {
            let mut bytes = safe.clone();
            some.iter().for_each(|&place| changes[place].apply(&mut bytes));
            states.push(bytes.clone());
            if bytes.len() < longest {
                bytes.resize(longest, 0);
                states.push(bytes);
            }
        }
    }
    states
}

fn writer_of<S: Sink>(writer: Writer<S>, explorer: bool) -> Writer<S> {
    if !explorer {
        return writer;
    }
    writer.with_explorer(ExplorerOptions::new(1, || Ok(Cursor::new(Vec::new()))))
}

/// Writes three blocks of games with a name.
fn fill<S: Sink>(mut writer: Writer<S>, name: &str, explorer: bool) -> io::Result<S> {
    let (mut block, mut game) = (BlockBuilder::new(&Options { explorer, ..Options::default() }), Game::new());
    for n in 0..30 {
        let text = format!("[White \"{name} {n}\"]\n\n1. e4 e5 2. Nf3 {{{name} {n}}} Nc6 *");
        let raw = RawGame { number: n + 1, ..RawGame::from_bytes(text.as_bytes()) };
        game.parse(&raw);
        block.add(SOURCE, &raw, &game);
        if n % 10 == 9 {
            writer.write(&block.finish())?;
        }
    }
    writer.finish()
}

fn appended<S: Sink>(sink: S, old: &[u8], name: &str, explorer: bool) -> Result<S, OpenError> {
    let writer = Writer::append_elsewhere(sink, Arc::new(Snapshot::of(old)))?;
    Ok(fill(writer_of(writer, explorer), name, explorer)?)
}

/// Everything in a database, which is whole.
fn content(bytes: &[u8]) -> Vec<String> {
    let database = Database::from_bytes(bytes.to_vec()).unwrap();
    assert!(!database.info().older);
    let (mut game, mut found) = (Game::new(), Vec::new());
    for block in (0..database.blocks()).map(|block| database.read_block(block).unwrap()) {
        for n in 0..block.len() {
            block.read(n, &Reading::default(), &mut game).unwrap();
            found.push(digest(&game));
        }
    }
    if let Some(explorer) = database.explorer().unwrap() {
        found.push(format!("{:?}", explorer.find(game.tree().board(2)).unwrap()));
    }
    found
}

#[test]
fn a_power_cut_leaves_the_old_file_or_the_new_one() {
    let mut rng = fastrand::Rng::with_seed(tabiya_test_support::seed());
    let (most, mut tried, mut added) = (size("states of each sync", 20, 400), 0, 0);
    for explorer in [false, true] {
        let mut machine = Machine::default();
        fill(writer_of(Writer::create(&mut machine).unwrap(), explorer), "a", explorer).unwrap();
        let first = content(&machine.seen);
        for state in states(&machine, &mut rng, most) {
            tried += 1;
            if Database::from_bytes(state.clone()).is_ok() {
                assert!(content(&state) == first, "a new file is whole or refused");
            }
        }
        let mut old = machine.seen;
        // Into the second slot, into the first one, and after what an interrupted attempt has left.
        for (name, left) in [("b", 0), ("c", 0), ("d", 3000)] {
            old.resize(old.len() + left, 7);
            let mut machine = Machine::with(&old);
            appended(&mut machine, &old, name, explorer).unwrap();
            let (before, after) = (content(&old), content(&machine.seen));
            for state in states(&machine, &mut rng, most) {
                tried += 1;
                let found = content(&state);
                assert!(found == before || found == after, "{} games", found.len());
                if rng.usize(..4) == 0 {
                    added += 1;
                    let next = appended(Cursor::new(state.clone()), &state, "e", explorer).unwrap().into_inner();
                    let games = found.len() - usize::from(explorer);
                    assert!(content(&next)[..games] == found[..games]);
                    assert_eq!(Database::from_bytes(next).unwrap().info().games, games as u64 + 30);
                }
            }
            old = machine.seen;
        }
    }
    assert!(added > 20);
    tell(&format!("power cuts: {tried} states, games added to {added} of them"));
}
