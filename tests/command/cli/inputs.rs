//! The sources of games, and the errors if they cannot be read.

use crate::cli::place::{DAMAGED, GAMES, Place};
use insta::assert_snapshot;
use std::io::Write as _;

const COUNT: [&str; 4] = ["search", "-e", "mate", "--format=count"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&COUNT[..], more].concat()
}

#[test]
fn standard_input() {
    let place = Place::new();
    let expected = "1 of 3 games, 1 position\n";
    assert_eq!(place.run_with(&COUNT, GAMES.as_bytes()).out, expected);
    assert_eq!(place.run_with(&with(&["-"]), GAMES.as_bytes()).out, expected);
    let zst = zstd::encode_all(GAMES.as_bytes(), 3).unwrap();
    assert_eq!(place.run_with(&with(&["-"]), &zst).out, expected);
    let rows = place.run_with(&["search", "-e", "mate", "--format", "jsonl", "-"], GAMES.as_bytes());
    assert!(rows.out.starts_with("{\"file\":\"-\",\"game\":1,"), "{rows}");
}

#[test]
fn compressed_files_and_folders() {
    let place = Place::new();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(GAMES.as_bytes()).unwrap();
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(GAMES.as_bytes()).unwrap();
    place.write("all/a.pgn.zst", zstd::encode_all(GAMES.as_bytes(), 3).unwrap());
    place.write("all/deep/b.pgn.gz", gz.finish().unwrap());
    place.write("all/c.pgn.bz2", bz2.finish().unwrap());
    place.write("all/readme.txt", "1. e4 *");
    assert_eq!(place.run(&with(&["all/a.pgn.zst"])).out, "1 of 3 games, 1 position\n");
    assert_eq!(place.run(&with(&["all/deep/b.pgn.gz"])).out, "1 of 3 games, 1 position\n");
    assert_eq!(place.run(&with(&["all/c.pgn.bz2", "games.pgn"])).out, "2 of 6 games, 2 positions\n");
    assert_eq!(place.run(&with(&["all"])).out, "3 of 9 games, 3 positions\n");
    assert_snapshot!(place.run(&["search", "-e", "mate", "all", "games.pgn", "--threads", "3"]));
}

#[test]
fn the_samples_are_searched_if_they_are_named_and_never_else() {
    let place = Place::new();
    let run = place.run(&COUNT);
    let help = "name files or folders, or search the sample games of the program with --sample";
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run}");
    assert_eq!(run.err, format!("error: no games were given; {help}\n"));
    let quiet = place.run(&with(&["-q"]));
    assert_eq!((quiet.code, quiet.err), (Some(2), run.err));
    let run = place.run(&with(&["--sample"]));
    assert_eq!(
        (run.code, run.out.as_str(), run.err.as_str()),
        (Some(0), "20 of 68 games, 20 positions\n", ""),
        "{run}"
    );
    let rows = place.run(&["search", "-e", "mate", "--json", "--limit", "1", "--sample"]);
    assert!(rows.out.starts_with("{\"file\":\"sample.pgn\","), "{rows}");
    assert_eq!(place.run(&with(&["--sample", "games.pgn"])).code, Some(2));
    let samples = place.run(&["samples"]);
    place.write("sample.pgn", &samples.out);
    assert_eq!(place.run(&with(&["sample.pgn"])).out, "20 of 68 games, 20 positions\n");
}

