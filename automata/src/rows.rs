//! The starts of all matches on lines of nodes, 64 nodes at a time: the automaton over rows of bits.
//!
//! On a line a set of nodes is a row of bits, and each state has one: the nodes at which a run that waits in it succeeds.
//! For a symbol these are the nodes at which its predicate holds, if the match may end there or the next node is in the
//! row of its target: a shift and an AND. For a union they are those of its alternatives. So `p0 p0 p0` on a game of 120
//! positions takes some twenty operations on words.
//!
//! A stretch of words is worked on at a time, from the far end of the matches on, and of the stretch before it one word
//! for each state counts: memory does not grow with the number of nodes. A line ends where a mask says so, and lines that
//! lie one after another are one row. In a stretch each state is solved after those that it leads to (`order.rs`). States
//! that lead back to themselves have the least rows that fit: beginning with none, they are solved in turn until nothing
//! changes, which takes no more rounds than a word has nodes. A symbol that follows itself extends its row at once.
//!
//! A predicate is evaluated only at nodes from which the rest can succeed, as by the other engines of all starts, and of a
//! product each factor only where those before it hold.

use crate::bits::{Bits, clear_bits};
use crate::ids::Pred;
use crate::ids::number_of;
use crate::nfa::Nfa;
use crate::order::Order;
use crate::tree::{Columns, Direction, Symbols, lent};

/// The words of a stretch.
const STRETCH: usize = 64;

/// The engine for existence on many lines at once: reusable scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// By state, and at last for "no state", the words of the stretch, with one of the stretch before it at its far end.
    values: Vec<u64>,
    /// By predicate, the words of the stretch: where it has been evaluated, and where of these it holds.
    answers: Vec<[u64; 2]>,
    /// By word of the stretch.
    places: Places,
    starts: Bits,
}

/// Sets of nodes of a stretch, as their words.
#[derive(Clone, Debug, Default)]
struct Places {
    /// Those that are passed over.
    passed: Vec<u64>,
    /// The others.
    consumed: Vec<u64>,
    /// Those that another one follows.
    linked: Vec<u64>,
}

/// A predicate of a run, with the words of its column, if it has one.
#[derive(Clone, Copy, Debug)]
struct Known<'a> {
    pred: Pred,
    edge: bool,
    column: Option<&'a [u64]>,
}

/// The symbols where every predicate has a column.
struct Unasked;

impl Symbols for Unasked {
    fn node(&mut self, pred: Pred, _n: u32) -> bool {
        panic!("{pred} has no column")
    }

    fn skips(&self, _word: u32, _asked: u64) -> u64 {
        0
    }
}

impl Rows {
    /// Scratch memory without content.
    pub fn new() -> Rows {
        Rows::default()
    }

    /// The nodes at which a match starts, of any number of lines that lie one after another: the games of a database, say.
    /// `ends` has a bit for each node, which is set at the last one of each line. `columns` has, by the number of a
    /// predicate of the pattern, the words of the row of nodes at which it holds; if it is one of moves, at which the move
    /// to the next node is one of these.
    ///
    /// ```
    /// use tabiya_automata::*;
    ///
    /// // Where does "aab" begin in the lines "aab", "aa" and "baab"?
    /// let row = |text: &str, letter| text.chars().map(|c| c == letter).collect::<Bits>();
    /// let [a, b] = ['a', 'b'].map(|letter| row("aabaabaab", letter));
    /// let ends = row("..|.|...|", '|');
    /// let [one, other] = [0, 1].map(|n| Pattern::pred(Pred::must(n)));
    /// let nfa = Nfa::compile(&Pattern::concat(vec![one.clone(), one, other]), &Config::default())?;
    ///
    /// let mut rows = Rows::new();
    /// let starts = rows.starts(&nfa, &[a.as_raw_slice(), b.as_raw_slice()], &ends, Direction::Forward);
    /// assert_eq!(starts.iter_ones().collect::<Vec<_>>(), [0, 6]);
    /// # Ok::<(), BuildError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If a column is missing or too short.
    pub fn starts(&mut self, nfa: &Nfa, columns: &[&[u64]], ends: &Bits, direction: Direction) -> &Bits {
        let mut starts = std::mem::take(&mut self.starts);
        clear_bits(&mut starts, ends.len());
        let made;
        let order = match &nfa.order {
            Some(order) => order,
            None => {
                made = nfa.row_order();
                &made
            }
        };
        let known = |&pred: &Pred| Known { pred, edge: false, column: columns.get(pred.index()).copied() };
        let known = order.preds.iter().map(known).collect();
        let line = Line { known, symbols: &mut Unasked, ends: ends.as_raw_slice(), len: ends.len() };
        self.run(nfa, order, line, direction, starts.as_raw_mut_slice());
        self.starts = starts;
        &self.starts
    }

