//! The driver: asks queries at every position of a game, in order of position ids, and collects what matches.

use super::block::Block;
use super::context::GameContext;
use super::error::{RunError, RunErrorKind};
use super::evaluator::Evaluator;
use super::results::{GameMatches, Match, MatchDetails, Value};
use super::scratch::{Comment, Scratch, SortValue};
use crate::casts::count_of;
use crate::chess::{Color, Move};
use crate::facts::Sketch;
use crate::game::{Game, TreeView};
use crate::ir::{self, BoolId, QueryIr, SequenceId};
use crate::plan::{Formula, Places, Plan};
use crate::syntax::stack::with_room;
use tabiya_automata::{clear_bits, count_bits};

/// One position in this many, asked by itself, takes as much time as whole blocks.
const DENSE: usize = 8;

/// Searches one game with every query of a plan and appends one result for each. A query that fails leaves the others alone.
pub fn search_game(
    plan: &Plan,
    game: &Game,
    scratch: &mut Scratch,
    context: &GameContext,
    results: &mut Vec<Result<GameMatches, RunError>>,
) {
    with_room(plan.height, || search_here(plan, game, scratch, context, results));
}

fn search_here(
    plan: &Plan,
    game: &Game,
    scratch: &mut Scratch,
    context: &GameContext,
    results: &mut Vec<Result<GameMatches, RunError>>,
) {
    scratch.fit(plan);
    let view = if plan.variations { game.tree().full() } else { game.tree().mainline() };
    scratch.start_game(plan, view.len() as usize);
    scratch.error = None;
    let queries = plan.ir.queries.iter().enumerate();
    let mut sketch = Sketch::of(game);
    results.extend(queries.map(|query| search_query(plan, query, (game, view, sketch.as_mut()), scratch, context)));
}

