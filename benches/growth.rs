//! Time per position must not grow with the length of a game: `cargo bench --bench growth [-- SHAPE...]`.
//!
//! Games of 100 to 100,000 plies are made here, and searched for the patterns that ruin a matcher that backtracks, and
//! for values that differ at each start. The table shows nanoseconds per position for each length, and how the greatest
//! length compares with the least. A second table does the same for reading and writing: nanoseconds per byte of texts
//! with many tags, and with variations inside one another. Arguments choose shapes by a part of their text.
//!
//! A shape that is known to take time in the square of the length has `(square)` in its name.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

#[path = "common/clock.rs"]
mod clock;

use clock::Stopwatch;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;
use tabiya::chess::fen::{self, Setup};
use tabiya::database::{BlockBuilder, Database, Options, Writer as DatabaseWriter};
use tabiya::game::{Additions, Frames, Game, Layout, RawGame, Writer};
use tabiya::pipeline::{GameJob, NextText, Sources, Texts};
use tabiya::{Query, QueryOptions, RunControl, Scratch, SearchOptions};

/// The lengths of the games, in plies.
const LENGTHS: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// The longest time for one length of one shape; longer games are then left out.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time for which a length is measured, twice.
const SERIES: Duration = Duration::from_millis(60);

/// Knights go out and back.
const QUIET: Family = Family {
    name: "quiet",
    fen: None,
    cycle: &["Nf3", "Nf6", "Ng1", "Ng8"],
    variation: None,
    end: &[],
    variations: false,
};

/// Ten plies with two checks that come back to where they began.
const CHECKS: Family = Family {
    name: "checks",
    fen: Some("6k1/8/8/8/8/8/8/RR4KN w - - 0 1"),
    cycle: &["Ra8+", "Kg7", "Ra7+", "Kg8", "Raa1", "Kh8", "Ng3", "Kg7", "Nh1", "Kg8"],
    variation: None,
    end: &[],
    variations: false,
};

/// The same with a mate in the end, so that what looks for one finds it from everywhere.
const MATE: Family = Family { name: "mate", end: &["Rb7", "Kh8", "Ra8#"], ..CHECKS };

/// The same with a variation at every tenth ply.
const TREE: Family = Family { name: "tree", variation: Some("(1. Ra7 Kh8 2. Ra8# ) "), variations: true, ..MATE };

/// Games that differ in length only.
struct Family {
    name: &'static str,
    fen: Option<&'static str>,
    /// Moves by White and Black that lead back to the beginning.
    cycle: &'static [&'static str],
    /// A variation on the cycle's first move.
    variation: Option<&'static str>,
    /// The moves after the last cycle.
    end: &'static [&'static str],
    /// True if variations are searched.
    variations: bool,
}

impl Family {
    /// A game with at least this many plies in its mainline.
    fn game(&self, plies: usize) -> Game {
        let mut text = String::new();
        if let Some(fen) = self.fen {
            let _ = write!(text, "[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
        }
        for _ in 0..plies.div_ceil(self.cycle.len()) {
            for (i, san) in self.cycle.iter().enumerate() {
                let _ = write!(text, "{san}{}", if i % 20 == 19 { '\n' } else { ' ' });
                text.push_str(self.variation.filter(|_| i == 0).unwrap_or_default());
            }
            text.push('\n');
        }
        text.push_str(&self.end.join(" "));
        text.push_str(" *\n");
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(text.as_bytes()));
        assert!(!game.is_incomplete() && game.tree().mainline_len() as usize > plies, "the games are good");
        game
    }
}

