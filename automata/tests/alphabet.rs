//! Patterns with about as many symbols as a byte has values, on both sides of the limit at which words get two bytes.

use tabiya_automata::{
    Backtrack, Cell, Chain, Choice, Config, Direction, Effects, Exists, Longest, Memo, MoveBacktrack, MoveMemo,
    MoveProgram, Moves, Nfa, Pattern, Pred, PureMoves, Ranking, Symbols,
};

const COUNTS: [u32; 4] = [255, 256, 257, 300];
const WAY: (Direction, Choice) = (Direction::Forward, Choice::Longest);

fn pred(number: u32) -> Pred {
    Pred::must(number as usize)
}

/// Each node of a chain has one number: the only predicate that holds there.
struct Numbers(Vec<u32>);

impl Symbols for Numbers {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.0[n as usize] as usize == pred.index()
    }
}

impl Effects for Numbers {}

/// The longest match from each start, as all engines have it.
fn matches(pattern: &Pattern, numbers: &[u32]) -> Vec<(u32, Cell)> {
    let nfa = Nfa::compile(pattern, &Config::default()).expect("a small pattern");
    let (chain, mut symbols) = (Chain(numbers.len() as u32), Numbers(numbers.to_vec()));
    let (mut longest, mut exists, mut memo) = (Longest::new(), Exists::new(), Memo::new());
    let cells = longest.run(&nfa, &chain, &[], &mut symbols, WAY.0, WAY.1);
    let starts = exists.run(&nfa, &chain, &[], &mut symbols, WAY.0);
    for start in 0..chain.0 {
        assert_eq!(starts[start as usize], cells.get(start).is_some(), "{start}");
        assert_eq!(memo.run(&nfa, &chain, &mut symbols, WAY, start), cells.get(start), "{start}");
        let found = Backtrack::default().run(&nfa, &chain, &mut symbols, WAY, start);
        assert_eq!(found, Ok(cells.get(start)), "{start}");
    }
    (0..chain.0).filter_map(|n| Some((n, cells.get(n)?))).collect()
}

#[test]
fn every_predicate_is_told_from_every_other() {
    for count in COUNTS {
        let pattern = Pattern::concat((0..count).map(|n| Pattern::pred(pred(n))).collect());
        let line: Vec<u32> = (0..count).chain(0..count).collect();
        let all = [0, count].map(|start| (start, Cell { len: count, end: start + count - 1 }));
        assert_eq!(matches(&pattern, &line), all, "{count}");
        for other in [1, 128, 255, 256, count - 1] {
            // The numbers of the first run are those of others: above all those that have a byte in common.
            let shifted: Vec<u32> =
                (0..count).map(|n| if n == count / 2 { (n + other) % count } else { n }).chain(0..count).collect();
            let expected = if other % count == 0 { &all[..] } else { &all[1..] };
            assert_eq!(matches(&pattern, &shifted), expected, "{count} {other}");
        }
    }
}

#[test]
fn choices_and_counts_of_many_predicates() {
    for count in COUNTS {
        let any = || Pattern::alt((0..count).map(|n| Pattern::pred(pred(n))).collect());
        let last = Pattern::pred(pred(count - 1));
        let pattern = Pattern::concat(vec![Pattern::star(any()), Pattern::repeat(last, 4, Some(6))]);
        let line: Vec<u32> = (0..count).chain([count - 1; 4]).chain([count, count - 1]).collect();
        let expected: Vec<(u32, Cell)> =
            (0..=count).map(|start| (start, Cell { len: count + 4 - start, end: count + 3 })).collect();
        assert_eq!(matches(&pattern, &line), expected, "{count}");
    }
}

/// On a chain, the move to node n accepts predicate 2(n - 1), and predicate 2(n - 1) + 1 holds there; but one fails.
struct Line {
    len: u32,
    failing: Option<u32>,
    found: Vec<Cell>,
}

impl Line {
    fn holds_at(&self, pred: Pred, node: u32, test: u32) -> bool {
        let asked = (node * 2).checked_sub(2 - test);
        asked.is_some_and(|asked| asked as usize == pred.index()) && asked != self.failing
    }
}

impl PureMoves for Line {
    fn moves(&mut self, node: u32, _: bool, reached: &mut Vec<u32>) {
        reached.extend(Some(node + 1).filter(|&node| node < self.len));
    }