    /// Sets the bits of all nodes of a chain of `len` nodes at which a match starts.
    pub(crate) fn run_chain<S: Symbols>(
        &mut self,
        (nfa, order): (&Nfa, &Order),
        (len, columns, symbols): (u32, &Columns<'_>, &mut S),
        direction: Direction,
        starts: &mut [u64],
    ) {
        let forward = direction == Direction::Forward;
        let known = |&pred: &Pred| Known { pred, edge: forward && symbols.is_edge(pred), column: lent(columns, pred) };
        let known = order.preds.iter().map(known).collect();
        let line = Line { known, symbols, ends: &[], len: len as usize };
        self.run(nfa, order, line, direction, starts);
    }

    fn run<S: Symbols>(
        &mut self,
        nfa: &Nfa,
        order: &Order,
        line: Line<'_, S>,
        direction: Direction,
        starts: &mut [u64],
    ) {
        let width = starts.len().min(STRETCH);
        let Rows { values, answers, places, .. } = self;
        values.clear();
        let row = width + 1;
        values.resize((nfa.len() + 1) * row, 0);
        let asks = line.known.iter().any(|known| known.edge || known.column.is_none());
        answers.clear();
        answers.resize(if asks { line.known.len() * row } else { 0 }, [0; 2]);
        let forward = direction == Direction::Forward;
        let mut pass = Pass { nfa, order, line, values, answers, places, forward, passes: false, row, width, first: 0 };
        let mut done = 0;
        while done < starts.len() {
            let width = (starts.len() - done).min(STRETCH);
            let first = if forward { starts.len() - done - width } else { done };
            pass.enter(first, width);
            if !nfa.empty {
                pass.solve();
            }
            pass.found(&mut starts[first..first + width]);
            done += width;
        }
    }
}

/// The nodes of a run.
struct Line<'a, S> {
    known: Vec<Known<'a>>,
    symbols: &'a mut S,
    /// The last node of each line, if there are several.
    ends: &'a [u64],
    len: usize,
}

/// The state of a run, at one stretch.
struct Pass<'a, 'l, S> {
    nfa: &'a Nfa,
    order: &'a Order,
    line: Line<'l, S>,
    values: &'a mut [u64],
    answers: &'a mut [[u64; 2]],
    places: &'a mut Places,
    forward: bool,
    /// True if some node of the stretch is passed over.
    passes: bool,
    /// The words of the row of a state, with the one beyond.
    row: usize,
    width: usize,
    /// The number of the first word.
    first: usize,
}

/// The bits of a word at the nodes before (or after) them.
#[inline]
fn step_back(forward: bool, here: u64, beyond: u64) -> u64 {
    if forward { here >> 1 | beyond << 63 } else { here << 1 | beyond >> 63 }
}

/// Adds the nodes of `over` in line before those of `set` (Kogge and Stone's way to carry).
fn extend(forward: bool, mut set: u64, mut over: u64) -> u64 {
    for by in [1, 2, 4, 8, 16, 32] {
        let back = |word: u64| if forward { word >> by } else { word << by };
        set |= over & back(set);
        over &= back(over);
    }
    set
}

