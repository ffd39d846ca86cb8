//! Automata of more states than a word has bits, on small trees: states of one run lie in several words.

use fastrand::Rng;
use tabiya_automata::{ParentTree, Pattern, Pred};
use tabiya_test_support::size;

use tabiya_test_support::agree::{Engines, Labels, Skip, WAYS, compile};

/// Numbers that are the same every time.
struct Numbers(Rng);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0.u32(..limit)
    }

    fn letter(&mut self) -> Pattern {
        Pattern::pred(Pred::must(self.below(3) as usize))
    }

    /// A part that consumes one to three nodes.
    fn part(&mut self) -> Pattern {
        match self.below(4) {
            0 => Pattern::concat(vec![self.letter(), Pattern::optional(self.letter())]),
            1 => Pattern::alt(vec![self.letter(), Pattern::concat(vec![self.letter(), self.letter()])]),
            2 => Pattern::concat(vec![Pattern::optional(self.letter()), self.letter(), self.letter()]),
            _ => self.letter(),
        }
    }

    /// A pattern of 70 to 300 states.
    fn pattern(&mut self) -> Pattern {
        let many = 70 + self.below(30);
        let parts = vec![
            Pattern::optional(self.part()),
            Pattern::repeat(self.part(), self.below(3), Some(many)),
            if self.below(2) == 0 { self.part() } else { Pattern::star(self.part()) },
        ];
        let long = Pattern::concat(parts);
        if self.below(2) == 0 { long } else { Pattern::alt(vec![self.part(), long, self.part()]) }
    }

    fn tree(&mut self) -> ParentTree {
        let mut parents: Vec<u32> = Vec::new();
        for n in 1..2 + self.below(5) {
            let mut parent = n - 1;
            while parent > 0 && self.below(3) == 0 {
                parent = parents[parent as usize - 1];
            }
            parents.push(parent);
        }
        ParentTree::new(&parents).expect("pre-order")
    }
}

#[test]
fn states_in_several_words() {
    let mut numbers = Numbers(Rng::with_seed(1));
    let mut engines = Engines::default();
    let cases = size("cases", 1_500, 30_000);
    for _ in 0..cases {
        let pattern = numbers.pattern();
        let nfa = compile(&pattern);
        assert!(nfa.len() > 64, "{pattern} has {} states", nfa.len());
        let tree = numbers.tree();
        let linear = [None, Some(0), Some(1), Some(2)][numbers.below(4) as usize];
        let skip = [Skip::Nothing, Skip::Nothing, Skip::Depth(0), Skip::Depth(1)][numbers.below(4) as usize];
        let ways = if linear.is_some() { 3 } else { 6 };
        let mut labels = Labels::new(&tree, linear, skip, Some(numbers.0.u64(..)));
        engines.check(&pattern, &nfa, &tree, &mut labels, WAYS[numbers.below(ways) as usize]);
    }
    assert!(engines.matches > cases / 2, "{} matches", engines.matches);
    assert!(engines.given_up * 100 < cases, "{} given up", engines.given_up);
    assert!(engines.too_long * 100 < cases, "{} passed over", engines.too_long);
}
