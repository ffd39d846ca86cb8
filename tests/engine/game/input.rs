//! Files, folders and streams, compressed or not.

use std::fs;
use std::io::{Cursor, Write};
use tabiya::game::Input;
use tabiya_pgn::Games;

const TEXT: &str = "[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. d4 *\n";

fn zst(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 1).unwrap()
}

fn gz(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn bz2(text: &str) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn events(games: Games) -> String {
    games
        .into_iter()
        .map(|game| game.map_or_else(|error| format!("<{error}>"), |game| format!("{}{}", game.event(), game.number())))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn streams_of_all_kinds() {
    assert_eq!(events(Games::from_reader(Cursor::new(TEXT)).unwrap()), "a1 b2");
    for pack in [zst, gz, bz2] {
        let twice = [pack(TEXT), pack("\n[Event \"c\"]\n*")].concat();
        assert_eq!(events(Games::from_reader(Cursor::new(pack(TEXT))).unwrap()), "a1 b2");
        assert_eq!(events(Games::from_reader(Cursor::new(twice)).unwrap()), "a1 b2 c3");
    }
    assert_eq!(events(Games::from_reader(Cursor::new("")).unwrap()), "");
    assert_eq!(events(Games::from_reader(Cursor::new("*")).unwrap()), "?1");
    assert!(events(Games::from_reader(Cursor::new("BZ")).unwrap()).contains("neither tags nor moves"));
}

#[test]
fn folders_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    put("b.pgn", b"[Event \"plain\"] *");
    put("a/x.PGN.gz", &gz("[Event \"gz\"] *"));
    put("a/y.pgn.zst", &zst(TEXT));
    put("c.pgn.bz2", &bz2("[Event \"bz2\"] *"));
    put("d.txt", b"[Event \"not asked for\"] *");
    put("e.pgn.zst", b"[Event \"not packed\"] *");
    assert_eq!(events(Games::open(folder.path()).unwrap()), "gz1 a1 b2 plain1 bz21 not packed1");
    assert_eq!(events(Games::open(folder.path().join("d.txt")).unwrap()), "not asked for1");
}

#[test]
fn errors_name_the_file_and_the_mend() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.pgn");
    let error = Games::open(&missing).unwrap_err();
    assert!(error.to_string().starts_with(&format!("cannot read {}: ", missing.display())), "{error}");
    assert_eq!(error.help(), "check the spelling of the path");
    // One file that is cut off does not keep the others from being read.
    let whole = gz(&TEXT.repeat(100));
    fs::write(folder.path().join("a.pgn.gz"), &whole[..whole.len() / 2]).unwrap();
    fs::write(folder.path().join("b.pgn"), "[Event \"after\"] *").unwrap();
    let mut found = events(Games::open(folder.path()).unwrap());
    let from = found.find('<').expect("an error");
    assert_eq!(found.split_off(found.find("> ").unwrap()), "> after1");
    assert!(found[from..].contains("a.pgn.gz"));
    let error = Input::open(folder.path().join("a.pgn.gz")).map(std::io::read_to_string).unwrap().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof);
}
