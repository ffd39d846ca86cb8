//! Database files: made, searched like PGN, extended, shown, exported; damaged ones, and runs that are interrupted.

use crate::cli::place::{DAMAGED, GAMES, Place, Run};
use tabiya::Game;
use tabiya::database::{BlockBuilder, Options, Writer};
use tabiya::game::RawGame;

/// A place with two files of games and `base.tabiya` made of them.
fn with_base() -> Place {
    let place = Place::new();
    place.write("more.pgn", format!("{DAMAGED}\n[White \"Z\"]\n\n1. e4 ) e5 2. Nf3 1/2-1/2\n"));
    let run = place.run(&["index", "-q", "games.pgn", "more.pgn", "-o", "base.tabiya"]);
    assert_eq!(run.code, Some(0), "{run}");
    place
}

/// A place with `many.pgn`, whose games take several blocks, and `many.tabiya`.
fn with_blocks() -> Place {
    let place = Place::new();
    place.write("many.pgn", GAMES.repeat(5000));
    let run = place.run(&["index", "-q", "many.pgn", "-o", "many.tabiya"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    place
}

/// Two runs that must give the same, apart from the time that they took.
fn assert_same(pgn: &Run, base: &Run) {
    assert_eq!(pgn.to_string(), base.to_string());
}

#[test]
fn a_database_is_searched_as_its_pgn_is() {
    let place = with_base();
    let queries: [&[&str]; 10] = [
        &["-e", "mate"],
        &["-e", "check", "--variations"],
        &["-e", "player \"Blue\""],
        &["-e", "check sort ply"],
        &["-e", "terminal", "-e", "initial"],
        &["-e", "initial", "--limit", "2"],
        &["-e", "initial", "--game-range", "2..3"],
        &["-e", "initial gamenumber==lastgamenumber - 3"],
        &["-e", "initial", "--strict"],
        &["-e", "persistent v += 1 terminal v > 3"],
    ];
    for query in queries {
        for format in ["list", "jsonl", "csv", "pgn", "count"] {
            for threads in ["1", "2", "5"] {
                let search = [&["search", "--format", format, "--threads", threads], query].concat();
                let pgn = place.run(&[&search[..], &["games.pgn", "more.pgn"]].concat());
                let base = place.run(&[&search[..], &["base.tabiya"]].concat());
                assert_eq!((pgn.code, &pgn.out), (base.code, &base.out), "{search:?}: {base}");
                // Faults are reported alike where all moves are read.
                let search = [&search[..], &["--check-moves"]].concat();
                let pgn = place.run(&[&search[..], &["games.pgn", "more.pgn"]].concat());
                assert_same(&pgn, &place.run(&[&search[..], &["base.tabiya"]].concat()));
            }
        }
    }
    // Every fault comes with its place and its text.
    let faults = |games: &[&str]| {
        let run = place.run(&[&["search", "-e", "false", "--report", "faults.jsonl"], games].concat());
        (run.to_string(), place.read("faults.jsonl"))
    };
    let (run, rows) = faults(&["games.pgn", "more.pgn"]);
    assert!(rows.contains("\"text\":\"Ke5\""), "{rows}");
    assert_eq!((run, rows), faults(&["base.tabiya"]));
}

#[test]
fn other_commands_take_databases() {
    let place = with_base();
    place.write("q.cql", "cql(input base.tabiya output found.pgn) mate");
    assert_eq!(place.run(&["search", "-f", "q.cql"]).code, Some(0));
    assert_eq!(place.read("found.pgn").matches("{CQL}").count(), 2);
    // CQL's command, with one file.
    assert_eq!(place.run(&["index", "-q", "games.pgn", "-o", "one.tabiya"]).code, Some(0));
    place.write("t.cql", "cql() check");
    let cql = |games: &str| {
        let run = place.run(&["cql", "-i", games, "-o", "out.pgn", "-singlethreaded", "t.cql"]);
        assert_eq!(run.code, Some(0), "{run}");
        let summary = run.out.lines().last().unwrap_or_default().split(" in ").next().unwrap_or_default().to_owned();
        (summary, place.read("out.pgn"))
    };
    assert_eq!(cql("games.pgn"), cql("one.tabiya"));
    assert_same(&place.run(&["repair", "games.pgn", "more.pgn"]), &place.run(&["repair", "base.tabiya"]));
    let similar = |file: &str| place.search(&format!("similarposition \"{file}\""), &["--format", "count"]).out;
    assert_eq!(similar("games.pgn"), similar("one.tabiya"));
    let bytes = std::fs::read(place.path("base.tabiya")).unwrap();
    let piped = place.run_with(&["search", "-e", "mate", "--format", "count", "-"], &bytes);
    assert_eq!(piped.out, "2 of 6 games, 2 positions\n");
    place.write("base.zst", zstd::encode_all(&*bytes, 3).unwrap());
    let packed = place.run(&["search", "-e", "mate", "base.zst"]);
    assert!(packed.err.contains("it is a database of Tabiya, not PGN; unpack it first"), "{packed}");
}

/// The small level has less that rules games out, and finds the same.
#[test]
fn the_small_level_answers_as_the_fast_one() {
    let place = Place::new();
    place.write("many.pgn", GAMES.repeat(100));
    assert_eq!(place.run(&["index", "-q", "many.pgn", "-o", "many.tabiya"]).code, Some(0));
    let index = |more: &[&str]| {
        let run = place.run(&[&["index", "-q", "-o", "small.tabiya"], more].concat());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    };
    index(&["--small", "many.pgn"]);
    let size = |name: &str| std::fs::metadata(place.path(name)).unwrap().len();
    assert!(size("small.tabiya") < size("many.tabiya"));
    let queries = ["mate", "{Ke1 ka-h8}", "move to f7", "R attacks k", "Ne5", "player \"Blue\""];
    let assert_alike = || {
        for query in queries {
            for format in ["count", "jsonl"] {
                let search = |base: &str| place.run(&["search", "-q", "-e", query, "--format", format, base]);
                let (fast, small) = (search("many.tabiya"), search("small.tabiya"));
                assert_eq!((fast.code, fast.out), (small.code, small.out), "{query}");
            }
        }
        assert_eq!(place.run(&["export", "small.tabiya"]).out, place.run(&["export", "many.tabiya"]).out);
    };
    assert_alike();
    let info = |name: &str| place.run(&["info", name]).out;
    assert!(info("small.tabiya").contains("columns     what stands where is not stored: "));
    assert!(info("small.tabiya").contains("openings    what was played is not stored\n"));
    assert!(!info("many.tabiya").contains("\ncolumns "));
    // What is added is of the level that the file has.
    index(&["--append", "many.pgn"]);
    let json: serde_json::Value =
        serde_json::from_str(&place.run(&["info", "small.tabiya", "--format", "json"]).out).unwrap();
    assert_eq!(json["blocks"], json["blocks_of_the_small_level"]);
    assert_eq!(place.run(&["index", "-q", "many.pgn", "many.pgn", "-o", "many.tabiya"]).code, Some(0));
    assert_alike();
    // The levels may be mixed, too.
    assert_eq!(place.run(&["index", "-q", "--append", "--small", "games.pgn", "-o", "many.tabiya"]).code, Some(0));
    assert_eq!(place.run(&["index", "-q", "--append", "games.pgn", "-o", "small.tabiya"]).code, Some(0));
    assert_alike();
    assert!(info("many.tabiya").contains("is not stored in 1 of "));
    // Openings come along where they are wanted.
    index(&["--small", "--explorer", "games.pgn"]);
    assert!(info("small.tabiya").contains("openings    what was played in "));
}

#[test]
fn what_a_database_contains() {
    let place = with_base();
    let info = place.run(&["info", "base.tabiya", "--format", "json"]);
    let info: serde_json::Value = serde_json::from_str(&info.out).expect("JSON");
    assert_eq!((&info["games"], &info["positions"]), (&6.into(), &29.into()), "{info}");
    assert_eq!(
        info["sources"],
        serde_json::json!([{"file": "games.pgn", "games": 3}, {"file": "more.pgn", "games": 3}])
    );
    assert_eq!(info["years"], serde_json::json!({"from": 1999, "to": 2004, "games": 2}));
    assert_eq!(info["results"], serde_json::json!({"*": 4, "1-0": 1, "1/2-1/2": 1}));
    assert_eq!((&info["variants"], &info["set_up"]), (&serde_json::json!({"chess": 6}), &1.into()));
    assert_eq!(info["bytes"], std::fs::metadata(place.path("base.tabiya")).unwrap().len());
    let text = place.run(&["info", "base.tabiya"]);
    for line in
        ["games       6 in 1 block\n", "read from   games.pgn: 3 games\n", "years       1999 to 2004, in 2 games\n"]
    {
        assert!(text.out.contains(line), "{text}");
    }
    let other = place.run(&["info", "games.pgn"]);
    assert_eq!(other.code, Some(2));
    assert!(other.err.starts_with("error: cannot read games.pgn: it is not a database of Tabiya; "), "{other}");
}

/// The first position of chess.
const FIRST: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn what_was_played_in_a_position() {
    let place = Place::new();
    place.write("a.pgn", "[WhiteElo \"2500\"]\n[Date \"1999.01.01\"]\n\n1. e4 e5 1-0\n\n1. d4 *\n");
    place.write(
        "b.pgn",
        "[WhiteElo \"2700\"]\n[Date \"2004.??.??\"]\n\n1. e4 c5 0-1\n\n1. d4 (1. c4) 1... d5 1/2-1/2\n",
    );
    let index = |words: &[&str]| {
        let run = place.run(&[&["index", "-q", "-o", "base.tabiya"], words].concat());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run}");
    };
    let at = |fen: &str, words: &[&str]| place.run(&[&["info", "base.tabiya", "--position", fen], words].concat());
    index(&["a.pgn", "b.pgn"]);
    let one_go = at(FIRST, &[]);
    let expected = "\
move           games         1-0     1/2-1/2         0-1  rating  last
d4                 2           0           1           0       -     -
e4                 2           1           0           1    2600  2004
all                4           1           1           1    2600  2004
";
    assert_eq!((one_go.code, one_go.out.as_str()), (Some(0), expected));
    let json: serde_json::Value = serde_json::from_str(&at(FIRST, &["--format", "json"]).out).expect("JSON");
    let e4 = serde_json::json!({"uci": "e2e4", "san": "e4", "games": 2, "white": 1, "draws": 0, "black": 1, "rating": 2600.0,
        "opponents_rating": null, "last_year": 2004});
    assert_eq!((&json["moves"][1], &json["games"]), (&e4, &4.into()), "{json}");
    // Positions of a single game, and of no game.
    let single = at("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", &[]);
    assert_eq!((single.code, single.out.as_str()), (Some(1), ""), "{single}");
    assert!(single.err.contains("fewer than two games reach this position"), "{single}");
    assert_eq!(at("8/8/8", &[]).code, Some(2));
    // Games that are added count as those that were there.
    index(&["a.pgn"]);
    index(&["--append", "b.pgn"]);
    assert_eq!(at(FIRST, &[]).out, expected);
    let info = place.run(&["info", "base.tabiya"]);
    assert!(info.out.contains("openings    what was played in 3 positions\n"), "{info}");
    // Without, and with again.
    index(&["--append", "--no-explorer", "b.pgn"]);
    let none = at(FIRST, &[]);
    assert!(none.code == Some(2) && none.err.contains("add games to it with --append --explorer"), "{none}");
    index(&["--append", "a.pgn"]);
    assert_eq!(at(FIRST, &[]).code, Some(2));
    index(&["--append", "--explorer", "a.pgn"]);
    assert!(at(FIRST, &[]).out.contains("all               10 "), "{}", at(FIRST, &[]));
}

#[test]
fn export_gives_the_text_back() {
    let place = with_base();
    let exported = place.run(&["export", "base.tabiya"]);
    let between = if GAMES.ends_with("\n\n") { "" } else { "\n" };
    let expected = format!("{GAMES}{between}{}", place.read("more.pgn"));
    assert_eq!((exported.code, exported.out), (Some(0), expected.clone()));
    assert_eq!(place.run(&["export", "base.tabiya", "-o", "back.pgn"]).code, Some(0));
    assert_eq!(place.read("back.pgn"), expected);
    // PGN is written as it is, too, by the command and by its full name.
    for words in [&["export", "games.pgn"][..], &["rewrite", "--as-read", "games.pgn"]] {
        let same = place.run(words);
        assert_eq!((same.code, same.out.as_str()), (Some(0), GAMES), "{same}");
    }
    // Line ends of other systems stay.
    let windows = GAMES.replace('\n', "\r\n");
    place.write("windows.pgn", &windows);
    assert_eq!(place.run(&["index", "-q", "windows.pgn", "-o", "windows.tabiya"]).code, Some(0));
    assert_eq!(place.run(&["export", "windows.tabiya"]).out, windows);
}

#[test]
fn games_are_added() {
    let place = with_base();
    for file in ["games.pgn", "more.pgn"] {
        let run = place.run(&["index", "--append", file, "-o", "grown.tabiya"]);
        assert_eq!(run.code, Some(0), "{run}");
        assert!(run.err.contains("note: 3 games added; "), "{run}");
    }
    let search = |base: &str| place.run(&["search", "-e", "check or terminal", base]);
    assert_same(&search("base.tabiya"), &search("grown.tabiya"));
    // A database is a source of games too, and keeps the names of their files.
    assert_eq!(place.run(&["index", "-q", "grown.tabiya", "-o", "copy.tabiya"]).code, Some(0));
    assert_same(&search("base.tabiya"), &search("copy.tabiya"));
    // Without --append the file is replaced.
    assert_eq!(place.run(&["index", "-q", "games.pgn", "-o", "grown.tabiya"]).code, Some(0));
    assert_eq!(
        place.run(&["search", "-e", "true", "--format", "count", "grown.tabiya"]).out,
        "3 of 3 games, 15 positions\n"
    );
}

#[test]
fn what_cannot_be_indexed() {
    let place = with_base();
    let old = std::fs::read(place.path("base.tabiya")).unwrap();
    for append in [&[][..], &["--append"]] {
        let index = |more: &[&str]| place.run(&[&["index"], append, more].concat());
        let run = index(&["missing.pgn", "games.pgn", "-o", "base.tabiya"]);
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.err.contains("cannot read missing.pgn") && run.err.contains("because of the errors, "), "{run}");
        let run = index(&["base.tabiya", "-o", "base.tabiya"]);
        assert!(run.err.contains("both an input and an output"), "{run}");
        assert!(std::fs::read(place.path("base.tabiya")).unwrap() == old);
    }
    assert!(place.run(&["index", "games.pgn", "-o", "-"]).err.contains("cannot be written to standard output"));
    let run = place.run(&["index", "--append", "games.pgn", "-o", "more.pgn"]);
    assert!(run.err.starts_with("error: cannot read more.pgn: it is not a database of Tabiya"), "{run}");
    assert_eq!(place.names(), ["base.tabiya", "games.pgn", "more.pgn"]);
}

