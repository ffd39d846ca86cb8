//! A game that matches as CQL's output files have it.

use crate::cli::outputs::formats::{Format, FoundGame, Merging, Noticed, Tools, annotate};

/// The format of CQL's output files.
#[derive(Debug)]
pub(super) struct CqlGame {
    pub(super) merging: Merging,
    /// The longest text of one game, in bytes.
    pub(super) longest: usize,
}

impl Format for CqlGame {
    fn wants_comments(&self) -> bool {
        true
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        annotate(game, self.merging, tools);
        let start = out.len();
        // All games of a run have this format: the writer stays with its memory.
        let mut writer = std::mem::take(&mut tools.writer).gathering().keeping_empty_comments();
        writer.write(game.game, &mut tools.additions, out);
        tools.writer = writer;
        tools.additions.clear();
        if out.len() - start > self.longest {
            cut(out, start + self.longest);
            tools.noticed.push(Noticed::LongText(self.longest));
        }
        out.push_str("\n\n");
    }
}

/// Ends the text of a game that is too long as CQL does.
fn cut(out: &mut String, at: usize) {
    let at = (0..=at).rev().find(|&at| out.is_char_boundary(at)).unwrap_or(0);
    out.truncate(at);
    out.push_str(" game truncated by CQL } * \n\n");
}
