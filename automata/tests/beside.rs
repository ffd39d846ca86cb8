//! Memos that share a common memo, tails of runs with effects, and ties: against the same engines without them.

use fastrand::Rng;
use tabiya_automata::{
    Backtrack, Cell, Choice, Common, Config, Direction, Effects, Memo, MoveBacktrack, MoveMemo, MoveProgram, Moves,
    MovesBeside, ParentTree, Pattern, Pred, PureMoves, Ranking, Symbols, Tails, Tree,
};
use tabiya_test_support::{seed, size};

use tabiya_test_support::agree::{WAYS, compile};
use tabiya_test_support::draw::{self, Draw};

/// Predicates of which some differ from value to value.
struct Valued<'t> {
    tree: &'t ParentTree,
    backward: bool,
    /// By predicate and value: the nodes at which it holds.
    bits: [[u64; 3]; 3],
    /// The predicates that vary.
    varying: u32,
    value: usize,
    /// True if it is known where a predicate is settled.
    knows: bool,
    skipped: u64,
}

impl Valued<'_> {
    fn holds(&self, pred: Pred, n: u32) -> bool {
        let value = if self.varying >> pred.index() & 1 == 1 { self.value } else { 0 };
        self.bits[pred.index()][value] >> n & 1 == 1
    }
}

impl Symbols for Valued<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.holds(pred, n)
    }

    fn skip(&self, n: u32) -> bool {
        self.skipped >> n & 1 == 1
    }

    fn varies(&self, pred: Pred) -> bool {
        self.varying >> pred.index() & 1 == 1
    }

    fn settled(&mut self, pred: Pred, n: u32) -> Option<bool> {
        let beyond: Vec<u32> = match self.backward {
            true => std::iter::successors(Some(n), |&n| self.tree.parent(n)).collect(),
            false => (n..self.tree.end(n)).collect(),
        };
        let held = beyond.iter().filter(|&&n| self.holds(pred, n)).count();
        let settled = held == 0 || held == beyond.len();
        (self.knows && settled).then_some(held > 0)
    }
}

impl Effects for Valued<'_> {}

fn valued<'t>(random: &mut Rng, tree: &'t ParentTree, backward: bool) -> Valued<'t> {
    let mut bits = [[0; 3]; 3];
    for bits in bits.iter_mut().flatten() {
        // Often nowhere or everywhere from some node on, as comparisons with thresholds are.
        let (some, from) = (u64::from(random.below(256) | random.below(256)), random.below(9));
        *bits = [some, 255 << from, !(255 << from)][random.below(3) as usize] & 255;
    }
    let skipped = if random.below(4) == 0 { u64::from(random.below(256)) } else { 0 };
    Valued { tree, backward, bits, varying: random.below(8), value: 0, knows: random.below(4) > 0, skipped }
}

#[test]
fn memos_share_what_does_not_vary() {
    let mut random = Rng::with_seed(seed());
    let cases = size("cases", 4_000, 80_000);
    let (mut matches, mut memo, mut fresh) = (0, Memo::new(), Memo::new());
    for _ in 0..cases {
        let operators = random.below(5);
        let (pattern, tree) = (draw::pattern(&mut random, operators), draw::tree(&mut random, 8));
        let nfa = compile(&pattern);
        for way @ (direction, _) in WAYS {
            let mut symbols = valued(&mut random, &tree, direction == Direction::Backward);
            let mut common = Common::new();
            for start in 0..tree.len() {
                symbols.value = random.below(3) as usize;
                for engine in [&mut memo, &mut fresh] {
                    engine.clear();
                }
                let expected = fresh.run(&nfa, &tree, &mut symbols, way, start);
                let sparse = random.below(2) == 0;
                let found = memo.run_beside(&mut common, (&nfa, &tree, &mut symbols), way, start, sparse);
                assert_eq!(found, expected, "{pattern} on {tree:?} {way:?} from {start}, {:?}", symbols.bits);
                matches += u32::from(found.is_some());
            }
        }
    }
    assert!(matches > cases, "{matches}");
}

