//! Comments and numeric annotation glyphs, kept apart from the tree so that a game can be written back with all it had.

use super::text::{decode, end_of, push_unread};
use std::borrow::Cow;

/// The place of a comment in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommentPlace {
    /// Before the first move of a variation: `( {here} 1. d4 )`. The node is the one that the move leads to.
    Before,
    /// After the move that leads to the node, or before the first move of the game.
    After,
    /// After a variation of the move that leads to the node: `1. e4 ( 1. d4 ) {here}`. The number is the first node
    /// of that variation.
    AfterVariation(u32),
}

/// One comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Comment {
    node: u32,
    place: CommentPlace,
    start: u32,
    end: u32,
}

/// Text after a node that could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rest {
    node: u32,
    start: u32,
    end: u32,
    /// The end of the comment that filters see in its place, which begins at `end`.
    seen: Option<u32>,
}

/// The comment that filters see in the place of text that could not be read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen<'t> {
    /// None: the text is a variation, and no comment of the move that it comes after.
    Nothing,
    /// The value written for the text.
    Text,
    /// The last comment in it.
    Comment(&'t [u8]),
}

/// The comments and NAGs of a game, by the node that the move before them leads to.
///
/// ```
/// # mod tabiya { pub mod game { pub use tabiya_pgn::*; } }
/// use tabiya::game::Game;
///
/// let game = Game::from_pgn("1. e4! {best by test} e5 *");
/// assert_eq!(game.notes().comment(1), Some("best by test"));
/// assert_eq!(game.notes().nags(1).collect::<Vec<_>>(), [1]);
/// assert_eq!(game.notes().comment(2), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    text: String,
    /// Sorted by node, place and text order.
    comments: Vec<Comment>,
    /// Sorted by node; in text order at one node.
    nags: Vec<(u32, u32)>,
    /// `(host, node)`: the variation that starts with `node` comes after `host`, which is not child 0. Sorted.
    nested: Vec<(u32, u32)>,
    /// Sorted by node.
    rests: Vec<Rest>,
}

