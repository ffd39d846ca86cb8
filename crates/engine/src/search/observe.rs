//! The evaluator: a query's filters one by one, as its outline nests them.
//!
//! A conjunct is evaluated in the order of the text, and only where those before it hold, so that variables and bans
//! are what they are in a search. An evaluation for the reader alone has no effects. Tests: `tests/engine/evaluation/why.rs`.

use super::alive::FollowedRuns;
use super::block::Block;
use super::context::GameContext;
use super::error::RunError;
use super::evaluator::Evaluator;
use super::progress::SequenceProgress;
use super::results::Value;
use super::scratch::Scratch;
use crate::casts::number_of;
use crate::game::Game;
use crate::ir::{self, Bool, BoolId, Num, Pos, SequenceId};
use crate::plan::{Outline, Part, Plan, Shape};
use crate::syntax::ast::Span;
use crate::syntax::stack::with_room;
use std::collections::HashMap;

/// The positions left of one game after each conjunct.
#[derive(Clone, Debug, Default)]
pub struct GameFunnel {
    /// The positions of the game that were evaluated.
    pub positions: u64,
    /// Those that match the whole query.
    pub matches: u64,
    /// By row of the outline.
    pub rows: Vec<Passed>,
}

/// The positions left after one conjunct.
#[derive(Clone, Debug, Default)]
pub struct Passed {
    /// The number of positions.
    pub positions: u64,
    /// The first position that came as far as this conjunct and did not match it, with the conjunct as text in the image
    /// of a transform that came so far.
    pub lost: Option<(u32, Option<String>)>,
}

/// A filter of a query at a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// The filter as text that can be read again; in an image of a transform, the filter of that image.
    pub text: String,
    /// Its place in the query.
    pub span: Span,
    /// Whether it matches; `None` if it is not a test, or if it has an effect or reads a variable without a value, and the
    /// search does not evaluate it at this position.
    pub holds: Option<bool>,
    /// Its value, if it has one in addition to its truth.
    pub value: Option<Value>,
    /// True if the search evaluates it at this position: all conjuncts before it match.
    pub asked: bool,
    /// If it is a transform: the number of the image that is the only one of [`parts`](Self::parts), from 1, and how many
    /// there are. It is the first image that matches, otherwise the one that comes furthest.
    pub image: Option<(usize, usize)>,
    /// If it is a sequence filter: how far its runs come.
    pub run: Option<SequenceProgress>,
    /// The filters inside it, at the same position; what follows a colon, at the position before the colon.
    pub parts: Vec<Observation>,
}

impl Observation {
    /// A condition that does not hold and has no place in the query.
    pub fn failed(text: String) -> Observation {
        Observation { text, holds: Some(false), asked: true, ..Observation::default() }
    }
}

/// Counts the positions of a game that each conjunct leaves.
pub fn count_game(
    plan: &Plan,
    outline: &Outline,
    game: &Game,
    scratch: &mut Scratch,
    context: &GameContext,
) -> Result<GameFunnel, RunError> {
    with_room(plan.height, || {
        let mut observer = Observer::new(plan, outline, game, scratch, context);
        let counted = observer.count();
        observer.finish();
        counted
    })
}

/// Each filter of a query with its value at a position of a game.
pub fn observe(
    plan: &Plan,
    outline: &Outline,
    (game, position): (&Game, u32),
    scratch: &mut Scratch,
    context: &GameContext,
) -> Result<Vec<Observation>, RunError> {
    with_room(plan.height, || {
        let mut observer = Observer::new(plan, outline, game, scratch, context);
        let observed = observer.go_to(position).and_then(|()| observer.all(&outline.parts, (position, true)));
        observer.finish();
        observed
    })
}

