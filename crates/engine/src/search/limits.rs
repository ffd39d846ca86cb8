//! The evaluator: limits on the steps, the memory and the output of a query in one game.
//!
//! Steps are paid from a slice that is a counter in memory; only when it is used up, the limits of game and run, the
//! clock and the wish to stop are looked at. After an error every further step fails, so that evaluation ends at
//! once.
//!
//! Every construct that can multiply work pays from one counter of the game, in sixteenths of a step, roughly in
//! proportion to its cost: a round of `while` 16, a move made for the sake of its target 16, a round of a loop over
//! squares 1. So loops in loops, moves after moves and regular expressions share one limit. An expensive filter pays itself,
//! where it is evaluated, by its cost in the catalogue (`Evaluator::pay`) or by what it has looked at: the loop around
//! it knows neither. A filter that takes no longer than the round of the loop costs nothing, and an answer in a column is paid
//! for once. `reachableposition` may examine a hundred pawn paths or a million, so `retro` counts them and is paid board
//! by board: a search can be stopped at once. `benches/rates.rs` shows the time of a step for each word.
//!
//! Sixteen evaluations of a predicate of an automaton cost a sixteenth of a step, because a closed sequence evaluates
//! each predicate at most once per position, and games of a million plies must be searchable.

use super::control::{Halt, STEP};
use super::error::RunErrorKind;
use super::evaluator::Evaluator;
use super::scratch::{Built, ENTRY_BYTES};
use crate::chess::Bitboard;
use crate::syntax::catalogue::Row;

/// The work between two looks at the clock.
const SLICE: u64 = 1024 * STEP;

/// The cost of a look at one more move of a position, in parts of a step.
const CHILD: u64 = 2;

/// The time that a step of a loop with a cheap filter takes, roughly.
pub(super) const STEP_NANOSECONDS: u64 = 50;

impl<'a> Evaluator<'a> {
    /// Pays for an expensive operation as its row in the catalogue says: costs there are in nanoseconds.
    pub(super) fn pay(&mut self, row: &Row, node: u32) -> bool {
        self.spend(u64::from(row.cost) * STEP / STEP_NANOSECONDS, node)
    }

    /// Pays for work, in parts of a step; false if the evaluation must end.
    #[inline]
    pub(super) fn spend(&mut self, work: u64, node: u32) -> bool {
        match self.scratch.meter.fuel.checked_sub(work) {
            Some(left) => {
                self.scratch.meter.fuel = left;
                true
            }
            None => self.next_slice(work, node),
        }
    }

    /// Pays for bytes that are copied or compared.
    pub(super) fn spend_bytes(&mut self, bytes: usize, node: u32) -> bool {
        self.spend(bytes as u64 / 16, node)
    }

    /// Pays for going through the comments at a position and before the game.
    pub(super) fn spend_comments(&mut self, node: u32) -> bool {
        let notes = self.game.notes();
        let bytes = |node| notes.comments(node).map(|(_, text)| text.len()).sum::<usize>();
        self.spend_bytes(bytes(node) + if node > 0 { bytes(0) } else { 0 }, node)
    }

    #[cold]
    #[inline(never)]
    fn next_slice(&mut self, work: u64, node: u32) -> bool {
        // A column may do without a variable that has no value, so what is kept for the game must be right all the
        // same.
        if self.scratch.error.as_ref().is_some_and(|error| !error.unbound) {
            return false;
        }
        let used = self.scratch.meter.report();
        if let Some(halt) = self.context.control.add(used, self.plan.limits.run_steps) {
            self.halt(halt, node);
            return false;
        }
        let meter = &mut self.scratch.meter;
        if meter.left < work {
            let message = format!("the query was given up in this game after {} steps", self.plan.limits.steps);
            let help = "make sure that every loop changes what its test depends on, make sequences more specific, or raise the limit \
                        with `--step-limit`";
            self.exceed(message, help, node);
            return false;
        }
        meter.granted = SLICE.max(work).min(meter.left);
        meter.fuel = meter.granted - work;
        true
    }

    /// Hands what was used of the last slice over to the run.
    pub(super) fn settle(&mut self) {
        let used = self.scratch.meter.report();
        // The next game sees whether it was too much.
        let _ = self.context.control.add(used, u64::MAX);
    }

    /// Gives the game up, because the run ends.
    pub(super) fn halt(&mut self, halt: Halt, node: u32) {
        let steps = self.plan.limits.run_steps;
        let (message, help) = match halt {
            Halt::Stopped => ("the search was stopped".to_owned(), None),
            Halt::TimeLimit => {
                ("the time limit of the search was reached".to_owned(), Some("raise it with `--time-limit`"))
            }
            Halt::StepLimit => {
                let message = format!("the queries have together taken the {steps} steps that a run may take");
                (message, Some("raise the limit with `--limits run-steps=N`"))
            }
        };
        self.fail_as(RunErrorKind::Halted(halt), node, message, help);
    }

