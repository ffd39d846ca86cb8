//! Database files: any bytes are read without harm, and games come back as they went in.

use crate::pgn::each_game;
use std::io::{self, Cursor};
use std::sync::Arc;
use tabiya::game::{Game, RawGame, Reading};
use tabiya_database::{
    BlockBuilder, Database, ExplorerOptions, ExportScratch, Options, Placement, PositionLookUp, ReadAt, Summary,
    SummaryParts, Writer,
};

/// The most bytes of a text that are read; more would only take time.
const MOST: usize = 1 << 16;

/// The database of a text, with this number of games to a block, of the fast level or of the small one.
fn build(text: &[u8], games: u32, exact_positions: bool, small: bool) -> Vec<u8> {
    let explorer = ExplorerOptions::new(1, || Ok(Cursor::new(Vec::new())));
    let writer = Writer::create(Cursor::new(Vec::new())).expect("memory can be written");
    let mut writer = writer.with_explorer(explorer);
    let mut block = BlockBuilder::new(&Options { exact_positions, explorer: true, small });
    let mut game = Game::new();
    each_game(text, |raw| {
        game.parse(raw);
        block.add("fuzz.pgn", raw, &game);
        if block.len() == games {
            writer.write(&block.finish()).expect("memory can be written");
        }
    });
    writer.write(&block.finish()).expect("memory can be written");
    writer.finish().expect("memory can be written").into_inner()
}

/// Any bytes as PGN: each game that is read from its database is the one that is read from the text, its summary too, and its
/// text comes back byte for byte.
pub fn database_games(data: &[u8]) {
    let (games, text) = data.split_first().map_or((1, data), |(first, rest)| (u32::from(*first) % 7 + 1, rest));
    let text = &text[..text.len().min(MOST)];
    [false, true].into_iter().for_each(|small| games_of_level(text, games, small));
}

/// The same at one level.
fn games_of_level(text: &[u8], games: u32, small: bool) {
    let database = Database::from_bytes(build(text, games, true, small)).expect("a database that was just made");
    let parts = SummaryParts::ALL;
    let whole = Database::from_bytes(build(text, games, true, false)).expect("a database that was just made");
    let (mut game, mut found, mut raw_found) = (Game::new(), Game::new(), RawGame::default());
    let (mut scratch, mut look_up, mut next) = (ExportScratch::default(), PositionLookUp::default(), 0_usize);
    each_game(text, |raw| {
        let (block, n) = (next / games as usize, next % games as usize);
        next += 1;
        let expected = whole.read_block(block).expect("a sound block").summaries(parts).expect("a sound block").get(n);
        let block = database.read_block(block).expect("a sound block");
        game.parse(raw);
        block.read(n, &Reading::default(), &mut found).expect("a sound block");
        let asked = |game: &Game| {
            let place = (game.number(), game.offset(), game.line(), game.result(), game.is_incomplete());
            let rest = (game.variant(), *game.start(), game.faults().clone());
            format!("{place:?} {rest:?} {:?} {:?} {:?}", game.tags(), game.tree(), game.notes())
        };
        assert_eq!(asked(&found), asked(&game));
        block.export_with(n, &mut raw_found, &mut scratch).expect("a sound block");
        assert_eq!(&raw_found, raw);
        let summaries = block.summaries(SummaryParts::ALL).expect("a sound block");
        assert_eq!(summaries.get(n), expected);
        assert!(expected == Summary::of(&game));
        let board = game.tree().board(game.tree().len() - 1);
        let placement = Placement::of(board);
        let groups = block.may_contain(&[placement]).expect("a sound block");
        assert!(groups.iter().any(|games| games.contains(&n)));
        let group = block.position_groups().position(|games| games.contains(&n)).expect("a group");
        block.open_filter(group, &mut look_up).expect("a sound block");
        assert!(block.look_up(placement, &mut look_up).expect("a sound block"));
    });
    assert_eq!(database.info().games, next as u64);
}