#[test]
fn the_header_names_the_games() {
    let place = Place::new();
    place.write("q.cql", "cql(input games.pgn output found.pgn)\nmate\n");
    let run = place.run(&["search", "-f", "q.cql"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run}");
    assert!(place.read("found.pgn").contains("{CQL}"));
    // Options win.
    place.write("other.pgn", "1. f3 e5 2. g4 Qh4# *");
    let run = place.run(&["search", "-f", "q.cql", "-o", "-", "--format", "jsonl", "other.pgn"]);
    assert!(run.out.contains("\"file\":\"other.pgn\""), "{run}");
    // Standard input is not asked if the header says what to read.
    let run = place.run_with(&["search", "-f", "q.cql", "-o", "-", "--format", "count"], b"1. e4 *");
    assert_eq!(run.out, "1 of 3 games, 1 position\n");
}

#[test]
fn what_cannot_be_read_does_not_stop_the_others() {
    let place = Place::new();
    std::fs::create_dir(place.path("empty")).unwrap();
    place.write("empty.pgn", "");
    place.write("cut.pgn.zst", &zstd::encode_all(GAMES.repeat(50).as_bytes(), 3).unwrap()[..60]);
    assert_snapshot!("unread_missing_file", place.run(&with(&["missing.pgn", "games.pgn"])));
    assert_snapshot!("unread_nothing_there", place.run(&with(&["empty.pgn", "empty"])));
    let cut = place.run(&with(&["cut.pgn.zst", "games.pgn"]));
    assert_eq!(cut.code, Some(2));
    assert!(cut.err.contains("cannot read cut.pgn.zst") && cut.out.contains("1 of"), "{cut}");
}

/// The program that is tested reads files only.
#[test]
fn addresses() {
    let place = Place::new();
    for address in ["s3://bucket/games.pgn", "https://host/games.pgn.zst", "gs://bucket/all/", "az://box/*.pgn"] {
        let run = place.run(&with(&[address, "games.pgn"]));
        assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 position\n"), "{run}");
        let says =
            format!("cannot read {address}: this program reads files only: it was built without the feature `remote`");
        assert!(run.err.contains(&says), "{run}");
    }
    let run = place.run(&["search", "-e", "mate", "-o", "out.csv", "--resume", "s3://bucket/games.pgn"]);
    assert!(run.code == Some(2) && run.err.contains("files at addresses cannot be continued"), "{run}");
    let run = place.run(&["export", "s3://bucket/base.tabiya"]);
    assert!(run.code == Some(2) && run.err.contains("reads files only"), "{run}");
}

#[cfg(unix)]
#[test]
fn files_without_permission() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    place.write("secret.pgn", GAMES);
    std::fs::set_permissions(place.path("secret.pgn"), std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::File::open(place.path("secret.pgn")).is_ok() {
        return; // The superuser may read everything.
    }
    let run = place.run(&with(&["secret.pgn", "games.pgn"]));
    assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 position\n"));
    assert!(run.err.contains("make the file readable"), "{run}");
}

#[test]
fn ranges_and_limits() {
    let place = Place::new();
    let count = |more: &[&str]| place.search("true", &[&["--format", "count"], more].concat()).out;
    assert_eq!(count(&["--game-range", "2..3"]), "2 of 2 games, 9 positions\n");
    assert_eq!(count(&["--game-range", "2-3"]), "2 of 2 games, 9 positions\n");
    assert_eq!(count(&["--game-range", "2.."]), "2 of 2 games, 9 positions\n");
    assert_eq!(count(&["--game-range", "..1"]), "1 of 1 game, 6 positions\n");
    assert_eq!(count(&["--game-range", "9"]), "0 of 0 games, 0 positions\n");
    assert_eq!(count(&["--limit", "1"]), "1 of 1 game, 6 positions\n");
    let two = place.run(&["search", "-e", "initial", "--game-range", "3", "--format", "fen", "games.pgn", "games.pgn"]);
    assert_eq!(two.out.lines().count(), 2, "each file counts its games");
}

#[test]
fn the_number_of_games_is_known_in_time() {
    let place = Place::new();
    let query = "initial lastgamenumber==3";
    assert_eq!(place.search(query, &["--format", "count"]).out, "3 of 3 games, 3 positions\n");
    let piped = place.run_with(&["search", "-e", query, "--format", "count"], GAMES.as_bytes());
    assert_eq!(piped.out, "3 of 3 games, 3 positions\n");
}

#[test]
fn damaged_games() {
    let place = Place::new();
    place.write("bad.pgn", DAMAGED);
    assert_snapshot!("damaged_games", place.run(&with(&["bad.pgn"])));
    assert_snapshot!("damaged_games_strict", place.run(&with(&["--strict", "bad.pgn"])));
    assert_snapshot!("damaged_games_json", place.run(&with(&["--json-diagnostics", "bad.pgn"])));
    place.write("many.pgn", DAMAGED.repeat(50));
    let run = place.run(&with(&["many.pgn"]));
    assert_eq!((run.code, run.out.as_str()), (Some(0), "50 of 100 games, 50 positions\n"));
    assert_eq!(run.err.lines().count(), 22, "twenty in full, then counted: {}", run.err);
    let run = place.run(&with(&["--warnings", "many.pgn"]));
    assert_eq!(run.err.lines().filter(|line| line.starts_with("warning: many.pgn:")).count(), 50, "{}", run.err);
}

#[test]
fn faults_that_lose_nothing_are_counted() {
    let place = Place::new();
    place.write("odd.pgn", "[White \"A\"]\n\n1. e4 ) e5\n\n[White \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let run = place.run(&with(&["odd.pgn"]));
    assert_eq!(run.code, Some(0));
    let note = "1 game has minor PGN errors (no moves lost)";
    assert_eq!(run.err, format!("note: {note}; list them with --warnings\n"));
    let listed = place.run(&with(&["--warnings", "odd.pgn"]));
    assert_eq!(listed.code, Some(0));
    assert!(
        listed.err.starts_with("warning: odd.pgn:3 ") && listed.err.ends_with(&format!("note: {note}\n")),
        "{listed}"
    );
    place.write("both.pgn", format!("{}\n{DAMAGED}", place.read("odd.pgn")));
    let run = place.run(&with(&["both.pgn"]));
    let expected =
        format!("warning: 1 damaged game with moves that could not be read; {note}; list them with --warnings\n");
    assert!(run.err.ends_with(&expected), "{run}");
    assert_eq!(place.run(&with(&["--quiet", "odd.pgn"])).err, "");
    let strict = place.run(&with(&["--strict", "odd.pgn"]));
    assert_eq!(strict.code, Some(2));
    assert!(strict.err.ends_with(&format!("note: {note}\n")), "{strict}");
}

#[test]
fn text_that_is_no_pgn() {
    let place = Place::new();
    place.write("notes.txt", "These are notes on an opening,\nand nothing that could be played.\n");
    let run = place.run(&with(&["notes.txt", "games.pgn"]));
    assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 position\n"), "{run}");
    let expected = "error: cannot read notes.txt: it is text with neither tags nor moves, not PGN; \
                    name a file of games (PGN), of positions (EPD or FEN, one to a line) or of puzzles (the CSV of Lichess)\n";
    assert!(run.err.starts_with(expected), "{run}");
    // It is noticed by queries, too, that leave the moves of most games unread, and by whoever stores games.
    for query in ["player \"Tal\"", "result 1-0", "ply > 200"] {
        let run = place.run(&["search", "-e", query, "--format", "count", "notes.txt"]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), "0 of 0 games, 0 positions\n"), "{query} {run}");
        assert!(run.err.starts_with(expected), "{query} {run}");
    }
    let run = place.run(&["index", "notes.txt", "-o", "notes.tabiya"]);
    assert_eq!(run.code, Some(2), "{run}");
    assert!(run.err.starts_with(expected), "{run}");
    let run = place.run(&["explain", "-e", "mate", "notes.txt"]);
    assert!(run.err.contains(expected), "{run}");
}