    /// Notes that a limit was reached.
    pub(super) fn exceed(&mut self, message: String, help: &str, node: u32) {
        self.fail_as(RunErrorKind::Limit, node, message, Some(help));
    }

    /// Makes sure that this many more bytes may be held.
    fn reserve(&mut self, bytes: usize, node: u32) -> Option<()> {
        let limit = self.plan.limits.memory;
        if self.scratch.meter.live.bytes().saturating_add(bytes) > limit {
            let message = format!("the values of the query take more than {limit} bytes");
            self.exceed(
                message,
                "keep less in variables and dictionaries, or raise the limit with `--limits memory=N`",
                node,
            );
            return None;
        }
        Some(())
    }

    /// Makes sure that a text may have this length.
    fn allow_length(&mut self, bytes: usize, node: u32) -> Option<()> {
        let limit = self.plan.limits.text;
        if bytes > limit {
            let message = format!("a text has more than {limit} bytes");
            self.exceed(message, "build shorter texts, or raise the limit with `--limits text=N`", node);
            return None;
        }
        Some(())
    }

    /// A text of the query's own making, counted as long as it is held.
    pub(super) fn built(&mut self, text: String, node: u32) -> Option<Built> {
        self.allow_length(text.len(), node)?;
        self.keep(text, node)
    }

    /// The same for a text that came from elsewhere and may be of any length.
    pub(super) fn keep(&mut self, text: String, node: u32) -> Option<Built> {
        // A text is a place of its own in memory.
        if !self.spend(STEP / 2, node) || !self.spend_bytes(text.len(), node) {
            return None;
        }
        self.reserve(text.len(), node)?;
        Some(self.scratch.meter.live.hold(text))
    }

    /// Adds to a text that is being built, in place if it is not shared.
    pub(super) fn append(&mut self, all: &mut Built, text: &str, node: u32) -> Option<()> {
        self.allow_length(all.len().saturating_add(text.len()), node)?;
        let copied = if all.is_shared() { all.len() } else { 0 };
        if !self.spend_bytes(text.len() + copied, node) {
            return None;
        }
        self.reserve(all.growth(text.len()), node)?;
        all.push_str(text);
        Some(())
    }

    /// Makes sure that a dictionary may have another entry.
    pub(super) fn allow_entry(&mut self, node: u32) -> Option<()> {
        let limit = self.plan.limits.entries;
        if self.scratch.dictionaries.entries() >= limit {
            let message = format!("the dictionaries of the query have more than {limit} entries");
            self.exceed(message, "keep fewer entries, or raise the limit with `--limits entries=N`", node);
            return None;
        }
        self.reserve(ENTRY_BYTES, node)
    }

    /// Counts bytes that the game hands over; false if there are too many.
    pub(super) fn hand_over(&mut self, bytes: usize, node: u32) -> bool {
        self.scratch.meter.handed_over = self.scratch.meter.handed_over.saturating_add(bytes);
        let total = self.scratch.meter.handed_over.saturating_add(self.scratch.comments.bytes());
        let limit = self.plan.limits.output;
        if total > limit {
            let message = format!(
                "the output of the query in this game (messages, comments, tags and columns) has more than {limit} bytes"
            );
            self.exceed(message, "write less, or raise the limit with `--limits output=N`", node);
            return false;
        }
        true
    }

    /// Counts a turn of a loop; false when there were too many steps or something has failed.
    pub(super) fn goes_on(&mut self, node: u32) -> bool {
        self.spend(STEP, node) && self.scratch.error.is_none()
    }

    /// Counts the parts of a filter that is so wide that going through it takes time.
    #[inline]
    pub(super) fn spend_parts(&mut self, parts: usize, node: u32) -> bool {
        parts < 64 || self.spend(parts as u64 / 64, node)
    }

    /// Pays for a look at who attacks whom: at each square of the smaller set.
    pub(super) fn spend_attacks(&mut self, a: Bitboard, b: Bitboard, node: u32) -> bool {
        self.spend(2 + a.count().min(b.count()) as u64 / 2, node)
    }

    /// The position after the next move that was played where the move to this one was, which is paid for: there may be
    /// thousands. Most positions have only one, and anyone who looks at that has paid.
    #[inline]
    pub(super) fn next_child(&mut self, child: u32) -> Option<u32> {
        let next = self.view.next_sibling(child)?;
        self.spend(CHILD, child).then_some(next)
    }
}
