//! Tables of puzzles, read as games.

use std::io::{Cursor, Read};
use tabiya::Games;
use tabiya::game::{FaultKind, Game, RawGame};

const HEAD: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
const BACK: &str =
    "back1,6k1/p4ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a7a6 d1d8,600,80,95,12,mate mateIn1,https://example.org/a#2,";
const CASTLE: &str = "castle,r3k2r/8/8/8/8/8/P6p/R3K3 b Qkq - 3 20,e8g8 e1c1 h2h1n,,,,,,,";

fn games(text: impl AsRef<[u8]>) -> Vec<Game> {
    let games = Games::from_reader(Cursor::new(text.as_ref().to_vec())).expect("a stream");
    games.map(|game| game.expect("a game")).collect()
}

fn moves(game: &Game) -> String {
    let mut text = String::new();
    let nodes: Vec<u32> = (1..game.tree().mainline_len()).collect();
    game.write_moves(&nodes, &mut Default::default(), &mut text);
    text
}

#[test]
fn rows_are_games() {
    let text = format!("{HEAD}\n{BACK}\n{CASTLE}\n");
    let read = games(&text);
    assert_eq!(read.len(), 2);
    let (back, castle) = (&read[0], &read[1]);
    assert!(back.faults().is_empty() && castle.faults().is_empty(), "{:?}", castle.faults());
    assert_eq!(moves(back), "1... a6 2. Rd8#");
    assert_eq!(moves(castle), "20... O-O 21. O-O-O h1=N");
    let tags: Vec<(&str, &str)> = back.tags().iter().collect();
    let expected = [
        ("Event", "Puzzle back1"),
        ("Site", "https://example.org/a#2"),
        ("Result", "*"),
        ("SetUp", "1"),
        ("FEN", "6k1/p4ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1"),
        ("PuzzleId", "back1"),
        ("Rating", "600"),
        ("RatingDeviation", "80"),
        ("Popularity", "95"),
        ("NbPlays", "12"),
        ("Themes", "mate mateIn1"),
    ];
    assert_eq!(tags, expected);
    let place = |game: &Game| (game.number(), game.line(), game.offset() as usize);
    assert_eq!(place(back), (1, 2, text.find("back1").unwrap()));
    assert_eq!(place(castle), (2, 3, text.find("castle").unwrap()));
}

#[test]
fn the_spelling_of_the_table_does_not_matter() {
    let plain = games(format!("{HEAD}\n{BACK}\n{CASTLE}"));
    let quoted: String = BACK.split(',').map(|field| format!("\"{field}\",")).collect();
    let others = [
        format!("\u{feff}{HEAD}\r\n{BACK}\r\n{CASTLE}\r\n"),
        format!("{HEAD}\n\n{BACK}\n\n{CASTLE}\n\n"),
        format!("{HEAD}\n{}\n{CASTLE}\n", quoted.trim_end_matches(',')),
        format!("{HEAD}\r{BACK}\r{CASTLE}\r"),
    ];
    for text in others {
        let read = games(&text);
        assert_eq!(read.len(), 2, "{text}");
        for (one, other) in read.iter().zip(&plain) {
            assert!(one.faults().is_empty(), "{text}: {:?}", one.faults());
            assert_eq!(one.tags(), other.tags(), "{text}");
            assert_eq!(one.tree().len(), other.tree().len());
        }
    }
    // Fewer columns and others, compressed, and a stream that gives one byte after the other.
    let short = games("PuzzleId,FEN,Moves\n1,8/8/8/8/8/4k3/8/4K2r w - - 0 1,e1e1 h1g1\n");
    assert_eq!((short.len(), short[0].tags().get("PuzzleId")), (1, Some("1")));
    let more = games("PuzzleId,FEN,Moves,My Column,Level\n1,6k1/p7/8/8/8/8/8/3R2K1 b - - 0 1,a7a6,x,\"a \"\"b\"\"\"\n");
    assert_eq!((more[0].tags().get("Level"), more[0].faults().count()), (Some("a \\\"b\\\""), 0));
    assert_eq!(games(zstd::encode_all(format!("{HEAD}\n{BACK}\n").as_bytes(), 3).unwrap()).len(), 1);
    struct Slow(Cursor<Vec<u8>>);
    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let one = buffer.len().min(1);
            self.0.read(&mut buffer[..one])
        }
    }
    let slow = Slow(Cursor::new(format!("{HEAD}\n{BACK}\n{CASTLE}\n").into_bytes()));
    assert_eq!(Games::from_reader(slow).unwrap().filter(Result::is_ok).count(), 2);
}

