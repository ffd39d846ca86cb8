//! Patterns of moves with tests: the engines over split programs and the matcher in run order, against a naive matcher
//! written from the definition; and predicates for all nodes but the first.

use fastrand::Rng;
use std::collections::BTreeSet;
use tabiya_automata::{
    Almost, Cell, Choice, Config, Direction, Exists, Longest, Memo, MoveBacktrack, MoveMemo, MoveProgram, MoveQuestion,
    Moves, Nfa, ParentTree, Pattern, PatternKind, Pred, Program, PureMoves, Ranking, Symbols, Traceback, Tree, oracle,
};
use tabiya_test_support::{seed, size};

use tabiya_test_support::draw::Draw;

/// The move that stands for one that differs.
fn any() -> Pred {
    Pred::must(6)
}

/// Answers by predicate and node, at random.
#[derive(Debug)]
struct Answers {
    bits: Vec<u64>,
}

impl Answers {
    fn new(random: &mut Rng) -> Answers {
        Answers { bits: (0..6).map(|_| u64::from(random.below(256) | random.below(256))).collect() }
    }

    fn get(&self, pred: Pred, n: u32) -> bool {
        pred == any() || self.bits[pred.index()] >> n & 1 == 1
    }
}

/// The naive matcher: what is left is a list of parts, tried in run order; every success is reported.
struct Naive<'a> {
    tree: &'a ParentTree,
    answers: &'a Answers,
    /// The number of differences still to be made.
    left: u8,
    successes: Vec<Cell>,
}

#[derive(Clone)]
enum Part<'p> {
    Whole(&'p Pattern),
    Times(&'p Pattern, u32, Option<u32>),
    /// Fails unless more moves than this have been made.
    Moved(u32),
    /// The next move is this one, or one that stands for it: moves too many have been made before it.
    After(Pred),
}

impl<'a> Naive<'a> {
    fn new(tree: &'a ParentTree, answers: &'a Answers) -> Naive<'a> {
        Naive { tree, answers, left: 0, successes: Vec::new() }
    }

    /// A move, or one in its place, or one too many before it.
    fn make_move(&mut self, pred: Pred, extra: bool, rest: &[Part<'_>], node: u32, len: u32) {
        let children = self.tree.children(node).collect::<Vec<_>>();
        for &child in &children {
            if self.answers.get(pred, child) {
                self.go(rest, child, len + 1);
            }
        }
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        children.iter().for_each(|&child| self.go(rest, child, len + 1));
        self.left += 1;
        if !extra {
            self.left -= 1;
            self.go(rest, node, len);
            self.left += 1;
        }
        if len > 0 {
            let after: Vec<_> = [Part::After(pred)].into_iter().chain(rest.iter().cloned()).collect();
            self.left -= 1;
            children.iter().for_each(|&child| self.go(&after, child, len + 1));
            self.left += 1;
        }
    }

    fn go(&mut self, rest: &[Part<'_>], node: u32, len: u32) {
        let Some((part, rest)) = rest.split_first() else {
            if len > 0 && self.left == 0 {
                self.successes.push(Cell { len, end: node });
            }
            return;
        };
        match part {
            Part::After(pred) => self.make_move(*pred, true, rest, node, len),
            Part::Moved(before) => {
                if len > *before {
                    self.go(rest, node, len);
                }
            }
            Part::Times(inner, min, max) => {
                let fewer = max.map(|max| max.saturating_sub(1));
                let mut more = vec![Part::Whole(inner)];
                if *min > 0 {
                    more.push(Part::Times(inner, min - 1, fewer));
                    more.extend_from_slice(rest);
                    return self.go(&more, node, len);
                }
                self.go(rest, node, len);
                if *max != Some(0) {
                    more.push(Part::Moved(len));
                    more.push(Part::Times(inner, 0, fewer));
                    more.extend_from_slice(rest);
                    self.go(&more, node, len);
                }
            }
            Part::Whole(pattern) => match pattern.kind() {
                PatternKind::Empty => self.go(rest, node, len),
                PatternKind::Test(pred) => {
                    if self.answers.get(*pred, node) {
                        self.go(rest, node, len);
                    }
                    if self.left > 0 {
                        self.left -= 1;
                        self.go(rest, node, len);
                        self.left += 1;
                    }
                }
                PatternKind::Pred(pred) => self.make_move(*pred, false, rest, node, len),
                PatternKind::Concat(parts) => {
                    let parts: Vec<_> = parts.iter().map(Part::Whole).chain(rest.iter().cloned()).collect();
                    self.go(&parts, node, len);
                }
                PatternKind::Alt(parts) => {
                    for part in parts {
                        let parts: Vec<_> = [Part::Whole(part)].into_iter().chain(rest.iter().cloned()).collect();
                        self.go(&parts, node, len);
                    }
                }
                PatternKind::AnyOrder(parts) => {
                    if parts.is_empty() {
                        return self.go(rest, node, len);
                    }
                    for i in 0..parts.len() {
                        let mut others = parts.clone();
                        let first = others.remove(i);
                        let others = Pattern::any_order(others);
                        let parts: Vec<_> = [Part::Whole(&first), Part::Whole(&others)]
                            .into_iter()
                            .chain(rest.iter().cloned())
                            .collect();
                        self.go(&parts, node, len);
                    }
                }
                PatternKind::Both(_) => unreachable!("no pattern here has these"),
                PatternKind::Repeat { inner, min, max } => {
                    let parts: Vec<_> =
                        [Part::Times(inner, *min, *max)].into_iter().chain(rest.iter().cloned()).collect();
                    self.go(&parts, node, len);
                }
            },
        }
    }
}

/// Answers questions about split programs.
struct Split<'a> {
    nfa: &'a Nfa,
    /// True if the predicates below 3 are moves.
    moves: bool,
    answers: &'a Answers,
}

impl Split<'_> {
    fn factors<'s>(&'s self, pred: &'s Pred) -> &'s [Pred] {
        self.nfa.factors(*pred).unwrap_or(std::slice::from_ref(pred))
    }
}

