//! All patterns of up to three operators on all trees of up to four nodes with all labellings: every engine against the
//! oracle.
//!
//! Letters are three, and each may be the linearized one. Three symmetries leave out the rest:
//!
//! * *Renaming letters.* Neither engines nor oracle compare predicates with anything but each other, so only patterns
//!   whose letters appear in the order a, b, c are run. Patterns that the smart constructors make equal are run once.
//! * *Questions never asked.* A labelling is decided question by question (see `agree.rs`): labellings that differ only
//!   where neither an engine nor the oracle looks are one case.
//! * *Parts of trees.* A run sees what is below its start, or toward the root what is above it, and that is a smaller tree, which
//!   is a case of its own. On the largest trees only runs that see all of the tree are held against the oracle, and the
//!   engines for all starts against the memo elsewhere.
//!
//! A quick run takes a share of the patterns.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use tabiya_automata::{Config, Nfa, Pattern, Pred, Tree as _};
use tabiya_test_support::size;

use tabiya_test_support::agree::{Engines, Labels, Skip, WAYS, almost, trees};

/// The patterns with exactly this number of operators, letters in the order of their appearance.
///
/// A pattern is made with the letters numbered from 0 and `used` letters used before; returns the pattern and the
/// number of letters used after it.
fn patterns(operators: u32, used: usize, leaf_empty: bool) -> Vec<(Pattern, usize)> {
    let mut found = Vec::new();
    if operators == 0 {
        for letter in 0..=used.min(2) {
            found.push((Pattern::pred(Pred::must(letter)), used.max(letter + 1)));
        }
        if leaf_empty {
            found.push((Pattern::empty(), used));
        }
        return found;
    }
    for (inner, after) in patterns(operators - 1, used, leaf_empty) {
        for (min, max) in [(0, None), (1, None), (0, Some(1)), (2, Some(2)), (1, Some(2)), (2, None), (0, Some(2))] {
            found.push((Pattern::repeat(inner.clone(), min, max), after));
        }
    }
    for left_operators in 0..operators {
        for (left, between) in patterns(left_operators, used, leaf_empty) {
            for (right, after) in patterns(operators - 1 - left_operators, between, leaf_empty) {
                found.push((Pattern::concat(vec![left.clone(), right.clone()]), after));
                found.push((Pattern::alt(vec![left.clone(), right]), after));
            }
        }
    }
    found
}

/// Two members of at most one operator each, and three letters, put together, and then what comes around them.
fn together(put: fn(Vec<Pattern>) -> Pattern) -> Vec<(Pattern, usize)> {
    let small = |used: usize| (0..2).flat_map(move |operators| patterns(operators, used, operators == 0));
    let mut found = Vec::new();
    for (left, between) in small(0) {
        for (right, after) in small(between) {
            let all = put(vec![left.clone(), right]);
            found.push((all.clone(), after));
            found.push((Pattern::star(all.clone()), after));
            found.push((Pattern::repeat(all.clone(), 1, Some(2)), after));
            found.push((Pattern::concat(vec![all.clone(), Pattern::pred(Pred::must(0))]), after));
            found.push((Pattern::concat(vec![Pattern::optional(Pattern::pred(Pred::must(0))), all]), after));
        }
    }
    let three = [0, 1, 2].map(|letter| Pattern::pred(Pred::must(letter)));
    found.push((put(three.to_vec()), 3));
    found.push((put(three.map(Pattern::optional).to_vec()), 3));
    found
}

/// Runs all patterns with up to `operators` operators on all trees with up to `nodes` nodes.
fn run(name: &str, (operators, nodes): (u32, u32), skips: &[Skip], leaf_empty: bool) {
    let all = (0..=operators).flat_map(|n| patterns(n, 0, leaf_empty)).collect();
    run_all(name, all, nodes, skips, &Config::default());
}

#[expect(clippy::print_stdout, reason = "the test says how much it covered")]
fn run_all(name: &str, mut all: Vec<(Pattern, usize)>, nodes: u32, skips: &[Skip], config: &Config) {
    let mut seen = HashSet::new();
    all.retain(|(pattern, _)| seen.insert(pattern.clone()));
    let wanted = size(&format!("patterns, {name}"), all.len().div_ceil(97), all.len());
    let share: Vec<&(Pattern, usize)> = all.iter().step_by(all.len().div_ceil(wanted)).collect();
    let (next, cases, matches) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        let mut engines = Engines::compiling(config.clone());
        while let Some((pattern, letters)) = share.get(next.fetch_add(1, Relaxed)) {
            cases.fetch_add(all_cases(&mut engines, pattern, *letters, nodes, skips), Relaxed);
        }
        assert_eq!((engines.given_up, engines.too_long), (0, 0));
        matches.fetch_add(engines.matches, Relaxed);
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let (cases, matches) = (cases.into_inner(), matches.into_inner());
    println!("exhaustive, {name}: {} of {} patterns, {cases} cases, {matches} matches", share.len(), all.len());
    assert!(matches > 0);
}

/// One pattern on all trees with all labellings, all ways; returns the number of cases.
fn all_cases(engines: &mut Engines, pattern: &Pattern, letters: usize, nodes: u32, skips: &[Skip]) -> u64 {
    let nfa = Nfa::compile(pattern, &engines.config).expect("small");
    let mut cases = 0;
    for tree in (1..=nodes).flat_map(trees) {
        for linear in std::iter::once(None).chain((0..letters).map(Some)) {
            let ways = if linear.is_some() { &WAYS[..3] } else { &WAYS };
            for (&skip, &way) in skips.iter().flat_map(|skip| ways.iter().map(move |way| (skip, way))) {
                engines.smaller_are_known = tree.len() == nodes && skip == Skip::Nothing;
                let mut labels = Labels::new(&tree, linear, skip, None);
                loop {
                    engines.check(pattern, &nfa, &tree, &mut labels, way);
                    cases += 1;
                    if !labels.advance() {
                        break;
                    }
                }
            }
        }
    }
    cases
}

#[test]
fn three_operators_on_four_nodes() {
    run("three operators", (3, 4), &[Skip::Nothing], false);
}

#[test]
fn two_operators_with_nodes_passed_over() {
    run("nodes passed over", (2, 4), &[Skip::Depth(0), Skip::Depth(1)], false);
}

#[test]
fn two_operators_with_the_empty_pattern() {
    run("empty patterns", (2, 4), &[Skip::Nothing], true);
}

#[test]
fn members_in_any_order() {
    run_all("any order", together(Pattern::any_order), 3, &[Skip::Nothing, Skip::Depth(1)], &Config::default());
}

#[test]
fn members_at_once() {
    run_all("at once", together(Pattern::both), 3, &[Skip::Nothing, Skip::Depth(1)], &Config::default());
}

#[test]
fn members_at_once_in_the_order_of_the_first() {
    let config = Config { leader_order: true, ..Config::default() };
    run_all("led", together(Pattern::both), 3, &[Skip::Nothing, Skip::Depth(1)], &config);
}

/// The matches of a pattern that may differ in this number of places.
fn differing(differences: u8) -> Config {
    Config { almost: Some(almost(differences)), ..Config::default() }
}

#[test]
fn at_most_one_difference() {
    let all = (0..=2).flat_map(|operators| patterns(operators, 0, false)).chain(together(Pattern::any_order));
    run_all("one difference", all.collect(), 3, &[Skip::Nothing], &differing(1));
}

#[test]
fn at_most_three_differences() {
    let all = (0..=2).flat_map(|operators| patterns(operators, 0, true));
    run_all("three differences", all.collect(), 4, &[Skip::Nothing, Skip::Depth(0)], &differing(3));
}
