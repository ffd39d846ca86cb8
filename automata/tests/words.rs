//! Existence by whole words on long chains, held against the longest match, which goes node by node.

use proptest::prelude::*;
use tabiya_automata::{Chain, Choice, Direction, Exists, Longest, Pred, Symbols};

use crate::agree::compile;
use crate::letters::{Text, pattern};

/// Letters, of which the even ones have columns.
struct Columns<'t> {
    text: Text<'t>,
    column: Vec<u64>,
}

impl Symbols for Columns<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.text.node(pred, n)
    }

    fn column(&mut self, pred: Pred) -> Option<&[u64]> {
        if pred.index() % 2 == 1 {
            return None;
        }
        self.column = vec![0; self.text.0.len().div_ceil(64)];
        for n in (0..self.text.0.len()).filter(|&n| self.text.node(pred, n as u32)) {
            self.column[n / 64] |= 1 << (n % 64);
        }
        Some(&self.column)
    }
}

/// Runs with and without alternatives, with repetition at either end and in the middle, short and across words.
const PATTERNS: [&str; 12] = [
    "a",
    "a a a",
    "a b* c",
    "a* b",
    "b a*",
    "(a|b) c?",
    "a{2,9} b",
    "a (b c|c){1,3} .* a",
    ".* c",
    "a . . b",
    "(a|b b){3}",
    "a+ b+ a+",
];

proptest! {
    #[test]
    fn words_and_nodes_agree(letters in proptest::collection::vec(0..10u8, 1..200), which in 0..PATTERNS.len()) {
        // Mostly runs of one letter, so that repetitions cross the borders of words.
        let text: Vec<u8> = letters.iter().map(|&letter| if letter < 7 { b'a' } else { b'a' + letter % 3 }).collect();
        let nfa = compile(&pattern(PATTERNS[which]));
        let len = text.len() as u32;
        for direction in [Direction::Forward, Direction::Backward] {
            let (mut exists, mut longest) = (Exists::new(), Longest::new());
            let cells = longest.run(&nfa, &Chain(len), &mut Text(&text), direction, Choice::Longest);
            let wanted: Vec<bool> = cells.iter().map(|cell| cell.is_some()).collect();
            let starts = exists.run(&nfa, &Chain(len), &mut Text(&text), direction);
            prop_assert!((0..len).map(|n| starts.get(n)).eq(wanted.iter().copied()), "{}", PATTERNS[which]);
            let mut columns = Columns { text: Text(&text), column: Vec::new() };
            let starts = exists.run(&nfa, &Chain(len), &mut columns, direction);
            prop_assert!((0..len).map(|n| starts.get(n)).eq(wanted.iter().copied()), "{} with columns", PATTERNS[which]);
            prop_assert_eq!(starts.words().iter().map(|word| word.count_ones() as usize).sum::<usize>(), wanted.iter().filter(|&&found| found).count());
        }
    }
}
