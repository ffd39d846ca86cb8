//! Patterns of up to four operators on trees of up to six nodes, at random: a million pairs in release builds.
//!
//! `TABIYA_SEED` repeats a run; the seed is printed.

use tabiya_automata::{ParentTree, Pattern, Pred};

use crate::agree::{Engines, Labels, Skip, WAYS, compile};

/// The xorshift generator of Marsaglia (2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32 % limit
    }
}

fn pattern(random: &mut Random, operators: u32) -> Pattern {
    if operators == 0 {
        return match random.below(20) {
            0 => Pattern::empty(),
            n => Pattern::pred(Pred::must(n as usize % 3)),
        };
    }
    if random.below(2) == 0 {
        let inner = pattern(random, operators - 1);
        return match random.below(5) {
            0 => Pattern::star(inner),
            1 => Pattern::plus(inner),
            2 => Pattern::optional(inner),
            3 => Pattern::repeat(inner, random.below(4), None),
            _ => {
                let min = random.below(4);
                Pattern::repeat(inner, min, Some(min + random.below(3)))
            }
        };
    }
    let left = random.below(operators);
    let parts = vec![pattern(random, left), pattern(random, operators - 1 - left)];
    if random.below(3) == 0 { Pattern::alt(parts) } else { Pattern::concat(parts) }
}

fn tree(random: &mut Random, nodes: u32) -> ParentTree {
    let mut parents: Vec<u32> = Vec::new();
    for n in 1..nodes {
        // Mostly deep, so that patterns have something to consume.
        let mut parent = n - 1;
        while parent > 0 && random.below(3) == 0 {
            parent = parents[parent as usize - 1];
        }
        parents.push(parent);
    }
    ParentTree::new(&parents).expect("pre-order")
}

#[test]
#[expect(clippy::print_stdout, reason = "the test says its seed and how much it covered")]
fn a_million_pairs() {
    let given = std::env::var("TABIYA_SEED").ok().and_then(|seed| seed.parse().ok());
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
    let seed: u64 = given.unwrap_or_else(clock).max(1);
    let pairs = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
    println!("sampled: TABIYA_SEED={seed}, {pairs} pairs");
    let mut random = Random(seed);
    let mut engines = Engines::default();
    for _ in 0..pairs {
        let operators = random.below(5);
        let pattern = pattern(&mut random, operators);
        let nodes = 1 + random.below(6);
        let tree = tree(&mut random, nodes);
        let linear = [None, Some(0), Some(1), Some(2)][random.below(4) as usize];
        let skip = [Skip::Nothing, Skip::Nothing, Skip::Depth(0), Skip::Depth(1)][random.below(4) as usize];
        let ways = if linear.is_some() { 2 } else { 4 };
        let answers = u64::from(random.below(u32::MAX)) + 1;
        let mut labels = Labels::new(&tree, linear, skip, answers);
        engines.check(&pattern, &compile(&pattern), &tree, &mut labels, WAYS[random.below(ways) as usize]);
    }
    println!("sampled: {} matches", engines.matches);
    assert!(engines.matches > pairs / 2);
}
