//! The driver: asks queries at every position of a game, in order of position ids, and collects what matches.

use super::context::GameContext;
use super::error::RunError;
use super::evaluator::Evaluator;
use super::results::{GameMatches, Match, Value};
use super::scratch::{Scratch, SortValue};
use crate::chess::{Color, Move};
use crate::facts::Sketch;
use crate::game::{Game, TreeView};
use crate::ir::{self, QueryIr};
use crate::plan::{Places, Plan};
use crate::syntax::stack::with_room;

/// Searches one game with every query of a plan: one result per query. A query that fails leaves the others alone.
pub(crate) fn search_game(
    plan: &Plan,
    game: &Game,
    scratch: &mut Scratch,
    context: &GameContext,
) -> Vec<Result<GameMatches, RunError>> {
    with_room(plan.height, || search_here(plan, game, scratch, context))
}

fn search_here(
    plan: &Plan,
    game: &Game,
    scratch: &mut Scratch,
    context: &GameContext,
) -> Vec<Result<GameMatches, RunError>> {
    scratch.fit(plan);
    let view = if plan.variations { game.tree().full() } else { game.tree().mainline() };
    scratch.start_game(plan, view.len() as usize);
    scratch.error = None;
    let queries = plan.ir.queries.iter().enumerate();
    let mut sketch = Sketch::of(game);
    queries.map(|query| search_query(plan, query, (game, view, sketch.as_mut()), scratch, context)).collect()
}

fn search_query(
    plan: &Plan,
    (number, query): (usize, &QueryIr),
    (game, view, sketch): (&Game, TreeView<'_>, Option<&mut Sketch<'_>>),
    scratch: &mut Scratch,
    context: &GameContext,
) -> Result<GameMatches, RunError> {
    // Comments change nothing, so they are left out first, and only a game that matches is gone over again for them.
    // A query whose effects outlive the game must not run twice: its comments are kept from the start.
    let outlives = query.files || query.vars.clone().any(|var| plan.ir.vars[var].persistent.is_some());
    let at_once = context.comments && outlives;
    if std::mem::take(&mut scratch.given_up) {
        // Facts about the game that the query before began to compute may be incomplete.
        scratch.start_game(plan, view.len() as usize);
    } else if number > 0 {
        scratch.start_pass(plan, view.len() as usize);
    }
    scratch.comments.keep_all(context.compat.keep_all_comments);
    scratch.comments.once(!context.compat.repeated_comments && query.sorts.is_empty());
    let mut evaluator = Evaluator {
        plan,
        game,
        view,
        scratch,
        edge: None,
        emits_events: true,
        automatic: !context.quiet[number],
        paths: context.paths,
        events: Vec::new(),
        last_game_number: context.last_game_number,
        files: context.files.clone(),
        compat: context.compat,
        control: &context.control,
    };
    if let Some(sketch) = sketch
        && evaluator.is_refused(number, sketch)
    {
        let sort_values = query.sorts.iter().map(|&key| evaluator.sort_result(key, 0)).collect();
        return Ok(GameMatches { sort_values, ..GameMatches::default() });
    }
    let mut found = evaluator.pass((number, query), at_once.then_some(context))?;
    let again = context.comments && !at_once && context.is_match(number, found.matches.len());
    if again {
        evaluator.scratch.start_pass(plan, view.len() as usize);
        evaluator.emits_events = false;
        let events = std::mem::take(&mut found.events);
        found = evaluator.pass((number, query), Some(context))?;
        found.events = events;
    }
    Ok(found)
}

