//! Patterns on trees: every engine against the naive oracle.

use super::bytes::Bytes;
use std::cell::RefCell;
use tabiya_automata::{Choice, Config, Nfa, Pattern};
use tabiya_test_support::agree::{Engines, Labels, Skip, WAYS, almost};
use tabiya_test_support::draw::{Draw, counts, repetitions, tree, wider_pattern};

thread_local! {
    /// Kept, so that the engines must also be right in memory that was used before.
    static ENGINES: RefCell<Engines> = RefCell::default();
}

/// What stands at the root of a pattern or right below it, so that each has its share of the cases. Others may be in it.
pub const CONSTRUCTS: [&str; 6] = ["any", "alternatives", "any order", "at once", "shortest", "almost"];

/// A pattern of up to six operators on a tree of up to eight nodes, labelled at random: from every start, in every
/// direction and order, each engine finds what the oracle finds, and asks no more than it may. Members of the pattern
/// may come in any order or match at once, and matches may differ from it.
pub fn patterns(data: &[u8]) {
    pattern_case(data);
}

/// The same; the number of its [construct](CONSTRUCTS), or none if the naive oracle would take too long.
pub fn pattern_case(data: &[u8]) -> Option<usize> {
    let mut bytes = Bytes::new(data);
    let construct = bytes.below(CONSTRUCTS.len());
    let differ = (construct == 5).then(|| almost(Draw::below(&mut bytes, 4) as u8));
    let pattern = made(&mut bytes, construct);
    let nodes = 1 + Draw::below(&mut bytes, 8);
    // A run of this number of nodes is dealt out to the repetitions: the naive oracle tries all ways. Counts are worse.
    if (repetitions(&pattern) + 2 * counts(&pattern)).saturating_pow(nodes) > 10_000 {
        return None;
    }
    let tree = tree(&mut bytes, nodes);
    let linear = *bytes.one(&[None, Some(0), Some(1), Some(2)]);
    let skip = *bytes.one(&[Skip::Nothing, Skip::Nothing, Skip::Depth(0), Skip::Depth(1)]);
    let ways = if linear.is_some() { &WAYS[..3] } else { &WAYS };
    let shortest: Vec<_> = ways.iter().copied().filter(|&(_, choice)| choice == Choice::Shortest).collect();
    let way = *bytes.one(if construct == 4 { &shortest } else { ways });
    let mut labels = Labels::new(&tree, linear, skip, Some(bytes.word()));
    let config = Config { almost: differ, leader_order: bytes.below(3) > 0, ..Config::default() };
    let nfa = Nfa::compile(&pattern, &config).expect("small");
    ENGINES.with_borrow_mut(|engines| {
        engines.config = config;
        engines.check(&pattern, &nfa, &tree, &mut labels, way);
    });
    Some(construct)
}

/// A pattern with a construct; of what may differ from its pattern nothing matches at once.
fn made(bytes: &mut Bytes<'_>, construct: usize) -> Pattern {
    let may_be_both = construct != 5;
    let part = |bytes: &mut Bytes<'_>, most: u32| {
        let operators = Draw::below(bytes, most);
        wider_pattern(bytes, operators, may_be_both)
    };
    let put: fn(Vec<Pattern>) -> Pattern = match construct {
        1 => Pattern::alt,
        2 => Pattern::any_order,
        3 => Pattern::both,
        _ => return part(bytes, 7),
    };
    let members = (0..2 + bytes.below(2)).map(|_| part(bytes, 3)).collect();
    let all = put(members);
    match bytes.below(4) {
        0 => Pattern::star(all),
        1 => Pattern::concat(vec![all, part(bytes, 2)]),
        2 => Pattern::concat(vec![part(bytes, 2), all]),
        _ => all,
    }
}
