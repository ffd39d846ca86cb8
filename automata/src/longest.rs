//! The longest match (or the first, or the shortest) for all starts at once: a dynamic program over (node, state).
//!
//! A row (see `sweep.rs`) holds, per symbol state, the best that can follow once that symbol is consumed.
//!
//! A best cell is one word, length in the high half and end in the low half; 0 is "no match", because every
//! stored cell has consumed a node. Ties keep the run that is first in run order: alternatives of a union replace only
//! when strictly better, and children, which arrive last first, replace when as good.

use crate::chain::Windows;
use crate::nfa::Nfa;
use crate::sweep::{Answers, Kept, Sweep, sweep};
use crate::tree::{Cell, Choice, Columns, Direction, ONE, Symbols, Tree, unpack};

/// One `Option<Cell>` per node, packed into a word each: the result of [`Longest::run`].
#[derive(Clone, Debug, Default)]
pub struct Cells {
    packed: Vec<u64>,
}

/// No match: the length cannot occur, since node numbers are below `u32::MAX`.
const NONE: u64 = u64::MAX;

impl Cells {
    /// The match that starts at `n`.
    ///
    /// # Panics
    ///
    /// If the tree has no node `n`.
    #[inline]
    pub fn get(&self, n: u32) -> Option<Cell> {
        let packed = self.packed[n as usize];
        (packed != NONE).then(|| unpack(packed))
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// True if there is no node.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// The matches in the order of their starts.
    pub fn iter(&self) -> impl Iterator<Item = Option<Cell>> {
        self.packed.iter().map(|&packed| (packed != NONE).then(|| unpack(packed)))
    }
}

/// The engine for all starts: reusable scratch memory. It may be used for any automata and trees, one after another.
///
/// ```
/// use tabiya_automata::*;
///
/// struct Text(&'static [u8]);
/// impl Symbols for Text {
///     fn node(&mut self, pred: Pred, n: u32) -> bool {
///         self.0[n as usize] == b"ab"[pred.index()]
///     }
/// }
///
/// // `a+ b?` on the line "aaba": the longest match from each letter.
/// let [a, b] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
/// let pattern = Pattern::concat(vec![Pattern::plus(a), Pattern::optional(b)]);
/// let nfa = Nfa::compile(&pattern, &Config::default())?;
/// let mut longest = Longest::new();
/// let cells = longest.run(&nfa, &Chain(4), &[], &mut Text(b"aaba"), Direction::Forward, Choice::Longest);
/// let lengths: Vec<Option<u32>> = cells.iter().map(|cell| cell.map(|cell| cell.len)).collect();
/// assert_eq!(lengths, [Some(3), Some(2), None, Some(1)]);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Longest {
    /// The stack of rows; the last is the one being worked on.
    rows: Vec<u64>,
    /// The value of each state at the node being worked on, and a zero for "no state".
    values: Vec<u64>,
    kept: Kept,
    cells: Cells,
    /// For chains and patterns with counted repetitions.
    windows: Windows,
}

impl Longest {
    /// Scratch memory without content.
    pub fn new() -> Longest {
        Longest::default()
    }

    /// The answers of the last run.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The chosen match from every node.
    ///
    /// A predicate that has no column is evaluated once at most per node (or per edge), and only where the rest of the
    /// pattern can succeed.
    pub fn run<T: Tree, S: Symbols>(
        &mut self,
        nfa: &Nfa,
        tree: &T,
        columns: &Columns<'_>,
        symbols: &mut S,
        direction: Direction,
        choice: Choice,
    ) -> &Cells {
        self.cells.packed.clear();
        self.cells.packed.resize(tree.len() as usize, NONE);
        if let Some(counted) = &nfa.counted
            && tree.is_chain()
            && choice != Choice::Shortest
        {
            let packed = &mut self.cells.packed;
            let how = (direction, choice == Choice::Longest);
            self.windows.run(counted, (tree.len(), columns, symbols), how, |n, started| {
                packed[n as usize] = pack(nfa, n, started, choice);
            });
            return &self.cells;
        }
        self.values.clear();
        self.values.resize(nfa.len() + 1, 0);
        let answers = Answers::new(nfa, columns, symbols, direction, &mut self.kept);
        let edges = answers.has_edges();
        let (values, packed) = (&mut self.values, &mut self.cells.packed);
        let mut pass = Pass { nfa, choice, edges, values, answers, packed };
        sweep(&mut self.rows, &mut pass, tree, direction, edges);
        &self.cells
    }
}

