//! Additions to a game that matches: comments at their positions, as CQL assembles them, and tags.
//!
//! Comments are assembled here and nowhere else, when a game is written: stack order, equal texts once, CQL's limits of
//! 4,500 and 4,800 bytes. In `NEXT k (position i of n)`, k numbers those matches of `next` (and, separately, of
//! `previous`) that stay in the game's comments, so the numbers have no gaps. The comments of `consecutivemoves` come
//! before those of `sort`, at the end of the game. An item without a value is written `<unbound>` and does not end the
//! search, because the same query finds the game if its comments are not shown.

use super::{FoundGame, Noticed, Tools};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::fmt::Write as _;
use tabiya::game::CommentPlace;
use tabiya::{Game, SortValue};

/// The greatest number of bytes of the comment of a position, spaces between texts not counted.
const LONGEST: usize = 4_500;

/// A text that leads beyond this many bytes ends the comment without a sign.
const BEYOND: usize = 4_800;

/// The substitute for the first text that is too long.
const TRUNCATED: &str = "[cql truncate]...";

/// The rules for assembling comments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merging {
    /// True if `Game number N` comes before the first move.
    pub(crate) header: bool,
    /// True if equal texts stand once at a position.
    pub(crate) unique: bool,
    /// True if what is too long with its spaces is left out altogether.
    pub(crate) strict: bool,
}

/// Notes in `tools` what to add to a game.
pub(crate) fn annotate(game: &FoundGame<'_>, merging: Merging, tools: &mut Tools) {
    let Tools { additions, noticed, .. } = tools;
    additions.clear();
    for found in game.found {
        for (name, value) in &found.matches.tags {
            match value {
                Some(value) => additions.set_tag(name, value),
                None => additions.remove_tag(name),
            }
        }
        found.matches.removed_comments.iter().for_each(|&node| additions.remove_comment(node));
    }
    // A game has many short comments: position by position they become one text.
    for here in texts(game, merging).chunk_by(|a, b| a.0 == b.0) {
        let node = here[0].0;
        let own = own_length(game.game, node);
        // Most positions have one text.
        let text = match here {
            [(_, text)] if own + text.len() <= LONGEST => Cow::Borrowed(&**text),
            _ => merged(own, here.iter().map(|(_, text)| &**text), merging.unique).into(),
        };
        if merging.strict && own + text.len() > LONGEST {
            noticed.push(Noticed::LongComment);
        } else if !text.is_empty() {
            additions.add_comment(node, &text);
        }
    }
}

/// All texts with their positions, by position and then in the order in which they were made.
fn texts<'a>(game: &FoundGame<'a>, merging: Merging) -> Vec<(u32, Cow<'a, str>)> {
    let mut texts: Vec<(u32, Cow<'_, str>)> = Vec::new();
    let speaking = || game.found.iter().filter(|found| !found.query.silent);
    if merging.header && speaking().next().is_some() {
        texts.push((0, format!("Game number {}", game.game.number()).into()));
    }
    let comments = speaking().flat_map(|found| &found.matches.comments);
    texts.extend(comments.map(|comment| (comment.position, comment.text.as_str().into())));
    let mut values = String::new();
    for found in speaking() {
        let keys = found.query.sort_keys.iter().zip(&found.matches.sort_values);
        for (key, value) in keys.filter(|(key, _)| !key.quiet) {
            let value = value.as_ref().map_or_else(|| "none".into(), SortValue::to_string);
            let _ = write!(values, " {}: {value}", key.name);
        }
    }
    texts.extend((!values.is_empty()).then(|| (0, values.into())));
    texts.sort_by_key(|(node, _)| *node);
    texts
}

/// The texts of one position with spaces between them, as far as they fit after a comment of `own` bytes.
fn merged<'t>(own: usize, texts: impl Iterator<Item = &'t str>, unique: bool) -> String {
    let mut said: FxHashSet<&str> = FxHashSet::default();
    let mut merged = String::new();
    let mut total = own;
    for text in texts.filter(|text| !unique || said.insert(text)) {
        total += text.len();
        if total > BEYOND {
            break;
        }
        if total > LONGEST {
            merged.push_str(TRUNCATED);
            break;
        }
        if !merged.is_empty() {
            merged.push(' ');
        }
        merged.push_str(text);
    }
    merged
}

/// The length of the game's own comments at a node.
fn own_length(game: &Game, node: u32) -> usize {
    let words = |text: &str| text.split_ascii_whitespace().map(|word| word.len() + 1).sum::<usize>().saturating_sub(1);
    let behind = game.notes().comments(node).filter(|(place, _)| *place != CommentPlace::Before);
    behind.map(|(_, text)| words(text)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_comments_end_where_those_of_cql_end() {
        let texts: Vec<String> = (10..60).map(|i| format!("{i:0>98}")).collect();
        let all = |own, unique| merged(own, texts.iter().map(String::as_str), unique);
        // 45 texts of 98 bytes fit; the next one leads to 4,508.
        assert_eq!(all(0, true).len(), 45 * 99 - 1 + TRUNCATED.len());
        assert!(all(0, true).ends_with(&format!("{:0>98}{TRUNCATED}", 54)));
        assert_eq!(all(4_400, true), format!("{:0>98}{TRUNCATED}", 10));
        // One that leads beyond 4,800 bytes leaves no sign.
        assert_eq!(all(4_750, true), "");
        let long = "x".repeat(4_801);
        assert_eq!(merged(0, ["a", &long, "b"].into_iter(), true), "a");
    }

    #[test]
    fn equal_texts_stand_once_unless_all_are_wanted() {
        let texts = || ["a", "b", "a"].into_iter();
        assert_eq!(merged(0, texts(), true), "a b");
        assert_eq!(merged(0, texts(), false), "a b a");
    }
}
