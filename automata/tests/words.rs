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

/// The letter `c` is that of the next place, and holds at the end.
struct NextLetter<'t>(Text<'t>);

impl Symbols for NextLetter<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.0.node(pred, n)
    }

    fn is_edge(&self, pred: Pred) -> bool {
        pred.index() == 2
    }

    fn edge(&mut self, pred: Pred, _n: u32, child: Option<u32>) -> bool {
        child.is_none_or(|child| self.node(pred, child))
    }
}

/// With columns and without, the starts are those of the longest match, which has no columns.
fn check<S: Symbols>(which: usize, text: &[u8], symbols: &mut S) -> Result<(), TestCaseError> {
    let nfa = compile(&pattern(PATTERNS[which]));
    let chain = Chain(text.len() as u32);
    let columns = columns(text);
    let lent = columns.each_ref().map(Option::as_ref);
    for direction in [Direction::Forward, Direction::Backward] {
        let (mut exists, mut longest) = (Exists::new(), Longest::new());
        let cells = longest.run(&nfa, &chain, &[], symbols, direction, Choice::Longest);
        let wanted: Vec<bool> = cells.iter().map(|cell| cell.is_some()).collect();
        let starts = exists.run(&nfa, &chain, &[], symbols, direction);
        prop_assert!(starts.iter().by_vals().eq(wanted.iter().copied()), "{}", PATTERNS[which]);
        let starts = exists.run(&nfa, &chain, &lent, symbols, direction);
        prop_assert!(starts.iter().by_vals().eq(wanted.iter().copied()), "{} with columns", PATTERNS[which]);
        let ones: u32 = starts.as_raw_slice().iter().map(|word| word.count_ones()).sum();
        prop_assert_eq!(ones as usize, starts.count_ones(), "nothing is set beyond the last node");
        let cells = longest.run(&nfa, &chain, &lent, symbols, direction, Choice::Longest);
        prop_assert!(
            cells.iter().map(|cell| cell.is_some()).eq(wanted),
            "{} node by node with columns",
            PATTERNS[which]
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn words_and_nodes_agree(letters in proptest::collection::vec(0..10u8, 1..200), which in 0..PATTERNS.len()) {
        // Mostly runs of one letter, so that repetitions cross the borders of words.
        let text: Vec<u8> = letters.iter().map(|&letter| if letter < 7 { b'a' } else { b'a' + letter % 3 }).collect();
        check(which, &text, &mut Text(&text))?;
        check(which, &text, &mut NextLetter(Text(&text)))?;
    }
}
