//! The states that are alive along lines, against the engine that knows where matches begin.

use fastrand::Rng;
use tabiya_automata::{Config, Direction, Exists, Nfa, Pred, Symbols, Tree};
use tabiya_test_support::draw;

/// Three predicates that hold at random nodes; the last one on random edges.
struct Random {
    holds: Vec<[bool; 3]>,
    edge: bool,
}

impl Symbols for Random {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.holds[n as usize][pred.index()]
    }

    fn is_edge(&self, pred: Pred) -> bool {
        self.edge && pred.index() == 2
    }

    fn edge(&mut self, pred: Pred, n: u32, child: Option<u32>) -> bool {
        let node = if self.is_edge(pred) { child.unwrap_or(n) } else { n };
        self.holds[node as usize][pred.index()]
    }
}

#[test]
fn a_match_exists_if_some_line_accepts() {
    let mut random = Rng::with_seed(tabiya_test_support::seed());
    let (mut found, mut none) = (0, 0);
    for case in 0..3000 {
        let pattern = draw::pattern(&mut random, 1 + case % 6);
        let tree = draw::tree(&mut random, 12);
        let holds = (0..tree.len()).map(|_| [random.bool(), random.bool(), random.bool()]).collect();
        let mut symbols = Random { holds, edge: random.bool() };
        let config = Config { empty_match: random.bool(), ..Config::default() };
        let nfa = Nfa::compile(&pattern, &config).expect("a small pattern");
        for direction in [Direction::Forward, Direction::Backward] {
            let mut exists = Exists::new();
            let starts = exists.run(&nfa, &tree, &[], &mut symbols, direction).clone();
            for start in 0..tree.len() {
                let up = |from: u32| std::iter::successors(Some(from), |&n| tree.parent(n));
                let lines: Vec<Vec<u32>> = match direction {
                    Direction::Backward => vec![up(start).collect()],
                    Direction::Forward => {
                        let ends = (start..tree.end(start)).filter(|&n| tree.end(n) == n + 1);
                        let line = |end| {
                            let mut line: Vec<u32> = up(end).take_while(|&n| n >= start).collect();
                            line.reverse();
                            line
                        };
                        ends.map(line).collect()
                    }
                };
                let mut accepts = nfa.matches_empty();
                for line in lines {
                    let alive = nfa.alive(&tree, &mut symbols, direction, &line);
                    accepts |= alive.iter().any(|at| at.accepts);
                    for (at, node) in alive.iter().zip(&line) {
                        assert_eq!(at.node, *node);
                        assert!(at.before.iter().chain(&at.after).all(|&state| state < nfa.accepting()));
                    }
                }
                assert_eq!(accepts, starts[start as usize], "{pattern:?} {direction:?} {start}\n{nfa}");
                found += u32::from(accepts);
                none += u32::from(!accepts);
            }
        }
    }
    assert!(found > 10_000 && none > 5_000, "{found} match, {none} do not");
}
