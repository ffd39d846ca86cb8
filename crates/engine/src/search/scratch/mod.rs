//! All memory that a search changes: reused from game to game, cleared where a game starts.

mod comments;
mod dictionaries;
mod imaginations;
mod meter;
mod paths;
mod slot;
mod solutions;
mod sorts;
mod values;

pub use comments::Comment;
pub(super) use comments::{Comments, Note, Place};
pub(super) use dictionaries::{Datum, Dictionaries};
pub(super) use imaginations::{Imaginations, Saved};
pub(super) use meter::{ENTRY_BYTES, Meter};
pub(super) use paths::{BestPaths, Focus, Known, PathRun, Pieces, Reads};
pub(super) use slot::{Captured, Slot};
pub(super) use solutions::{Hits, Ranked, Solutions, State, Values, Without, Worth, common, ranked};
pub use sorts::SortValue;
pub(super) use sorts::{SortNode, SortState};
pub(super) use values::{Built, Words};

use super::error::RunError;
use crate::chess::{Bitboard, MoveList};
use crate::facts::{Column, PieceTracks, PrefixCounts};
use crate::ir::VarId;
use crate::plan::Plan;
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use tabiya_automata::{
    Backtrack, Bits, Cell, Common, Exists, Longest, Memo, MoveBacktrack, Program, Step, Tails, Traceback, clear_bits,
};

/// The greatest size of the memos, and of the keyed columns, that are kept for one game, in bytes each.
const BUDGET: usize = 16 << 20;

/// The same for the memos of a long game, for each of its positions, and for the longest: enough for a small automaton and
/// each square.
const BUDGET_BY_POSITION: usize = 2 << 10;
const GREATEST_BUDGET: usize = 128 << 20;

/// A closed sequence's answers for the current game.
#[derive(Debug, Default)]
pub(super) struct SequenceState {
    pub(super) longest: Longest,
    pub(super) exists: Exists,
    pub(super) cells_ready: bool,
    pub(super) starts_ready: bool,
    /// True if a predicate without which nothing matches holds nowhere in the game; `None` before it is asked for.
    pub(super) unmatchable: Option<bool>,
    /// The run that was commented on last, and where the stack of comments stood then.
    pub(super) commented: Option<(Vec<Step>, Place)>,
}

/// A run of moves that two lines have in common.
#[derive(Clone, Debug)]
pub(super) struct CommonRun {
    pub(super) first: VarId,
    pub(super) second: VarId,
    /// The positions after its moves, in the one line and in the other.
    pub(super) tails: Vec<(u32, u32)>,
}

/// By state of a program, whether effects may follow; None where no state is worth keeping answers for.
pub(super) type VaryingAhead = Option<Arc<Vec<bool>>>;