impl Symbols for Split<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.factors(&pred).iter().all(|&factor| self.answers.get(factor, n))
    }

    fn is_edge(&self, pred: Pred) -> bool {
        self.moves && self.factors(&pred).iter().any(|&factor| is_move(factor))
    }

    fn edge(&mut self, pred: Pred, n: u32, child: Option<u32>) -> bool {
        self.factors(&pred).iter().all(|&factor| {
            let node = if is_move(factor) { child } else { Some(n) };
            node.is_some_and(|node| self.answers.get(factor, node))
        })
    }
}

/// Answers questions of the matcher in run order and keeps all successes.
struct Runs<'a> {
    tree: &'a ParentTree,
    answers: &'a Answers,
    successes: Vec<Cell>,
    /// Marks that have not been undone.
    open: usize,
}

impl Moves for Runs<'_> {
    fn moves(&mut self, node: u32, _first: bool, reached: &mut Vec<u32>) {
        reached.extend(self.tree.children(node));
    }

    fn accepts(&mut self, pred: Pred, node: u32, _len: u32) -> bool {
        self.answers.get(pred, node)
    }

    fn holds(&mut self, pred: Pred, node: u32, _len: u32) -> bool {
        self.answers.get(pred, node)
    }

    fn success(&mut self, cell: Cell) -> bool {
        self.successes.push(cell);
        true
    }

    fn has_succeeded(&self) -> bool {
        !self.successes.is_empty()
    }

    fn mark(&mut self, _moved: bool) -> usize {
        self.open += 1;
        self.open - 1
    }

    fn undo(&mut self, mark: usize) {
        assert_eq!(self.open, mark + 1, "marks are undone innermost first");
        self.open = mark;
    }
}

/// Answers the same questions where there is no run to be kept.
struct Pure<'a> {
    tree: &'a ParentTree,
    answers: &'a Answers,
}

/// The worth of an end is its number modulo 3; an end where that is 2 does not succeed.
impl PureMoves for Pure<'_> {
    fn moves(&mut self, node: u32, _first: bool, reached: &mut Vec<u32>) {
        reached.extend(self.tree.children(node));
    }

    fn accepts(&mut self, pred: Pred, node: u32) -> bool {
        self.answers.get(pred, node)
    }

    fn holds(&mut self, pred: Pred, node: u32) -> bool {
        self.answers.get(pred, node)
    }

    fn worth(&mut self, node: u32) -> Option<i64> {
        worth(node)
    }
}

fn worth(node: u32) -> Option<i64> {
    Some(i64::from(node % 3)).filter(|&worth| worth < 2)
}