#[test]
fn tails_are_what_trying_them_gives() {
    let mut random = Rng::with_seed(seed());
    let cases = size("cases", 4_000, 80_000);
    let mut engine = Backtrack::new(100_000);
    for _ in 0..cases {
        let operators = random.below(5);
        let (pattern, tree) = (draw::pattern(&mut random, operators), draw::tree(&mut random, 8));
        let nfa = compile(&pattern);
        for way @ (direction, _) in WAYS {
            let mut symbols = valued(&mut random, &tree, direction == Direction::Backward);
            let mut tails = Tails::with_patience(random.below(3));
            for start in 0..tree.len() {
                let Ok(expected) = engine.run(&nfa, &tree, &mut symbols, way, start) else { continue };
                let found = engine.run_beside(Some(&mut tails), (&nfa, &tree, &mut symbols), way, start);
                assert_eq!(found, Ok(expected), "{pattern} on {tree:?} {way:?} from {start}, {:?}", symbols.bits);
            }
        }
    }
}

/// All successes in run order, and the best of them.
struct Runs<'t> {
    tree: &'t ParentTree,
    bits: [u64; 3],
    rank: Ranking,
    best: Vec<Cell>,
}

fn worth(rank: Ranking, cell: Cell) -> Option<i64> {
    match rank {
        Ranking::Worth => Some(i64::from(cell.end % 3)).filter(|&worth| worth < 2),
        Ranking::Shortest => Some(-i64::from(cell.len)),
        _ => Some(i64::from(cell.len)),
    }
}

impl Moves for Runs<'_> {
    fn moves(&mut self, node: u32, _first: bool, reached: &mut Vec<u32>) {
        reached.extend(self.tree.children(node));
    }

    fn accepts(&mut self, pred: Pred, node: u32, _len: u32) -> bool {
        self.bits[pred.index()] >> node & 1 == 1
    }

    fn holds(&mut self, pred: Pred, node: u32, len: u32) -> bool {
        Moves::accepts(self, pred, node, len)
    }

    fn success(&mut self, cell: Cell) -> bool {
        let (value, best) = (worth(self.rank, cell), self.best.first().and_then(|&best| worth(self.rank, best)));
        match value {
            Some(_) if value > best => self.best = vec![cell],
            Some(_) if value == best => self.best.push(cell),
            _ => {}
        }
        true
    }

    fn has_succeeded(&self) -> bool {
        !self.best.is_empty()
    }

    fn mark(&mut self, _moved: bool) -> usize {
        0
    }

    fn undo(&mut self, _mark: usize) {}
}

impl PureMoves for Runs<'_> {
    fn moves(&mut self, node: u32, _first: bool, reached: &mut Vec<u32>) {
        reached.extend(self.tree.children(node));
    }

    fn accepts(&mut self, pred: Pred, node: u32) -> bool {
        self.bits[pred.index()] >> node & 1 == 1
    }

    fn holds(&mut self, pred: Pred, node: u32) -> bool {
        self.bits[pred.index()] >> node & 1 == 1
    }

    fn worth(&mut self, node: u32) -> Option<i64> {
        match self.rank {
            Ranking::Worth => worth(Ranking::Worth, Cell { len: 0, end: node }),
            _ => Some(0),
        }
    }
}

impl MovesBeside for Runs<'_> {
    type Pure = Self;

    fn pure(&mut self) -> &mut Self {
        self
    }
}

#[test]
fn tails_of_paths_are_what_trying_them_gives() {
    let mut random = Rng::with_seed(seed());
    let cases = size("cases", 4_000, 80_000);
    let config = Config { edge_symbols: true, ..Config::default() };
    let (mut trail, mut memo) = (MoveBacktrack::new(), MoveMemo::new());
    for _ in 0..cases {
        let operators = random.below(6);
        let (pattern, tree) = (draw::pattern(&mut random, operators), draw::tree(&mut random, 8));
        let program = MoveProgram::compile(&pattern, &config).expect("small patterns fit");
        let bits = [0; 3].map(|_| u64::from(random.below(256) | random.below(256)));
        let varying = random.below(8);
        let ahead = program.varying_ahead(|pred| varying >> pred.index() & 1 == 1);
        for rank in [Ranking::Length, Ranking::Worth] {
            memo.clear();
            for start in 0..tree.len() {
                let runs = || Runs { tree: &tree, bits, rank, best: Vec::new() };
                let (mut expected, mut found) = (runs(), runs());
                if trail.run(&program, &mut expected, (50_000, false), start).is_err() {
                    continue;
                }
                let tails = (&mut memo, ahead.as_slice(), rank);
                trail.run_beside(tails, &program, &mut found, (50_000, false), start).expect("fewer steps");
                assert_eq!(found.best.first(), expected.best.first(), "{rank:?} of {pattern} on {tree:?} from {start}");
            }
        }
    }
}