/// Queries, each with what it stands for.
fn shapes() -> Vec<(&'static str, String)> {
    let times = |part: &str, n: usize| [part].repeat(n).join(" ");
    let shape = |name: &'static str, text: &str| (name, text.to_owned());
    vec![
        shape("check", "check"),
        shape("three symbols", "next (check check check)"),
        ("(. ?){20}", format!("next ({})", times(". ?", 20))),
        ("(check? .?){20} check{20}", format!("next ({} check{{20}})", times("check? . ?", 20))),
        shape("((check .)* wtm*)*", "next (((check .)* wtm*)*)"),
        shape(".* check .* check .* mate", "next (.* check .* check .* mate)"),
        shape(".{2 1000} mate", "next (.{2 1000} mate)"),
        ("longest (check? .?){20}", format!("sort next 1 100000 ({})", times("check? . ?", 20))),
        shape("longest ((check .)* wtm*)*", "sort next 1 1000000 (((check .)* wtm*)*)"),
        shape("longest .* check .* mate", "sort next 1 1000000 (.* check .* check .* mate)"),
        shape("longest check+, banned", "sort next 2 1000 nestban ((check .)+)"),
        shape("longest .*, banned", "sort next 1 1000000 nestban (.*)"),
        shape("next2", "sort next2 2 1000000 (wtm* check*)"),
        shape("previous", "sort previous 2 1000000 (.* check .* check .*)"),
        shape("by move", "next ((move from R . ?)+ move from N)"),
        shape("by piece", "piece $x in [RN] next (move from $x .* check .* move from $x .* mate)"),
        shape("nested", "next (.* {next (check .* check)} .* {next (.* mate)})"),
        shape("next* without range", "next* mate"),
        shape("next* with range", "sort next* 1 1000000 check"),
        shape("previous* with range", "sort previous* 1 1000000 check"),
        shape("next* by piece", "piece $x in [RN] next* move from $x"),
        shape("either", "next (either (check . check) or (move from R .* mate))"),
        shape("anyorder", "next (anyorder ((check .*) (move from N .*) (move from R .*) mate))"),
        shape("both", "next (both (.* mate) and (.* check .* check .*))"),
        shape("almost", "next almost 3 (check . check . check .* mate)"),
        shape("longest anyorder", "sort next 1 1000000 (anyorder ((check .*) (move from N .*) (move from R .*)))"),
        shape("longest both", "sort next 1 1000000 (both (.*) and ((not check)* check .* check (not check)*))"),
        shape("longest almost", "sort next 1 1000000 almost 3 ((check .)* mate)"),
        shape("shortest", "sort next 1 1000000 shortest (check .* mate)"),
        shape("shortest almost, banned", "sort next 1 1000000 nestban shortest almost 2 (check . check+)"),
        shape("line", "line --> check --> .* --> check --> .* --> mate"),
        shape("value in line", "x=ply line --> .* --> ply==x+7 --> .* --> mate"),
        shape("value in line, far", "x=ply line --> .* --> ply>x+100000 --> .* --> mate"),
        shape("value in previous", "x=ply previous (.* {ply==x-7} .* check)"),
        shape("value in path", "x=ply path (-- {ply<x+999999})+"),
        shape("value in path focus", "x=ply path focus [NR] (-- {ply<x+999999})+"),
        shape("value in find", "x=ply find ply>x+100000"),
        shape("value in find, near", "x=ply find ply>x+7"),
        shape("value in find all", "x=ply find all {ply>x+7 check} > 2"),
        shape("value in find <--", "x=ply find <-- ply<x-7"),
        shape("text in find", "x=fen find {not x==fen}"),
        shape("text in find all", "f=fen find all fen==f"),
        shape("fen", "fen ~~ \"r\""),
        shape("sort fen", "sort fen"),
        shape("fen as a key", "dictionary D D[fen]=ply"),
        shape("fen of another position", "fen==initialposition:fen"),
        shape("effects in next", "i=0 next 1 9999999 ({i+=1 wtm}* .* mate)"),
        shape("effects in line", "i=0 line --> {i+=1 wtm}* --> .* --> mate"),
        shape("effects in path", "i=0 path {i+=1 wtm} --* --(mate)"),
        shape("keepallbest", "path keepallbest --+"),
        shape("keepallbest focus", "path focus [NR] keepallbest (--)+"),
        shape("keepallbest, many ways", "path keepallbest (-- --?)+"),
        shape("find in find (square)", "x=ply find {y=ply find ply==x+y+99999}"),
        shape("effects in find (square)", "i=0 find {i+=1 mate}"),
        shape("effects all along path (square)", "i=0 path ({i+=1} --)+ --(mate)"),
        shape("way to the root (square)", "x=currentposition while (x:ply>0) x=x:parent"),
    ]
}

