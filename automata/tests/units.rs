//! Single cases worth a name: they say in one line what the exhaustive tests hold in general.

use tabiya_automata::{
    Backtrack, Cell, Chain, Choice, Direction, Effects, Exists, Longest, ParentTree, Pred, Step, Symbols, Traceback,
    Tree,
};

use crate::letters::{Text, pattern};
use tabiya_test_support::agree::compile;

const FORWARD: Direction = Direction::Forward;

fn cells(pattern_text: &str, text: &str, direction: Direction, choice: Choice) -> Vec<Option<(u32, u32)>> {
    let nfa = compile(&pattern(pattern_text));
    let mut engine = Longest::new();
    let cells = engine.run(&nfa, &Chain(text.len() as u32), &[], &mut Text(text.as_bytes()), direction, choice);
    cells.iter().map(|cell| cell.map(|cell| (cell.len, cell.end))).collect()
}

#[test]
fn longest_and_first() {
    assert_eq!(cells("a+", "aab", FORWARD, Choice::Longest), [Some((2, 1)), Some((1, 1)), None]);
    assert_eq!(cells("a+", "aab", FORWARD, Choice::First), [Some((1, 0)), Some((1, 1)), None]);
    assert_eq!(cells("a+", "aab", Direction::Backward, Choice::Longest), [Some((1, 0)), Some((2, 0)), None]);
}

#[test]
fn an_empty_match_ends_at_its_start() {
    assert_eq!(cells("a*", "ba", FORWARD, Choice::Longest), [Some((0, 0)), Some((1, 1))]);
    assert_eq!(cells("a*", "ba", FORWARD, Choice::First), [Some((0, 0)), Some((0, 1))]);
}

#[test]
fn nodes_passed_over() {
    // Upper case is passed over: it consumes nothing and is not an end.
    assert_eq!(cells("a+", "aXaXX", FORWARD, Choice::Longest), [Some((2, 2)), None, Some((1, 2)), None, None]);
    assert_eq!(cells("a+ b", "aXXb", FORWARD, Choice::Longest), [Some((2, 3)), None, None, None]);
    assert_eq!(cells("b a", "aXXb", Direction::Backward, Choice::Longest), [None, None, None, Some((2, 0))]);
}

#[test]
fn among_children_the_first_wins_a_tie_and_the_longest_wins() {
    // 0 has the children 1 (with child 2) and 3 (with child 4).
    let tree = ParentTree::new(&[0, 1, 0, 3]).expect("pre-order");
    let nfa = compile(&pattern("a b*"));
    let mut engine = Longest::new();
    let mut end = |text: &[u8]| engine.run(&nfa, &tree, &[], &mut Text(text), FORWARD, Choice::Longest).get(0);
    assert_eq!(end(b"abbbb"), Some(Cell { len: 3, end: 2 }));
    assert_eq!(end(b"abcbb"), Some(Cell { len: 3, end: 4 }));
    assert_eq!(end(b"abcbc"), Some(Cell { len: 2, end: 1 }));
}

#[test]
fn the_run_that_skips_an_option_is_tried_first() {
    // Both children end a match of length 2. Skipping `a?` at the root comes first, and leads to the second child.
    struct Options;
    impl Symbols for Options {
        fn node(&mut self, pred: Pred, n: u32) -> bool {
            [n == 0, n == 0 || n == 1, n == 2][pred.index()]
        }
    }
    let tree = ParentTree::new(&[0, 0]).expect("pre-order");
    let nfa = compile(&pattern("a? b c?"));
    let mut engine = Longest::new();
    let cell = engine.run(&nfa, &tree, &[], &mut Options, FORWARD, Choice::Longest).get(0);
    assert_eq!(cell, Some(Cell { len: 2, end: 2 }));
    let mut walk = Traceback::new();
    let steps = walk.run(&nfa, &tree, &mut Options, FORWARD, (0, Cell { len: 2, end: 2 }));
    let step = |node, pred| Step { node, pred: Pred::must(pred), child: None, missed: None };
    assert_eq!(steps, Some([step(0, 1), step(2, 2)].as_slice()));
    // Without a run, and without a way to the end, there are no steps.
    assert!(walk.run(&nfa, &tree, &mut Options, FORWARD, (1, Cell { len: 2, end: 2 })).is_none());
    assert!(walk.run(&nfa, &tree, &mut Options, FORWARD, (2, Cell { len: 1, end: 2 })).is_none());
}