/// Also where the limit of steps lies is the same.
#[test]
fn ties_are_all_runs_that_are_as_good_as_the_best() {
    let mut random = Rng::with_seed(seed());
    let cases = size("cases", 6_000, 100_000);
    let config = Config { edge_symbols: true, ..Config::default() };
    let (mut several, mut beyond, mut trail, mut memo) = (0, 0, MoveBacktrack::new(), MoveMemo::new());
    for _ in 0..cases {
        let operators = random.below(6);
        let (pattern, tree) = (draw::pattern(&mut random, operators), draw::tree(&mut random, 8));
        let program = MoveProgram::compile(&pattern, &config).expect("small patterns fit");
        let bits = [0; 3].map(|_| u64::from(random.below(256) | random.below(256)));
        for rank in [Ranking::Length, Ranking::Worth] {
            memo.clear();
            for start in 0..tree.len() {
                let limit = u64::from(5 + random.below(60));
                let mut runs = Runs { tree: &tree, bits, rank, best: Vec::new() };
                if trail.run(&program, &mut runs, (limit, false), start).is_err() {
                    beyond += 1;
                    runs.best.clear();
                    trail.run(&program, &mut runs, (u64::MAX, true), start).expect("no limit");
                }
                let expected: Vec<u32> = runs.best.iter().map(|cell| cell.end).collect();
                let found = memo.run(&program, &mut runs, rank, start);
                let ends = match found {
                    Some(_) => memo.ties(&program, &mut runs, (rank, limit), start),
                    None => Vec::new(),
                };
                assert_eq!(ends, expected, "{rank:?} of {pattern} on {tree:?} from {start}, limit {limit}");
                several += u32::from(ends.len() > 1);
            }
        }
    }
    assert!(several > cases / 10 && beyond > 0, "{several} of {cases} cases have ties, {beyond} are beyond the limit");
}

#[test]
fn values_of_their_own_take_linear_time_together() {
    /// Holds at the 7th node after the start, which is the value.
    struct Seventh {
        value: u32,
        asked: u64,
        nodes: u32,
    }
    impl Symbols for Seventh {
        fn node(&mut self, pred: Pred, n: u32) -> bool {
            self.asked += 1;
            match pred.index() {
                0 => true,
                1 => n == self.value + 7,
                _ => n + 1 == self.nodes,
            }
        }
        fn varies(&self, pred: Pred) -> bool {
            pred.index() == 1
        }
        fn settled(&mut self, _pred: Pred, n: u32) -> Option<bool> {
            (n > self.value + 7).then_some(false)
        }
    }
    let [any, seventh, last] = [0, 1, 2].map(|n| Pattern::pred(Pred::must(n)));
    let pattern = Pattern::concat(vec![Pattern::star(any.clone()), seventh, Pattern::star(any), last]);
    let nfa = compile(&pattern);
    let nodes = 100_000;
    let tree = tabiya_automata::Chain(nodes);
    let (mut common, mut memo) = (Common::new(), Memo::new());
    let mut symbols = Seventh { value: 0, asked: 0, nodes };
    for start in 0..nodes {
        symbols.value = start;
        memo.clear();
        let way = (Direction::Forward, Choice::Longest);
        let found = memo.run_beside(&mut common, (&nfa, &tree, &mut symbols), way, start, true);
        assert_eq!(found.map(|cell| cell.len), (start + 8 < nodes).then(|| nodes - start));
    }
    assert!(symbols.asked < u64::from(nodes) * 40, "{} questions", symbols.asked);
}