/// The runs of the sequences of a query from a position, along the line that goes through another one.
pub(super) fn follow(
    plan: &Plan,
    outline: &Outline,
    (game, start, through): (&Game, u32, u32),
    scratch: &mut Scratch,
    context: &GameContext,
) -> Result<HashMap<SequenceId, FollowedRuns>, RunError> {
    with_room(plan.height, || {
        let mut observer = Observer::new(plan, outline, game, scratch, context);
        observer.line = Some((start, through));
        let observed = observer.go_to(start).and_then(|()| observer.all(&outline.parts, (start, true)).map(drop));
        let followed = std::mem::take(&mut observer.followed);
        observer.finish();
        observed.map(|()| followed)
    })
}

/// By row: the positions of a block that pass it, and what it says in the images of transforms before which some were lost.
#[derive(Debug, Default)]
struct Marks<'o> {
    passed: Vec<u64>,
    lost: Vec<Vec<(u64, &'o str)>>,
}

struct Observer<'o, 'a> {
    evaluator: Evaluator<'a>,
    outline: &'o Outline,
    /// The line along which runs are followed: its start, and a position that it goes through.
    line: Option<(u32, u32)>,
    followed: HashMap<SequenceId, FollowedRuns>,
}

impl<'o, 'a> Observer<'o, 'a> {
    fn new(
        plan: &'a Plan,
        outline: &'o Outline,
        game: &'a Game,
        scratch: &'a mut Scratch,
        context: &'a GameContext,
    ) -> Self {
        scratch.fit(plan);
        let view = if plan.variations { game.tree().full() } else { game.tree().mainline() };
        scratch.given_up = false;
        scratch.start_game(plan, view.len() as usize);
        scratch.error = None;
        scratch.comments.mute();
        let evaluator = Evaluator::new(plan, game, view, scratch, context);
        Observer { evaluator, outline, line: None, followed: HashMap::new() }
    }

    fn finish(mut self) {
        self.evaluator.scratch.comments.unmute();
        self.evaluator.settle();
    }

    fn probe(&self, probe: usize) -> ir::Value {
        self.evaluator.plan.ir.queries[0].selects[probe].1
    }

    /// The truth that a part stands for in a search.
    fn truth_of(&self, part: &Part) -> Option<BoolId> {
        match self.probe(part.truth?) {
            ir::Value::Bool(id) => Some(id),
            _ => None,
        }
    }

    /// True if a filter can be evaluated without a trace.
    fn is_pure(&self, probe: usize) -> bool {
        !self.evaluator.plan.ir.value_info(self.probe(probe)).effect
    }

    /// True if all conjuncts are functions of the position alone.
    fn goes_by_blocks(&self) -> bool {
        let by_blocks = |part: &Part| self.truth_of(part).is_some_and(|id| self.evaluator.goes_by_blocks(id));
        self.outline.parts.iter().all(by_blocks)
    }

    /// Evaluates the query at all positions before one, as a search does, if that can make a difference.
    fn go_to(&mut self, position: u32) -> Result<(), RunError> {
        if self.goes_by_blocks() {
            return Ok(());
        }
        let mut marks = Marks::default();
        (0..position).try_for_each(|node| self.matching(Block::one(node), &mut marks).map(drop))
    }

    /// Counts at whole blocks where all conjuncts are functions of the position, otherwise at one position after the other.
    fn count(&mut self) -> Result<GameFunnel, RunError> {
        let (len, by_blocks) = (self.evaluator.view.len(), self.goes_by_blocks());
        let rows = vec![Passed::default(); self.outline.rows.len()];
        let mut counted = GameFunnel { positions: u64::from(len), matches: 0, rows };
        let mut marks = Marks::default();
        for number in 0..if by_blocks { self.evaluator.blocks() } else { len as usize } {
            let block = if by_blocks { self.evaluator.whole_block(number) } else { Block::one(number_of(number)) };
            counted.matches += u64::from(self.matching(block, &mut marks)?.count_ones());
            for (i, (row, passed)) in self.outline.rows.iter().zip(&mut counted.rows).enumerate() {
                passed.positions += u64::from(marks.passed[i].count_ones());
                let lost = row.before.map_or(block.asked(), |before| marks.passed[before]) & !marks.passed[i];
                if lost != 0 && !row.alternative && passed.lost.is_none() {
                    let place = lost.trailing_zeros();
                    let image = marks.lost[i].iter().find(|(lost, _)| lost >> place & 1 == 1);
                    passed.lost = Some((block.first() + place, image.map(|&(_, text)| text.to_owned())));
                }
            }
        }
        Ok(counted)
    }

