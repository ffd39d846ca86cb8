//! Holds every engine against the oracle, on one pattern, one tree and one labelling.
//!
//! A labelling need not be complete: [`Labels`] decides an answer when it is first asked for. Two complete labellings
//! that agree on all questions asked are the same case for every engine and for the oracle, so going through the
//! decisions ([`Labels::advance`]) goes through all labellings, each represented by exactly one case.

use fastrand::Rng;
use tabiya_automata::{
    Almost, Backtrack, Bits, Cell, Cells, Choice, Config, Direction, Effects, Exists, Longest, Memo, Nfa, ParentTree,
    Pattern, PatternKind, Pred, Step, Symbols, Traceback, Tree, oracle,
};

/// The letter that holds at every node: it consumes what differs from a pattern.
pub const ANY: usize = 4;

/// At most so many differences.
pub fn almost(differences: u8) -> Almost {
    Almost { differences, any: Pred::must(ANY) }
}

/// The nodes that are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// None.
    Nothing,
    /// Nodes at odd (1) or even (0) depth.
    Depth(u32),
}

/// The answers to all questions about one small tree (at most 8 nodes, 4 letters).
#[derive(Clone, Debug)]
pub struct Labels {
    /// One bit per question: has it been decided, and how?
    known: u64,
    value: u64,
    /// Decided questions in order.
    trail: Vec<u32>,
    /// The source of answers to new questions; none: "no" first, by enumeration.
    random: Option<Rng>,
    linear: Option<usize>,
    skipped: u64,
    /// Questions asked since [`Labels::listen`]: as a set, as a number, and in order, hashed.
    asked: u64,
    asks: u32,
    log: u64,
}

impl Labels {
    /// No question is decided yet; those that come up are decided at random if there is a seed.
    pub fn new<T: Tree>(tree: &T, linear: Option<usize>, skip: Skip, seed: Option<u64>) -> Labels {
        let mut depth = vec![0u32; tree.len() as usize];
        let mut skipped = 0;
        for n in 0..tree.len() {
            depth[n as usize] = tree.parent(n).map_or(0, |parent| depth[parent as usize] + 1);
            let skips = matches!(skip, Skip::Depth(rest) if depth[n as usize] % 2 == rest);
            skipped |= u64::from(skips) << n;
        }
        let (trail, random) = (Vec::new(), seed.map(Rng::with_seed));
        Labels { known: 0, value: 0, trail, random, linear, skipped, asked: 0, asks: 0, log: 0 }
    }

    /// Goes on to the next case; false after the last.
    pub fn advance(&mut self) -> bool {
        while let Some(question) = self.trail.pop() {
            let bit = 1 << question;
            if self.value & bit == 0 {
                self.value |= bit;
                self.trail.push(question);
                return true;
            }
            self.value &= !bit;
            self.known &= !bit;
        }
        false
    }

    fn listen(&mut self) {
        (self.asked, self.asks, self.log) = (0, 0, 0);
    }

    fn answer(&mut self, question: u32) -> bool {
        let bit = 1 << question;
        self.asked |= bit;
        self.asks += 1;
        self.log = (self.log.rotate_left(7) ^ u64::from(question + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        if self.known & bit == 0 {
            self.known |= bit;
            self.trail.push(question);
            if let Some(random) = &mut self.random {
                self.value |= if random.u8(..4) != 0 { bit } else { 0 };
            }
        }
        self.value & bit != 0
    }
}

impl Symbols for Labels {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        pred.index() == ANY || self.answer(pred.index() as u32 * 8 + n)
    }

    fn is_edge(&self, pred: Pred) -> bool {
        self.linear == Some(pred.index())
    }

    fn edge(&mut self, pred: Pred, n: u32, child: Option<u32>) -> bool {
        if !self.is_edge(pred) { self.node(pred, n) } else { self.answer(child.map_or(40 + n, |child| 32 + child)) }
    }

    fn skip(&self, n: u32) -> bool {
        self.skipped >> n & 1 == 1
    }
}

impl Effects for Labels {}

/// Answers about products of letters, which hold where all their factors hold.
struct Factors<'l, S>(&'l mut S, &'l Nfa);

impl<S: Symbols> Symbols for Factors<'_, S> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        self.1.factors(pred).unwrap_or(&[pred]).iter().all(|&factor| self.0.node(factor, n))
    }

    fn is_edge(&self, pred: Pred) -> bool {
        self.1.factors(pred).unwrap_or(&[pred]).iter().any(|&factor| self.0.is_edge(factor))
    }

    fn edge(&mut self, pred: Pred, n: u32, child: Option<u32>) -> bool {
        let own = [pred];
        let factors = self.1.factors(pred).unwrap_or(&own);
        factors.iter().all(|&factor| match self.0.is_edge(factor) {
            true => self.0.edge(factor, n, child),
            false => self.0.node(factor, n),
        })
    }

    fn skip(&self, n: u32) -> bool {
        self.0.skip(n)
    }
}