impl<'l, S: Symbols> Pass<'_, 'l, S> {
    /// Goes on to the next stretch.
    fn enter(&mut self, first: usize, width: usize) {
        let (row, forward) = (self.row, self.forward);
        for values in self.values.chunks_exact_mut(row) {
            if forward { values[width] = values[0] } else { values[0] = values[self.width] }
        }
        (self.first, self.width) = (first, width);
        self.answers.fill([0; 2]);
        let Places { passed, consumed, linked } = &mut *self.places;
        [&mut *passed, &mut *consumed, &mut *linked].into_iter().for_each(Vec::clear);
        let Line { ends, len, symbols, .. } = &self.line;
        for w in first..first + width {
            let nodes = if w == len / 64 { !(!0 << (len % 64)) } else { !0 };
            passed.push(symbols.skips(number_of(w), nodes));
            consumed.push(nodes & !passed[w - first]);
            let end = ends.get(w).copied().unwrap_or(0);
            let before = w.checked_sub(1).and_then(|w| ends.get(w)).copied().unwrap_or(0);
            linked.push(!if forward { end } else { step_back(forward, end, before) });
        }
        self.passes = passed.iter().any(|&word| word != 0);
    }

    /// Where the word of a state is, and the one beyond it.
    #[inline]
    fn at(&self, state: u32, i: usize) -> (usize, usize) {
        let at = state as usize * self.row + i;
        if self.forward { (at, at + 1) } else { (at + 1, at) }
    }

    /// The words of the stretch, from the far end of the matches on.
    fn words(&self) -> impl Iterator<Item = usize> + use<S> {
        let (width, forward) = (self.width, self.forward);
        (0..width).map(move |i| if forward { width - 1 - i } else { i })
    }

    fn found(&self, starts: &mut [u64]) {
        for (i, (start, consumed)) in starts.iter_mut().zip(&self.places.consumed).enumerate() {
            *start = if self.nfa.empty { *consumed } else { self.values[self.at(self.nfa.start, i).0] & consumed };
        }
    }

    fn solve(&mut self) {
        let mut begin = 0;
        for &(end, loops) in &self.order.groups {
            let states = &self.order.states[begin..end as usize];
            begin = end as usize;
            if loops {
                self.settle(states);
            } else if (states[0] as usize) < self.nfa.syms.len() {
                self.solve_symbol(states[0]);
            } else {
                (0..self.width).for_each(|i| _ = self.solve_union(states[0], i));
            }
        }
    }

    /// Solves states that lead back to themselves.
    fn settle(&mut self, states: &[u32]) {
        for i in self.words() {
            for &state in states {
                let (here, _) = self.at(state, i);
                self.values[here] = 0;
            }
            let mut changes = true;
            while changes {
                changes = states.iter().fold(false, |changes, &state| {
                    let is_symbol = (state as usize) < self.nfa.syms.len();
                    changes | if is_symbol { self.solve_at(state, i) } else { self.solve_union(state, i) }
                });
            }
        }
    }

    /// True if the word of a state changes.
    fn solve_union(&mut self, state: u32, i: usize) -> bool {
        let all = self.nfa.alternatives(state).iter().fold(0, |all, &alt| all | self.values[self.at(alt, i).0]);
        let (here, _) = self.at(state, i);
        std::mem::replace(&mut self.values[here], all) != all
    }

    /// Solves a symbol that does not lead back to itself.
    fn solve_symbol(&mut self, symbol: u32) {
        let sym = &self.nfa.syms[symbol as usize];
        let (row, forward) = (self.row, self.forward);
        let Some(column) = self.column(symbol).filter(|_| !self.passes) else {
            self.words().for_each(|i| _ = self.solve_at(symbol, i));
            return;
        };
        let words = |state: u32| state as usize * row..(state as usize + 1) * row;
        let both = [words(symbol), words(sym.target)];
        let [own, target] = self.values.get_disjoint_mut(both).expect("another state than its target");
        let (own, here, beyond) = match forward {
            true => (own, &target[..], &target[1..]),
            false => (&mut own[1..], &target[1..], &target[..]),
        };
        let accept = if sym.accept { !0 } else { 0 };
        let rows = own.iter_mut().zip(here).zip(beyond).zip(&column[self.first..self.first + self.width]);
        let places = self.places.consumed.iter().zip(&self.places.linked);
        for ((((own, &here), &beyond), column), (consumed, linked)) in rows.zip(places) {
            *own = column & consumed & (accept | step_back(forward, here, beyond) & linked);
        }
    }

    /// Solves a symbol at one word; true if its word changes.
    fn solve_at(&mut self, symbol: u32, i: usize) -> bool {
        let sym = &self.nfa.syms[symbol as usize];
        let (consumed, linked, passed) =
            (self.places.consumed[i], self.places.linked[i], self.places.passed[i] & self.places.linked[i]);
        let (here, beyond) = self.at(sym.target, i);
        let next = step_back(self.forward, self.values[here], self.values[beyond]) & linked;
        let wanted = consumed & if sym.accept { !0 } else { next };
        let mut found = self.hold(symbol, i, wanted);
        let before = self.nfa.after.get(symbol as usize);
        if before.is_some_and(|before| before >> symbol & 1 == 1)
            && let Some(column) = self.column(symbol)
        {
            found = extend(self.forward, found, column[self.first + i] & consumed & linked);
        }
        let (here, beyond) = self.at(symbol, i);
        if passed != 0 {
            let handed = passed & step_back(self.forward, 0, self.values[beyond]);
            found = extend(self.forward, found | handed, passed);
        }
        std::mem::replace(&mut self.values[here], found) != found
    }

    /// The column of a symbol, if it is known at all nodes whether it holds.
    #[inline]
    fn column(&self, symbol: u32) -> Option<&'l [u64]> {
        match self.order.factors(symbol) {
            &[factor] if !self.line.known[factor as usize].edge => self.line.known[factor as usize].column,
            _ => None,
        }
    }

    /// The nodes at which a symbol holds, of those that are wanted.
    fn hold(&mut self, symbol: u32, i: usize, wanted: u64) -> u64 {
        self.order.factors(symbol).iter().fold(wanted, |wanted, &factor| match wanted {
            0 => 0,
            _ => wanted & self.ask(factor as usize, i, wanted),
        })
    }

    /// The answers for 64 nodes, of which at least the wanted ones count.
    #[inline]
    fn ask(&mut self, factor: usize, i: usize, wanted: u64) -> u64 {
        let (Known { pred, edge, column }, w) = (self.line.known[factor], self.first + i);
        let last = self.line.len - 1;
        let (known, held) = match column {
            None => (0, 0),
            Some(column) if !edge => return column[w],
            // An edge is known by its child; the last node has none.
            Some(column) => {
                let known = if w == last / 64 { !(1 << (last % 64)) } else { !0 };
                let above = column.get(w + 1).map_or(0, |next| next << 63);
                (known, known & (column[w] >> 1 | above))
            }
        };
        let [asked, holds] = &mut self.answers[factor * self.row + i];
        let open = wanted & !(known | *asked);
        if open != 0 {
            *asked |= open;
            *holds |= match edge {
                true => self.line.symbols.edges(pred, number_of(w), open, number_of(last)),
                false => self.line.symbols.nodes(pred, number_of(w), open),
            };
        }
        held | *holds
    }
}
