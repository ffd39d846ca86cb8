//! The evaluator: the truth of filters.
//!
//! Recursion follows the nesting of the query, which the parser bounds; games are never recursed over. A failure of
//! the query itself (an unbound variable, a step limit) is noted once; from then on everything is false and the driver
//! stops at the next position.

use crate::facts::PositionsError;
use crate::ir::{Bool, BoolId, TextPart};
use crate::search::evaluator::Evaluator;
use crate::search::results::RunEvent;
use crate::search::scratch::{Slot, Words};

/// The advice about a database of which too many positions would have to be kept.
const FEWER_POSITIONS: &str =
    "ask for fewer positions, such as those of the first moves, or raise the limit with `--limits positions=N`";

/// The advice about a database that is damaged.
const MAKE_AGAIN: &str = "make the database again from its PGN files";

impl Evaluator<'_> {
    /// True if the filter matches at a position.
    #[inline]
    pub(in crate::search) fn truth(&mut self, id: BoolId, node: u32) -> bool {
        if cfg!(debug_assertions) {
            let before = self.scratch.comments.mark();
            let holds = self.evaluated(id, node);
            let left = self.scratch.comments.mark() > before && !self.context.compat.keep_all_comments;
            let told = holds || !left || self.plan.ir.bool_info(id).remains || self.scratch.error.is_some();
            debug_assert!(told, "`{}` left comments when it failed", self.plan.ir.text_of(id));
            return holds;
        }
        self.evaluated(id, node)
    }

    /// The same, without a check of the rule for comments.
    fn evaluated(&mut self, id: BoolId, node: u32) -> bool {
        let plan = self.plan;
        match plan.ir.bool(id) {
            Bool::Constant(value) => *value,
            Bool::Apply(op, arguments) => self.truth_op(*op, arguments, node),
            Bool::NonEmpty(set) => self.any_square(*set, node),
            Bool::HasNum(number) => self.number(*number, node).is_some(),
            Bool::HasPos(position) => self.position(*position, node).is_some(),
            Bool::HasText(text) => self.once_a_game(id, |evaluator| evaluator.has_text(*text, node)),
            Bool::Substring(a, b) => self.once_a_game(id, |evaluator| evaluator.contains((*a, *b), node)),
            Bool::And(parts) => self.all_of(parts, node),
            Bool::Or(parts) => self.one_of(parts, node),
            Bool::Not(inner) => {
                let mark = self.scratch.comments.mark();
                let holds = self.truth(*inner, node);
                self.scratch.comments.cut(mark);
                !holds
            }
            Bool::At(position, inner) => {
                self.at(*position, node, |evaluator, there| evaluator.truth(*inner, there)) == Some(true)
            }
            Bool::InFile(file) => self.in_file(*file, node),
            Bool::Predicate { number, linear } => self.predicate_holds(*number, *linear, node),
            Bool::AnyCopy(copies) => {
                let mark = self.scratch.comments.mark();
                let mut any = false;
                if !self.spend(4 * copies.len() as u64, node) {
                    return false;
                }
                for &copy in copies {
                    any |= self.truth(copy, node);
                }
                if !any {
                    self.scratch.comments.cut(mark);
                }
                any
            }
            Bool::Nag(number) => {
                let mut passed = 0;
                let has = self.game.notes().nags(node).inspect(|_| passed += 1).any(|nag| nag == *number);
                self.spend(passed / 8, node) && has
            }
            Bool::Ordered { cheapest, written } => {
                let order = if self.scratch.comments.wanted() { written } else { cheapest };
                self.truth(*order, node)
            }
            Bool::Silent(inner) => {
                self.scratch.comments.mute();
                let holds = self.truth(*inner, node);
                self.scratch.comments.unmute();
                holds
            }
            Bool::Move(id) => self.any_move(*id, node),
            Bool::Dash(dash) => self.any_dash(*dash, node),
            Bool::LastMoveFits(dash) => self.last_move_fits(*dash, node),
            Bool::Sequence(id) => self.sequence_holds(*id, node),
            Bool::Reach(reach) => self.reach_holds(reach, node),
            Bool::All(id) => self.loop_all(*id, node),
            Bool::Echo(echo) => self.echo_holds(echo, node),
            Bool::Placements(placements) => placements.hold_on(self.board(node), |rest| self.truth(rest, node)),
            Bool::Hhdb(key) => self.spend_comments(node) && self.hhdb_holds(*key, node),
            Bool::Subset(a, b) => {
                let (a, b) = (self.set(*a, node), self.set(*b, node));
                (a & !b).is_empty()
            }
            Bool::SetsEqual(a, b) => {
                let mark = self.scratch.comments.mark();
                let equal = self.set(*a, node) == self.set(*b, node);
                if !equal {
                    self.scratch.comments.cut(mark);
                }
                equal
            }
            Bool::AssignSet { var, value, if_any } => {
                let set = self.set(*value, node);
                let assigned = set.any() || !if_any;
                if assigned {
                    self.assign(*var, Slot::Set(set));
                }
                assigned
            }
            Bool::AssignNum(var, value) => {
                let value = self.number(*value, node).map(Slot::Num);
                self.assign_some(*var, value)
            }
            Bool::AssignPos(var, value) => {
                let value = self.position(*value, node).map(Slot::Pos);
                self.assign_some(*var, value)
            }
            Bool::AssignText(var, value) => self.assign_text(*var, *value, node),
            Bool::AssignSlice { var, from, to, single, value } => {
                self.assign_slice(*var, (*from, *to, *single), *value, node)
            }
            Bool::AssignPiece(var, set) => {
                let square = self.set(*set, node).single_square();
                let piece = square.and_then(|square| self.piece_on(node, square)).map(Slot::Piece);
                self.assign_some(*var, piece)
            }
            Bool::Comment(items) => {
                // Parts with effects are evaluated also where nobody wants the comment.
                let wanted = self.scratch.comments.wanted() && !self.scratch.comments.is_full(node);
                if wanted || items.iter().any(|item| self.plan.ir.value_info(item.value).effect) {
                    let mut text = self.scratch.meter.live.hold(String::new());
                    for item in items {
                        let part = self.commented(item, node);
                        if self.append(&mut text, &part, node).is_none() {
                            break;
                        }
                    }
                    self.scratch.comments.text(node, &*text);
                    self.hand_over(0, node);
                }
                true
            }
            Bool::Message { quiet, items } => {
                self.message(*quiet, items, node);
                true
            }
            Bool::If { test, then, otherwise } => match (self.truth(*test, node), otherwise) {
                (true, _) => self.truth(*then, node),
                (false, Some(otherwise)) => self.truth(*otherwise, node),
                (false, None) => true,
            },
            Bool::While { test, body } => {
                while self.truth(*test, node) && self.goes_on(node) {
                    self.truth(*body, node);
                }
                true
            }
            Bool::IsBound(var) => self.is_bound(*var),
            Bool::Unbind(var) => {
                self.assign(*var, Slot::Unbound);
                true
            }
            Bool::SetTag(..) if self.context.compat.no_settag => true,
            Bool::SetTag(name, value) => match self.text(*value, node).map(Words::into_owned) {
                Some(value) => self.set_tag(name, value, node),
                None => false,
            },
            Bool::RemoveTag(name) => {
                self.remove_tag(name);
                true
            }
            Bool::EachMatch { search, body } => self.each_match(search, *body, node),
            Bool::AssignEntry { of, key, value } => self.assign_entry(*of, *key, *value, node),
            Bool::HasEntry { of, key } => self.entry(*of, *key, node).is_some(),
            Bool::UnbindEntries { of, key } => {
                self.unbind_key(*of, *key, node);
                true
            }
            Bool::EachKey { of, var, body } => self.each_key(*of, *var, *body, node),
        }
    }

    /// The value of a filter where a test holds; without one, the effects of the test are undone.
    #[inline]
    pub(super) fn guarded<T>(
        &mut self,
        test: BoolId,
        node: u32,
        value: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let mark = self.scratch.comments.mark();
        let found = if self.truth(test, node) { value(self) } else { None };
        if found.is_none() {
            self.scratch.comments.cut(mark);
        }
        found
    }

    /// True if the position occurs in a file.
    fn in_file(&mut self, file: u32, node: u32) -> bool {
        let found = self.plan.position_files[file as usize].contains(self.board(node));
        found.unwrap_or_else(|wrong| {
            let name = &self.plan.ir.position_files[file as usize];
            match wrong {
                PositionsError::Unreadable(wrong) => {
                    self.fail(node, format!("the positions in `{name}` cannot be read: {wrong}"), Some(MAKE_AGAIN));
                }
                PositionsError::TooMany => {
                    let message = format!("`{name}` has more than {} positions", self.plan.limits.positions);
                    self.exceed(message, FEWER_POSITIONS, node);
                }
            }
            false
        })
    }

    /// True if a predicate of the program holds, which knows positions of games only.
    fn predicate_holds(&mut self, number: u32, linear: bool, node: u32) -> bool {
        let (name, predicate) = &self.plan.advisers.predicates[number as usize];
        if self.is_imagined(node) {
            let message = format!("`{name}` is a predicate of positions that were reached, and this one was not");
            self.fail(node, message, Some("ask it outside of `imagine`, and of moves that were not played"));
            return false;
        }
        let chosen = self.edge.filter(|_| linear);
        let chosen = chosen.map(|edge| edge.filter(|&child| self.view.parent(child) == Some(node)));
        predicate.holds(self.view, node, chosen)
    }

    fn all_of(&mut self, parts: &[BoolId], node: u32) -> bool {
        let mark = self.scratch.comments.mark();
        if !self.spend_parts(parts.len(), node) {
            return false;
        }
        for &part in parts {
            if !self.truth(part, node) {
                self.scratch.comments.cut(mark);
                return false;
            }
        }
        true
    }

    /// `A or B or C` is `(A or B) or C`, and an `or` takes comments back when both sides fail: what a failing A leaves
    /// stays if B matches.
    fn one_of(&mut self, parts: &[BoolId], node: u32) -> bool {
        let mark = self.scratch.comments.mark();
        // Copies of a transform are tried one after the other.
        if parts.len() > 4 && !self.spend(4 * parts.len() as u64, node) {
            return false;
        }
        for (i, &part) in parts.iter().enumerate() {
            if self.truth(part, node) {
                return true;
            }
            if i > 0 {
                self.scratch.comments.cut(mark);
            }
        }
        false
    }

    fn message(&mut self, quiet: bool, items: &[TextPart], node: u32) {
        let text = self.items(items, node);
        let line = match quiet {
            true => text.to_string(),
            // The name of the position may leave a comment, also in a pass that says nothing.
            false => format!("Game: {} {}: {}", self.game.number(), self.named_position(node), &*text),
        };
        if self.emits_events && self.hand_over(line.len() + 64, node) {
            self.events.push(RunEvent::Message(line));
        }
    }
}