impl Notes {
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.comments.clear();
        self.nags.clear();
        self.nested.clear();
        self.rests.clear();
    }

    /// Adds a comment in the order of the text.
    pub(crate) fn push_comment(&mut self, node: u32, place: CommentPlace, bytes: &[u8]) {
        let start = end_of(&self.text);
        decode(bytes, &mut self.text);
        self.comments.push(Comment { node, place, start, end: end_of(&self.text) });
    }

    /// The same with text that is decoded already.
    pub(crate) fn push_comment_text(&mut self, node: u32, place: CommentPlace, text: &str) {
        let start = end_of(&self.text);
        self.text.push_str(text);
        self.comments.push(Comment { node, place, start, end: end_of(&self.text) });
    }

    pub(crate) fn push_nag(&mut self, node: u32, nag: u32) {
        self.nags.push((node, nag));
    }

    pub(crate) fn push_nested(&mut self, host: u32, node: u32) {
        self.nested.push((host, node));
    }

    pub(crate) fn push_rest(&mut self, node: u32, bytes: &[u8], seen: Seen<'_>) {
        let start = end_of(&self.text);
        decode(bytes, &mut self.text);
        let end = end_of(&self.text);
        let seen = match seen {
            Seen::Nothing => None,
            // Of a game whose first position cannot be read there may be no text.
            Seen::Text if bytes.is_empty() => None,
            Seen::Text => {
                let mut comment = String::new();
                push_unread(&self.text[start as usize..], &mut comment);
                self.text.push_str(&comment);
                Some(end_of(&self.text))
            }
            Seen::Comment(bytes) => {
                decode(bytes, &mut self.text);
                Some(end_of(&self.text))
            }
        };
        self.rests.push(Rest { node, start, end, seen });
    }

    /// Puts all notes at the nodes that the old numbers have become, and in order.
    pub(crate) fn renumber(&mut self, new: impl Fn(u32) -> u32) {
        for comment in &mut self.comments {
            comment.node = new(comment.node);
            if let CommentPlace::AfterVariation(variation) = &mut comment.place {
                *variation = new(*variation);
            }
        }
        self.nags.iter_mut().for_each(|nag| nag.0 = new(nag.0));
        self.rests.iter_mut().for_each(|rest| rest.node = new(rest.node));
        self.nested.iter_mut().for_each(|pair| *pair = (new(pair.0), new(pair.1)));
        self.sort();
    }

    /// Puts all notes in the order of their nodes.
    pub(crate) fn sort(&mut self) {
        self.comments.sort_unstable();
        self.nags.sort_by_key(|nag| nag.0);
        self.rests.sort_by_key(|rest| rest.node);
        self.nested.sort_unstable();
    }

    /// True if there are neither comments nor NAGs.
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.nags.is_empty() && self.rests.is_empty()
    }

    /// The comments of a node with their places, in the order of the text at each place.
    pub fn comments(&self, node: u32) -> impl Iterator<Item = (CommentPlace, &str)> {
        let from = self.comments.partition_point(|c| c.node < node);
        let these = self.comments[from..].iter().take_while(move |c| c.node == node);
        these.map(|c| (c.place, &self.text[c.start as usize..c.end as usize]))
    }

    /// The comments at one place of a node, in the order of the text. Takes time in proportion to them and to the logarithm
    /// of all comments: after one move there may be as many variations as the game has, each with comments of its own.
    pub fn comments_at(&self, node: u32, place: CommentPlace) -> impl Iterator<Item = &str> {
        let from = self.comments.partition_point(|c| (c.node, c.place) < (node, place));
        let these = self.comments[from..].iter().take_while(move |c| (c.node, c.place) == (node, place));
        these.map(|c| &self.text[c.start as usize..c.end as usize])
    }

    /// The comment that CQL's `originalcomment` sees at a node: the last one that comes after its move, wherever
    /// variations stand; comments at the start of a variation are not seen. Where a line was not read to its end, the
    /// last comment in the rest of it, or what is written for the rest: `Error reading move: Ke3`.
    pub fn comment(&self, node: u32) -> Option<&str> {
        let from = self.comments.partition_point(|c| c.node < node);
        let seen =
            self.comments[from..].iter().take_while(|c| c.node == node).filter(|c| c.place != CommentPlace::Before);
        let rests = self.rests_at(node).filter_map(|rest| Some((rest.end, rest.seen?)));
        let (start, end) = seen.map(|c| (c.start, c.end)).chain(rests).max()?;
        Some(&self.text[start as usize..end as usize])
    }

    /// The same with every run of white space as one space and none at the ends, as CQL compares it; an empty
    /// comment is dropped.
    pub fn plain_comment(&self, node: u32) -> Option<Cow<'_, str>> {
        let text = self.comment(node)?;
        let words = text.split_ascii_whitespace();
        let len = words.clone().map(|word| word.len() + 1).sum::<usize>();
        match len {
            0 => None,
            _ if len == text.len() + 1 && !text.contains(['\n', '\r', '\t']) => Some(Cow::Borrowed(text)),
            _ => Some(Cow::Owned(words.collect::<Vec<_>>().join(" "))),
        }
    }

    /// The NAGs of a node in the order of the text.
    pub fn nags(&self, node: u32) -> impl Iterator<Item = u32> {
        let from = self.nags.partition_point(|nag| nag.0 < node);
        self.nags[from..].iter().take_while(move |nag| nag.0 == node).map(|nag| nag.1)
    }

    /// The text after a node that could not be read, from the faulty move to the end of its line.
    pub fn rests(&self, node: u32) -> impl Iterator<Item = &str> {
        self.seen_rests(node).map(|(text, _)| text)
    }

    /// The same, with whether filters see a comment in its place.
    pub(crate) fn seen_rests(&self, node: u32) -> impl Iterator<Item = (&str, bool)> {
        self.rests_at(node).map(|rest| (&self.text[rest.start as usize..rest.end as usize], rest.seen.is_some()))
    }

    fn rests_at(&self, node: u32) -> impl Iterator<Item = &Rest> {
        let from = self.rests.partition_point(|rest| rest.node < node);
        self.rests[from..].iter().take_while(move |rest| rest.node == node)
    }

    /// The nodes that have notes, in no order, some of them several times.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = u32> {
        let comments = self.comments.iter().map(|comment| comment.node);
        let (nags, nested) = (self.nags.iter().map(|nag| nag.0), self.nested.iter().map(|pair| pair.0));
        comments.chain(nags).chain(nested).chain(self.rests.iter().map(|rest| rest.node))
    }

    /// Every comment and every text that could not be read, in no order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let comments = self.comments.iter().map(|c| (c.start, c.end));
        let rests = self.rests.iter().map(|rest| (rest.start, rest.end));
        comments.chain(rests).map(|(start, end)| &self.text[start as usize..end as usize])
    }

    /// Every comment with its node and its place, in the order of the text.
    pub fn in_text_order(&self) -> Vec<(u32, CommentPlace, &str)> {
        let mut list: Vec<&Comment> = self.comments.iter().collect();
        // Where several begin at one place, all but the last are empty.
        list.sort_unstable_by_key(|c| (c.start, c.end, c.node, c.place));
        list.into_iter().map(|c| (c.node, c.place, &self.text[c.start as usize..c.end as usize])).collect()
    }

    /// Every NAG with its node, by nodes and, at one node, in the order of the text.
    pub fn all_nags(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.nags.iter().copied()
    }

    /// `(host, first)` for every variation that stands, in the text, inside the variation that begins with `host`, which it is
    /// an alternative to; sorted.
    pub fn nested_variations(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.nested.iter().copied()
    }

    /// The first nodes of the variations that stand, in the text, after `host` although it is not child 0: those that
    /// [`nested_variations`](Self::nested_variations) has for it. Takes time in proportion to them and to the logarithm of
    /// all such variations.
    pub fn nested(&self, host: u32) -> impl Iterator<Item = u32> {
        let from = self.nested.partition_point(|pair| pair.0 < host);
        self.nested[from..].iter().take_while(move |pair| pair.0 == host).map(|pair| pair.1)
    }
}