impl<S: Symbols> Effects for Factors<'_, S> {}

/// The same answers where all columns are lent: only edge predicates at nodes without children are asked.
struct Lent<'l>(&'l mut Labels);

impl Lent<'_> {
    fn columns(&self) -> [Bits; 4] {
        [0, 8, 16, 24].map(|first| {
            let first = if self.is_edge(Pred::must(first / 8)) { 32 } else { first };
            Bits::from_element(self.0.value >> first & 0xFF)
        })
    }
}

impl Symbols for Lent<'_> {
    fn node(&mut self, pred: Pred, n: u32) -> bool {
        panic!("{pred} at {n} is asked although its column is known")
    }

    fn is_edge(&self, pred: Pred) -> bool {
        self.0.is_edge(pred)
    }

    fn edge(&mut self, pred: Pred, n: u32, child: Option<u32>) -> bool {
        assert_eq!(child, None, "an edge of {pred} from {n} is asked although its column is known");
        self.0.edge(pred, n, None)
    }

    fn skip(&self, n: u32) -> bool {
        self.0.skip(n)
    }
}

/// The ways in which engines are run. Edge predicates are a matter of the way forward.
pub const WAYS: [(Direction, Choice); 6] = [
    (Direction::Forward, Choice::Longest),
    (Direction::Forward, Choice::First),
    (Direction::Forward, Choice::Shortest),
    (Direction::Backward, Choice::Longest),
    (Direction::Backward, Choice::First),
    (Direction::Backward, Choice::Shortest),
];

/// All engines, kept from case to case so that their scratch memory is used again.
#[derive(Debug, Default)]
pub struct Engines {
    longest: Longest,
    exists: Exists,
    memo: Memo,
    fresh: Memo,
    walk: Traceback,
    backtrack: Backtrack,
    expected: Vec<Option<Cell>>,
    /// True if all smaller trees have been gone through with the same pattern and letters. A run that does not see the whole tree
    /// is one on a smaller tree, where the memo was held against the oracle: it then says what the run is, and the engines
    /// that go from one start are not asked again.
    pub smaller_are_known: bool,
    /// How the patterns are compiled.
    pub config: Config,
    /// Matches seen, so that a test can say that it was not empty.
    pub matches: u64,
    /// Matches that the backtracker gave up at its step limit, as it must where repetitions are nested around a part
    /// that can be empty: a test says how many it puts up with.
    pub given_up: u64,
    /// Cases that were passed over because the oracle needs too long for them.
    pub too_long: u64,
}

/// The oracle tries so often from one start.
const TRIES: u64 = 1_000_000;

impl Engines {
    /// Engines for patterns that are compiled so.
    pub fn compiling(config: Config) -> Engines {
        Engines { config, ..Engines::default() }
    }