/// A database with bytes changed. If the checksums are corrected, it is read without harm, with any content; else each
/// answer is what it was, or there is an error.
///
/// The lower five bits of the first byte are the number of changes, each of four bytes: a place and a value. The others say that
/// the database is of the small level, that it has no exact positions, and that the checksums stay wrong. The rest is the text of the games.
pub fn database_bytes(data: &[u8]) {
    let Some((&count, rest)) = data.split_first() else { return };
    let (changes, text) = rest.split_at((usize::from(count % 32) * 4).min(rest.len()));
    let text = &text[..text.len().min(MOST)];
    let sound = with_more(build(text, 3, count & 64 == 0, count & 32 != 0), text);
    let mut bytes = sound.clone();
    for change in changes.chunks_exact(4) {
        let at = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % bytes.len();
        bytes[at] = change[3];
    }
    if count & 128 != 0 {
        return equal_or_said(&sound, bytes, text);
    }
    // What the checksums do not catch.
    renew_checksums(&mut bytes);
    let Ok(database) = Database::from_bytes(bytes) else { return };
    // What a block takes when it is read.
    let declared = database.section_sizes(|_| ()).iter().map(|(_, (_, len))| len).sum::<u64>();
    assert!(declared <= database.blocks() as u64 * (144 << 20), "{declared} bytes");
    let (mut game, mut raw, mut scratch) = (Game::new(), RawGame::default(), ExportScratch::default());
    let mut look_up = PositionLookUp::default();
    if let Ok(Some(explorer)) = database.explorer() {
        each_game(text, |raw| {
            game.parse(raw);
            (0..game.tree().len().min(60)).for_each(|n| drop(explorer.find(game.tree().board(n))));
        });
    }
    for block in (0..database.blocks()).filter_map(|n| database.read_block(n).ok()) {
        let summaries = block.summaries(SummaryParts::ALL);
        let placement = Placement::of(&tabiya::chess::Board::initial());
        let _ = block.may_contain(&[placement]);
        for (group, _) in block.position_groups().enumerate().take(100) {
            let _ = block.open_filter(group, &mut look_up).and_then(|()| block.look_up(placement, &mut look_up));
        }
        for n in 0..block.len().min(100) {
            if let Ok(summaries) = &summaries {
                summaries.get(n);
            }
            let _ = block.source(n);
            let _ = block.read(n, &Reading::default(), &mut game);
            let _ = block.export_with(n, &mut raw, &mut scratch);
        }
    }
}

/// A database and a game that is added to it, so that both slots are in use.
fn with_more(bytes: Vec<u8>, text: &[u8]) -> Vec<u8> {
    let old: Arc<dyn ReadAt> = Arc::new(Elsewhere(bytes.clone()));
    let mut writer = Writer::append_elsewhere(Cursor::new(bytes), old).expect("a sound database");
    let (mut block, mut game) = (BlockBuilder::new(&Options::default()), Game::new());
    let raw = RawGame::from_bytes(&text[..text.len().min(1000)]);
    game.parse(&raw);
    block.add("more.pgn", &raw, &game);
    writer.write(&block.finish()).expect("memory can be written");
    writer.finish().expect("memory can be written").into_inner()
}

/// Bytes that are read at places.
#[derive(Debug)]
struct Elsewhere(Vec<u8>);

