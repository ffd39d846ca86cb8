//! The evaluator: regular expressions, and the groups of the last match.

use super::machine::Machine;
use super::scratch::Slot;
use crate::ecma::{Groups, Regex};
use crate::ir::{BoolId, PatternId, Search, Text, TextId, VarId};
use crate::syntax::ast::GroupKey;
use std::borrow::Cow;

/// The groups of a match, with their texts: what was searched may be gone when they are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Captured {
    pattern: PatternId,
    /// By number: where the group begins, and its text; none if it took no part.
    groups: Vec<Option<(usize, String)>>,
}

impl Captured {
    /// What the variable of the groups holds after a match.
    fn slot(pattern: PatternId, text: &str, groups: &Groups) -> Slot {
        let group = |range: &std::ops::Range<usize>| (range.start, text[range.clone()].to_owned());
        let groups = groups.iter().map(|range| range.as_ref().map(group)).collect();
        Slot::Groups(Box::new(Captured { pattern, groups }))
    }
}

impl<'a> Machine<'a> {
    /// Whether a text exists; a search need not tell what it found.
    pub(super) fn has_text(&mut self, id: TextId, n: u32) -> bool {
        match self.plan.ir.text(id) {
            Text::Match(search) => self.found(search, n).is_some(),
            _ => self.text(id, n).is_some(),
        }
    }

    /// `text ~~ "re"`: the text matched. A match replaces the groups of the last one, a failure forgets them.
    pub(super) fn matched(&mut self, search: &Search, n: u32) -> Option<Cow<'a, str>> {
        let (text, range) = self.found(search, n)?;
        Some(match text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[range]),
            Cow::Owned(text) => Cow::Owned(text[range].to_owned()),
        })
    }

    fn found(&mut self, search: &Search, n: u32) -> Option<(Cow<'a, str>, std::ops::Range<usize>)> {
        let text = self.text(search.text, n);
        let regex = self.plan.ir.pattern(search.pattern);
        let Some(history) = search.history else {
            let text = text?;
            let found = regex.find(&text);
            let range = found.unwrap_or_else(|_| self.exhausted(regex, n))?;
            return Some((text, range));
        };
        self.assign(history, Slot::Unbound);
        let text = text?;
        let found = regex.groups(&text, 0);
        let groups = found.unwrap_or_else(|_| self.exhausted(regex, n))?;
        self.assign(history, Captured::slot(search.pattern, &text, &groups));
        let whole = groups.into_iter().next().flatten()?;
        Some((text, whole))
    }

    fn exhausted<T>(&mut self, regex: &Regex, n: u32) -> Option<T> {
        let message = format!("the search for `{}` was {}", regex.pattern(), crate::ecma::Exhausted);
        let help =
            "lookahead and backreferences make it backtrack: take them out, or make the repetitions more definite";
        self.fail(n, message, Some(help));
        None
    }

    /// `while (text ~~ "re") body`: the body once for each match, whatever comes of it. False only without a text.
    pub(super) fn each_match(&mut self, search: &Search, body: BoolId, n: u32) -> bool {
        let mark = self.s.comments.mark();
        let Some(text) = self.text(search.text, n) else {
            self.s.comments.cut(mark);
            return false;
        };
        let regex = self.plan.ir.pattern(search.pattern);
        let mut from = Some(0);
        while let Some(place) = from {
            let found = regex.groups(&text, place);
            let Some(groups) = found.unwrap_or_else(|_| self.exhausted(regex, n)) else { break };
            if let Some(history) = search.history {
                self.assign(history, Captured::slot(search.pattern, &text, &groups));
            }
            self.truth(body, n);
            if self.s.error.is_some() {
                break;
            }
            from = groups[0].as_ref().and_then(|whole| Regex::after(&text, whole));
        }
        true
    }

    /// Where a group of the last match begins, and its text; none if it took no part.
    pub(super) fn group(&mut self, history: VarId, key: &GroupKey, n: u32) -> Option<(usize, String)> {
        let Slot::Groups(captured) = &self.s.vars[history.index()] else {
            let help = "in this game no `~~` has matched yet, or the last one did not match";
            self.fail_unbound(n, format!("there is no match for `\\{}` to look at", key_text(key)), help);
            return None;
        };
        let regex = self.plan.ir.pattern(captured.pattern);
        let number = match key {
            GroupKey::Number(number) => Some(usize::from(*number)),
            GroupKey::Name(name) => regex.group_named(name),
        };
        match number.and_then(|number| captured.groups.get(number)) {
            Some(group) => group.clone(),
            None => {
                let message = format!("the last match, of `{}`, has no group `\\{}`", regex.pattern(), key_text(key));
                self.fail_unbound(n, message, "groups are counted by their opening parentheses, from 1");
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
