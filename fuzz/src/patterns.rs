//! Patterns on trees: every engine against the naive oracle.

use super::bytes::Bytes;
use std::cell::RefCell;
use tabiya_automata::{Config, Nfa};
use tabiya_test_support::agree::{Engines, Labels, Skip, WAYS, almost};
use tabiya_test_support::draw::{Draw, counts, repetitions, tree, wider_pattern};

thread_local! {
    /// Kept, so that the engines must also be right in memory that was used before.
    static ENGINES: RefCell<Engines> = RefCell::default();
}

/// A pattern of up to six operators on a tree of up to eight nodes, labelled at random: from every start, in every
/// direction and order, each engine finds what the oracle finds, and asks no more than it may. Members of the pattern may
/// stand in any order or match at once, and matches may differ from it.
pub fn patterns(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let operators = Draw::below(&mut bytes, 7);
    let differ = Some(Draw::below(&mut bytes, 6) as u8).filter(|&differences| differences < 4).map(almost);
    let pattern = wider_pattern(&mut bytes, operators, differ.is_none());
    let nodes = 1 + Draw::below(&mut bytes, 8);
    // A run of so many nodes is dealt out to the repetitions: the naive oracle tries all ways. Counts are worse.
    if (repetitions(&pattern) + 2 * counts(&pattern)).saturating_pow(nodes) > 10_000 {
        return;
    }
    let tree = tree(&mut bytes, nodes);
    let linear = *bytes.one(&[None, Some(0), Some(1), Some(2)]);
    let skip = *bytes.one(&[Skip::Nothing, Skip::Nothing, Skip::Depth(0), Skip::Depth(1)]);
    let way = WAYS[bytes.below(if linear.is_some() { 3 } else { 6 })];
    let mut labels = Labels::new(&tree, linear, skip, Some(bytes.word()));
    let config = Config { almost: differ, leader_order: bytes.below(3) > 0, ..Config::default() };
    let nfa = Nfa::compile(&pattern, &config).expect("small");
    ENGINES.with_borrow_mut(|engines| {
        engines.config = config;
        engines.check(&pattern, &nfa, &tree, &mut labels, way);
    });
}
