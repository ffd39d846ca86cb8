//! The games that match, with all they had, and comments where they match: the layout of CQL's output files.

use super::{Format, FoundGame, Merging, Tools, annotate};

/// The format `pgn`.
#[derive(Debug)]
pub(crate) struct Pgn;

impl Format for Pgn {
    fn wants_comments(&self) -> bool {
        true
    }

    fn writes_games(&self) -> bool {
        true
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        annotate(game, Merging { header: true, unique: true, strict: false }, tools);
        tools.writer.write(game.game, &mut tools.additions, out);
        // They may be long: the memory is not kept until the next game.
        tools.additions.clear();
        out.push_str("\n\n");
    }
}
