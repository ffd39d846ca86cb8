//! PGN to database and back: games equal in everything that can be asked of them, texts byte for byte.

use crate::database::support::{SOURCE, build, database, digest};
use crate::game::shared::{corpus, own_games};
use std::fs;
use std::io::Read;
use tabiya::Game;
use tabiya::game::{Frames, Input, RawGame, Reading};
use tabiya_database::{Database, ExportScratch, Options, Summary, SummaryParts};
use tabiya_test_support::size;

/// Checks all games of a text. Returns the bytes of the text and of the games that are there as moves.
fn check(name: &str, text: &[u8], games_of_block: u32) {
    [false, true].into_iter().for_each(|small| check_level(name, text, games_of_block, small));
}

/// The same at one level.
fn check_level(name: &str, text: &[u8], games_of_block: u32, small: bool) {
    let options = Options { small, ..Options::default() };
    let database = Database::from_bytes(build(text, games_of_block, &options)).unwrap();
    assert_eq!(database.info().small_blocks, if small { database.blocks() } else { 0 });
    let (mut frames, mut raw) = (Frames::new(text), RawGame::default());
    let (mut game, mut found, mut exported) = (Game::new(), Game::new(), RawGame::default());
    let (mut scratch, mut whole, mut count) = (ExportScratch::default(), Vec::new(), 0);
    for number in 0..database.blocks() {
        let block = database.read_block(number).unwrap();
        let summaries = block.summaries(SummaryParts::ALL).unwrap();
        assert_eq!(block.len(), summaries.len());
        for n in 0..block.len() {
            count += 1;
            assert!(frames.read_frame(&mut raw).unwrap(), "{name}: a game too many");
            game.parse(&raw);
            block.read(n, &Reading::default(), &mut found).unwrap();
            assert_eq!(digest(&found), digest(&game), "{name} game {}", raw.number);
            let tags = |game: &Game| game.tags().iter().map(|(n, v)| format!("{n} {v}")).collect::<Vec<_>>();
            let refused = !block.read_unless(n, &Reading::default(), &mut found, |_| true).unwrap();
            if refused {
                assert_eq!(tags(&found), tags(&game), "{name} game {}", raw.number);
                assert_eq!((found.tree().len(), found.number()), (1, raw.number));
            }
            block.export_with(n, &mut exported, &mut scratch).unwrap();
            assert_eq!(exported, raw, "{name} game {}", raw.number);
            assert_eq!(block.source(n).unwrap(), SOURCE);
            assert_eq!(summaries.get(n), Summary::of(&game), "{name} game {}", raw.number);
            for part in [&exported.before, &exported.bytes, &exported.behind] {
                whole.extend_from_slice(part);
            }
        }
    }
    assert!(!frames.read_frame(&mut raw).unwrap(), "{name}: a game is missing");
    assert_eq!(database.info().games, count);
    if count > 0 {
        assert!(whole == text, "{name} is not given back byte for byte");
    }
}

#[test]
fn own_games_come_back() {
    for path in own_games() {
        let text = fs::read(&path).unwrap();
        check(&path.display().to_string(), &text, 7);
        // Other line ends, another encoding, a mark at the start.
        let windows = String::from_utf8_lossy(&text).replace('\n', "\r\n");
        check("CR LF", windows.as_bytes(), 5);
        let latin: Vec<u8> =
            String::from_utf8_lossy(&text).chars().map(|c| u8::try_from(c).unwrap_or(b'\xE9')).collect();
        check("Latin-1", &latin, u32::MAX);
        check("a byte order mark", &[b"\xEF\xBB\xBF\n ", &text[..]].concat(), 3);
    }
}

#[test]
fn malformed_files_come_back() {
    let Some(path) = corpus("malformed.tar.zst") else { return };
    let mut archive = tar::Archive::new(Input::open(path).unwrap());
    let mut files = 0;
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let (name, mut bytes) = (entry.path().unwrap().to_string_lossy().into_owned(), Vec::new());
        entry.read_to_end(&mut bytes).unwrap();
        // The largest ones take their time in digests.
        if entry.header().entry_type().is_file() && bytes.len() < 1 << 20 {
            check(&name, &bytes, 100);
            files += 1;
        }
    }
    assert!(files > 390, "{files} files");
}

#[test]
fn games_from_outside_come_back() {
    let names = ["otb", "annotated", "studies", "clocks", "engine", "cql-sample"];
    let variants = [
        "antichess_lichess",
        "crazyhouse",
        "li_atomic",
        "li_chess960",
        "li_fromposition",
        "li_threecheck",
        "misc_small",
    ]
    .map(|name| format!("variants/{name}"));
    let bytes = size("bytes of each corpus", 150_000, 4_000_000);
    for name in names.into_iter().map(str::to_owned).chain(variants) {
        let Some(path) = corpus(&format!("{name}.pgn.zst")) else { continue };
        let mut text = Vec::new();
        Input::open(path).unwrap().take(bytes).read_to_end(&mut text).unwrap();
        check(&name, &text, 500);
    }
}

/// The tags alone decide about a refusal, and what is not refused is read whole.
#[test]
fn refused_by_its_tags() {
    let database = database(b"[White \"Tal\"]\n\n1. e4 e5 1-0\n\n[White \"Petrosian\"]\n\n1. d4 *\n", 10);
    let block = database.read_block(0).unwrap();
    let mut game = Game::new();
    let is_other = |game: &Game| game.tags().get("White") != Some("Tal");
    assert!(block.read_unless(0, &Reading::default(), &mut game, is_other).unwrap());
    assert_eq!((game.tree().len(), game.result().as_str()), (3, "1-0"));
    assert!(!block.read_unless(1, &Reading::default(), &mut game, is_other).unwrap());
    assert_eq!((game.tree().len(), game.result().as_str()), (1, "*"));
    let board = tabiya::chess::fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap().board;
    block.read(0, &Reading { board: Some(board), ..Reading::default() }, &mut game).unwrap();
    assert_eq!((*game.tree().board(0), game.tree().len()), (board, 2));
}
