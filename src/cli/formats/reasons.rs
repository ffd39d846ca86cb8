//! The reason why a position matches, read from the comments that the search made.

use super::QueryMatches;
use crate::cli::positions::push_move;
use std::collections::HashMap;
use tabiya::Game;
use tabiya::chess::MoveList;

/// The number of moves of a run that are shown.
const MOVES_SHOWN: usize = 24;

/// The runs of sequences in one game, and the other comments.
pub(super) struct Reasons<'a> {
    /// By position: the runs that begin there, in the order of the comments.
    runs: HashMap<u32, Vec<Run<'a>>>,
    /// By position: what else was said there.
    texts: HashMap<u32, Vec<&'a str>>,
}

struct Run<'a> {
    label: &'a str,
    len: u32,
    /// The first positions that it takes, no more than are shown.
    positions: Vec<u32>,
}

impl<'a> Reasons<'a> {
    /// Reads the comments of one query.
    pub(super) fn new(found: &QueryMatches<'a>) -> Reasons<'a> {
        let mut runs: HashMap<u32, Vec<Run<'a>>> = HashMap::new();
        let mut places: HashMap<(&str, u32), (u32, usize)> = HashMap::new();
        let mut texts: HashMap<u32, Vec<&'a str>> = HashMap::new();
        for comment in &found.matches.comments {
            match step(&comment.text) {
                Some(Step { label, number, len }) => {
                    let (first, place) = *places.entry((label, number)).or_insert_with(|| {
                        let here = runs.entry(comment.position).or_default();
                        here.push(Run { label, len, positions: Vec::new() });
                        (comment.position, here.len() - 1)
                    });
                    let run = runs.get_mut(&first).and_then(|here| here.get_mut(place));
                    // The initial position of a run needs no move.
                    if let Some(run) = run.filter(|run| run.positions.len() <= MOVES_SHOWN) {
                        run.positions.push(comment.position);
                    }
                }
                None if comment.text == found.query.match_string => {}
                None => texts.entry(comment.position).or_default().push(comment.text.trim()),
            }
        }
        Reasons { runs, texts }
    }

    /// The reasons for a match, one line each.
    pub(super) fn at(&self, position: u32, game: &Game, moves: &mut MoveList) -> Vec<String> {
        let here = self.runs.get(&position).into_iter().flatten();
        let mut lines: Vec<String> = here.map(|run| run.text(game, moves)).collect();
        lines.extend(self.texts.get(&position).into_iter().flatten().map(|text| (*text).to_owned()));
        lines.dedup();
        lines
    }
}

impl Run<'_> {
    /// `next: 4 positions: 23... Kg8 24. Nh6+ Kh7`
    fn text(&self, game: &Game, moves: &mut MoveList) -> String {
        let ply = |&n: &u32| game.tree().node(n).ply;
        let mut way = self.positions.clone();
        // Backward sequences are told in the order of the game.
        way.sort_by_key(ply);
        let backward = way.first() != self.positions.first();
        let cut = (way.len() as u32) < self.len;
        let positions = if self.len == 1 { "position" } else { "positions" };
        let mut text = format!("{}: {} {positions}", self.label.to_lowercase(), self.len);
        if self.len > 1 {
            text.push(':');
        }
        if cut && backward {
            text.push_str(" ...");
        }
        for (i, &n) in way.iter().enumerate().skip(1) {
            text.push(' ');
            push_move(game, n, i == 1, moves, &mut text);
        }
        if cut && !backward {
            text.push_str(" ...");
        }
        text
    }
}

/// One step of a run.
struct Step<'a> {
    label: &'a str,
    /// The run's number among those with its label.
    number: u32,
    /// The number of positions of the run.
    len: u32,
}

/// `NEXT 2 (position 1 of 4)` is step 1 of run 2 of label `NEXT`.
fn step(text: &str) -> Option<Step<'_>> {
    let (label, rest) = text.split_once(' ')?;
    let (number, rest) = rest.split_once(" (position ")?;
    let (_, len) = rest.strip_suffix(')')?.split_once(" of ")?;
    Some(Step { label, number: number.parse().ok()?, len: len.parse().ok()? })
}
