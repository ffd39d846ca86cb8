//! The evaluator: regular expressions, and the groups of the last match.
//!
//! The groups of the last match are a variable of the typed form: a regular expression writes it and `\1` reads it. If
//! nothing reads it, nothing writes it, and the expression is pure and may be a column.

use crate::ir::{BoolId, PatternId, RegexSearch, Text, TextId, VarId};
use crate::search::control::STEP;
use crate::search::evaluator::Evaluator;
use crate::search::scratch::{Built, Captured, Slot, Words};
use crate::syntax::ast::{Compare, GroupKey};
use crate::syntax::ecma::{Groups, Regex};
use std::ops::Range;

/// The flat cost of a search by backtracking, in parts of a step. The time that it takes is known neither before nor
/// after.
const BACKTRACKING: u64 = 256 * STEP;

/// The value of the groups' variable after a match.
fn captured(pattern: PatternId, text: &Built, groups: &Groups) -> Slot {
    Slot::Groups(Box::new(Captured { pattern, text: text.clone(), groups: groups.clone() }))
}

impl<'a> Evaluator<'a> {
    /// True if a text exists; a search need not tell what it found.
    pub(super) fn has_text(&mut self, id: TextId, node: u32) -> bool {
        match self.plan.ir.text(id) {
            Text::Match(search) => self.found(search, node).is_some(),
            Text::Compare(Compare::Equal, a, b) if self.is_other_fen(*a, *b, node) => false,
            _ => self.text(id, node).is_some(),
        }
    }

    /// `text ~~ "re"`: the text matched. A match replaces the groups of the last one, a failure forgets them.
    pub(super) fn matched(&mut self, search: &RegexSearch, node: u32) -> Option<Words<'a>> {
        let (text, range) = self.found(search, node)?;
        match text {
            Words::Given(text) => Some(Words::Given(&text[range])),
            text => self.built(text[range].to_owned(), node).map(Words::Built),
        }
    }

    /// Pays for a search in a text of this length.
    fn spend_search(&mut self, regex: &Regex, bytes: usize, node: u32) -> Option<()> {
        let flat = if regex.backtracks() { BACKTRACKING } else { 1 };
        self.spend(flat + bytes as u64 / 4, node).then_some(())
    }

    fn found(&mut self, search: &RegexSearch, node: u32) -> Option<(Words<'a>, Range<usize>)> {
        let regex = self.plan.ir.pattern(search.pattern);
        let Some(history) = search.history else {
            let text = self.text(search.text, node)?;
            self.spend_search(regex, text.len(), node)?;
            let found = regex.find(&text);
            let range = found.unwrap_or_else(|_| self.exhausted(regex, node))?;
            return Some((text, range));
        };
        let text = self.built_text(search.text, node);
        self.assign(history, Slot::Unbound);
        let text = text?;
        self.spend_search(regex, text.len(), node)?;
        let found = regex.groups(&text, 0);
        let groups = found.unwrap_or_else(|_| self.exhausted(regex, node))?;
        self.assign(history, captured(search.pattern, &text, &groups));
        let whole = groups.into_iter().next().flatten()?;
        Some((Words::Built(text), whole))
    }

    fn exhausted<T>(&mut self, regex: &Regex, node: u32) -> Option<T> {
        let message = format!("the search for `{}` was {}", regex.pattern(), crate::syntax::ecma::Exhausted);
        let help =
            "lookahead and backreferences require backtracking; remove them, or make the repetitions more specific";
        self.fail(node, message, Some(help));
        None
    }

    /// `while (text ~~ "re") body`: the body once for each match, no matter what comes of it. False only without a text.
    pub(super) fn each_match(&mut self, search: &RegexSearch, body: BoolId, node: u32) -> bool {
        let mark = self.scratch.comments.mark();
        let Some(text) = self.built_text(search.text, node) else {
            self.scratch.comments.cut(mark);
            return false;
        };
        let regex = self.plan.ir.pattern(search.pattern);
        let mut from = Some(0);
        while let Some(place) = from
            && self.goes_on(node)
            && self.spend_search(regex, text.len() - place, node).is_some()
        {
            let found = regex.groups(&text, place);
            let Some(groups) = found.unwrap_or_else(|_| self.exhausted(regex, node)) else { break };
            if let Some(history) = search.history {
                self.assign(history, captured(search.pattern, &text, &groups));
            }
            self.truth(body, node);
            if self.scratch.error.is_some() {
                break;
            }
            from = groups[0].as_ref().and_then(|whole| Regex::after(&text, whole));
        }
        true
    }

    /// The text that was searched last, and where a group of the match lies in it; none if it took no part.
    pub(super) fn group(&mut self, history: VarId, key: &GroupKey, node: u32) -> Option<(Built, Range<usize>)> {
        let Slot::Groups(captured) = &self.scratch.vars[history.index()] else {
            let help = "in this game no `~~` has matched yet, or the last one did not match";
            self.fail_unbound(node, format!("`\\{}` refers to a match, but there is none", key_text(key)), help);
            return None;
        };
        let regex = self.plan.ir.pattern(captured.pattern);
        let number = match key {
            GroupKey::Number(number) => Some(usize::from(*number)),
            GroupKey::Name(name) => regex.group_named(name),
        };
        match number.and_then(|number| captured.groups.get(number)) {
            Some(group) => group.clone().map(|range| (captured.text.clone(), range)),
            None => {
                let message =
                    format!("the last match, of the pattern `{}`, has no group `\\{}`", regex.pattern(), key_text(key));
                self.fail_unbound(node, message, "groups are counted by their opening parentheses, from 1");
                None
            }
        }
    }
}

fn key_text(key: &GroupKey) -> String {
    match key {
        GroupKey::Number(number) => number.to_string(),
        GroupKey::Name(name) => format!("{{{name}}}"),
    }
}
