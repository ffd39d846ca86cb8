//! The states that are alive along lines, against the engine that knows where matches begin.

use fastrand::Rng;
use tabiya_automata::{Almost, Config, Direction, Exists, Lines, Nfa, Pred, Symbols, Tree, Waiting};
use tabiya_test_support::draw;

/// Three predicates that hold at random nodes, the last one perhaps on random edges; and one that holds everywhere.
struct Random {
    holds: Vec<[bool; 4]>,
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

/// The lines of a tree, or one of them.
struct Followed<'r, T> {
    symbols: &'r mut Random,
    tree: &'r T,
    direction: Direction,
    line: Option<Vec<u32>>,
    /// The nodes after which runs waited for others.
    ended: Vec<u32>,
}

impl<T: Tree> Lines for Followed<'_, T> {
    fn beyond(&mut self, n: u32) -> Vec<u32> {
        match (&self.line, self.direction) {
            (Some(line), _) => line.iter().copied().skip_while(|&node| node != n).skip(1).take(1).collect(),
            (None, Direction::Forward) => self.tree.children(n).collect(),
            (None, Direction::Backward) => self.tree.parent(n).into_iter().collect(),
        }
    }

    fn holds(&mut self, run: Waiting, n: u32, next: Option<u32>) -> bool {
        assert!(!(run.exact && (run.missed.is_some() || run.pred == any())), "{run:?}");
        if self.direction == Direction::Backward || !self.symbols.is_edge(run.pred) {
            return self.symbols.node(run.pred, n);
        }
        let children: Vec<u32> = self.tree.children(n).collect();
        match next {
            None if !children.is_empty() => children.iter().any(|&child| self.symbols.edge(run.pred, n, Some(child))),
            next => self.symbols.edge(run.pred, n, next),
        }
    }

    fn ends(&mut self, _run: Waiting, n: u32) {
        self.ended.push(n);
    }
}

fn any() -> Pred {
    Pred::must(3)
}

#[test]
fn a_match_exists_if_some_line_accepts() {
    let mut random = Rng::with_seed(tabiya_test_support::seed());
    let (mut found, mut none) = (0, 0);
    for case in 0..3000 {
        let pattern = draw::pattern(&mut random, 1 + case % 6);
        let tree = draw::tree(&mut random, 12);
        let holds = (0..tree.len()).map(|_| [random.bool(), random.bool(), random.bool(), true]).collect();
        let mut symbols = Random { holds, edge: random.bool() };
        let almost = (case % 3 == 0).then(|| Almost { differences: random.u8(1..3), any: any() });
        let config = Config { empty_match: random.bool(), almost, ..Config::default() };
        let nfa = Nfa::compile(&pattern, &config).expect("a small pattern");
        for direction in [Direction::Forward, Direction::Backward] {
            let mut exists = Exists::new();
            let starts = exists.run(&nfa, &tree, &[], &mut symbols, direction).clone();
            for start in 0..tree.len() {
                let mut follow = |line: Option<&Vec<u32>>, state: u32| {
                    let (symbols, line) = (&mut symbols, line.cloned());
                    let mut lines = Followed { symbols, tree: &tree, direction, line, ended: Vec::new() };
                    let alive = nfa.follow(state, start, &mut lines);
                    let last = |n: u32| alive.iter().any(|at| at.node == n && !at.after.is_empty());
                    assert!(lines.ended.iter().all(|&n| last(n)), "{alive:?} {:?}", lines.ended);
                    alive
                };
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
                let all = follow(None, nfa.begin());
                let accepts = nfa.matches_empty() || all.iter().any(|at| at.accepts);
                assert_eq!(accepts, starts[start as usize], "{pattern:?} {direction:?} {start}\n{nfa}");
                for line in &lines {
                    let alive = follow(Some(line), nfa.begin());
                    for (at, node) in alive.iter().zip(line) {
                        assert_eq!(at.node, *node);
                        assert!(at.before.iter().chain(&at.after).all(|&state| state < nfa.accepting()));
                        let among = all.iter().find(|all| all.node == *node).expect("a node of one line is among all");
                        assert_eq!((&at.before, at.accepts), (&among.before, among.accepts));
                    }
                }
                // Those that differ as often as they may are some of all runs.
                let differing = follow(None, nfa.begin_differing());
                assert!(differing.iter().all(|at| !at.accepts || starts[start as usize]), "{pattern:?}\n{nfa}");
                found += u32::from(accepts);
                none += u32::from(!accepts);
            }
        }
    }
    assert!(found > 10_000 && none > 5_000, "{found} match, {none} do not");
}
