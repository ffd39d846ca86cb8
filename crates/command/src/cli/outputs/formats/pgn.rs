//! The games that match, with all they had, and comments where they match: the layout of CQL's output files.

use super::{Format, FoundGame, Merging, Tools, annotate};
use rustc_hash::FxHashMap;
use tabiya_session::service::Marker;

/// The format `pgn`.
#[derive(Debug, Default)]
pub(crate) struct Pgn {
    /// The squares and arrows of each query, by its number from 1, if they are wanted.
    pub(crate) markers: FxHashMap<usize, Marker>,
}

impl Format for Pgn {
    fn wants_comments(&self) -> bool {
        true
    }

    fn wants_paths(&self) -> bool {
        !self.markers.is_empty()
    }

    fn writes_games(&self) -> bool {
        true
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        annotate(game, Merging { header: true, unique: true, strict: false }, tools);
        for found in game.found {
            let Some(marker) = self.markers.get(&found.query.number) else { continue };
            for (node, commands) in marker.commands(game.game, found.matches) {
                tools.additions.add_comment(node, &commands);
            }
        }
        tools.writer.write(game.game, &mut tools.additions, out);
        // They may be long: the memory is not kept until the next game.
        tools.additions.clear();
        out.push_str("\n\n");
    }
}