    fn accepts(&mut self, pred: Pred, node: u32) -> bool {
        self.holds_at(pred, node, 0)
    }

    fn holds(&mut self, pred: Pred, node: u32) -> bool {
        self.holds_at(pred, node, 1)
    }

    fn worth(&mut self, _: u32) -> Option<i64> {
        Some(0)
    }
}

impl Moves for Line {
    fn moves(&mut self, node: u32, first: bool, reached: &mut Vec<u32>) {
        PureMoves::moves(self, node, first, reached);
    }

    fn accepts(&mut self, pred: Pred, node: u32, _: u32) -> bool {
        self.holds_at(pred, node, 0)
    }

    fn holds(&mut self, pred: Pred, node: u32, _: u32) -> bool {
        self.holds_at(pred, node, 1)
    }

    fn success(&mut self, cell: Cell) -> bool {
        self.found.push(cell);
        true
    }

    fn has_succeeded(&self) -> bool {
        !self.found.is_empty()
    }

    fn mark(&mut self, _: bool) -> usize {
        0
    }

    fn undo(&mut self, _: usize) {}
}

/// The line for engines that follow the tree.
struct Split<'a>(&'a Nfa, &'a Line);

impl Symbols for Split<'_> {
    fn node(&mut self, _: Pred, _: u32) -> bool {
        false
    }

    fn is_edge(&self, _: Pred) -> bool {
        true
    }

    fn edge(&mut self, pred: Pred, n: u32, child: Option<u32>) -> bool {
        let factors = self.0.factors(pred).unwrap_or(std::slice::from_ref(&pred));
        factors.iter().all(|&factor| match factor.index() % 2 {
            0 => child.is_some_and(|child| self.1.holds_at(factor, child, 0)),
            _ => self.1.holds_at(factor, n, 1),
        })
    }
}

#[test]
fn moves_and_tests_of_many_predicates() {
    for count in COUNTS {
        let part = |n| if n % 2 == 0 { Pattern::pred(pred(n)) } else { Pattern::test(pred(n)) };
        let pattern = Pattern::concat((0..count).map(part).collect());
        let config = Config { edge_symbols: true, ..Config::default() };
        let nfa = Nfa::compile(&pattern, &config).expect("a small pattern");
        let program = MoveProgram::compile(&pattern, &config).expect("a small pattern");
        let states = program.varying_ahead(|_| true).len() as u32;
        assert_eq!(states < count + 10, count <= 256, "{states} states for {count} symbols");
        let moves = count.div_ceil(2);
        for failing in [None, Some(0), Some(1), Some(count - 2), Some(count - 1)] {
            let mut line = Line { len: moves + 3, failing, found: Vec::new() };
            let wanted = Some(Cell { len: moves, end: moves }).filter(|_| failing.is_none());
            let best = MoveMemo::new().run(&program, &mut line, Ranking::Length, 0);
            assert_eq!(best.map(|best| best.cell), wanted, "{count} {failing:?}");
            assert_eq!(MoveBacktrack::new().run(&program, &mut line, (1_000_000, false), 0), Ok(()));
            assert_eq!(line.found, Vec::from_iter(wanted), "{count} {failing:?}");
            let mut longest = Longest::new();
            let cells = longest.run(&nfa, &Chain(line.len), &[], &mut Split(&nfa, &line), WAY.0, WAY.1);
            let counted = wanted.map(|cell| Cell { len: cell.len + 1, end: cell.end });
            assert_eq!(cells.get(0), counted, "{count} {failing:?}");
            assert!((1..line.len).all(|start| cells.get(start).is_none()));
        }
    }
}

/// A predicate that is both moved by and tested has two words.
#[test]
fn words_are_counted_and_not_predicates() {
    for (count, is_short) in [(128, true), (129, false)] {
        let both = |n| Pattern::concat(vec![Pattern::pred(pred(n)), Pattern::test(pred(n))]);
        let pattern = Pattern::concat((0..count).map(both).collect());
        let program = MoveProgram::compile(&pattern, &Config::default()).expect("a small pattern");
        assert_eq!((program.varying_ahead(|_| true).len() as u32) < 2 * count + 10, is_short, "{count}");
    }
}
