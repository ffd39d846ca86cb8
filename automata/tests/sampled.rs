//! Patterns of up to four operators on trees of up to six nodes, at random: a million pairs in full runs.

use fastrand::Rng;
use tabiya_automata::{Chain, Choice, Config, Direction, Exists, Longest, Memo, Nfa, Pattern, Pred, Symbols};
use tabiya_test_support::{seed, size};

use tabiya_test_support::agree::{Engines, Labels, Skip, WAYS, almost, compile};
use tabiya_test_support::draw::{Draw, counts, pattern, repetitions, tree, wider_pattern};

#[test]
#[expect(clippy::print_stdout, reason = "the test says its seed and how much it covered")]
fn a_million_pairs() {
    let wanted = size("pairs", 20_000, 1_000_000);
    let mut random = Rng::with_seed(seed());
    let mut engines = Engines::default();
    let mut pairs = 0;
    while pairs < wanted {
        let operators = random.below(5);
        let pattern = pattern(&mut random, operators);
        let nodes = 1 + random.below(6);
        if counts(&pattern) > 2 || repetitions(&pattern).saturating_pow(nodes) > 10_000 {
            // Three counts, nested around something that can be empty, keep oracle and backtracker busy for minutes.
            continue;
        }
        pairs += 1;
        let tree = tree(&mut random, nodes);
        let linear = [None, Some(0), Some(1), Some(2)][random.below(4) as usize];
        let skip = [Skip::Nothing, Skip::Nothing, Skip::Depth(0), Skip::Depth(1)][random.below(4) as usize];
        let ways = if linear.is_some() { 3 } else { 6 };
        let answers = random.u64(..);
        let mut labels = Labels::new(&tree, linear, skip, Some(answers));
        engines.check(&pattern, &compile(&pattern), &tree, &mut labels, WAYS[random.below(ways) as usize]);
    }
    println!("sampled: {pairs} pairs, {} matches, {} given up", engines.matches, engines.given_up);
    assert!(engines.matches > pairs / 2);
    assert!(engines.given_up * 10_000 < pairs);
    assert!(engines.too_long * 1_000 < pairs, "{} passed over", engines.too_long);
}

/// Alternatives, members in any order or at once, and differences, each with the shortest match as well.
#[test]
#[expect(clippy::print_stdout, reason = "the test says its seed and how much it covered")]
fn pairs_beyond_regular_expressions() {
    let wanted = size("pairs", 20_000, 1_000_000);
    let mut random = Rng::with_seed(seed());
    let (mut pairs, mut matches, mut given_up, mut too_long) = (0, 0, 0, 0);
    while pairs < wanted {
        let differ = Some(random.below(6) as u8).filter(|&differences| differences < 4);
        let operators = random.below(5);
        let pattern = wider_pattern(&mut random, operators, differ.is_none());
        let nodes = 1 + random.below(6);
        if counts(&pattern) > 2 || repetitions(&pattern).saturating_pow(nodes) > 1_000 {
            continue;
        }
        pairs += 1;
        let tree = tree(&mut random, nodes);
        let linear = [None, Some(0), Some(1), Some(2)][random.below(4) as usize];
        let skip = [Skip::Nothing, Skip::Nothing, Skip::Depth(0), Skip::Depth(1)][random.below(4) as usize];
        let ways = if linear.is_some() { 3 } else { 6 };
        let mut labels = Labels::new(&tree, linear, skip, Some(random.u64(..)));
        let config = Config { almost: differ.map(almost), leader_order: random.below(3) > 0, ..Config::default() };
        let nfa = Nfa::compile(&pattern, &config).expect("small");
        let mut engines = Engines::compiling(config);
        engines.check(&pattern, &nfa, &tree, &mut labels, WAYS[random.below(ways) as usize]);
        (matches, given_up) = (matches + engines.matches, given_up + engines.given_up);
        too_long += engines.too_long;
    }
    println!("beyond: {pairs} pairs, {matches} matches, {given_up} given up, {too_long} passed over");
    assert!(matches > pairs / 2);
    assert!(given_up * 1_000 < pairs && too_long * 100 < pairs);
}

