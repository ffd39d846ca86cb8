//! Lists of positions, zip archives, and files that are none of what is read: EPD as section 16.2 of the PGN standard has it.

use std::io::{Cursor, Write as _};
use tabiya::Games;
use tabiya::game::{FaultKind, Game, ReadError};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const SUITE: &str = "# three of them\n\
    2r3k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rxc8#; id \"A.1\"; c0 \"a; b\";\n\
    6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - hmvc 7; fmvn 30; am Rb2 Ra1; id \"A.2\";\n\n\
    7k/p7/1R5K/6r1/6p1/6P1/8/8 b - -\n";

fn all(bytes: impl Into<Vec<u8>>) -> Result<Vec<Game>, ReadError> {
    Games::from_reader(Cursor::new(bytes.into()))?.collect()
}

#[test]
fn each_line_of_a_suite_is_a_position() {
    let games = all(SUITE).unwrap();
    let fens: Vec<String> = games.iter().map(|game| game.fen(0)).collect();
    assert_eq!(
        fens,
        [
            "2r3k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - 0 1",
            "6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 7 30",
            "7k/p7/1R5K/6r1/6p1/6P1/8/8 b - - 0 1",
        ]
    );
    assert!(games.iter().all(|game| game.tree().len() == 1 && game.faults().is_empty()));
    let tag = |n: usize, name: &str| games[n].tags().get(name).map(str::to_owned);
    let tags = [tag(0, "bm"), tag(0, "id"), tag(0, "c0"), tag(1, "am"), tag(1, "bm"), tag(0, "Event")];
    let expected = [Some("Rxc8#"), Some("A.1"), Some("a; b"), Some("Rb2 Ra1"), None, Some("A.1")];
    assert_eq!(tags, expected.map(|value| value.map(str::to_owned)));
    let places: Vec<(u64, u64)> = games.iter().map(|game| (game.number(), game.line())).collect();
    assert_eq!(places, [(1, 2), (2, 3), (3, 5)]);
}

#[test]
fn lists_of_fen_in_all_forms() {
    let list = "8/7p/5k2/8/8/8/5K2/8 b - - 0 1\n8/8/5k2/8/8/8/5K2/8 w - - 12 40\n8/8/5k2/6p1/8/8/5K2/8 w - - 3 9";
    let expected: Vec<String> = list.lines().map(str::to_owned).collect();
    let fens = |text: String| all(text).unwrap().iter().map(|game| game.fen(0)).collect::<Vec<_>>();
    for text in [list.into(), format!("\u{feff}{list}"), list.replace('\n', "\r\n"), format!("\n\n{list}\n\n")] {
        assert_eq!(fens(text), expected);
    }
    // A line that cannot be read costs itself only.
    let games = all(list.replace("8/8/5k2/8/8/8/5K2/8 w", "8/8/5k2/8/8/5K2/8 w")).unwrap();
    let faults: Vec<Vec<FaultKind>> =
        games.iter().map(|game| game.faults().list().iter().map(|fault| fault.kind).collect()).collect();
    assert_eq!(faults.len(), 3);
    assert!(faults[1].contains(&FaultKind::BadRow) && faults[0].is_empty() && faults[2].is_empty(), "{faults:?}");
}

#[test]
fn text_that_is_none_of_these_is_an_error() {
    for text in [
        "I am not a game.\n",
        "---\nname: Ann\nage: 30\n",
        "<html><body>No such file</body></html>",
        "8/8/8 w - -\n",
        "name,age\nAnn,30\n",
    ] {
        let error = all(text).expect_err(text);
        assert_eq!(error.code(), "no-pgn", "{error}");
        assert!(error.help().contains("EPD"), "{error}");
    }
    for text in [
        "{\"id\":\"q7ZvsdUF\",\"name\":\"e4 e5\"}\n",
        "{ \"games\" : [{\"url\":\"1. e4 {[%clk 0:09]} 1... e5\"}]}",
        "[{\"text\":\"1. e4 e5\"}]",
    ] {
        let error = all(text).expect_err(text);
        assert_eq!(error.code(), "not-text", "{error}");
        assert!(error.to_string().contains("JSON"), "{error}");
    }
    for text in
        ["", "\n\n", "*", "{a comment}\n1. e4 *", "1. e4 e5", "Some words\n\n1. e4 e5 *", "{\"quoted\"} 1. e4 *"]
    {
        assert!(all(text).is_ok(), "{text}");
    }
}

/// An archive of files with their texts.
fn archive(files: &[(&str, &str)], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn all_games_of_a_zip_archive() {
    let files = [
        ("readme.txt", "Not a game."),
        ("a.pgn", "[Event \"a\"]\n\n1. e4 e5 *"),
        ("deep/b.PGN", "[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *\n"),
        ("__MACOSX/._a.pgn", "\0\u{5}\u{16}\u{7}"),
    ];
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let bytes = archive(&files, method);
        let events: Vec<String> = all(bytes.clone()).unwrap().iter().map(|game| game.event().to_owned()).collect();
        assert_eq!(events, ["a", "b", "c"]);
        let file = std::env::temp_dir().join(format!("tabiya-test-{}-{method}.zip", std::process::id()));
        std::fs::write(&file, &bytes).unwrap();
        let read: Vec<_> = Games::open(&file).unwrap().collect();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(read.into_iter().filter(Result::is_ok).count(), 3);
        // A byte of the data is wrong.
        let mut damaged = bytes.clone();
        let at = damaged.windows(5).position(|part| part == b"a.pgn").unwrap() + 12;
        damaged[at] ^= 0x55;
        assert!(Games::from_reader(Cursor::new(damaged)).unwrap().any(|game| game.is_err()), "{method}");
        assert!(all(bytes[..bytes.len() - 10].to_vec()).is_err());
    }
    let suite = archive(&[("s.epd", SUITE), ("t.epd", SUITE)], CompressionMethod::Deflated);
    assert_eq!(all(suite).unwrap().len(), 6);
    for (files, why) in
        [(vec![("a.txt", "1. e4 *")], ".pgn"), (vec![("a.pgn", "1. e4 *"), ("b.epd", SUITE)], ".epd"), (vec![], ".pgn")]
    {
        let error = all(archive(&files, CompressionMethod::Stored)).expect_err(why);
        assert!(error.to_string().contains(why) && error.help().contains("unzip"), "{error}");
    }
}