/// Reusable memory of searches. One scratch serves one thread; it fits itself to each query that it is used with.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The serial number of the plan that the tables below fit.
    pub(super) fitted: Option<u64>,
    pub(super) vars: Vec<Slot>,
    pub(super) dictionaries: Dictionaries,
    pub(super) bans: Vec<Bits>,
    pub(super) columns: Vec<Column>,
    /// The positions at which a query matches.
    pub(super) matching: Bits,
    /// By column, true if it has room for this game.
    pub(super) column_ready: Vec<bool>,
    pub(super) check: Column,
    pub(super) mate: Column,
    pub(super) stalemate: Column,
    /// True if `mate` and `stalemate` have room for this game.
    pub(super) ends_ready: bool,
    pub(super) pieces: PieceTracks,
    /// By position, the number of times that it has stood on the board; empty before it is needed.
    pub(super) repetitions: Vec<u32>,
    pub(super) moves: MoveList,
    pub(super) sequences: Vec<SequenceState>,
    /// The height class of the current game, once it is asked for.
    pub(super) height_class: Option<u32>,
    /// Programs for games of some height class, by sequence.
    pub(super) programs: FxHashMap<(usize, u32), Arc<Program>>,
    /// Programs that tell which constituents matched, by the same keys; 0 for games of any height.
    pub(super) leaf_programs: FxHashMap<(usize, u32), Arc<Program>>,
    /// The bytes of these programs.
    pub(super) program_bytes: usize,
    /// The last match of each sequence with effects, for its path: where it started, its cell and its value.
    pub(super) recorded: FxHashMap<usize, (u32, Cell, i64)>,
    /// Memos of parametric sequences, by sequence and values of the variables read.
    pub(super) memos: HashMap<(usize, Vec<Slot>), Memo>,
    /// The size of the memos, in bytes, and the greatest in this game.
    pub(super) memo_bytes: usize,
    memo_room: usize,
    /// The answers that the memos of a sequence have in common, by sequence and start colour, and by class of heights.
    pub(super) commons: FxHashMap<(usize, u32), Box<Common>>,
    /// Answers for the constituents after the last one with effects, by the same keys, and by whether comments are
    /// wanted. None where no answer is worth keeping, or while it is in use.
    pub(super) tails: FxHashMap<(usize, u32, bool), Option<Box<Tails>>>,
    /// For the program of a path with effects, likewise.
    pub(super) varying_ahead: FxHashMap<(usize, u32, bool), VaryingAhead>,
    /// Comparisons solved for values from outside.
    pub(super) solutions: Solutions,
    /// Keyed columns: what parametric `next*` and `find` look for, by predicate and values.
    pub(super) keyed: FxHashMap<(usize, Vec<Slot>), Column>,
    /// Counts of what closed `next*`, `previous*` and `find` look for, by predicate.
    pub(super) prefix_counts: FxHashMap<usize, PrefixCounts>,
    pub(super) spare_memos: Vec<Memo>,
    pub(super) walks: Vec<Traceback>,
    pub(super) backtracks: Vec<Backtrack>,
    pub(super) trails: Vec<MoveBacktrack>,
    pub(super) best_paths: BestPaths,
    /// The paths that are being followed, innermost last.
    pub(super) path_runs: Vec<PathRun>,
    /// The last path that matched in this game.
    pub(super) last_path: Option<PathRun>,
    pub(super) imaginations: Imaginations,
    pub(super) comments: Comments,
    pub(super) sorts: SortState,
    /// Tags that the query sets, in the order in which they were first set.
    pub(super) tags: Vec<(String, Option<String>)>,
    /// Positions whose own comments the query takes away.
    pub(super) removed: BTreeSet<u32>,
    /// True if the game shows a cook; `None` before it is asked for.
    pub(super) cooked: Option<bool>,
    /// The last position at which a set inside a loop was evaluated, and its squares there.
    pub(super) loop_invariant_sets: Vec<(u32, Bitboard)>,
    /// The answers of the per-game tests that have been asked, by their index.
    pub(super) per_game_tests: Vec<Option<bool>>,
    /// The longest runs of moves in common so far, one for each `consecutivemoves` that comments.
    pub(super) common_runs: Vec<Option<CommonRun>>,
    pub(super) error: Option<RunError>,
    pub(super) meter: Meter,
    /// True if the last query was given up in the middle of the game.
    pub(super) given_up: bool,
}

impl Scratch {
    /// Empty memory.
    pub fn new() -> Scratch {
        Scratch::default()
    }

    /// Makes room for a plan. Persistent variables survive only as long as the plan stays the same.
    pub(super) fn fit(&mut self, plan: &Plan) {
        if self.fitted == Some(plan.serial) {
            return;
        }
        *self = Scratch::default();
        self.fitted = Some(plan.serial);
        self.meter.memory = plan.limits.memory;
        let live = self.meter.live.clone();
        self.vars.extend(plan.ir.vars.iter().map(|var| Slot::first(var, &live)));
        self.bans.resize_with(plan.ir.bans as usize, Bits::new);
        self.columns.resize_with(plan.columns as usize, Column::default);
        self.column_ready.resize(plan.columns as usize, false);
        self.sequences.resize_with(plan.sequences.len() * 2, SequenceState::default);
        self.loop_invariant_sets.resize(plan.ir.sets.len(), (u32::MAX, Bitboard::EMPTY));
        self.per_game_tests.resize(plan.per_game_tests.iter().flatten().count(), None);
        self.common_runs.resize(plan.ir.common_runs as usize, None);
        self.sorts.fit(plan.ir.sorts.len());
    }

