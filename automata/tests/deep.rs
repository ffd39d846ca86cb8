//! Trees of 100,000 nodes and the patterns that ruin backtrackers: every engine ends, without recursion.

use tabiya_automata::{
    Backtrack, Cell, Chain, Choice, Direction, Exists, Longest, Memo, Nfa, ParentTree, Pred, Symbols, Traceback, Tree,
};
use tabiya_test_support::size;

use crate::letters::{Text, pattern};
use tabiya_test_support::agree::compile;

const NODES: u32 = 100_000;

/// Counts the questions.
struct Counted<'t>(Text<'t>, u64);

impl Symbols for Counted<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.1 += 1;
        self.0.node(pred, n)
    }
}

/// Patterns that take exponential or quadratic time by backtracking, with the number of predicates.
fn ruinous() -> Vec<(String, u64)> {
    vec![
        (".? ".repeat(40), 1),
        (format!("{} a{{20}}", "(a? .?)".repeat(20)), 2),
        ("((a .)* b*)*".to_string(), 3),
        (".* a .* a .* b".to_string(), 3),
        ("((.*)* c?)* d".to_string(), 3),
        ("(a{0,3} b{0,3}){2,5} .*".to_string(), 3),
    ]
}

fn text() -> Vec<u8> {
    (0..NODES).map(|n| if n % 7 == 3 { b'b' } else { b'a' }).collect()
}

/// A main line with a variation of one node at each node.
fn comb() -> ParentTree {
    let half = NODES / 2;
    let mut parents: Vec<u32> = (0..half - 1).collect();
    parents.extend((0..half - 1).rev());
    ParentTree::new(&parents).expect("pre-order")
}

fn check<T: Tree>(tree: &T, nfa: &Nfa, preds: u64) {
    let text = text();
    for direction in [Direction::Forward, Direction::Backward] {
        let mut symbols = Counted(Text(&text), 0);
        let mut engine = Longest::new();
        let cells = engine.run(nfa, tree, &[], &mut symbols, direction, Choice::Longest).clone();
        assert!(symbols.1 <= preds * u64::from(tree.len()), "{} questions", symbols.1);
        symbols.1 = 0;
        let mut exists = Exists::new();
        let starts = exists.run(nfa, tree, &[], &mut symbols, direction);
        assert!(symbols.1 <= preds * u64::from(tree.len()), "{} questions", symbols.1);
        assert!((0..tree.len()).all(|n| starts[n as usize] == cells.get(n).is_some()));

        let mut memo = Memo::new();
        for start in [0, tree.len() - 1, tree.len() / 2, 1] {
            let cell = memo.run(nfa, tree, &mut symbols, (direction, Choice::Longest), start);
            assert_eq!(cell, cells.get(start));
            if let Some(cell) = cell {
                let mut walk = Traceback::new();
                let steps = walk.run(nfa, tree, &mut symbols, direction, (start, cell)).expect("a run");
                assert_eq!(steps.last().map_or(start, |step| step.node), cell.end);
            }
        }
        let first = memo.run(nfa, tree, &mut symbols, (direction, Choice::First), 0);
        assert_eq!(first.is_some(), cells.get(0).is_some());
    }
}

#[test]
fn chains() {
    for (text, preds) in ruinous() {
        check(&Chain(NODES), &compile(&pattern(&text)), preds);
    }
}

#[test]
fn combs() {
    for (text, preds) in ruinous() {
        check(&comb(), &compile(&pattern(&text)), preds);
    }
}

#[test]
fn a_star() {
    // Every child may follow: many pairs for the memo.
    let nodes = size("children", NODES / 10, NODES);
    let tree = ParentTree::new(&vec![0; nodes as usize - 1]).expect("pre-order");
    for (text, preds) in ruinous() {
        check(&tree, &compile(&pattern(&text)), preds);
    }
}

#[test]
fn backtracking_does_not_recurse() {
    let nfa = compile(&pattern("(a|b)* a"));
    let text = text();
    let way = (Direction::Forward, Choice::Longest);
    let cell = Backtrack::default().run(&nfa, &Chain(NODES), &mut Text(&text), way, 0);
    assert_eq!(cell, Ok(Some(Cell { len: NODES, end: NODES - 1 })));
}
