//! Searches over the games of the repository, by floor: columns, automata, whole searches. Games are read before.

#[path = "common/root.rs"]
mod root;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use std::hint::black_box;
use std::time::Duration;
use tabiya::syntax::Dialect;
use tabiya::{Game, Games, ParsedQuery, Query, QueryOptions, QuerySet, Scratch, SearchOptions, Source};

/// Predicates of one position, the cheap ones first.
const PREDICATES: [&str; 9] = [
    "check",
    "[RQ]a-h7-8",
    "attack (R k)",
    "countsquares 2 8 attack (A a)",
    "power 20 100 A",
    "ray attack (Q R k)",
    "mate",
    "move from Q",
    "flipcolor attack (N q)",
];

/// Sequences whose constituents cost next to nothing.
const SEQUENCES: [(&str, &str); 11] = [
    ("symbols", "next (wtm btm wtm)"),
    ("stars", "next (.* wtm .* btm .*)"),
    ("options", "next (. ? . ? . ? . ? . ? . ? . ? . ? . ? . ?)"),
    ("nested stars", "next (((wtm .)* btm*)*)"),
    ("counted", "next (.{2 40} btm)"),
    ("counted groups", "next ((wtm btm){2 20} wtm)"),
    ("longest symbols", "sort next 3 3 (wtm btm wtm)"),
    ("longest stars", "sort next 1 1000 (.* wtm .* btm .*)"),
    ("longest, banned", "sort next 1 1000 nestban ((wtm btm)+)"),
    ("longest, one colour", "sort next2 1 1000 (wtm*)"),
    ("longest, backward", "sort previous 1 1000 (.* wtm .* btm .*)"),
];

/// Typical queries.
const SEARCHES: [&str; 12] = [
    "check",
    "mate",
    "next (check check check)",
    "next (.* check .* mate)",
    "sort next 5 1000 nestban (check*)",
    "sort next2 3 1000 nestban (check+)",
    "next (move from Q not move from Q {10 20} move from Q)",
    "piece $x in N next (move from $x . move from $x . move from $x)",
    "square $s in [a-h1-8] Q on $s r attack ($s k)",
    "flipcolor { attack (R k) Qh5 }",
    "shift { Ka1 Rb1 }",
    "next* 3 1000 check",
];

/// A filter and a query that asks it, one line each; `## Group` begins a group.
const COSTS: &str = include_str!("data/costs.txt");

/// Games, read and ready.
struct Corpus {
    games: Vec<Game>,
    positions: u64,
    variations: bool,
}

impl Corpus {
    fn read(paths: &[&str], variations: bool) -> Corpus {
        let games: Vec<Game> = paths
            .iter()
            .flat_map(|path| Games::open(root::root(path)).expect("the repository has its games"))
            .map(|game| game.expect("they can be read"))
            .collect();
        let count = |game: &Game| if variations { game.tree().len() } else { game.tree().mainline_len() };
        let positions = games.iter().map(|game| u64::from(count(game))).sum();
        Corpus { games, positions, variations }
    }

    /// Games that were played, without variations.
    fn played() -> Corpus {
        Corpus::read(
            &["tests/data/games/mainline.pgn", "tests/data/games/wild.pgn", "examples/games/sample.pgn"],
            false,
        )
    }

    /// Games with variations.
    fn trees() -> Corpus {
        Corpus::read(&["tests/data/games/variations.pgn", "tests/data/games/trees.pgn"], true)
    }

    fn bench(&self, group: &mut BenchmarkGroup<'_, WallTime>, name: &str, text: &str) {
        let options = QueryOptions { variations: Some(self.variations), ..QueryOptions::default() };
        let query = Query::with_options(text, &options).unwrap_or_else(|error| panic!("{error}"));
        let mut scratch = Scratch::new();
        let plain = SearchOptions::default();
        group.throughput(Throughput::Elements(self.positions));
        group.bench_function(name, |b| {
            b.iter(|| {
                let found = |game| query.search_game(game, &mut scratch, &plain).expect("it runs").matches.len();
                self.games.iter().map(found).map(black_box).sum::<usize>()
            });
        });
    }
}

fn group<'a>(c: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(400));
    group
}

/// The same predicate asked at each position, as the only constituent of a sequence, which fills a column, and as
/// three constituents, which ask the column three times.
fn columns(c: &mut Criterion) {
    let corpus = Corpus::played();
    let mut group = group(c, "columns");
    for predicate in PREDICATES {
        corpus.bench(&mut group, &format!("{predicate}/asked"), predicate);
        corpus.bench(&mut group, &format!("{predicate}/column"), &format!("next ({{{predicate}}})"));
        let thrice = format!("next ({{{predicate}}} {{{predicate}}} {{{predicate}}})");
        corpus.bench(&mut group, &format!("{predicate}/column, thrice"), &thrice);
    }
    group.finish();
}

fn automata(c: &mut Criterion) {
    for (name, corpus) in [("automata", Corpus::played()), ("automata, variations", Corpus::trees())] {
        let mut group = group(c, name);
        for (name, text) in SEQUENCES {
            corpus.bench(&mut group, name, text);
        }
        group.finish();
    }
}

fn whole_searches(c: &mut Criterion) {
    for (name, corpus) in [("whole searches", Corpus::played()), ("whole searches, variations", Corpus::trees())] {
        let mut group = group(c, name);
        for text in SEARCHES {
            corpus.bench(&mut group, text, text);
        }
        group.finish();
    }
}

/// All queries of the cost tables in one pass, and one of them alone.
fn many_queries(c: &mut Criterion) {
    let corpus = Corpus::played();
    let mut group = group(c, "many queries");
    group.throughput(Throughput::Elements(corpus.positions));
    let rows = COSTS.lines().filter_map(|line| line.split_once(": ")).map(|(_, text)| text);
    let all: Vec<&str> = rows.filter(|&text| text != "reading alone").collect();
    for (name, texts) in [("one", &["check"][..]), ("all of the cost tables", &all)] {
        let options = QueryOptions { dialect: Dialect::Six, ..QueryOptions::default() };
        let parse = |text: &&str| {
            let source = Source { name: "query".into(), text: (*text).into() };
            ParsedQuery::parse(source, &options).unwrap_or_else(|error| panic!("{error}"))
        };
        let set = QuerySet::new(texts.iter().map(parse).collect(), &options).unwrap_or_else(|error| panic!("{error}"));
        let (mut scratches, plain) = (Vec::new(), SearchOptions::default());
        group.bench_function(name, |b| {
            b.iter(|| {
                let found = |game| set.search_game(game, &mut scratches, &plain).into_iter().flatten().count();
                corpus.games.iter().map(found).map(black_box).sum::<usize>()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, columns, automata, whole_searches, many_queries);
criterion_main!(benches);