    /// Forgets the last game: `len` positions come.
    pub(super) fn start_game(&mut self, plan: &Plan, len: usize) {
        self.column_ready.fill(false);
        self.check.reset(len);
        self.ends_ready = false;
        self.pieces.clear();
        self.repetitions.clear();
        self.height_class = None;
        self.cooked = None;
        self.loop_invariant_sets.fill((u32::MAX, Bitboard::EMPTY));
        self.per_game_tests.fill(None);
        for state in &mut self.sequences {
            state.cells_ready = false;
            state.starts_ready = false;
            state.unmatchable = None;
            state.commented = None;
        }
        self.spare_memos.extend(self.memos.drain().map(|(_, memo)| memo));
        self.spare_memos.truncate(64);
        self.memo_bytes = 0;
        self.memo_room = BUDGET.max((len * BUDGET_BY_POSITION).min(GREATEST_BUDGET));
        self.commons.values_mut().for_each(|common| common.clear());
        self.tails.values_mut().flatten().for_each(|tails| tails.clear());
        self.solutions.clear();
        self.keyed.clear();
        self.prefix_counts.clear();
        self.best_paths.clear();
        self.start_pass(plan, len);
    }

    /// Forgets what the tests of tags said of the last game. Everything else stays until the moves of a game are
    /// read.
    pub(super) fn start_tags(&mut self, plan: &Plan) {
        self.per_game_tests.fill(None);
        self.meter.start(plan.limits.steps);
        self.error = None;
    }

    /// A memo for a new combination of values, with a size of `bytes`. When the memos of a game grow beyond
    /// their room, all are forgotten: they only save time.
    pub(super) fn fresh_memo(&mut self, bytes: usize) -> Memo {
        if self.memo_bytes + bytes > self.memo_room || self.meter.is_short() {
            self.spare_memos.extend(self.memos.drain().map(|(_, memo)| memo).take(8));
            self.memo_bytes = 0;
        }
        self.memo_bytes += bytes;
        let mut memo = self.spare_memos.pop().unwrap_or_default();
        memo.clear();
        memo
    }

    /// A column for a new combination of values, under the same budget.
    pub(super) fn fresh_column(&mut self, len: usize) -> Column {
        if (self.keyed.len() + 1) * len / 4 > BUDGET || self.meter.is_short() {
            self.keyed.clear();
        }
        let mut column = Column::default();
        column.reset(len);
        column
    }

    /// Forgets what one pass over the game has changed; what is true of the game stays.
    pub(super) fn start_pass(&mut self, plan: &Plan, len: usize) {
        for (slot, var) in self.vars.iter_mut().zip(&plan.ir.vars) {
            if var.persistent.is_none() {
                *slot = Slot::first(var, &self.meter.live);
            }
        }
        self.dictionaries.start_game(&plan.ir.vars, &self.meter.live);
        self.bans.iter_mut().for_each(|ban| clear_bits(ban, len));
        self.start_query(plan);
    }

    /// Makes ready for the next query. Its variables and bans are its own, so the queries before it have left them
    /// alone.
    pub(super) fn start_query(&mut self, plan: &Plan) {
        self.meter.start(plan.limits.steps);
        self.path_runs.clear();
        self.recorded.clear();
        self.last_path = None;
        self.imaginations.clear();
        self.comments.clear();
        self.sorts.clear();
        self.tags.clear();
        self.removed.clear();
        self.common_runs.fill(None);
    }
}