fn pattern(random: &mut Rng, operators: u32) -> Pattern {
    if operators == 0 {
        let pred = Pred::must(random.below(3) as usize);
        return if random.below(3) == 0 { Pattern::test(Pred::must(pred.index() + 3)) } else { Pattern::pred(pred) };
    }
    if random.below(2) == 0 {
        let inner = pattern(random, operators - 1);
        let min = random.below(3);
        return match random.below(5) {
            0 => Pattern::star(inner),
            1 => Pattern::plus(inner),
            2 => Pattern::optional(inner),
            _ => Pattern::repeat(inner, min, Some(min + random.below(2))),
        };
    }
    let left = random.below(operators);
    let parts = vec![pattern(random, left), pattern(random, operators - 1 - left)];
    match random.below(8) {
        0 | 1 => Pattern::alt(parts),
        2 => Pattern::any_order(parts),
        _ => Pattern::concat(parts),
    }
}

fn tree(random: &mut Rng) -> ParentTree {
    loop {
        let mut parents: Vec<u32> = Vec::new();
        for n in 1..=random.below(7) {
            // Pre-order: the parent is the last node or one of its ancestors.
            let mut parent = n - 1;
            while random.below(3) == 0 && parent > 0 {
                parent = parents[parent as usize - 1];
            }
            parents.push(parent);
        }
        if let Some(tree) = ParentTree::new(&parents) {
            return tree;
        }
    }
}

fn is_move(pred: Pred) -> bool {
    pred.index() < 3 || pred == any()
}

fn longest(cells: &[Cell]) -> Option<Cell> {
    cells.iter().fold(None, |best: Option<Cell>, &cell| best.filter(|best| best.len >= cell.len).or(Some(cell)))
}

#[test]
fn moves_agree_with_the_definition() {
    let mut random = Rng::with_seed(seed());
    let cases = size("cases", 3_000, 60_000);
    let config = Config { edge_symbols: true, ..Config::default() };
    let (mut all, mut exists, mut memo, mut walk) = (Longest::new(), Exists::new(), Memo::new(), Traceback::new());
    let mut trail = MoveBacktrack::new();
    let mut given_up = 0u32;
    for _ in 0..cases {
        let operators = random.below(5);
        let pattern = pattern(&mut random, operators);
        let tree = tree(&mut random);
        let answers = Answers::new(&mut random);
        let nfa = Nfa::compile(&pattern, &config).expect("small patterns fit");
        let program = MoveProgram::compile(&pattern, &config).expect("small patterns fit");
        let ways = [Choice::Longest, Choice::First].map(|choice| {
            let mut split = Split { nfa: &nfa, moves: true, answers: &answers };
            all.run(&nfa, &tree, &[], &mut split, Direction::Forward, choice).iter().collect::<Vec<_>>()
        });
        let mut split = Split { nfa: &nfa, moves: true, answers: &answers };
        exists.run(&nfa, &tree, &[], &mut split, Direction::Forward);
        memo.clear();
        for start in 0..tree.len() {
            let mut naive = Naive::new(&tree, &answers);
            naive.go(&[Part::Whole(&pattern)], start, 0);
            let wanted = [longest(&naive.successes), naive.successes.first().copied()];
            // The start is counted by the engines.
            let counted = wanted.map(|cell| cell.map(|cell| Cell { len: cell.len + 1, end: cell.end }));
            let found = [ways[0][start as usize], ways[1][start as usize]];
            assert_eq!(found, counted, "{pattern} on {tree:?} from {start}\n{nfa}");
            assert_eq!(exists.starts()[start as usize], counted[0].is_some(), "{pattern} on {tree:?} from {start}");
            let mut split = Split { nfa: &nfa, moves: true, answers: &answers };
            let one = memo.run(&nfa, &tree, &mut split, (Direction::Forward, Choice::Longest), start);
            assert_eq!(one, counted[0], "{pattern} on {tree:?} from {start}");
            if let Some(cell) = one {
                let steps = walk.run(&nfa, &tree, &mut split, Direction::Forward, (start, cell)).expect("a run");
                assert_eq!(steps.last().map(|step| step.node), Some(cell.end), "{pattern} on {tree:?} from {start}");
            }
            for pure in [false, true] {
                let mut runs = Runs { tree: &tree, answers: &answers, successes: Vec::new(), open: 0 };
                let ended = trail.run(&program, &mut runs, (1_000_000, pure), start);
                if ended.is_err() {
                    // Repetitions of repetitions have very many runs; the matches reported until then are right.
                    assert!(
                        !pure && naive.successes.starts_with(&runs.successes),
                        "{pattern} on {tree:?} from {start}"
                    );
                    given_up += 1;
                    continue;
                }
                assert_eq!(runs.open, 0, "{pattern}");
                if pure {
                    let found = [longest(&runs.successes), runs.successes.first().copied()];
                    assert_eq!(found, wanted, "{pattern} on {tree:?} from {start}");
                    let mut distinct = naive.successes.clone();
                    distinct.sort_by_key(|cell| cell.end);
                    distinct.dedup();
                    runs.successes.sort_by_key(|cell| cell.end);
                    runs.successes.dedup();
                    assert_eq!(runs.successes, distinct, "{pattern} on {tree:?} from {start}");
                } else {
                    assert_eq!(runs.successes, naive.successes, "{pattern} on {tree:?} from {start}");
                }
            }
        }
    }
    assert!(given_up * 10_000 < cases, "{given_up} of {cases} given up");
}

