//! All memory that a search changes: reused from game to game, cleared where a game starts. Its parts are lent to those
//! who need them.

mod answers;
mod boards;
mod comments;
mod dictionaries;
mod engines;
mod facts;
mod imaginations;
mod memos;
mod meter;
mod output;
mod paths;
mod programs;
mod slot;
mod solutions;
mod sorts;
mod values;

pub(super) use boards::BoardMemory;
pub use comments::Comment;
pub(super) use comments::{Comments, Note, StackPoint};
pub(super) use dictionaries::{Datum, Dictionaries};
pub(super) use imaginations::{Imaginations, Saved};
pub(super) use memos::VaryingAhead;
pub(super) use meter::{ENTRY_BYTES, Meter};
pub(super) use output::CommonRun;
pub(super) use paths::{Focus, Known, PathRun, Pieces, Reads};
pub(super) use slot::{Captured, Slot};
pub(super) use solutions::{Hits, Ranked, Solutions, State, Values, Without, Worth, common, ranked};
pub use sorts::SortValue;
pub(super) use sorts::{SortNode, SortState};
pub(super) use values::{Built, Words};

use super::error::RunError;
use crate::plan::Plan;
use answers::Answers;
use engines::Engines;
use facts::GameFacts;
use memos::Memos;
use output::QueryOutput;
use paths::Paths;
use programs::Programs;
use tabiya_automata::{Bits, Exists, Longest, Step, clear_bits};

/// A closed sequence's answers for the current game.
#[derive(Debug, Default)]
pub(super) struct SequenceState {
    pub(super) longest: Longest,
    pub(super) exists: Exists,
    pub(super) cells_ready: bool,
    pub(super) starts_ready: bool,
    /// True if a predicate without which nothing matches holds nowhere in the game; `None` before it is requested.
    pub(super) unmatchable: Option<bool>,
    /// The run that was commented on last, and where the stack of comments stood then.
    pub(super) commented: Option<(Vec<Step>, StackPoint)>,
}

/// Reusable memory of searches. One scratch serves one thread; it fits itself to each query that it is used with. Values of persistent
/// variables are kept in it from game to game, so a new scratch begins a new run.
///
/// ```
/// use tabiya::{Games, Query, Scratch, SearchOptions};
///
/// let query = Query::parse("check")?;
/// let (mut scratch, options, mut positions) = (Scratch::new(), SearchOptions::default(), 0);
/// for game in Games::from_bytes("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *\n\n1. d4 *")? {
///     positions += query.search_game(&game?, &mut scratch, &options)?.matches.len();
/// }
/// assert_eq!(positions, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Scratch {
    /// The serial number of the plan that the tables below fit.
    fitted: Option<u64>,
    pub(super) vars: Vec<Slot>,
    pub(super) dictionaries: Dictionaries,
    pub(super) bans: Vec<Bits>,
    pub(super) answers: Answers,
    pub(super) facts: GameFacts,
    pub(super) sequences: Vec<SequenceState>,
    pub(super) programs: Programs,
    pub(super) memos: Memos,
    /// Comparisons solved for values from outside.
    pub(super) solutions: Solutions,
    pub(super) engines: Engines,
    pub(super) paths: Paths,
    pub(super) imaginations: Imaginations,
    pub(super) comments: Comments,
    pub(super) sorts: SortState,
    pub(super) output: QueryOutput,
    pub(super) error: Option<RunError>,
    pub(super) meter: Meter,
    pub(super) boards: BoardMemory,
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
        self.answers.fit(plan);
        self.sequences.resize_with(plan.sequences.len() * 2, SequenceState::default);
        self.output.common_runs.resize(plan.ir.common_runs as usize, None);
        self.sorts.fit(plan.ir.sorts.len());
    }

    /// Forgets the last game: `len` positions come.
    pub(super) fn start_game(&mut self, plan: &Plan, len: usize) {
        self.answers.clear();
        self.facts.clear(len);
        self.programs.height_class = None;
        for state in &mut self.sequences {
            state.cells_ready = false;
            state.starts_ready = false;
            state.unmatchable = None;
            state.commented = None;
        }
        self.memos.clear(len);
        self.solutions.clear();
        self.paths.best.clear();
        self.start_pass(plan, len);
    }

    /// Forgets what the tests of tags said of the last game. Everything else stays until the moves of a game are
    /// read.
    pub(super) fn start_tags(&mut self, plan: &Plan) {
        self.answers.per_game_tests.fill(None);
        self.meter.start(plan.limits.steps);
        self.error = None;
    }

    /// Forgets what one pass over the game has changed; the facts about the game stay.
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
        self.paths.start_query();
        self.imaginations.clear();
        self.comments.clear();
        self.sorts.clear();
        self.output.clear();
    }
}
