//! What games are read from, and what happens if they cannot be.

use crate::place::{DAMAGED, GAMES, Place};
use insta::assert_snapshot;
use std::io::Write as _;

const COUNT: [&str; 4] = ["search", "-e", "mate", "--format=count"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&COUNT[..], more].concat()
}

#[test]
fn standard_input() {
    let place = Place::new();
    let expected = "1 of 3 games, 1 positions\n";
    assert_eq!(place.run_with(&COUNT, GAMES.as_bytes()).out, expected);
    assert_eq!(place.run_with(&with(&["-"]), GAMES.as_bytes()).out, expected);
    let zst = zstd::encode_all(GAMES.as_bytes(), 3).unwrap();
    assert_eq!(place.run_with(&with(&["-"]), &zst).out, expected);
    let rows = place.run_with(&["search", "-e", "mate", "-"], GAMES.as_bytes());
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
    assert_eq!(place.run(&with(&["all/a.pgn.zst"])).out, "1 of 3 games, 1 positions\n");
    assert_eq!(place.run(&with(&["all/deep/b.pgn.gz"])).out, "1 of 3 games, 1 positions\n");
    assert_eq!(place.run(&with(&["all/c.pgn.bz2", "games.pgn"])).out, "2 of 6 games, 2 positions\n");
    assert_eq!(place.run(&with(&["all"])).out, "3 of 9 games, 3 positions\n");
    assert_snapshot!(place.run(&["search", "-e", "mate", "all", "games.pgn", "--threads", "3"]));
}

#[test]
fn no_games_means_the_samples() {
    let place = Place::new();
    let run = place.run(&COUNT);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.err, "no games given: these are the sample games that come with the program\n");
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
    let run = place.run(&["search", "-f", "q.cql", "-o", "-", "other.pgn"]);
    assert!(run.out.contains("\"file\":\"other.pgn\""), "{run}");
    // Standard input is not asked if the header says what to read.
    let run = place.run_with(&["search", "-f", "q.cql", "-o", "-", "--format", "count"], b"1. e4 *");
    assert_eq!(run.out, "1 of 3 games, 1 positions\n");
}

#[test]
fn what_cannot_be_read_does_not_stop_the_others() {
    let place = Place::new();
    std::fs::create_dir(place.path("empty")).unwrap();
    place.write("empty.pgn", "");
    place.write("cut.pgn.zst", &zstd::encode_all(GAMES.repeat(50).as_bytes(), 3).unwrap()[..60]);
    assert_snapshot!(place.run(&with(&["missing.pgn", "games.pgn"])));
    assert_snapshot!(place.run(&with(&["empty.pgn", "empty"])));
    let cut = place.run(&with(&["cut.pgn.zst", "games.pgn"]));
    assert_eq!(cut.code, Some(2));
    assert!(cut.err.contains("cannot read cut.pgn.zst") && cut.out.contains("1 of"), "{cut}");
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
    assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 positions\n"));
    assert!(run.err.contains("make the file readable"), "{run}");
}

#[test]
fn ranges_and_limits() {
    let place = Place::new();
    let count = |more: &[&str]| place.search("true", &[&["--format", "count"], more].concat()).out;
    assert_eq!(count(&["--game-range", "2..3"]), "2 of 2 games, 9 positions\n");
    assert_eq!(count(&["--game-range", "2.."]), "2 of 2 games, 9 positions\n");
    assert_eq!(count(&["--game-range", "..1"]), "1 of 1 games, 6 positions\n");
    assert_eq!(count(&["--game-range", "9"]), "0 of 0 games, 0 positions\n");
    assert_eq!(count(&["--limit", "1"]), "1 of 1 games, 6 positions\n");
    let two = place.run(&["search", "-e", "initial", "--game-range", "3", "games.pgn", "games.pgn"]);
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
    assert_snapshot!(place.run(&with(&["bad.pgn"])));
    assert_snapshot!(place.run(&with(&["--strict", "bad.pgn"])));
    assert_snapshot!(place.run(&with(&["--json-diagnostics", "bad.pgn"])));
    place.write("many.pgn", DAMAGED.repeat(50));
    let run = place.run(&with(&["many.pgn"]));
    assert_eq!((run.code, run.out.as_str()), (Some(0), "50 of 100 games, 50 positions\n"));
    assert_eq!(run.err.lines().count(), 22, "twenty in full, then counted: {}", run.err);
}

#[test]
fn faults_that_lose_nothing_are_counted() {
    let place = Place::new();
    place.write("odd.pgn", "[White \"A\"]\n\n1. e4 ) e5\n\n[White \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let run = place.run(&with(&["odd.pgn"]));
    assert_eq!(run.code, Some(0));
    assert_eq!(run.err, "note: 1 game with faults that lose no moves (--strict shows them)\n");
    place.write("both.pgn", format!("{}\n{DAMAGED}", place.read("odd.pgn")));
    let run = place.run(&with(&["both.pgn"]));
    let expected = "warning: 1 damaged game with moves that could not be read; \
                    1 game with faults that lose no moves (--strict shows them)\n";
    assert!(run.err.ends_with(expected), "{run}");
    assert_eq!(place.run(&with(&["--quiet", "odd.pgn"])).err, "");
    let strict = place.run(&with(&["--strict", "odd.pgn"]));
    assert_eq!(strict.code, Some(2));
    assert!(strict.err.ends_with("note: 1 game with faults that lose no moves\n"), "{strict}");
}

#[test]
fn what_is_named_as_compressed_must_be() {
    let place = Place::new();
    for (end, name) in [("gz", "gzip"), ("zst", "zstd"), ("BZ2", "bzip2")] {
        let file = format!("games.pgn.{end}");
        place.write(&file, GAMES);
        let run = place.run(&with(&[&file, "games.pgn"]));
        assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 positions\n"), "{run}");
        let expected = format!(
            "error: cannot read {file}: this is not {name}: its first bytes say otherwise; \
             rename it or decompress it first\n"
        );
        assert_eq!(run.err, expected);
    }
    // One compression under the name of another is known by its bytes.
    place.write("other.pgn.gz", zstd::encode_all(GAMES.as_bytes(), 3).unwrap());
    assert_eq!(place.run(&with(&["other.pgn.gz"])).out, "1 of 3 games, 1 positions\n");
}