    /// The positions of a block at which the query matches, of those that are evaluated; marks the rows that they pass.
    fn matching(&mut self, block: Block, marks: &mut Marks<'o>) -> Result<u64, RunError> {
        let (outline, rows) = (self.outline, self.outline.rows.len());
        marks.passed.clear();
        marks.passed.resize(rows, 0);
        marks.lost.iter_mut().for_each(Vec::clear);
        marks.lost.resize(rows, Vec::new());
        let first = block.positions().next().map_or(0, |(_, node)| node);
        let paid = self.evaluator.spend(u64::from(block.asked().count_ones()), first);
        let asked = if paid { block.asked() } else { 0 };
        let matching = self.held_by_all(&outline.parts, block.only(asked), marks);
        self.evaluator.sound()?;
        Ok(matching)
    }

    fn held_by_all(&mut self, parts: &'o [Part], block: Block, marks: &mut Marks<'o>) -> u64 {
        parts.iter().fold(block.asked(), |asked, part| self.held(part, block.only(asked), marks))
    }

    /// The positions of a block at which a part matches, of those that are evaluated; marks the rows that they pass.
    fn held(&mut self, part: &'o Part, block: Block, marks: &mut Marks<'o>) -> u64 {
        if block.asked() == 0 {
            return 0;
        }
        if let Some((row, id)) = part.first_constituent.zip(self.sequence_of(part)) {
            for (place, node) in block.positions() {
                let reached = self.evaluator.sequence_reached(id, node);
                let rows = &mut marks.passed[row..row + part.constituents.len()][..reached];
                rows.iter_mut().for_each(|passed| *passed |= 1 << place);
            }
        }
        let holds = match &part.shape {
            Shape::Any(alternatives) if part.has_inner_rows() => alternatives.iter().fold(0, |any, alternative| {
                let pure = alternative.truth.is_some_and(|probe| self.is_pure(probe));
                let open = if pure { block } else { block.only(block.asked() & !any) };
                any | self.held(alternative, open, marks)
            }),
            Shape::Images(images) if part.has_inner_rows() => {
                images.iter().fold(0, |any, image| any | self.held_in_image(image, block, marks))
            }
            _ => match self.truth_of(part) {
                Some(id) if self.evaluator.goes_by_blocks(id) => self.evaluator.truths(id, block),
                Some(id) => self.evaluator.one_by_one(id, block),
                None => 0,
            },
        };
        if let Some(row) = part.row {
            marks.passed[row] |= holds;
        }
        holds
    }

    /// The same for an image of a transform, whose conjuncts have rows.
    fn held_in_image(&mut self, image: &'o Part, block: Block, marks: &mut Marks<'o>) -> u64 {
        let Shape::All(parts) = &image.shape else { return self.held(image, block, marks) };
        parts.iter().fold(block.asked(), |asked, part| {
            let holds = self.held(part, block.only(asked), marks);
            if let Some(row) = part.row.filter(|_| asked != holds)
                && part.text != self.outline.rows[row].text
            {
                marks.lost[row].push((asked & !holds, &part.text));
            }
            holds
        })
    }
}

/// At one position.
impl Observer<'_, '_> {
    /// Filters that all must match; those behind one that does not are not evaluated in a search.
    fn all(&mut self, parts: &[Part], (node, mut asked): (u32, bool)) -> Result<Vec<Observation>, RunError> {
        let mut observed = Vec::with_capacity(parts.len());
        for part in parts {
            let one = self.part(part, (node, asked))?;
            asked &= one.holds == Some(true);
            observed.push(one);
        }
        Ok(observed)
    }