#[test]
fn other_files_are_no_tables() {
    assert_eq!(games("PuzzleId,FEN,Move\n1. e4 *")[0].tags().get("PuzzleId"), None);
    for text in ["PuzzleIds,FEN,Moves\n1,2,3\n", "\n\nPuzzleId,FEN,Moves\n"] {
        let read: Result<Vec<Game>, _> = Games::from_reader(Cursor::new(text)).unwrap().collect();
        assert_eq!(read.expect_err(text).code(), "no-pgn");
    }
    assert_eq!(games(HEAD).len(), 0);
    assert_eq!(games(format!("{HEAD}\n")).len(), 0);
}

#[test]
fn a_broken_row_costs_itself() {
    let long = format!("long,{}", "x".repeat(3 << 20));
    let rows = [
        ("few,6k1/8/8/8/8/8/8/3R2K1 b - - 0 1,g8g7", FaultKind::BadRow, 1),
        ("open,\"6k1/8/8/8/8/8/8/3R2K1 b - - 0 1,g8g7,,,,,,,", FaultKind::BadRow, 1),
        ("empty,,g8g7,,,,,,,", FaultKind::BadRow, 1),
        ("still,6k1/8/8/8/8/8/8/3R2K1 b - - 0 1, ,,,,,,,", FaultKind::BadRow, 1),
        ("fen,6k1/8/8/8/8/8/8 b - - 0 1,g8g7,,,,,,,", FaultKind::BadFen, 1),
        ("illegal,6k1/8/8/8/8/8/8/3R2K1 b - - 0 1,g8g7 d1e2 g7g6,,,,,,,", FaultKind::IllegalMove, 2),
        (&long, FaultKind::BadRow, 1),
    ];
    let mut text = format!("{HEAD}\n");
    for (row, ..) in &rows {
        text.push_str(&format!("{row}\n{BACK}\n"));
    }
    let read = games(&text);
    assert_eq!(read.len(), 2 * rows.len());
    let mut raw_games = Games::from_reader(Cursor::new(text.clone().into_bytes())).unwrap();
    let mut raw = RawGame::default();
    for (i, (row, kind, positions)) in rows.iter().enumerate() {
        let (game, after) = (&read[2 * i], &read[2 * i + 1]);
        let row: String = row.chars().take(60).collect();
        assert!(after.faults().is_empty() && after.tree().len() == 3, "after {row}");
        let faults: Vec<FaultKind> = game.faults().list().iter().map(|fault| fault.kind).collect();
        assert_eq!(
            (faults.as_slice(), game.tree().len(), game.is_incomplete()),
            (&[*kind][..], *positions, true),
            "{row}"
        );
        let fault = &game.faults().list()[0];
        assert_eq!((fault.line, fault.offset), (2 + 2 * i as u64, game.offset()), "{row}");
        assert!(text[fault.offset as usize..].starts_with(row.as_str()), "{row}");
        assert!(raw_games.read_raw(&mut raw).unwrap() && raw.offset == game.offset());
        assert!(raw_games.read_raw(&mut raw).unwrap());
    }
    let messages: Vec<&str> = read.iter().flat_map(|game| game.faults().list()).map(|fault| &*fault.message).collect();
    assert_eq!(messages[0], "the row has 3 fields, but the first line of the table names 10 columns");
    assert_eq!(messages[2], "the column FEN of the row is empty");
    assert_eq!(messages[3], "the column Moves of the row is empty");
}
