//! The fuzz targets on a stable toolchain: over their seeds, and over random changes of these, the same on every run.
//!
//! `TABIYA_FUZZ_RUNS` is the number of changed inputs for the slowest targets, others get more; without it they are few
//! in a quick run and 3,000 in a full one (`TABIYA_TESTS=all`). `TABIYA_SEED` chooses them.

#![expect(clippy::print_stdout, reason = "the test says how much it covered")]

mod mutate;

use mutate::Mutator;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use tabiya::syntax::{ParseOptions, parse};
use tabiya_fuzz::{Bytes, CONSTRUCTS, TARGETS, Target, pattern_case, plain_queries, seeds};
use tabiya_test_support::{seed, size};

/// The number of changed inputs that a target of speed 1 runs.
fn changed_inputs() -> u64 {
    match std::env::var("TABIYA_FUZZ_RUNS") {
        Ok(runs) => runs.parse().expect("TABIYA_FUZZ_RUNS is a number"),
        Err(_) => size("changed inputs, times the speed of the target", 60, 3_000),
    }
}

/// Runs a target over its seeds and over changes of them. What fails is kept where cargo-fuzz can take it up.
fn run(target: Target) {
    let seeds = seeds(target.name).expect("seeds");
    assert!(seeds.len() > 5, "{} has {} seeds", target.name, seeds.len());
    for (number, input) in seeds.iter().enumerate() {
        attempt(target, input, &format!("seed {number}"));
    }
    let runs = changed_inputs() * target.speed;
    let (count, mut mutator) = (seeds.len(), Mutator::new(seed(), seeds));
    for _ in 0..runs {
        let input = mutator.input();
        attempt(target, &input, "a changed seed");
    }
    println!("{}: {count} seeds and {runs} changed ones", target.name);
}

fn attempt(target: Target, input: &[u8], what: &str) {
    if catch_unwind(AssertUnwindSafe(|| (target.run)(input))).is_err() {
        let path = std::env::temp_dir().join(format!("tabiya-fuzz-{}", target.name));
        fs::write(&path, input).expect("the folder for temporary files can be written");
        panic!("{} fails on {what}; the input is in {}", target.name, path.display());
    }
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            // For the targets that run the command.
            tabiya_fuzz::use_command(Path::new(env!("CARGO_BIN_EXE_tabiya")));
            run(*TARGETS.iter().find(|target| target.name == stringify!($name)).expect("a target"));
        })*

        #[test]
        fn every_target_is_run() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
            for name in names {
                let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fuzz/fuzz_targets/{name}.rs"));
                assert!(file.exists(), "{}", file.display());
            }
        }
    };
}

targets!(query_bytes roads patterns pgn_bytes pgn_round_trip compressed fen_san tables unmoves cql_options database_bytes database_games serve_requests engine_requests resume_states);

/// Each construct of patterns has its share of the cases.
#[test]
fn patterns_of_each_construct() {
    let mut mutator = Mutator::new(seed(), Vec::new());
    let inputs = changed_inputs() * 20;
    let mut cases = [0; CONSTRUCTS.len()];
    for _ in 0..inputs {
        if let Some(construct) = pattern_case(&mutator.random(100)) {
            cases[construct] += 1;
        }
    }
    println!("{inputs} inputs: {:?}", CONSTRUCTS.iter().zip(cases).collect::<Vec<_>>());
    assert!(cases.iter().all(|cases| cases * 20 > inputs), "{cases:?} of {inputs}");
}

/// A production that no dialect reads would test nothing.
#[test]
fn every_production_is_read() {
    let refused: Vec<String> = plain_queries()
        .into_iter()
        .filter_map(|(dialect, production, query)| {
            let parsed = parse(&query, &ParseOptions { dialect, ..ParseOptions::default() });
            let message = || parsed.diagnostics.first().map_or(String::new(), |one| one.message.clone());
            parsed.script.is_none().then(|| format!("{dialect:?} {production}: {}", message()))
        })
        .collect();
    assert!(refused.is_empty(), "{}:\n{}", refused.len(), refused.join("\n"));
}

/// Most random queries are read, planned and answered by some games, or the target says little.
#[test]
fn random_queries_are_mostly_answered() {
    let mut mutator = Mutator::new(seed(), Vec::new());
    let (mut read, mut answers, mut given_up, mut matching) = (0, 0, 0, 0);
    let drawn = 200;
    for _ in 0..drawn {
        let input = mutator.random(600);
        let found =
            tabiya_fuzz::random_case(&mut Bytes::new(&input)).compare().unwrap_or_else(|error| panic!("{error}"));
        read += u64::from(found.read);
        answers += found.answers;
        given_up += found.given_up;
        matching += u64::from(found.matches > 0);
    }
    println!("{read} of {drawn} queries are read, {matching} match; {answers} answers, {given_up} given up");
    assert!(read * 5 > drawn * 4 && matching * 5 > drawn && given_up * 10 < answers);
}
