//! The evaluator: what a node of the typed form is worth at a position. Here: truth.
//!
//! Recursion follows the nesting of the query, which the parser bounds; games are never recursed over. A failure of
//! the query itself (an unbound variable, a step limit) is noted once; from then on everything is false and the driver
//! stops at the next position.

use super::control::RunControl;
use super::game::{Departures, Said};
use super::meter::STEP;
use super::outside::Files;
use super::scratch::{RunError, RunErrorKind, Scratch, Slot};
use crate::chess::attacks::contents;
use crate::chess::{Bitboard, Board, Move};
use crate::facts::Outcome;
use crate::game::{Game, TreeView};
use crate::ir::{Bool, BoolId, BoundIr, Castling, Item, RangeIr, Value, VarId};
use crate::plan::{Plan, Source};
use crate::syntax::ast::{Designator, GameResult, Worth};
use std::sync::Arc;

/// The edge that linearized `move` filters see: none when nothing is linearized here.
pub(super) type Edge = Option<Option<u32>>;

/// A plan, a game and the memory to evaluate the one on the other.
pub(super) struct Machine<'a> {
    pub(super) plan: &'a Plan,
    pub(super) game: &'a Game,
    pub(super) view: TreeView<'a>,
    pub(super) s: &'a mut Scratch,
    pub(super) edge: Edge,
    /// Whether effects outside the game (messages) happen in this pass.
    pub(super) speaks: bool,
    /// Whether filters comment by themselves.
    pub(super) automatic: bool,
    /// Whether matches come with the paths of their sequences.
    pub(super) paths: bool,
    pub(super) messages: Vec<Said>,
    pub(super) files: Option<Arc<dyn Files>>,
    pub(super) departures: Departures,
    pub(super) control: &'a RunControl,
    /// The number of games of the run, where it is known.
    pub(super) last_game_number: Option<u64>,
}