    /// A filter at a position. `asked`: a search evaluates it there.
    fn part(&mut self, part: &Part, (node, asked): (u32, bool)) -> Result<Observation, RunError> {
        let run = match (part.constituents.is_empty(), self.sequence_of(part)) {
            (false, Some(id)) => {
                let sound = self.evaluator.scratch.error.is_none();
                let run = self.evaluator.sequence_progress(id, &part.constituents, node);
                let line = self.line.filter(|(start, _)| *start == node);
                let followed = line.and_then(|(_, through)| self.evaluator.runs_along(id, node, through));
                // What reads a variable without a value is told by the truth of the filter, if it is evaluated.
                let forgiven = self.evaluator.forgive_unbound(sound);
                self.evaluator.sound()?;
                if let Some(followed) = followed.filter(|_| !forgiven) {
                    self.followed.insert(id, followed);
                }
                (!forgiven).then_some(run)
            }
            _ => None,
        };
        let (text, span) = (part.text.clone(), part.span);
        let mut observed = Observation { text, span, asked, run, ..Observation::default() };
        let aside = (node, false);
        // A variable has another value once it is assigned.
        let early = if part.operands_first { self.each(&part.operands, aside)? } else { Vec::new() };
        if asked && part.has_inner_rows() {
            self.nested(part, node, &mut observed)?;
            return Ok(observed);
        }
        if let (Some(probe), Some(id)) = (part.truth, self.truth_of(part)) {
            if asked {
                observed.holds = Some(self.evaluator.truth(id, node));
                self.evaluator.sound()?;
            } else if self.is_pure(probe) {
                observed.holds = self.shown(part, node);
            }
        }
        if let Some(probe) = part.value.filter(|&probe| self.is_pure(probe)) {
            let value = self.probe(probe);
            observed.value = Some(self.evaluator.select(value, node));
            self.evaluator.sound()?;
            // A number always matches, but not that of a variable without a value.
            observed.holds = observed.holds.filter(|holds| asked || !holds || observed.value != Some(Value::None));
        }
        match &part.shape {
            Shape::Leaf => {}
            Shape::All(parts) => observed.parts = self.all(parts, aside)?,
            Shape::Any(parts) => observed.parts = self.each(parts, aside)?,
            Shape::Not(inner) => observed.parts = self.each(std::slice::from_ref(&**inner), aside)?,
            Shape::Images(images) => {
                let images = self.each(images, aside)?;
                best_image(images, part.as_written, &mut observed);
            }
        }
        observed.parts.extend(if part.operands_first { early } else { self.each(&part.operands, aside)? });
        if let Some(there) = &part.there
            && let Some(Value::Position(id)) = observed.parts.first().and_then(|position| position.value.clone())
            && !self.evaluator.is_imagined(id)
        {
            observed.parts.push(self.part(there, (id, false))?);
        }
        Ok(observed)
    }

    /// The truth of a filter that no search asks for here; none if a variable in it has no value.
    fn shown(&mut self, part: &Part, node: u32) -> Option<bool> {
        let id = self.truth_of(part)?;
        let sound = self.evaluator.scratch.error.is_none();
        let holds = self.evaluator.truth(id, node);
        (!self.evaluator.forgive_unbound(sound)).then_some(holds)
    }

    fn each(&mut self, parts: &[Part], at: (u32, bool)) -> Result<Vec<Observation>, RunError> {
        parts.iter().map(|part| self.part(part, at)).collect()
    }

