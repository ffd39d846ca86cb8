//! Why a position matches, read from the comments that the search made.

use super::Found;
use crate::cli::positions::push_move;
use std::collections::HashMap;
use tabiya::Game;
use tabiya::chess::MoveList;

/// The runs of sequences in one game, and the other comments.
pub(super) struct Reasons<'a> {
    /// By label and number: the positions in order.
    runs: Vec<Run<'a>>,
    /// By position: what else was said there.
    texts: HashMap<u32, Vec<&'a str>>,
}

struct Run<'a> {
    label: &'a str,
    positions: Vec<u32>,
}

impl<'a> Reasons<'a> {
    /// Reads the comments of one query.
    pub(super) fn new(found: &Found<'a>) -> Reasons<'a> {
        let mut runs: Vec<Run<'a>> = Vec::new();
        let mut places: HashMap<(&str, u32), usize> = HashMap::new();
        let mut texts: HashMap<u32, Vec<&'a str>> = HashMap::new();
        for comment in &found.matches.comments {
            match step(&comment.text) {
                Some((label, number)) => {
                    let place = *places.entry((label, number)).or_insert_with(|| {
                        runs.push(Run { label, positions: Vec::new() });
                        runs.len() - 1
                    });
                    runs[place].positions.push(comment.position);
                }
                None if comment.text == found.query.match_string => {}
                None => texts.entry(comment.position).or_default().push(comment.text.trim()),
            }
        }
        Reasons { runs, texts }
    }

    /// What there is to say about a match, one line each.
    pub(super) fn at(&self, position: u32, game: &Game, moves: &mut MoveList) -> Vec<String> {
        let here = self.runs.iter().filter(|run| run.positions.first() == Some(&position));
        let mut lines: Vec<String> = here.map(|run| run.text(game, moves)).collect();
        lines.extend(self.texts.get(&position).into_iter().flatten().map(|text| (*text).to_owned()));
        lines.dedup();
        lines
    }
}

impl Run<'_> {
    /// `next: 4 positions: 23... Kg8 24. Nh6+ Kh7`
    fn text(&self, game: &Game, moves: &mut MoveList) -> String {
        let mut way = self.positions.clone();
        // Backward sequences are told in the order of the game.
        way.sort_by_key(|&n| game.tree().node(n).ply);
        let positions = if way.len() == 1 { "position" } else { "positions" };
        let mut text = format!("{}: {} {positions}", self.label.to_lowercase(), way.len());
        for (i, &n) in way.iter().enumerate().skip(1) {
            text.push_str(if i == 1 { ": " } else { " " });
            push_move(game, n, i == 1, moves, &mut text);
        }
        text
    }
}

/// `NEXT 2 (position 1 of 4)` is step 1 of run 2 of label `NEXT`.
fn step(text: &str) -> Option<(&str, u32)> {
    let (label, rest) = text.split_once(' ')?;
    let (number, rest) = rest.split_once(" (position ")?;
    rest.strip_suffix(')')?;
    Some((label, number.parse().ok()?))
}