#[test]
fn many_blocks_on_many_threads() {
    let place = with_blocks();
    for query in ["mate", "true", "player \"Blue\"", "gamenumber % 1000 == 7"] {
        let pgn = place.run(&["search", "-e", query, "--threads", "1", "many.pgn"]);
        for threads in ["1", "2", "7"] {
            for games in ["many.pgn", "many.tabiya"] {
                let run = place.run(&["search", "-e", query, "--threads", threads, games]);
                assert!(run.out == pgn.out && run.err == pgn.err, "{query} {threads} {games}");
            }
        }
    }
    let one = place.run(&["index", "-q", "--threads", "1", "many.pgn", "-o", "one.tabiya"]);
    assert_eq!(one.code, Some(0));
    let bytes = |name: &str| std::fs::read(place.path(name)).unwrap();
    assert!(bytes("one.tabiya") == bytes("many.tabiya"), "the file does not depend on the threads");
}

#[test]
fn a_damaged_block_costs_that_block() {
    let place = with_blocks();
    let whole = std::fs::read(place.path("many.tabiya")).unwrap();
    let blocks: Vec<usize> = (0..whole.len() - 4).filter(|&at| whole[at..].starts_with(b"TBLK")).collect();
    assert_eq!(blocks.len(), 4);
    let count =
        |threads: &str| place.run(&["search", "-e", "mate", "--format", "count", "--threads", threads, "bad.tabiya"]);
    // The head of the second block, then everything after it.
    let sections = (blocks[1] + 1000..blocks[2]).step_by(16);
    assert!(sections.len() > 10);
    for places in [vec![blocks[1] + 8], sections.collect()] {
        let mut bad = whole.clone();
        places.iter().for_each(|&at| bad[at] ^= 0x55);
        place.write("bad.tabiya", &bad);
        let run = count("1");
        assert_eq!((run.code, run.err.lines().count()), (Some(2), 1), "{run}");
        assert!(run.err.starts_with("error: bad.tabiya: block 2 (byte "), "{run}");
        assert!(run.err.contains("4096 games") && run.err.contains("make the database again"), "{run}");
        let found: u64 = run.out.split(' ').next().unwrap().parse().unwrap();
        assert!((3600..3700).contains(&found), "{run}");
        for threads in ["2", "7"] {
            assert_same(&run, &count(threads));
        }
        let exported = place.run(&["export", "bad.tabiya"]);
        assert_eq!(exported.code, Some(2));
        assert!((3600..3700).contains(&exported.out.matches("[Event \"First\"]").count()));
        assert!(exported.out.trim_end().ends_with("3. Nc3 Bb4 *"));
        assert_eq!(place.run(&["info", "bad.tabiya"]).code, Some(2));
    }
}