impl Evaluator<'_> {
    /// True if a query matches nowhere in the game, as its first and last position and the list of its moves show.
    fn is_refused(&mut self, query: usize, sketch: &mut Sketch<'_>) -> bool {
        let needs = &self.plan.needs[query];
        // A run that is to end notices it in the search.
        let refused = !needs.may_match_sketch(sketch, self.plan.variations) && self.spend(1, 0);
        self.settle();
        refused
    }

    /// True if a query may match at a position by the places that it asks for.
    fn is_asked(&self, places: Places, node: u32) -> bool {
        match places {
            Places::All => true,
            Places::First => node == 0,
            // Only a null move is played where there is no legal one.
            Places::Ends => {
                let is_null = |child| self.view.move_to(child).is_some_and(Move::is_null);
                self.view.first_child(node).is_none() || self.view.children(node).any(is_null)
            }
        }
    }

    /// The places at which a query can match in this game.
    fn places(&self, query: usize) -> Places {
        let places = self.plan.needs[query].places;
        let odd = || {
            let is_odd = |color| self.board(0).kings(color).count() != 1;
            self.view.situation(0).is_some() || is_odd(Color::White) || is_odd(Color::Black)
        };
        let keeps = self.compat.keep_all_comments || (places == Places::Ends && odd());
        if keeps { Places::All } else { places }
    }

    /// One pass over the game, with comments if a context for them is given.
    fn pass(&mut self, query: (usize, &QueryIr), commented: Option<&GameContext>) -> Result<GameMatches, RunError> {
        let found = self.all_positions(query, commented);
        self.settle();
        found
    }

    fn all_positions(
        &mut self,
        (number, query): (usize, &QueryIr),
        commented: Option<&GameContext>,
    ) -> Result<GameMatches, RunError> {
        if commented.is_none() {
            self.scratch.comments.mute();
        }
        let mut matches = Vec::new();
        let places = self.places(number);
        for node in 0..self.view.len() {
            if !self.is_asked(places, node) {
                continue;
            }
            let mark = self.scratch.comments.mark();
            if self.spend(1, node) && self.truth(query.body, node) {
                let values = query.selects.iter().map(|(_, value)| self.select(*value, node)).collect();
                let paths = if self.paths { self.match_paths(&query.sequences, node) } else { Vec::new() };
                matches.push(Match { query: number, position: node, values, paths });
                if let Some(Some(text)) = commented.map(|context| &context.match_strings[number]) {
                    self.scratch.comments.text(node, text.as_str());
                }
            } else {
                self.scratch.comments.cut(mark);
            }
            if let Some(error) = self.scratch.error.take() {
                self.scratch.given_up = true;
                if commented.is_none() {
                    self.scratch.comments.unmute();
                }
                return Err(error);
            }
        }
        if commented.is_none() {
            self.scratch.comments.unmute();
        }
        self.comment_runs();
        for &key in &query.sorts {
            let comments = self.scratch.sorts.take_comments(key);
            self.scratch.comments.extend(comments);
        }
        let sort_values = query.sorts.iter().map(|&key| self.sort_result(key, matches.len())).collect();
        Ok(GameMatches {
            matches,
            comments: self.scratch.comments.finish(),
            sort_values,
            events: std::mem::take(&mut self.events),
            tags: std::mem::take(&mut self.scratch.tags),
            removed_comments: std::mem::take(&mut self.scratch.removed).into_iter().collect(),
        })
    }

    fn sort_result(&self, key: ir::SortId, matches: usize) -> Option<SortValue> {
        if self.plan.ir.sorts[key.index()].match_count {
            return Some(SortValue::Number(matches as i64));
        }
        self.scratch.sorts.best(key).cloned()
    }

    /// The value of a column asked for, right after a match. What reads a variable that has no value there, for
    /// example that of a loop, has none either.
    fn select(&mut self, value: ir::Value, node: u32) -> Value {
        let sound = self.scratch.error.is_none();
        self.scratch.comments.mute();
        let value = self.value_of(value, node);
        self.scratch.comments.unmute();
        if self.forgive_unbound(sound) { Value::None } else { value }
    }

    fn value_of(&mut self, value: ir::Value, node: u32) -> Value {
        match value {
            ir::Value::Bool(id) => {
                if self.truth(id, node) {
                    Value::True
                } else {
                    Value::None
                }
            }
            ir::Value::Num(id) => self.number(id, node).map_or(Value::None, Value::Number),
            ir::Value::Text(id) => match self.text(id, node) {
                Some(text) if self.hand_over(text.len(), node) => Value::Text(text.into_owned()),
                _ => Value::None,
            },
            ir::Value::Pos(id) => self.position(id, node).map_or(Value::None, Value::Position),
            ir::Value::Set(id) => {
                Value::Squares(self.set(id, node).into_iter().map(|square| square.to_string()).collect())
            }
            ir::Value::Dictionary(var) => match self.dictionary_text(var, node) {
                Some(text) if self.hand_over(text.len(), node) => Value::Text(text.to_string()),
                _ => Value::None,
            },
            // A piece variable is worth its square; a piece that is gone has none.
            ir::Value::Piece(var) => {
                self.piece_square(var, node).map_or(Value::None, |square| Value::Squares(vec![square.to_string()]))
            }
        }
    }
}
