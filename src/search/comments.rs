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

impl Note {
    /// Bytes, about.
    fn size(&self) -> u32 {
        match self {
            // It fills the position up.
            Note::Text(text) if text == TRUNCATED => FULL + 1,
            Note::Text(text) => u32::try_from(text.len()).unwrap_or(FULL),
            Note::Step { label, .. } => label.len() as u32 + 24,
        }
    }
}

/// The comment of a position grows to so many bytes; in place of the first note beyond stands [`TRUNCATED`], and
/// nothing follows. Without a bound, which is CQL's, the comments of a game with many overlapping sequences would grow
/// with the square of its length.
const FULL: u32 = 4_500;
const TRUNCATED: &str = "[cql truncate]...";

/// The comment stack of one game. Filters take a mark before they evaluate and cut back to it when they fail.
#[derive(Debug, Default)]
pub(super) struct Comments {
    entries: Vec<(u32, Note)>,
    /// Bytes of the entries of each position.
    sizes: HashMap<u32, u32>,
    /// Zero while comments are wanted.
    muted: u32,
    runs: u32,
}

impl Comments {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.sizes.clear();
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
        while self.entries.len() > mark {
            let Some((position, note)) = self.entries.pop() else { return };
            self.forget(position, &note);
        }
    }

    pub(super) fn text(&mut self, position: u32, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.note(position, Note::Text(text));
        }
    }

    /// Whether a position takes no more comments.
    pub(super) fn is_full(&self, position: u32) -> bool {
        self.sizes.get(&position).is_some_and(|&size| size > FULL)
    }

    fn forget(&mut self, position: u32, note: &Note) {
        if let Some(size) = self.sizes.get_mut(&position) {
            *size = size.saturating_sub(note.size());
        }
    }

    /// A new run of a sequence filter, for its steps.
    pub(super) fn run(&mut self) -> u32 {
        self.runs += 1;
        self.runs
    }

    pub(super) fn note(&mut self, position: u32, note: Note) {
        if !self.wanted() || self.is_full(position) {
            return;
        }
        let size = self.sizes.entry(position).or_default();
        let note = if *size + note.size() > FULL { Note::Text(TRUNCATED.to_owned()) } else { note };
        *size += note.size();
        self.entries.push((position, note));
    }

    /// Takes away everything since a mark.
    pub(super) fn take_since(&mut self, mark: usize) -> Vec<(u32, Note)> {
        let taken = self.entries.split_off(mark.min(self.entries.len()));
        taken.iter().for_each(|(position, note)| self.forget(*position, note));
        taken
    }

    pub(super) fn extend(&mut self, entries: Vec<(u32, Note)>) {
        entries.into_iter().for_each(|(position, note)| self.note(position, note));
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
