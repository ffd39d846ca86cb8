//! Existence over rows of bits, held against the longest match, which goes node by node: many lines in one row, and each
//! of them alone, with nodes that are passed over and predicates that are evaluated.

use fastrand::Rng;
use tabiya_automata::{
    Bits, Chain, Choice, Config, Direction, Exists, Longest, Nfa, Pattern, Pred, Rows, Symbols, clear_bits, ones,
};
use tabiya_test_support::agree::{ANY, almost};
use tabiya_test_support::draw::{Draw, wider_pattern};
use tabiya_test_support::{seed, size};

/// Letters 0 to 2, the tests 3 and 5 of moves, and one that holds everywhere.
fn columns(random: &mut Rng, nodes: usize) -> Vec<Bits> {
    let column = |pred: usize| match pred == ANY {
        true => Bits::repeat(true, nodes),
        false => {
            // Runs of nodes, so that repetitions cross the borders of words.
            let mut held = true;
            let next = |_| {
                held ^= random.below(7) == 0;
                held
            };
            (0..nodes).map(next).collect()
        }
    };
    (0..6).map(column).collect()
}

/// One of the lines, from a node of the row on.
struct Line<'a> {
    nfa: &'a Nfa,
    columns: &'a [Bits],
    first: usize,
    moves: bool,
    /// Which nodes are passed over, by their numbers modulo 64.
    skips: u64,
}

impl Line<'_> {
    fn factors<'s>(&'s self, pred: &'s Pred) -> &'s [Pred] {
        self.nfa.factors(*pred).unwrap_or(std::slice::from_ref(pred))
    }
}

impl Symbols for Line<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.factors(&pred).iter().all(|factor| self.columns[factor.index()][self.first + n as usize])
    }

    fn is_edge(&self, pred: Pred) -> bool {
        self.moves && self.factors(&pred).iter().any(|factor| ![3, 5].contains(&factor.index()))
    }

    fn skip(&self, n: u32) -> bool {
        self.skips >> (n % 64) & 1 == 1
    }
}

/// The nodes of a line at which a match starts, node by node.
fn starts(line: &mut Line<'_>, nodes: u32, direction: Direction) -> Vec<usize> {
    let nfa = line.nfa;
    let mut longest = Longest::new();
    let cells = longest.run(nfa, &Chain(nodes), &[], line, direction, Choice::Longest);
    (0..nodes).filter(|&n| cells.get(n).is_some()).map(|n| n as usize).collect()
}

#[derive(Default)]
struct Seen {
    starts: usize,
    rows: Rows,
    exists: Exists,
}

impl Seen {
    fn check(&mut self, random: &mut Rng, nfa: &Nfa, moves: bool, text: &str) {
        let lengths: Vec<u32> = match random.below(40) {
            0 => vec![4_000 + random.below(5_000), 1, 3_000 + random.below(3_000)],
            _ => (0..1 + random.below(12)).map(|_| 1 + random.below(100)).collect(),
        };
        let nodes = lengths.iter().map(|&length| length as usize).sum();
        let columns = columns(random, nodes);
        let mut ends = Bits::new();
        clear_bits(&mut ends, nodes);
        let words: Vec<&[u64]> = columns.iter().map(Bits::as_raw_slice).collect();
        for direction in [Direction::Forward, Direction::Backward] {
            if moves && direction == Direction::Backward {
                continue;
            }
            let (mut wanted, mut first) = (Vec::new(), 0);
            for &length in &lengths {
                let mut line = Line { nfa, columns: &columns, first, moves, skips: 0 };
                wanted.extend(starts(&mut line, length, direction).into_iter().map(|n| first + n));
                line.skips = [0, random.u64(..) & random.u64(..), random.u64(..)][random.below(3) as usize];
                let alone = starts(&mut line, length, direction);
                let found = self.exists.run(nfa, &Chain(length), &[], &mut line, direction);
                assert!(found.iter_ones().eq(alone), "{text}: {length} nodes {direction:?}, without {:b}", line.skips);
                first += length as usize;
                ends.set(first - 1, true);
            }
            let found = self.rows.starts(nfa, &words, &ends, direction);
            assert!(found.iter_ones().eq(wanted.iter().copied()), "{text}: {lengths:?} {direction:?}");
            let set: usize = found.as_raw_slice().iter().map(|&word| ones(word).count()).sum();
            assert_eq!(set, wanted.len(), "{text}: nothing is set beyond the last node");
            self.starts += set;
        }
    }
}

#[test]
fn each_line_of_a_row_is_as_if_alone() {
    let cases = size("cases", 1_500, 50_000);
    let mut random = Rng::with_seed(seed());
    let mut seen = Seen::default();
    for case in 0..cases {
        let differ = Some(random.below(6) as u8).filter(|&differences| differences < 3);
        let operators = random.below(6);
        let mut pattern = wider_pattern(&mut random, operators, differ.is_none());
        let mut config = Config { almost: differ.map(almost), ..Config::default() };
        match case % 5 {
            0 => {
                // Moves, with tests around and between them.
                let [before, after] = [3, 5].map(|test| Pattern::test(Pred::must(test)));
                config.edge_symbols = true;
                pattern = Pattern::concat(vec![Pattern::plus(Pattern::concat(vec![before, pattern])), after]);
            }
            1 => config.non_initial = Some(Pred::must(3)),
            2 => config.empty_match = false,
            _ => {}
        }
        let nfa = Nfa::compile(&pattern, &config).expect("small");
        seen.check(&mut random, &nfa, config.edge_symbols, &format!("{pattern} {config:?}"));
    }
    assert!(seen.starts > 20 * cases, "{} starts", seen.starts);
}

/// The bounds of an automaton that is too large to be prepared for rows.
#[test]
fn so_are_lines_of_a_large_automaton() {
    let mut random = Rng::with_seed(seed());
    let mut seen = Seen::default();
    for _ in 0..size("cases", 20, 200) {
        let most = 300 + random.below(300);
        let [one, other] = [0, 1].map(|letter| Pattern::pred(Pred::must(letter)));
        let either = Pattern::alt(vec![other.clone(), Pattern::concat(vec![one, Pattern::star(other)])]);
        let pattern = Pattern::repeat(either, random.below(4), Some(most));
        let nfa = Nfa::compile(&pattern, &Config { empty_match: false, ..Config::default() }).expect("few states");
        seen.check(&mut random, &nfa, false, &pattern.to_string());
    }
    assert!(seen.starts > 1_000, "{} starts", seen.starts);
}
