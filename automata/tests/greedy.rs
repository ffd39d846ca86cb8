//! Which part of a pattern takes which node, if repetitions are greedy: the walk along a match against a naive matcher
//! that tries one more iteration before it leaves a repetition, and stops at the first run over exactly the match.

use std::cell::Cell as Counter;

use fastrand::Rng;
use tabiya_automata::{
    Cell, Chain, Choice, Config, Direction, Longest, Nfa, Pattern, PatternKind, Pred, Symbols, Traceback,
};
use tabiya_test_support::{seed, size};

use crate::letters;
use tabiya_test_support::agree::compile;
use tabiya_test_support::draw::{Draw, counts, pattern, repetitions};

/// Each node is a set of the letters 0 to 2; the predicate `3 * i + letter` tests the letter, for any `i`.
struct Letters<'t>(&'t [u8]);

impl Symbols for Letters<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.0[n as usize] >> (pred.index() % 3) & 1 == 1
    }
}

/// The same pattern with a predicate of its own for each leaf, in the order of the text.
fn with_leaves(pattern: &Pattern) -> Pattern {
    let leaves = Counter::new(0);
    pattern.map(&|pred| {
        let leaf = leaves.replace(leaves.get() + 1);
        Pred::must(3 * leaf + pred.index())
    })
}

fn greedy(pattern: &Pattern) -> Nfa {
    Nfa::compile(pattern, &Config { greedy: true, ..Config::default() }).expect("a small pattern")
}

/// The items still to be matched, the next one last.
#[derive(Clone, Copy)]
enum Item<'p> {
    Part(&'p Pattern),
    Times(&'p Pattern, u32, Option<u32>),
    /// Fails unless more nodes than this have been taken.
    Taken(usize),
}

/// The leaves of the first run over exactly the text, in greedy order.
fn naive(rest: &[Item<'_>], text: &[u8], taken: &mut Vec<Pred>) -> bool {
    let Some((&item, rest)) = rest.split_last() else { return taken.len() == text.len() };
    let with = |items: &[Item<'_>], taken: &mut Vec<Pred>| naive(&[rest, items].concat(), text, taken);
    match item {
        Item::Taken(before) => taken.len() > before && with(&[], taken),
        Item::Times(part, min, max) => {
            let fewer = max.map(|max| max.saturating_sub(1));
            if min > 0 {
                return with(&[Item::Times(part, min - 1, fewer), Item::Part(part)], taken);
            }
            let again = [Item::Times(part, 0, fewer), Item::Taken(taken.len()), Item::Part(part)];
            max != Some(0) && with(&again, taken) || with(&[], taken)
        }
        Item::Part(part) => match part.kind() {
            PatternKind::Empty => with(&[], taken),
            PatternKind::Test(_) => unreachable!("no pattern here has tests"),
            PatternKind::Pred(pred) => {
                let fits = taken.len() < text.len() && Letters(text).node(*pred, taken.len() as u32);
                if !fits {
                    return false;
                }
                taken.push(*pred);
                let found = with(&[], taken);
                if !found {
                    taken.pop();
                }
                found
            }
            PatternKind::Concat(parts) => {
                let items: Vec<Item<'_>> = parts.iter().rev().map(Item::Part).collect();
                with(&items, taken)
            }
            PatternKind::Alt(parts) => parts.iter().any(|part| with(&[Item::Part(part)], taken)),
            PatternKind::Repeat { inner, min, max } => with(&[Item::Times(inner, *min, *max)], taken),
            PatternKind::AnyOrder(_) | PatternKind::Both(_) => unreachable!("no pattern here has these"),
        },
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the test says its seed and how much it covered")]
fn each_node_is_taken_as_a_greedy_matcher_takes_it() {
    let pairs = size("pairs", 10_000, 300_000);
    let mut random = Rng::with_seed(seed());
    let (mut longest, mut walk, mut matches, mut lazy) = (Longest::new(), Traceback::new(), 0u64, 0u64);
    for _ in 0..pairs {
        let operators = random.below(6);
        let pattern = pattern(&mut random, operators);
        let nodes = 1 + random.below(7);
        if counts(&pattern) > 2 || repetitions(&pattern).saturating_pow(nodes) > 10_000 {
            continue;
        }
        let text: Vec<u8> = (0..nodes).map(|_| random.below(8) as u8 | 1 << random.below(3)).collect();
        let leaves = with_leaves(&pattern);
        let (program, in_run_order) = (greedy(&leaves), compile(&leaves));
        let tree = Chain(nodes);
        let cells =
            longest.run(&compile(&pattern), &tree, &[], &mut Letters(&text), Direction::Forward, Choice::Longest);
        let cells: Vec<(u32, Cell)> = (0..nodes).filter_map(|n| Some((n, cells.get(n)?))).collect();
        for (start, cell) in cells {
            let mut expected = Vec::new();
            let part = &text[start as usize..(start + cell.len) as usize];
            assert!(naive(&[Item::Part(&leaves)], part, &mut expected), "{pattern} on {text:?} from {start}");
            let mut taken = |nfa: &Nfa| {
                let steps = walk.run(nfa, &tree, &mut Letters(&text), Direction::Forward, (start, cell));
                steps.map(|steps| steps.iter().map(|step| step.pred).collect::<Vec<Pred>>())
            };
            assert_eq!(taken(&program).as_ref(), Some(&expected), "{leaves} on {text:?} from {start}\n{program}");
            lazy += u64::from(taken(&in_run_order) != Some(expected));
            matches += 1;
        }
    }
    assert!(lazy > 0, "greedy runs differ from those in run order");
    println!("greedy: {pairs} pairs, {matches} matches, {lazy} of them another run than in run order");
}

#[test]
fn earlier_parts_take_what_they_can() {
    let taken = |text: &str, nodes: u32| {
        let leaves = with_leaves(&letters::pattern(text));
        let all = vec![7; nodes as usize];
        let mut walk = Traceback::new();
        let cell = Cell { len: nodes, end: nodes.saturating_sub(1) };
        let steps = walk.run(&greedy(&leaves), &Chain(nodes), &mut Letters(&all), Direction::Forward, (0, cell));
        let leaf = |pred: Pred| char::from(b'1' + (pred.index() / 3) as u8);
        steps.map(|steps| steps.iter().map(|step| leaf(step.pred)).collect::<String>())
    };
    assert_eq!(taken("a* b*", 4).as_deref(), Some("1111"));
    assert_eq!(taken("a* b+", 4).as_deref(), Some("1112"));
    assert_eq!(taken("a? b? c", 2).as_deref(), Some("13"));
    assert_eq!(taken("a{1,2} b{1,2} c*", 5).as_deref(), Some("11223"));
    assert_eq!(taken("(a b)* c*", 5).as_deref(), Some("12123"));
    assert_eq!(taken("(a* b)*", 4).as_deref(), Some("1112"));
    assert_eq!(taken("a b", 3), None);
}