fn search_query(
    plan: &Plan,
    (number, query): (usize, &QueryIr),
    (game, view, sketch): (&Game, TreeView<'_>, Option<&mut Sketch<'_>>),
    scratch: &mut Scratch,
    context: &GameContext,
) -> Result<GameMatches, RunError> {
    let told = context.places.get(number).and_then(Option::as_ref);
    // Nothing that outlives the game would be left by a search that finds nothing.
    if told.is_some_and(Vec::is_empty) && query.sorts.is_empty() {
        return Ok(GameMatches::default());
    }
    // Comments change nothing, so they are left out first, and only a game that matches is gone over again for them.
    // A query whose effects outlive the game must not run twice: its comments are kept from the start.
    let outlives = query.files || query.vars.clone().any(|var| plan.ir.vars[var].persistent.is_some());
    let at_once = context.comments && outlives;
    if std::mem::take(&mut scratch.given_up) {
        // Facts about the game that the query before began to compute may be incomplete.
        scratch.start_game(plan, view.len() as usize);
    } else if number > 0 {
        scratch.start_query(plan);
    }
    scratch.comments.keep_all(context.compat.keep_all_comments);
    scratch.comments.once(!context.compat.repeated_comments && query.sorts.is_empty());
    let evaluator = Evaluator::new(plan, game, view, scratch, context);
    let mut evaluator = Evaluator { emits_events: true, automatic: !context.quiet[number], ..evaluator };
    if let Some(sketch) = sketch
        && evaluator.is_refused(number, sketch)
    {
        let sort_values = query.sorts.iter().map(|&key| evaluator.sort_result(key, 0)).collect();
        return Ok(GameMatches { sort_values, ..GameMatches::default() });
    }
    let places = match (evaluator.places(number), told) {
        (Some(places), Some(told)) => {
            Some(places.into_iter().filter(|place| told.binary_search(place).is_ok()).collect())
        }
        // Where it may match nearly everywhere, whole blocks are evaluated in less time.
        (None, Some(told)) if told.len() < view.len() as usize / DENSE => Some(told.clone()),
        (places, _) => places,
    };
    let mut found = evaluator.pass((number, query), at_once.then_some(context), places.as_deref())?;
    let again = context.comments && !at_once && context.is_match(number, found.matches.len());
    if again {
        evaluator.scratch.start_pass(plan, view.len() as usize);
        evaluator.emits_events = false;
        let positions: Vec<u32> = found.matches.iter().map(|found| found.position).collect();
        if evaluator.is_silent(query) {
            found.comments = match_strings((number, context), &positions);
            return Ok(found);
        }
        let looked = if evaluator.comments_only_matches(query) { Some(&positions) } else { places.as_ref() };
        match evaluator.pass((number, query), Some(context), looked.map(Vec::as_slice)) {
            Ok(commented) => found = GameMatches { events: found.events, ..commented },
            // What only comments meet takes no match away.
            Err(error) if error.kind == RunErrorKind::Query => {
                let message = format!("the comments of this game are left out: {}", error.message);
                found.comments = match_strings((number, context), &positions);
                found.comment_error = Some(Box::new(RunError { message, ..error }));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// The comments that mark the matches of a query that makes no others.
fn match_strings((number, context): (usize, &GameContext), positions: &[u32]) -> Vec<Comment> {
    let text = context.match_strings[number].as_deref().unwrap_or_default();
    let marked = positions.iter().filter(|_| !text.is_empty());
    marked.map(|&position| Comment { position, text: text.to_owned() }).collect()
}

impl Evaluator<'_> {
    /// True if a query matches nowhere in the game, as its first and last position and the list of its moves show.
    fn is_refused(&mut self, query: usize, sketch: &mut Sketch<'_>) -> bool {
        let needs = &self.plan.needs[query];
        if needs.sketched == Formula::Always {
            return false;
        }
        // A run that must end notices it in the search.
        let refused = !needs.may_match_sketch(sketch, self.plan.variations) && self.spend(1, 0);
        self.settle();
        refused
    }

    /// The positions at which a query can match in this game; `None` if it may be all of them.
    fn places(&mut self, query: usize) -> Option<Vec<u32>> {
        match self.plan.needs[query].places {
            _ if self.context.compat.keep_all_comments => None,
            Places::All => None,
            Places::Starts(id) => self.starts_anywhere(id),
            Places::First => Some(vec![0]),
            Places::Ends => {
                let is_odd = |color| self.board(0).kings(color).count() != 1;
                if self.view.situation(0).is_some() || is_odd(Color::White) || is_odd(Color::Black) {
                    return None;
                }
                // Only a null move is played where there is no legal one.
                let is_null = |child| self.view.move_to(child).is_some_and(Move::is_null);
                let is_end =
                    |&node: &u32| self.view.first_child(node).is_none() || self.view.children(node).any(is_null);
                Some((0..self.view.len()).filter(is_end).collect())
            }
        }
    }

    /// The positions from which a sequence of closed predicates matches; `None` if they cannot be found out.
    fn starts_anywhere(&mut self, id: SequenceId) -> Option<Vec<u32>> {
        self.scratch.comments.mute();
        let mut starts = Vec::new();
        for number in 0..self.blocks() {
            let block = self.whole_block(number);
            let found = block.only(self.all_starts(id, block));
            starts.extend(found.positions().map(|(_, node)| node));
        }
        self.scratch.comments.unmute();
        if self.scratch.error.take().is_none() {
            return Some(starts);
        }
        // What failed left false answers behind; asked in order, it fails at its place.
        self.scratch.start_game(self.plan, self.view.len() as usize);
        None
    }

    /// True if evaluating a query where it does not match leaves nothing behind, so that its comments can be made by
    /// evaluating it where it does.
    fn comments_only_matches(&self, query: &QueryIr) -> bool {
        let info = self.plan.ir.bool_info(query.body);
        !info.effect && !info.remembers && !self.context.compat.keep_all_comments
    }

    /// True if, besides, evaluating it where it matches leaves nothing behind either.
    fn is_silent(&self, query: &QueryIr) -> bool {
        !self.plan.ir.bool_info(query.body).comments && self.comments_only_matches(query)
    }

    /// One pass over the game, or over some positions of it, with comments if a context for them is given.
    fn pass(
        &mut self,
        query: (usize, &QueryIr),
        commented: Option<&GameContext>,
        positions: Option<&[u32]>,
    ) -> Result<GameMatches, RunError> {
        if commented.is_none() {
            self.scratch.comments.mute();
        }
        let all = 0..self.view.len();
        let mut found = match positions {
            Some(positions) => self.ask_in_order(query, commented, positions.iter().copied()),
            None if self.goes_by_blocks(query.1.body) => self.ask_by_blocks(query, commented),
            None => self.ask_in_order(query, commented, all.clone()),
        };
        let failed = found.as_ref().is_err_and(|error| !matches!(error.kind, RunErrorKind::Halted(_)));
        if failed && positions.is_none() && self.goes_by_blocks(query.1.body) {
            // Which position failed first shows only if they are evaluated in order. The failed attempt has left wrong answers.
            self.scratch.start_game(self.plan, self.view.len() as usize);
            found = self.ask_in_order(query, commented, all);
        }
        if commented.is_none() {
            self.scratch.comments.unmute();
        }
        self.settle();
        found
    }

    fn ask_by_blocks(
        &mut self,
        query: (usize, &QueryIr),
        commented: Option<&GameContext>,
    ) -> Result<GameMatches, RunError> {
        if self.is_bare(query, commented) {
            return self.ask_for_positions(query);
        }
        let mut matches = Vec::new();
        for number in 0..self.blocks() {
            let block = self.whole_block(number);
            let matching = self.matching(query.1.body, block)?;
            matches.reserve(matching.count_ones() as usize);
            for (_, node) in block.only(matching).positions() {
                matches.push(self.match_at(query, commented, node));
                self.sound()?;
            }
        }
        Ok(self.finish(query.1, matches))
    }

    /// The same where nothing is wanted of a match but its position: they are counted before there is a list of them.
    fn ask_for_positions(&mut self, query: (usize, &QueryIr)) -> Result<GameMatches, RunError> {
        clear_bits(&mut self.scratch.output.matching, self.view.len() as usize);
        for number in 0..self.blocks() {
            let matching = self.matching(query.1.body, self.whole_block(number))?;
            self.scratch.output.matching.as_raw_mut_slice()[number] = matching;
        }
        let matching = &self.scratch.output.matching;
        let mut matches = Vec::with_capacity(count_bits(matching));
        for (number, &word) in matching.as_raw_slice().iter().enumerate() {
            // There is room for all of them, which `extend` cannot know.
            Block::new(number, word).positions().for_each(|(_, node)| matches.push(Match::bare(query.0, node)));
        }
        Ok(self.finish(query.1, matches))
    }

    fn ask_in_order(
        &mut self,
        query: (usize, &QueryIr),
        commented: Option<&GameContext>,
        positions: impl Iterator<Item = u32>,
    ) -> Result<GameMatches, RunError> {
        let mut matches = Vec::new();
        for node in positions {
            let mark = self.scratch.comments.mark();
            for &key in &query.1.sorts {
                self.scratch.sorts.here[key.index()] = None;
            }
            if self.spend(1, node) && self.truth(query.1.body, node) {
                matches.push(self.match_at(query, commented, node));
            } else {
                self.scratch.comments.cut(mark);
            }
            self.sound()?;
        }
        Ok(self.finish(query.1, matches))
    }

    /// True if nothing is wanted of a match but its position.
    fn is_bare(&self, (number, query): (usize, &QueryIr), commented: Option<&GameContext>) -> bool {
        let is_marked = commented.is_some_and(|context| context.match_strings[number].is_some());
        query.selects.is_empty() && query.sorts.is_empty() && !self.context.paths && !is_marked
    }

    /// A match, with its values, sort keys and paths; notes the comment that marks it.
    fn match_at(&mut self, (number, query): (usize, &QueryIr), commented: Option<&GameContext>, node: u32) -> Match {
        // Most queries select nothing, and an empty list takes no memory.
        let mut values = Vec::new();
        if !query.selects.is_empty() {
            values.extend(query.selects.iter().map(|(_, value)| self.select(*value, node)));
        }
        let paths = if self.context.paths { self.match_paths(&query.sequences, node) } else { Vec::new() };
        let found_move = if self.context.paths { self.match_move(query.body, node) } else { None };
        let shown = self.context.paths && commented.is_some();
        let reached = if shown { self.match_reached(&query.searches, node) } else { Vec::new() };
        let mut sort_values = Vec::new();
        if !query.sorts.is_empty() {
            let sorts = &mut self.scratch.sorts;
            sort_values.extend(query.sorts.iter().map(|key| sorts.here[key.index()].take()));
        }
        if let Some(Some(text)) = commented.map(|context| &context.match_strings[number]) {
            self.scratch.comments.text(node, text.as_str());
        }
        let details = MatchDetails { values, paths, found_move, reached };
        let details = (details != MatchDetails::NONE).then(|| Box::new(details));
        Match { query: number, position: node, sort_values, details }
    }

    /// The results of a pass.
    fn finish(&mut self, query: &QueryIr, mut matches: Vec<Match>) -> GameMatches {
        self.comment_runs();
        for &key in &query.sorts {
            let comments = self.scratch.sorts.take_comments(key);
            self.scratch.comments.extend(comments);
        }
        let sort_values: Vec<_> = query.sorts.iter().map(|&key| self.sort_result(key, matches.len())).collect();
        for (place, &key) in query.sorts.iter().enumerate() {
            // The number of matches is known only now.
            if self.plan.ir.sorts[key.index()].match_count {
                matches.iter_mut().for_each(|found| found.sort_values[place].clone_from(&sort_values[place]));
            }
        }
        GameMatches {
            matches,
            comments: self.scratch.comments.finish(),
            sort_values,
            events: std::mem::take(&mut self.events),
            tags: std::mem::take(&mut self.scratch.output.tags),
            removed_comments: match self.scratch.output.removed.is_empty() {
                true => Vec::new(),
                false => std::mem::take(&mut self.scratch.output.removed).into_iter().collect(),
            },
            comment_error: None,
        }
    }

    /// The positions of a block at which the body of a query matches.
    fn matching(&mut self, body: BoolId, block: Block) -> Result<u64, RunError> {
        let paid = self.spend(u64::from(block.asked().count_ones()), 0);
        let matching = if paid { self.truths(body, block) } else { 0 };
        self.sound()?;
        Ok(matching)
    }

    /// The error that was noted, if one was.
    #[inline]
    pub(super) fn sound(&mut self) -> Result<(), RunError> {
        if self.scratch.error.is_none() { Ok(()) } else { self.give_up() }
    }

    #[cold]
    fn give_up(&mut self) -> Result<(), RunError> {
        self.scratch.given_up = true;
        self.scratch.error.take().map_or(Ok(()), Err)
    }

    fn sort_result(&self, key: ir::SortId, matches: usize) -> Option<SortValue> {
        if self.plan.ir.sorts[key.index()].match_count {
            return Some(SortValue::Number(count_of(matches)));
        }
        self.scratch.sorts.best(key).cloned()
    }

    /// The value of a column asked for, right after a match. It has none if it reads a variable without one there, for
    /// example that of a loop.
    pub(super) fn select(&mut self, value: ir::Value, node: u32) -> Value {
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

    /// Writes the comments of the longest runs of a finished game.
    fn comment_runs(&mut self) {
        for record in 0..self.scratch.output.common_runs.len() {
            let Some(run) = self.scratch.output.common_runs[record].take() else { continue };
            let [x, y] = [run.first, run.second].map(|var| self.plan.ir.vars[var.index()].name.as_str());
            for (i, &(left, right)) in run.tails.iter().enumerate() {
                self.scratch.comments.text(left, format!("{x}-move[{}]", i + 1));
                self.scratch.comments.text(right, format!("{y}-move[{}]", i + 1));
            }
        }
    }
}
