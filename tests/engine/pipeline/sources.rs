//! Where games come from does not matter.

use super::{SAMPLE, found, many, on, one_by_one, search};
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;
use tabiya::database::{BlockBuilder, Options, Writer};
use tabiya::pipeline::{GameJob, NextText, Texts};
use tabiya::{Game, Halt, Query, RunControl, RunOptions, Sources};

/// The sample games as a database.
fn database() -> Vec<u8> {
    let (mut builder, mut game) = (BlockBuilder::new(&Options::default()), Game::new());
    let (mut texts, mut job) = (Texts::new(Sources::from(SAMPLE), &RunControl::new().into()), GameJob::default());
    let mut file = tempfile::tempfile().expect("a temporary file");
    let mut writer = Writer::create(file.try_clone().expect("a handle")).expect("a database");
    while let NextText::Game = texts.next(&mut job) {
        game.parse(&job.raw);
        builder.add(&job.file, &job.raw, &game);
        if builder.len() == 10 {
            writer.write(&builder.finish()).expect("a block");
        }
    }
    writer.write(&builder.finish()).expect("a block");
    writer.finish().expect("a database");
    let mut bytes = Vec::new();
    std::io::Seek::rewind(&mut file).expect("the start");
    std::io::Read::read_to_end(&mut file, &mut bytes).expect("the database");
    bytes
}

#[test]
fn the_same_games_give_the_same_matches() {
    let pgn = std::fs::read(SAMPLE).expect("the games");
    let base = database();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("base.tabiya"), &base).expect("a file");
    let packed = zstd::encode_all(pgn.as_slice(), 3).expect("zstd");
    std::fs::write(path("games.pgn.zst"), &packed).expect("a file");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&pgn).expect("gzip");
    let gzip = gzip.finish().expect("gzip");
    for text in ["mate", "check", "move promote [RBN]", "next 3 100 (check*)", "cql(gamenumber 5 40) check"] {
        let expected = one_by_one(text);
        for threads in [1, 3] {
            let sources = [
                ("bytes", Sources::new().bytes("games", pgn.clone())),
                ("packed bytes", Sources::new().bytes("games", packed.clone())),
                ("a stream", Sources::new().reader("games", std::io::Cursor::new(pgn.clone()))),
                ("a packed stream", Sources::new().reader("games", std::io::Cursor::new(gzip.clone()))),
                ("a database in memory", Sources::new().bytes("base", base.clone())),
                ("a stream of a database", Sources::new().reader("base", std::io::Cursor::new(base.clone()))),
                ("a database", Sources::from(path("base.tabiya"))),
                ("a packed file", Sources::from(path("games.pgn.zst"))),
                ("a folder", Sources::from(folder.path())),
            ];
            for (name, sources) in sources {
                assert_eq!(found(text, sources, &on(threads)), expected, "{text} in {name} on {threads} threads");
            }
        }
    }
}

#[test]
fn sources_follow_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("b.pgn", many(3)), ("a.pgn", many(6)), ("notes.txt", many(9))] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let sources = Sources::new().path(folder.path()).bytes("c", many(3)).reader("d", std::io::Cursor::new(many(3)));
    let names = |sources: &Sources| {
        sources.paths().map(|path| path.file_name().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&sources), ["a.pgn", "b.pgn"]);
    let matches = Query::parse("mate").expect("a query").matches_in(sources, &on(2)).expect("threads");
    let files: Vec<String> = matches.map(|found| found.expect("no error").file().expect("a file").to_owned()).collect();
    let ends: Vec<&str> = files.iter().map(|file| file.rsplit('/').next().unwrap_or_default()).collect();
    assert_eq!(ends, ["a.pgn", "a.pgn", "b.pgn", "c", "d"]);
}

/// The sample has 68 games, and each block of the database ten of them.
#[test]
fn the_newest_block_comes_first_on_request() {
    let numbers = |sources: Sources| found("initial", sources, &on(1)).into_iter().map(|(number, _)| number);
    let reversed = (0..=6_u64).rev().flat_map(|block| block * 10 + 1..=(block * 10 + 10).min(68));
    let base = Sources::new().bytes("base", database());
    assert!(numbers(base.again().expect("bytes").newest_first()).eq(reversed));
    // Games that are left out are the first ones.
    assert!(numbers(base.newest_first().skip(5)).eq(6..=68));
    assert!(numbers(Sources::from(SAMPLE).newest_first()).eq(1..=68));
}

#[test]
fn games_are_counted_where_a_query_asks_for_their_number() {
    let text = "lastgamenumber == 9 gamenumber == 9 initial";
    let games = many(9);
    for sources in
        [Sources::new().bytes("games", games.as_str()), Sources::new().reader("games", std::io::Cursor::new(games))]
    {
        assert_eq!(found(text, sources, &on(2)), [(9, 0)]);
    }
}

#[test]
fn a_stop_is_not_the_end() {
    let sources = [Sources::from(SAMPLE), Sources::new().bytes("base", database())];
    for all in sources {
        let again = || all.again().expect("files and bytes can be read again");
        for before in 0..=68 {
            let control = Arc::new(RunControl::new());
            let (mut texts, mut job) = (Texts::new(again(), &control), GameJob::default());
            for _ in 0..before {
                assert!(matches!(texts.next(&mut job), NextText::Game));
            }
            control.stop();
            for _ in 0..2 {
                assert!(matches!(texts.next(&mut job), NextText::Halted(Halt::Stopped)), "after {before} games");
            }
        }
        let late = Arc::new(RunControl::with_time_limit(Duration::ZERO));
        let next = Texts::new(again(), &late).next(&mut GameJob::default());
        assert!(matches!(next, NextText::Halted(Halt::TimeLimit)), "{next:?}");
        assert_eq!(again().count_games(&late), None);
        assert_eq!(again().count_games(&Arc::default()), Some(68));
        // What sums up a run that was stopped is an error, however many threads search.
        for threads in [1, 2] {
            let options =
                RunOptions { threads: std::num::NonZeroUsize::new(threads), ..RunOptions::new().control(&late) };
            let searched =
                Query::parse("mate lastgamenumber > 0")
                    .expect("a query")
                    .set()
                    .search(again(), &options, |_| std::ops::ControlFlow::Continue(()));
            assert_eq!(searched.expect_err("it is stopped").summary.halted, Some(Halt::TimeLimit));
        }
    }
}

/// What is known of a game in a database, from the columns of its block, is forgotten when the next game comes as text.
#[test]
fn a_database_tells_nothing_of_the_games_after_it() {
    let pgn = std::fs::read(SAMPLE).expect("the games");
    let base = database();
    for text in ["mate", "check", "next (check check)", "wtm btm"] {
        let once = one_by_one(text).len();
        for counts_only in [false, true] {
            let sources = Sources::new()
                .bytes("games", pgn.clone())
                .bytes("base", base.clone())
                .bytes("again", pgn.clone())
                .bytes("the base again", base.clone());
            let options = RunOptions { counts_only, ..on(1) };
            let (_, summary) = search(text, sources, &options);
            let positions = summary.expect("everything can be searched").positions;
            assert_eq!(positions, 4 * once as u64, "{text}, counts only: {counts_only}");
        }
    }
}