#[test]
fn moves_differ_from_the_pattern() {
    let mut random = Rng::with_seed(seed());
    let (mut all, mut memo, mut trail) = (Longest::new(), MoveMemo::new(), MoveBacktrack::new());
    let (mut walk, mut given_up, mut found) = (Traceback::new(), 0, 0);
    let cases = size("cases", 3_000, 60_000);
    for _ in 0..cases {
        let operators = random.below(4);
        let pattern = pattern(&mut random, operators);
        let (tree, answers) = (tree(&mut random), Answers::new(&mut random));
        let most = random.below(3) as u8;
        let almost = Some(Almost { differences: most, any: any() });
        let config = Config { edge_symbols: true, almost, ..Config::default() };
        let program = Program::compile(&pattern, &config).expect("small patterns fit");
        let (nfa, moves) = (program.nfa(), program.moves().expect("it is made of moves"));
        let mut split = Split { nfa, moves: true, answers: &answers };
        let cells = [Choice::Longest, Choice::Shortest]
            .map(|choice| all.run(nfa, &tree, &[], &mut split, Direction::Forward, choice).iter().collect::<Vec<_>>());
        for start in 0..tree.len() {
            let naive = (0..=most).find_map(|differences| {
                let mut naive = Naive { left: differences, ..Naive::new(&tree, &answers) };
                naive.go(&[Part::Whole(&pattern)], start, 0);
                (!naive.successes.is_empty()).then_some((differences, naive.successes))
            });
            let (differences, successes) = naive.unwrap_or_default();
            let text = || format!("{most} differences of {pattern} on {tree:?} from {start}: {answers:?}\n{nfa}");
            for (cells, rank) in cells.iter().zip([Ranking::Length, Ranking::Shortest]) {
                let wanted = best_of(&successes, rank, |_| Some(0));
                let counted = wanted.map(|cell| Cell { len: cell.len + 1, end: cell.end });
                assert_eq!(cells[start as usize], counted, "{rank:?}, {}", text());
                memo.clear();
                let best = memo.run(moves, &mut Anywhere(Pure { tree: &tree, answers: &answers }), rank, start);
                assert_eq!(best.map(|best| best.cell), wanted, "{rank:?}, {}", text());
                if let Some(cell) = counted {
                    found += 1;
                    assert!(
                        walk.run(nfa, &tree, &mut split, Direction::Forward, (start, cell)).is_some(),
                        "{}",
                        text()
                    );
                    assert_eq!(walk.differences(), differences, "{}", text());
                }
            }
            let mut runs = Runs { tree: &tree, answers: &answers, successes: Vec::new(), open: 0 };
            match trail.run(moves, &mut runs, (1_000_000, true), start) {
                Ok(()) => assert_eq!(longest(&runs.successes), longest(&successes), "{}", text()),
                Err(_) => given_up += 1,
            }
        }
    }
    assert!(found > cases && given_up * 1_000 < cases);
}

