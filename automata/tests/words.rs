//! Existence on long chains, by whole words where that is possible, held against the longest match, which goes node by node.

use proptest::prelude::*;
use tabiya_automata::{Bits, Chain, Choice, Direction, Exists, Longest, Pred, Symbols};

use crate::letters::{Text, pattern};
use tabiya_test_support::agree::compile;

/// The columns of `a` and `c`.
fn columns(text: &[u8]) -> [Option<Bits>; 3] {
    let column = |pred| (0..text.len() as u32).map(|n| Text(text).node(Pred::must(pred), n)).collect();
    [Some(column(0)), None, Some(column(2))]
}

/// Runs with and without alternatives, with repetition at either end and in the middle, short and across words; then
/// patterns that are not taken by words, which pass over nodes by words where a match cannot end.
const PATTERNS: [&str; 17] = [
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
    "(a b)* c",
    "(b a?)+ c{1,2}",
    "(a|b c)+ (a|c)",
    "(a a b|c)+ b",
    "a{1,70} b c",
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
            let cells = longest.run(&nfa, &Chain(len), &[], &mut Text(&text), direction, Choice::Longest);
            let wanted: Vec<bool> = cells.iter().map(|cell| cell.is_some()).collect();
            let starts = exists.run(&nfa, &Chain(len), &[], &mut Text(&text), direction);
            prop_assert!(starts.iter().by_vals().eq(wanted.iter().copied()), "{}", PATTERNS[which]);
            let columns = columns(&text);
            let starts = exists.run(&nfa, &Chain(len), &columns.each_ref().map(Option::as_ref), &mut Text(&text), direction);
            prop_assert!(starts.iter().by_vals().eq(wanted.iter().copied()), "{} with columns", PATTERNS[which]);
            let ones: u32 = starts.as_raw_slice().iter().map(|word| word.count_ones()).sum();
            prop_assert_eq!(ones as usize, starts.count_ones(), "nothing is set beyond the last node");
        }
    }
}
