//! Patterns and trees drawn at random, from whatever gives numbers.

use fastrand::Rng;
use tabiya_automata::{ParentTree, Pattern, PatternKind, Pred};

/// A source of random numbers.
pub trait Draw {
    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: u32) -> u32;
}

impl Draw for Rng {
    fn below(&mut self, limit: u32) -> u32 {
        self.u32(..limit)
    }
}

/// A pattern over three predicates with so many operators.
pub fn pattern(random: &mut impl Draw, operators: u32) -> Pattern {
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
            3 => Pattern::repeat(inner, random.below(3), None),
            _ => {
                let min = random.below(3);
                Pattern::repeat(inner, min, Some(min + random.below(3)))
            }
        };
    }
    let left = random.below(operators);
    let parts = vec![pattern(random, left), pattern(random, operators - 1 - left)];
    if random.below(3) == 0 { Pattern::alt(parts) } else { Pattern::concat(parts) }
}

/// A pattern over three predicates with so many operators, of which some put members in any order or, if `both` says
/// so, at once.
pub fn wider_pattern(random: &mut impl Draw, operators: u32, both: bool) -> Pattern {
    if operators == 0 || random.below(2) == 0 {
        return pattern(random, operators);
    }
    let left = random.below(operators);
    let mut parts = vec![wider_pattern(random, left, both), wider_pattern(random, operators - 1 - left, both)];
    match random.below(if both { 4 } else { 3 }) {
        0 => Pattern::concat(parts),
        1 => Pattern::alt(parts),
        2 => {
            if random.below(2) == 0 {
                parts.push(pattern(random, 0));
            }
            Pattern::any_order(parts)
        }
        _ => Pattern::both(parts),
    }
}

/// The number of counted repetitions, `{2,}` and the like.
pub fn counts(pattern: &Pattern) -> u32 {
    match pattern.kind() {
        PatternKind::Repeat { inner, min, max } => counts(inner) + u32::from(max.unwrap_or(*min) > 1),
        _ => pattern.parts().iter().map(counts).sum(),
    }
}

/// The number of repetitions.
pub fn repetitions(pattern: &Pattern) -> u32 {
    match pattern.kind() {
        PatternKind::Repeat { inner, .. } => repetitions(inner) + 1,
        _ => pattern.parts().iter().map(repetitions).sum(),
    }
}

/// A tree with so many nodes.
pub fn tree(random: &mut impl Draw, nodes: u32) -> ParentTree {
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