#[test]
fn what_is_named_as_compressed_must_be() {
    let place = Place::new();
    for (end, name) in [("gz", "gzip"), ("zst", "zstd"), ("BZ2", "bzip2")] {
        let file = format!("games.pgn.{end}");
        place.write(&file, GAMES);
        let run = place.run(&with(&[&file, "games.pgn"]));
        assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 position\n"), "{run}");
        let expected = format!(
            "error: cannot read {file}: this is not {name}: its first bytes say otherwise; \
             rename it or decompress it first\n"
        );
        assert_eq!(run.err, expected);
    }
    // One compression under the name of another is known by its bytes.
    place.write("other.pgn.gz", zstd::encode_all(GAMES.as_bytes(), 3).unwrap());
    assert_eq!(place.run(&with(&["other.pgn.gz"])).out, "1 of 3 games, 1 position\n");
}

/// Files that are no text are named as what they are, and the others are read all the same.
#[test]
fn what_is_no_text() {
    let place = Place::new();
    let utf16 = |mark: &str| format!("{mark}{GAMES}").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let noise: Vec<u8> = (0..4000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let mut tar = b"games.pgn".to_vec();
    tar.resize(257, 0);
    tar.extend(b"ustar\x0000");
    tar.resize(512, 0);
    tar.extend(GAMES.as_bytes());
    for (name, bytes, what, help) in [
        ("marked.pgn", utf16("\u{feff}"), "text in UTF-16", "iconv -f UTF-16 -t UTF-8"),
        ("bare.pgn", utf16(""), "text in UTF-16", "iconv -f UTF-16LE -t UTF-8"),
        ("a.pgn.xz", b"\xFD7zXZ\0\0\x04\xE6\xD6".to_vec(), "data compressed by xz", "xz -d"),
        ("a.7z", b"7z\xBC\xAF\x27\x1C\0\x04".to_vec(), "a 7z archive", "7z x"),
        ("a.tar.zst", zstd::encode_all(&*tar, 3).unwrap(), "a tar archive", "tar -xf"),
        ("a.cbv", noise.clone(), "a database of ChessBase", "export it as PGN from ChessBase"),
        (
            "a.si3",
            b"Scid.si\0\x01\x2C\0\0".to_vec(),
            "a database of Scid in a form that is not read",
            "export it as PGN from Scid",
        ),
        ("a.pdf", b"%PDF-1.4\n%\xE2\xE3".to_vec(), "a PDF document", "export its games as text"),
        ("noise.pgn", noise, "binary data", "name a PGN file"),
        ("zeros.pgn", vec![0; 5000], "binary data", "name a PGN file"),
    ] {
        place.write(name, bytes);
        let run = place.run(&with(&[name, "games.pgn"]));
        assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 position\n"), "{run}");
        assert!(run.err.starts_with(&format!("error: cannot read {name}: it is {what}, not PGN; ")), "{run}");
        assert!(run.err.contains(help), "{run}");
        let run = place.run(&with(&["--json-diagnostics", name]));
        assert!(run.err.contains("\"code\":\"not-text\""), "{run}");
        assert_eq!(place.run(&["repair", name, "-o", "out.pgn"]).code, Some(2));
        assert!(!place.has("out.pgn"));
    }
    // The same from standard input.
    let run = place.run_with(&with(&["-"]), &utf16("\u{feff}"));
    assert_eq!(run.code, Some(2), "{run}");
    assert!(run.err.contains("UTF-16"), "{run}");
}

/// Databases of other programs are searched, indexed and written; what cannot be read is told.
#[test]
fn databases_of_other_programs() {
    let place = Place::new();
    for name in ["sample.si4", "sample.sg4", "sample.sn4"] {
        place.write(name, std::fs::read(format!("{}/tests/data/scid/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap());
    }
    place.write("sample.pgn", include_str!("../../../examples/games/sample.pgn"));
    let [scid, pgn] =
        ["sample.si4", "sample.pgn"].map(|name| place.run(&["search", "-q", "-e", "mate", "--count", name]));
    assert_eq!((&scid.out, scid.code), (&pgn.out, Some(0)), "{scid}");
    assert_eq!(place.run(&["index", "-q", "sample.si4", "-o", "base.tabiya"]).code, Some(0));
    assert_eq!(place.run(&["search", "-q", "-e", "mate", "--count", "base.tabiya"]).out, pgn.out);
    // Without the files that belong to it, as a stream, and of other programs.
    let bytes = std::fs::read(format!("{}/tests/data/scid/sample.si4", env!("CARGO_MANIFEST_DIR"))).unwrap();
    place.write("alone.si4", &bytes);
    place.write("cut.db3", b"SQLite format 3\0\x10\0");
    rusqlite::Connection::open(place.path("other.db"))
        .unwrap()
        .execute_batch("CREATE TABLE Games (ID, Moves)")
        .unwrap();
    for (name, error) in [
        ("alone.si4", "cannot read alone.si4: its alone.sg4 cannot be read"),
        ("cut.db3", "cannot read cut.db3: file is not a database"),
        ("other.db", "cannot read other.db: it is an SQLite database, not one of En Croissant"),
        ("sample.sn4", "cannot read sample.sn4: it is a database of Scid in a form that is not read, not PGN"),
    ] {
        let run = place.run(&with(&[name, "games.pgn"]));
        assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 position\n"), "{run}");
        assert!(run.err.contains(error), "{run}");
    }
    assert!(place.run_with(&with(&["-"]), &bytes).err.contains("name its file .si4"));
}

/// Data that needs more memory to unpack than anybody should be made to give is sound.
#[test]
fn a_wide_window() {
    let place = Place::new();
    // A frame without content, with a window of 2 GB.
    place.write("wide.pgn.zst", b"\x28\xB5\x2F\xFD\x00\xA8\x01\x00\x00");
    let run = place.run(&with(&["wide.pgn.zst", "games.pgn"]));
    assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 position\n"), "{run}");
    assert!(run.err.contains("the file is sound; unpack it first: zstd -d --long=31"), "{run}");
}

/// With several threads nothing waits for a batch that the stream does not fill.
#[test]
fn first_results_come_while_the_stream_is_open() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    for (threads, packed) in [("1", false), ("2", false), ("2", true)] {
        let place = Place::new();
        let mut command = place.command(&["search", "-e", "mate", "--format", "jsonl", "--threads", threads, "-"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let text = GAMES.repeat(2);
        let bytes = if packed { zstd::encode_all(text.as_bytes(), 3).unwrap() } else { text.into_bytes() };
        stdin.write_all(&bytes).unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("{\"file\":\"-\",\"game\":1,"), "{line}");
        drop(stdin);
        child.wait().unwrap();
    }
}

#[test]
fn the_order_is_that_of_the_input_on_any_number_of_threads() {
    let place = Place::new();
    let text = GAMES.repeat(3000);
    place.write("many.pgn", &text);
    place.write("many.pgn.zst", zstd::encode_all(text.as_bytes(), 3).unwrap());
    // Some games take much longer than others.
    let query = "gamenumber % 100 == 0 or mate or {gamenumber % 500 == 1 find all {check or ply > 2}}";
    let search = |threads, file| place.run(&["search", "-e", query, "--threads", threads, file]);
    let expected = search("1", "many.pgn");
    assert!(expected.out.lines().count() > 3000, "{}", expected.err);
    for threads in ["2", "3", "8"] {
        assert!(search(threads, "many.pgn").out == expected.out, "{threads} threads");
        let zst = search(threads, "many.pgn.zst").out.replace("many.pgn.zst", "many.pgn");
        assert!(zst == expected.out, "{threads} threads, compressed");
    }
    // Each file has numbers and places of its own.
    let both = |threads| {
        let files = ["many.pgn", "many.pgn.zst"];
        place.run(&[&["search", "-e", query, "--format", "jsonl", "--threads", threads], &files[..]].concat()).out
    };
    assert!(both("1") == both("3"), "two files");
}

/// What is written as positions is read again, by every command that reads games.
#[test]
fn positions_that_were_written_are_read() {
    let place = Place::new();
    for format in ["fen", "epd"] {
        let found = place.run(&["search", "-q", "-e", "mate or check", "--format", format, "games.pgn"]);
        let file = format!("found.{format}");
        let lines = found.out.lines().count();
        assert!(lines > 0, "{found}");
        place.write(&file, found.out.clone());
        let s = if lines == 1 { "" } else { "s" };
        let expected = format!("{lines} of {lines} game{s}, {lines} position{s}\n");
        let run = place.run(&["search", "-q", "-e", "mate or check", "-c", &file]);
        assert_eq!((run.code, run.out), (Some(0), expected.clone()));
        assert_eq!(place.run(&["index", "-q", &file, "-o", "found.tabiya"]).code, Some(0));
        assert_eq!(place.run(&["search", "-q", "-e", "mate or check", "-c", "found.tabiya"]).out, expected);
        assert_eq!(place.run(&["search", "-q", "--format", format, "-e", "true", &file]).code, Some(0));
    }
}

#[test]
fn names_with_the_signs_of_a_glob_stand_for_files() {
    let place = Place::new();
    for name in ["d/a.pgn", "d/b.pgn", "d/c [1].pgn", "d/n.txt"] {
        place.write(name, "[Event \"E\"]\n\n1. e4 *\n");
    }
    for (named, games) in [("d/*.pgn", 3), ("d/?.pgn", 2), ("d/[ab].pgn", 2), ("d/c [1].pgn", 1), ("*/a.pgn", 1)] {
        let run = place.run(&["search", "-q", "-e", "initial", "-c", named]);
        let game = if games == 1 { "game" } else { "games" };
        assert_eq!(
            run.out,
            format!("{games} of {games} {game}, {games} position{}\n", if games == 1 { "" } else { "s" }),
            "{run}"
        );
    }
    let run = place.run(&["search", "-q", "-e", "initial", "-c", "d/*.tabiya"]);
    assert!(run.code == Some(2) && run.err.contains("d/*.tabiya"), "{run}");
    // Other commands, too.
    assert_eq!(place.run(&["dedupe", "-q", "d/?.pgn", "-o", "o.pgn"]).code, Some(0));
    assert_eq!(place.read("o.pgn").matches("[Event").count(), 1);
}

/// A folder stands for its PGN, and says what else may be games; what is there as PGN, too, is not named.
#[test]
fn files_of_other_kinds_in_a_folder_are_told() {
    let place = Place::new();
    place.write("d/a.pgn", "1. e4 *\n");
    place.write("d/b.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n");
    assert_eq!(place.run(&["index", "-q", "d/a.pgn", "-o", "d/a.tabiya"]).code, Some(0));
    let run = place.run(&["search", "-c", "-e", "initial", "d"]);
    assert!(run.out.starts_with("1 of 1 games") || run.out.starts_with("1 of 1 game"), "{run}");
    assert!(run.err.contains("only PGN is read in a folder; 1 file of another kind is not: b.epd"), "{run}");
    assert!(!run.err.contains("a.tabiya"), "{run}");
    place.write("e/b.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n");
    let run = place.run(&["search", "-c", "-e", "initial", "e"]);
    assert!(run.err.contains("this folder contains no .pgn file") && run.err.contains("b.epd"), "{run}");
}

/// Ratings that games lack are looked up, whether their file is PGN or a database, which knows nothing of the table.
#[test]
fn ratings_are_looked_up_in_a_table() {
    let place = Place::new();
    let games = "[White \"Tal, M\"]\n[Black \"Keres\"]\n[Date \"1960.05.07\"]\n\n1. e4 e5 *\n\n\
        [White \"Keres\"]\n[Black \"Tal, Mikhail\"]\n[BlackElo \"2500\"]\n[Date \"1980.01.01\"]\n\n1. d4 d5 *\n";
    place.write("g.pgn", games);
    place.write("elo.csv", "name,elo,date\n\"Tal, Mikhail\",2600,1950\n\"Tal, Mikhail\",2700,1970\n");
    assert_eq!(place.run(&["index", "-q", "g.pgn", "-o", "g.tabiya"]).code, Some(0));
    for file in ["g.pgn", "g.tabiya"] {
        let search = |query: &str, more: &[&str]| place.run(&[&["search", "-q", "-e", query, file], more].concat()).out;
        assert!(search("initial elo > 2550", &["-c"]).starts_with("0 of 2 games"));
        assert!(search("initial elo > 2550", &["-c", "--ratings", "elo.csv"]).starts_with("1 of 2 games"));
        // The second game tells its own, and nobody knows that of Keres.
        let rows = search("initial", &["--ratings", "elo.csv", "--columns", "white_elo,black_elo", "--csv"]);
        assert_eq!(rows, "white_elo,black_elo\n2600,\n,2500\n");
        let tree = place.run(&["tree", "-q", "--csv", "--ratings", "elo.csv", file, "--where", "elo white > 0"]);
        assert!(tree.out.lines().count() == 2 && tree.out.contains("\n1,e4,e4,e2e4,1,"), "{tree}");
        // The explorer of a database knows the ratings of its games only.
        let tree = place.run(&["tree", "-q", "--csv", "--ratings", "elo.csv", file]);
        assert!(tree.out.lines().any(|row| row.starts_with("1,e4,") && row.contains(",2600,")), "{tree}");
    }
    let wrong = place.run(&["search", "-e", "mate", "g.pgn", "--ratings", "g.pgn"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("the columns must be named"), "{wrong}");
}