#[test]
fn both_of_two_paths_are_moves_that_each_makes() {
    let mut random = Rng::with_seed(seed());
    let (mut all, mut memo, mut trail) = (Longest::new(), MoveMemo::new(), MoveBacktrack::new());
    let (cases, mut found) = (size("cases", 3_000, 60_000), 0);
    for case in 0..cases {
        // By turns in the run order of the first one.
        let leader_order = case % 2 == 0;
        let config = Config { edge_symbols: true, leader_order, ..Config::default() };
        let (first, second) = (pattern(&mut random, 2), pattern(&mut random, 2));
        let both = Pattern::both(vec![first.clone(), second.clone()]);
        let (tree, answers) = (tree(&mut random), Answers::new(&mut random));
        let program = Program::compile(&both, &config).expect("small patterns fit");
        let (nfa, moves) = (program.nfa(), program.moves().expect("it is made of moves"));
        let mut split = Split { nfa, moves: true, answers: &answers };
        let cells = all.run(nfa, &tree, &[], &mut split, Direction::Forward, Choice::Longest).clone();
        let firsts = all.run(nfa, &tree, &[], &mut split, Direction::Forward, Choice::First).clone();
        for start in 0..tree.len() {
            let of = |pattern: &Pattern| {
                let mut naive = Naive::new(&tree, &answers);
                naive.go(&[Part::Whole(pattern)], start, 0);
                naive.successes.into_iter().map(|cell| (cell.end, cell.len)).collect::<Vec<_>>()
            };
            let also = of(&second);
            let in_order: Vec<(u32, u32)> = of(&first).into_iter().filter(|end| also.contains(end)).collect();
            let wanted: BTreeSet<(u32, u32)> = in_order.iter().copied().collect();
            let most = wanted.iter().map(|&(_, len)| len).max();
            let text = format!("{both} on {tree:?} from {start}\n{nfa}");
            assert_eq!(cells.get(start).map(|cell| cell.len - 1), most, "{text}");
            memo.clear();
            let mut pure = Anywhere(Pure { tree: &tree, answers: &answers });
            let best = memo.run(moves, &mut pure, Ranking::Length, start);
            assert_eq!(best.map(|best| best.cell.len), most, "{text}");
            // Which of several moves is tried first is decided before it is known what the others can do with it.
            if leader_order && tree.is_chain() {
                let first = in_order.first().copied();
                assert_eq!(firsts.get(start).map(|cell| (cell.end, cell.len - 1)), first, "{text}");
                memo.clear();
                let best = memo.run(moves, &mut pure, Ranking::First, start);
                assert_eq!(best.map(|best| (best.cell.end, best.cell.len)), first, "{text}");
            }
            let mut runs = Runs { tree: &tree, answers: &answers, successes: Vec::new(), open: 0 };
            trail.run(moves, &mut runs, (1_000_000, true), start).expect("small");
            let ends = runs.successes.iter().map(|cell| (cell.end, cell.len)).collect::<BTreeSet<_>>();
            assert_eq!(ends, wanted, "{text}");
            found += u64::from(most.is_some());
        }
    }
    assert!(found > cases / 10, "{found}");
}

/// Runs that are worth as much wherever they end.
struct Anywhere<'a>(Pure<'a>);

impl PureMoves for Anywhere<'_> {
    fn moves(&mut self, node: u32, first: bool, reached: &mut Vec<u32>) {
        self.0.moves(node, first, reached);
    }

    fn accepts(&mut self, pred: Pred, node: u32) -> bool {
        self.0.accepts(pred, node)
    }

    fn holds(&mut self, pred: Pred, node: u32) -> bool {
        self.0.holds(pred, node)
    }

    fn worth(&mut self, _node: u32) -> Option<i64> {
        Some(0)
    }
}

/// The best of the successes, first by first.
fn best(cells: &[Cell], rank: Ranking) -> Option<Cell> {
    best_of(cells, rank, worth)
}

fn best_of(cells: &[Cell], rank: Ranking, worth: fn(u32) -> Option<i64>) -> Option<Cell> {
    let better = |a: Cell, b: Cell| match rank {
        Ranking::Length => b.len > a.len,
        Ranking::Worth => worth(b.end) > worth(a.end),
        Ranking::Shortest => b.len < a.len,
        Ranking::First => false,
    };
    let mut worthy = cells.iter().copied().filter(|cell| worth(cell.end).is_some());
    let first = worthy.next()?;
    Some(worthy.fold(first, |best, cell| if better(best, cell) { cell } else { best }))
}

