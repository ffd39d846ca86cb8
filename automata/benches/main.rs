//! The growth of the engines' times: patterns that ruin backtrackers on longer and longer chains, and small patterns on
//! games.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers of tests are small"
)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tabiya_automata::{
    Chain, Choice, Config, Direction, Exists, Longest, Memo, Nfa, ParentTree, Pattern, Pred, Symbols, Traceback, Tree,
};

/// Predicate p holds at one node in `p + 1`, scattered; predicate 0 holds everywhere.
struct Scattered;

impl Symbols for Scattered {
    #[inline]
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        n.wrapping_mul(0x9E37_79B1) >> 16 & pred.index() as u32 == 0
    }
}

fn p(number: usize) -> Pattern {
    Pattern::pred(Pred::must(number))
}

fn compile(pattern: &Pattern) -> Nfa {
    Nfa::compile(pattern, &Config::default()).expect("small")
}

/// The shapes that take a backtracker exponential or quadratic time.
fn shapes() -> Vec<(&'static str, Pattern)> {
    let option = |part| Pattern::optional(part);
    let optional_pairs = (0..10).flat_map(|_| [option(p(1)), option(p(0))]);
    vec![
        ("three symbols", Pattern::concat(vec![p(1), p(3), p(1)])),
        ("(. ?){20}", Pattern::concat((0..20).map(|_| option(p(0))).collect())),
        ("(a? .?){10} a{10}", Pattern::concat(optional_pairs.chain([Pattern::repeat(p(1), 10, Some(10))]).collect())),
        (
            "((a .)* b*)*",
            Pattern::star(Pattern::concat(vec![Pattern::star(Pattern::concat(vec![p(1), p(0)])), Pattern::star(p(3))])),
        ),
        (
            ".* a .* a .* b",
            Pattern::concat([0, 1, 0, 1, 0, 3].map(|n| if n == 0 { Pattern::star(p(0)) } else { p(n) }).to_vec()),
        ),
        (".{2,1000} a", Pattern::concat(vec![Pattern::repeat(p(0), 2, Some(1000)), p(1)])),
    ]
}

fn growth(c: &mut Criterion) {
    for (name, pattern) in shapes() {
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        let nfa = compile(&pattern);
        for nodes in [1_000, 10_000, 100_000] {
            group.throughput(Throughput::Elements(nodes));
            let chain = Chain(nodes as u32);
            let mut longest = Longest::new();
            group.bench_with_input(BenchmarkId::new("longest", nodes), &chain, |b, chain| {
                b.iter(|| longest.run(&nfa, chain, &[], &mut Scattered, Direction::Forward, Choice::Longest).get(0))
            });
            let mut exists = Exists::new();
            group.bench_with_input(BenchmarkId::new("exists", nodes), &chain, |b, chain| {
                b.iter(|| exists.run(&nfa, chain, &[], &mut Scattered, Direction::Forward)[0])
            });
            let mut memo = Memo::new();
            group.bench_with_input(BenchmarkId::new("memo and walk", nodes), &chain, |b, chain| {
                b.iter(|| {
                    memo.clear();
                    let way = (Direction::Forward, Choice::Longest);
                    let cell = memo.run(&nfa, chain, &mut Scattered, way, 0)?;
                    Some(Traceback::new().run(&nfa, chain, &mut Scattered, Direction::Forward, (0, cell))?.len())
                })
            });
        }
        group.finish();
    }
}

/// Games of 90 plies with three symbols: what most searches do.
fn games(c: &mut Criterion) {
    let nfa = compile(&Pattern::concat(vec![p(1), p(3), p(1)]));
    let parents: Vec<u32> = (0..60).chain([30, 61, 62, 10, 64, 65, 66, 5, 68]).collect();
    let branching = ParentTree::new(&parents).expect("pre-order");
    let mut group = c.benchmark_group("games");
    let mut longest = Longest::new();
    let mut exists = Exists::new();
    group.throughput(Throughput::Elements(90));
    group.bench_function("longest, main line", |b| {
        b.iter(|| longest.run(&nfa, &Chain(90), &[], &mut Scattered, Direction::Forward, Choice::Longest).get(0))
    });
    group.bench_function("exists, main line", |b| {
        b.iter(|| exists.run(&nfa, &Chain(90), &[], &mut Scattered, Direction::Forward)[0])
    });
    group.throughput(Throughput::Elements(branching.len().into()));
    group.bench_function("longest, variations", |b| {
        b.iter(|| longest.run(&nfa, &branching, &[], &mut Scattered, Direction::Forward, Choice::Longest).get(0))
    });
    group.bench_function("exists, variations", |b| {
        b.iter(|| exists.run(&nfa, &branching, &[], &mut Scattered, Direction::Forward)[0])
    });
    group.finish();
}

criterion_group!(benches, games, growth);
criterion_main!(benches);
