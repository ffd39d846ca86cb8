//! The driver: asks queries at every position of a game, in order of position ids, and collects what matches.

use super::comments::Comment;
use super::control::RunControl;
use super::machine::Machine;
use super::outside::Files;
use super::scratch::{RunError, Scratch};
use super::sorts::SortValue;
use crate::game::{Game, TreeView};
use crate::ir::{self, QueryIr};
use crate::plan::Plan;
use crate::syntax::stack::with_room;
use std::sync::Arc;

/// A value of a column asked for beside a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The filter has no value there.
    None,
    /// A filter without a type of value matched.
    True,
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// Squares in the order a1, b1 .. h8.
    Squares(Vec<String>),
    /// A position id.
    Position(u32),
}

/// The positions that a sequence filter consumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Their ids, from the first consumed to the last: their number is the length of the match.
    pub positions: Vec<u32>,
}

/// A position that matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The number of the query among those searched together, from 0.
    pub query: usize,
    /// The position id.
    pub position: u32,
    /// The values of the columns asked for, in their order.
    pub values: Vec<Value>,
    /// Where paths are asked for: for each sequence filter that stands in the body as a conjunct of its own, in the
    /// order of the text, the longest match from here. Sequences with effects, which cannot be run once more for it,
    /// are left out.
    pub paths: Vec<Path>,
}

/// What a search of one game found for one query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Matching positions in order.
    pub(crate) matches: Vec<Match>,
    /// Comments made at positions that match; only where they were asked for.
    pub(crate) comments: Vec<Comment>,
    /// The best value of each sort key, most important first; none where a key had no value.
    pub(crate) sort_values: Vec<Option<SortValue>>,
    /// What was said while the game was searched, in order.
    pub(crate) messages: Vec<Said>,
    /// Tags set by `settag`.
    pub(crate) tags: Vec<(String, String)>,
    /// Positions whose own comments `removecomment` takes away.
    pub(crate) removed: Vec<u32>,
}

/// Something that a query says while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A line that `message` prints.
    Message(String),
    /// `readfile` has read a file.
    FileRead {
        /// Its name.
        name: String,
        /// Its length.
        bytes: usize,
    },
    /// `writefile` has begun a file.
    FileOpened(String),
}

/// Departures from what filters do by themselves, for the options of CQL's command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Departures {
    /// Comments of filters that fail stay.
    pub keep_all_comments: bool,
    /// Comments made inside `sort` stay where they are made, not only those of the best value.
    pub plain_sort_comments: bool,
    /// Equal texts of a position stay as often as they come.
    pub repeated_comments: bool,
    /// `settag` does nothing, and matches.
    pub no_settag: bool,
    /// `removecomment` does nothing, and matches.
    pub no_removecomment: bool,
}

/// What a search of a game needs to know beside plan and game.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameContext {
    /// Whether comments are wanted for games that match.
    pub(crate) comments: bool,
    /// Whether the paths of sequences are wanted.
    pub(crate) paths: bool,
    /// By query: whether the comments that filters make by themselves are left out.
    pub(crate) quiet: Vec<bool>,
    /// By query: the comment at each matching position, after all others.
    pub(crate) match_strings: Vec<Option<String>>,
    /// By query: how many positions must match for the game to count; at least one if nothing is said.
    pub(crate) match_counts: Vec<Option<(i64, i64)>>,
    /// The number of games of the run, where it is known.
    pub(crate) last_game_number: Option<u64>,
    /// Access to files.
    pub(crate) files: Option<Arc<dyn Files>>,
    pub(crate) departures: Departures,
    pub(crate) control: Arc<RunControl>,
}

impl GameContext {
    fn is_match(&self, query: usize, positions: usize) -> bool {
        let positions = positions as i64;
        self.match_counts[query].map_or(positions > 0, |(low, high)| (low..=high).contains(&positions))
    }
}

/// Searches one game with every query of a plan: one outcome per query. A query that fails leaves the others alone.
pub(crate) fn search_game(
    plan: &Plan,
    game: &Game,
    scratch: &mut Scratch,
    context: &GameContext,
) -> Vec<Result<Outcome, RunError>> {
    with_room(plan.height, || search_here(plan, game, scratch, context))
}

fn search_here(
    plan: &Plan,
    game: &Game,
    scratch: &mut Scratch,
    context: &GameContext,
) -> Vec<Result<Outcome, RunError>> {
    scratch.fit(plan);
    let view = if plan.variations { game.tree().full() } else { game.tree().mainline() };
    scratch.start_game(plan, view.len() as usize);
    scratch.error = None;
    let queries = plan.ir.queries.iter().enumerate();
    queries.map(|query| search_query(plan, query, game, view, scratch, context)).collect()
}