    /// Holds all engines against the oracle, from all starts, one way.
    ///
    /// # Panics
    ///
    /// If an engine finds another match than the oracle, or asks what it need not.
    pub fn check(
        &mut self,
        pattern: &Pattern,
        nfa: &Nfa,
        tree: &ParentTree,
        labels: &mut Labels,
        way: (Direction, Choice),
    ) {
        let (direction, choice) = way;
        let almost = self.config.almost;
        // Where a product is asked about, or a run that only wastes differences, more is asked than by the oracle.
        let exact = !has_both(pattern) && almost.is_none();
        let same_order = exact && !has_any_order(pattern) && choice != Choice::Shortest;
        // The oracle takes the choices of the first member of `both` first. The automaton does so, if it is made for that, but
        // for the choice of a child, which comes after it is asked what the other members do there.
        let chain = tree.is_chain() || direction == Direction::Backward;
        let led = self.config.leader_order && (chain || labels.linear.is_none());
        let other_order = has_both(pattern) && !led;
        let other_first = other_order && choice == Choice::First;
        let other_end = other_order && !chain;
        let same = |found: Option<Cell>, wanted: Option<Cell>| match (other_first, other_end) {
            (true, _) => found.is_some() == wanted.is_some(),
            (false, true) => found.map(|cell| cell.len) == wanted.map(|cell| cell.len),
            (false, false) => found == wanted,
        };
        self.expected.clear();
        self.memo.clear();
        for start in 0..tree.len() {
            let sees_all = match direction {
                Direction::Forward => start == 0,
                Direction::Backward => tree.is_chain() && start + 1 == tree.len(),
            };
            if self.smaller_are_known && !sees_all {
                let found = self.memo.run(nfa, tree, &mut Factors(labels, nfa), way, start);
                self.matches += u64::from(found.is_some());
                self.expected.push(found);
                continue;
            }
            labels.listen();
            let Ok(expected) = oracle::run_almost(TRIES, (pattern, almost), tree, labels, way, start) else {
                self.too_long += 1;
                return;
            };
            let (asked, log) = (labels.asked, labels.log);
            self.matches += u64::from(expected.is_some());
            let cell = expected.as_ref().map(|(cell, _)| *cell);

            labels.listen();
            let found = self.backtrack.run(nfa, tree, &mut Factors(labels, nfa), way, start);
            if let Ok(found) = found {
                assert!(
                    same(found, cell),
                    "backtrack: {}\n{found:?} {cell:?}",
                    case(pattern, tree, labels, way, start)
                );
                let same_order = !same_order || labels.log == log;
                assert!(same_order, "order of questions: {}", case(pattern, tree, labels, way, start));
            } else {
                self.given_up += 1;
            }

            let found = self.memo.run(nfa, tree, &mut Factors(labels, nfa), way, start);
            assert!(same(found, cell), "memo: {}\n{found:?} {cell:?}", case(pattern, tree, labels, way, start));

            labels.listen();
            self.fresh.clear();
            let found = self.fresh.run(nfa, tree, &mut Factors(labels, nfa), way, start);
            assert!(same(found, cell), "fresh memo: {}", case(pattern, tree, labels, way, start));
            assert!(!exact || labels.asked & !asked == 0, "needless: {}", case(pattern, tree, labels, way, start));

            if let Some((cell, steps)) = &expected
                && !other_first
            {
                labels.listen();
                let symbols = &mut Factors(labels, nfa);
                let found = self.walk.run(nfa, tree, symbols, direction, (start, *cell)).unwrap_or_default();
                let steps = if has_both(pattern) { without_products(steps, nfa, found) } else { steps.clone() };
                assert_eq!(found, steps, "walk: {}", case(pattern, tree, labels, way, start));
                let asks_too_much = exact && choice != Choice::First && labels.asked & !asked != 0;
                assert!(!asks_too_much, "walk asks too much: {}", case(pattern, tree, labels, way, start));
            }
            self.expected.push(cell);
        }
        labels.listen();
        let cells = self.longest.run(nfa, tree, &[], &mut Factors(labels, nfa), direction, choice);
        let all_same = |cells: &Cells| cells.iter().zip(&self.expected).all(|(found, &wanted)| same(found, wanted));
        assert!(all_same(cells), "all starts: {}\n{cells:?}", case(pattern, tree, labels, way, 0));
        let once = |labels: &Labels| has_both(pattern) || labels.asks == labels.asked.count_ones();
        assert!(once(labels), "asked twice: {}", case(pattern, tree, labels, way, 0));
        if choice == Choice::Longest {
            labels.listen();
            let starts = self.exists.run(nfa, tree, &[], &mut Factors(labels, nfa), direction);
            let wanted = self.expected.iter().map(Option::is_some);
            assert!(starts.iter().by_vals().eq(wanted), "exists: {}\n{starts:?}", case(pattern, tree, labels, way, 0));
            assert!(once(labels), "asked twice: {}", case(pattern, tree, labels, way, 0));
        }
        if has_both(pattern) || almost.is_some() {
            return; // there are no columns for products, and none for what holds anywhere
        }
        let lent = &mut Lent(labels);
        let columns = lent.columns();
        let columns = columns.each_ref().map(Some);
        let cells = self.longest.run(nfa, tree, &columns, lent, direction, choice);
        assert!(all_same(cells), "columns: {}\n{cells:?}", case(pattern, tree, lent.0, way, 0));
        if choice == Choice::Longest {
            let starts = self.exists.run(nfa, tree, &columns, lent, direction);
            let wanted = self.expected.iter().map(Option::is_some);
            assert!(starts.iter().by_vals().eq(wanted), "columns: {}", case(pattern, tree, lent.0, way, 0));
        }
    }
}