#[test]
fn the_best_run_is_found_from_every_start_and_can_be_retraced() {
    let mut random = Rng::with_seed(seed());
    let cases = size("cases", 3_000, 60_000);
    let config = Config { edge_symbols: true, ..Config::default() };
    let mut memo = MoveMemo::new();
    for _ in 0..cases {
        let operators = random.below(5);
        let pattern = pattern(&mut random, operators);
        let (tree, answers) = (tree(&mut random), Answers::new(&mut random));
        let program = MoveProgram::compile(&pattern, &config).expect("small patterns fit");
        for rank in [Ranking::Length, Ranking::Worth, Ranking::Shortest, Ranking::First] {
            memo.clear();
            assert_eq!((memo.len(), memo.is_empty()), (0, true));
            for start in 0..tree.len() {
                let mut naive = Naive::new(&tree, &answers);
                naive.go(&[Part::Whole(&pattern)], start, 0);
                let mut pure = Pure { tree: &tree, answers: &answers };
                let found = memo.run(&program, &mut pure, rank, start);
                assert!(found.is_none() || !memo.is_empty());
                assert!(found.is_none() || memo.len() > found.map_or(0, |found| found.cell.len as usize));
                let wanted = best(&naive.successes, rank);
                assert_eq!(found.map(|found| found.cell), wanted, "{rank:?} of {pattern} on {tree:?} from {start}");
                let Some(found) = found else { continue };
                assert_eq!(Some(found.worth), worth(found.cell.end));
                let mut asked = Vec::new();
                memo.retrace(&program, &mut pure, start, |_, step, _| {
                    asked.push(step);
                    true
                });
                let moves = asked.iter().filter(|asked| matches!(asked, MoveQuestion::Move(..)));
                assert_eq!(moves.count(), found.cell.len as usize, "{rank:?} of {pattern} on {tree:?} from {start}");
                let mut place = start;
                for &asked in &asked {
                    let (pred, node) = match asked {
                        MoveQuestion::Move(pred, node) => {
                            assert_eq!(tree.parent(node), Some(place));
                            (pred, node)
                        }
                        MoveQuestion::Test(pred, node) => {
                            assert_eq!(node, place);
                            (pred, node)
                        }
                    };
                    assert!(answers.get(pred, node), "{pattern} on {tree:?} from {start}");
                    place = node;
                }
                assert_eq!(place, found.cell.end, "{pattern} on {tree:?} from {start}");
            }
        }
    }
}

/// For one start: the last predicate is not evaluated at the start.
struct Later<'a> {
    answers: &'a Answers,
    start: u32,
}

impl Symbols for Later<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.answers.get(pred, n) && (n == self.start || self.answers.get(Pred::must(3), n))
    }
}

#[test]
fn later_nodes_meet_one_more_predicate() {
    let mut random = Rng::with_seed(seed());
    let cases = size("cases", 2_000, 40_000);
    let config = Config { non_initial: Some(Pred::must(3)), ..Config::default() };
    let mut all = Longest::new();
    for _ in 0..cases {
        let operators = random.below(5);
        let pattern = loop {
            let pattern = pattern(&mut random, operators);
            if !pattern.has_tests() {
                break pattern;
            }
        };
        let (tree, answers) = (tree(&mut random), Answers::new(&mut random));
        let nfa = Nfa::compile(&pattern, &config).expect("small patterns fit");
        for choice in [Choice::Longest, Choice::First] {
            let mut split = Split { nfa: &nfa, moves: false, answers: &answers };
            let cells: Vec<_> = all.run(&nfa, &tree, &[], &mut split, Direction::Forward, choice).iter().collect();
            for start in 0..tree.len() {
                let mut later = Later { answers: &answers, start };
                let wanted = oracle::run(&pattern, &tree, &mut later, (Direction::Forward, choice), start);
                assert_eq!(cells[start as usize], wanted.map(|(cell, _)| cell), "{pattern} on {tree:?} from {start}");
            }
        }
    }
}

#[test]
fn tests_are_written_in_angles_and_split_symbols() {
    let [a, b, c] = [0, 1, 2].map(Pred::must);
    let pattern = Pattern::concat(vec![Pattern::plus(Pattern::pred(a)), Pattern::test(b), Pattern::pred(c)]);
    assert_eq!(pattern.to_string(), "p0+ <p1> p2");
    assert!(pattern.has_tests());
    let nfa = Nfa::compile(&pattern, &Config { edge_symbols: true, ..Config::default() }).expect("it fits");
    let products: Vec<_> = (3..6).map(|n| nfa.factors(Pred::must(n)).map(<[Pred]>::to_vec)).collect();
    assert_eq!(products, [Some(vec![c, b]), Some(vec![]), None]);
}
