//! The evaluator: texts, and values as text.
//!
//! `san` and `uci` name the move that led to the position, as all filters about the last move do (`from`, `castle`,
//! `enpassant`). The target of a move and the tests of a `path` are evaluated after the move, so they need no rule of
//! their own there. CQL 6.2 rejects `tag "Round"`, and anyone who writes `--dialect 6` wants to know whether CQL would
//! take the query; `--select` is not CQL, and takes every tag.

use super::numbers::compare;
use crate::casts::count_of;
use crate::chess::Board;
use crate::chess::variant::Situation;
use crate::game::Game;
use crate::ir::{NumId, SortId, Text, TextId, TextPart, Value, VarId};
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::search::naming::squares_text;
use crate::search::scratch::{Built, Datum, Slot, SortNode, SortValue, Words};
use crate::syntax::ast::{Compare, GameText};
use std::borrow::Cow;
use std::cmp::Ordering;

/// A text to sort by that has more bytes is counted among what the game hands over.
const LONG: usize = 1_000;

impl<'a> Evaluator<'a> {
    /// The text of a filter at a position, if it has one.
    pub(in crate::search) fn text(&mut self, id: TextId, node: u32) -> Option<Words<'a>> {
        let plan = self.plan;
        match plan.ir.text(id) {
            Text::Apply(op, arguments) => self.text_op(*op, arguments, node),
            Text::Constant(text) => Some(Words::Given(text)),
            Text::Variable(var) => match &self.scratch.vars[var.index()] {
                Slot::Text(text) => Some(Words::Built(text.clone())),
                _ => {
                    self.unbound(*var, node);
                    None
                }
            },
            Text::Game(field) => self.game_text(field, node).map(Words::from),
            Text::Concat(parts) => {
                let mut all = self.built(String::new(), node)?;
                for &part in parts {
                    let part = self.text(part, node)?;
                    self.append(&mut all, &part, node)?;
                }
                Some(Words::Built(all))
            }
            Text::Slice { of, from, to, single } => {
                let mark = self.scratch.comments.mark();
                let slice = self.slice(*of, (*from, *to, *single), node);
                if slice.is_none() {
                    self.scratch.comments.cut(mark);
                }
                slice
            }
            Text::Compare(op, a, b) => self.compared_text(*op, (*a, *b), node),
            Text::Extreme { max, items } => {
                let better =
                    |value: &Words<'_>, best: &Words<'_>| if *max { **value > **best } else { **value < **best };
                self.best_of(items, better, |evaluator, item| evaluator.text(item, node))
            }
            Text::Str(items) => Some(Words::Built(self.items(items, node))),
            Text::At(position, inner) => {
                let text = self.at(*position, node, |evaluator, there| evaluator.built_text(*inner, there));
                text?.map(Words::Built)
            }
            Text::Guard(test, text) => self.guarded(*test, node, |evaluator| evaluator.text(*text, node)),
            Text::Call(arguments, text) => self.truth(*arguments, node).then(|| self.text(*text, node))?,
            Text::If(test, then, otherwise) => {
                let branch = if self.truth(*test, node) { then } else { otherwise };
                self.text(*branch, node)
            }
            Text::Dash { dash, last, target } => self.dash_text(*dash, *last, *target, node).map(Words::Built),
            Text::Hhdb(_) if !self.spend_comments(node) => None,
            Text::Hhdb(key) => self.hhdb_text(*key).map(Words::from),
            Text::AwardClass(award) => self.award_class(*award).map(Words::Given),
            Text::Match(search) => self.matched(search, node),
            Text::Group(history, group) => {
                let (text, range) = self.group(*history, group, node)?;
                self.built(text[range].to_owned(), node).map(Words::Built)
            }
            Text::Entry { of, key } => match self.entry(*of, *key, node)? {
                Datum::Text(text) => Some(Words::Built(text)),
                _ => None,
            },
            Text::Sort(key, inner) => self.sorted_text(*key, *inner, node),
        }
    }

    /// True if the first text is a part of the second.
    pub(super) fn contains(&mut self, (part, whole): (TextId, TextId), node: u32) -> bool {
        let Some(part) = self.text(part, node) else { return false };
        let Some(whole) = self.text(whole, node) else { return false };
        self.spend_bytes(whole.len(), node) && whole.contains(&*part)
    }

    /// The left text if the comparison holds.
    fn compared_text(&mut self, op: Compare, (a, b): (TextId, TextId), node: u32) -> Option<Words<'a>> {
        let mark = self.scratch.comments.mark();
        let left = self.text(a, node);
        let right = if left.is_some() { self.text(b, node) } else { None };
        let bytes = left.as_ref().map_or(0, |text| text.len());
        let of_positions = self.plan.ir.constant_beside_fen(a, b).is_some();
        let order = |(a, b): (&Words<'_>, Words<'_>)| match of_positions && crate::chess::fen::are_alike(a, &b) {
            true => Ordering::Equal,
            false => a.as_bytes().cmp(b.as_bytes()),
        };
        let holds =
            self.spend_bytes(bytes, node) && left.as_ref().zip(right).is_some_and(|both| compare(op, order(both)));
        if !holds {
            self.scratch.comments.cut(mark);
        }
        left.filter(|_| holds)
    }

    fn sorted_text(&mut self, key: SortId, inner: TextId, node: u32) -> Option<Words<'a>> {
        let mark = self.scratch.comments.mark();
        let Some(text) = self.text(inner, node) else {
            self.scratch.comments.cut(mark);
            return None;
        };
        // Short ones are as many as there are positions; long ones may be kept for each of many keys.
        if text.len() > LONG && !self.hand_over(text.len(), node) {
            return None;
        }
        self.sort_value(key, SortNode::Text(inner), SortValue::Text(text.clone().into_owned()), mark);
        Some(text)
    }

    /// A text of the game; an empty one does not count.
    fn game_text(&self, field: &GameText, node: u32) -> Option<Cow<'a, str>> {
        let game = self.game;
        let text = match field {
            GameText::Player(None) => game.players().into(),
            GameText::Opening => self.plan.advisers.openings.as_ref()?.full_name(game)?.into(),
            GameText::Variant => game.variant_name().into(),
            GameText::Result => game.result().as_str().into(),
            GameText::Comment => Cow::Owned(game.notes().plain_comment(node)?.into()),
            GameText::Tag(name) if name == "FEN" => start_fen(game)?.into(),
            _ => game.tag_text(field.tags().next()?)?,
        };
        (!text.is_empty()).then_some(text)
    }

    /// A part of a text.
    fn slice(&mut self, of: TextId, slice: (Option<NumId>, Option<NumId>, bool), node: u32) -> Option<Words<'a>> {
        let text = self.text(of, node)?;
        let (start, end) = self.bounds(text.len(), slice, node)?;
        self.built(cut(&text, start, end), node).map(Words::Built)
    }

    /// Both ends of a slice of a text of `len` bytes; none if the slice is one character that is not there.
    fn bounds(&mut self, len: usize, slice: (Option<NumId>, Option<NumId>, bool), node: u32) -> Option<(usize, usize)> {
        let end = count_of(len);
        let (from, to, single) = slice;
        let place = |value: i64| if value < 0 { value + end } else { value };
        let start = match from {
            Some(from) => place(self.number(from, node)?),
            None => 0,
        };
        if single {
            return usize::try_from(start).ok().filter(|start| *start < len).map(|start| (start, start + 1));
        }
        let to = match to {
            Some(to) => place(self.number(to, node)?),
            None => end,
        };
        let clamped = |place: i64| usize::try_from(place.max(0)).unwrap_or(len).min(len);
        let (start, to) = (clamped(start), clamped(to));
        Some((start, to.max(start)))
    }

    pub(super) fn assign_slice(
        &mut self,
        var: VarId,
        slice: (Option<NumId>, Option<NumId>, bool),
        value: TextId,
        node: u32,
    ) -> bool {
        let Some(value) = self.text(value, node) else { return false };
        let Slot::Text(old) = self.scratch.vars[var.index()].clone() else {
            self.unbound(var, node);
            return false;
        };
        let Some((start, end)) = self.bounds(old.len(), slice, node) else { return false };
        let rest = cut(&old, end, old.len());
        let new = self.built(cut(&old, 0, start), node).and_then(|mut new| {
            self.append(&mut new, &value, node)?;
            self.append(&mut new, &rest, node)?;
            Some(new)
        });
        let assigned = new.is_some();
        if let Some(new) = new {
            self.assign(var, Slot::Text(new));
        }
        assigned
    }

    /// `x=TEXT`. `x=x+TEXT` adds to the variable's text in place.
    pub(super) fn assign_text(&mut self, var: VarId, value: TextId, node: u32) -> bool {
        if let Some(added) = self.added_to(var, value)
            && let Slot::Text(_) = self.scratch.vars[var.index()]
        {
            let mut parts = Vec::with_capacity(added.len());
            for &part in added {
                let Some(part) = self.text(part, node) else { return false };
                parts.push(part);
            }
            let Slot::Text(mut all) = std::mem::take(&mut self.scratch.vars[var.index()]) else { return false };
            let grown = parts.iter().all(|part| self.append(&mut all, part, node).is_some());
            self.assign(var, Slot::Text(all));
            return grown;
        }
        let Some(text) = self.built_text(value, node) else { return false };
        self.assign(var, Slot::Text(text));
        true
    }

    /// The texts that `x=x+TEXT` adds to x, unless they change something when they are evaluated.
    fn added_to(&self, var: VarId, value: TextId) -> Option<&'a [TextId]> {
        let plan = self.plan;
        let Text::Concat(parts) = plan.ir.text(value) else { return None };
        let (&first, added) = parts.split_first()?;
        let adds = *plan.ir.text(first) == Text::Variable(var) && !plan.ir.text_info(value).effect;
        adds.then_some(added)
    }

    /// The text of a filter, to be kept.
    pub(super) fn built_text(&mut self, id: TextId, node: u32) -> Option<Built> {
        match self.text(id, node)? {
            Words::Built(text) => Some(text),
            other => self.keep(other.into_owned(), node),
        }
    }

    /// Items one after the other, as `comment` and `message` write them.
    /// After an error they end where it happened.
    pub(super) fn items(&mut self, items: &[TextPart], node: u32) -> Built {
        let mut text = self.scratch.meter.live.hold(String::new());
        for item in items {
            let part = match item.variable.filter(|var| self.scratch.vars[var.index()] == Slot::Unbound) {
                Some(var) => Words::Own(format!("<unbound: {}>", self.plan.ir.vars[var.index()].name)),
                None => self.value_text(item.value, node),
            };
            if !self.spend(STEP, node) || self.append(&mut text, &part, node).is_none() {
                break;
            }
        }
        text
    }

    /// An item of `comment`. A variable in it that has no value does not end the search of the game, because without
    /// comments nobody would have asked.
    pub(super) fn commented(&mut self, item: &TextPart, node: u32) -> Words<'a> {
        let sound = self.scratch.error.is_none();
        let text = self.items(std::slice::from_ref(item), node);
        if self.forgive_unbound(sound) { Words::Given("<unbound>") } else { Words::Built(text) }
    }

    fn value_text(&mut self, value: Value, node: u32) -> Words<'a> {
        let found = match value {
            Value::Bool(id) => self.truth(id, node).then(|| "<true>".to_owned()),
            Value::Set(id) => Some(squares_text(self.set(id, node))),
            Value::Num(id) => self.number(id, node).map(|value| value.to_string()),
            Value::Pos(id) => {
                let position = self.position(id, node);
                position.and_then(|position| self.there(position, |evaluator, there| evaluator.named_position(there)))
            }
            Value::Text(id) => return self.text(id, node).unwrap_or(Words::Given("<false>")),
            Value::Piece(var) => Some(self.piece_text(var, node)),
            Value::Dictionary(var) => {
                return self.dictionary_text(var, node).map_or(Words::Given(""), Words::Built);
            }
        };
        found.map_or(Words::Given("<false>"), Words::Own)
    }
}

/// The start of a game that does not begin as usual.
fn start_fen(game: &Game) -> Option<String> {
    let start = game.start();
    if let Some(situation) = game.tree().situation(0) {
        let usual = Situation::initial(situation.variant()).as_ref() == Some(situation);
        return (!usual).then(|| situation.write_fen(start));
    }
    let usual = start.board == Board::initial() || start.board.occupied().is_empty();
    (!usual).then(|| crate::chess::fen::write(start))
}

/// Some bytes of a text; a character that is cut through is replaced.
fn cut(text: &str, start: usize, end: usize) -> String {
    String::from_utf8_lossy(&text.as_bytes()[start..end]).into_owned()
}
