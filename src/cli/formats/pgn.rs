//! The games that match, with all they had, and comments where they match: the layout of CQL's output files.

use super::{Format, FoundGame, Tools};
use std::fmt::Write as _;
use tabiya::SortValue;

/// The format `pgn`.
#[derive(Debug)]
pub(crate) struct Pgn;

impl Format for Pgn {
    fn wants_comments(&self) -> bool {
        true
    }

    fn game(&self, game: &FoundGame<'_>, tools: &mut Tools, out: &mut String) {
        let additions = &mut tools.additions;
        additions.clear();
        let speaking = || game.found.iter().filter(|found| !found.query.silent);
        if speaking().next().is_some() {
            additions.add_comment(0, format!("Game number {}", game.game.number()));
        }
        let mut said: Vec<(u32, &str)> = Vec::new();
        for comment in speaking().flat_map(|found| &found.matches.comments) {
            let this = (comment.position, comment.text.as_str());
            if !said.contains(&this) {
                said.push(this);
                additions.add_comment(comment.position, &*comment.text);
            }
        }
        let mut values = String::new();
        for found in speaking() {
            let keys = found.query.sort_keys.iter().zip(&found.matches.sort_values);
            for (key, value) in keys.filter(|(key, _)| !key.quiet) {
                let value = value.as_ref().map_or_else(|| "none".into(), SortValue::to_string);
                let _ = write!(values, " {}: {value}", key.name);
            }
        }
        if !values.is_empty() {
            additions.add_comment(0, values);
        }
        tools.writer.write(game.game, additions, out);
        out.push_str("\n\n");
    }
}