impl ReadAt for Elsewhere {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let found = usize::try_from(offset).ok().and_then(|start| self.0.get(start..)?.get(..bytes.len()));
        bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Damage that the checksums are to catch: each answer of the damaged database is that of the sound one, or there is an error.
fn equal_or_said(sound: &[u8], damaged: Vec<u8>, text: &[u8]) {
    let Ok(found) = Database::from_bytes(damaged) else { return };
    let sound = Database::from_bytes(sound.to_vec()).expect("a database that was just made");
    let number = found.blocks();
    assert!(number == sound.blocks() || found.info().older && number < sound.blocks(), "{number} blocks");
    let (mut game, mut raw) = ([Game::new(), Game::new()], [RawGame::default(), RawGame::default()]);
    each_game(text, |text| {
        game[0].parse(text);
        let placements = [Placement::of(game[0].tree().board(game[0].tree().len() - 1))];
        for block in 0..number {
            let Ok(found) = found.read_block(block).and_then(|block| block.may_contain(&placements)) else { continue };
            let sound = sound.read_block(block).and_then(|block| block.may_contain(&placements));
            assert_eq!(found, sound.expect("a sound block"));
        }
    });
    let asked = |game: &Game| format!("{:?} {:?} {:?}", game.tags(), game.tree(), game.notes());
    for number in 0..number {
        let Ok(block) = found.read_block(number) else { continue };
        let whole = sound.read_block(number).expect("a sound block");
        assert_eq!(block.len(), whole.len());
        let summaries = block.summaries(SummaryParts::ALL);
        let expected = whole.summaries(SummaryParts::ALL).expect("a sound block");
        for n in 0..block.len().min(100) {
            assert!(summaries.as_ref().is_ok_and(|found| found.get(n) == expected.get(n)) || summaries.is_err());
            assert!(
                block.source(n).is_ok_and(|name| name == whole.source(n).expect("a sound block"))
                    || block.source(n).is_err()
            );
            if block.read(n, &Reading::default(), &mut game[0]).is_ok() {
                whole.read(n, &Reading::default(), &mut game[1]).expect("a sound block");
                assert_eq!(asked(&game[0]), asked(&game[1]));
            }
            if block.export(n, &mut raw[0]).is_ok() {
                whole.export(n, &mut raw[1]).expect("a sound block");
                assert_eq!(raw[0], raw[1]);
            }
        }
    }
}

/// Makes all checksums agree with the bytes, as far as the places that header and list name are in the file.
pub fn renew_checksums(bytes: &mut [u8]) {
    for slot in [16, 48] {
        let (Some(list), Some(len)) = (number(bytes, slot + 8, 8), number(bytes, slot + 16, 4)) else { return };
        let Some(count) = number(bytes, list, 4).filter(|count| *count <= len) else { continue };
        for n in 0..count {
            let entry = list + 4 + n * 40;
            let parts = (number(bytes, entry, 8), number(bytes, entry + 8, 4), number(bytes, entry + 12, 4));
            let (Some(offset), Some(_), Some(head)) = parts else { break };
            renew_block(bytes, offset, head);
        }
        let tables = list + 4 + count * 40;
        for n in 0..number(bytes, tables, 4).unwrap_or(0).min(len) {
            renew_table(bytes, tables + 4 + n * 24);
        }
        renew(bytes, list, len, slot + 20);
        renew(bytes, slot, 28, slot + 28);
    }
}

fn renew_block(bytes: &mut [u8], offset: usize, head: usize) {
    let mut at = offset.saturating_add(head);
    for section in (offset.saturating_add(32)..offset.saturating_add(head).saturating_sub(4)).step_by(16) {
        let Some(stored) = number(bytes, section + 4, 4) else { return };
        renew(bytes, at, stored, section + 12);
        at = at.saturating_add(stored);
    }
    renew(bytes, offset, head.saturating_sub(4), offset.saturating_add(head).saturating_sub(4));
}

/// The same for a table of openings, which the list names at a place.
fn renew_table(bytes: &mut [u8], place: usize) {
    let parts = (number(bytes, place, 8), number(bytes, place + 8, 8), number(bytes, place + 16, 4));
    let (Some(offset), Some(len), Some(directory)) = parts else { return };
    let end = offset.saturating_add(len);
    let (start, mut at) = (end.saturating_sub(directory), offset);
    for block in (start.saturating_add(8)..end).step_by(20) {
        let (Some(keys), Some(columns)) = (number(bytes, block + 8, 4), number(bytes, block + 12, 4)) else { break };
        renew(bytes, at, keys.saturating_add(columns), block + 16);
        at = at.saturating_add(keys).saturating_add(columns);
    }
    renew(bytes, start, directory, place + 20);
}

/// A number of four or eight bytes.
fn number(bytes: &[u8], at: usize, len: usize) -> Option<usize> {
    let mut number = [0; 8];
    number[..len].copy_from_slice(bytes.get(at..)?.get(..len)?);
    usize::try_from(u64::from_le_bytes(number)).ok()
}

/// Puts the checksum of some bytes in its place.
fn renew(bytes: &mut [u8], at: usize, len: usize, place: usize) {
    let Some(checksum) = bytes.get(at..).and_then(|rest| rest.get(..len)).map(crc32fast::hash) else { return };
    if let Some(place) = bytes.get_mut(place..).and_then(|rest| rest.get_mut(..4)) {
        place.copy_from_slice(&checksum.to_le_bytes());
    }
}