/// Letters on a chain; predicate 2 holds at an edge if the child has the letter.
struct Line<'t>(&'t [u8], bool);

impl Symbols for Line<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.0[n as usize] >> pred.index() & 1 == 1
    }

    fn is_edge(&self, pred: Pred) -> bool {
        self.1 && pred.index() == 2
    }

    fn edge(&mut self, pred: Pred, n: u32, child: Option<u32>) -> bool {
        child.is_none_or(|child| self.node(pred, child) || n.is_multiple_of(5))
    }

    fn skip(&self, n: u32) -> bool {
        self.0[n as usize] & 8 != 0
    }
}

/// Single predicates repeated by large bounds, with others between and around.
fn counted(random: &mut Rng, depth: u32) -> Pattern {
    let parts = (0..1 + random.below(3)).map(|_| match random.below(6) {
        0 if depth > 0 => counted(random, depth - 1),
        1 if depth > 0 => Pattern::optional(counted(random, depth - 1)),
        2 if depth > 0 => Pattern::repeat(counted(random, depth - 1), random.below(2), None),
        3 => Pattern::pred(Pred::must(random.below(3) as usize)),
        _ => {
            let min = random.below(8);
            let max = (random.below(3) > 0).then(|| min + random.below(8));
            Pattern::repeat(Pattern::pred(Pred::must(random.below(3) as usize)), min, max)
        }
    });
    let parts: Vec<Pattern> = parts.collect();
    if random.below(4) == 0 { Pattern::alt(parts) } else { Pattern::concat(parts) }
}

#[test]
#[expect(clippy::print_stdout, reason = "the test says how much it covered")]
fn counted_repetitions_on_chains() {
    let pairs = size("pairs", 5_000, 100_000);
    let mut random = Rng::with_seed(seed());
    let (mut longest, mut exists, mut memo, mut matches) = (Longest::new(), Exists::new(), Memo::new(), 0u64);
    for _ in 0..pairs {
        let pattern = counted(&mut random, 2);
        let nfa = compile(&pattern);
        let nodes = 1 + random.below(40);
        // Letters hold mostly, so that runs are long; some lines have nodes that are passed over.
        let skips = if random.below(3) == 0 { 8 } else { 0 };
        let text: Vec<u8> =
            (0..nodes).map(|_| (!(1 << random.below(8)) & 7) | (random.below(16) as u8 & skips)).collect();
        let line = &mut Line(&text, random.below(2) == 0);
        for way in WAYS {
            memo.clear();
            let cells = longest.run(&nfa, &Chain(nodes), &[], line, way.0, way.1);
            let starts = exists.run(&nfa, &Chain(nodes), &[], line, way.0);
            for n in 0..nodes {
                let expected = memo.run(&nfa, &Chain(nodes), line, way, n);
                assert_eq!(cells.get(n), expected, "{pattern} {way:?} from {n} on {text:?}");
                assert_eq!(starts[n as usize], expected.is_some(), "{pattern} {way:?} from {n} on {text:?}");
                matches += u64::from(expected.is_some());
            }
        }
    }
    println!("sampled: {pairs} pairs with counted repetitions, {matches} matches");
}

#[test]
fn counted_repetitions_cost_by_run_length() {
    let pattern = Pattern::concat(vec![
        Pattern::repeat(Pattern::pred(Pred::must(0)), 20_000, Some(40_000)),
        Pattern::pred(Pred::must(1)),
    ]);
    let text = vec![3; 100_000];
    let mut longest = Longest::new();
    let way = (Direction::Forward, Choice::Longest);
    let cells = longest.run(&compile(&pattern), &Chain(100_000), &[], &mut Line(&text, false), way.0, way.1);
    assert_eq!(cells.get(0).map(|cell| cell.len), Some(40_001));
    assert_eq!(cells.get(70_000).map(|cell| cell.len), Some(30_000));
    assert_eq!(cells.get(80_000), None);
}