fn search_query(
    plan: &Plan,
    (number, query): (usize, &QueryIr),
    game: &Game,
    view: TreeView<'_>,
    scratch: &mut Scratch,
    context: &GameContext,
) -> Result<Outcome, RunError> {
    // Comments change nothing, so they are left out first, and only a game that matches is gone over again for them.
    // A query whose effects outlive the game must not run twice: its comments are kept from the start.
    let outlives = query.files || query.vars.clone().any(|var| plan.ir.vars[var].persistent.is_some());
    let at_once = context.comments && outlives;
    if std::mem::take(&mut scratch.given_up) {
        // What the query before has begun to find out about the game was not finished.
        scratch.start_game(plan, view.len() as usize);
    } else if number > 0 {
        scratch.start_pass(plan, view.len() as usize);
    }
    scratch.comments.keep_all(context.departures.keep_all_comments);
    scratch.comments.once(!context.departures.repeated_comments && query.sorts.is_empty());
    let mut machine = Machine {
        plan,
        game,
        view,
        s: scratch,
        edge: None,
        speaks: true,
        automatic: !context.quiet[number],
        paths: context.paths,
        messages: Vec::new(),
        last_game_number: context.last_game_number,
        files: context.files.clone(),
        departures: context.departures,
        control: &context.control,
    };
    let mut outcome = machine.pass((number, query), at_once.then_some(context))?;
    let again = context.comments && !at_once && context.is_match(number, outcome.matches.len());
    if again {
        machine.s.start_pass(plan, view.len() as usize);
        machine.speaks = false;
        let spoken = std::mem::take(&mut outcome.messages);
        outcome = machine.pass((number, query), Some(context))?;
        outcome.messages = spoken;
    }
    Ok(outcome)
}

impl Machine<'_> {
    /// One pass over the game, with comments if a context for them is given.
    fn pass(&mut self, query: (usize, &QueryIr), commented: Option<&GameContext>) -> Result<Outcome, RunError> {
        let outcome = self.all_positions(query, commented);
        self.settle();
        outcome
    }

    fn all_positions(
        &mut self,
        (number, query): (usize, &QueryIr),
        commented: Option<&GameContext>,
    ) -> Result<Outcome, RunError> {
        if commented.is_none() {
            self.s.comments.mute();
        }
        let mut matches = Vec::new();
        for n in 0..self.view.len() {
            let mark = self.s.comments.mark();
            if self.spend(1, n) && self.truth(query.body, n) {
                let values = query.selects.iter().map(|(_, value)| self.select(*value, n)).collect();
                let paths = if self.paths { self.match_paths(&query.sequences, n) } else { Vec::new() };
                matches.push(Match { query: number, position: n, values, paths });
                if let Some(Some(text)) = commented.map(|context| &context.match_strings[number]) {
                    self.s.comments.text(n, text.as_str());
                }
            } else {
                self.s.comments.cut(mark);
            }
            if let Some(error) = self.s.error.take() {
                self.s.given_up = true;
                if commented.is_none() {
                    self.s.comments.unmute();
                }
                return Err(error);
            }
        }
        if commented.is_none() {
            self.s.comments.unmute();
        }
        self.comment_runs();
        for &key in &query.sorts {
            let comments = self.s.sorts.take_comments(key);
            self.s.comments.extend(comments);
        }
        let sort_values = query.sorts.iter().map(|&key| self.sort_result(key, matches.len())).collect();
        Ok(Outcome {
            matches,
            comments: self.s.comments.finish(),
            sort_values,
            messages: std::mem::take(&mut self.messages),
            tags: std::mem::take(&mut self.s.tags),
            removed: std::mem::take(&mut self.s.removed).into_iter().collect(),
        })
    }

    fn sort_result(&self, key: ir::SortId, matches: usize) -> Option<SortValue> {
        if self.plan.ir.sorts[key.index()].match_count {
            return Some(SortValue::Number(matches as i64));
        }
        self.s.sorts.best(key).cloned()
    }

    /// The value of a column asked for, right after a match. What reads a variable that has no value there, for
    /// example that of a loop, has none either.
    fn select(&mut self, value: ir::Value, n: u32) -> Value {
        let sound = self.s.error.is_none();
        self.s.comments.mute();
        let value = self.value_of(value, n);
        self.s.comments.unmute();
        if self.forgive_unbound(sound) { Value::None } else { value }
    }

    fn value_of(&mut self, value: ir::Value, n: u32) -> Value {
        match value {
            ir::Value::Bool(id) => {
                if self.truth(id, n) {
                    Value::True
                } else {
                    Value::None
                }
            }
            ir::Value::Num(id) => self.number(id, n).map_or(Value::None, Value::Number),
            ir::Value::Text(id) => match self.text(id, n) {
                Some(text) if self.hand_over(text.len(), n) => Value::Text(text.into_owned()),
                _ => Value::None,
            },
            ir::Value::Pos(id) => self.position(id, n).map_or(Value::None, Value::Position),
            ir::Value::Set(id) => {
                Value::Squares(self.set(id, n).into_iter().map(|square| square.to_string()).collect())
            }
            ir::Value::Dictionary(var) => match self.dictionary_text(var, n) {
                Some(text) if self.hand_over(text.len(), n) => Value::Text(text.to_string()),
                _ => Value::None,
            },
            // A piece variable is worth its square; a piece that is gone has none.
            ir::Value::Piece(var) => {
                self.piece_square(var, n).map_or(Value::None, |square| Value::Squares(vec![square.to_string()]))
            }
        }
    }
}
