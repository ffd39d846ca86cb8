//! The answers that several memos of one automaton share.
//!
//! If predicates depend on a value from outside, each value has a [`Memo`](crate::Memo) of its own. But the answer for
//! a state at a node depends on the value only if a predicate that varies may still be evaluated from there on, and matters
//! only if that predicate does vary beyond the node. Otherwise the answer is kept here, once for all values. In
//! `.* a .* b`, where only `a` varies and holds at one node for each value, the search for `b` is done once; and where
//! `a` holds nowhere ahead, all values share the one answer that nothing matches.
//!
//! In `line --> .* --> ply==x+7 --> .* --> mate` each start therefore keeps eight positions of its own. A single pass
//! for all starts, with answers as functions of the value, would also cover thresholds far ahead, but needs persistent
//! maps with pointwise maxima; that is not worth it for games of a hundred plies.

use crate::ids::Pred;
use crate::ids::number_of;
use crate::nfa::Nfa;
use crate::table::Table;
use crate::tree::Symbols;
use crate::ways::long_ways;

/// Predicates beyond this number count as never settled.
const MOST_VARYING: usize = 63;

/// The bit of a predicate that is never settled.
const UNSETTLED: u64 = 1 << 63;

/// The number of combinations of settled answers that have tables; for others each memo keeps its own.
const MOST_TABLES: usize = 8;

/// The memo that the memos share: scratch memory.
///
/// It belongs to one automaton and one choice, for good, and to one tree and meaning of the predicates that do not
/// vary:
/// [`Common::clear`] it before those change.
#[derive(Clone, Debug, Default)]
pub struct Common {
    /// The predicates that vary, in the order of their bits.
    varying: Vec<Pred>,
    /// By state: the bits of the predicates that vary and may be evaluated from there on. Empty: not yet computed.
    ahead: Vec<u64>,
    /// By state: whether no predicate that varies may be evaluated from there on, and the answer is worth keeping.
    settled: Vec<bool>,
    /// For each combination of settled answers, as bits: the answers that depend on it.
    tables: Vec<(u64, Table)>,
    /// Tables to be used again.
    spare: Vec<Table>,
    nodes: u32,
    /// The settled predicates at the node asked about last.
    here: Here,
}

#[derive(Clone, Copy, Debug, Default)]
struct Here {
    node: u32,
    /// The predicates about which it is known whether they are settled.
    known: u64,
    settled: u64,
    /// How, where they are.
    value: u64,
}

/// The place of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerScope {
    /// In the memo itself.
    Own,
    /// In a table of the common memo.
    Common(u8),
}

impl Common {
    /// A memo without content.
    pub fn new() -> Common {
        Common::default()
    }

    /// Forgets all answers; the memory is kept for the next tree.
    pub fn clear(&mut self) {
        for (_, mut table) in self.tables.drain(..) {
            table.clear();
            self.spare.push(table);
        }
    }

    /// Makes ready for a search, under a value of its own.
    pub(crate) fn fit<S: Symbols>(&mut self, nfa: &Nfa, nodes: u32, symbols: &S) {
        self.nodes = nodes;
        self.here = Here { node: u32::MAX, ..Here::default() };
        if self.ahead.is_empty() && !nfa.is_empty() {
            self.look_ahead(nfa, symbols);
        }
    }

    /// Finds the predicates that vary, and hands each on to all states from which it may be evaluated.
    fn look_ahead<S: Symbols>(&mut self, nfa: &Nfa, symbols: &S) {
        self.ahead = vec![0; nfa.len()];
        let mut todo = Vec::new();
        for (state, sym) in (0u32..).zip(&nfa.syms) {
            if !symbols.varies(sym.pred) {
                continue;
            }
            let known = self.varying.iter().position(|&pred| pred == sym.pred);
            let place = known.unwrap_or(self.varying.len());
            if known.is_none() && place < MOST_VARYING {
                self.varying.push(sym.pred);
            }
            self.ahead[state as usize] = if place < MOST_VARYING { 1 << place } else { UNSETTLED };
            todo.push(state);
        }
        while let Some(state) = todo.pop() {
            let bits = self.ahead[state as usize];
            for &user in nfa.users(state) {
                let before = self.ahead[user as usize];
                if before | bits != before {
                    self.ahead[user as usize] |= bits;
                    todo.push(user);
                }
            }
        }
        let long = long_ways(nfa.len(), |state| nfa.users(number_of(state)).iter().map(|&user| user as usize));
        self.settled = long.into_iter().zip(&self.ahead).map(|(long, &bits)| long && bits == 0).collect();
    }

    /// True if no predicate that varies may be evaluated from a state on, and the answer is worth keeping.
    pub(crate) fn is_settled(&self, state: u32) -> bool {
        self.settled[state as usize]
    }

    /// True if a state is settled.
    pub(crate) fn has_settled(&self) -> bool {
        self.settled.contains(&true)
    }

    /// The place of the answer for a state at a node.
    pub(crate) fn scope<S: Symbols>(&mut self, symbols: &mut S, node: u32, state: u32) -> AnswerScope {
        let ahead = self.ahead[state as usize];
        if ahead == 0 {
            return self.place(0);
        }
        if ahead & UNSETTLED != 0 {
            return AnswerScope::Own;
        }
        if self.here.node != node {
            self.here = Here { node, ..Here::default() };
        }
        let mut unknown = ahead & !self.here.known;
        while unknown != 0 {
            let bit = unknown & unknown.wrapping_neg();
            unknown ^= bit;
            let settled = symbols.settled(self.varying[bit.trailing_zeros() as usize], node);
            self.here.known |= bit;
            self.here.settled |= if settled.is_some() { bit } else { 0 };
            self.here.value |= if settled == Some(true) { bit } else { 0 };
        }
        if ahead & !self.here.settled != 0 {
            return AnswerScope::Own;
        }
        self.place(self.here.value & ahead)
    }

    /// The table for a combination. A state always asks with the same predicates, so combinations of different ones do
    /// not meet in a table.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most `MOST_TABLES`")]
    fn place(&mut self, value: u64) -> AnswerScope {
        let place = match self.tables.iter().position(|&(known, _)| known == value) {
            Some(place) => place,
            None if self.tables.len() == MOST_TABLES => return AnswerScope::Own,
            None => {
                let mut table = self.spare.pop().unwrap_or_default();
                table.fit(self.ahead.len(), self.nodes, false);
                self.tables.push((value, table));
                self.tables.len() - 1
            }
        };
        AnswerScope::Common(place as u8)
    }

    pub(crate) fn table(&mut self, place: u8) -> &mut Table {
        &mut self.tables[usize::from(place)].1
    }
}