    /// Alternatives and images whose conjuncts are evaluated one by one in a search.
    fn nested(&mut self, part: &Part, node: u32, observed: &mut Observation) -> Result<(), RunError> {
        match &part.shape {
            Shape::Any(alternatives) => {
                let mut any = false;
                for alternative in alternatives {
                    let one = self.part(alternative, (node, !any))?;
                    any |= one.holds == Some(true);
                    observed.parts.push(one);
                }
                observed.holds = Some(any);
            }
            Shape::Images(images) => {
                let mut seen = Vec::with_capacity(images.len());
                for image in images {
                    let (text, span) = (image.text.clone(), image.span);
                    let mut one = Observation { text, span, asked: true, ..Observation::default() };
                    match &image.shape {
                        Shape::All(parts) => {
                            one.parts = self.all(parts, (node, true))?;
                            one.holds = Some(one.parts.iter().all(|part| part.holds == Some(true)));
                        }
                        _ => one = self.part(image, (node, true))?,
                    }
                    seen.push(one);
                }
                observed.holds = Some(seen.iter().any(|image| image.holds == Some(true)));
                best_image(seen, part.as_written, observed);
            }
            Shape::Leaf | Shape::All(_) | Shape::Not(_) => {}
        }
        Ok(())
    }

    /// The sequence that a filter is.
    fn sequence_of(&self, part: &Part) -> Option<SequenceId> {
        sequence_of(self.evaluator.plan, part)
    }
}

/// True if the runs of all sequences that have rows for their constituents can be followed.
pub fn follows_runs(plan: &Plan, outline: &Outline) -> bool {
    fn follows(plan: &Plan, part: &Part) -> bool {
        let inner = match &part.shape {
            Shape::All(parts) | Shape::Any(parts) | Shape::Images(parts) => {
                parts.iter().all(|part| follows(plan, part))
            }
            Shape::Leaf | Shape::Not(_) => true,
        };
        let own = || sequence_of(plan, part).is_some_and(|id| plan.follows(id, part.constituents.len()));
        inner && (part.first_constituent.is_none() || own())
    }
    outline.parts.iter().all(|part| follows(plan, part))
}

/// The sequences among the filters of an outline, in its order.
pub(super) fn sequences_of(plan: &Plan, outline: &Outline) -> Vec<SequenceId> {
    fn add(plan: &Plan, part: &Part, out: &mut Vec<SequenceId>) {
        if !part.constituents.is_empty()
            && let Some(id) = sequence_of(plan, part)
            && !out.contains(&id)
        {
            out.push(id);
        }
        match &part.shape {
            Shape::Leaf => {}
            Shape::All(parts) | Shape::Any(parts) | Shape::Images(parts) => {
                parts.iter().for_each(|part| add(plan, part, out));
            }
            Shape::Not(inner) => add(plan, inner, out),
        }
        part.operands.iter().chain(part.there.as_deref()).for_each(|part| add(plan, part, out));
    }
    let mut all = Vec::new();
    outline.parts.iter().for_each(|part| add(plan, part, &mut all));
    all
}

/// The sequence that a filter is.
fn sequence_of(plan: &Plan, part: &Part) -> Option<SequenceId> {
    let ir = &plan.ir;
    let of_number = |id| match ir.num(id) {
        Num::Sequence(id) => Some(*id),
        _ => None,
    };
    let of_position = |id| match ir.pos(id) {
        Pos::SequenceEnd(id) => Some(*id),
        _ => None,
    };
    match plan.ir.queries[0].selects[part.truth.or(part.value)?].1 {
        ir::Value::Bool(id) => match ir.bool(id) {
            Bool::Sequence(id) => Some(*id),
            Bool::HasNum(id) => of_number(*id),
            Bool::HasPos(id) => of_position(*id),
            _ => None,
        },
        ir::Value::Num(id) => of_number(id),
        ir::Value::Pos(id) => of_position(id),
        _ => None,
    }
}

/// Shows an image that matches, or the one of which most conjuncts hold before one that does not; of several the one that is
/// as the query has it, otherwise the first.
fn best_image(images: Vec<Observation>, as_written: Option<usize>, observed: &mut Observation) {
    let count = images.len();
    let held = |image: &Observation| match image.holds {
        Some(true) => usize::MAX,
        _ => image.parts.iter().take_while(|part| part.holds == Some(true)).count(),
    };
    let best = images.into_iter().enumerate().rev().max_by_key(|(i, image)| (held(image), as_written == Some(*i)));
    if let Some((number, image)) = best {
        observed.image = Some((number + 1, count));
        observed.parts = vec![image];
    }
}
