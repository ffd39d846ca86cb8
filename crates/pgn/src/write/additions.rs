//! Additions that a search makes to a game before it is written.

use std::ops::Range;

/// Additions to a game when it is written, and parts that are left out.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    /// `(node, place in the text)`. Those of one node are in the order in which they were added.
    comments: Vec<(u32, Range<usize>)>,
    /// All comments, one behind the other.
    text: String,
    /// Nodes whose own comments are left out.
    removed: Vec<u32>,
    /// Names of tags with the values that they get; those without one are left out.
    pub(super) tags: Vec<(String, Option<String>)>,
    sorted: bool,
}

impl Additions {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.comments.clear();
        self.text.clear();
        self.removed.clear();
        self.tags.clear();
        self.sorted = true;
    }

    /// Adds text to the comment at a node, after what is there.
    pub fn add_comment(&mut self, node: u32, text: impl AsRef<str>) {
        let start = self.text.len();
        self.text.push_str(text.as_ref());
        self.comments.push((node, start..self.text.len()));
        self.sorted = false;
    }

    /// Leaves out the game's own comments at a node.
    pub fn remove_comment(&mut self, node: u32) {
        self.removed.push(node);
        self.sorted = false;
    }

    /// Sets a tag: in its place if the game has it, else after the others. A tag is one line, so the ends of lines
    /// in its value become spaces.
    pub fn set_tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.change_tag(name.into(), Some(value.into().replace(['\n', '\r'], " ")));
    }

    /// Leaves out a tag. Those that every game must have, and FEN, are still written.
    pub fn remove_tag(&mut self, name: impl Into<String>) {
        self.change_tag(name.into(), None);
    }

    fn change_tag(&mut self, name: String, value: Option<String>) {
        match self.tags.iter_mut().find(|(old, _)| *old == name) {
            Some(old) => old.1 = value,
            None => self.tags.push((name, value)),
        }
    }

    pub(super) fn sort(&mut self) {
        if !self.sorted {
            self.comments.sort_by_key(|comment| comment.0);
            self.removed.sort_unstable();
            self.sorted = true;
        }
    }

    /// The nodes that something is added to or removed from.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> {
        self.comments.iter().map(|comment| comment.0).chain(self.removed.iter().copied())
    }

    pub(super) fn comments(&self, node: u32) -> impl Iterator<Item = &str> {
        let from = self.comments.partition_point(|comment| comment.0 < node);
        self.comments[from..]
            .iter()
            .take_while(move |comment| comment.0 == node)
            .map(|comment| &self.text[comment.1.clone()])
    }

    pub(super) fn removes(&self, node: u32) -> bool {
        !self.removed.is_empty() && self.removed.binary_search(&node).is_ok()
    }

    /// The value of a tag that the game has as `own`; none if it is left out.
    pub(super) fn tag<'a>(&'a self, name: &str, own: &'a str) -> Option<&'a str> {
        let changed = self.tags.iter().find(|(n, _)| n == name);
        changed.map_or(Some(own), |(_, value)| value.as_deref())
    }

    /// The tags that get a value, with it.
    pub(super) fn new_tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_deref()?)))
    }
}