/// The state of one run.
struct Pass<'a, S> {
    nfa: &'a Nfa,
    choice: Choice,
    /// True if there are edge predicates.
    edges: bool,
    values: &'a mut [u64],
    answers: Answers<'a, S>,
    packed: &'a mut [u64],
}

impl<S> Pass<'_, S> {
    /// The best match that starts here, once all states have their values.
    #[inline]
    fn started(&self) -> u64 {
        if self.nfa.layers.is_empty() {
            return self.values[self.nfa.start as usize];
        }
        // The fewest differences win, at any length.
        let mut layers = self.nfa.layers.iter().map(|&(start, _)| self.values[start as usize]);
        layers.find(|&started| started != 0).unwrap_or(0)
    }
}

impl<S: Symbols> Sweep for Pass<'_, S> {
    fn width(&self) -> usize {
        self.nfa.syms.len()
    }

    fn skip(&self, n: u32) -> bool {
        self.answers.symbols.skip(n)
    }

    #[inline]
    fn visit(&mut self, row: &mut [u64], n: u32, leaf: bool) {
        let (nfa, choice) = (self.nfa, self.choice);
        let longest = choice == Choice::Longest;
        for (i, (sym, &after)) in nfa.syms.iter().zip(&*row).enumerate() {
            self.values[i] = if self.edges && self.answers.is_edge(i) {
                if leaf && sym.accept && self.answers.leaf(sym, n) { ONE | u64::from(n) } else { after }
            } else if sym.accept && (after == 0 || !longest) {
                if self.answers.node(sym, n) { ONE | u64::from(n) } else { 0 }
            } else if after != 0 && self.answers.node(sym, n) {
                after + ONE
            } else {
                0
            };
        }
        for (state, alts) in (nfa.syms.len()..).zip(nfa.unions()) {
            self.values[state] = alts.iter().fold(0, |best, &alt| choice.better(best, self.values[alt as usize]));
        }
        self.packed[n as usize] = pack(nfa, n, self.started(), choice);
        for (sym, after) in nfa.syms.iter().zip(row) {
            *after = self.values[sym.target as usize];
        }
    }

    fn cross_edges(&mut self, row: &mut [u64], known: &[u64], (parent, child): (u32, u32)) {
        let choice = self.choice;
        for (i, sym) in self.nfa.syms.iter().enumerate() {
            if !self.answers.is_edge(i) {
                continue;
            }
            let value = if sym.accept && (row[i] == 0 || choice != Choice::Longest) {
                ONE | u64::from(parent)
            } else if row[i] != 0 {
                row[i] + ONE
            } else {
                0
            };
            let known = known.get(i).copied().unwrap_or(0);
            // An answer that is already better than this is not needed.
            let beaten = known != 0 && choice.prefers((known >> 32) as u32, (value >> 32) as u32);
            let useful = value != 0 && !beaten;
            row[i] = if useful && self.answers.edge(sym, parent, child) { value } else { 0 };
        }
    }

    /// An earlier child (which comes later) wins a tie.
    fn merge(&self, below: &mut [u64], row: &[u64]) {
        for (old, &new) in below.iter_mut().zip(row) {
            *old = self.choice.better(new, *old);
        }
    }
}

/// The result at `n` if `started` is the best match that consumes a node.
#[inline]
fn pack(nfa: &Nfa, n: u32, started: u64, choice: Choice) -> u64 {
    if nfa.empty && (started == 0 || choice != Choice::Longest) {
        u64::from(n)
    } else if started == 0 {
        NONE
    } else {
        started
    }
}
