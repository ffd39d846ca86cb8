//! The games that match, with all they had, and comments where they match: the layout of CQL's output files.

use super::{Format, FoundGame, Tools};
use std::collections::HashSet;
use std::fmt::Write as _;
use tabiya::{Comment, SortValue};

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
        // Sequences leave many short comments: position by position they become one text.
        let mut comments: Vec<&Comment> = speaking().flat_map(|found| &found.matches.comments).collect();
        comments.sort_by_key(|comment| comment.position);
        let mut said: HashSet<&str> = HashSet::new();
        for here in comments.chunk_by(|a, b| a.position == b.position) {
            said.clear();
            let mut text = String::with_capacity(here.iter().map(|comment| comment.text.len() + 1).sum());
            for comment in here.iter().filter(|comment| said.insert(&comment.text)) {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&comment.text);
            }
            additions.add_comment(here[0].position, text);
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
        // They may be long: the memory is not kept until the next game.
        additions.clear();
        out.push_str("\n\n");
    }
}