#[test]
fn files_that_are_no_whole_databases() {
    let place = with_base();
    let whole = std::fs::read(place.path("base.tabiya")).unwrap();
    let mut other = whole.clone();
    other[8] = 99;
    place.write("other.tabiya", &other);
    place.write("cut.tabiya", &whole[..whole.len() - 10]);
    place.write("begun.tabiya", &whole[..20]);
    for (name, why) in [
        ("other", "it has version 99 of the database format, and this program reads version 5; make"),
        ("cut", "the list of blocks is damaged; make it again from its PGN files"),
        ("begun", "the database was not completed; make it again"),
    ] {
        let name = format!("{name}.tabiya");
        let run = place.run(&["search", "-e", "mate", "--format", "count", &name, "games.pgn"]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), "1 of 3 games, 1 position\n"), "{run}");
        assert!(run.err.starts_with(&format!("error: cannot read {name}: {why}")), "{run}");
        assert_eq!(place.run(&["info", &name]).code, Some(2));
    }
}

#[test]
fn a_database_whose_newest_list_is_damaged_is_what_it_was_before() {
    let place = Place::new();
    assert_eq!(place.run(&["index", "-q", "games.pgn", "-o", "base.tabiya"]).code, Some(0));
    assert_eq!(place.run(&["index", "-q", "--append", "games.pgn", "-o", "base.tabiya"]).code, Some(0));
    let whole = std::fs::read(place.path("base.tabiya")).unwrap();
    // A bit of the list, and one of the slot that names it.
    for at in [whole.len() - 1, 16 + 9] {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        place.write("base.tabiya", &bytes);
        let told = "its newest list of blocks is damaged, so the games that were added last are missing; \
                    make it again from its PGN files: tabiya index GAMES... -o BASE.tabiya, or keep what is left with \
                    `tabiya export`\n";
        let runs: [&[&str]; 9] = [
            &["search", "-q", "-e", "initial", "--format", "count", "base.tabiya"],
            &["info", "base.tabiya"],
            &["info", "--position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "base.tabiya"],
            &["export", "-q", "base.tabiya"],
            &["tree", "-q", "base.tabiya"],
            &["dedupe", "-q", "base.tabiya", "-o", "deduped.pgn"],
            &["index", "-q", "base.tabiya", "-o", "new.tabiya"],
            &["tag", "-q", "-e", "mate", "base.tabiya", "-o", "tagged.pgn"],
            &["search", "-q", "-e", "position in \"base.tabiya\"", "--files", ".", "--format", "count", "games.pgn"],
        ];
        for args in runs {
            let run = place.run(args);
            assert_eq!(run.code, Some(2), "{args:?} {run}");
            assert!(run.err.contains("its newest list of blocks is damaged"), "{args:?} {run}");
        }
        let search = place.run(runs[0]);
        assert_eq!(
            (search.out.as_str(), search.err),
            ("3 of 3 games, 3 positions\n", format!("error: base.tabiya: {told}"))
        );
        assert_eq!(place.run(runs[1]).out.lines().filter(|line| *line == "games       3 in 1 block").count(), 1);
        assert_eq!(place.run(runs[3]).out.matches("[Event ").count(), 3);
        let added = place.run(&["index", "-q", "--append", "games.pgn", "-o", "base.tabiya"]);
        assert_eq!((added.code, added.err), (Some(2), format!("error: cannot add games to base.tabiya: {told}")));
        assert!(std::fs::read(place.path("base.tabiya")).unwrap() == bytes, "nothing is cut off");
    }
}

/// A table without some of the games that are there would be wrong for ever.
#[test]
fn no_games_are_added_where_the_table_of_openings_would_lack_some() {
    let place = Place::new();
    assert_eq!(place.run(&["index", "-q", "games.pgn", "-o", "base.tabiya"]).code, Some(0));
    let mut bytes = std::fs::read(place.path("base.tabiya")).unwrap();
    bytes[80 + 8] ^= 1;
    place.write("base.tabiya", &bytes);
    let added = place.run(&["index", "-q", "--append", "games.pgn", "-o", "base.tabiya"]);
    let told = "error: cannot write base.tabiya: block 1 (byte 80, 3 games): the contents are damaged: the checksum is wrong; \
                the table of openings needs these games; make the database again, or add games with --no-explorer\n";
    assert_eq!((added.code, added.err.as_str()), (Some(2), told));
    assert!(std::fs::read(place.path("base.tabiya")).unwrap() == bytes);
    let without = place.run(&["index", "-q", "--append", "--no-explorer", "games.pgn", "-o", "base.tabiya"]);
    assert_eq!(without.code, Some(0), "{without}");
    let searched = place.run(&["search", "-q", "-e", "initial", "--format", "count", "base.tabiya"]);
    assert_eq!((searched.code, searched.out.as_str()), (Some(2), "3 of 3 games, 3 positions\n"), "{searched}");
}

/// Those who copy games do not lose the rest of one that is too long; for a search it is a damaged game.
#[test]
fn a_game_that_is_too_long_is_not_copied_without_its_end() {
    let place = Place::new();
    let long = format!("[Event \"x\"]\n\n1. e4 {{{}}} e5 *\n\n[Event \"y\"]\n\n1. d4 *\n", "a".repeat(65 << 20));
    place.write("long.pgn", long);
    for args in [
        &["shard", "-q", "long.pgn", "-o", "shards"][..],
        &["dedupe", "-q", "long.pgn", "-o", "deduped.pgn"],
        &["tag", "-q", "-e", "mate", "long.pgn", "-o", "tagged.pgn"],
        &["index", "-q", "long.pgn", "-o", "long.tabiya"],
        &["repair", "-q", "long.pgn", "-o", "repaired.pgn"],
    ] {
        let run = place.run(args);
        assert_eq!(run.code, Some(2), "{args:?} {run}");
        let told = "error: long.pgn:1 (byte 0): game 1: the text of this game is too long, and its end would be missing; \
                    split it into several games, or leave it out\n";
        assert!(run.err.contains(told), "{args:?} {run}");
        let target = place.path(args[args.len() - 1]);
        assert!(!target.is_file() && !target.join("manifest.json").exists(), "{args:?}");
    }
    let searched = place.run(&["search", "-q", "-e", "initial", "--format", "count", "long.pgn"]);
    assert_eq!((searched.code, searched.out.as_str()), (Some(0), "2 of 2 games, 2 positions\n"), "{searched}");
    // A database may have one that a program has put there.
    let (mut block, mut game) = (BlockBuilder::new(&Options::default()), Game::new());
    let raw = RawGame { cut: true, ..RawGame::from_bytes(b"1. e4 {the end is") };
    game.parse(&raw);
    block.add("x.pgn", &raw, &game);
    let mut writer = Writer::create(std::io::Cursor::new(Vec::new())).unwrap();
    writer.write(&block.finish()).unwrap();
    place.write("cut.tabiya", writer.finish().unwrap().into_inner());
    let run = place.run(&["export", "cut.tabiya"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), "1. e4 {the end is"), "{run}");
    assert!(run.err.contains("game 1: the text of this game is too long"), "{run}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_everything_as_it_was() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let place = with_base();
    let old = std::fs::read(place.path("base.tabiya")).unwrap();
    for args in [&["index", "-", "-o", "base.tabiya"][..], &["index", "--append", "-", "-o", "base.tabiya"]] {
        let mut command = place.command(args);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // Some blocks, so that something has been written.
        stdin.write_all(GAMES.repeat(6000).as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1500));
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        let run = crate::cli::place::finished(child);
        drop(stdin);
        assert_eq!(run.code, Some(143), "{run}");
        assert!(run.err.contains("interrupted; "), "{run}");
        assert!(std::fs::read(place.path("base.tabiya")).unwrap() == old);
        assert_eq!(place.names(), ["base.tabiya", "games.pgn", "more.pgn"]);
    }
}