/// True if several patterns must match the same nodes.
pub fn has_both(pattern: &Pattern) -> bool {
    matches!(pattern.kind(), PatternKind::Both(_)) || pattern.parts().iter().any(has_both)
}

fn has_any_order(pattern: &Pattern) -> bool {
    matches!(pattern.kind(), PatternKind::AnyOrder(_)) || pattern.parts().iter().any(has_any_order)
}

/// The steps of the oracle as the engine has them where it asks about products: of which the predicate of the oracle
/// must be a factor.
fn without_products(steps: &[Step], nfa: &Nfa, found: &[Step]) -> Vec<Step> {
    let told = |step: &Step, found: &Step| {
        let holds = nfa.factors(found.pred).unwrap_or(&[found.pred]).contains(&step.pred);
        Step { pred: if holds { found.pred } else { step.pred }, child: found.child, ..*step }
    };
    steps.iter().zip(found).map(|(step, found)| told(step, found)).collect()
}

/// The case as text, for messages.
fn case(pattern: &Pattern, tree: &ParentTree, labels: &Labels, way: (Direction, Choice), start: u32) -> String {
    let pattern = pattern.text(|pred| ((b'a' + pred.index() as u8) as char).to_string());
    let parents: Vec<u32> = (1..tree.len()).filter_map(|n| tree.parent(n)).collect();
    let mut yes = Vec::new();
    for question in (0..64).filter(|question| labels.value >> question & 1 == 1) {
        yes.push(match question {
            0..32 => format!("{}{}", (b'a' + (question / 8) as u8) as char, question % 8),
            32..40 => format!("->{}", question - 32),
            _ => format!("leaf{}", question - 40),
        });
    }
    let (linear, skipped) = (labels.linear, labels.skipped);
    format!("{pattern} on {parents:?} {way:?} from {start}, true: {yes:?}, linear {linear:?}, skipped {skipped:b}")
}

/// All ordered trees with so many nodes, as lists of parents.
pub fn trees(nodes: u32) -> Vec<ParentTree> {
    let mut lists = vec![Vec::new()];
    for n in 1..nodes {
        let mut longer = Vec::new();
        for list in &lists {
            // In pre-order the next node hangs on the last one or on one of its ancestors.
            let mut parent = Some(n - 1);
            while let Some(p) = parent {
                let mut next: Vec<u32> = list.clone();
                next.push(p);
                longer.push(next);
                parent = if p == 0 { None } else { Some(list[p as usize - 1]) };
            }
        }
        lists = longer;
    }
    lists.iter().map(|parents| ParentTree::new(parents).expect("pre-order")).collect()
}

/// Compiles with the default limits.
///
/// # Panics
///
/// If the pattern is beyond them.
pub fn compile(pattern: &Pattern) -> Nfa {
    Nfa::compile(pattern, &Config::default()).expect("small")
}
