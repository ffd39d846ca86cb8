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
    pub(super) tags: Vec<(String, String)>,
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

    /// Sets a tag: in its place if the game has it, else after the others. A tag is one line, so the ends of lines in
    /// its value become blanks.
    pub fn set_tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into().replace(['\n', '\r'], " "));
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

    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}