impl<'a> Machine<'a> {
    pub(super) fn board(&self, n: u32) -> &'a Board {
        self.view.board(n)
    }

    /// Notes why the search cannot go on.
    pub(super) fn fail(&mut self, n: u32, message: impl Into<String>, help: Option<&str>) {
        self.fail_as(RunErrorKind::Query, n, message, help);
    }

    /// Whether the filter matches at a position.
    pub(super) fn truth(&mut self, id: BoolId, n: u32) -> bool {
        let plan = self.plan;
        match plan.ir.bool(id) {
            Bool::Constant(value) => *value,
            Bool::Apply(op, arguments) => self.truth_op(*op, arguments, n),
            Bool::NonEmpty(set) => self.any_square(*set, n),
            Bool::HasNum(number) => self.number(*number, n).is_some(),
            Bool::HasPos(position) => self.position(*position, n).is_some(),
            Bool::HasText(text) => self.once_a_game(id, |machine| machine.has_text(*text, n)),
            Bool::Substring(a, b) => self.once_a_game(id, |machine| machine.contains((*a, *b), n)),
            Bool::And(parts) => self.all_of(parts, n),
            Bool::Or(parts) => self.one_of(parts, n),
            Bool::Not(inner) => {
                let mark = self.s.comments.mark();
                let holds = self.truth(*inner, n);
                self.s.comments.cut(mark);
                !holds
            }
            Bool::At(position, inner) => {
                self.at(*position, n, |machine, there| machine.truth(*inner, there)) == Some(true)
            }
            Bool::VariantEnd(end) => self.variant_end(*end, n),
            Bool::Tablebase(worth) => self.tablebase(*worth, n),
            Bool::AnyCopy(copies) => {
                let mark = self.s.comments.mark();
                let mut any = false;
                for &copy in copies {
                    any |= self.truth(copy, n);
                }
                if !any {
                    self.s.comments.cut(mark);
                }
                any
            }
            Bool::Nag(number) => self.game.notes().nags(n).any(|nag| nag == *number),
            Bool::Spoken { silent, spoken } => {
                let order = if self.s.comments.wanted() { spoken } else { silent };
                self.truth(*order, n)
            }
            Bool::Silent(inner) => {
                self.s.comments.mute();
                let holds = self.truth(*inner, n);
                self.s.comments.unmute();
                holds
            }
            Bool::Move(id) => self.any_move(*id, n),
            Bool::Dash(dash) => self.any_dash(*dash, n),
            Bool::LastMoveFits(dash) => self.came(*dash, n),
            Bool::Sequence(id) => self.sequence_holds(*id, n),
            Bool::Reach(reach) => self.reach_holds(reach, n),
            Bool::All(id) => self.loop_all(*id, n),
            Bool::Echo(echo) => self.echo_holds(echo, n),
            Bool::Placements(placements) => {
                let board = self.board(n);
                let all = |pieces| contents(board, Designator { pieces, squares: Bitboard::FULL });
                placements.any(all, |rest| self.truth(rest, n))
            }
            Bool::Hhdb(key) => self.hhdb_holds(*key, n),
            Bool::Subset(a, b) => {
                let (a, b) = (self.set(*a, n), self.set(*b, n));
                (a & !b).is_empty()
            }
            Bool::SetsEqual(a, b) => {
                let mark = self.s.comments.mark();
                let equal = self.set(*a, n) == self.set(*b, n);
                if !equal {
                    self.s.comments.cut(mark);
                }
                equal
            }
            Bool::AssignSet { var, value, if_any } => {
                let set = self.set(*value, n);
                let assigned = set.any() || !if_any;
                if assigned {
                    self.assign(*var, Slot::Set(set));
                }
                assigned
            }
            Bool::AssignNum(var, value) => {
                let value = self.number(*value, n).map(Slot::Num);
                self.assign_some(*var, value)
            }
            Bool::AssignPos(var, value) => {
                let value = self.position(*value, n).map(Slot::Pos);
                self.assign_some(*var, value)
            }
            Bool::AssignText(var, value) => self.assign_text(*var, *value, n),
            Bool::AssignSlice { var, from, to, single, value } => {
                self.assign_slice(*var, (*from, *to, *single), *value, n)
            }
            Bool::AssignPiece(var, set) => {
                let square = self.set(*set, n).single_square();
                let piece = square.and_then(|square| self.piece_on(n, square)).map(Slot::Piece);
                self.assign_some(*var, piece)
            }
            Bool::Comment(items) => {
                // Parts with effects are evaluated also where nobody wants the comment.
                let wanted = self.s.comments.wanted() && !self.s.comments.is_full(n);
                if wanted || items.iter().any(|item| self.plan.ir.value_info(item.value).effect) {
                    let mut text = self.s.meter.live.hold(String::new());
                    for item in items {
                        let part = self.commented(item, n);
                        if self.append(&mut text, &part, n).is_none() {
                            break;
                        }
                    }
                    self.s.comments.text(n, &*text);
                    self.hand_over(0, n);
                }
                true
            }
            Bool::Message { quiet, items } => {
                self.message(*quiet, items, n);
                true
            }
            Bool::Result(result) => {
                use crate::game::GameResult as Played;
                let wanted = match result {
                    GameResult::WhiteWins => Played::White,
                    GameResult::BlackWins => Played::Black,
                    GameResult::Draw => Played::Draw,
                };
                self.game.result() == wanted
            }
            Bool::If { test, then, otherwise } => match (self.truth(*test, n), otherwise) {
                (true, _) => self.truth(*then, n),
                (false, Some(otherwise)) => self.truth(*otherwise, n),
                (false, None) => true,
            },
            Bool::While { test, body } => {
                while self.truth(*test, n) && self.goes_on(n) {
                    self.truth(*body, n);
                }
                true
            }
            Bool::Repeat(body) => {
                let mut any = false;
                while self.truth(*body, n) && self.goes_on(n) {
                    any = true;
                }
                any
            }
            Bool::IsBound(var) => self.is_bound(*var),
            Bool::Unbind(var) => {
                self.assign(*var, Slot::Unbound);
                true
            }
            Bool::SetTag(name, value) => self.set_tag(name, *value, n),
            Bool::WriteFile(name, text) => self.write_file(*name, *text, n),
            Bool::Abort => {
                self.fail_as(RunErrorKind::Abort, n, "`cql_abort` was reached", None);
                false
            }
            Bool::Assert(inner) => {
                let holds = self.truth(*inner, n);
                if !holds {
                    let text = self.plan.ir.bool_text(*inner);
                    self.fail(n, format!("the assertion `{text}` does not hold"), None);
                }
                holds
            }
            Bool::EachMatch { search, body } => self.each_match(search, *body, n),
            Bool::AssignEntry { of, key, value } => self.assign_entry(*of, *key, *value, n),
            Bool::HasEntry { of, key } => self.entry(*of, *key, n).is_some(),
            Bool::UnbindEntries { of, key } => {
                self.unbind_key(*of, *key, n);
                true
            }
            Bool::EachKey { of, var, body } => self.each_key(*of, *var, *body, n),
        }
    }

    /// Counts a turn of a loop; false when there were too many steps or something has failed.
    pub(super) fn goes_on(&mut self, n: u32) -> bool {
        self.spend(STEP, n) && self.s.error.is_none()
    }

    /// Counts the parts of a filter that is so wide that going through it takes time.
    #[inline]
    fn spend_parts(&mut self, parts: usize, n: u32) -> bool {
        parts < 64 || self.spend(parts as u64 / 64, n)
    }

    /// Whether the tables know the position, with the worth asked for.
    fn tablebase(&self, worth: Option<Worth>, n: u32) -> bool {
        let outcome = self.plan.tables.as_ref().and_then(|tables| tables.outcome(self.board(n)));
        match (outcome, worth) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(outcome), Some(Worth::Win)) => outcome == Outcome::Win,
            (Some(outcome), Some(Worth::Loss)) => outcome == Outcome::Loss,
            (Some(outcome), Some(Worth::Draw)) => !matches!(outcome, Outcome::Win | Outcome::Loss),
            (Some(outcome), Some(Worth::Cursed)) => matches!(outcome, Outcome::CursedWin | Outcome::BlessedLoss),
        }
    }

    fn all_of(&mut self, parts: &[BoolId], n: u32) -> bool {
        let mark = self.s.comments.mark();
        if !self.spend_parts(parts.len(), n) {
            return false;
        }
        for &part in parts {
            if !self.truth(part, n) {
                self.s.comments.cut(mark);
                return false;
            }
        }
        true
    }

    /// `A or B or C` is `(A or B) or C`, and an `or` takes comments back when both sides fail: what a failing A leaves
    /// stays if B matches.
    fn one_of(&mut self, parts: &[BoolId], n: u32) -> bool {
        let mark = self.s.comments.mark();
        if !self.spend_parts(parts.len(), n) {
            return false;
        }
        for (i, &part) in parts.iter().enumerate() {
            if self.truth(part, n) {
                return true;
            }
            if i > 0 {
                self.s.comments.cut(mark);
            }
        }
        false
    }

    /// What is known about the path around the evaluation, as a message.
    pub(super) fn path_debug(&mut self, n: u32) {
        if !self.speaks {
            return;
        }
        let place = self.position_text(n);
        let line = match self.current_path() {
            Some(run) => {
                let start = self.position_text(run.start);
                let end = run.end.map_or("none yet".to_owned(), |end| self.position_text(end));
                format!("path: at {place}, from {start}, {} moves, best end {end}", run.count)
            }
            None => format!("path: none at {place}"),
        };
        self.messages.push(Said::Message(line));
    }

    fn message(&mut self, quiet: bool, items: &[Item], n: u32) {
        let text = self.items(items, n);
        let line = match quiet {
            true => text.to_string(),
            // The name of the position may leave a comment, also in a pass that says nothing.
            false => format!("Game: {} {}: {}", self.game.number(), self.named_position(n), &*text),
        };
        if self.speaks && self.hand_over(line.len() + 64, n) {
            self.messages.push(Said::Message(line));
        }
    }

    /// The truth of a predicate of a sequence or of what `next*` looks for, without its comments: from its column
    /// where it has one.
    pub(super) fn holds(&mut self, id: BoolId, n: u32) -> bool {
        if self.is_imagined(n) {
            return self.muted_truth(id, n);
        }
        let Source::Column(column) = self.plan.source(id) else {
            return self.muted_truth(id, n);
        };
        let index = column.index();
        if !self.s.column_ready[index] {
            self.ready_column(id, index);
        }
        if let Some(known) = self.s.columns[index].get(n) {
            return known;
        }
        let value = self.muted_truth(id, n);
        self.s.columns[index].set(n, value);
        value
    }

    /// The column of a predicate as a whole, one bit per position, if it has one that is full or cheap to fill.
    pub(super) fn whole_column(&mut self, id: BoolId) -> Option<&[u64]> {
        let Source::Column(column) = self.plan.source(id) else { return None };
        let index = column.index();
        match (self.s.column_ready[index], self.plan.fills(id)) {
            (false, false) => return None,
            (false, true) => self.ready_column(id, index),
            (true, _) if !self.s.columns[index].is_whole() => return None,
            (true, _) => {}
        }
        Some(self.s.columns[index].words())
    }

    /// Makes a column ready for this game; a cheap one is filled at once.
    fn ready_column(&mut self, id: BoolId, index: usize) {
        self.s.column_ready[index] = true;
        let mut column = std::mem::take(&mut self.s.columns[index]);
        column.reset(self.view.len() as usize);
        if self.plan.fills(id) {
            column.fill(|n| self.truth(id, n));
        }
        self.s.columns[index] = column;
    }

    /// The truth of a linearized predicate when the sequence goes on into `child` (none: no children).
    pub(super) fn holds_on_edge(&mut self, id: BoolId, n: u32, child: Option<u32>) -> bool {
        let (index, bit) = match (self.plan.source(id), child) {
            _ if self.is_imagined(n) => return self.edge_truth(id, n, child),
            (Source::EdgeColumns(edges, _), Some(child)) => (edges.index(), child),
            (Source::EdgeColumns(_, leaves), None) => (leaves.index(), n),
            _ => return self.edge_truth(id, n, child),
        };
        if !self.s.column_ready[index] {
            self.s.column_ready[index] = true;
            self.s.columns[index].reset(self.view.len() as usize);
        }
        if let Some(known) = self.s.columns[index].get(bit) {
            return known;
        }
        let value = self.edge_truth(id, n, child);
        self.s.columns[index].set(bit, value);
        value
    }

    fn edge_truth(&mut self, id: BoolId, n: u32, child: Option<u32>) -> bool {
        let outer = self.edge.replace(child);
        let value = self.muted_truth(id, n);
        self.edge = outer;
        value
    }

    fn muted_truth(&mut self, id: BoolId, n: u32) -> bool {
        let comments = self.plan.ir.bool_info(id).comments;
        if !comments {
            return self.truth(id, n);
        }
        self.s.comments.mute();
        let value = self.truth(id, n);
        self.s.comments.unmute();
        value
    }

    /// Whether the side to move is in check.
    pub(super) fn check(&mut self, n: u32) -> bool {
        if self.is_imagined(n) {
            return self.view.is_check(n);
        }
        if let Some(known) = self.s.check.get(n) {
            return known;
        }
        let value = self.view.is_check(n);
        self.s.check.set(n, value);
        value
    }

    pub(super) fn mate(&mut self, n: u32) -> bool {
        if !self.check(n) {
            return false;
        }
        if self.is_imagined(n) {
            return self.view.is_stuck(n, &mut self.s.moves);
        }
        if let Some(known) = self.s.mate.get(n) {
            return known;
        }
        let value = self.view.is_stuck(n, &mut self.s.moves);
        self.s.mate.set(n, value);
        value
    }

    /// Stalemate also needs a position where the game ends: a null move may have been played on.
    pub(super) fn stalemate(&mut self, n: u32) -> bool {
        if !self.view.is_terminal(n) || self.check(n) {
            return false;
        }
        if self.is_imagined(n) {
            return self.view.is_stuck(n, &mut self.s.moves);
        }
        if let Some(known) = self.s.stalemate.get(n) {
            return known;
        }
        let value = self.view.is_stuck(n, &mut self.s.moves);
        self.s.stalemate.set(n, value);
        value
    }

    pub(super) fn assign(&mut self, var: VarId, slot: Slot) {
        self.s.vars[var.index()] = slot;
    }

    fn assign_some(&mut self, var: VarId, slot: Option<Slot>) -> bool {
        let assigned = slot.is_some();
        if let Some(slot) = slot {
            self.assign(var, slot);
        }
        assigned
    }

    /// Notes that a variable was read before it had a value.
    pub(super) fn unbound(&mut self, var: VarId, n: u32) {
        let message = format!("the variable `{}` has no value here", self.plan.ir.vars[var.index()].name);
        let help = "variables have no value at the start of each game: assign it before it is read";
        self.fail_unbound(n, message, help);
    }

    /// Notes that something was read before it had a value.
    pub(super) fn fail_unbound(&mut self, n: u32, message: String, help: &str) {
        let position = self.in_game(n);
        // The steps that are left stay allowed: the error may be forgiven.
        self.s.error.get_or_insert_with(|| RunError {
            message,
            help: Some(help.to_owned()),
            position,
            kind: RunErrorKind::Query,
            unbound: true,
        });
    }

    /// Forgets the error of an evaluation that began without one, if all there is to it is a variable without a value.
    pub(super) fn forgive_unbound(&mut self, sound: bool) -> bool {
        let forgiven = sound && self.s.error.as_ref().is_some_and(|error| error.unbound);
        if forgiven {
            self.s.error = None;
        }
        forgiven
    }

    /// The ends of a range; variables are read now.
    pub(super) fn range(&mut self, range: RangeIr, n: u32) -> Option<(i64, i64)> {
        let mut end = |bound: BoundIr| match bound {
            BoundIr::Constant(value) => Some(value),
            BoundIr::Variable(var) => match self.s.vars[var.index()] {
                Slot::Num(value) => Some(value),
                _ => {
                    self.unbound(var, n);
                    None
                }
            },
        };
        Some((end(range.low)?, end(range.high)?))
    }

    pub(super) fn in_range(&mut self, range: Option<RangeIr>, value: i64, n: u32) -> bool {
        match range {
            None => true,
            Some(range) => self.range(range, n).is_some_and(|(low, high)| low <= value && value <= high),
        }
    }

    /// The values of some variables, as the key of what depends on them.
    pub(super) fn key(&self, reads: &[VarId]) -> Vec<Slot> {
        reads.iter().map(|var| self.s.vars[var.index()].clone()).collect()
    }

    pub(super) fn same_value(&mut self, a: Value, b: Value, n: u32) -> bool {
        let (a, b) = (self.plain_value(a, n), self.plain_value(b, n));
        a == b
    }

    /// A value for comparison: failing operands are all alike.
    fn plain_value(&mut self, value: Value, n: u32) -> Slot {
        let found = match value {
            Value::Bool(id) => self.truth(id, n).then_some(Slot::Piece(1)),
            Value::Set(id) => Some(Slot::Set(self.set(id, n))),
            Value::Num(id) => self.number(id, n).map(Slot::Num),
            Value::Pos(id) => self.position(id, n).map(Slot::Pos),
            Value::Text(id) => self.built_text(id, n).map(Slot::Text),
            Value::Piece(var) => Some(Slot::Set(self.piece_square(var, n).map_or(Bitboard::EMPTY, Bitboard::from))),
            Value::Dictionary(_) => Some(Slot::Piece(1)),
        };
        found.unwrap_or(Slot::Unbound)
    }
}

/// Whether a move castles on the side asked for.
pub(super) fn castles(m: &Move, which: Castling) -> bool {
    match which {
        Castling::Either => m.is_castle(),
        Castling::Short => m.is_castle_short(),
        Castling::Long => m.is_castle_long(),
    }
}