/// A name, a function that makes a text that grows with a number, and the work on the text.
type TextRow = (&'static str, fn(usize) -> String, fn(&str));

fn texts() -> Vec<TextRow> {
    vec![
        ("tags, read", tags, |text| drop(read(text))),
        ("tags, written", tags, |text| write(&read(text))),
        ("late tags, read", late_tags, |text| drop(read(text))),
        ("late tags, written", late_tags, |text| write(&read(text))),
        ("nested variations, read", nested, |text| drop(read(text))),
        ("nested variations, written", nested, |text| write(&read(text))),
        ("nested variations, index", nested, |text| drop(index(text))),
        ("nested variations, export", nested, |text| export(text)),
        ("nested variations, shard", nested, |text| shard(text)),
        ("nested with comments, index", nested_comments, |text| drop(index(text))),
        ("nested with comments, export", nested_comments, |text| export(text)),
        ("variations of one move, index", side_by_side, |text| drop(index(text))),
        ("variations of one move, export", side_by_side, |text| export(text)),
        ("FEN of every position (rows)", moves, |text| {
            let game = read(text);
            for n in 0..game.tree().len() {
                let (board, halfmoves) = (*game.tree().board(n), game.halfmoves(n));
                black_box(fen::write(&Setup { board, halfmoves, fullmoves: game.move_number(n) }));
            }
        }),
        ("wrong squares of origin", wrong_origins, |text| drop(read(text))),
    ]
}

fn tags(count: usize) -> String {
    let tags: String = (0..count).map(|n| format!("[T{n} \"v\"]\n")).collect();
    tags + "\n1. e4 *\n"
}

fn late_tags(count: usize) -> String {
    let tags: String = (0..count).map(|n| format!("[T{n} \"v\"]\n")).collect();
    format!("[Event \"x\"]\n\n1. e4\n{tags}\n1... e5 *\n")
}

fn nested(count: usize) -> String {
    format!("1. e4 {}{}*\n", "(1. d4 ".repeat(count), ") ".repeat(count))
}

fn nested_comments(count: usize) -> String {
    format!("1. e4 {}{}*\n", "(1. d4 ".repeat(count), ") {x} ".repeat(count))
}

fn side_by_side(count: usize) -> String {
    format!("1. e4 {}*\n", "(1. d4) {x} ".repeat(count))
}

/// The game as a block of a database.
fn index(text: &str) -> Vec<u8> {
    let raw = Frames::new(text.as_bytes()).next_frame().expect("text").expect("a game");
    let mut block = BlockBuilder::new(&Options::default());
    block.add("games.pgn", &raw, &read(text));
    let mut writer = DatabaseWriter::create(Cursor::new(Vec::new())).expect("memory");
    writer.write(&block.finish()).expect("memory");
    writer.finish().expect("memory").into_inner()
}

/// A database of the game, which is made once.
fn indexed(text: &str) -> Vec<u8> {
    thread_local! {
        static MADE: RefCell<(String, Vec<u8>)> = const { RefCell::new((String::new(), Vec::new())) };
    }
    MADE.with_borrow_mut(|made| {
        if made.0 != text {
            *made = (text.to_owned(), index(text));
        }
        made.1.clone()
    })
}

/// Gives the game back, as `export` does. The database is made beforehand.
fn export(text: &str) {
    let database = Database::from_bytes(indexed(text)).expect("a database");
    let mut raw = RawGame::default();
    database.read_block(0).expect("a block").export(0, &mut raw).expect("a game");
    black_box(raw.bytes.len());
}

/// Takes the game out of a database and puts it into a shard, as `shard --database` does.
fn shard(text: &str) {
    let sources = Sources::new().bytes("base.tabiya", indexed(text));
    let (mut texts, mut job) = (Texts::new(sources, &Arc::new(RunControl::new())), GameJob::default());
    let (mut block, mut game) = (BlockBuilder::new(&Options::default()), Game::new());
    while let NextText::Game = texts.next(&mut job) {
        game.parse(&job.raw);
        block.add(&job.file, &job.raw, &game);
    }
    let block = block.finish();
    assert_eq!(block.games(), 1);
    black_box(block);
}

fn moves(count: usize) -> String {
    (0..count).map(|n| ["Nf3 ", "Nf6 ", "Ng1 ", "Ng8\n"][n % 4]).chain(["*\n"]).collect()
}

fn wrong_origins(count: usize) -> String {
    (0..count).map(|n| ["Na1f3 ", "Nf6 ", "Ng1 ", "Ng8\n"][n % 4]).chain(["*\n"]).collect()
}

fn read(text: &str) -> Game {
    let mut game = Game::new();
    let raw = Frames::new(text.as_bytes()).next_frame().expect("text").expect("a game");
    game.parse(&raw);
    game
}

fn write(game: &Game) {
    let mut out = String::new();
    Writer::new(Layout::Cql).write(game, &mut Additions::default(), &mut out);
    black_box(out.len());
}

/// Nanoseconds per position in the quicker of two series of runs, and the time of one run.
fn measure(query: &Query, game: &Game, positions: u32) -> (f64, Duration) {
    let mut scratch = Scratch::new();
    let time = quickest(|| {
        let found = query.search_game(game, &mut scratch, &SearchOptions::default());
        black_box(found.expect("these queries cannot fail").matches.len());
    });
    (time.as_nanos() as f64 / f64::from(positions), time)
}

/// The time of one run in the quicker of two series.
fn quickest(mut run: impl FnMut()) -> Duration {
    // The first run makes the memory.
    let watch = Stopwatch::start();
    run();
    let mut best = Duration::MAX;
    for _ in 0..if watch.elapsed() > SERIES { 1 } else { 2 } {
        let watch = Stopwatch::start();
        let mut rounds = 0;
        let mut chunk = 1;
        // The clock is read rarely, because it is slow compared with short runs.
        while watch.elapsed() < SERIES {
            (0..chunk).for_each(|_| run());
            rounds += chunk;
            chunk = (chunk * 2).min(100);
        }
        best = best.min(watch.elapsed() / rounds);
    }
    best
}

/// The table of reading and writing.
fn measure_texts(wanted: &[String], worst: &mut (f64, String)) {
    println!("nanoseconds per byte of texts, by the number of tags, variations or moves");
    for (name, make, run) in texts() {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let mut row = format!("{name:<37}");
        let mut times: Vec<f64> = Vec::new();
        let mut last = Duration::ZERO;
        for length in LENGTHS {
            if last * 100 > PATIENCE {
                let _ = write!(row, "{:>10}", "-");
                continue;
            }
            let text = make(length);
            last = quickest(|| run(&text));
            times.push(last.as_nanos() as f64 / text.len() as f64);
            let _ = write!(row, "{:>10.1}", times[times.len() - 1]);
        }
        let ratio = times[times.len() - 1] / times[0];
        println!("{row} {ratio:>7.2}");
        if ratio > worst.0 {
            *worst = (ratio, name.to_owned());
        }
    }
    println!();
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let mut worst = (0.0, String::new());
    println!("nanoseconds per position, by the plies of the games; ratio: the longest game to the shortest");
    println!("{}\n", Stopwatch::what());
    let lengths: String = LENGTHS.iter().map(|length| format!("{length:>10}")).collect();
    println!("{:<8} {:<28}{lengths} {:>7}", "games", "shape", "ratio");
    for family in [QUIET, CHECKS, MATE, TREE] {
        let games: Vec<Game> = LENGTHS.iter().map(|&plies| family.game(plies)).collect();
        for (name, text) in shapes() {
            if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
                continue;
            }
            let options = QueryOptions { variations: Some(family.variations), ..QueryOptions::default() };
            let query = match Query::with_options(&text, &options) {
                Ok(query) => query,
                Err(error) => {
                    println!(
                        "{:<8} {name:<28} left out: {}",
                        family.name,
                        error.to_string().lines().next().unwrap_or("")
                    );
                    continue;
                }
            };
            let mut row = format!("{:<8} {name:<28}", family.name);
            let mut times: Vec<f64> = Vec::new();
            let mut last = Duration::ZERO;
            for game in &games {
                // A growth of the square is the worst that is waited for.
                if last * 100 > PATIENCE {
                    let _ = write!(row, "{:>10}", "-");
                    continue;
                }
                let positions = if family.variations { game.tree().len() } else { game.tree().mainline_len() };
                let (per_position, time) = measure(&query, game, positions);
                last = time;
                times.push(per_position);
                let _ = write!(row, "{per_position:>10.1}");
            }
            let ratio = times[times.len() - 1] / times[0];
            println!("{row} {ratio:>7.2}");
            if ratio > worst.0 && !name.contains("(square)") {
                worst = (ratio, format!("{name} in the games `{}`", family.name));
            }
        }
        println!();
    }
    measure_texts(&wanted, &mut worst);
    println!("greatest ratio: {:.2}, {}", worst.0, worst.1);
}