#[test]
fn an_edge_predicate_binds_the_way() {
    /// Predicate 0 holds only on the way into node 1.
    struct Edge;
    impl Symbols for Edge {
        fn node(&mut self, _pred: Pred, _n: u32) -> bool {
            true
        }
        fn is_edge(&self, pred: Pred) -> bool {
            pred.index() == 0
        }
        fn edge(&mut self, _pred: Pred, _n: u32, child: Option<u32>) -> bool {
            child == Some(1)
        }
    }
    // The short branch is node 1, the long one nodes 2 to 4.
    let tree = ParentTree::new(&[0, 0, 2, 3]).expect("pre-order");
    let nfa = compile(&pattern("a .*"));
    let mut engine = Longest::new();
    let cell = engine.run(&nfa, &tree, &[], &mut Edge, FORWARD, Choice::Longest).get(0);
    assert_eq!(cell, Some(Cell { len: 2, end: 1 }));
    let mut walk = Traceback::new();
    let steps = walk.run(&nfa, &tree, &mut Edge, FORWARD, (0, Cell { len: 2, end: 1 }));
    assert_eq!(steps.map(|steps| steps[0]), Some(Step { node: 0, pred: Pred::must(0), child: Some(1), missed: None }));
}

#[test]
fn effects_are_undone_to_their_marks() {
    /// Keeps the nodes of the run being tried, and those of the best.
    #[derive(Default)]
    struct Trail {
        text: Vec<u8>,
        run: Vec<u32>,
        best: Vec<u32>,
        asked: String,
    }
    impl Symbols for Trail {
        fn node(&mut self, pred: Pred, n: u32) -> bool {
            let letter = b'a' + pred.index() as u8;
            self.asked += &format!("{n}{} ", letter as char);
            self.run.push(n);
            self.text[n as usize] == letter
        }
    }
    impl Effects for Trail {
        fn mark(&mut self) -> usize {
            self.run.len()
        }
        fn undo(&mut self, mark: usize) {
            self.run.truncate(mark);
        }
        fn success(&mut self, _cell: Cell) {
            self.best.clone_from(&self.run);
        }
    }
    for choice in [Choice::Longest, Choice::First] {
        let mut trail = Trail { text: b"aab".to_vec(), ..Trail::default() };
        let nfa = compile(&pattern("a* b"));
        let cell = Backtrack::default().run(&nfa, &Chain(3), &mut trail, (FORWARD, choice), 0);
        assert_eq!(cell, Ok(Some(Cell { len: 3, end: 2 })));
        assert_eq!(trail.best, [0, 1, 2]);
        assert_eq!(trail.run, []);
        assert_eq!(trail.asked.trim(), if choice == Choice::First { "0b 0a 1b 1a 2b" } else { "0b 0a 1b 1a 2b 2a" });
    }
}

#[test]
fn counted_repetition_is_unrolled_repetition() {
    for (counted, unrolled) in
        [("a{2,4} b?", "a a (a (a)?)? b?"), (". a{3} .", ". a a a ."), ("(a b){0,2} a", "(a b (a b)?)? a")]
    {
        for text in ["aaaaaab", "abababab", "aabaaab", "baaaab"] {
            for choice in [Choice::Longest, Choice::First] {
                assert_eq!(cells(counted, text, FORWARD, choice), cells(unrolled, text, FORWARD, choice), "{counted}");
            }
        }
    }
}

#[test]
fn there_is_an_answer_for_each_node() {
    let nfa = compile(&pattern("a"));
    let (mut longest, mut exists) = (Longest::new(), Exists::new());
    for text in ["a", "ba", "bbb"] {
        let cells =
            longest.run(&nfa, &Chain(text.len() as u32), &[], &mut Text(text.as_bytes()), FORWARD, Choice::Longest);
        assert_eq!((cells.len(), cells.is_empty(), cells.iter().count()), (text.len(), false, text.len()));
        let starts = exists.run(&nfa, &Chain(text.len() as u32), &[], &mut Text(text.as_bytes()), FORWARD);
        assert_eq!((starts.len(), starts.is_empty()), (text.len(), false));
    }
}

#[test]
fn no_nodes_no_matches() {
    let nfa = compile(&pattern("a*"));
    assert!(Longest::new().run(&nfa, &Chain(0), &[], &mut Text(b""), FORWARD, Choice::Longest).is_empty());
    assert!(Exists::new().run(&nfa, &Chain(0), &[], &mut Text(b""), FORWARD).is_empty());
}

#[test]
fn trees() {
    let tree = ParentTree::new(&[0, 1, 1, 0]).expect("pre-order");
    assert_eq!(tree.children(0).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(tree.children(1).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(tree.children(4).count(), 0);
    assert_eq!((tree.end(0), tree.end(1), tree.end(2)), (5, 4, 3));
    assert_eq!(ParentTree::new(&[0, 0, 1]), None, "node 1 has ended when 2 begins");
}

#[test]
fn what_every_match_asks_for() {
    let required = |text: &str| -> String {
        pattern(text).required().iter().map(|pred| char::from(b'a' + pred.index() as u8)).collect()
    };
    assert_eq!(required("a b? c+"), "ac");
    assert_eq!(required("(a b|b c) d{2,3}"), "bd");
    assert_eq!(required("(a|b) c*"), "");
    assert_eq!(required("(a b)* "), "");
}
