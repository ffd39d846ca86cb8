//! Comments: they belong to the evaluation that made them and go when it fails.

use std::collections::HashMap;

/// A comment that a search adds to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The position id.
    pub position: u32,
    /// The text.
    pub text: String,
}

/// What a comment says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// A text.
    Text(String),
    /// `NEXT k (position i of n)`: the number k is given when the game is finished, to those that stay.
    Step { label: &'static str, run: u32, index: u32, of: u32 },
}

/// The comment stack of one game. Filters take a mark before they evaluate and cut back to it when they fail.
#[derive(Debug, Default)]
pub(super) struct Comments {
    entries: Vec<(u32, Note)>,
    /// Zero while comments are wanted.
    muted: u32,
    runs: u32,
}

impl Comments {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.runs = 0;
    }

    /// Whether comments are kept now.
    pub(super) fn wanted(&self) -> bool {
        self.muted == 0
    }

    pub(super) fn mute(&mut self) {
        self.muted += 1;
    }

    pub(super) fn unmute(&mut self) {
        self.muted -= 1;
    }

    pub(super) fn mark(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn cut(&mut self, mark: usize) {
        self.entries.truncate(mark);
    }

    pub(super) fn text(&mut self, position: u32, text: impl Into<String>) {
        let text = text.into();
        if self.wanted() && !text.is_empty() {
            self.entries.push((position, Note::Text(text)));
        }
    }

    /// A new run of a sequence filter, for its steps.
    pub(super) fn run(&mut self) -> u32 {
        self.runs += 1;
        self.runs
    }

    pub(super) fn note(&mut self, position: u32, note: Note) {
        if self.wanted() {
            self.entries.push((position, note));
        }
    }

    /// Takes away everything since a mark.
    pub(super) fn take_since(&mut self, mark: usize) -> Vec<(u32, Note)> {
        self.entries.split_off(mark.min(self.entries.len()))
    }

    pub(super) fn extend(&mut self, entries: Vec<(u32, Note)>) {
        if self.wanted() {
            self.entries.extend(entries);
        }
    }

    pub(super) fn since(&self, mark: usize) -> &[(u32, Note)] {
        &self.entries[mark.min(self.entries.len())..]
    }

    /// The comments of a finished game, in order; the steps of each sequence are numbered from 1.
    pub(super) fn finish(&mut self) -> Vec<Comment> {
        let mut numbers: HashMap<(&str, u32), usize> = HashMap::new();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let finished = self.entries.drain(..).map(|(position, note)| {
            let text = match note {
                Note::Text(text) => text,
                Note::Step { label, run, index, of } => {
                    let number = *numbers.entry((label, run)).or_insert_with(|| {
                        let count = counts.entry(label).or_default();
                        *count += 1;
                        *count
                    });
                    format!("{label} {number} (position {index} of {of})")
                }
            };
            Comment { position, text }
        });
        finished.collect()
    }
}
